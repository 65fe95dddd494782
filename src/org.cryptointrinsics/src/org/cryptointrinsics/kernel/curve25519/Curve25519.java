package org.cryptointrinsics.kernel.curve25519;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Machine;

/** Functions of Curve25519 (RFC 7748, 4.1), by the arithmetic of its field that a CPU has. */
public abstract class Curve25519 implements Kernel {

    private static List<Curve25519> variants;

    Curve25519() {
    }

    /** All variants, the best one first. */
    public static synchronized List<Curve25519> variants() {
        if (variants == null) {
            variants = List.of(new Avx512Ifma(), new Avx2());
        }
        return variants;
    }

    public abstract Field field(Machine m);

    /**
     * Stores {@code X25519(k, u)} of RFC 7748, 5.
     *
     * @param result address of 32 bytes, as all, at any alignment
     */
    public final void x25519(Machine m, Address result, Address k, Address u) {
        new X25519(m, field(m)).execute(result, k, u);
    }

    @Override
    public final void execute(Machine machine, Address address, Count count) {
        x25519(machine, address, address, address);
    }
}
