package org.cryptointrinsics.test.provider;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Sites;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/** Where look-ups of digests are to be printed or recorded, they are made. */
@Category(EveryTier.class)
public class LookUpTest {

    private static final String LOOK_UP = "jdk.SecurityProviderService";

    private static final int TIMES = 100;
    private static final byte[] MESSAGE = Reference.message(100);

    @Rule public final Fork fork = new Fork();

    @Test
    @Fork.Options("-Djava.security.debug=provider")
    public void lookUpsArePrinted() throws Exception {
        ProviderTest.prepare("MD5");
        PrintStream console = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true));
        try {
            for (Callable<?> site : List.<Callable<?>>of(Sites::getMD5, Sites::getNamed, () -> Sites.name(MESSAGE))) {
                printed.reset();
                site.call();
                assertTrue(printed.toString(), printed.toString().contains("MessageDigest.MD5 algorithm from: SUN"));
            }
        } finally {
            System.setErr(console);
        }
    }

    @Test
    public void lookUpsAreRecorded() throws Exception {
        ProviderTest.prepare("MD5");
        Path file = Files.createTempFile(JavaProcess.FOLDER, "recording", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(LOOK_UP);
            recording.start();
            for (int i = 0; i < TIMES; i++) {
                Sites.getMD5();
                Sites.getNamed();
                Sites.getNamedOfSun();
                Sites.getNamedOfProvider();
                Sites.name(MESSAGE);
            }
            recording.stop();
            recording.dump(file);
            long recorded = RecordingFile.readAllEvents(file).stream().filter(event -> event.getEventType().getName().equals(LOOK_UP)) //
                            .filter(event -> event.getString("algorithm").equals("MD5")).count();
            assertEquals(5 * TIMES, recorded);
        } finally {
            Files.delete(file);
        }
    }
}
