package org.cryptointrinsics.graph;

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
import jdk.vm.ci.meta.AllocatableValue;
import jdk.vm.ci.meta.Value;

/** Graal's generator for CPUs without AVX, which knows no vectors, with the kinds and the moves of 128-bit vectors added. */
final class LegacyVectorGenerator extends AMD64HotSpotLIRGenerator {

    LegacyVectorGenerator(HotSpotBackend backend, LIRGenerationResult result) {
        this(backend.getProviders(), backend.getRuntime().getVMConfig(), result);
    }

    private LegacyVectorGenerator(HotSpotProviders providers, GraalHotSpotVMConfig config, LIRGenerationResult result) {
        super(new AMD64HotSpotSimdLIRKindTool(), new AMD64ArithmeticLIRGenerator(null), getBarrierSet(config, providers),
                        new VectorMoveFactory(new BackupSlotProvider(result.getFrameMapBuilder())), providers, config, result);
    }

    private static final class VectorMoveFactory extends AMD64HotSpotMoveFactory {

        VectorMoveFactory(BackupSlotProvider backupSlotProvider) {
            super(backupSlotProvider);
        }

        @Override
        public AMD64LIRInstruction createMove(AllocatableValue result, Value source) {
            boolean isVector = result.getPlatformKind() == AMD64Kind.V128_QWORD;
            return isVector ? new LegacyMoveOp(result, (AllocatableValue) source) : super.createMove(result, source);
        }
    }
}
