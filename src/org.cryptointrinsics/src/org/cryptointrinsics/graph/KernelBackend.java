package org.cryptointrinsics.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.cryptointrinsics.instruction.Scheme;

import jdk.graal.compiler.core.common.alloc.RegisterAllocationConfig;
import jdk.graal.compiler.hotspot.HotSpotGraalRuntimeProvider;
import jdk.graal.compiler.hotspot.amd64.AMD64HotSpotBackend;
import jdk.graal.compiler.hotspot.meta.HotSpotProviders;
import jdk.graal.compiler.lir.gen.LIRGenerationResult;
import jdk.graal.compiler.lir.gen.LIRGeneratorTool;
import jdk.vm.ci.amd64.AMD64;
import jdk.vm.ci.amd64.AMD64.CPUFeature;
import jdk.vm.ci.code.Register;
import jdk.vm.ci.code.RegisterConfig;

/** Graal's backend with what kernels need beyond it: vector registers 16 to 31, and vectors on CPUs without AVX. */
public final class KernelBackend extends AMD64HotSpotBackend {

    private final boolean allEvex;

    /**
     * @param allEvex whether every vector instruction to be compiled is encoded in EVEX, the only scheme that reaches registers 16 to 31
     */
    KernelBackend(HotSpotGraalRuntimeProvider runtime, HotSpotProviders providers, boolean allEvex) {
        super(runtime.getVMConfig(), runtime, providers);
        this.allEvex = allEvex;
    }

    @Override
    public RegisterAllocationConfig newRegisterAllocationConfig(RegisterConfig registerConfig, String[] allocationRestrictedTo, Object stub) {
        RegisterAllocationConfig config = super.newRegisterAllocationConfig(registerConfig, allocationRestrictedTo, stub);
        if (!allEvex) {
            return config;
        }
        RegisterConfig registers = registerConfig == null ? getCodeCache().getRegisterConfig() : registerConfig;
        return new RegisterAllocationConfig(registers, allocationRestrictedTo) {
            @Override
            protected List<Register> initAllocatable(List<Register> ignored) {
                List<Register> all = new ArrayList<>();
                config.getAllocatableRegisters().forEach(all::add);
                for (Register register : AMD64.xmmRegistersAVX512) {
                    if (!all.contains(register)) {
                        all.add(register);
                    }
                }
                return all;
            }
        };
    }

    @Override
    public LIRGeneratorTool newLIRGenerator(LIRGenerationResult result) {
        if (allEvex) {
            return new VectorGenerator(this, result, Scheme.EVEX);
        }
        Set<CPUFeature> features = ((AMD64) getTarget().arch).getFeatures();
        return features.contains(CPUFeature.AVX) ? super.newLIRGenerator(result) : new VectorGenerator(this, result, Scheme.LEGACY);
    }
}
