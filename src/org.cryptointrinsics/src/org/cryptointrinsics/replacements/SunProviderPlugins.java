package org.cryptointrinsics.replacements;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Type;
import java.security.MessageDigest;
import java.security.Provider;
import java.util.List;

import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.replacements.Substitutions.SubstitutionPlugin;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.SubstitutedMethod;
import org.cryptointrinsics.substitution.digest.SunProvider;

import jdk.graal.compiler.nodes.ConstantNode;
import jdk.graal.compiler.nodes.DeoptimizeNode;
import jdk.graal.compiler.nodes.DynamicDeoptimizeNode;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.graphbuilderconf.GraphBuilderContext;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.InlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.Receiver;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.RequiredInlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.Registration;
import jdk.graal.compiler.nodes.java.LoadIndexedNode;
import jdk.graal.compiler.serviceprovider.SpeculationReasonGroup;
import jdk.vm.ci.meta.DeoptimizationAction;
import jdk.vm.ci.meta.DeoptimizationReason;
import jdk.vm.ci.meta.JavaConstant;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.ResolvedJavaMethod;
import jdk.vm.ci.meta.SpeculationLog;
import jdk.vm.ci.meta.SpeculationLog.SpeculationReason;

/** Puts {@link SunProvider} in place of {@code MessageDigest.getInstance}, wherever that is called. */
final class SunProviderPlugins {

    /** That the providers are what they are. */
    private static final SpeculationReasonGroup PROVIDER = new SpeculationReasonGroup("SunProvider");
    /** That a name is not given to a call. Those that failed are the names that were; thus HotSpot remembers them with the code. */
    private static final SpeculationReasonGroup NAME = new SpeculationReasonGroup("SunProvider.name", ResolvedJavaMethod.class, int.class, int.class);
    /** Instead of the index of a name: that no more than one is given, or none that is long. */
    private static final int SEVERAL = -1;
    private static final int NONE = -2;

    private SunProviderPlugins() {
    }

