package org.cryptointrinsics.instruction;

import static org.cryptointrinsics.instruction.CpuFeature.AES;
import static org.cryptointrinsics.instruction.CpuFeature.AVX;
import static org.cryptointrinsics.instruction.CpuFeature.AVX2;
import static org.cryptointrinsics.instruction.CpuFeature.AVX512BW;
import static org.cryptointrinsics.instruction.CpuFeature.AVX512F;
import static org.cryptointrinsics.instruction.CpuFeature.AVX512VL;
import static org.cryptointrinsics.instruction.CpuFeature.AVX512_IFMA;
import static org.cryptointrinsics.instruction.CpuFeature.AVX512_VAES;
import static org.cryptointrinsics.instruction.CpuFeature.AVX512_VPCLMULQDQ;
import static org.cryptointrinsics.instruction.CpuFeature.CLMUL;
import static org.cryptointrinsics.instruction.CpuFeature.SHA;
import static org.cryptointrinsics.instruction.CpuFeature.SHA512;
import static org.cryptointrinsics.instruction.CpuFeature.SSE2;
import static org.cryptointrinsics.instruction.CpuFeature.SSE4_1;
import static org.cryptointrinsics.instruction.CpuFeature.SSSE3;
import static org.cryptointrinsics.instruction.Form.MR;
import static org.cryptointrinsics.instruction.Form.RM;
import static org.cryptointrinsics.instruction.Form.RM0;
import static org.cryptointrinsics.instruction.Form.RMI;
import static org.cryptointrinsics.instruction.Form.RRM;
import static org.cryptointrinsics.instruction.Form.RRVM;
import static org.cryptointrinsics.instruction.Form.RRVMI;
import static org.cryptointrinsics.instruction.Form.RVM;
import static org.cryptointrinsics.instruction.Form.RVMI;
import static org.cryptointrinsics.instruction.Form.RX;
import static org.cryptointrinsics.instruction.Form.VMI;
import static org.cryptointrinsics.instruction.Instruction.MAP_0F;
import static org.cryptointrinsics.instruction.Instruction.MAP_0F38;
import static org.cryptointrinsics.instruction.Instruction.MAP_0F3A;
import static org.cryptointrinsics.instruction.Instruction.NO_PREFIX;
import static org.cryptointrinsics.instruction.Instruction.PREFIX_66;
import static org.cryptointrinsics.instruction.Instruction.PREFIX_F2;
import static org.cryptointrinsics.instruction.Instruction.PREFIX_F3;
import static org.cryptointrinsics.instruction.Meanings.each128;
import static org.cryptointrinsics.instruction.Meanings.each128Ints;
import static org.cryptointrinsics.instruction.Meanings.getLong;
import static org.cryptointrinsics.instruction.Meanings.ints;
import static org.cryptointrinsics.instruction.Meanings.intsByImmediate;
import static org.cryptointrinsics.instruction.Meanings.longs;
import static org.cryptointrinsics.instruction.Meanings.longsByImmediate;
import static org.cryptointrinsics.instruction.Meanings.ofInts;
import static org.cryptointrinsics.instruction.Meanings.ofLongs;
import static org.cryptointrinsics.instruction.Meanings.shorts;
import static org.cryptointrinsics.instruction.Meanings.shortsByImmediate;
import static org.cryptointrinsics.instruction.Meanings.words;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.cryptointrinsics.instruction.Meanings.Meaning;
import org.cryptointrinsics.instruction.Meanings.WordMeaning;

/**
 * The vector instructions that kernels are made of. Each is declared once: its encoding, the CPU feature that each width and scheme of it needs, and what it
 * computes, in plain Java. Mnemonics, encodings and meanings are those of the Intel SDM, volume 2; a name without {@code V} stands for the legacy instruction
 * and for its VEX and EVEX forms.
 */
