package org.cryptointrinsics.replacements;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.linkage.Inlined;
import org.cryptointrinsics.linkage.Likelihood;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.selection.Report.Site;
import org.cryptointrinsics.stub.KernelSnippetStub;
import org.cryptointrinsics.substitution.Bytes;
import org.cryptointrinsics.substitution.SubstitutedMethod;

import jdk.graal.compiler.bytecode.BytecodeStream;
import jdk.graal.compiler.bytecode.Bytecodes;
import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.java.BytecodeParser;
import jdk.graal.compiler.nodes.CallTargetNode.InvokeKind;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.graphbuilderconf.GraphBuilderContext;
import jdk.graal.compiler.nodes.graphbuilderconf.InlineInvokePlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.InlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.Receiver;
import jdk.graal.compiler.nodes.java.MethodCallTargetNode;
import jdk.vm.ci.meta.ConstantPool;
import jdk.vm.ci.meta.JavaType;
import jdk.vm.ci.meta.MetaAccessProvider;
import jdk.vm.ci.meta.ResolvedJavaMethod;
import jdk.vm.ci.meta.ResolvedJavaType;

/** Puts Java code of ours in place of calls of the JDK's methods. */
final class Substitutions {

    private static final String PACKAGE = Bytes.class.getPackageName() + '.';

    private static final String KERNELS = OnDemand.class.getPackageName() + '.';

    private static final Set<ResolvedJavaType> LINKED = new HashSet<>();

    private Substitutions() {
    }

