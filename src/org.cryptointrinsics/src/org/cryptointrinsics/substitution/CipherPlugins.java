package org.cryptointrinsics.substitution;

import static java.util.Map.entry;

import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.security.Key;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

import org.cryptointrinsics.selection.AesGcmIntrinsic;
import org.cryptointrinsics.selection.AesGcmIntrinsic.Use;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.stub.AesArgument;
import org.cryptointrinsics.substitution.Substitutions.ReplacementPlugin;

import jdk.graal.compiler.nodes.ComputeObjectAddressNode;
import jdk.graal.compiler.nodes.ConstantNode;
import jdk.graal.compiler.nodes.DeoptimizeNode;
import jdk.graal.compiler.nodes.NodeView;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.calc.AddNode;
import jdk.graal.compiler.nodes.calc.SignExtendNode;
import jdk.graal.compiler.nodes.debug.BlackholeNode;
import jdk.graal.compiler.nodes.extended.ForeignCallNode;
import jdk.graal.compiler.nodes.graphbuilderconf.GraphBuilderContext;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.Receiver;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.RequiredInlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.OptionalLazySymbol;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.Registration;
import jdk.graal.compiler.replacements.InvocationPluginHelper;
import jdk.graal.compiler.serviceprovider.SpeculationReasonGroup;
import jdk.vm.ci.meta.DeoptimizationAction;
import jdk.vm.ci.meta.DeoptimizationReason;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.ResolvedJavaMethod;
import jdk.vm.ci.meta.SpeculationLog;

/**
 * Puts {@link AesGcmInitialization} in place of {@code Cipher.init} and {@link AesGcmMessages} in place of {@code Cipher.doFinal}, wherever these are called, and
 * {@link AesGcmBlocks} in place of what the JDK calls for blocks.
 */
final class CipherPlugins {

    /** That an IV has 12 bytes, and parameters are valid. */
    private static final SpeculationReasonGroup IV_LENGTH = new SpeculationReasonGroup("GCMParameterSpec.init");

    /** That {@code Cipher.init} is given AES-GCM. */
    private static final SpeculationReasonGroup OTHER_CIPHER = new SpeculationReasonGroup("Cipher.init");

    private CipherPlugins() {
    }

