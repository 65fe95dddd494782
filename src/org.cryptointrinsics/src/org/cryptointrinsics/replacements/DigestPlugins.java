package org.cryptointrinsics.replacements;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.List;

import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.replacements.Substitutions.ReplacementPlugin;
import org.cryptointrinsics.selection.DigestIntrinsic.Calls;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.Buffers;
import org.cryptointrinsics.substitution.digest.DigestBaseSubstitutions;
import org.cryptointrinsics.substitution.digest.DigestFields;
import org.cryptointrinsics.substitution.digest.MessageDigestSubstitutions;

import jdk.graal.compiler.nodes.ConstantNode;
import jdk.graal.compiler.nodes.SafepointNode;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.extended.ForeignCallNode;
import jdk.graal.compiler.nodes.graphbuilderconf.GraphBuilderContext;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.ConditionalInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.InlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.Receiver;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.RequiredInlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.InvocationPluginReceiver;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.Registration;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins;
import jdk.graal.compiler.nodes.graphbuilderconf.NodePlugin;
import jdk.graal.compiler.replacements.InvocationPluginHelper;
import jdk.graal.compiler.replacements.StandardGraphBuilderPlugins.MessageDigestPlugin;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.ResolvedJavaMethod;
import jdk.vm.ci.meta.ResolvedJavaType;

/** Puts Java code of ours and the kernels in place of the JDK's methods for digests, wherever those are called. */
public final class DigestPlugins {

    private DigestPlugins() {
    }

    /** Registers the plugins with Graal, in place of its own ones. */
    public static void register(InvocationPlugins plugins) {
        plugins.registerIntrinsificationPredicate(type -> Substitutions.hasPlugins(type.toJavaName()));
        for (DigestAlgorithm algorithm : List.of(DigestAlgorithm.MD5, DigestAlgorithm.SHA_1, DigestAlgorithm.SHA_256, DigestAlgorithm.SHA_512)) {
            new Registration(plugins, algorithm.jdkClass()).setAllowOverwrite(true).register(new CompressPlugin(algorithm));
        }
        new Registration(plugins, DigestAlgorithm.SHA3_256.jdkClass()).setAllowOverwrite(true).register(new CompressSHA3Plugin());
        Registration digestBase = new Registration(plugins, DigestFields.DIGEST_BASE).setAllowOverwrite(true);
        digestBase.register(new CompressMultiBlockPlugin());
        digestBase.register(new ReplacementPlugin(DigestBaseSubstitutions.class, "engineReset", Receiver.class));
        digestBase.register(new ReplacementPlugin(DigestBaseSubstitutions.class, "implDigest", Receiver.class, byte[].class, int.class));
        Registration messageDigest = new Registration(plugins, MessageDigest.class);
        messageDigest.register(new ReplacementPlugin(MessageDigestSubstitutions.class, "update", Receiver.class, ByteBuffer.class));

        MessagePlugins.register(plugins);
        SunProviderPlugins.register(plugins);
        CipherPlugins.register(plugins);
        new Registration(plugins, DigestBaseSubstitutions.class).register(new CompressMultiBlockElsewherePlugin());
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
        new Registration(plugins, Buffers.class).register(new RequiredInlineOnlyInvocationPlugin("poll") {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver) {
                b.add(new SafepointNode());
                return true;
            }
        });
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

    /** {@code implCompress0(byte[] data, int offset)} of a digest class: one block, whose bounds were checked. */
    private static final class CompressPlugin extends InvocationPlugin {

        private final DigestAlgorithm algorithm;
        private final MessageDigestPlugin graal;

        CompressPlugin(DigestAlgorithm algorithm) {
            super("implCompress0", Receiver.class, byte[].class, int.class);
            this.algorithm = algorithm;
            this.graal = GraalDigests.compress(algorithm);
        }

        /** Not to be disabled where HotSpot has no intrinsic; where it is told to have none, {@link Intrinsics} turns ours off. */
        @Override
        public boolean isGraalOnly() {
            return true;
        }

