package org.cryptointrinsics.test.truffle;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import javax.crypto.Cipher;

import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.IntrinsicInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean;
import org.cryptointrinsics.test.JavaProcess;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.junit.Test;

import com.oracle.truffle.api.Truffle;
import com.oracle.truffle.compiler.TruffleCompilerListener.CompilationResultInfo;
import com.oracle.truffle.compiler.TruffleCompilerListener.GraphInfo;
import com.oracle.truffle.runtime.AbstractCompilationTask;
import com.oracle.truffle.runtime.OptimizedCallTarget;
import com.oracle.truffle.runtime.OptimizedTruffleRuntime;
import com.oracle.truffle.runtime.OptimizedTruffleRuntimeListener;

/** What Truffle compiles of guest languages leads to kernels. */
public class TruffleTest {

    private static final String WITHOUT_ENTRIES = "-Djdk.graal.CryptoIntrinsicsEntries=false";

    /** The JIT is C2, so that Graal compiles nothing but guest code: whatever calls kernels is that. */
    @Test
    public void builtinsCallKernels() throws Exception {
        run(Guest.class, "-XX:-UseJVMCICompiler", WITHOUT_ENTRIES);
    }

    /** What is compiled while the agent starts is not lost. */
    @Test
    public void builtinsAreCompiledBesideTheAgent() throws Exception {
        run(Guest.class, "-XX:-UseJVMCICompiler", "-Dagent=true");
    }

    /** GraalJS calls the JDK's methods, which the JIT compiles: here Graal. */
    @Test
    public void scriptsReachKernels() throws Exception {
        run(Script.class, WITHOUT_ENTRIES);
    }

    private static void run(Class<?> main, String... options) throws Exception {
        Path report = Files.createTempFile(JavaProcess.FOLDER, "report", ".txt");
        try {
            List<String> all = new ArrayList<>(List.of("@" + System.getProperty("cryptointrinsics.args"), "--enable-native-access=ALL-UNNAMED",
                            "--sun-misc-unsafe-memory-access=allow", "-Dorg.cryptointrinsics.immediate=true", "-Djdk.graal.CryptoIntrinsicsReport=" + report));
            all.addAll(List.of(options));
            JavaProcess.Result result = JavaProcess.execute(all, main);
            assertEquals(result.told(), 0, result.exitCode());
        } finally {
            Files.delete(report);
        }
    }

    /** A guest language that is compiled at once, and must be. */
    private static Context context(String language) {
        return Context.newBuilder(language).allowAllAccess(true).allowExperimentalOptions(true) //
                        .option("engine.BackgroundCompilation", "false").option("engine.CompilationFailureAction", "Throw") //
                        .option("engine.FirstTierCompilationThreshold", "20").option("engine.LastTierCompilationThreshold", "40") //
                        .option("engine.DynamicCompilationThresholds", "false").build();
    }

    /** What is executed in a process of its own. */
    public static final class Guest {

        /** Every caller has kernels then. */
        private static final boolean HAS_AGENT = Boolean.getBoolean("agent");
        private static final int UNTIL_COMPILED = 200;
        private static final int CALLS = 100;

        private Guest() {
        }

        public static void main(String[] arguments) throws Exception {
            try (Context context = context(CryptoLanguage.ID)) {
                context.enter();
                check(context, "digest", "SHA-256", 17);
                check(context, "update", "SHA-256", 17);
                check(context, "update of any", "MD5", 17 / 2.0);
                check(context, "update of any", "SHA-512", 9 / 2.0);
                check(context, "digest of another class", "MD5", 0);
                check(context, "update of another class", "MD5", 0);
                check(context, "update of an array of another class", "MD5", 0);
                check(context, "update of a buffer", "SHA-1", 17);
                check(context, "look-up", "SHA-256", 17);
                check(context, "mac", "SHA-512", 12);
                check(context, "encrypt", "AES-GCM", 64);
                check(context, "encrypt a buffer", "AES-GCM", 64);
                context.leave();
            }
        }

        /**
         * Executes a program.
         *
         * @param blocks how many blocks kernels are given at each execution, on average
         */
        private static void check(Context context, String program, String intrinsic, double blocks) throws Exception {
            context.parse(CryptoLanguage.ID, program);
            OptimizedCallTarget target = (OptimizedCallTarget) CryptoLanguage.TARGETS.get(program);
            for (int i = 0; i < UNTIL_COMPILED; i++) {
                assertEquals(program, expected(program, i), target.call(i));
            }
            assertTrue(program + " is not compiled", target.isValidLastTier());
            long before = blocks(intrinsic);
            for (int i = UNTIL_COMPILED; i < UNTIL_COMPILED + CALLS; i++) {
                assertEquals(program, expected(program, i), target.call(i));
            }
            assertTrue(program + " is not compiled any more", target.isValidLastTier());
            long done = blocks(intrinsic) - before;
            assertTrue(done + " blocks of " + program, HAS_AGENT ? done >= blocks * CALLS : done == (long) (blocks * CALLS));
        }

