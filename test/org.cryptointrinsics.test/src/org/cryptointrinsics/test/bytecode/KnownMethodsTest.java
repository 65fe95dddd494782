package org.cryptointrinsics.test.bytecode;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.cryptointrinsics.bytecode.ClassFileMethods;
import org.cryptointrinsics.bytecode.JdkMethods;
import org.cryptointrinsics.bytecode.KnownMethods;
import org.cryptointrinsics.bytecode.MethodName;
import org.junit.Test;

/** Methods of the JDK are known if they do what they did when the project was built, and not otherwise: whatever class files look like, and whatever is changed. */
public class KnownMethodsTest {

    private static final Set<String> RECEIVERS = Set.of("com/sun/crypto/provider/GaloisCounterMode$AESGCM", "com/sun/crypto/provider/GaloisCounterMode$GCMEncrypt",
                    "com/sun/crypto/provider/GaloisCounterMode$GCMDecrypt", "com/sun/crypto/provider/AESCrypt", "com/sun/crypto/provider/GCTR",
                    "com/sun/crypto/provider/GHASH");
    private static final List<MethodName> ROOTS = List.of(new MethodName("com/sun/crypto/provider/GaloisCounterMode", "engineDoFinal", "([BII[BI)I"),
                    // It has a switch.
                    new MethodName("javax/crypto/Cipher", "implInit", "(Ljavax/crypto/CipherSpi;IILjava/security/Key;Ljava/security/spec/AlgorithmParameterSpec;" +
                                    "Ljava/security/AlgorithmParameters;Ljava/security/SecureRandom;)V"));

    private static final ClassDesc OTHER = ClassDesc.of("java.lang.Other");

    private final Set<Class<?>> classes;
    private final byte[] known;

    public KnownMethodsTest() throws Exception {
        JdkMethods jdk = new JdkMethods(RECEIVERS);
        classes = jdk.classes(ROOTS);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        jdk.write(file, List.of(ROOTS));
        known = file.toByteArray();
    }

