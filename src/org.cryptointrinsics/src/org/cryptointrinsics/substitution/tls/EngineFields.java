package org.cryptointrinsics.substitution.tls;

import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

import org.cryptointrinsics.substitution.JdkMembers;

import jdk.internal.misc.Unsafe;

/** What the substitutions need of the JDK's {@code SSLEngine}, and of the state of its connection. */
public final class EngineFields {

    static final String PACKAGE = "sun.security.ssl.";
    public static final String ENGINE = PACKAGE + "SSLEngineImpl";

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final JdkMembers MEMBERS = RecordFamily.MEMBERS;

    private static final JdkMembers.StaticField IS_LOGGED = MEMBERS.staticField(MEMBERS.type(PACKAGE + "SSLLogger"), List.of("isOn", "logging"), boolean.class);

    private static final Class<?> CONTEXT_CLASS = MEMBERS.type(PACKAGE + "TransportContext");
    private static final Class<?> ENGINE_CLASS = MEMBERS.type(ENGINE);
    private static final long LOCK = MEMBERS.field(ENGINE_CLASS, "engineLock", ReentrantLock.class);
    private static final long CONTEXT = MEMBERS.field(ENGINE_CLASS, "conContext", CONTEXT_CLASS);

    private static final Class<?> CONFIGURATION_CLASS = MEMBERS.type(PACKAGE + "SSLConfiguration");
    private static final Class<?> SESSION_CLASS = MEMBERS.type(PACKAGE + "SSLSessionImpl");
    private static final long INPUT = MEMBERS.field(CONTEXT_CLASS, "inputRecord", MEMBERS.type(PACKAGE + "InputRecord"));
    private static final long OUTPUT = MEMBERS.field(CONTEXT_CLASS, "outputRecord", MEMBERS.type(PACKAGE + "OutputRecord"));
    private static final long HANDSHAKE = MEMBERS.field(CONTEXT_CLASS, "handshakeContext", MEMBERS.type(PACKAGE + "HandshakeContext"));
    private static final long CONFIGURATION = MEMBERS.field(CONTEXT_CLASS, "sslConfig", CONFIGURATION_CLASS);
    private static final long SESSION = MEMBERS.field(CONTEXT_CLASS, "conSession", SESSION_CLASS);
    private static final long THROWN = MEMBERS.field(CONTEXT_CLASS, "delegatedThrown", Exception.class);
    private static final long IS_UNSURE = MEMBERS.field(CONTEXT_CLASS, "isUnsureMode", boolean.class);
    private static final long IS_NEGOTIATED = MEMBERS.field(CONTEXT_CLASS, "isNegotiated", boolean.class);
    private static final long IS_TO_BE_FINISHED = MEMBERS.field(CONTEXT_CLASS, "needHandshakeFinishedStatus", boolean.class);

    private static final long IS_CLIENT = MEMBERS.field(CONFIGURATION_CLASS, "isClientMode", boolean.class);
    private static final long NEEDS_TICKET = MEMBERS.field(SESSION_CLASS, "updateNST", boolean.class);
    private static final long MOST_PACKET_BYTES = MEMBERS.field(SESSION_CLASS, "maximumPacketSize", int.class);
    private static final long MOST_FRAGMENT_BYTES = MEMBERS.field(SESSION_CLASS, "negotiatedMaxFragLen", int.class);
    private static final MethodHandle PACKET_BYTES = MEMBERS.method(SESSION_CLASS, "getPacketBufferSize", int.class);

    private EngineFields() {
    }

    /** Whether it is an engine of the JDK. */
    static boolean isOfJdk(Object engine) {
        return ENGINE_CLASS.isInstance(engine);
    }

    /** What whoever wraps or unwraps holds. */
    static ReentrantLock lock(Object engine) {
        return (ReentrantLock) U.getReference(engine, LOCK);
    }

    private static Object context(Object engine) {
        return U.getReference(engine, CONTEXT);
    }

    /** What has the records that come. */
    static Object input(Object engine) {
        return U.getReference(context(engine), INPUT);
    }

    /** What has the records that are sent. */
    static Object output(Object engine) {
        return U.getReference(context(engine), OUTPUT);
    }

    /** Whether the connection has nothing to do but to send or to receive data: no handshake, no message of its own, no error, and nothing is logged. */
    static boolean hasOnlyData(Object engine) {
        Object context = context(engine);
        return U.getBoolean(context, IS_NEGOTIATED) && !U.getBoolean(context, IS_UNSURE) && !U.getBoolean(context, IS_TO_BE_FINISHED) &&
                        U.getReference(context, HANDSHAKE) == null && U.getReference(context, THROWN) == null && !U.getBoolean(IS_LOGGED.base(), IS_LOGGED.offset());
    }

    /** Whether a server is to make a new ticket of the session (RFC 8446, 4.6.1) once it has sent data. */
    static boolean needsTicket(Object engine) {
        Object context = context(engine);
        return U.getBoolean(U.getReference(context, SESSION), NEEDS_TICKET) && !U.getBoolean(U.getReference(context, CONFIGURATION), IS_CLIENT);
    }

    /** {@code SSLSession.getPacketBufferSize()}, without the session's lock: what it returns is changed by who holds the engine's, but for what is rare. */
    static int packetBytes(Object engine) {
        Object session = U.getReference(context(engine), SESSION);
        int most = U.getInt(session, MOST_PACKET_BYTES);
        if (most > 0 && U.getInt(session, MOST_FRAGMENT_BYTES) <= 0) {
            return most;
        }
        try {
            return (int) PACKET_BYTES.invokeExact(session);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
