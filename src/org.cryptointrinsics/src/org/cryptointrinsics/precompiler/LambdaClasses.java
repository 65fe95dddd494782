package org.cryptointrinsics.precompiler;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SUPER;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.NestHostAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Puts classes in place of lambdas and method references. HotSpot would make a class of each when it is first executed, which takes it ten times as long as to load one, in each
 * process.
 *
 * <pre>
 * final class User$$Lambda0 implements Supplier {
 *     private final User captured0;
 *
 *     static Supplier make(User captured0) {
 *         return new User$$Lambda0(captured0);
 *     }
 *
 *     public Object get() {
 *         return captured0.lambda$use$0();
 *     }
 * }
 * </pre>
 */
final class LambdaClasses {

    private static final ClassDesc METAFACTORY = ClassDesc.of("java.lang.invoke.LambdaMetafactory");
    private static final String MAKE = "make";
    private static final String CAPTURED = "captured";

    private final Map<ClassDesc, byte[]> files = new TreeMap<>((a, b) -> a.descriptorString().compareTo(b.descriptorString()));
    private final Map<ClassDesc, List<ClassDesc>> members = new LinkedHashMap<>();
    private final ClassFile classFile;

    private LambdaClasses(ClassLoader loader) {
        classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(loader).orElse(ClassHierarchyResolver.defaultResolver())));
    }

    /**
     * All classes, with those in place of lambdas.
     *
     * @param classes class files, those of nests together
     * @param loader where these classes are
     * @return by internal names
     */
    static Map<String, byte[]> replace(List<byte[]> classes, ClassLoader loader) {
        LambdaClasses made = new LambdaClasses(loader);
        for (byte[] file : classes) {
            made.replace(made.classFile.parse(file));
        }
        made.members.forEach((host, added) -> made.files.computeIfPresent(host, (_, file) -> made.withMembers(file, added)));
        Map<String, byte[]> byName = new TreeMap<>();
        made.files.forEach((type, file) -> {
            List<VerifyError> errors = made.classFile.verify(file);
            if (!errors.isEmpty()) {
                throw errors.getFirst();
            }
            byName.put(internalName(type), file);
        });
        return byName;
    }

    private static String internalName(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.substring(1, descriptor.length() - 1);
    }

    private byte[] withMembers(byte[] file, List<ClassDesc> added) {
        ClassModel model = classFile.parse(file);
        List<ClassDesc> all = new ArrayList<>();
        model.findAttribute(Attributes.nestMembers()).ifPresent(before -> before.nestMembers().forEach(member -> all.add(member.asSymbol())));
        all.addAll(added);
        return classFile.transformClass(model, ClassTransform.dropping(NestMembersAttribute.class::isInstance).andThen(
                        ClassTransform.endHandler(builder -> builder.with(NestMembersAttribute.ofSymbols(all)))));
    }

    private void replace(ClassModel model) {
        ClassDesc user = model.thisClass().asSymbol();
        ClassDesc host = model.findAttribute(Attributes.nestHost()).map(attribute -> attribute.nestHost().asSymbol()).orElse(user);
        files.put(user, classFile.transformClass(model, ClassTransform.transformingMethodBodies(new CodeTransform() {
            @Override
            public void accept(CodeBuilder code, CodeElement element) {
                if (element instanceof InvokeDynamicInstruction lambda && isLambda(lambda)) {
                    code.invokestatic(make(user, host, lambda), MAKE, lambda.typeSymbol());
                } else {
                    code.with(element);
                }
            }
        })));
    }

    private static boolean isLambda(InvokeDynamicInstruction instruction) {
        DirectMethodHandleDesc bootstrap = instruction.bootstrapMethod();
        return bootstrap.owner().equals(METAFACTORY) && bootstrap.methodName().equals("metafactory");
    }

    private ClassDesc make(ClassDesc user, ClassDesc host, InvokeDynamicInstruction lambda) {
        List<ClassDesc> all = members.computeIfAbsent(host, _ -> new ArrayList<>());
        ClassDesc name = ClassDesc.ofInternalName(internalName(user) + "$$Lambda" + all.size());
        all.add(name);
        MethodTypeDesc captured = lambda.typeSymbol().changeReturnType(ConstantDescs.CD_void);
        files.put(name, classFile.build(name, builder -> {
            builder.withFlags(ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC).withInterfaceSymbols(lambda.typeSymbol().returnType());
            builder.with(NestHostAttribute.of(host));
            for (int i = 0; i < captured.parameterCount(); i++) {
                builder.withField(CAPTURED + i, captured.parameterType(i), ACC_PRIVATE | ACC_FINAL);
            }
            builder.withMethodBody(ConstantDescs.INIT_NAME, captured, ACC_PRIVATE, code -> {
                code.aload(0).invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
                for (int i = 0, slot = 1; i < captured.parameterCount(); i++) {
                    TypeKind kind = TypeKind.from(captured.parameterType(i));
                    code.aload(0).loadLocal(kind, slot).putfield(name, CAPTURED + i, captured.parameterType(i));
                    slot += kind.slotSize();
                }
                code.return_();
            });
            builder.withMethodBody(MAKE, lambda.typeSymbol(), ACC_STATIC, code -> {
                code.new_(name).dup();
                for (int i = 0, slot = 0; i < captured.parameterCount(); i++) {
                    TypeKind kind = TypeKind.from(captured.parameterType(i));
                    code.loadLocal(kind, slot);
                    slot += kind.slotSize();
                }
                code.invokespecial(name, ConstantDescs.INIT_NAME, captured).areturn();
            });
            MethodTypeDesc declared = (MethodTypeDesc) lambda.bootstrapArgs().get(0);
            builder.withMethodBody(lambda.name().stringValue(), declared, ACC_PUBLIC, code -> call(code, name, captured, declared, lambda));
        }));
        return name;
    }

    /** The method of the interface: calls what the lambda consists of. */
    private static void call(CodeBuilder code, ClassDesc name, MethodTypeDesc captured, MethodTypeDesc declared, InvokeDynamicInstruction lambda) {
        DirectMethodHandleDesc callee = (DirectMethodHandleDesc) lambda.bootstrapArgs().get(1);
        MethodTypeDesc instantiated = (MethodTypeDesc) lambda.bootstrapArgs().get(2);
        boolean isConstructor = callee.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR;
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(callee.lookupDescriptor());
        List<ClassDesc> taken = new ArrayList<>();
        if (isConstructor) {
            code.new_(callee.owner()).dup();
        } else if (callee.kind() != DirectMethodHandleDesc.Kind.STATIC && callee.kind() != DirectMethodHandleDesc.Kind.INTERFACE_STATIC) {
            taken.add(callee.owner());
        }
        taken.addAll(type.parameterList());
        for (int i = 0; i < captured.parameterCount(); i++) {
            code.aload(0).getfield(name, CAPTURED + i, captured.parameterType(i));
            convert(code, captured.parameterType(i), taken.get(i));
        }
        for (int i = 0, slot = 1; i < declared.parameterCount(); i++) {
            TypeKind kind = TypeKind.from(declared.parameterType(i));
            code.loadLocal(kind, slot);
            slot += kind.slotSize();
            convert(code, declared.parameterType(i), instantiated.parameterType(i));
            convert(code, instantiated.parameterType(i), taken.get(captured.parameterCount() + i));
        }
        switch (callee.kind()) {
            case STATIC, INTERFACE_STATIC -> code.invokestatic(callee.owner(), callee.methodName(), type, callee.isOwnerInterface());
            case CONSTRUCTOR -> code.invokespecial(callee.owner(), ConstantDescs.INIT_NAME, type);
            case INTERFACE_VIRTUAL, INTERFACE_SPECIAL -> code.invokeinterface(callee.owner(), callee.methodName(), type);
            case VIRTUAL, SPECIAL -> code.invokevirtual(callee.owner(), callee.methodName(), type);
            default -> throw new IllegalArgumentException(callee.toString());
        }
        ClassDesc returned = isConstructor ? callee.owner() : type.returnType();
        if (declared.returnType().equals(ConstantDescs.CD_void)) {
            switch (TypeKind.from(returned).slotSize()) {
                case 1 -> code.pop();
                case 2 -> code.pop2();
                default -> {
                    // Nothing is left.
                }
            }
        } else {
            convert(code, returned, instantiated.returnType());
            convert(code, instantiated.returnType(), declared.returnType());
        }
        code.return_(TypeKind.from(declared.returnType()));
    }

    /** As of {@link java.lang.invoke.LambdaMetafactory}. */
    private static void convert(CodeBuilder code, ClassDesc from, ClassDesc to) {
        if (from.equals(to)) {
            return;
        }
        if (from.isPrimitive() && to.isPrimitive()) {
            code.conversion(TypeKind.from(from), TypeKind.from(to));
        } else if (from.isPrimitive()) {
            ClassDesc box = box(from);
            code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, from));
        } else if (to.isPrimitive()) {
            // Of what is no box it is that of the primitive.
            ClassDesc primitive = Stream.of(TypeKind.values()).map(TypeKind::upperBound).filter(ClassDesc::isPrimitive).filter(each -> !each.equals(ConstantDescs.CD_void) &&
                            box(each).equals(from)).findFirst().orElse(to);
            ClassDesc box = box(primitive);
            if (!box.equals(from)) {
                code.checkcast(box);
            }
            code.invokevirtual(box, primitive.displayName() + "Value", MethodTypeDesc.of(primitive));
            convert(code, primitive, to);
        } else if (!to.equals(ConstantDescs.CD_Object)) {
            code.checkcast(to);
        }
    }

    private static ClassDesc box(ClassDesc primitive) {
        return switch (TypeKind.from(primitive)) {
            case BOOLEAN -> ConstantDescs.CD_Boolean;
            case BYTE -> ConstantDescs.CD_Byte;
            case CHAR -> ConstantDescs.CD_Character;
            case SHORT -> ConstantDescs.CD_Short;
            case INT -> ConstantDescs.CD_Integer;
            case LONG -> ConstantDescs.CD_Long;
            case FLOAT -> ConstantDescs.CD_Float;
            case DOUBLE -> ConstantDescs.CD_Double;
            default -> throw new IllegalArgumentException(primitive.descriptorString());
        };
    }
}
