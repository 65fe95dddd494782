package org.cryptointrinsics.agent;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The agent's jar. It is read without its URL, which would load a hundred classes. */
final class Jar {

    private static ZipFile file;

    private Jar() {
    }

    static String path() {
        try {
            return new File(Jar.class.getProtectionDomain().getCodeSource().getLocation().toURI()).getPath();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The bytes of an entry, or null if there is none of that name. */
    static byte[] find(String name) throws IOException {
        ZipFile opened = open();
        ZipEntry entry = opened.getEntry(name);
        if (entry == null) {
            return null;
        }
        try (InputStream in = opened.getInputStream(entry)) {
            return in.readNBytes((int) entry.getSize());
        }
    }

    /** As {@link #find}, of what is there. */
    static byte[] read(String name) throws IOException {
        byte[] found = find(name);
        if (found == null) {
            throw new FileNotFoundException(name + " is missing in the agent's jar");
        }
        return found;
    }

    /** Null if there is none of that name. */
    static InputStream stream(String name) {
        try {
            byte[] found = find(name);
            return found == null ? null : new ByteArrayInputStream(found);
        } catch (IOException e) {
            return null;
        }
    }

    private static synchronized ZipFile open() throws IOException {
        if (file == null) {
            file = new ZipFile(path());
        }
        return file;
    }
}
