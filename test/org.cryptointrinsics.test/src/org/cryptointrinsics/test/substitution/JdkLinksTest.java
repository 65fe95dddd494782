package org.cryptointrinsics.test.substitution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.module.ModuleReader;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.substitution.JdkMembers;
import org.cryptointrinsics.substitution.cipher.AesFamily;
import org.cryptointrinsics.substitution.curve.XecFamily;
import org.cryptointrinsics.substitution.digest.DigestFamily;
import org.cryptointrinsics.substitution.digest.JdkDigest;
import org.cryptointrinsics.substitution.lattice.MlDsaFamily;
import org.cryptointrinsics.substitution.lattice.MlKemFamily;
import org.cryptointrinsics.substitution.tls.RecordFamily;
import org.cryptointrinsics.test.Jit;
import org.junit.Test;

/** There is no member of the JDK that substitutions use and that is not looked for. */
public class JdkLinksTest {

    /** Where it is told if what is named is missing, and applications have nothing of it. */
    private static final List<String> TOLD = List.of("org/cryptointrinsics/linkage/", "org/cryptointrinsics/plugin/", "org/cryptointrinsics/precompiled/",
                    "org/cryptointrinsics/selection/");
    /** Graal needs it as well. */
    private static final String UNSAFE = "jdk/internal/misc/Unsafe";

    @Test
    public void whatIsNamedWasLookedFor() throws IOException {
        Jit.intrinsics().all().forEach(Intrinsic::fitsJdk);
        assertNull(RecordFamily.INSTANCE.misfit());
        Set<String> found = Stream.of(DigestFamily.MEMBERS, AesFamily.MEMBERS, RecordFamily.MEMBERS, MlKemFamily.MEMBERS, MlDsaFamily.MEMBERS, XecFamily.MEMBERS,
                        JdkMembers.SHARED) //
                        .flatMap(group -> group.found().stream()) //
                        .filter(member -> !(member instanceof Constructor)) //
                        .map(member -> member.getName() + OtherJdk.type(member)).collect(Collectors.toSet());
        Set<String> named = new TreeSet<>();
        try (ModuleReader plugin = JdkMembers.class.getModule().getLayer().configuration().findModule("org.cryptointrinsics").orElseThrow().reference().open()) {
            for (String file : plugin.list().filter(file -> file.endsWith(".class") && TOLD.stream().noneMatch(file::startsWith)).toList()) {
                try (InputStream in = plugin.open(file).orElseThrow()) {
                    for (PoolEntry entry : ClassFile.of().parse(in.readAllBytes()).constantPool()) {
                        if (entry instanceof MemberRefEntry link && isInternal(link)) {
                            named.add(link.name().stringValue() + link.type().stringValue());
                        }
                    }
                }
            }
        }
        assertTrue(named.toString(), named.size() > 10);
        named.removeAll(found);
        assertEquals(Set.of(), named);
    }

    /** The plugin calls them by method handles, so no class file names them. */
    @Test
    public void constructorsWereLookedFor() throws ReflectiveOperationException {
        Jit.intrinsics().all().forEach(Intrinsic::fitsJdk);
        for (JdkDigest digest : JdkDigest.values()) {
            assertTrue(digest.className(), DigestFamily.MEMBERS.found().contains(Class.forName(digest.className()).getDeclaredConstructor()));
        }
    }

    private static boolean isInternal(MemberRefEntry link) {
        String owner = link.owner().asInternalName();
        String packageName = owner.substring(0, Math.max(0, owner.lastIndexOf('/'))).replace('/', '.');
        Module base = Object.class.getModule();
        return base.getPackages().contains(packageName) && !base.isExported(packageName) && !owner.equals(UNSAFE);
    }
}
