package org.cryptointrinsics.instruction;

/** What {@link Encoder} needs to know of an instruction. */
public interface Instruction {

    /** Opcode maps, by the number that VEX and EVEX give them. */
    int MAP_PRIMARY = 0;
    int MAP_0F = 1;
    int MAP_0F38 = 2;
    int MAP_0F3A = 3;

    /** Mandatory prefixes, by the number that VEX and EVEX give them. */
    int NO_PREFIX = 0;
    int PREFIX_66 = 1;
    int PREFIX_F3 = 2;
    int PREFIX_F2 = 3;

    Form form();

    /** Number of the mandatory prefix, 0 to 3. */
    int prefix();

    /** Number of the opcode map, 0 to 3. */
    int map();

    int opcode();

    /** The value of ModRM.reg where {@link #form} says that it extends the opcode. */
    int digit();
}
