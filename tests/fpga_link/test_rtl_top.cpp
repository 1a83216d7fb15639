// SPDX-License-Identifier: Apache-2.0
// Batches through the accelerator's register window, as run by the board's processor.
#include <QTest>
#include <algorithm>
#include <bit>
#include <iterator>
#include <random>

#include "Vhdca_top.h"
#include "axi_master.hpp"
#include "fpga_link/compiler/soft_engine.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "planar_cases.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_rtl_top {

using momentree::test::axiOkay;
using momentree::test::axiSlaveError;
using Master = momentree::test::AxiMaster<Vhdca_top>;

namespace {

Program programOf(const Trajectory& trajectory, CompileOptions options = {}) {
    const Compiled compiled = compile({trajectory}, options);
    if (!compiled.program) qFatal("not compiled: %s", compiled.refusal.c_str());
    return *compiled.program;
}

/// CRC-32 of IEEE 802.3, bit by bit, over words, lowest byte first.
std::uint32_t crc32(const std::vector<std::uint32_t>& words) {
    std::uint32_t crc = ~0u;
    for (const std::uint32_t word : words)
        for (int bit = 0; bit < 32; ++bit) {
            const bool one = ((crc ^ (word >> bit)) & 1) != 0;
            crc = (crc >> 1) ^ (one ? 0xEDB8'8320u : 0u);
        }
    return ~crc;
}

void point(Master& master, Register place) {
    master.write(registers::dataAddress,
                 static_cast<std::uint32_t>(place.bank * 512 + place.address));
}

/// Loads the program.
/// @return its parts as written
std::vector<std::uint32_t> load(Master& master, const Program& program) {
    std::vector<std::uint32_t> parts;
    master.write(registers::programAddress, 0);
    for (const ProgramWord& word : program.words)
        for (const std::uint32_t part : encode(word)) {
            master.write(registers::programData, part);
            parts.push_back(part);
        }
    for (const InitialWord& initial : program.image) {
        point(master, initial.place);
        master.write(registers::data, initial.bits);
    }
    master.write(registers::programLength, static_cast<std::uint32_t>(program.words.size()));
    master.write(registers::passes, static_cast<std::uint32_t>(program.passes));
    master.write(registers::sampleWords, static_cast<std::uint32_t>(program.sampleOrder.size()));
    master.write(registers::pivotLimit, static_cast<std::uint32_t>(program.pivotLimit));
    return parts;
}

void start(Master& master, std::uint32_t steps, std::uint32_t decimation) {
    master.write(registers::steps, steps);
    master.write(registers::decimation, decimation);
    master.write(registers::control, control::startBatch);
}

/// Reads samples until the batch is over and none is left.
std::vector<std::uint32_t> collect(Master& master) {
    std::vector<std::uint32_t> samples;
    for (int reads = 0; reads < 2'000'000; ++reads) {
        const std::uint32_t state = master.read(registers::status);
        if ((state & status::samples) != 0)
            samples.push_back(master.read(registers::samplePop));
        else if ((state & status::batchBusy) == 0)
            break;
    }
    return samples;
}

/// The beats of one burst with random waits of the master, none for `longest` 0; `refused` counts
/// those with SLVERR.
std::vector<std::uint32_t> burst(Master& master, std::size_t words, unsigned longest,
                                 std::mt19937& random, int& refused, std::uint8_t size = 2) {
    const auto waits = [&] { return longest > 0 && random() % (longest + 1) != 0; };
    const auto id = static_cast<std::uint16_t>(random() & 0xFFF);
    std::vector<std::uint32_t> beats;
    Vhdca_top& top = master.model;
    top.s_samples_arid = id;
    top.s_samples_arlen = static_cast<std::uint8_t>(words - 1);
    top.s_samples_arsize = size;
    bool asked = false;
    for (int i = 0; i < 10'000 && beats.size() < words; ++i) {
        top.s_samples_arvalid = !asked && (top.s_samples_arvalid || !waits());
        top.s_samples_rready = !waits();
        top.clk_i = 0;
        top.eval();
        const bool accepted = top.s_samples_arvalid && top.s_samples_arready;
        if (top.s_samples_rvalid && top.s_samples_rready) {
            beats.push_back(top.s_samples_rdata);
            refused += top.s_samples_rresp != axiOkay;
            if (top.s_samples_rid != id || top.s_samples_rlast != (beats.size() == words))
                qFatal("a beat of another burst");
        }
        master.clock();
        asked = asked || accepted;
    }
    top.s_samples_arvalid = top.s_samples_rready = 0;
    return beats;
}

}  // namespace

class TestRtlTop : public QObject {
    Q_OBJECT

private slots:
    void batchEqualsTheSoftEngine_data() {
        QTest::addColumn<bool>("closed");
        QTest::addColumn<int>("pressure");
        QTest::newRow("double pendulum") << false << 0;
        QTest::newRow("four-bar, slow bus") << true << 5;
    }
    void batchEqualsTheSoftEngine() {
        QFETCH(bool, closed);
        QFETCH(int, pressure);
        const Program program =
            programOf(closed ? momentree::test::fourBar() : momentree::test::doublePendulum());
        Master master(71);
        master.setPressure(pressure);
        const auto parts = load(master, program);
        QCOMPARE(master.read(registers::programCrc), crc32(parts));
        master.write(registers::interruptEnable, interrupt::batchDone);
        start(master, 1000, 10);
        const auto samples = collect(master);
        SoftEngine soft(program);
        soft.run(1000, 10);
        QVERIFY(samples == soft.samples);
        QCOMPARE(master.model.irq_o, 1);
        QCOMPARE(master.read(registers::stepsDone), 1000u);
        QCOMPARE(std::int64_t{master.read(registers::batchCyclesLow)}, soft.cycles);
        QCOMPARE(master.read(registers::flags), 0u);
        for (const Register& place : program.states) {
            point(master, place);
            QCOMPARE(master.read(registers::data), soft.word(place));
        }
        QVERIFY(!master.hung && !master.unstable);
    }

