package org.cryptointrinsics.test.kernel;

import static org.junit.Assert.assertEquals;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.cryptointrinsics.interpreter.Interpreter;
import org.cryptointrinsics.kernel.curve25519.Curve25519;
import org.cryptointrinsics.kernel.curve25519.CurveFunction;
import org.cryptointrinsics.proof.specification.Rfc7748;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Reference;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/** X25519 in every variant, in the interpreter, and the specification, compute what RFC 7748 has published, and the same of whatever may be taken for a number. */
@Category(Quick.class)
@RunWith(Parameterized.class)
public class X25519KernelTest {

    private static final HexFormat HEX = HexFormat.of();
    private static final int BYTES = 32;
    private static final int BITS = BYTES * Byte.SIZE;
    private static final int REPETITIONS = Reference.FEW ? 5 : 20;

    private static final byte[] FILLS = {0, -1, 0x55};

    private final Curve25519 kernel;
    private final Random random = new Random(1);

    public X25519KernelTest(@SuppressWarnings("unused") String variant, Curve25519 kernel) {
        this.kernel = kernel;
    }

    @Parameters(name = "{0}")
    public static Collection<Object[]> parameters() {
        return Curve25519.variants().stream().map(kernel -> new Object[]{kernel.variant(), kernel}).toList();
    }

    private byte[] execute(byte[] k, byte[] u) {
        byte[] result = new byte[BYTES];
        kernel.execute(new Interpreter(), CurveFunction.X25519, Stream.of(result, k, u).map(array -> Interpreter.address(MemorySegment.ofArray(array))).toList());
        return result;
    }

    private void check(String told, byte[] k, byte[] u) {
        assertEquals(told, HEX.formatHex(Rfc7748.x25519(k, u)), HEX.formatHex(execute(k, u)));
    }

    private void checkPublished(String k, String u, String result) {
        assertEquals("the specification", result, HEX.formatHex(Rfc7748.x25519(HEX.parseHex(k), HEX.parseHex(u))));
        assertEquals(result, HEX.formatHex(execute(HEX.parseHex(k), HEX.parseHex(u))));
    }

    /** RFC 7748, 5.2. */
    @Test
    public void published() {
        String base = "09" + "00".repeat(BYTES - 1);
        checkPublished("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4", "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
                        "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552");
        checkPublished("4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d", "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
                        "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957");
        checkPublished(base, base, "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079");
    }

    /** What is not less than P, what has the highest bit, and points of small order. */
    @Test
    public void numbersAtTheBorders() {
        List<BigInteger> numbers = new ArrayList<>();
        for (BigInteger number : List.of(BigInteger.ZERO, Rfc7748.P, BigInteger.ONE.shiftLeft(Rfc7748.BITS), BigInteger.ONE.shiftLeft(BITS), Rfc7748.P.shiftLeft(1))) {
            for (int i = -2; i <= 2; i++) {
                numbers.add(number.add(BigInteger.valueOf(i)));
            }
        }
        numbers.add(new BigInteger("325606250916557431795983626356110631294008115727848805560023387167927233504"));
        numbers.add(new BigInteger("39382357235489614581723060781553021112529911719440698176882885853963445705823"));
        for (BigInteger number : numbers) {
            byte[] u = new byte[BYTES];
            for (int i = 0; i < BYTES; i++) {
                u[i] = number.shiftRight(i * Byte.SIZE).byteValue();
            }
            byte[] k = new byte[BYTES];
            Arrays.fill(k, FILLS[numbers.indexOf(number) % FILLS.length]);
            check(number + " times " + k[0], k, u);
        }
    }

    /** The result may be where a number is. */
    @Test
    public void sameArrays() {
        byte[] k = new byte[BYTES];
        byte[] u = new byte[BYTES];
        random.nextBytes(k);
        random.nextBytes(u);
        for (int same = 0; same < 2; same++) {
            List<byte[]> numbers = List.of(k.clone(), u.clone());
            kernel.execute(new Interpreter(), CurveFunction.X25519,
                            Stream.of(numbers.get(same), numbers.get(0), numbers.get(1)).map(array -> Interpreter.address(MemorySegment.ofArray(array))).toList());
            assertEquals(HEX.formatHex(Rfc7748.x25519(k, u)), HEX.formatHex(numbers.get(same)));
        }
        assertEquals(HEX.formatHex(Rfc7748.x25519(k, k)), HEX.formatHex(execute(k, k)));
    }

    @Test
    public void anyNumbers() {
        for (int i = 0; i < REPETITIONS; i++) {
            byte[] k = new byte[BYTES];
            byte[] u = new byte[BYTES];
            random.nextBytes(k);
            random.nextBytes(u);
            check("number " + i, k, u);
        }
    }
}
