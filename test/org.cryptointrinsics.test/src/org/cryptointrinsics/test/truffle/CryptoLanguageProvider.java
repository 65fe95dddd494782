package org.cryptointrinsics.test.truffle;

import java.util.Collection;
import java.util.List;

import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.provider.TruffleLanguageProvider;

/** Where Truffle finds {@link CryptoLanguage}; what its annotation processor would write. */
@TruffleLanguage.Registration(id = CryptoLanguage.ID, name = CryptoLanguage.ID)
public final class CryptoLanguageProvider extends TruffleLanguageProvider {

    @Override
    protected String getLanguageClassName() {
        return CryptoLanguage.class.getName();
    }

    @Override
    protected Object create() {
        return new CryptoLanguage();
    }

    @Override
    protected Collection<String> getServicesClassNames() {
        return List.of();
    }

    @Override
    protected List<?> createFileTypeDetectors() {
        return List.of();
    }
}
