package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.cryptointrinsics.test.Reference;

/**
 * Digests of a kind, as published. Their source is told in {@code vectors/README.md}.
 *
 * @param kind {@code ShortMsg}, {@code LongMsg} or {@code Monte}
 * @param lines the part of a file
 */
public record PublishedDigests(String algorithm, String kind, List<String> lines) {

    /** All of each digest, and the long messages of some, which are the most of the bytes. */
    private static final List<String> FILES = List.of("digests", "SHA1LongMsg", "SHA224LongMsg", "SHA256LongMsg");
    private static final Pattern BEGIN = Pattern.compile("# +\"(\\S+) (\\w+)\" information.*");
    private static final Pattern LINE = Pattern.compile("(\\w+) = (\\w*)");

    /** A message and its digest, in hexadecimal. */
    public record Vector(byte[] message, String digest) {
    }

    /** All, of each digest that has kernels at least short messages. */
    public static List<PublishedDigests> all() {
        List<PublishedDigests> all = new ArrayList<>();
        FILES.forEach(file -> read(file, all));
        assertEquals(Reference.DIGESTS, all.stream().filter(published -> published.kind.equals("ShortMsg")).map(PublishedDigests::algorithm).toList());
        return all;
    }

    private static void read(String file, List<PublishedDigests> all) {
        try (InputStream in = PublishedDigests.class.getResourceAsStream("vectors/" + file + ".rsp")) {
            new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().forEach(line -> {
                Matcher begin = BEGIN.matcher(line);
                if (begin.matches()) {
                    all.add(new PublishedDigests(begin.group(1), begin.group(2), new ArrayList<>()));
                } else if (!all.isEmpty()) {
                    all.getLast().lines.add(line);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The values that have that name, in their order. */
    public List<String> values(String name) {
        return lines.stream().map(LINE::matcher).filter(line -> line.matches() && line.group(1).equals(name)).map(line -> line.group(2)).toList();
    }

    /** The messages, short or long. */
    public List<Vector> vectors() {
        List<String> lengths = values("Len");
        List<String> messages = values("Msg");
        List<String> digests = values("MD");
        assertEquals(digests.size(), lengths.size());
        assertEquals(digests.size(), messages.size());
        // An empty message is given as a byte of zero.
        return IntStream.range(0, digests.size()).mapToObj(i -> new Vector(
                        Arrays.copyOf(HexFormat.of().parseHex(messages.get(i)), Integer.parseInt(lengths.get(i)) / Byte.SIZE), digests.get(i))).toList();
    }

    @Override
    public String toString() {
        return algorithm + " " + kind;
    }
}
