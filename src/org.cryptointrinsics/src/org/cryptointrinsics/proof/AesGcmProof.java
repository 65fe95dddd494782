package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcmFunction;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.kernel.aes.Icb;

/** Proves what a function of a kernel of AES-GCM does, with variables of its own. */
final class AesGcmProof {

    private final AesGcmKernel kernel;
    private final AesGcmFunction function;
    private final AesParameters parameters;
    private final AesContext layout;
    private final Variables variables;
    private final AesGcmMemory expected;
    private final LanesOfY lanesOfY;
    private final Bits chunk;

    AesGcmProof(AesGcmKernel kernel, AesGcmFunction function, AesParameters parameters, Variables variables) {
        this.kernel = kernel;
        this.function = function;
        this.parameters = parameters;
        this.variables = variables;
        layout = kernel.context();
        expected = new AesGcmMemory(variables, layout);
        lanesOfY = new LanesOfY(variables, layout, expected);
        chunk = any(layout.chunkBytes());
    }

    void execute() {
        switch (function) {
            case LOAD_KEY -> loadKey();
            case BEGIN -> begin();
            case COMPUTE_POWERS -> computePowers(expected.chunk());
            case COMPUTE_FEW_POWERS -> computePowers(AesContext.FEW);
            case COMPUTE_SHORT_POWERS -> computePowers(layout.shortPowers());
            case GHASH_CHUNKS -> ghashChunks();
            case GHASH_VECTORS -> ghashVectors();
            case GHASH_BLOCKS -> ghashBlocks();
            case GCTR_CHUNKS -> gctrChunks();
            case GCTR_VECTORS -> gctr(layout.vectorBytes(), 3);
            case GCTR_BLOCKS -> gctr(AesContext.BLOCK, 3);
            case GCTR_FEW -> gctrShort(AesContext.FEW * AesContext.BLOCK);
            case GCTR_SHORT -> gctrShort(layout.shortBytes());
            case TAG_SHORT -> tagShort();
            case ENCRYPT -> encrypt();
            case DECRYPT -> decrypt();
            case END -> end();
            case CLEAR -> clear(expected.chunk());
            case CLEAR_FEW_POWERS -> clear(AesContext.FEW);
        }
    }

    private SymbolicMachine machine() {
        return new SymbolicMachine(variables, new SymbolicMeanings(variables, AesGcmMemory.BLOCK));
    }

    private Bits any(int bytes) {
        return variables.input(bytes * Byte.SIZE);
    }

    private void assertEqual(String what, Bits right, Bits actual) {
        Claim.assertEqual(variables, what, right, actual);
    }

    private void assertMemory(Region memory) {
        assertEqual("the context", expected.content(), memory.content());
    }

    private void execute(SymbolicMachine machine, Count count, Address memory, List<Address> others) {
        kernel.execute(machine, function, parameters, Stream.concat(Stream.of(memory), others.stream()).toList(), count);
    }

    private static Region memory(SymbolicMachine machine, Bits content) {
        return machine.kept("the context", content);
    }

    /** Executes it on a context as it is expected, and returns that. */
    private Region executeOnce(Address... others) {
        SymbolicMachine machine = machine();
        Region memory = memory(machine, expected.content());
        execute(machine, null, memory.address(), List.of(others));
        return memory;
    }

    private Region input(Bits content) {
        return new Region("the input", content, false);
    }

    private Region output(Bits content) {
        return new Region("the output", content, true);
    }

    /** What the loop is entered with, if the context has that, and the other addresses are those. */
    private LoopEntry entry(Bits content, List<Address> others) {
        SymbolicMachine machine = machine();
        Region memory = memory(machine, content);
        return machine.entry(() -> execute(machine, SymbolicMachine.ANY, memory.address(), others));
    }

    /** A context of which only what does not change from chunk to chunk is as it is expected. */
    private Region otherMemory(SymbolicMachine machine) {
        Bits content = expected.content();
        for (int offset : List.of(layout.cb(), layout.y())) {
            expected.set(offset, any(AesContext.BLOCK));
        }
        Region memory = memory(machine, expected.content());
        expected.reset(content);
        return memory;
    }

