package org.cryptointrinsics.proof;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.HmacKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.TwoBlockKernel;
import org.cryptointrinsics.proof.Region.Location;

/** Stands for any kernel of a digest: it does what {@link DigestClaims} prove of all of them, on a {@link SymbolicMachine}. */
class AnyKernel implements DigestKernel {

    private final DigestAlgorithm algorithm;
    private final MessageStandard standard;
    private final Address message;

    /**
     * @param message where the blocks are whose number nobody knows
     */
    private AnyKernel(DigestAlgorithm algorithm, MessageStandard standard, Address message) {
        this.algorithm = algorithm;
        this.standard = standard;
        this.message = message;
    }

    /** One that can do what another one can. */
    static DigestKernel like(DigestKernel kernel, DigestAlgorithm algorithm, MessageStandard standard, Address message) {
        return switch (kernel) {
            case HmacKernel _ -> new ForHmac(algorithm, standard, message);
            case TwoBlockKernel _ -> new OfTwoBlocks(algorithm, standard, message);
            default -> new AnyKernel(algorithm, standard, message);
        };
    }

    private static Bits load(Address address, int displacement, int bytes) {
        Location location = (Location) address;
        return location.region().load(location.offset() + displacement, bytes);
    }

    Bits state(Address state) {
        return load(state, 0, algorithm.stateBytes());
    }

    static void store(Address state, Bits value) {
        ((Location) state).region().store(((Location) state).offset(), value);
    }

    Bits compressed(Bits state, Bits block) {
        return standard.compressed(state, block);
    }

    Bits block(Address data, int number) {
        return load(data, number * algorithm.blockBytes(), algorithm.blockBytes());
    }

    @Override
    public void compress(Machine machine, Address state, Address data, Count blocks) {
        Number number = (Number) blocks;
        Bits value = state(state);
        if (number.isKnown()) {
            if (number.constant() < 1) {
                throw new ProofException("compresses " + number + " blocks");
            }
            for (int i = 0; i < number.constant(); i++) {
                value = compressed(value, block(data, i));
            }
        } else {
            if (!number.equals(Number.UNKNOWN) || !data.equals(message)) {
                throw new ProofException("compresses something else than the blocks of the message");
            }
            // It must not be overwritten.
            load(((Location) data).region().behind(algorithm.blockBytes()), 0, 0);
            value = standard.afterBlocks(value);
        }
        store(state, value);
    }

    /** See {@link TwoBlockKernel}. */
    private static class OfTwoBlocks extends AnyKernel implements TwoBlockKernel {

        OfTwoBlocks(DigestAlgorithm algorithm, MessageStandard standard, Address message) {
            super(algorithm, standard, message);
        }

        @Override
        public void compressTwo(Machine machine, Address state, Address data, Address otherState, Address otherData) {
            store(state, compressed(state(state), block(data, 0)));
            store(otherState, compressed(state(otherState), block(otherData, 0)));
        }
    }

    /** See {@link HmacKernel}. */
    private static final class ForHmac extends OfTwoBlocks implements HmacKernel {

        private final MessageStandard standard;

        ForHmac(DigestAlgorithm algorithm, MessageStandard standard, Address message) {
            super(algorithm, standard, message);
            this.standard = standard;
        }

        @Override
        public void compressDigest(Machine machine, Address state, Address digest) {
            if (state.equals(digest)) {
                throw new ProofException("compresses a chaining value to itself");
            }
            store(state, compressed(state(state), standard.lastBlock(state(digest))));
        }
    }
}
