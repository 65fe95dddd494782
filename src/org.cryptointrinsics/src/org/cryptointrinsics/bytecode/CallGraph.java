package org.cryptointrinsics.bytecode;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The methods of the JDK's cryptography that methods lead to, as the class files say: a rapid type analysis, in which a virtual call has the methods of those classes
 * that are known to be used or that are made on the way. These are more than are executed. What is called outside of these packages is not followed, but what that calls back:
 * constructors, by reflection, and what collections ask of keys.
 */
final class CallGraph {

    private static final Set<String> PACKAGES = Set.of("com/sun/crypto/provider", "java/security", "javax/crypto", "javax/crypto/spec", "javax/net/ssl",
                    "sun/security/ec", "sun/security/jca", "sun/security/provider", "sun/security/ssl", "sun/security/util", "sun/security/util/math",
                    "sun/security/util/math/intpoly");
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
    /**
     * What prints what was asked to be printed, and what is not asked for anything random, for hashes of handshakes, or for signatures, by what substitutions stand for.
     */
    private static final Set<String> NOT_FOLLOWED = Set.of("java/security/SecureRandom", "sun/security/util/Debug", "sun/security/ssl/SSLLogger",
                    "sun/security/ssl/HandshakeHash", "sun/security/ec/SunEC");

    /** The build puts such classes in place of lambdas. */
    private static final String LAMBDA = "$$Lambda";
    private static final String REFLECTION = "java/lang/reflect/Constructor";
    private static final MethodName CONSTRUCTOR = new MethodName(null, "<init>", "()V");
    private static final MethodName INITIALIZER = new MethodName(null, "<clinit>", "()V");
    private static final List<MethodName> OF_KEYS = List.of(new MethodName(null, "equals", "(Ljava/lang/Object;)Z"), new MethodName(null, "hashCode", "()I"));

    /** Null when all was found: they are many. */
    private ClassFiles files;
    private final Set<String> receivers;
    private final Set<MethodName> methods = new LinkedHashSet<>();
    private final Set<MethodName> initializers = new LinkedHashSet<>();
    private final Set<String> classes = new LinkedHashSet<>();
    private final Set<String> initialized = new LinkedHashSet<>();
    // The others serve to find these; null when all was found.
    private Set<String> made = new LinkedHashSet<>();
    /** By internal names of their supertypes. */
    private Map<String, Set<String>> madeOf = new HashMap<>();
    /** By internal names of the classes that are called. */
    private Map<String, Set<MethodName>> virtualCalls = new HashMap<>();
    private final Deque<MethodName> open = new ArrayDeque<>();

    /**
     * @param roots with which it begins
     * @param receivers internal names of classes whose objects methods may be called of
     */
    CallGraph(ClassFiles files, Collection<MethodName> roots, Set<String> receivers) throws IOException {
        this.files = files;
        this.receivers = receivers;
        for (String receiver : receivers) {
            addMade(receiver);
        }
        for (MethodName root : roots) {
            initialize(root.className());
            callVirtual(root);
        }
        while (!open.isEmpty()) {
            follow(open.remove());
        }
        this.files = null;
        made = null;
        madeOf = null;
        virtualCalls = null;
    }

    /** The methods, each with the class that declares it. */
    Set<MethodName> methods() {
        return methods;
    }

    /** The initializers of the classes that declare these: what a method does depends on what a class has in its static fields. */
    Set<MethodName> initializers() {
        return initializers;
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
        for (ClassFiles.Reference reference : files.references(caller)) {
            MethodName member = reference.member();
            switch (reference.kind()) {
                case DIRECT_CALL -> {
                    initialize(member.className());
                    call(member);
                }
                case VIRTUAL_CALL, METHOD_HANDLE -> callVirtual(member);
                case NEW -> {
                    initialize(member.className());
                    make(member.className());
                }
                case FIELD -> initialize(member.className());
            }
            if (reference.kind().isCall() && member.className().equals(REFLECTION)) {
                callByReflection();
            }
        }
    }

    private void callByReflection() throws IOException {
        for (String receiver : receivers) {
            call(CONSTRUCTOR.of(receiver));
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
        if (virtualCalls.computeIfAbsent(callee.className(), _ -> new LinkedHashSet<>()).add(callee)) {
            for (String className : List.copyOf(madeOf.getOrDefault(callee.className(), Set.of()))) {
                call(callee.of(className));
            }
        }
    }

    private void make(String className) throws IOException {
        if (isFollowed(className) && addMade(className)) {
            for (String supertype : supertypes(className)) {
                for (MethodName callee : List.copyOf(virtualCalls.getOrDefault(supertype, Set.of()))) {
                    call(callee.of(className));
                }
            }
            for (MethodName callee : OF_KEYS) {
                call(callee.of(className));
            }
            if (className.contains(LAMBDA)) {
                // Whoever has it calls it.
                for (MethodName callee : List.copyOf(files.find(className).methods().keySet())) {
                    call(callee);
                }
            }
        }
    }

    private boolean addMade(String className) throws IOException {
        boolean isNew = made.add(className);
        if (isNew) {
            for (String supertype : supertypes(className)) {
                madeOf.computeIfAbsent(supertype, _ -> new LinkedHashSet<>()).add(className);
            }
        }
        return isNew;
    }

    /** Those of the class that are followed, and itself. */
    private Set<String> supertypes(String className) throws IOException {
        Set<String> supertypes = new LinkedHashSet<>();
        addSupertypes(className, supertypes);
        return supertypes;
    }

    private void addSupertypes(String className, Set<String> supertypes) throws IOException {
        if (className != null && isFollowed(className) && supertypes.add(className)) {
            addSupertypes(files.find(className).superclass(), supertypes);
            for (String name : files.find(className).interfaces()) {
                addSupertypes(name, supertypes);
            }
        }
    }

    /** Of the class that is named, or of what it inherits from. */
    private void call(MethodName callee) throws IOException {
        if (!callDeclared(callee)) {
            for (String name = callee.className(); name != null && isFollowed(name); name = files.find(name).superclass()) {
                for (String inherited : files.find(name).interfaces()) {
                    callDeclared(callee.of(inherited));
                }
            }
        }
    }

    private boolean callDeclared(MethodName callee) throws IOException {
        for (String name = callee.className(); name != null && isFollowed(name); name = files.find(name).superclass()) {
            classes.add(name);
            MethodName declared = callee.of(name);
            if (files.findMethod(declared) != null) {
                if (methods.add(declared) && !ENDS.contains(callee.name())) {
                    open.add(declared);
                }
                MethodName initializer = INITIALIZER.of(name);
                if (files.findMethod(initializer) != null) {
                    initializers.add(initializer);
                }
                return true;
            }
        }
        return false;
    }
}
