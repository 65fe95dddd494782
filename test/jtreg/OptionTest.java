import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/*
 * @test
 * @summary The options do what they say; a wrong one ends the VM with the right ones
 * @build Ask Child Nothing OptionTest
 * @run main/othervm/timeout=600 OptionTest
 */
public class OptionTest {

    private static final String PREFIX = "-Djdk.graal.CryptoIntrinsics";
    private static final String DIAGNOSTIC = "-XX:+UnlockDiagnosticVMOptions";

    private static final String ON = "on, variant \\S+.*";
    private static final String OFF = byOption("CryptoIntrinsics");
    /** Depends on the CPU. */
    private static final String ANY = ".*";
    private static final String DISABLE = "-XX:DisableIntrinsic=_sha_implCompress,_md5_implCompress,_galoisCounterMode_AESCrypt";

    public static void main(String[] args) throws Exception {
        String names = names();
        wrong("=MD4", "'MD4' in option CryptoIntrinsics is not one of: all, off, " + names);
        wrong("=MD5,,SHA-256", "'' in option CryptoIntrinsics is not one of: all, off, " + names);
        wrong("=-all", "'all' in option CryptoIntrinsics is not one of: all, off, " + names);
        wrong("=Mac.doFinal", "'Mac.doFinal' in option CryptoIntrinsics is a method, which can only be turned off: -Mac.doFinal");
        wrong("Variant=scalar", "'scalar' in option CryptoIntrinsicsVariant is not of the form algorithm=variant");
        wrong("Variant=md4=scalar", "'md4' in option CryptoIntrinsicsVariant is not one of: " + names);
        wrong("Variant=md5=vector", "'vector' in option CryptoIntrinsicsVariant is no variant of MD5; there are: avx512vl, scalar");
        wrong("Variant=sha-256=x86-sha", "variant 'x86-sha' of SHA-256 in option CryptoIntrinsicsVariant needs [SHA], " +
                        "which this CPU lacks or an option turned off", "-XX:-UseSHA");
        wrong("Report=/nowhere/at all", "cannot write the file '/nowhere/at all' of option CryptoIntrinsicsReport: " +
                        "java.nio.file.NoSuchFileException: /nowhere/at all");
        wrong("Repot=true", "Could not find option CryptoIntrinsicsRepot");

        right(ON, ON, byOption("-XX:-UseAES"), PREFIX + "=all", "-XX:-UseAES");
        right(ON, ON, OFF, PREFIX + "=sha-256,md5");
        right(OFF, OFF, OFF, PREFIX + "=off");
        right("on, variant scalar.*", OFF, OFF, PREFIX + "=MD5", PREFIX + "Variant=md5=scalar");
        right(ON, OFF, ANY, PREFIX + "=all,-SHA-256");
        right(OFF, ON, OFF, PREFIX + "=-MD5,-AES-GCM");
        right(ON, ON, ANY, PREFIX + "=-Mac.doFinal");
        right(ON, OFF, OFF, PREFIX + "=MD5,-mac.dofinal");
        right(byOption("-XX:-UseMD5Intrinsics"), ON, ANY, DIAGNOSTIC, "-XX:-UseMD5Intrinsics");
        right(ON, byOption("-XX:-UseSHA256Intrinsics"), byOption("-XX:-UseGHASHIntrinsics"), DIAGNOSTIC, "-XX:-UseSHA256Intrinsics", "-XX:-UseGHASHIntrinsics");
        right(byOption(DISABLE), ON, byOption(DISABLE), DIAGNOSTIC, DISABLE);
        right(ON, byOption("-XX:ControlIntrinsic=-_sha2_implCompress"), ANY, DIAGNOSTIC, "-XX:ControlIntrinsic=-_sha2_implCompress");
        right(ON, ON, ANY, DIAGNOSTIC, "-XX:-UseMD5Intrinsics", "-XX:+UseMD5Intrinsics");

        known();
    }

    /** The names of all intrinsics, which the report has. */
    private static String names() throws Exception {
        Child child = Child.run(Ask.class, PREFIX + "Report=true").runs();
        Pattern line = Pattern.compile("\\[cryptointrinsics\\] (\\S+): (on|off), .*");
        List<String> names = child.err().stream().map(line::matcher).filter(Matcher::matches).map(matcher -> matcher.group(1)).toList();
        child.check(names.containsAll(List.of("MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256", "AES-GCM")), "all intrinsics");
        return String.join(", ", names);
    }

    private static Child run(Class<?> main, List<String> options, String... more) throws Exception {
        return Child.run(main, Stream.concat(options.stream(), Stream.of(more)).toArray(String[]::new));
    }

    private static void wrong(String option, String error, String... more) throws Exception {
        Child child = run(Nothing.class, List.of(PREFIX + option), more).exits(1).saysAmongOthers("Error parsing Graal options: " + error);
        child.check(child.out().isEmpty(), "that the program did not run");
    }

    private static String byOption(String option) {
        return "off, by option " + option;
    }

    /** Checks what the report tells. */
    private static void right(String md5, String sha256, String aesGcm, String... options) throws Exception {
        Child child = run(Ask.class, List.of(PREFIX + "Report=true"), options).runs();
        for (String expected : List.of("MD5: " + md5, "SHA-256: " + sha256, "AES-GCM: " + aesGcm)) {
            child.check(child.err().stream().anyMatch(Child.matching("\\[cryptointrinsics\\] " + expected)), expected);
        }
    }

    /** Graal lists the options and the intrinsics, and can turn these off like its own. */
    private static void known() throws Exception {
        Child options = Child.run(Nothing.class, "-XX:+JVMCIPrintProperties").exits(0);
        for (String option : new String[]{"CryptoIntrinsics", "CryptoIntrinsicsVariant", "CryptoIntrinsicsReport"}) {
            options.check(options.out().stream().anyMatch(line -> line.startsWith("jdk.graal." + option + " = ")), "option " + option);
        }
        Child intrinsics = Child.run(Ask.class, "-Djdk.graal.PrintIntrinsics=true", "-Djdk.graal.DisableIntrinsics=MessageDigest.update,MD5.implCompress0");
        intrinsics.check(intrinsics.out().contains("java.security.MessageDigest.update(java.nio.ByteBuffer) [disabled]"), "that update is off");
        intrinsics.check(intrinsics.out().contains("sun.security.provider.MD5.implCompress0(byte[];int) [disabled]"), "that MD5 is off");
        intrinsics.check(intrinsics.out().contains("sun.security.provider.SHA2.implCompress0(byte[];int)"), "that SHA-256 is on");
    }
}
