package org.cryptointrinsics.bytecode;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.cryptointrinsics.bytecode.VmMethods.VmMethod;

/** Methods of class files that HotSpot has shown to a transformer which came last: it executes these. */
public final class ClassFileMethods implements VmMethods {

    private static final int METHOD_MODIFIERS = Modifier.methodModifiers();

    private final Map<Class<?>, byte[]> files;
    private final Map<Class<?>, Map<MethodName, FileMethod>> methods = new HashMap<>();

    /**
     * @param files of all classes that are asked for
     */
    public ClassFileMethods(Map<Class<?>, byte[]> files) {
        this.files = files;
    }

    @Override
    public Map<MethodName, ? extends VmMethod> declared(Class<?> type) {
        return methods.computeIfAbsent(type, _ -> {
            Map<MethodName, FileMethod> declared = new HashMap<>();
            String className = type.getName().replace('.', '/');
            ClassFile.of().parse(files.get(type)).methods().forEach(method -> {
                MethodName name = MethodName.of(className, method);
                declared.put(name, new FileMethod(name, method));
            });
            return declared;
        });
    }

    private record FileMethod(MethodName name, MethodModel method) implements VmMethod {

        @Override
        public int modifiers() {
            return method.flags().flagsMask() & METHOD_MODIFIERS;
        }

        @Override
        public boolean isSame(MethodModel original) {
            if (modifiers() != (original.flags().flagsMask() & METHOD_MODIFIERS)) {
                return false;
            }
            CodeAttribute code = method.findAttribute(Attributes.code()).orElse(null);
            CodeAttribute other = original.findAttribute(Attributes.code()).orElse(null);
            if (code == null || other == null) {
                return code == other;
            }
            return told(code).equals(told(other));
        }
    }

    /** What code does, whatever the numbers of constants, and wherever its lines are. */
    private static List<Object> told(CodeModel code) {
        List<Object> told = new ArrayList<>();
        for (CodeElement element : code) {
            switch (element) {
                case LabelTarget target -> told.add(target.label());
                case Instruction instruction -> told.add(told(instruction));
                case ExceptionCatch handler -> told.add(List.of("catch", handler.catchType().map(ClassEntry::asInternalName).orElse("any"), //
                                handler.tryStart(), handler.tryEnd(), handler.handler()));
                default -> {
                    // Lines, names of variables, and stack maps: the verifier sees to it that these fit.
                }
            }
        }
        return numbered(told);
    }

    /** With labels by where they are: the number of the instruction that follows. */
    private static List<Object> numbered(List<Object> told) {
        Map<Label, Integer> labels = new HashMap<>();
        List<Object> instructions = new ArrayList<>();
        for (Object element : told) {
            if (element instanceof Label label) {
                labels.put(label, instructions.size());
            } else {
                instructions.add(element);
            }
        }
        instructions.replaceAll(element -> element instanceof List<?> parts ? parts.stream().map(part -> part instanceof Label label ? (Object) labels.get(label) : part).toList()
                        : element);
        return instructions;
    }

    private static Object told(Instruction instruction) {
        return switch (instruction) {
            case InvokeInstruction call -> List.of(call.opcode().bytecode(), call.owner().asInternalName(), call.name().stringValue(), call.type().stringValue(),
                            call.isInterface());
            case FieldInstruction field -> List.of(field.opcode().bytecode(), field.owner().asInternalName(), field.name().stringValue(), field.type().stringValue());
            case InvokeDynamicInstruction call -> List.of(call.opcode().bytecode(), call.name().stringValue(), call.type().stringValue(), call.bootstrapMethod(),
                            call.bootstrapArgs());
            case NewObjectInstruction object -> List.of(object.opcode().bytecode(), object.className().asInternalName());
            case NewReferenceArrayInstruction array -> List.of(array.opcode().bytecode(), array.componentType().asInternalName());
            case NewMultiArrayInstruction array -> List.of(array.opcode().bytecode(), array.arrayType().asInternalName(), array.dimensions());
            case NewPrimitiveArrayInstruction array -> List.of(array.opcode().bytecode(), array.typeKind());
            case TypeCheckInstruction check -> List.of(check.opcode().bytecode(), check.type().asInternalName());
            // Whichever of several instructions it is.
            case ConstantInstruction constant -> List.of("constant", constant.typeKind(), constant.constantValue());
            case LoadInstruction load -> List.of("load", load.typeKind(), load.slot());
            case StoreInstruction store -> List.of("store", store.typeKind(), store.slot());
            case IncrementInstruction increment -> List.of("increment", increment.slot(), increment.constant());
            case BranchInstruction branch -> List.of(branch.opcode().bytecode(), branch.target());
            case TableSwitchInstruction table -> switched(table.defaultTarget(), table.cases());
            case LookupSwitchInstruction table -> switched(table.defaultTarget(), table.cases());
            default -> instruction.opcode().bytecode();
        };
    }

    private static List<Object> switched(Label otherwise, List<SwitchCase> cases) {
        List<Object> told = new ArrayList<>(List.of("switch", otherwise));
        cases.forEach(each -> {
            told.add(each.caseValue());
            told.add(each.target());
        });
        return told;
    }
}
