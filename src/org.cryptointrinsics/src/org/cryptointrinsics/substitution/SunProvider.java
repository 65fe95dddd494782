package org.cryptointrinsics.substitution;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.MessageDigest;
import java.security.MessageDigestSpi;
import java.security.Provider;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jdk.internal.event.SecurityProviderServiceEvent;
import jdk.internal.misc.Unsafe;
import sun.security.provider.Sun;
import sun.security.util.CryptoAlgorithmConstraints;
import sun.security.util.Debug;

/**
 * Gives out the digests of the provider {@code SUN} as {@code MessageDigest.getInstance} does, but without a look-up, as long as that look-up would lead to
 * them: {@code SUN} is the first provider, and its services are its own.
 */
final class SunProvider {

    static final String PROVIDERS = "sun.security.jca.Providers";
    static final String PROVIDER_LIST = "sun.security.jca.ProviderList";
    static final String PROVIDER_CONFIG = "sun.security.jca.ProviderConfig";

    static final String SUN = "sun.security.provider.Sun";

    private static final String NAME = "SUN";
    private static final String TYPE = "MessageDigest";
    /** The classes of {@code SUN} by their names as services, and by the aliases of the one that is mostly asked for by these. */
    private static final Map<String, Class<?>> CLASSES = Map.ofEntries(
                    Map.entry("MD5", DigestFields.forName("sun.security.provider.MD5")),
                    Map.entry("SHA-1", DigestFields.forName("sun.security.provider.SHA")),
                    Map.entry("SHA1", DigestFields.forName("sun.security.provider.SHA")),
                    Map.entry("SHA", DigestFields.forName("sun.security.provider.SHA")),
                    Map.entry("SHA-224", DigestFields.forName("sun.security.provider.SHA2$SHA224")),
                    Map.entry("SHA-256", DigestFields.forName("sun.security.provider.SHA2$SHA256")),
                    Map.entry("SHA-384", DigestFields.forName("sun.security.provider.SHA5$SHA384")),
                    Map.entry("SHA-512", DigestFields.forName("sun.security.provider.SHA5$SHA512")),
                    Map.entry("SHA-512/224", DigestFields.forName("sun.security.provider.SHA5$SHA512_224")),
                    Map.entry("SHA-512/256", DigestFields.forName("sun.security.provider.SHA5$SHA512_256")),
                    Map.entry("SHA3-224", DigestFields.forName("sun.security.provider.SHA3$SHA224")),
                    Map.entry("SHA3-256", DigestFields.forName("sun.security.provider.SHA3$SHA256")),
                    Map.entry("SHA3-384", DigestFields.forName("sun.security.provider.SHA3$SHA384")),
                    Map.entry("SHA3-512", DigestFields.forName("sun.security.provider.SHA3$SHA512")),
                    Map.entry("SHAKE128-256", DigestFields.forName("sun.security.provider.SHA3$SHAKE128Hash")),
                    Map.entry("SHAKE256-512", DigestFields.forName("sun.security.provider.SHA3$SHAKE256Hash")));
    private static final Map<String, MethodHandle> CONSTRUCTORS = CLASSES.entrySet().stream().collect(
                    Collectors.toMap(Map.Entry::getKey, entry -> constructor(entry.getValue())));
    /** What may be {@link #expected}. */
    static final List<String> NAMES = List.copyOf(CLASSES.keySet());

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final Object STATICS_OF_PROVIDERS = statics(PROVIDERS, "providerList");
    private static final long LIST = staticOffset(PROVIDERS, "providerList");
    private static final long THREAD_LISTS_USED = staticOffset(PROVIDERS, "threadListsUsed");
    private static final Object STATICS_OF_LIST = statics(PROVIDER_LIST, "preferredPropList");
    private static final long PREFERRED = staticOffset(PROVIDER_LIST, "preferredPropList");
    private static final long CONFIGS = U.objectFieldOffset(DigestFields.forName(PROVIDER_LIST), "configs");
    private static final long CONFIGURED = U.objectFieldOffset(DigestFields.forName(PROVIDER_CONFIG), "provider");
    private static final long SERVICE_MAP = U.objectFieldOffset(Provider.class, "serviceMap");
    private static final long SERVICES = U.objectFieldOffset(Provider.class, "serviceSet");
    private static final long SERVICES_CHANGED = U.objectFieldOffset(Provider.class, "servicesChanged");
    private static final long LEGACY_CHANGED = U.objectFieldOffset(Provider.class, "legacyChanged");

