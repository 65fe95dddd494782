package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.fail;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.cryptointrinsics.test.Jit;

/** Methods of the JDK that call kernels for blocks when they are compiled, which is done here alone. All that is around them is interpreted. */
public final class BlockMethods {

    private static final String PACKAGE = "com.sun.crypto.provider.";
    private static final List<String> CLASSES = List.of("GaloisCounterMode", "GaloisCounterMode$GCMEngine", "GaloisCounterMode$GCMEncrypt",
                    "GaloisCounterMode$GCMDecrypt", "GaloisCounterMode$EncryptOp", "GaloisCounterMode$DecryptOp", "CounterMode", "GCTR", "GHASH");
    /** They have no part in this, and would take too long. */
    private static final Set<String> LEFT_TO_HOTSPOT = Set.of("processBlock", "processBlocks", "processBlocksDirect", "blockMult");
    private static final int MOST_COMPILATIONS = 10;

    private final List<Method> methods = new ArrayList<>();

    /**
     * @param names each a class and a method
     */
    public BlockMethods(String... names) throws ClassNotFoundException {
        for (String type : CLASSES) {
            Stream<Method> all = Stream.of(Class.forName(PACKAGE + type).getDeclaredMethods());
            all.filter(method -> !LEFT_TO_HOTSPOT.contains(method.getName())).forEach(Jit::interpret);
        }
        for (String name : names) {
            int dot = name.lastIndexOf('.');
            methods.addAll(Jit.methods(Class.forName(PACKAGE + name.substring(0, dot)), name.substring(dot + 1)));
        }
    }

    public void compile() {
        methods.forEach(Jit::compile);
        Jit.needKernels();
    }

    /** Compiles, again and again until {@code calls} come to nothing that is not resolved: such code is thrown away. */
    public void prepare(Jit.Action calls) throws Exception {
        calls.run();
        for (int i = 0; i < MOST_COMPILATIONS; i++) {
            compile();
            calls.run();
            if (methods.stream().allMatch(Jit::isCompiled)) {
                return;
            }
        }
        fail("thrown away: " + methods.stream().filter(method -> !Jit.isCompiled(method)).toList());
    }

    /** Throws the code away. */
    public void deoptimize() {
        Jit.deoptimize(methods);
    }
}
