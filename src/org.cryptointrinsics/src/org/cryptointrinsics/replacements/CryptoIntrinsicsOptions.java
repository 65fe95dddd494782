package org.cryptointrinsics.replacements;

import org.cryptointrinsics.selection.Options;
import org.cryptointrinsics.selection.Options.Setting;
import org.cryptointrinsics.substitution.Families;
import org.graalvm.collections.EconomicMap;

import jdk.graal.compiler.options.OptionKey;
import jdk.graal.compiler.options.OptionValues;

/** The plugin's options, given as {@code -Djdk.graal.NAME=VALUE} like Graal's own. Graal reports a wrong value and does not start. */
public final class CryptoIntrinsicsOptions {

    private static final String INTRINSICS_NAME = "CryptoIntrinsics";
    private static final String VARIANT_NAME = "CryptoIntrinsicsVariant";
    private static final String REPORT_NAME = "CryptoIntrinsicsReport";
    private static final String UNTESTED_NAME = "CryptoIntrinsicsUntested";
    private static final String ALL = "all";
    private static final String NO_VARIANT = "";
    private static final String NO_REPORT = "false";
    private static final String NOT_UNTESTED = "off";

    /** Which intrinsics are on, and which methods are left to the JDK. */
    public static final OptionKey<String> CryptoIntrinsics = new OptionKey<>(ALL) {
        @Override
        protected void onValueUpdate(EconomicMap<OptionKey<?>, Object> values, String oldValue, String newValue) {
            of(newValue, NO_VARIANT, NO_REPORT, NOT_UNTESTED).checked();
        }
    };

    /** Which variants of them to use. */
    public static final OptionKey<String> CryptoIntrinsicsVariant = new OptionKey<>(NO_VARIANT) {
        @Override
        protected void onValueUpdate(EconomicMap<OptionKey<?>, Object> values, String oldValue, String newValue) {
            of(ALL, newValue, NO_REPORT, NOT_UNTESTED).checked();
        }
    };

    /** Whether, and where, to report what was done. */
    public static final OptionKey<String> CryptoIntrinsicsReport = new OptionKey<>(NO_REPORT);

    /** Whether kernels are called in place of methods of the JDK that nobody has read. */
    public static final OptionKey<String> CryptoIntrinsicsUntested = new OptionKey<>(NOT_UNTESTED) {
        @Override
        protected void onValueUpdate(EconomicMap<OptionKey<?>, Object> values, String oldValue, String newValue) {
            of(ALL, NO_VARIANT, NO_REPORT, newValue).checked();
        }
    };

    /** Whether the JDK's methods call kernels themselves where there is an agent. */
    public static final OptionKey<Boolean> CryptoIntrinsicsEntries = new OptionKey<>(true);

    private CryptoIntrinsicsOptions() {
    }

    private static Options of(String intrinsics, String variant, String report, String untested) {
        return new Options(new Setting(INTRINSICS_NAME, intrinsics), new Setting(VARIANT_NAME, variant), new Setting(REPORT_NAME, report),
                        new Setting(UNTESTED_NAME, untested), Families::methodNames);
    }

    /** What they ask for. */
    public static Options of(OptionValues options) {
        return of(CryptoIntrinsics.getValue(options), CryptoIntrinsicsVariant.getValue(options), CryptoIntrinsicsReport.getValue(options),
                        CryptoIntrinsicsUntested.getValue(options));
    }
}
