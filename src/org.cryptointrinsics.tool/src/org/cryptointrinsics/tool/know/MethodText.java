package org.cryptointrinsics.tool.know;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.cryptointrinsics.bytecode.MethodName;

/** A method as {@code javap} would print it, without what its digest leaves out: numbers of constants, lines, names of variables, stack maps. */
final class MethodText {

    private static final String INDENT = "    ";

    /** Only where something jumps to: the numbers of others would change with each instruction that is added. */
    private final Set<Label> targets = new HashSet<>();
    private final Map<Label, String> names = new HashMap<>();
    private final List<String> lines = new ArrayList<>();

    private MethodText() {
    }

    /** The lines of a method of a class file; none if it has no such method. */
    static List<String> of(byte[] file, MethodName name) {
        MethodText text = new MethodText();
        for (MethodModel method : ClassFile.of().parse(file).methods()) {
            if (method.methodName().equalsString(name.name()) && method.methodType().equalsString(name.descriptor())) {
                String flags = method.flags().flags().stream().map(flag -> flag.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(" "));
                text.lines.add((flags + " " + name.name() + name.descriptor()).strip());
                method.code().ifPresent(text::tell);
            }
        }
        return text.lines;
    }

    private void tell(CodeModel code) {
        code.forEach(this::addTargets);
        code.elementStream().filter(LabelTarget.class::isInstance).map(element -> ((LabelTarget) element).label()).filter(targets::contains).forEach(
                        label -> names.put(label, "L" + names.size()));
        List<String> handlers = new ArrayList<>();
        for (CodeElement element : code) {
            switch (element) {
                case LabelTarget target when targets.contains(target.label()) -> lines.add("  " + names.get(target.label()) + ":");
                case ExceptionCatch handler -> handlers.add("  from " + names.get(handler.tryStart()) + " to " + names.get(handler.tryEnd()) + " catch " +
                                handler.catchType().map(type -> type.asInternalName()).orElse("any") + " at " + names.get(handler.handler()));
                case Instruction instruction -> lines.add(INDENT + told(instruction));
                default -> {
                }
            }
        }
        lines.addAll(handlers);
    }

    private void addTargets(CodeElement element) {
        switch (element) {
            case BranchInstruction branch -> targets.add(branch.target());
            case TableSwitchInstruction table -> addTargets(table.defaultTarget(), table.cases());
            case LookupSwitchInstruction table -> addTargets(table.defaultTarget(), table.cases());
            case ExceptionCatch handler -> targets.addAll(List.of(handler.tryStart(), handler.tryEnd(), handler.handler()));
            default -> {
            }
        }
    }

    private void addTargets(Label otherwise, List<SwitchCase> cases) {
        targets.add(otherwise);
        cases.forEach(each -> targets.add(each.target()));
    }

    private String told(Instruction instruction) {
        return switch (instruction) {
            case LoadInstruction load -> letter(load.typeKind()) + "load " + load.slot();
            case StoreInstruction store -> letter(store.typeKind()) + "store " + store.slot();
            case IncrementInstruction increment -> "iinc " + increment.slot() + " " + increment.constant();
            case ConstantInstruction constant -> "push " + constant.typeKind().name().toLowerCase(Locale.ROOT) + " " + constant.constantValue();
            case BranchInstruction branch -> (branch.opcode() == Opcode.GOTO_W ? "goto" : opcode(branch)) + " " + names.get(branch.target());
            case TableSwitchInstruction table -> told(table.defaultTarget(), table.cases());
            case LookupSwitchInstruction table -> told(table.defaultTarget(), table.cases());
            case FieldInstruction field -> opcode(field) + " " + field.owner().asInternalName() + "." + field.name().stringValue() + " " + field.type().stringValue();
            case InvokeInstruction call -> opcode(call) + " " + call.owner().asInternalName() + "." + call.name().stringValue() + call.type().stringValue();
            case InvokeDynamicInstruction call -> "invokedynamic " + call.name().stringValue() + call.type().stringValue() + " by " + call.bootstrapMethod() + " of " +
                            call.bootstrapArgs();
            case NewObjectInstruction object -> "new " + object.className().asInternalName();
            case NewPrimitiveArrayInstruction array -> "newarray " + array.typeKind().name().toLowerCase(Locale.ROOT);
            case NewReferenceArrayInstruction array -> "anewarray " + array.componentType().asInternalName();
            case NewMultiArrayInstruction array -> "multianewarray " + array.arrayType().asInternalName() + " " + array.dimensions();
            case TypeCheckInstruction check -> opcode(check) + " " + check.type().asInternalName();
            default -> opcode(instruction);
        };
    }

    private static String opcode(Instruction instruction) {
        return instruction.opcode().name().toLowerCase(Locale.ROOT);
    }

    /** With which instructions of that type begin. */
    private static String letter(TypeKind kind) {
        return kind == TypeKind.REFERENCE ? "a" : kind.name().substring(0, 1).toLowerCase(Locale.ROOT);
    }

    private String told(Label otherwise, List<SwitchCase> cases) {
        return cases.stream().map(each -> each.caseValue() + " " + names.get(each.target())).collect(Collectors.joining(", ", "switch ", ", default ")) + names.get(otherwise);
    }
}
