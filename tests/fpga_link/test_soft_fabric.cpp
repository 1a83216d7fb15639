// SPDX-License-Identifier: Apache-2.0
// The software register window, and the accelerator's driver on top of it.
#include <QTest>
#include <numbers>

#include "fpga_link/agent/accelerator.hpp"
#include "fpga_link/agent/soft_fabric.hpp"
#include "fpga_link/compiler/soft_engine.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "function_data.hpp"
#include "support/test_main.hpp"
#include "wire_models.hpp"

namespace momentree::fpga::test_soft_fabric {

using namespace std::chrono_literals;
using momentree::test::converted;
using momentree::test::FunctionData;
using momentree::test::wireModel;
using momentree::test::wordsOf;
using wire::Word;

namespace {

/// Accepts everything, or a number of rows at a time, or aborts after some.
class Collector final : public BatchReader {
public:
    std::size_t room() override { return most; }
    void take(std::span<const Word> row) override {
        rows.insert(rows.end(), row.begin(), row.end());
        ++count;
    }
    void rest(bool wait) override { waits += wait ? 1 : 0; }
    bool wantsAbort() override { return count >= abortAfter; }
    void progress(std::uint32_t done, std::uint32_t, std::uint32_t) override { steps = done; }

    std::vector<Word> rows;
    std::size_t most = 1000, count = 0, abortAfter = ~std::size_t{0};
    std::uint32_t steps = 0;
    int waits = 0;
};

LoadedModel built(const wire::LoadModel& message) {
    const auto model = buildModel(message);
    if (!model) qFatal("%s", model.error().text.c_str());
    return *model;
}

/// Rows in the agent's format, computed by the soft engine.
std::vector<Word> expectedRows(const LoadedModel& model, std::uint32_t steps,
                               std::uint32_t decimation) {
    SoftEngine engine(model.program);
    engine.run(steps, decimation);
    std::vector<Word> rows;
    const std::size_t width = model.sampleOrder.size();
    for (std::size_t i = 0; i * width < engine.samples.size(); ++i) {
        rows.push_back(static_cast<Word>((i + 1) * decimation));
        rows.resize(rows.size() + width);
        for (std::size_t k = 0; k < width; ++k)
            rows[i * (width + 1) + model.sampleOrder[k]] = engine.samples[i * width + k];
    }
    return rows;
}

}  // namespace

class TestSoftFabric : public QObject {
    Q_OBJECT

private slots:
    void decodedProgramsAreTheSame() {
        for (const bool phased : {false, true})
            for (const int bodies : {1, 2, 5, 17}) {
                wire::LoadModel message = wireModel(bodies, bodies > 2);
                message.phased = phased ? wire::yes : 0;
                message.method = bodies == 5 ? wire::Method::RungeKutta4 : wire::Method::Euler;
                const Program program = built(message).program;
                std::vector<ProgramBits> bits;
                for (const ProgramWord& word : program.words) bits.push_back(encode(word));
                Program copy = program;
                copy.words = decode(bits);
                for (std::size_t i = 0; i < bits.size(); ++i) {
                    QVERIFY(encode(copy.words[i]) == bits[i]);
                    for (std::size_t unit = 0; unit < Machine::units; ++unit)
                        QCOMPARE(copy.words[i][unit].valid, program.words[i][unit].valid);
                }
            }
    }

    void batchEqualsTheEngine_data() {
        QTest::addColumn<int>("bodies");
        QTest::addColumn<bool>("closed");
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("decimation");
        QTest::addColumn<int>("room");
        QTest::newRow("double pendulum") << 2 << false << 2000 << 1 << 1000;
        QTest::newRow("slow reader") << 2 << false << 2000 << 1 << 7;
        QTest::newRow("four-bar, decimated") << 3 << true << 1000 << 7 << 1000;
        QTest::newRow("sixteen bodies") << 16 << false << 300 << 3 << 1000;
    }
    void batchEqualsTheEngine() {
        QFETCH(int, bodies);
        QFETCH(bool, closed);
        QFETCH(int, steps);
        QFETCH(int, decimation);
        QFETCH(int, room);
        const LoadedModel model = built(wireModel(bodies, closed));
        const auto fabric = makeSoftFabric();
        Accelerator accelerator(*fabric, {});
        QVERIFY(accelerator.load(model));
        Collector reader;
        reader.most = static_cast<std::size_t>(room);
        const auto done = accelerator.run(
            model, {static_cast<Word>(steps), static_cast<Word>(decimation)}, reader);
        QVERIFY(done.has_value());
        QVERIFY(reader.rows == expectedRows(model, done->stepsDone, static_cast<Word>(decimation)));
        QCOMPARE(done->reason, wire::EndReason::Finished);
        QCOMPARE(done->stepsDone, static_cast<Word>(steps));
        QCOMPARE(reader.steps, static_cast<Word>(steps));
        QCOMPARE(reader.waits > 0, room < 1000);
        QCOMPARE(std::int64_t{steps} * model.program.cyclesPerStep(),
                 static_cast<std::int64_t>(done->cycles));
        SoftEngine engine(model.program);
        engine.run(steps);
        for (std::size_t i = 0; i < model.bodies(); ++i) {
            QCOMPARE(done->angle[i], engine.word(model.angle[i]));
            QCOMPARE(done->momentum[i], engine.word(model.momentum[i]));
        }
    }

