package org.cryptointrinsics.test.proof;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.Instruction;
import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Scheme;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.MessageMachine;
import org.cryptointrinsics.kernel.Value;

/**
 * One change of a kernel.
 *
 * @param site the number of what the kernel has the machine do, in the order in which it does
 * @param seed chooses among changes of one kind
 */
record Mutation(int site, Kind kind, long seed) {

    private static final int NONE = -1;
    private static final String AND = "and";
    private static final Map<List<?>, List<Byte>> SAMPLES = new ConcurrentHashMap<>();

    enum Kind {
        /** Another instruction of the same form. */
        INSTRUCTION,
        /** A bit of an immediate byte. */
        IMMEDIATE,
        /** Two sources are exchanged. */
        ORDER,
        /** A bit of a constant. */
        CONSTANT,
        /** Of a load or a store. */
        DISPLACEMENT,
        /** How often a loop goes round, or how far it advances. */
        LOOP,
        /** The body of a loop has the addresses that the loop was entered with. */
        FIRST_ADDRESS,
        /** It has a variable that the loop was entered with. */
        FIRST_VARIABLE,
        /** A number that lengths are computed with is one more. */
        NUMBER,
        /** What is done if a condition holds is done if it does not. */
        CHOICE,
        /** Two numbers that are compared, or subtracted, are exchanged. */
        COMPARISON,
        /** Of two conditions, one need not hold. */
        CONDITION
    }

    /** A machine that has the changed kernel executed by another one. */
    Machine apply(Machine machine) {
        // Of messages of other lengths, it may be another method.
        return machine(machine, (site, method, arguments) -> site == this.site && kinds(method, arguments).contains(kind) ? changed(method, arguments) : arguments);
    }

    /** What may be changed, told after the kernel was executed by {@link #record(Machine, List)}. */
    record Site(int number, Set<Kind> kinds) {
    }

    /** A machine that notes what may be changed. */
    static Machine record(Machine machine, List<Site> sites) {
        return machine(machine, (site, method, arguments) -> {
            if (site == sites.size()) {
                sites.add(new Site(site, kinds(method, arguments)));
            }
            return arguments;
        });
    }

    @FunctionalInterface
    private interface Change {
        Object[] of(int site, Method method, Object[] arguments);
    }

    private static Machine machine(Machine machine, Change change) {
        int[] sites = new int[1];
        Class<?> type = machine instanceof MessageMachine ? MessageMachine.class : Machine.class;
        return (Machine) Proxy.newProxyInstance(Mutation.class.getClassLoader(), new Class<?>[]{type}, (proxy, method, arguments) -> {
            // What "and" is made of matters as a whole.
            if (method.isDefault() && !method.getName().equals(AND)) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            return invoke(machine, method, change.of(sites[0]++, method, arguments));
        });
    }

