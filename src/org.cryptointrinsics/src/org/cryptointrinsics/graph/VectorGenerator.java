package org.cryptointrinsics.graph;

import org.cryptointrinsics.instruction.Scheme;

import jdk.graal.compiler.core.amd64.AMD64ArithmeticLIRGenerator;
import jdk.graal.compiler.hotspot.GraalHotSpotVMConfig;
import jdk.graal.compiler.hotspot.HotSpotBackend;
import jdk.graal.compiler.hotspot.amd64.AMD64HotSpotLIRGenerator;
import jdk.graal.compiler.hotspot.amd64.AMD64HotSpotMoveFactory;
import jdk.graal.compiler.hotspot.meta.HotSpotProviders;
import jdk.graal.compiler.lir.amd64.AMD64LIRInstruction;
import jdk.graal.compiler.lir.gen.LIRGenerationResult;
import jdk.graal.compiler.lir.gen.MoveFactory.BackupSlotProvider;
import jdk.graal.compiler.vector.lir.hotspot.amd64.AMD64HotSpotSimdLIRKindTool;
import jdk.vm.ci.amd64.AMD64Kind;
import jdk.vm.ci.code.Register;
import jdk.vm.ci.meta.AllocatableValue;
import jdk.vm.ci.meta.Value;

/**
 * Graal's generator for CPUs without AVX, which knows no vectors, with the kinds and the moves of vectors added, in a scheme of our choice. Graal's own one for
 * vectors chooses by what this CPU has.
 */
final class VectorGenerator extends AMD64HotSpotLIRGenerator {

    VectorGenerator(HotSpotBackend backend, LIRGenerationResult result, Scheme scheme) {
        this(backend.getProviders(), backend.getRuntime().getVMConfig(), result, scheme);
    }

    private VectorGenerator(HotSpotProviders providers, GraalHotSpotVMConfig config, LIRGenerationResult result, Scheme scheme) {
        super(new AMD64HotSpotSimdLIRKindTool(), new AMD64ArithmeticLIRGenerator(null), getBarrierSet(config, providers),
                        new VectorMoveFactory(new BackupSlotProvider(result.getFrameMapBuilder()), scheme), providers, config, result);
    }

    private static final class VectorMoveFactory extends AMD64HotSpotMoveFactory {

        private final Scheme scheme;

        VectorMoveFactory(BackupSlotProvider backupSlotProvider, Scheme scheme) {
            super(backupSlotProvider);
            this.scheme = scheme;
        }

        private static boolean isVector(AllocatableValue value) {
            AMD64Kind kind = (AMD64Kind) value.getPlatformKind();
            return kind.isXMM() && kind.getVectorLength() > 1;
        }

        @Override
        public AMD64LIRInstruction createMove(AllocatableValue result, Value source) {
            return isVector(result) ? new VectorMoveOp(scheme, result, (AllocatableValue) source) : super.createMove(result, source);
        }

        @Override
        public AMD64LIRInstruction createStackMove(AllocatableValue result, AllocatableValue input, Register scratchRegister, AllocatableValue backupSlot) {
            return isVector(result) ? new VectorStackMoveOp(scheme, result, input, scratchRegister, backupSlot) :
                            super.createStackMove(result, input, scratchRegister, backupSlot);
        }
    }
}
