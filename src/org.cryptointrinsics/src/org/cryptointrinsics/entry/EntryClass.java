package org.cryptointrinsics.entry;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
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
import java.util.Collections;
import java.util.List;
import java.util.Set;

import org.cryptointrinsics.bytecode.Calls;
import org.cryptointrinsics.bytecode.MethodName;

import jdk.internal.misc.Unsafe;

/**
 * What the JDK's methods call: a class in {@code java.base}, which they can refer to. For each substitution it has a static method that calls it, if that is on. What knows the
 * substitutions extends the class, and has no name.
 *
 * <pre>
 * public abstract class CryptoIntrinsics {
 *     public static Thread waiting; // or null: nobody asks for calls that are off
 *     public static int calls; // those that were off, a long one as several, some of several threads at once left out
 *     public static CryptoIntrinsics doFinal0on; // or null
 *
 *     public static int doFinal0(Cipher cipher, ByteBuffer input, ByteBuffer output) {
 *         CryptoIntrinsics on = doFinal0on;
 *         if (on != null) {
 *             return on.doFinal0call(cipher, input, output);
 *         }
 *         count(1); // of a method that takes an array, an offset and a length or a limit: 1 + (length >> 16 << 6); of one that multiplies a point: 64
 *         return -1;
 *     }
 *
 *     public abstract int doFinal0call(Cipher cipher, ByteBuffer input, ByteBuffer output);
 *
 *     private static void count(int work) {
 *         if (waiting != null && (calls ^ (calls += work)) >= BATCH) {
 *             LockSupport.unpark(waiting);
 *         }
 *     }
 * }
 * </pre>
 */
final class EntryClass {

    private static final ClassDesc NAME = ClassDesc.of("sun.security.provider.CryptoIntrinsics");
    private static final String ON = "on";
    private static final String CALL = "call";
    /** As {@code org.cryptointrinsics.agent.LastingWork} has them. */
    private static final String WAITING = "waiting";
    private static final String CALLS = "calls";
    private static final int BATCH = 4096;
    private static final String COUNT = "count";
    private static final MethodTypeDesc COUNT_TYPE = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    /** So many bytes of an array count as so many more calls, both powers of two: who encrypts large messages makes few. Records of TLS are shorter. */
    private static final int LARGE_BYTES = 1 << 16;
    private static final int CALLS_OF_LARGE = 1 << 6;
    /** Each takes as long as a large message. */
    private static final Set<String> OF_POINTS = Set.of("computePublic", "encodedPointMultiply");
    /** Takes an array, an offset and a limit. */
    private static final String HAS_LIMIT = "implCompressMultiBlock";
    private static final List<ClassDesc> DATA = List.of(ConstantDescs.CD_byte.arrayType(), ConstantDescs.CD_int, ConstantDescs.CD_int);
    private static final ClassDesc THREAD = ClassDesc.of("java.lang.Thread");
    private static final ClassDesc LOCK_SUPPORT = ClassDesc.of("java.util.concurrent.locks.LockSupport");
    private static final Unsafe U = Unsafe.getUnsafe();

    private final List<EntryMethod> methods;
    /** Where the class says whether each of them is on. */
    private final long[] offsets;
    private final Object base;
    private final byte[] callingFile;
    private Object instance;

