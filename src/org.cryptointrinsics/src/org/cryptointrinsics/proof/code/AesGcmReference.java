package org.cryptointrinsics.proof.code;

import java.util.List;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcmFunction;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.proof.Bits;
import org.cryptointrinsics.proof.Region;
import org.cryptointrinsics.proof.SymbolicMachine;
import org.cryptointrinsics.proof.UninterpretedMeanings;
import org.cryptointrinsics.proof.Variables;

/** AES-GCM of messages (SP 800-38D, 7.1 and 7.2), made of the functions of a kernel. */
final class AesGcmReference {

    private static final int BLOCK = AesContext.BLOCK;
    private static final int BITS_OF_BYTE = Integer.numberOfTrailingZeros(Byte.SIZE);
    private static final int BITS_OF_BLOCK = Integer.numberOfTrailingZeros(BLOCK);
    /** The first counter of the data, {@code inc32(J0)}. */
    private static final Bits FIRST = Bits.of(2, Integer.SIZE);

    private final AesGcmKernel kernel;
    private final AesParameters parameters;
    private final AesContext context;
    private final Variables variables;
    private final SymbolicMachine machine;
    private final Region memory;

    AesGcmReference(AesGcmKernel kernel, AesParameters parameters, Variables variables) {
        this.kernel = kernel;
        this.parameters = parameters;
        this.variables = variables;
        context = kernel.context();
        machine = new SymbolicMachine(variables, new UninterpretedMeanings(variables, true));
        memory = machine.kept("the context", variables.input(context.bytes() * Byte.SIZE));
    }

    /**
     * A message, or a part of one.
     *
     * @param key as the JDK has it
     * @param iv of 12 bytes
     * @param in what is encrypted or decrypted
     * @param out for the result; at its end, there may be some of the data
     * @param endBytes how many bytes of the data are there
     */
    record Message(Bits key, Bits iv, Bits aad, Region in, Region out, int length, int endBytes) {
        int aadBytes() {
            return aad.width() / Byte.SIZE;
        }
    }

    private void call(AesGcmFunction function, int count, Address... others) {
        List<Address> addresses = Stream.concat(Stream.of(memory.address()), Stream.of(others)).toList();
        kernel.execute(machine, function, parameters, addresses, count == 0 ? null : machine.count(count));
    }

    private static Bits zeros(int bytes) {
        return Bits.of(0, bytes * Byte.SIZE);
    }

    private static Region block(Bits content) {
        return new Region("a block", content.extend(BLOCK * Byte.SIZE), true);
    }

    /** {@code IV || counter}, its bytes in reverse order. */
    private static Bits counter(Bits iv, Bits counter) {
        return Bits.concatenate(List.of(iv, counter.reverseBytes())).reverseBytes();
    }

    /** The lengths of additional data and of ciphertext, in bits. */
    private Bits lengths(Message message, Part part) {
        Bits length = part.position == null ? number(message.length) : variables.add(part.position.extend(Long.SIZE), number(message.length));
        return Bits.concatenate(Stream.of(number(message.aadBytes()), length).map(bytes -> Operands.shiftLeft(bytes, BITS_OF_BYTE).reverseBytes()).toList());
    }

    private static Bits number(int number) {
        return Bits.of(number, Long.SIZE);
    }

    private void start(Message message) {
        memory.store(context.cb(), counter(message.iv, Bits.of(1, Integer.SIZE)));
        memory.store(context.y(), zeros(BLOCK));
        call(AesGcmFunction.LOAD_KEY, 0, new Region("the key", message.key, false).address());
        call(AesGcmFunction.BEGIN, 0);
        boolean isShort = message.aadBytes() <= AesContext.FEW_POWERS * BLOCK && message.length <= (AesContext.FEW_POWERS - 1) * BLOCK;
        call(isShort && context.chunkBytes() > AesContext.FEW_POWERS * BLOCK ? AesGcmFunction.COMPUTE_FEW_POWERS : AesGcmFunction.COMPUTE_POWERS, 0);
    }

    private Address power(int number) {
        return memory.address(context.power(number));
    }

