package org.cryptointrinsics.replacements;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.security.MessageDigest;
import java.util.List;
import java.util.UUID;

import javax.crypto.Mac;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.replacements.Substitutions.ReplacementPlugin;
import org.cryptointrinsics.replacements.Substitutions.StubCallPlugin;
import org.cryptointrinsics.selection.DigestIntrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.stub.AesGcmStub;
import org.cryptointrinsics.stub.HmacArgument;
import org.cryptointrinsics.stub.KernelCallNode;
import org.cryptointrinsics.stub.KernelSnippetStub;
import org.cryptointrinsics.stub.KernelStub;
import org.cryptointrinsics.stub.MessageStub;
import org.cryptointrinsics.substitution.digest.MacSubstitutions;
import org.cryptointrinsics.substitution.digest.MessageDigestSubstitutions;
import org.cryptointrinsics.substitution.provider.SunProvider;
import org.cryptointrinsics.substitution.provider.UUIDSubstitutions;

import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.graphbuilderconf.GraphBuilderContext;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.InlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.Receiver;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.RequiredInlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.Registration;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins;
import jdk.graal.compiler.word.Word;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** Puts Java code of ours in place of the JDK's methods for whole messages, wherever those are called. */
final class MessagePlugins {

    private MessagePlugins() {
    }

    static void register(InvocationPlugins plugins) {
        Registration messageDigest = new Registration(plugins, MessageDigest.class);
        messageDigest.register(new ReplacementPlugin(MessageDigestSubstitutions.class, "digest", Receiver.class, byte[].class));
        new Registration(plugins, Mac.class).register(new ReplacementPlugin(MacSubstitutions.class, "doFinal", Receiver.class, byte[].class));
        new Registration(plugins, UUID.class).register(new NameUUIDPlugin());
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

    /** {@link UUIDSubstitutions#nameUUIDFromBytes}. */
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
            if (OriginalMethods.isChanged(b, method, md5, UUIDSubstitutions.class)) {
                return false;
            }
            Substitutions.replace(b, method, md5, UUIDSubstitutions.class, name);
            return true;
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
