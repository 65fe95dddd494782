package org.cryptointrinsics.test.proof;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.cryptointrinsics.instruction.Decoded.Memory;
import org.cryptointrinsics.instruction.Decoded;
import org.cryptointrinsics.instruction.Decoder;
import org.cryptointrinsics.instruction.GeneralInstruction;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesNi;
import org.cryptointrinsics.linkage.AesPart;
import org.cryptointrinsics.linkage.AesUse;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.proof.code.Code;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.verification.Verification;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;

/** Code without one of its stores is missed, or proved all the same. */
public class LeftOutStoresTest {

    @ClassRule @Rule public static final Fork FORK = Proofs.fork();

    private static final byte NOP = (byte) 0x90;
    private static final int RSP = 4;
    private static final Pattern WRONG_TAG = Pattern.compile("a tag of 16, which is wrong(?!, in)");
    /** By the shortest message of each. */
    private static final List<String> CLEARED = List.of("the result of 1", "the result of 16", "the result of 65", "the result of 65");

    /**
     * Each store that is left out is missed, or does not matter. Four clear what was decrypted with a wrong tag, two of them that of short messages: one its whole blocks, and one
     * the bytes of its last block. Each is found by the shortest message that needs it: up to 64 bytes are short.
     */
    @Test
    public void storesThatAreLeftOutAreMissed() throws IOException {
        // Its chunks are the smallest.
        AesGcmKernel kernel = new AesNi();
        AesUse use = new AesUse(AesPart.MESSAGE, CodeMutationTest.KEY_BITS, false);
        Code code = CodeMutationTest.codes(AesGcmKernel.NAME, kernel, use.name()).findFirst().orElseThrow();
        Verification.claim(use, code, kernel).prove();
        List<String> ofWrongTags = new ArrayList<>();
        for (long address : code.executed()) {
            if (isStore(code, address)) {
                try {
                    Verification.claim(use, without(code, address), kernel).prove();
                } catch (ProofException e) {
                    assertTrue(code.told(address) + ": " + e.getMessage(), e.isRefutation());
                    if (WRONG_TAG.matcher(e.getMessage()).find()) {
                        ofWrongTags.add(e.getMessage());
                    }
                }
            }
        }
        assertEquals(ofWrongTags.toString(), CLEARED, ofWrongTags.stream().map(message -> message.replaceFirst(" bytes.*", "")).sorted().toList());
    }

    /** Whether an instruction moves to memory what is in a register, or a constant, but for what the register allocator has spilled. */
    private static boolean isStore(Code code, long address) {
        Decoded decoded = Decoder.decode(CodeMutationTest.bytes(code, address));
        boolean isMove = decoded.kind() == GeneralInstruction.MOV || decoded.kind() instanceof VectorInstruction;
        return isMove && decoded.writesRm() && decoded.rm() instanceof Memory memory && memory.base() != RSP;
    }

    private static Code without(Code code, long address) {
        Code changed = code;
        for (int i = 0; i < code.length(address); i++) {
            changed = changed.with(address + i, NOP);
        }
        return changed;
    }
}
