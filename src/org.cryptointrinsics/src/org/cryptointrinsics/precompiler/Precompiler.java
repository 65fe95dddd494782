package org.cryptointrinsics.precompiler;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

import org.cryptointrinsics.entry.EntryFiles;
import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.kernel.ParallelSpongeKernel;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.SpongeKernel;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.curve25519.Curve25519;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.linkage.AesUse;
import org.cryptointrinsics.linkage.Signature;
import org.cryptointrinsics.plugin.Surroundings;
import org.cryptointrinsics.precompiled.CodeLibrary;
import org.cryptointrinsics.replacements.GraalIntrinsics;
import org.cryptointrinsics.selection.FunctionIntrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.stub.AesGcmStub;
import org.cryptointrinsics.stub.CompressStub;
import org.cryptointrinsics.stub.FunctionStub;
import org.cryptointrinsics.stub.HashStub;
import org.cryptointrinsics.stub.HmacStub;
import org.cryptointrinsics.stub.KernelSnippetStub;

import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.HotSpotGraalCompiler;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.vm.ci.runtime.JVMCICompiler;

/** Compiles all functions of all variants with Graal, whatever the CPU of this machine has, and writes a file of machine code for each variant, and an index of all. */
final class Precompiler {

    /** All that any kernel can have. */
    private static final Set<CpuFeature> BASELINE = Set.of(CpuFeature.SSE, CpuFeature.SSE2, CpuFeature.CMOV, CpuFeature.CX8);
    private static final Set<CpuFeature> WITH_AVX = Set.of(CpuFeature.SSE3, CpuFeature.SSSE3, CpuFeature.SSE4_1, CpuFeature.SSE4_2, CpuFeature.POPCNT, CpuFeature.AVX);
    /** Each CPU that has one of these has AVX: their instructions are encoded as those of AVX are. */
    private static final Set<CpuFeature> ONLY_WITH_AVX = Set.of(CpuFeature.AVX2, CpuFeature.BMI1, CpuFeature.BMI2);
    /** Those of AVX-512. VAES and VPCLMULQDQ are none of them: they have VEX encodings, too. */
    private static final Set<CpuFeature> AVX512 = EnumSet.range(CpuFeature.AVX512F, CpuFeature.AVX512VL);
    /** Every CPU that has more of AVX-512 than its foundation has these. */
    private static final Set<CpuFeature> WITH_AVX512 = Set.of(CpuFeature.AVX2, CpuFeature.AVX512F, CpuFeature.AVX512VL, CpuFeature.AVX512BW, CpuFeature.AVX512DQ,
                    CpuFeature.AVX512CD);

    /** HotSpot keeps 80 KiB of stack for what it calls, by default. Code that it does not know must not come to the guard pages: HotSpot could not tell that as an error. */
    private static final int MOST_STACK_BYTES = 16 * 1024;

    private final CompilerContext context;
    private final Path folder;
    private final List<String> index = new ArrayList<>();

    /** Makes a stub of a kernel, for a CPU. */
    private record Recipe(Signature signature, boolean returnsInt, HotSpotForeignCallDescriptor descriptor,
                    BiFunction<CompilerContext, HotSpotForeignCallLinkage, KernelSnippetStub> stub) {
    }

    private Precompiler(CompilerContext context, Path folder) {
        this.context = context;
        this.folder = folder;
    }