    /** The bytes of the JDK's round keys are reversed in each word. */
    void loadKey() {
        int bytes = (parameters.rounds() + 1) * AesContext.BLOCK;
        Bits key = any(bytes);
        Region memory = executeOnce(input(key).address());
        expected.set(layout.roundKey(0), Bits.concatenate(key.split(Integer.SIZE).stream().map(Bits::reverseBytes).toList()));
        assertMemory(memory);
    }

    void begin() {
        Region memory = executeOnce();
        Bits j0 = expected.get(layout.cb());
        expected.set(layout.h(), expected.cipher(parameters.rounds(), Bits.of(0, AesGcmMemory.BLOCK)).reverseBytes());
        expected.set(layout.encryptedJ0(), expected.cipher(parameters.rounds(), j0.reverseBytes()));
        expected.set(layout.cb(), expected.increment(j0, 1));
        assertMemory(memory);
    }

    /** A chunk begins with a counter of 2, or a number of chunks more. */
    private void setCounter() {
        if (parameters.icb() == Icb.INC32_J0) {
            int known = Integer.numberOfTrailingZeros(expected.chunk());
            expected.set(layout.cb(), Bits.concatenate(List.of(Bits.of(2, known), any(AesContext.BLOCK).part(known, AesGcmMemory.BLOCK - known))));
        }
    }

    void gctrChunks() {
        setCounter();
        gctr(layout.chunkBytes(), 2);
    }

    /**
     * By induction: whatever counter comes to the loop, some data are encrypted, and the loop goes on with the next counter.
     *
     * @param bytes of what is encrypted at once
     * @param addresses of the data, for the result, and for a copy of the ciphertext, if there is one
     */
    void gctr(int bytes, int addresses) {
        Bits in = any(bytes);
        SymbolicMachine machine = machine();
        Region memory = otherMemory(machine);
        List<Address> before = IntStream.range(0, addresses).<Address>mapToObj(_ -> output(any(bytes)).address()).toList();
        Region input = input(in);
        Region out = output(any(bytes)).mayOverlap(input, 0);
        Region copy = output(any(bytes)).mayOverlap(input, 0);
        List<Address> current = List.of(input.address(), out.address(), copy.address()).subList(0, addresses);
        machine.goOn(entry(expected.content(), before), bytes, before, current);
        execute(machine, SymbolicMachine.ANY, memory.address(), before);
        Bits result = Bits.concatenate(expected.gctr(parameters.rounds(), blocks(in)));
        assertEqual("the output", result, out.content());
        if (addresses > 2) {
            assertEqual("the copy", parameters.isEncryption() ? result : in, copy.content());
        }
        assertMemory(memory);
        machine.assertGoesOn(entry(expected.content(), before), _ -> false);
    }

    void gctrShort(int bytes) {
        Bits in = any(bytes);
        Bits before = expected.get(layout.cb());
        Region out = output(any(bytes));
        Region memory = executeOnce(input(in).address(), out.address());
        assertEqual("the output", Bits.concatenate(expected.gctr(parameters.rounds(), blocks(in))), out.content());
        expected.set(layout.cb(), before);
        assertMemory(memory);
    }

    /** Each power is the product of any two whose exponents add up to its own, one of which is a power of two here: in a field, that is the same for all. */
    void computePowers(int count) {
        List<Bits> powers = new ArrayList<>(List.of(variables.cut(expected.power(expected.get(layout.h())))));
        for (int i = 2; i <= count; i++) {
            Bits power = variables.cut(expected.multiply(powers.get(i - 2), powers.getFirst()));
            for (int j = 2; j < i; j *= 2) {
                variables.cut(expected.multiply(powers.get(j - 1), powers.get(i - j - 1)), power);
            }
            powers.add(power);
        }
        Region memory = executeOnce();
        for (int i = 1; i <= count; i++) {
            expected.set(layout.power(i), powers.get(i - 1));
            expected.set(layout.power(i) + layout.foldedPowers(), expected.folded(powers.get(i - 1)));
        }
        assertMemory(memory);
    }

