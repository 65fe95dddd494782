package org.cryptointrinsics.test;

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
import java.util.List;
import java.util.stream.Stream;

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
 * which must be the outermost, it does that with each test of a class.
 */
public final class Fork implements TestRule {

    /** Options of java for one test. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface Options {
        String[] value();
    }

    /** Stands between a class and its test. */
    private static final char TEST = '#';

    private static boolean isForked;

    private final Launcher launcher;
    private final List<String> options;

    private Fork(Launcher launcher, String... options) {
        this.launcher = launcher;
        this.options = List.of(options);
    }

    Fork(String... options) {
        this(JavaProcess::runLikeThis, options);
    }

    /** Code becomes hot as soon as in applications. */
    static Fork hot(String... options) {
        return new Fork(JavaProcess::runHot, options);
    }

    @FunctionalInterface
    private interface Launcher {
        String run(List<String> options, Class<?> main, String... arguments) throws IOException, InterruptedException;
    }

    @Override
    public Statement apply(Statement test, Description description) {
        if (isForked) {
            return test;
        }
        List<String> all = new ArrayList<>(options);
        Options more = description.getAnnotation(Options.class);
        if (more != null) {
            all.addAll(List.of(more.value()));
        }
        return new Statement() {
            @Override
            public void evaluate() throws Exception {
                run(launcher, all, description.getClassName() + TEST + description.getMethodName());
            }
        };
    }

    /** Runs all tests of {@code types}, one class after another in the same Java. */
    static void run(List<String> options, List<Class<?>> types) throws Exception {
        run(JavaProcess::runLikeThis, options, types.stream().map(Class::getName).toArray(String[]::new));
    }

    private static void run(Launcher launcher, List<String> options, String... tests) throws Exception {
        Path file = Files.createTempFile(JavaProcess.FOLDER, "failures", null);
        try {
            String printed = launcher.run(options, Fork.class, Stream.concat(Stream.of(file.toString()), Stream.of(tests)).toArray(String[]::new));
            List<Throwable> failures = read(file);
            failures.forEach(failure -> failure.addSuppressed(new Exception("in a Java with " + options + ", which printed:\n" + printed)));
            MultipleFailureException.assertEmpty(failures);
        } finally {
            Files.delete(file);
        }
    }

    private static List<Throwable> read(Path file) throws IOException, ClassNotFoundException {
        List<Throwable> failures = new ArrayList<>();
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            for (int i = in.readInt(); i > 0; i--) {
                failures.add((Throwable) in.readObject());
            }
        }
        return failures;
    }

    private static void write(List<Failure> failures, Path file) throws IOException {
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
            out.writeInt(failures.size());
            for (Failure failure : failures) {
                out.writeObject(isSerializable(failure.getException()) ? failure.getException() : new AssertionError(failure.getTrace()));
            }
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

    /** Keeps the failures, and tells where a process is that hangs or crashes. */
    private static final class Listener extends RunListener {

        private final List<Failure> failures = Collections.synchronizedList(new ArrayList<>());
        private final boolean isOneTest;

        Listener(boolean isOneTest) {
            this.isOneTest = isOneTest;
        }

        @Override
        public void testStarted(Description description) {
            System.out.println(description);
        }

        @Override
        public void testFailure(Failure failure) {
            failures.add(failure);
        }

        /** One of many is skipped alone. */
        @Override
        public void testAssumptionFailure(Failure failure) {
            System.out.println("skipped: " + failure.getMessage());
            if (isOneTest) {
                failures.add(failure);
            }
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
        Listener listener = new Listener(test >= 0);
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
        write(listener.failures, Path.of(arguments[0]));
        // Threads may remain.
        System.exit(0);
    }
}