    static Object invoke(Object object, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(object, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Set<Kind> kinds(Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "apply" -> {
                Set<Kind> kinds = EnumSet.noneOf(Kind.class);
                if (!others((Instruction) arguments[0], (int) arguments[1]).isEmpty()) {
                    kinds.add(Kind.INSTRUCTION);
                }
                if (!bits((Instruction) arguments[0], (int) arguments[1]).isEmpty()) {
                    kinds.add(Kind.IMMEDIATE);
                }
                if (!orders((Instruction) arguments[0], (int) arguments[1]).isEmpty()) {
                    kinds.add(Kind.ORDER);
                }
                yield kinds;
            }
            case "constant", "table" -> EnumSet.of(Kind.CONSTANT);
            case "count" -> EnumSet.of(Kind.LOOP);
            case "repeat" -> {
                Set<Kind> kinds = EnumSet.of(Kind.LOOP);
                if (!((List<?>) arguments[1]).isEmpty()) {
                    kinds.add(Kind.FIRST_ADDRESS);
                }
                if (!((List<?>) arguments[3]).isEmpty()) {
                    kinds.add(Kind.FIRST_VARIABLE);
                }
                yield kinds;
            }
            case "times", "dividedBy" -> EnumSet.of(Kind.NUMBER);
            case "choose" -> EnumSet.of(Kind.CHOICE);
            case "isLess", "minus" -> EnumSet.of(Kind.COMPARISON);
            case AND -> EnumSet.of(Kind.CONDITION);
            case "plus", "isNull", "isSame", "reveal", "loop", "value", "zeroExtend", "shiftLeft", "shiftRight", "reverseBytes", "scratch",
                            "prefetcht0" -> EnumSet.noneOf(Kind.class);
            default -> EnumSet.of(Kind.DISPLACEMENT);
        };
    }

    /** Exchanges a source and the next one. */
    private static <T> T[] exchanged(T[] sources, int first) {
        T[] exchanged = sources.clone();
        exchanged[first] = sources[first + 1];
        exchanged[first + 1] = sources[first];
        return exchanged;
    }

    /** What an instruction makes of random sources, of which two may be exchanged; {@link #NONE} is none. */
    private static List<Byte> sample(Instruction instruction, int immediate, int exchanged) {
        return SAMPLES.computeIfAbsent(List.of(instruction, immediate, exchanged), _ -> {
            Random random = new Random(1);
            Width width = instruction instanceof VectorInstruction vector ? Collections.max(widths(vector)) : Width.XMM;
            byte[][] sources = new byte[instruction.form().sources()][width.bytes()];
            Stream.of(sources).forEach(random::nextBytes);
            byte[][] ordered = exchanged == NONE ? sources : exchanged(sources, exchanged);
            byte[] result = instruction instanceof VectorInstruction vector ? vector.apply(immediate, ordered)
                            : ByteBuffer.allocate(Long.BYTES).putLong(((ScalarInstruction) instruction).apply(Size.DWORD, immediate,
                                            Stream.of(ordered).mapToLong(source -> ByteBuffer.wrap(source).getInt() & 0xFFFFFFFFL).toArray())).array();
            return IntStream.range(0, result.length).mapToObj(i -> result[i]).toList();
        });
    }

    /** The sources that may not be exchanged with the next one. */
    private static List<Integer> orders(Instruction instruction, int immediate) {
        return IntStream.range(0, instruction.form().sources() - 1).filter(i -> !sample(instruction, immediate, i).equals(sample(instruction, immediate, NONE))).boxed().toList();
    }

    /** The bits of an immediate byte that matter. */
    private static List<Integer> bits(Instruction instruction, int immediate) {
        return IntStream.range(0, instruction.form().hasImmediate() ? Byte.SIZE : 0).filter(
                        bit -> !sample(instruction, immediate ^ 1 << bit, NONE).equals(sample(instruction, immediate, NONE))).boxed().toList();
    }

    private static Set<Width> widths(VectorInstruction instruction) {
        Set<Width> widths = EnumSet.noneOf(Width.class);
        for (Width width : Width.values()) {
            if (Stream.of(Scheme.values()).anyMatch(scheme -> instruction.features(scheme, width) != null)) {
                widths.add(width);
            }
        }
        return widths;
    }

    /** Those that compute something else, unlike VPTERNLOGD and VPTERNLOGQ. */
    private static List<? extends Instruction> others(Instruction instruction, int immediate) {
        return ofSameForm(instruction).filter(other -> !sample(other, immediate, NONE).equals(sample(instruction, immediate, NONE))).toList();
    }

    private static Stream<? extends Instruction> ofSameForm(Instruction instruction) {
        if (instruction instanceof ScalarInstruction scalar) {
            return Stream.of(ScalarInstruction.values()).filter(other -> other.form() == scalar.form());
        }
        VectorInstruction vector = (VectorInstruction) instruction;
        return Stream.of(VectorInstruction.values()).filter(other -> other.form() == vector.form() && widths(other).containsAll(widths(vector)) &&
                        other.memorySize() == vector.memorySize() && other.wordSize() == vector.wordSize());
    }

    private Object[] changed(Method method, Object[] arguments) {
        Random random = new Random(seed);
        Object[] changed = arguments.clone();
        switch (kind) {
            case INSTRUCTION -> changed[0] = any(others((Instruction) arguments[0], (int) arguments[1]), random);
            case IMMEDIATE -> changed[1] = (int) arguments[1] ^ 1 << any(bits((Instruction) arguments[0], (int) arguments[1]), random);
            case ORDER -> changed[2] = exchanged((Value[]) arguments[2], any(orders((Instruction) arguments[0], (int) arguments[1]), random));
            case CONSTANT -> changed[0] = withOtherBit(arguments[0], random);
            case DISPLACEMENT -> {
                int index = Arrays.asList(method.getParameterTypes()).indexOf(int.class);
                changed[index] = (int) arguments[index] + any(List.of(-16, -8, -4, -1, 1, 4, 8, 16), random);
            }
            case FIRST_ADDRESS -> {
                BiFunction<List<Address>, List<Value>, List<Value>> body = body(arguments);
                List<Address> first = addresses(arguments);
                changed[4] = (BiFunction<List<Address>, List<Value>, List<Value>>) (_, variables) -> body.apply(first, variables);
            }
            case FIRST_VARIABLE -> {
                BiFunction<List<Address>, List<Value>, List<Value>> body = body(arguments);
                List<?> first = (List<?>) arguments[3];
                int number = random.nextInt(first.size());
                changed[4] = (BiFunction<List<Address>, List<Value>, List<Value>>) (data, variables) -> {
                    List<Value> others = new ArrayList<>(variables);
                    others.set(number, (Value) first.get(number));
                    return body.apply(data, others);
                };
            }
            case CHOICE -> {
                changed[1] = arguments[2];
                changed[2] = arguments[1];
            }
            case COMPARISON -> {
                changed[0] = arguments[1];
                changed[1] = arguments[0];
            }
            case CONDITION -> {
                int index = random.nextInt(arguments.length);
                changed[index] = arguments[1 - index];
            }
            case LOOP, NUMBER -> {
                int index = Arrays.asList(method.getParameterTypes()).indexOf(int.class);
                changed[index] = (int) arguments[index] + 1;
            }
        }
        return changed;
    }

    @SuppressWarnings("unchecked")
    private static BiFunction<List<Address>, List<Value>, List<Value>> body(Object[] arguments) {
        return (BiFunction<List<Address>, List<Value>, List<Value>>) arguments[4];
    }

    @SuppressWarnings("unchecked")
    private static List<Address> addresses(Object[] arguments) {
        return (List<Address>) arguments[1];
    }

    private static <T> T any(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    private static Object withOtherBit(Object constant, Random random) {
        return switch (constant) {
            case byte[] bytes -> {
                byte[] others = bytes.clone();
                others[random.nextInt(others.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                yield others;
            }
            case long[] longs -> {
                long[] others = longs.clone();
                others[random.nextInt(others.length)] ^= 1L << random.nextInt(Long.SIZE);
                yield others;
            }
            default -> (int) constant ^ 1 << random.nextInt(Integer.SIZE);
        };
    }

    /** One of each kind that there is. */
    static List<Mutation> all(List<Site> sites, long seed) {
        List<Mutation> all = new ArrayList<>();
        for (Site site : sites) {
            site.kinds.forEach(kind -> all.add(new Mutation(site.number, kind, seed + site.number)));
        }
        return all;
    }
}
