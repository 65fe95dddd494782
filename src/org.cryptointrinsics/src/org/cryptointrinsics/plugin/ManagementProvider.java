package org.cryptointrinsics.plugin;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

import org.cryptointrinsics.linkage.Background;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean;

import jdk.internal.loader.BootLoader;
import jdk.internal.misc.Unsafe;
import jdk.internal.module.ServicesCatalog.ServiceProvider;

import sun.management.spi.PlatformMBeanProvider;

/** Gives {@link ManagementFactory} the {@link CryptoIntrinsicsMXBean} when it is asked for its beans. Not loaded before. */
public final class ManagementProvider extends PlatformMBeanProvider {

    /** For {@code ServiceLoader}. */
    public ManagementProvider() {
    }

    @Override
    public List<PlatformComponent<?>> getPlatformComponentList() {
        return List.of(new Component());
    }

    /** Makes the bean known when the plugin starts. It is no lambda: in an image, HotSpot takes one from its archive, and does not find its constructor. */
    static final class Announcement implements Runnable {

        private static final String SERVICE = "sun.management.spi.PlatformMBeanProvider";
        private static final String PROVIDER = "org.cryptointrinsics.plugin.ManagementProvider";
        /** More than it takes to load the providers. */
        private static final long LONGEST_NANOS = 10_000_000_000L;
        private static final long PAUSE_NANOS = 50_000_000L;

        private final Class<?> finder;

        private Announcement(Class<?> finder) {
            this.finder = finder;
        }

        /**
         * Has the provider loaded with those of the JDK. As a service of its module it would not be: only those of the JDK's modules are.
         */
        static void make() {
            List<ServiceProvider> providers = BootLoader.getServicesCatalog().findServices(SERVICE);
            // Where the JDK was made without jdk.management, there is none to be loaded with.
            if (!providers.isEmpty()) {
                providers.add(new ServiceProvider(Announcement.class.getModule(), PROVIDER));
            }
            Class<?> finder = BootLoader.loadClassOrNull("java.lang.management.ManagementFactory$PlatformMBeanFinder");
            if (finder != null) {
                // A thread of the JIT is not to wait for who makes the server.
                Background.newThread("cryptointrinsics management", new Announcement(finder)).start();
            }
        }

        /** An application that begins to load the providers from now on finds this one. One that had begun is not seen to be done for a moment. */
        @Override
        public void run() {
            long start = System.nanoTime();
            while (Unsafe.getUnsafe().shouldBeInitialized(finder)) {
                if (System.nanoTime() - start > LONGEST_NANOS) {
                    return;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            registerWithServer();
        }

        /** The providers were loaded before the plugin started, as by an application that looks at other beans. */
        private static void registerWithServer() {
            try {
                MBeanServer server = ManagementFactory.getPlatformMBeanServer();
                Bean bean = new Bean();
                if (!server.isRegistered(bean.getObjectName())) {
                    server.registerMBean(bean, bean.getObjectName());
                }
            } catch (JMException | RuntimeException e) {
                // As of an application's own server, which may fail. Nobody is told.
                return;
            }
        }
    }

    private static final class Component implements PlatformComponent<CryptoIntrinsicsMXBean> {

        @Override
        public Set<Class<? extends CryptoIntrinsicsMXBean>> mbeanInterfaces() {
            return Set.of(CryptoIntrinsicsMXBean.class);
        }

        @Override
        public Set<String> mbeanInterfaceNames() {
            return Set.of(CryptoIntrinsicsMXBean.class.getName());
        }

        @Override
        public String getObjectNamePattern() {
            return CryptoIntrinsicsMXBean.OBJECT_NAME;
        }

        @Override
        public Map<String, CryptoIntrinsicsMXBean> nameToMBeanMap() {
            return Map.of(CryptoIntrinsicsMXBean.OBJECT_NAME, new Bean());
        }
    }

    private static final class Bean implements CryptoIntrinsicsMXBean {

        private final Status status = Status.started();

        @Override
        public ObjectName getObjectName() {
            try {
                return new ObjectName(OBJECT_NAME);
            } catch (MalformedObjectNameException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public String getGraalVersion() {
            return status.graal();
        }

        @Override
        public List<IntrinsicInfo> getIntrinsics() {
            return status.intrinsics();
        }

        @Override
        public List<EntryInfo> getEntries() {
            return status.entries();
        }

        @Override
        public Map<String, Long> getCalls() {
            return status.intrinsics().stream().collect(Collectors.toMap(IntrinsicInfo::name, IntrinsicInfo::calls, Long::sum));
        }

        @Override
        public Map<String, Long> getBytes() {
            return status.intrinsics().stream().collect(Collectors.toMap(IntrinsicInfo::name, IntrinsicInfo::bytes, Long::sum));
        }

        @Override
        public int getEnteredMethods() {
            return (int) status.entries().stream().filter(EntryInfo::entered).count();
        }
    }
}
