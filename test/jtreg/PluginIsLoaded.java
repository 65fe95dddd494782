/*
 * @test
 * @summary Graal is the JIT and has the plugin
 * @run main/othervm PluginIsLoaded
 */
public class PluginIsLoaded {

    public static void main(String[] args) {
        for (String module : new String[]{"jdk.graal.compiler", "org.cryptointrinsics"}) {
            ModuleLayer.boot().findModule(module).orElseThrow(() -> new AssertionError(module + " is not there"));
        }
    }
}
