// SPDX-License-Identifier: Apache-2.0
// The same sessions over TCP with the software model and with the simulated hardware: samples,
// states and clocks must be bit-identical.
#include <QTest>

#include "board_process.hpp"
#include "support/test_main.hpp"
#include "wire_models.hpp"

namespace momentree::fpga::test_rtl_session {

using namespace momentree::test;
using namespace std::chrono_literals;

namespace {

struct Transcript {
    wire::ModelAck loaded;
    std::vector<wire::Word> samples;
    wire::RunDone done;
    wire::State state;
};

/// The simulated hardware always runs on this machine, the software possibly on another processor.
OwnAgent simulatedBoard() {
    auto agent = OwnAgent::start({MOMENTREE_BOARD_PROGRAM, "--quiet", "--fabric", "rtl"}, 0, 60s);
    if (!agent) qFatal("%s", momentree::test::textOf(agent.error()).c_str());
    return std::move(*agent);
}

template <class Model>
Transcript sessionWith(const OwnAgent& agent, const Model& model) {
    BoardClient client = connectTo(agent.address());
    Transcript transcript;
    const auto need = [](auto answer) {
        if (!answer) qFatal("%s", momentree::test::textOf(answer.error()).c_str());
        return *answer;
    };
    transcript.loaded = need(client.load(model));
    // Two batches: the second continues where the first ended.
    for (const std::uint32_t steps : {2000u, 501u})
        transcript.done =
            need(client.run({steps, 3}, [&](std::span<const wire::Word> rows, std::size_t) {
                transcript.samples.insert(transcript.samples.end(), rows.begin(), rows.end());
            }));
    transcript.state = need(client.state());
    return transcript;
}

}  // namespace

class TestRtlSession : public QObject {
    Q_OBJECT

private slots:
    void equalsTheSoftwareModel_data() {
        QTest::addColumn<bool>("closed");
        QTest::addColumn<bool>("euler");
        QTest::addColumn<bool>("phased");
        for (const bool closed : {false, true})
            for (const bool euler : {true, false})
                QTest::addRow("%s, %s", closed ? "four-bar" : "double pendulum",
                              euler ? "euler" : "rk4")
                    << closed << euler << false;
        QTest::newRow("four-bar, phased") << true << true << true;
    }
    void equalsTheSoftwareModel() {
        QFETCH(bool, closed);
        QFETCH(bool, euler);
        QFETCH(bool, phased);
        wire::LoadModel model = wireModel(closed ? 3 : 2, closed);
        model.method = euler ? wire::Method::Euler : wire::Method::RungeKutta4;
        model.phased = phased ? wire::yes : std::uint8_t{0};
        const Transcript soft = sessionWith(startBoard({"--fabric", "soft"}), model);
        const Transcript rtl = sessionWith(simulatedBoard(), model);
        QCOMPARE(rtl.loaded.programCrc, soft.loaded.programCrc);
        QCOMPARE(rtl.samples.size(), soft.samples.size());
        QVERIFY(soft.samples.size() > 800 * (1 + 2 * model.bodies.size()));
        QVERIFY(rtl.samples == soft.samples);
        QCOMPARE(rtl.done.cycles, soft.done.cycles);
        QCOMPARE(rtl.done.flags, soft.done.flags);
        QVERIFY(rtl.state == soft.state);
        QVERIFY(rtl.done.angle == soft.done.angle && rtl.done.momentum == soft.done.momentum);
    }

    void trajectoriesEqualTheSoftwareModel() {
        wire::LoadModels models;
        for (int k = 0; k < 16; ++k)
            models.models.push_back(wireModel(momentree::test::chain(2, false, k)));
        const Transcript soft = sessionWith(startBoard({"--fabric", "soft"}), models);
        const Transcript rtl = sessionWith(simulatedBoard(), models);
        QVERIFY(soft.samples.size() == 16 * (666 + 167) * std::size_t{6});
        QVERIFY(rtl.samples == soft.samples && rtl.state == soft.state);
        QCOMPARE(rtl.done.cycles, soft.done.cycles);
    }

    void tellsThatItSimulates() {
        const OwnAgent agent = simulatedBoard();
        BoardClient client = connectTo(agent.address());
        QCOMPARE(client.board().fabric, std::uint8_t{2});
        QCOMPARE(client.board().timing, wire::TimingSource::Modelled);
        // The agent's processor works in any case.
        QVERIFY(client.load(wireModel(3, true)));
        const auto software = client.timeSoftware(10);
        QVERIFY(software && software->phases.size() == wire::phasesOfStep);
        QCOMPARE(software->source, wire::TimingSource::MeasuredHost);
    }
};

MOMENTREE_TEST(TestRtlSession, Appless)

}  // namespace momentree::fpga::test_rtl_session
#include "test_rtl_session.moc"
