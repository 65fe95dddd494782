package org.cryptointrinsics.substitution;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.graph.KernelCallNode;
import org.cryptointrinsics.graph.MessageStub;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.selection.DigestIntrinsic;
import org.cryptointrinsics.selection.Intrinsics;

import jdk.graal.compiler.core.common.spi.ForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.nodes.AllocaNode;
import jdk.graal.compiler.nodes.CallTargetNode.InvokeKind;
import jdk.graal.compiler.nodes.ConstantNode;
import jdk.graal.compiler.nodes.DeoptimizeNode;
import jdk.graal.compiler.nodes.NamedLocationIdentity;
import jdk.graal.compiler.nodes.NodeView;
import jdk.graal.compiler.nodes.SafepointNode;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.calc.AddNode;
import jdk.graal.compiler.nodes.extended.ForeignCallNode;
import jdk.graal.compiler.nodes.extended.UnsafeMemoryLoadNode;
import jdk.graal.compiler.nodes.graphbuilderconf.GraphBuilderContext;
import jdk.graal.compiler.nodes.graphbuilderconf.InlineInvokePlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.ConditionalInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.InlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.Receiver;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.RequiredInlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.InvocationPluginReceiver;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.Registration;
import jdk.graal.compiler.nodes.graphbuilderconf.NodePlugin;
import jdk.graal.compiler.replacements.InvocationPluginHelper;
import jdk.graal.compiler.replacements.StandardGraphBuilderPlugins.MessageDigestPlugin;
import jdk.graal.compiler.serviceprovider.SpeculationReasonGroup;
import jdk.graal.compiler.word.Word;
import jdk.vm.ci.meta.DeoptimizationAction;
import jdk.vm.ci.meta.DeoptimizationReason;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.ResolvedJavaMethod;
import jdk.vm.ci.meta.SpeculationLog;
import jdk.vm.ci.meta.SpeculationLog.Speculation;

/** Puts {@link Digests} and the kernels in place of the JDK's methods for digests, wherever those are called. */
public final class DigestPlugins {

    /** Those of one class, by their rates. */
    private static final DigestAlgorithm[] SHA_3 = {DigestAlgorithm.SHA3_224, DigestAlgorithm.SHA3_256, DigestAlgorithm.SHA3_384, DigestAlgorithm.SHA3_512,
                    DigestAlgorithm.SHAKE128_256};

    /** That the providers are what they are. */
    private static final SpeculationReasonGroup PROVIDER = new SpeculationReasonGroup("SunProvider");

    private static final Map<DigestAlgorithm, HotSpotForeignCallDescriptor> MESSAGE_DESCRIPTORS = Stream.of(DigestAlgorithm.values()).collect(
                    Collectors.toMap(algorithm -> algorithm, algorithm -> MessageStub.descriptor(algorithm.name() + "_hash")));

    private DigestPlugins() {
    }

    /** What compiled code calls to hash a whole message. */
    static HotSpotForeignCallDescriptor messageDescriptor(DigestAlgorithm algorithm) {
        return MESSAGE_DESCRIPTORS.get(algorithm);
    }

