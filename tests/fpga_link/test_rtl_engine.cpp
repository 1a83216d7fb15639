// SPDX-License-Identifier: Apache-2.0
// The engine's hardware description compared with the soft engine: same words, same samples, same
// cycles.
#include <QTest>
#include <algorithm>
#include <numbers>
#include <random>

#include "fpga_link/compiler/soft_engine.hpp"
#include "fpga_link/engine_bench.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "fpga_link/planar_cases.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_rtl_engine {

using namespace momentree::test;

namespace {

Program programOf(const std::vector<Trajectory>& trajectories, PlanarMethod method,
                  bool phased = false) {
    const Compiled compiled =
        compile(trajectories, {.method = method, .step = 1e-4, .phased = phased});
    if (!compiled.program) qFatal("not compiled: %s", compiled.refusal.c_str());
    return *compiled.program;
}

/// Every named word of the program.
void compareWords(EngineBench& engine, const SoftEngine& soft, const Program& program) {
    for (const InitialWord& initial : program.image)
        QCOMPARE(engine.word(initial.place), soft.word(initial.place));
}

/// The clocks of every row of the phase table in hardware and in software, without further ones.
void comparePhases(EngineBench& engine, const SoftEngine& soft, const Program& program) {
    const auto passes = soft.cycles / static_cast<std::int64_t>(program.words.size());
    for (std::size_t row = 0; row < Machine::countedPhases; ++row) {
        std::int64_t cycles = 0;
        if (program.phased && row < program.phases.size())
            cycles = passes * (program.phases[row].end - program.phases[row].first);
        else if (!program.phased && row == 0)
            cycles = soft.cycles;
        QCOMPARE(soft.phaseCycles[row], cycles);
        QCOMPARE(std::int64_t{engine.phaseCycles(row)}, cycles);
    }
    QCOMPARE(engine.phaseCycles(Machine::countedPhases), 0u);
}

/// Runs some steps of the trajectory on both; returns the bits of FLAGS, which must agree.
std::uint32_t flagsOf(const Program& program) {
    SoftEngine soft(program);
    soft.run(20);
    EngineBench engine;
    engine.load(program);
    engine.start(20, 100);
    std::vector<std::uint32_t> samples;
    if (engine.finish(10'000, samples) <= 0) qFatal("the batch did not end");
    const std::uint32_t flags = engine.port().flags_o;
    const auto same = [&](std::uint32_t bit, bool wanted) {
        if (((flags & bit) != 0) != wanted) qFatal("flags differ from the soft engine's");
    };
    same(flag::nan, soft.flags.results.nan);
    same(flag::infinite, soft.flags.results.infinite);
    same(flag::smallPivot, soft.flags.smallPivot);
    same(flag::angleRange, soft.flags.angleRange);
    same(flag::sampleLost, false);
    if (std::int64_t{engine.port().flag_step_o} != std::max<std::int64_t>(soft.firstFlagged, 0))
        qFatal("the step of the first flag differs from the soft engine's");
    return flags;
}
std::uint32_t flagsOf(const Trajectory& trajectory) {
    return flagsOf(programOf({trajectory}, PlanarMethod::Euler));
}

}  // namespace

class TestRtlEngine : public QObject {
    Q_OBJECT

private slots:
    void matchesTheSoftEngine_data() {
        QTest::addColumn<int>("bodies");
        QTest::addColumn<bool>("closed");
        QTest::addColumn<bool>("euler");
        QTest::addColumn<int>("trajectories");
        QTest::addColumn<bool>("phased");
        QTest::addColumn<int>("steps");
        for (const bool closed : {false, true})
            for (const bool euler : {true, false})
                for (const int n : {1, 2, 3, 4, 5, 8, 16, 32, 64}) {
                    if (closed && n < 3) continue;
                    const int steps = n <= 8 ? 2000 : 16000 / n;
                    QTest::addRow("%d %s %s", n, closed ? "closed" : "open",
                                  euler ? "euler" : "rk4")
                        << n << closed << euler << 1 << false << (euler ? steps : steps / 4);
                }
        QTest::newRow("16 double pendulums") << 2 << false << true << 16 << false << 500;
        QTest::newRow("4 four-bars, rk4") << 3 << true << false << 4 << false << 100;
        QTest::newRow("phased") << 3 << true << true << 1 << true << 500;
        QTest::newRow("phased rk4") << 8 << false << false << 1 << true << 100;
    }
    void matchesTheSoftEngine() {
        QFETCH(int, bodies);
        QFETCH(bool, closed);
        QFETCH(bool, euler);
        QFETCH(int, trajectories);
        QFETCH(bool, phased);
        QFETCH(int, steps);
        if (qEnvironmentVariableIsSet("MOMENTREE_LONG")) steps *= 10;
        std::vector<Trajectory> all;
        for (int k = 0; k < trajectories; ++k) all.push_back(chain(bodies, closed, k));
        const Program program =
            programOf(all, euler ? PlanarMethod::Euler : PlanarMethod::RungeKutta4, phased);

        SoftEngine soft(program);
        soft.run(steps, 7);
        EngineBench engine;
        engine.load(program);
        engine.start(static_cast<std::uint32_t>(steps), 7);
        std::vector<std::uint32_t> samples;
        QVERIFY(engine.finish(soft.cycles + 100, samples) > 0);
        engine.drain(samples);

        QCOMPARE(static_cast<std::int64_t>(engine.port().cycles_o), soft.cycles);
        QCOMPARE(static_cast<std::int64_t>(engine.port().cycles_o),
                 std::int64_t{steps} * program.cyclesPerStep());
        QCOMPARE(engine.port().stall_cycles_o, 0u);
        compareWords(engine, soft, program);
        QVERIFY(samples == soft.samples);
        QCOMPARE(samples.size(), program.sampleOrder.size() * static_cast<std::size_t>(steps / 7));
        QVERIFY(soft.flags == EngineFlags{});
        QCOMPARE(engine.port().flags_o, 0);
        comparePhases(engine, soft, program);
    }

    /// Two lanes run one program on their own numbers: words, samples in turn, flags of both, and
    /// the clocks of one.
    void lanesComputeSideBySide_data() {
        QTest::addColumn<bool>("slow");
        QTest::newRow("fast reader") << false;
        QTest::newRow("slow reader") << true;
    }
    void lanesComputeSideBySide() {
        QFETCH(bool, slow);
        const Program programs[] = {programOf({chain(4, false, 2)}, PlanarMethod::RungeKutta4),
                                    programOf({chain(4, false, 1)}, PlanarMethod::RungeKutta4)};
        const auto sameWords = [](const ProgramWord& a, const ProgramWord& b) {
            return encode(a) == encode(b);
        };
        QVERIFY(std::ranges::equal(programs[0].words, programs[1].words, sameWords));
        TwoLaneBench engine;
        engine.load(programs[0]);
        engine.loadData(programs[1], 1);
        constexpr int steps = 400;
        engine.start(steps, 1);
        std::vector<std::uint32_t> samples;
        std::mt19937 random(5);
        const auto wants = [&] { return !slow || random() % 200 == 0; };
        QVERIFY(engine.finish(10'000'000, samples, wants) > 0);
        engine.drain(samples);
        std::vector<std::uint32_t> wanted(samples.size());
        for (int lane = 0; lane < 2; ++lane) {
            SoftEngine soft(programs[lane]);
            soft.run(steps, 1);
            QCOMPARE(static_cast<std::int64_t>(engine.port().cycles_o), soft.cycles);
            QCOMPARE(2 * soft.samples.size(), samples.size());
            for (std::size_t i = 0; i < soft.samples.size(); ++i)
                wanted[2 * i + static_cast<std::size_t>(lane)] = soft.samples[i];
            for (const InitialWord& initial : programs[lane].image)
                QCOMPARE(engine.word(initial.place, lane), soft.word(initial.place));
        }
        QVERIFY(samples == wanted);
        QCOMPARE(engine.port().flags_o, 0);
        QCOMPARE(engine.port().stall_cycles_o > 0, slow);
    }

    /// Flags are those of both lanes; their step is the earlier one, wherever it is.
    void flagsAreThoseOfAllLanes_data() {
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("second");
        QTest::newRow("first lane") << 0.3 << 1e3;
        QTest::newRow("second lane") << 1e3 << 0.3;
        QTest::newRow("first lane first") << 0.3 << 0.8;
        QTest::newRow("second lane first") << 0.8 << 0.3;
        QTest::newRow("both at once") << 0.3 << 0.3;
        QTest::newRow("neither") << 1e3 << 1e3;
    }
    void flagsAreThoseOfAllLanes() {
        QFETCH(double, first);
        QFETCH(double, second);
        // Fast bodies that go beyond the range of angles after so many radians.
        const auto within = [](double radians) {
            Trajectory t = chain(2, false, 1);
            t.start.angle[0] = 2.0 * std::numbers::pi * 4096.0 - radians;
            t.start.momentum[0] = 100.0;
            return programOf({t}, PlanarMethod::Euler);
        };
        const Program programs[] = {within(first), within(second)};
        std::int64_t wanted = -1;
        for (const Program& program : programs) {
            SoftEngine soft(program);
            soft.run(200);
            if (soft.firstFlagged >= 0 && (wanted < 0 || soft.firstFlagged < wanted))
                wanted = soft.firstFlagged;
        }
        QCOMPARE(wanted > 2, std::min(first, second) < 1.0);
        TwoLaneBench engine;
        engine.load(programs[0]);
        engine.loadData(programs[1], 1);
        engine.start(200, 1000);
        std::vector<std::uint32_t> samples;
        QVERIFY(engine.finish(100'000, samples) > 0);
        QCOMPARE((engine.port().flags_o & flag::angleRange) != 0, wanted >= 0);
        QCOMPARE(std::int64_t{engine.port().flag_step_o}, std::max<std::int64_t>(wanted, 0));
        engine.port().flags_clear_i = 1;
        engine.clock();
        engine.port().flags_clear_i = 0;
        for (int i = 0; i < 10; ++i) engine.clock();
        QCOMPARE(engine.port().flags_o, 0);
        QCOMPARE(engine.port().flag_step_o, 0u);
    }

    /// A slow reader stalls the engine between steps; nothing is lost or changed.
    void waitsForASlowReader() {
        const Program program = programOf({chain(2, false)}, PlanarMethod::Euler);
        SoftEngine soft(program);
        soft.run(2000, 1);
        EngineBench engine;
        engine.load(program);
        engine.start(2000, 1);
        std::mt19937 random(7);
        std::vector<std::uint32_t> samples;
        QVERIFY(engine.finish(4'000'000, samples, [&] { return random() % 97 == 0; }) > 0);
        engine.drain(samples);
        QVERIFY(engine.port().stall_cycles_o > 0);
        QCOMPARE(static_cast<std::int64_t>(engine.port().cycles_o), soft.cycles);
        QVERIFY(samples == soft.samples);
        compareWords(engine, soft, program);
    }

    /// With a full FIFO and no reader, an abort still ends the batch after a whole step.
    void abortsAfterAStep_data() {
        QTest::addColumn<bool>("euler");
        QTest::addColumn<int>("when");
        for (const int when : {1, 50, 1000, 200'000}) {
            QTest::addRow("euler, clock %d", when) << true << when;
            QTest::addRow("rk4, clock %d", when) << false << when;
        }
    }
    void abortsAfterAStep() {
        QFETCH(bool, euler);
        QFETCH(int, when);
        const Program program =
            programOf({chain(3, true)}, euler ? PlanarMethod::Euler : PlanarMethod::RungeKutta4);
        EngineBench engine;
        engine.load(program);
        engine.start(1'000'000, 1);
        for (int i = 0; i < when; ++i) engine.clock();
        engine.port().abort_i = 1;
        engine.clock();
        engine.port().abort_i = 0;
        std::vector<std::uint32_t> samples;
        QVERIFY(engine.finish(10'000, samples, [] { return false; }) > 0);
        const std::uint32_t done = engine.port().steps_done_o;
        QVERIFY(done >= 1 && done < 1'000'000);
        SoftEngine soft(program);
        soft.run(done, 1);
        compareWords(engine, soft, program);
        engine.drain(samples);
        QVERIFY(!samples.empty());
        QVERIFY(samples.size() <= soft.samples.size());
        soft.samples.resize(samples.size());
        QVERIFY(samples == soft.samples);
    }

    void continuesWhereItStopped() {
        const Program program = programOf({chain(4, false)}, PlanarMethod::RungeKutta4);
        SoftEngine soft(program);
        soft.run(300);
        EngineBench engine;
        engine.load(program);
        std::vector<std::uint32_t> samples;
        for (const std::uint32_t steps : {100u, 1u, 199u}) {
            engine.start(steps, 1);
            QVERIFY(engine.finish(1'000'000, samples) > 0);
        }
        engine.drain(samples);
        compareWords(engine, soft, program);
        QVERIFY(samples == soft.samples);
    }

    /// A NaN state sets the flag without ending or hanging anything.
    void flagsWhatIsNoNumber() {
        Program program = programOf({chain(2, false)}, PlanarMethod::Euler);
        for (InitialWord& initial : program.image)
            if (initial.place.bank == program.states[1].bank &&
                initial.place.address == program.states[1].address)
                initial.bits = 0x7FC0'0000;
        EngineBench engine;
        engine.load(program);
        engine.start(10, 1);
        std::vector<std::uint32_t> samples;
        QVERIFY(engine.finish(10'000, samples) > 0);
        SoftEngine soft(program);
        soft.run(10);
        QVERIFY(soft.flags.results.nan);
        QCOMPARE(soft.firstFlagged, std::int64_t{0});
        QVERIFY((engine.port().flags_o & flag::nan) != 0);
        QCOMPARE(engine.port().flag_step_o, 0u);
        engine.port().flags_clear_i = 1;
        engine.clock();
        engine.port().flags_clear_i = 0;
        QCOMPARE(engine.port().flags_o, 0);
    }

    void flagsAnglesBeyondItsRange() {
        Trajectory t = chain(2, false);
        for (const double turns : {4095.9, -4095.9}) {
            t.start.angle[1] = turns * 2.0 * std::numbers::pi;
            QCOMPARE(flagsOf(t), 0u);
        }
        for (const double turns : {4096.1, -4096.1, 1e9}) {
            t.start.angle[1] = turns * 2.0 * std::numbers::pi;
            QCOMPARE(flagsOf(t), flag::angleRange);
        }
    }

    /// Those whose exponent is the limit of the program or below, in model and hardware alike.
    void flagsPivotsThatAreTooSmall() {
        Program program = programOf({fourBar()}, PlanarMethod::Euler);
        QCOMPARE(flagsOf(program), 0u);
        int lowest = 254;
        for (; lowest > 0; --lowest) {
            program.pivotLimit = lowest;
            if (flagsOf(program) == 0u) break;
        }
        QVERIFY2(lowest > 100 && lowest < 140, qPrintable(QString::number(lowest)));
        program.pivotLimit = lowest + 1;
        QCOMPARE(flagsOf(program), flag::smallPivot);
    }

    /// A four-bar at rest on one line, where the equations of its pin depend on each other, stays
    /// finite, because the pin yields.
    void passesStretchedFourBars() {
        Trajectory t = fourBar();
        for (const double bend : {0.3, 0.006, 0.001, 0.0}) {
            t.start.angle = {bend, 0.0, -bend};
            QCOMPARE(flagsOf(t), 0u);
        }
    }

    /// If it expects fewer samples than the program sends, the engine does not wait for enough
    /// room.
    void flagsSamplesItLoses() {
        const Program program = programOf({chain(2, false)}, PlanarMethod::Euler);
        EngineBench engine;
        engine.load(program);
        engine.port().samples_i = 1;
        engine.start(256, 1);
        std::vector<std::uint32_t> samples;
        const auto nobody = [] { return false; };
        QVERIFY(engine.finish(100'000, samples, nobody) > 0);
        QCOMPARE(engine.port().flags_o, 0);
        engine.start(1, 1);
        QVERIFY(engine.finish(1000, samples, nobody) > 0);
        QCOMPARE(std::uint32_t{engine.port().flags_o}, flag::sampleLost);
    }

    /// The clocks of a batch, from the paper's mechanisms to long chains.
    void keepsItsCycles_data() {
        QTest::addColumn<int>("bodies");
        QTest::addColumn<bool>("closed");
        QTest::addColumn<int>("trajectories");
        QTest::addColumn<double>("limit");
        QTest::newRow("double pendulum") << 2 << false << 1 << 90.0;
        QTest::newRow("four-bar") << 3 << true << 1 << 160.0;
        QTest::newRow("8 bodies") << 8 << false << 1 << 263.0;
        QTest::newRow("64 bodies") << 64 << false << 1 << 2200.0;
        QTest::newRow("16 double pendulums") << 2 << false << 16 << 40.0;
    }
    void keepsItsCycles() {
        QFETCH(int, bodies);
        QFETCH(bool, closed);
        QFETCH(int, trajectories);
        QFETCH(double, limit);
        std::vector<Trajectory> all;
        for (int k = 0; k < trajectories; ++k) all.push_back(chain(bodies, closed, k));
        const Program program = programOf(all, PlanarMethod::Euler);
        EngineBench engine;
        engine.load(program);
        engine.start(10, 1000);
        std::vector<std::uint32_t> samples;
        QVERIFY(engine.finish(1'000'000, samples) > 0);
        const double perStep = static_cast<double>(engine.port().cycles_o) / 10.0 / trajectories;
        qInfo("%.1f cycles per trajectory and step", perStep);
        QVERIFY(perStep <= limit);
    }
};

MOMENTREE_TEST(TestRtlEngine, Appless)

}  // namespace momentree::fpga::test_rtl_engine
#include "test_rtl_engine.moc"
