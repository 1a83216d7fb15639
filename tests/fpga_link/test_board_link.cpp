// SPDX-License-Identifier: Apache-2.0
// Runs of the core's sessions on boards behind real TCP.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <csignal>
#include <set>

#include "board_process.hpp"
#include "core/io/model_file.hpp"
#include "core/session/run.hpp"
#include "core/session/session.hpp"
#include "core/study/report_facts.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "fpga_link/offload/board_link.hpp"
#include "fpga_link/offload/board_message.hpp"
#include "fpga_link/offload/measure_board.hpp"
#include "fpga_link/offload/phase_calls.hpp"
#include "fpga_link/offload/soft_link.hpp"
#include "local_server.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_board_link {

using namespace momentree::test;

namespace {

std::shared_ptr<const Model> exampleOf(const std::string& name) {
    const auto description = readModelFile(
        std::string(MOMENTREE_SOURCE_DIR "/resources/examples/") + name + ".momentree.json");
    if (!description) qFatal("%s", toString(description.error().front()).c_str());
    const auto model = buildModel(*description);
    if (!model) qFatal("%s", toString(model.error().front()).c_str());
    return *model;
}

RunSpec specOf(const std::string& backend, const std::string& integrator = "rk4") {
    RunSpec spec;
    spec.formulation = "hdca";
    spec.backend = backend;
    spec.integrator = integrator;
    spec.step = 2e-4;
    spec.duration = 0.4;
    spec.sample = 0.01;
    return spec;
}

Catalogue allBoards() {
    Catalogue catalogue;
    catalogue.add(remoteBoardBackend(patient()));
    catalogue.add(virtualBoardBackend(boardCommand(), patient()));
    catalogue.add(boardBackend(
        "soft", "", "", [](const std::string&) { return makeSoftLink(); },
        [](const std::string&) { return makeSoftFunctions(); }));
    return catalogue;
}

std::unique_ptr<Run> runOf(const std::string& model, const RunSpec& spec) {
    static const Catalogue catalogue = allBoards();
    auto run = Run::create(catalogue, exampleOf(model), spec);
    if (!run) qFatal("no run: %s", toString(run.error().front()).c_str());
    return std::move(*run);
}

momentree::Progress finish(Run& run) {
    momentree::Progress progress;
    while (!run.finished() && progress.status == StepStatus::Reached) progress = run.advance({});
    return progress;
}

std::string at(const OwnAgent& agent) {
    return "board:127.0.0.1:" + std::to_string(agent.address().port);
}

QString problemOf(const RunSpec& spec) {
    const auto run = Run::create(allBoards(), exampleOf("double_pendulum"), spec);
    return run ? QString() : QString::fromStdString(toString(run.error().front()));
}

}  // namespace

