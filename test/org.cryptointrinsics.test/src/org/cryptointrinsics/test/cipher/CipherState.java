package org.cryptointrinsics.test.cipher;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.StringJoiner;

import javax.crypto.Cipher;

import org.cryptointrinsics.test.Snapshot;

/** All fields of a cipher for AES-GCM of the JDK, and of the objects behind it, but for what the JDK would write before it reads it again. */
public final class CipherState {

    private static final String GCM = "com.sun.crypto.provider.GaloisCounterMode";
    /** What an object is a part of, what is there already, and memory that is overwritten before each use. */
    private static final Set<String> SKIPPED = Set.of("this$0", "embeddedCipher", "op", "block", "encryptedCounter");

    private CipherState() {
    }

    static String of(Cipher cipher) {
        Object gcm = gcm(cipher);
        return "initialized " + Snapshot.get(cipher, "initialized") + ", mode " + Snapshot.get(cipher, "opmode") + ", " + fields(gcm) + ", shared IV " +
                        (Snapshot.get(gcm, "iv") == Snapshot.get(gcm, "lastIv"));
    }

    /** Whether the next message begins as with a new engine. */
    public static boolean hasNewEngine(Cipher cipher) {
        Object gcm = gcm(cipher);
        Object engine = Snapshot.get(gcm, "engine");
        return engine == null || fields(engine).equals(fields(newEngine(gcm)));
    }

    static Object gcm(Cipher cipher) {
        return Snapshot.get(cipher, "spi");
    }

    /** What the JDK makes where there is none when it needs one. */
    private static Object newEngine(Object gcm) {
        try {
            Class<?> type = Class.forName(GCM + ((boolean) Snapshot.get(gcm, "encryption") ? "$GCMEncrypt" : "$GCMDecrypt"));
            Constructor<?> constructor = type.getDeclaredConstructors()[0];
            constructor.setAccessible(true);
            return constructor.newInstance(gcm, Snapshot.get(gcm, "blockCipher"));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static String fields(Object object) {
        StringJoiner all = new StringJoiner(", ", "{", "}");
        for (Class<?> type = object.getClass(); type.getPackageName().equals(object.getClass().getPackageName()); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !SKIPPED.contains(field.getName())) {
                    all.add(field.getName() + " " + told(object, field.getName(), Snapshot.get(object, field.getName())));
                }
            }
        }
        return all.toString();
    }

    private static String told(Object object, String name, Object value) {
        return switch (name) {
            // Without an IV, or if its initialization failed, it cannot make one.
            case "engine" -> value != null ? fields(value) : canMakeEngine(object) ? fields(newEngine(object)) : "none";
            // To an engine, an empty stream is as none.
            case "aadBuffer" -> value == null ? "" : told(value);
            // The powers of the subkey are computed where they are needed.
            case "subkeyHtbl" -> told(Arrays.copyOf((long[]) value, 2));
            default -> told(value);
        };
    }

    private static boolean canMakeEngine(Object gcm) {
        return (boolean) Snapshot.get(gcm, "initialized") && Snapshot.get(gcm, "iv") instanceof byte[] iv && iv.length != 0;
    }

    private static String told(Object value) {
        return switch (value) {
            case null -> "null";
            case byte[] bytes -> HexFormat.of().formatHex(bytes);
            case int[] words -> Arrays.toString(words);
            case int[][] words -> Arrays.deepToString(words);
            case long[] words -> Arrays.toString(words);
            case ByteArrayOutputStream stream -> told(stream.toByteArray());
            case Boolean flag -> flag.toString();
            case Integer number -> number.toString();
            case ByteBuffer buffer -> buffer.toString();
            case SecureRandom random -> String.valueOf(System.identityHashCode(random));
            default -> fields(value);
        };
    }
}
