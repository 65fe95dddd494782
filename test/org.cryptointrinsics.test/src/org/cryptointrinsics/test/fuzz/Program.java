package org.cryptointrinsics.test.fuzz;

import java.util.List;
import java.util.Random;

/** Random calls of public methods. What comes of them depends on the random numbers alone, not on what compiles them nor on what was played before. */
interface Program {

    /** Plays a case. */
    void play(Random random, Transcript transcript) throws Exception;

    /** The names of the methods that the plugin is to be applied in, each with one call of a method of the JDK. */
    default List<String> sites() {
        return List.of();
    }
}
