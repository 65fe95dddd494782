package org.cryptointrinsics.bench;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;

/**
 * The libcrypto of OpenSSL, or one like it, through the foreign-function API and without a provider: for each message one call of a function of C, which reads
 * and writes arrays where they lie. What is returned is reused, or a new array, as in {@link DigestBenchmark}.
 */
public class ForeignBenchmark extends Message {

    static final SymbolLookup SYMBOLS = open(Contender.libcrypto());
    static final MemorySegment NULL = MemorySegment.NULL;

    /** Of {@code data, count, digest, size of the digest, type, engine}. */
    private static final MethodHandle DIGEST = function("EVP_Digest", JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    /** Of {@code type, key, length, data, count, code, size of the code}. */
    private static final MethodHandle HMAC = function("HMAC", ADDRESS, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
    /** Of {@code password, length, salt, length, iterations, type, length, key}. */
    private static final MethodHandle PBKDF2 = function("PKCS5_PBKDF2_HMAC", JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);

    /** Of the function, which depends on the algorithm, and of {@code state}; {@code state, data, count}; {@code digest, state}. */
    private static final MethodHandle INIT = function(JAVA_INT, ADDRESS);
    private static final MethodHandle UPDATE = function(JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
    private static final MethodHandle FINAL = function(JAVA_INT, ADDRESS, ADDRESS);
    /** More than the state of any digest needs. */
    private static final int STATE = 1024;

    private final MemorySegment password = MemorySegment.ofArray(PASSWORD.getBytes(StandardCharsets.US_ASCII));
    private MemorySegment type;
    private MemorySegment onHeap;
    private MemorySegment outside;
    private byte[] output;

    private MemorySegment state;
    private MemorySegment init;
    private MemorySegment update;
    private MemorySegment end;

    @SuppressWarnings("restricted")
    private static SymbolLookup open(String library) {
        return SymbolLookup.libraryLookup(library, Arena.global());
    }

    static MethodHandle function(String name, MemoryLayout result, MemoryLayout... arguments) {
        return function(name, FunctionDescriptor.of(result, arguments));
    }

    @SuppressWarnings("restricted")
    static MethodHandle function(String name, FunctionDescriptor descriptor) {
        return Linker.nativeLinker().downcallHandle(SYMBOLS.findOrThrow(name), descriptor, Linker.Option.critical(true));
    }

    /** A function that is chosen by the first argument. */
    @SuppressWarnings("restricted")
    private static MethodHandle function(MemoryLayout result, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(result, arguments), Linker.Option.critical(true));
    }

    private static MemoryLayout[] addresses(int count) {
        MemoryLayout[] layouts = new MemoryLayout[count];
        Arrays.fill(layouts, ADDRESS);
        return layouts;
    }

    /** What a function returns that takes pointers alone, and is not called often. */
    static MemorySegment pointer(String name, MemorySegment... arguments) {
        try {
            return (MemorySegment) function(name, ADDRESS, addresses(arguments.length)).invokeWithArguments((Object[]) arguments);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** As {@link #pointer}, of a function that tells whether it has worked. */
    static void call(String name, MemorySegment... arguments) {
        try {
            check((int) function(name, JAVA_INT, addresses(arguments.length)).invokeWithArguments((Object[]) arguments));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** The name and the version of the library. */
    @SuppressWarnings("restricted")
    static String version() {
        try {
            MemorySegment text = (MemorySegment) function("OpenSSL_version", ADDRESS, JAVA_INT).invokeExact(0);
            return text.reinterpret(Integer.MAX_VALUE).getString(0);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    void open(Work work) throws NoSuchAlgorithmException {
        output = new byte[MessageDigest.getInstance(algorithm).getDigestLength()];
        String name = algorithm.replace("SHA-", "SHA");
        if (contender.equals(Contender.FFM_LOW.name())) {
            state = Arena.ofAuto().allocate(STATE, Long.BYTES);
            init = SYMBOLS.find(name + "_Init").orElseThrow(() -> lacks(work));
            update = SYMBOLS.findOrThrow(name + "_Update");
            end = SYMBOLS.findOrThrow(name + "_Final");
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            type = type("EVP_MD_fetch", "EVP_get_digestbyname", arena.allocateFrom(name));
        }
        if (type.equals(NULL)) {
            throw lacks(work);
        }
    }

    /** OpenSSL 3 would look for the implementation in each call if it were not fetched; AWS-LC and BoringSSL have nothing to look for. */
    static MemorySegment type(String fetch, String get, MemorySegment name) {
        try {
            return SYMBOLS.find(fetch).isPresent() ? (MemorySegment) function(fetch, ADDRESS, ADDRESS, ADDRESS, ADDRESS).invokeExact(NULL, name, NULL) :
                            (MemorySegment) function(get, ADDRESS, ADDRESS).invokeExact(name);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    void makeMessage(int bytes) throws GeneralSecurityException {
        super.makeMessage(bytes);
        onHeap = MemorySegment.ofArray(array);
        outside = MemorySegment.ofBuffer(direct.rewind());
    }

    @Override
    Object run(Work work) throws NoSuchAlgorithmException {
        if (init != null && work != Work.DIGEST) {
            throw lacks(work);
        }
        return switch (work) {
            case HEAP -> digestHeap();
            case DIRECT -> digestDirect();
            case DIGEST -> digest();
            case HMAC -> hmac();
            case PBKDF2 -> pbkdf2();
            default -> throw lacks(work);
        };
    }

    /** A whole message, in an array. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public byte[] digestHeap() {
        return digest(onHeap, output);
    }

    /** A whole message, in a direct buffer. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public byte[] digestDirect() {
        return digest(outside, output);
    }

    /** A whole message, in an array; the digest is a new array. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public byte[] digest() {
        byte[] result = new byte[output.length];
        return init == null ? digest(onHeap, result) : digestLow(onHeap, result);
    }

    private byte[] digest(MemorySegment data, byte[] result) {
        try {
            check((int) DIGEST.invokeExact(data, data.byteSize(), MemorySegment.ofArray(result), NULL, type, NULL));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        return result;
    }

    private byte[] digestLow(MemorySegment data, byte[] result) {
        try {
            check((int) INIT.invokeExact(init, state));
            check((int) UPDATE.invokeExact(update, state, data, data.byteSize()));
            check((int) FINAL.invokeExact(end, MemorySegment.ofArray(result), state));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        return result;
    }

    /** The authentication code of a message. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public byte[] hmac() {
        byte[] code = new byte[output.length];
        try {
            MemorySegment result = (MemorySegment) HMAC.invokeExact(type, MemorySegment.ofArray(key), key.length, onHeap, onHeap.byteSize(),
                            MemorySegment.ofArray(code), NULL);
            check(result.equals(NULL) ? 0 : 1);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        return code;
    }

    /** A key from a password; the length is the number of iterations. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public byte[] pbkdf2() {
        byte[] made = new byte[BITS_OF_KEY / Byte.SIZE];
        try {
            check((int) PBKDF2.invokeExact(password, (int) password.byteSize(), MemorySegment.ofArray(salt), salt.length, size, type, made.length,
                            MemorySegment.ofArray(made)));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        return made;
    }

    static void check(int result) {
        if (result != 1) {
            throw new IllegalStateException("libcrypto failed: " + result);
        }
    }
}
