package org.cryptointrinsics.test.entry;

import static org.cryptointrinsics.test.entry.SurroundingsTest.assertByKernels;

import org.cryptointrinsics.test.AnyJdk;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** The agent with options that turn it off, or are none of its own. */
@Category(AnyJdk.class)
public class OptionsTest {

    private static void assertOff(String reason, String option) throws Exception {
        SurroundingsTest.assertOff(reason, C2.classPath(), C2.options(option));
    }

    @Test
    public void wrongOption() throws Exception {
        assertOff("'no-digest' in option CryptoIntrinsics is not one of: ", "-Djdk.graal.CryptoIntrinsics=no-digest");
        assertOff("'no-digest' in option cryptointrinsics is not one of: ", "-Dcryptointrinsics=no-digest");
        assertOff("'Cipher.finish' in option cryptointrinsics is not one of: Cipher.doFinal, Cipher.init, ", "-Dcryptointrinsics=-Cipher.finish");
        assertOff("'Cipher.finish' in option cryptointrinsics is not one of: Cipher.doFinal, Cipher.init, ", "-Dcryptointrinsics=Cipher.finish");
        assertOff("'UUID.nameUUIDFromBytes' in option cryptointrinsics is a method, which can only be turned off: -UUID.nameUUIDFromBytes",
                        "-Dcryptointrinsics=MD5,UUID.nameUUIDFromBytes");
        assertOff("'none' in option cryptointrinsics.variant is no variant of MD5; ", "-Dcryptointrinsics.variant=MD5=none");
        assertOff("cannot write the file '/no/file' of option cryptointrinsics.report: ", "-Dcryptointrinsics.report=/no/file");
        assertOff("'yes' in option cryptointrinsics.eager is not one of: true, false", "-Dcryptointrinsics.eager=yes");
        assertOff("'yes' in option cryptointrinsics.perfMap is not one of: true, false", "-Dcryptointrinsics.perfMap=yes");
    }

    /** Options of Graal and of JVMCI are nothing to who has neither. */
    @Test
    public void optionsOfGraal() throws Exception {
        assertByKernels("-Djdk.graal.CompilerConfiguration=enterprise", "-Djdk.graal.NoOption=1", "-Djvmci.compiler=graal");
    }

    @Test
    public void withoutEntries() throws Exception {
        assertOff("by option CryptoIntrinsicsEntries; ", "-Djdk.graal.CryptoIntrinsicsEntries=false");
    }
}
