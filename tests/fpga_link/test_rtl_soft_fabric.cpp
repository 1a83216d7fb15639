// SPDX-License-Identifier: Apache-2.0
// The software model and the simulated hardware, register by register, where they are easily
// different: at the edges of numbers, of programs and of steps.
#include <QTest>
#include <array>
#include <bit>
#include <random>

#include "fpga_link/agent/soft_fabric.hpp"
#include "fpga_link/compiler/program.hpp"
#include "fpga_link/fabric/open_fabric.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "fpga_link/protocol/message_types.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_rtl_soft_fabric {

using namespace std::chrono_literals;

namespace {

/// Of each bank, in random programs: every bit of an address is used.
constexpr std::array usedWords{0, 85, 170, 255, 256, 511};

/// Both accelerators, used alike.
struct Pair {
    void write(std::uint32_t offset, std::uint32_t value) const {
        soft->write32(offset, value);
        rtl->write32(offset, value);
    }
    /// Whether a register is the same in both, by default every one in a range.
    bool same(std::uint32_t first, std::uint32_t words = 1) const {
        for (std::uint32_t i = 0; i < words; ++i) {
            const std::uint32_t offset = first + 4 * i;
            const std::uint32_t a = soft->read32(offset), b = rtl->read32(offset);
            if (a == b) continue;
            qWarning("0x%04X: %08X in software, %08X in hardware", offset, a, b);
            return false;
        }
        return true;
    }
    bool sameData(Register first, std::uint32_t words = 1) const {
        write(registers::dataAddress,
              static_cast<std::uint32_t>(first.bank * Machine::bankWords + first.address));
        for (std::uint32_t i = 0; i < words; ++i)
            if (!same(registers::data)) return false;
        return true;
    }
    void setData(Register place, std::uint32_t bits) const {
        write(registers::dataAddress,
              static_cast<std::uint32_t>(place.bank * Machine::bankWords + place.address));
        write(registers::data, bits);
    }
    void load(const std::vector<ProgramWord>& words) const {
        write(registers::programAddress, 0);
        for (const ProgramWord& word : words)
            for (const std::uint32_t part : encode(word)) write(registers::programData, part);
        write(registers::programLength, static_cast<std::uint32_t>(words.size()));
    }
    void run(std::uint32_t steps) const {
        write(registers::flags, registers::allFlags);
        write(registers::steps, steps);
        write(registers::control, control::startBatch);
        for (Fabric* fabric : {soft.get(), rtl.get()})
            while ((fabric->read32(registers::status) & status::batchBusy) != 0)
                fabric->waitInterrupt(1ms);
    }
    bool sameOutcome() const {
        return same(registers::flags) && same(registers::flagStep) && same(registers::stepsDone) &&
               same(registers::batchCyclesLow, 2) && same(registers::sampleLevel);
    }

    std::unique_ptr<Fabric> soft = makeSoftFabric(), rtl = std::move(*openRtlFabric());
};

/// A word that makes one unit write word 0 of its bank.
ProgramWord wordFor(int unit, Source a, Source b = {}, bool round = false) {
    ProgramWord word;
    word[static_cast<std::size_t>(unit)] = {true, true, false, round, a, b, 0};
    return word;
}

class RandomPrograms {
public:
    std::uint32_t below(std::uint32_t limit) {
        return static_cast<std::uint32_t>(random_()) % limit;
    }
    /// Any finite number: often zero, subnormal, or close to the limits.
    std::uint32_t number() {
        const std::uint32_t bits = static_cast<std::uint32_t>(random_());
        const std::uint32_t exponents[] = {0, 0, 1, 60, 126, 127, 128, 200, 254};
        return (bits & 0x807F'FFFF) | exponents[below(9)] << 23;
    }
    /// Sums and products of any words, and one reciprocal or rounding.
    std::vector<ProgramWord> program() {
        std::vector<ProgramWord> words(Machine::reciprocalInterval + 2 + below(20));
        for (ProgramWord& word : words)
            for (int unit = 0; unit < Machine::special; ++unit)
                if (below(2) == 0) word[static_cast<std::size_t>(unit)] = slot();
        Slot& special = words[below(static_cast<std::uint32_t>(words.size()))][Machine::special];
        special = slot();
        special.round = below(2) == 0;
        special.a.negative = false;
        for (ProgramWord& word : words)
            for (int unit = Machine::adders; unit < Machine::special; ++unit)
                word[static_cast<std::size_t>(unit)].a.negative =
                    word[static_cast<std::size_t>(unit)].b.negative = false;
        return words;
    }

private:
    int place() { return usedWords[below(usedWords.size())]; }
    Source source() { return {static_cast<int>(below(Machine::units)), place(), below(2) == 0}; }
    Slot slot() { return {true, true, false, false, source(), source(), place()}; }

    std::mt19937_64 random_{25};
};

}  // namespace

class TestRtlSoftFabric : public QObject {
    Q_OBJECT

private slots:
    void tellTheSameVersion() {
        const Pair pair;
        QVERIFY(pair.same(registers::version) && pair.same(registers::capabilities));
        QCOMPARE(pair.soft->read32(registers::version), versionValue);
    }