    private static final MethodHandle NEW_DELEGATE = newDelegate();

    private static volatile Lookup lookup = new Lookup(null, null, null, null);

    /**
     * Providers that lead to the digests of {@code SUN}.
     *
     * @param list the {@code ProviderList}
     * @param sun its first provider
     * @param services those of that provider, which makes this set anew when they change and somebody asks
     * @param digests those of {@link #NAMES} whose use is not restricted
     */
    private record Lookup(Object list, Provider sun, Set<Provider.Service> services, Map<String, Digest> digests) {
    }

    /**
     * @param index of its name in {@link #NAMES}
     */
    private record Digest(int index, MethodHandle constructor) {
    }

    private SunProvider() {
    }

    private static Object statics(String type, String field) {
        try {
            return U.staticFieldBase(DigestFields.forName(type).getDeclaredField(field));
        } catch (NoSuchFieldException e) {
            throw new NoSuchFieldError(e.getMessage());
        }
    }

    private static long staticOffset(String type, String field) {
        try {
            return U.staticFieldOffset(DigestFields.forName(type).getDeclaredField(field));
        } catch (NoSuchFieldException e) {
            throw new NoSuchFieldError(e.getMessage());
        }
    }

    private static MethodHandle newDelegate() {
        try {
            Class<?> delegate = DigestFields.forName(DigestFields.DELEGATE);
            MethodType type = MethodType.methodType(delegate, MessageDigestSpi.class, String.class, Provider.class);
            return MethodHandles.privateLookupIn(delegate, MethodHandles.lookup()).findStatic(delegate, "of", type).asType(type.changeReturnType(MessageDigest.class));
        } catch (ReflectiveOperationException e) {
            throw new NoSuchMethodError(e.getMessage());
        }
    }

    private static MethodHandle constructor(Class<?> spi) {
        try {
            MethodHandle constructor = MethodHandles.privateLookupIn(spi, MethodHandles.lookup()).findConstructor(spi, MethodType.methodType(void.class));
            return constructor.asType(MethodType.methodType(MessageDigestSpi.class));
        } catch (ReflectiveOperationException e) {
            throw new NoSuchMethodError(e.getMessage());
        }
    }

    /** Names of the classes of {@code SUN} that digests may be of. */
    static Stream<String> digestClasses() {
        return CLASSES.values().stream().map(Class::getName);
    }