    void ghashChunks() {
        expected.anyPowers();
        Bits data = any(layout.chunkBytes());
        SymbolicMachine machine = machine();
        Region memory = otherMemory(machine);
        List<Address> before = List.of(input(any(layout.chunkBytes())).address());
        machine.goOn(entry(expected.content(), before), layout.chunkBytes(), before, List.of(input(data).address()));
        execute(machine, SymbolicMachine.ANY, memory.address(), before);
        expected.ghash(blocks(data));
        assertMemory(memory);
        machine.assertGoesOn(entry(expected.content(), before), _ -> false);
    }

    /** As many blocks as a chunk has at most, and each lesser number. */
    void ghashBlocks() {
        expected.anyPowers();
        for (int blocks = 1; blocks <= expected.chunk(); blocks++) {
            ghash(blocks, blocks, 0);
        }
    }

    /** As many vectors as a chunk has at most, and each lesser number; the first one with any number of blocks that are not of the message. */
    void ghashVectors() {
        expected.anyPowers();
        for (int vectors = 1; vectors <= layout.vectors(); vectors++) {
            for (int padding = 0; padding < lanes(); padding++) {
                ghash(vectors, vectors * lanes(), padding);
            }
        }
    }

    /**
     * @param blocks those before the message included
     * @param padding how many these are
     */
    private void ghash(int times, int blocks, int padding) {
        Bits before = expected.content();
        // The last ones are always the same: they have the same powers of H.
        Bits data = chunk.part((expected.chunk() - blocks + padding) * AesGcmMemory.BLOCK, (blocks - padding) * AesGcmMemory.BLOCK);
        SymbolicMachine machine = machine();
        Region memory = memory(machine, before);
        Bits all = Bits.concatenate(List.of(Bits.of(0, padding * AesGcmMemory.BLOCK), data));
        List<Address> addresses = new ArrayList<>(List.of(input(all).address(), memory.address(layout.power(blocks))));
        if (function == AesGcmFunction.GHASH_VECTORS) {
            addresses.add(memory.address(layout.power(blocks - padding)));
        }
        execute(machine, machine.count(times), memory.address(), addresses);
        Bits y = expected.get(layout.y());
        expected.ghash(data.split(AesGcmMemory.BLOCK));
        assertMemory(memory);
        expected.set(layout.y(), y);
    }

    private int lanes() {
        return layout.vectorBytes() / AesContext.BLOCK;
    }

    /** As many vectors as a short message has at most, and each lesser number. */
    void tagShort() {
        expected.anyPowers();
        int most = layout.shortPowers() * AesContext.BLOCK;
        int vectorBytes = layout.shortWidth().bytes();
        Bits all = any(most);
        Bits before = expected.content();
        for (int bytes = vectorBytes; bytes <= most; bytes += vectorBytes) {
            // The last ones are always the same: they have the same powers of H.
            Bits data = all.part((most - bytes) * Byte.SIZE, bytes * Byte.SIZE);
            SymbolicMachine machine = machine();
            Region memory = memory(machine, before);
            Region tag = output(any(AesContext.BLOCK));
            List<Address> addresses = List.of(input(data).address(), memory.address(layout.power(bytes / AesContext.BLOCK)), tag.address());
            execute(machine, machine.count(bytes / vectorBytes), memory.address(), addresses);
            expected.set(layout.y(), Bits.of(0, AesGcmMemory.BLOCK));
            expected.ghash(blocks(data));
            assertEqual("the tag", expected.get(layout.y()).reverseBytes().xor(expected.get(layout.encryptedJ0())), tag.content());
            expected.reset(before);
            assertMemory(memory);
        }
    }

    private List<Bits> blocks(Bits data) {
        return data.split(AesGcmMemory.BLOCK);
    }

    /** GCTR of blocks, each of which counts as variables then. */
    private Bits crypt(Bits data) {
        return Bits.concatenate(expected.gctr(parameters.rounds(), blocks(data)).stream().map(variables::cut).toList());
    }

