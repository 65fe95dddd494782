package org.cryptointrinsics.bench;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the benchmarks are run with: the JDK's own providers on a JIT, or a peer, which is another library on C2.
 */
public enum Contender {
    C2("C2"),
    /** C2 with the agent. */
    C2_PLUGIN("C2 + agent"),
    GRAAL("Graal"),
    /** Graal with the plugin in it. */
    PLUGIN("Graal + plugin"),
    ACCP("ACCP", "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider"),
    CONSCRYPT("Conscrypt", "org.conscrypt.OpenSSLProvider"),
    BC("BC-LTS", "org.bouncycastle.jce.provider.BouncyCastleProvider"),
    /** {@link ForeignBenchmark}, a function for whole messages, {@link ForeignCipherBenchmark}, {@link ForeignKeyAgreementBenchmark} and {@link ForeignPostQuantumBenchmark}. */
    FFM("FFM"),
    /** {@link ForeignBenchmark}, three functions that OpenSSL 3 deprecates but that are faster for short messages. */
    FFM_LOW("FFM low-level"),
    /** {@link NettyTlsBenchmark}, BoringSSL behind the {@code SSLEngine} of Netty. */
    TCNATIVE("netty-tcnative");

    public static final List<Contender> JITS = List.of(C2, C2_PLUGIN, GRAAL, PLUGIN);
    /** What has kernels. */
    public static final List<Contender> PLUGINS = List.of(C2_PLUGIN, PLUGIN);
    /** What does the work behind the classes of the JDK. */
    static final List<Contender> JCA = List.of(C2, C2_PLUGIN, GRAAL, PLUGIN, ACCP, CONSCRYPT, BC);
    static final List<Contender> PEERS = List.of(ACCP, CONSCRYPT, BC, FFM, FFM_LOW, TCNATIVE);

    /** The property that names the library that is called through the foreign-function API. */
    static final String LIBCRYPTO = "cryptointrinsics.libcrypto";
    /** The property with more options of all VMs, with spaces between. */
    static final String JAVA_OPTIONS = "cryptointrinsics.java.options";

    /** Begins options of the plugin, with which Graal does not start without it. */
    private static final String PLUGIN_OPTION = "-Djdk.graal.CryptoIntrinsics";
    private static final String PLUGIN_MODULE = "org.cryptointrinsics";
    /** The file of options with the agent, beside that with the plugin in Graal. */
    private static final String AGENT_OPTIONS = "cryptointrinsics-c2.args";
    private static final String JAVA_AGENT = "-javaagent:";
    private static final String UPGRADE = "--upgrade-module-path=";

    /**
     * A compilation that fails would go unnoticed otherwise, and its method would be measured as the first tier compiles it. A bailout is no failure: Graal has
     * one whenever a class is loaded that a compilation assumed not to be, and tries again. {@link BlocksPerCall} finds those that are for good.
     */
    private static final String FAIL_LOUDLY = "-Djdk.graal.CompilationFailureAction=ExitVM";

    private final String title;
    private final String provider;

    Contender(String title) {
        this(title, null);
    }

    Contender(String title, String provider) {
        this.title = title;
        this.provider = provider;
    }

    @Override
    public String toString() {
        return title;
    }

    /** Whether it is its JIT. */
    public boolean isGraal() {
        return this == GRAAL || this == PLUGIN;
    }

    public boolean hasPlugin() {
        return PLUGINS.contains(this);
    }

    /** The same JIT without the plugin. */
    public Contender withoutPlugin() {
        return isGraal() ? GRAAL : C2;
    }

    /** Whether it has its turn in that part. */
    boolean does(Part part) {
        return switch (part) {
            case UPDATES, OTHERS, COLD_START -> JITS.contains(this);
            // In Graal, the plugin has kernels for what is compiled alone.
            case CALLERS -> this == C2 || this == C2_PLUGIN;
            case TLS, HANDSHAKES -> !isForeign();
            case KEY_AGREEMENT, POST_QUANTUM -> this != TCNATIVE && this != FFM_LOW;
            case DIGESTS, DIGEST_USES, AES_GCM -> this != TCNATIVE;
        };
    }

