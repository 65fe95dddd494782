package org.cryptointrinsics.agent;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Files of the plugin in one file of the agent's jar, as {@code org.cryptointrinsics.precompiler.PluginClasses} writes them. Thread-safe. */
final class PluginFiles {

    private final String entry;
    /** Where each begins, and where it ends; null before the first is asked for. */
    private Map<String, int[]> places;
    /** Read once more, should another one be needed after most were loaded. */
    private WeakReference<byte[]> bytes = new WeakReference<>(null);

    /**
     * @param entry of the agent's jar
     */
    PluginFiles(String entry) {
        this.entry = entry;
    }

    /** The bytes of a file, or null if there is none of that name. */
    synchronized ByteBuffer find(String name) throws IOException {
        if (places == null) {
            places = read();
        }
        int[] place = places.get(name);
        return place == null ? null : ByteBuffer.wrap(all(), place[0], place[1] - place[0]);
    }

    private Map<String, int[]> read() throws IOException {
        Map<String, int[]> read = new HashMap<>();
        ByteBuffer in = ByteBuffer.wrap(all());
        int at = 0;
        for (int count = in.getInt(); count > 0; count--) {
            byte[] name = new byte[in.getShort()];
            in.get(name);
            int length = in.getInt();
            read.put(new String(name, StandardCharsets.ISO_8859_1), new int[]{at, at + length});
            at += length;
        }
        for (int[] place : read.values()) {
            place[0] += in.position();
            place[1] += in.position();
        }
        return read;
    }

    private byte[] all() throws IOException {
        byte[] all = bytes.get();
        if (all == null) {
            all = Jar.read(entry);
            bytes = new WeakReference<>(all);
        }
        return all;
    }
}