    /** As {@link DigestFields#link}, after {@link #find} found. */
    static void link() {
        try {
            // One is enough, and one that is in use: for the others there would be kernels to compile from now on.
            Set<String> names = lookup.digests.keySet();
            Optional<String> inUse = names.stream().filter(name -> !U.shouldBeInitialized(CLASSES.get(name))).findAny().or(() -> names.stream().findAny());
            if (inUse.isPresent()) {
                newInstance(inUse.get());
            }
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** The constructor behind a name; null if that is not the name of a digest with a kernel, or if its use is restricted. Where this is compiled, a constant. */
    static MethodHandle constructor(String name) {
        MethodHandle constructor = CONSTRUCTORS.get(name.toUpperCase(Locale.ENGLISH));
        // What it says does not change.
        return constructor != null && CryptoAlgorithmConstraints.permits(TYPE, name) ? constructor : null;
    }

    /** Whether the JDK prints every look-up: {@code -Djava.security.debug=provider}. */
    static boolean isPrinted() {
        return Debug.isOn("provider");
    }

    // A provider marks that it has changed before it is changed, and getServices takes the mark away: what is found between the two may be old, and nothing tells so
    // afterwards. Provider.put and its kin do so, and only change services that were themselves put in that way; SUN's are not, and come first when one is looked for.
    // So services that were put are not taken for granted. Provider.clear is the only other public method that changes services; the set of all, which it takes away last,
    // is never the same again. Provider.putService marks the provider once more at its end, and it and removeService, which does not, are protected: SUN itself calls
    // neither after it was made.

    /** Whether the current providers lead to the digests of {@code SUN}. No code is called that is not the JDK's own. */
    static synchronized boolean find() {
        Object list = U.getReferenceVolatile(STATICS_OF_PROVIDERS, LIST);
        if (list == null) {
            // Nobody has asked for a provider yet.
            return false;
        }
        Object[] configs = (Object[]) U.getReference(list, CONFIGS);
        if (U.getReferenceVolatile(STATICS_OF_LIST, PREFERRED) != null || configs.length == 0) {
            return false;
        }
        if (!(U.getReferenceVolatile(configs[0], CONFIGURED) instanceof Sun sun)) {
            return false;
        }
        if (!isUnchanged()) {
            Set<Provider.Service> services = sun.getServices();
            Map<?, ?> notPut = (Map<?, ?>) U.getReference(sun, SERVICE_MAP);
            for (Map.Entry<String, Class<?>> entry : CLASSES.entrySet()) {
                Provider.Service service = sun.getService(TYPE, entry.getKey());
                if (service == null || service.getClass() != Provider.Service.class || !service.getClassName().equals(entry.getValue().getName()) ||
                                !notPut.containsValue(service)) {
                    return false;
                }
            }
            // It takes null as a key, unlike Map.of().
            Map<String, Digest> digests = new HashMap<>();
            for (int i = 0; i < NAMES.size(); i++) {
                MethodHandle constructor = constructor(NAMES.get(i));
                if (constructor != null) {
                    digests.put(NAMES.get(i), new Digest(i, constructor));
                }
            }
            lookup = new Lookup(list, sun, services, digests);
        }
        return isUnchanged();
    }

    /** Whether {@link #find} would find what it found last. */
    static boolean isUnchanged() {
        Lookup found = lookup;
        return found.list != null && U.getReferenceVolatile(STATICS_OF_PROVIDERS, LIST) == found.list && U.getIntVolatile(STATICS_OF_PROVIDERS, THREAD_LISTS_USED) == 0 &&
                        U.getReferenceVolatile(found.sun, SERVICES) == found.services && !U.getBooleanVolatile(found.sun, SERVICES_CHANGED) &&
                        !U.getBooleanVolatile(found.sun, LEGACY_CHANGED) && !SecurityProviderServiceEvent.isTurnedOn();
    }

    /** {@code MessageDigest.getInstance}. */
    static MessageDigest getInstance(String name) throws Throwable {
        MessageDigest digest = newInstance(name);
        return digest == null ? MessageDigest.getInstance(name) : digest;
    }

    /** {@code MessageDigest.getInstance}, both methods that take a provider. */
    static MessageDigest getInstance(String name, Object provider) throws Throwable {
        MessageDigest digest = null;
        if (isSun(provider)) {
            digest = newInstance(name);
        } else {
            leaveExpected();
        }
        if (digest != null) {
            return digest;
        }
        return provider instanceof Provider object ? MessageDigest.getInstance(name, object) : MessageDigest.getInstance(name, (String) provider);
    }

    /** Whether a provider or the name of one is that of {@code SUN}, after {@link #find} found. */
    static boolean isSun(Object provider) {
        return provider == lookup.sun || NAME.equals(provider);
    }

    /** A digest of {@code SUN}, or null if the JDK's method is to be asked. */
    private static MessageDigest newInstance(String name) throws Throwable {
        if (!isUnchanged()) {
            leave();
            return null;
        }
        String expected = expected(name);
        if (expected == null) {
            Digest digest = lookup.digests.get(name);
            if (digest == null) {
                return null;
            }
            expect(digest.index);
            return newInstance(name, digest.constructor, lookup.sun);
        }
        if (name == expected || expected.equals(name)) {
            return newInstance(name, constructor(expected), lookup.sun);
        }
        leaveExpected();
        return null;
    }

    private static MessageDigest newInstance(String name, MethodHandle constructor, Provider provider) throws Throwable {
        return (MessageDigest) NEW_DELEGATE.invokeExact((MessageDigestSpi) constructor.invokeExact(), name, provider);
    }

    /** Where this is compiled, the interpreter goes on from before the call that was replaced; the call will not be replaced there again. */
    static void leave() {
    }

    // A digest whose class is known need not be made if only its result is used. So a call with a name that is no constant is compiled for the first name that it is
    // given, and for any name as soon as it is given another.

    /** Where this is compiled, a constant: the only name that the call was given so far, or null if that is not known or there were several. */
    private static String expected(String name) {
        return null;
    }

    /** Where this is compiled and the call was given no name so far, it will be compiled anew, with that of {@link #NAMES} as the {@link #expected}. */
    private static void expect(int index) {
    }

    /** Where this is compiled for what is expected, the interpreter goes on as from {@link #leave}; the call will be compiled anew, for any arguments. */
    static void leaveExpected() {
    }
}
