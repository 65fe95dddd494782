package org.cryptointrinsics.bench;

import java.util.List;
import java.util.Locale;

/**
 * A JIT that may be measured alone: without the plugin and with it.
 */
public enum Jit {
    C2(Contender.C2, Contender.C2_PLUGIN),
    GRAAL(Contender.GRAAL, Contender.PLUGIN);

    private final List<Contender> contenders;

    Jit(Contender... contenders) {
        this.contenders = List.of(contenders);
    }

    /** That of an option. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * What is measured.
     *
     * @param chosen null for both
     */
    public static List<Contender> contenders(Jit chosen) {
        return chosen == null ? Contender.JITS : chosen.contenders;
    }
}