public enum VectorInstruction implements Instruction {
    // prefix, map, opcode, form, EVEX.W, then the feature needed: legacy, VEX.256, EVEX
    MOVDQU(PREFIX_F3, MAP_0F, 0x6F, RM, 0, SSE2, AVX, AVX512F, (i, s) -> s[0].clone()),
    MOVDQU_STORE(PREFIX_F3, MAP_0F, 0x7F, MR, 0, SSE2, AVX, AVX512F, (i, s) -> s[0].clone()),
    MOVD(PREFIX_66, MAP_0F, 0x6E, RM, 0, SSE2, null, AVX512F, (i, s) -> lowDword(s[0])),
    MOVD_STORE(PREFIX_66, MAP_0F, 0x7E, MR, 0, SSE2, null, AVX512F, (i, s) -> lowDword(s[0])),
    MOVQ(PREFIX_66, MAP_0F, 0x6E, RM, 1, SSE2, null, AVX512F, (i, s) -> lowQword(s[0])),
    MOVQ_STORE(PREFIX_66, MAP_0F, 0x7E, MR, 1, SSE2, null, AVX512F, (i, s) -> lowQword(s[0])),
    /** From a register, this is MOVLHPS. */
    MOVHPS(NO_PREFIX, MAP_0F, 0x16, RVM, 0, SSE2, null, AVX512F, (i, s) -> ofLongs(getLong(s[0], 0), getLong(s[1], 0))),
    PADDW(PREFIX_66, MAP_0F, 0xFD, RVM, 0, SSE2, AVX2, AVX512BW, shorts((a, b) -> a + b)),
    PADDD(PREFIX_66, MAP_0F, 0xFE, RVM, 0, SSE2, AVX2, AVX512F, ints((a, b) -> a + b)),
    PADDQ(PREFIX_66, MAP_0F, 0xD4, RVM, 1, SSE2, AVX2, AVX512F, longs((a, b) -> a + b)),
    PSUBW(PREFIX_66, MAP_0F, 0xF9, RVM, 0, SSE2, AVX2, AVX512BW, shorts((a, b) -> a - b)),
    PSUBD(PREFIX_66, MAP_0F, 0xFA, RVM, 0, SSE2, AVX2, AVX512F, ints((a, b) -> a - b)),
    PSUBQ(PREFIX_66, MAP_0F, 0xFB, RVM, 1, SSE2, AVX2, AVX512F, longs((a, b) -> a - b)),
    PMULLW(PREFIX_66, MAP_0F, 0xD5, RVM, 0, SSE2, AVX2, AVX512BW, shorts((a, b) -> a * b)),
    PMULHW(PREFIX_66, MAP_0F, 0xE5, RVM, 0, SSE2, AVX2, AVX512BW, shorts((a, b) -> a * b >> 16)),
    PMADDWD(PREFIX_66, MAP_0F, 0xF5, RVM, 0, SSE2, AVX2, AVX512BW, ints((a, b) -> (short) a * (short) b + (a >> 16) * (b >> 16))),
    PMULLD(PREFIX_66, MAP_0F38, 0x40, RVM, 0, SSE4_1, AVX2, AVX512F, ints((a, b) -> a * b)),
    PMULDQ(PREFIX_66, MAP_0F38, 0x28, RVM, 1, SSE4_1, AVX2, AVX512F, longs((a, b) -> (long) (int) a * (int) b)),
    PMULUDQ(PREFIX_66, MAP_0F, 0xF4, RVM, 1, SSE2, AVX2, AVX512F, longs((a, b) -> (a & 0xFFFFFFFFL) * (b & 0xFFFFFFFFL))),
    PAND(PREFIX_66, MAP_0F, 0xDB, RVM, 0, SSE2, AVX2, AVX512F, longs((a, b) -> a & b)),
    PANDN(PREFIX_66, MAP_0F, 0xDF, RVM, 0, SSE2, AVX2, AVX512F, longs((a, b) -> ~a & b)),
    POR(PREFIX_66, MAP_0F, 0xEB, RVM, 0, SSE2, AVX2, AVX512F, longs((a, b) -> a | b)),
    PXOR(PREFIX_66, MAP_0F, 0xEF, RVM, 0, SSE2, AVX2, AVX512F, longs((a, b) -> a ^ b)),
    PSRAW(PREFIX_66, MAP_0F, 0x71, 4, VMI, 0, SSE2, AVX2, AVX512BW, shortsByImmediate((a, n) -> a >> Math.min(n, 15))),
    PSLLD(PREFIX_66, MAP_0F, 0x72, 6, VMI, 0, SSE2, AVX2, AVX512F, intsByImmediate((a, n) -> n > 31 ? 0 : a << n)),
    PSRLD(PREFIX_66, MAP_0F, 0x72, 2, VMI, 0, SSE2, AVX2, AVX512F, intsByImmediate((a, n) -> n > 31 ? 0 : a >>> n)),
    PSRAD(PREFIX_66, MAP_0F, 0x72, 4, VMI, 0, SSE2, AVX2, AVX512F, intsByImmediate((a, n) -> a >> Math.min(n, 31))),
    PSLLQ(PREFIX_66, MAP_0F, 0x73, 6, VMI, 1, SSE2, AVX2, AVX512F, longsByImmediate((a, n) -> n > 63 ? 0 : a << n)),
    PSRLQ(PREFIX_66, MAP_0F, 0x73, 2, VMI, 1, SSE2, AVX2, AVX512F, longsByImmediate((a, n) -> n > 63 ? 0 : a >>> n)),
    PSHUFB(PREFIX_66, MAP_0F38, 0x00, RVM, 0, SSSE3, AVX2, AVX512BW, each128((i, s) -> pshufb(s[0], s[1]))),
    PSHUFD(PREFIX_66, MAP_0F, 0x70, RMI, 0, SSE2, AVX2, AVX512F,
                    each128Ints((i, s) -> new int[]{s[0][i & 3], s[0][i >> 2 & 3], s[0][i >> 4 & 3], s[0][i >> 6 & 3]})),
    PUNPCKLDQ(PREFIX_66, MAP_0F, 0x62, RVM, 0, SSE2, AVX2, AVX512F, each128Ints((i, s) -> new int[]{s[0][0], s[1][0], s[0][1], s[1][1]})),
    PUNPCKHDQ(PREFIX_66, MAP_0F, 0x6A, RVM, 0, SSE2, AVX2, AVX512F, each128Ints((i, s) -> new int[]{s[0][2], s[1][2], s[0][3], s[1][3]})),
    PUNPCKLQDQ(PREFIX_66, MAP_0F, 0x6C, RVM, 1, SSE2, AVX2, AVX512F, each128Ints((i, s) -> new int[]{s[0][0], s[0][1], s[1][0], s[1][1]})),
    PUNPCKHQDQ(PREFIX_66, MAP_0F, 0x6D, RVM, 1, SSE2, AVX2, AVX512F, each128Ints((i, s) -> new int[]{s[0][2], s[0][3], s[1][2], s[1][3]})),
    SHUFPS(NO_PREFIX, MAP_0F, 0xC6, RVMI, 0, SSE2, AVX, AVX512F,
                    each128Ints((i, s) -> new int[]{s[0][i & 3], s[0][i >> 2 & 3], s[1][i >> 4 & 3], s[1][i >> 6 & 3]})),
    PALIGNR(PREFIX_66, MAP_0F3A, 0x0F, RVMI, 0, SSSE3, AVX2, AVX512BW, each128((i, s) -> palignr(s[0], s[1], i & 0xFF))),
    PBLENDW(PREFIX_66, MAP_0F3A, 0x0E, RVMI, 0, SSE4_1, AVX2, null, each128((i, s) -> pblendw(s[0], s[1], i))),

