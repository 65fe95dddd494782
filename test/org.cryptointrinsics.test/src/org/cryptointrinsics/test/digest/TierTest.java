package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.stream.Stream;

import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.test.CallerTier;
import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.Differential.Call;
import org.cryptointrinsics.test.Differential.Pair;
import org.cryptointrinsics.test.Differential.Tier;
import org.cryptointrinsics.test.Differential;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Snapshot;
import org.junit.Before;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/**
 * Graal's code, C1's code and the interpreter take turns with the same digests: each goes on with what another one left, and with copies that it made. With the agent, any tier
 * and the JDK's own methods.
 */
@Category(EveryTier.class)
public class TierTest {

    private static final int RUNS_IN_EACH_TIER = 8;
    /** Of each digest in a run, with up to so many bytes each: too little for HotSpot to have Graal compile anything. */
    private static final int STEPS = 30;
    private static final int MOST_BYTES = 400;

    private static final ByteBuffer DIRECT = ByteBuffer.allocateDirect(Reference.SMALL).put(Reference.message(Reference.SMALL)).flip();

    /** All in which a kernel may be called. */
    private static final List<Method> METHODS_OF_THE_JDK = Stream.of("java.security.MessageDigest", "java.security.MessageDigest$Delegate",
                    "java.security.MessageDigestSpi", "sun.security.provider.DigestBase", "sun.security.provider.MD5", "sun.security.provider.SHA",
                    "sun.security.provider.SHA2", "sun.security.provider.SHA5", "sun.security.provider.SHA3") //
                    .map(TierTest::type).flatMap(TierTest::methods).toList();

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
    private enum Form {
        UPDATE_BYTE, UPDATE_ARRAY, UPDATE_BUFFER, DIGEST, DIGEST_ARRAY, RESET, COPY
    }

    /** As often as they are called. */
    private static final List<Form> FORMS = List.of(Form.UPDATE_BYTE, Form.UPDATE_BYTE, Form.UPDATE_ARRAY, Form.UPDATE_ARRAY, Form.UPDATE_BUFFER, Form.UPDATE_BUFFER,
                    Form.COPY, Form.DIGEST, Form.DIGEST_ARRAY, Form.RESET);

    /** A call site of each form. */
    private interface CallSites {
        Object call(Form form, MessageDigest digest, Object input, int offset, int length) throws CloneNotSupportedException;
    }

    /** Of each copy of this class, the method is compiled for itself. */
    private static final class DirectCalls implements CallSites {

        DirectCalls() {
        }

        @Override
        public Object call(Form form, MessageDigest digest, Object input, int offset, int length) throws CloneNotSupportedException {
            switch (form) {
                case UPDATE_BYTE -> digest.update(((byte[]) input)[offset]);
                case UPDATE_ARRAY -> digest.update((byte[]) input, offset, length);
                case UPDATE_BUFFER -> digest.update((ByteBuffer) input);
                case RESET -> digest.reset();
                case DIGEST -> {
                    return digest.digest();
                }
                case DIGEST_ARRAY -> {
                    return digest.digest((byte[]) input);
                }
                case COPY -> {
                    return digest.clone();
                }
            }
            return null;
        }
    }

    /** What executes the calls. */
    private enum DigestTier implements Tier<CallSites> {

        /** As well as the JDK's methods, or with the agent the tier under test: kernels compress every block. */
        GRAAL,
        /** As well as the JDK's methods: kernels compress none, unless HotSpot has Graal compile a method meanwhile. With the agent, any that has no kernels. */
        INTERPRETER,
        /** The JDK's methods are still compiled by Graal if they were for the tier before, or else they begin in the interpreter. */
        C1;

        /** With the agent, C1's code calls kernels, too. */
        private static final List<DigestTier> ALL = CallerTier.TESTED.hasAgent() ? List.of(GRAAL, INTERPRETER) : List.of(values());

        private static final CallSites SITES = newSites();
        private static final List<Method> METHODS = methods(SITES.getClass()).toList();
        private static final CallSites SITES_OF_C1 = newSites();
        private static final List<Method> METHODS_OF_C1 = methods(SITES_OF_C1.getClass()).toList();
        /** After so many, C1 is given some time between two calls: what they lead to is not to become hot. */
        private static final int CALLS_AT_ONCE = 300;
        private static final int MOST_CALLS = 10_000;
        /** To throw code away. */
        private static final int MOST_ATTEMPTS = 500;
        private static final int MILLISECONDS_BETWEEN = 20;