    void dataPortCountsOn() {
        Master master;
        master.write(registers::dataAddress, 512 + 500);
        for (std::uint32_t i = 0; i < 30; ++i) master.write(registers::data, 1000 + i);
        master.write(registers::dataAddress, 512 + 500);
        for (std::uint32_t i = 0; i < 30; ++i) QCOMPARE(master.read(registers::data), 1000 + i);
    }

    /// Without a reader the engine waits between steps, and later continues there.
    void waitsForItsReader() {
        const Program program = programOf(momentree::test::doublePendulum());
        Master master;
        load(master, program);
        master.write(registers::interruptEnable, interrupt::samplesHalfFull);
        start(master, 400, 1);
        for (int i = 0; i < 400 * program.cyclesPerStep(); ++i) master.clock();
        const std::uint32_t state = master.read(registers::status);
        QCOMPARE(state & (status::batchBusy | status::stalled | status::samples),
                 status::batchBusy | status::stalled | status::samples);
        QCOMPARE(master.model.irq_o, 1);
        const auto samples = collect(master);
        SoftEngine soft(program);
        soft.run(400, 1);
        QVERIFY(samples == soft.samples);
        // Every clock is one of a word, of waiting, or of the beginning and end of any batch.
        const std::uint32_t waited = master.read(registers::stallCycles);
        QVERIFY(waited > 0);
        QCOMPARE(master.read(registers::cyclesStalled), waited);
        const auto others = [&] {
            return master.read(registers::cyclesLast) - master.read(registers::batchCyclesLow) -
                   master.read(registers::stallCycles);
        };
        const std::uint32_t stalled = others();
        start(master, 10, 10);
        collect(master);
        QCOMPARE(master.read(registers::stallCycles), 0u);
        QCOMPARE(others(), stalled);
    }

