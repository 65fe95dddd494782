package org.cryptointrinsics.proof.code;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.Signature;
import org.cryptointrinsics.proof.Bits;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.DigestStandard;
import org.cryptointrinsics.proof.Region;
import org.cryptointrinsics.proof.SymbolicMachine;
import org.cryptointrinsics.proof.UninterpretedMeanings;
import org.cryptointrinsics.proof.Variables;
import org.cryptointrinsics.proof.code.AddressSpace.Placed;
import org.cryptointrinsics.proof.code.Arguments.Scope;
import org.cryptointrinsics.proof.code.CodeProof.Execution;

import jdk.internal.foreign.MemorySessionImpl;
import jdk.internal.misc.Unsafe;

/** What is to be proved of the code of methods that are kernels. */
public final class CodeClaims {

    /** What such a method returns. */
    static final Bits TRUE = Bits.of(1, Integer.SIZE);
    /** What it returns where it has done nothing. */
    private static final Bits NOT_DONE = Bits.of(0, Integer.SIZE);

    private CodeClaims() {
    }

    /** {@link CompressMethod}. */
    public static Claim compress(DigestAlgorithm algorithm, DigestKernel kernel, Code code) {
        return new Claim(algorithm.standardName(), kernel.variant(), "code of compress", variables -> {
            for (Scope scope : Scope.OPEN_ONES) {
                new Compression(algorithm, variables, code, scope).execute();
            }
            proveClosed(variables, code, Signature.COMPRESS, CompressMethod.class);
        });
    }

    /** {@link org.cryptointrinsics.linkage.PermutationMethod}. */
    public static Claim permuteTwo(DigestAlgorithm algorithm, DigestKernel kernel, Code code) {
        return new Claim(algorithm.standardName(), kernel.variant(), "code of permuteTwo", variables -> {
            DigestStandard standard = new DigestStandard(algorithm, variables);
            List<Bits> states = List.of(standard.anyState(), standard.anyState());
            List<Bits> expected = states.stream().map(standard::permuted).toList();
            CodeProof proof = new CodeProof(variables, standard.meanings(), code);
            check(proof, variables, code, states, expected);
        });
    }

    /** {@link org.cryptointrinsics.linkage.ParallelPermutationMethod}. */
    public static Claim permuteSeveral(DigestAlgorithm algorithm, DigestKernel kernel, Width width, Code code) {
        return new Claim(algorithm.standardName(), kernel.variant(), "code of permuteSeveral " + width, variables -> {
            DigestStandard standard = new DigestStandard(algorithm, variables);
            List<Bits> states = IntStream.range(0, width.bytes() / Long.BYTES).mapToObj(_ -> standard.anyState()).toList();
            Bits expected = standard.interleaved(states.stream().map(standard::permuted).toList());
            CodeProof proof = new CodeProof(variables, standard.meanings(), code);
            check(proof, variables, code, List.of(standard.interleaved(states)), List.of(expected));
        });
    }

    /** {@link org.cryptointrinsics.linkage.FunctionMethod}: what the kernel does, whichever arrays are the same, if any may be. */
    public static <F extends Enum<F> & KernelFunction> Claim function(String algorithm, FunctionKernel<F> kernel, F function, Code code) {
        return new Claim(algorithm, kernel.variant(), "code of " + function, variables -> {
            List<Bits> contents = IntStream.range(0, function.arrays()).mapToObj(i -> variables.input(kernel.arrayBytes(function, i) * Byte.SIZE)).toList();
            CodeProof proof = new CodeProof(variables, new UninterpretedMeanings(variables), code);
            for (List<Integer> same : function.takesSameArrays() ? aliases(function.arrays()) : List.of(IntStream.range(0, function.arrays()).boxed().toList())) {
                SymbolicMachine machine = new SymbolicMachine(variables, new UninterpretedMeanings(variables));
                List<Region> arrays = contents.stream().map(content -> machine.kept("an array", content)).toList();
                List<Region> expected = same.stream().map(arrays::get).toList();
                kernel.execute(machine, function, expected.stream().<Address> map(Region::address).toList());
                Execution execution = check(proof, variables, code, contents, same, expected.stream().map(Region::content).toList());
                if (function.takesKeys()) {
                    execution.assertCleared();
                }
            }
        });
    }

    /** Which arrays are the same: for each, the first of those that it is. */
    private static List<List<Integer>> aliases(int arrays) {
        List<List<Integer>> all = List.of(List.of());
        for (int i = 0; i < arrays; i++) {
            List<List<Integer>> longer = new ArrayList<>();
            for (List<Integer> before : all) {
                for (int first = 0; first <= i; first++) {
                    if (first == i || before.get(first) == first) {
                        longer.add(Stream.concat(before.stream(), Stream.of(first)).toList());
                    }
                }
            }
            all = longer;
        }
        return all;
    }

