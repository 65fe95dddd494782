package org.cryptointrinsics.compilation;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.cryptointrinsics.linkage.KernelCode;
import org.cryptointrinsics.linkage.KernelMethod;

import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.hotspot.HotSpotResolvedJavaMethod;
import jdk.vm.ci.meta.ResolvedJavaMethod;
import jdk.vm.ci.runtime.JVMCI;

/**
 * The code of a method of a hidden class's own, which Graal makes of a kernel, or of a call of a stub with one. HotSpot neither inlines the method nor compiles it in another way.
 *
 * <p>Its bytecodes are executed only where HotSpot threw the code away, as after long disuse, and for the first call after it was compiled anew, which HotSpot still leads to the
 * interpreter. They do nothing, and say so.
 */
public final class MethodCode implements KernelCode.Made {

    /** Copies that are not used: if there were fewer classes, a compiler would take the only one for granted, and what it compiled would be thrown away with another kernel. */
    private static final Map<Class<?>, List<Class<?>>> SEVERAL = new ConcurrentHashMap<>();

    private final Method method;
    private final Function<ResolvedJavaMethod, InstalledCode> compilation;
    private final CompiledStub called;
    private volatile InstalledCode code;

    private MethodCode(Method method, CompiledStub called, Function<ResolvedJavaMethod, InstalledCode> compilation) {
        this.method = method;
        this.called = called;
        this.compilation = compilation;
    }

    /**
     * A method of a class of its own.
     *
     * @param template one of {@link MethodTemplates}
     * @param called the stub that its code calls, or null
     * @param compilation makes code for the method
     */
    static <T extends KernelMethod> T create(Class<? extends T> template, CompiledStub called, Function<ResolvedJavaMethod, InstalledCode> compilation) {
        SEVERAL.computeIfAbsent(template, _ -> List.of(copy(template), copy(template)));
        try {
            Class<? extends T> copy = copy(template);
            T created = copy.getDeclaredConstructor().newInstance();
            MethodCode code = new MethodCode(copy.getDeclaredMethods()[0], called, compilation);
            created.setCode(new KernelCode(code));
            code.resolved().setNotInlinableOrCompilable();
            created.compile();
            return created;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> Class<? extends T> copy(Class<? extends T> template) {
        try (InputStream file = template.getResourceAsStream(template.getName().substring(template.getPackageName().length() + 1) + ".class")) {
            // HotSpot crashes if it gets code for a method of a class that was not linked.
            return (Class<? extends T>) MethodHandles.lookup().defineHiddenClass(file.readAllBytes(), true).lookupClass();
        } catch (IOException | IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** That of a kernel which Graal has compiled in this process. */
    public static MethodCode of(KernelMethod kernel) {
        return (MethodCode) kernel.code().made();
    }

    private HotSpotResolvedJavaMethod resolved() {
        return (HotSpotResolvedJavaMethod) JVMCI.getRuntime().getHostJVMCIBackend().getMetaAccess().lookupJavaMethod(method);
    }

    /** The method whose code this is. */
    public Method method() {
        return method;
    }

    /** The stub that the code calls, or null. */
    public CompiledStub called() {
        return called;
    }

    /** The code, or null if there is none. */
    public InstalledCode installed() {
        InstalledCode current = code;
        return current != null && current.isValid() ? current : null;
    }

    @Override
    public void make() {
        code = compilation.apply(resolved());
    }

    @Override
    public boolean isValid() {
        return installed() != null;
    }
}