    /** At 256 bits in VEX, this is VBROADCASTI128. Of a vector in memory, only lane 0 is read. */
    VBROADCASTI32X4(PREFIX_66, MAP_0F38, 0x5A, RX, 0, null, AVX2, AVX512F, (i, s) -> broadcast(s[0], 16)),
    VPERM2I128(PREFIX_66, MAP_0F3A, 0x46, RVMI, 0, null, AVX2, null, VectorInstruction::perm2i128),
    /** Of a vector in memory, only lane 0 is read. */
    VPBROADCASTQ(PREFIX_66, MAP_0F38, 0x59, RM, 1, null, null, AVX512F, (i, s) -> broadcast(s[0], Long.BYTES)),
    VALIGNQ(PREFIX_66, MAP_0F3A, 0x03, RVMI, 1, null, null, AVX512F, (i, s) -> alignq(s[0], s[1], i)),
    VSHUFI64X2(PREFIX_66, MAP_0F3A, 0x43, RVMI, 1, null, null, AVX512F, VectorInstruction::shufi64x2),

    SHA1RNDS4(NO_PREFIX, MAP_0F3A, 0xCC, RVMI, 0, SHA, null, null, Size.DWORD, Sha1Instructions::rnds4),
    SHA1NEXTE(NO_PREFIX, MAP_0F38, 0xC8, RVM, 0, SHA, null, null, Size.DWORD, Sha1Instructions::nexte),
    SHA1MSG1(NO_PREFIX, MAP_0F38, 0xC9, RVM, 0, SHA, null, null, Size.DWORD, Sha1Instructions::msg1),
    SHA1MSG2(NO_PREFIX, MAP_0F38, 0xCA, RVM, 0, SHA, null, null, Size.DWORD, Sha1Instructions::msg2),

