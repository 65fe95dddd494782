package org.cryptointrinsics.test;

import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.junit.AssumptionViolatedException;
import org.junit.rules.TestRule;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;
import org.junit.runners.model.MultipleFailureException;
import org.junit.runners.model.Statement;

/**
 * Runs tests in a Java of their own, with the options of this one and others. What fails there fails here, with its stack trace and all that was printed. As a rule,
 * which must be the outermost, it does that with each test of a class; if it is the {@code ClassRule} as well, all of them are run in the same Java.
 */
public final class Fork implements TestRule {

    /** Options of java for one test. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    public @interface Options {
        String[] value();
    }

    /** Stands between a class and its test. */
    private static final char TEST = '#';

    private static boolean isForked;

    private final Launcher launcher;
    private final List<String> options;
    /** What came of the tests of a class, by their names; null if each has a Java of its own. */
    private Map<String, Throwable> ofClass;

    private Fork(Launcher launcher, String... options) {
        this.launcher = launcher;
        this.options = List.of(options);
    }

    public Fork(String... options) {
        this(JavaProcess::runLikeThis, options);
    }

    /** Code becomes hot as soon as in applications. */
    public static Fork hot(String... options) {
        return new Fork(JavaProcess::runHot, options);
    }

    /** Without the plugin, and with C2 as the JIT. */
    public static Fork plain(String... options) {
        return new Fork(JavaProcess::runPlain, options);
    }

    @FunctionalInterface
    private interface Launcher {
        public String run(List<String> options, Class<?> main, String... arguments) throws IOException, InterruptedException;
    }

    @Override
    public Statement apply(Statement test, Description description) {
        if (isForked) {
            return test;
        }
        return new Statement() {
            @Override
            public void evaluate() throws Throwable {
                String name = description.getDisplayName();
                if (!description.isTest()) {
                    ofClass = run(launcher, options, description.getClassName());
                    succeed(ofClass, name);
                    test.evaluate();
                } else {
                    Map<String, Throwable> results = ofClass != null ? ofClass
                                    : run(launcher, options(description), description.getClassName() + TEST + description.getMethodName());
                    succeed(results, name);
                    assertTrue("was not run", results.containsKey(name));
                }
            }
        };
    }

    private static void succeed(Map<String, Throwable> results, String name) throws Throwable {
        if (results.get(name) != null) {
            throw results.get(name);
        }
    }

    private List<String> options(Description test) {
        Options more = test.getAnnotation(Options.class);
        return more == null ? options : Stream.concat(options.stream(), Stream.of(more.value())).toList();
    }

    /** Runs all tests of {@code types}, one class after another in the same Java. */
    public static void run(List<String> options, List<Class<?>> types) throws Exception {
        Map<String, Throwable> results = run(JavaProcess::runLikeThis, options, types.stream().map(Class::getName).toArray(String[]::new));
        // One of many is skipped alone.
        MultipleFailureException.assertEmpty(results.values().stream().filter(failure -> failure != null && !(failure instanceof AssumptionViolatedException)).toList());
    }

    private static Map<String, Throwable> run(Launcher launcher, List<String> options, String... tests) throws Exception {
        Path file = Files.createTempFile(JavaProcess.FOLDER, "results", null);
        try {
            String printed = launcher.run(options, Fork.class, Stream.concat(Stream.of(file.toString()), Stream.of(tests)).toArray(String[]::new));
            Map<String, Throwable> results = read(file);
            results.values().stream().filter(Objects::nonNull).forEach(
                            failure -> failure.addSuppressed(new Exception("in a Java with " + options + ", which printed:\n" + printed)));
            return results;
        } finally {
            Files.delete(file);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Throwable> read(Path file) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            return (Map<String, Throwable>) in.readObject();
        }
    }

    private static void write(Map<String, Throwable> results, Path file) throws IOException {
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
            out.writeObject(results);
        }
    }

    private static boolean isSerializable(Throwable exception) {
        try (OutputStream bytes = new ByteArrayOutputStream(); ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(exception);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Keeps what comes of tests, and tells where a process is that hangs or crashes. */
    private static final class Listener extends RunListener {

        private final Map<String, Throwable> results = Collections.synchronizedMap(new LinkedHashMap<>());

        @Override
        public void testStarted(Description description) {
            System.out.println(description);
        }

        @Override
        public void testFinished(Description description) {
            results.putIfAbsent(description.getDisplayName(), null);
        }

        @Override
        public void testFailure(Failure failure) {
            Throwable exception = failure.getException();
            results.putIfAbsent(failure.getDescription().getDisplayName(), isSerializable(exception) ? exception : new AssertionError(failure.getTrace()));
        }

        @Override
        public void testAssumptionFailure(Failure failure) {
            System.out.println("skipped: " + failure.getMessage());
            testFailure(failure);
        }
    }

    /**
     * Runs tests.
     *
     * @param arguments the file for the failures, and the name of a class and a test, or the names of classes
     */
    public static void main(String[] arguments) throws Exception {
        isForked = true;
        int test = arguments[1].indexOf(TEST);
        Listener listener = new Listener();
        JUnitCore junit = new JUnitCore();
        junit.addListener(listener);
        if (test >= 0) {
            junit.run(Request.method(Class.forName(arguments[1].substring(0, test)), arguments[1].substring(test + 1)));
        } else {
            List<Class<?>> types = new ArrayList<>();
            for (String name : List.of(arguments).subList(1, arguments.length)) {
                types.add(Class.forName(name));
            }
            junit.run(types.toArray(Class<?>[]::new));
        }
        write(listener.results, Path.of(arguments[0]));
        // Threads may remain.
        System.exit(0);
    }
}