    /// Also where inputs are subnormal and only moved to an output.
    void functionsFlushSubnormalNumbers() {
        const Pair pair;
        RandomPrograms random;
        const auto fill = [&](std::uint32_t first, std::uint32_t words) {
            for (std::uint32_t i = 0; i < words; ++i) pair.write(first + 4 * i, random.number());
        };
        for (int i = 0; i < 200; ++i) {
            fill(registers::updateA, 8);
            fill(registers::updateB, 8);
            pair.write(registers::updateA + 4, random.below(1u << 23));  // 1/J
            pair.write(registers::control, control::runUpdate);
            QVERIFY(pair.same(registers::bodyA, 33) && pair.same(registers::bodyB, 33));
            QVERIFY(pair.same(registers::flags));
            fill(registers::bodyA, 33);
            fill(registers::bodyB, 33);
            fill(registers::inverseIn, 16);
            pair.write(registers::control, control::runAssembly | control::runInverse);
            QVERIFY(pair.same(registers::compound, 33) && pair.same(registers::joint, 14));
            QVERIFY(pair.same(registers::inverseOut, 16) && pair.same(registers::inverseInfo));
            QVERIFY(pair.same(registers::flags));
            pair.write(registers::flags, registers::allFlags);
        }
    }

    void spatialFunctionsFlushSubnormalNumbers() {
        const Pair pair;
        RandomPrograms random;
        const auto fill = [&](std::uint32_t first, std::uint32_t words) {
            for (std::uint32_t i = 0; i < words; ++i) pair.write(first + 4 * i, random.number());
        };
        for (int i = 0; i < 40; ++i) {
            fill(registers::spatialBody, 19);
            pair.write(registers::spatialBody + 4, random.below(1u << 23));  // 1/J
            pair.write(registers::control, control::runSpatialUpdate);
            QVERIFY(pair.same(registers::spatialA, 90) && pair.same(registers::flags));
            if (i % 2 != 0) fill(registers::spatialA, 90);
            fill(registers::spatialB, 90);
            fill(registers::spatialJoint, 30);
            pair.write(registers::control, control::runSpatialAssembly);
            QVERIFY(pair.same(registers::spatialCompound, 90));
            QVERIFY(pair.same(registers::spatialImpulses, 78) && pair.same(registers::inverseInfo));
            QVERIFY(pair.same(registers::flags) && pair.same(registers::cyclesLast));
            pair.write(registers::flags, registers::allFlags);
        }
    }

    void programsLongerThanTheStoreAreBad() {
        const Pair pair;
        pair.write(registers::steps, 1'000'000);
        for (const std::uint32_t length : {4097u, 5000u, 8191u}) {
            pair.write(registers::programLength, length);
            pair.write(registers::control, control::startBatch);
            QVERIFY(pair.same(registers::flags) && pair.same(registers::status));
            QCOMPARE(pair.rtl->read32(registers::flags), flag::badProgram);
            pair.write(registers::flags, registers::allFlags);
        }
        pair.write(registers::programLength, 4096);
        pair.write(registers::control, control::startBatch);
        for (Fabric* fabric : {pair.soft.get(), pair.rtl.get()}) {
            QCOMPARE(fabric->read32(registers::status) & status::batchBusy, status::batchBusy);
            fabric->write32(registers::control, control::abortBatch);
            for (int i = 0; i < 10; ++i) fabric->waitInterrupt(1ms);
            QCOMPARE(fabric->read32(registers::status) & status::batchBusy, 0u);
        }
    }

    /// A program of all words of the store, with one operation in the last.
    void programsFillTheStore() {
        const Pair pair;
        std::vector<ProgramWord> words(wire::maxProgramWords);
        words.back() = wordFor(0, {0, 511}, {1, 511});
        words.back()[0].destination = 511;
        pair.load(words);
        pair.setData({0, 511}, std::bit_cast<std::uint32_t>(1.0F));
        pair.setData({1, 511}, std::bit_cast<std::uint32_t>(2.0F));
        pair.run(6);
        QVERIFY(pair.sameOutcome());
        QCOMPARE(pair.rtl->read32(registers::batchCyclesLow), 6 * 4096u);
        QVERIFY(pair.sameData({0, 511}));
        QCOMPARE(pair.soft->read32(registers::flags), 0u);
        pair.write(registers::dataAddress, 511);
        QCOMPARE(std::bit_cast<float>(pair.rtl->read32(registers::data)), 13.0F);
    }

