package org.cryptointrinsics.proof.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.cryptointrinsics.proof.Bits;
import org.cryptointrinsics.proof.Region;
import org.cryptointrinsics.proof.Region.Location;
import org.cryptointrinsics.proof.Variables;

/** Where regions lie. */
final class AddressSpace {

    /** What lies where. */
    record Placed(Bits start, Region region) {
    }

    private final Variables variables;
    private final List<Placed> placed = new ArrayList<>();
    /** By what is added to displacements. */
    private final Map<Bits, List<Location>> locations = new HashMap<>();

    AddressSpace(Variables variables) {
        this.variables = variables;
    }

    /** Has a region begin at an address. */
    void place(Bits start, Region region) {
        place(new Placed(start, region));
    }

    void place(Placed region) {
        placed.add(region);
    }

    /** Where bytes lie; null if they are in no region. */
    Location find(Bits base, long displacement, int length) {
        for (Location location : locations.computeIfAbsent(base, this::find)) {
            long offset = location.offset() + displacement;
            if (offset >= 0 && offset + length <= location.region().size()) {
                return location.plus((int) displacement);
            }
        }
        return null;
    }

    /** Where an address is, as seen from each region. */
    private List<Location> find(Bits address) {
        List<Location> result = new ArrayList<>();
        for (Placed region : placed) {
            Bits offset = variables.subtract(address, region.start);
            if (offset.isConstant()) {
                long number = Flags.number(offset);
                if (number == (int) number) {
                    result.add(new Location(region.region, (int) number));
                }
            }
        }
        return result;
    }
}
