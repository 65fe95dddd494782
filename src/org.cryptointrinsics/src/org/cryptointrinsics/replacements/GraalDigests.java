package org.cryptointrinsics.replacements;

import static jdk.graal.compiler.hotspot.replacements.HotSpotReplacementsUtil.getType;

import java.util.function.BiFunction;
import java.util.function.Predicate;

import org.cryptointrinsics.kernel.DigestAlgorithm;

import jdk.graal.compiler.hotspot.HotSpotGraalServices;
import jdk.graal.compiler.hotspot.replacements.DigestBaseSnippets;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.graphbuilderconf.GraphBuilderContext;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.ConditionalInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.Receiver;
import jdk.graal.compiler.replacements.InvocationPluginHelper;
import jdk.graal.compiler.replacements.SnippetSubstitutionInvocationPlugin;
import jdk.graal.compiler.replacements.SnippetTemplate.SnippetInfo;
import jdk.graal.compiler.replacements.StandardGraphBuilderPlugins.MessageDigestPlugin;
import jdk.graal.compiler.replacements.nodes.MessageDigestNode;
import jdk.graal.compiler.replacements.nodes.MessageDigestNode.MD5Node;
import jdk.graal.compiler.replacements.nodes.MessageDigestNode.SHA1Node;
import jdk.graal.compiler.replacements.nodes.MessageDigestNode.SHA256Node;
import jdk.graal.compiler.replacements.nodes.MessageDigestNode.SHA3Node;
import jdk.graal.compiler.replacements.nodes.MessageDigestNode.SHA512Node;
import jdk.vm.ci.code.Architecture;
import jdk.vm.ci.hotspot.HotSpotJVMCIRuntime;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.ResolvedJavaMethod;
import jdk.vm.ci.meta.ResolvedJavaType;

/** Graal's own plugins for digests, for what the kernels do not take over. Ours replace them in Graal's table, which does not give them back. */
final class GraalDigests {

    private GraalDigests() {
    }

    /** Whether HotSpot has that intrinsic too, and no option turns it off: otherwise Graal compiles the Java code. */
    static boolean isAvailable(ResolvedJavaMethod method) {
        return HotSpotJVMCIRuntime.runtime().getConfigStore().getIntrinsics().stream().filter(intrinsic -> intrinsic.name.equals(method.getName()) &&
                        method.getDeclaringClass().getName().equals("L" + intrinsic.declaringClass + ";")).allMatch(HotSpotGraalServices::isIntrinsicAvailable);
    }

    /** {@code implCompress0} of the JDK's class for {@code algorithm}. */
    static MessageDigestPlugin compress(DigestAlgorithm algorithm) {
        return switch (algorithm) {
            case MD5 -> compress(MD5Node::new, _ -> true, JavaKind.Int);
            case SHA_1 -> compress(SHA1Node::new, SHA1Node::isSupported, JavaKind.Int);
            case SHA_256 -> compress(SHA256Node::new, SHA256Node::isSupported, JavaKind.Int);
            case SHA_512 -> compress(SHA512Node::new, SHA512Node::isSupported, JavaKind.Long);
            default -> throw new IllegalArgumentException(algorithm + " is not the only one of its class");
        };
    }

    private static MessageDigestPlugin compress(BiFunction<ValueNode, ValueNode, MessageDigestNode> node, Predicate<Architecture> isSupported, JavaKind word) {
        return new MessageDigestPlugin() {
            @Override
            public MessageDigestNode createMessageDigest(ValueNode data, ValueNode state) {
                return node.apply(data, state);
            }

            @Override
            protected JavaKind getStateElementType() {
                return word;
            }

            @Override
            public boolean isApplicable(Architecture arch) {
                return isSupported.test(arch);
            }
        };
    }

    /** {@code implCompress0} of the JDK's class for SHA-3. */
    static ConditionalInvocationPlugin compressSHA3() {
        return new ConditionalInvocationPlugin("implCompress0", Receiver.class, byte[].class, int.class) {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode data, ValueNode offset) {
                try (InvocationPluginHelper helper = new InvocationPluginHelper(b, method)) {
                    ResolvedJavaType sha3 = method.getDeclaringClass();
                    ValueNode digest = receiver.get(true);
                    ValueNode block = helper.arrayElementPointer(data, JavaKind.Byte, offset);
                    ValueNode state = helper.arrayStart(helper.loadField(digest, helper.getField(sha3, "state")), JavaKind.Long);
                    b.add(new SHA3Node(block, state, helper.loadField(digest, helper.getField(sha3, "blockSize"))));
                    return true;
                }
            }

            @Override
            public boolean isApplicable(Architecture arch) {
                return SHA3Node.isSupported(arch);
            }
        };
    }

    /** {@code DigestBase.implCompressMultiBlock0}, or a static method that takes the digest as well. */
    static InvocationPlugin compressMultiBlock() {
        return new SnippetSubstitutionInvocationPlugin<>(DigestBaseSnippets.Templates.class, "implCompressMultiBlock0", Receiver.class, byte[].class,
                        int.class, int.class) {
            @Override
            protected Object[] getConstantArguments(ResolvedJavaMethod targetMethod) {
                ResolvedJavaType base = getType(targetMethod.getDeclaringClass(), "Lsun/security/provider/DigestBase;");
                return new Object[]{base, getType(base, "Lsun/security/provider/MD5;"), getType(base, "Lsun/security/provider/SHA;"),
                                getType(base, "Lsun/security/provider/SHA2;"), getType(base, "Lsun/security/provider/SHA5;"),
                                getType(base, "Lsun/security/provider/SHA3;")};
            }

            @Override
            public SnippetInfo getSnippet(DigestBaseSnippets.Templates templates) {
                return templates.implCompressMultiBlock0;
            }
        };
    }
}
