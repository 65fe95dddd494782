package org.cryptointrinsics.test.stub;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.compilation.CompiledKernel;
import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.md5.Scalar;
import org.cryptointrinsics.kernel.sha256.X86Sha;
import org.cryptointrinsics.test.Cpu;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Snapshot;
import org.cryptointrinsics.test.Stubs;
import org.cryptointrinsics.test.instruction.EncoderTest;
import org.cryptointrinsics.test.instruction.Objdump;
import org.cryptointrinsics.test.instruction.Syntax;
import org.cryptointrinsics.test.interpreter.CoSimulation;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.code.ValueUtil;

/** What the machine code of stubs must and must not contain. */
@Category(Quick.class)
public class StubTest {

    /** Adds vectors; with constants, where there is an immediate and where there is none. */
    private record VectorKernel(Width width) implements DigestKernel {

        @Override
        public void compress(Machine m, Address state, Address data, Count blocks) {
            Vector constant = m.constant(constant());
            Vector sum = m.paddd(m.load(width, state, 0), constant);
            List<Vector> result = m.repeat(blocks, data, width.bytes(), List.of(sum), (block, s) -> List.of(m.palignr(m.pxor(s.get(0), m.memory(width, block, 0)), constant, 4)));
            m.storeVector(state, 0, m.pshufd(result.get(0), 0x1B));
            m.storeVector(state, width.bytes(), m.pshufd(constant, 0x1B));
        }

        private byte[] constant() {
            byte[] bytes = new byte[width.bytes()];
            new Random(1).nextBytes(bytes);
            return bytes;
        }
    }

    /** Keeps data in memory of its own for a while, in one register at a time. */
    private static final class ScratchKernel implements DigestKernel {

        static final int BYTES = 128;

        @Override
        public void compress(Machine m, Address state, Address data, Count blocks) {
            Address scratch = m.scratch(BYTES);
            copy(m, data, scratch);
            copy(m, scratch, state);
        }

        private static void copy(Machine m, Address from, Address to) {
            for (int i = 0; i < BYTES; i += Width.XMM.bytes()) {
                m.storeVector(to, i, m.load(Width.XMM, from, i));
            }
        }
    }

    /** Instructions that only EVEX has, beside one that it does not have, so that registers 16 to 31 are not used. */
    private record EvexKernel(Width width) implements DigestKernel {

        @Override
        public void compress(Machine m, Address state, Address data, Count blocks) {
            Vector constant = m.constant(new byte[width.bytes()]);
            Vector x = m.load(width, data, 0);
            Vector y = m.load(width, data, width.bytes());
            Vector result = m.pblendw(x, y, 0x55);
            for (VectorInstruction instruction : evexOnly()) {
                Vector[] sources = Stream.of(result, y, constant).skip(3 - instruction.form().sources()).toArray(Vector[]::new);
                result = m.pxor(result, m.apply(instruction, 7, sources));
            }
            m.storeVector(state, 0, result);
        }

        static List<VectorInstruction> evexOnly() {
            return Stream.of(VectorInstruction.values()).filter(instruction -> instruction.name().startsWith("VPROL") || instruction.name().startsWith("VPROR") ||
                            instruction.name().startsWith("VPTERNLOG")).toList();
        }
    }

    /** More vectors alive than there are registers without EVEX. */
    private record WideKernel(Width width) implements DigestKernel {

        static final int VECTORS = 28;

        @Override
        public void compress(Machine m, Address state, Address data, Count blocks) {
            List<Vector> vectors = new ArrayList<>();
            for (int i = 0; i < VECTORS; i++) {
                vectors.add(m.load(width, data, i * width.bytes()));
            }
            for (int i = 0; i < VECTORS; i++) {
                m.storeVector(state, i * width.bytes(), m.paddd(vectors.get(i), vectors.get(VECTORS - 1 - i)));
            }
        }
    }

    /** The kernels of the plugin and of this test that this CPU has the instructions for. */
    private static List<DigestKernel> kernels() {
        Stream<DigestKernel> plugin = Stream.of(DigestAlgorithm.values()).flatMap(algorithm -> algorithm.variants().stream());
        Stream<DigestKernel> test = Stream.of(new VectorKernel(Width.XMM), new VectorKernel(Width.YMM), new VectorKernel(Width.ZMM), new ScratchKernel(),
                        new WideKernel(Width.ZMM));
        return Stream.concat(plugin, test).filter(kernel -> Stubs.compile(kernel).missingFeatures().isEmpty()).toList();
    }