    /** By induction: a chunk that was encrypted before is hashed, and the next one is encrypted, and hashed in the end. */
    void encrypt() {
        int bytes = layout.chunkBytes();
        setCounter();
        expected.anyPowers();
        Bits start = expected.content();
        Bits in = any(bytes);
        Bits encryptedBefore = any(bytes);
        List<Bits> lanes = lanesOfY.any();
        List<Bits> lanesAfter = lanesOfY.hashBeforeAnother(lanes, encryptedBefore);
        Bits result = crypt(in);
        Bits content = expected.content();
        lanesOfY.hashLast(lanesAfter, result);

        SymbolicMachine machine = machine();
        Region memory = otherMemory(machine);
        Region input = input(in);
        Region out = output(Bits.concatenate(List.of(encryptedBefore, any(bytes)))).mayOverlap(input, bytes);
        List<Address> entered = List.of(input(any(bytes)).address(), output(Bits.concatenate(List.of(encryptedBefore, any(bytes)))).address(bytes));
        machine.goOn(lanesOfY.with(entry(start, with(entered, entered.get(1))), lanes), bytes, entered, List.of(input.address(), out.address(bytes)));
        List<Address> before = List.of(input(any(bytes)).address(), output(any(2 * bytes)).address(bytes));
        execute(machine, SymbolicMachine.ANY, memory.address(), with(before, out.address(bytes)));
        assertEqual("the output", Bits.concatenate(List.of(encryptedBefore, result)), out.content());
        assertMemory(memory);
        List<Address> next = List.of(before.get(0), output(Bits.concatenate(List.of(result, any(bytes)))).address(bytes));
        lanesOfY.assertGoesOn(machine, lanesAfter, entry(content, with(next, next.get(1))));
    }

    private static List<Address> with(List<Address> addresses, Address... last) {
        return Stream.concat(addresses.stream(), Stream.of(last)).toList();
    }

    /** By induction: a chunk is hashed and decrypted, and in the end one more. */
    void decrypt() {
        int bytes = layout.chunkBytes();
        setCounter();
        expected.anyPowers();
        Bits start = expected.content();
        Bits first = any(bytes);
        Bits last = any(bytes);
        List<Bits> lanes = lanesOfY.any();
        List<Bits> lanesAfter = lanesOfY.hashBeforeAnother(lanes, first);
        Bits result = crypt(first);
        Bits content = expected.content();
        Bits lastResult = crypt(last);
        lanesOfY.hashLast(lanesAfter, last);

        SymbolicMachine machine = machine();
        Region memory = otherMemory(machine);
        Region input = input(first);
        Region out = output(any(bytes)).mayOverlap(input, 0);
        Region lastInput = input(last);
        Region lastOut = output(any(bytes)).mayOverlap(lastInput, 0);
        List<Address> before = List.of(input(any(bytes)).address(), output(any(bytes)).address());
        List<Address> all = with(before, lastInput.address(), lastOut.address());
        machine.goOn(lanesOfY.with(entry(start, all), lanes), bytes, before, List.of(input.address(), out.address()));
        execute(machine, SymbolicMachine.ANY, memory.address(), all);
        assertEqual("the output", result, out.content());
        assertEqual("the last output", lastResult, lastOut.content());
        assertMemory(memory);
        lanesOfY.assertGoesOn(machine, lanesAfter, entry(content, all));
    }

    void end() {
        Region tag = new Region("the tag", any(AesContext.BLOCK), true);
        Region memory = executeOnce(tag.address());
        assertEqual("the tag", expected.get(layout.y()).reverseBytes().xor(expected.get(layout.encryptedJ0())), tag.content());
        assertMemory(memory);
    }

    /** @param powers how many of H there are; what would be others stays */
    void clear(int powers) {
        Bits before = expected.content();
        Region memory = executeOnce();
        expected.clear();
        for (int i = powers + 1; i <= expected.chunk(); i++) {
            for (int offset : List.of(layout.power(i), layout.power(i) + layout.foldedPowers())) {
                expected.set(offset, before.part(offset * Byte.SIZE, AesGcmMemory.BLOCK));
            }
        }
        assertMemory(memory);
    }
}
