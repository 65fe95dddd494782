package org.cryptointrinsics.test.entry;

import java.nio.ByteBuffer;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import javax.management.openmbean.CompositeData;

import jdk.test.whitebox.WhiteBox;

/** Uses APIs until it is decided whether they have kernels. Tells how often these were called then, and what the MXBean tells. Waits until its standard input ends. */
public final class Measured {

    /** An argument: throws the code of kernels away, again and again, until it is not made any more. */
    static final String LOSE = "lose";
    /** An argument: waits for nothing. */
    static final String END = "end";
    /** Begins the last line before it waits. */
    static final String READY = "ready";

    private static final String SEPARATOR = "\t";
    private static final long PAUSE_MILLIS = 5;
    private static final long STEADY_NANOS = 2_000_000_000L;
    private static final long LONGEST_NANOS = 60_000_000_000L;
    /** How often each API is called and counted. */
    static final int TIMES = 100;
    private static final int MOST_LOSSES = 200;
    private static final int KERNEL_CALLS = 3;
    private static final long LONGEST_LOSS_NANOS = 2_000_000_000L;
    private static final SecretKeySpec KEY = new SecretKeySpec(new byte[16], "AES");

    private static int iv;

    private Measured() {
    }

    /** What an application calls. */
    @FunctionalInterface
    private interface Api {
        void call() throws Exception;
    }

    /** By the names of intrinsics. */
    private static Map<String, Api> apis(boolean isLosing) throws Exception {
        Map<String, Api> apis = new LinkedHashMap<>();
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] data = new byte[1000];
        if (isLosing) {
            // By all kernels that are made.
            apis.put("SHA-256", () -> {
                digest.update(data);
                digest.digest();
                digest.digest(data);
            });
            return apis;
        }
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        KeyPairGenerator keys = KeyPairGenerator.getInstance("ML-KEM-512");
        apis.put("MD5", () -> UUID.nameUUIDFromBytes(data));
        apis.put("SHA-256", () -> digest.digest(data));
        apis.put("AES-GCM", () -> {
            cipher.init(Cipher.ENCRYPT_MODE, KEY, new GCMParameterSpec(128, ByteBuffer.allocate(12).putInt(iv++).array()));
            cipher.doFinal(data);
        });
        apis.put("ML-KEM", keys::generateKeyPair);
        return apis;
    }

    public static void main(String[] arguments) throws Exception {
        boolean isLosing = List.of(arguments).contains(LOSE);
        Map<String, Api> apis = apis(isLosing);
        settle(apis);
        for (int i = 0; isLosing && i < MOST_LOSSES && state("SHA-256").equals("ON"); i++) {
            WhiteBox.deoptimizeAll();
            long before;
            long start = System.nanoTime();
            do {
                before = calls("SHA-256");
                apis.get("SHA-256").call();
                Thread.sleep(1);
            } while (calls("SHA-256") - before < KERNEL_CALLS && state("SHA-256").equals("ON") && System.nanoTime() - start < LONGEST_LOSS_NANOS);
        }
        for (Map.Entry<String, Api> api : apis.entrySet()) {
            long before = calls(api.getKey());
            for (int i = 0; i < TIMES; i++) {
                api.getValue().call();
            }
            tell("measured", api.getKey(), calls(api.getKey()) - before);
        }
        for (CompositeData intrinsic : C2.attribute("Intrinsics")) {
            tell("intrinsic", intrinsic.get("name"), intrinsic.get("state"), intrinsic.get("reason"), intrinsic.get("calls"), intrinsic.get("blocks"));
        }
        for (CompositeData entry : C2.attribute("Entries")) {
            tell("entry", entry.get("method"), entry.get("entered"), entry.get("reason"), String.join(",", (String[]) entry.get("intrinsics")));
        }
        System.out.println(READY);
        while (!List.of(arguments).contains(END) && System.in.read() >= 0) {
            // Goes on.
        }
    }

    /** Until the plugin tells the same for a while, and has decided what it can. */
    private static void settle(Map<String, Api> apis) throws Exception {
        List<Object> told = List.of();
        long since = System.nanoTime();
        for (long start = since; System.nanoTime() - since < STEADY_NANOS || isOpen(apis) && System.nanoTime() - start < LONGEST_NANOS;) {
            for (Api api : apis.values()) {
                api.call();
            }
            Thread.sleep(PAUSE_MILLIS);
            List<Object> now = states();
            if (!now.equals(told)) {
                told = now;
                since = System.nanoTime();
            }
        }
    }

    /** Whether it is not known yet if an API has kernels: none was asked for, or those of an intrinsic that is on are not called yet. */
    private static boolean isOpen(Map<String, Api> apis) throws Exception {
        if (System.getProperty("org.cryptointrinsics.off") != null || System.getProperty("jdk.graal.CryptoIntrinsics", "").equals("off")) {
            return false;
        }
        for (Map.Entry<String, Api> api : apis.entrySet()) {
            long before = calls(api.getKey());
            api.getValue().call();
            String state = state(api.getKey());
            if (state.equals("UNUSED") || state.equals("ON") && calls(api.getKey()) == before && isEntered(api.getKey())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isEntered(String intrinsic) {
        return C2.entries().stream().anyMatch(entry -> entry.isEntered() && entry.method().equals(ReportsTest.METHODS.get(intrinsic)));
    }

    private static String state(String intrinsic) throws Exception {
        for (CompositeData info : C2.attribute("Intrinsics")) {
            if (info.get("name").equals(intrinsic)) {
                return (String) info.get("state");
            }
        }
        return "UNUSED";
    }

    private static long calls(String intrinsic) {
        return C2.work(intrinsic).calls();
    }

    private static List<Object> states() throws Exception {
        List<Object> states = new ArrayList<>();
        for (CompositeData info : C2.attribute("Intrinsics")) {
            states.add(List.of(info.get("name"), info.get("state")));
        }
        for (CompositeData entry : C2.attribute("Entries")) {
            states.add(List.of(entry.get("method"), entry.get("entered")));
        }
        return states;
    }

    private static void tell(Object... words) {
        List<String> line = new ArrayList<>();
        for (Object word : words) {
            line.add(String.valueOf(word));
        }
        System.out.println(String.join(SEPARATOR, line));
    }
}
