package org.cryptointrinsics.substitution.digest;

import java.lang.invoke.MethodHandle;
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

import org.cryptointrinsics.linkage.Background;
import org.cryptointrinsics.substitution.JdkMembers.StaticField;
import org.cryptointrinsics.substitution.JdkMembers;

import jdk.internal.event.SecurityProviderServiceEvent;
import jdk.internal.misc.Unsafe;
import sun.security.provider.Sun;
import sun.security.util.CryptoAlgorithmConstraints;
import sun.security.util.Debug;

/**
 * Gives out the digests of the provider {@code SUN} as {@code MessageDigest.getInstance} does, but without a look-up, as long as that look-up would lead to
 * them: {@code SUN} is the first provider, and its services are its own.
 */
public final class SunProvider {

    static final String PROVIDERS = "sun.security.jca.Providers";
    static final String PROVIDER_LIST = "sun.security.jca.ProviderList";
    static final String PROVIDER_CONFIG = "sun.security.jca.ProviderConfig";

    public static final String SUN = "sun.security.provider.Sun";

    private static final String NAME = "SUN";
    private static final String TYPE = "MessageDigest";
    private static final JdkMembers MEMBERS = DigestFamily.MEMBERS;

    /** The classes of {@code SUN} by their names as services. */
    private static final Map<String, Class<?>> CLASSES = classes();
    private static final Map<String, MethodHandle> CONSTRUCTORS = constructors();
    /** What may be {@link #expected}. */
    public static final List<String> NAMES = List.copyOf(CLASSES.keySet());

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final Class<?> LIST_CLASS = MEMBERS.type(PROVIDER_LIST);
    private static final Class<?> PROVIDERS_CLASS = MEMBERS.type(PROVIDERS);
    private static final StaticField LIST = MEMBERS.staticField(PROVIDERS_CLASS, "providerList", LIST_CLASS);
    private static final StaticField THREAD_LISTS_USED = MEMBERS.staticField(PROVIDERS_CLASS, "threadListsUsed", int.class);
    private static final StaticField PREFERRED = MEMBERS.staticField(LIST_CLASS, "preferredPropList", MEMBERS.type(PROVIDER_LIST + "$PreferredList"));
    private static final Class<?> CONFIG_CLASS = MEMBERS.type(PROVIDER_CONFIG);
    private static final long CONFIGS = MEMBERS.field(LIST_CLASS, "configs", CONFIG_CLASS == null ? null : CONFIG_CLASS.arrayType());
    private static final long CONFIGURED = MEMBERS.field(CONFIG_CLASS, "provider", Provider.class);
    private static final long SERVICE_MAP = MEMBERS.field(Provider.class, "serviceMap", Map.class);
    private static final long SERVICES = MEMBERS.field(Provider.class, "serviceSet", Set.class);
    private static final long SERVICES_CHANGED = MEMBERS.field(Provider.class, "servicesChanged", boolean.class);
    private static final long LEGACY_CHANGED = MEMBERS.field(Provider.class, "legacyChanged", boolean.class);

    /** From JDK 28 on, the JDK warns of the use of some. */
    private static final MethodHandle IS_LEGACY = MEMBERS.methodIfThere(CryptoAlgorithmConstraints.class, "isLegacy", boolean.class, String.class, String.class);

    private static final Class<?> DELEGATE = MEMBERS.type(DigestFields.DELEGATE);
    private static final MethodHandle NEW_DELEGATE = newDelegate();

    /** How often it is worthwhile to look. */
    private static final long LOOK_NANOS = 1_000_000_000;

    private static final Runnable FIND = SunProvider::find;
    private static volatile long looked = System.nanoTime() - 2 * LOOK_NANOS;
    private static volatile Lookup lookup = new Lookup(null, null, null, null, false);

    /**
     * Providers that lead to the digests of {@code SUN}.
     *
     * @param list the {@code ProviderList}
     * @param sun its first provider
     * @param services those of that provider, which makes this set anew when they change and somebody asks
     * @param digests those of {@link #NAMES} whose use is neither restricted nor warned of
     * @param isMD5Permitted whether MD5 is one of them
     */
    private record Lookup(Object list, Provider sun, Set<Provider.Service> services, Map<String, Digest> digests, boolean isMD5Permitted) {
    }

    /**
     * @param index of its name in {@link #NAMES}
     */
    private record Digest(int index, MethodHandle constructor) {
    }

    private SunProvider() {
    }

