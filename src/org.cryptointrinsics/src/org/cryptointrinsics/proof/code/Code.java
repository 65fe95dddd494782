package org.cryptointrinsics.proof.code;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.Decoded;
import org.cryptointrinsics.instruction.Decoder;
import org.cryptointrinsics.proof.Bits;
import org.cryptointrinsics.proof.ProofException;

/**
 * A copy of machine code, and of the constants that belong to it, as they are installed: HotSpot may throw them away, and put others there, before they are proved. Not
 * thread-safe.
 */
public final class Code {

    /** More than any needs; HotSpot's shadow zone allows more. */
    private static final int MOST_FRAME_BYTES = 1 << 12;

    private final List<Piece> pieces;
    private final int frameBytes;
    private final Map<Long, Decoded> decoded = new HashMap<>();
    /** Where constants were read. */
    private final Set<Long> constants;
    private final boolean isChanged;

    /**
     * @param entry where callers enter it
     * @param verifiedEntry where those do that need not check which object's method it is
     * @param constants what lies before {@code start}, constants among it
     */
    private record Piece(CallingConvention convention, long start, long entry, long verifiedEntry, byte[] bytes, byte[] constants) {

        boolean contains(long address) {
            return address >= start && address < start + bytes.length;
        }

        boolean containsConstant(long address) {
            return address >= start - constants.length && address < start;
        }

        byte constant(long address) {
            return constants[(int) (address - start) + constants.length];
        }
    }

    private Code(List<Piece> pieces, int frameBytes, Set<Long> constants, boolean isChanged) {
        this.pieces = pieces;
        this.frameBytes = frameBytes;
        this.constants = constants;
        this.isChanged = isChanged;
    }

    /**
     * @param start where it was
     * @param verifiedEntry where callers enter it that need not check which object's method it is
     * @param constants what lay before {@code start}, constants among it
     */
    public static Code of(CallingConvention convention, long start, long verifiedEntry, byte[] bytes, byte[] constants) {
        return new Code(List.of(new Piece(convention, start, start, verifiedEntry, bytes, constants)), MOST_FRAME_BYTES, new HashSet<>(), false);
    }

    /**
     * A function, called as those of C, and its body, which the function calls, and which keeps nothing.
     *
     * @param start where the body was, its constants among it, which come first
     * @param entry where the function is entered, right behind the body
     * @param frameBytes how much of the stack it may use
     */
    public static Code ofFunction(long start, long entry, byte[] bytes, int frameBytes) {
        int bodyBytes = (int) (entry - start);
        Piece function = new Piece(CallingConvention.ofC(), entry, entry, entry, Arrays.copyOfRange(bytes, bodyBytes, bytes.length), new byte[0]);
        Piece body = new Piece(CallingConvention.ofBody(), start, start, start, Arrays.copyOf(bytes, bodyBytes), new byte[0]);
        return new Code(List.of(function, body), frameBytes, new HashSet<>(), false);
    }

    /** Code of which nothing is known but where it is. */
    static Code of(long address, byte[] bytes) {
        return new Code(List.of(new Piece(CallingConvention.ofMethod(null), address, address, address, bytes, new byte[0])), MOST_FRAME_BYTES, Set.of(), false);
    }

    /** The same with a stub that it calls. */
    public Code calling(Code stub) {
        return new Code(Stream.concat(pieces.stream(), stub.pieces.stream()).toList(), frameBytes, new HashSet<>(), false);
    }

    /** How much of the stack it may use, below its return address. */
    int frameBytes() {
        return frameBytes;
    }

    CallingConvention convention() {
        return pieces.getFirst().convention;
    }

    /** Of the code that an address is in. */
    CallingConvention convention(long address) {
        return piece(address).convention;
    }

    /** Where it is entered first. */
    long entry() {
        return pieces.getFirst().entry;
    }

    /** Where callers enter it that need not check which object's method it is. */
    long verifiedEntry() {
        return pieces.getFirst().verifiedEntry;
    }

    /** Where an address is, for messages. */
    public String told(long address) {
        Piece piece = piece(address);
        return Long.toHexString(address - piece.start) + (piece == pieces.getFirst() ? " of the code" : " of what it calls");
    }

    /** The addresses of the instructions that were executed so far. */
    public List<Long> executed() {
        return decoded.keySet().stream().sorted().toList();
    }

    /** How many bytes an instruction has. */
    public int length(long address) {
        return at(address).length();
    }

    /** The same with another byte, and the constants that were read so far. */
    public Code with(long address, byte value) {
        List<Piece> changed = pieces.stream().map(piece -> {
            if (!piece.contains(address)) {
                return piece;
            }
            byte[] bytes = piece.bytes.clone();
            bytes[(int) (address - piece.start)] = value;
            return new Piece(piece.convention, piece.start, piece.entry, piece.verifiedEntry, bytes, piece.constants);
        }).toList();
        return new Code(changed, frameBytes, constants, true);
    }

    /** A byte of it. */
    public byte get(long address) {
        Piece piece = piece(address);
        return piece.bytes[(int) (address - piece.start)];
    }

    private Piece piece(long address) {
        return pieces.stream().filter(piece -> piece.contains(address)).findAny().orElseThrow(() -> new ProofException("executes what is no code of it, at " +
                        Long.toHexString(address)));
    }

    Decoded at(long address) {
        return decoded.computeIfAbsent(address, _ -> {
            Piece piece = piece(address);
            int offset = (int) (address - piece.start);
            try {
                return Decoder.decode(Arrays.copyOfRange(piece.bytes, offset, Math.min(piece.bytes.length, offset + Decoder.MOST_BYTES)));
            } catch (IllegalArgumentException e) {
                throw new ProofException(e.getMessage());
            }
        });
    }

    Bits constant(long address, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = constant(address + i);
        }
        return Bits.of(bytes);
    }

    private byte constant(long address) {
        if (pieces.stream().anyMatch(piece -> piece.contains(address))) {
            // As where jumps go to.
            return get(address);
        }
        if (isChanged && !constants.contains(address)) {
            throw noConstant(address);
        }
        Piece piece = pieces.stream().filter(it -> it.containsConstant(address)).findAny().orElseThrow(() -> noConstant(address));
        if (!isChanged) {
            constants.add(address);
        }
        return piece.constant(address);
    }

    private static ProofException noConstant(long address) {
        return new ProofException("reads what is no constant of it, at " + Long.toHexString(address));
    }
}
