package org.cryptointrinsics.kernel;

import static org.cryptointrinsics.instruction.ScalarInstruction.ADD;
import static org.cryptointrinsics.instruction.ScalarInstruction.AND;
import static org.cryptointrinsics.instruction.ScalarInstruction.ANDN;
import static org.cryptointrinsics.instruction.ScalarInstruction.NOT;
import static org.cryptointrinsics.instruction.ScalarInstruction.OR;
import static org.cryptointrinsics.instruction.ScalarInstruction.ROL;
import static org.cryptointrinsics.instruction.ScalarInstruction.RORX;
import static org.cryptointrinsics.instruction.ScalarInstruction.XOR;
import static org.cryptointrinsics.instruction.VectorInstruction.AESENC;
import static org.cryptointrinsics.instruction.VectorInstruction.AESENCLAST;
import static org.cryptointrinsics.instruction.VectorInstruction.PADDD;
import static org.cryptointrinsics.instruction.VectorInstruction.PADDQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PADDW;
import static org.cryptointrinsics.instruction.VectorInstruction.PALIGNR;
import static org.cryptointrinsics.instruction.VectorInstruction.PAND;
import static org.cryptointrinsics.instruction.VectorInstruction.PANDN;
import static org.cryptointrinsics.instruction.VectorInstruction.PBLENDW;
import static org.cryptointrinsics.instruction.VectorInstruction.PCLMULQDQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PMADDWD;
import static org.cryptointrinsics.instruction.VectorInstruction.PMULDQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PMULHW;
import static org.cryptointrinsics.instruction.VectorInstruction.PMULLD;
import static org.cryptointrinsics.instruction.VectorInstruction.PMULLW;
import static org.cryptointrinsics.instruction.VectorInstruction.PMULUDQ;
import static org.cryptointrinsics.instruction.VectorInstruction.POR;
import static org.cryptointrinsics.instruction.VectorInstruction.PSHUFB;
import static org.cryptointrinsics.instruction.VectorInstruction.PSHUFD;
import static org.cryptointrinsics.instruction.VectorInstruction.PSLLD;
import static org.cryptointrinsics.instruction.VectorInstruction.PSLLQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PSRAD;
import static org.cryptointrinsics.instruction.VectorInstruction.PSRAW;
import static org.cryptointrinsics.instruction.VectorInstruction.PSRLD;
import static org.cryptointrinsics.instruction.VectorInstruction.PSRLQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PSUBD;
import static org.cryptointrinsics.instruction.VectorInstruction.PSUBQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PSUBW;
import static org.cryptointrinsics.instruction.VectorInstruction.PUNPCKHDQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PUNPCKHQDQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PUNPCKLDQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PUNPCKLQDQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PXOR;
import static org.cryptointrinsics.instruction.VectorInstruction.SHA1MSG1;
import static org.cryptointrinsics.instruction.VectorInstruction.SHA1MSG2;
import static org.cryptointrinsics.instruction.VectorInstruction.SHA1NEXTE;
import static org.cryptointrinsics.instruction.VectorInstruction.SHA1RNDS4;
import static org.cryptointrinsics.instruction.VectorInstruction.SHA256MSG1;
import static org.cryptointrinsics.instruction.VectorInstruction.SHA256MSG2;
import static org.cryptointrinsics.instruction.VectorInstruction.SHA256RNDS2;
import static org.cryptointrinsics.instruction.VectorInstruction.SHUFPS;
import static org.cryptointrinsics.instruction.VectorInstruction.VALIGNQ;
import static org.cryptointrinsics.instruction.VectorInstruction.VPBROADCASTQ;
import static org.cryptointrinsics.instruction.VectorInstruction.VPERM2I128;
import static org.cryptointrinsics.instruction.VectorInstruction.VPMADD52HUQ;
import static org.cryptointrinsics.instruction.VectorInstruction.VPMADD52LUQ;
import static org.cryptointrinsics.instruction.VectorInstruction.VPROLD;
import static org.cryptointrinsics.instruction.VectorInstruction.VPROLQ;
import static org.cryptointrinsics.instruction.VectorInstruction.VPRORQ;
import static org.cryptointrinsics.instruction.VectorInstruction.VPTERNLOGD;
import static org.cryptointrinsics.instruction.VectorInstruction.VPTERNLOGQ;
import static org.cryptointrinsics.instruction.VectorInstruction.VSHA512MSG1;
import static org.cryptointrinsics.instruction.VectorInstruction.VSHA512MSG2;
import static org.cryptointrinsics.instruction.VectorInstruction.VSHA512RNDS2;
import static org.cryptointrinsics.instruction.VectorInstruction.VSHUFI64X2;

