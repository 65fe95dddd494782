package org.cryptointrinsics.bench;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

import picocli.CommandLine;

/** Options, messages and exit codes of {@code bin/cryptointrinsics bench}, without measuring. */
public class BenchCommandTest {

    @Rule public final TemporaryFolder temporary = new TemporaryFolder();

    /** Asserts that the arguments are refused with that message, in one line. */
    private static void assertWrong(String message, String... arguments) {
        PrintStream err = System.err;
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
        try {
            assertEquals(message, 2, BenchCommand.commandLine().execute(arguments));
        } finally {
            System.setErr(err);
        }
        String text = told.toString(StandardCharsets.UTF_8);
        assertTrue(text, text.startsWith("cryptointrinsics bench: ") && text.contains(message) && text.lines().count() == 1);
    }

    @Test
    public void helpNamesWhatMayBeChosen() {
        StringWriter out = new StringWriter();
        assertEquals(0, BenchCommand.commandLine().setOut(new PrintWriter(out)).execute("--help"));
        String help = out.toString();
        Stream<Object> names = Stream.of(Part.values(), Work.values(), Algorithm.values(), Jit.values(), //
                        new String[]{"accp", "conscrypt", "bc", "ffm", "ffm_low", "tcnative", "none"}).flatMap(Stream::of);
        names.forEach(name -> assertTrue(name + " in " + help, help.contains(name.toString())));
    }

    @Test
    public void usageIsChecked() {
        assertWrong("--nope", "--nope");
        assertWrong("nope", "--parts", "digests,nope");
        assertWrong("nope", "--work", "nope");
        assertWrong("'SHA-3'", "--algorithms", "SHA-3");
        assertWrong("'x'", "--lengths", "16,x");
        assertWrong("c2 is not one of accp, conscrypt, bc, ffm, ffm_low, tcnative, none", "--peers", "c2");
        assertWrong("'c1'", "--jit", "c1");
        assertWrong("at least one fork", "--forks", "0");
        Path missing = temporary.getRoot().toPath().resolve("missing");
        assertWrong(missing + " is no JDK", "--jdk", missing.toString());
        assertWrong("--jdk is for C2 alone", "--jdk", System.getProperty("java.home"), "--jit", "graal");
        assertWrong("--jdk is for C2 alone", "--jdk", System.getProperty("java.home"), "--peers", "bc");
        assertWrong("jdk-" + Runtime.version().feature() + " is not a folder", "--draw", "--quick", "--jdk", System.getProperty("java.home"));
        assertWrong(missing + " is not a folder", "--draw", "--output", missing.toString());
    }

    @Test
    public void listsAndOptionsOfJavaAreRead() {
        CommandLine command = BenchCommand.commandLine();
        command.parseArgs("--algorithms", "md5,SHA3-256,AES-128-GCM", "--parts", "digest_uses,TLS", "--work=encrypt_heap_to_direct", "--lengths", "16,16384", "--java-options",
                        "-XX:UseAVX=2 -Da=b");
        assertEquals(List.of(Algorithm.MD5, Algorithm.SHA3_256, Algorithm.AES_128_GCM), valueOf(command, "--algorithms"));
        assertEquals(List.of(Part.DIGEST_USES, Part.TLS), valueOf(command, "--parts"));
        assertEquals(List.of(Work.ENCRYPT_HEAP_TO_DIRECT), valueOf(command, "--work"));
        assertEquals(List.of(16, 16384), valueOf(command, "--lengths"));
        assertEquals("-XX:UseAVX=2 -Da=b", valueOf(command, "--java-options"));
    }

    private static Object valueOf(CommandLine command, String option) {
        return command.getCommandSpec().findOption(option).getValue();
    }
}