    SHA256RNDS2(NO_PREFIX, MAP_0F38, 0xCB, RM0, 0, SHA, null, null, Size.DWORD, Sha2Instructions::rnds2),
    SHA256MSG1(NO_PREFIX, MAP_0F38, 0xCC, RVM, 0, SHA, null, null, Size.DWORD, Sha2Instructions::msg1),
    SHA256MSG2(NO_PREFIX, MAP_0F38, 0xCD, RVM, 0, SHA, null, null, Size.DWORD, Sha2Instructions::msg2),

    VSHA512RNDS2(PREFIX_F2, MAP_0F38, 0xCB, RRVM, 0, null, SHA512, null, Size.QWORD, Sha2Instructions::rnds2),
    VSHA512MSG1(PREFIX_F2, MAP_0F38, 0xCC, RRM, 0, null, SHA512, null, Size.QWORD, Sha2Instructions::msg1),
    VSHA512MSG2(PREFIX_F2, MAP_0F38, 0xCD, RRM, 0, null, SHA512, null, Size.QWORD, Sha2Instructions::msg2),

    AESENC(PREFIX_66, MAP_0F38, 0xDC, RVM, 0, AES, AVX512_VAES, AVX512_VAES, each128((i, s) -> AesInstructions.round(s[0], s[1]))),
    AESENCLAST(PREFIX_66, MAP_0F38, 0xDD, RVM, 0, AES, AVX512_VAES, AVX512_VAES, each128((i, s) -> AesInstructions.lastRound(s[0], s[1]))),
    PCLMULQDQ(PREFIX_66, MAP_0F3A, 0x44, RVMI, 0, CLMUL, AVX512_VPCLMULQDQ, AVX512_VPCLMULQDQ,
                    each128((i, s) -> multiplyCarryless(getLong(s[0], 8 * (i & 1)), getLong(s[1], 8 * (i >> 4 & 1))))),

    /** At 512 and, with AVX512VL, fewer bits; the form in VEX needs another feature. */
    VPMADD52LUQ(PREFIX_66, MAP_0F38, 0xB4, RRVM, 1, null, null, AVX512_IFMA, longs((sum, a, b) -> sum + low52(low52(a) * low52(b)))),
    VPMADD52HUQ(PREFIX_66, MAP_0F38, 0xB5, RRVM, 1, null, null, AVX512_IFMA,
                    longs((sum, a, b) -> sum + (Math.multiplyHigh(low52(a), low52(b)) << Long.SIZE - 52 | low52(a) * low52(b) >>> 52))),

    VPROLD(PREFIX_66, MAP_0F, 0x72, 1, VMI, 0, null, null, AVX512F, intsByImmediate(Integer::rotateLeft)),
    VPRORD(PREFIX_66, MAP_0F, 0x72, 0, VMI, 0, null, null, AVX512F, intsByImmediate(Integer::rotateRight)),
    VPROLQ(PREFIX_66, MAP_0F, 0x72, 1, VMI, 1, null, null, AVX512F, longsByImmediate((a, n) -> Long.rotateLeft(a, (int) n))),
    VPRORQ(PREFIX_66, MAP_0F, 0x72, 0, VMI, 1, null, null, AVX512F, longsByImmediate((a, n) -> Long.rotateRight(a, (int) n))),
    VPTERNLOGD(PREFIX_66, MAP_0F3A, 0x25, RRVMI, 0, null, null, AVX512F, VectorInstruction::ternaryLogic),
    VPTERNLOGQ(PREFIX_66, MAP_0F3A, 0x25, RRVMI, 1, null, null, AVX512F, VectorInstruction::ternaryLogic);

    private final int prefix;
    private final int map;
    private final int opcode;
    private final int digit;
    private final Form form;
    private final int evexW;
    private final CpuFeature legacy;
    private final CpuFeature vex256;
    private final CpuFeature evex;
    private final Meaning meaning;
    private final Size wordSize;
    private final WordMeaning wordMeaning;

