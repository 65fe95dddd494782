package org.cryptointrinsics.replacements;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import javax.crypto.Mac;

import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.selection.Intrinsics;

import jdk.graal.compiler.java.BytecodeParser;
import jdk.graal.compiler.java.FrameStateBuilder;
import jdk.graal.compiler.nodes.ConstantNode;
import jdk.graal.compiler.nodes.FixedGuardNode;
import jdk.graal.compiler.nodes.LogicNode;
import jdk.graal.compiler.nodes.NodeView;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.calc.AddNode;
import jdk.graal.compiler.nodes.calc.IntegerLessThanNode;
import jdk.graal.compiler.nodes.calc.SubNode;
import jdk.graal.compiler.nodes.graphbuilderconf.GraphBuilderContext;
import jdk.graal.compiler.nodes.graphbuilderconf.NodePlugin;
import jdk.vm.ci.meta.DeoptimizationAction;
import jdk.vm.ci.meta.DeoptimizationReason;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/**
 * Does most iterations of PBKDF2 (RFC 8018, 5.2) with the two chaining values of the key in registers and in a frame. The JDK's loop
 *
 * <pre>
 * for (int j = 2; j &lt;= iterCount; j++) {
 *     prf.update(ui);
 *     prf.doFinal(ui, 0);
 *     for (int k = 0; k &lt; ui.length; k++) {
 *         ti[k] ^= ui[k];
 *     }
 * }
 * </pre>
 *
 * becomes one that has {@code j += iterate(prf, ui, ti, iterCount - j)} before each {@code update}. That leaves nothing between two iterations but what is in those
 * variables, so that the JDK's code can go on, compiled or not.
 */
final class Pbkdf2Plugin implements NodePlugin {

    private static final String KEY_CLASS = "com.sun.crypto.provider.PBKDF2KeyImpl";

    /** Those of {@code PBKDF2WithHmac...} in SunJCE. */
    private static final Set<DigestAlgorithm> DIGESTS = EnumSet.of(DigestAlgorithm.SHA_1, DigestAlgorithm.SHA_256, DigestAlgorithm.SHA_512);

    /** Matches any byte. */
    private static final int ANY = -1;
    /** The bytecodes of that loop, from {@code j = 2}. */
    private static final int[] LOOP = {
                    0x05, 0x36, 16, // j = 2
                    0x15, 16, 0x1D, 0xA3, 0, 53, // j > iterCount: leave
                    0x2A, 0x19, 10, 0xB6, ANY, ANY, // prf.update(ui)
                    0x2A, 0x19, 10, 0x03, 0xB6, ANY, ANY, // prf.doFinal(ui, 0)
                    0x03, 0x36, 17, // k = 0
                    0x15, 17, 0x19, 10, 0xBE, 0xA2, 0, 23, // k >= ui.length: leave
                    0x19, 11, 0x15, 17, 0x5C, 0x33, 0x19, 10, 0x15, 17, 0x33, 0x82, 0x91, 0x54, // ti[k] = (byte) (ti[k] ^ ui[k])
                    0x84, 17, 1, 0xA7, 0xFF, 0xE7, // k++
                    0x84, 16, 1, 0xA7, 0xFF, 0xCB}; // j++
    private static final int UPDATE = 12;
    /** What the loop calls besides {@code update}. */
    private static final MethodName DO_FINAL = new MethodName("javax/crypto/Mac", "doFinal", "([BI)V");
    private static final int ITERATION_COUNT = 3;
    private static final int SUM = 11;
    private static final int ITERATION = 16;

    @Override
    public boolean handleInvoke(GraphBuilderContext b, ResolvedJavaMethod method, ValueNode[] arguments) {
        if (isInDerivation(b, method) && b instanceof BytecodeParser parser && Intrinsics.of(b.getForeignCalls()) != null &&
                        Substitutions.canReplace(b, method, Intrinsics.of(b.getForeignCalls()).digests())) {
            int loop = findLoop(b.getMethod().getCode());
            Intrinsics intrinsics = Intrinsics.of(b.getForeignCalls());
            if (loop < 0) {
                intrinsics.report().notApplied(intrinsics.digests(), Substitutions.site(b, method), "in this JDK its loop is another one");
            } else if (b.bci() == loop + UPDATE && !OriginalMethods.isChanged(b, method, intrinsics.digests(), List.of(MethodName.of(method), DO_FINAL))) {
                intrinsics.report().applied(intrinsics.digests(), Substitutions.site(b, method));
                iterate(parser, arguments);
            }
        }
        // The call itself stays.
        return false;
    }

    private static boolean isInDerivation(GraphBuilderContext b, ResolvedJavaMethod method) {
        return method.getName().equals("update") && method.getDeclaringClass().toJavaName().equals(Mac.class.getName()) && b.getMethod() != null &&
                        b.getMethod().getName().equals("deriveKey") && b.getMethod().getDeclaringClass().toJavaName().equals(KEY_CLASS);
    }

    /** Where the loop begins, or -1. */
    private static int findLoop(byte[] code) {
        for (int start = 0; start <= code.length - LOOP.length; start++) {
            int i = 0;
            while (i < LOOP.length && (LOOP[i] == ANY || (byte) LOOP[i] == code[start + i])) {
                i++;
            }
            if (i == LOOP.length) {
                return start;
            }
        }
        return -1;
    }

    private static void iterate(BytecodeParser b, ValueNode[] arguments) {
        FrameStateBuilder frame = b.getFrameStateBuilder();
        ValueNode mac = b.nullCheckedValue(arguments[0]);
        ValueNode value = b.nullCheckedValue(arguments[1]);
        ValueNode sum = b.nullCheckedValue(frame.loadLocal(SUM, JavaKind.Object));
        ValueNode iteration = frame.loadLocal(ITERATION, JavaKind.Int);
        Set<DigestAlgorithm> resolved = EnumSet.copyOf(DIGESTS);
        resolved.removeIf(algorithm -> !DigestPlugins.isInitialized(b, algorithm));
        Set<DigestAlgorithm> on = EnumSet.copyOf(resolved);
        on.removeIf(algorithm -> !Intrinsics.of(b.getForeignCalls()).of(algorithm).isOnForHmac());
        ValueNode left = b.append(SubNode.create(frame.loadLocal(ITERATION_COUNT, JavaKind.Int), iteration, NodeView.DEFAULT));
        ValueNode count = b.append(new Pbkdf2CountNode(mac, value, sum, left, resolved, on));
        LogicNode isUnresolved = b.append(IntegerLessThanNode.create(count, ConstantNode.forInt(0), NodeView.DEFAULT));
        b.append(new FixedGuardNode(isUnresolved, DeoptimizationReason.Unresolved, DeoptimizationAction.InvalidateRecompile, true));
        Pbkdf2Node node = b.append(new Pbkdf2Node(mac, value, sum, count, on));
        frame.storeLocal(ITERATION, JavaKind.Int, b.append(AddNode.create(iteration, count, NodeView.DEFAULT)));
        // Whoever leaves compiled code after this begins with the call.
        frame.push(JavaKind.Object, arguments[0]);
        frame.push(JavaKind.Object, arguments[1]);
        node.setStateAfter(frame.create(b.bci(), node));
        frame.pop(JavaKind.Object);
        frame.pop(JavaKind.Object);
    }
}
