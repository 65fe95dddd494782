package org.cryptointrinsics.entry;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SUPER;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.List;

import org.cryptointrinsics.substitution.SubstitutedMethod;

import jdk.internal.misc.Unsafe;

/**
 * What the JDK's methods call: a class in {@code java.base}, which they can refer to. For each substitution it has a static method that calls it, if that is on. What knows the
 * substitutions extends the class, and has no name.
 *
 * <pre>
 * public abstract class CryptoIntrinsics {
 *     public static CryptoIntrinsics doFinal0on; // or null
 *
 *     public static int doFinal0(Cipher cipher, ByteBuffer input, ByteBuffer output) {
 *         CryptoIntrinsics on = doFinal0on;
 *         return on == null ? -1 : on.doFinal0call(cipher, input, output);
 *     }
 *
 *     public abstract int doFinal0call(Cipher cipher, ByteBuffer input, ByteBuffer output);
 * }
 * </pre>
 */
final class EntryClass {

    private static final ClassDesc NAME = ClassDesc.of("sun.security.provider.CryptoIntrinsics");
    private static final String ON = "on";
    private static final String CALL = "call";
    private static final Unsafe U = Unsafe.getUnsafe();

    private final List<SubstitutedMethod> methods;
    /** Where the class says whether each of them is on. */
    private final long[] offsets;
    private final Object base;
    private final Object instance;

    /** Defines the class, for these methods. To be done once. */
    EntryClass(List<SubstitutedMethod> methods) throws ReflectiveOperationException {
        this.methods = methods;
        byte[] file = ClassFile.of().build(NAME, builder -> {
            builder.withFlags(ACC_PUBLIC | ACC_ABSTRACT | ACC_SUPER);
            builder.withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, ACC_PUBLIC, code -> construct(code, ConstantDescs.CD_Object));
            for (SubstitutedMethod method : methods) {
                builder.withField(name(method) + ON, NAME, ACC_PUBLIC | ACC_STATIC);
                builder.withMethodBody(name(method), method.type(), ACC_PUBLIC | ACC_STATIC, code -> callIfOn(code, method));
                builder.withMethod(name(method) + CALL, method.type(), ACC_PUBLIC | ACC_ABSTRACT, _ -> {
                });
            }
        });
        Class<?> type = U.defineClass(NAME.packageName().replace('.', '/') + "/" + NAME.displayName(), file, 0, file.length, null, null);
        base = U.staticFieldBase(type.getField(name(methods.getFirst()) + ON));
        offsets = new long[methods.size()];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = U.staticFieldOffset(type.getField(name(methods.get(i)) + ON));
        }
        byte[] extending = ClassFile.of().build(ClassDesc.of(EntryClass.class.getPackageName(), "Substitutions"), builder -> {
            builder.withFlags(ACC_FINAL | ACC_SUPER).withSuperclass(NAME);
            builder.withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, ACC_PUBLIC, code -> construct(code, NAME));
            for (SubstitutedMethod method : methods) {
                builder.withMethodBody(name(method) + CALL, method.type(), ACC_PUBLIC, code -> {
                    method.load(code, 1);
                    Method substitution = method.substitution();
                    code.invokestatic(ClassDesc.of(substitution.getDeclaringClass().getName()), substitution.getName(), method.type());
                    code.return_(TypeKind.from(method.type().returnType()));
                });
            }
        });
        instance = MethodHandles.lookup().defineHiddenClass(extending, true).lookupClass().getConstructor().newInstance();
    }

    private static void construct(CodeBuilder code, ClassDesc superclass) {
        code.aload(0).invokespecial(superclass, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void).return_();
    }

    private String name(SubstitutedMethod method) {
        return method.method().getName() + methods.indexOf(method);
    }

    private void callIfOn(CodeBuilder code, SubstitutedMethod method) {
        MethodTypeDesc type = method.type();
        Label off = code.newLabel();
        code.getstatic(NAME, name(method) + ON, NAME).dup().ifnull(off);
        method.load(code, 0);
        code.invokevirtual(NAME, name(method) + CALL, type).return_(TypeKind.from(type.returnType()));
        code.labelBinding(off).pop();
        switch (TypeKind.from(type.returnType())) {
            case BOOLEAN -> code.iconst_0().ireturn();
            case INT -> code.iconst_m1().ireturn();
            default -> code.aconst_null().areturn();
        }
    }

    /** Calls the substitution, at the beginning of the JDK's method. */
    void enter(CodeBuilder code, SubstitutedMethod method) {
        method.load(code, 0);
        code.invokestatic(NAME, name(method), method.type());
        method.returnIfDone(code);
    }

    /** Whether the substitution is called from now on. Needs no memory. */
    void turn(SubstitutedMethod method, boolean isOn) {
        U.putReferenceVolatile(base, offsets[methods.indexOf(method)], isOn ? instance : null);
    }
}