    VectorInstruction(int prefix, int map, int opcode, Form form, int evexW, CpuFeature legacy, CpuFeature vex256, CpuFeature evex, Meaning meaning) {
        this(prefix, map, opcode, 0, form, evexW, legacy, vex256, evex, meaning);
    }

    VectorInstruction(int prefix, int map, int opcode, int digit, Form form, int evexW, CpuFeature legacy, CpuFeature vex256, CpuFeature evex, Meaning meaning) {
        this(prefix, map, opcode, digit, form, evexW, legacy, vex256, evex, meaning, null, null);
    }

    VectorInstruction(int prefix, int map, int opcode, Form form, int evexW, CpuFeature legacy, CpuFeature vex256, CpuFeature evex, Size wordSize, WordMeaning wordMeaning) {
        this(prefix, map, opcode, 0, form, evexW, legacy, vex256, evex, words(wordSize, wordMeaning), wordSize, wordMeaning);
    }

    VectorInstruction(int prefix, int map, int opcode, int digit, Form form, int evexW, CpuFeature legacy, CpuFeature vex256, CpuFeature evex, Meaning meaning,
                    Size wordSize, WordMeaning wordMeaning) {
        this.prefix = prefix;
        this.map = map;
        this.opcode = opcode;
        this.digit = digit;
        this.form = form;
        this.evexW = evexW;
        this.legacy = legacy;
        this.vex256 = vex256;
        this.evex = evex;
        this.meaning = meaning;
        this.wordSize = wordSize;
        this.wordMeaning = wordMeaning;
    }

    @Override
    public Form form() {
        return form;
    }

    @Override
    public int prefix() {
        return prefix;
    }

    @Override
    public int map() {
        return map;
    }

    @Override
    public int opcode() {
        return opcode;
    }

    @Override
    public int digit() {
        return digit;
    }

    /** The size of M where that is no vector but a general register, or memory of that size; otherwise null. */
    public Size generalOperand() {
        return switch (this) {
            case MOVD, MOVD_STORE -> Size.DWORD;
            case MOVQ, MOVQ_STORE -> Size.QWORD;
            default -> null;
        };
    }

    /** The size of M in memory where that is not a whole vector, but a part of 128 bits; otherwise null. */
    public Size memorySize() {
        return this == MOVHPS ? Size.QWORD : generalOperand();
    }

    /** How many bytes M has in memory. */
    public int memoryBytes(Width width) {
        return switch (this) {
            case VBROADCASTI32X4 -> Width.XMM.bytes();
            case VPBROADCASTQ -> Long.BYTES;
            default -> memorySize() == null ? width.bytes() : memorySize().bytes();
        };
    }

    int evexW() {
        return evexW;
    }

    /**
     * @return the CPU features that this instruction needs, or {@code null} if it does not exist in {@code scheme} at {@code width}
     */
    public Set<CpuFeature> features(Scheme scheme, Width width) {
        return switch (scheme) {
            case LEGACY -> legacy == null || width != Width.XMM ? null : EnumSet.of(legacy);
            case VEX -> switch (width) {
                case XMM -> legacy == null || vex256 == null && memorySize() == null ? null : EnumSet.of(AVX, legacy);
                case YMM -> vex256 == null ? null : EnumSet.of(AVX, vex256);
                case ZMM -> null;
            };
            case EVEX -> {
                if (evex == null || memorySize() != null && width != Width.XMM || (this == VSHUFI64X2 || this == VBROADCASTI32X4) && width == Width.XMM) {
                    yield null;
                }
                Set<CpuFeature> features = EnumSet.of(AVX512F, evex);
                if (width != Width.ZMM && memorySize() == null) {
                    features.add(AVX512VL);
                }
                yield features;
            }
        };
    }

    /**
     * Computes what the instruction computes.
     *
     * @param immediate the immediate byte, ignored if {@link #form} has none
     * @param sources {@link Form#sources} vectors of one width, lane 0 first, little-endian
     * @return a vector of the same width
     */
    public byte[] apply(int immediate, byte[]... sources) {
        if (sources.length != form.sources()) {
            throw new IllegalArgumentException(this + " has " + form.sources() + " sources, not " + sources.length);
        }
        return meaning.apply(immediate, sources);
    }

    /** The size of the words that {@link #apply(Arithmetic, int, List)} takes, or null if it may not be called. */
    public Size wordSize() {
        return wordSize;
    }