import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.VectorInstruction;

/** The instructions of a {@link Machine}. The methods with the name of a mnemonic are one instruction each; the destination is the value returned. */
public interface Mnemonics {

    // Functions of three bits, for vpternlog: bit 4 i + 2 j + k is the result for i, j and k.
    int XOR3 = 0x96;
    /** Ch of SHA-1 and SHA-2. */
    int CHOICE = 0xCA;
    /** Maj of these. */
    int MAJORITY = 0xE8;

    /** One vector instruction, {@link VectorInstruction#form sources} in the order of the Intel SDM; all of the same width. */
    Vector apply(VectorInstruction instruction, int immediate, Vector... sources);

    /** One instruction on general registers; all sources of the same size. */
    Int apply(ScalarInstruction instruction, int immediate, Int... sources);

    default Vector paddw(Vector a, Vector b) {
        return apply(PADDW, 0, a, b);
    }

    default Vector paddd(Vector a, Vector b) {
        return apply(PADDD, 0, a, b);
    }

    default Vector paddq(Vector a, Vector b) {
        return apply(PADDQ, 0, a, b);
    }

    default Vector psubw(Vector a, Vector b) {
        return apply(PSUBW, 0, a, b);
    }

    default Vector psubd(Vector a, Vector b) {
        return apply(PSUBD, 0, a, b);
    }

    default Vector psubq(Vector a, Vector b) {
        return apply(PSUBQ, 0, a, b);
    }

    /** The low halves of the products of 16 bits. */
    default Vector pmullw(Vector a, Vector b) {
        return apply(PMULLW, 0, a, b);
    }

    /** The high halves of the products of 16 bits with signs. */
    default Vector pmulhw(Vector a, Vector b) {
        return apply(PMULHW, 0, a, b);
    }

    /** The sums of two products of 16 bits with signs. */
    default Vector pmaddwd(Vector a, Vector b) {
        return apply(PMADDWD, 0, a, b);
    }

    /** The low halves of the products of 32 bits. */
    default Vector pmulld(Vector a, Vector b) {
        return apply(PMULLD, 0, a, b);
    }

    /** The products of every other 32 bits with signs. */
    default Vector pmuldq(Vector a, Vector b) {
        return apply(PMULDQ, 0, a, b);
    }

    /** The products of every other 32 bits. */
    default Vector pmuludq(Vector a, Vector b) {
        return apply(PMULUDQ, 0, a, b);
    }

    /** Sums with the low halves of the products of the low 52 bits of each 64. */
    default Vector vpmadd52luq(Vector sum, Vector a, Vector b) {
        return apply(VPMADD52LUQ, 0, sum, a, b);
    }

    /** The same with the high halves. */
    default Vector vpmadd52huq(Vector sum, Vector a, Vector b) {
        return apply(VPMADD52HUQ, 0, sum, a, b);
    }

    default Vector pxor(Vector a, Vector b) {
        return apply(PXOR, 0, a, b);
    }

    default Vector pand(Vector a, Vector b) {
        return apply(PAND, 0, a, b);
    }

    /** {@code ~a & b}. */
    default Vector pandn(Vector a, Vector b) {
        return apply(PANDN, 0, a, b);
    }

    default Vector por(Vector a, Vector b) {
        return apply(POR, 0, a, b);
    }

    default Vector psraw(Vector a, int count) {
        return apply(PSRAW, count, a);
    }

    default Vector pslld(Vector a, int count) {
        return apply(PSLLD, count, a);
    }

    default Vector psrld(Vector a, int count) {
        return apply(PSRLD, count, a);
    }

    default Vector psrad(Vector a, int count) {
        return apply(PSRAD, count, a);
    }

    default Vector psllq(Vector a, int count) {
        return apply(PSLLQ, count, a);
    }

    default Vector psrlq(Vector a, int count) {
        return apply(PSRLQ, count, a);
    }

    default Vector vprold(Vector a, int count) {
        return apply(VPROLD, count, a);
    }

    default Vector vprolq(Vector a, int count) {
        return apply(VPROLQ, count, a);
    }

    /**
     * @param function of the bits of a, b and c, such as {@link #XOR3}
     */
    default Vector vpternlogd(Vector a, Vector b, Vector c, int function) {
        return apply(VPTERNLOGD, function, a, b, c);
    }

    /** As {@link #vpternlogd}. */
    default Vector vpternlogq(Vector a, Vector b, Vector c, int function) {
        return apply(VPTERNLOGQ, function, a, b, c);
    }

