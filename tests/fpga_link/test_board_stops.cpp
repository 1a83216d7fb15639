// SPDX-License-Identifier: Apache-2.0
// Runs and studies on a board that are cancelled, or whose board disappears: they end at once, and
// a study computes again what it lost.
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

#include "board_process.hpp"
#include "core/io/model_file.hpp"
#include "core/session/run.hpp"
#include "core/study/run_store.hpp"
#include "core/study/run_study.hpp"
#include "fpga_link/offload/board_link.hpp"
#include "local_server.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_board_stops {

using namespace std::chrono_literals;
using momentree::test::FaultyFabric;
using momentree::test::LocalServer;
using momentree::test::patient;
using momentree::test::startBoard;

namespace {

/// Far less than the deadlines of `patient`.
constexpr auto soon = 20s;

ModelDescription pendulum() {
    const auto model = readModelFile(
        std::string(MOMENTREE_SOURCE_DIR "/resources/examples/double_pendulum.momentree.json"));
    if (!model) qFatal("%s", toString(model.error().front()).c_str());
    return *model;
}

std::string at(const Address& address) { return "board:127.0.0.1:" + std::to_string(address.port); }

/// Eight lengths, and a reference for each.
std::vector<PlannedRun> sweepAt(const Address& address) {
    const auto study = readStudyText(
        R"({"version": 1, "name": "s", "model": "m", "run": {"formulation": "hdca", "backend": ")" +
            at(address) +
            R"(", "integrator": "rk4", "step": 0.001, "duration": 0.5, "sample": 0.001}, "sweep": [
            {"parameter": "L", "from": 0.3, "to": 0.5, "count": 8, "spacing": "linear"}],
            "reference": {"run": {"backend": "sequential"}}})",
        "s");
    if (!study) qFatal("%s", toString(study.error().front()).c_str());
    return *expand(*study);
}

Catalogue boards() {
    Catalogue catalogue;
    catalogue.add(remoteBoardBackend(patient()));
    return catalogue;
}

/// Of the runs on the board, those with this status; all are in the outcome.
int countOf(const std::vector<PlannedRun>& plan, const StudyOutcome& outcome,
            const std::string& status) {
    int found = 0;
    for (std::size_t k = 0; k < plan.size(); ++k)
        if (plan[k].reference >= 0 && outcome.runs[k])
            found += outcome.runs[k]->status.starts_with(status);
    return found;
}

/// The summary of a run without its times.
std::string resultsOf(RunSummary run) {
    run.wall = run.realTimeFactor = 0.0;
    return summaryText(run);
}

}  // namespace

class TestBoardStops : public QObject {
    Q_OBJECT

private slots:
    void cancelledStudiesEnd_data() {
        QTest::addColumn<bool>("answers");
        QTest::newRow("the board does not answer") << false;
        QTest::newRow("the batch does not get on") << true;
    }
    void cancelledStudiesEnd() {
        QFETCH(bool, answers);
        const OwnAgent agent = startBoard();
        FaultyFabric fabric;
        AcceleratorSettings settings;
        settings.stuck = 60s;
        const LocalServer server(fabric, {}, settings);
        const auto plan = sweepAt(answers ? server.address() : agent.address());
        std::stop_source stop;
        std::thread later;
        Clock::time_point cancelled;
        StudyOptions options;
        options.jobs = 2;
        options.onRun = [&](std::size_t, const RunSummary&) {
            if (later.joinable()) return;
            ::kill(agent.process(), SIGSTOP);
            fabric.hangs = true;
            later = std::thread([&] {
                std::this_thread::sleep_for(500ms);
                cancelled = Clock::now();
                stop.request_stop();
            });
        };
        const StudyOutcome outcome =
            runStudy(boards(), pendulum(), plan, options, stop.get_token());
        later.join();
        const auto took = Clock::now() - cancelled;
        ::kill(agent.process(), SIGCONT);
        fabric.hangs = false;
        QVERIFY(outcome.interrupted && outcome.problems.empty());
        QVERIFY(took < soon);
        QCOMPARE(countOf(plan, outcome, ""), 0);
        // The board belongs to the next one.
        bool isFree = false;
        const Address& board = answers ? server.address() : agent.address();
        QTRY_VERIFY((isFree = isFree || BoardClient::connect(board, patient())));
    }

