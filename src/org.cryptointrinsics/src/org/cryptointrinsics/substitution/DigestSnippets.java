package org.cryptointrinsics.substitution;

import static jdk.graal.compiler.hotspot.GraalHotSpotVMConfig.INJECTED_METAACCESS;
import static jdk.graal.compiler.nodes.java.InstanceOfNode.doInstanceof;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.graph.KernelStub;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.selection.DigestIntrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.api.replacements.Snippet;
import jdk.graal.compiler.api.replacements.Snippet.ConstantParameter;
import jdk.graal.compiler.core.common.spi.ForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.replacements.HotSpotReplacementsUtil;
import jdk.graal.compiler.nodes.ComputeObjectAddressNode;
import jdk.graal.compiler.nodes.PiNode;
import jdk.graal.compiler.nodes.SnippetAnchorNode;
import jdk.graal.compiler.nodes.extended.RawLoadNode;
import jdk.graal.compiler.nodes.spi.LoweringTool;
import jdk.graal.compiler.options.OptionValues;
import jdk.graal.compiler.phases.util.Providers;
import jdk.graal.compiler.replacements.ReplacementsUtil;
import jdk.graal.compiler.replacements.SnippetTemplate;
import jdk.graal.compiler.replacements.SnippetTemplate.AbstractTemplates;
import jdk.graal.compiler.replacements.SnippetTemplate.Arguments;
import jdk.graal.compiler.replacements.SnippetTemplate.SnippetInfo;
import jdk.graal.compiler.replacements.Snippets;
import jdk.graal.compiler.word.Word;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.ResolvedJavaType;

/** Calls the kernel for the class of a digest. */
final class DigestSnippets implements Snippets {

    /** Those that the JDK's methods call. */
    static final Set<DigestAlgorithm> CALLED = EnumSet.of(DigestAlgorithm.MD5, DigestAlgorithm.SHA_1, DigestAlgorithm.SHA_256, DigestAlgorithm.SHA_512);

    private static final Map<DigestAlgorithm, HotSpotForeignCallDescriptor> DESCRIPTORS = Stream.of(DigestAlgorithm.values()).collect(
                    Collectors.toMap(algorithm -> algorithm, algorithm -> KernelStub.descriptor(algorithm.name() + "_compress")));
    private static final HotSpotForeignCallDescriptor MD5 = descriptor(DigestAlgorithm.MD5);
    private static final HotSpotForeignCallDescriptor SHA_1 = descriptor(DigestAlgorithm.SHA_1);
    private static final HotSpotForeignCallDescriptor SHA_256 = descriptor(DigestAlgorithm.SHA_256);
    private static final HotSpotForeignCallDescriptor SHA_512 = descriptor(DigestAlgorithm.SHA_512);

    private DigestSnippets() {
    }

    /** What compiled code calls for {@code algorithm}. */
    static HotSpotForeignCallDescriptor descriptor(DigestAlgorithm algorithm) {
        return DESCRIPTORS.get(algorithm);
    }

    @Snippet(allowMissingProbabilities = true)
    static int compress(Object digest, byte[] data, int offset, int limit, @ConstantParameter ResolvedJavaType md5, @ConstantParameter boolean md5IsOn,
                    @ConstantParameter ResolvedJavaType sha1, @ConstantParameter boolean sha1IsOn, @ConstantParameter ResolvedJavaType sha256,
                    @ConstantParameter boolean sha256IsOn, @ConstantParameter ResolvedJavaType sha512, @ConstantParameter boolean sha512IsOn) {
        int base = ReplacementsUtil.getArrayBaseOffset(INJECTED_METAACCESS, JavaKind.Byte);
        Word address = Word.unsigned(ComputeObjectAddressNode.get(data, base + offset));
        int bytesBeforeLast = limit - offset < Digests.CHUNK ? limit - offset : Digests.CHUNK - 1;
        int blocks = bytesBeforeLast / Digests.BLOCK + 1;
        int longBlocks = bytesBeforeLast / Digests.LONG_BLOCK + 1;
        if (md5IsOn && doInstanceof(md5, digest)) {
            call(MD5, state(digest, md5, JavaKind.Int), address, blocks);
            return offset + blocks * Digests.BLOCK;
        }
        if (sha1IsOn && doInstanceof(sha1, digest)) {
            call(SHA_1, state(digest, sha1, JavaKind.Int), address, blocks);
            return offset + blocks * Digests.BLOCK;
        }
        if (sha256IsOn && doInstanceof(sha256, digest)) {
            call(SHA_256, state(digest, sha256, JavaKind.Int), address, blocks);
            return offset + blocks * Digests.BLOCK;
        }
        if (sha512IsOn && doInstanceof(sha512, digest)) {
            call(SHA_512, state(digest, sha512, JavaKind.Long), address, longBlocks);
            return offset + longBlocks * Digests.LONG_BLOCK;
        }
        return offset;
    }

    private static Word state(Object digest, ResolvedJavaType type, JavaKind word) {
        Object typed = PiNode.piCast(digest, type, false, true, SnippetAnchorNode.anchor());
        Object state = RawLoadNode.load(typed, HotSpotReplacementsUtil.getFieldOffset(type, "state"), JavaKind.Object, LocationIdentity.any());
        return Word.unsigned(ComputeObjectAddressNode.get(state, ReplacementsUtil.getArrayBaseOffset(INJECTED_METAACCESS, word)));
    }

    /** Replaced by a call of the stub. */
    static native void call(ForeignCallDescriptor descriptor, Word state, Word data, int blocks);

    /** Makes the snippets graphs. */
    static final class Templates extends AbstractTemplates {

        private final SnippetInfo compress;

        @SuppressWarnings("this-escape")
        Templates(OptionValues options, Providers providers) {
            super(options, providers);
            compress = snippet(providers, DigestSnippets.class, "compress");
        }

        void lower(CompressNode node, LoweringTool tool, Intrinsics intrinsics) {
            Arguments arguments = new Arguments(compress, node.graph().getGuardsStage(), tool.getLoweringStage());
            arguments.add("digest", node.digest);
            arguments.add("data", node.data);
            arguments.add("offset", node.offset);
            arguments.add("limit", node.limit);
            for (DigestAlgorithm algorithm : CALLED) {
                DigestIntrinsic intrinsic = intrinsics.of(algorithm);
                String name = intrinsic.algorithm().identifier();
                arguments.add(name, tool.getMetaAccess().lookupJavaType(DigestFields.forName(intrinsic.algorithm().jdkClass())));
                arguments.add(name + "IsOn", intrinsic.isOn());
            }
            SnippetTemplate template = template(tool, node, arguments);
            template.instantiate(tool.getMetaAccess(), node, SnippetTemplate.DEFAULT_REPLACER, arguments);
        }
    }
}
