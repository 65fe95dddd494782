package org.cryptointrinsics.agent;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts calls of substitutions at the beginning of the JDK's methods. Applications wait for that, when they load a class: it needs next to no other class. A file tells the methods,
 * in the format of {@link java.io.DataOutputStream}: length and bytes of the class that is called, the number of calls, and of each the internal name of a class, the name and the
 * descriptor of its method, and those of the static method that is called. {@code org.cryptointrinsics.entry.EntryFiles} writes it. Thread-safe.
 */
public final class EntryCalls {

    /** Internal name of the class that is called, in {@code java.base}. */
    static final String CALLED = "sun/security/provider/CryptoIntrinsics";

    private final byte[] called;
    private final Map<String, List<Call>> calls = new HashMap<>();

    /** A call at the beginning of a method. */
    static final class Call {

        final String method;
        final String descriptor;
        final String calledMethod;
        final String calledDescriptor;

        Call(DataInputStream in) throws IOException {
            method = in.readUTF();
            descriptor = in.readUTF();
            calledMethod = in.readUTF();
            calledDescriptor = in.readUTF();
        }
    }

    /**
     * @param file the bytes of the file
     * @throws IOException if they end too early
     */
    public EntryCalls(byte[] file) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        called = new byte[in.readInt()];
        in.readFully(called);
        for (int count = in.readInt(); count > 0; count--) {
            String className = in.readUTF();
            List<Call> ofClass = calls.get(className);
            if (ofClass == null) {
                ofClass = new ArrayList<>();
                calls.put(className, ofClass);
            }
            ofClass.add(new Call(in));
        }
    }

    /** The class file of the class that is called. */
    byte[] called() {
        return called;
    }

    /**
     * The class file with the calls, or null if its methods have none.
     *
     * @param className internal name
     * @param file the class file without calls
     */
    public byte[] withCalls(String className, byte[] file) {
        List<Call> ofClass = calls.get(className);
        return ofClass == null ? null : new ClassFileEditor(file).withCalls(ofClass);
    }
}
