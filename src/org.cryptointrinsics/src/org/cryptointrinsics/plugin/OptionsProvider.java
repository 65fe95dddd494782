package org.cryptointrinsics.plugin;

import java.util.Iterator;
import java.util.List;

import org.cryptointrinsics.replacements.CryptoIntrinsicsOptions;

import jdk.graal.compiler.options.OptionDescriptor;
import jdk.graal.compiler.options.OptionDescriptors;
import jdk.graal.compiler.options.OptionKey;
import jdk.graal.compiler.options.OptionType;
import jdk.graal.compiler.options.OptionsContainer;

/** Where Graal asks for options: the first thing it asks for, before it looks for the other services. */
public final class OptionsProvider implements OptionDescriptors {

    private final List<OptionDescriptor> descriptors = List.of(
                    describe("CryptoIntrinsics", CryptoIntrinsicsOptions.CryptoIntrinsics,
                                    "Crypto intrinsics that are on: 'all', 'off', or a comma-separated list of names, each of which may be preceded by '-' " +
                                                    "to turn it off. With that, it may be a method of the JDK, too. For example, 'MD5,SHA-256', '-MD5' or '-Cipher.doFinal'."),
                    describe("CryptoIntrinsicsVariant", CryptoIntrinsicsOptions.CryptoIntrinsicsVariant,
                                    "Comma-separated list of variants to use instead of those that suit the CPU best. " +
                                                    "For example, 'sha-256=x86-sha,md5=scalar'."),
                    describe("CryptoIntrinsicsReport", CryptoIntrinsicsOptions.CryptoIntrinsicsReport,
                                    "Reports which crypto intrinsics are on and where they are applied, to the standard error stream ('true') or to a file."),
                    describe("CryptoIntrinsicsUntested", CryptoIntrinsicsOptions.CryptoIntrinsicsUntested,
                                    "'on' has kernels called although they stand for methods of this JDK that are not known, which may correct what was wrong. Otherwise 'off'."),
                    describe("CryptoIntrinsicsEntries", CryptoIntrinsicsOptions.CryptoIntrinsicsEntries, Boolean.class,
                                    "With the agent, the JDK's methods call kernels for every caller. If not, only code that Graal compiles has kernels."));

    public OptionsProvider() {
        Surroundings.enter();
    }

    private static OptionDescriptor describe(String name, OptionKey<String> key, String help) {
        return describe(name, key, String.class, help);
    }

    private static <T> OptionDescriptor describe(String name, OptionKey<T> key, Class<T> type, String help) {
        return OptionDescriptor.create(name, OptionType.User, type, help, CryptoIntrinsicsOptions.class, name, key);
    }

    @Override
    public OptionsContainer getContainer() {
        return OptionsContainer.asContainer(CryptoIntrinsicsOptions.class);
    }

    @Override
    public OptionDescriptor get(String name) {
        for (OptionDescriptor descriptor : descriptors) {
            if (descriptor.getName().equals(name)) {
                return descriptor;
            }
        }
        return null;
    }

    @Override
    public Iterator<OptionDescriptor> iterator() {
        return descriptors.iterator();
    }
}
