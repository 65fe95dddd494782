package org.cryptointrinsics.tool.demo;

import java.util.List;
import java.util.stream.Stream;

/** Who does the work of the demo: a VM without the plugin, and VMs with it. */
enum JvmConfig {
    C2("C2", null, "#E69F00", 1), C2_PLUGIN("C2 + agent", "cryptointrinsics.args.c2", "#0072B2", 1),
    /** Graal is a JIT in Java, which gets compiled as well. */
    GRAAL_PLUGIN("Graal + plugin", "cryptointrinsics.args.graal", "#56B4E9", 2);

    private final String title;
    private final String property;
    private final String color;
    private final int warmUp;

    /**
     * @param property names the file of its java options; null if it has none
     * @param color of its bars, of those that Okabe and Ito chose for all kinds of colour vision
     * @param warmUp how long it warms up, relative to the others
     */
    JvmConfig(String title, String property, String color, int warmUp) {
        this.title = title;
        this.property = property;
        this.color = color;
        this.warmUp = warmUp;
    }

    /** Those whose options the launcher has named, after the one that needs none. */
    static List<JvmConfig> chosen() {
        return Stream.of(values()).filter(contender -> contender.property == null || System.getProperty(contender.property) != null).toList();
    }

    boolean hasPlugin() {
        return property != null;
    }

    /** Of java. */
    List<String> options() {
        return property == null ? List.of() : List.of("@" + System.getProperty(property));
    }

    String color() {
        return color;
    }

    int warmUp() {
        return warmUp;
    }

    @Override
    public String toString() {
        return title;
    }
}
