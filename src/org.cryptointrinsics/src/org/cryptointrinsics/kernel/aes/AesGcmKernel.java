package org.cryptointrinsics.kernel.aes;

import java.util.Collections;
import java.util.List;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Machine;

/**
 * A variant of AES-GCM, see {@link AesGcmFunction}: a width of vectors and a number of them. Constant time: neither a branch nor an address depends on the data or the
 * key.
 */
public abstract class AesGcmKernel implements Kernel {

    /** In options and reports. */
    public static final String NAME = "AES-GCM";

    private static List<AesGcmKernel> variants;

    private final AesContext context;

    /**
     * @param vectors how many are encrypted at once
     */
    protected AesGcmKernel(Width width, int vectors) {
        context = new AesContext(width, vectors);
    }

    /** All variants, the best one first. */
    public static synchronized List<AesGcmKernel> variants() {
        if (variants == null) {
            variants = List.of(new Vaes512(), new Vaes256(), new AesNi());
        }
        return variants;
    }

    public final AesContext context() {
        return context;
    }

    /** Executes one function. */
    public void execute(Machine m, AesGcmFunction function, AesParameters parameters, List<Address> addresses, Count n) {
        function.execute(new AesGcm(m, context, parameters, addresses.getFirst()), addresses.subList(1, addresses.size()), n);
    }

    @Override
    public final void execute(Machine m, Address address, Count count) {
        AesParameters parameters = new AesParameters(10, true, Icb.INC32_J0);
        for (AesGcmFunction function : AesGcmFunction.values()) {
            execute(m, function, parameters, Collections.nCopies(function.addresses(), address), count);
        }
    }
}
