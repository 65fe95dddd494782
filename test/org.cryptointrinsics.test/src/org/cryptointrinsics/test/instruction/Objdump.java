package org.cryptointrinsics.test.instruction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.cryptointrinsics.test.Binutils;
import org.cryptointrinsics.test.JavaProcess;

/** Disassembles with the disassembler of {@link Binutils}. */
public final class Objdump {

    private static final Pattern LINE = Pattern.compile("(?m)^ *([0-9a-f]+):\t((?:[0-9a-f]{2} )+) *\t(.*)$");

    /** One instruction for each of the vector registers that all CPUs have. */
    private static final Pattern CLEARS_VECTORS = Pattern.compile(IntStream.range(0, 16).mapToObj(i -> "v?pxor xmm" + i + "(,xmm" + i + ")+;").collect(Collectors.joining()));

    private Objdump() {
    }

    /**
     * One instruction.
     *
     * @param text in Intel's syntax, without comments, without prefixes that only say how the instruction is encoded, and without pseudo-operations, which are
     *            instructions with the immediate in the name
     */
    public record Line(int offset, byte[] bytes, String text) {

        static Line of(MatchResult match) {
            String[] hex = match.group(2).trim().split(" ");
            byte[] bytes = new byte[hex.length];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) Integer.parseInt(hex[i], 16);
            }
            String text = match.group(3).replaceFirst("#.*", "").replace("{evex} ", "").replaceAll("\\s+", " ").trim();
            text = text.replaceFirst("pclmul[lh]q[lh]qdq (.*)", "pclmulqdq $1,0x" + Integer.toHexString(bytes[bytes.length - 1]));
            return new Line(Integer.parseInt(match.group(1), 16), bytes, text);
        }

        public String mnemonic() {
            return text.replaceFirst(" .*", "");
        }

        /** Destination first, as Intel has it. */
        public List<String> operands() {
            int space = text.indexOf(' ');
            return space < 0 ? List.of() : List.of(text.substring(space + 1).split(","));
        }

        @Override
        public String toString() {
            return Integer.toHexString(offset) + ": " + text;
        }
    }

    /** Whether all vector registers are cleared. */
    public static boolean clearsVectors(byte[] code) throws IOException, InterruptedException {
        return CLEARS_VECTORS.matcher(disassemble(code).stream().map(line -> line.text + ";").collect(Collectors.joining())).find();
    }

    public static List<Line> disassemble(byte[] code) throws IOException, InterruptedException {
        Path file = Files.createTempFile(JavaProcess.FOLDER, "code", ".bin");
        try {
            Files.write(file, code);
            String output = Binutils.run("objdump", "-D", "-b", "binary", "-m", "i386:x86-64", "-M", "intel", "--insn-width=15", file.toString());
            return LINE.matcher(output).results().map(Line::of).toList();
        } finally {
            Files.delete(file);
        }
    }
}