    /** Registers the plugins with Graal, in place of its own ones. */
    public static void register(InvocationPlugins plugins) {
        plugins.registerIntrinsificationPredicate(type -> hasPlugins(type.toJavaName()));
        for (DigestAlgorithm algorithm : List.of(DigestAlgorithm.MD5, DigestAlgorithm.SHA_1, DigestAlgorithm.SHA_256, DigestAlgorithm.SHA_512)) {
            new Registration(plugins, algorithm.jdkClass()).setAllowOverwrite(true).register(new CompressPlugin(algorithm));
        }
        new Registration(plugins, DigestAlgorithm.SHA3_256.jdkClass()).setAllowOverwrite(true).register(new CompressSHA3Plugin());
        Registration digestBase = new Registration(plugins, DigestFields.DIGEST_BASE).setAllowOverwrite(true);
        digestBase.register(new CompressMultiBlockPlugin());
        digestBase.register(new ReplacementPlugin(Digests.class, "engineReset", Receiver.class));
        digestBase.register(new ReplacementPlugin(Digests.class, "implDigest", Receiver.class, byte[].class, int.class));
        Registration messageDigest = new Registration(plugins, MessageDigest.class);
        messageDigest.register(new UpdatePlugin());
        messageDigest.register(new ReplacementPlugin(Messages.class, "digest", Receiver.class, byte[].class));

        Registration digests = new Registration(plugins, Digests.class);
        digests.register(new RequiredInlineOnlyInvocationPlugin("compress", Object.class, byte[].class, int.class, int.class) {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode digest, ValueNode data, ValueNode offset,
                            ValueNode limit) {
                b.addPush(JavaKind.Int, new CompressNode(digest, b.nullCheckedValue(data), offset, limit));
                return true;
            }
        });
        messageDigest.register(new GetInstancePlugin());
        new Registration(plugins, UUID.class).register(new NameUUIDPlugin());
        Registration sunProvider = new Registration(plugins, SunProvider.class);
        sunProvider.register(new RequiredInlineOnlyInvocationPlugin("constructor", String.class) {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode name) {
                MethodHandle constructor = SunProvider.constructor(b.getSnippetReflection().asObject(String.class, name.asJavaConstant()));
                b.push(JavaKind.Object, ConstantNode.forConstant(b.getSnippetReflection().forObject(constructor), b.getMetaAccess(), b.getGraph()));
                return true;
            }
        });
        sunProvider.register(new RequiredInlineOnlyInvocationPlugin("leave") {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver) {
                Speculation speculation = b.getGraph().getSpeculationLog().speculate(PROVIDER.createSpeculationReason());
                b.add(new DeoptimizeNode(DeoptimizationAction.InvalidateRecompile, DeoptimizationReason.RuntimeConstraint, DeoptimizeNode.DEFAULT_DEBUG_ID,
                                speculation, null));
                return true;
            }
        });
        Registration messages = new Registration(plugins, Messages.class);
        messages.register(new RequiredInlineOnlyInvocationPlugin("firstHalf", int[].class, byte[].class, int.class) {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode initialState, ValueNode name,
                            ValueNode suffix) {
                try (InvocationPluginHelper helper = new InvocationPluginHelper(b, method)) {
                    int digestBytes = DigestAlgorithm.MD5.stateBytes();
                    ValueNode digest = b.add(new AllocaNode(b.getWordTypes(), digestBytes, Long.BYTES));
                    ValueNode stateAddress = helper.arrayStart(b.nullCheckedValue(initialState), JavaKind.Int);
                    ValueNode message = b.nullCheckedValue(name);
                    ValueNode length = helper.arraylength(message);
                    ValueNode messageAddress = helper.arrayStart(message, JavaKind.Byte);
                    b.add(new ForeignCallNode(messageDescriptor(DigestAlgorithm.MD5), stateAddress, messageAddress, length, suffix, digest,
                                    ConstantNode.forInt(digestBytes)));
                    b.addPush(JavaKind.Long, new UnsafeMemoryLoadNode(digest, JavaKind.Long, NamedLocationIdentity.OFF_HEAP_LOCATION));
                    return true;
                }
            }
        });
        messages.register(new RequiredInlineOnlyInvocationPlugin("secondHalf", long.class) {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode firstHalf) {
                ValueNode digest = ((UnsafeMemoryLoadNode) firstHalf).getAddress();
                ValueNode address = b.add(AddNode.create(digest, ConstantNode.forLong(Long.BYTES), NodeView.DEFAULT));
                b.addPush(JavaKind.Long, new UnsafeMemoryLoadNode(address, JavaKind.Long, NamedLocationIdentity.OFF_HEAP_LOCATION));
                return true;
            }
        });
        messages.register(new HashPlugin("hashMD5", DigestAlgorithm.MD5));
        messages.register(new HashPlugin("hashSHA1", DigestAlgorithm.SHA_1));
        messages.register(new HashPlugin("hashSHA2", DigestAlgorithm.SHA_256));
        messages.register(new HashPlugin("hashSHA5", DigestAlgorithm.SHA_512));
        for (DigestAlgorithm algorithm : SHA_3) {
            messages.register(new HashPlugin("hashSHA3of" + algorithm.blockBytes(), algorithm));
        }
        new Registration(plugins, MessageStub.class).register(
                        new RequiredInlineOnlyInvocationPlugin("kernel", Word.class, Word.class, int.class) {
                            @Override
                            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode state, ValueNode data,
                                            ValueNode blocks) {
                                b.add(new KernelCallNode(state, data, blocks));
                                return true;
                            }
                        });
        digests.register(new CompressMultiBlockElsewherePlugin());
        digests.register(new KernelPlugin("isMD5", DigestAlgorithm.MD5));
        digests.register(new KernelPlugin("isSHA1", DigestAlgorithm.SHA_1));
        digests.register(new KernelPlugin("isSHA2", DigestAlgorithm.SHA_256));
        digests.register(new KernelPlugin("isSHA5", DigestAlgorithm.SHA_512));
        digests.register(new KernelPlugin("isSHA3", SHA_3));
        digests.register(new RequiredInlineOnlyInvocationPlugin("poll") {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver) {
                b.add(new SafepointNode());
                return true;
            }
        });
        new Registration(plugins, DigestSnippets.class).register(
                        new RequiredInlineOnlyInvocationPlugin("call", ForeignCallDescriptor.class, Word.class, Word.class, int.class) {
                            @Override
                            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode descriptor, ValueNode state,
                                            ValueNode data, ValueNode blocks) {
                                ForeignCallDescriptor call = b.getSnippetReflection().asObject(ForeignCallDescriptor.class, descriptor.asJavaConstant());
                                b.add(new ForeignCallNode(call, state, data, blocks));
                                return true;
                            }
                        });
    }

    /** Applies plugins for abstract methods of digests: Graal itself asks plugins only for calls whose target is known. */
    static NodePlugin abstractMethods() {
        return new NodePlugin() {
            @Override
            public boolean handleInvoke(GraphBuilderContext b, ResolvedJavaMethod method, ValueNode[] arguments) {
                if (!method.isAbstract() || !method.getDeclaringClass().toJavaName().equals(DigestFields.DIGEST_BASE)) {
                    return false;
                }
                InvocationPlugin plugin = b.getReplacements().getGraphBuilderPlugins().getInvocationPlugins().lookupInvocation(method, b.getOptions());
                return plugin != null && plugin.execute(b, method, new InvocationPluginReceiver(b).init(method, arguments), arguments);
            }
        };
    }

    /** Inlines all of a substitution wherever it is parsed: by itself, a part of it that is not hot yet would be interpreted, and leave its work to the JDK. */
    static InlineInvokePlugin inlining() {
        return new InlineInvokePlugin() {
            @Override
            public InlineInfo shouldInlineInvoke(GraphBuilderContext b, ResolvedJavaMethod method, ValueNode[] args) {
                String className = method.getDeclaringClass().toJavaName();
                return isSubstitution(className) && method.canBeInlined() ? InlineInfo.createStandardInlineInfo(method) : null;
            }
        };
    }

    /** Whether a class has Java code that is compiled in place of the JDK's. */
    private static boolean isSubstitution(String className) {
        return Stream.of(Digests.class, Messages.class, SunProvider.class, DigestFields.class, OffHeap.class).anyMatch(type -> type.getName().equals(className));
    }

    /** Whether a class has methods that plugins stand for. */
    private static boolean hasPlugins(String className) {
        return isSubstitution(className) || className.equals(DigestSnippets.class.getName()) || className.equals(MessageStub.class.getName());
    }

    /** Whether the call that is being parsed is one of our own, which must reach the JDK's method. */
    private static boolean isOurOwnCall(GraphBuilderContext b) {
        for (GraphBuilderContext caller = b; caller != null; caller = caller.getParent()) {
            String className = caller.getMethod() == null ? "" : caller.getMethod().getDeclaringClass().toJavaName();
            if (hasPlugins(className)) {
                return true;
            }
        }
        return false;
    }

    private static String site(GraphBuilderContext b, ResolvedJavaMethod method) {
        return method.format("%H.%n(%p)") + (b.getMethod() == null ? "" : " in " + b.getMethod().format("%H.%n(%p)") + " at bci " + b.bci());
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
            if (intrinsics == null || !intrinsics.of(algorithm).isOn()) {
                if (intrinsics != null) {
                    intrinsics.report().add("not applied: " + site(b, method) + ", " + intrinsics.of(algorithm).offBecause());
                }
                return isFitForGraal(method) && graal.isApplicable(b.getLowerer().getTarget().arch) && graal.apply(b, method, receiver, data, offset);
            }
            intrinsics.report().add("applied: " + site(b, method));
            try (InvocationPluginHelper helper = new InvocationPluginHelper(b, method)) {
                ValueNode state = b.nullCheckedValue(helper.loadField(receiver.get(true), helper.getField(method.getDeclaringClass(), "state")));
                ValueNode stateAddress = helper.arrayStart(state, algorithm.word() == Size.DWORD ? JavaKind.Int : JavaKind.Long);
                ValueNode dataAddress = helper.arrayElementPointer(data, JavaKind.Byte, offset);
                b.add(new ForeignCallNode(DigestSnippets.descriptor(algorithm), stateAddress, dataAddress, ConstantNode.forInt(1)));
                return true;
            }
        }
    }

    /** Replaces a method of a digest by the one of that name in a class of ours. */
    private static class ReplacementPlugin extends InlineOnlyInvocationPlugin {

        private final Class<?> replacement;

        ReplacementPlugin(Class<?> replacement, String name, Type... parameters) {
            super(name, parameters);
            this.replacement = replacement;
        }

        @Override
        public boolean execute(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode[] arguments) {
            if (!canReplace(b, method)) {
                return executeElsewhere(b, method, receiver, arguments);
            }
            prepare(b);
            arguments[0] = receiver.get(true);
            replace(b, method, replacement, arguments);
            return true;
        }

        /** Before the first replacement; idempotent. */
        void prepare(GraphBuilderContext b) {
        }

        /** Where the method is not replaced. */
        boolean executeElsewhere(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode[] arguments) {
            return false;
        }
    }

    /** {@link Digests#implCompress0}: unlike for the other classes, which kernel is called is not known here. */
    private static final class CompressSHA3Plugin extends ReplacementPlugin {

        private final ConditionalInvocationPlugin graal = GraalDigests.compressSHA3();

        CompressSHA3Plugin() {
            super(Digests.class, "implCompress0", Receiver.class, byte[].class, int.class);
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

    /** {@link Digests#implCompressMultiBlock0}. */
    private static final class CompressMultiBlockPlugin extends ReplacementPlugin {

        private final InvocationPlugin graal = GraalDigests.compressMultiBlock();

        CompressMultiBlockPlugin() {
            super(Digests.class, "implCompressMultiBlock0", Receiver.class, byte[].class, int.class, int.class);
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

    /** {@link Digests#compressMultiBlockElsewhere}, by Graal's own code, which falls back to a call of that very method. */
    private static final class CompressMultiBlockElsewherePlugin extends InlineOnlyInvocationPlugin {

        private final InvocationPlugin graal = GraalDigests.compressMultiBlock();

        CompressMultiBlockElsewherePlugin() {
            super("compressMultiBlockElsewhere", Object.class, byte[].class, int.class, int.class);
        }

        @Override
        public boolean execute(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode[] arguments) {
            ResolvedJavaMethod jdk = method(b, DigestFields.forName(DigestFields.DIGEST_BASE), "implCompressMultiBlock0", 3);
            // The JDK's classes fit, or nothing would have been replaced by what this is called in.
            return GraalDigests.isAvailable(jdk) && graal.execute(b, method, null, arguments);
        }
    }

    /** Whether the providers may be taken for granted: they were not found to be others before, where this is compiled. */
    private static String providersUnfit(GraphBuilderContext b) {
        SpeculationLog log = b.getGraph().getSpeculationLog();
        if (log == null || !log.maySpeculate(PROVIDER.createSpeculationReason())) {
            return "the providers were changed";
        }
        return SunProvider.find() ? null : "SUN is not the first provider, or has other services";
    }

    /** {@link SunProvider#getInstance}. */
    private static final class GetInstancePlugin extends InlineOnlyInvocationPlugin {

        GetInstancePlugin() {
            super("getInstance", String.class);
        }

        @Override
        public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode name) {
            if (!name.isJavaConstant() || name.isNullConstant() || !canReplace(b, method)) {
                return false;
            }
            if (SunProvider.constructor(b.getSnippetReflection().asObject(String.class, name.asJavaConstant())) == null) {
                return false;
            }
            String unfit = providersUnfit(b);
            if (unfit != null) {
                Intrinsics.of(b.getForeignCalls()).report().add("not applied: " + site(b, method) + ", " + unfit);
                return false;
            }
            replace(b, method, SunProvider.class, name);
            return true;
        }
    }

    /** {@link Messages#nameUUIDFromBytes}. */
    private static final class NameUUIDPlugin extends InlineOnlyInvocationPlugin {

        NameUUIDPlugin() {
            super("nameUUIDFromBytes", byte[].class);
        }

        @Override
        public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode name) {
            if (!canReplace(b, method)) {
                return false;
            }
            Intrinsics intrinsics = Intrinsics.of(b.getForeignCalls());
            String unfit = providersUnfit(b);
            if (unfit == null && !(SunProvider.constructor("MD5") != null && intrinsics.of(DigestAlgorithm.MD5).isOnForMessages())) {
                unfit = "MD5 is off";
            }
            if (unfit != null) {
                intrinsics.report().add("not applied: " + site(b, method) + ", " + unfit);
                return false;
            }
            replace(b, method, Messages.class, name);
            return true;
        }
    }

    /** {@link Digests#update}. */
    private static final class UpdatePlugin extends ReplacementPlugin {

        UpdatePlugin() {
            super(Digests.class, "update", Receiver.class, ByteBuffer.class);
        }

        @Override
        void prepare(GraphBuilderContext b) {
            for (DigestIntrinsic intrinsic : Intrinsics.of(b.getForeignCalls()).digests()) {
                intrinsic.installOffHeap(method(b, OffHeap.class, intrinsic.algorithm().identifier(), 3));
                OffHeap.installer(intrinsic.algorithm(), intrinsic::reinstallOffHeap);
            }
        }
    }

    /** {@code hashMD5} and its kin in {@link Messages}. */
    private static final class HashPlugin extends RequiredInlineOnlyInvocationPlugin {

        private final DigestAlgorithm algorithm;

        HashPlugin(String name, DigestAlgorithm algorithm) {
            super(name, algorithm.word() == Size.DWORD ? int[].class : long[].class, byte[].class, int.class, byte[].class);
            this.algorithm = algorithm;
        }

        @Override
        public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode initialState, ValueNode message, ValueNode suffix,
                        ValueNode result) {
            if (!Intrinsics.of(b.getForeignCalls()).of(algorithm).isOnForMessages()) {
                b.addPush(JavaKind.Boolean, ConstantNode.forBoolean(false));
                return true;
            }
            try (InvocationPluginHelper helper = new InvocationPluginHelper(b, method)) {
                ValueNode length = helper.arraylength(b.nullCheckedValue(message));
                ValueNode resultLength = helper.arraylength(b.nullCheckedValue(result));
                ValueNode stateAddress = helper.arrayStart(b.nullCheckedValue(initialState), algorithm.word() == Size.DWORD ? JavaKind.Int : JavaKind.Long);
                ValueNode messageAddress = helper.arrayStart(message, JavaKind.Byte);
                ValueNode resultAddress = helper.arrayStart(result, JavaKind.Byte);
                b.addPush(JavaKind.Boolean, new ForeignCallNode(messageDescriptor(algorithm), stateAddress, messageAddress, length, suffix, resultAddress,
                                resultLength));
                return true;
            }
        }
    }

    /** Whether a digest is of a class that kernels are for, by the method of that name in {@link DigestFields}; false if all of them are off. */
    private static final class KernelPlugin extends RequiredInlineOnlyInvocationPlugin {

        private final DigestAlgorithm[] algorithms;

        KernelPlugin(String name, DigestAlgorithm... algorithms) {
            super(name, Object.class);
            this.algorithms = algorithms;
        }

        @Override
        public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode digest) {
            if (Stream.of(algorithms).anyMatch(algorithm -> Intrinsics.of(b.getForeignCalls()).of(algorithm).isOn())) {
                b.handleReplacedInvoke(InvokeKind.Static, method(b, DigestFields.class, name, 1), new ValueNode[]{digest}, true);
            } else {
                b.addPush(JavaKind.Boolean, ConstantNode.forBoolean(false));
            }
            return true;
        }
    }

    /** Whether Graal's own plugin for {@code method} may be executed: it looks for the same fields as ours, and fails if they are not there. */
    private static boolean isFitForGraal(ResolvedJavaMethod method) {
        return GraalDigests.isAvailable(method) && DigestClasses.misfit() == null;
    }

    /** Whether a call of {@code method} may be replaced by one of a method of {@link Digests}, which is then ready to be compiled. */
    private static boolean canReplace(GraphBuilderContext b, ResolvedJavaMethod method) {
        // Without a method, this is asked again when a call is inlined that was not replaced when it was parsed, because it is in Digests.
        if (b.getMethod() == null || isOurOwnCall(b)) {
            return false;
        }
        Intrinsics intrinsics = Intrinsics.of(b.getForeignCalls());
        if (intrinsics == null) {
            return false;
        }
        if (intrinsics.digests().stream().noneMatch(DigestIntrinsic::isOn)) {
            intrinsics.report().add("not applied: " + site(b, method) + ", all digests are off");
            return false;
        }
        Digests.link();
        return true;
    }

    /**
     * Parses the method of that name of {@code replacement} in place of {@code method}. It takes as many arguments: when code is deoptimized within it, HotSpot's
     * interpreter takes them from its caller.
     */
    private static void replace(GraphBuilderContext b, ResolvedJavaMethod method, Class<?> replacement, ValueNode... arguments) {
        Intrinsics.of(b.getForeignCalls()).report().add("applied: " + site(b, method));
        b.handleReplacedInvoke(InvokeKind.Static, method(b, replacement, method.getName(), arguments.length), arguments, true);
    }

    private static ResolvedJavaMethod method(GraphBuilderContext b, Class<?> declaringClass, String name, int parameters) {
        for (ResolvedJavaMethod method : b.getMetaAccess().lookupJavaType(declaringClass).getDeclaredMethods(false)) {
            if (method.getName().equals(name) && method.getSignature().getParameterCount(false) == parameters) {
                return method;
            }
        }
        throw new NoSuchMethodError(declaringClass.getName() + "." + name);
    }
}
