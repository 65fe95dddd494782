package org.cryptointrinsics.verification;

import java.util.Set;
import java.util.stream.Collectors;

import org.cryptointrinsics.compilation.CompiledStub;
import org.cryptointrinsics.compilation.MethodCode;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.proof.code.CallingConvention;
import org.cryptointrinsics.proof.code.Code;

import jdk.internal.misc.Unsafe;
import jdk.vm.ci.amd64.AMD64;
import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.code.Register;
import jdk.vm.ci.hotspot.HotSpotJVMCIRuntime;
import jdk.vm.ci.hotspot.HotSpotVMConfigAccess;

/** Copies of code that Graal has compiled in this process: HotSpot may throw that away, and put other code there, before it is proved. */
public final class CompiledCode {

    private static final Unsafe U = Unsafe.getUnsafe();
    /** Constants lie before the code that they belong to, and not far from it. */
    private static final int MOST_CONSTANT_BYTES = 1 << 16;
    private static final long ENTRY_POINT = U.objectFieldOffset(InstalledCode.class, "entryPoint");

    private CompiledCode() {
    }

    /**
     * The code of a kernel, and of the stub that it calls, which are compiled if they are not yet.
     *
     * @throws ProofException if HotSpot has thrown it away
     */
    public static Code of(KernelMethod kernel) {
        kernel.compile();
        MethodCode method = MethodCode.of(kernel);
        Code code = copy(CallingConvention.ofMethod(heapBase()), method.installed());
        return method.called() == null ? code : code.calling(of(method.called()));
    }

    /** The code of a stub, as {@link #of(KernelMethod)}. */
    public static Code of(CompiledStub stub) {
        Set<Register> destroyed = stub.destroyedRegisters();
        return copy(CallingConvention.ofStub(numbers(destroyed, AMD64.CPU), numbers(destroyed, AMD64.XMM), heapBase()), stub.code());
    }

    private static Set<Integer> numbers(Set<Register> registers, Register.RegisterCategory category) {
        return registers.stream().filter(register -> register.getRegisterCategory().equals(category)).map(Register::encoding).collect(Collectors.toSet());
    }

    private static Long heapBase() {
        HotSpotVMConfigAccess config = new HotSpotVMConfigAccess(HotSpotJVMCIRuntime.runtime().getConfigStore());
        return config.getFlag("UseCompressedOops", Boolean.class) ? config.getFieldValue("CompilerToVM::Data::Universe_narrow_oop_base", Long.class, "address") : null;
    }

    private static Code copy(CallingConvention convention, InstalledCode code) {
        if (code != null && code.isValid()) {
            // HotSpotNmethod.getEntryPoint tells nothing of code that is its method's.
            long verifiedEntry = U.getLong(code, ENTRY_POINT);
            long start = code.getStart();
            long blob = code.getAddress();
            byte[] bytes = code.getCode();
            // Each is 0, or null, from when it is thrown away.
            byte[] constants = start == 0 || blob == 0 ? null : copyBefore(start, blob);
            if (bytes != null && constants != null && code.isValid()) {
                return Code.of(convention, start, verifiedEntry, bytes, constants);
            }
        }
        throw new ProofException("HotSpot has thrown the code away", false);
    }

    private static byte[] copyBefore(long start, long blob) {
        byte[] constants = new byte[(int) Math.min(start - blob, MOST_CONSTANT_BYTES)];
        U.copyMemory(null, start - constants.length, constants, Unsafe.ARRAY_BYTE_BASE_OFFSET, constants.length);
        return constants;
    }
}
