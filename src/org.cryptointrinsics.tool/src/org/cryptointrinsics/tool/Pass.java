package org.cryptointrinsics.tool;

/**
 * What a {@link Hasher} is to do: hash the first {@code bytes} of the files, {@code update} bytes at a time.
 */
record Pass(long bytes, int update) {

    /** A line from which {@link #parse} makes the same again. */
    String toLine() {
        return bytes + " " + update;
    }

    static Pass parse(String line) {
        String[] words = line.split(" ");
        return new Pass(Long.parseLong(words[0]), Integer.parseInt(words[1]));
    }
}
