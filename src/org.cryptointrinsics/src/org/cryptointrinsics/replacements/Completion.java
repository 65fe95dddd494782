package org.cryptointrinsics.replacements;

import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_MethodHandles_Lookup;
import static java.lang.constant.ConstantDescs.CD_Object;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import org.cryptointrinsics.bytecode.Calls;
import org.cryptointrinsics.substitution.JdkMembers;
import org.cryptointrinsics.substitution.SubstitutedMethod;

import jdk.graal.compiler.api.directives.GraalDirectives;

/**
 * Makes, of a substitution, a method that does all of the JDK's work: the substitution, and then the JDK's method if that was left the work. Graal parses it in place of calls of
 * the JDK's method.
 */
public final class Completion {

    private static final Map<SubstitutedMethod, Class<?>> CLASSES = new ConcurrentHashMap<>();
    private static final double RARE = 0.01;
    /** The field that has the JDK's method. */
    private static final String JDK = "JDK";
    private static final ClassDesc METHOD_HANDLES = ClassDesc.of(MethodHandles.class.getName());
    private static final MethodTypeDesc CLASS_DATA = MethodTypeDesc.of(CD_Object, CD_MethodHandles_Lookup, ConstantDescs.CD_String, ConstantDescs.CD_Class);

    private Completion() {
    }

    /** A class with one method but its initialization, which is static, has the name of the JDK's, takes what the substitution takes, and returns what the JDK's returns. */
    public static Class<?> of(SubstitutedMethod method) {
        return CLASSES.computeIfAbsent(method, Completion::make);
    }

    private static Class<?> make(SubstitutedMethod substituted) {
        Method method = substituted.method();
        Method substitution = substituted.substitution();
        ClassDesc self = ClassDesc.of(Completion.class.getName() + "$" + substitution.getDeclaringClass().getSimpleName());
        MethodTypeDesc type = substituted.type().changeReturnType(substituted.result());
        byte[] file = ClassFile.of().build(self, builder -> {
            builder.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER);
            builder.withField(JDK, CD_MethodHandle, ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL);
            builder.withMethodBody(ConstantDescs.CLASS_INIT_NAME, ConstantDescs.MTD_void, ClassFile.ACC_STATIC, code -> initialize(code, self));
            builder.withMethodBody(method.getName(), type, ClassFile.ACC_STATIC, code -> {
                Calls.load(code, substituted.type(), 0);
                code.invokestatic(ClassDesc.of(substitution.getDeclaringClass().getName()), substitution.getName(), substituted.type());
                returnIfDone(code, substituted);
                callJdk(code, substituted, self, type);
                code.return_(TypeKind.from(type.returnType()));
            });
        });
        try {
            return MethodHandles.lookup().defineHiddenClassWithClassData(file, JdkMembers.handle(method), true).lookupClass();
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage());
        }
    }

    private static void initialize(CodeBuilder code, ClassDesc self) {
        code.invokestatic(METHOD_HANDLES, "lookup", MethodTypeDesc.of(CD_MethodHandles_Lookup)).ldc(ConstantDescs.DEFAULT_NAME).ldc(CD_MethodHandle);
        code.invokestatic(METHOD_HANDLES, "classData", CLASS_DATA).checkcast(CD_MethodHandle).putstatic(self, JDK, CD_MethodHandle).return_();
    }

    /**
     * Returns from the JDK's method, if the substitution, which has just returned, has done the work. That there is no profile, which would tell that this is so mostly, is no
     * reason to inline what the JDK's method calls.
     */
    private static void returnIfDone(CodeBuilder code, SubstitutedMethod substituted) {
        TypeKind kind = TypeKind.from(substituted.type().returnType());
        int result = code.allocateLocal(kind);
        code.storeLocal(kind, result).ldc(RARE).loadLocal(kind, result);
        switch (kind) {
            case BOOLEAN -> code.iconst_1().ixor();
            case INT -> code.bipush(Integer.SIZE - 1).iushr();
            default -> code.invokestatic(ClassDesc.of(Objects.class.getName()), "isNull", MethodTypeDesc.of(ConstantDescs.CD_boolean, CD_Object));
        }
        code.invokestatic(ClassDesc.of(GraalDirectives.class.getName()), "injectBranchProbability",
                        MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_double, ConstantDescs.CD_boolean));
        code.ifThen(Opcode.IFEQ, done -> {
            if (substituted.result().equals(ConstantDescs.CD_void)) {
                done.return_();
            } else {
                done.loadLocal(kind, result).return_(TypeKind.from(substituted.result()));
            }
        });
    }

    private static void callJdk(CodeBuilder code, SubstitutedMethod substituted, ClassDesc self, MethodTypeDesc type) {
        Method method = substituted.method();
        ClassDesc owner = ClassDesc.of(method.getDeclaringClass().getName());
        boolean isPublic = JdkMembers.isPublic(method);
        if (!isPublic) {
            code.getstatic(self, JDK, CD_MethodHandle);
        }
        Calls.load(code, substituted.type(), 0);
        if (!isPublic) {
            code.invokevirtual(CD_MethodHandle, "invokeExact", type);
        } else if (Modifier.isStatic(method.getModifiers())) {
            code.invokestatic(owner, method.getName(), type);
        } else {
            code.invokevirtual(owner, method.getName(), type.dropParameterTypes(0, 1));
        }
    }
}
