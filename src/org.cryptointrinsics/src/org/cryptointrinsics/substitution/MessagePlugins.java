package org.cryptointrinsics.substitution;


import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import javax.crypto.Mac;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.selection.DigestIntrinsic.Calls;
import org.cryptointrinsics.selection.DigestIntrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.stub.AesGcmStub;
import org.cryptointrinsics.stub.HmacArgument;
import org.cryptointrinsics.stub.KernelCallNode;
import org.cryptointrinsics.stub.KernelSnippetStub;
import org.cryptointrinsics.stub.KernelStub;
import org.cryptointrinsics.stub.MessageStub;
import org.cryptointrinsics.substitution.Substitutions.ReplacementPlugin;
import org.cryptointrinsics.substitution.Substitutions.StubCallPlugin;

import jdk.graal.compiler.hotspot.nodes.AllocaNode;
import jdk.graal.compiler.nodes.ConstantNode;
import jdk.graal.compiler.nodes.NamedLocationIdentity;
import jdk.graal.compiler.nodes.NodeView;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.calc.AddNode;
import jdk.graal.compiler.nodes.extended.ForeignCallNode;
import jdk.graal.compiler.nodes.extended.UnsafeMemoryLoadNode;
import jdk.graal.compiler.nodes.graphbuilderconf.GraphBuilderContext;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.InlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.Receiver;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.RequiredInlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.Registration;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins;
import jdk.graal.compiler.replacements.InvocationPluginHelper;
import jdk.graal.compiler.word.Word;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** Puts {@link Messages} in place of the JDK's methods for whole messages, wherever those are called. */
final class MessagePlugins {

    private MessagePlugins() {
    }

