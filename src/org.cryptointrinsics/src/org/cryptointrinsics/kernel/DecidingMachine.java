package org.cryptointrinsics.kernel;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** A machine that executes a program at once, and so knows which conditions hold. */
public interface DecidingMachine extends MessageMachine {

    /** Whether a condition of this machine holds. */
    boolean holds(Condition condition);

    @Override
    default Count choose(Condition condition, Count ifTrue, Count ifFalse) {
        return holds(condition) ? ifTrue : ifFalse;
    }

    @Override
    default Address choose(Condition condition, Address ifTrue, Address ifFalse) {
        return holds(condition) ? ifTrue : ifFalse;
    }

    @Override
    default <T extends Computed> List<T> choose(Condition condition, Supplier<List<T>> ifTrue, Supplier<List<T>> ifFalse) {
        return (holds(condition) ? ifTrue : ifFalse).get();
    }

    @Override
    default void loop(List<? extends Public> variables, Function<List<Public>, Next> body) {
        Next next = body.apply(List.copyOf(variables));
        while (holds(next.again())) {
            next = body.apply(List.copyOf(next.variables()));
        }
    }
}
