package org.cryptointrinsics.proof.code;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.Decoded;
import org.cryptointrinsics.instruction.Decoder;
import org.cryptointrinsics.proof.Bits;
import org.cryptointrinsics.proof.ProofException;

import jdk.internal.misc.Unsafe;
import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.code.Register;

/** Machine code where it is installed, with the constants that belong to it. Not thread-safe. */
public final class Code {

    /** Constants lie before the code that they belong to, and not far from it. */
    private static final int MOST_CONSTANT_BYTES = 1 << 16;

    private static final long ENTRY_POINT = Unsafe.getUnsafe().objectFieldOffset(InstalledCode.class, "entryPoint");

    private final List<Piece> pieces;
    private final Map<Long, Decoded> decoded = new HashMap<>();
    /** Those that were read. */
    private final Map<Long, Byte> constants;
    private final boolean isChanged;

    /**
     * @param blob where what belongs to it begins
     * @param verifiedEntry where callers enter it that need not check which object's method it is
     */
    private record Piece(CallingConvention convention, long blob, long start, long verifiedEntry, byte[] bytes) {

        boolean contains(long address) {
            return address >= start && address < start + bytes.length;
        }
    }

    private Code(List<Piece> pieces, Map<Long, Byte> constants, boolean isChanged) {
        this.pieces = pieces;
        this.constants = constants;
        this.isChanged = isChanged;
    }

    private static Code of(CallingConvention convention, InstalledCode code) {
        // HotSpotNmethod.getEntryPoint tells nothing of code that is its method's.
        long verifiedEntry = Unsafe.getUnsafe().getLong(code, ENTRY_POINT);
        return new Code(List.of(new Piece(convention, code.getAddress(), code.getStart(), verifiedEntry, code.getCode())), new HashMap<>(), false);
    }

    /** Code of which nothing is known but where it is. */
    static Code of(long address, byte[] bytes) {
        return new Code(List.of(new Piece(CallingConvention.METHOD, address, address, address, bytes)), new HashMap<>(), false);
    }

    public static Code ofMethod(InstalledCode method) {
        return of(CallingConvention.METHOD, method);
    }

    /**
     * @param destroyed the registers that callers have no values in
     */
    public static Code ofStub(InstalledCode stub, Set<Register> destroyed) {
        return of(CallingConvention.ofStub(destroyed), stub);
    }

    /** The same with a stub that it calls. */
    public Code calling(Code stub) {
        return new Code(Stream.concat(pieces.stream(), stub.pieces.stream()).toList(), new HashMap<>(), false);
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
        return pieces.getFirst().start;
    }

    /** Where callers enter it that need not check which object's method it is. */
    long verifiedEntry() {
        return pieces.getFirst().verifiedEntry;
    }

    /** Where an address is, for messages. */
    public String told(long address) {
        Piece piece = piece(address);
        return Long.toHexString(address - piece.start) + (piece == pieces.getFirst() ? " of the code" : " of the stub");
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
            return new Piece(piece.convention, piece.blob, piece.start, piece.verifiedEntry, bytes);
        }).toList();
        return new Code(changed, constants, true);
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
        Byte known = constants.get(address);
        if (known == null) {
            if (isChanged || pieces.stream().noneMatch(piece -> address < piece.start && address >= Math.max(piece.blob, piece.start - MOST_CONSTANT_BYTES))) {
                throw new ProofException("reads what is no constant of it, at " + Long.toHexString(address));
            }
            known = Unsafe.getUnsafe().getByte(address);
            constants.put(address, known);
        }
        return known;
    }
}
