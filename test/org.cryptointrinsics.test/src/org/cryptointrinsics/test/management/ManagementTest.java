package org.cryptointrinsics.test.management;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.lang.management.ManagementFactory;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

import javax.management.JMX;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.IntrinsicInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.State;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.VariantInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean;
import org.cryptointrinsics.plugin.Status;
import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.tool.Main;
import org.junit.Test;

/** The plugin answers through the usual interfaces of management, in this VM and from another one. */
public class ManagementTest {

    private static List<IntrinsicInfo> intrinsics() throws Exception {
        return JMX.newMXBeanProxy(ManagementFactory.getPlatformMBeanServer(), new ObjectName(CryptoIntrinsicsMXBean.OBJECT_NAME), CryptoIntrinsicsMXBean.class).getIntrinsics();
    }

    private static IntrinsicInfo intrinsic(String name) throws Exception {
        return intrinsics().stream().filter(intrinsic -> intrinsic.name().equals(name)).findAny().orElseThrow();
    }

    @Test
    public void beanIsOfThePlatform() throws Exception {
        CryptoIntrinsicsMXBean bean = ManagementFactory.getPlatformMXBean(CryptoIntrinsicsMXBean.class);
        assertEquals(Status.get().graal(), bean.getGraalVersion());
        assertEquals(Status.get().intrinsics().stream().map(IntrinsicInfo::name).toList(), bean.getIntrinsics().stream().map(IntrinsicInfo::name).toList());
        assertEquals(bean.getIntrinsics().stream().map(IntrinsicInfo::name).toList(), intrinsics().stream().map(IntrinsicInfo::name).toList());
    }

    /** Exporters of metrics, such as that of Prometheus, take numbers, and tables of numbers by name. */
    @Test
    public void metricsAreNumbersByName() throws Exception {
        Calls.prepare();
        Calls.digest(MessageDigest.getInstance("MD5"), new byte[100]);
        IntrinsicInfo md5 = intrinsic("MD5");
        ObjectName bean = new ObjectName(CryptoIntrinsicsMXBean.OBJECT_NAME);
        TabularData calls = (TabularData) ManagementFactory.getPlatformMBeanServer().getAttribute(bean, "Calls");
        TabularData bytes = (TabularData) ManagementFactory.getPlatformMBeanServer().getAttribute(bean, "Bytes");
        assertEquals(md5.calls(), calls.get(new Object[] {"MD5"}).get("value"));
        assertEquals(md5.bytes(), bytes.get(new Object[] {"MD5"}).get("value"));
        assertTrue(md5.bytes() >= 2 * 64);
        assertEquals((int) Status.get().entries().stream().filter(CryptoIntrinsicsMXBean.EntryInfo::entered).count(),
                        ManagementFactory.getPlatformMBeanServer().getAttribute(bean, "EnteredMethods"));
    }

    @Test
    public void callsAreCounted() throws Exception {
        Calls.prepare();
        long before = intrinsic("MD5").calls();
        Calls.digest(MessageDigest.getInstance("MD5"), new byte[1]);
        IntrinsicInfo md5 = intrinsic("MD5");
        assertEquals(State.ON, md5.state());
        assertEquals(Jit.intrinsic("MD5").variant().name(), md5.variant());
        assertNull(md5.reason());
        assertEquals(before + 1, md5.calls());
        assertEquals(DigestAlgorithm.MD5.variants().size(), md5.variants().size());
        VariantInfo variant = md5.variants().stream().filter(one -> one.name().equals(md5.variant())).findAny().orElseThrow();
        assertEquals(List.of(), variant.missing());
        assertTrue(variant.tested());
        assertNull(variant.failure());
    }

    @Test
    public void otherProcessesAreAsked() throws Exception {
        Calls.prepare();
        List<String> options = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        JavaProcess.Result result = JavaProcess.execute(options, Main.class, "status", String.valueOf(ProcessHandle.current().pid()));
        assertEquals(result.told(), 0, result.exitCode());
        String variant = Jit.intrinsic("MD5").variant().name();
        assertTrue(result.told(), result.printed().lines().anyMatch(line -> line.matches("MD5 +on +" + variant + " +[1-9] of [1-9] +[1-9]\\d* +[1-9]\\d* +[1-9]\\d* +\\d+")));
        JavaProcess.Result none = JavaProcess.execute(options, Main.class, "status", "1");
        assertEquals(none.told(), 1, none.exitCode());
        assertTrue(none.told(), none.told().contains("cryptointrinsics: process 1 cannot be asked"));
    }

    /** An agent makes the server of beans before there is a JIT. */
    @Test
    public void beanIsRegisteredWithAServerThatIsThere() throws Exception {
        Fork.run(List.of("-Dcom.sun.management.jmxremote"), List.of(OfServer.class));
    }

    /** In a Java of its own. */
    public static final class OfServer {

        @Test
        public void beanAnswers() throws Exception {
            assertEquals(Status.get().intrinsics().size(), intrinsics().size());
            assertTrue(intrinsics().stream().allMatch(intrinsic -> intrinsic.calls() >= 0));
        }
    }
}
