package org.cryptointrinsics.agent;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
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
        byte[] all = all();
        Map<String, int[]> read = new HashMap<>();
        ByteArrayInputStream left = new ByteArrayInputStream(all);
        DataInputStream in = new DataInputStream(left);
        int at = 0;
        for (int count = in.readInt(); count > 0; count--) {
            String name = in.readUTF();
            int length = in.readInt();
            read.put(name, new int[]{at, at + length});
            at += length;
        }
        int begin = all.length - left.available();
        for (int[] place : read.values()) {
            place[0] += begin;
            place[1] += begin;
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
