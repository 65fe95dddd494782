package org.cryptointrinsics.linkage;

import java.util.function.Function;

import org.cryptointrinsics.kernel.DigestAlgorithm;

import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** A {@link org.cryptointrinsics.stub.MessageStub} as a method. */
public abstract class MessageMethod extends KernelMethod {

    private int blockBytes;
    private int lengthBytes;

    MessageMethod() {
    }

    /** See {@link KernelMethod#create}. */
    static <T extends MessageMethod> T create(Class<T> type, Class<? extends T> template, DigestAlgorithm algorithm, Function<ResolvedJavaMethod, InstalledCode> compilation) {
        T created = create(type, template, compilation);
        MessageMethod method = created;
        method.blockBytes = algorithm.blockBytes();
        method.lengthBytes = algorithm.lengthBytes();
        return created;
    }

    /** How many blocks a message has, with its padding. */
    @Inlined
    final int blocks(int length) {
        return (length + lengthBytes) / blockBytes + 1;
    }
}
