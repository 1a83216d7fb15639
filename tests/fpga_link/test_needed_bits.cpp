// SPDX-License-Identifier: Apache-2.0
// Bits of the fraction that the compiler chooses for a wanted error of the energy.
#include <QElapsedTimer>
#include <QTest>
#include <chrono>
#include <cmath>
#include <thread>

#include "board_process.hpp"
#include "core/kinematics/assemble.hpp"
#include "fpga_link/offload/board_link.hpp"
#include "fpga_link/offload/needed_bits.hpp"
#include "fpga_link/offload/on_board.hpp"
#include "local_server.hpp"
#include "support/test_main.hpp"
#include "system_runs.hpp"

namespace momentree::fpga::test_needed_bits {

using namespace momentree::test;

namespace {

struct Case {
    std::shared_ptr<const Model> model;
    InitialState start;
    BatchOrder order;
};
Case caseOf(const QString& name) {
    Case made;
    made.model = *buildModel(exampleNamed(name));
    made.start = *assemble(*made.model);
    made.order.method = PlanarMethod::RungeKutta4;
    made.order.step = 1e-3;
    made.order.steps = 500;
    made.order.decimation = 5;
    const auto carried = onBoard(*made.model, made.start);
    if (!carried || !(*carried)->fill(made.order, made.start.time)) qFatal("not on a board");
    return made;
}

RunSpec specOf(const std::string& backend) {
    RunSpec spec;
    spec.formulation = "hdca";
    spec.backend = backend;
    spec.integrator = "rk4";
    spec.step = 1e-3;
    spec.duration = 0.5;
    spec.sample = 0.005;
    return spec;
}

Result<std::unique_ptr<Run>> tryRun(const std::string& backend) {
    Catalogue catalogue;
    catalogue.add(remoteBoardBackend(patient()));
    catalogue.add(virtualBoardBackend(boardCommand(), patient()));
    return Run::create(catalogue, *buildModel(exampleNamed("double_pendulum")), specOf(backend));
}
QString problemOf(const std::string& backend) {
    const auto run = tryRun(backend);
    return run ? QString() : QString::fromStdString(toString(run.error().front()));
}
/// The device of the report of a whole run.
QString deviceOf(const std::string& backend) {
    const auto run = tryRun(backend);
    if (!run) return QString::fromStdString(toString(run.error().front()));
    momentree::Progress progress;
    while (!(*run)->finished() && progress.status == StepStatus::Reached)
        progress = (*run)->advance({});
    if (progress.status != StepStatus::Reached) return "the run stopped";
    return QString::fromStdString((*run)->stepper().boardTimes()->device);
}

}  // namespace

class TestNeededBits : public QObject {
    Q_OBJECT

private slots:
    void fewerBitsDoNotSuffice_data() {
        QTest::addColumn<double>("wanted");
        QTest::newRow("double_pendulum") << 1e-3;
        QTest::newRow("slider_crank") << 1e-3;
        QTest::newRow("cart_pendulum") << 1e-4;
        QTest::newRow("spatial_double_pendulum") << 1e-3;
    }
    void fewerBitsDoNotSuffice() {
        QFETCH(double, wanted);
        const Case made = caseOf(QTest::currentDataTag());
        const auto errorWith = [&](int bits) {
            return energyErrorOf(*made.model, made.start, made.order, bits);
        };
        const auto bits = neededBits(*made.model, made.start, made.order, wanted);
        QVERIFY2(bits, bits ? "" : bits.error().str().c_str());
        QVERIFY2(*bits > fp32LeastFraction && *bits < fp32Fraction,
                 QByteArray::number(*bits).constData());
        for (int more = *bits; more <= fp32Fraction; ++more) QVERIFY(errorWith(more) <= wanted);
        QVERIFY(errorWith(*bits - 1) > wanted);
    }

    void errorsThatNoAcceleratorKeepsAreRefused() {
        const Case made = caseOf("double_pendulum");
        const auto bits = neededBits(*made.model, made.start, made.order, 1e-12);
        QVERIFY(!bits);
        QVERIFY2(bits.error().str().find("23 bits") != std::string::npos,
                 bits.error().str().c_str());
        const QString refused = problemOf("virtual-board:error=1e-12");
        QVERIFY2(refused.contains("23 bits") && refused.contains("1e-12"), qPrintable(refused));
    }

    /// A search of minutes ends at once, and tells what it does until then.
    void theSearchCanBeStopped() {
        Case made = caseOf("slider_crank");
        made.order.steps = 50'000'000;
        std::stop_source source;
        QStringList said;
        const StartWatch watch{source.get_token(), [&](const Message& what) {
                                   said << QString::fromStdString(what.str());
                               }};
        std::jthread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            source.request_stop();
        });
        QElapsedTimer clock;
        clock.start();
        const auto bits = neededBits(*made.model, made.start, made.order, 1e-3, watch);
        QVERIFY(clock.elapsed() < 10'000);
        QVERIFY(!bits && bits.error().str().starts_with("stopped"));
        QCOMPARE(said.size(), 1);
        QVERIFY2(said[0].contains("23 bits") && said[0].contains("1 of up to 12"),
                 qPrintable(said[0]));
        // The same through the setup of a run.
        Catalogue catalogue;
        catalogue.add(virtualBoardBackend(boardCommand(), patient()));
        RunSpec spec = specOf("virtual-board:error=1e-3");
        spec.duration = 5e4;
        spec.sample = 1.0;
        const std::shared_ptr<const Model> model = *buildModel(exampleNamed("slider_crank"));
        std::stop_source now;
        now.request_stop();
        const auto setup =
            setUpRun(catalogue, model, spec, {.watch = StartWatch{now.get_token(), {}}});
        QVERIFY(!setup && setup.error().front().message.str().starts_with("stopped"));
    }

