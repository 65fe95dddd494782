package org.cryptointrinsics.test.instruction;

import static org.junit.Assert.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

import org.cryptointrinsics.instruction.Encoder;
import org.cryptointrinsics.instruction.Scheme;

/** Bytes emitted by an encoder, with the text that they stand for. */
final class EmittedCode {

    private record Expectation(int offset, int end, Scheme scheme, String text) {
    }

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Encoder encoder = new Encoder(bytes::write);
    private final List<Expectation> expectations = new ArrayList<>();

    void add(Scheme scheme, String text, Consumer<Encoder> instruction) {
        int offset = bytes.size();
        instruction.accept(encoder);
        expectations.add(new Expectation(offset, bytes.size(), scheme, text));
    }

    void compare() throws IOException, InterruptedException {
        List<Objdump.Line> lines = Objdump.disassemble(bytes.toByteArray());
        for (int i = 0; i < expectations.size(); i++) {
            Expectation expected = expectations.get(i);
            Objdump.Line line = lines.get(i);
            String message = expected + " is " + Arrays.toString(line.bytes());
            assertEquals(message, expected.text, line.text());
            assertEquals(message, expected.offset, line.offset());
            assertEquals(message, expected.end - expected.offset, line.bytes().length);
            assertEquals(message, expected.scheme, schemeOf(line.bytes()[0] & 0xFF));
        }
        assertEquals(expectations.size(), lines.size());
    }

    static Scheme schemeOf(int firstByte) {
        return switch (firstByte) {
            case 0xC4, 0xC5 -> Scheme.VEX;
            case 0x62 -> Scheme.EVEX;
            default -> Scheme.LEGACY;
        };
    }
}