    /** GHASH of data, padded with zeros. */
    private void ghash(Region data, int length) {
        int chunks = length / context.chunkBytes();
        if (chunks != 0) {
            call(AesGcmFunction.GHASH_CHUNKS, chunks, data.address());
        }
        int done = chunks * context.chunkBytes();
        int vectors = (length - done) / context.vectorBytes();
        if (vectors != 0 && context.vectorBytes() != BLOCK) {
            ghashRest(data, done, vectors * context.vectorBytes(), 0);
            done += vectors * context.vectorBytes();
        }
        int blocks = (length - done) / BLOCK;
        if (blocks != 0) {
            call(AesGcmFunction.GHASH_BLOCKS, blocks, data.address(done), power(blocks));
        }
        int bytes = length % BLOCK;
        if (bytes != 0) {
            call(AesGcmFunction.GHASH_BLOCKS, 1, block(data.load(length - bytes, bytes)).address(), power(1));
        }
    }

    /** @param padding how many bytes at the beginning are not hashed */
    private void ghashRest(Region data, int offset, int length, int padding) {
        int blocks = length / BLOCK;
        if (context.vectorBytes() == BLOCK) {
            call(AesGcmFunction.GHASH_BLOCKS, blocks, data.address(offset), power(blocks));
        } else {
            call(AesGcmFunction.GHASH_VECTORS, length / context.vectorBytes(), data.address(offset), power(blocks), memory.address(context.power(blocks) + padding));
        }
    }

    private int cryptChunks(Region in, Region out, int length) {
        int chunkBytes = context.chunkBytes();
        int chunks = length / chunkBytes;
        int last = (chunks - 1) * chunkBytes;
        if (chunks == 1) {
            // What is hashed is the ciphertext.
            if (parameters.isEncryption()) {
                call(AesGcmFunction.GCTR_CHUNKS, 1, in.address(), out.address());
                call(AesGcmFunction.GHASH_CHUNKS, 1, out.address());
            } else {
                call(AesGcmFunction.GHASH_CHUNKS, 1, in.address());
                call(AesGcmFunction.GCTR_CHUNKS, 1, in.address(), out.address());
            }
        } else if (chunks > 1 && parameters.isEncryption()) {
            call(AesGcmFunction.GCTR_CHUNKS, 1, in.address(), out.address());
            call(AesGcmFunction.ENCRYPT, chunks - 1, in.address(chunkBytes), out.address(chunkBytes), out.address(last));
        } else if (chunks > 1) {
            call(AesGcmFunction.DECRYPT, chunks - 1, in.address(), out.address(), in.address(last), out.address(last));
        }
        return chunks * chunkBytes;
    }

    /** GCTR of whole blocks, with a copy of the ciphertext. */
    private void gctr(Region in, Region out, int offset, Region copy, int copyOffset, int length) {
        int vectors = context.vectorBytes() == BLOCK ? 0 : length / context.vectorBytes();
        if (vectors != 0) {
            call(AesGcmFunction.GCTR_VECTORS, vectors, in.address(offset), out.address(offset), copy.address(copyOffset));
        }
        int done = vectors * context.vectorBytes();
        int blocks = (length - done) / BLOCK;
        if (blocks != 0) {
            call(AesGcmFunction.GCTR_BLOCKS, blocks, in.address(offset + done), out.address(offset + done), copy.address(copyOffset + done));
        }
    }

    /**
     * A part of a message that is given in parts.
     *
     * @param position where in the message it begins, a number of chunks; null if it is the first
     * @param hash what the part before has left; null if it is the first
     */
    record Part(Bits position, Bits hash, boolean isLast) {

        static final Part WHOLE = new Part(null, null, true);

        boolean isFirst() {
            return position == null;
        }
    }

    /**
     * Encrypts or decrypts a message, or a part of one.
     *
     * @return the tag, or what is left to the next part
     */
    Bits crypt(Message message, Part part) {
        start(message);
        if (part.isFirst()) {
            ghash(new Region("the additional data", message.aad, false), message.aadBytes());
        } else {
            memory.store(context.cb(), counter(message.iv, variables.add(FIRST, part.position.shiftRight(BITS_OF_BLOCK))));
            memory.store(context.y(), swapped(part.hash));
        }
        Region in = message.in;
        Region out = message.out;
        int length = message.length;
        int inBytes = length - message.endBytes;
        int done = cryptChunks(in, out, inBytes);
        int rest = length - done;
        int lastBytes = (rest + BLOCK - 1) / BLOCK * BLOCK + (part.isLast ? BLOCK : 0);
        int last = -lastBytes & context.vectorBytes() - 1;
        // Ciphertext of whole vectors, with zeros before it, and the lengths behind it.
        Region hashed = new Region("what is hashed last", zeros(last + lastBytes), true);
        gctr(in, out, done, hashed, last, (inBytes - done) / BLOCK * BLOCK);
        if (message.endBytes != 0) {
            int split = inBytes % BLOCK;
            int from = inBytes - split;
            out.store(from, in.load(from, split));
            call(AesGcmFunction.GCTR_BLOCKS, (split + message.endBytes) / BLOCK, out.address(from), out.address(from), hashed.address(last + from - done));
        }
        int bytes = rest % BLOCK;
        if (bytes != 0) {
            Region end = block((message.endBytes != 0 ? out : in).load(length - bytes, bytes));
            Region result = block(zeros(BLOCK));
            Region ciphertext = block(zeros(BLOCK));
            call(AesGcmFunction.GCTR_BLOCKS, 1, end.address(), result.address(), ciphertext.address());
            out.store(length - bytes, result.load(0, bytes));
            hashed.store(last + rest - bytes, ciphertext.load(0, bytes));
        }
        if (!part.isLast) {
            // It has chunks alone.
            return swapped(memory.load(context.y(), BLOCK));
        }
        hashed.store(last + lastBytes - BLOCK, lengths(message, part));
        int all = last + lastBytes;
        int before = Math.max(all - context.chunkBytes(), 0);
        if (before != 0) {
            ghashRest(hashed, 0, before, last);
        }
        ghashRest(hashed, before, all - before, before != 0 ? 0 : last);
        return tag();
    }

