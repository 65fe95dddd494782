package org.cryptointrinsics.tool;

import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Whose code an application gets when it names no provider. */
final class ProviderExamination {

    private static final Set<String> WITH_KERNELS = Set.of("SUN", "SunEC", "SunJCE", "SunJSSE");
    private static final Map<String, List<String>> SERVICES = new LinkedHashMap<>(Map.of( //
                    "MessageDigest", List.of("MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256"), //
                    "Mac", List.of("HmacSHA256"), //
                    "Cipher", List.of("AES/GCM/NoPadding", "AES"), //
                    "SSLContext", List.of("TLSv1.3"), //
                    "KEM", List.of("ML-KEM"), //
                    "KeyAgreement", List.of("X25519"), //
                    "Signature", List.of("ML-DSA")));

    private ProviderExamination() {
    }

    static List<Finding> findings() {
        Set<String> own = new TreeSet<>();
        List<Finding> findings = new ArrayList<>();
        SERVICES.forEach((type, algorithms) -> {
            for (String algorithm : algorithms) {
                Provider provider = first(type, algorithm);
                if (provider != null && WITH_KERNELS.contains(provider.getName())) {
                    own.add(provider.getName());
                } else if (provider != null) {
                    findings.add(Finding.note(type + " " + algorithm + " is of provider " + provider.getName() + ", which has no kernels.",
                                    "Put the JDK's provider before it, or ask for that by name."));
                }
            }
        });
        if (!own.isEmpty()) {
            findings.addFirst(Finding.fits("First providers: " + String.join(", ", own)));
        }
        return findings;
    }

    private static Provider first(String type, String algorithm) {
        for (Provider provider : Security.getProviders()) {
            if (provider.getService(type, algorithm) != null) {
                return provider;
            }
        }
        return null;
    }
}
