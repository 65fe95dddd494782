package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.selection.AesGcmIntrinsic;
import org.cryptointrinsics.test.CallerTier;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Memory;
import org.cryptointrinsics.test.Pages;
import org.cryptointrinsics.test.Snapshot;

/** Call sites of every form of {@code Cipher.init} and of {@code Cipher.doFinal} that may be replaced. They see ciphers of many kinds. */
public interface CipherCalls {

    /** Those under test. To be {@linkplain Compiled#prepare prepared}. */
    CipherCalls COMPILED = Sites.copy();

    /** Those that are never replaced, and lead to methods that are interpreted, unless the agent has these call kernels. */
    CipherCalls UNREPLACED = Interpreted.create();

    /** As {@link #UNREPLACED}, and by the JDK's own methods alone. */
    CipherCalls INTERPRETED = Interpreted.byTheJdk();

    /** As {@link #INTERPRETED}, but compiled by C1. To be {@linkplain CompiledByC1#prepare prepared}. */
    CipherCalls COMPILED_BY_C1 = Sites.copy();

    GCMParameterSpec parameters(int tagBits, byte[] source, int offset, int length);

    void init(Cipher cipher, int mode, Key key, AlgorithmParameterSpec parameters) throws GeneralSecurityException;

    void init(Cipher cipher, int mode, Key key, AlgorithmParameterSpec parameters, SecureRandom random) throws GeneralSecurityException;

    byte[] doFinal(Cipher cipher, byte[] input) throws GeneralSecurityException;

    byte[] doFinal(Cipher cipher, byte[] input, int offset, int length) throws GeneralSecurityException;

    int doFinal(Cipher cipher, byte[] input, int offset, int length, byte[] output) throws GeneralSecurityException;

    int doFinal(Cipher cipher, byte[] input, int offset, int length, byte[] output, int outputOffset) throws GeneralSecurityException;

    int doFinal(Cipher cipher, ByteBuffer input, ByteBuffer output) throws GeneralSecurityException;

    /** What kernels do during {@code action}. */
    static Work work(Jit.Action action) throws Exception {
        AesGcmIntrinsic intrinsic = Jit.intrinsics().aesGcm();
        Work before = Jit.work(intrinsic);
        action.run();
        return Jit.work(intrinsic).minus(before);
    }

    /** Asserts how often kernels were called where some was left to the JDK: its methods call kernels for blocks, too, where they are not interpreted as with Graal. */
    static void assertCalls(String told, long expected, long actual) {
        if (CallerTier.TESTED.hasAgent()) {
            assertTrue(told + ": " + actual, actual >= expected);
        } else {
            assertEquals(told, expected, actual);
        }
    }

    /** The call sites. Of each copy of this class, the methods are compiled for themselves. */
    final class Sites implements CipherCalls {

        Sites() {
        }