        private static CallSites newSites() {
            try {
                return (CallSites) Jit.copy(DirectCalls.class).getDeclaredConstructor().newInstance();
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }

        /** Executes call sites, so that they are resolved, and those of C1 until they are compiled, for a digest that has no kernel. */
        static void prepare() throws Exception {
            if (!ALL.contains(C1) || METHODS_OF_C1.stream().allMatch(Jit::isCompiledByC1)) {
                return;
            }
            MessageDigest digest = MessageDigest.getInstance(Reference.OTHER_DIGESTS.getFirst());
            execute(SITES, digest);
            Jit.leaveToC1(SITES_OF_C1.getClass());
            for (int i = 0; !METHODS_OF_C1.stream().allMatch(Jit::isCompiledByC1); i++) {
                assertTrue("C1 does not compile", i < MOST_CALLS);
                execute(SITES_OF_C1, digest);
                if (i > CALLS_AT_ONCE) {
                    Thread.sleep(1);
                }
            }
        }

        private static void execute(CallSites sites, MessageDigest digest) throws CloneNotSupportedException {
            for (Form form : Form.values()) {
                sites.call(form, digest, form == Form.UPDATE_BUFFER ? DIRECT.duplicate().limit(1) : new byte[1], 0, 1);
            }
        }

        @Override
        public CallSites begin() throws Exception {
            if (this == GRAAL) {
                METHODS.forEach(Jit::compile);
                Calls.prepare();
            } else if (!CallerTier.TESTED.hasAgent() && (this == INTERPRETER || !Calls.compiled().stream().allMatch(Jit::isCompiled))) {
                throwCodeAway();
            }
            return this == C1 ? SITES_OF_C1 : SITES;
        }

        /** With it goes what HotSpot has counted, but not what its threads are compiling: JVMCI itself digests while it compiles. */
        private static void throwCodeAway() throws InterruptedException {
            Jit.deoptimize(METHODS);
            Jit.deoptimize(Calls.compiled());
            Jit.deoptimize(METHODS_OF_THE_JDK);
            for (int i = 0; isCompiled(); i++) {
                assertTrue("compiled again and again", i < MOST_ATTEMPTS);
                Thread.sleep(MILLISECONDS_BETWEEN);
                Jit.deoptimize(METHODS_OF_THE_JDK);
            }
        }

        static boolean isCompiled() {
            return Stream.of(METHODS, Calls.compiled(), METHODS_OF_THE_JDK).flatMap(List::stream).anyMatch(Jit::isCompiled);
        }
    }

    /** Checks what kernels did of each call. */
    private static final class Counted extends Differential<CallSites> {

        Counted() {
            super(DigestTier.INTERPRETER);
        }

        @Override
        protected void count(Tier<CallSites> tier, Intrinsic<?> intrinsic, long blocks, Work work) {
            if (tier == DigestTier.GRAAL && intrinsic.isOn()) {
                Jit.assertBlocks(intrinsic.name(), blocks, work.blocks());
            } else if (tier != DigestTier.C1 && work.blocks() != 0 && (CallerTier.TESTED.hasAgent() || !DigestTier.isCompiled())) {
                Jit.assertBlocks(intrinsic.name(), 0, work.blocks());
            }
        }
    }

    /** A digest, and those that are left aside. */
    private static final class Digests {

        private final Deque<MessageDigest> aside = new ArrayDeque<>();
        private MessageDigest digest;

        Digests(String algorithm) throws NoSuchAlgorithmException {
            digest = MessageDigest.getInstance(algorithm);
        }
    }

    /** Chooses the calls of a run. */
    @FunctionalInterface
    private interface Script {
        void choose(DigestPair pair, int run, Tier<CallSites> tier);
    }

    /** Digests that are given the first bytes of the reference's message. */
    private static final class DigestPair extends Pair<CallSites, Digests> {

        private final String algorithm;
        private final Script script;
        private final int block;
        private final Queue<Integer> lengthsAside = new ArrayDeque<>();
        private int length;
        private int run;

        DigestPair(String algorithm, Script script) throws NoSuchAlgorithmException {
            super(Jit.intrinsic(algorithm), new Random(STEPS), new Digests(algorithm), new Digests(algorithm));
            this.algorithm = algorithm;
            this.script = script;
            block = Jit.intrinsic(algorithm).blockBytes();
        }

        @Override
        protected void choose(Tier<CallSites> tier) {
            script.choose(this, run, tier);
            run++;
        }

        /** Where nothing was given, something of the last message may be remembered. */
        @Override
        protected Object state(Digests digests) {
            Snapshot snapshot = Snapshot.of(digests.digest);
            return snapshot.inProgress() && snapshot.processed() > 0 ? snapshot : snapshot.inProgress();
        }

        void call(Tier<CallSites> tier, Form form, int more) {
            if (length + more > Reference.SMALL) {
                call(tier, Form.DIGEST, 0);
            }
            int given = length;
            boolean isEnd = form == Form.DIGEST || form == Form.DIGEST_ARRAY;
            add(tier, form, (isEnd ? blocks(given + more) : (given + more) / block) - given / block, (sites, digests) -> {
                Object result = call(sites, digests.digest, form, given, more);
                if (form == Form.COPY) {
                    digests.aside.add((MessageDigest) result);
                    return null;
                }
                return result;
            });
            if (form == Form.COPY) {
                lengthsAside.add(length);
            }
            length = isEnd || form == Form.RESET ? 0 : given + more;
        }

