package org.cryptointrinsics.precompiled;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandle;

import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.linkage.AesBlocksMethod;
import org.cryptointrinsics.linkage.AesGcmMethod;
import org.cryptointrinsics.linkage.AesRecordMethod;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.FunctionMethod;
import org.cryptointrinsics.linkage.HashMethod;
import org.cryptointrinsics.linkage.HmacMethod;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.NativeCalls;
import org.cryptointrinsics.linkage.ParallelPermutationMethod;
import org.cryptointrinsics.linkage.PermutationMethod;
import org.cryptointrinsics.linkage.Safepoints;
import org.cryptointrinsics.linkage.Signature;

import jdk.internal.foreign.MemorySessionImpl;
import jdk.internal.misc.Unsafe;

/** Calls of precompiled functions. Each class has its handle to itself, so that no process links one that it does not need; arguments are in the order of its {@link Signature}. */
final class PrecompiledMethods {

    private static final long STATE = Unsafe.getUnsafe().objectFieldOffset(MemorySessionImpl.class, KernelMethod.STATE_OF_SCOPE);
    private static final MemorySessionImpl ALWAYS_OPEN = (MemorySessionImpl) Arena.global().scope();

    private static final long BYTES = Unsafe.ARRAY_BYTE_BASE_OFFSET;
    private static final long SHORTS = Unsafe.ARRAY_SHORT_BASE_OFFSET;
    private static final long INTS = Unsafe.ARRAY_INT_BASE_OFFSET;
    private static final long LONGS = Unsafe.ARRAY_LONG_BASE_OFFSET;

    private PrecompiledMethods() {
    }

    private static Object scope(MemorySessionImpl scope) {
        return scope == null ? ALWAYS_OPEN : scope;
    }

    /** Calls throw nothing that is to be caught. */
    private static AssertionError unexpected(Throwable e) {
        if (e instanceof Error error) {
            // As of a stack that is too small.
            throw error;
        }
        return new AssertionError(e);
    }

    static final class Compress extends CompressMethod {

        private static final MethodHandle CALL = NativeCalls.link(Signature.COMPRESS);

        private final long entry;
        private final long words;

        /**
         * @param isLong whether a word is a {@code long}
         */
        Compress(long entry, boolean isLong) {
            this.entry = entry;
            words = isLong ? LONGS : INTS;
        }

        @Override
        protected boolean execute(Object state, Object base, long address, int blocks, MemorySessionImpl scope) {
            Safepoints.pollBeforeCall();
            try {
                return (int) CALL.invokeExact(entry, state, words, base, address, (long) blocks, scope(scope), STATE) != 0;
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }
    }

    static final class Hash extends HashMethod {

        private static final MethodHandle CALL = NativeCalls.link(Signature.HASH);

        private final long entry;
        private final long words;

        /** As of {@link Compress}. */
        Hash(long entry, boolean isLong) {
            this.entry = entry;
            words = isLong ? LONGS : INTS;
        }

        @Override
        protected boolean execute(Object initialState, byte[] message, int suffix, Object resultBase, long result, int resultBytes) {
            Safepoints.pollBeforeCall();
            try {
                return (int) CALL.invokeExact(entry, (Object) message, BYTES, (long) message.length, (long) suffix, initialState, words, (long) resultBytes, resultBase,
                                result) != 0;
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }
    }

    static final class Hmac extends HmacMethod {

        private static final MethodHandle CALL = NativeCalls.link(Signature.HMAC);

        private final long entry;
        private final long words;

        /** As of {@link Compress}. */
        Hmac(long entry, boolean isLong) {
            this.entry = entry;
            words = isLong ? LONGS : INTS;
        }

        @Override
        protected boolean execute(Object initialState, byte[] innerKey, byte[] outerKey, byte[] message, int length, int suffix, byte[] result, int resultBytes, Object sumBase,
                        long sum, int iterations) {
            Safepoints.pollBeforeCall();
            try {
                return (int) CALL.invokeExact(entry, initialState, words, (Object) innerKey, BYTES, (Object) outerKey, BYTES, (Object) message, BYTES,
                                (long) length, (long) suffix, (Object) result, BYTES, (long) resultBytes, sumBase, sum, (long) iterations) != 0;
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }
    }

    /** That of all functions of AES. */
    private static final class Aes {

        static final MethodHandle CALL = NativeCalls.link(Signature.AES);

        private Aes() {
        }
    }

    static final class AesGcm extends AesGcmMethod {

        private final long entry;
        private final boolean isEncryption;

        AesGcm(long entry, boolean isEncryption) {
            this.entry = entry;
            this.isEncryption = isEncryption;
        }

