package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.LocalVariableType;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

import org.cryptointrinsics.test.AnyJdk;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** What the agent puts into class files, tried with each method that may have it of many classes. */
@Category(AnyJdk.class)
public class EntryCallsTest {

    private static final ClassDesc CALLED = ClassDesc.of("sun.security.provider.CryptoIntrinsics");
    private static final String CALLED_METHOD = "called";
    private static final List<String> PACKAGES = List.of("java/security", "java/util", "javax", "com/sun/crypto", "sun/security");
    private static final int LEAST_METHODS = 15_000;

    private static Stream<Path> classes() {
        Path module = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
        return PACKAGES.stream().flatMap(name -> {
            try {
                return Files.walk(module.resolve(name)).filter(file -> file.toString().endsWith(".class"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static boolean mayHaveCall(MethodModel method) {
        TypeKind result = TypeKind.from(method.methodTypeSymbol().returnType()).asLoadable();
        boolean isReturned = result == TypeKind.INT || result == TypeKind.REFERENCE || result == TypeKind.VOID;
        return isReturned && method.code().isPresent() && !method.methodName().stringValue().startsWith("<");
    }

    private static MethodTypeDesc calledType(MethodModel method) {
        MethodTypeDesc type = method.methodTypeSymbol();
        if (!method.flags().has(AccessFlag.STATIC)) {
            type = type.insertParameterTypes(0, method.parent().orElseThrow().thisClass().asSymbol());
        }
        ClassDesc result = type.returnType();
        boolean isVoid = result.equals(ConstantDescs.CD_void);
        if (!result.isPrimitive()) {
            // Half of them return an object of a class that nobody else may name.
            return method.methodName().stringValue().length() % 2 == 0 ? type.changeReturnType(ConstantDescs.CD_Object) : type;
        }
        return type.changeReturnType(isVoid ? ConstantDescs.CD_boolean : ConstantDescs.CD_int);
    }

    /** A file that has a call in each of these methods. */
    private static byte[] calls(List<MethodModel> methods) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0);
        out.writeInt(methods.size());
        for (MethodModel method : methods) {
            out.writeUTF(method.parent().orElseThrow().thisClass().asInternalName());
            out.writeUTF(method.methodName().stringValue());
            out.writeUTF(method.methodType().stringValue());
            out.writeUTF(CALLED_METHOD);
            out.writeUTF(calledType(method).descriptorString());
        }
        return bytes.toByteArray();
    }

    private static BinaryOperator<Object> agent(URLClassLoader loader, byte[] file) throws ReflectiveOperationException {
        Class<?> type = loader.loadClass("org.cryptointrinsics.agent.EntryCalls");
        Object calls = type.getConstructor(byte[].class).newInstance((Object) file);
        return (name, before) -> {
            try {
                return type.getMethod("withCalls", String.class, byte[].class).invoke(calls, name, before);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        };
    }

    /** What the code of a method is, by where its parts are: with {@code distance} taken off, unless they are at the beginning. */
    private record Told(CodeAttribute code, int distance) {

        private int at(Label label) {
            int at = code.labelToBci(label);
            return at == 0 ? 0 : at - distance;
        }

        private String tell(CodeElement element) {
            return switch (element) {
                case BranchInstruction branch -> branch.opcode() + " " + at(branch.target());
                case TableSwitchInstruction table -> table.opcode() + " " + table.lowValue() + " " + tell(table.cases()) + at(table.defaultTarget());
                case LookupSwitchInstruction lookup -> lookup.opcode() + " " + tell(lookup.cases()) + at(lookup.defaultTarget());
                case ExceptionCatch handler -> "catch " + at(handler.tryStart()) + " " + at(handler.tryEnd()) + " " + at(handler.handler()) + " " + handler.catchType();
                case LocalVariable variable -> variable.slot() + " " + variable.name() + variable.type() + at(variable.startScope()) + " " + at(variable.endScope());
                case LocalVariableType variable -> variable.slot() + " " + variable.name() + variable.signature() + at(variable.startScope()) + " " + at(variable.endScope());
                default -> element.toString();
            };
        }

        private List<String> tell(List<SwitchCase> cases) {
            return cases.stream().map(each -> each.caseValue() + " " + at(each.target())).toList();
        }

        /** Without the first instructions. */
        List<String> tell(int left) {
            List<String> told = new ArrayList<>();
            int count = 0;
            for (CodeElement element : code) {
                boolean isOfBeginning = element instanceof Instruction && count++ < left;
                if (!isOfBeginning && !(element instanceof LabelTarget)) {
                    told.add(tell(element));
                }
            }
            return told;
        }
    }

    private static Optional<List<String>> tell(MethodModel method) {
        return method.code().map(code -> new Told((CodeAttribute) code, 0).tell(0));
    }

    private static void assertSame(MethodModel before, MethodModel after) {
        CodeAttribute code = (CodeAttribute) before.code().orElseThrow();
        CodeAttribute changed = (CodeAttribute) after.code().orElseThrow();
        String told = before.parent().orElseThrow().thisClass().asInternalName() + "." + before.methodName() + before.methodType();
        int distance = changed.codeLength() - code.codeLength();
        assertEquals(told, 0, distance % 4);
        List<Instruction> instructions = changed.elementStream().filter(Instruction.class::isInstance).map(Instruction.class::cast).toList();
        int left = 0;
        for (int bytes = 0; bytes < distance; left++) {
            bytes += instructions.get(left).sizeInBytes();
        }
        InvokeInstruction call = instructions.stream().limit(left).filter(InvokeInstruction.class::isInstance).map(InvokeInstruction.class::cast).findFirst().orElseThrow();
        assertEquals(told, CALLED, call.owner().asSymbol());
        assertEquals(told, CALLED_METHOD, call.name().stringValue());
        assertEquals(told, calledType(before), call.typeSymbol());
        assertEquals(told, new Told(code, 0).tell(0), new Told(changed, distance).tell(left));
        assertEquals(told, code.maxLocals(), changed.maxLocals());
    }

    private static int assertCalls(URLClassLoader loader, Path path) throws IOException, ReflectiveOperationException {
        byte[] file = Files.readAllBytes(path);
        ClassFile classFile = ClassFile.of();
        ClassModel model = classFile.parse(file);
        String name = model.thisClass().asInternalName();
        List<MethodModel> methods = model.methods().stream().filter(EntryCallsTest::mayHaveCall).toList();
        BinaryOperator<Object> agent = agent(loader, calls(methods));
        if (methods.isEmpty()) {
            assertNull(agent.apply(name, file));
            return 0;
        }
        byte[] changed = (byte[]) agent.apply(name, file);
        assertEquals(name, List.of(), classFile.verify(changed));
        ClassModel after = classFile.parse(changed);
        assertEquals(name, model.fields().size(), after.fields().size());
        assertEquals(name, model.methods().size(), after.methods().size());
        assertEquals(name, model.attributes().toString(), after.attributes().toString());
        for (int i = 0; i < model.methods().size(); i++) {
            MethodModel method = model.methods().get(i);
            if (mayHaveCall(method)) {
                assertSame(method, after.methods().get(i));
            } else {
                assertEquals(name, tell(method), tell(after.methods().get(i)));
            }
        }
        return methods.size();
    }

    @Test
    public void everyMethod() throws Exception {
        int methods = 0;
        try (URLClassLoader loader = new URLClassLoader(new URL[]{C2.AGENT.toUri().toURL()}, null); Stream<Path> classes = classes()) {
            for (Path path : classes.toList()) {
                methods += assertCalls(loader, path);
            }
        }
        assertTrue(methods + " methods", methods > LEAST_METHODS);
    }
}
