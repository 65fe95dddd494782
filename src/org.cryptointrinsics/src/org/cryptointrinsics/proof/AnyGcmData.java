package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.proof.GcmStandard.Chunks;
import org.cryptointrinsics.proof.GcmStandard.Known;
import org.cryptointrinsics.proof.GcmStandard.Part;
import org.cryptointrinsics.proof.Region.Location;

/** Data in memory that may be anything: chunks, and what follows them. */
final class AnyGcmData {

    /** How many chunks there are. */
    enum ChunksBefore {
        NONE,
        ONE,
        /** Those that are known, and any number. */
        MANY
    }

    private final AnyGcmKernel functions;
    private final Region first;
    private final Region end;
    private final int chunkBytes;
    private final int knownBytes;
    private final int restBytes;
    private final boolean isOneRegion;

    /**
     * @param knownBytes how many bytes are known before chunks whose number is unknown
     * @param restBytes how many follow them
     */
    AnyGcmData(Variables variables, AnyGcmKernel functions, String name, ChunksBefore chunks, int knownBytes, int restBytes, boolean isWritable) {
        this.functions = functions;
        this.knownBytes = knownBytes;
        this.restBytes = restBytes;
        chunkBytes = functions.context().chunkBytes();
        isOneRegion = chunks != ChunksBefore.MANY;
        int bytes = chunks == ChunksBefore.ONE ? chunkBytes : 0;
        first = new Region(name, variables.input((isOneRegion ? bytes + restBytes : knownBytes) * Byte.SIZE), isWritable);
        if (isOneRegion) {
            end = first;
        } else {
            // The last of the chunks is there, but what it has is known as that of all.
            end = new Region("the end of " + name, variables.input((knownBytes + restBytes) * Byte.SIZE), isWritable);
            first.before((Location) end.address(), chunkBytes);
            functions.putUnknown(first, variables.input(AesContext.BLOCK * Byte.SIZE));
        }
    }

    Address address() {
        return first.address();
    }

    Number length() {
        return isOneRegion ? Number.of(first.size()) : new Number(chunkBytes, knownBytes + restBytes);
    }

    /** The last bytes. */
    Bits end(int bytes) {
        return end.content().part((end.size() - bytes) * Byte.SIZE, bytes * Byte.SIZE);
    }

    /** What is there now. */
    List<Part> parts() {
        if (isOneRegion) {
            return List.of(new Known(first.content()));
        }
        List<Part> parts = new ArrayList<>();
        if (knownBytes != 0) {
            parts.add(new Known(first.content()));
        }
        parts.add(new Chunks(functions.unknown(first)));
        parts.add(new Known(end(restBytes)));
        return parts;
    }
}