    /**
     * Decrypts a message if its tag is right.
     *
     * @return the tag
     */
    Bits hash(Message message) {
        start(message);
        ghash(new Region("the additional data", message.aad, false), message.aadBytes());
        ghash(message.in, message.length);
        call(AesGcmFunction.GHASH_BLOCKS, 1, block(lengths(message, Part.WHOLE)).address(), power(1));
        return tag();
    }

    /** After {@link #hash}. */
    void decrypt(Message message) {
        gctr(message.in, message.out, message.length / BLOCK * BLOCK);
        int bytes = message.length % BLOCK;
        if (bytes != 0) {
            Region end = block(message.in.load(message.length - bytes, bytes));
            Region result = block(zeros(BLOCK));
            call(AesGcmFunction.GCTR_BLOCKS, 1, end.address(), result.address(), result.address());
            message.out.store(message.length - bytes, result.load(0, bytes));
        }
    }

    private void gctr(Region in, Region out, int length) {
        int chunks = length / context.chunkBytes();
        if (chunks != 0) {
            call(AesGcmFunction.GCTR_CHUNKS, chunks, in.address(), out.address());
        }
        int done = chunks * context.chunkBytes();
        gctr(in, out, done, out, done, length - done);
    }

    /**
     * What is kept from blocks to blocks in the midst of a message.
     *
     * @param counter the next counter block
     * @param subkey H, the high half first
     * @param hash so far, likewise
     */
    record State(Bits counter, Bits subkey, Bits hash) {
    }

    private static Bits swapped(Bits block) {
        return block.rotateRight(Long.SIZE);
    }

    private void begin(Bits key, State state) {
        memory.store(context.h(), swapped(state.subkey));
        memory.store(context.y(), swapped(state.hash));
        memory.store(context.cb(), state.counter.reverseBytes());
        if (key != null) {
            call(AesGcmFunction.LOAD_KEY, 0, new Region("the key", key, false).address());
        }
    }

    private State end(State before) {
        return new State(memory.load(context.cb(), BLOCK).reverseBytes(), before.subkey, swapped(memory.load(context.y(), BLOCK)));
    }

    /** GCTR and GHASH of blocks. */
    State cryptBlocks(Bits key, State state, Region in, Region out, int length) {
        begin(key, state);
        call(AesGcmFunction.COMPUTE_POWERS, 0);
        int done = cryptChunks(in, out, length);
        int rest = length - done;
        if (rest != 0) {
            int padding = -rest & context.vectorBytes() - 1;
            Region hashed = new Region("what is hashed last", zeros(padding + rest), true);
            gctr(in, out, done, hashed, padding, rest);
            ghashRest(hashed, 0, padding + rest, padding);
        }
        return end(state);
    }

    /** GCTR of blocks. */
    State cryptCounter(Bits key, State state, Region in, Region out, int length) {
        begin(key, state);
        gctr(in, out, length);
        return end(state);
    }

    /** GHASH of blocks. */
    State hashBlocks(State state, Region in, int length) {
        begin(null, state);
        call(AesGcmFunction.COMPUTE_POWERS, 0);
        ghash(in, length);
        return end(state);
    }

    private Bits tag() {
        Region tag = block(zeros(BLOCK));
        call(AesGcmFunction.END, 0, tag.address());
        return tag.content();
    }
}
