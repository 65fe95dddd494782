package org.cryptointrinsics.kernel.curve25519;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.kernel.Machine;

/** What is computed on Curve25519. Arrays have 32 bytes, which are numbers as of RFC 7748, 5. */
public enum CurveFunction implements KernelFunction {

    /** {@code X25519(k, u)}, RFC 7748, 5: the result, k and u. Of k, the bits are cleared and set that decodeScalar25519 clears and sets; of u, the highest bit is left out. */
    X25519(3);

    private final int arrays;

    CurveFunction(int arrays) {
        this.arrays = arrays;
    }

    @Override
    public int arrays() {
        return arrays;
    }

    @Override
    public boolean takesSameArrays() {
        return false;
    }

    @Override
    public boolean takesKeys() {
        return true;
    }

    void execute(Curve25519 kernel, Machine m, List<Address> a) {
        switch (this) {
            case X25519 -> new X25519(m, kernel.field(m)).execute(a.get(0), a.get(1), a.get(2));
        }
    }
}