    void boardsWithFewerBitsAreRefusedByName() {
        const auto fabric = makeSoftFabric(designClock_Hz, 1, 12);
        const LocalServer server(*fabric);
        const std::string board = "board:127.0.0.1:" + std::to_string(server.address().port);
        const Case made = caseOf("double_pendulum");
        const int needed = *neededBits(*made.model, made.start, made.order, 1e-3);
        const QString refused = problemOf(board + ":error=0.001");
        QVERIFY2(refused.contains(QString("needs %1 bits").arg(needed)) &&
                     refused.contains("this board has 12"),
                 qPrintable(refused));
        QVERIFY2(deviceOf(board + ":error=1").endsWith("12 bits of the fraction (needs 12)"),
                 qPrintable(deviceOf(board + ":error=1")));
        // Nothing is wanted, and the report tells the bits.
        QVERIFY(deviceOf(board).endsWith("12 bits of the fraction"));
    }

    void virtualBoardsGetTheBits() {
        const Case made = caseOf("double_pendulum");
        const int needed = *neededBits(*made.model, made.start, made.order, 1e-3);
        const QString device = deviceOf("virtual-board:error=1e-3");
        QVERIFY2(device.endsWith(QString("%1 bits of the fraction (needs %1)").arg(needed)),
                 qPrintable(device));
        QVERIFY(deviceOf("virtual-board:18-bits").endsWith("18 bits of the fraction"));
        QVERIFY(!deviceOf("virtual-board").contains("bits"));
        const QString short12 = problemOf("virtual-board:12-bits:error=1e-3");
        QVERIFY2(short12.contains("this board has 12"), qPrintable(short12));
    }

    /// The monitor of a run takes the rounding of its board, also of one that it shares.
    void sharedRunsKnowTheBitsOfTheirBoard() {
        Catalogue catalogue;
        catalogue.add(virtualBoardBackend(boardCommand(), patient()));
        RunSpec spec = specOf("virtual-board:16-bits");
        spec.duration = 0.1;
        spec.sample = spec.step;  // little energy is exchanged from row to row
        const std::shared_ptr<const Model> model = *buildModel(exampleNamed("double_pendulum"));
        auto steppers = catalogue.makeTogether({model, model, model}, spec);
        QCOMPARE(steppers.size(), std::size_t{3});
        std::vector<std::unique_ptr<Run>> runs;
        for (auto& stepper : steppers)
            runs.push_back(*Run::create(catalogue, model, spec, {.stepper = &stepper}));
        runs.push_back(*Run::create(catalogue, model, spec));  // alone
        for (const auto& run : runs) {
            momentree::Progress progress;
            while (!run->finished() && progress.status == StepStatus::Reached)
                progress = run->advance({});
            QVERIFY2(progress.status == StepStatus::Reached, run->failure(progress).str().c_str());
            QCOMPARE(run->stepper().rounding(), std::ldexp(1.0, -16));
            QCOMPARE(run->notes().size(), runs.back()->notes().size());
        }
    }

    void commandsNameTheBits() {
        using Command = std::vector<std::string>;
        const auto commandOf = [](const std::string& board, int fraction) {
            return commandFor({"agent"}, board, fraction);
        };
        QCOMPARE(commandOf("virtual-board", 0), Command{"agent"});
        QCOMPARE(commandOf("virtual-board", 14), (Command{"agent", "--fraction", "14"}));
        QCOMPARE(commandOf("virtual-board:20-bits", 14), (Command{"agent", "--fraction", "20"}));
        QCOMPARE(commandOf("virtual-board:rtl", 14),
                 (Command{"agent", "--fabric", "rtl", "--fraction", "16"}));
        QCOMPARE(commandOf("virtual-board:rtl", 17),
                 (Command{"agent", "--fabric", "rtl", "--fraction", "23"}));
        QCOMPARE(commandOf("virtual-board:rtl:16-bits", 0),
                 (Command{"agent", "--fabric", "rtl", "--fraction", "16"}));
    }

    void wordsThatAreNoBitsAreRefused() {
        for (const char* board :
             {"virtual-board:11-bits", "virtual-board:24-bits", "virtual-board:rtl:18-bits",
              "virtual-board:16", "virtual-board:16-bits:rtl", "virtual-board:-bits"}) {
            const QString refused = problemOf(board);
            QVERIFY2(refused.contains("16-bits"), qPrintable(refused));
        }
        for (const char* error : {"", "x", "0", "-1", "nan", "inf", "1e-3J", "1e-3:per-phase"}) {
            const QString refused = problemOf(std::string("virtual-board:error=") + error);
            QVERIFY2(refused.contains("virtual-board:error=0.001"), qPrintable(refused));
        }
        QCOMPARE(boardOf("board:a:1:error=0.5"), std::string("board:a:1"));
        QCOMPARE(*wantedError("board:a:1:error=0.5"), 0.5);
        QVERIFY(!wantedError("board:a:1"));
    }
};

MOMENTREE_TEST(TestNeededBits, Guiless)

}  // namespace momentree::fpga::test_needed_bits

#include "test_needed_bits.moc"
