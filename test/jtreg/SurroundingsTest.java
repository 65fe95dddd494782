import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.FieldInstruction;
import java.nio.file.Files;
import java.nio.file.Path;

/*
 * @test
 * @summary Where the surroundings do not fit, the plugin says so in a line and the program runs
 * @build Ask Child Nothing Digesting SurroundingsTest
 * @run main/othervm/timeout=300 SurroundingsTest
 */
public class SurroundingsTest {

    private static final String EXPORT = "--add-exports=java.base/jdk.internal.access=org.cryptointrinsics";

    public static void main(String[] args) throws Exception {
        Child.runWithout(EXPORT, Nothing.class).runs().says(
                        "[cryptointrinsics] off: it may not use package jdk.internal.access of java.base; add " + EXPORT);
        Child.run(Nothing.class, "-Dos.arch=aarch64").runs().says(
                        "[cryptointrinsics] off: the CPU is not an x86-64 but aarch64; leave the plugin out");
        for (String version : new String[]{"25.1.1", "25.0.0"}) {
            Child.run(Nothing.class, "--patch-module=jdk.graal.compiler=" + otherGraal(version)).runs().says(
                            "[cryptointrinsics] off: this is Graal " + version + ", the plugin is for Graal 25.0.1 and later 25.0.x; put that on the upgrade module path");
        }
        String off = "[cryptointrinsics] off: Graal's economy configuration cannot compile kernels; leave %s out";
        String economy = "-Djdk.graal.CompilerConfiguration=economy";
        Child.run(Digesting.class, "-Dseconds=15", "-Djdk.graal.CompilationFailureAction=ExitVM", economy).runs().says(off.formatted(economy));
        // Graal warns of such names.
        String old = economy.replace("jdk.", "");
        Child.run(Nothing.class, old).runs().saysAmongOthers(off.formatted(old));
        Child.run(Nothing.class, "--patch-module=java.base=" + otherVersion()).runs().says(
                        "[cryptointrinsics] off: this is JDK 26, the plugin is for JDK 25; run it, or take the plugin for this JDK");
        Child.run(Nothing.class, "--patch-module=org.cryptointrinsics=" + manifest("JDK-Version: 26\nGraal-Version: 25.0.0\n")).runs().says(
                        "[cryptointrinsics] off: this is JDK 25, the plugin is for JDK 26; run it, or take the plugin for this JDK");
        Child graal = Child.run(Nothing.class, "--patch-module=org.cryptointrinsics=" + manifest("JDK-Version: 25\nGraal-Version: 26.1.2\n")).runs();
        graal.check(graal.err().getFirst().matches("\\[cryptointrinsics] off: this is Graal 25\\.0\\.\\d+, the plugin is for Graal 26\\.1\\.1 and later 26\\.1\\.x; " +
                        "put that on the upgrade module path"), "the version of Graal in the manifest");
        Child.run(Nothing.class, "--patch-module=org.cryptointrinsics=" + manifest("")).runs().says(
                        "[cryptointrinsics] off: the manifest of its jar does not tell which JDK and Graal it is for; take the jar as it was built");
        Child.run(Digesting.class, "-Dseconds=15", "--patch-module=org.cryptointrinsics=" + mismatch()).runs().says(
                        "[cryptointrinsics] off: it does not fit this Graal (java.lang.NoSuchMethodError: '" +
                                        "jdk.graal.compiler.nodes.graphbuilderconf.InlineInvokePlugin org.cryptointrinsics.replacements.Substitutions.inlining()'); " +
                                        "please report this as a bug");
        String patch = "--patch-module=java.base=" + otherDigestBase();
        Child.run(Ask.class, patch).runs().says(
                        "[cryptointrinsics] digests: off, in this JDK, sun.security.provider.DigestBase has no field int bufOfs; " +
                                        "take a version of the agent for this JDK, or leave it out");
        Child.run(Digesting.class, "-Dseconds=15", "-Djdk.graal.CompilationFailureAction=ExitVM", patch).runs();
        // The plugin is not asked, and has nothing to say.
        Child.run(Nothing.class, "-XX:-UseJVMCICompiler").runs().says();
        Child.run(Nothing.class, "-Xint").runs();

        // Graal gives up before the plugin can say anything.
        Child child = Child.runWithout("jdk.graal.compiler.options", Nothing.class);
        child.check(child.exitCode() != 0, "a failure");
        String reason = "does not export jdk.graal.compiler.options to module org.cryptointrinsics";
        child.check(child.out().stream().anyMatch(line -> line.endsWith(reason)), "the reason: " + reason);
    }

    /** A folder with what tells the version of Graal. */
    private static Path otherGraal(String version) throws IOException {
        Path folder = Path.of("Graal " + version);
        Path file = folder.resolve("META-INF/graalvm/jdk.graal.compiler/version");
        Files.createDirectories(file.getParent());
        Files.writeString(file, version + "\n");
        return folder;
    }

    /** A folder with a manifest that says what the plugin is for. */
    private static Path manifest(String attributes) throws IOException {
        Path folder = Files.createTempDirectory(Path.of(""), "manifest");
        Files.writeString(Files.createDirectory(folder.resolve("META-INF")).resolve("MANIFEST.MF"), "Manifest-Version: 1.0\n" + attributes);
        return folder;
    }

    /** A folder with a class of the plugin that lacks a method, as a class of another Graal may do which Graal itself can do without. */
    private static Path mismatch() throws IOException {
        return patch("mismatch", "org.cryptointrinsics", "org/cryptointrinsics/replacements/Substitutions.class",
                        ClassTransform.dropping(element -> element instanceof MethodModel method && method.methodName().equalsString("inlining")));
    }

    /** A folder with the class of the JDK that tells its version. */
    private static Path otherVersion() throws IOException {
        return patch("another version", "java.base", "java/lang/Runtime$Version.class", ClassTransform.transformingMethods(method -> method.methodName().equalsString("feature"),
                        (builder, element) -> {
                            if (element instanceof CodeModel) {
                                builder.withCode(code -> code.bipush(26).ireturn());
                            } else {
                                builder.with(element);
                            }
                        }));
    }

    /** A folder with a class of the JDK in which a field has another name. */
    private static Path otherDigestBase() throws IOException {
        CodeTransform renameUses = (builder, element) -> {
            if (element instanceof FieldInstruction access && access.name().equalsString("bufOfs")) {
                builder.fieldAccess(access.opcode(), access.owner().asSymbol(), "bufferOffset", access.typeSymbol());
            } else {
                builder.with(element);
            }
        };
        ClassTransform rename = ClassTransform.transformingMethodBodies(renameUses).andThen((builder, element) -> {
            if (element instanceof FieldModel field && field.fieldName().equalsString("bufOfs")) {
                builder.withField("bufferOffset", field.fieldTypeSymbol(), field.flags().flagsMask());
            } else {
                builder.with(element);
            }
        });
        return patch("other JDK", "java.base", "sun/security/provider/DigestBase.class", rename);
    }

    private static Path patch(String folderName, String module, String name, ClassTransform transform) throws IOException {
        ClassFile classFile = ClassFile.of();
        byte[] original;
        try (InputStream in = ModuleLayer.boot().findModule(module).orElseThrow().getResourceAsStream(name)) {
            original = in.readAllBytes();
        }
        Path folder = Path.of(folderName);
        Path patched = folder.resolve(name);
        Files.createDirectories(patched.getParent());
        Files.write(patched, classFile.transformClass(classFile.parse(original), transform));
        return folder;
    }
}
