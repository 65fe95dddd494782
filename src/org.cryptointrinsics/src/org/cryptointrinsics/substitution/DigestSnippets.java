package org.cryptointrinsics.substitution;

import static jdk.graal.compiler.hotspot.GraalHotSpotVMConfig.INJECTED_METAACCESS;
import static jdk.graal.compiler.nodes.java.InstanceOfNode.doInstanceof;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.selection.DigestIntrinsic.Calls;
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

    private static final HotSpotForeignCallDescriptor MD5 = Calls.compress(DigestAlgorithm.MD5);
    private static final HotSpotForeignCallDescriptor SHA_1 = Calls.compress(DigestAlgorithm.SHA_1);
    private static final HotSpotForeignCallDescriptor SHA_256 = Calls.compress(DigestAlgorithm.SHA_256);
    private static final HotSpotForeignCallDescriptor SHA_512 = Calls.compress(DigestAlgorithm.SHA_512);
    private static final HotSpotForeignCallDescriptor SHA3_224 = Calls.compress(DigestAlgorithm.SHA3_224);
    private static final HotSpotForeignCallDescriptor SHA3_256 = Calls.compress(DigestAlgorithm.SHA3_256);
    private static final HotSpotForeignCallDescriptor SHA3_384 = Calls.compress(DigestAlgorithm.SHA3_384);
    private static final HotSpotForeignCallDescriptor SHA3_512 = Calls.compress(DigestAlgorithm.SHA3_512);
    private static final HotSpotForeignCallDescriptor SHAKE128_256 = Calls.compress(DigestAlgorithm.SHAKE128_256);

    private DigestSnippets() {
    }

    @Snippet(allowMissingProbabilities = true)
    static int compress(Object digest, byte[] data, int offset, int limit, @ConstantParameter ResolvedJavaType md5Type, @ConstantParameter ResolvedJavaType sha1Type,
                    @ConstantParameter ResolvedJavaType sha2Type, @ConstantParameter ResolvedJavaType sha5Type, @ConstantParameter ResolvedJavaType sha3Type,
                    @ConstantParameter boolean md5, @ConstantParameter boolean sha1, @ConstantParameter boolean sha256, @ConstantParameter boolean sha512,
                    @ConstantParameter boolean sha3224, @ConstantParameter boolean sha3256, @ConstantParameter boolean sha3384, @ConstantParameter boolean sha3512,
                    @ConstantParameter boolean shake128256) {
        int base = ReplacementsUtil.getArrayBaseOffset(INJECTED_METAACCESS, JavaKind.Byte);
        Word address = Word.unsigned(ComputeObjectAddressNode.get(data, base + offset));
        int bytesBeforeLast = limit - offset < Digests.CHUNK ? limit - offset : Digests.CHUNK - 1;
        int blocks = bytesBeforeLast / Digests.BLOCK + 1;
        int longBlocks = bytesBeforeLast / Digests.LONG_BLOCK + 1;
        if (md5 && doInstanceof(md5Type, digest)) {
            call(MD5, state(digest, md5Type, JavaKind.Int), address, blocks);
            return offset + blocks * Digests.BLOCK;
        }
        if (sha1 && doInstanceof(sha1Type, digest)) {
            call(SHA_1, state(digest, sha1Type, JavaKind.Int), address, blocks);
            return offset + blocks * Digests.BLOCK;
        }
        if (sha256 && doInstanceof(sha2Type, digest)) {
            call(SHA_256, state(digest, sha2Type, JavaKind.Int), address, blocks);
            return offset + blocks * Digests.BLOCK;
        }
        if (sha512 && doInstanceof(sha5Type, digest)) {
            call(SHA_512, state(digest, sha5Type, JavaKind.Long), address, longBlocks);
            return offset + longBlocks * Digests.LONG_BLOCK;
        }
        if ((sha3224 || sha3256 || sha3384 || sha3512 || shake128256) && doInstanceof(sha3Type, digest)) {
            Object typed = PiNode.piCast(digest, sha3Type, false, true, SnippetAnchorNode.anchor());
            int rate = RawLoadNode.loadInt(typed, HotSpotReplacementsUtil.getFieldOffset(sha3Type, "blockSize"), JavaKind.Int, LocationIdentity.any());
            int rateBlocks = bytesBeforeLast / rate + 1;
            Word state = state(digest, sha3Type, JavaKind.Long);
            if (sha3224 && rate == 144) {
                call(SHA3_224, state, address, rateBlocks);
            } else if (sha3256 && rate == 136) {
                call(SHA3_256, state, address, rateBlocks);
            } else if (sha3384 && rate == 104) {
                call(SHA3_384, state, address, rateBlocks);
            } else if (sha3512 && rate == 72) {
                call(SHA3_512, state, address, rateBlocks);
            } else if (shake128256 && rate == 168) {
                call(SHAKE128_256, state, address, rateBlocks);
            } else {
                return offset;
            }
            return offset + rateBlocks * rate;
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
    static final class DigestTemplates extends AbstractTemplates {

        private final SnippetInfo compress;

        @SuppressWarnings("this-escape")
        DigestTemplates(OptionValues options, Providers providers) {
            super(options, providers);
            compress = snippet(providers, DigestSnippets.class, "compress");
        }

        void lower(CompressNode node, LoweringTool tool, Intrinsics intrinsics) {
            Arguments arguments = new Arguments(compress, node.graph().getGuardsStage(), tool.getLoweringStage());
            arguments.add("digest", node.digest);
            arguments.add("data", node.data);
            arguments.add("offset", node.offset);
            arguments.add("limit", node.limit);
            arguments.add("md5Type", type(DigestAlgorithm.MD5, tool));
            arguments.add("sha1Type", type(DigestAlgorithm.SHA_1, tool));
            arguments.add("sha2Type", type(DigestAlgorithm.SHA_256, tool));
            arguments.add("sha5Type", type(DigestAlgorithm.SHA_512, tool));
            arguments.add("sha3Type", type(DigestAlgorithm.SHA3_256, tool));
            for (DigestIntrinsic intrinsic : intrinsics.digests()) {
                arguments.add(intrinsic.algorithm().identifier(), type(intrinsic.algorithm(), tool).isInitialized() && intrinsic.isOn());
            }
            SnippetTemplate template = template(tool, node, arguments);
            template.instantiate(tool.getMetaAccess(), node, SnippetTemplate.DEFAULT_REPLACER, arguments);
        }

        private static ResolvedJavaType type(DigestAlgorithm algorithm, LoweringTool tool) {
            return tool.getMetaAccess().lookupJavaType(DigestFields.forName(algorithm.jdkClass()));
        }
    }
}
