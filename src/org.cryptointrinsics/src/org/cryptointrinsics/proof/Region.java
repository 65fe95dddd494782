package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

import org.cryptointrinsics.kernel.Address;

/** Memory that a kernel may access, and all that it may access where its address comes from. What is in one region is in no other. */
public final class Region {

    /** The byte at an offset, which may be outside. */
    public record Location(Region region, int offset) implements Address {
        public Location plus(int displacement) {
            return new Location(region, offset + displacement);
        }
    }

    private final String name;
    private final List<Bits> bytes = new ArrayList<>();
    private final boolean isWritable;
    private boolean isClosed;
    /** Which bytes were read before they were written, and which were written, since {@link #begin}. */
    private final BitSet read = new BitSet();
    private final BitSet written = new BitSet();
    /** What comes behind as many pieces of that many bytes as nobody knows; or null. */
    private Location behind;
    private int pieceBytes;
    /** What may lie at or behind this region, so that what is written here is written there, or before it. Null if there is no such region. */
    private Region source;
    private int sourceOffset;
    /** Where this is the source of a region, what lies before that offset may have been overwritten. */
    private int overwritten;

    /**
     * @param name for messages
     * @param content of whole bytes
     */
    public Region(String name, Bits content, boolean isWritable) {
        this.name = name;
        this.isWritable = isWritable;
        bytes.addAll(content.split(Byte.SIZE));
    }

    /**
     * Allows {@code inputs} to lie at what is here at an offset, or behind that: where something is written, it must have been read there, and all before it.
     */
    public Region mayOverlap(Region inputs, int offset) {
        source = inputs;
        sourceOffset = offset;
        return this;
    }

    /** Has something come behind pieces of {@code bytes}, of which there are as many as nobody knows. */
    Region before(Location other, int bytes) {
        behind = other;
        pieceBytes = bytes;
        return this;
    }

    /** What comes behind all pieces of {@code bytes}. */
    Location behind(int bytes) {
        if (behind == null || pieceBytes != bytes) {
            throw new ProofException("computes an address in " + this + " that is not known");
        }
        return behind;
    }

    public Address address() {
        return address(0);
    }

    public Address address(int offset) {
        return new Location(this, offset);
    }

    public Bits content() {
        return Bits.concatenate(bytes);
    }

    public Bits load(int offset, int length) {
        check(offset, length, "reads");
        if (offset < overwritten) {
            throw new ProofException("reads byte " + offset + " of " + this + " after the output up to " + overwritten + " was written, which may lie there");
        }
        for (int i = offset; i < offset + length; i++) {
            if (!written.get(i)) {
                read.set(i);
            }
        }
        return Bits.concatenate(bytes.subList(offset, offset + length));
    }

    public void store(int offset, Bits value) {
        int length = value.width() / Byte.SIZE;
        check(offset, length, "writes");
        if (!isWritable) {
            throw new ProofException("writes to " + this + ", which it may only read");
        }
        for (int i = 0; i < length; i++) {
            bytes.set(offset + i, value.part(i * Byte.SIZE, Byte.SIZE));
        }
        written.set(offset, offset + length);
        if (source != null) {
            source.overwritten = Math.max(source.overwritten, offset + length - sourceOffset);
        }
    }

    private void check(int offset, int length, String verb) {
        if (isClosed) {
            throw new ProofException(verb + " " + this + " by an address of a loop after that has begun");
        }
        if (offset < 0 || offset + length > bytes.size()) {
            throw new ProofException(verb + " bytes " + offset + " to " + (offset + length - 1) + " of " + this + ", which has " + bytes.size());
        }
    }

    public boolean isWritable() {
        return isWritable;
    }

    public int size() {
        return bytes.size();
    }

    /** Gives it another content, and forgets what was read and written. */
    public void begin(Bits content) {
        bytes.clear();
        bytes.addAll(content.split(Byte.SIZE));
        read.clear();
        written.clear();
    }

    /** Nothing may be accessed any more. */
    public void close() {
        isClosed = true;
    }

    /** Whether a byte was read before it was written, since {@link #begin}. */
    boolean isRead(int offset) {
        return read.get(offset);
    }

    /** Whether a byte was written since {@link #begin}. */
    boolean isWritten(int offset) {
        return written.get(offset);
    }

    @Override
    public String toString() {
        return name;
    }
}