    default Vector vprorq(Vector a, int count) {
        return apply(VPRORQ, count, a);
    }

    default Vector pshufb(Vector a, Vector control) {
        return apply(PSHUFB, 0, a, control);
    }

    default Vector pshufd(Vector a, int order) {
        return apply(PSHUFD, order, a);
    }

    /** The first two lanes of both by turns. */
    default Vector punpckldq(Vector a, Vector b) {
        return apply(PUNPCKLDQ, 0, a, b);
    }

    /** The last two lanes of both by turns. */
    default Vector punpckhdq(Vector a, Vector b) {
        return apply(PUNPCKHDQ, 0, a, b);
    }

    /** The first 64 bits of both. */
    default Vector punpcklqdq(Vector a, Vector b) {
        return apply(PUNPCKLQDQ, 0, a, b);
    }

    /** The last 64 bits of both. */
    default Vector punpckhqdq(Vector a, Vector b) {
        return apply(PUNPCKHQDQ, 0, a, b);
    }

    /** Two lanes of each, in order. */
    default Vector shufps(Vector a, Vector b, int lanes) {
        return apply(SHUFPS, lanes, a, b);
    }

    default Vector palignr(Vector high, Vector low, int bytes) {
        return apply(PALIGNR, bytes, high, low);
    }

    default Vector pblendw(Vector a, Vector b, int selectB) {
        return apply(PBLENDW, selectB, a, b);
    }

    default Vector sha1rnds4(Vector abcd, Vector we, int function) {
        return apply(SHA1RNDS4, function, abcd, we);
    }

    default Vector sha1nexte(Vector abcd, Vector w) {
        return apply(SHA1NEXTE, 0, abcd, w);
    }

    default Vector sha1msg1(Vector a, Vector b) {
        return apply(SHA1MSG1, 0, a, b);
    }

    default Vector sha1msg2(Vector a, Vector b) {
        return apply(SHA1MSG2, 0, a, b);
    }

    default Vector sha256rnds2(Vector cdgh, Vector abef, Vector wk) {
        return apply(SHA256RNDS2, 0, cdgh, abef, wk);
    }

    default Vector sha256msg1(Vector a, Vector b) {
        return apply(SHA256MSG1, 0, a, b);
    }

    default Vector sha256msg2(Vector a, Vector b) {
        return apply(SHA256MSG2, 0, a, b);
    }

    /** Vectors of 256 bits; only the low half of {@code wk} is read. */
    default Vector vsha512rnds2(Vector cdgh, Vector abef, Vector wk) {
        return apply(VSHA512RNDS2, 0, cdgh, abef, wk);
    }

    /** Vectors of 256 bits; only lane 0 of {@code b} is read. */
    default Vector vsha512msg1(Vector a, Vector b) {
        return apply(VSHA512MSG1, 0, a, b);
    }

    default Vector vsha512msg2(Vector a, Vector b) {
        return apply(VSHA512MSG2, 0, a, b);
    }

    default Vector aesenc(Vector state, Vector roundKey) {
        return apply(AESENC, 0, state, roundKey);
    }

    default Vector aesenclast(Vector state, Vector roundKey) {
        return apply(AESENCLAST, 0, state, roundKey);
    }

    default Vector pclmulqdq(Vector a, Vector b, int halves) {
        return apply(PCLMULQDQ, halves, a, b);
    }

    /** Lane 0 in all lanes. */
    default Vector vpbroadcastq(Vector a) {
        return apply(VPBROADCASTQ, 0, a);
    }

    default Vector valignq(Vector high, Vector low, int lane) {
        return apply(VALIGNQ, lane, high, low);
    }

    default Vector vshufi64x2(Vector a, Vector b, int lanes) {
        return apply(VSHUFI64X2, lanes, a, b);
    }

    default Vector vperm2i128(Vector a, Vector b, int halves) {
        return apply(VPERM2I128, halves, a, b);
    }

    default Int add(Int a, Int b) {
        return apply(ADD, 0, a, b);
    }

    default Int and(Int a, Int b) {
        return apply(AND, 0, a, b);
    }

    /** {@code ~a & b}. */
    default Int andn(Int a, Int b) {
        return apply(ANDN, 0, a, b);
    }

    default Int or(Int a, Int b) {
        return apply(OR, 0, a, b);
    }

    default Int xor(Int a, Int b) {
        return apply(XOR, 0, a, b);
    }

    default Int not(Int a) {
        return apply(NOT, 0, a);
    }

    default Int rol(Int a, int count) {
        return apply(ROL, count, a);
    }

    default Int rorx(Int a, int count) {
        return apply(RORX, count, a);
    }
}