        /** What the JDK's code makes of the message, not compiled by Graal. */
        private static long expected(String program, int number) throws GeneralSecurityException {
            byte[] message = new byte[CryptoLanguage.LENGTH];
            CryptoLanguage.write(number, message);
            return CryptoLanguage.lastBytes(switch (program) {
                case "digest", "update" -> MessageDigest.getInstance("SHA-256").digest(message);
                case "update of any" -> MessageDigest.getInstance(number % 2 == 0 ? "MD5" : "SHA-512").digest(message);
                case "digest of another class" -> new CryptoLanguage.Overriding().digest(message);
                case "update of another class" -> {
                    MessageDigest digest = new CryptoLanguage.Overriding();
                    digest.update(message, 0, message.length);
                    yield digest.digest();
                }
                case "update of an array of another class" -> {
                    MessageDigest digest = new CryptoLanguage.Overriding();
                    digest.update(message);
                    yield digest.digest();
                }
                case "update of a buffer" -> MessageDigest.getInstance("SHA-1").digest(message);
                case "look-up" -> MessageDigest.getInstance("SHA-224").digest(message);
                case "mac" -> CryptoLanguage.mac().doFinal(message);
                default -> {
                    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
                    CryptoLanguage.init(cipher, number);
                    yield cipher.doFinal(message);
                }
            });
        }
    }

    /** Calls the JDK by GraalJS. */
    public static final class Script {

        private static final String SOURCE = """
                        (function (messages) {
                            const MessageDigest = Java.type('java.security.MessageDigest');
                            const Cipher = Java.type('javax.crypto.Cipher');
                            const ByteArray = Java.type('byte[]');
                            const digest = MessageDigest.getInstance('SHA-256');
                            const cipher = Cipher.getInstance('AES/GCM/NoPadding');
                            const key = new (Java.type('javax.crypto.spec.SecretKeySpec'))(new ByteArray(16), 'AES');
                            const GCMParameterSpec = Java.type('javax.crypto.spec.GCMParameterSpec');
                            const results = [];
                            for (const message of messages) {
                                digest.update(message);
                                const hash = digest.digest();
                                cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, hash, 0, 12));
                                results.push(cipher.doFinal(message));
                            }
                            return results;
                        })""";
        private static final int MESSAGES = 100;
        private static final int MOST_ROUNDS = 2000;

        private Script() {
        }

        public static void main(String[] arguments) throws Exception {
            byte[][] messages = new byte[MESSAGES][CryptoLanguage.LENGTH];
            for (int i = 0; i < MESSAGES; i++) {
                CryptoLanguage.write(i, messages[i]);
            }
            Set<String> compiled = ConcurrentHashMap.newKeySet();
            ((OptimizedTruffleRuntime) Truffle.getRuntime()).addListener(new OptimizedTruffleRuntimeListener() {
                @Override
                public void onCompilationSuccess(OptimizedCallTarget target, AbstractCompilationTask task, GraphInfo graph, CompilationResultInfo result) {
                    compiled.add(target.getName());
                }
            });
            try (Context context = context("js")) {
                Value script = context.eval("js", SOURCE);
                Value expected = script.execute((Object) messages);
                assertEquals("blocks of what is interpreted", 0, blocks("SHA-256") + blocks("AES-GCM"));
                boolean isDone = false;
                for (int round = 0; !isDone; round++) {
                    assertTrue("kernels are not reached; compiled: " + compiled, round < MOST_ROUNDS);
                    long digestBlocks = blocks("SHA-256");
                    long cipherBlocks = blocks("AES-GCM");
                    Value results = script.execute((Object) messages);
                    for (int i = 0; i < MESSAGES; i++) {
                        assertArrayEquals(expected.getArrayElement(i).as(byte[].class), results.getArrayElement(i).as(byte[].class));
                    }
                    isDone = compiled.contains(":anonymous") && blocks("SHA-256") - digestBlocks == MESSAGES * 17 &&
                                    blocks("AES-GCM") - cipherBlocks >= MESSAGES * 32;
                }
            }
        }
    }

    /** What kernels have done so far, self-tests included. */
    private static long blocks(String intrinsic) {
        List<IntrinsicInfo> all = ManagementFactory.getPlatformMXBean(CryptoIntrinsicsMXBean.class).getIntrinsics();
        return all.stream().filter(one -> one.name().equals(intrinsic)).mapToLong(IntrinsicInfo::blocks).sum();
    }
}
