package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.cryptointrinsics.kernel.Address;

/**
 * What there is when a loop that goes round any number of times is entered.
 *
 * @param memory of each region that is {@linkplain SymbolicMachine#kept kept}
 */
record LoopEntry(List<Address> data, int stride, List<Bits> variables, List<Bits> memory) {

    /** A part of a variable of a loop. */
    record Lane(int variable, int number) {
        static final int BITS = Integer.SIZE;
    }

    /** With another variable. */
    LoopEntry with(int variable, Bits value) {
        List<Bits> changed = new ArrayList<>(variables);
        changed.set(variable, value);
        return new LoopEntry(data, stride, changed, memory);
    }

    /** With other lanes. */
    LoopEntry with(Map<Lane, Bits> lanes) {
        List<Bits> changed = new ArrayList<>();
        for (int i = 0; i < variables.size(); i++) {
            List<Bits> parts = new ArrayList<>(variables.get(i).split(Lane.BITS));
            for (int j = 0; j < parts.size(); j++) {
                parts.set(j, lanes.getOrDefault(new Lane(i, j), parts.get(j)));
            }
            changed.add(Bits.concatenate(parts));
        }
        return new LoopEntry(data, stride, changed, memory);
    }
}
