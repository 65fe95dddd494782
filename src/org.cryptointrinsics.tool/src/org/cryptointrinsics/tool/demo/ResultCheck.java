package org.cryptointrinsics.tool.demo;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.cryptointrinsics.tool.Failure;

/** Compares results with the first ones of the same work, which are of the JDK without the plugin; those of digests are from arrays. */
final class ResultCheck {

    private final Tree tree;
    private final Map<Key, List<String>> right = new HashMap<>();
    private long digests;

    private record Key(Pass pass, String name) {
    }

    ResultCheck(Tree tree) {
        this.tree = tree;
    }

    /** How many digests were right. */
    long digests() {
        return digests;
    }

    void check(JvmConfig contender, Pass pass, Measurement measurement) throws Failure {
        WorkItem work = measurement.work();
        List<String> expected = right.computeIfAbsent(new Key(pass, work.name()), _ -> measurement.results());
        for (int i = 0; i < expected.size(); i++) {
            String result = measurement.results().get(i);
            if (!result.equals(expected.get(i))) {
                throw new Failure(work.kind() == WorkItem.Kind.FILES
                                ? "WRONG DIGEST: %s of %s (%s) is %s, but should be %s. Unless the file changes, please report this as a bug.".formatted(
                                                work.name(), tree.parts().get(i).file(), work.data(), result, expected.get(i))
                                : "WRONG RESULT: %s (%s) has %s, but should have %s. Please report this as a bug.".formatted(work, contender, result, expected.get(i)));
            }
        }
        if (work.kind() == WorkItem.Kind.FILES) {
            digests += expected.size();
        }
    }
}
