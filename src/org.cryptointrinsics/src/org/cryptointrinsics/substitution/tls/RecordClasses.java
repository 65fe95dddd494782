package org.cryptointrinsics.substitution.tls;

import java.util.List;

/** Names of the JDK's classes for records of TLS. */
public final class RecordClasses {

    static final String ENGINE_OUTPUT = EngineFields.PACKAGE + "SSLEngineOutputRecord";
    static final String ENGINE_INPUT = EngineFields.PACKAGE + "SSLEngineInputRecord";
    static final String CIPHER = EngineFields.PACKAGE + "SSLCipher$";
    static final String GCM_WRITE_13 = CIPHER + "T13GcmWriteCipherGenerator$GcmWriteCipher";
    static final String GCM_READ_13 = CIPHER + "T13GcmReadCipherGenerator$GcmReadCipher";
    static final String GCM_WRITE_12 = CIPHER + "T12GcmWriteCipherGenerator$GcmWriteCipher";
    static final String GCM_READ_12 = CIPHER + "T12GcmReadCipherGenerator$GcmReadCipher";
    static final String AUTHENTICATOR = EngineFields.PACKAGE + "Authenticator";

    /** Names of the classes of the objects that a connection consists of while it sends and receives data. */
    public static final List<String> ALL = List.of(EngineFields.ENGINE, EngineFields.PACKAGE + "SSLContextImpl$TLSContext", ENGINE_OUTPUT,
                    ENGINE_OUTPUT + "$HandshakeFragment", ENGINE_INPUT, GCM_WRITE_13, GCM_READ_13, GCM_WRITE_12, GCM_READ_12, AUTHENTICATOR + "$TLS13Authenticator",
                    AUTHENTICATOR + "$TLS10Authenticator");

    private RecordClasses() {
    }
}