    /// A pass may have eight phases, of any lengths.
    void countsEightPhases() {
        const Pair pair;
        std::vector<ProgramWord> words(200);
        for (const std::size_t first : {1u, 3u, 7u, 20u, 50u, 90u, 140u})
            words[first].nextPhase = true;
        pair.load(words);
        for (const std::uint32_t steps : {1u, 20u, 77u, 3u, 4u, 61u}) {
            pair.run(steps);
            for (std::uint32_t row = 0; row < 9; ++row) {
                pair.write(registers::phaseSelect, row);
                QVERIFY(pair.same(registers::phaseCycles));
            }
            pair.write(registers::phaseSelect, 7);
            QCOMPARE(pair.rtl->read32(registers::phaseCycles), 60 * steps);
        }
    }

    /// The counters too; programs and data stay.
    void softResetClearsTheSame() {
        const Pair pair;
        ProgramWord next = wordFor(0, {0, 1}, {0, 2});
        next.nextPhase = true;
        pair.load({wordFor(3, {0, 1}, {0, 1}), next, ProgramWord{}});
        for (int word = 0; word < 4; ++word) pair.setData({0, word}, 0x7F00'0000);
        pair.run(100);
        pair.write(registers::phaseSelect, 1);
        QVERIFY(pair.sameOutcome() && pair.same(registers::phaseCycles));
        QVERIFY(pair.soft->read32(registers::flags) != 0);
        pair.write(registers::programAddress, 7);
        pair.write(registers::control, control::softReset);
        QVERIFY(pair.sameOutcome());
        for (std::uint32_t phase = 0; phase < 3; ++phase) {
            pair.write(registers::phaseSelect, phase);
            QVERIFY(pair.same(registers::phaseCycles));
            QCOMPARE(pair.soft->read32(registers::phaseCycles), 0u);
        }
        for (const std::uint32_t counter :
             {registers::stepsDone, registers::batchCyclesLow, registers::flagStep}) {
            QCOMPARE(pair.soft->read32(counter), 0u);
            QVERIFY(pair.same(counter));
        }
        for (const std::uint32_t kept :
             {registers::cyclesTotalLow, registers::cyclesLast, registers::programLength,
              registers::steps, registers::decimation, registers::passes, registers::programCrc,
              registers::interruptStatus})
            QVERIFY(pair.same(kept));
        QVERIFY(pair.sameData({0, 0}, 4) && pair.sameData({3, 0}));
        // Parts of the program begin at its first word again.
        for (const std::uint32_t part : encode(wordFor(1, {0, 1}, {0, 1})))
            pair.write(registers::programData, part);
        pair.run(3);
        QVERIFY(pair.sameOutcome() && pair.sameData({1, 0}));
    }

    void registersAreTheSameBeforeAnyWrite() {
        const Pair pair;
        QVERIFY(pair.same(registers::id, 4) && pair.same(registers::status, 5));
        QVERIFY(pair.same(registers::cyclesTotalHigh, 5) && pair.same(registers::scratch));
        QVERIFY(pair.same(registers::programLength, 5) && pair.same(registers::passes, 2));
        QVERIFY(pair.same(registers::stepsDone, 8));
    }

    /// Nothing of a batch is left in the next one: not its abort, nor its stalls.
    void batchesStartAfresh() {
        const Pair pair;
        std::vector<ProgramWord> words(8, wordFor(0, {0, 1}, {0, 2}));
        words[1][0].sample = true;
        pair.load(words);
        for (int word = 0; word < 3; ++word) pair.setData({0, word}, 0x3F80'0000);
        pair.write(registers::sampleWords, 1);
        // Of 2000 samples, 1024 fit.
        pair.write(registers::steps, 2000);
        pair.write(registers::control, control::startBatch);
        for (Fabric* fabric : {pair.soft.get(), pair.rtl.get()}) {
            for (int i = 0; i < 20; ++i) fabric->waitInterrupt(1ms);
            QVERIFY((fabric->read32(registers::status) & status::stalled) != 0);
            for (int i = 0; i < 2000; ++i) {
                if (fabric->read32(registers::sampleLevel) == 0) fabric->waitInterrupt(1ms);
                QCOMPARE(fabric->read32(registers::samplePop), 0x4000'0000u);
            }
            for (int i = 0; i < 20; ++i) fabric->waitInterrupt(1ms);
            QCOMPARE(fabric->read32(registers::status) & status::batchBusy, 0u);
            QCOMPARE(fabric->read32(registers::stepsDone), 2000u);
        }
        QVERIFY(pair.rtl->read32(registers::stallCycles) > 0);  // the model waits for no clocks
        pair.write(registers::decimation, 1000);
        pair.run(5);
        QVERIFY(pair.sameOutcome());
        QCOMPARE(pair.rtl->read32(registers::stallCycles), 0u);
        QCOMPARE(pair.rtl->read32(registers::cyclesStalled), 0u);
        pair.write(registers::steps, 100'000'000);
        pair.write(registers::control, control::startBatch);
        pair.write(registers::control, control::abortBatch);
        for (Fabric* fabric : {pair.soft.get(), pair.rtl.get()})
            for (int i = 0; i < 20; ++i) fabric->waitInterrupt(1ms);
        pair.run(5);
        QVERIFY(pair.sameOutcome());
        QCOMPARE(pair.rtl->read32(registers::stepsDone), 5u);
        // A rounding that raises a flag in the first clocks, when the last batch is still in the
        // delays.
        pair.load({wordFor(Machine::special, {0, 1}, {}, true), ProgramWord{}, ProgramWord{}});
        pair.run(5);
        pair.setData({0, 1}, 0x7F80'0000);
        pair.run(3);
        QVERIFY(pair.sameOutcome());
        QCOMPARE(pair.rtl->read32(registers::flagStep), 0u);
    }

    /// A new address of the program forgets the parts of a word that is not complete.
    void wordsBeginWithTheirAddress() {
        const Pair pair;
        for (int i = 0; i < 3; ++i) pair.write(registers::programData, 0xFFFF'FFFF);
        pair.load({wordFor(3, {0, 1}, {0, 1})});
        pair.setData({0, 1}, 0x4000'0000);
        pair.run(1);
        QVERIFY(pair.sameOutcome() && pair.sameData({3, 0}));
        QCOMPARE(pair.rtl->read32(registers::batchCyclesLow), 1u);
    }

    void functionsGoIdleOnReset() {
        const Pair pair;
        pair.write(registers::control, control::runUpdate);
        QVERIFY(pair.same(registers::bodyA));  // waits for the result
        QVERIFY((pair.rtl->read32(registers::status) & status::read) != 0);
        pair.write(registers::control, control::resetFunctions);
        QVERIFY(pair.same(registers::status));
        QVERIFY((pair.rtl->read32(registers::status) & status::idle) != 0);
    }

    void banksThatDoNotExistReadZero() {
        const Pair pair;
        for (int address : {0, 3, 510}) {
            pair.setData({7, address}, 0x3F80'0000);
            QVERIFY(pair.sameData({7, address}, 2));
        }
        QCOMPARE(pair.rtl->read32(registers::data), 0u);
        for (int address : {510, 511}) pair.setData({6, address}, 0x3F80'0000);
        QVERIFY(pair.sameData({6, 510}, 4));  // counts on beyond the last bank
    }

    /// The word that raises a flag is the last one of its step, so that its result comes when the
    /// next step has begun.
    void flagsBelongToTheStepOfTheirWord_data() {
        QTest::addColumn<int>("unit");
        QTest::addColumn<bool>("round");
        QTest::newRow("sum") << 0 << false;
        QTest::newRow("product") << 3 << false;
        QTest::newRow("reciprocal") << 6 << false;
        QTest::newRow("rounding") << 6 << true;
    }
    void flagsBelongToTheStepOfTheirWord() {
        QFETCH(int, unit);
        QFETCH(bool, round);
        const Pair pair;
        // Word 0 of bank 3 doubles in each step: in step 8, it overflows, or 2^12 turns are
        // exceeded.
        std::vector<ProgramWord> words(14);
        words.push_back(wordFor(3, {3, 0}, {0, 1}));
        if (unit != 3) words.push_back(wordFor(unit, {3, 0}, {3, 0}, round));
        pair.load(words);
        pair.setData({0, 1}, 0x4000'0000);
        pair.setData({3, 0}, round ? 0x4200'0000 : 0x7B00'0000);
        if (unit == Machine::special && !round) {  // or it halves, and is too small a pivot
            pair.setData({0, 1}, 0x3F00'0000);
            pair.setData({3, 0}, 0x4280'0000);
            pair.write(registers::pivotLimit, 125);
        }
        pair.run(30);
        QVERIFY(pair.sameOutcome());
        QVERIFY(pair.soft->read32(registers::flags) != 0);
        QCOMPARE(pair.soft->read32(registers::flagStep), 8u);
    }

    /// A sum counts up to 2^12 turns; steps and distances of samples have any bits.
    void flagsHaveAnyStep() {
        const Pair pair;
        RandomPrograms random;
        std::vector<ProgramWord> words(14);
        words.front() = wordFor(0, {0, 0}, {0, 1});
        words.back() = wordFor(Machine::special, {0, 0}, {0, 0}, true);
        pair.load(words);
        pair.setData({0, 1}, std::bit_cast<std::uint32_t>(1.0F));
        for (int i = 0; i < 24; ++i) {
            const std::uint32_t turns = 1 + random.below(4095), step = 4096 - turns;
            pair.setData({0, 0}, std::bit_cast<std::uint32_t>(static_cast<float>(turns)));
            pair.write(registers::decimation, 1 + random.below(~0u));
            pair.run(step + 2);
            QVERIFY(pair.sameOutcome());
            QCOMPARE(pair.rtl->read32(registers::flags), flag::angleRange);
            QCOMPARE(pair.rtl->read32(registers::flagStep), step);
        }
    }

    void lostSamplesBelongToTheirStep() {
        const Pair pair;
        std::vector<ProgramWord> words(4, wordFor(0, {0, 1}, {0, 2}));
        words[1][0].sample = words[2][0].sample = true;
        pair.load(words);
        for (int word = 0; word < 3; ++word) pair.setData({0, word}, 0x3F80'0000);
        pair.write(registers::sampleWords, 1);  // one less than the program sends
        for (int i = 0; i < 6; ++i) {
            pair.run(600);
            QVERIFY(pair.sameOutcome());
            QCOMPARE(pair.soft->read32(registers::flags), flag::sampleLost);
            QCOMPARE(pair.soft->read32(registers::flagStep), 512u);
            pair.write(registers::control, control::softReset);
            QVERIFY(pair.same(registers::sampleLevel));
        }
    }

    /// The engine waits for room for a single sample, and goes on with each that is taken.
    void samplesFillTheFifo() {
        const Pair pair;
        std::vector<ProgramWord> words(4);
        words[1] = wordFor(0, {0, 0}, {0, 1});
        words[1][0].sample = true;
        pair.load(words);
        for (int word = 0; word < 2; ++word) pair.setData({0, word}, 0x3F80'0000);
        pair.write(registers::sampleWords, 1);
        pair.write(registers::steps, 1040);
        pair.write(registers::control, control::startBatch);
        for (Fabric* fabric : {pair.soft.get(), pair.rtl.get()})
            while ((fabric->read32(registers::status) & status::stalled) == 0)
                fabric->waitInterrupt(1ms);
        for (std::uint32_t taken = 0; taken < 1040; ++taken) {
            QVERIFY(pair.same(registers::samplePop));
            for (Fabric* fabric : {pair.soft.get(), pair.rtl.get()}) {
                if (taken < 20) fabric->waitInterrupt(1ms);
                const std::uint32_t left = 1039 - taken;
                if (taken < 20 || taken > 40)
                    QCOMPARE(fabric->read32(registers::sampleLevel), std::min(left, 1024u));
            }
        }
        QVERIFY(pair.sameOutcome());
    }

    void randomProgramsRaiseTheSameFlags() {
        const Pair pair;
        RandomPrograms random;
        int flagged = 0;
        for (int i = 0; i < 60; ++i) {
            for (int bank = 0; bank < Machine::units; ++bank)
                for (const int word : usedWords) pair.setData({bank, word}, random.number());
            pair.load(random.program());
            pair.write(registers::pivotLimit, random.below(60));
            pair.write(registers::passes, i % 4 == 0 ? 1 + random.below(7) : 1);
            pair.run(1 + random.below(12));
            QVERIFY2(pair.sameOutcome(), qPrintable(QString("program %1").arg(i)));
            for (int bank = 0; bank < Machine::units; ++bank)
                for (const int word : usedWords) QVERIFY(pair.sameData({bank, word}));
            flagged += pair.soft->read32(registers::flagStep) != 0 ? 1 : 0;
        }
        QVERIFY(flagged > 3);
    }
};

MOMENTREE_TEST(TestRtlSoftFabric, Appless)

}  // namespace momentree::fpga::test_rtl_soft_fabric
#include "test_rtl_soft_fabric.moc"