    private static List<Objdump.Line> disassemble(DigestKernel kernel) throws Exception {
        return disassemble(Stubs.compile(kernel));
    }

    /** The stub up to its return, the only one; what follows is padding. */
    private static List<Objdump.Line> disassemble(CompiledKernel stub) throws Exception {
        List<Objdump.Line> lines = Objdump.disassemble(stub.code().getCode());
        List<String> mnemonics = lines.stream().map(Objdump.Line::mnemonic).toList();
        int end = mnemonics.indexOf("ret");
        assertTrue(mnemonics.toString(), Set.of("hlt").containsAll(mnemonics.subList(end + 1, mnemonics.size())));
        return lines.subList(0, end + 1);
    }

    /** Without the instructions that make and remove the frame. */
    private static List<Objdump.Line> withoutFrame(List<Objdump.Line> lines) {
        List<String> frame = List.of("push rbp", "mov rbp,rsp", "mov rsp,rbp", "pop rbp", "ret");
        return lines.stream().filter(line -> !frame.contains(line.text()) && !line.text().matches("(sub|add) rsp,0x[0-9a-f]+")).toList();
    }

    @Test
    public void stubCallsNothingAndHasNoSafepoint() throws Exception {
        Path listings = Files.createDirectories(JavaProcess.FOLDER.resolve("code"));
        for (DigestKernel kernel : kernels()) {
            List<Objdump.Line> lines = disassemble(kernel);
            // For whoever wants to know why a kernel is slow.
            Files.write(listings.resolve(kernel.getClass().getName() + ".s"), lines.stream().map(Objdump.Line::toString).toList());
            for (Objdump.Line line : lines) {
                assertFalse(kernel + " " + line, line.mnemonic().equals("call"));
                // A poll would look at the thread, in r15, or at a page relative to rip.
                assertFalse(kernel + " " + line, line.text().contains("r15") || line.mnemonic().equals("test"));
            }
        }
    }

    @Test
    public void upperHalvesAreClearedBeforeLegacyInstructions() throws Exception {
        assumeTrue("no SHA", Stubs.compile(new X86Sha()).missingFeatures().isEmpty());
        List<Objdump.Line> lines = withoutFrame(disassemble(new X86Sha()));
        if (Stubs.CONTEXT.cpu().contains(CpuFeature.AVX)) {
            assertEquals("vzeroupper", lines.getFirst().text());
        } else {
            assertEquals(List.of(), lines.stream().filter(line -> line.mnemonic().startsWith("v")).toList());
        }
    }

    @Test
    public void upperHalvesAreClearedAfterUse() throws Exception {
        for (Width width : Width.values()) {
            VectorKernel kernel = new VectorKernel(width);
            if (Stubs.compile(kernel).missingFeatures().isEmpty()) {
                List<String> mnemonics = withoutFrame(disassemble(kernel)).stream().map(Objdump.Line::mnemonic).toList();
                assertEquals(width.toString(), width == Width.XMM ? -1 : mnemonics.size() - 1, mnemonics.indexOf("vzeroupper"));
            }
        }
    }

    /** What {@link EncoderTest#unsafeRipRelativeOperandIsRefused} refuses does not come to it. */
    @Test
    public void constantsThatCannotBePatchedAreLoadedFirst() throws Exception {
        Set<CpuFeature> legacy = Cpu.withoutAvx(Stubs.CONTEXT.cpu());
        for (Set<CpuFeature> cpu : List.of(Stubs.CONTEXT.cpu(), legacy)) {
            VectorKernel kernel = new VectorKernel(Width.XMM);
            List<Objdump.Line> withConstant = disassemble(Stubs.compile(kernel, cpu)).stream().filter(line -> line.text().contains("[rip")).toList();
            List<String> mnemonics = withConstant.stream().map(line -> line.mnemonic().replaceFirst("^v?(paddd|movdqu).*", "$1")).toList();
            assertEquals(List.of(cpu.contains(CpuFeature.AVX) ? "paddd" : "movdqu", "movdqu", "movdqu"), mnemonics);
        }
        for (Width width : List.of(Width.XMM, Width.YMM)) {
            for (Objdump.Line line : evexCode(width)) {
                assertFalse(line.toString(), line.text().contains("[rip") && line.operands().getLast().startsWith("0x"));
            }
        }
    }

