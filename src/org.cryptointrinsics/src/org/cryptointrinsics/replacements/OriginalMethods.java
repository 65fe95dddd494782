package org.cryptointrinsics.replacements;

import java.io.IOException;
import java.util.Collection;
import java.util.List;

import org.cryptointrinsics.bytecode.JdkMethods;
import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.replacements.ResolvedMethods.Resolved;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.UntestedMethods;
import org.cryptointrinsics.substitution.SubstitutedMethod;

import jdk.graal.compiler.nodes.graphbuilderconf.GraphBuilderContext;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/**
 * Has calls left to the JDK where an agent, such as one for auditing, has changed what is called, or anything that would be skipped: what it has put there is executed.
 */
public final class OriginalMethods {

    private OriginalMethods() {
    }

    /**
     * Whether a call of {@code method} must be left to it, as it was changed, or what it leads to. If so, that is reported. In any case what is compiled here is thrown away
     * when that changes again.
     *
     * @param skipped methods that are not called, and what is called instead: what that leads to must not have been changed, either, as it would be executed where the JDK
     *            does not
     */
    static boolean isChanged(GraphBuilderContext b, ResolvedJavaMethod method, Collection<? extends Intrinsic<?>> intrinsics, List<MethodName> skipped) {
        String reason;
        try {
            JdkMethods.Methods reached = SubstitutedMethod.JDK.reached(new ResolvedMethods(b.getMetaAccess()), skipped);
            reached.methods().stream().map(each -> ((Resolved) each).method()).filter(ResolvedJavaMethod::hasBytecodes).forEach(b.getGraph()::recordMethod);
            reason = reached.changed() == null ? untested(b, method, skipped) : reached.changed() + " was changed, as by an agent";
        } catch (IOException | RuntimeException | LinkageError e) {
            reason = "it cannot be compared with its class file (" + e + ")";
        }
        if (reason != null) {
            GraalIntrinsics.of(b.getForeignCalls()).report().notApplied(intrinsics, Substitutions.site(b, method), reason);
        }
        return reason != null;
    }

    /** Why a call must be left to the JDK, although nothing was changed: nobody has read what the JDK does there. */
    private static String untested(GraphBuilderContext b, ResolvedJavaMethod method, List<MethodName> skipped) throws IOException {
        List<MethodName> untested = SubstitutedMethod.JDK.untested(skipped);
        if (untested.isEmpty()) {
            return null;
        }
        UntestedMethods told = GraalIntrinsics.of(b.getForeignCalls()).untested();
        String reason = told.tell(method.format("%H.%n(%p)"), untested);
        return told.areTrusted() ? null : reason;
    }
}
