package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.Jit;
import org.junit.Before;
import org.cryptointrinsics.test.CodeLoss;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/** The examples of RFC 1321, and NIST's vectors for the validation of SHA-1, SHA-2 and SHA-3: short, long, and Monte Carlo. Their source is told in {@code vectors/README.md}. */
@RunWith(Parameterized.class)
public class VectorTest {

    @Rule public final CodeLoss codeLoss = new CodeLoss();

    private static final Pattern LINE = Pattern.compile("(\\w+) = (\\w*)");
    private final String algorithm;
    private final String file;
    private final int count;

    public VectorTest(String algorithm, String file, int count) {
        this.algorithm = algorithm;
        this.file = file;
        this.count = count;
    }

    /** Algorithm, file, and how many digests there are in it. */
    @Parameters(name = "{1}")
    public static Collection<Object[]> files() {
        return List.of(//
                        new Object[]{"MD5", "rfc-1321.txt", 7},
                        new Object[]{"SHA-1", "SHA1ShortMsg.rsp", 65},
                        new Object[]{"SHA-1", "SHA1LongMsg.rsp", 64},
                        new Object[]{"SHA-1", "SHA1Monte.rsp", 100},
                        new Object[]{"SHA-224", "SHA224ShortMsg.rsp", 65},
                        new Object[]{"SHA-224", "SHA224LongMsg.rsp", 64},
                        new Object[]{"SHA-224", "SHA224Monte.rsp", 100},
                        new Object[]{"SHA-256", "SHA256ShortMsg.rsp", 65},
                        new Object[]{"SHA-256", "SHA256LongMsg.rsp", 64},
                        new Object[]{"SHA-256", "SHA256Monte.rsp", 100},
                        new Object[]{"SHA-384", "SHA384ShortMsg.rsp", 129},
                        new Object[]{"SHA-384", "SHA384Monte.rsp", 100},
                        new Object[]{"SHA-512", "SHA512ShortMsg.rsp", 129},
                        new Object[]{"SHA-512", "SHA512Monte.rsp", 100},
                        new Object[]{"SHA-512/224", "SHA512_224ShortMsg.rsp", 129},
                        new Object[]{"SHA-512/224", "SHA512_224Monte.rsp", 100},
                        new Object[]{"SHA-512/256", "SHA512_256ShortMsg.rsp", 129},
                        new Object[]{"SHA-512/256", "SHA512_256Monte.rsp", 100},
                        new Object[]{"SHA3-224", "SHA3_224ShortMsg.rsp", 145},
                        new Object[]{"SHA3-224", "SHA3_224Monte.rsp", 100},
                        new Object[]{"SHA3-256", "SHA3_256ShortMsg.rsp", 137},
                        new Object[]{"SHA3-256", "SHA3_256Monte.rsp", 100},
                        new Object[]{"SHA3-384", "SHA3_384ShortMsg.rsp", 105},
                        new Object[]{"SHA3-384", "SHA3_384Monte.rsp", 100},
                        new Object[]{"SHA3-512", "SHA3_512ShortMsg.rsp", 73},
                        new Object[]{"SHA3-512", "SHA3_512Monte.rsp", 100});
    }

    @Before
    public void compile() throws Exception {
        Calls.prepare();
    }

    /** The values of the file that have that name, in their order. */
    private List<String> values(String name) {
        try (InputStream in = VectorTest.class.getResourceAsStream("vectors/" + file)) {
            List<String> values = new ArrayList<>();
            new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().forEach(line -> {
                Matcher matcher = LINE.matcher(line);
                if (matcher.matches() && matcher.group(1).equals(name)) {
                    values.add(matcher.group(2));
                }
            });
            return values;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    public void digestsAreAsPublished() throws Exception {
        List<String> expected = values("MD");
        assertEquals(count, expected.size());
        if (file.contains("Monte")) {
            assertEquals(expected, monteCarlo(HexFormat.of().parseHex(values("Seed").getFirst())));
            return;
        }
        List<String> lengths = values("Len");
        List<String> messages = values("Msg");
        for (int i = 0; i < count; i++) {
            // An empty message is given as a byte of zero.
            byte[] message = Arrays.copyOf(HexFormat.of().parseHex(messages.get(i)), Integer.parseInt(lengths.get(i)) / Byte.SIZE);
            ByteBuffer direct = ByteBuffer.allocateDirect(message.length).put(message).flip();
            for (ByteBuffer input : List.of(ByteBuffer.wrap(message), ByteBuffer.wrap(message).asReadOnlyBuffer(), direct)) {
                assertEquals(expected.get(i), digest(input));
            }
        }
    }

    private String digest(ByteBuffer... inputs) throws Exception {
        MessageDigest digest = MessageDigest.getInstance(algorithm);
        int length = 0;
        for (ByteBuffer input : inputs) {
            length += input.remaining();
        }
        byte[][] result = new byte[1][];
        long blocks = Jit.work(algorithm, () -> {
            for (ByteBuffer input : inputs) {
                Calls.update(digest, input);
            }
            result[0] = Calls.digest(digest);
        }).blocks();
        Jit.assertBlocks(algorithm, Jit.blocks(algorithm, length), blocks);
        return HexFormat.of().formatHex(result[0]);
    }

    /** SHAVS, section 6.4: each message is the last three digests. SHA3VS, section 6.2.3: each message is the last digest. */
    private List<String> monteCarlo(byte[] start) throws Exception {
        boolean isSha3 = algorithm.startsWith("SHA3");
        List<String> checkpoints = new ArrayList<>();
        byte[] seed = start;
        for (int i = 0; i < 100; i++) {
            byte[][] last = {seed, seed, seed};
            for (int j = 0; j < 1000; j++) {
                byte[] next = HexFormat.of().parseHex(isSha3 ? digest(ByteBuffer.wrap(last[2]))
                                : digest(ByteBuffer.wrap(last[0]), ByteBuffer.wrap(last[1]).asReadOnlyBuffer(), ByteBuffer.wrap(last[2])));
                last = new byte[][]{last[1], last[2], next};
            }
            seed = last[2];
            checkpoints.add(HexFormat.of().formatHex(seed));
        }
        return checkpoints;
    }
}