    @Test
    public void instructionsOfOtherCpusAreCompiled() throws Exception {
        for (Width width : List.of(Width.XMM, Width.YMM)) {
            Set<String> mnemonics = evexCode(width).stream().map(Objdump.Line::mnemonic).collect(Collectors.toSet());
            for (VectorInstruction instruction : EvexKernel.evexOnly()) {
                assertTrue(mnemonics + " lack " + instruction, mnemonics.contains(instruction.name().toLowerCase()));
            }
        }
    }

    /** How often there is an instruction of SHA512 with that opcode: see {@link EncoderTest#instructionsOfSha512AreThoseOfTheManual}. */
    private static long count(String opcode, byte[] code) {
        return Pattern.compile("c4[ce64]2[0-7][7f]" + opcode + "[c-f]").matcher(HexFormat.of().formatHex(code)).results().count();
    }

    /** Compiled for a CPU with AVX-512, whether this one has it or not. */
    private static List<Objdump.Line> evexCode(Width width) throws Exception {
        return disassemble(Stubs.compile(new EvexKernel(width), withAvx512()));
    }

    private static Set<CpuFeature> withAvx512() {
        assumeTrue("no AVX2", Stubs.CONTEXT.cpu().contains(CpuFeature.AVX2));
        Set<CpuFeature> cpu = EnumSet.of(CpuFeature.AVX512F, CpuFeature.AVX512VL);
        cpu.addAll(Stubs.CONTEXT.cpu());
        return cpu;
    }

