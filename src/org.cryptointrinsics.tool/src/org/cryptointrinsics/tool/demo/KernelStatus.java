package org.cryptointrinsics.tool.demo;

import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.IntrinsicInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.State;
import org.cryptointrinsics.plugin.Status;
import org.cryptointrinsics.tool.Failure;

/** What the plugin tells of the kernels for {@link WorkItem}. It is loaded only where the plugin is. */
final class KernelStatus {

    private KernelStatus() {
    }

    /**
     * Makes sure that all of the kernels are on.
     *
     * @return the version of Graal
     */
    static String check() throws Failure {
        Status status = Status.get();
        for (IntrinsicInfo intrinsic : status.intrinsics()) {
            if (intrinsic.state() == State.OFF && WorkItem.ALL.stream().anyMatch(work -> work.intrinsic().equals(intrinsic.name()))) {
                throw new Failure(intrinsic.name() + " is off: " + intrinsic.reason());
            }
        }
        if (!status.isOn()) {
            throw new Failure("kernels are off: " + status.offBecause());
        }
        return status.graal();
    }

    /** How many bytes kernels have worked on. */
    static long bytes(String intrinsic) {
        return Status.get().intrinsics().stream().filter(info -> info.name().equals(intrinsic)).mapToLong(IntrinsicInfo::bytes).sum();
    }
}
