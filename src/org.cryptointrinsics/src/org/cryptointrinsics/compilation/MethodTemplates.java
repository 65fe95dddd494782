package org.cryptointrinsics.compilation;

import org.cryptointrinsics.linkage.AesBlocksMethod;
import org.cryptointrinsics.linkage.AesGcmMethod;
import org.cryptointrinsics.linkage.AesRecordMethod;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.FunctionMethod;
import org.cryptointrinsics.linkage.HashMethod;
import org.cryptointrinsics.linkage.HmacMethod;
import org.cryptointrinsics.linkage.ParallelPermutationMethod;
import org.cryptointrinsics.linkage.PermutationMethod;

import jdk.internal.foreign.MemorySessionImpl;

/** What methods are copied from whose code is a kernel: the bytecodes that are executed while there is no code. */
final class MethodTemplates {

    private MethodTemplates() {
    }

    static final class Compress extends CompressMethod {
        @Override
        protected boolean execute(Object state, Object base, long address, int blocks, MemorySessionImpl scope) {
            lost();
            return false;
        }
    }

    static final class Hash extends HashMethod {
        @Override
        protected boolean execute(Object initialState, byte[] message, int suffix, Object resultBase, long result, int resultBytes) {
            lost();
            return false;
        }
    }

    static final class Hmac extends HmacMethod {
        @Override
        protected boolean execute(Object initialState, byte[] innerKey, byte[] outerKey, byte[] message, int length, int suffix, byte[] result, int resultBytes,
                    Object sumBase, long sum, int iterations) {
            lost();
            return false;
        }
    }

    static final class AesGcm extends AesGcmMethod {
        @Override
        protected int execute(int[] sessionKey, byte[] iv, byte[] aad, int aadLength, Object inputBase, long input, int length, Object outputBase, long output, int tagBytes,
                        long[] state, int position, MemorySessionImpl inputScope, MemorySessionImpl outputScope) {
            lost();
            return AesGcmMethod.NOT_DONE;
        }
    }

    static final class AesRecord extends AesRecordMethod {
        @Override
        protected int execute(int[] sessionKey, int ivBegin, long ivEnd, Object aadBase, long aad, int aadLength, Object inputBase, long input, int length, Object outputBase,
                        long output, MemorySessionImpl inputScope, MemorySessionImpl outputScope) {
            lost();
            return AesGcmMethod.NOT_DONE;
        }
    }

    static final class AesBlocks extends AesBlocksMethod {
        @Override
        protected boolean execute(int[] sessionKey, byte[] counter, long[] subkey, long[] state, Object inputBase, long input, Object outputBase, long output, int length,
                    MemorySessionImpl inputScope, MemorySessionImpl outputScope) {
            lost();
            return false;
        }
    }

    static final class Permutation extends PermutationMethod {
        @Override
        protected boolean execute(long[] state, long[] otherState) {
            lost();
            return false;
        }
    }

    static final class ParallelPermutation extends ParallelPermutationMethod {
        @Override
        protected boolean execute(long[] states) {
            lost();
            return false;
        }
    }

    static final class Function extends FunctionMethod {
        @Override
        protected boolean execute(Object first, Object second, Object third, Object fourth) {
            lost();
            return false;
        }
    }
}