    static void register(InvocationPlugins plugins) {
        new Registration(plugins, GCMParameterSpec.class).register(new ParametersPlugin());
        Registration initialization = new Registration(plugins, AesGcmInitialization.class);
        initialization.register(new LeavePlugin("leave", IV_LENGTH));
        initialization.register(new LeavePlugin("leaveOther", OTHER_CIPHER));
        Registration cipher = new Registration(plugins, Cipher.class);
        cipher.register(new CipherPlugin(AesGcmInitialization.class, "init", Receiver.class, int.class, Key.class, AlgorithmParameterSpec.class));
        cipher.register(new CipherPlugin(AesGcmInitialization.class, "init", Receiver.class, int.class, Key.class, AlgorithmParameterSpec.class, SecureRandom.class));
        cipher.register(new CipherPlugin(AesGcmMessages.class, "doFinal", Receiver.class, byte[].class));
        cipher.register(new CipherPlugin(AesGcmMessages.class, "doFinal", Receiver.class, ByteBuffer.class, ByteBuffer.class));
        cipher.register(new CipherPlugin(AesGcmMessages.class, "doFinal", Receiver.class, byte[].class, int.class, int.class));
        cipher.register(new CipherPlugin(AesGcmMessages.class, "doFinal", Receiver.class, byte[].class, int.class, int.class, byte[].class));
        cipher.register(new CipherPlugin(AesGcmMessages.class, "doFinal", Receiver.class, byte[].class, int.class, int.class, byte[].class, int.class));
        new Registration(plugins, MessageDigest.class).register(new CipherPlugin(AesGcmMessages.class, "isEqual", byte[].class, byte[].class));
        new Registration(plugins, CipherFields.ENGINE).register(new CipherPlugin(AesGcmBlocks.class, "implGCMCrypt", Receiver.class, ByteBuffer.class, ByteBuffer.class));
        new Registration(plugins, CipherFields.COUNTER_MODE).register(new CipherPlugin(AesGcmBlocks.class, "crypt", Receiver.class, byte[].class, int.class, int.class,
                        byte[].class, int.class));
        Registration gctr = new Registration(plugins, CipherFields.GCTR);
        gctr.register(new CipherPlugin(AesGcmBlocks.class, "update", Receiver.class, ByteBuffer.class, ByteBuffer.class));
        gctr.register(new CipherPlugin(AesGcmBlocks.class, "update", Receiver.class, byte[].class, int.class, int.class, ByteBuffer.class));
        Registration ghash = new Registration(plugins, CipherFields.GHASH);
        ghash.register(new CipherPlugin(AesGcmBlocks.class, "update", Receiver.class, byte[].class, int.class, int.class));
        ghash.register(new CipherPlugin(AesGcmBlocks.class, "update", Receiver.class, ByteBuffer.class, int.class));
        new Registration(plugins, CipherFields.GCM).register(new CipherPlugin(AesGcmBlocks.class, "implGCMCrypt", byte[].class, int.class, int.class, byte[].class,
                        int.class, byte[].class, int.class, new OptionalLazySymbol(CipherFields.GCTR), new OptionalLazySymbol(CipherFields.GHASH)));
        new Registration(plugins, Buffers.class).register(new RequiredInlineOnlyInvocationPlugin("use", byte.class) {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode value) {
                b.add(new BlackholeNode(value));
                return true;
            }
        });
        new Registration(plugins, AesGcmMessages.class).register(new CryptPlugin());
        Registration blocks = new Registration(plugins, AesGcmBlocks.class);
        blocks.register(new CryptBlocksPlugin());
        blocks.register(new CryptCounterPlugin());
        blocks.register(new GhashPlugin());
    }

    /** Replaces a method of the JDK by the one of that name in a class of ours. */
    private static class CipherPlugin extends ReplacementPlugin {

        CipherPlugin(Class<?> replacement, String name, Type... parameters) {
            super(replacement, name, parameters);
        }

        @Override
        Collection<? extends Intrinsic<?>> intrinsics(Intrinsics all) {
            return List.of(all.aesGcm());
        }

        @Override
        boolean isReplaceable(GraphBuilderContext b, ResolvedJavaMethod method) {
            Intrinsics intrinsics = Intrinsics.of(b.getForeignCalls());
            if (intrinsics == null || !Substitutions.canReplace(b, method, intrinsics(intrinsics), intrinsics.aesGcm().name() + " is off")) {
                return false;
            }
            AesGcmMessages.link();
            return true;
        }
    }

    /** Leaves compiled code to the interpreter, unless it was left for that before. */
    private static final class LeavePlugin extends RequiredInlineOnlyInvocationPlugin {

        private final SpeculationReasonGroup speculation;

        LeavePlugin(String name, SpeculationReasonGroup speculation) {
            super(name);
            this.speculation = speculation;
        }

        @Override
        public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver) {
            if (maySpeculate(b, speculation)) {
                b.add(new DeoptimizeNode(DeoptimizationAction.InvalidateRecompile, DeoptimizationReason.RuntimeConstraint, DeoptimizeNode.DEFAULT_DEBUG_ID,
                                b.getGraph().getSpeculationLog().speculate(speculation.createSpeculationReason()), null));
            }
            return true;
        }
    }

    /** Whether it did not fail before in what is compiled. */
    private static boolean maySpeculate(GraphBuilderContext b, SpeculationReasonGroup speculation) {
        SpeculationLog log = b.getGraph().getSpeculationLog();
        return log != null && log.maySpeculate(speculation.createSpeculationReason());
    }

    /** Replaces {@code GCMParameterSpec.init} until it was given something unusual. */
    private static final class ParametersPlugin extends CipherPlugin {

        ParametersPlugin() {
            super(AesGcmInitialization.class, "init", Receiver.class, int.class, byte[].class, int.class, int.class);
        }

        @Override
        boolean isReplaceable(GraphBuilderContext b, ResolvedJavaMethod method) {
            return maySpeculate(b, IV_LENGTH) && super.isReplaceable(b, method);
        }
    }

    /** A call of the stub for the use that the first parameter names. */
    private abstract static class StubPlugin extends RequiredInlineOnlyInvocationPlugin {

        private static final int RARE_ROUNDS = 12;

        StubPlugin(String name, Type... parameters) {
            super(name, parameters);
        }

        @Override
        public final boolean execute(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode[] arguments) {
            if (Substitutions.isToBeDecoded(b)) {
                return false;
            }
            AesGcmIntrinsic intrinsic = Intrinsics.of(b.getForeignCalls()).aesGcm();
            Use use = b.getSnippetReflection().asObject(Use.class, arguments[0].asJavaConstant());
            if (!use.isReached() && !isExpected(b, use) && !intrinsic.isTurnedOff()) {
                b.add(new DeoptimizeNode(DeoptimizationAction.InvalidateRecompile, DeoptimizationReason.Unresolved));
            } else if (!intrinsic.isOn(use)) {
                // What the method returns where nothing was done.
                b.addPush(method.getSignature().getReturnKind(), ConstantNode.forInt(0));
            } else {
                try (InvocationPluginHelper helper = new InvocationPluginHelper(b, method)) {
                    call(b, helper, use, arguments);
                }
            }
            return true;
        }

        /**
         * Whether to have the stub before it is needed, since to leave the code then, when the JIT has most to do, costs seconds. Keys of 192 bits are rare, and so is
         * output behind the input in the same memory.
         */
        private static boolean isExpected(GraphBuilderContext b, Use use) {
            return use.rounds() != RARE_ROUNDS && switch (use.part()) {
                case MESSAGE, BLOCKS -> isInitialized(b, use.isEncryption() ? CipherFields.ENCRYPTION_ENGINE : CipherFields.DECRYPTION_ENGINE);
                case COUNTER, HASH -> true;
                case VERIFIED -> false;
            };
        }

        private static boolean isInitialized(GraphBuilderContext b, String className) {
            return b.getMetaAccess().lookupJavaType(DigestFields.forName(className)).isInitialized();
        }

        abstract void call(GraphBuilderContext b, InvocationPluginHelper helper, Use use, ValueNode[] arguments);

        static void call(GraphBuilderContext b, Use use, JavaKind result, Map<AesArgument, ValueNode> arguments) {
            Map<AesArgument, ValueNode> others = new EnumMap<>(arguments);
            ValueNode[] registers = Stream.of(AesArgument.SESSION_KEY, AesArgument.IN, AesArgument.OUT, AesArgument.LENGTH).map(others::remove) //
                            .map(value -> value != null ? value : ConstantNode.forLong(0, b.getGraph())).toArray(ValueNode[]::new);
            b.addPush(result, new ForeignCallNode(use.call(), registers[0], registers[1], registers[2], registers[3], Substitutions.inFrame(b, others)));
        }
    }

    /** {@code crypt} of {@link AesGcmMessages}. */
    private static final class CryptPlugin extends StubPlugin {

        CryptPlugin() {
            super("crypt", Use.class, int[].class, byte[].class, byte[].class, int.class, Object.class, long.class, int.class, Object.class, long.class, int.class,
                            long[].class, int.class);
        }

        @Override
        void call(GraphBuilderContext b, InvocationPluginHelper helper, Use use, ValueNode[] a) {
            ValueNode sessionKey = helper.arrayStart(b.nullCheckedValue(a[1]), JavaKind.Int);
            ValueNode iv = helper.arrayStart(b.nullCheckedValue(a[2]), JavaKind.Byte);
            ValueNode aad = helper.arrayStart(b.nullCheckedValue(a[3]), JavaKind.Byte);
            ValueNode input = b.add(new ComputeObjectAddressNode(a[5], a[6]));
            ValueNode output = b.add(new ComputeObjectAddressNode(a[8], a[9]));
            ValueNode length = a[7];
            ValueNode state = helper.arrayStart(b.nullCheckedValue(a[11]), JavaKind.Long);
            // The tag is behind the ciphertext.
            int ciphertext = use.isEncryption() ? 8 : 5;
            ValueNode end = b.add(AddNode.create(a[ciphertext + 1], b.add(SignExtendNode.create(length, Long.SIZE, NodeView.DEFAULT)), NodeView.DEFAULT));
            ValueNode tag = b.add(new ComputeObjectAddressNode(a[ciphertext], end));
            call(b, use, JavaKind.Int, Map.ofEntries(entry(AesArgument.SESSION_KEY, sessionKey), entry(AesArgument.IV, iv), entry(AesArgument.AAD, aad),
                            entry(AesArgument.AAD_LENGTH, a[4]), entry(AesArgument.IN, input), entry(AesArgument.OUT, output), entry(AesArgument.LENGTH, length),
                            entry(AesArgument.TAG, tag), entry(AesArgument.TAG_LENGTH, a[10]), entry(AesArgument.STATE, state), entry(AesArgument.POSITION, a[12])));
        }
    }

    /** {@code crypt} of {@link AesGcmBlocks}. */
    private static final class CryptBlocksPlugin extends StubPlugin {

        CryptBlocksPlugin() {
            super("crypt", Use.class, int[].class, byte[].class, long[].class, long[].class, Object.class, long.class, Object.class, long.class, int.class);
        }

        @Override
        void call(GraphBuilderContext b, InvocationPluginHelper helper, Use use, ValueNode[] a) {
            ValueNode sessionKey = helper.arrayStart(b.nullCheckedValue(a[1]), JavaKind.Int);
            ValueNode counter = helper.arrayStart(b.nullCheckedValue(a[2]), JavaKind.Byte);
            ValueNode subkey = helper.arrayStart(b.nullCheckedValue(a[3]), JavaKind.Long);
            ValueNode state = helper.arrayStart(b.nullCheckedValue(a[4]), JavaKind.Long);
            ValueNode input = b.add(new ComputeObjectAddressNode(a[5], a[6]));
            ValueNode output = b.add(new ComputeObjectAddressNode(a[7], a[8]));
            call(b, use, JavaKind.Boolean, Map.of(AesArgument.SESSION_KEY, sessionKey, AesArgument.COUNTER, counter, AesArgument.SUBKEY, subkey,
                            AesArgument.STATE, state, AesArgument.IN, input, AesArgument.OUT, output, AesArgument.LENGTH, a[9]));
        }
    }

    /** {@code cryptCounter} of {@link AesGcmBlocks}. */
    private static final class CryptCounterPlugin extends StubPlugin {

        CryptCounterPlugin() {
            super("cryptCounter", Use.class, int[].class, byte[].class, Object.class, long.class, Object.class, long.class, int.class);
        }

        @Override
        void call(GraphBuilderContext b, InvocationPluginHelper helper, Use use, ValueNode[] a) {
            ValueNode sessionKey = helper.arrayStart(b.nullCheckedValue(a[1]), JavaKind.Int);
            ValueNode counter = helper.arrayStart(b.nullCheckedValue(a[2]), JavaKind.Byte);
            ValueNode input = b.add(new ComputeObjectAddressNode(a[3], a[4]));
            ValueNode output = b.add(new ComputeObjectAddressNode(a[5], a[6]));
            call(b, use, JavaKind.Boolean, Map.of(AesArgument.SESSION_KEY, sessionKey, AesArgument.COUNTER, counter, AesArgument.IN, input, AesArgument.OUT,
                            output, AesArgument.LENGTH, a[7]));
        }
    }

    /** {@code hash} of {@link AesGcmBlocks}. */
    private static final class GhashPlugin extends StubPlugin {

        GhashPlugin() {
            super("hash", Use.class, long[].class, long[].class, Object.class, long.class, int.class);
        }

        @Override
        void call(GraphBuilderContext b, InvocationPluginHelper helper, Use use, ValueNode[] a) {
            ValueNode subkey = helper.arrayStart(b.nullCheckedValue(a[1]), JavaKind.Long);
            ValueNode state = helper.arrayStart(b.nullCheckedValue(a[2]), JavaKind.Long);
            ValueNode data = b.add(new ComputeObjectAddressNode(a[3], a[4]));
            call(b, use, JavaKind.Boolean, Map.of(AesArgument.SUBKEY, subkey, AesArgument.STATE, state, AesArgument.IN, data, AesArgument.LENGTH, a[5]));
        }
    }
}
