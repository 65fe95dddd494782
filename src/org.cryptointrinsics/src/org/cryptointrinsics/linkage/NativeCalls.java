package org.cryptointrinsics.linkage;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

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

    /** A method handle that calls a function, with its address and what {@link Signature#ofHandle} tells. */
    public static MethodHandle link(Signature signature) {
        List<VMStorage> places = new ArrayList<>();
        for (Argument argument : signature.ofHandle()) {
            places.add(place(signature.arguments().indexOf(argument)));
        }
        return link(signature.type(), places);
    }

    /**
     * The same of other functions.
     *
     * @param type the function's address, and then numbers, or addresses, which are an object and a {@code long} each
     */
    public static MethodHandle link(MethodType type) {
        List<VMStorage> places = new ArrayList<>();
        for (int i = 0; i < type.parameterCount(); i++) {
            places.add(place(i));
        }
        return link(type, places);
    }

    /** @param places of the arguments, at least as many as there are */
    private static MethodHandle link(MethodType type, List<VMStorage> places) {
        List<VMStorage> storage = new ArrayList<>(List.of(SYSTEM_V.targetAddrStorage()));
        Iterator<VMStorage> next = places.iterator();
        for (int i = 1; i < type.parameterCount(); i++) {
            // HotSpot adds an offset to the address of the object before it.
            storage.add(type.parameterType(i - 1) == Object.class ? null : next.next());
        }
        NativeEntryPoint entry = NativeEntryPoint.make(SYSTEM_V, storage.toArray(VMStorage[]::new), new VMStorage[]{Regs.rax}, type, false, 0, false, true);
        return SharedSecrets.getJavaLangInvokeAccess().nativeMethodHandle(entry);
    }

    /** @param argument its index among those of a function */
    private static VMStorage place(int argument) {
        return argument < Signature.REGISTERS ? SYSTEM_V.inputStorage[0][argument]
                        : X86_64Architecture.stackStorage((short) STACK_SLOT_BYTES, STACK_SLOT_BYTES * (argument - Signature.REGISTERS));
    }
}
