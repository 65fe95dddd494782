package org.cryptointrinsics.graph;

import java.nio.ByteOrder;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Kernel;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.api.replacements.Snippet;
import jdk.graal.compiler.api.replacements.Snippet.ConstantParameter;
import jdk.graal.compiler.core.common.CompilationIdentifier;
import jdk.graal.compiler.core.common.spi.ForeignCallDescriptor.CallSideEffect;
import jdk.graal.compiler.core.target.Backend;
import jdk.graal.compiler.debug.DebugContext;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor.Transition;
import jdk.graal.compiler.hotspot.nodes.AllocaNode;
import jdk.graal.compiler.hotspot.stubs.SnippetStub;
import jdk.graal.compiler.loop.phases.LoopFullUnrollPhase;
import jdk.graal.compiler.nodes.FixedNode;
import jdk.graal.compiler.nodes.LoopBeginNode;
import jdk.graal.compiler.nodes.StructuredGraph;
import jdk.graal.compiler.nodes.extended.MembarNode;
import jdk.graal.compiler.nodes.loop.DefaultLoopPolicies;
import jdk.graal.compiler.phases.common.CanonicalizerPhase;
import jdk.graal.compiler.phases.tiers.Suites;
import jdk.graal.compiler.word.Word;
import jdk.vm.ci.code.InstalledCode;

/**
 * The machine code that hashes a whole message: the kernel, with the padding before it and the digest after it. It has no state but in its frame, so that no
 * object is needed. A leaf, as {@link KernelStub}.
 */
public final class MessageStub extends SnippetStub {

    /** The prefix, the blocks of the message, and what is padded. */
    private static final int PARTS = 3;

    private final CompilerContext context;
    private final DigestAlgorithm algorithm;
    private final Kernel kernel;
    private final Counters counters;

    /**
     * @param counters what to count calls and blocks of the kernel in, or null
     */
    MessageStub(CompilerContext context, HotSpotForeignCallLinkage linkage, DigestAlgorithm algorithm, Kernel kernel, Counters counters) {
        super("hash", context.options(), context.providers(), linkage);
        this.context = context;
        this.algorithm = algorithm;
        this.kernel = kernel;
        this.counters = counters;
    }

    /**
     * The signature of the stub, see {@link #hash}. It may be called again: what it writes to is nothing that anybody has seen yet.
     *
     * @param name a Java identifier
     */
    public static HotSpotForeignCallDescriptor descriptor(String name) {
        return new HotSpotForeignCallDescriptor(Transition.LEAF, CallSideEffect.NO_SIDE_EFFECT, new LocationIdentity[]{LocationIdentity.any()},
                        name, boolean.class, long.class, long.class, long.class, int.class, int.class, long.class, int.class);
    }

