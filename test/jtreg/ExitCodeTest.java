/*
 * @test
 * @summary A program ends as it would without the plugin
 * @build Child Nothing ExitCodeTest
 * @run main/othervm/timeout=120 ExitCodeTest
 */
public class ExitCodeTest {

    /** Ends by itself. */
    public static class Exit {
        public static void main(String[] args) {
            System.exit(7);
        }
    }

    /** Ends at once, without the plugin's hook. */
    public static class Halt {
        public static void main(String[] args) {
            Runtime.getRuntime().halt(8);
        }
    }

    /** Fails. */
    public static class Throw {
        public static void main(String[] args) {
            throw new IllegalStateException("on purpose");
        }
    }

    public static void main(String[] args) throws Exception {
        for (String report : new String[]{"true", "false"}) {
            String option = "-Djdk.graal.CryptoIntrinsicsReport=" + report;
            Child.run(Exit.class, option).exits(7);
            Child.run(Halt.class, option).exits(8);
            Child.run(Throw.class, option).exits(1).saysAmongOthers("Exception in thread \"main\" java.lang.IllegalStateException: on purpose");
            Child.run(Nothing.class, option).runs();
        }
    }
}
