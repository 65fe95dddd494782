package org.cryptointrinsics.test.linkage;

import static org.junit.Assert.assertEquals;

import java.util.List;

import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.Signature;
import org.junit.Test;

/** What functions of machine code are called with. */
public class SignatureTest {

    /** Of an {@code int} on the stack, half of what is loaded would have been stored: a short message took up to twice as long. */
    @Test
    public void argumentsFillTheirPlaces() {
        for (Signature signature : Signature.values()) {
            assertEquals(signature.name(), List.of(), signature.type().parameterList().stream().filter(type -> type != Object.class && type != long.class).toList());
        }
    }

    /** In whatever order: what the function has, but for what keeps a register free. */
    @Test
    public void handleTakesAll() {
        for (Signature signature : Signature.values()) {
            List<Argument> taken = signature.arguments().stream().filter(argument -> argument != Argument.UNUSED).sorted().toList();
            assertEquals(signature.name(), taken, signature.ofHandle().stream().sorted().toList());
        }
    }
}