    private static MethodHandle newDelegate() {
        MethodHandle method = MEMBERS.method(DELEGATE, "of", DELEGATE, MessageDigestSpi.class, String.class, Provider.class);
        return method == null ? null : method.asType(MethodType.methodType(MessageDigest.class, MessageDigestSpi.class, String.class, Provider.class));
    }

    private static Map<String, MethodHandle> constructors() {
        Map<String, MethodHandle> constructors = new HashMap<>();
        CLASSES.forEach((name, type) -> constructors.put(name, MEMBERS.constructor(type, MessageDigestSpi.class)));
        return constructors;
    }

    private static Map<String, Class<?>> classes() {
        Map<String, Class<?>> classes = new HashMap<>();
        for (JdkDigest digest : JdkDigest.values()) {
            Class<?> type = MEMBERS.type(digest.className(), MessageDigestSpi.class);
            if (type != null) {
                digest.names().forEach(name -> classes.put(name, type));
            }
        }
        return Map.copyOf(classes);
    }

    /** Resolves what compiled code of this class cannot, after {@link #find} found. */
    public static void link() {
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

    /** The constructor behind a name; null if that is not the name of a digest with a kernel, or if its use is restricted or warned of. Where this is compiled, a constant. */
    public static MethodHandle constructor(String name) {
        MethodHandle constructor = CONSTRUCTORS.get(name.toUpperCase(Locale.ENGLISH));
        // What it says does not change.
        return constructor != null && CryptoAlgorithmConstraints.permits(TYPE, name) && !isLegacy(name) ? constructor : null;
    }

    private static boolean isLegacy(String name) {
        try {
            return IS_LEGACY != null && (boolean) IS_LEGACY.invokeExact(TYPE, name);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Whether the JDK prints every look-up: {@code -Djava.security.debug=provider}. */
    public static boolean isPrinted() {
        return Debug.isOn("provider");
    }

    // A provider marks that it has changed before it is changed, and getServices takes the mark away: what is found between the two may be old, and nothing tells so
    // afterwards. Provider.put and its kin do so, and only change services that were themselves put in that way; SUN's are not, and come first when one is looked for.
    // So services that were put are not taken for granted. Provider.clear is the only other public method that changes services; the set of all, which it takes away last,
    // is never the same again. Provider.putService marks the provider once more at its end, and it and removeService, which does not, are protected: SUN itself calls
    // neither after it was made.

    /** Whether the current providers lead to the digests of {@code SUN}. No code is called that is not the JDK's own. */
    public static synchronized boolean find() {
        Object list = U.getReferenceVolatile(LIST.base(), LIST.offset());
        if (list == null) {
            // Nobody has asked for a provider yet.
            return false;
        }
        Object[] configs = (Object[]) U.getReference(list, CONFIGS);
        // While look-ups are recorded, nothing of this would be used, and its own would be recorded, too.
        if (isPrinted() || SecurityProviderServiceEvent.isTurnedOn() || U.getReferenceVolatile(PREFERRED.base(), PREFERRED.offset()) != null || configs.length == 0) {
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
            lookup = new Lookup(list, sun, services, digests, digests.containsKey(JdkDigest.MD5.standardName()));
        }
        return isUnchanged();
    }

    /** Whether {@link #find} would find what it found last. */
    public static boolean isUnchanged() {
        Lookup found = lookup;
        return found.list != null && U.getReferenceVolatile(LIST.base(), LIST.offset()) == found.list &&
                        U.getIntVolatile(THREAD_LISTS_USED.base(), THREAD_LISTS_USED.offset()) == 0 &&
                        U.getReferenceVolatile(found.sun, SERVICES) == found.services && !U.getBooleanVolatile(found.sun, SERVICES_CHANGED) &&
                        !U.getBooleanVolatile(found.sun, LEGACY_CHANGED) && !SecurityProviderServiceEvent.isTurnedOn();
    }

    /** Whether the use of MD5 is not restricted, after {@link #find} found. */
    static boolean isMD5Permitted() {
        return lookup.isMD5Permitted;
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
    public static boolean isSun(Object provider) {
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

    /**
     * Where Graal compiles this in place of a call, the interpreter goes on from before that, and it will not be replaced there again. Elsewhere, this has the providers looked
     * at again in the background.
     */
    static void leave() {
        long now = System.nanoTime();
        if (now - looked > LOOK_NANOS) {
            looked = now;
            Background.execute(FIND);
        }
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
