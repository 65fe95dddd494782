import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/*
 * @test
 * @summary The report tells what is on, where it was applied and how much it did, and nothing is told unasked
 * @build Child Digesting ReportTest
 * @run main/othervm/timeout=900 ReportTest
 */
public class ReportTest {

    private static final String OPTION = "-Djdk.graal.CryptoIntrinsicsReport=";
    /** Otherwise intrinsics are in place before a call is compiled. */
    private static final String WITHOUT_ENTRIES = "-Djdk.graal.CryptoIntrinsicsEntries=false";
    private static final List<String> EXPECTED = List.of(
                    "MD5: on, variant \\S+.*",
                    "SHA-1: on, variant \\S+.*",
                    "SHA-256: on, variant \\S+.*",
                    "SHA-512: on, variant \\S+.*",
                    "SHA3-256: on, variant \\S+.*",
                    "applied: sun\\.security\\.provider\\.DigestBase\\.implCompress\\(byte\\[\\], int\\) in " +
                                    "sun\\.security\\.provider\\.DigestBase\\.engineUpdate\\(.*\\) at bci \\d+",
                    "applied: sun\\.security\\.provider\\.DigestBase\\.implCompressMultiBlock\\(.*\\) in " +
                                    "sun\\.security\\.provider\\.DigestBase\\.engineUpdate\\(.*\\) at bci \\d+",
                    "applied: sun\\.security\\.provider\\.DigestBase\\.implDigest\\(byte\\[\\], int\\) in " +
                                    "sun\\.security\\.provider\\.DigestBase\\.engineDigest\\(.*\\) at bci \\d+",
                    "applied: sun\\.security\\.provider\\.DigestBase\\.engineReset\\(\\) in " +
                                    "sun\\.security\\.provider\\.DigestBase\\.engine.*\\(.*\\) at bci \\d+",
                    "applied: java\\.security\\.MessageDigest\\.update\\(ByteBuffer\\) in Digesting\\.updateDirect\\(MessageDigest, ByteBuffer\\) at bci \\d+",
                    "MD5: [1-9]\\d* calls, [1-9]\\d+ blocks",
                    "SHA-1: [1-9]\\d* calls, [1-9]\\d+ blocks",
                    "SHA-256: [1-9]\\d* calls, [1-9]\\d+ blocks",
                    "SHA-512: [1-9]\\d* calls, [1-9]\\d+ blocks",
                    "SHA3-256: [1-9]\\d* calls, [1-9]\\d+ blocks");

    private static final String ENTERED = "entered: java\\.security\\.MessageDigest\\.update\\(ByteBuffer\\)";

    public static void main(String[] args) throws Exception {
        Child child = Child.run(Digesting.class, OPTION + "true", WITHOUT_ENTRIES).runs();
        check(child, child.err(), EXPECTED);

        Path file = Path.of("a report.txt");
        child = Child.run(Digesting.class, OPTION + file, "-Duntil=\\[cryptointrinsics\\] " + ENTERED).runs().says();
        check(child, Files.readAllLines(file), List.of(ENTERED, "MD5: [1-9]\\d* calls, [1-9]\\d+ blocks"));

        Path json = Path.of("report.json");
        child = Child.run(Digesting.class, OPTION + json, "-Dalgorithms=MD5", WITHOUT_ENTRIES).runs().says();
        List<String> objects = Files.readAllLines(json);
        child.check(objects.stream().allMatch(Child.matching("\\{\"event\":\"[a-z ]+\",.*\\}")), "an object in each line of " + objects);
        for (String expected : List.of("\\{\"event\":\"on\",\"intrinsic\":\"MD5\",\"variant\":\"\\S+\".*\\}",
                        "\\{\"event\":\"applied\",\"method\":\"java\\.security\\.MessageDigest\\.update\\(ByteBuffer\\)\",\"caller\":\"Digesting\\..*\",\"bytecodeIndex\":\\d+\\}",
                        "\\{\"event\":\"counted\",\"intrinsic\":\"MD5\",\"calls\":\\d+,\"blocks\":\\d+\\}")) {
            child.check(objects.stream().anyMatch(Child.matching(expected)), expected + " in " + objects);
        }

        Child.run(Digesting.class).runs().says();

        checkOff("-MD5", "applied: sun\\.security\\.provider\\.DigestBase\\.implCompressMultiBlock\\(.*\\) in .* at bci \\d+", "MD5: off, by option .*");
        checkOff("-MessageDigest.update", "not applied: java\\.security\\.MessageDigest\\.update\\(ByteBuffer\\) in Digesting\\..* at bci \\d+, by option CryptoIntrinsics");
        checkOff("-messageDigest.update", "not entered: java\\.security\\.MessageDigest\\.update\\(ByteBuffer\\), by option CryptoIntrinsics");
        checkOff("-MessageDigest.update,-DigestBase.implCompressMultiBlock",
                        "not applied: sun\\.security\\.provider\\.DigestBase\\.implCompressMultiBlock\\(.*\\) in .* at bci \\d+, by option CryptoIntrinsics");
        checkOff("off", "not applied: java\\.security\\.MessageDigest\\.update\\(ByteBuffer\\) in Digesting\\..* at bci \\d+, all digests are off");
    }

    private static void checkOff(String intrinsics, String last, String... others) throws Exception {
        Path file = Path.of(intrinsics + ".txt");
        Child child = Child.run(Digesting.class, OPTION + file, "-Dalgorithms=MD5", "-Duntil=\\[cryptointrinsics\\] " + last, "-Djdk.graal.CryptoIntrinsics=" + intrinsics).runs();
        check(child, Files.readAllLines(file), List.of(others));
        check(child, Files.readAllLines(file), List.of(last));
    }

    private static void check(Child child, List<String> report, List<String> all) {
        for (String line : report) {
            child.check(line.startsWith("[cryptointrinsics] "), "that all lines of the report begin with the name: " + report);
        }
        for (String expected : all) {
            child.check(report.stream().anyMatch(Child.matching("\\[cryptointrinsics\\] " + expected)), expected + " in " + report);
        }
    }
}