    /** A class of the JDK, not initialized. */
    static Class<?> forName(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(name);
        }
    }

    /**
     * Resolves all that the methods of a class refer to, and so on for classes of ours: where compiled code comes to what is not, it is left, and thrown away. To be called
     * before a method of the class is compiled. Idempotent; who comes while another thread does it, waits.
     */
    static synchronized void link(MetaAccessProvider metaAccess, Class<?> substitution) {
        link(metaAccess.lookupJavaType(substitution));
    }

    private static void link(ResolvedJavaType type) {
        String className = type.toJavaName();
        if (!isSubstitution(className) && !className.startsWith(KERNELS) || !LINKED.add(type)) {
            return;
        }
        type.initialize();
        for (ResolvedJavaMethod method : type.getDeclaredMethods()) {
            if (!method.hasBytecodes() || !isInlined(method)) {
                continue;
            }
            ConstantPool constants = method.getConstantPool();
            BytecodeStream code = new BytecodeStream(method.getCode());
            for (; code.currentBC() != Bytecodes.END; code.next()) {
                switch (code.currentBC()) {
                    case Bytecodes.INVOKESTATIC, Bytecodes.INVOKEVIRTUAL, Bytecodes.INVOKESPECIAL, Bytecodes.INVOKEINTERFACE -> {
                        constants.loadReferencedType(code.readCPI(), code.currentBC());
                        ResolvedJavaType holder = ((ResolvedJavaMethod) constants.lookupMethod(code.readCPI(), code.currentBC(), method)).getDeclaringClass();
                        if (holder.toJavaName().startsWith(KERNELS)) {
                            holder.initialize();
                        }
                        link(holder);
                    }
                    case Bytecodes.GETSTATIC, Bytecodes.PUTSTATIC, Bytecodes.GETFIELD, Bytecodes.PUTFIELD, Bytecodes.NEW, Bytecodes.CHECKCAST, Bytecodes.INSTANCEOF,
                                    Bytecodes.ANEWARRAY ->
                        constants.loadReferencedType(code.readCPI(), code.currentBC());
                    default -> {
                        // Refers to nothing.
                    }
                }
            }
        }
    }

    /** Inlines all of a substitution wherever it is parsed: by itself, a part of it that is not hot yet would be interpreted, and leave its work to the JDK. */
    static InlineInvokePlugin inlining() {
        return new InlineInvokePlugin() {
            @Override
            public InlineInfo shouldInlineInvoke(GraphBuilderContext b, ResolvedJavaMethod method, ValueNode[] args) {
                return isInlined(method) && method.canBeInlined() ? InlineInfo.createStandardInlineInfo(method) : null;
            }
        };
    }

    private static boolean isInlined(ResolvedJavaMethod method) {
        String className = method.getDeclaringClass().toJavaName();
        return isSubstitution(className) || className.startsWith(KERNELS) && method.isAnnotationPresent(Inlined.class);
    }

    /** Whether a class may have Java code that is compiled in place of the JDK's. */
    static boolean isSubstitution(String className) {
        return className.startsWith(PACKAGE) || className.startsWith(Completion.class.getName());
    }

    /** Whether a class may have methods that plugins stand for. */
    static boolean hasPlugins(String className) {
        return isSubstitution(className) || className.startsWith(KernelSnippetStub.class.getPackageName() + '.') ||
                        className.equals(OnDemand.class.getName()) || className.equals(Likelihood.class.getName());
    }

    /** Whether the call that is being parsed is one of our own, which must reach the JDK's method. */
    private static boolean isOurOwnCall(GraphBuilderContext b) {
        for (GraphBuilderContext caller = b; caller != null; caller = caller.getParent()) {
            String className = caller.getMethod() == null ? "" : caller.getMethod().getDeclaringClass().toJavaName();
            if (isSubstitution(className)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether this is parsed for Truffle's partial evaluation: once, to be decoded for every compilation, and therefore without a profile and without a log of
     * failed speculations. What depends on the state of the VM, or on which arguments are constants, is left until then.
     */
    static boolean isToBeDecoded(GraphBuilderContext b) {
        return b instanceof BytecodeParser && b.getGraph().getProfileProvider() == null && b.getGraph().getSpeculationLog() == null;
    }

    /** Where Truffle's partial evaluation decodes a call of {@code method}, keeps it from being inlined. */
    static boolean callWhereDecoded(GraphBuilderContext b, ResolvedJavaMethod method, ValueNode[] arguments) {
        // Without a method, this is asked of a call that the JIT is about to inline.
        if (b instanceof BytecodeParser || b.getMethod() == null) {
            return false;
        }
        JavaType result = b.getInvokeReturnType();
        MethodCallTargetNode target = new MethodCallTargetNode(b.getInvokeKind(), method, arguments,
                        StampFactory.forDeclaredType(b.getAssumptions(), result, false), null);
        b.handleReplacedInvoke(b.append(target), result.getJavaKind());
        return true;
    }

    static Site site(GraphBuilderContext b, ResolvedJavaMethod method) {
        return new Site(method.format("%H.%n(%p)"), b.getMethod() == null ? null : b.getMethod().format("%H.%n(%p)"), b.bci());
    }

    /** As {@link #canReplace(GraphBuilderContext, ResolvedJavaMethod, String, Collection)}, where {@code method} itself has the substitution. */
    static boolean canReplace(GraphBuilderContext b, ResolvedJavaMethod method, Collection<? extends Intrinsic<?>> intrinsics) {
        return canReplace(b, method, optionName(method), intrinsics);
    }

    private static String optionName(ResolvedJavaMethod method) {
        return SubstitutedMethod.name(method.getDeclaringClass().toJavaName(), method.getName());
    }

    /**
     * Whether a call of {@code method} may be replaced, and one of {@code intrinsics} may be on for that. If none is, or an option leaves the method to the JDK, that is reported.
     *
     * @param name of the method that has the substitution, as {@link SubstitutedMethod#name()}
     */
    private static boolean canReplace(GraphBuilderContext b, ResolvedJavaMethod method, String name, Collection<? extends Intrinsic<?>> intrinsics) {
        // Others, which are asked of calls that were not replaced when they were parsed, cannot parse another method.
        if (!(b instanceof BytecodeParser) || isOurOwnCall(b)) {
            return false;
        }
        Intrinsics all = GraalIntrinsics.of(b.getForeignCalls());
        boolean isOn = intrinsics.stream().anyMatch(intrinsic -> !intrinsic.isTurnedOff() && intrinsic.fitsJdk());
        String names = intrinsics.size() == 1 ? intrinsics.iterator().next().name() + " is" : "all digests are";
        String offBecause = isOn ? all.offBecause(name) : names + " off";
        if (offBecause != null) {
            all.report().notApplied(intrinsics, site(b, method), offBecause);
        }
        return offBecause == null;
    }

    /**
     * Parses the method of that name of {@code replacement} in place of {@code method}. It takes the same arguments: when code is deoptimized within it, HotSpot's
     * interpreter takes them from its caller.
     *
     * @param intrinsics those that it may need one of
     */
    static void replace(GraphBuilderContext b, ResolvedJavaMethod method, Collection<? extends Intrinsic<?>> intrinsics, Class<?> replacement, ValueNode... arguments) {
        GraalIntrinsics.of(b.getForeignCalls()).report().applied(intrinsics, site(b, method));
        b.handleReplacedInvoke(InvokeKind.Static, replacement(b, replacement, method), arguments, true);
    }

    /** The only method of that name that takes what {@code method} takes, its receiver first. */
    static ResolvedJavaMethod replacement(GraphBuilderContext b, Class<?> declaringClass, ResolvedJavaMethod method) {
        JavaType[] taken = method.getSignature().toParameterTypes(method.isStatic() ? null : method.getDeclaringClass());
        return only(b, declaringClass, method.getName(), candidate -> {
            JavaType[] parameters = candidate.getSignature().toParameterTypes(null);
            return parameters.length == taken.length && IntStream.range(0, taken.length).allMatch(
                            i -> parameters[i].resolve(candidate.getDeclaringClass()).isAssignableFrom(taken[i].resolve(method.getDeclaringClass())));
        });
    }

    private static ResolvedJavaMethod only(GraphBuilderContext b, Class<?> declaringClass, String name, Predicate<ResolvedJavaMethod> fits) {
        List<ResolvedJavaMethod> methods = Stream.of(b.getMetaAccess().lookupJavaType(declaringClass).getDeclaredMethods(false)).filter(
                        method -> method.getName().equals(name) && fits.test(method)).toList();
        if (methods.size() != 1) {
            throw new NoSuchMethodError(declaringClass.getName() + "." + name + ": " + methods);
        }
        return methods.getFirst();
    }

    /** Replaces a method by the one of that name in a class of ours. */
    static class ReplacementPlugin extends InlineOnlyInvocationPlugin {

        private final Supplier<Class<?>> replacement;
        private final Function<Intrinsics, Collection<? extends Intrinsic<?>>> intrinsics;

        /**
         * @param intrinsics those that it may need one of
         */
        ReplacementPlugin(Class<?> replacement, Function<Intrinsics, Collection<? extends Intrinsic<?>>> intrinsics, String name, Type... parameters) {
            this(() -> replacement, intrinsics, name, parameters);
        }

        private ReplacementPlugin(Supplier<Class<?>> replacement, Function<Intrinsics, Collection<? extends Intrinsic<?>>> intrinsics, String name, Type... parameters) {
            super(name, parameters);
            this.replacement = replacement;
            this.intrinsics = intrinsics;
        }

        @Override
        public final boolean execute(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode[] arguments) {
            if (callWhereDecoded(b, method, arguments)) {
                return true;
            }
            if (!isReplaceable(b, method) || OriginalMethods.isChanged(b, method, intrinsics(b), List.of(ResolvedMethods.name(method), ResolvedMethods.name(substitution(b,
                            method))))) {
                return false;
            }
            link(substitution(b, method).getDeclaringClass());
            link(b.getMetaAccess(), replacement.get());
            if (!method.isStatic()) {
                arguments[0] = receiver.get(true);
            }
            replace(b, method, intrinsics(b), replacement.get(), arguments);
            return true;
        }

        final Collection<? extends Intrinsic<?>> intrinsics(GraphBuilderContext b) {
            return intrinsics.apply(GraalIntrinsics.of(b.getForeignCalls()));
        }

        /** What leads to methods of the JDK that are executed where otherwise they are not. */
        ResolvedJavaMethod substitution(GraphBuilderContext b, ResolvedJavaMethod method) {
            return Substitutions.replacement(b, replacement.get(), method);
        }

        /** Whether it may be replaced. */
        boolean isReplaceable(GraphBuilderContext b, ResolvedJavaMethod method) {
            return GraalIntrinsics.of(b.getForeignCalls()) != null && canReplace(b, method, optionName(method), intrinsics(b));
        }

        /** Of the method that has the substitution, as {@link SubstitutedMethod#name()}. */
        String optionName(ResolvedJavaMethod method) {
            return Substitutions.optionName(method);
        }
    }

    /** Replaces a method by its substitution, completed. */
    static class SubstitutionPlugin extends ReplacementPlugin {

        private final Method substitution;
        private final String optionName;

        SubstitutionPlugin(SubstitutedMethod substituted, Function<Intrinsics, Collection<? extends Intrinsic<?>>> intrinsics) {
            super(() -> Completion.of(substituted), intrinsics, substituted.method().getName(), parameters(substituted.method()));
            this.substitution = substituted.substitution();
            optionName = substituted.name();
        }

        /** That of an abstract method, where {@code method} is one of those that implement it. */
        @Override
        final String optionName(ResolvedJavaMethod method) {
            return optionName;
        }

        @Override
        final ResolvedJavaMethod substitution(GraphBuilderContext b, ResolvedJavaMethod method) {
            return b.getMetaAccess().lookupJavaMethod(substitution);
        }
    }

    /** What an invocation plugin for a method takes. */
    static Type[] parameters(Method method) {
        Stream<Type> receiver = Modifier.isStatic(method.getModifiers()) ? Stream.of() : Stream.of(Receiver.class);
        return Stream.concat(receiver, Stream.of(method.getParameterTypes())).toArray(Type[]::new);
    }
}
