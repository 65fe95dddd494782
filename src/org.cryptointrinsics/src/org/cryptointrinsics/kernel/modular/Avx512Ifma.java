package org.cryptointrinsics.kernel.modular;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.Machine;

/** Steps of powers modulo two odd numbers, as RSA has them with the Chinese remainder theorem (RFC 8017, 5.1.2). */
public final class Avx512Ifma implements FunctionKernel<PowerFunction> {

    @Override
    public Class<PowerFunction> functions() {
        return PowerFunction.class;
    }

    @Override
    public int elementBytes() {
        return Long.BYTES;
    }

    @Override
    public int arrayBytes(PowerFunction function, int array) {
        return function.arrayBytes(array);
    }

    @Override
    public void execute(Machine m, PowerFunction function, List<Address> addresses) {
        function.execute(m, addresses);
    }
}
