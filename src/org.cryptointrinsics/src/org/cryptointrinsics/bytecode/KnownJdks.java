package org.cryptointrinsics.bytecode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The methods of JDKs that substitutions stand for, as a person has read them and tests have run with them. A text has them, of one JDK after another:
 *
 * <pre>
 * jdk NAME
 * com/sun/crypto/provider/GHASH
 *  0123456789abcdef0123456789abcdef reset()V
 * jdk NAME like NAME
 * com/sun/crypto/provider/GHASH
 *  fedcba9876543210fedcba9876543210 reset()V
 *  - update([BII)V
 * </pre>
 *
 * The second JDK is as the first, but for the methods that follow; those with {@code -} are none of its.
 */
public final class KnownJdks {

    private static final String JDK = "jdk ";
    private static final String LIKE = " like ";
    private static final String GONE = "-";
    private static final String COMMENT = "#";
    /** By class, name and type. */
    public static final Comparator<MethodName> ORDER = Comparator.comparing(MethodName::className).thenComparing(MethodName::name).thenComparing(MethodName::descriptor);

    private final List<String> comments = new ArrayList<>();
    /** By the names of JDKs. */
    private final Map<String, SortedMap<MethodName, MethodDigest>> jdks = new LinkedHashMap<>();

    /** What the plugin knows. */
    public static KnownJdks ofPlugin() throws IOException {
        try (InputStream text = open()) {
            return new KnownJdks(text);
        }
    }

    /** Reads the text. */
    public KnownJdks(InputStream text) throws IOException {
        SortedMap<MethodName, MethodDigest> methods = null;
        String className = null;
        for (String line : new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8)).lines().toList()) {
            if (line.startsWith(COMMENT)) {
                comments.add(line);
            } else if (line.startsWith(JDK)) {
                String[] names = line.substring(JDK.length()).split(LIKE);
                methods = names.length == 1 ? new TreeMap<>(ORDER) : new TreeMap<>(jdks.get(names[1]));
                jdks.put(names[0], methods);
            } else if (line.startsWith(" ")) {
                int end = line.indexOf(' ', 1);
                int descriptor = line.indexOf('(');
                MethodName name = new MethodName(className, line.substring(end + 1, descriptor), line.substring(descriptor));
                if (line.startsWith(GONE, 1)) {
                    methods.remove(name);
                } else {
                    methods.put(name, digest(line));
                }
            } else {
                className = line;
            }
        }
    }

    private static InputStream open() throws IOException {
        InputStream text = KnownJdks.class.getResourceAsStream("known-jdks");
        if (text == null) {
            throw new IOException("known-jdks is missing");
        }
        return text;
    }

    private static MethodDigest digest(String line) {
        int middle = 1 + MethodDigest.DIGITS / 2;
        return new MethodDigest(Long.parseUnsignedLong(line, 1, middle, 16), Long.parseUnsignedLong(line, middle, 1 + MethodDigest.DIGITS, 16));
    }

    /** The digests alone that the plugin knows, of whatever JDK: a process needs no more. */
    static Set<MethodDigest> digests() {
        Set<MethodDigest> digests = new HashSet<>();
        try (InputStream text = open(); BufferedReader lines = new BufferedReader(new InputStreamReader(text, StandardCharsets.ISO_8859_1))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(" ") && !line.startsWith(GONE, 1)) {
                    digests.add(digest(line));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return digests;
    }

    /** The names of the JDKs, in the order in which they became known. */
    public Set<String> names() {
        return jdks.keySet();
    }

    /** The methods of one of them, and what they do. */
    public SortedMap<MethodName, MethodDigest> methods(String jdk) {
        return jdks.get(jdk);
    }

    /** The names of those that have a method which does that. */
    public List<String> names(MethodName method, MethodDigest digest) {
        return jdks.keySet().stream().filter(name -> digest.equals(jdks.get(name).get(method))).toList();
    }

    /** Makes a JDK known, in place of one of the same name. */
    public void add(String name, Map<MethodName, MethodDigest> methods) {
        SortedMap<MethodName, MethodDigest> sorted = new TreeMap<>(ORDER);
        sorted.putAll(methods);
        jdks.put(name, sorted);
    }

    /** The text: each JDK with what it has different from the one before that is most like it. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(comments);
        List<String> written = new ArrayList<>();
        jdks.forEach((name, methods) -> {
            String like = null;
            List<String> fewest = lines(new TreeMap<>(ORDER), methods);
            for (String other : written) {
                List<String> different = lines(jdks.get(other), methods);
                if (different.size() < fewest.size()) {
                    like = other;
                    fewest = different;
                }
            }
            lines.add(JDK + name + (like == null ? "" : LIKE + like));
            lines.addAll(fewest);
            written.add(name);
        });
        return lines;
    }

    private static List<String> lines(SortedMap<MethodName, MethodDigest> before, SortedMap<MethodName, MethodDigest> methods) {
        SortedMap<MethodName, String> different = new TreeMap<>(ORDER);
        methods.forEach((method, digest) -> {
            if (!digest.equals(before.get(method))) {
                different.put(method, digest.toString());
            }
        });
        before.keySet().stream().filter(method -> !methods.containsKey(method)).forEach(method -> different.put(method, GONE));
        List<String> lines = new ArrayList<>();
        String className = null;
        for (Map.Entry<MethodName, String> entry : different.entrySet()) {
            MethodName method = entry.getKey();
            if (!method.className().equals(className)) {
                className = method.className();
                lines.add(className);
            }
            lines.add(" " + entry.getValue() + " " + method.name() + method.descriptor());
        }
        return lines;
    }

    /** The name of this JDK: who has built it, and its version. */
    public static String nameOfThis() {
        return System.getProperty("java.vendor") + " " + System.getProperty("java.runtime.version");
    }
}