    /**
     * Hashes a message, padded as in RFC 1321, 3.1 and 3.2, in FIPS 180-4, 5.1, or in FIPS 202, B.2. What is stored in the frame is loaded in pieces of the same size, so that a
     * load need not wait until what is stored has reached the cache.
     *
     * @param initialState address of the initial chaining value, in words
     * @param prefix address of a block before the message, such as the key of HMAC (FIPS 198-1, 4), or 0
     * @param message its address
     * @param length of the message in bytes
     * @param suffix the first byte after the message
     * @param digest address for the digest
     * @param digestBytes the length of the digest, a multiple of 4, at most {@code stateBytes}
     * @param lengthBytes how many bytes at the end of the last block are for the length; all but the last eight are zero. If there are none, a bit ends the block
     * @return true
     */
    @Snippet
    private static boolean hash(Word initialState, Word prefix, Word message, int length, int suffix, Word digest, int digestBytes,
                    @ConstantParameter int stateBytes, @ConstantParameter int blockBytes, @ConstantParameter int lengthBytes, @ConstantParameter boolean isLittleEndian,
                    @ConstantParameter boolean isWordInt) {
        Word state = AllocaNode.alloca((stateBytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES, Long.BYTES);
        Word padded = AllocaNode.alloca(2 * blockBytes, Long.BYTES);
        for (int i = 0; i <= stateBytes - Long.BYTES; i += Long.BYTES) {
            state.writeLong(i, initialState.readLong(i, LocationIdentity.any()), LocationIdentity.any());
        }
        if (stateBytes % Long.BYTES != 0) {
            int i = stateBytes - Integer.BYTES;
            state.writeInt(i, initialState.readInt(i, LocationIdentity.any()), LocationIdentity.any());
        }

        int prefixBytes = prefix.equal(0) ? 0 : blockBytes;
        int rest = length % blockBytes;
        Word restData = message.add(length - rest);
        int position = 0;
        for (; position <= rest - Long.BYTES; position += Long.BYTES) {
            padded.writeLong(position, restData.readLong(position, LocationIdentity.any()), LocationIdentity.any());
        }
        int lastBytes = rest % Long.BYTES;
        long last = 0;
        if (length >= Long.BYTES) {
            // Twice, since it may be by 64.
            int shift = (Long.BYTES - lastBytes) * Byte.SIZE / 2;
            last = restData.readLong(rest - Long.BYTES, LocationIdentity.any()) >>> shift >>> shift;
        } else {
            for (int i = lastBytes - 1; i >= 0; i--) {
                last = last << Byte.SIZE | restData.readByte(i, LocationIdentity.any()) & 0xFF;
            }
        }
        padded.writeLong(position, last | (long) suffix << lastBytes * Byte.SIZE, LocationIdentity.any());
        int paddedBytes = rest < blockBytes - lengthBytes ? blockBytes : 2 * blockBytes;
        for (position += Long.BYTES; position < paddedBytes; position += Long.BYTES) {
            padded.writeLong(position, 0L, LocationIdentity.any());
        }
        if (lengthBytes == 0) {
            padded.writeLong(paddedBytes - Long.BYTES, padded.readLong(paddedBytes - Long.BYTES, LocationIdentity.any()) | Long.MIN_VALUE, LocationIdentity.any());
        } else {
            long bits = ((long) length + prefixBytes) * Byte.SIZE;
            padded.writeLong(paddedBytes - Long.BYTES, isLittleEndian ? bits : Long.reverseBytes(bits), LocationIdentity.any());
        }

        Word data = prefix;
        int blocks = prefixBytes / blockBytes;
        // One kernel, in a loop, instead of three.
        for (int part = 0; part < PARTS; part++) {
            if (part == PARTS - 2) {
                data = message;
                blocks = length / blockBytes;
            } else if (part == PARTS - 1) {
                data = padded;
                blocks = paddedBytes / blockBytes;
            }
            if (blocks != 0) {
                kernel(state, data, blocks);
            }
        }

        for (int i = 0; i < digestBytes; i += Integer.BYTES) {
            // Of a long, the high half comes first.
            int word = state.readInt(isLittleEndian || isWordInt ? i : i ^ Integer.BYTES, LocationIdentity.any());
            digest.writeInt(i, isLittleEndian ? word : Integer.reverseBytes(word), LocationIdentity.any());
        }
        for (int i = 0; i < paddedBytes; i += Long.BYTES) {
            padded.writeLong(i, 0L, LocationIdentity.any());
        }
        for (int i = 0; i < stateBytes; i += Integer.BYTES) {
            state.writeInt(i, 0, LocationIdentity.any());
        }
        return true;
    }

    /** Replaced by a {@link KernelCallNode}; for the arguments see {@link Kernel#compress}. */
    private static native void kernel(Word state, Word data, int blocks);

    @Override
    protected Object getConstantParameterValue(int index, String name) {
        return switch (index) {
            case 7 -> algorithm.stateBytes();
            case 8 -> algorithm.blockBytes();
            case 9 -> algorithm.lengthBytes();
            case 10 -> algorithm.order() == ByteOrder.LITTLE_ENDIAN;
            case 11 -> algorithm.word() == Size.DWORD;
            default -> super.getConstantParameterValue(index, name);
        };
    }

    @Override
    protected StructuredGraph getGraph(DebugContext debug, CompilationIdentifier compilationId) {
        StructuredGraph graph = super.getGraph(debug, compilationId);
        for (LoopBeginNode loop : graph.getNodes(LoopBeginNode.TYPE)) {
            loop.setLoopEndSafepoint(LoopBeginNode.SafepointState.MUST_NEVER_SAFEPOINT);
            loop.setLoopExitSafepoint(LoopBeginNode.SafepointState.MUST_NEVER_SAFEPOINT);
        }
        for (KernelCallNode call : graph.getNodes().filter(KernelCallNode.class).snapshot()) {
            FixedNode next = call.next();
            call.setNext(null);
            GraphAppender appender = new GraphAppender(graph, call);
            // The kernel's instructions do not tell what they load and store.
            appender.append(new MembarNode(MembarNode.FenceKind.NONE));
            KernelGraph.append(appender, kernel, context, counters, call.state, call.data, call.blocks, false);
            appender.append(new MembarNode(MembarNode.FenceKind.NONE));
            appender.last().setNext(next);
            graph.removeFixed(call);
        }
        return graph;
    }

    @Override
    protected Suites createSuites() {
        Suites suites = super.createSuites();
        suites.getHighTier().appendPhase(new LoopFullUnrollPhase(CanonicalizerPhase.create(), new DefaultLoopPolicies()));
        return suites;
    }

    @Override
    public synchronized InstalledCode getCode(Backend ignored) {
        return super.getCode(context.backend(kernel));
    }
}
