package org.cryptointrinsics.test.provider;

import static org.junit.Assert.assertArrayEquals;

import java.security.MessageDigest;
import java.security.Provider;
import java.security.Security;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Sites;
import org.junit.Test;

import jdk.internal.misc.Unsafe;

/** A look-up is compiled while another thread changes the provider: after it has marked that, and before it has. */
public class ProviderRaceTest {

    @Test
    public void serviceIsPutWhileLookUpIsCompiled() throws Exception {
        JavaProcess.runLikeThis(List.of(), Main.class);
    }

    /** What is executed in a process of its own. */
    public static final class Main {

        private static final byte[] MESSAGE = Reference.message(100);

        private Main() {
        }

        /** Stops a thread at its first look into it. */
        @SuppressWarnings("serial")
        private static final class Stop extends ConcurrentHashMap<Object, Object> {

            private final CountDownLatch isReached = new CountDownLatch(1);
            private final CountDownLatch isOver = new CountDownLatch(1);
            private volatile Thread stopped;

            Stop(Map<?, ?> map) {
                super(map);
            }

            @Override
            public Object get(Object key) {
                if (Thread.currentThread() == stopped) {
                    isReached.countDown();
                    try {
                        isOver.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
                return super.get(key);
            }
        }

        public static void main(String[] arguments) throws Exception {
            byte[] md2 = MessageDigest.getInstance("MD2").digest(MESSAGE);
            // So that all that it needs is resolved.
            Sites.hashMD5(MESSAGE);
            Provider sun = Security.getProvider("SUN");
            // Those that were put, and no others.
            Map<Object, Object> entries = new HashMap<>(sun);
            sun.clear();
            sun.putAll(entries);
            Unsafe unsafe = Unsafe.getUnsafe();
            long services = unsafe.objectFieldOffset(Provider.class, "legacyMap");
            Stop stop = new Stop((Map<?, ?>) unsafe.getReference(sun, services));
            unsafe.putReference(sun, services, stop);
            Thread other = Thread.ofPlatform().unstarted(() -> sun.put("MessageDigest.MD5", "sun.security.provider.MD2"));
            stop.stopped = other;
            other.start();
            stop.isReached.await();
            Jit.compile(Sites.class.getDeclaredMethod("hashMD5", byte[].class));
            // A service keeps the class that it was used with, whatever is put.
            stop.isOver.countDown();
            other.join();
            assertArrayEquals("was put", md2, Sites.hashMD5(MESSAGE));
        }
    }
}