    /// Of any length, mixed with single reads, while the engine waits and goes on.
    void burstsTakeSamples() {
        const Program program = programOf(momentree::test::doublePendulum());
        std::mt19937 random(5);
        for (const unsigned longest : {0u, 3u}) {
            Master master;
            load(master, program);
            start(master, 2000, 1);
            SoftEngine soft(program);
            soft.run(2000, 1);
            std::vector<std::uint32_t> samples;
            int refused = 0;
            while (samples.size() < soft.samples.size()) {
                const std::uint32_t level = master.read(registers::sampleLevel);
                if (level == 0) continue;
                const std::size_t words = 1 + random() % std::min(level, 256u);
                const auto beats = burst(master, words, longest, random, refused);
                samples.insert(samples.end(), beats.begin(), beats.end());
                if (words < level) samples.push_back(master.read(registers::samplePop));
            }
            QVERIFY(samples == soft.samples);
            QCOMPARE(refused, 0);
            // From an empty FIFO.
            QCOMPARE(burst(master, 3, longest, random, refused), std::vector<std::uint32_t>(3, 0));
            QCOMPARE(refused, 0);
            // Other sizes of beats take nothing.
            start(master, 10, 1);
            for (int i = 0; i < 20 * program.cyclesPerStep(); ++i) master.clock();
            const std::uint32_t level = master.read(registers::sampleLevel);
            QVERIFY(level > 2);
            burst(master, 2, longest, random, refused, 1);
            QCOMPARE(refused, 2);
            QCOMPARE(master.read(registers::sampleLevel), level);
            QVERIFY(!master.hung);
        }
    }

