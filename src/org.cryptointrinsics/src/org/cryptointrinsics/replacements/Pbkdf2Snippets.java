package org.cryptointrinsics.replacements;

import static jdk.graal.compiler.hotspot.GraalHotSpotVMConfig.INJECTED_METAACCESS;
import static jdk.graal.compiler.nodes.java.InstanceOfNode.doInstanceof;

import java.util.Set;

import javax.crypto.Mac;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.selection.DigestIntrinsic.Calls;
import org.cryptointrinsics.stub.HmacArgument;
import org.cryptointrinsics.substitution.digest.DigestBaseSubstitutions;
import org.cryptointrinsics.substitution.digest.DigestFields;
import org.cryptointrinsics.substitution.digest.MacSubstitutions;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.api.replacements.Snippet;
import jdk.graal.compiler.api.replacements.Snippet.ConstantParameter;
import jdk.graal.compiler.core.common.spi.ForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.nodes.AllocaNode;
import jdk.graal.compiler.hotspot.replacements.HotSpotReplacementsUtil;
import jdk.graal.compiler.nodes.ComputeObjectAddressNode;
import jdk.graal.compiler.nodes.PiNode;
import jdk.graal.compiler.nodes.SnippetAnchorNode;
import jdk.graal.compiler.nodes.extended.RawLoadNode;
import jdk.graal.compiler.nodes.java.ArrayLengthNode;
import jdk.graal.compiler.nodes.spi.LoweringTool;
import jdk.graal.compiler.options.OptionValues;
import jdk.graal.compiler.phases.util.Providers;
import jdk.graal.compiler.replacements.ReplacementsUtil;
import jdk.graal.compiler.replacements.SnippetTemplate;
import jdk.graal.compiler.replacements.SnippetTemplate.AbstractTemplates;
import jdk.graal.compiler.replacements.SnippetTemplate.Arguments;
import jdk.graal.compiler.replacements.SnippetTemplate.SnippetInfo;
import jdk.graal.compiler.replacements.Snippets;
import jdk.graal.compiler.word.ObjectAccess;
import jdk.graal.compiler.word.Word;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.ResolvedJavaType;

/** Calls the stub for HMAC for many iterations of PBKDF2 at once, with the digests that PBKDF2 of the JDK may have. */
final class Pbkdf2Snippets implements Snippets {

    /** The class of the digest was not initialized yet when this was compiled. */
    static final int UNRESOLVED = Integer.MIN_VALUE;

    /** So many iterations take as long as a chunk of SHA-256, or three of SHA-512. */
    private static final int MOST = DigestBaseSubstitutions.CHUNK / (2 * DigestAlgorithm.SHA_256.blockBytes());

    private static final HotSpotForeignCallDescriptor SHA_1 = Calls.hmac(DigestAlgorithm.SHA_1);
    private static final HotSpotForeignCallDescriptor SHA_256 = Calls.hmac(DigestAlgorithm.SHA_256);
    private static final HotSpotForeignCallDescriptor SHA_512 = Calls.hmac(DigestAlgorithm.SHA_512);

    /** The first byte after a message. */
    private static final int BIT = 0x80;

    private Pbkdf2Snippets() {
    }

