package org.cryptointrinsics.test.cipher;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

import javax.crypto.Cipher;

import org.cryptointrinsics.test.Jit;

/** All that can be seen of what is done with a cipher for AES-GCM. */
final class CipherTranscript {

    /** Something done with the cipher, by some call sites. */
    @FunctionalInterface
    interface Step {
        Object take(CipherCalls calls, Cipher cipher) throws Exception;
    }

    private final CipherCalls sites;
    private final Cipher cipher;
    private final List<Supplier<String>> watched = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private long calls;

    CipherTranscript(CipherCalls sites, Cipher cipher) {
        this.sites = sites;
        this.cipher = cipher;
    }

    /** Memory whose content is noted after each step. */
    byte[] watch(byte[] memory) {
        watched.add(() -> hex(memory));
        return memory;
    }

    /** As {@link #watch(byte[])}, with what belongs to a buffer. */
    ByteBuffer watch(ByteBuffer memory) {
        watched.add(() -> {
            byte[] bytes = new byte[memory.limit()];
            memory.get(0, bytes);
            return memory + " " + hex(bytes);
        });
        return memory;
    }

    /** Takes a step and notes what comes of it. An exception may make HotSpot throw compiled code away, so that is compiled before each. */
    void add(Step step) throws Exception {
        String outcome;
        try {
            Object result = play(step);
            outcome = result instanceof byte[] bytes ? hex(bytes) : String.valueOf(result);
        } catch (Exception e) {
            outcome = e + ", cause " + e.getCause();
        }
        text.append(outcome).append('\n').append(CipherState.of(cipher)).append('\n');
        watched.forEach(memory -> text.append(memory.get()).append('\n'));
    }

    /** Takes a step that succeeds and leaves no trace. */
    <T> T play(Step step) throws Exception {
        CipherCalls.Compiled.prepare();
        Object[] result = new Object[1];
        Exception[] thrown = new Exception[1];
        calls += CipherCalls.work(() -> {
            try {
                Callable<Object> call = () -> step.take(sites, cipher);
                result[0] = sites == CipherCalls.INTERPRETED ? Jit.byTheJdk(call) : call.call();
            } catch (Exception e) {
                thrown[0] = e;
            }
        }).calls();
        if (thrown[0] != null) {
            throw thrown[0];
        }
        @SuppressWarnings("unchecked")
        T expected = (T) result[0];
        return expected;
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** How often kernels were called. */
    long calls() {
        return calls;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