    /// Both ports ask at the same time, in every clock that suits them: each sample comes once.
    void singleReadsAndBurstsTakeTurns() {
        // A sum that counts, and is a sample.
        std::vector<ProgramWord> words(12);
        words[0][0] = {true, true, true, false, {0, 0}, {0, 1}, 0};
        Program program;
        program.words = words;
        program.image = {{{0, 0}, std::bit_cast<std::uint32_t>(1.0F)},
                         {{0, 1}, std::bit_cast<std::uint32_t>(1.0F)}};
        program.sampleOrder = {0};
        for (const unsigned waits : {0u, 1u, 3u}) {
            Master master;
            std::mt19937 random(waits);
            load(master, program);
            start(master, 3000, 1);
            for (int i = 0; i < 20'000; ++i) master.clock();
            std::vector<std::uint32_t> singles, beats;
            Vhdca_top& top = master.model;
            master.look = [&] {
                top.s_samples_arvalid = 1;
                top.s_samples_arlen = static_cast<std::uint8_t>(random() % 20);
                top.s_samples_arsize = 2;
                top.s_samples_rready = random() % (waits + 1) == 0;
                top.eval();
                if (top.s_samples_rvalid && top.s_samples_rready && top.s_samples_rdata != 0)
                    beats.push_back(top.s_samples_rdata);
            };
            for (int reads = 0; reads < 20'000 && singles.size() + beats.size() < 3000; ++reads)
                if (const std::uint32_t word = master.read(registers::samplePop); word != 0)
                    singles.push_back(word);
            QVERIFY(singles.size() > 150 && beats.size() > 300);
            std::vector<std::uint32_t> all;
            std::ranges::merge(singles, beats, std::back_inserter(all));
            QCOMPARE(all.size(), std::size_t{3000});
            for (std::size_t i = 0; i < all.size(); ++i)
                QCOMPARE(std::bit_cast<float>(all[i]), static_cast<float>(i + 2));
            QVERIFY(!master.hung && !master.unstable);
        }
    }

    /// Every length and size of a burst; an empty FIFO gives zeros.
    void burstsHaveAnyLength() {
        Master master;
        std::mt19937 random(7);
        for (int i = 0; i < 100; ++i) {
            const std::size_t words = 1 + random() % 256;
            const auto size = static_cast<std::uint8_t>(random() % 8);
            int refused = 0;
            QCOMPARE(burst(master, words, 0, random, refused, size),
                     std::vector<std::uint32_t>(words, 0));
            QCOMPARE(refused, size == 2 ? 0 : static_cast<int>(words));
        }
    }

    /// A row of 64 bodies, by a master that never waits.
    void clocksOfARow() {
        Master master;
        std::mt19937 random;
        int refused = 0;
        const auto clocksOf = [&](const auto& read) {
            const std::uint64_t before = master.clocks;
            read();
            return static_cast<int>(master.clocks - before);
        };
        const auto inBursts = [&](std::size_t words) {
            return clocksOf([&] {
                for (std::size_t taken = 0; taken < 128; taken += words)
                    burst(master, words, 0, random, refused);
            });
        };
        const int single = clocksOf([&] {
            for (int i = 0; i < 128; ++i) master.read(registers::samplePop);
        });
        qInfo("%d single, %d by 8, %d by 16, %d by 128", single, inBursts(8), inBursts(16),
              inBursts(128));
        QCOMPARE(single, 128 * 4);
        for (const std::size_t words : {8u, 16u, 128u})
            QCOMPARE(inBursts(words), 128 + static_cast<int>(128 / words) * 2);
    }

    void refusesChangesWhileABatchRuns() {
        const Program program = programOf(momentree::test::doublePendulum());
        Master master;
        load(master, program);
        start(master, 1'000'000, 1000);
        QCOMPARE(master.write(registers::steps, 1), axiOkay);
        QCOMPARE(master.read(registers::flags), flag::illegalAccess);
        QCOMPARE(master.read(registers::steps), 1'000'000u);
        master.write(registers::control, control::abortBatch);
        collect(master);
        const std::uint32_t done = master.read(registers::stepsDone);
        QVERIFY(done >= 1 && done < 1000);
    }

    void refusesAnEmptyProgram() {
        Master master;
        start(master, 10, 1);
        QCOMPARE(master.read(registers::flags), flag::badProgram);
        QCOMPARE(master.read(registers::status) & status::batchBusy, 0u);
    }

    void softResetEndsABatch() {
        const Program program = programOf(momentree::test::doublePendulum());
        Master master;
        load(master, program);
        start(master, 1'000'000, 1);
        for (int i = 0; i < 5000; ++i) master.clock();
        master.write(registers::control, control::softReset);
        QCOMPARE(master.read(registers::status), status::idle);
        QCOMPARE(master.read(registers::sampleLevel), 0u);
        // The next batch is not affected.
        load(master, program);
        start(master, 50, 1);
        SoftEngine soft(program);
        soft.run(50, 1);
        QVERIFY(collect(master) == soft.samples);
    }

    void raisesFlagsOnceAtTheirStep() {
        const Program program = programOf(momentree::test::doublePendulum());
        Master master;
        load(master, program);
        point(master, program.states[0]);
        master.write(registers::data, fp32Nan);
        start(master, 3, 1);
        collect(master);
        QVERIFY((master.read(registers::flags) & flag::nan) != 0);
        QCOMPARE(master.read(registers::flagStep), 0u);
        master.write(registers::flags, 0x7F);
        QCOMPARE(master.read(registers::flags), 0u);
    }

    void countsTheClocksOfEachPhase_data() {
        QTest::addColumn<bool>("euler");
        QTest::newRow("euler") << true;
        QTest::newRow("rk4") << false;
    }
    void countsTheClocksOfEachPhase() {
        QFETCH(bool, euler);
        const PlanarMethod method = euler ? PlanarMethod::Euler : PlanarMethod::RungeKutta4;
        const Program program =
            programOf(momentree::test::fourBar(), {.method = method, .phased = true});
        Master master;
        load(master, program);
        // Neither a late reader nor the previous batch changes the counts.
        for (const std::uint32_t steps : {400u, 500u}) {
            start(master, steps, 1);
            for (int i = 0; i < 400 * program.cyclesPerStep(); ++i) master.clock();
            collect(master);
            QVERIFY(master.read(registers::stallCycles) > 0);
            QCOMPARE(program.phases.size(), std::size_t{7});
            for (std::size_t row = 0; row < program.phases.size(); ++row) {
                const int clocks = program.phases[row].end - program.phases[row].first;
                master.write(registers::phaseSelect, static_cast<std::uint32_t>(row));
                QCOMPARE(master.read(registers::phaseCycles),
                         steps * static_cast<std::uint32_t>(program.passes * clocks));
            }
        }
        master.write(registers::phaseSelect, 8);
        QCOMPARE(master.read(registers::phaseCycles), 0u);
    }

    void raisesTheFlagsOfTheBatch() {
        Trajectory wound = momentree::test::doublePendulum();
        wound.start.angle[0] = 1e5;
        Program strict = programOf(momentree::test::fourBar());
        strict.pivotLimit = 200;
        Master master;
        for (const auto& [program, wanted] :
             {std::pair{programOf(wound), flag::angleRange}, std::pair{strict, flag::smallPivot}}) {
            load(master, program);
            start(master, 10, 100);
            collect(master);
            QCOMPARE(master.read(registers::flags), wanted);
            QCOMPARE(master.read(registers::status) & status::error, status::error);
            master.write(registers::flags, wanted);
        }
        QCOMPARE(master.read(registers::flags), 0u);
        // Expects fewer samples than there are, without a reader.
        load(master, programOf(momentree::test::doublePendulum()));
        master.write(registers::sampleWords, 1);
        start(master, 1000, 1);
        for (int i = 0; i < 100'000; ++i) master.clock();
        QCOMPARE(master.read(registers::flags), flag::sampleLost);
    }

    /// Registers keep each of their bits and no others.
    void registersKeepTheirBits() {
        struct Kept {
            std::uint32_t offset, bits;
        };
        constexpr Kept kept[] = {
            {registers::scratch, ~0u},       {registers::interruptEnable, 0xF},
            {registers::phaseSelect, 0x1F},  {registers::programLength, 0x1FFF},
            {registers::steps, ~0u},         {registers::decimation, ~0u},
            {registers::sampleWords, 0x7FF}, {registers::dataAddress, 0xFFF},
            {registers::passes, 7},          {registers::pivotLimit, 0xFF}};
        Master master;
        std::mt19937 random(6);
        for (int i = 0; i < 50; ++i)
            for (const auto& [offset, bits] : kept) {
                const auto value = static_cast<std::uint32_t>(random());
                QCOMPARE(master.write(offset, value), axiOkay);
                QCOMPARE(master.read(offset), value & bits);
            }
    }

    /// Whatever happens is told again and again, and leaves nothing behind when it is cleared.
    void eventsComeAndGo() {
        const Program program = programOf(momentree::test::doublePendulum());
        Master master;
        std::mt19937 random(8);
        for (int i = 0; i < 8; ++i) {
            master.write(registers::interruptEnable, registers::allInterrupts);
            master.write(registers::programLength, 0);
            start(master, 10, 1);
            QCOMPARE(master.read(registers::flags), flag::badProgram);
            const std::uint32_t nowhere =
                0x3000 + 4 * (static_cast<std::uint32_t>(random()) % 0x3000);
            for (const std::uint32_t wrong : {nowhere, nowhere + 1, nowhere + 2}) {
                QCOMPARE(master.write(wrong, 0), axiSlaveError);
                master.read(wrong);
                QCOMPARE(master.lastRead, axiSlaveError);
            }
            QCOMPARE(master.read(registers::flags), flag::badProgram | flag::illegalAccess);
            master.write(registers::control, control::runInverse);
            QCOMPARE(master.write(registers::inverseIn, 0), axiOkay);  // too early
            master.read(registers::inverseOut);
            QCOMPARE(master.read(registers::status) & status::read, status::read);
            master.write(registers::control, control::resetFunctions);
            QCOMPARE(master.read(registers::status) & status::idle, status::idle);
            QCOMPARE(master.write(registers::compound, 0), axiSlaveError);
            load(master, program);
            start(master, 1'000'000, 1000);
            QCOMPARE(master.write(registers::steps, 1), axiOkay);
            master.write(registers::control, control::abortBatch);
            collect(master);
            QVERIFY((master.read(registers::interruptStatus) & interrupt::functionDone) != 0);
            QVERIFY((master.read(registers::interruptStatus) & interrupt::batchDone) != 0);
            QCOMPARE(master.model.irq_o, 1);
            master.write(registers::flags, registers::allFlags);
            master.write(registers::interruptStatus, registers::allInterrupts);
            QCOMPARE(master.read(registers::flags), 0u);
            QCOMPARE(master.model.irq_o, 0);
        }
    }

    void answersOnlyItsOwnOffsets() {
        Master master;
        for (std::uint32_t offset = 0x800; offset < 0x900; offset += 4) master.read(offset);
        QVERIFY(!master.hung);
        master.write(registers::flags, 0x7F);
        QCOMPARE(master.write(registers::stepsDone, 0), axiSlaveError);
        master.read(registers::programData);
        QCOMPARE(master.lastRead, axiSlaveError);
        master.read(0x0860);
        QCOMPARE(master.lastRead, axiSlaveError);
        QCOMPARE(master.read(registers::flags), flag::illegalAccess);
    }
};

MOMENTREE_TEST(TestRtlTop, Appless)

}  // namespace momentree::fpga::test_rtl_top
#include "test_rtl_top.moc"