        private void add(Tier<CallSites> tier, Form form, long blocks, Call<CallSites, Digests> call) {
            add(tier + ", " + algorithm + ", length " + length + ", " + form, blocks, call);
        }

        private long blocks(int all) {
            return Jit.blocks(algorithm, all);
        }

        private Object call(CallSites sites, MessageDigest digest, Form form, int given, int more) throws Exception {
            int all = given + more;
            ByteBuffer direct = DIRECT.duplicate().limit(all).position(given);
            byte[] array = form == Form.DIGEST_ARRAY ? Arrays.copyOfRange(Reference.message(), given, all) : Reference.message();
            Snapshot before = Snapshot.of(digest);
            Object result = sites.call(form, digest, form == Form.UPDATE_BUFFER ? direct : array, given, more);
            Snapshot after = Snapshot.of(digest);
            switch (form) {
                case UPDATE_BUFFER -> assertFalse(direct.hasRemaining());
                case RESET -> assertEquals(Snapshot.of(MessageDigest.getInstance(algorithm)), after);
                case DIGEST, DIGEST_ARRAY -> {
                    assertEquals(Reference.digest(algorithm, all), HexFormat.of().formatHex((byte[]) result));
                    assertFalse(after.inProgress());
                    assertTrue("to be reset first", form != Form.DIGEST || after.processed() == -1);
                }
                case COPY -> {
                    assertEquals(before, after);
                    assertEquals(before, Snapshot.of((MessageDigest) result));
                }
                default -> {
                }
            }
            return result;
        }

        /** Goes on with the last copy, and leaves the original aside. */
        void exchangeWithCopy() {
            add("exchange", 0, (_, digests) -> {
                MessageDigest original = digests.digest;
                digests.digest = digests.aside.removeLast();
                digests.aside.addLast(original);
                return null;
            });
        }

        void endAside(Tier<CallSites> tier) {
            while (!lengthsAside.isEmpty()) {
                int given = lengthsAside.remove();
                add(tier, Form.DIGEST, blocks(given) - given / block, (sites, digests) -> call(sites, digests.aside.removeFirst(), Form.DIGEST, given, 0));
            }
        }

        /** What is left aside is ended in the next run. */
        void callAny(Tier<CallSites> tier) {
            endAside(tier);
            for (int i = 0; i < STEPS; i++) {
                Form form = FORMS.get(random.nextInt(FORMS.size()));
                call(tier, form, switch (form) {
                    case UPDATE_BYTE -> 1;
                    case UPDATE_ARRAY, UPDATE_BUFFER, DIGEST_ARRAY -> random.nextInt(MOST_BYTES + 1);
                    default -> 0;
                });
                if (form == Form.COPY && random.nextBoolean()) {
                    exchangeWithCopy();
                }
            }
        }
    }

    @Before
    public void prepare() throws Exception {
        // Graal could compile C1's call sites as a part of them.
        methods(DigestPair.class).forEach(Jit::interpret);
        DigestTier.prepare();
        Calls.prepare();
    }

    @Test
    public void tiersTakeTurns() throws Exception {
        List<DigestTier> runs = new ArrayList<>();
        for (DigestTier tier : DigestTier.ALL) {
            runs.addAll(Collections.nCopies(RUNS_IN_EACH_TIER, tier));
        }
        Collections.shuffle(runs, new Random(STEPS));
        List<DigestPair> pairs = new ArrayList<>();
        for (String algorithm : Reference.ONE_OF_EACH) {
            pairs.add(new DigestPair(algorithm, (pair, _, tier) -> pair.callAny(tier)));
        }
        new Counted().play(pairs, runs);
    }

    /** After any number of bytes up to more than a block, first in every tier, and then in every other one. */
    @Test
    public void copiesGoOnInOtherTiers() throws Exception {
        List<DigestTier> tiers = DigestTier.ALL;
        List<DigestPair> pairs = new ArrayList<>();
        for (String algorithm : Reference.ONE_OF_EACH) {
            int block = Jit.intrinsic(algorithm).blockBytes();
            for (int given = 0; given <= block + 1; given++) {
                for (DigestTier maker : tiers) {
                    for (DigestTier other : tiers) {
                        if (other != maker) {
                            int length = given;
                            pairs.add(new DigestPair(algorithm, (pair, run, tier) -> {
                                if (run < tiers.size() && tier == maker) {
                                    pair.call(tier, Form.UPDATE_ARRAY, length);
                                    pair.call(tier, Form.COPY, 0);
                                } else if (run >= tiers.size() && tier == other) {
                                    pair.endAside(tier);
                                    pair.call(tier, Form.UPDATE_BUFFER, block);
                                    pair.call(tier, Form.DIGEST, 0);
                                }
                            }));
                        }
                    }
                }
            }
        }
        new Counted().play(pairs, Stream.concat(tiers.stream(), tiers.stream()).toList());
    }
}
