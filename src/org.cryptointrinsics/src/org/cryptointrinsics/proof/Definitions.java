package org.cryptointrinsics.proof;

import java.util.List;

import org.cryptointrinsics.proof.Variables.Definition;

/** What variables stand for, but for sums and what instructions compute. */
final class Definitions {

    private Definitions() {
    }

    /** A bit that counts as a variable. */
    record Abbreviation(Bit bit) implements Definition {
        @Override
        public int width() {
            return 1;
        }

        @Override
        public List<Bits> sources() {
            return List.of(Bits.of(bit));
        }

        @Override
        public Bits evaluate(Evaluation evaluation) {
            return Bits.of(Bit.of(evaluation.value(bit)));
        }
    }

    /** What a table has at an index, in bytes. */
    record LookUp(List<Byte> table, Bits index) implements Definition {
        @Override
        public int width() {
            return Byte.SIZE;
        }

        @Override
        public List<Bits> sources() {
            return List.of(index);
        }

        @Override
        public Bits evaluate(Evaluation evaluation) {
            return Bits.of(table.get(evaluation.value(index).bytes()[0] & 0xFF), Byte.SIZE);
        }
    }

    /** What is known to be equal in any case. */
    record Cut(Bits value) implements Definition {
        @Override
        public int width() {
            return value.width();
        }

        @Override
        public List<Bits> sources() {
            return List.of(value);
        }

        @Override
        public Bits evaluate(Evaluation evaluation) {
            return evaluation.value(value);
        }
    }
}