        static CipherCalls copy() {
            try {
                return (CipherCalls) Jit.copy(Sites.class).getDeclaredConstructor().newInstance();
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public GCMParameterSpec parameters(int tagBits, byte[] source, int offset, int length) {
            return new GCMParameterSpec(tagBits, source, offset, length);
        }

        @Override
        public void init(Cipher cipher, int mode, Key key, AlgorithmParameterSpec parameters) throws GeneralSecurityException {
            cipher.init(mode, key, parameters);
        }

        @Override
        public void init(Cipher cipher, int mode, Key key, AlgorithmParameterSpec parameters, SecureRandom random) throws GeneralSecurityException {
            cipher.init(mode, key, parameters, random);
        }

        @Override
        public byte[] doFinal(Cipher cipher, byte[] input) throws GeneralSecurityException {
            return cipher.doFinal(input);
        }

        @Override
        public byte[] doFinal(Cipher cipher, byte[] input, int offset, int length) throws GeneralSecurityException {
            return cipher.doFinal(input, offset, length);
        }

        @Override
        public int doFinal(Cipher cipher, byte[] input, int offset, int length, byte[] output) throws GeneralSecurityException {
            return cipher.doFinal(input, offset, length, output);
        }

        @Override
        public int doFinal(Cipher cipher, byte[] input, int offset, int length, byte[] output, int outputOffset) throws GeneralSecurityException {
            return cipher.doFinal(input, offset, length, output, outputOffset);
        }

        @Override
        public int doFinal(Cipher cipher, ByteBuffer input, ByteBuffer output) throws GeneralSecurityException {
            return cipher.doFinal(input, output);
        }
    }

    /** Whether an initialization with the mode and key of the last one is replaced. The JDK's own method drops the engine of additional data. */
    static boolean isReplaced(Cipher cipher, Jit.Action initialization) throws Exception {
        cipher.updateAAD(new byte[1]);
        Object engine = Snapshot.get(CipherState.gcm(cipher), "engine");
        initialization.run();
        return Snapshot.get(CipherState.gcm(cipher), "engine") == engine;
    }

    /** How {@link #COMPILED} are compiled. */
    final class Compiled {

        private static final List<Method> METHODS = Stream.of("doFinal", "init").flatMap(name -> Jit.methods(COMPILED.getClass(), name).stream()).toList();

        /** Code that comes to what is not resolved is left, and compiled again. */
        private static final int MOST_ROUNDS = 10;
        private static final byte[] NONE = new byte[0];
        private static final int TAG_BYTES = 16;

        private static boolean isResolved;

        private Compiled() {
        }

        /** Sees to it that every call site is compiled, with a stub for every use. What an exception undid is done again. */
        public static synchronized void prepare() throws Exception {
            // There is no stub for a use that was never reached.
            METHODS.forEach(Jit::compile);
            for (int i = 0; i < MOST_ROUNDS && !isResolved; i++) {
                // If there is no kernel for this CPU, this is as far as it gets.
                isResolved = areAllReplaced() || !Jit.intrinsics().aesGcm().isOn();
                METHODS.forEach(Jit::compile);
            }
            assertTrue("call sites are not replaced", isResolved);
            Jit.needKernels();
        }

        /** Throws the code of {@code doFinal} with {@code parameters} away, until it is {@linkplain #prepare prepared} again. */
        public static synchronized void deoptimize(Class<?>... parameters) throws NoSuchMethodException {
            Jit.deoptimize(List.of(COMPILED.getClass().getDeclaredMethod("doFinal", parameters)));
        }

        private static Cipher cipher(int mode, int keyBytes) throws Exception {
            return AesGcmReference.cipher(mode, new byte[keyBytes], new byte[12], NONE, TAG_BYTES);
        }

        private static byte[] tag(int keyBytes) throws Exception {
            return INTERPRETED.doFinal(cipher(Cipher.ENCRYPT_MODE, keyBytes), NONE);
        }

        private static boolean areInitializationsReplaced() throws Exception {
            boolean areReplaced = true;
            for (int mode : new int[]{Cipher.ENCRYPT_MODE, Cipher.DECRYPT_MODE}) {
                Cipher cipher = cipher(mode, TAG_BYTES);
                Key key = new SecretKeySpec(new byte[TAG_BYTES], "AES");
                AlgorithmParameterSpec parameters = new GCMParameterSpec(Byte.SIZE * TAG_BYTES, "another IV 1".getBytes(StandardCharsets.US_ASCII));
                AlgorithmParameterSpec others = new GCMParameterSpec(Byte.SIZE * TAG_BYTES, "another IV 2".getBytes(StandardCharsets.US_ASCII));
                areReplaced &= isReplaced(cipher, () -> COMPILED.init(cipher, mode, key, parameters));
                areReplaced &= isReplaced(cipher, () -> COMPILED.init(cipher, mode, key, others, null));
            }
            return areReplaced;
        }

        /** Executes every call site, with all kinds of buffers. */
        private static boolean areAllReplaced() throws Exception {
            boolean areReplaced = areInitializationsReplaced();
            for (CipherForm form : CipherForm.values()) {
                Cipher encryption = cipher(Cipher.ENCRYPT_MODE, TAG_BYTES);
                Cipher decryption = cipher(Cipher.DECRYPT_MODE, TAG_BYTES);
                areReplaced &= work(() -> form.doFinal(COMPILED, encryption, NONE, TAG_BYTES)).calls() == 1;
                areReplaced &= work(() -> form.doFinal(COMPILED, decryption, tag(TAG_BYTES), 0)).calls() == 1;
            }
            try (Arena arena = Arena.ofConfined()) {
                for (Memory memory : Memory.values()) {
                    ByteBuffer buffer = memory.allocate(Pages.SIZE, arena).buffer();
                    Cipher from = cipher(Cipher.ENCRYPT_MODE, TAG_BYTES);
                    areReplaced &= work(() -> COMPILED.doFinal(from, buffer.duplicate(), ByteBuffer.allocate(2 * Pages.SIZE))).calls() == 1 || memory.isMapped();
                    if (!buffer.isReadOnly()) {
                        Cipher to = cipher(Cipher.ENCRYPT_MODE, TAG_BYTES);
                        areReplaced &= work(() -> COMPILED.doFinal(to, ByteBuffer.allocate(0), buffer)).calls() == 1 || memory.isMapped();
                    }
                }
            }
            return areReplaced;
        }
    }

    /** How {@link #UNREPLACED} are left to the interpreter, however often they are executed. */
    final class Interpreted {

        /** GHASH of blocks, which would take too long in the interpreter. */
        private static final Set<String> TOO_SLOW = Set.of("processBlocks", "processBlock", "blockMult");

        private Interpreted() {
        }

        private static CipherCalls create() {
            CipherCalls calls = Sites.copy();
            Jit.methods(calls.getClass(), "doFinal").forEach(Jit::interpret);
            Jit.methods(calls.getClass(), "init").forEach(Jit::interpret);
            Jit.methods(calls.getClass(), "parameters").forEach(Jit::interpret);
            if (CallerTier.TESTED.hasAgent()) {
                return calls;
            }
            // One calls the other.
            Jit.methods(Cipher.class, "init").forEach(Jit::interpret);
            // In the midst of messages they would call kernels, too.
            for (String name : new String[]{"GaloisCounterMode", "GaloisCounterMode$GCMEngine", "GaloisCounterMode$GCMEncrypt", "GaloisCounterMode$GCMDecrypt",
                            "GaloisCounterMode$EncryptOp", "GaloisCounterMode$DecryptOp", "CounterMode", "GCTR", "GHASH"}) {
                try {
                    Stream.of(Class.forName("com.sun.crypto.provider." + name).getDeclaredMethods()).filter(method -> !TOO_SLOW.contains(method.getName())).forEach(
                                    Jit::interpret);
                } catch (ClassNotFoundException e) {
                    throw new NoClassDefFoundError(e.getMessage());
                }
            }
            return calls;
        }

        private static CipherCalls byTheJdk() {
            return (CipherCalls) Proxy.newProxyInstance(CipherCalls.class.getClassLoader(), new Class<?>[]{CipherCalls.class},
                            (_, method, arguments) -> Jit.byTheJdk(() -> call(method, arguments)));
        }

        private static Object call(Method method, Object[] arguments) throws Exception {
            try {
                // Where frames are hidden, reflection would take the exceptions of a method for its own.
                return MethodHandles.lookup().unreflect(method).bindTo(UNREPLACED).invokeWithArguments(arguments);
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
    }

    /** How {@link #COMPILED_BY_C1} are compiled. */
    final class CompiledByC1 {

        private static final List<Method> METHODS = Jit.methods(COMPILED_BY_C1.getClass(), "doFinal");
        private static final int MOST_CALLS = 100_000;

        private CompiledByC1() {
        }

        /** Executes the call sites until they are compiled. */
        public static synchronized void prepare() throws Exception {
            if (METHODS.stream().allMatch(Jit::isCompiledByC1)) {
                return;
            }
            Jit.leaveToC1(COMPILED_BY_C1.getClass());
            for (int i = 0; !METHODS.stream().allMatch(Jit::isCompiledByC1); i++) {
                assertTrue("C1 does not compile", i < MOST_CALLS);
                for (CipherForm form : CipherForm.values()) {
                    form.doFinal(COMPILED_BY_C1, Compiled.cipher(Cipher.ENCRYPT_MODE, Compiled.TAG_BYTES), Compiled.NONE, Compiled.TAG_BYTES);
                }
            }
        }
    }
}
