package org.cryptointrinsics.selection;

import java.util.Arrays;
import java.util.HexFormat;

import org.cryptointrinsics.kernel.curve25519.CurveFunction;
import org.cryptointrinsics.selection.FunctionVariant.Functions;

/** Self-tests of functions of curves. */
final class CurveSelfTests {

    // RFC 7748, section 5.2: two numbers and points, of which the second one loses its highest bit, and the first iteration of the test.
    private static final String[][] X25519 = {
                    {"a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4", "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
                                    "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"},
                    {"4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d", "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
                                    "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"},
                    {"0900000000000000000000000000000000000000000000000000000000000000", "0900000000000000000000000000000000000000000000000000000000000000",
                                    "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079"}};

    private CurveSelfTests() {
    }

    static boolean passesForX25519(Functions<CurveFunction> functions) {
        HexFormat hex = HexFormat.of();
        return Arrays.stream(X25519).allMatch(known -> {
            byte[] product = new byte[hex.parseHex(known[2]).length];
            functions.apply(CurveFunction.X25519, product, hex.parseHex(known[0]), hex.parseHex(known[1]));
            return hex.formatHex(product).equals(known[2]);
        });
    }
}
