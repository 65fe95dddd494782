package org.cryptointrinsics.proof;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.Arithmetic;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.HmacKernel;
import org.cryptointrinsics.kernel.ParallelSpongeKernel;
import org.cryptointrinsics.kernel.SpongeKernel;
import org.cryptointrinsics.kernel.TwoBlockKernel;
import org.cryptointrinsics.proof.LoopEntry.Lane;
import org.cryptointrinsics.proof.specification.Fips180;
import org.cryptointrinsics.proof.specification.Fips202;
import org.cryptointrinsics.proof.specification.Rfc1321;

/** What is to be proved of the kernels of a digest: for any state and any data they do what the standard says, read nothing else, and write nothing but the state. */
public final class DigestClaims {

    private final DigestAlgorithm algorithm;

    public DigestClaims(DigestAlgorithm algorithm) {
        this.algorithm = algorithm;
    }

    /**
     * A state and the words of a block compressed as the standard says.
     *
     * @param mark as of {@link Fips202}
     */
    public static <W> List<W> compressed(DigestAlgorithm algorithm, Arithmetic<W> arithmetic, UnaryOperator<W> mark, List<W> state, List<W> block) {
        return switch (algorithm) {
            case MD5 -> new Rfc1321<>(arithmetic).md5(state, block);
            case SHA_1 -> new Fips180<>(arithmetic).sha1(state, block);
            case SHA_256 -> new Fips180<>(arithmetic).sha256(state, block);
            case SHA_512 -> new Fips180<>(arithmetic).sha512(state, block);
            case SHA3_224, SHA3_256, SHA3_384, SHA3_512, SHAKE128_256 -> new Fips202<>(arithmetic, mark).absorb(state, block);
        };
    }

    /** Whether kernels permute states that nothing is absorbed to, as SHAKE128 and SHAKE256 need it. */
    public static boolean isSqueezed(DigestAlgorithm algorithm) {
        return algorithm == DigestAlgorithm.SHA3_256 || algorithm == DigestAlgorithm.SHAKE128_256;
    }

    /** All of one kernel. */
    public Stream<Claim> of(DigestKernel kernel) {
        List<Claim> claims = new ArrayList<>();
        claims.add(claim(kernel, "compress", proof -> proof.compress(kernel)));
        if (kernel instanceof TwoBlockKernel two) {
            claims.add(claim(kernel, "compressTwo", proof -> proof.compressTwo(two)));
        }
        if (kernel instanceof HmacKernel hmac) {
            claims.add(claim(kernel, "compressDigest", proof -> proof.compressDigest(hmac)));
        }
        if (isSqueezed(algorithm) && kernel instanceof SpongeKernel sponge) {
            claims.add(claim(kernel, "permuteTwo", proof -> proof.permuteTwo(sponge)));
        }
        if (isSqueezed(algorithm) && kernel instanceof ParallelSpongeKernel parallel) {
            parallel.widths().forEach(width -> claims.add(claim(kernel, "permuteSeveral " + width, proof -> proof.permuteSeveral(parallel, width))));
        }
        return claims.stream();
    }

    /** Proves one. */
    @FunctionalInterface
    private interface Steps {
        void accept(Proof proof);
    }

    private Claim claim(DigestKernel kernel, String function, Steps steps) {
        return new Claim(algorithm.standardName(), kernel.variant(), function, variables -> steps.accept(new Proof(algorithm, variables)));
    }

    /** With variables of its own. */
    private static final class Proof {

        private final DigestAlgorithm algorithm;
        private final Variables variables;
        private final DigestStandard standard;

        Proof(DigestAlgorithm algorithm, Variables variables) {
            this.algorithm = algorithm;
            this.variables = variables;
            standard = new DigestStandard(algorithm, variables);
        }

        private SymbolicMachine machine() {
            return new SymbolicMachine(variables, standard.meanings());
        }

        private Bits anyState() {
            return standard.anyState();
        }

        private Bits anyBlock() {
            return standard.anyBlock();
        }

        private void assertEqual(String what, Bits expected, Bits actual) {
            Claim.assertEqual(variables, what, expected, actual);
        }

        /** What the loop over blocks is entered with. */
        private LoopEntry entry(DigestKernel kernel, Bits state, Address data) {
            SymbolicMachine machine = machine();
            Address address = machine.kept("the state", state).address();
            return machine.entry(() -> kernel.compress(machine, address, data, SymbolicMachine.ANY));
        }

