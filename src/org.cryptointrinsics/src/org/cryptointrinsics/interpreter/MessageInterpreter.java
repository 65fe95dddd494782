package org.cryptointrinsics.interpreter;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Condition;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DecidingMachine;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.kernel.aes.GcmData;
import org.cryptointrinsics.kernel.aes.GcmInputs;
import org.cryptointrinsics.kernel.aes.GcmMessage;
import org.cryptointrinsics.kernel.message.Hash;
import org.cryptointrinsics.kernel.message.Hmac;

/** Executes a program for whole messages in plain Java. */
public final class MessageInterpreter extends Interpreter implements DecidingMachine {

    /** What is known of two numbers. */
    private record Known(boolean holds) implements Condition {
    }

    /**
     * Hashes a message with a kernel, see {@link Hash}.
     *
     * @throws IndexOutOfBoundsException if the program reads or writes outside of the segments
     */
    public static void hash(DigestAlgorithm algorithm, DigestKernel kernel, MemorySegment initialState, MemorySegment message, int suffix, MemorySegment digest) {
        new Hash(algorithm, kernel).execute(new MessageInterpreter(), address(initialState), address(message), new Times((int) message.byteSize()), new Times(suffix),
                        address(digest), new Times((int) digest.byteSize()));
    }

    /** As {@link #hash}, {@link Hmac}. */
    public static void hmac(DigestAlgorithm algorithm, DigestKernel kernel, MemorySegment initialState, MemorySegment innerKey, MemorySegment outerKey, MemorySegment message,
                    int suffix, MemorySegment result, MemorySegment sum, int iterations) {
        new Hmac(algorithm, kernel).execute(new MessageInterpreter(), address(initialState), address(innerKey), address(outerKey), address(message),
                        new Times((int) message.byteSize()), new Times(suffix), address(result), new Times((int) result.byteSize()), address(sum), new Times(iterations));
    }

    /**
     * As {@link #hash}, {@link GcmMessage} of a whole message.
     *
     * @param tag its length is that of the tag
     * @return whether the tag is right
     */
    public static boolean crypt(AesGcmKernel kernel, AesParameters parameters, MemorySegment sessionKey, MemorySegment iv, MemorySegment aad, MemorySegment in, MemorySegment out,
                    MemorySegment tag) {
        Times length = new Times((int) in.byteSize());
        GcmInputs inputs = new GcmInputs(address(sessionKey), address(iv), address(aad), new Times((int) aad.byteSize()), address(tag), new Times((int) tag.byteSize()));
        GcmMessage message = GcmMessage.of(new MessageInterpreter(), kernel, parameters, false, inputs);
        return number(message.execute(new GcmData(address(in), address(out), length, 0, new Times(0), NULL))) == GcmMessage.RIGHT;
    }

    private static int number(Count count) {
        return ((Times) count).times();
    }

    @Override
    public boolean holds(Condition condition) {
        return ((Known) condition).holds;
    }

    @Override
    public Count plus(Count a, Count b) {
        return new Times(Math.addExact(number(a), number(b)));
    }

    @Override
    public Count minus(Count a, Count b) {
        return new Times(number(a) - number(b));
    }

    @Override
    public Count times(Count a, int factor) {
        return new Times(Math.multiplyExact(number(a), factor));
    }

    @Override
    public Count dividedBy(Count a, int divisor) {
        return new Times(number(a) / divisor);
    }

    @Override
    public Address plus(Address base, Count offset) {
        return advanced((Location) base, number(offset));
    }

    @Override
    public Condition isLess(Count a, Count b) {
        return new Known(number(a) < number(b));
    }

    @Override
    public Condition isSame(Address a, Address b) {
        return new Known(((Location) a).segment().address() + ((Location) a).offset() == ((Location) b).segment().address() + ((Location) b).offset());
    }

    @Override
    public Condition reveal(Int value) {
        return new Known(((Bits) value).bits() == 0);
    }

    @Override
    public Address scratch(int bytes, int alignment) {
        return address(Arena.ofAuto().allocate(bytes, alignment));
    }

    @Override
    public void storeByte(Address base, int displacement, Int value) {
        at(base, displacement, 1).set(ValueLayout.JAVA_BYTE, 0, (byte) ((Bits) value).bits());
    }

    @Override
    public Condition isNull(Address address) {
        return new Known(address == NULL);
    }

    @Override
    public Int value(Count number) {
        return bits(Size.QWORD, number(number));
    }

    @Override
    public Int loadByte(Address base, int displacement) {
        return bits(Size.QWORD, Byte.toUnsignedInt(at(base, displacement, 1).get(ValueLayout.JAVA_BYTE, 0)));
    }

    @Override
    public Int zeroExtend(Int value) {
        return bits(Size.QWORD, ((Bits) value).bits());
    }

    /** How far a value is shifted. */
    private static int distance(Int value, Count bits) {
        if (number(bits) >= ((Bits) value).size().bits()) {
            throw new IllegalArgumentException("shifts by " + number(bits));
        }
        return number(bits);
    }

    @Override
    public Int shiftLeft(Int value, Count bits) {
        Bits register = (Bits) value;
        return bits(register.size(), register.size().truncate(register.bits() << distance(value, bits)));
    }

    @Override
    public Int shiftRight(Int value, Count bits) {
        Bits register = (Bits) value;
        return bits(register.size(), register.bits() >>> distance(value, bits));
    }

    @Override
    public Int reverseBytes(Int value) {
        Bits register = (Bits) value;
        return bits(register.size(), register.size() == Size.DWORD ? Integer.toUnsignedLong(Integer.reverseBytes((int) register.bits())) : Long.reverseBytes(register.bits()));
    }
}
