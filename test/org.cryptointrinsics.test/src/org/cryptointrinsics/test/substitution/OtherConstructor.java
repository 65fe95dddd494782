package org.cryptointrinsics.test.substitution;

import java.io.IOException;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.util.Set;

/**
 * A constructor has one more parameter. Who makes objects by the name of the class, as providers do, has them of a class that extends it, and has the constructor as it was.
 */
final class OtherConstructor extends OtherJdk {

    private final ClassDesc owner;
    private final String ownerName;
    private final MethodTypeDesc type;
    private final MethodTypeDesc otherType;

    OtherConstructor(Constructor<?> constructor, Path folder) throws IOException {
        super(folder);
        owner = constructor.getDeclaringClass().describeConstable().orElseThrow();
        ownerName = constructor.getDeclaringClass().getName();
        type = MethodTypeDesc.ofDescriptor(type(constructor));
        otherType = type.insertParameterTypes(type.parameterCount(), ConstantDescs.CD_Void);
        write(ownerName.replace('.', '/') + SUFFIX, subclass());
    }

    private byte[] subclass() {
        return ClassFile.of().build(ClassDesc.of(ownerName + SUFFIX), builder -> builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER).withSuperclass(owner).withMethodBody(
                        ConstantDescs.INIT_NAME, type, ClassFile.ACC_PUBLIC, code -> {
                            code.aload(0);
                            for (int i = 0; i < type.parameterCount(); i++) {
                                code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
                            }
                            code.aconst_null().invokespecial(owner, ConstantDescs.INIT_NAME, otherType).return_();
                        }));
    }

    @Override
    Set<String> changedNames() {
        return Set.of(constructorName(ownerName.replace('.', '/'), type.descriptorString()), ownerName);
    }

    @Override
    byte[] transform(ClassModel model) {
        CodeTransform uses = (builder, element) -> {
            switch (element) {
                case InvokeInstruction call when isIt(call.owner(), call.name(), call.type()) -> builder.aconst_null().invokespecial(owner, ConstantDescs.INIT_NAME, otherType);
                case ConstantInstruction.LoadConstantInstruction load when load.constantValue().equals(ownerName) -> builder.ldc(ownerName + SUFFIX);
                default -> builder.with(element);
            }
        };
        return ClassFile.of().transformClass(model, ClassTransform.transformingMethodBodies(uses).andThen((builder, element) -> {
            switch (element) {
                case AccessFlags flags when model.thisClass().matches(owner) -> builder.withFlags(flags.flagsMask() & ~ClassFile.ACC_FINAL);
                case MethodModel method when isIt(model.thisClass(), method.methodName(), method.methodType()) ->
                    builder.withMethod(ConstantDescs.INIT_NAME, otherType, method.flags().flagsMask(), changed -> method.forEach(part -> {
                        if (part instanceof CodeModel code) {
                            changed.withCode(body -> code.forEach(body::with));
                        } else {
                            changed.with(part);
                        }
                    }));
                default -> builder.with(element);
            }
        }));
    }

    private boolean isIt(ClassEntry otherOwner, Utf8Entry otherName, Utf8Entry descriptor) {
        return otherOwner.matches(owner) && otherName.equalsString(ConstantDescs.INIT_NAME) && descriptor.equalsString(type.descriptorString());
    }
}
