package org.cryptointrinsics.proof;

import java.util.List;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.aes.AesContext;

/** Y in loops that encrypt or decrypt and hash. On 512 bits its lanes are added only after the last chunk, and each is a variable of the loop. */
final class LanesOfY {

    /** The number of the variable of the loop. */
    private static final int Y = 1;

    private final Variables variables;
    private final AesContext layout;
    private final AesGcmMemory expected;

    LanesOfY(Variables variables, AesContext layout, AesGcmMemory expected) {
        this.variables = variables;
        this.layout = layout;
        this.expected = expected;
    }

    private boolean areSeveral() {
        return layout.width() == Width.ZMM;
    }

    /** Hashes a chunk before another one, and returns the lanes of Y. */
    List<Bits> hashBeforeAnother(List<Bits> lanes, Bits chunk) {
        if (areSeveral()) {
            return expected.ghashLanes(lanes, chunk.split(AesGcmMemory.BLOCK)).stream().map(variables::cut).toList();
        }
        expected.ghash(chunk.split(AesGcmMemory.BLOCK));
        expected.set(layout.y(), variables.cut(expected.get(layout.y())));
        return List.of(expected.get(layout.y()));
    }

    void hashLast(List<Bits> lanes, Bits chunk) {
        if (areSeveral()) {
            expected.ghashLast(lanes, chunk.split(AesGcmMemory.BLOCK));
        } else {
            expected.ghash(chunk.split(AesGcmMemory.BLOCK));
        }
    }

    /** What the loop is entered with; where Y has lanes, with any. */
    LoopEntry with(LoopEntry entry, List<Bits> lanes) {
        if (!areSeveral()) {
            return entry;
        }
        Bits y = entry.memory().getFirst().part(layout.y() * Byte.SIZE, AesGcmMemory.BLOCK);
        Claim.assertEqual(variables, "Y before the loop", y.extend(layout.vectorBytes() * Byte.SIZE), entry.variables().get(Y));
        return entry.with(Y, Bits.concatenate(lanes));
    }

    /** Where Y has lanes, any; else the one that is in memory. */
    List<Bits> any() {
        return areSeveral() ? variables.input(layout.vectorBytes() * Byte.SIZE).split(AesGcmMemory.BLOCK) : List.of(expected.get(layout.y()));
    }

    void assertGoesOn(SymbolicMachine machine, List<Bits> lanesAfter, LoopEntry next) {
        if (areSeveral()) {
            Claim.assertEqual(variables, "Y after a chunk", Bits.concatenate(lanesAfter), machine.after().get(Y));
        }
        machine.assertGoesOn(next, lane -> lane.variable() == Y && areSeveral());
    }
}
