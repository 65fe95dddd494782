package org.cryptointrinsics.replacements;

import java.lang.classfile.Attributes;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantPool;
import java.lang.classfile.constantpool.ConstantValueEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.bytecode.OriginalMethod;
import org.cryptointrinsics.bytecode.VmMethods;
import org.cryptointrinsics.bytecode.VmMethods.VmMethod;

import jdk.graal.compiler.bytecode.BytecodeStream;
import jdk.graal.compiler.bytecode.Bytecodes;
import jdk.vm.ci.hotspot.HotSpotObjectConstant;
import jdk.vm.ci.meta.ExceptionHandler;
import jdk.vm.ci.meta.JavaField;
import jdk.vm.ci.meta.JavaMethod;
import jdk.vm.ci.meta.JavaType;
import jdk.vm.ci.meta.MetaAccessProvider;
import jdk.vm.ci.meta.PrimitiveConstant;
import jdk.vm.ci.meta.ResolvedJavaMethod;
import jdk.vm.ci.meta.ResolvedJavaType;

/**
 * Methods as JVMCI tells of them. They are compared with those of a class file instruction by instruction, what they refer to by its names: HotSpot numbers the entries of constant
 * pools anew when it links a class, and again when one is redefined.
 */
public final class ResolvedMethods implements VmMethods {

    private final MetaAccessProvider metaAccess;
    private final Map<Class<?>, Map<MethodName, Resolved>> methods = new HashMap<>();

    private static final int METHOD_MODIFIERS = Modifier.methodModifiers();
    private static final String THROWABLE = "java/lang/Throwable";
    /** A call of their methods is linked to a method of another name and type, which is all that JVMCI tells then. The verifier sees to it that the operands fit. */
    private static final Set<String> SIGNATURE_POLYMORPHIC = Set.of("java/lang/invoke/MethodHandle", "java/lang/invoke/VarHandle");

    public ResolvedMethods(MetaAccessProvider metaAccess) {
        this.metaAccess = metaAccess;
    }

    /** A method, as JVMCI has it. */
    public record Resolved(MethodName name, ResolvedJavaMethod method) implements VmMethod {

        @Override
        public int modifiers() {
            return method.getModifiers();
        }

        @Override
        public boolean isSame(OriginalMethod original) {
            return ResolvedMethods.isSame(method, original.model());
        }
    }

    /** That takes the most time of all. */
    @Override
    public Map<MethodName, Resolved> declared(Class<?> type) {
        return methods.computeIfAbsent(type, _ -> {
            ResolvedJavaType resolved = metaAccess.lookupJavaType(type);
            Map<MethodName, Resolved> declared = new HashMap<>();
            Stream.of(resolved.getDeclaredMethods(true), resolved.getDeclaredConstructors(true)).flatMap(Stream::of).forEach(method -> {
                MethodName name = name(method);
                declared.put(name, new Resolved(name, method));
            });
            return declared;
        });
    }

    /** The name of {@code method}. */
    static MethodName name(ResolvedJavaMethod method) {
        return new MethodName(internalName(method.getDeclaringClass().getName()), method.getName(), method.getSignature().toMethodDescriptor());
    }

    private static String internalName(String typeDescriptor) {
        return MethodName.internalName(typeDescriptor);
    }

    private static boolean isSame(ResolvedJavaMethod method, MethodModel file) {
        if (((method.getModifiers() ^ file.flags().flagsMask()) & METHOD_MODIFIERS) != 0) {
            return false;
        }
        CodeAttribute code = file.findAttribute(Attributes.code()).orElse(null);
        if (code == null || !method.hasBytecodes()) {
            return code == null && !method.hasBytecodes();
        }
        byte[] actual = method.getCode();
        return actual != null && hasSameInstructions(method, actual, code.codeArray(), file.parent().orElseThrow().constantPool()) && handlers(method).equals(handlers(code));
    }

    private static boolean hasSameInstructions(ResolvedJavaMethod method, byte[] actual, byte[] expected, ConstantPool expectedPool) {
        if (actual.length != expected.length) {
            return false;
        }
        BytecodeStream actualStream = new BytecodeStream(actual);
        BytecodeStream expectedStream = new BytecodeStream(expected);
        while (actualStream.currentBCI() < actual.length) {
            int bci = actualStream.currentBCI();
            int opcode = actualStream.currentBC();
            // That of a switch depends on what is in it.
            if (opcode != expectedStream.currentBC() || actualStream.nextBCI() != expectedStream.nextBCI()) {
                return false;
            }
            int compared = bci;
            if (refersToConstantPool(opcode)) {
                int expectedIndex = opcode == Bytecodes.INVOKEDYNAMIC ? expectedStream.readCPI4() >>> Short.SIZE : expectedStream.readCPI();
                int actualIndex = opcode == Bytecodes.INVOKEDYNAMIC ? actualStream.readCPI4() : actualStream.readCPI();
                String constant = constant(expectedPool, expectedIndex);
                if (constant == null || !constant.equals(constant(method, actualIndex, opcode))) {
                    return false;
                }
                compared = bci + 1 + (opcode == Bytecodes.LDC ? 1 : Short.BYTES);
            }
            if (!Arrays.equals(actual, compared, actualStream.nextBCI(), expected, compared, actualStream.nextBCI())) {
                return false;
            }
            actualStream.next();
            expectedStream.next();
        }
        return true;
    }

