package org.cryptointrinsics.replacements;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.cryptointrinsics.compilation.CompiledKernels;
import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.Families;

import jdk.graal.compiler.core.common.spi.ForeignCallsProvider;

/** The intrinsics of each instance of Graal. Truffle has back ends of its own, after that of the JIT: all of an instance have the same. */
public final class GraalIntrinsics {

    private static final Map<ForeignCallsProvider, Intrinsics> INSTANCES = new ConcurrentHashMap<>();

    private GraalIntrinsics() {
    }

    /**
     * Makes those of a back end of Graal, to be called while it is initialized.
     *
     * @param context what kernels are compiled with
     * @throws org.cryptointrinsics.selection.OptionException if an option asks for what cannot be done
     */
    static Intrinsics initialize(CompilerContext context) {
        for (Intrinsics other : INSTANCES.values()) {
            if (context(other).foreignCalls().getRuntime() == context.foreignCalls().getRuntime()) {
                return other;
            }
        }
        return new Intrinsics(new CompiledKernels(context), CryptoIntrinsicsOptions.of(context.options()),
                        Families.misfits());
    }

    /** Makes intrinsics those of a back end, when everything is ready for them. */
    static void publish(Intrinsics intrinsics, ForeignCallsProvider foreignCalls) {
        if (!INSTANCES.containsValue(intrinsics)) {
            intrinsics.publish(false);
        }
        INSTANCES.put(foreignCalls, intrinsics);
    }

    /** The intrinsics of the instance of Graal of whose back ends {@code foreignCalls} belongs to one, or null if they are off altogether. */
    public static Intrinsics of(ForeignCallsProvider foreignCalls) {
        return INSTANCES.get(foreignCalls);
    }

    /** What kernels are compiled with. */
    public static CompilerContext context(Intrinsics intrinsics) {
        return ((CompiledKernels) intrinsics.source()).context();
    }
}
