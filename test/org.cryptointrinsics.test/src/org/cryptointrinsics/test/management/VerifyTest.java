package org.cryptointrinsics.test.management;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;

import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.entry.C2;
import org.cryptointrinsics.tool.Main;
import org.junit.Test;

/** What {@code verify} is asked to prove. */
public class VerifyTest {

    private static JavaProcess.Result verify(String algorithm) throws Exception {
        return C2.run(List.of("-Dorg.cryptointrinsics.immediate=true"), Main.class, "verify", algorithm);
    }

    @Test
    public void caseOfNamesDoesNotMatter() throws Exception {
        JavaProcess.Result result = verify("md5");
        assertEquals(result.told(), 0, result.exitCode());
        List<String> proofs = result.printed().lines().filter(line -> line.matches("MD5 .* yes")).toList();
        assertTrue(result.told(), proofs.size() > 1 && result.printed().contains(proofs.size() + " of " + proofs.size() + " are proved, "));
    }

    @Test
    public void unknownNamesAreTold() throws Exception {
        JavaProcess.Result result = verify("AES/GCM");
        assertEquals(result.told(), 1, result.exitCode());
        assertTrue(result.told(), result.told().contains("\"AES/GCM\" is none of MD5, ") && result.told().contains(", AES-GCM, "));
    }
}