    private static byte[] file(Class<?> type) {
        try (InputStream file = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return file.readAllBytes();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private Map<Class<?>, byte[]> files() {
        return classes.stream().collect(Collectors.toMap(type -> type, KnownMethodsTest::file));
    }

    private JdkMethods jdk() throws Exception {
        JdkMethods jdk = new JdkMethods(RECEIVERS);
        jdk.know(new KnownMethods(new ByteArrayInputStream(known), List.of(ROOTS)));
        assertEquals(classes, jdk.classes(ROOTS));
        return jdk;
    }

    private static ClassFileMethods vm(Map<Class<?>, byte[]> files, boolean isRedefinedMeanwhile) {
        return new ClassFileMethods(files, files.keySet().stream().collect(
                        Collectors.toMap(type -> type, type -> isRedefinedMeanwhile ? JdkMethods.REDEFINED_MEANWHILE : JdkMethods.redefinitions(type))));
    }

    /** What a substitution is called or not for, in both ways in which that is found out. */
    private boolean isOriginal(Map<Class<?>, byte[]> files) throws Exception {
        boolean isKnown = jdk().isKnown(vm(files, false), ROOTS);
        String changed = new JdkMethods(RECEIVERS).changed(vm(files, false), ROOTS);
        assertEquals(changed, changed == null, isKnown);
        return isKnown;
    }

    @Test
    public void thoseOfTheJdk() throws Exception {
        assertTrue(classes.size() > 10);
        assertTrue(isOriginal(files()));
    }

    /** Then what was seen before is of no use. */
    @Test
    public void redefinedMeanwhile() throws Exception {
        Map<Class<?>, byte[]> changed = files();
        Class<?> type = Class.forName("com.sun.crypto.provider.GHASH");
        changed.computeIfPresent(type, (_, file) -> ClassFile.of().transformClass(ClassFile.of().parse(file), ClassTransform.endHandler(
                        builder -> builder.withMethod("added", ConstantDescs.MTD_void, ClassFile.ACC_ABSTRACT, _ -> {
                        }))));
        JdkMethods jdk = jdk();
        assertTrue(jdk.isKnown(vm(files(), true), ROOTS));
        assertFalse(jdk.isKnown(vm(changed, true), ROOTS));
        JdkMethods other = new JdkMethods(RECEIVERS);
        assertNull(other.changed(vm(files(), true), ROOTS));
        assertNotNull(other.changed(vm(changed, true), ROOTS));
        assertNull(other.changed(vm(files(), true), ROOTS));
    }

    /** Other numbers of constants, in another order; no line numbers, no names of variables, other stack maps. */
    @Test
    public void inOtherClassFiles() throws Exception {
        ClassFile writer = ClassFile.of(ClassFile.ConstantPoolSharingOption.NEW_POOL, ClassFile.LineNumbersOption.DROP_LINE_NUMBERS, ClassFile.DebugElementsOption.DROP_DEBUG,
                        ClassFile.ShortJumpsOption.FAIL_ON_SHORT_JUMPS);
        Map<Class<?>, byte[]> files = files();
        // Otherwise, constants would come in the order of their uses, as before.
        files.replaceAll((_, file) -> writer.transformClass(ClassFile.of().parse(file), ClassTransform.endHandler(
                        builder -> builder.withField("added", ConstantDescs.CD_int, 0)).andThen(ClassTransform.ACCEPT_ALL)));
        files().forEach((type, file) -> assertTrue(type.getName(), file.length != files.get(type).length));
        assertTrue(isOriginal(files));
    }

    /** That a JDK has built the agent does not mean that somebody has read its methods. */
    @Test
    public void methodsOfTheBuildThatAreInNoList() throws Exception {
        JdkMethods jdk = jdk();
        assertTrue(jdk.isKnown(vm(files(), false), ROOTS));
        // No substitution stands for it.
        assertTrue(jdk.untested(ROOTS).contains(ROOTS.getLast()));
    }

    /** That is another JDK. What an agent has put there is executed once, whether substitutions are called or not. */
    @Test
    public void otherInitializers() throws Exception {
        Class<?> type = Class.forName("com.sun.crypto.provider.GaloisCounterMode");
        Map<Class<?>, byte[]> files = files();
        files.computeIfPresent(type, (_, file) -> Nops.with(file, method -> method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME)));
        assertFalse(jdk().isKnown(vm(files, false), ROOTS));
        JdkMethods other = new JdkMethods(RECEIVERS);
        assertNull(other.changed(vm(files, false), ROOTS));
        assertEquals(List.of(), other.untested(ROOTS.subList(0, 1)));
    }

    @Test
    public void longerInstructionsForTheSame() throws Exception {
        Map<Class<?>, byte[]> files = files();
        files.replaceAll((_, file) -> ClassFile.of().transformClass(ClassFile.of().parse(file), ClassTransform.transformingMethodBodies((builder, element) -> {
            switch (element) {
                case BranchInstruction branch when branch.opcode() == Opcode.GOTO -> builder.branch(Opcode.GOTO_W, branch.target());
                case ConstantInstruction.IntrinsicConstantInstruction constant when constant.constantValue() instanceof Integer value -> builder.bipush(value);
                default -> builder.with(element);
            }
        })));
        assertTrue(isOriginal(files));
    }

    @Test
    public void addedMethodsThatMayOverrideOthers() throws Exception {
        for (Class<?> type : classes) {
            Map<Class<?>, byte[]> files = files();
            files.computeIfPresent(type, (_, file) -> ClassFile.of().transformClass(ClassFile.of().parse(file), ClassTransform.endHandler(
                            builder -> builder.withMethod("added", ConstantDescs.MTD_void, ClassFile.ACC_ABSTRACT, _ -> {
                            }))));
            assertFalse(type.getName(), isOriginal(files));
        }
    }

    @Test
    public void otherModifiers() throws Exception {
        Class<?> type = Class.forName("com.sun.crypto.provider.GaloisCounterMode");
        Map<Class<?>, byte[]> files = files();
        files.computeIfPresent(type, (_, file) -> ClassFile.of().transformClass(ClassFile.of().parse(file), (builder, element) -> {
            if (element instanceof MethodModel method && method.methodName().equalsString("engineDoFinal")) {
                builder.transformMethod(method, (changed, part) -> {
                    if (part instanceof AccessFlags flags) {
                        changed.withFlags(flags.flagsMask() ^ ClassFile.ACC_SYNCHRONIZED);
                    } else {
                        changed.with(part);
                    }
                });
            } else {
                builder.with(element);
            }
        }));
        assertFalse(isOriginal(files));
    }

    /** Of each kind of instruction in each class the first one. */
    @Test
    public void anyInstructionChanged() throws Exception {
        Map<String, Integer> changed = new TreeMap<>();
        Set<String> reached = new HashSet<>();
        new JdkMethods(RECEIVERS).reached(vm(files(), false), ROOTS).methods().forEach(
                        method -> reached.add(method.name().className() + method.name().name() + method.name().descriptor()));
        for (Class<?> type : classes) {
            for (Mutation mutation : mutations(type, reached)) {
                Map<Class<?>, byte[]> files = new HashMap<>(files());
                files.put(type, mutation.file);
                assertFalse(type.getName() + ": " + mutation.kind, isOriginal(files));
                changed.merge(mutation.kind, 1, Integer::sum);
            }
        }
        for (String kind : List.of("array load", "branch", "constant", "catch", "field", "increment", "call", "load", "new", "new array", "operator", "return", "store", "switch",
                        "throw", "type check", "added")) {
            assertTrue(kind + " of " + changed, changed.getOrDefault(kind, 0) > 0);
        }
    }

    private record Mutation(String kind, byte[] file) {
    }

    private static List<Mutation> mutations(Class<?> type, Set<String> reached) {
        ClassModel model = ClassFile.of().parse(file(type));
        Set<String> kinds = new HashSet<>();
        List<Mutation> mutations = new ArrayList<>();
        for (MethodModel method : model.methods()) {
            if (method.code().isEmpty() || !reached.contains(type.getName().replace('.', '/') + method.methodName().stringValue() + method.methodType().stringValue())) {
                continue;
            }
            for (CodeElement element : method.code().get()) {
                String kind = kind(element);
                if (kind != null && kinds.add(kind)) {
                    mutations.add(new Mutation(kind, mutate(model, method, element, false)));
                }
                if (element instanceof Instruction && kinds.add("added")) {
                    mutations.add(new Mutation("added", mutate(model, method, element, true)));
                }
            }
        }
        return mutations;
    }

    private static byte[] mutate(ClassModel model, MethodModel mutated, CodeElement at, boolean isAdded) {
        // What comes of it need not be correct.
        ClassFile writer = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS, ClassFile.DeadCodeOption.KEEP_DEAD_CODE);
        return writer.transformClass(model, (builder, element) -> {
            if (element == mutated) {
                builder.transformMethod(mutated, MethodTransform.transformingCode(new CodeTransform() {

                    private boolean isDone;

                    @Override
                    public void accept(CodeBuilder code, CodeElement each) {
                        boolean isIt = !isDone && each.getClass() == at.getClass() && each.toString().equals(at.toString());
                        isDone |= isIt;
                        if (isIt && isAdded) {
                            code.nop();
                        }
                        if (isIt && !isAdded) {
                            mutate(code, each);
                        } else {
                            code.with(each);
                        }
                    }
                }));
            } else {
                builder.with(element);
            }
        });
    }

