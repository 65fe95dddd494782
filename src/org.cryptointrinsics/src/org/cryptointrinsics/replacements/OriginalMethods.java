package org.cryptointrinsics.replacements;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.bytecode.JdkMethods;
import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.cipher.CipherFields;
import org.cryptointrinsics.substitution.digest.DigestFields;
import org.cryptointrinsics.substitution.digest.JdkDigest;
import org.cryptointrinsics.substitution.digest.MacSubstitutions;
import org.cryptointrinsics.substitution.provider.SunProvider;

import jdk.graal.compiler.nodes.graphbuilderconf.GraphBuilderContext;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/**
 * Has calls left to the JDK where an agent, such as one for auditing, has changed what is called, or anything that would be skipped: what it has put there is executed.
 */
public final class OriginalMethods {

    /** What knows the JDK's methods by the classes of objects that substitutions ask for, and of what those hold. */
    public static final JdkMethods JDK = new JdkMethods(Stream.of(
                    Arrays.stream(DigestAlgorithm.values()).map(DigestAlgorithm::jdkClass),
                    Arrays.stream(JdkDigest.values()).map(JdkDigest::className),
                    Stream.of(DigestFields.DELEGATE, DigestFields.DELEGATE + "$CloneableDelegate", MacSubstitutions.HMAC_CORE, SunProvider.SUN),
                    Stream.of(CipherFields.GCM, CipherFields.GCM + "$AESGCM", CipherFields.ENCRYPTION_ENGINE, CipherFields.DECRYPTION_ENGINE, CipherFields.AES,
                                    CipherFields.COUNTER_MODE, CipherFields.GCTR, CipherFields.GHASH, CipherFields.ALL_PERMISSION,
                                    SecretKeySpec.class.getName(), GCMParameterSpec.class.getName())).flatMap(names -> names).map(name -> name.replace('.', '/')).collect(
                                                    Collectors.toUnmodifiableSet()));

    private OriginalMethods() {
    }

    /**
     * Whether a call of {@code method} must be left to it, as it was changed, or what it leads to. If so, that is reported. In any case what is compiled here is thrown away
     * when that changes again.
     *
     * @param replacement the class that has a method in its place; what that leads to must not have been changed, either: it would be executed where the JDK does not
     */
    static boolean isChanged(GraphBuilderContext b, ResolvedJavaMethod method, Collection<? extends Intrinsic<?>> intrinsics, Class<?> replacement) {
        return isChanged(b, method, intrinsics, List.of(MethodName.of(method), MethodName.of(Substitutions.replacement(b, replacement, method))));
    }

    /**
     * As {@link #isChanged(GraphBuilderContext, ResolvedJavaMethod, Collection, Class)}.
     *
     * @param skipped methods that are not called
     */
    static boolean isChanged(GraphBuilderContext b, ResolvedJavaMethod method, Collection<? extends Intrinsic<?>> intrinsics, List<MethodName> skipped) {
        String reason;
        try {
            JdkMethods.Methods reached = JDK.reached(b.getMetaAccess(), skipped);
            reached.methods().forEach(b.getGraph()::recordMethod);
            reason = reached.changed() == null ? null : reached.changed() + " was changed, as by an agent";
        } catch (IOException | RuntimeException | LinkageError e) {
            reason = "it cannot be compared with its class file (" + e + ")";
        }
        if (reason != null) {
            Intrinsics.of(b.getForeignCalls()).report().notApplied(intrinsics, Substitutions.site(b, method), reason);
        }
        return reason != null;
    }
}
