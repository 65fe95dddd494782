package org.cryptointrinsics.tool.demo;

/**
 * How much a {@link Task} is to do.
 *
 * @param bytes of the files, from their start
 * @param update bytes of them given to a digest at a time
 * @param messages how many messages or records
 */
record Pass(long bytes, int update, int messages) {

    /** A line from which {@link #parse} makes the same again. */
    String toLine() {
        return bytes + " " + update + " " + messages;
    }

    static Pass parse(String line) {
        String[] words = line.split(" ");
        return new Pass(Long.parseLong(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]));
    }
}
