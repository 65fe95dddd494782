package org.cryptointrinsics.precompiled;

import static org.cryptointrinsics.precompiled.Signature.Kind.ADDRESS;
import static org.cryptointrinsics.precompiled.Signature.Kind.INT;
import static org.cryptointrinsics.precompiled.Signature.Kind.SCOPE;
import static org.cryptointrinsics.precompiled.Signature.Kind.UNUSED;

import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What functions of machine code take, in the order of C's calling convention (System V ABI for AMD64, 3.2.3): six in registers, and the others on the stack, eight bytes each.
 * Java code gives an address as an object and an offset, as those of {@code Unsafe}. A function with scopes does nothing and returns 0 where one of them is closed.
 *
 * <p>HotSpot's own convention for Java code on Linux is C's, rotated by one: its first argument is where C has its second, and its sixth is where C has its first. What Graal
 * compiles finds its arguments where they are, if those here are in that order.
 */
public enum Signature {

    /** Of {@code DigestKernel.compress}: the scope of the data, the chaining value, the data, and how many blocks. */
    COMPRESS(SCOPE, ADDRESS, ADDRESS, INT),
    /** Of {@code HashStub}: the length of the digest; then the initial chaining value, the message, its length, the first byte after it, and where the digest goes to. */
    HASH(INT, ADDRESS, ADDRESS, INT, INT, ADDRESS),
    /** Of {@code HmacStub}: what {@code HmacArgument} tells, on the stack. */
    HMAC(UNUSED, UNUSED, UNUSED, UNUSED, UNUSED, UNUSED, ADDRESS, ADDRESS, ADDRESS, ADDRESS, INT, INT, ADDRESS, INT, ADDRESS, INT),
    /**
     * Of {@code AesGcmStub}: the scope of the input; the key schedule, the input, the output and the length of the data; the scope of the output; and on the stack what
     * {@code AesArgument} tells.
     */
    AES(SCOPE, ADDRESS, ADDRESS, ADDRESS, INT, SCOPE, ADDRESS, ADDRESS, INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, INT, INT),
    /** Of permutations and of functions of polynomials: up to four arrays, of which the last ones may be null. */
    ARRAYS(UNUSED, ADDRESS, ADDRESS, ADDRESS, ADDRESS);

    /** How many arguments are in registers. */
    public static final int REGISTERS = 6;

    private final List<Kind> parameters;

    /** What an argument is. */
    public enum Kind {
        /** An object, or null, and an offset in it, or an address. */
        ADDRESS(Object.class, long.class),
        /** The same, of the state of a scope: negative from when it is closed. */
        SCOPE(Object.class, long.class),
        INT(int.class),
        /** Keeps a register free. */
        UNUSED(int.class);

        private final List<Class<?>> types;

        Kind(Class<?>... types) {
            this.types = List.of(types);
        }

        boolean isAddress() {
            return types.size() != 1;
        }
    }

    Signature(Kind... parameters) {
        this.parameters = List.of(parameters);
    }

    public List<Kind> parameters() {
        return parameters;
    }

    /** Whether there are arguments on the stack. */
    public boolean usesStack() {
        return parameters.size() > REGISTERS;
    }

    /** That of the method handle, which takes the function's address first. */
    public MethodType type() {
        List<Class<?>> types = new ArrayList<>(List.of(long.class));
        parameters.forEach(parameter -> types.addAll(parameter.types));
        return MethodType.methodType(int.class, types);
    }

    /** Where scopes are among the parameters. */
    public IntStream scopes() {
        return IntStream.range(0, parameters.size()).filter(i -> parameters.get(i) == SCOPE);
    }
}
