package org.cryptointrinsics.workload;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;

/** Where methods of the plugin, of the class path and of the JDK may make arrays. */
final class Bytecodes implements AutoCloseable {

    /** The plugin is not on the class path. */
    private final URLClassLoader classes;
    /** For a method, the indices of such bytecodes. */
    private final Map<String, Set<Integer>> indices = new HashMap<>();

    /**
     * @param plugin the jar
     */
    Bytecodes(Path plugin) throws IOException {
        classes = new URLClassLoader(new URL[]{plugin.toUri().toURL()});
    }

    @Override
    public void close() throws IOException {
        classes.close();
    }

    /** As {@link #mayMakeArray(String, String, int)}. */
    boolean mayMakeArray(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        return mayMakeArray(method.getType().getName(), method.getName() + method.getDescriptor(), frame.getBytecodeIndex());
    }

    /**
     * Whether the bytecode makes an array or calls a method. True as well if the class cannot be found.
     *
     * @param method with its descriptor
     */
    boolean mayMakeArray(String className, String method, int index) {
        String key = className + "." + method;
        if (!indices.containsKey(key)) {
            read(className);
            indices.putIfAbsent(key, null);
        }
        Set<Integer> found = indices.get(key);
        return found == null || found.contains(index);
    }

    private void read(String className) {
        try (InputStream file = classes.getResourceAsStream(className.replace('.', '/') + ".class")) {
            if (file != null) {
                for (MethodModel method : ClassFile.of().parse(file.readAllBytes()).methods()) {
                    indices.put(className + "." + method.methodName().stringValue() + method.methodType().stringValue(), indices(method));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<Integer> indices(MethodModel method) {
        Map<Integer, Instruction> all = new HashMap<>();
        method.code().ifPresent(code -> {
            int index = 0;
            for (CodeElement element : code) {
                if (element instanceof Instruction instruction) {
                    all.put(index, instruction);
                    index += instruction.sizeInBytes();
                }
            }
        });
        return all.entrySet().stream().filter(entry -> mayMakeArray(entry.getValue())).map(Map.Entry::getKey).collect(Collectors.toSet());
    }

    private static boolean mayMakeArray(Instruction instruction) {
        return switch (instruction) {
            case NewPrimitiveArrayInstruction _, NewReferenceArrayInstruction _, NewMultiArrayInstruction _, InvokeInstruction _, InvokeDynamicInstruction _ -> true;
            default -> false;
        };
    }
}
