package org.cryptointrinsics.verification;

import java.util.function.Function;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.curve25519.Curve25519;
import org.cryptointrinsics.linkage.AesPart;
import org.cryptointrinsics.linkage.AesUse;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.precompiled.CodeLibrary;
import org.cryptointrinsics.precompiled.PrecompiledKernels;
import org.cryptointrinsics.proof.AesGcmClaims;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.DigestClaims;
import org.cryptointrinsics.proof.GcmProgramClaims;
import org.cryptointrinsics.proof.ProgramClaims;
import org.cryptointrinsics.proof.code.AesCodeClaims;
import org.cryptointrinsics.proof.code.Code;
import org.cryptointrinsics.proof.code.CodeClaims;
import org.cryptointrinsics.proof.code.MessageClaims;
import org.cryptointrinsics.proof.curve.Curve25519Claims;
import org.cryptointrinsics.proof.lattice.LatticeClaims;
import org.cryptointrinsics.selection.AesGcmIntrinsic;
import org.cryptointrinsics.selection.DigestIntrinsic;
import org.cryptointrinsics.selection.FunctionIntrinsic;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;

/** What is to be proved of kernels, and of their machine code, which is told by the names of functions that {@link CodeLibrary} has. */
public final class Verification {

    private Verification() {
    }

    /** All of an intrinsic, whose kernels are made if they are not yet; nothing if it is off. */
    public static Stream<Claim> ofKernelsInUse(Intrinsics all, Intrinsic<?> intrinsic) {
        if (!intrinsic.isOn()) {
            return Stream.of();
        }
        return switch (intrinsic) {
            case DigestIntrinsic digest -> {
                DigestKernel kernel = digest.variant().kernel();
                Function<String, OnDemand<? extends KernelMethod>> methods = name -> switch (name) {
                    case CodeLibrary.COMPRESS -> digest.compressMethod;
                    case CodeLibrary.HASH -> digest.hashMethod;
                    case CodeLibrary.HMAC -> digest.hmacMethod;
                    case CodeLibrary.PERMUTE_TWO -> digest.permutationMethod;
                    default -> name.equals(CodeLibrary.permuteSeveral(Width.YMM)) ? digest.fourStatesMethod : digest.eightStatesMethod;
                };
                yield ofDigest(digest.algorithm(), kernel, codeInUse(all, digest.name(), kernel, methods));
            }
            case AesGcmIntrinsic aesGcm -> {
                AesGcmKernel kernel = aesGcm.variant().kernel();
                yield ofAesGcm(kernel, codeInUse(all, aesGcm.name(), kernel, name -> aesGcm.method(AesUse.valueOf(name))));
            }
            case FunctionIntrinsic<?> functions -> ofFunctionsInUse(all, functions);
            default -> throw new IllegalArgumentException(intrinsic.name());
        };
    }

    private static <F extends Enum<F> & KernelFunction> Stream<Claim> ofFunctionsInUse(Intrinsics all, FunctionIntrinsic<F> functions) {
        FunctionKernel<F> kernel = functions.variant().kernel();
        return ofFunctions(functions.name(), kernel, codeInUse(all, functions.name(), kernel, name -> functions.method(Enum.valueOf(kernel.functions(), name))));
    }

    /** Copies code that is called; null of what there is none of, or is off. */
    private static Function<String, Code> codeInUse(Intrinsics all, String algorithm, Kernel kernel, Function<String, OnDemand<? extends KernelMethod>> methods) {
        return name -> {
            OnDemand<? extends KernelMethod> method = methods.apply(name);
            method.make();
            KernelMethod made = method.made();
            if (made == null) {
                return null;
            }
            if (all.source() instanceof PrecompiledKernels precompiled) {
                CodeLibrary.Variant variant = precompiled.variant(algorithm, kernel);
                CodeLibrary.Function function = variant.functions().get(name);
                return function == null ? null : PrecompiledCode.ofMemory(variant, function);
            }
            return CompiledCode.of(made);
        };
    }

    private static Stream<Claim> of(Function<String, Code> codes, String name, Function<Code, Claim> claim) {
        return Stream.ofNullable(codes.apply(name)).map(claim);
    }

    /**
     * Of a kernel of a digest.
     *
     * @param codes by the names of functions; null of what is not there
     */
    public static Stream<Claim> ofDigest(DigestAlgorithm algorithm, DigestKernel kernel, Function<String, Code> codes) {
        MessageClaims messages = new MessageClaims(algorithm, kernel);
        Stream<Claim> ofAll = Stream.of(new DigestClaims(algorithm).of(kernel), //
                        ProgramClaims.of(algorithm, kernel), //
                        of(codes, CodeLibrary.COMPRESS, compress -> CodeClaims.compress(algorithm, kernel, compress)), //
                        of(codes, CodeLibrary.HASH, messages::hash), //
                        of(codes, CodeLibrary.HMAC, messages::hmac)).flatMap(claims -> claims);
        Stream<Claim> ofSeveral = Stream.of(Width.YMM, Width.ZMM).flatMap(width -> of(codes, CodeLibrary.permuteSeveral(width),
                        permute -> CodeClaims.permuteSeveral(algorithm, kernel, width, permute)));
        return Stream.of(ofAll, of(codes, CodeLibrary.PERMUTE_TWO, permuteTwo -> CodeClaims.permuteTwo(algorithm, kernel, permuteTwo)), ofSeveral).flatMap(claims -> claims);
    }

    /** As {@link #ofDigest}, of AES-GCM. */
    public static Stream<Claim> ofAesGcm(AesGcmKernel kernel, Function<String, Code> codes) {
        Stream<Claim> ofCode = AesUse.values().stream().flatMap(use -> of(codes, use.name(), code -> claim(use, code, kernel)));
        return Stream.of(new AesGcmClaims(kernel).all(), GcmProgramClaims.of(kernel), ofCode).flatMap(claims -> claims);
    }

    /** What is to be proved of the machine code for {@code use}. */
    public static Claim claim(AesUse use, Code code, AesGcmKernel kernel) {
        AesCodeClaims claims = new AesCodeClaims(kernel);
        return switch (use.part()) {
            case MESSAGE, VERIFIED -> claims.message(use.rounds(), use.isEncryption(), use.part() == AesPart.VERIFIED, code);
            case RECORD -> claims.record(use.rounds(), code);
            case BLOCKS, COUNTER, HASH -> claims.blocks(use.part(), use.rounds(), use.isEncryption() || !use.part().isDirected(), code);
        };
    }

    /** As {@link #ofDigest}, of functions of arrays. */
    public static <F extends Enum<F> & KernelFunction> Stream<Claim> ofFunctions(String algorithm, FunctionKernel<F> kernel, Function<String, Code> codes) {
        return Stream.concat(kernel instanceof Curve25519 curve ? Curve25519Claims.of(curve) : LatticeClaims.of(kernel), Stream.of(kernel.functions().getEnumConstants()).flatMap(
                        function -> of(codes, function.name(), code -> CodeClaims.function(algorithm, kernel, function, code))));
    }
}