    /** Writes them to a folder, in place of all files that are there. */
    static void write(JVMCICompiler jit, Path folder) throws IOException {
        HotSpotGraalCompiler graal = (HotSpotGraalCompiler) jit;
        Intrinsics intrinsics = GraalIntrinsics.of(graal.getGraalRuntime().getHostProviders().getForeignCalls());
        if (intrinsics == null) {
            throw new IllegalStateException("the plugin is off; build on x86-64, with the JDK and the Graal that pom.xml names");
        }
        Precompiler precompiler = new Precompiler(GraalIntrinsics.context(intrinsics), folder);
        Files.createDirectories(folder);
        try (DirectoryStream<Path> old = Files.newDirectoryStream(folder)) {
            for (Path file : old) {
                Files.delete(file);
            }
        }
        precompiler.index.add("graal " + Surroundings.graalVersion());
        for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            for (DigestKernel kernel : algorithm.variants()) {
                precompiler.write(algorithm.standardName(), kernel, recipes(algorithm, kernel));
            }
        }
        for (AesGcmKernel kernel : AesGcmKernel.variants()) {
            precompiler.write(AesGcmKernel.NAME, kernel, recipes(kernel));
        }
        for (FunctionKernel<?> kernel : MlKem.variants()) {
            precompiler.write(FunctionIntrinsic.ML_KEM, kernel, recipes(kernel));
        }
        for (FunctionKernel<?> kernel : MlDsa.variants()) {
            precompiler.write(FunctionIntrinsic.ML_DSA, kernel, recipes(kernel));
        }
        for (FunctionKernel<?> kernel : Curve25519.variants()) {
            precompiler.write(FunctionIntrinsic.X25519, kernel, recipes(kernel));
        }
        Files.write(folder.resolve(CodeLibrary.INDEX), precompiler.index);
        EntryFiles.write(folder);
    }

    private static Map<String, Recipe> recipes(DigestAlgorithm algorithm, DigestKernel kernel) {
        Map<String, Recipe> recipes = new LinkedHashMap<>();
        recipes.put(CodeLibrary.COMPRESS, new Recipe(Signature.COMPRESS, false, CompressStub.descriptor("compress"), (cpu, linkage) -> new CompressStub(cpu, linkage, kernel)));
        recipes.put(CodeLibrary.HASH, new Recipe(Signature.HASH, true, HashStub.descriptor("hash"), (cpu, linkage) -> new HashStub(cpu, linkage, algorithm, kernel)));
        recipes.put(CodeLibrary.HMAC, new Recipe(Signature.HMAC, true, HmacStub.descriptor("hmac"), (cpu, linkage) -> new HmacStub(cpu, linkage, algorithm, kernel)));
        if (algorithm == CodeLibrary.PERMUTATIONS && kernel instanceof SpongeKernel sponge) {
            recipes.put(CodeLibrary.PERMUTE_TWO, ofArrays(kernel, new FunctionStub.Function(2, (machine, arrays) -> sponge.permuteTwo(machine, arrays.get(0), arrays.get(1)))));
        }
        if (algorithm == CodeLibrary.PERMUTATIONS && kernel instanceof ParallelSpongeKernel parallel) {
            for (Width width : parallel.widths()) {
                recipes.put(CodeLibrary.permuteSeveral(width),
                                ofArrays(kernel, new FunctionStub.Function(1, (machine, arrays) -> parallel.permuteSeveral(machine, width, arrays.getFirst()))));
            }
        }
        return recipes;
    }

    private static Recipe ofArrays(Kernel kernel, FunctionStub.Function function) {
        return new Recipe(Signature.ARRAYS, false, FunctionStub.descriptor("function"), (cpu, linkage) -> new FunctionStub(cpu, linkage, kernel, function));
    }

    private static Map<String, Recipe> recipes(AesGcmKernel kernel) {
        Map<String, Recipe> recipes = new LinkedHashMap<>();
        for (AesUse use : AesUse.values()) {
            recipes.put(use.name(), new Recipe(Signature.AES, true, AesGcmStub.descriptor(use.name()),
                            (cpu, linkage) -> new AesGcmStub(use.part(), use.rounds(), use.isEncryption(), kernel, cpu, linkage)));
        }
        return recipes;
    }

    private static <F extends Enum<F> & KernelFunction> Map<String, Recipe> recipes(FunctionKernel<F> kernel) {
        return Arrays.stream(kernel.functions().getEnumConstants()).collect(Collectors.toMap(Enum::name,
                        function -> ofArrays(kernel, FunctionStub.Function.of(kernel, function)), (a, _) -> a, LinkedHashMap::new));
    }

    /** Writes a variant, and, if that is another one, what it is on CPUs with AVX. */
    private void write(String intrinsic, Kernel kernel, Map<String, Recipe> recipes) throws IOException {
        Set<CpuFeature> features = features(kernel);
        Code code = compile(features, recipes);
        if (!features.contains(CpuFeature.AVX)) {
            Set<CpuFeature> withAvx = EnumSet.copyOf(features);
            withAvx.addAll(WITH_AVX);
            Code other = compile(withAvx, recipes);
            if (!Arrays.equals(code.bytes, other.bytes)) {
                write(intrinsic, kernel.variant(), "-avx", withAvx, other);
            }
        }
        write(intrinsic, kernel.variant(), "", features, code);
    }

    private static Set<CpuFeature> features(Kernel kernel) {
        Set<CpuFeature> features = EnumSet.copyOf(BASELINE);
        for (Set<CpuFeature> missing = Requirements.of(kernel, features).missing(); !missing.isEmpty(); missing = Requirements.of(kernel, features).missing()) {
            features.addAll(missing);
            if (!Collections.disjoint(features, AVX512)) {
                features.addAll(WITH_AVX512);
            }
            if (!Collections.disjoint(features, ONLY_WITH_AVX)) {
                features.addAll(WITH_AVX);
            }
        }
        return features;
    }

    /** Functions one after another, with a line of the index for each. */
    private record Code(byte[] bytes, List<String> lines) {
    }

    private Code compile(Set<CpuFeature> features, Map<String, Recipe> recipes) {
        CompilerContext ofCpu = VariantContext.of(context, features);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<String> lines = new ArrayList<>();
        recipes.forEach((name, recipe) -> {
            HotSpotForeignCallLinkage linkage = ofCpu.link(recipe.descriptor);
            KernelSnippetStub stub = recipe.stub.apply(ofCpu, linkage);
            linkage.setCompiledStub(stub);
            MachineCode body = MachineCode.of(stub.compile());
            pad(bytes, body.alignment());
            int start = bytes.size();
            bytes.writeBytes(body.bytes());
            pad(bytes, MachineCode.LEAST_ALIGNMENT);
            EntryCode entry = new EntryCode(recipe.signature, start + body.entry() - bytes.size(), stub.destroyedRegisters(), recipe.returnsInt,
                            ofCpu.providers().getCodeCache().getTarget());
            if (body.stackBytes() + entry.stackBytes() > MOST_STACK_BYTES) {
                throw new IllegalStateException(name + " takes more of the stack than there may be: " + (body.stackBytes() + entry.stackBytes()) + " bytes");
            }
            lines.add(String.join(" ", "function", name, recipe.signature.name(), String.valueOf(bytes.size()), String.valueOf(start),
                            String.valueOf(bytes.size() + entry.bytes().length), String.valueOf(body.stackBytes() + entry.stackBytes())));
            bytes.writeBytes(entry.bytes());
        });
        return new Code(bytes.toByteArray(), lines);
    }

    /** With what no processor goes on with: INT3. */
    private static void pad(ByteArrayOutputStream bytes, int alignment) {
        while (bytes.size() % alignment != 0) {
            bytes.write(0xCC);
        }
    }

    private void write(String intrinsic, String variant, String suffix, Set<CpuFeature> features, Code code) throws IOException {
        String file = intrinsic + "-" + variant + suffix;
        Files.write(folder.resolve(file), code.bytes);
        index.add(String.join(" ", "variant", intrinsic, variant, file, String.valueOf(code.bytes.length), sha256(code.bytes), crc32(code.bytes),
                        features.stream().map(CpuFeature::name).sorted().collect(Collectors.joining(","))));
        index.addAll(code.lines);
    }

    private static String crc32(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return Long.toHexString(crc.getValue());
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
