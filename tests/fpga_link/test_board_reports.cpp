// SPDX-License-Identifier: Apache-2.0
// The times that a board reports for runs, and the clock that it measures them by.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "board_process.hpp"
#include "core/io/model_file.hpp"
#include "core/session/session.hpp"
#include "core/study/report_facts.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "fpga_link/offload/board_link.hpp"
#include "fpga_link/offload/measure_board.hpp"
#include "local_server.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_board_reports {

using namespace std::chrono_literals;
using namespace momentree::test;

namespace {

/// The software model as if it were hardware with a clock of `frequency`.
class ClockedFabric final : public Fabric {
public:
    FabricInfo info() const override { return {FabricKind::Uio, "/dev/uio7", true}; }
    std::uint32_t read32(std::uint32_t offset) override {
        if (offset != registers::cyclesFree) return soft_->read32(offset);
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start_;
        return static_cast<std::uint32_t>(static_cast<std::uint64_t>(time.count() * frequency));
    }
    void write32(std::uint32_t offset, std::uint32_t value) override {
        soft_->write32(offset, value);
    }
    bool waitInterrupt(std::chrono::milliseconds timeout) override {
        return soft_->waitInterrupt(timeout);
    }
    std::atomic<double> frequency{50e6};  ///< [Hz]; the design states 100 MHz

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::unique_ptr<Fabric> soft_ = makeSoftFabric();
};

bool isAbout(double value, double wanted) { return std::abs(value - wanted) < 0.02 * wanted; }

std::shared_ptr<const Model> exampleOf(const std::string& name) {
    return *buildModel(
        *readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/" + name + ".momentree.json"));
}

RunSpec specOf(const std::string& backend) {
    RunSpec spec;
    spec.formulation = "hdca";
    spec.backend = backend;
    spec.integrator = "rk4";
    spec.step = 2e-4;
    spec.duration = 0.4;
    spec.sample = 0.01;
    return spec;
}

/// The phases in the report of a finished run of the four-bar, 40 rows of 50 steps.
/// @param rows takes positions, velocities and joint coordinates
QJsonArray phasesOf(const std::string& backend, momentree::PhaseClock::Total* network = nullptr,
                    std::vector<double>* rows = nullptr) {
    Catalogue catalogue;
    catalogue.add(remoteBoardBackend(patient()));
    catalogue.add(virtualBoardBackend(boardCommand(), patient()));
    RunSpec spec = specOf(backend);
    if (backend.ends_with("per-phase")) spec.duration = 0.01;
    auto session = Session::create(catalogue, exampleOf("four_bar"), spec);
    if (!session) qFatal("%s", toString(session.error().front()).c_str());
    (*session)->setSpeed(0.0);
    (*session)->play();
    if (!QTest::qWaitFor([&] { return (*session)->figures().state == RunState::Finished; }, 60'000))
        qFatal("the run did not end");
    if (network != nullptr)
        *network = (*session)->phases()[static_cast<std::size_t>(momentree::Phase::Network)];
    const auto& names = (*session)->layout().names();
    for (std::size_t row = 0; rows != nullptr && row < (*session)->recording()->size(); ++row)
        for (std::size_t column = 0; column < names.size(); ++column)
            for (const char* const end : {".x", ".y", ".vx", ".vy", ".q", ".u"})
                if (names[column].ends_with(end))
                    rows->push_back((*session)->recording()->at(row, static_cast<int>(column)));
    const std::string report =
        reportText(factsOf(**session, {}), *(*session)->recording(), (*session)->layout());
    return QJsonDocument::fromJson(QByteArray::fromStdString(report))["phases"].toArray();
}

/// The row of a phase on a device whose name begins like this.
QJsonObject rowOf(const QJsonArray& phases, const QString& name, const QString& device = {}) {
    for (const QJsonValue& phase : phases)
        if (phase["name"].toString() == name && phase["device"].toString().startsWith(device))
            return phase.toObject();
    return {};
}

const QStringList boardPhases{"kinematics",  "initialise",  "assembly", "base",
                              "disassembly", "derivatives", "integrate"};
constexpr qint64 clocksOfFourBar = 2000 * 652;  // README, Runge-Kutta 4

/// Checks the board's own phases; returns the sum of their times [ns].
qint64 checkedPhases(const QJsonArray& phases, const QString& device, const QString& source) {
    qint64 clocks = 0, ns = 0;
    for (const QString& name : boardPhases) {
        const QJsonObject row = rowOf(phases, name, device);
        if (row["calls"].toInt() != 2000 || row["clocks"].toInt() <= 0 ||
            row["source"].toString() != source)
            return -1;
        clocks += row["clocks"].toInteger();
        ns += row["total_ns"].toInteger();
    }
    return clocks == clocksOfFourBar ? ns : -1;
}

}  // namespace

class TestBoardReports : public QObject {
    Q_OBJECT

private slots:
    void modelledBatchTellsItsPhases() {
        momentree::PhaseClock::Total network;
        const QJsonArray phases = phasesOf("virtual-board", &network);
        const qint64 ns = checkedPhases(phases, "software model of ", "modelled");
        QVERIFY(std::abs(ns - 10 * clocksOfFourBar) < 10);  // at 100 MHz
        QVERIFY(rowOf(phases, "kinematics")["device"].toString().endsWith(", 100 MHz"));
        // The rest of the waiting is that for the simulation.
        const QJsonObject way = rowOf(phases, "network"), wait = rowOf(phases, "board");
        QCOMPARE(way["source"].toString(), QString("measured"));
        QCOMPARE(wait["source"].toString(), QString("simulated"));
        QCOMPARE(way["total_ns"].toInteger() + wait["total_ns"].toInteger(), qint64{network.ns});
        // The six words of a row are one burst.
        QCOMPARE(rowOf(phases, "register reads")["calls"].toInteger(), qint64{40});
    }

    void simulatedHardwareCountsItsClocks() {
#ifndef MOMENTREE_WITH_RTL
        QSKIP("built without Verilator");
#endif
        std::vector<double> rows, modelled;
        const QJsonArray phases = phasesOf("virtual-board:rtl", nullptr, &rows);
        const qint64 ns = checkedPhases(phases, "simulated hardware of ", "counted");
        QVERIFY(std::abs(ns - 10 * clocksOfFourBar) < 10);
        QCOMPARE(rowOf(phases, "board")["source"].toString(), QString("simulated"));
        QCOMPARE(checkedPhases(phasesOf("virtual-board", nullptr, &modelled), "software model of ",
                               "modelled"),
                 ns);
        QVERIFY2(rows.size() > 500, qPrintable(QString::number(rows.size())));
        QCOMPARE(rows, modelled);
    }

    void hardwareIsMeasuredByItsOwnClock() {
        ClockedFabric fabric;
        const LocalServer server(fabric);
        const QJsonArray phases =
            phasesOf("board:127.0.0.1:" + std::to_string(server.address().port));
        const qint64 ns = checkedPhases(phases, "/dev/uio7 of ", "measured");
        QVERIFY(isAbout(static_cast<double>(ns), 20.0 * clocksOfFourBar));
        QCOMPARE(rowOf(phases, "board")["source"].toString(), QString("measured"));
        QCOMPARE(rowOf(phases, "network")["source"].toString(), QString("measured"));
    }

    void functionsTellTheirClocks() {
        const QJsonArray phases = phasesOf("virtual-board:per-phase");
        const QPair<const char*, int> functions[] = {
            {"update", 88}, {"assembly", 194}, {"inverse", 172}};
        for (const auto& [name, clocks] : functions) {
            const QJsonObject row = rowOf(phases, name, "software model of ");
            QVERIFY(row["calls"].toInt() >= 4 * 50);
            QCOMPARE(row["clocks"].toInt(), clocks * row["calls"].toInt());
            QCOMPARE(row["source"].toString(), QString("modelled"));
        }
    }

    /// At HELLO, since the clock is whatever was set last.
    void clockIsMeasured() {
        ClockedFabric fabric;
        for (const std::string secret : {"", "a secret of some length"}) {
            const LocalServer server(fabric, {}, {}, "127.0.0.1", wire::minorVersion, secret);
            ClientOptions options = patient();
            options.secret = secret;
            for (const double frequency : {50e6, 80e6}) {
                fabric.frequency = frequency;
                BoardClient client = connectTo(server.address(), options);
                QVERIFY(isAbout(client.board().clock_Hz, frequency));
                const auto done = client.inverse({{0x3F80'0000, 0, 0, 0, 0, 0x3F80'0000, 0, 0, 0, 0,
                                                   0x3F80'0000, 0, 0, 0, 0, 0x3F80'0000}});
                QCOMPARE(done->timings[1].count, 172u);
                QVERIFY(isAbout(static_cast<double>(done->timings[1].time_ns), 172e9 / frequency));
            }
        }
    }

    void clockFasterThanTheDesignIsSaid() {
        ClockedFabric fabric;
        Accelerator accelerator(fabric, {});
        const auto clockCheck = [&] {
            for (const wire::Check& check : accelerator.selfTest(10).checks)
                if (check.name == "clock") return check;
            return wire::Check{};
        };
        QVERIFY(accelerator.identify().has_value());
        QVERIFY(clockCheck().passed != 0);
        fabric.frequency = 150e6;
        QVERIFY(clockCheck().detail.find("150 MHz, but") != std::string::npos);
        fabric.frequency = 0.0;
        QVERIFY(clockCheck().detail.find("stands still") != std::string::npos);
        QCOMPARE(accelerator.identify().error().code, wire::ErrorCode::FabricIo);
    }

    void measuresWholeSteps_data() {
        QTest::addColumn<QString>("example");
        for (const char* example : {"slider_crank", "spatial_double_pendulum"})
            QTest::newRow(example) << example;
    }

    /// Steps of models that are no planar chains are not split into phases.
    void measuresWholeSteps() {
        QFETCH(const QString, example);
        const OwnAgent agent = startBoard();
        BoardClient client = connectTo(agent.address());
        const auto got =
            measureBoard(client, {exampleOf(example.toStdString()), specOf("sequential"), 5},
                         [](const char*) {});
        QVERIFY(got);
        QVERIFY(got->exact && !got->remark);
        QCOMPARE(got->functions.groups.size(), std::size_t{2});
        QCOMPARE(got->step.groups.size(), std::size_t{2});
        const auto& here = got->step.groups[0].rows;
        QCOMPARE(here.size(), std::size_t{1});
        QCOMPARE(here[0].source, TimeSource::MeasuredHost);
        QVERIFY(here[0].ns > 0.0);
        const auto& fabric = got->step.groups[1].rows;
        const char* const parts[] = {"whole step", "register transfer", "network"};
        QCOMPARE(fabric.size(), std::size_t{3});
        for (std::size_t k = 0; k < 3; ++k) QCOMPARE(fabric[k].part, std::string(parts[k]));
        QCOMPARE(here[0].part, fabric[0].part);
        QCOMPARE(fabric[0].source, TimeSource::Modelled);
        QCOMPARE(fabric[0].count, std::int64_t{got->work.cyclesPerStep});
        QCOMPARE(got->waterfall.size(), std::size_t{6});
        QCOMPARE(got->work.steps, std::int64_t{2000});
        QVERIFY(got->software_ns > 0.0);
    }
};

MOMENTREE_TEST(TestBoardReports, Guiless)

}  // namespace momentree::fpga::test_board_reports
#include "test_board_reports.moc"