    static void register(InvocationPlugins plugins) {
        Registration messageDigest = new Registration(plugins, MessageDigest.class);
        messageDigest.register(new ReplacementPlugin(Messages.class, "digest", Receiver.class, byte[].class));
        new Registration(plugins, Mac.class).register(new ReplacementPlugin(Messages.class, "doFinal", Receiver.class, byte[].class));
        new Registration(plugins, UUID.class).register(new NameUUIDPlugin());
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
                    b.add(new ForeignCallNode(Calls.hash(DigestAlgorithm.MD5), stateAddress, messageAddress, length, suffix, digest, ConstantNode.forInt(digestBytes)));
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
        for (DigestAlgorithm algorithm : DigestPlugins.SHA_3) {
            messages.register(new HashPlugin("hashSHA3of" + algorithm.blockBytes(), algorithm));
        }
        Registration pbkdf2 = new Registration(plugins, Pbkdf2Snippets.class);
        pbkdf2.register(new StubCallPlugin(Word.class));
        pbkdf2.register(new RequiredInlineOnlyInvocationPlugin("put", Word.class, HmacArgument.class, Word.class) {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode arguments, ValueNode argument, ValueNode value) {
                Substitutions.put(b, arguments, b.getSnippetReflection().asObject(HmacArgument.class, argument.asJavaConstant()), value);
                return true;
            }
        });
        registerKernelCalls(plugins, KernelSnippetStub.class);
        registerKernelCalls(plugins, KernelStub.class);
        registerKernelCalls(plugins, MessageStub.class);
        registerKernelCalls(plugins, AesGcmStub.class);
    }

    /** Makes the native methods of {@code stub} calls of a kernel. */
    private static void registerKernelCalls(InvocationPlugins plugins, Class<? extends KernelSnippetStub> stub) {
        Registration registration = new Registration(plugins, stub);
        for (Method method : stub.getDeclaredMethods()) {
            if (Modifier.isNative(method.getModifiers())) {
                registration.register(new KernelCallPlugin(method));
            }
        }
    }

    /** {@link Messages#nameUUIDFromBytes}. */
    private static final class NameUUIDPlugin extends InlineOnlyInvocationPlugin {

        NameUUIDPlugin() {
            super("nameUUIDFromBytes", byte[].class);
        }

        @Override
        public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode name) {
            if (!Substitutions.canReplace(b, method)) {
                return Substitutions.callWhereDecoded(b, method, new ValueNode[]{name});
            }
            Intrinsics intrinsics = Intrinsics.of(b.getForeignCalls());
            List<DigestIntrinsic> md5 = List.of(intrinsics.of(DigestAlgorithm.MD5));
            String unfit = SunProviderPlugins.unfit(b);
            if (unfit == null && !(SunProvider.constructor("MD5") != null && md5.getFirst().isOnForMessages())) {
                unfit = "MD5 is off";
            }
            if (unfit != null) {
                intrinsics.report().notApplied(md5, Substitutions.site(b, method), unfit);
                return false;
            }
            if (OriginalMethods.isChanged(b, method, md5, Messages.class)) {
                return false;
            }
            Substitutions.replace(b, method, md5, Messages.class, name);
            return true;
        }
    }

    /** {@code hashMD5} and its kin in {@link Messages}. */
    private static final class HashPlugin extends RequiredInlineOnlyInvocationPlugin {

        private final DigestAlgorithm algorithm;

        HashPlugin(String name, DigestAlgorithm algorithm) {
            super(name, algorithm.word() == Size.DWORD ? int[].class : long[].class, byte[].class, byte[].class, byte[].class, int.class, byte[].class);
            this.algorithm = algorithm;
        }

        @Override
        public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode initialState, ValueNode innerKey, ValueNode outerKey,
                        ValueNode message, ValueNode suffix, ValueNode result) {
            if (Substitutions.isToBeDecoded(b)) {
                return false;
            }
            boolean isHmac = !innerKey.isNullConstant();
            DigestIntrinsic intrinsic = Intrinsics.of(b.getForeignCalls()).of(algorithm);
            if (!(isHmac ? intrinsic.isOnForHmac() : intrinsic.isOnForMessages())) {
                b.addPush(JavaKind.Boolean, ConstantNode.forBoolean(false));
                return true;
            }
            try (InvocationPluginHelper helper = new InvocationPluginHelper(b, method)) {
                ValueNode stateAddress = helper.arrayStart(b.nullCheckedValue(initialState), algorithm.word() == Size.DWORD ? JavaKind.Int : JavaKind.Long);
                ValueNode length = helper.arraylength(b.nullCheckedValue(message));
                ValueNode messageAddress = helper.arrayStart(message, JavaKind.Byte);
                ValueNode resultLength = helper.arraylength(b.nullCheckedValue(result));
                ValueNode resultAddress = helper.arrayStart(result, JavaKind.Byte);
                if (isHmac) {
                    ValueNode innerAddress = helper.arrayStart(b.nullCheckedValue(innerKey), JavaKind.Byte);
                    ValueNode outerAddress = helper.arrayStart(b.nullCheckedValue(outerKey), JavaKind.Byte);
                    ValueNode arguments = Substitutions.inFrame(b, Map.of(HmacArgument.INITIAL_STATE, stateAddress, HmacArgument.INNER_KEY, innerAddress,
                                    HmacArgument.OUTER_KEY, outerAddress, HmacArgument.MESSAGE, messageAddress, HmacArgument.LENGTH, length, HmacArgument.SUFFIX, suffix,
                                    HmacArgument.RESULT, resultAddress, HmacArgument.RESULT_LENGTH, resultLength, HmacArgument.SUM, ConstantNode.forLong(0, b.getGraph()),
                                    HmacArgument.ITERATIONS, ConstantNode.forInt(1, b.getGraph())));
                    b.addPush(JavaKind.Boolean, new ForeignCallNode(Calls.hmac(algorithm), arguments));
                } else {
                    b.addPush(JavaKind.Boolean, new ForeignCallNode(Calls.hash(algorithm), stateAddress, messageAddress, length, suffix, resultAddress, resultLength));
                }
                return true;
            }
        }
    }

    /** A method of a kernel in a stub. */
    private static final class KernelCallPlugin extends RequiredInlineOnlyInvocationPlugin {

        KernelCallPlugin(Method method) {
            super(method.getName(), method.getParameterTypes());
        }

        @Override
        public boolean execute(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode[] arguments) {
            b.addPush(JavaKind.Boolean, new KernelCallNode(method.getName(), arguments));
            return true;
        }
    }
}
