package org.cryptointrinsics.test;

import java.lang.foreign.Arena;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.cryptointrinsics.test.Memory.Region;

/**
 * The call sites under test: what an application calls, and nothing else. They see digests of many classes, so nothing about those can be assumed.
 */
public final class Calls {

    private static final List<Method> COMPILED = new ArrayList<>();

    private Calls() {
    }

    /**
     * Sees to it that all of this, and all code of the JDK that it leads to for a digest with a kernel, is compiled by Graal. What an earlier test undid is done
     * again.
     */
    public static synchronized void prepare() throws Exception {
        if (COMPILED.isEmpty()) {
            resolve();
            COMPILED.addAll(List.of(Calls.class.getDeclaredMethods()));
            COMPILED.removeIf(method -> Modifier.isPrivate(method.getModifiers()) || List.of("prepare", "compiled", "compiledForUpdates").contains(method.getName()));
            addCompiled("java.security.MessageDigest", "update", "digest", "reset");
            addCompiled("java.security.MessageDigest$Delegate", "engineUpdate", "engineDigest", "engineReset");
            addCompiled("java.security.MessageDigestSpi", "engineUpdate");
            addCompiled("sun.security.provider.DigestBase", "engineUpdate", "implCompressMultiBlock", "engineDigest", "engineReset");
            for (String digest : List.of("MD5", "SHA", "SHA2", "SHA5", "SHA3")) {
                addCompiled("sun.security.provider." + digest, "implCompress", "implDigest", "implReset");
            }
        }
        boolean isAllThere = COMPILED.stream().allMatch(Jit::isCompiled) && Jit.areKernelsThere();
        COMPILED.forEach(Jit::compile);
        Jit.needKernels();
        Jit.compileKernels();
        if (!isAllThere) {
            // HotSpot leads the first call of what was compiled, from where it was called before, to the interpreter.
            resolve();
        }
    }

    /** All that {@link #prepare} compiled. Any of it may have been inlined in any other. */
    public static List<Method> compiled() {
        return COMPILED;
    }

    /** Those of them of which the code for an update may be made. */
    public static List<Method> compiledForUpdates() {
        return COMPILED.stream().filter(method -> List.of("update", "engineUpdate", "implCompressMultiBlock", "implCompress").contains(method.getName())).toList();
    }

    private static void addCompiled(String type, String... methods) throws ClassNotFoundException {
        for (String name : methods) {
            COMPILED.addAll(Jit.methods(Class.forName(type), name));
        }
    }

    /** Loads every class of digests, and goes every way once, lest compiled code stumble over what is not known yet. */
    private static void resolve() throws Exception {
        for (String algorithm : Stream.concat(Reference.DIGESTS.stream(), Reference.OTHER_DIGESTS.stream()).toList()) {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            try (Arena arena = Arena.ofConfined()) {
                for (Memory memory : Memory.values()) {
                    Region region = memory.allocate(Pages.SIZE, arena);
                    for (int length : new int[]{0, 1, 100, 100, Pages.SIZE}) {
                        byte[] array = new byte[length];
                        update(digest, (byte) length);
                        update(digest, array);
                        update(digest, array, 0, length);
                        update(digest, region.message(0, length));
                    }
                }
            }
            copy(digest);
            digest(digest);
            digest(digest, new byte[1]);
            digest(digest, new byte[100], 0, 100);
            reset(digest);
        }
    }

    public static void update(MessageDigest digest, byte input) {
        digest.update(input);
    }

    public static void update(MessageDigest digest, byte[] input) {
        digest.update(input);
    }

    public static void update(MessageDigest digest, byte[] input, int offset, int length) {
        digest.update(input, offset, length);
    }

    public static void update(MessageDigest digest, ByteBuffer input) {
        digest.update(input);
    }

    public static byte[] digest(MessageDigest digest) {
        return digest.digest();
    }

    public static byte[] digest(MessageDigest digest, byte[] input) {
        return digest.digest(input);
    }

    public static int digest(MessageDigest digest, byte[] output, int offset, int length) throws DigestException {
        return digest.digest(output, offset, length);
    }

    public static void reset(MessageDigest digest) {
        digest.reset();
    }

    public static Object copy(MessageDigest digest) throws CloneNotSupportedException {
        return digest.clone();
    }
}