    void phasesAddUp() {
        wire::LoadModel message = wireModel(3, true);
        message.phased = wire::yes;
        const LoadedModel model = built(message);
        const auto fabric = makeSoftFabric();
        Accelerator accelerator(*fabric, {});
        const auto ack = accelerator.load(model);
        QVERIFY(ack.has_value());
        Collector reader;
        const auto done = accelerator.run(model, {1000, 1000}, reader);
        QVERIFY(done.has_value());
        std::uint64_t phases = 0, all = 0;
        for (const wire::TimingRow& row : done->timings) {
            QVERIFY(row.source == (row.kind == wire::TimingKind::Wall
                                       ? wire::TimingSource::MeasuredHost
                                       : wire::TimingSource::Modelled));
            if (row.kind <= wire::TimingKind::Integrate) {
                const wire::PhaseClocks& clocks = ack->phases[static_cast<std::size_t>(row.kind)];
                QCOMPARE(row.count, std::uint64_t{1000} * (clocks.end - clocks.first));
                QCOMPARE(row.time_ns, 10 * row.count);
                phases += row.count;
            }
            if (row.kind == wire::TimingKind::Compute) all = row.count;
        }
        QCOMPARE(phases, all);
        QCOMPARE(all, done->cycles);
    }

    void abortStopsBetweenSteps() {
        const LoadedModel model = built(wireModel(2, false));
        const auto fabric = makeSoftFabric();
        Accelerator accelerator(*fabric, {});
        QVERIFY(accelerator.load(model));
        Collector reader;
        reader.abortAfter = 100;
        const auto done = accelerator.run(model, {wire::maxSteps, 1}, reader);
        QVERIFY(done.has_value());
        QCOMPARE(done->reason, wire::EndReason::Aborted);
        QVERIFY(done->stepsDone >= 100 && done->stepsDone < 10'000);
        QVERIFY(reader.rows == expectedRows(model, done->stepsDone, 1));
        // It continues where it stopped.
        reader = {};
        const auto more = accelerator.run(model, {10, 10}, reader);
        SoftEngine engine(model.program);
        engine.run(std::int64_t{done->stepsDone} + 10);
        QCOMPARE(more->angle[0], engine.word(model.angle[0]));
    }

    void setStateStartsAnew() {
        for (const wire::Method method : {wire::Method::Euler, wire::Method::RungeKutta4}) {
            wire::LoadModel message = wireModel(3, true);
            for (wire::Body& body : message.bodies) {
                // Binary32 numbers, so that nothing is rounded.
                body.angle = static_cast<float>(body.angle);
                body.momentum = static_cast<float>(body.momentum);
            }
            message.method = method;
            const LoadedModel model = built(message);
            const auto fabric = makeSoftFabric();
            Accelerator accelerator(*fabric, {});
            QVERIFY(accelerator.load(model));
            const auto start = accelerator.state(model);
            Collector first, second;
            QVERIFY(accelerator.run(model, {500, 5}, first));
            QVERIFY(accelerator.setState(model, {start->angle, start->momentum}));
            QVERIFY(accelerator.run(model, {500, 5}, second));
            QVERIFY(!first.rows.empty() && first.rows == second.rows);
            QVERIFY(!accelerator.setState(model, {{0, 0}, {0, 0}}));
            QVERIFY(!accelerator.setState(model, {{fp32Nan, 0, 0}, {0, 0, 0}}));
        }
    }

    void stopsAtTheFirstNaN() {
        wire::LoadModel message = wireModel(2, false);
        message.bodies[1].momentum = 1e30;
        const LoadedModel model = built(message);
        const auto fabric = makeSoftFabric();
        Accelerator accelerator(*fabric, {});
        QVERIFY(accelerator.load(model));
        Collector reader;
        const auto done = accelerator.run(model, {1'000'000, 1}, reader);
        QVERIFY(done.has_value());
        QCOMPARE(done->reason, wire::EndReason::Numeric);
        QCOMPARE(reader.count, std::size_t{done->flagStep});
        for (const Word word : reader.rows) QVERIFY(!fp32IsNan(word) && !fp32IsInfinite(word));
    }

    /// With the rows before it.
    void stopsAtTheFirstFlag() {
        wire::LoadModel message = wireModel(2, false);
        message.bodies[0].angle = 4095.9 * 2.0 * std::numbers::pi;
        message.bodies[0].momentum = message.bodies[1].momentum = 10.0;
        const LoadedModel model = built(message);
        const auto fabric = makeSoftFabric();
        Accelerator accelerator(*fabric, {});
        QVERIFY(accelerator.load(model));
        Collector reader;
        const auto done = accelerator.run(model, {1'000'000, 1}, reader);
        QVERIFY(done.has_value());
        QCOMPARE(done->reason, wire::EndReason::Aborted);
        QCOMPARE(done->flags, flag::angleRange);
        QVERIFY(done->flagStep > 0 && done->flagStep < 1'000'000);
        QCOMPARE(reader.count, std::size_t{done->flagStep});
        // A new batch starts without flags of the one before.
        QVERIFY(accelerator.load(built(wireModel(2, false))));
        Collector next;
        const auto clean = accelerator.run(built(wireModel(2, false)), {100, 1}, next);
        QVERIFY(clean.has_value());
        QCOMPARE(clean->reason, wire::EndReason::Finished);
        QCOMPARE(clean->flags, 0u);
        QCOMPARE(next.count, std::size_t{100});
    }

    void functionsEqualTheirTemplates() {
        FunctionData data(91);
        const auto fabric = makeSoftFabric();
        Accelerator accelerator(*fabric, {});
        for (int i = 0; i < 200; ++i) {
            const auto A = converted<Fp32Soft>(data.body()), B = converted<Fp32Soft>(data.body());
            wire::Update bodies;
            std::ranges::copy(wordsOf(A), bodies.A.begin());
            std::ranges::copy(wordsOf(B), bodies.B.begin());
            const auto nodes = accelerator.update(bodies);
            const auto nodeA = functions::bodyUpdate(A), nodeB = functions::bodyUpdate(B);
            QVERIFY(std::ranges::equal(nodes->A, wordsOf(nodeA)));
            QVERIFY(std::ranges::equal(nodes->B, wordsOf(nodeB)));
            const auto joint = functions::jointBetween(nodeA, nodeB);
            const auto compound = accelerator.assemble({nodes->A, nodes->B});
            QVERIFY(std::ranges::equal(compound->C,
                                       wordsOf(functions::assembled(nodeA, nodeB, joint))));
            QVERIFY(std::ranges::equal(compound->joint, wordsOf(joint)));
            const auto both = accelerator.updateAssemble({bodies.A, bodies.B});
            QVERIFY(both->C == compound->C && both->joint == compound->joint);
            QCOMPARE(nodes->timings[1].count, 88u);
            QCOMPARE(compound->timings[1].count, 194u);
            QCOMPARE(both->timings[1].count, 282u);
            QCOMPARE(compound->timings[0].count, 67u);
            QCOMPARE(compound->timings[2].count, 48u);
        }
    }

    void inverseTellsRowsAndSingularity() {
        FunctionData data(92);
        const auto fabric = makeSoftFabric();
        Accelerator accelerator(*fabric, {});
        for (int i = 0; i < 300; ++i) {
            wire::Inverse request;
            std::array<Fp32Soft, 16> matrix;
            const auto entries = data.matrix();
            for (std::size_t k = 0; k < 16; ++k) {
                matrix[k] = Fp32Soft(entries[k]);
                request.matrix[k] = matrix[k].bits();
            }
            functions::PivotedRows<Fp32Soft> rows(matrix);
            functions::ldupInverse(rows);
            const auto result = accelerator.inverse(request);
            QVERIFY(std::ranges::equal(result->inverse, wordsOf(rows.inverse())));
            for (std::size_t k = 0; k < 4; ++k)
                QCOMPARE(static_cast<int>(result->info >> (2 * k) & 3), rows.rows()[k]);
            QCOMPARE(result->timings[1].count, 172u);
        }
        wire::Inverse ones;
        ones.matrix.fill(0x3F80'0000);
        const auto singular = accelerator.inverse(ones);
        QVERIFY((singular->info & 0x100) != 0);
        QVERIFY((singular->flags & flag::smallPivot) != 0);
        QVERIFY((singular->flags & flag::infinite) != 0);
    }

    void selfTestPasses() {
        const auto fabric = makeSoftFabric();
        Accelerator accelerator(*fabric, {});
        const auto result = accelerator.selfTest(100);
        QCOMPARE(result.checks.size(), std::size_t{8});
        for (const wire::Check& check : result.checks) QVERIFY2(check.passed, check.detail.c_str());
        QVERIFY(result.read_ns > 0);
    }

    void unknownAccessIsFlagged() {
        const auto fabric = makeSoftFabric();
        QCOMPARE(fabric->read32(0x7000), 0u);
        QCOMPARE(fabric->read32(registers::flags), flag::illegalAccess);
        fabric->write32(registers::flags, 0x7F);
        fabric->write32(registers::compound, 1);
        QCOMPARE(fabric->read32(registers::flags), flag::illegalAccess);
        fabric->write32(registers::control, control::startBatch);
        QVERIFY((fabric->read32(registers::flags) & flag::badProgram) != 0);
        fabric->write32(registers::control, control::softReset);
        QCOMPARE(fabric->read32(registers::flags), 0u);
        QVERIFY(!fabric->waitInterrupt(0ms));
    }

    void modelsThatCannotRunAreRefused() {
        wire::LoadModel message = wireModel(2, false);
        message.bodies[1].mass = -1;
        const auto refused = buildModel(message);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, wire::ErrorCode::BadPayload);
        QVERIFY(refused.error().text.find("body 2") != std::string::npos);
    }
};

MOMENTREE_TEST(TestSoftFabric, Appless)

}  // namespace momentree::fpga::test_soft_fabric
#include "test_soft_fabric.moc"
