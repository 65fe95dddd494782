package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Snapshot;
import org.junit.Before;
import org.junit.Test;

/** Graal's code, C1's code and the interpreter take turns with the same digests: each goes on with what another one left, and with copies that it made. */
public class TierTest {

    private static final int RUNS_IN_EACH_TIER = 8;
    /** Of each digest in a run, with up to so many bytes each: too little for HotSpot to have Graal compile anything. */
    private static final int STEPS = 30;
    private static final int MOST_BYTES = 400;
    /** As little, before what HotSpot has counted is forgotten. */
    private static final int COPIES_AT_ONCE = 25;
    /** To throw code away. */
    private static final int MOST_ATTEMPTS = 500;
    private static final int MILLISECONDS_BETWEEN = 20;

    private static final ByteBuffer DIRECT = ByteBuffer.allocateDirect(Reference.SMALL).put(Reference.message(Reference.SMALL)).flip();

    /** All in which a kernel may be called. */
    private static final List<Method> METHODS_OF_THE_JDK = Stream.of("java.security.MessageDigest", "java.security.MessageDigest$Delegate",
                    "java.security.MessageDigestSpi", "sun.security.provider.DigestBase", "sun.security.provider.MD5", "sun.security.provider.SHA",
                    "sun.security.provider.SHA2", "sun.security.provider.SHA5", "sun.security.provider.SHA3") //
                    .map(TierTest::type).flatMap(TierTest::methods).toList();

    private final Random random = new Random(STEPS);

    private static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static Stream<Method> methods(Class<?> type) {
        return Stream.of(type.getDeclaredMethods()).filter(method -> !Modifier.isAbstract(method.getModifiers()));
    }

    /** The calls of an application. */
    private interface CallSites {

        void update(MessageDigest digest, byte input);

        void update(MessageDigest digest, byte[] input, int offset, int length);

        void update(MessageDigest digest, ByteBuffer input);

        byte[] digest(MessageDigest digest);

        byte[] digest(MessageDigest digest, byte[] input);

        void reset(MessageDigest digest);

        Object copy(MessageDigest digest) throws CloneNotSupportedException;
    }

    /** Those that Graal compiles when they are prepared, and which are interpreted otherwise. */
    private static final class PreparedSites implements CallSites {

        @Override
        public void update(MessageDigest digest, byte input) {
            Calls.update(digest, input);
        }

        @Override
        public void update(MessageDigest digest, byte[] input, int offset, int length) {
            Calls.update(digest, input, offset, length);
        }

        @Override
        public void update(MessageDigest digest, ByteBuffer input) {
            Calls.update(digest, input);
        }

        @Override
        public byte[] digest(MessageDigest digest) {
            return Calls.digest(digest);
        }

        @Override
        public byte[] digest(MessageDigest digest, byte[] input) {
            return Calls.digest(digest, input);
        }

        @Override
        public void reset(MessageDigest digest) {
            Calls.reset(digest);
        }

        @Override
        public Object copy(MessageDigest digest) throws CloneNotSupportedException {
            return Calls.copy(digest);
        }
    }

    /** Those that C1 compiles. */
    private static final class SitesOfC1 implements CallSites {

        private static final List<Method> METHODS = Stream.of("update", "digest", "reset", "copy") //
                        .flatMap(name -> Jit.methods(SitesOfC1.class, name).stream()).toList();
        /** After so many, C1 is given some time between two calls: what they lead to is not to become hot. */
        private static final int CALLS_AT_ONCE = 300;
        private static final int MOST_CALLS = 10_000;

        /** Executes them until they are compiled, for a digest that has no kernel. */
        void prepare() throws Exception {
            if (METHODS.stream().allMatch(Jit::isCompiledByC1)) {
                return;
            }
            Jit.leaveToC1(SitesOfC1.class);
            MessageDigest digest = MessageDigest.getInstance(Reference.OTHER_DIGESTS.getFirst());
            byte[] input = new byte[1];
            for (int i = 0; !METHODS.stream().allMatch(Jit::isCompiledByC1); i++) {
                assertTrue("C1 does not compile", i < MOST_CALLS);
                update(digest, input[0]);
                update(digest, input, 0, input.length);
                update(digest, DIRECT.duplicate().limit(input.length));
                copy(digest);
                digest(digest);
                digest(digest, input);
                reset(digest);
                if (i > CALLS_AT_ONCE) {
                    Thread.sleep(1);
                }
            }
        }

        @Override
        public void update(MessageDigest digest, byte input) {
            digest.update(input);
        }

        @Override
        public void update(MessageDigest digest, byte[] input, int offset, int length) {
            digest.update(input, offset, length);
        }

