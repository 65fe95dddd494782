package org.cryptointrinsics.precompiled;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The machine code of all functions of all variants, which Graal has compiled when the project was built. A file names what there is, in lines of words:
 *
 * <pre>
 * variant INTRINSIC VARIANT FILE BYTES SHA-256 FEATURE,FEATURE...
 * function NAME SIGNATURE ENTRY BEGIN STACK-BYTES
 * </pre>
 *
 * Functions follow their variant. {@code ENTRY} is where callers enter it in the file; its constants and its code begin at {@code BEGIN}.
 */
public final class CodeLibrary {

    /** The file that names the others. */
    public static final String INDEX = "index";

    private final Source source;
    private final List<Variant> variants = new ArrayList<>();

    /** Where the files are. */
    @FunctionalInterface
    public interface Source {
        InputStream open(String name) throws IOException;
    }

    /**
     * A function.
     *
     * @param entry where its file has its entry
     * @param stackBytes how much of the stack it takes
     */
    public record Function(String name, Signature signature, int entry, int stackBytes) {
    }

    /** A variant of an intrinsic. Thread-safe. */
    public final class Variant {

        private final String intrinsic;
        private final String name;
        private final String file;
        private final int bytes;
        private final String sha256;
        private final Set<String> features;
        private final Map<String, Function> functions = new LinkedHashMap<>();
        private long address;

        private Variant(String... words) {
            intrinsic = words[1];
            name = words[2];
            file = words[3];
            bytes = Integer.parseInt(words[4]);
            sha256 = words[5];
            features = Set.of(words[6].split(","));
        }

        public String intrinsic() {
            return intrinsic;
        }

        public String name() {
            return name;
        }

        /** Names of the CPU features that it needs. */
        public Set<String> features() {
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
            }
            return address + function.entry;
        }

        private byte[] read() {
            try (InputStream in = source.open(file)) {
                byte[] code = in.readAllBytes();
                if (code.length != bytes || !HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(code)).equals(sha256)) {
                    throw new IllegalStateException("its machine code is not that of the index: " + file);
                }
                return code;
            } catch (IOException e) {
                throw new IllegalStateException("its machine code cannot be read: " + e, e);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Reads the index. */
    public CodeLibrary(Source source) throws IOException {
        this.source = source;
        try (BufferedReader in = new BufferedReader(new InputStreamReader(source.open(INDEX), StandardCharsets.US_ASCII))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ");
                if (words[0].equals("variant")) {
                    variants.add(new Variant(words));
                } else {
                    Function function = new Function(words[1], Signature.valueOf(words[2]), Integer.parseInt(words[3]), Integer.parseInt(words[5]));
                    variants.getLast().functions.put(function.name, function);
                }
            }
        }
    }

    /** All, the best ones of an intrinsic first. */
    public List<Variant> variants() {
        return variants;
    }
}
