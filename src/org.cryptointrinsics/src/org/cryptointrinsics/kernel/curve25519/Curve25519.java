package org.cryptointrinsics.kernel.curve25519;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.Machine;

/** Functions of Curve25519 (RFC 7748, 4.1), by the arithmetic of its field that a CPU has. */
public abstract class Curve25519 implements FunctionKernel<CurveFunction> {

    private static List<Curve25519> variants;

    /** All variants, the best one first. */
    public static synchronized List<Curve25519> variants() {
        if (variants == null) {
            variants = List.of(new Avx512Ifma(), new Avx2());
        }
        return variants;
    }

    public abstract Field field(Machine m);

    @Override
    public final Class<CurveFunction> functions() {
        return CurveFunction.class;
    }

    @Override
    public final int elementBytes() {
        return Byte.BYTES;
    }

    @Override
    public final int arrayBytes(CurveFunction function, int array) {
        return Field.BYTES;
    }

    @Override
    public final void execute(Machine m, CurveFunction function, List<Address> addresses) {
        function.execute(this, m, addresses);
    }
}