        @Override
        public void update(MessageDigest digest, ByteBuffer input) {
            digest.update(input);
        }

        @Override
        public byte[] digest(MessageDigest digest) {
            return digest.digest();
        }

        @Override
        public byte[] digest(MessageDigest digest, byte[] input) {
            return digest.digest(input);
        }

        @Override
        public void reset(MessageDigest digest) {
            digest.reset();
        }

        @Override
        public Object copy(MessageDigest digest) throws CloneNotSupportedException {
            return digest.clone();
        }
    }

    private static final SitesOfC1 SITES_OF_C1 = new SitesOfC1();

    /** What executes the calls. */
    private enum Tier {

        /** As well as the JDK's methods: kernels compress every block. */
        GRAAL(new PreparedSites()),
        /** As well as the JDK's methods: kernels compress none, unless HotSpot has Graal compile a method meanwhile. */
        INTERPRETER(new PreparedSites()),
        /** The JDK's methods are still compiled by Graal if they were for the tier before, or else they begin in the interpreter. */
        C1(SITES_OF_C1);

        private final CallSites sites;

        Tier(CallSites sites) {
            this.sites = sites;
        }

        void prepare() throws Exception {
            switch (this) {
                case GRAAL -> Calls.prepare();
                case INTERPRETER -> throwCodeAway();
                case C1 -> {
                    SITES_OF_C1.prepare();
                    if (!Calls.compiled().stream().allMatch(Jit::isCompiled)) {
                        throwCodeAway();
                    }
                }
            }
        }

        /** With it goes what HotSpot has counted, but not what its threads are compiling: JVMCI itself digests while it compiles. */
        private static void throwCodeAway() throws InterruptedException {
            Jit.deoptimize(Calls.compiled());
            Jit.deoptimize(METHODS_OF_THE_JDK);
            for (int i = 0; isCompiled(); i++) {
                assertTrue("compiled again and again", i < MOST_ATTEMPTS);
                Thread.sleep(MILLISECONDS_BETWEEN);
                Jit.deoptimize(METHODS_OF_THE_JDK);
            }
        }

        static boolean isCompiled() {
            return Stream.concat(Calls.compiled().stream(), METHODS_OF_THE_JDK.stream()).anyMatch(Jit::isCompiled);
        }
    }

    /** A digest that was given the first bytes of the reference's message. With each call goes a check of what kernels did and of what is remembered. */
    private static final class Given {

        private final String algorithm;
        private final int block;
        private MessageDigest digest;
        private int length;

        private Given(String algorithm, MessageDigest digest, int length) {
            this.algorithm = algorithm;
            this.block = Jit.intrinsic(algorithm).blockBytes();
            this.digest = digest;
            this.length = length;
        }

        static Given nothing(String algorithm) throws Exception {
            return new Given(algorithm, MessageDigest.getInstance(algorithm), 0);
        }

        private String told(Tier tier) {
            return tier + ", " + algorithm + ", length " + length;
        }

        private void call(Tier tier, long blocks, Jit.Action action) throws Exception {
            Work work = Jit.work(algorithm, action);
            if (tier == Tier.GRAAL && Jit.intrinsic(algorithm).isOn()) {
                Jit.assertBlocks(algorithm, blocks, work.blocks());
            } else if (tier != Tier.C1 && !Tier.isCompiled()) {
                Jit.assertBlocks(algorithm, 0, work.blocks());
            }
        }

        private void update(Tier tier, int more, Jit.Action action) throws Exception {
            call(tier, (length + more) / block - length / block, action);
            length += more;
            if (length != 0) {
                assertEquals(told(tier), Reference.snapshot(algorithm, length), Snapshot.of(digest).toString());
            }
        }

        void updateByte(Tier tier) throws Exception {
            update(tier, 1, () -> tier.sites.update(digest, Reference.message()[length]));
        }

        void updateArray(Tier tier, int more) throws Exception {
            update(tier, more, () -> tier.sites.update(digest, Reference.message(), length, more));
        }

        void updateDirect(Tier tier, int more) throws Exception {
            ByteBuffer input = DIRECT.duplicate().position(length).limit(length + more);
            update(tier, more, () -> tier.sites.update(digest, input));
            assertFalse(told(tier), input.hasRemaining());
        }

        private void end(Tier tier, int more, Ending ending) throws Exception {
            byte[][] result = new byte[1][];
            call(tier, Jit.blocks(algorithm, length + more) - length / block, () -> result[0] = ending.end());
            length += more;
            assertEquals(told(tier), Reference.digest(algorithm, length), HexFormat.of().formatHex(result[0]));
            assertFalse(told(tier), Snapshot.of(digest).inProgress());
            length = 0;
        }

