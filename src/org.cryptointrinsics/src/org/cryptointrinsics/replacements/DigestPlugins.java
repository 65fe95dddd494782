package org.cryptointrinsics.replacements;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.linkage.Likelihood;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.linkage.Safepoints;
import org.cryptointrinsics.replacements.Substitutions.ReplacementPlugin;
import org.cryptointrinsics.replacements.Substitutions.SubstitutionPlugin;
import org.cryptointrinsics.selection.DigestNames;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.Families;
import org.cryptointrinsics.substitution.Family;
import org.cryptointrinsics.substitution.SubstitutedMethod;
import org.cryptointrinsics.substitution.cipher.AesGcmInitialization;
import org.cryptointrinsics.substitution.digest.DigestFields;
import org.cryptointrinsics.substitution.digest.SpecialMessageDigestSubstitutions;
import org.cryptointrinsics.substitution.digest.UUIDSubstitutions;

import jdk.graal.compiler.nodes.ConstantNode;
import jdk.graal.compiler.nodes.SafepointNode;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.extended.BranchProbabilityNode;
import jdk.graal.compiler.nodes.graphbuilderconf.GraphBuilderContext;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.InlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.Receiver;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.RequiredInlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.InvocationPluginReceiver;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.Registration;
import jdk.graal.compiler.nodes.graphbuilderconf.NodePlugin;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.ResolvedJavaMethod;
import jdk.vm.ci.meta.ResolvedJavaType;

/** Puts Java code of ours and the kernels in place of the JDK's methods for digests, wherever those are called. */
public final class DigestPlugins {

    private static final double RARE = 0.01;

    private DigestPlugins() {
    }

    /** Registers the plugins with Graal. */
    public static void register(InvocationPlugins plugins) {
        plugins.registerIntrinsificationPredicate(type -> Substitutions.hasPlugins(type.toJavaName()));
        Families.all().stream().filter(Family::isForGraal).forEach(family -> family.methods().forEach(substituted -> register(plugins, substituted, family::intrinsics)));
        new Registration(plugins, MessageDigest.class).register(
                        new ReplacementPlugin(SpecialMessageDigestSubstitutions.class, Intrinsics::digests, "digest", Receiver.class, byte[].class));
        StubPlugins.register(plugins);
        SunProviderPlugins.register(plugins);
        CipherPlugins.register(plugins);
        new Registration(plugins, Likelihood.class).register(new InlineOnlyInvocationPlugin("isRare", boolean.class) {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode condition) {
                b.addPush(JavaKind.Boolean, new BranchProbabilityNode(ConstantNode.forDouble(RARE), condition));
                return true;
            }
        });
        new Registration(plugins, OnDemand.class).register(new InlineOnlyInvocationPlugin("get", Receiver.class) {
            /** What is there already is a constant, so that what it is called for is known. */
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver) {
                ValueNode onDemand = receiver.get(false);
                boolean isConstant = onDemand.isJavaConstant() && !Substitutions.isToBeDecoded(b);
                Object made = isConstant ? b.getSnippetReflection().asObject(OnDemand.class, onDemand.asJavaConstant()).made() : null;
                if (made == null) {
                    return false;
                }
                b.push(JavaKind.Object, ConstantNode.forConstant(b.getSnippetReflection().forObject(made), b.getMetaAccess(), b.getGraph()));
                return true;
            }
        });
        new Registration(plugins, Safepoints.class).register(new RequiredInlineOnlyInvocationPlugin("poll") {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver) {
                b.add(new SafepointNode());
                return true;
            }
        });
    }

    private static void register(InvocationPlugins plugins, SubstitutedMethod substituted, Function<Intrinsics, Collection<? extends Intrinsic<?>>> intrinsics) {
        Method method = substituted.method();
        Class<?> substitution = substituted.substitution().getDeclaringClass();
        if (substitution == AesGcmInitialization.class || method.getName().equals("digest")) {
            // There are other replacements of these: AesGcmParameters, SpecialMessageDigestSubstitutions.
            return;
        }
        Stream<String> implementing = Modifier.isAbstract(method.getModifiers()) ? Stream.of(DigestAlgorithm.values()).map(DigestNames::jdkClass).distinct() : Stream.of();
        Stream.concat(Stream.of(method.getDeclaringClass().getName()), implementing).forEach(type -> new Registration(plugins, type).register(
                        substitution == UUIDSubstitutions.class ? new SunProviderPlugins.NameUUIDPlugin(substituted) : new SubstitutionPlugin(substituted, intrinsics)));
    }

    /** Applies plugins for abstract methods of digests, as Graal itself asks plugins only for calls whose target is known, and makes the buffers of digests. */
    static NodePlugin digestBase() {
        return new NodePlugin() {
            @Override
            public boolean handleInvoke(GraphBuilderContext b, ResolvedJavaMethod method, ValueNode[] arguments) {
                if (!method.isAbstract() || !isDigestBase(method)) {
                    return false;
                }
                InvocationPlugin plugin = b.getReplacements().getGraphBuilderPlugins().getInvocationPlugins().lookupInvocation(method, b.getOptions());
                return plugin != null && plugin.execute(b, method, new InvocationPluginReceiver(b).init(method, arguments), arguments);
            }

            @Override
            public boolean handleNewArray(GraphBuilderContext b, ResolvedJavaType elementType, ValueNode length) {
                if (!b.getMethod().isConstructor() || !isDigestBase(b.getMethod())) {
                    return false;
                }
                b.addPush(JavaKind.Object, new DigestBufferNode(elementType, length));
                return true;
            }

            private boolean isDigestBase(ResolvedJavaMethod method) {
                return method.getDeclaringClass().toJavaName().equals(DigestFields.DIGEST_BASE);
            }
        };
    }
}