    /**
     * Proves of code that it does nothing where a scope is closed that it is given, and says so: it then reads and writes no memory that its other arguments tell.
     *
     * @param type declares the method, if it is one
     */
    static void proveClosed(Variables all, Code code, Signature signature, Class<? extends KernelMethod> type) {
        Method method = Stream.of(type.getDeclaredMethods()).filter(declared -> Modifier.isAbstract(declared.getModifiers())).findAny().orElseThrow();
        List<Class<?>> parameters = List.of(method.getParameterTypes());
        boolean hasTwo = parameters.indexOf(MemorySessionImpl.class) != parameters.lastIndexOf(MemorySessionImpl.class);
        for (Scope ofInput : Scope.values()) {
            for (Scope ofOutput : hasTwo ? List.of(Scope.values()) : List.of(ofInput)) {
                if (ofInput == Scope.CLOSED || ofOutput == Scope.CLOSED) {
                    Variables variables = new Variables();
                    Arguments arguments = new Arguments(variables, code, signature);
                    Map<Argument, Scope> scopes = new EnumMap<>(Map.of(Argument.INPUT_SCOPE, ofInput, Argument.OUTPUT_SCOPE, ofOutput));
                    if (code.convention().isMethod()) {
                        Iterator<Argument> names = scopes.keySet().iterator();
                        // Whichever they are: nothing is known of any.
                        parameters.forEach(parameter -> {
                            if (parameter == MemorySessionImpl.class) {
                                Argument name = names.next();
                                arguments.scope(name, scopes.get(name));
                            } else if (parameter == int.class) {
                                arguments.number(Argument.UNUSED, variables.publicInput(Integer.SIZE));
                            } else {
                                arguments.unknown(Argument.UNUSED);
                            }
                        });
                    } else {
                        signature.arguments().stream().filter(scopes::containsKey).forEach(argument -> arguments.scope(argument, scopes.get(argument)));
                    }
                    CodeProof proof = new CodeProof(variables, new UninterpretedMeanings(variables), code);
                    proof.execute(proof.new Execution(arguments), NOT_DONE);
                    all.count(variables);
                }
            }
        }
    }

    /** Executes code with arrays as its arguments, some of which may be the same. */
    private static Execution check(CodeProof proof, Variables variables, Code code, List<Bits> contents, List<Integer> same, List<Bits> expected) {
        Arguments arguments = new Arguments(variables, code, Signature.ARRAYS);
        List<Argument> names = Signature.ARRAYS.inRegisters();
        List<Region> arrays = new ArrayList<>();
        for (int i = 0; i < contents.size(); i++) {
            arrays.add(same.get(i) == i ? arguments.array(names.get(i), contents.get(i), true) : arguments.same(names.get(i), names.get(same.get(i))));
        }
        Execution execution = proof.new Execution(arguments);
        proof.execute(execution, TRUE);
        for (int i = 0; i < arrays.size(); i++) {
            Claim.assertEqual(variables, arrays.get(i).toString(), expected.get(i), arrays.get(i).content());
        }
        return execution;
    }

    private static void check(CodeProof proof, Variables variables, Code code, List<Bits> contents, List<Bits> expected) {
        check(proof, variables, code, contents, IntStream.range(0, contents.size()).boxed().toList(), expected);
    }

    /** Of any number of blocks, by induction. */
    private static final class Compression implements CodeProof.Loop {

        private final DigestAlgorithm algorithm;
        private final Variables variables;
        private final CodeProof proof;
        private final boolean isMethod;
        private final Bits state;
        private final Bits block;
        private final Bits otherBlock;
        private final Bits compressed;
        // The arguments. A function has addresses in place of the array and of what is relative to the base.
        private final Bits method;
        private final Bits array;
        private final Bits base;
        private final Bits address;
        private final Bits blocks;
        private final Bits unused;
        private final Arguments scope;

        /** @param scope that of the blocks' memory */
        Compression(DigestAlgorithm algorithm, Variables variables, Code code, Scope scope) {
            this.algorithm = algorithm;
            this.variables = variables;
            isMethod = code.convention().isMethod();
            this.scope = new Arguments(variables, code, Signature.COMPRESS);
            this.scope.scope(Argument.INPUT_SCOPE, scope);
            DigestStandard standard = new DigestStandard(algorithm, variables);
            state = standard.anyState();
            block = standard.anyBlock();
            otherBlock = standard.anyBlock();
            compressed = standard.compressed(state, block);
            proof = new CodeProof(variables, standard.meanings(), code);
            method = variables.publicInput(Long.SIZE);
            array = variables.publicInput(Long.SIZE);
            base = variables.publicInput(Long.SIZE);
            address = variables.publicInput(Long.SIZE);
            blocks = variables.publicInput(Integer.SIZE);
            unused = variables.publicInput(Integer.SIZE);
        }

        void execute() {
            proof.executeLoop(this, TRUE);
        }

        private Execution execution(Bits content, Bits data, boolean mayReadData, Bits first, Bits count) {
            Region region = new Region("a block", data, false);
            if (!mayReadData) {
                region.close();
            }
            Bits blocksAt = isMethod ? variables.add(base, first) : first;
            Bits stateAt = isMethod ? variables.add(array, Bits.of(Unsafe.ARRAY_LONG_BASE_OFFSET, Long.SIZE)) : array;
            Bits number = Bits.concatenate(List.of(count, unused));
            List<Placed> others = Stream.concat(Stream.of(new Placed(blocksAt, region)), scope.placed().stream()).toList();
            // Of the scope, a method has the object whose method it is before it.
            Bits scopeGiven = isMethod ? scope.values().getLast() : scope.values().getFirst();
            return proof.new Execution(List.of(new Placed(stateAt, new Region("the state", content, true))), others,
                            isMethod ? List.of(method, array, base, first, number, scopeGiven) : List.of(scopeGiven, array, first, number));
        }

        @Override
        public Execution enter(boolean isNext) {
            Bits stride = Bits.of(algorithm.blockBytes(), Long.SIZE);
            Bits first = isNext ? variables.add(address, stride) : address;
            Bits count = isNext ? variables.subtract(blocks, Bits.of(1, Integer.SIZE)) : blocks;
            return execution(isNext ? compressed : state, otherBlock, false, first, count);
        }

        @Override
        public Execution goOn() {
            return execution(state, block, true, address, blocks);
        }

        @Override
        public Bits count() {
            return blocks;
        }

        @Override
        public void assertResult(Execution execution) {
            Claim.assertEqual(variables, "the state", compressed, execution.kept().getFirst().content());
        }
    }
}