        void end(Tier tier) throws Exception {
            end(tier, 0, () -> tier.sites.digest(digest));
            assertEquals("to be reset first", -1, Snapshot.of(digest).processed());
        }

        void endWith(Tier tier, int more) throws Exception {
            byte[] rest = Arrays.copyOfRange(Reference.message(), length, length + more);
            end(tier, more, () -> tier.sites.digest(digest, rest));
        }

        void reset(Tier tier) throws Exception {
            call(tier, 0, () -> tier.sites.reset(digest));
            length = 0;
            assertEquals(told(tier), Snapshot.of(MessageDigest.getInstance(algorithm)), Snapshot.of(digest));
        }

        Given copy(Tier tier) throws Exception {
            MessageDigest[] copy = new MessageDigest[1];
            Snapshot before = Snapshot.of(digest);
            call(tier, 0, () -> copy[0] = (MessageDigest) tier.sites.copy(digest));
            assertEquals(told(tier), before, Snapshot.of(copy[0]));
            assertEquals(told(tier), before, Snapshot.of(digest));
            return new Given(algorithm, copy[0], length);
        }

        /** Goes on with the other digest of as many bytes. */
        void exchange(Given other) {
            MessageDigest mine = digest;
            digest = other.digest;
            other.digest = mine;
        }
    }

    @FunctionalInterface
    private interface Ending {
        byte[] end() throws Exception;
    }

    @Before
    public void prepare() throws Exception {
        // Graal could compile C1's call sites as a part of them.
        methods(Given.class).forEach(Jit::interpret);
        SITES_OF_C1.prepare();
        Calls.prepare();
    }

    @Test
    public void tiersTakeTurns() throws Exception {
        List<Tier> runs = new ArrayList<>();
        for (Tier tier : Tier.values()) {
            runs.addAll(Collections.nCopies(RUNS_IN_EACH_TIER, tier));
        }
        Collections.shuffle(runs, random);
        List<Given> all = new ArrayList<>();
        for (String algorithm : Reference.ONE_OF_EACH) {
            all.add(Given.nothing(algorithm));
        }
        List<Given> leftAside = new ArrayList<>();
        for (Tier tier : runs) {
            tier.prepare();
            for (Given other : leftAside) {
                other.end(tier);
            }
            leftAside.clear();
            for (int i = 0; i < STEPS; i++) {
                for (Given given : all) {
                    step(tier, given, leftAside);
                }
            }
        }
    }

    /** Of an original and its copy, one is left aside for the next run. */
    private void step(Tier tier, Given given, List<Given> leftAside) throws Exception {
        if (given.length + MOST_BYTES > Reference.SMALL) {
            given.end(tier);
        }
        int more = random.nextInt(MOST_BYTES + 1);
        switch (random.nextInt(10)) {
            case 0, 1 -> given.updateByte(tier);
            case 2, 3 -> given.updateArray(tier, more);
            case 4, 5 -> given.updateDirect(tier, more);
            case 6 -> {
                Given other = given.copy(tier);
                if (random.nextBoolean()) {
                    given.exchange(other);
                }
                leftAside.add(other);
            }
            case 7 -> given.end(tier);
            case 8 -> given.endWith(tier, more);
            default -> given.reset(tier);
        }
    }

    private record Copied(Given original, Given copy) {
    }

    /** After any number of bytes up to more than a block. */
    @Test
    public void copiesGoOnInOtherTiers() throws Exception {
        Map<Tier, List<Copied>> copied = new EnumMap<>(Tier.class);
        for (Tier tier : Tier.values()) {
            copied.put(tier, new ArrayList<>());
        }
        for (Tier maker : Tier.values()) {
            for (String algorithm : Reference.ONE_OF_EACH) {
                maker.prepare();
                for (int length = 0; length <= Jit.intrinsic(algorithm).blockBytes() + 1; length++) {
                    for (Tier other : Tier.values()) {
                        if (other != maker) {
                            Given original = Given.nothing(algorithm);
                            original.updateArray(maker, length);
                            copied.get(other).add(new Copied(original, original.copy(maker)));
                        }
                    }
                }
            }
        }
        for (Tier tier : Tier.values()) {
            for (int i = 0; i < copied.get(tier).size(); i++) {
                if (i % COPIES_AT_ONCE == 0) {
                    tier.prepare();
                }
                Given original = copied.get(tier).get(i).original;
                Given copy = copied.get(tier).get(i).copy;
                copy.end(tier);
                original.updateDirect(tier, original.block);
                original.end(tier);
            }
        }
    }
}
