package org.cryptointrinsics.tool.demo;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;

/** Does the {@link WorkItem} of a line. Calls under test stand in methods of their own, since the JIT compiles what is called often. */
interface Task {

    /**
     * Does it once.
     *
     * @param meter runs during the calls under test
     * @return the results, without tabs, which are the same in every VM
     */
    List<String> run(Pass pass, Meter meter) throws GeneralSecurityException, IOException;
}
