package org.cryptointrinsics.tool.demo;

import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Makes UUIDs of names. They are too short to be measured one by one. */
final class UuidTask implements Task {

    private static final int NAME_BYTES = 16;
    /** UUIDs in the place of a message. */
    private static final int BATCH = 32;
    private static final int FACTOR = 31;

    private final byte[][] names = new byte[BATCH][NAME_BYTES];
    private final UUID[] uuids = new UUID[BATCH];

    UuidTask() {
        // The same in every VM.
        Random random = new Random(BATCH);
        for (byte[] name : names) {
            random.nextBytes(name);
        }
    }

    @Override
    public List<String> run(Pass pass, Meter meter) {
        long hash = 0;
        for (int i = 0; i < pass.messages(); i++) {
            meter.start();
            makeBatch();
            meter.stop(BATCH, BATCH * NAME_BYTES);
            for (UUID uuid : uuids) {
                hash = (hash * FACTOR + uuid.getMostSignificantBits()) * FACTOR + uuid.getLeastSignificantBits();
            }
        }
        return List.of("hash %016x of %d UUIDs".formatted(hash, (long) BATCH * pass.messages()));
    }

    private void makeBatch() {
        for (int i = 0; i < BATCH; i++) {
            uuids[i] = UUID.nameUUIDFromBytes(names[i]);
        }
    }
}