    /**
     * Computes what the instruction computes, with any words, four of which are a vector.
     *
     * @param arithmetic of {@link #wordSize}
     * @param sources the words of each, lane 0 first
     */
    public <W> List<W> apply(Arithmetic<W> arithmetic, int immediate, List<List<W>> sources) {
        return wordMeaning.apply(arithmetic, immediate, sources);
    }

    private static long low52(long a) {
        return a & (1L << 52) - 1;
    }

    private static byte[] lowDword(byte[] a) {
        return Arrays.copyOf(Arrays.copyOf(a, Integer.BYTES), a.length);
    }

    private static byte[] lowQword(byte[] a) {
        return Arrays.copyOf(Arrays.copyOf(a, Long.BYTES), a.length);
    }

    private static byte[] broadcast(byte[] a, int bytes) {
        byte[] result = new byte[a.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = a[i % bytes];
        }
        return result;
    }

    /** Lanes of the second source from that of the immediate on, then those of the first one. */
    private static byte[] alignq(byte[] high, byte[] low, int lane) {
        byte[] result = new byte[low.length];
        int shift = Long.BYTES * (lane & low.length / Long.BYTES - 1);
        System.arraycopy(low, shift, result, 0, low.length - shift);
        System.arraycopy(high, 0, result, low.length - shift, shift);
        return result;
    }

    private static byte[] pshufb(byte[] a, byte[] control) {
        byte[] result = new byte[16];
        for (int i = 0; i < 16; i++) {
            result[i] = control[i] < 0 ? 0 : a[control[i] & 15];
        }
        return result;
    }

    private static byte[] palignr(byte[] high, byte[] low, int shift) {
        byte[] result = new byte[16];
        for (int i = 0; i < 16; i++) {
            int j = i + shift;
            result[i] = j < 16 ? low[j] : j < 32 ? high[j - 16] : 0;
        }
        return result;
    }

    /** Each digit of the immediate names a half: 0 and 1 those of the first source, 2 and 3 those of the second; from 8 on, zero. */
    private static byte[] perm2i128(int immediate, byte[]... s) {
        byte[] result = new byte[32];
        for (int half = 0; half < 2; half++) {
            int digit = immediate >> 4 * half;
            if ((digit & 8) == 0) {
                System.arraycopy(s[digit >> 1 & 1], 16 * (digit & 1), result, 16 * half, 16);
            }
        }
        return result;
    }

    /** Each digit of one or two bits names 128 bits, in the lower half of the result those of the first source, in the upper one those of the second. */
    private static byte[] shufi64x2(int immediate, byte[]... s) {
        int lanes = s[0].length / 16;
        byte[] result = new byte[s[0].length];
        for (int i = 0; i < lanes; i++) {
            int lane = (immediate & 0xFF) >> i * (lanes / 2) & lanes - 1;
            System.arraycopy(s[i / (lanes / 2)], 16 * lane, result, 16 * i, 16);
        }
        return result;
    }

    private static byte[] pblendw(byte[] a, byte[] b, int selectB) {
        byte[] result = new byte[16];
        for (int i = 0; i < 16; i++) {
            result[i] = (selectB >> i / 2 & 1) != 0 ? b[i] : a[i];
        }
        return result;
    }

    private static byte[] multiplyCarryless(long a, long b) {
        long low = 0;
        long high = 0;
        for (int i = 0; i < 64; i++) {
            if ((b >>> i & 1) != 0) {
                low ^= a << i;
                high ^= i == 0 ? 0 : a >>> 64 - i;
            }
        }
        return ofLongs(low, high);
    }

    /** Bit {@code 4 a + 2 b + c} of the immediate is the result for the bits a, b, c. */
    private static byte[] ternaryLogic(int immediate, byte[]... s) {
        byte[] result = new byte[s[0].length];
        for (int i = 0; i < result.length; i++) {
            for (int bit = 0; bit < 8; bit++) {
                int index = (s[0][i] >> bit & 1) << 2 | (s[1][i] >> bit & 1) << 1 | s[2][i] >> bit & 1;
                result[i] |= (byte) ((immediate >> index & 1) << bit);
            }
        }
        return result;
    }

    /** A vector constant of 2, 4 or 8 lanes of 64 bits. */
    public static byte[] lanes(long... lanes) {
        return ofLongs(lanes);
    }

    /** A vector constant of 4, 8 or 16 lanes of 32 bits. */
    public static byte[] lanes(int... lanes) {
        return ofInts(lanes);
    }
}
