package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Stream;

import javax.management.JMException;
import javax.management.ObjectName;

import org.cryptointrinsics.compilation.MethodCode;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.linkage.Counters;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.selection.DigestIntrinsic;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.digest.JdkDigest;


/**
 * The JIT under test, Graal unless another {@link CallerTier} is chosen. Methods are compiled when a test says so, not when HotSpot finds them hot, and without a profile: a test
 * always runs the same code. What ran is told by the counters of the kernels.
 */
public final class Jit {

    private static final String TESTS = "org.cryptointrinsics.test.";

    /** The agent's calls of substitutions: each is on while its field has an object. Started first: its kernels are those that are called. */
    private static final List<Field> ENTRIES = CallerTier.TESTED.hasAgent() ? startAgent() : List.of();
    private static volatile boolean areKernelsNeeded;

    private Jit() {
    }

    /** What kernels did. */
    public record Work(long calls, long blocks) {
        public Work plus(Work other) {
            return new Work(calls + other.calls, blocks + other.blocks);
        }

        public Work minus(Work earlier) {
            return new Work(calls - earlier.calls, blocks - earlier.blocks);
        }
    }

    /** What an application would wait for. */
    private static List<Field> startAgent() {
        try {
            Class.forName("org.cryptointrinsics.agent.Agent").getMethod("plugin").invoke(null);
            Class<?> calls = Class.forName("sun.security.provider.CryptoIntrinsics");
            return Stream.of(calls.getFields()).filter(field -> field.getType() == calls).toList();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** What {@code call} returns where no kernel is called, by whomever: the JDK's own methods do all. Of interpreted call sites, if Graal is the JIT. */
    public static <T> T byTheJdk(Callable<T> call) throws Exception {
        return bySubstitutions(_ -> false, call);
    }

    /** What {@code call} returns where only some substitutions are called, told by the names of the JDK's methods; where they are called by the agent. */
    public static synchronized <T> T bySubstitutions(Predicate<String> isOn, Callable<T> call) throws Exception {
        List<Object> on = new ArrayList<>();
        for (Field entry : ENTRIES) {
            on.add(entry.get(null));
            if (!isOn.test(entry.getName().replaceFirst("\\d+on$", ""))) {
                entry.set(null, null);
            }
        }
        try {
            return call.call();
        } finally {
            for (int i = 0; i < on.size(); i++) {
                ENTRIES.get(i).set(null, on.get(i));
            }
        }
    }

    /** Something that may fail. */
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    public static Intrinsics intrinsics() {
        return CallerTier.TESTED.hasAgent() ? Intrinsics.first() : GraalJit.intrinsics();
    }

    /** The intrinsic that does the work for a digest of the JDK, which may be off; null if there is none. */
    public static DigestIntrinsic intrinsic(String digest) {
        return Stream.of(JdkDigest.values()).filter(candidate -> candidate.standardName().equals(digest)).map(JdkDigest::algorithm).map(intrinsics()::of).findAny().orElse(null);
    }

    /** How many blocks a message has, with its padding and its length. */
    public static long blocks(String digest, long length) {
        DigestAlgorithm algorithm = intrinsic(digest).algorithm();
        return (length + algorithm.lengthBytes()) / algorithm.blockBytes() + 1;
    }

    /** What the kernel of {@code digest} has done so far. */
    public static Work work(String digest) {
        return work(intrinsic(digest));
    }

    /** What the kernel of {@code intrinsic} has done so far. */
    public static Work work(Intrinsic<?> intrinsic) {
        Counters counters = intrinsic.counters();
        return new Work(counters.calls(), counters.blocks());
    }

    /** What the kernel of {@code digest} does during {@code action}. */
    public static Work work(String digest, Action action) throws Exception {
        Work before = work(digest);
        action.run();
        return work(digest).minus(before);
    }

    /** Asserts that the kernel of {@code digest} has compressed so many blocks. Of SHA-1 they may be more: JVMCI hashes speculations while it compiles. */
    public static void assertBlocks(String digest, long expected, long actual) {
        if (intrinsic(digest).algorithm() == DigestAlgorithm.SHA_1) {
            assertTrue(actual + " blocks by kernels, not " + expected, actual >= expected);
        } else {
            assertEquals("blocks by kernels", expected, actual);
        }
    }

    /** The methods whose code is kernels of {@code intrinsic}, so far as these were needed; none where kernels were compiled before. */
    public static List<Method> kernels(Intrinsic<?> intrinsic) {
        return kernelMethods(intrinsic).filter(kernel -> kernel.code() != null).map(kernel -> MethodCode.of(kernel).method()).toList();
    }

    /** Sees to it that HotSpot has the code of all kernels that were needed so far. */
    public static void compileKernels() {
        intrinsics().all().stream().flatMap(Jit::kernelMethods).forEach(KernelMethod::compile);
    }

    private static Stream<KernelMethod> kernelMethods(Intrinsic<?> intrinsic) {
        return intrinsic.kernelMethods().map(OnDemand::made).filter(Objects::nonNull).map(KernelMethod.class::cast);
    }

    /** Whether all kernels were asked for, and HotSpot has the code of those that this CPU has. */
    static boolean areKernelsThere() {
        return areKernelsNeeded && intrinsics().all().stream().flatMap(Jit::kernelMethods).allMatch(kernel -> kernel.code() == null || isThere(MethodCode.of(kernel).method()));
    }

    /** Whether HotSpot has the code of a kernel. */
    public static boolean isThere(Method kernel) {
        return GraalJit.hasCodeAtLevel(kernel, CallerTier.GRAAL.level());
    }

    /** Asks for all kernels: they are tested then, which is counted. */
    public static void needKernels() {
        intrinsics().all().stream().flatMap(Intrinsic::kernelMethods).forEach(OnDemand::get);
        areKernelsNeeded = true;
    }

    /** Has {@code method} executed by the tier under test. A method of the tests is not compiled in any other way any more, nor inlined. */
    public static void compile(Executable method) {
        if (method.getDeclaringClass().getName().startsWith(TESTS)) {
            interpret(method);
        }
        CallerTier.TESTED.prepare(method);
    }

    /** What HotSpot answers to a diagnostic command. */
    static String diagnose(String command, String... arguments) {
        try {
            return (String) ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), command, new Object[]{arguments},
                            new String[]{String[].class.getName()});
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }

    /** Leaves {@code method} to the interpreter, unless it is to be {@linkplain #compile compiled}. */
    public static void interpret(Executable method) {
        CallerTier.TESTED.leaveToInterpreter(method);
    }

    public static boolean isCompiledByC1(Executable method) {
        int level = CallerTier.TESTED.levelOf(method);
        return level != CallerTier.INTERPRETER.level() && level != CallerTier.C2.level();
    }

    /** A hidden class like {@code type}, of which the methods are compiled for themselves. */
    public static Class<?> copy(Class<?> type) {
        try (InputStream code = type.getResourceAsStream(type.getName().substring(type.getPackageName().length() + 1) + ".class")) {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup()).defineHiddenClass(code.readAllBytes(), true).lookupClass();
        } catch (IOException | IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    /** Has HotSpot compile the methods of {@code type}, and of hidden classes with its name, with C1 only. */
    public static void leaveToC1(Class<?> type) throws Exception {
        Path directives = Files.createTempFile(JavaProcess.FOLDER, "directives", ".json");
        try {
            Files.writeString(directives, "[{match: \"" + type.getName().replaceFirst("/.*", "").replace('.', '/') + "*.*\", c2: {Exclude: true}}]");
            String answer = diagnose("compilerDirectivesAdd", "\"" + directives + "\"");
            assertTrue(answer, answer.contains("1 compiler directives added"));
        } finally {
            Files.delete(directives);
        }
    }

    /** Whether {@code method} is executed by the tier under test. */
    public static boolean isCompiled(Executable method) {
        return CallerTier.TESTED.executes(method);
    }

    /** Throws away the code that {@link #compile} made of {@code methods}; whoever executes it goes on in the interpreter. */
    public static void deoptimize(List<? extends Executable> methods) {
        CallerTier.TESTED.deoptimize(methods);
    }

    /** Methods that were {@linkplain #compile compiled}, not deoptimized, and do not have that code any more. */
    static List<Executable> lost() {
        return CallerTier.TESTED.hasAgent() ? List.of() : GraalJit.lost();
    }

    /** How many calls of kernels have done nothing, as HotSpot had thrown their code away. */
    public static int callsWithoutCode() {
        return intrinsics().all().stream().flatMap(Jit::kernelMethods).filter(kernel -> kernel.code() != null).mapToInt(kernel -> kernel.code().callsWithoutCode()).sum();
    }

    /** The methods of {@code type} of that name that have code. */
    public static List<Method> methods(Class<?> type, String name) {
        List<Method> methods = new ArrayList<>(List.of(type.getDeclaredMethods()));
        methods.removeIf(method -> !method.getName().equals(name) || Modifier.isAbstract(method.getModifiers()));
        assertTrue(type + "." + name, !methods.isEmpty());
        return methods;
    }
}
