package org.cryptointrinsics.precompiled;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.precompiled.Signature.Kind;

import jdk.internal.access.SharedSecrets;
import jdk.internal.foreign.abi.ABIDescriptor;
import jdk.internal.foreign.abi.NativeEntryPoint;
import jdk.internal.foreign.abi.VMStorage;
import jdk.internal.foreign.abi.x64.X86_64Architecture;
import jdk.internal.foreign.abi.x64.X86_64Architecture.Regs;

/**
 * Calls of machine code by the lowest layer of the JDK's foreign-function API, {@code linkToNative}. A thread comes to no safepoint on the way: arrays do not move meanwhile, and
 * no memory of a closed scope is freed. Above that layer, the API would have an object for each address, and classes spun for each type.
 */
public final class NativeCalls {

    private static final int STACK_SLOT_BYTES = 8;
    private static final ABIDescriptor SYSTEM_V = X86_64Architecture.abiFor(new VMStorage[]{Regs.rdi, Regs.rsi, Regs.rdx, Regs.rcx, Regs.r8, Regs.r9}, new VMStorage[0],
                    new VMStorage[]{Regs.rax}, new VMStorage[0], 0, new VMStorage[]{Regs.r10, Regs.r11}, new VMStorage[0], 2 * STACK_SLOT_BYTES, 0, Regs.r10, Regs.r11);

    private NativeCalls() {
    }

    /** A method handle that calls a function. */
    public static MethodHandle link(Signature signature) {
        return link(signature.parameters(), signature.type());
    }

    /** A method handle that calls a function with arguments in registers, an {@code int} or a {@code long} each. */
    static MethodHandle link(MethodType type) {
        return link(type.dropParameterTypes(0, 1).parameterList().stream().map(_ -> Kind.INT).toList(), type);
    }

    private static MethodHandle link(List<Kind> parameters, MethodType type) {
        List<VMStorage> storage = new ArrayList<>(List.of(SYSTEM_V.targetAddrStorage()));
        for (int i = 0; i < parameters.size(); i++) {
            boolean isInRegister = i < Signature.REGISTERS;
            storage.add(isInRegister ? SYSTEM_V.inputStorage[0][i] : X86_64Architecture.stackStorage((short) STACK_SLOT_BYTES, STACK_SLOT_BYTES * (i - Signature.REGISTERS)));
            if (parameters.get(i).isAddress()) {
                // HotSpot adds the offset to the object's address.
                storage.add(null);
            }
        }
        NativeEntryPoint entry = NativeEntryPoint.make(SYSTEM_V, storage.toArray(VMStorage[]::new), new VMStorage[]{Regs.rax}, type, false, 0, false, true);
        return SharedSecrets.getJavaLangInvokeAccess().nativeMethodHandle(entry);
    }
}