        private Region block(Bits content) {
            return new Region("a block", content, false);
        }

        /**
         * By induction over the blocks: of whatever state comes to the loop, a block makes the next one, and then the loop goes on as if it was entered with that. Lanes that
         * are not what they would be then do not matter: it is proved that they may be any.
         */
        void compress(DigestKernel kernel) {
            Bits state = anyState();
            Bits block = anyBlock();
            Bits compressed = standard.compressed(state, block);
            Address first = block(anyBlock()).address();
            LoopEntry entry = entry(kernel, state, first);
            LoopEntry next = entry(kernel, compressed, block(anyBlock()).address());
            Map<Lane, Bits> anyLanes = new HashMap<>();
            for (int known = -1; known < anyLanes.size();) {
                known = anyLanes.size();
                SymbolicMachine machine = machine();
                Region memory = machine.kept("the state", anyState());
                machine.goOn(entry.with(anyLanes), algorithm.blockBytes(), List.of(first), List.of(block(block).address()));
                kernel.compress(machine, memory.address(), block(anyBlock()).address(), SymbolicMachine.ANY);
                assertEqual("the state", compressed, memory.content());
                machine.otherLanes(next).forEach(lane -> anyLanes.computeIfAbsent(lane, _ -> variables.input(Lane.BITS)));
                machine.assertGoesOn(next, anyLanes::containsKey);
            }
        }

        void compressTwo(TwoBlockKernel kernel) {
            List<Bits> states = List.of(anyState(), anyState());
            List<Bits> blocks = List.of(anyBlock(), anyBlock());
            SymbolicMachine machine = machine();
            List<Region> memory = states.stream().map(state -> machine.kept("a state", state)).toList();
            List<Region> data = blocks.stream().map(this::block).toList();
            kernel.compressTwo(machine, memory.get(0).address(), data.get(0).address(), memory.get(1).address(), data.get(1).address());
            for (int i = 0; i < states.size(); i++) {
                assertEqual("state " + i, standard.compressed(states.get(i), blocks.get(i)), memory.get(i).content());
            }
        }

        /** The padding of a message of a block and a digest: FIPS 180-4, section 5.1. */
        void compressDigest(HmacKernel kernel) {
            Bits state = anyState();
            Bits digest = anyState();
            SymbolicMachine machine = machine();
            Region memory = machine.kept("the state", state);
            kernel.compressDigest(machine, memory.address(), new Region("the digest", digest, false).address());
            Bits bytes = standard.ordered(digest);
            Bits length = Bits.of((algorithm.blockBytes() + algorithm.stateBytes()) * Byte.SIZE, algorithm.lengthBytes() * Byte.SIZE);
            Bits end = algorithm.order() == ByteOrder.LITTLE_ENDIAN ? length : length.reverseBytes();
            int zeros = algorithm.blockBytes() * Byte.SIZE - bytes.width() - Byte.SIZE - end.width();
            Bits block = Bits.concatenate(List.of(bytes, Bits.of(0x80, Byte.SIZE), Bits.of(0, zeros), end));
            assertEqual("the state", standard.compressed(state, block), memory.content());
        }

        void permuteTwo(SpongeKernel kernel) {
            List<Bits> states = List.of(anyState(), anyState());
            List<Bits> expected = states.stream().map(standard::permuted).toList();
            SymbolicMachine machine = machine();
            List<Region> memory = states.stream().map(state -> machine.kept("a state", state)).toList();
            kernel.permuteTwo(machine, memory.get(0).address(), memory.get(1).address());
            for (int i = 0; i < states.size(); i++) {
                assertEqual("state " + i, expected.get(i), memory.get(i).content());
            }
        }

        void permuteSeveral(ParallelSpongeKernel kernel, Width width) {
            int count = width.bytes() / algorithm.word().bytes();
            List<Bits> states = IntStream.range(0, count).mapToObj(_ -> anyState()).toList();
            List<Bits> expected = states.stream().map(standard::permuted).toList();
            SymbolicMachine machine = machine();
            Region memory = machine.kept("the states", standard.interleaved(states));
            kernel.permuteSeveral(machine, width, memory.address());
            assertEqual("the states", standard.interleaved(expected), memory.content());
        }
    }
}
