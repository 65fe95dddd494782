package org.cryptointrinsics.tool.demo;

import java.util.OptionalLong;

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
        for (Status.IntrinsicStatus intrinsic : status.intrinsics()) {
            if (intrinsic.selected() == null && WorkItem.ALL.stream().anyMatch(work -> work.intrinsic().equals(intrinsic.algorithm()))) {
                throw new Failure(intrinsic.algorithm() + " is off: " + intrinsic.offBecause());
            }
        }
        if (!status.isOn()) {
            throw new Failure("the plugin is off: " + status.offBecause());
        }
        return status.graal();
    }

    /** How many bytes kernels have worked on, if counted. */
    static OptionalLong bytes(String intrinsic) {
        return Status.get().intrinsics().stream().filter(status -> status.algorithm().equals(intrinsic)).findAny().map(Status.IntrinsicStatus::bytes).orElse(
                        OptionalLong.empty());
    }
}
