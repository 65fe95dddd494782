package org.cryptointrinsics.linkage;

import static org.cryptointrinsics.linkage.Argument.AAD;
import static org.cryptointrinsics.linkage.Argument.AAD_LENGTH;
import static org.cryptointrinsics.linkage.Argument.BLOCKS;
import static org.cryptointrinsics.linkage.Argument.COUNTER;
import static org.cryptointrinsics.linkage.Argument.FIRST;
import static org.cryptointrinsics.linkage.Argument.FOURTH;
import static org.cryptointrinsics.linkage.Argument.INITIAL_STATE;
import static org.cryptointrinsics.linkage.Argument.INNER_KEY;
import static org.cryptointrinsics.linkage.Argument.INPUT;
import static org.cryptointrinsics.linkage.Argument.INPUT_SCOPE;
import static org.cryptointrinsics.linkage.Argument.ITERATIONS;
import static org.cryptointrinsics.linkage.Argument.IV;
import static org.cryptointrinsics.linkage.Argument.LENGTH;
import static org.cryptointrinsics.linkage.Argument.MESSAGE;
import static org.cryptointrinsics.linkage.Argument.OUTER_KEY;
import static org.cryptointrinsics.linkage.Argument.OUTPUT;
import static org.cryptointrinsics.linkage.Argument.OUTPUT_SCOPE;
import static org.cryptointrinsics.linkage.Argument.POSITION;
import static org.cryptointrinsics.linkage.Argument.RESULT;
import static org.cryptointrinsics.linkage.Argument.RESULT_LENGTH;
import static org.cryptointrinsics.linkage.Argument.SECOND;
import static org.cryptointrinsics.linkage.Argument.SESSION_KEY;
import static org.cryptointrinsics.linkage.Argument.STATE;
import static org.cryptointrinsics.linkage.Argument.SUBKEY;
import static org.cryptointrinsics.linkage.Argument.SUFFIX;
import static org.cryptointrinsics.linkage.Argument.SUM;
import static org.cryptointrinsics.linkage.Argument.TAG;
import static org.cryptointrinsics.linkage.Argument.TAG_LENGTH;
import static org.cryptointrinsics.linkage.Argument.THIRD;
import static org.cryptointrinsics.linkage.Argument.UNUSED;

import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.cryptointrinsics.linkage.Argument.Kind;

/**
 * What functions of machine code take, in the order of C's calling convention (System V ABI for AMD64, 3.2.3): six arguments in registers, and the others on the stack, eight bytes
 * each. They return an {@code int}. Whatever calls them, compiles them or proves them has it from here.
 *
 * <p>HotSpot's own convention for Java code on Linux is C's, rotated by one: its first argument is where C has its second, and its sixth is where C has its first. What Graal
 * compiles finds its arguments where they are, if those here are in that order; of those on the stack, it takes the address.
 *
 * <p>A method handle takes what is needed first first: five of what it takes are in registers, and what is not passes through the stack twice or three times.
 */
public enum Signature {

    /** Of {@link org.cryptointrinsics.kernel.DigestKernel#compress}. */
    COMPRESS(List.of(STATE, INPUT, BLOCKS), INPUT_SCOPE, STATE, INPUT, BLOCKS),
    /** Of {@link org.cryptointrinsics.kernel.message.Hash}. */
    HASH(List.of(MESSAGE, LENGTH, SUFFIX, INITIAL_STATE), RESULT_LENGTH, INITIAL_STATE, MESSAGE, LENGTH, SUFFIX, RESULT),
    /** Of {@link org.cryptointrinsics.kernel.message.Hmac}. */
    HMAC(List.of(), UNUSED, UNUSED, UNUSED, UNUSED, UNUSED, UNUSED, //
                    INITIAL_STATE, INNER_KEY, OUTER_KEY, MESSAGE, LENGTH, SUFFIX, RESULT, RESULT_LENGTH, SUM, ITERATIONS),
    /** Of {@code AesGcmStub}. {@link AesPart} tells which of them each takes. */
    AES(List.of(IV, SESSION_KEY, INPUT, LENGTH), INPUT_SCOPE, SESSION_KEY, INPUT, OUTPUT, LENGTH, OUTPUT_SCOPE, //
                    IV, AAD, AAD_LENGTH, COUNTER, SUBKEY, STATE, TAG, TAG_LENGTH, POSITION),
    /** Of permutations and of functions of polynomials. */
    ARRAYS(List.of(), UNUSED, FIRST, SECOND, THIRD, FOURTH);

    /** How many arguments are in registers. */
    public static final int REGISTERS = 6;

    private final List<Argument> arguments;
    private final List<Argument> ofHandle;

    /** @param first what a method handle takes first */
    Signature(List<Argument> first, Argument... arguments) {
        this.arguments = List.of(arguments);
        ofHandle = Stream.concat(first.stream(), this.arguments.stream().filter(argument -> argument.kind() != Kind.UNUSED && !first.contains(argument))).toList();
    }

    /** In the order of C's calling convention. */
    public List<Argument> arguments() {
        return arguments;
    }

    /** Those that Graal's code has in registers, in the order of HotSpot's calling convention. If there are others, the address of these comes next. */
    public List<Argument> inRegisters() {
        List<Argument> all = arguments.subList(0, Math.min(REGISTERS, arguments.size()));
        return Stream.concat(all.stream().skip(1), all.stream().limit(1)).filter(argument -> argument.kind() == Kind.ADDRESS || argument.kind() == Kind.INT).toList();
    }

    /** Those on the stack. */
    public List<Argument> onStack() {
        return arguments.subList(Math.min(REGISTERS, arguments.size()), arguments.size());
    }

    /** How far an argument on the stack is from the first one there, in bytes. */
    public int offset(Argument argument) {
        return onStack().indexOf(argument) * Long.BYTES;
    }

    /** Those of a method handle, in its order. */
    public List<Argument> ofHandle() {
        return ofHandle;
    }

    /** That of the method handle, which takes the function's address before its arguments. */
    public MethodType type() {
        List<Class<?>> types = new ArrayList<>(List.of(long.class));
        ofHandle.forEach(argument -> types.addAll(argument.kind().types()));
        return MethodType.methodType(int.class, types);
    }
}
