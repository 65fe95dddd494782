package org.cryptointrinsics.selection;

import java.util.List;
import java.util.Locale;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.linkage.VmFlags;

/**
 * HotSpot's own intrinsics for an algorithm. Who turns one of them off by HotSpot's options turns ours off, too.
 *
 * @param flags that turn them on or off
 * @param names of {@code -XX:DisableIntrinsic} and {@code -XX:ControlIntrinsic}
 */
record HotSpotIntrinsics(List<String> flags, List<String> names) {

    static final HotSpotIntrinsics AES_GCM = new HotSpotIntrinsics(List.of("UseAES", "UseAESIntrinsics", "UseGHASHIntrinsics"),
                    List.of("_galoisCounterMode_AESCrypt", "_counterMode_AESCrypt", "_ghash_processBlocks"));
    static final HotSpotIntrinsics ML_KEM = new HotSpotIntrinsics(List.of("UseKyberIntrinsics"),
                    List.of("_kyberNtt", "_kyberInverseNtt", "_kyberNttMult", "_kyberAddPoly_2", "_kyberAddPoly_3", "_kyber12To16", "_kyberBarrettReduce"));
    static final HotSpotIntrinsics ML_DSA = new HotSpotIntrinsics(List.of("UseDilithiumIntrinsics"),
                    List.of("_dilithiumAlmostNtt", "_dilithiumAlmostInverseNtt", "_dilithiumNttMult", "_dilithiumMontMulByConstant", "_dilithiumDecomposePoly"));

    /** That of algorithms for which HotSpot has none. */
    static final HotSpotIntrinsics NONE = new HotSpotIntrinsics(List.of(), List.of());

    static HotSpotIntrinsics of(DigestAlgorithm algorithm) {
        String name = DigestNames.simpleName(algorithm);
        String flag = "Use" + (algorithm.isSponge() ? name : algorithm.standardName().replace("-", "")) + "Intrinsics";
        return new HotSpotIntrinsics(List.of(flag), List.of("_" + name.toLowerCase(Locale.ROOT) + "_implCompress"));
    }

    /** Which option turns one of them off, or null. */
    String offBecause() {
        for (String flag : flags) {
            if (VmFlags.isTurnedOff(flag)) {
                return "by option -XX:-" + flag;
            }
        }
        for (String argument : VmFlags.arguments()) {
            List<String> parts = List.of(argument.split("[=,]"));
            for (String name : names) {
                String control = switch (parts.getFirst()) {
                    case "-XX:DisableIntrinsic" -> name;
                    case "-XX:ControlIntrinsic" -> "-" + name;
                    default -> null;
                };
                if (control != null && parts.contains(control)) {
                    return "by option " + argument;
                }
            }
        }
        return null;
    }
}
