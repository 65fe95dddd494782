package org.cryptointrinsics.test.proof;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.MessageMachine;
import org.cryptointrinsics.kernel.aes.AesGcmFunction;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesNi;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.kernel.aes.Vaes256;
import org.cryptointrinsics.kernel.curve25519.Curve25519;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mldsa.MlDsaFunction;
import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.kernel.mlkem.MlKemFunction;
import org.cryptointrinsics.kernel.modular.Digits;
import org.cryptointrinsics.proof.AesGcmClaims;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.DigestClaims;
import org.cryptointrinsics.proof.GcmProgramClaims;
import org.cryptointrinsics.proof.ProgramClaims;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.proof.curve.Curve25519Claims;
import org.cryptointrinsics.proof.curve.ExponentiationClaims;
import org.cryptointrinsics.proof.lattice.LatticeClaims;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.proof.Mutation.Site;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;

/**
 * A kernel that was changed in one place is refuted, or proved equal. With {@code -Dcryptointrinsics.mutants=N}, so many of them; with {@code all}, one of each kind in each place.
 */
public class MutationTest {

    @ClassRule @Rule public static final Fork FORK = Proofs.fork();

    private static final String MUTANTS = Proofs.mutants();
    private static final long SEED = 1;
    /** Inputs that are tried before a proof. */
    private static final int TESTS = 2;
    private static final int MANY_TESTS = 20;

    /** The claims about a kernel whose machine is replaced. */
    private record Kernel(Function<UnaryOperator<Machine>, Stream<Claim>> claims) {
    }

    private static Stream<Kernel> kernels() {
        Stream<Kernel> digests = Stream.of(DigestAlgorithm.values()).flatMap(algorithm -> algorithm.variants().stream().map(
                        kernel -> new Kernel(change -> new DigestClaims(algorithm).of(changed(kernel, change)))));
        Stream<Kernel> ciphers = AesGcmKernel.variants().stream().map(kernel -> new Kernel(change -> new AesGcmClaims(changedAes(kernel, change)).all()));
        Stream<Kernel> polynomials = Stream.concat( //
                        MlKem.variants().stream().<FunctionKernel<MlKemFunction>> map(kernel -> kernel).map(
                                        kernel -> new Kernel(change -> LatticeClaims.ofMlKem(changed(kernel, change)))),
                        MlDsa.variants().stream().<FunctionKernel<MlDsaFunction>> map(kernel -> kernel).map(
                                        kernel -> new Kernel(change -> LatticeClaims.ofMlDsa(changed(kernel, change)))));
        return Stream.of(digests, ciphers, polynomials).flatMap(kernels -> kernels);
    }

    /** A kernel of the same interfaces. */
    @SuppressWarnings("unchecked")
    private static <T extends org.cryptointrinsics.kernel.Kernel> T changed(T kernel, UnaryOperator<Machine> change) {
        List<Class<?>> interfaces = new ArrayList<>();
        for (Class<?> type = kernel.getClass(); type != null; type = type.getSuperclass()) {
            interfaces.addAll(List.of(type.getInterfaces()));
        }
        return (T) Proxy.newProxyInstance(MutationTest.class.getClassLoader(), interfaces.stream().distinct().toArray(Class<?>[]::new), (_, method, arguments) -> {
            Object[] changed = arguments == null ? null : arguments.clone();
            if (changed != null && changed[0] instanceof Machine machine) {
                changed[0] = change.apply(machine);
            }
            return Mutation.invoke(kernel, method, changed);
        });
    }

    private static AesGcmKernel changedAes(AesGcmKernel kernel, UnaryOperator<Machine> change) {
        return new AesGcmKernel(kernel.context().width(), kernel.context().vectors()) {
            @Override
            public void execute(Machine machine, AesGcmFunction function, AesParameters parameters, List<Address> addresses, Count count) {
                kernel.execute(change.apply(machine), function, parameters, addresses, count);
            }

            @Override
            public String variant() {
                return kernel.variant();
            }
        };
    }

    /** A changed kernel, and what is claimed of it. */
    private record Mutant(Claim claim, Mutation mutation) {
    }

    /** Programs for messages: padding, HMAC. */
    private static Stream<Kernel> programs() {
        return Stream.of(DigestAlgorithm.values()).flatMap(algorithm -> algorithm.variants().stream().map(
                        kernel -> new Kernel(change -> new ProgramClaims(algorithm, kernel, machine -> (MessageMachine) change.apply(machine)).all())));
    }

