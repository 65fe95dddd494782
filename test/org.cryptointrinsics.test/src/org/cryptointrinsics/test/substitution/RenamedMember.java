package org.cryptointrinsics.test.substitution;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Set;

/** A field or a method has another name. */
final class RenamedMember extends OtherJdk {

    private final Member member;
    private final String name;
    private final String type;
    private final Class<?> root;

    RenamedMember(Member member, Path folder) {
        super(folder);
        this.member = member;
        this.name = member.getName();
        this.type = type(member);
        this.root = root(member.getDeclaringClass(), member);
    }

    @Override
    Set<String> changedNames() {
        return Set.of(name + " " + type);
    }

    @Override
    byte[] transform(ClassModel model) {
        CodeTransform uses = (builder, element) -> {
            switch (element) {
                case FieldInstruction access when isNamed(access.name(), access.type()) && isOf(access.owner()) ->
                    builder.fieldAccess(access.opcode(), access.owner().asSymbol(), name + SUFFIX, access.typeSymbol());
                case InvokeInstruction call when isNamed(call.name(), call.type()) && isOf(call.owner()) ->
                    builder.invoke(call.opcode(), call.owner().asSymbol(), name + SUFFIX, call.typeSymbol(), call.isInterface());
                default -> builder.with(element);
            }
        };
        return ClassFile.of().transformClass(model, ClassTransform.transformingMethodBodies(uses).andThen((builder, element) -> {
            Utf8Entry newName = builder.constantPool().utf8Entry(name + SUFFIX);
            switch (element) {
                case FieldModel field when isNamed(field.fieldName(), field.fieldType()) && isOf(model.thisClass()) ->
                    builder.withField(newName, field.fieldType(), renamed -> field.forEach(renamed::with));
                case MethodModel method when isNamed(method.methodName(), method.methodType()) && isOf(model.thisClass()) ->
                    builder.withMethod(newName, method.methodType(), method.flags().flagsMask(), renamed -> method.forEach(part -> {
                        // HotSpot has no intrinsic by that name.
                        if (!(part instanceof RuntimeVisibleAnnotationsAttribute)) {
                            renamed.with(part);
                        }
                    }));
                default -> builder.with(element);
            }
        }));
    }

    private boolean isNamed(Utf8Entry otherName, Utf8Entry otherType) {
        return otherName.equalsString(name) && otherType.equalsString(type);
    }

    /** Whether what has that name there is the member. */
    private boolean isOf(ClassEntry owner) {
        Class<?> declaring = Class.forName(Object.class.getModule(), owner.asInternalName().replace('/', '.'));
        if (member instanceof Method) {
            return declaring != null && root.isAssignableFrom(declaring);
        }
        while (declaring != null && !declares(declaring, member)) {
            declaring = declaring.getSuperclass();
        }
        return declaring == root;
    }
}
