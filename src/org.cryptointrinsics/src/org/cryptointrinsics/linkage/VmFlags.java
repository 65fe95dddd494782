package org.cryptointrinsics.linkage;

import java.util.List;

import jdk.internal.misc.VM;

/** HotSpot's flags as the command line, files and environment variables give them: HotSpot also changes some where it has no use for them. */
public final class VmFlags {

    private VmFlags() {
    }

    /** Whether a flag is given as off. */
    public static boolean isTurnedOff(String name) {
        boolean off = false;
        for (String argument : arguments()) {
            if (argument.equals("-XX:-" + name)) {
                off = true;
            } else if (argument.equals("-XX:+" + name)) {
                off = false;
            }
        }
        return off;
    }

    /**
     * The number that a flag is given as.
     *
     * @param otherwise if it is not
     */
    public static int number(String name, int otherwise) {
        int number = otherwise;
        String prefix = "-XX:" + name + "=";
        for (String argument : arguments()) {
            if (argument.startsWith(prefix)) {
                try {
                    number = Integer.decode(argument.substring(prefix.length()));
                } catch (NumberFormatException e) {
                    // HotSpot takes units, which nobody needs here.
                    number = otherwise;
                }
            }
        }
        return number;
    }

    /** The options that the VM was started with; none of one that an agent was loaded into and that had none. */
    public static List<String> arguments() {
        String[] arguments = VM.getRuntimeArguments();
        return arguments == null ? List.of() : List.of(arguments);
    }
}