    /**
     * How many iterations {@link #iterate} may do.
     *
     * @param mac a {@code Mac}
     * @param value as long as its result
     * @param sum as long
     * @param iterations how many are left, maybe 0
     * @return at most that; 0 where all is left to the JDK; or {@link #UNRESOLVED}
     */
    @Snippet(allowMissingProbabilities = true)
    static int count(Object mac, Object value, Object sum, int iterations, @ConstantParameter ResolvedJavaType macType, @ConstantParameter ResolvedJavaType hmacType,
                    @ConstantParameter ResolvedJavaType delegateType, @ConstantParameter ResolvedJavaType baseType, @ConstantParameter ResolvedJavaType sha1Type,
                    @ConstantParameter ResolvedJavaType sha2Type, @ConstantParameter ResolvedJavaType sha5Type, @ConstantParameter boolean sha1,
                    @ConstantParameter boolean sha2, @ConstantParameter boolean sha5, @ConstantParameter boolean sha1Resolved, @ConstantParameter boolean sha2Resolved,
                    @ConstantParameter boolean sha5Resolved) {
        Object spi = object(mac, macType, "spi");
        if (integer(mac, macType, "initialized", JavaKind.Boolean) == 0 || !doInstanceof(hmacType, spi)) {
            return 0;
        }
        Object hmac = cast(spi, hmacType);
        Object messageDigest = object(hmac, hmacType, "md");
        if (integer(hmac, hmacType, "first", JavaKind.Boolean) == 0 || !doInstanceof(delegateType, messageDigest)) {
            return 0;
        }
        Object digestSpi = object(cast(messageDigest, delegateType), delegateType, "digestSpi");
        if (!doInstanceof(baseType, digestSpi)) {
            return 0;
        }
        Object digest = cast(digestSpi, baseType);
        int blockSize = integer(digest, baseType, "blockSize", JavaKind.Int);
        int length = integer(digest, baseType, "digestLength", JavaKind.Int);
        if (ObjectAccess.readLong(digest, HotSpotReplacementsUtil.getFieldOffset(baseType, "bytesProcessed"), LocationIdentity.any()) > 0 ||
                        ArrayLengthNode.arrayLength(object(hmac, hmacType, "k_ipad")) != blockSize ||
                        ArrayLengthNode.arrayLength(object(hmac, hmacType, "k_opad")) != blockSize || ArrayLengthNode.arrayLength(value) != length ||
                        ArrayLengthNode.arrayLength(sum) != length || value == sum || iterations <= 0) {
            return 0;
        }
        int count = iterations < MOST ? iterations : MOST;
        if (doInstanceof(sha1Type, digest)) {
            return sha1Resolved ? sha1 ? count : 0 : UNRESOLVED;
        }
        if (doInstanceof(sha2Type, digest)) {
            return sha2Resolved ? sha2 ? count : 0 : UNRESOLVED;
        }
        if (doInstanceof(sha5Type, digest)) {
            return sha5Resolved ? sha5 ? count : 0 : UNRESOLVED;
        }
        return 0;
    }

    /**
     * {@code value = HMAC(value); sum ^= value}, many times.
     *
     * @param count how many, the result of {@link #count} for the same objects if that is not {@link #UNRESOLVED}
     */
    @Snippet(allowMissingProbabilities = true)
    static void iterate(Object mac, Object value, Object sum, int count, int[] initialSHA1, @ConstantParameter ResolvedJavaType macType,
                    @ConstantParameter ResolvedJavaType hmacType, @ConstantParameter ResolvedJavaType delegateType, @ConstantParameter ResolvedJavaType sha1Type,
                    @ConstantParameter ResolvedJavaType sha2Type, @ConstantParameter ResolvedJavaType sha5Type, @ConstantParameter boolean sha1,
                    @ConstantParameter boolean sha2, @ConstantParameter boolean sha5) {
        if (count == 0) {
            return;
        }
        Object hmac = cast(object(mac, macType, "spi"), hmacType);
        Object digest = object(cast(object(hmac, hmacType, "md"), delegateType), delegateType, "digestSpi");
        Word innerKey = elements(object(hmac, hmacType, "k_ipad"), JavaKind.Byte);
        Word outerKey = elements(object(hmac, hmacType, "k_opad"), JavaKind.Byte);
        Word valueAddress = elements(value, JavaKind.Byte);
        Word sumAddress = elements(sum, JavaKind.Byte);
        int length = ArrayLengthNode.arrayLength(value);
        Word arguments = AllocaNode.alloca(HmacArgument.ITERATIONS.offset() + Long.BYTES, Long.BYTES);
        put(arguments, HmacArgument.INNER_KEY, innerKey);
        put(arguments, HmacArgument.OUTER_KEY, outerKey);
        put(arguments, HmacArgument.MESSAGE, valueAddress);
        put(arguments, HmacArgument.LENGTH, Word.unsigned(length));
        put(arguments, HmacArgument.SUFFIX, Word.unsigned(BIT));
        put(arguments, HmacArgument.RESULT, valueAddress);
        put(arguments, HmacArgument.RESULT_LENGTH, Word.unsigned(length));
        put(arguments, HmacArgument.SUM, sumAddress);
        put(arguments, HmacArgument.ITERATIONS, Word.unsigned(count));
        if (sha1 && doInstanceof(sha1Type, digest)) {
            put(arguments, HmacArgument.INITIAL_STATE, elements(initialSHA1, JavaKind.Int));
            call(SHA_1, arguments);
        } else if (sha2 && doInstanceof(sha2Type, digest)) {
            put(arguments, HmacArgument.INITIAL_STATE, elements(object(cast(digest, sha2Type), sha2Type, "initialHashes"), JavaKind.Int));
            call(SHA_256, arguments);
        } else if (sha5) {
            put(arguments, HmacArgument.INITIAL_STATE, elements(object(cast(digest, sha5Type), sha5Type, "initialHashes"), JavaKind.Long));
            call(SHA_512, arguments);
        }
    }

