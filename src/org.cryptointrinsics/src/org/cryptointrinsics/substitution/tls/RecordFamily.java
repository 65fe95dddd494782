package org.cryptointrinsics.substitution.tls;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.Family;
import org.cryptointrinsics.substitution.JdkMembers;

/** Records of TLS that are encrypted with AES-GCM. */
public final class RecordFamily extends Family {

    private static final String NAME = "records of TLS";
    public static final JdkMembers MEMBERS = new JdkMembers(NAME + ": off, ");
    public static final RecordFamily INSTANCE = new RecordFamily();

    private RecordFamily() {
        super(NAME, MEMBERS);
    }

    @Override
    protected List<Class<?>> substitutions() {
        return List.of(SSLEngineSubstitutions.class);
    }

    @Override
    protected List<Class<?>> users() {
        return List.of(EngineFields.class, RecordFields.class, SSLEngineSubstitutions.records());
    }

    @Override
    protected Stream<String> jdkClasses() {
        return RecordClasses.ALL.stream();
    }

    @Override
    public Set<String> firstUses() {
        return Set.of(EngineFields.ENGINE);
    }

    @Override
    public Collection<? extends Intrinsic<?>> intrinsics(Intrinsics all) {
        return List.of(all.aesGcm());
    }

    @Override
    public boolean sharesIntrinsics() {
        return true;
    }
}
