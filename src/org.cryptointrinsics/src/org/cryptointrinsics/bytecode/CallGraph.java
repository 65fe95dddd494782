package org.cryptointrinsics.bytecode;

import java.io.IOException;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The methods of the JDK's cryptography that methods lead to, as the class files say: a rapid type analysis, in which a virtual call has the methods of those classes
 * that are known to be used or that are made on the way. These are more than are executed. What is called outside of these packages is not followed, but what that calls back:
 * constructors, by reflection, and what collections ask of keys.
 */
final class CallGraph {

    private static final Set<String> PACKAGES = Set.of("com/sun/crypto/provider", "java/security", "javax/crypto", "javax/crypto/spec", "javax/net/ssl",
                    "sun/security/jca", "sun/security/provider", "sun/security/ssl", "sun/security/util");
    /** What is executed in place of methods of these, and how that calls kernels. */
    private static final List<String> SUBSTITUTIONS = List.of("org/cryptointrinsics/substitution/", "org/cryptointrinsics/linkage/");
    private static final List<String> NOT_OF_THE_JDK = List.of("org/cryptointrinsics/", "jdk/graal/compiler/");
    private static final String UUID = "java/util/UUID";
    /**
     * Names of methods that lead to nothing which substitutions stand for: they look for a provider until one was found, which objects that are in use have; or TLS has other
     * things to do than to send or to receive data.
     */
    private static final Set<String> ENDS = Set.of("chooseFirstProvider", "chooseProvider", //
                    "beginHandshake", "dispatch", "encodeV2NoCipher", "fatal", "finishHandshake", "finishPostHandshake", "handleUnknownRecord", "kickstart",
                    "launchRetransmission", "tryKeyUpdate", "tryNewSessionTicket");
    /** What prints what was asked to be printed, and what is not asked for anything random, or for hashes of handshakes, by what substitutions stand for. */
    private static final Set<String> NOT_FOLLOWED = Set.of("java/security/SecureRandom", "sun/security/util/Debug", "sun/security/ssl/SSLLogger",
                    "sun/security/ssl/HandshakeHash");

    private static final String REFLECTION = "java/lang/reflect/Constructor";
    private static final MethodName CONSTRUCTOR = new MethodName(null, "<init>", "()V");
    private static final List<MethodName> OF_KEYS = List.of(new MethodName(null, "equals", "(Ljava/lang/Object;)Z"), new MethodName(null, "hashCode", "()I"));

    private final ClassFiles files;
    private final Set<String> receivers;
    private final Set<MethodName> methods = new LinkedHashSet<>();
    private final Set<String> classes = new LinkedHashSet<>();
    private final Set<String> initialized = new LinkedHashSet<>();
    private final Set<String> made = new LinkedHashSet<>();
    private final Set<MethodName> virtualCalls = new LinkedHashSet<>();
    private final Deque<MethodName> open = new ArrayDeque<>();

    /**
     * @param roots with which it begins
     * @param receivers internal names of classes whose objects methods may be called of
     */
    CallGraph(ClassFiles files, Collection<MethodName> roots, Set<String> receivers) throws IOException {
        this.files = files;
        this.receivers = receivers;
        made.addAll(receivers);
        for (MethodName root : roots) {
            initialize(root.className());
            callVirtual(root);
        }
        while (!open.isEmpty()) {
            follow(open.remove());
        }
    }

    /** The methods, each with the class that declares it. */
    Set<MethodName> methods() {
        return methods;
    }

    /** Internal names of the classes in which methods were looked for. If these declared others, others might be called. */
    Set<String> classes() {
        return classes;
    }

    /** Internal names of the plugin's and of Graal's classes that are initialized on the way, if they were not yet. */
    Set<String> initialized() {
        return initialized;
    }

    private static boolean isOfAny(List<String> packages, String className) {
        return packages.stream().anyMatch(className::startsWith);
    }

    private static boolean isFollowed(String className) {
        return className.equals(UUID) || !NOT_FOLLOWED.contains(className) &&
                        (isOfAny(SUBSTITUTIONS, className) || PACKAGES.contains(className.substring(0, Math.max(0, className.lastIndexOf('/')))));
    }

    private void follow(MethodName caller) throws IOException {
        MethodModel model = files.findMethod(caller);
        if (model.code().isEmpty()) {
            return;
        }
        for (CodeElement element : model.code().get()) {
            switch (element) {
                case InvokeInstruction call -> {
                    MethodName callee = new MethodName(call.owner().asInternalName(), call.name().stringValue(), call.type().stringValue());
                    if (call.opcode() == Opcode.INVOKESTATIC || call.opcode() == Opcode.INVOKESPECIAL) {
                        initialize(callee.className());
                        call(callee);
                    } else {
                        callVirtual(callee);
                    }
                    if (callee.className().equals(REFLECTION)) {
                        for (String receiver : receivers) {
                            call(CONSTRUCTOR.of(receiver));
                        }
                    }
                }
                case InvokeDynamicInstruction lambda -> {
                    for (ConstantDesc argument : lambda.bootstrapArgs()) {
                        if (argument instanceof DirectMethodHandleDesc method) {
                            callVirtual(new MethodName(MethodName.internalName(method.owner().descriptorString()), method.methodName(), method.lookupDescriptor()));
                        }
                    }
                }
                case NewObjectInstruction object -> {
                    initialize(object.className().asInternalName());
                    make(object.className().asInternalName());
                }
                case FieldInstruction field -> initialize(field.owner().asInternalName());
                default -> {
                }
            }
        }
    }

    private void initialize(String className) {
        if (isOfAny(NOT_OF_THE_JDK, className)) {
            initialized.add(className);
        }
    }

    private void callVirtual(MethodName callee) throws IOException {
        if (!isFollowed(callee.className())) {
            return;
        }
        call(callee);
        if (virtualCalls.add(callee)) {
            for (String className : List.copyOf(made)) {
                callOf(className, callee);
            }
        }
    }

    private void make(String className) throws IOException {
        if (isFollowed(className) && made.add(className)) {
            for (MethodName callee : List.copyOf(virtualCalls)) {
                callOf(className, callee);
            }
            for (MethodName callee : OF_KEYS) {
                call(callee.of(className));
            }
        }
    }

    private void callOf(String receiver, MethodName callee) throws IOException {
        if (isSubtype(receiver, callee.className())) {
            call(callee.of(receiver));
        }
    }

    private boolean isSubtype(String className, String of) throws IOException {
        if (className == null || !isFollowed(className)) {
            return false;
        }
        if (className.equals(of) || isSubtype(files.superclass(className), of)) {
            return true;
        }
        for (String name : files.interfaces(className)) {
            if (isSubtype(name, of)) {
                return true;
            }
        }
        return false;
    }

    /** Of the class that is named, or of what it inherits from. */
    private void call(MethodName callee) throws IOException {
        if (!callDeclared(callee)) {
            for (String name = callee.className(); name != null && isFollowed(name); name = files.superclass(name)) {
                for (String inherited : files.interfaces(name)) {
                    callDeclared(callee.of(inherited));
                }
            }
        }
    }

    private boolean callDeclared(MethodName callee) throws IOException {
        for (String name = callee.className(); name != null && isFollowed(name); name = files.superclass(name)) {
            classes.add(name);
            MethodName declared = callee.of(name);
            if (files.findMethod(declared) != null) {
                if (methods.add(declared) && !ENDS.contains(callee.name())) {
                    open.add(declared);
                }
                return true;
            }
        }
        return false;
    }
}