    /** Replaced by {@link Substitutions#put}. */
    static native void put(Word arguments, HmacArgument argument, Word value);

    /** An object that is known to be of {@code type}. */
    private static Object cast(Object object, ResolvedJavaType type) {
        return PiNode.piCast(object, type, false, true, SnippetAnchorNode.anchor());
    }

    private static Object object(Object of, ResolvedJavaType type, String field) {
        return RawLoadNode.load(of, HotSpotReplacementsUtil.getFieldOffset(type, field), JavaKind.Object, LocationIdentity.any());
    }

    private static int integer(Object of, ResolvedJavaType type, String field, JavaKind kind) {
        return RawLoadNode.loadInt(of, HotSpotReplacementsUtil.getFieldOffset(type, field), kind, LocationIdentity.any());
    }

    private static Word elements(Object array, JavaKind kind) {
        return Word.unsigned(ComputeObjectAddressNode.get(array, ReplacementsUtil.getArrayBaseOffset(INJECTED_METAACCESS, kind)));
    }

    /** Replaced by a call of the stub. */
    static native void call(ForeignCallDescriptor stub, Word arguments);

    /** Makes the snippet a graph. */
    static final class Pbkdf2Templates extends AbstractTemplates {

        private final SnippetInfo count;
        private final SnippetInfo iterate;

        @SuppressWarnings("this-escape")
        Pbkdf2Templates(OptionValues options, Providers providers) {
            super(options, providers);
            count = snippet(providers, Pbkdf2Snippets.class, "count");
            iterate = snippet(providers, Pbkdf2Snippets.class, "iterate");
        }

        void lower(Pbkdf2CountNode node, LoweringTool tool) {
            Arguments arguments = new Arguments(count, node.graph().getGuardsStage(), tool.getLoweringStage());
            arguments.add("mac", node.mac);
            arguments.add("value", node.value);
            arguments.add("sum", node.sum);
            arguments.add("iterations", node.iterations);
            arguments.add("macType", tool.getMetaAccess().lookupJavaType(Mac.class));
            arguments.add("hmacType", type(MacSubstitutions.HMAC_CORE, tool));
            arguments.add("delegateType", type(DigestFields.DELEGATE, tool));
            arguments.add("baseType", type(DigestFields.DIGEST_BASE, tool));
            addDigests(arguments, node.on, tool);
            arguments.add("sha1Resolved", node.resolved.contains(DigestAlgorithm.SHA_1));
            arguments.add("sha2Resolved", node.resolved.contains(DigestAlgorithm.SHA_256));
            arguments.add("sha5Resolved", node.resolved.contains(DigestAlgorithm.SHA_512));
            template(tool, node, arguments).instantiate(tool.getMetaAccess(), node, SnippetTemplate.DEFAULT_REPLACER, arguments);
        }

        void lower(Pbkdf2Node node, LoweringTool tool) {
            Arguments arguments = new Arguments(iterate, node.graph().getGuardsStage(), tool.getLoweringStage());
            arguments.add("mac", node.mac);
            arguments.add("value", node.value);
            arguments.add("sum", node.sum);
            arguments.add("count", node.count);
            arguments.add("initialSHA1", DigestAlgorithm.SHA_1.initialWords());
            arguments.add("macType", tool.getMetaAccess().lookupJavaType(Mac.class));
            arguments.add("hmacType", type(MacSubstitutions.HMAC_CORE, tool));
            arguments.add("delegateType", type(DigestFields.DELEGATE, tool));
            addDigests(arguments, node.on, tool);
            template(tool, node, arguments).instantiate(tool.getMetaAccess(), node, SnippetTemplate.DEFAULT_REPLACER, arguments);
        }

        private static void addDigests(Arguments arguments, Set<DigestAlgorithm> on, LoweringTool tool) {
            arguments.add("sha1Type", type(DigestAlgorithm.SHA_1.jdkClass(), tool));
            arguments.add("sha2Type", type(DigestAlgorithm.SHA_256.jdkClass(), tool));
            arguments.add("sha5Type", type(DigestAlgorithm.SHA_512.jdkClass(), tool));
            arguments.add("sha1", on.contains(DigestAlgorithm.SHA_1));
            arguments.add("sha2", on.contains(DigestAlgorithm.SHA_256));
            arguments.add("sha5", on.contains(DigestAlgorithm.SHA_512));
        }

        private static ResolvedJavaType type(String name, LoweringTool tool) {
            return tool.getMetaAccess().lookupJavaType(Substitutions.forName(name));
        }
    }
}