    static void register(InvocationPlugins plugins) {
        Registration messageDigest = new Registration(plugins, MessageDigest.class);
        messageDigest.register(new GetInstancePlugin(String.class));
        messageDigest.register(new GetInstancePlugin(String.class, String.class));
        messageDigest.register(new GetInstancePlugin(String.class, Provider.class));
        Registration sunProvider = new Registration(plugins, SunProvider.class);
        sunProvider.register(new RequiredInlineOnlyInvocationPlugin("constructor", String.class) {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode name) {
                if (!name.isJavaConstant()) {
                    return false;
                }
                MethodHandle constructor = SunProvider.constructor(b.getSnippetReflection().asObject(String.class, name.asJavaConstant()));
                b.push(JavaKind.Object, constant(b, b.getSnippetReflection().forObject(constructor)));
                return true;
            }
        });
        sunProvider.register(new RequiredInlineOnlyInvocationPlugin("leave") {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver) {
                deoptimize(b, PROVIDER.createSpeculationReason());
                return true;
            }
        });
        sunProvider.register(new RequiredInlineOnlyInvocationPlugin("expected", String.class) {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode name) {
                int expected = expected(b);
                b.push(JavaKind.Object, name.isJavaConstant() ? name
                                : constant(b, expected < 0 ? JavaConstant.NULL_POINTER : b.getSnippetReflection().forObject(SunProvider.NAMES.get(expected))));
                return true;
            }
        });
        sunProvider.register(new RequiredInlineOnlyInvocationPlugin("expect", int.class) {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode index) {
                if (expected(b) == NONE) {
                    long[] speculations = new long[SunProvider.NAMES.size()];
                    for (int i = 0; i < speculations.length; i++) {
                        speculations[i] = b.getMetaAccess().encodeSpeculation(b.getGraph().getSpeculationLog().speculate(name(b, i))).asLong();
                    }
                    ValueNode speculation = b.add(LoadIndexedNode.create(b.getAssumptions(), constant(b, b.getSnippetReflection().forObject(speculations)), index, null,
                                    JavaKind.Long, b.getMetaAccess(), b.getConstantReflection()));
                    b.add(new DynamicDeoptimizeNode(constant(b, b.getMetaAccess().encodeDeoptActionAndReason(DeoptimizationAction.InvalidateRecompile,
                                    DeoptimizationReason.RuntimeConstraint, 0)), speculation));
                }
                return true;
            }
        });
        sunProvider.register(new RequiredInlineOnlyInvocationPlugin("leaveExpected") {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver) {
                if (expected(b) != SEVERAL) {
                    deoptimize(b, name(b, SEVERAL));
                }
                return true;
            }
        });
    }

    private static ConstantNode constant(GraphBuilderContext b, JavaConstant value) {
        return ConstantNode.forConstant(value, b.getMetaAccess(), b.getGraph());
    }

    private static void deoptimize(GraphBuilderContext b, SpeculationReason reason) {
        b.add(new DeoptimizeNode(DeoptimizationAction.InvalidateRecompile, DeoptimizationReason.RuntimeConstraint, DeoptimizeNode.DEFAULT_DEBUG_ID,
                        b.getGraph().getSpeculationLog().speculate(reason), null));
    }

    private static SpeculationReason name(GraphBuilderContext b, int index) {
        GraphBuilderContext site = b;
        while (site.getParent() != null && Substitutions.isSubstitution(site.getMethod().getDeclaringClass().toJavaName())) {
            site = site.getParent();
        }
        return NAME.createSpeculationReason(site.getMethod(), site.bci(), index);
    }

    /** The index of the only name that was given to the call that is replaced, or {@link #NONE}, or {@link #SEVERAL}. */
    private static int expected(GraphBuilderContext b) {
        SpeculationLog log = b.getGraph().getSpeculationLog();
        int expected = log.maySpeculate(name(b, SEVERAL)) ? NONE : SEVERAL;
        for (int i = 0; i < SunProvider.NAMES.size(); i++) {
            if (!log.maySpeculate(name(b, i))) {
                expected = expected == NONE ? i : SEVERAL;
            }
        }
        return expected;
    }

    /** Why the providers may not be taken for granted, or null if they may: they were not found to be others before, where this is compiled. */
    static String unfit(GraphBuilderContext b) {
        SpeculationLog log = b.getGraph().getSpeculationLog();
        if (log == null) {
            return "partial evaluation does not speculate here";
        }
        if (!log.maySpeculate(PROVIDER.createSpeculationReason())) {
            return "the providers were changed";
        }
        if (SunProvider.isPrinted()) {
            return "look-ups are to be printed: java.security.debug";
        }
        return SunProvider.find() ? null : "SUN is not the first provider, or has other services";
    }

    private static String unfit(GraphBuilderContext b, ValueNode[] nameAndProvider) {
        String unfit = unfit(b);
        if (unfit == null && nameAndProvider[0].isJavaConstant()) {
            String name = b.getSnippetReflection().asObject(String.class, nameAndProvider[0].asJavaConstant());
            unfit = name == null || SunProvider.constructor(name) == null ? name + " has no kernel or is disabled" : null;
        }
        if (unfit == null && nameAndProvider.length > 1 && nameAndProvider[1].isJavaConstant()) {
            Object provider = b.getSnippetReflection().asObject(Object.class, nameAndProvider[1].asJavaConstant());
            unfit = SunProvider.isSun(provider) ? null : "the provider is not SUN";
        }
        return unfit;
    }

    /** {@link org.cryptointrinsics.substitution.digest.UUIDSubstitutions#nameUUIDFromBytes}. */
    static final class NameUUIDPlugin extends SubstitutionPlugin {

        NameUUIDPlugin(SubstitutedMethod substituted) {
            super(substituted, all -> List.of(all.of(DigestAlgorithm.MD5)));
        }

        @Override
        boolean isReplaceable(GraphBuilderContext b, ResolvedJavaMethod method) {
            if (!super.isReplaceable(b, method)) {
                return false;
            }
            Intrinsics all = GraalIntrinsics.of(b.getForeignCalls());
            String unfit = unfit(b);
            if (unfit == null && !(SunProvider.constructor("MD5") != null && all.of(DigestAlgorithm.MD5).isOnForMessages())) {
                unfit = "MD5 is off";
            }
            if (unfit != null) {
                all.report().notApplied(intrinsics(b), Substitutions.site(b, method), unfit);
            }
            return unfit == null;
        }
    }

    /** {@link SunProvider#getInstance}. */
    private static final class GetInstancePlugin extends InlineOnlyInvocationPlugin {

        GetInstancePlugin(Type... parameters) {
            super("getInstance", parameters);
        }

        @Override
        public boolean execute(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode[] arguments) {
            Intrinsics intrinsics = GraalIntrinsics.of(b.getForeignCalls());
            if (intrinsics == null || !Substitutions.canReplace(b, method, intrinsics.digests())) {
                return Substitutions.callWhereDecoded(b, method, arguments);
            }
            String unfit = unfit(b, arguments);
            if (unfit != null) {
                intrinsics.report().notApplied(intrinsics.digests(), Substitutions.site(b, method), unfit);
                return false;
            }
            MethodName replacement = ResolvedMethods.name(Substitutions.replacement(b, SunProvider.class, method));
            if (OriginalMethods.isChanged(b, method, intrinsics.digests(), List.of(ResolvedMethods.name(method), replacement))) {
                return false;
            }
            Substitutions.link(b.getMetaAccess(), SunProvider.class);
            SunProvider.link();
            Substitutions.replace(b, method, intrinsics.digests(), SunProvider.class, arguments);
            return true;
        }
    }
}