    private static String kind(CodeElement element) {
        return switch (element) {
            case ArrayLoadInstruction _ -> "array load";
            case BranchInstruction branch when branch.opcode() != Opcode.GOTO -> "branch";
            case ConstantInstruction constant when constant.constantValue() instanceof Number || constant.constantValue() instanceof String -> "constant";
            case ExceptionCatch _ -> "catch";
            case FieldInstruction _ -> "field";
            case IncrementInstruction _ -> "increment";
            case InvokeInstruction _ -> "call";
            case LoadInstruction _ -> "load";
            case NewObjectInstruction _ -> "new";
            case NewPrimitiveArrayInstruction _ -> "new array";
            case OperatorInstruction _ -> "operator";
            case ReturnInstruction _ -> "return";
            case StoreInstruction _ -> "store";
            case TableSwitchInstruction _, LookupSwitchInstruction _ -> "switch";
            case ThrowInstruction _ -> "throw";
            case TypeCheckInstruction _ -> "type check";
            default -> null;
        };
    }

    private static void mutate(CodeBuilder code, CodeElement element) {
        switch (element) {
            case ArrayLoadInstruction _, OperatorInstruction _, ReturnInstruction _, ThrowInstruction _ -> code.nop();
            case BranchInstruction branch -> code.branch(branch.opcode() == Opcode.IFEQ ? Opcode.IFNE : Opcode.IFEQ, branch.target());
            case ConstantInstruction constant -> {
                switch (constant.constantValue()) {
                    case Integer value -> code.loadConstant(value + 1);
                    case Long value -> code.loadConstant(value + 1);
                    case String value -> code.loadConstant(value + " ");
                    default -> code.nop();
                }
            }
            case ExceptionCatch handler -> code.exceptionCatch(handler.tryStart(), handler.tryEnd(), handler.handler(), OTHER);
            case FieldInstruction field -> code.fieldAccess(field.opcode(), field.owner().asSymbol(), field.name().stringValue() + "Other", field.typeSymbol());
            case IncrementInstruction increment -> code.iinc(increment.slot(), increment.constant() + 1);
            case InvokeInstruction call -> code.invoke(call.opcode(), call.owner().asSymbol(), call.name().stringValue() + "Other", call.typeSymbol(), call.isInterface());
            case LoadInstruction load -> code.loadLocal(load.typeKind(), load.slot() + 1);
            case NewObjectInstruction _ -> code.new_(OTHER);
            case NewPrimitiveArrayInstruction array -> code.newarray(array.typeKind() == TypeKind.BYTE ? TypeKind.INT
                            : TypeKind.BYTE);
            case StoreInstruction store -> code.storeLocal(store.typeKind(), store.slot() + 1);
            case TableSwitchInstruction table -> code.lookupswitch(table.defaultTarget(), table.cases().subList(1, table.cases().size()));
            case LookupSwitchInstruction table -> code.lookupswitch(table.defaultTarget(), table.cases().subList(1, table.cases().size()));
            case TypeCheckInstruction _ -> code.instanceOf(OTHER);
            default -> throw new AssertionError(element);
        }
    }
}
