package org.cryptointrinsics.bench;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.FieldModel;
import java.lang.constant.ConstantDesc;

import org.junit.Test;

/** How often kernels must be called: what the benchmarks expect is what the plugin does. */
public class WorkTest {

    /** Read from the class file, as the plugin's classes need Graal to be initialized. */
    private static ConstantDesc constant(String className, String name) throws IOException {
        String file = "/org/cryptointrinsics/substitution/" + className + ".class";
        try (InputStream in = WorkTest.class.getResourceAsStream(file)) {
            assertNotNull(file, in);
            FieldModel field = ClassFile.of().parse(in.readAllBytes()).fields().stream().filter(one -> one.fieldName().equalsString(name)).findAny().orElseThrow();
            return field.findAttribute(Attributes.constantValue()).orElseThrow().constant().constantValue();
        }
    }

    @Test
    public void chunksAreThoseOfThePlugin() throws IOException {
        assertEquals(constant("cipher/AesGcmMessages", "LONGEST"), Work.CIPHER_CHUNK);
        assertEquals(constant("digest/DigestBaseSubstitutions", "CHUNK"), Work.DIGEST_CHUNK);
    }

    @Test
    public void callsAreCounted() {
        assertEquals(4, Work.ENCRYPT_HEAP.calls(Algorithm.AES_128_GCM, 1024 * 1024));
        assertEquals(1, Work.ENCRYPT_HEAP.calls(Algorithm.AES_128_GCM, 64));
        // The last block is padding.
        assertEquals(33, Work.HEAP.calls(Algorithm.MD5, 1024 * 1024));
        assertEquals(2, Work.TLS_HEAP.calls(Algorithm.AES_128_GCM, 16 * 1024 - 17));
        assertEquals(1, Work.FROM_C1.calls(Algorithm.AES_128_GCM, 64));
        assertEquals(2, Work.FROM_C1.calls(Algorithm.SHA_256, 16 * 1024));
        assertEquals(4, Work.TLS_HEAP.calls(Algorithm.AES_128_GCM, 16 * 1024 - 16));
    }
}
