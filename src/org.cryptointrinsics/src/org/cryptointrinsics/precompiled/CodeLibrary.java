package org.cryptointrinsics.precompiled;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.linkage.Signature;

/**
 * The machine code of all functions of all variants, which Graal has compiled when the project was built. A file names what there is, in lines of words:
 *
 * <pre>
 * graal VERSION
 * variant INTRINSIC VARIANT FILE BYTES SHA-256 CRC-32 FEATURE,FEATURE...
 * function NAME SIGNATURE ENTRY BEGIN END STACK-BYTES
 * </pre>
 *
 * Functions follow their variant. {@code ENTRY} is where callers enter it in the file; its constants and its code begin at {@code BEGIN}, and it ends at {@code END}.
 */
public final class CodeLibrary {

    /** The file that names the others. */
    public static final String INDEX = "index";

    // Functions of digests; others have the names of constants.

    public static final String COMPRESS = "compress";
    public static final String HASH = "hash";
    public static final String HMAC = "hmac";
    public static final String PERMUTE_TWO = "permuteTwo";

    /** Permutations of several states are those of this digest, whatever the rate. */
    public static final DigestAlgorithm PERMUTATIONS = DigestAlgorithm.SHAKE128_256;

    private final Source source;
    private final Listener listener;
    private String graalVersion;
    private final List<Variant> variants = new ArrayList<>();

    /** Where the files are. */
    @FunctionalInterface
    public interface Source {
        InputStream open(String name) throws IOException;
    }

    /** Is told of what is mapped. */
    @FunctionalInterface
    public interface Listener {
        void mapped(Variant variant, long address);
    }

    /**
     * A function.
     *
     * @param entry where its file has its entry
     * @param begin where its constants begin there, which come first
     * @param end where it ends
     * @param stackBytes how much of the stack it takes
     */
    public record Function(String name, Signature signature, int entry, int begin, int end, int stackBytes) {
    }

    /** A variant of an intrinsic. Thread-safe. */
    public final class Variant {

        private final String intrinsic;
        private final String name;
        private final String file;
        private final int bytes;
        private final String sha256;
        private final long crc32;
        private final Set<CpuFeature> features;
        private final Map<String, Function> functions = new LinkedHashMap<>();
        private long address;

        private Variant(String... words) {
            intrinsic = words[1];
            name = words[2];
            file = words[3];
            bytes = Integer.parseInt(words[4]);
            sha256 = words[5];
            crc32 = Long.parseLong(words[6], 16);
            features = EnumSet.noneOf(CpuFeature.class);
            Stream.of(words[7].split(",")).map(CpuFeature::valueOf).forEach(features::add);
        }

        public String intrinsic() {
            return intrinsic;
        }

        public String name() {
            return name;
        }

        /** The CPU features that it may use. */
        public Set<CpuFeature> features() {
            return features;
        }

        public Map<String, Function> functions() {
            return functions;
        }

        /**
         * The address of a function. The first one that is asked for has all of the variant mapped.
         *
         * @throws IllegalStateException if the file is not what it was when it was built, or the system does not let its code be executed
         */
        public synchronized long address(Function function) {
            if (address == 0) {
                address = CodeMemory.map(read());
                listener.mapped(this, address);
            }
            return address + function.entry;
        }

        /** As {@link #address(Function)}, by its name. */
        public long address(String function) {
            return address(functions.get(function));
        }

        /**
         * The machine code, constants among it.
         *
         * @throws IllegalStateException if the file is not what it was when it was built, as its CRC tells
         */
        public byte[] read() {
            try (InputStream in = source.open(file)) {
                byte[] code = in.readAllBytes();
                CRC32 crc = new CRC32();
                crc.update(code);
                if (code.length != bytes || crc.getValue() != crc32) {
                    throw other();
                }
                return code;
            } catch (IOException e) {
                throw new IllegalStateException("its machine code cannot be read: " + e, e);
            }
        }

        /** The same, as SHA-256 tells, which takes longer. */
        public byte[] readVerified() {
            byte[] code = read();
            try {
                if (!HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(code)).equals(sha256)) {
                    throw other();
                }
                return code;
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        private IllegalStateException other() {
            return new IllegalStateException("its machine code is not that of the index: " + file);
        }
    }

    /** Reads the index. */
    public CodeLibrary(Source source) throws IOException {
        this(source, (variant, address) -> { });
    }

    /** The same. */
    public CodeLibrary(Source source, Listener listener) throws IOException {
        this.source = source;
        this.listener = listener;
        try (BufferedReader in = new BufferedReader(new InputStreamReader(source.open(INDEX), StandardCharsets.US_ASCII))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ");
                if (words[0].equals("graal")) {
                    graalVersion = words[1];
                } else if (words[0].equals("variant")) {
                    variants.add(new Variant(words));
                } else {
                    Function function = new Function(words[1], Signature.valueOf(words[2]), Integer.parseInt(words[3]), Integer.parseInt(words[4]), Integer.parseInt(words[5]),
                                    Integer.parseInt(words[6]));
                    variants.getLast().functions.put(function.name, function);
                }
            }
        }
    }

    /** The name of what permutes as many states as there are in vectors. */
    public static String permuteSeveral(Width width) {
        return "permute" + width;
    }

    /** Those of a name, the best one first. */
    public List<Variant> variants(String intrinsic, String name) {
        return variants.stream().filter(variant -> variant.intrinsic.equals(intrinsic) && variant.name.equals(name)).toList();
    }

    /** The version of Graal that has made the code. */
    public String graalVersion() {
        return graalVersion;
    }

    /** All, the best ones of an intrinsic first. */
    public List<Variant> variants() {
        return variants;
    }
}
