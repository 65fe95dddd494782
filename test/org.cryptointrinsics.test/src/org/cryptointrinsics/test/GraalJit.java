package org.cryptointrinsics.test;

import static org.junit.Assert.assertTrue;

import java.lang.reflect.Executable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.cryptointrinsics.replacements.GraalIntrinsics;
import org.cryptointrinsics.selection.Intrinsics;

import jdk.graal.compiler.hotspot.CompilationTask;
import jdk.graal.compiler.hotspot.HotSpotGraalCompiler;
import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.hotspot.HotSpotCompilationRequest;
import jdk.vm.ci.hotspot.HotSpotCompilationRequestResult;
import jdk.vm.ci.hotspot.HotSpotJVMCIRuntime;
import jdk.vm.ci.hotspot.HotSpotResolvedJavaMethod;
import jdk.vm.ci.meta.MetaAccessProvider;
import jdk.vm.ci.runtime.JVMCI;
import jdk.vm.ci.runtime.JVMCICompiler;

/** What {@link Jit} does where Graal is the JIT. JDKs without JVMCI cannot load it. */
public final class GraalJit {

    private static final int MOST_COMPILATIONS = 3;

    private static final HotSpotGraalCompiler COMPILER = (HotSpotGraalCompiler) JVMCI.getRuntime().getCompiler();

    private static final Map<Executable, InstalledCode> INSTALLED = new ConcurrentHashMap<>();

    private GraalJit() {
    }

    /** Those whose kernels Graal compiles in this process, which are not called where there is the agent. */
    public static Intrinsics intrinsics() {
        return GraalIntrinsics.of(COMPILER.getGraalRuntime().getHostProviders().getForeignCalls());
    }

    static void compile(Executable method) {
        String failure = null;
        if (Jit.isCompiled(method) && !hasOwnCode(method)) {
            // HotSpot asked for it: what had not happened by then is left out.
            resolve(method).reprofile();
        }
        // A compilation fails if it loses a race against the loading of a class, and may then be repeated.
        for (int i = 0; i < MOST_COMPILATIONS && !Jit.isCompiled(method); i++) {
            awaitC1(method);
            HotSpotCompilationRequest request = new HotSpotCompilationRequest(resolve(method), JVMCICompiler.INVOCATION_ENTRY_BCI, 0L);
            CompilationTask task = new CompilationTask(HotSpotJVMCIRuntime.runtime(), COMPILER, request, false, true);
            HotSpotCompilationRequestResult result = task.runCompilation(COMPILER.getGraalRuntime().getOptions());
            if (task.getInstalledCode() != null) {
                INSTALLED.put(method, task.getInstalledCode());
            }
            failure = result.getFailureMessage();
            // Another thread may have called the method meanwhile: JVMCI hashes speculations.
            awaitC1(method);
        }
        assertTrue(method + " is not compiled: " + failure, Jit.isCompiled(method));
    }

    /** Whether the code that {@link #compile} made is there. */
    private static boolean hasOwnCode(Executable method) {
        InstalledCode code = INSTALLED.get(method);
        return code != null && code.isValid() && Jit.isCompiled(method);
    }

    /** C1's code, if HotSpot had asked for it before Graal's was there, would take its place. */
    private static void awaitC1(Executable method) {
        Pattern task = Pattern.compile(" [1-3] +" + Pattern.quote(method.getDeclaringClass().getName() + "::" + method.getName() + " "));
        while (task.matcher(Jit.diagnose("compilerQueue")).find()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    static void leaveToInterpreter(Executable method) {
        resolve(method).setNotInlinableOrCompilable();
    }

    static boolean hasCodeAtLevel(Executable method, int level) {
        return resolve(method).hasCompiledCodeAtLevel(level);
    }

    /** That of its code; 0 is none. */
    static int levelOf(Executable method) {
        return IntStream.rangeClosed(1, CallerTier.GRAAL.level()).filter(resolve(method)::hasCompiledCodeAtLevel).max().orElse(CallerTier.INTERPRETER.level());
    }

    static void deoptimize(List<? extends Executable> methods) {
        // All code first: it takes longer to throw away the profiles.
        for (Executable method : methods) {
            InstalledCode code = INSTALLED.remove(method);
            if (code != null) {
                code.invalidate();
            }
        }
        methods.forEach(method -> resolve(method).reprofile());
    }

    static List<Executable> lost() {
        return INSTALLED.keySet().stream().filter(method -> !hasOwnCode(method)).toList();
    }

    private static HotSpotResolvedJavaMethod resolve(Executable method) {
        MetaAccessProvider metaAccess = COMPILER.getGraalRuntime().getHostProviders().getMetaAccess();
        return (HotSpotResolvedJavaMethod) metaAccess.lookupJavaMethod(method);
    }
}
