package org.cryptointrinsics.tool.demo;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Hashes files. An operation is an update; the results are the digests in hexadecimal, one for each file. */
final class FileTask implements Task {

    private final String algorithm;
    private final boolean isMapped;
    private final List<Content> contents;

    /** The same bytes, in an array and mapped. */
    record Content(byte[] array, ByteBuffer mapped) {
    }

    FileTask(String algorithm, boolean isMapped, List<Content> contents) {
        this.algorithm = algorithm;
        this.isMapped = isMapped;
        this.contents = contents;
    }

    @Override
    public List<String> run(Pass pass, Meter meter) throws GeneralSecurityException {
        List<String> digests = new ArrayList<>();
        long remaining = pass.bytes();
        for (Content content : contents) {
            int length = (int) Math.min(content.array.length, remaining);
            remaining -= length;
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            meter.start();
            if (isMapped) {
                update(digest, content.mapped, length, pass.update());
            } else {
                update(digest, content.array, length, pass.update());
            }
            meter.stop(Math.ceilDiv(length, pass.update()), length);
            digests.add(HexFormat.of().formatHex(digest.digest()));
        }
        return digests;
    }

    private static void update(MessageDigest digest, byte[] data, int length, int step) {
        for (int position = 0; position < length; position += step) {
            updateOnce(digest, data, position, Math.min(step, length - position));
        }
    }

    private static void update(MessageDigest digest, ByteBuffer data, int length, int step) {
        for (int position = 0; position < length; position += step) {
            updateOnce(digest, data, position, Math.min(step, length - position));
        }
    }

    private static void updateOnce(MessageDigest digest, byte[] data, int position, int length) {
        digest.update(data, position, length);
    }

    private static void updateOnce(MessageDigest digest, ByteBuffer data, int position, int length) {
        digest.update(data.limit(position + length).position(position));
    }
}
