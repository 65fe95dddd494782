package org.cryptointrinsics.replacements;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.Mac;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.replacements.Substitutions.ReplacementPlugin;
import org.cryptointrinsics.selection.DigestNames;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.digest.DigestFields;
import org.cryptointrinsics.substitution.digest.VirtualMessageDigestSubstitutions;

import jdk.graal.compiler.bytecode.Bytecodes;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.graphbuilderconf.GraphBuilderContext;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.InlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.Receiver;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.InvocationPluginReceiver;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.Registration;
import jdk.graal.compiler.nodes.graphbuilderconf.NodePlugin;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/**
 * What Truffle's partial evaluation has besides the plugins of the JIT. It inlines every call whose target is known, which neither the JDK's code nor what that
 * calls to throw an exception is made for: so the JDK's methods for digests and ciphers are called, and only their substitutions are inlined.
 */
public final class PartialEvaluationPlugins {

    private PartialEvaluationPlugins() {
    }

    /** Registers them. What the JIT has plugins for is not replaced by these. */
    public static void register(InvocationPlugins plugins) {
        Stream<String> digests = Arrays.stream(DigestAlgorithm.values()).map(DigestNames::jdkClass).distinct();
        Stream<Class<?>> hidden = Stream.concat(Stream.of(DigestFields.DIGEST_BASE), digests).map(Substitutions::forName);
        Stream.concat(Stream.of(MessageDigest.class, Mac.class, Cipher.class), hidden).forEach(type -> {
            Registration registration = new Registration(plugins, type);
            Stream.of(type.getDeclaredMethods()).filter(method -> !method.isSynthetic()).map(CallPlugin::new).forEach(registration::register);
        });
        new Registration(plugins, OnDemand.class).register(new CallPlugin("ask", Receiver.class));
    }

    /**
     * Applies substitutions of methods that are not final. The JIT inlines these, and has the kernels in what they call. Where they are parsed, the class of the
     * receiver is not known: the substitutions ask for it. They do not stand for calls by {@code super}, whose receiver is of a class that overrides the method.
     */
    static NodePlugin virtualMethods() {
        InvocationPlugins plugins = new InvocationPlugins();
        Registration messageDigest = new Registration(plugins, MessageDigest.class);
        messageDigest.register(new ReplacementPlugin(VirtualMessageDigestSubstitutions.class, Intrinsics::digests, "update", Receiver.class, byte[].class));
        messageDigest.register(new ReplacementPlugin(VirtualMessageDigestSubstitutions.class, Intrinsics::digests, "update", Receiver.class, byte[].class, int.class, int.class));
        messageDigest.register(new ReplacementPlugin(VirtualMessageDigestSubstitutions.class, Intrinsics::digests, "digest", Receiver.class));
        messageDigest.register(new ReplacementPlugin(VirtualMessageDigestSubstitutions.class, Intrinsics::digests, "digest", Receiver.class, byte[].class));
        plugins.closeRegistration();
        return new NodePlugin() {
            @Override
            public boolean handleInvoke(GraphBuilderContext b, ResolvedJavaMethod method, ValueNode[] arguments) {
                boolean isReplaceable = Substitutions.isToBeDecoded(b) && b.getCode().getCode()[b.bci()] != (byte) Bytecodes.INVOKESPECIAL;
                InvocationPlugin plugin = isReplaceable ? plugins.lookupInvocation(method, b.getOptions()) : null;
                return plugin != null && plugin.execute(b, method, new InvocationPluginReceiver(b).init(method, arguments), arguments);
            }
        };
    }

    /** A method that is called. */
    private static final class CallPlugin extends InlineOnlyInvocationPlugin {

        CallPlugin(String name, Type... parameters) {
            super(name, parameters);
        }

        CallPlugin(Method method) {
            this(method.getName(), Substitutions.parameters(method));
        }

        @Override
        public boolean execute(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode[] arguments) {
            return Substitutions.callWhereDecoded(b, method, arguments);
        }
    }
}
