/** A program that makes the plugin choose its variants. */
public class Ask {

    public static void main(String[] args) throws ReflectiveOperationException {
        // By reflection: the tests are compiled without the plugin.
        Class.forName("org.cryptointrinsics.plugin.Status").getMethod("get").invoke(null);
        System.out.println("done");
    }
}
