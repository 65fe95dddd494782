package org.cryptointrinsics.test;

import java.lang.reflect.Field;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * All that a digest of the JDK remembers between two calls.
 *
 * @param buffer the incomplete block
 * @param processed bytes so far, or -1 if it is to be reset first
 * @param chain the chaining value
 * @param inProgress whether {@link MessageDigest#toString} says so
 */
public record Snapshot(String buffer, long processed, String chain, boolean inProgress) {

    private static final ClassValue<Map<String, Field>> FIELDS = new ClassValue<>() {
        @Override
        protected Map<String, Field> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    public static Snapshot of(MessageDigest digest) {
        Object spi = spi(digest);
        byte[] buffer = Arrays.copyOf((byte[]) get(spi, "buffer"), (int) get(spi, "bufOfs"));
        String chain = get(spi, "state") instanceof int[] state ? Arrays.toString(state) : Arrays.toString((long[]) get(spi, "state"));
        return new Snapshot(HexFormat.of().formatHex(buffer), (long) get(spi, "bytesProcessed"), chain, (int) get(digest, "state") != 0);
    }

    /** The array that {@code update(ByteBuffer)} copied to, or null if it did not. */
    public static byte[] tempArray(MessageDigest digest) {
        return (byte[]) field(digest, "tempArray");
    }

    /** A field of the digest's implementation. */
    public static Object field(MessageDigest digest, String name) {
        return get(spi(digest), name);
    }

    public static void setField(MessageDigest digest, String name, Object value) {
        Object spi = spi(digest);
        try {
            field(spi, name).set(spi, value);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static Object spi(MessageDigest digest) {
        return get(digest, "digestSpi");
    }

    private static Field field(Object object, String name) {
        return FIELDS.get(object.getClass()).computeIfAbsent(name, key -> find(object.getClass(), key));
    }

    /** A field of an object of the JDK, whatever class declares it. */
    public static Object get(Object object, String name) {
        try {
            return field(object, name).get(object);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    /** The value of the first field of the object's class that is there: JDKs have different names. */
    public static Object getFirst(Object object, String... names) {
        List<String> declared = Stream.of(object.getClass().getDeclaredFields()).map(Field::getName).toList();
        return get(object, Stream.of(names).filter(declared::contains).findFirst().orElseThrow());
    }

    private static Field find(Class<?> type, String name) {
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            for (Field field : declaring.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new AssertionError("no field " + name + " in " + type);
    }
}