    @Test
    public void variantsForOtherCpusAreCompiled() throws Exception {
        Set<CpuFeature> cpu = EnumSet.of(CpuFeature.SHA, CpuFeature.SHA512);
        cpu.addAll(withAvx512());
        for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            for (DigestKernel kernel : algorithm.variants()) {
                CompiledKernel stub = Stubs.compile(kernel, cpu);
                String variant = algorithm + " " + kernel.variant();
                assertEquals(variant, Set.of(), stub.missingFeatures());
                if (!kernel.variant().equals("x86-sha512")) {
                    List<Objdump.Line> lines = disassemble(stub);
                    assertFalse(variant, lines.stream().anyMatch(line -> line.text().contains("(bad)")));
                    boolean hasVectors = lines.stream().anyMatch(line -> line.text().contains("xmm"));
                    // Such an instruction would leave the upper halves as they are, and wait for them.
                    boolean hasLegacy = lines.stream().anyMatch(line -> line.text().contains("xmm") && !line.mnemonic().startsWith("v"));
                    assertEquals(variant, hasVectors && hasLegacy, Requirements.of(kernel, cpu).mixesLegacy());
                } else {
                    assertEquals(40, count("cb", stub.code().getCode()));
                    assertEquals(16, count("cc", stub.code().getCode()));
                    assertEquals(16, count("cd", stub.code().getCode()));
                }
            }
        }
    }

    /** HotSpot may throw away any code, such as the method that calls a stub. */
    @Test
    public void stubIsCalledAfterItsEntryIsThrownAway() {
        CompiledKernel stub = Stubs.compile(new Scalar());
        try (Arena arena = Arena.ofConfined()) {
            long state = arena.allocate(16).address();
            long data = arena.allocate(64).address();
            stub.compress(state, data, 1);
            ((InstalledCode) Snapshot.get(Snapshot.get(stub, "entry"), "code")).invalidate();
            stub.compress(state, data, 1);
        }
    }

    @Test
    public void killedRegistersAreThoseWritten() throws Exception {
        for (DigestKernel kernel : kernels()) {
            CompiledKernel stub = Stubs.compile(kernel);
            List<Objdump.Line> lines = withoutFrame(disassemble(stub));
            Set<String> written = new TreeSet<>();
            lines.forEach(line -> addWritten(line, written));
            Set<String> killed = Stream.of(stub.linkage().getTemporaries()).map(
                            value -> ValueUtil.asRegister(value).name).collect(Collectors.toCollection(TreeSet::new));
            if (lines.stream().anyMatch(line -> line.text().equals("vzeroupper"))) {
                // It kills the upper halves of all.
                assertTrue(kernel + " " + killed, killed.containsAll(Stream.iterate(0, i -> i < 16, i -> i + 1).map(i -> "xmm" + i).toList()));
                killed.removeIf(register -> register.startsWith("xmm") && !written.contains(register));
            }
            assertEquals(kernel.toString(), written, killed);
        }
    }

    private static void addWritten(Objdump.Line line, Set<String> written) {
        boolean writes = !Set.of("cmp", "test", "push", "jmp").contains(line.mnemonic()) && !line.mnemonic().matches("j[a-z]+|data16");
        if (!writes || line.operands().isEmpty()) {
            return;
        }
        String destination = line.operands().getFirst();
        if (destination.matches("[xyz]mm\\d+")) {
            written.add("x" + destination.substring(1));
        }
        for (int i = 0; i < 16; i++) {
            if (destination.equals(Syntax.register(Size.DWORD, i)) || destination.equals(Syntax.register(Size.QWORD, i))) {
                written.add(Syntax.register(Size.QWORD, i));
            }
        }
    }

    @Test
    public void plainKernelsDoNotSpill() throws Exception {
        for (DigestKernel kernel : List.of(new Scalar(), new X86Sha())) {
            if (Stubs.compile(kernel).missingFeatures().isEmpty()) {
                assertNoStackAccess(kernel, disassemble(kernel));
            }
        }
    }

    /** Once in the loop over blocks. */
    @Test
    public void kernelsWithShaInstructionsFetchAhead() throws Exception {
        Set<CpuFeature> cpu = EnumSet.of(CpuFeature.SHA);
        cpu.addAll(withAvx512());
        for (DigestKernel kernel : List.of(new X86Sha(), new org.cryptointrinsics.kernel.sha1.X86Sha())) {
            List<String> mnemonics = disassemble(Stubs.compile(kernel, cpu)).stream().map(Objdump.Line::mnemonic).toList();
            assertEquals(1, Collections.frequency(mnemonics, "prefetcht0"));
            assertTrue(mnemonics.indexOf("prefetcht0") < mnemonics.lastIndexOf("jne"));
        }
    }

    private static void assertNoStackAccess(DigestKernel kernel, List<Objdump.Line> lines) {
        for (Objdump.Line line : withoutFrame(lines)) {
            assertFalse(kernel + " " + line, line.text().contains("[rsp") || line.text().contains("[rbp"));
        }
    }

    @Test
    public void scratchIsClearedAtTheEnd() throws Throwable {
        byte[] secret = new byte[ScratchKernel.BYTES];
        new Random(1).nextBytes(secret);
        CompiledKernel stub = Stubs.compile(new ScratchKernel());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment data = arena.allocateFrom(ValueLayout.JAVA_BYTE, secret);
            MemorySegment state = arena.allocate(ScratchKernel.BYTES);
            ThreadStack stack = ThreadStack.after(() -> stub.compress(state.address(), data.address(), 1));
            // More than a register can hold: those may be on the stack, saved by the VM.
            for (int from = 0; from < ScratchKernel.BYTES; from += 32) {
                assertFalse("left on the stack", stack.contains(Arrays.copyOfRange(secret, from, from + 32)));
            }
            assertArrayEquals(secret, state.toArray(ValueLayout.JAVA_BYTE));
        }
        // Each part is stored twice, the second time as zero; rsi is the state.
        List<String> stored = disassemble(stub).stream().filter(line -> line.mnemonic().contains("movdqu")).map(line -> line.operands().getFirst()).filter(
                        destination -> destination.startsWith("XMMWORD PTR") && !destination.contains("rsi")).toList();
        assertEquals(stored.toString(), 2 * ScratchKernel.BYTES / Width.XMM.bytes(), stored.size());
    }

    @Test
    public void kernelInEvexUsesAllRegisters() throws Exception {
        assertAllRegistersAreUsed(new WideKernel(Width.XMM));
        assumeTrue("no AVX-512", Stubs.CONTEXT.cpu().contains(CpuFeature.AVX512VL));
        WideKernel kernel = new WideKernel(Width.ZMM);
        assertAllRegistersAreUsed(kernel);
        new CoSimulation(Stubs.compile(kernel), WideKernel.VECTORS * 64, WideKernel.VECTORS * 64, 1, new Random(1)).compare(10, offset -> "vector " + offset / 64);
    }

    private static void assertAllRegistersAreUsed(WideKernel kernel) throws Exception {
        List<Objdump.Line> lines = disassemble(Stubs.compile(kernel, withAvx512()));
        assertNoStackAccess(kernel, lines);
        Set<String> written = new TreeSet<>();
        lines.forEach(line -> addWritten(line, written));
        assertTrue(written.toString(), written.stream().anyMatch(register -> register.matches("xmm(1[6-9]|[23].)")));
    }
}