        @Override
        protected int execute(int[] sessionKey, byte[] iv, byte[] aad, int aadLength, Object inputBase, long input, int length, Object outputBase, long output, int tagBytes,
                        long[] state, int position, MemorySessionImpl inputScope, MemorySessionImpl outputScope) {
            Safepoints.pollBeforeCall();
            try {
                return (int) Aes.CALL.invokeExact(entry, (Object) iv, BYTES, (Object) sessionKey, INTS, inputBase, input, (long) length, scope(inputScope), STATE, outputBase,
                                output, scope(outputScope), STATE, (Object) aad, BYTES, (long) aadLength, (Object) null, 0L, (Object) null, 0L, (Object) state, LONGS,
                                isEncryption ? outputBase : inputBase, (isEncryption ? output : input) + length, (long) tagBytes, (long) position);
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }
    }

    static final class AesRecord extends AesRecordMethod {

        private final long entry;
        private final boolean isEncryption;

        AesRecord(long entry, boolean isEncryption) {
            this.entry = entry;
            this.isEncryption = isEncryption;
        }

        /** The IV is in the places of the counter and of the subkey, one after the other, as the function is told by null. */
        @Override
        protected int execute(int[] sessionKey, int ivBegin, long ivEnd, Object aadBase, long aad, int aadLength, Object inputBase, long input, int length, Object outputBase,
                        long output, MemorySessionImpl inputScope, MemorySessionImpl outputScope) {
            Safepoints.pollBeforeCall();
            try {
                return (int) Aes.CALL.invokeExact(entry, (Object) null, 0L, (Object) sessionKey, INTS, inputBase, input, (long) length, scope(inputScope), STATE, outputBase,
                                output, scope(outputScope), STATE, aadBase, aad, (long) aadLength, (Object) null,
                                ivEnd << Integer.SIZE | Integer.toUnsignedLong(ivBegin), (Object) null, ivEnd >>> Integer.SIZE, (Object) null, 0L,
                                isEncryption ? outputBase : inputBase, (isEncryption ? output : input) + length, (long) AesContext.BLOCK, 0L);
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }
    }

    static final class AesBlocks extends AesBlocksMethod {

        private final long entry;

        AesBlocks(long entry) {
            this.entry = entry;
        }

        @Override
        protected boolean execute(int[] sessionKey, byte[] counter, long[] subkey, long[] state, Object inputBase, long input, Object outputBase, long output, int length,
                        MemorySessionImpl inputScope, MemorySessionImpl outputScope) {
            Safepoints.pollBeforeCall();
            try {
                return (int) Aes.CALL.invokeExact(entry, (Object) counter, BYTES, (Object) sessionKey, INTS, inputBase, input, (long) length, scope(inputScope), STATE,
                                outputBase, output, scope(outputScope), STATE, (Object) null, 0L, 0L, (Object) counter, BYTES, (Object) subkey, LONGS,
                                (Object) state, LONGS, (Object) null, 0L, 0L, 0L) != 0;
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }
    }

    /** That of all functions of arrays. */
    private static final class Arrays {

        private static final MethodHandle CALL = NativeCalls.link(Signature.ARRAYS);

        private Arrays() {
        }
    }

    static final class Permutation extends PermutationMethod {

        private final long entry;

        Permutation(long entry) {
            this.entry = entry;
        }

        @Override
        protected boolean execute(long[] state, long[] otherState) {
            Safepoints.pollBeforeCall();
            try {
                return (int) Arrays.CALL.invokeExact(entry, (Object) state, LONGS, (Object) otherState, LONGS, (Object) null, 0L, (Object) null, 0L) != 0;
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }
    }

    static final class ParallelPermutation extends ParallelPermutationMethod {

        private final long entry;

        ParallelPermutation(long entry) {
            this.entry = entry;
        }

        @Override
        protected boolean execute(long[] states) {
            Safepoints.pollBeforeCall();
            try {
                return (int) Arrays.CALL.invokeExact(entry, (Object) states, LONGS, (Object) null, 0L, (Object) null, 0L, (Object) null, 0L) != 0;
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }
    }

    static final class Function extends FunctionMethod {

        private final long entry;
        private final long elements;

        /**
         * @param elementBytes the size of an element of the arrays
         */
        Function(long entry, int elementBytes) {
            this.entry = entry;
            elements = switch (elementBytes) {
                case Byte.BYTES -> BYTES;
                case Short.BYTES -> SHORTS;
                case Integer.BYTES -> INTS;
                default -> LONGS;
            };
        }

        @Override
        protected boolean execute(Object first, Object second, Object third, Object fourth) {
            Safepoints.pollBeforeCall();
            try {
                return (int) Arrays.CALL.invokeExact(entry, first, elements, second, elements, third, elements, fourth, elements) != 0;
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }
    }
}
