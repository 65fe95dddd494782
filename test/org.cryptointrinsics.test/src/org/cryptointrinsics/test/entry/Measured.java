package org.cryptointrinsics.test.entry;

import java.lang.management.ManagementFactory;
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
import javax.management.MBeanServer;
import javax.management.ObjectName;
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
    private static final int TIMES = 100;
    private static final int MOST_LOSSES = 200;
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
            // By a single kernel.
            apis.put("SHA-256", () -> {
                digest.update(data);
                digest.digest();
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
            long before = calls("SHA-256");
            for (long start = System.nanoTime(); calls("SHA-256") == before && state("SHA-256").equals("ON") && System.nanoTime() - start < LONGEST_NANOS;) {
                apis.get("SHA-256").call();
                Thread.sleep(1);
            }
        }
        for (Map.Entry<String, Api> api : apis.entrySet()) {
            long before = calls(api.getKey());
            for (int i = 0; i < TIMES; i++) {
                api.getValue().call();
            }
            tell("measured", api.getKey(), calls(api.getKey()) - before);
        }
        for (CompositeData intrinsic : attribute("Intrinsics")) {
            tell("intrinsic", intrinsic.get("name"), intrinsic.get("state"), intrinsic.get("reason"), intrinsic.get("calls"), intrinsic.get("blocks"));
        }
        for (CompositeData entry : attribute("Entries")) {
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

    private static boolean isOpen(Map<String, Api> apis) throws Exception {
        if (System.getProperty("org.cryptointrinsics.off") != null || System.getProperty("jdk.graal.CryptoIntrinsics", "").equals("off")) {
            return false;
        }
        for (String intrinsic : apis.keySet()) {
            if (state(intrinsic).equals("UNUSED")) {
                return true;
            }
        }
        return false;
    }

    private static String state(String intrinsic) throws Exception {
        for (CompositeData info : attribute("Intrinsics")) {
            if (info.get("name").equals(intrinsic)) {
                return (String) info.get("state");
            }
        }
        return "UNUSED";
    }

    private static long calls(String intrinsic) throws Exception {
        for (CompositeData info : attribute("Intrinsics")) {
            if (info.get("name").equals(intrinsic)) {
                return (long) info.get("calls");
            }
        }
        return 0;
    }

    private static List<Object> states() throws Exception {
        List<Object> states = new ArrayList<>();
        for (CompositeData info : attribute("Intrinsics")) {
            states.add(List.of(info.get("name"), info.get("state")));
        }
        for (CompositeData entry : attribute("Entries")) {
            states.add(List.of(entry.get("method"), entry.get("entered")));
        }
        return states;
    }

    private static CompositeData[] attribute(String name) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName bean = new ObjectName("org.cryptointrinsics:type=CryptoIntrinsics");
        return server.isRegistered(bean) ? (CompositeData[]) server.getAttribute(bean, name) : new CompositeData[0];
    }

    private static void tell(Object... words) {
        List<String> line = new ArrayList<>();
        for (Object word : words) {
            line.add(String.valueOf(word));
        }
        System.out.println(String.join(SEPARATOR, line));
    }
}