    /// Before a batch, or in it.
    void studiesComputeAgainWhatLostItsBoard_data() {
        QTest::addColumn<int>("goneAfter");
        QTest::newRow("at the start") << 0;
        QTest::newRow("in the batch") << 3;
    }
    void studiesComputeAgainWhatLostItsBoard() {
        QFETCH(int, goneAfter);
        const QTemporaryDir folder;
        FaultyFabric fabric;
        const LocalServer server(fabric);
        const auto plan = sweepAt(server.address());
        const ModelDescription model = pendulum();
        StudyOptions options;
        const StudyOutcome whole = runStudy(boards(), model, plan, options);
        QCOMPARE(countOf(plan, whole, "done"), 8);

        options.folder = folder.path().toStdString();
        fabric.gone = goneAfter == 0;
        fabric.goneAfterWaits = goneAfter == 0 ? -1 : goneAfter;
        const StudyOutcome lost = runStudy(boards(), model, plan, options);
        QCOMPARE(countOf(plan, lost, "failed: "), 8);
        QVERIFY(!lost.interrupted && lost.problems.empty());
        for (std::size_t k = 0; k < plan.size(); ++k)
            if (plan[k].reference >= 0)
                QVERIFY2(lost.runs[k]->status.find("the device has gone") != std::string::npos,
                         lost.runs[k]->status.c_str());

        fabric.gone = false;
        fabric.goneAfterWaits = -1;
        const StudyOutcome again = runStudy(boards(), model, plan, options);
        QCOMPARE(countOf(plan, again, "done"), 8);
        for (std::size_t k = 0; k < plan.size(); ++k)
            QCOMPARE(resultsOf(*again.runs[k]), resultsOf(*whole.runs[k]));
    }

    /// A run that waits to be started has its board, or gets it again.
    void runsStartAfterAWhile() {
        const OwnAgent agent = startBoard({"--ping-ms", "100", "--idle-ms", "300"});
        const Catalogue catalogue = boards();
        RunSpec spec;
        spec.formulation = "hdca";
        spec.backend = at(agent.address());
        spec.integrator = "rk4";
        spec.step = 1e-3;
        spec.duration = 0.1;
        spec.sample = 0.01;
        const auto run = Run::create(catalogue, *buildModel(pendulum()), spec);
        QVERIFY(run);
        QTest::qWait(1000);
        while (!(*run)->finished()) QCOMPARE((*run)->advance({}).status, StepStatus::Reached);
        QCOMPARE((*run)->recording()->size(), std::size_t{11});
    }

    /// A run that is given up does not wait for its board, whatever that does.
    void runsEndWithoutTheirBoard_data() {
        QTest::addColumn<QString>("mode");
        QTest::newRow("batch") << "";
        QTest::newRow("per phase") << ":per-phase";
    }
    void runsEndWithoutTheirBoard() {
        QFETCH(QString, mode);
        const OwnAgent agent = startBoard();
        const Catalogue catalogue = boards();
        RunSpec spec;
        spec.formulation = "hdca";
        spec.backend = at(agent.address()) + mode.toStdString();
        spec.integrator = "rk4";
        spec.step = 1e-4;
        spec.duration = 2000.0;
        spec.sample = 0.1;
        auto run = Run::create(catalogue, *buildModel(pendulum()), spec);
        QVERIFY(run);
        QCOMPARE((*run)->advance({}).status, StepStatus::Reached);
        ::kill(agent.process(), SIGSTOP);
        std::stop_source stop;
        std::thread later([&] {
            std::this_thread::sleep_for(300ms);
            stop.request_stop();
        });
        const auto start = Clock::now();
        momentree::Progress progress;
        while (progress.status == StepStatus::Reached) progress = (*run)->advance(stop.get_token());
        later.join();
        run->reset();
        const auto took = Clock::now() - start;
        ::kill(agent.process(), SIGCONT);
        QVERIFY(progress.status == StepStatus::Stopped || progress.status == StepStatus::LinkLost);
        QVERIFY(took < soon);
    }
};

MOMENTREE_TEST(TestBoardStops, Guiless)

}  // namespace momentree::fpga::test_board_stops
#include "test_board_stops.moc"