    boolean isForeign() {
        return this == FFM || this == FFM_LOW;
    }

    /** What to do if {@link Probe} does not find it. */
    String howToGet() {
        return isForeign() ? "install OpenSSL 3 (apt-get install libssl3), or name a file with --libcrypto" : "the build takes it from Maven Central: " +
                        "bin/cryptointrinsics bench, with its folder target deleted";
    }

    /** The library that is called through the foreign-function API. */
    static String libcrypto() {
        return System.getProperty(LIBCRYPTO, "libcrypto.so.3");
    }

    static List<String> javaOptions() {
        return Stream.of(System.getProperty(JAVA_OPTIONS, "").split(" ")).filter(option -> !option.isEmpty()).toList();
    }

    /** Makes its provider the first of this VM, unless it already is, and returns it; or null if it has none. */
    Provider install() throws ReflectiveOperationException {
        if (provider == null) {
            return null;
        }
        Provider instance = (Provider) Class.forName(provider).getConstructor().newInstance();
        Security.insertProviderAt(instance, 1);
        return Security.getProvider(instance.getName());
    }

    /**
     * The options of the VM.
     *
     * @param plugin the file of options that turn the plugin on in Graal
     */
    List<String> options(Path plugin) throws IOException {
        List<String> options = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow",
                        "-D" + LIBCRYPTO + "=" + libcrypto()));
        javaOptions().stream().filter(option -> this != GRAAL || !option.startsWith(PLUGIN_OPTION)).forEach(options::add);
        options.addAll(jit(plugin));
        return options;
    }

    /**
     * The options that make it the JIT of a VM.
     *
     * @param plugin the file of options that turn the plugin on in Graal
     */
    public List<String> jit(Path plugin) throws IOException {
        return switch (this) {
            case GRAAL -> Stream.concat(Stream.of(FAIL_LOUDLY), withoutPlugin(plugin).stream()).toList();
            case PLUGIN -> List.of(FAIL_LOUDLY, "@" + plugin);
            case C2_PLUGIN -> List.of("@" + plugin.resolveSibling(AGENT_OPTIONS));
            default -> List.of();
        };
    }

    /** The command that runs {@code main} with it. */
    List<String> command(Path plugin, Collection<String> moreOptions, Class<?> main, String... arguments) throws IOException {
        Stream<String> java = Stream.of(MeasuredJdk.chosen().java().toString());
        Stream<String> program = Stream.concat(Stream.of("-cp", System.getProperty("java.class.path"), main.getName()), Stream.of(arguments));
        return Stream.of(java, options(plugin).stream(), moreOptions.stream(), program).flatMap(part -> part).toList();
    }

    private static List<String> withoutPlugin(Path plugin) throws IOException {
        List<String> options = new ArrayList<>();
        for (String option : read(plugin)) {
            if (option.startsWith(UPGRADE)) {
                options.add(UPGRADE + jars(option).stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
            } else if (!option.endsWith("=" + PLUGIN_MODULE) && !option.startsWith(JAVA_AGENT)) {
                options.add(option);
            }
        }
        return options;
    }

    /** The jars of Graal. */
    static List<Path> jarsOfGraal(Path plugin) throws IOException {
        String option = read(plugin).stream().filter(line -> line.startsWith(UPGRADE)).findAny().orElseThrow(() -> new IOException(plugin + " has no " + UPGRADE));
        return jars(option);
    }

    private static List<String> read(Path options) throws IOException {
        return Files.readAllLines(options).stream().map(line -> line.strip().replaceAll("^\"(.*)\"$", "$1")).filter(line -> !line.isEmpty()).toList();
    }

    private static List<Path> jars(String option) {
        Path[] path = Stream.of(option.substring(UPGRADE.length()).split(File.pathSeparator)).map(Path::of).toArray(Path[]::new);
        return ModuleFinder.of(path).findAll().stream().filter(module -> !module.descriptor().name().equals(PLUGIN_MODULE)) //
                        .map(ModuleReference::location).map(location -> Path.of(location.orElseThrow())).sorted().toList();
    }
}