    /** Those for AES-GCM, with vectors and without. Parts that are not the last one have whole chunks alone, and do not care for much of the program. */
    private static Stream<Kernel> ciphers() {
        return Stream.of(new Vaes256(), new AesNi()).map(kernel -> new Kernel(change -> new GcmProgramClaims(kernel, machine -> (MessageMachine) change.apply(machine)).all() //
                        .filter(claim -> !claim.function().matches(".*(first|later) part"))));
    }

    private static Stream<Kernel> curves() {
        return Curve25519.variants().stream().map(kernel -> new Kernel(change -> Curve25519Claims.of(kernel, change)));
    }

    private static List<Mutant> mutants(Stream<Kernel> kernels) {
        List<Mutant> all = new ArrayList<>();
        for (Kernel kernel : kernels.toList()) {
            int count = (int) kernel.claims.apply(machine -> machine).count();
            for (int i = 0; i < count; i++) {
                int number = i;
                List<Site> sites = new ArrayList<>();
                kernel.claims.apply(machine -> Mutation.record(machine, sites)).skip(number).findFirst().orElseThrow().test(SEED);
                for (Mutation mutation : Mutation.all(sites, SEED)) {
                    all.add(new Mutant(kernel.claims.apply(mutation::apply).skip(number).findFirst().orElseThrow(), mutation));
                }
            }
        }
        return all;
    }

    @Test
    public void kernelsAreRefutedOrEqual() {
        assertRefutedOrEqual(mutants(kernels()));
    }

    @Test
    public void programsAreRefutedOrEqual() {
        assertRefutedOrEqual(mutants(programs()));
    }

    @Test
    public void ciphersAreRefutedOrEqual() {
        assertRefutedOrEqual(mutants(ciphers()));
    }

    /** The shortest that there are: longer ones have the same instructions, and more of them. */
    private static Stream<Kernel> powers() {
        return Stream.of(new Kernel(change -> ExponentiationClaims.of("short", new Digits(416), change)));
    }

    /** Numbers that are always small make many instructions equal, and proofs know of few of them. Such a mutant is equal as far as many more inputs tell. */
    @Test
    public void curvesAreRefuted() {
        assertRefuted(curves());
    }

    @Test
    public void powersAreRefuted() {
        assertRefuted(powers());
    }

    private static void assertRefuted(Stream<Kernel> kernels) {
        List<Mutant> mutants = mutants(kernels);
        Collections.shuffle(mutants, new Random(SEED));
        List<Mutant> tested = MUTANTS.equals("all") ? mutants : mutants.subList(0, Math.min(mutants.size(), Integer.parseInt(MUTANTS)));
        List<Mutant> refuted = tested.stream().filter(mutant -> refutation(mutant) != null).toList();
        System.out.println(tested.size() + " of " + mutants.size() + " mutants: " + refuted.size() + " refuted");
        assertTrue("too few are refuted: " + refuted.size(), refuted.size() > tested.size() * 3 / 4);
        // A proof refutes no less than inputs do. Masks of any k have a proof of their own.
        assertEquals(List.of(), refuted.stream().filter(mutant -> !refutation(mutant).startsWith("the mask ")).filter(MutationTest::isProved).toList());
    }

    /** What is wrong for some of many inputs, or null. */
    private static String refutation(Mutant mutant) {
        try {
            for (long seed = 0; seed < MANY_TESTS; seed++) {
                mutant.claim.test(seed);
            }
            return null;
        } catch (ProofException e) {
            assertTrue(mutant.toString(), e.isRefutation());
            return e.getMessage();
        }
    }

    private static boolean isProved(Mutant mutant) {
        try {
            mutant.claim.prove();
            return true;
        } catch (ProofException e) {
            return false;
        }
    }

    private static void assertRefutedOrEqual(List<Mutant> mutants) {
        int all = mutants.size();
        Collections.shuffle(mutants, new Random(SEED));
        int tested = MUTANTS.equals("all") ? all : Math.min(all, Integer.parseInt(MUTANTS));
        int equal = 0;
        List<String> undecided = new ArrayList<>();
        for (Mutant mutant : mutants.subList(0, tested)) {
            try {
                for (long seed = 0; seed < TESTS; seed++) {
                    mutant.claim.test(seed);
                }
                mutant.claim.prove();
                equal++;
                System.out.println("equal: " + mutant);
            } catch (ProofException e) {
                if (!e.isRefutation()) {
                    undecided.add(mutant + ": " + e.getMessage());
                }
            }
        }
        System.out.println(tested + " of " + all + " mutants: " + (tested - equal - undecided.size()) + " refuted, " + equal + " equal, " + undecided.size() + " undecided");
        assertEquals(List.of(), undecided);
        assertTrue("too many are equal: " + equal, equal < tested / 10);
    }
}
