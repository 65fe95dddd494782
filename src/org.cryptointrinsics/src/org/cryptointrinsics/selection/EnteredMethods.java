package org.cryptointrinsics.selection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.EntryInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.State;

/**
 * The JDK's methods into which calls of substitutions were put, and whether they have kernels: if nobody else has changed what a substitution stands for, and intrinsics that it
 * needs are not off. Thread-safe.
 */
final class EnteredMethods {

    private static final String UNUSED = "not used yet";

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /**
     * A method.
     *
     * @param intrinsics those of which it needs one, of each kind
     * @param changed why its substitution is not called, or null
     * @param reason why it has no kernels, as was told last, or null
     * @param since when that began, in milliseconds since 1970
     */
    private record Entry(Collection<? extends Intrinsic<?>> intrinsics, String changed, String reason, long since) {

        Entry now() {
            String current = changed == null ? off(intrinsics) : changed;
            return Objects.equals(current, reason) ? this : new Entry(intrinsics, changed, current, System.currentTimeMillis());
        }
    }

    /** What has become of a method. */
    record Change(String method, String reason) {
    }

    /**
     * A call of a substitution was put into a method.
     *
     * @param changed why the substitution is not called, or null
     * @return why the method has no kernels, or null
     */
    synchronized String add(Collection<? extends Intrinsic<?>> intrinsics, String method, String changed) {
        String reason = changed == null ? off(intrinsics) : changed;
        entries.put(method, new Entry(intrinsics, changed, reason, System.currentTimeMillis()));
        return reason;
    }

    /** What has changed since this was asked last, as intrinsics are off, or on again. */
    synchronized List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        entries.replaceAll((method, entry) -> {
            Entry now = entry.now();
            if (now != entry) {
                changes.add(new Change(method, now.reason));
            }
            return now;
        });
        return changes;
    }

    /**
     * What is to be told of a method.
     *
     * @param entry what is known but for the state of the intrinsics
     */
    synchronized EntryInfo told(EntryInfo entry) {
        Entry known = entries.get(entry.method());
        if (known == null) {
            return entry;
        }
        List<String> names = known.intrinsics.stream().map(Intrinsic::name).toList();
        if (!entry.entered()) {
            return new EntryInfo(entry.method(), false, entry.since(), entry.reason(), names);
        }
        String off = off(known.intrinsics);
        if (off != null) {
            return new EntryInfo(entry.method(), false, known.since, off, names);
        }
        boolean isUsed = known.intrinsics.stream().anyMatch(intrinsic -> intrinsic.state() == State.ON);
        return new EntryInfo(entry.method(), true, entry.since(), isUsed ? null : UNUSED, names);
    }

    /** Why there are no kernels, or null: those of a kind, such as digests, are all off. */
    private static String off(Collection<? extends Intrinsic<?>> intrinsics) {
        return intrinsics.stream().collect(Collectors.groupingBy(Object::getClass, LinkedHashMap::new, Collectors.toList())).values().stream().filter(
                        kind -> kind.stream().allMatch(intrinsic -> intrinsic.state() == State.OFF)).map(EnteredMethods::reasons).findFirst().orElse(null);
    }

    private static String reasons(List<? extends Intrinsic<?>> allOff) {
        return allOff.stream().collect(Collectors.groupingBy(Intrinsic::reason, LinkedHashMap::new, Collectors.mapping(Intrinsic::name, Collectors.toList()))) //
                        .entrySet().stream().map(reason -> String.join(", ", reason.getValue()) + (reason.getValue().size() == 1 ? " is" : " are") + " off: " + reason.getKey()) //
                        .collect(Collectors.joining("; "));
    }
}
