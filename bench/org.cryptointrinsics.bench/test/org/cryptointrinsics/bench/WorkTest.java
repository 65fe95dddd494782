package org.cryptointrinsics.bench;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** How often kernels must be called: what the benchmarks expect is what the plugin does. */
public class WorkTest {

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