class TestBoardLink : public QObject {
    Q_OBJECT

private slots:
    void rowsAreThoseOfTheModelInThisProgram_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("integrator");
        QTest::newRow("double pendulum, euler") << "double_pendulum"
                                                << "explicit-euler";
        QTest::newRow("four-bar, rk4") << "four_bar"
                                       << "rk4";
    }
    void rowsAreThoseOfTheModelInThisProgram() {
        QFETCH(QString, model);
        QFETCH(QString, integrator);
        const auto soft = runOf(model.toStdString(), specOf("soft", integrator.toStdString()));
        const auto board =
            runOf(model.toStdString(), specOf("virtual-board", integrator.toStdString()));
        QCOMPARE(finish(*soft).status, StepStatus::Reached);
        QCOMPARE(finish(*board).status, StepStatus::Reached);
        QCOMPARE(board->recording()->size(), soft->recording()->size());
        QCOMPARE(board->recording()->size(), std::size_t{41});
        const int reaction = board->layout().csvWidth();
        for (std::size_t row = 0; row < soft->recording()->size(); ++row)
            for (int column = 0; column < reaction; ++column)
                QCOMPARE(board->recording()->at(row, column), soft->recording()->at(row, column));
    }

    void keepsWhatArrivedWhenTheBoardDies() {
        const OwnAgent agent = startBoard();
        RunSpec spec = specOf(at(agent));
        spec.duration = 500.0;
        const auto run = runOf("double_pendulum", spec);
        for (int i = 0; i < 3; ++i) QCOMPARE(run->advance({}).status, StepStatus::Reached);
        ::kill(agent.process(), SIGKILL);
        const momentree::Progress progress = finish(*run);
        QCOMPARE(progress.status, StepStatus::LinkLost);
        QVERIFY(run->recording()->size() >= 4);
        QCOMPARE(run->recording()->size(), static_cast<std::size_t>(run->steps() / 50 + 1));
        const Message failure = run->failure(progress);
        QVERIFY2(failure.id == "link-lost-because", failure.str().c_str());
        QVERIFY(!failure.arguments[1].message.front().id.empty());
    }

    /// Continues from the newest row, with the samples of an uninterrupted run.
    void goesOnAfterAReconnect_data() {
        QTest::addColumn<QString>("mode");
        QTest::addColumn<QString>("model");
        const QString plane = "double_pendulum", space = "spatial_double_pendulum";
        QTest::newRow("batch") << "batch" << plane;
        QTest::newRow("per phase") << "per-phase" << plane;
        QTest::newRow("per phase in space") << "per-phase" << space;
    }
    void goesOnAfterAReconnect() {
        QFETCH(QString, mode);
        QFETCH(QString, model);
        auto agent = std::make_optional(startBoard());
        RunSpec spec = specOf(at(*agent) + (mode == "batch" ? "" : ":per-phase"));
        spec.duration = 500.0;
        const auto run = runOf(model.toStdString(), spec);
        for (int i = 0; i < 3; ++i) QCOMPARE(run->advance({}).status, StepStatus::Reached);
        ::kill(agent->process(), SIGKILL);
        QCOMPARE(finish(*run).status, StepStatus::LinkLost);
        QCOMPARE(run->advance({}).status, StepStatus::LinkLost);
        const std::size_t kept = run->recording()->size();
        agent.emplace(startBoard({}, agent->address().port));
        QCOMPARE(run->advance({}).status, StepStatus::Reached);
        QCOMPARE(run->recording()->size(), kept + 1);
        QCOMPARE(run->steps(), static_cast<std::int64_t>(50 * kept));

        spec.backend = "soft";
        const auto whole = runOf(model.toStdString(), spec);
        while (whole->recording()->size() <= kept)
            QCOMPARE(whole->advance({}).status, StepStatus::Reached);
        for (int column = 0; column < run->layout().driftPosition(); ++column) {
            const double wanted = whole->recording()->at(kept, column);
            const double got = run->recording()->at(kept, column);
            QVERIFY2(std::abs(got - wanted) <= 1e-3 * std::max(1.0, std::abs(wanted)),
                     run->layout().names()[static_cast<std::size_t>(column)].c_str());
        }
    }

    /// No flag of a board passes silently, and no row after it is shown.
    void flagsEndARun_data() {
        QTest::addColumn<quint32>("flags");
        QTest::addColumn<quint32>("after");
        QTest::addColumn<quint32>("step");
        QTest::addColumn<StepStatus>("status");
        QTest::addColumn<QString>("words");
        QTest::addColumn<quint64>("rows");
        const auto row = [](const char* name, std::uint32_t flags, std::uint32_t after,
                            std::uint32_t step, StepStatus status, const char* words,
                            std::uint64_t rows) {
            QTest::newRow(name) << flags << after << step << status << QString(words)
                                << quint64{rows};
        };
        using enum StepStatus;
        row("NAN", flag::nan, 120, 120, NotFinite, "diverged at t = 0.02 s", 3);
        row("SMALL_PIVOT", flag::smallPivot, 120, 120, BoardFlag,
            "SMALL_PIVOT) in the first 121 steps", 3);
        row("SMALL_PIVOT and INF", flag::smallPivot | flag::infinite, 120, 120, BoardFlag,
            "SMALL_PIVOT", 3);
        row("ANGLE_RANGE", flag::angleRange, 120, 120, BoardFlag, "ANGLE_RANGE", 3);
        row("FIFO_OVF", flag::sampleLost, 120, 120, LinkLost, "FIFO_OVF", 3);
        row("BAD_PROG", flag::badProgram, 0, 0, LinkLost, "FLAGS 0x20", 1);
        row("ILLEGAL_ACCESS", flag::illegalAccess, 0, 0, LinkLost, "FLAGS 0x40", 1);
        row("of the future", 0x80, 0, 0, LinkLost, "FLAGS 0x80", 1);
        row("in the last step", flag::smallPivot, 1999, 1999, BoardFlag, "first 2000 steps", 40);
        row("without its step", flag::smallPivot, 1999, ~0u, BoardFlag, "SMALL_PIVOT", 40);
    }
    void flagsEndARun() {
        QFETCH(quint32, flags);
        QFETCH(quint32, after);
        QFETCH(quint32, step);
        QFETCH(StepStatus, status);
        QFETCH(QString, words);
        QFETCH(quint64, rows);
        FaultyFabric fabric;
        fabric.flags = flags;
        fabric.flagsAfter = after;
        fabric.flagStep = step;
        const std::uint8_t minor = step == ~0u ? 1 : wire::minorVersion;
        const LocalServer server(fabric, {}, {}, "127.0.0.1", minor);
        const auto run = runOf("double_pendulum",
                               specOf("board:127.0.0.1:" + std::to_string(server.address().port)));
        const momentree::Progress progress = finish(*run);
        QCOMPARE(progress.status, status);
        QCOMPARE(run->recording()->size(), std::size_t{rows});
        const QString failure = QString::fromStdString(run->failure(progress).str());
        QVERIFY2(failure.contains(words), qPrintable(failure));
    }

    /// With all links of a parallelogram on one line, two conditions depend on each other.
    void passesASingularPosition() {
        RunSpec spec = specOf("virtual-board");
        spec.step = 1e-3;
        spec.duration = 1.2;
        const auto board = runOf("parallelogram", spec);
        QCOMPARE(finish(*board).status, StepStatus::Reached);
        spec.backend = "virtual-board:per-phase";
        const auto called = runOf("parallelogram", spec);
        QVERIFY(finish(*called).status != StepStatus::LinkLost);
    }

    /// Network and transfer are separate phases, not included in those of the functions.
    void perPhaseRunsTellTheWays() {
        for (const char* model : {"four_bar", "spatial_double_pendulum"}) {
            const auto run = runOf(model, specOf("virtual-board:per-phase"));
            QCOMPARE(run->advance({}).status, StepStatus::Reached);
            const PhaseClock& clock = run->stepper().phases();
            const auto callsOf = [&](auto... phases) { return (clock[phases].calls + ...); };
            using enum momentree::Phase;
            QVERIFY(callsOf(Initialise) > 0);
            QCOMPARE(clock[Network].calls, callsOf(Initialise, Assembly, Base));
            for (const auto phase : {Initialise, Assembly, Base, Transfer, Network})
                QVERIFY(clock[phase].ns > 0);
            const Recording& rows = *run->recording();
            for (const auto phase : {Transfer, Network})
                QVERIFY(rows.at(1, run->layout().phase(phase)) > 0.0);
        }
    }

    /// A report gives the machine of every phase.
    void reportsNameTheBoard_data() {
        QTest::addColumn<QString>("mode");
        QTest::addColumn<QStringList>("ofTheBoard");
        QTest::newRow("batch") << "" << QStringList{"network"};
        QTest::newRow("per phase")
            << ":per-phase" << QStringList{"initialise", "assembly", "base", "transfer"};
    }
    void reportsNameTheBoard() {
        QFETCH(QString, mode);
        QFETCH(QStringList, ofTheBoard);
        const OwnAgent agent = startBoard();
        const std::string board = at(agent);
        auto session = momentree::Session::create(allBoards(), exampleOf("four_bar"),
                                                  specOf(board + mode.toStdString()));
        QVERIFY(session);
        (*session)->stepOnce();
        QTRY_COMPARE((*session)->recording()->size(), 2u);
        const std::string report =
            reportText(factsOf(**session, {}), *(*session)->recording(), (*session)->layout());
        const QJsonArray phases =
            QJsonDocument::fromJson(QByteArray::fromStdString(report))["phases"].toArray();
        QStringList found;
        for (const QJsonValue& phase : phases)
            if (phase["device"].toString() == QString::fromStdString(board)) {
                found += phase["name"].toString();
                QCOMPARE(phase["source"].toString(), QString("simulated"));  // its agent simulates
            }
        QCOMPARE(found, ofTheBoard);
        QVERIFY(phases.size() > found.size());
    }

    /// The time of a simulation is not measured, and its network is none.
    void reportsDoNotMeasureASimulation() {
        for (const std::string mode : {"", ":per-phase"}) {
            auto session = momentree::Session::create(allBoards(), exampleOf("four_bar"),
                                                      specOf("virtual-board" + mode));
            QVERIFY(session);
            (*session)->stepOnce();
            QTRY_COMPARE((*session)->recording()->size(), 2u);
            const std::string report =
                reportText(factsOf(**session, {}), *(*session)->recording(), (*session)->layout());
            const QJsonArray phases =
                QJsonDocument::fromJson(QByteArray::fromStdString(report))["phases"].toArray();
            for (const QJsonValue& phase : phases) {
                const QString device = phase["device"].toString();
                const bool simulated = device.startsWith("virtual-board on ");
                const bool own = device.startsWith("software model of ");
                QCOMPARE(phase["source"].toString(), QString(own         ? "modelled"
                                                             : simulated ? "simulated"
                                                                         : "measured"));
                if (phase["name"].toString() == "network")
                    QCOMPARE(device.startsWith("loopback of "), !mode.empty());
            }
        }
    }

    /// The board becomes free as soon as a run is destroyed or has received all its samples.
    void leavesTheBoardFree() {
        const OwnAgent agent = startBoard();
        RunSpec spec = specOf(at(agent));
        spec.duration = 500.0;
        {
            const auto run = runOf("double_pendulum", spec);
            QCOMPARE(run->advance({}).status, StepStatus::Reached);
        }
        const auto again = runOf("double_pendulum", specOf(at(agent)));
        QCOMPARE(again->advance({}).status, StepStatus::Reached);
        bool isFree = false;
        QTRY_VERIFY((isFree = isFree || BoardClient::connect(agent.address(), patient())));
        QCOMPARE(finish(*again).status, StepStatus::Reached);
    }

    void saysWhatStandsInItsWay() {
        QVERIFY(problemOf(specOf("board")).contains("board:HOST:PORT"));
        QVERIFY(problemOf(specOf("board:here")).contains("board:HOST:PORT"));
        std::uint16_t port = 0;
        {
            const OwnAgent agent = startBoard();
            port = agent.address().port;
        }
        QVERIFY(problemOf(specOf("virtual-board:fast")).contains("virtual-board:per-phase"));
        const QString nobody = problemOf(specOf("board:127.0.0.1:" + std::to_string(port)));
        QVERIFY2(nobody.startsWith("board: "), qPrintable(nobody));
        const OwnAgent agent = startBoard();
        const BoardClient other = connectTo(agent.address());
        const QString busy = problemOf(specOf(at(agent)));
        QVERIFY2(busy.startsWith("board: ") && busy != nobody, qPrintable(busy));
    }

    /// Clocks are those of the functions; times are measured here.
    void callsPhasesOneByOne() {
        const OwnAgent agent = startBoard();
        BoardClient client = connectTo(agent.address());
        const SoftwareTimes software{"here", 100.0, 300.0, 700.0, {}};
        const auto calls = callPhases(client, software, 5);
        QVERIFY(calls);
        const std::int64_t clocks[] = {88, 194, 282, 172, 315, 3021};
        const double inSoftware[] = {100.0, 300.0, 400.0, 700.0, 0.0, 0.0};
        const std::int64_t words[] = {16, 66, 16, 16, 19, 210};
        QCOMPARE(calls->size(), std::size_t{6});
        for (std::size_t k = 0; k < 6; ++k) {
            const PhaseCall& call = (*calls)[k];
            QVERIFY2(call.exact, call.function.c_str());
            QCOMPARE(call.software.ns, inSoftware[k]);
            const auto compute =
                std::ranges::find(call.board, std::string("compute"), &TimingRow::part);
            QVERIFY(compute != call.board.end());
            QCOMPARE(compute->count, clocks[k]);
            QVERIFY(std::abs(compute->ns - 10.0 * static_cast<double>(clocks[k])) < 1e-9);
            QCOMPARE(compute->source, TimeSource::Modelled);
            QCOMPARE(call.exchange.size(), std::size_t{5});
            QCOMPARE(call.exchange[1].count, 24 + 4 * words[k]);
            QVERIFY(call.exchange[2].ns > 0.0);
            for (const TimingRow& row : call.exchange) {
                QCOMPARE(row.source, TimeSource::MeasuredHost);
                QCOMPARE(row.device, std::string("here"));
            }
        }
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = callPhases(client, software, 5, stop.get_token());
        QVERIFY(!stopped && stopped.error().trouble == Trouble::Stopped);
        QVERIFY(client.connected());
    }

    /// Times from clocks are measured, times from counts are modelled, none is both.
    void measuresABoard() {
        const OwnAgent agent = startBoard();
        BoardClient client = connectTo(agent.address());
        BoardQuestion question{exampleOf("four_bar"), specOf("sequential"), 5};
        const auto got = measureBoard(client, question, [](const char*) {});
        QVERIFY(got);
        QVERIFY(got->exact);
        for (const ReportTable* table : {&got->functions, &got->step}) {
            QCOMPARE(table->groups.size(), std::size_t{3});
            const char* const lanes[] = {"this PC's software", "board's software", "fabric"};
            for (std::size_t k = 0; k < 3; ++k)
                QCOMPARE(table->groups[k].name, std::string(lanes[k]));
            // By part, except for parts that only the board needs.
            const std::size_t parts = table->groups[0].rows.size();
            QCOMPARE(parts, std::size_t{table == &got->step ? 7u : 3u});
            QCOMPARE(table->groups[2].rows.size(), parts + 2);
            for (std::size_t part = 0; part < parts; ++part)
                for (const ReportGroup& lane : table->groups)
                    QCOMPARE(lane.rows[part].part, table->groups[0].rows[part].part);
            for (const TimingRow& row : table->groups[0].rows)
                QCOMPARE(row.source, TimeSource::MeasuredHost);
            for (const TimingRow& row : table->groups[1].rows)
                QCOMPARE(row.source, TimeSource::MeasuredHost);
            for (const TimingRow& row : table->groups[2].rows) {
                const bool network = row.part == "network";
                QCOMPARE(row.source, network ? TimeSource::MeasuredHost : TimeSource::Modelled);
                QVERIFY(row.ns > 0.0);
                QCOMPARE(row.device.starts_with("loopback of "), network);
                QCOMPARE(row.hasSpread(), network && table == &got->step);
            }
        }
        const auto& fabric = got->step.groups[2].rows;
        QCOMPARE(fabric.size(), std::size_t{9});
        QCOMPARE(fabric[7].part, std::string("register transfer"));
        // Six words of every fiftieth step, in one burst: 250 ns and five clocks more.
        QVERIFY(std::abs(fabric[7].ns - (250.0 + 5.0 * 10.0) / 50.0) < 1e-9);
        const char* const parts[] = {"pack", "send", "wait", "compute", "receive", "unpack"};
        QCOMPARE(got->waterfall.size(), std::size_t{6});
        for (std::size_t k = 0; k < 6; ++k) {
            QCOMPARE(got->waterfall[k].part, std::string(parts[k]));
            const bool simulated = k >= 2 && k <= 4;
            QCOMPARE(got->waterfall[k].source,
                     simulated ? TimeSource::Simulated : TimeSource::MeasuredHost);
        }
        QCOMPARE(got->work.steps, std::int64_t{2000});
        QCOMPARE(got->work.decimation, std::int64_t{50});
        QVERIFY(got->work.cyclesPerStep > 0 && got->software_ns > 0.0);
        QVERIFY(!got->remark);
        const std::string text = reportText(got->report);
        for (const char* words : {"One step of a run on this PC", "Wall time of the simulated",
                                  "The board is simulated", "| simulated |", "assembly in space"})
            QVERIFY2(text.find(words) != std::string::npos, words);
        QVERIFY(got->report.breakEven || got->report.sizes.back().fabric_ns > 0.0);
        question.model = exampleOf("constant_velocity_shafts");
        const auto refused = measureBoard(client, question, [](const char*) {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().front().message.id, std::string_view("accelerator-spatial-joint"));
    }

    /// An older agent: reported, and the rest is measured.
    void measuresABoardThatCannotTimeItself() {
        const auto fabric = makeSoftFabric();
        momentree::test::LocalServer server(*fabric, {}, {}, "127.0.0.1", 0);
        BoardClient client = connectTo(server.address());
        const auto refused = client.timeSoftware();
        QVERIFY(!refused && refused.error().trouble == Trouble::TooOld);
        const auto got = measureBoard(
            client, {exampleOf("double_pendulum"), specOf("sequential"), 5}, [](const char*) {});
        QVERIFY(got);
        QVERIFY(got->remark && got->remark->id == "board-too-old");
        QCOMPARE(got->step.groups.size(), std::size_t{2});
        QCOMPARE(got->functions.groups.size(), std::size_t{2});
    }

    void everyTroubleHasAMessage() {
        std::set<std::string_view> ids;
        for (int k = 0; k <= static_cast<int>(Trouble::AgentUnclear); ++k) {
            const Message message = boardMessage({static_cast<Trouble>(k), {"one", "two"}});
            QVERIFY2(!message.id.empty() && ids.insert(message.id).second,
                     qPrintable(QString::number(k)));
        }
    }

    /// The rest of a call is its transfer: register accesses of the board or of its substitute.
    void sharesOfACallAddUp() {
        using std::chrono::nanoseconds;
        using wire::TimingKind, wire::TimingSource;
        Exchange exchange;
        exchange.wait = nanoseconds(9'000);
        exchange.pack = nanoseconds(1'000);
        const wire::Timings board{
            {TimingKind::RegisterWrite, TimingSource::MeasuredBoard, 67, 2'000},
            {TimingKind::Compute, TimingSource::MeasuredBoard, 194, 1'940},
            {TimingKind::RegisterRead, TimingSource::MeasuredBoard, 48, 3'000}};
        const CallShares real = sharesOf(exchange, board);
        QCOMPARE(real.transfer_ns, std::int64_t{5'000});
        QCOMPARE(real.network_ns, std::int64_t{10'000 - 6'940});
        const wire::Timings host{{TimingKind::RegisterWrite, TimingSource::Modelled, 67, 20'000},
                                 {TimingKind::Compute, TimingSource::Modelled, 194, 1'940},
                                 {TimingKind::RegisterRead, TimingSource::Modelled, 48, 30'000},
                                 {TimingKind::Wall, TimingSource::MeasuredHost, 1, 4'000},
                                 {TimingKind::RegisterWrite, TimingSource::MeasuredHost, 66, 700},
                                 {TimingKind::RegisterRead, TimingSource::MeasuredHost, 47, 300}};
        const CallShares simulated = sharesOf(exchange, host);
        QCOMPARE(simulated.transfer_ns, std::int64_t{1'000});
        QCOMPARE(simulated.network_ns, std::int64_t{6'000});
    }

    void namesTimes() {
        const OwnAgent agent = startBoard();
        BoardClient client = connectTo(agent.address());
        const auto done = client.inverse({{0x3F80'0000, 0, 0, 0, 0, 0x3F80'0000, 0, 0, 0, 0,
                                           0x3F80'0000, 0, 0, 0, 0, 0x3F80'0000}});
        QVERIFY(done);
        const auto rows = timingRows(done->timings, "board");
        QCOMPARE(rows.size(), done->timings.size());
        const auto compute = std::ranges::find(rows, std::string("compute"), &TimingRow::part);
        QVERIFY(compute != rows.end());
        QCOMPARE(compute->count, std::int64_t{172});
        QCOMPARE(compute->source, TimeSource::Modelled);
        QCOMPARE(compute->ns, 1720.0);
    }
};

MOMENTREE_TEST(TestBoardLink, Appless)

}  // namespace momentree::fpga::test_board_link
#include "test_board_link.moc"
