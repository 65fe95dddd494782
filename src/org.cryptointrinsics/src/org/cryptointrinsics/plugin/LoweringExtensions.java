package org.cryptointrinsics.plugin;

import java.util.List;

import org.cryptointrinsics.recording.Recording;
import org.cryptointrinsics.replacements.Initialization;
import org.cryptointrinsics.selection.Report;

import jdk.graal.compiler.hotspot.meta.DefaultHotSpotLoweringProvider.Extension;
import jdk.graal.compiler.hotspot.meta.DefaultHotSpotLoweringProvider.Extensions;

/** Where Graal asks for what it does not know how to lower. */
public final class LoweringExtensions implements Extensions {

    @Override
    public List<Extension> createExtensions() {
        if (!Surroundings.enter()) {
            return List.of();
        }
        Status status = Status.started();
        Recording.ask(status::intrinsics, status::entries);
        try {
            ManagementProvider.Announcement.make();
        } catch (RuntimeException | Error e) {
            // Of another JDK. Graal would bring down the VM.
            Report.warnWithoutReport("there is no MXBean: it does not fit this JDK (" + e + "); please report this as a bug");
        }
        return List.of(new Initialization());
    }
}