    /**
     * @param type the class, for these methods
     * @param callingFile as of {@link #callingFile}
     */
    EntryClass(List<EntryMethod> methods, Class<?> type, byte[] callingFile) throws ReflectiveOperationException {
        this.methods = methods;
        this.callingFile = callingFile;
        base = U.staticFieldBase(type.getField(name(methods, 0) + ON));
        offsets = new long[methods.size()];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = U.staticFieldOffset(type.getField(name(methods, i) + ON));
        }
    }

    /**
     * Defines the class. To be done once.
     *
     * @param file as of {@link #file}
     */
    static Class<?> define(byte[] file) {
        return U.defineClass(MethodName.internalName(NAME.descriptorString()), file, 0, file.length, null, null);
    }

    /** The class, which is defined. */
    static Class<?> find() {
        return Class.forName(Object.class.getModule(), NAME.packageName() + "." + NAME.displayName());
    }

    /** The class file of the class in {@code java.base}. */
    static byte[] file(List<EntryMethod> methods) {
        return ClassFile.of().build(NAME, builder -> {
            builder.withFlags(ACC_PUBLIC | ACC_ABSTRACT | ACC_SUPER);
            builder.withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, ACC_PUBLIC, code -> construct(code, ConstantDescs.CD_Object));
            builder.withField(WAITING, THREAD, ACC_PUBLIC | ACC_STATIC);
            builder.withField(CALLS, ConstantDescs.CD_int, ACC_PUBLIC | ACC_STATIC);
            builder.withMethodBody(COUNT, COUNT_TYPE, ACC_PRIVATE | ACC_STATIC, EntryClass::count);
            for (int i = 0; i < methods.size(); i++) {
                EntryMethod method = methods.get(i);
                String name = name(methods, i);
                builder.withField(name + ON, NAME, ACC_PUBLIC | ACC_STATIC);
                builder.withMethodBody(name, method.type(), ACC_PUBLIC | ACC_STATIC, code -> callIfOn(code, name, method));
                builder.withMethod(name + CALL, method.type(), ACC_PUBLIC | ACC_ABSTRACT, _ -> {
                });
            }
        });
    }

    /** The class file of the class that extends that one, and calls substitutions. */
    static byte[] callingFile(List<EntryMethod> methods) {
        return ClassFile.of().build(ClassDesc.of(EntryClass.class.getPackageName(), "Substitutions"), builder -> {
            builder.withFlags(ACC_FINAL | ACC_SUPER).withSuperclass(NAME);
            builder.withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, ACC_PUBLIC, code -> construct(code, NAME));
            for (int i = 0; i < methods.size(); i++) {
                EntryMethod method = methods.get(i);
                builder.withMethodBody(name(methods, i) + CALL, method.type(), ACC_PUBLIC, code -> {
                    Calls.load(code, method.type(), 1);
                    MethodName substitution = method.substitution();
                    code.invokestatic(ClassDesc.ofInternalName(substitution.className()), substitution.name(), method.type());
                    code.return_(TypeKind.from(method.type().returnType()));
                });
            }
        });
    }

    /** To be done before a call is turned on: it takes time. */
    synchronized void link() throws ReflectiveOperationException {
        if (instance == null) {
            instance = MethodHandles.lookup().defineHiddenClass(callingFile, true).lookupClass().getConstructor().newInstance();
        }
    }

    private static void construct(CodeBuilder code, ClassDesc superclass) {
        code.aload(0).invokespecial(superclass, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void).return_();
    }

    /** The method of the class that calls a substitution if it is on. */
    static String name(List<EntryMethod> methods, int index) {
        return methods.get(index).methods().getFirst().name() + index;
    }

    private static void callIfOn(CodeBuilder code, String name, EntryMethod method) {
        MethodTypeDesc type = method.type();
        Label off = code.newLabel();
        code.getstatic(NAME, name + ON, NAME).dup().ifnull(off);
        Calls.load(code, type, 0);
        code.invokevirtual(NAME, name + CALL, type).return_(TypeKind.from(type.returnType()));
        code.labelBinding(off).pop().loadConstant(OF_POINTS.contains(method.substitution().name()) ? CALLS_OF_LARGE : 1);
        int data = Collections.indexOfSubList(type.parameterList(), DATA);
        if (data >= 0) {
            int length = code.parameterSlot(data + DATA.size() - 1);
            code.iload(length);
            if (method.substitution().name().equals(HAS_LIMIT)) {
                code.iload(length - 1).isub();
            }
            code.loadConstant(Integer.numberOfTrailingZeros(LARGE_BYTES)).ishr().loadConstant(Integer.numberOfTrailingZeros(CALLS_OF_LARGE)).ishl().iadd();
        }
        code.invokestatic(NAME, COUNT, COUNT_TYPE);
        switch (TypeKind.from(type.returnType())) {
            case BOOLEAN -> code.iconst_0().ireturn();
            case INT -> code.iconst_m1().ireturn();
            default -> code.aconst_null().areturn();
        }
    }

    private static void count(CodeBuilder code) {
        Label end = code.newLabel();
        code.getstatic(NAME, WAITING, THREAD).ifnull(end);
        code.getstatic(NAME, CALLS, ConstantDescs.CD_int).dup().iload(0).iadd().dup().putstatic(NAME, CALLS, ConstantDescs.CD_int);
        code.ixor().loadConstant(BATCH).if_icmplt(end);
        code.getstatic(NAME, WAITING, THREAD).invokestatic(LOCK_SUPPORT, "unpark", MethodTypeDesc.of(ConstantDescs.CD_void, THREAD));
        code.labelBinding(end).return_();
    }

    /** Which of them calls a substitution, or -1. */
    int index(MethodName substitution) {
        return methods.stream().map(EntryMethod::substitution).toList().indexOf(substitution);
    }

    /** Whether the substitution is called from now on. Needs no memory. */
    void turn(int index, boolean isOn) {
        U.putReferenceVolatile(base, offsets[index], isOn ? instance : null);
    }
}
