package org.cryptointrinsics.test.bytecode;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** What {@link CountingAgent} has the JDK's methods call. Of the boot class loader, there. */
public final class CallCounts {

    /** Methods that are replaced by the plugin, as {@link #count} names them. */
    static final Set<String> REPLACED = Set.of(
                    "java.security.MessageDigest.digest([B)[B",
                    "java.security.MessageDigest.getInstance(Ljava/lang/String;)Ljava/security/MessageDigest;",
                    "java.security.MessageDigest.getInstance(Ljava/lang/String;Ljava/lang/String;)Ljava/security/MessageDigest;",
                    "java.security.MessageDigest.getInstance(Ljava/lang/String;Ljava/security/Provider;)Ljava/security/MessageDigest;",
                    "java.security.MessageDigest.isEqual([B[B)Z",
                    "java.security.MessageDigest.update(Ljava/nio/ByteBuffer;)V",
                    "java.util.UUID.nameUUIDFromBytes([B)Ljava/util/UUID;",
                    "javax.crypto.Cipher.doFinal([B)[B",
                    "javax.crypto.Cipher.doFinal([BII)[B",
                    "javax.crypto.Cipher.doFinal([BII[B)I",
                    "javax.crypto.Cipher.doFinal([BII[BI)I",
                    "javax.crypto.Cipher.doFinal(Ljava/nio/ByteBuffer;Ljava/nio/ByteBuffer;)I",
                    "javax.crypto.Cipher.init(ILjava/security/Key;Ljava/security/spec/AlgorithmParameterSpec;)V",
                    "javax.crypto.Cipher.init(ILjava/security/Key;Ljava/security/spec/AlgorithmParameterSpec;Ljava/security/SecureRandom;)V",
                    "javax.crypto.Mac.doFinal([B)[B",
                    "javax.crypto.Mac.doFinal([BI)V",
                    "javax.crypto.Mac.update([B)V",
                    "javax.crypto.spec.GCMParameterSpec.init(I[BII)V",
                    "com.sun.crypto.provider.CounterMode.crypt([BII[BI)I",
                    "com.sun.crypto.provider.GCTR.update(Ljava/nio/ByteBuffer;Ljava/nio/ByteBuffer;)I",
                    "com.sun.crypto.provider.GHASH.update([BII)I",
                    "com.sun.crypto.provider.GaloisCounterMode$GCMEngine.implGCMCrypt(Ljava/nio/ByteBuffer;Ljava/nio/ByteBuffer;)I",
                    "com.sun.crypto.provider.GaloisCounterMode.implGCMCrypt([BII[BI[BILcom/sun/crypto/provider/GCTR;Lcom/sun/crypto/provider/GHASH;)I",
                    "javax.net.ssl.SSLEngine.unwrap(Ljava/nio/ByteBuffer;Ljava/nio/ByteBuffer;)Ljavax/net/ssl/SSLEngineResult;",
                    "javax.net.ssl.SSLEngine.wrap(Ljava/nio/ByteBuffer;Ljava/nio/ByteBuffer;)Ljavax/net/ssl/SSLEngineResult;",
                    "sun.security.ssl.SSLEngineImpl.unwrap([Ljava/nio/ByteBuffer;II[Ljava/nio/ByteBuffer;II)Ljavax/net/ssl/SSLEngineResult;",
                    "sun.security.ssl.SSLEngineImpl.wrap([Ljava/nio/ByteBuffer;II[Ljava/nio/ByteBuffer;II)Ljavax/net/ssl/SSLEngineResult;",
                    "sun.security.provider.DigestBase.engineReset()V",
                    "sun.security.provider.DigestBase.implCompressMultiBlock([BII)I",
                    "sun.security.provider.MD5.implCompress([BI)V",
                    "sun.security.provider.SHA.implCompress([BI)V",
                    "sun.security.provider.SHA2.implCompress([BI)V",
                    "sun.security.provider.SHA3.implCompress([BI)V",
                    "sun.security.provider.SHA5.implCompress([BI)V");

    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final Map<Thread, Map<String, Integer>> COUNTS = new ConcurrentHashMap<>();

    private CallCounts() {
    }

    /** Counts calls of this thread from now on. */
    public static void begin() {
        COUNTS.put(Thread.currentThread(), new TreeMap<>());
    }

    /** How often this thread has called which methods since {@link #begin}. */
    public static Map<String, Integer> end() {
        return COUNTS.remove(Thread.currentThread());
    }

    /** A call of {@code method}, which is named by its class, name and descriptor. */
    public static void count(String method) {
        Map<String, Integer> counts = COUNTS.get(Thread.currentThread());
        if (counts != null) {
            counts.merge(method, 1, Integer::sum);
        }
    }

    /** As {@link #count}, and what is called by which methods of {@link #REPLACED}: with a tab after the name of that. */
    public static void trace(String method) {
        // Not to trace what this calls.
        Map<String, Integer> counts = COUNTS.remove(Thread.currentThread());
        if (counts != null) {
            STACK.forEach(frame -> {
                String caller = frame.getClassName() + "." + frame.getMethodName() + frame.getDescriptor();
                if (REPLACED.contains(caller)) {
                    counts.merge(caller + "\t" + method, 1, Integer::sum);
                }
            });
            COUNTS.put(Thread.currentThread(), counts);
        }
    }
}
