package org.cryptointrinsics.linkage;

import java.util.ArrayList;
import java.util.List;

/**
 * A function for AES: what it does, for keys of one length, and in one direction.
 *
 * @param keyBits 128, 192 or 256; 0 if it has no key
 * @param isEncryption false, too, where nothing is encrypted or decrypted
 */
public record AesUse(AesPart part, int keyBits, boolean isEncryption) {

    private static final List<Integer> KEY_BITS = List.of(128, 192, 256);
    private static final List<AesUse> ALL = all();

    private static List<AesUse> all() {
        List<AesUse> all = new ArrayList<>();
        for (AesPart part : AesPart.values()) {
            for (int keyBits : part == AesPart.HASH ? List.of(0) : KEY_BITS) {
                for (boolean isEncryption : part.directions()) {
                    all.add(new AesUse(part, keyBits, isEncryption));
                }
            }
        }
        return List.copyOf(all);
    }

    /** Those that there are. */
    public static List<AesUse> values() {
        return ALL;
    }

    /** The one of a name. */
    public static AesUse valueOf(String name) {
        return ALL.stream().filter(use -> use.name().equals(name)).findAny().orElseThrow();
    }

    /** Nr of FIPS 197: 10, 12 or 14; or 0. */
    public int rounds() {
        return keyBits == 0 ? 0 : keyBits / Integer.SIZE + 6;
    }

    /** That of the function in a library. */
    public String name() {
        return switch (part) {
            case HASH -> "HASH";
            case COUNTER -> "CRYPT_COUNTER_" + keyBits;
            case MESSAGE -> direction() + "_" + keyBits;
            case VERIFIED, RECORD, BLOCKS -> direction() + "_" + part + "_" + keyBits;
        };
    }

    private String direction() {
        return isEncryption ? "ENCRYPT" : "DECRYPT";
    }

    @Override
    public String toString() {
        return name();
    }
}
