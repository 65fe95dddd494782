package org.cryptointrinsics.replacements;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

import org.cryptointrinsics.stub.AesGcmStub;
import org.cryptointrinsics.stub.CompressStub;
import org.cryptointrinsics.stub.FunctionStub;
import org.cryptointrinsics.stub.HashStub;
import org.cryptointrinsics.stub.HmacStub;
import org.cryptointrinsics.stub.KernelCallNode;
import org.cryptointrinsics.stub.KernelSnippetStub;

import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.graphbuilderconf.GraphBuilderContext;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.Receiver;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.RequiredInlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.Registration;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** Makes calls in snippets and stubs those of stubs and kernels. */
final class StubPlugins {

    private StubPlugins() {
    }

    static void register(InvocationPlugins plugins) {
        registerKernelCalls(plugins, CompressStub.class);
        registerKernelCalls(plugins, FunctionStub.class);
        registerKernelCalls(plugins, HashStub.class);
        registerKernelCalls(plugins, HmacStub.class);
        registerKernelCalls(plugins, AesGcmStub.class);
    }

    /** Makes the native methods of {@code stub} calls of a kernel. */
    private static void registerKernelCalls(InvocationPlugins plugins, Class<? extends KernelSnippetStub> stub) {
        Registration registration = new Registration(plugins, stub);
        for (Method method : stub.getDeclaredMethods()) {
            if (Modifier.isNative(method.getModifiers())) {
                registration.register(new KernelCallPlugin(method));
            }
        }
    }

    /** A method of a kernel in a stub. */
    private static final class KernelCallPlugin extends RequiredInlineOnlyInvocationPlugin {

        private final JavaKind result;

        KernelCallPlugin(Method method) {
            super(method.getName(), method.getParameterTypes());
            result = JavaKind.fromJavaClass(method.getReturnType());
        }

        @Override
        public boolean execute(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode[] arguments) {
            b.addPush(result, new KernelCallNode(result, arguments));
            return true;
        }
    }
}