    private static boolean refersToConstantPool(int opcode) {
        return switch (opcode) {
            case Bytecodes.LDC, Bytecodes.LDC_W, Bytecodes.LDC2_W, Bytecodes.GETSTATIC, Bytecodes.PUTSTATIC, Bytecodes.GETFIELD, Bytecodes.PUTFIELD, Bytecodes.INVOKEVIRTUAL,
                            Bytecodes.INVOKESPECIAL, Bytecodes.INVOKESTATIC, Bytecodes.INVOKEINTERFACE, Bytecodes.INVOKEDYNAMIC, Bytecodes.NEW, Bytecodes.ANEWARRAY,
                            Bytecodes.CHECKCAST, Bytecodes.INSTANCEOF, Bytecodes.MULTIANEWARRAY ->
                true;
            default -> false;
        };
    }

    /** What an instruction of the class file refers to; null if that cannot be compared. */
    private static String constant(ConstantPool pool, int index) {
        PoolEntry entry = pool.entryByIndex(index);
        return switch (entry) {
            case MemberRefEntry member when SIGNATURE_POLYMORPHIC.contains(member.owner().asInternalName()) -> member.owner().asInternalName();
            case MemberRefEntry member -> member.owner().asInternalName() + "." + member.name().stringValue() + member.type().stringValue();
            case ClassEntry type -> type.asInternalName();
            case StringEntry string -> quoted(string.stringValue());
            case ConstantValueEntry number -> number(number.constantValue());
            default -> null;
        };
    }

    /** As {@link #constant(ConstantPool, int)}, of the VM. */
    private static String constant(ResolvedJavaMethod method, int index, int opcode) {
        jdk.vm.ci.meta.ConstantPool pool = method.getConstantPool();
        return switch (opcode) {
            case Bytecodes.LDC, Bytecodes.LDC_W, Bytecodes.LDC2_W -> switch (pool.lookupConstant(index, false)) {
                case JavaType type -> internalName(type.getName());
                case HotSpotObjectConstant object -> quoted(object.asObject(String.class));
                case PrimitiveConstant number -> number(number.asBoxedPrimitive());
                case null, default -> null;
            };
            case Bytecodes.GETSTATIC, Bytecodes.PUTSTATIC, Bytecodes.GETFIELD, Bytecodes.PUTFIELD -> {
                JavaField field = pool.lookupField(index, method, opcode);
                yield owner(pool, index, opcode) + "." + field.getName() + field.getType().getName();
            }
            case Bytecodes.INVOKEVIRTUAL, Bytecodes.INVOKESPECIAL, Bytecodes.INVOKESTATIC, Bytecodes.INVOKEINTERFACE -> {
                String owner = owner(pool, index, opcode);
                if (SIGNATURE_POLYMORPHIC.contains(owner)) {
                    yield owner;
                }
                JavaMethod callee = pool.lookupMethod(index, opcode);
                yield owner + "." + callee.getName() + callee.getSignature().toMethodDescriptor();
            }
            // Not the same as anything: what it is linked to would have to be compared.
            case Bytecodes.INVOKEDYNAMIC -> null;
            default -> owner(pool, index, opcode);
        };
    }

    private static String owner(jdk.vm.ci.meta.ConstantPool pool, int index, int opcode) {
        return internalName(pool.lookupReferencedType(index, opcode).getName());
    }

    private static String quoted(String string) {
        return string == null ? null : '"' + string + '"';
    }

    private static String number(Object value) {
        return value.getClass().getSimpleName() + " " + value;
    }

    private record Handler(int start, int end, int handler, String caught) {
    }

    private static List<Handler> handlers(ResolvedJavaMethod method) {
        List<Handler> handlers = new ArrayList<>();
        for (ExceptionHandler handler : method.getExceptionHandlers()) {
            // JVMCI says that of finally for this, too.
            String caught = handler.isCatchAll() ? THROWABLE : internalName(handler.getCatchType().getName());
            handlers.add(new Handler(handler.getStartBCI(), handler.getEndBCI(), handler.getHandlerBCI(), caught));
        }
        return handlers;
    }

    private static List<Handler> handlers(CodeAttribute code) {
        List<Handler> handlers = new ArrayList<>();
        for (ExceptionCatch handler : code.exceptionHandlers()) {
            handlers.add(new Handler(code.labelToBci(handler.tryStart()), code.labelToBci(handler.tryEnd()), code.labelToBci(handler.handler()),
                            handler.catchType().map(ClassEntry::asInternalName).orElse(THROWABLE)));
        }
        return handlers;
    }
}
