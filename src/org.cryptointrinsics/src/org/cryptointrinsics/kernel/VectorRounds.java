package org.cryptointrinsics.kernel;

import java.util.List;

/** The rounds of a block, by instructions that do several on vectors. */
public abstract class VectorRounds {

    private final int rounds;

    /**
     * @param rounds how many a block takes, a multiple of 4
     */
    protected VectorRounds(int rounds) {
        this.rounds = rounds;
    }

    /** Does rounds {@code 4 i} to {@code 4 i + 3}. */
    protected abstract void next(int i);

    /** The hash value after the block, once all rounds are done. */
    public abstract List<Vector> sums();

    /** Does all rounds, and returns the hash value after the block. */
    public final List<Vector> run() {
        runByTurns(this);
        return sums();
    }

    /** Does all rounds of blocks that do not need each other, of one digest. */
    public static void runByTurns(VectorRounds... blocks) {
        for (int i = 0; i < blocks[0].rounds / 4; i++) {
            for (VectorRounds block : blocks) {
                block.next(i);
            }
        }
    }
}