        @Override
        public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode data, ValueNode offset) {
            Intrinsics intrinsics = Intrinsics.of(b.getForeignCalls());
            boolean isOn = intrinsics != null && intrinsics.of(algorithm).isOnForGraal();
            if (!isOn || OriginalMethods.isChanged(b, method, List.of(intrinsics.of(algorithm)), List.of(MethodName.of(method)))) {
                if (intrinsics != null && !isOn) {
                    intrinsics.report().notApplied(List.of(intrinsics.of(algorithm)), Substitutions.site(b, method), intrinsics.of(algorithm).offBecause());
                }
                return isFitForGraal(method) && graal.isApplicable(b.getLowerer().getTarget().arch) && graal.apply(b, method, receiver, data, offset);
            }
            intrinsics.report().applied(List.of(intrinsics.of(algorithm)), Substitutions.site(b, method));
            try (InvocationPluginHelper helper = new InvocationPluginHelper(b, method)) {
                ValueNode state = b.nullCheckedValue(helper.loadField(receiver.get(true), helper.getField(method.getDeclaringClass(), "state")));
                ValueNode stateAddress = helper.arrayStart(state, algorithm.word() == Size.DWORD ? JavaKind.Int : JavaKind.Long);
                ValueNode dataAddress = helper.arrayElementPointer(data, JavaKind.Byte, offset);
                b.add(new ForeignCallNode(Calls.compress(algorithm), stateAddress, dataAddress, ConstantNode.forInt(1)));
                return true;
            }
        }
    }

    /** {@link DigestBaseSubstitutions#implCompress0}: unlike for the other classes, which kernel is called is not known here. */
    private static final class CompressSHA3Plugin extends ReplacementPlugin {

        private final ConditionalInvocationPlugin graal = GraalDigests.compressSHA3();

        CompressSHA3Plugin() {
            super(DigestBaseSubstitutions.class, "implCompress0", Receiver.class, byte[].class, int.class);
        }

        @Override
        public boolean isGraalOnly() {
            return true;
        }

        @Override
        boolean executeElsewhere(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode[] arguments) {
            return isFitForGraal(method) && graal.isApplicable(b.getLowerer().getTarget().arch) && graal.execute(b, method, receiver, arguments);
        }
    }

    /** {@link DigestBaseSubstitutions#implCompressMultiBlock0}. */
    private static final class CompressMultiBlockPlugin extends ReplacementPlugin {

        private final InvocationPlugin graal = GraalDigests.compressMultiBlock();

        CompressMultiBlockPlugin() {
            super(DigestBaseSubstitutions.class, "implCompressMultiBlock0", Receiver.class, byte[].class, int.class, int.class);
        }

        @Override
        public boolean isGraalOnly() {
            return true;
        }

        @Override
        boolean executeElsewhere(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode[] arguments) {
            return isFitForGraal(method) && graal.execute(b, method, receiver, arguments);
        }
    }

    /** {@link DigestBaseSubstitutions#compressMultiBlockElsewhere}, by Graal's own code, which falls back to a call of that very method. */
    private static final class CompressMultiBlockElsewherePlugin extends InlineOnlyInvocationPlugin {

        private final InvocationPlugin graal = GraalDigests.compressMultiBlock();

        CompressMultiBlockElsewherePlugin() {
            super("compressMultiBlockElsewhere", Object.class, byte[].class, int.class, int.class);
        }

        @Override
        public boolean execute(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode[] arguments) {
            ResolvedJavaMethod jdk = Substitutions.method(b, DigestFields.BASE, "implCompressMultiBlock0", 3);
            // The JDK's classes fit, or nothing would have been replaced by what this is called in.
            return GraalDigests.isAvailable(jdk) && graal.execute(b, method, null, arguments);
        }
    }

    /** Whether there may be digests of the JDK's class for {@code algorithm} yet. Until then there is no need to compile its kernels. */
    static boolean isInitialized(GraphBuilderContext b, DigestAlgorithm algorithm) {
        return type(b, algorithm).isInitialized();
    }

    private static ResolvedJavaType type(GraphBuilderContext b, DigestAlgorithm algorithm) {
        return b.getMetaAccess().lookupJavaType(Substitutions.forName(algorithm.jdkClass()));
    }

    /** Whether Graal's own plugin for {@code method} may be executed: it looks for the same fields as ours, and fails if they are not there. */
    private static boolean isFitForGraal(ResolvedJavaMethod method) {
        return GraalDigests.isAvailable(method) && JdkClasses.digestMisfit() == null;
    }
}
