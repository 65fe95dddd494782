package org.cryptointrinsics.workload;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** {@link Bytecodes} tells which bytecodes make arrays or call methods. */
public class BytecodesTest {

    private static final String NAME = BytecodesTest.class.getName();

    private Bytecodes bytecodes;

    @Before
    public void open() throws IOException {
        bytecodes = new Bytecodes(Workloads.jar());
    }

    @After
    public void close() throws IOException {
        bytecodes.close();
    }

    private List<Integer> indices(String type, String method, int bytes) {
        return IntStream.range(0, bytes).filter(index -> bytecodes.mayMakeArray(type, method, index)).boxed().toList();
    }

    /** Compiled to {@code iload_0}, {@code newarray}, {@code areturn}. */
    static byte[] make(int length) {
        return new byte[length];
    }

    /** Compiled to {@code aload_0}, {@code arraylength}, {@code invokestatic}, {@code areturn}. */
    static byte[] call(byte[] array) {
        return make(array.length);
    }

    @Test
    public void arraysAreMadeAndMethodsCalled() {
        assertEquals(List.of(1), indices(NAME, "make(I)[B", 4));
        assertEquals(List.of(2), indices(NAME, "call([B)[B", 6));
    }

    @Test
    public void classesOfTheJdkAreFound() {
        assertTrue(indices("java.util.Arrays", "copyOf([BI)[B", 20).size() < 20);
    }

    @Test
    public void classesOfThePluginAreFound() {
        assertTrue(indices("org.cryptointrinsics.substitution.cipher.AesGcmParameters", "leave()V", 1).isEmpty());
    }

    @Test
    public void unknownCodeMayDoAnything() {
        assertTrue(bytecodes.mayMakeArray("no.such.Type", "make(I)[B", 0));
        assertTrue(bytecodes.mayMakeArray(NAME, "noSuchMethod()V", 0));
    }
}
