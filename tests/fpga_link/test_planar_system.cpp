// SPDX-License-Identifier: Apache-2.0
// Planar mechanisms other than chains on the accelerator: prismatic joints, several loops, springs,
// gears, motions and loads by laws of time.
#include <QTest>
#include <cmath>

#include "board_process.hpp"
#include "check_program.hpp"
#include "core/kinematics/assemble.hpp"
#include "fpga_link/compiler/compile_system.hpp"
#include "fpga_link/compiler/schedule.hpp"
#include "fpga_link/fabric/open_fabric.hpp"
#include "fpga_link/offload/board_link.hpp"
#include "fpga_link/offload/on_board.hpp"
#include "fpga_link/offload/planar_model.hpp"
#include "local_server.hpp"
#include "program_on_board.hpp"
#include "support/test_main.hpp"
#include "system_runs.hpp"

namespace momentree::fpga::test_planar_system {
namespace {

using momentree::test::apart;
using momentree::test::connectTo;
using momentree::test::errorOf;
using momentree::test::exampleNamed;
using momentree::test::hdcaRun;
using momentree::test::LocalServer;
using momentree::test::wordsAfter;

std::shared_ptr<const Model> modelOf(const ModelDescription& description) {
    const auto model = buildModel(description);
    if (!model) qFatal("no model: %s", toString(model.error().front()).c_str());
    return *model;
}

struct System {
    PlanarModel planar;
    PlanarSystemState start;
};
System systemOf(const QString& name) {
    const auto model = modelOf(exampleNamed(name));
    const auto start = assemble(*model);
    if (!start) qFatal("no start: %s", toString(start.error().front()).c_str());
    const auto planar = planarModel(*model, *start);
    if (!planar) qFatal("not planar: %s", toString(planar.error().front()).c_str());
    return {*planar, planarStart(*planar, *start)};
}

/// Every kind of joint, load, law and constraint that a system can have.
const QStringList systems{"single_pendulum", "cart_pendulum",   "slider_crank",  "branched_tree",
                          "peaucellier",     "four_bar_driven", "planetary_gear"};

/// Hinges about parallel axes, one of which holds twice: "hinges", a door on two of them about one
/// line; "brace", two bodies between them that turn as one; "bars", a parallelogram with a third,
/// equal crank.
ModelDescription heldTwice(const QString& name) {
    ModelDescription d;
    d.name = name.toStdString();
    d.gravity = {0.0, -9.81, 0.0};
    const auto at = [](const char* marker, double x, double z = 0.0) {
        MarkerDescription m;
        m.name = marker;
        m.position = {x, 0.0, z};
        return m;
    };
    const auto add = [&](const char* body, double length, double height) {
        BodyDescription b;
        b.name = body;
        b.mass = 2.0;
        b.com = {0.5 * length + 0.05, 0.01, 0.0};
        for (std::size_t k = 0; k < 3; ++k) b.inertia[k][k] = 0.05;
        b.markers = {at("in", 0.0), at("middle", 0.5 * length), at("out", length, height)};
        d.bodies.push_back(b);
    };
    const auto hinge = [&](MarkerReference a, MarkerReference b) {
        JointDescription j;
        j.name = "hinge " + std::to_string(d.joints.size() + 1);
        j.type = "revolute";
        j.a = std::move(a);
        j.b = std::move(b);
        d.joints.push_back(j);
    };
    d.groundMarkers = {at("O", 0.0), at("middle", 0.5), at("far", 1.0), at("above", 0.0, 1.0)};
    if (name == "hinges") {
        add("door", 0.0, 1.0);
        hinge({"ground", "O"}, {"door", "in"});
        hinge({"door", "out"}, {"ground", "above"});
    } else if (name == "brace") {
        add("door", 0.8, 0.0);
        add("brace", -0.8, 1.0);
        hinge({"ground", "O"}, {"door", "in"});
        hinge({"door", "out"}, {"brace", "in"});
        hinge({"brace", "out"}, {"ground", "above"});
        d.jointStarts.push_back({"hinge 2", {0.0}, {}});
    } else {
        add("left", 0.4, 0.0);
        add("centre", 0.4, 0.0);
        add("right", 0.4, 0.0);
        add("coupler", 1.0, 0.0);
        hinge({"ground", "O"}, {"left", "in"});
        hinge({"ground", "middle"}, {"centre", "in"});
        hinge({"ground", "far"}, {"right", "in"});
        hinge({"left", "out"}, {"coupler", "in"});
        hinge({"centre", "out"}, {"coupler", "middle"});
        hinge({"right", "out"}, {"coupler", "out"});
        for (const char* crank : {"hinge 1", "hinge 2", "hinge 3"})
            d.jointStarts.push_back({crank, {-0.8}, {}});
        d.jointStarts.push_back({"hinge 4", {0.8}, {}});
    }
    return d;
}

QStringList refusalOf(const ModelDescription& description) {
    const auto model = modelOf(description);
    const auto start = assemble(*model);
    if (!start) qFatal("no start: %s", toString(start.error().front()).c_str());
    const auto planar = planarModel(*model, *start);
    return planar ? QStringList() : momentree::test::namesOf(planar.error());
}

}  // namespace

class TestPlanarSystem : public QObject {
    Q_OBJECT

private slots:
    /// Every column equals that of the core to what single precision allows in half a second.
    void motionsAreThoseOfTheCore_data() {
        QTest::addColumn<QString>("name");
        for (const QString& name : systems) QTest::newRow(qPrintable(name)) << name;
    }
    void motionsAreThoseOfTheCore() {
        QFETCH(QString, name);
        const auto core = hdcaRun(modelOf(exampleNamed(name)), "sequential", 5e-4, 0.5);
        const auto board = hdcaRun(modelOf(exampleNamed(name)), "board:there:1", 5e-4, 0.5);
        const Recording &wanted = *core->recording(), &got = *board->recording();
        QCOMPARE(got.size(), wanted.size());
        const int drift = core->layout().driftPosition();
        for (int column = 0; column < drift; ++column) {
            double size = 1.0, error = 0.0;
            for (std::size_t row = 0; row < got.size(); ++row) {
                size = std::max(size, std::abs(wanted.at(row, column)));
                error = std::max(error, std::abs(got.at(row, column) - wanted.at(row, column)));
            }
            const std::string& title = core->layout().names()[static_cast<std::size_t>(column)];
            QVERIFY2(error <= 2e-4 * size,
                     qPrintable(QString("%1: %2 of %3").arg(title.c_str()).arg(error).arg(size)));
        }
        for (std::size_t row = 0; row < got.size(); ++row) QVERIFY(got.at(row, drift) < 2e-5);
    }

    /// After five seconds, closed mechanisms are at most 1.5 times as far from double precision as
    /// this machine's single precision, also when all bars of a parallelogram pass one line.
    void motionsAreAsExactAsSinglePrecision_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("bound");
        const auto row = [](const char* name, double bound) {
            QTest::newRow(name) << QString(name) << bound;
        };
        row("four_bar", 2e-3);
        row("parallelogram", 2e-2);
        row("slider_crank", 2e-4);
        row("dwell_six_bar", 2e-5);
    }
    void motionsAreAsExactAsSinglePrecision() {
        QFETCH(QString, name);
        QFETCH(double, bound);
        const auto model = modelOf(exampleNamed(name));
        const auto exact = hdcaRun(model, "sequential", 1e-3, 5.0);
        const double board = errorOf(*hdcaRun(model, "board:there:1", 1e-3, 5.0), *exact);
        const double here = errorOf(*hdcaRun(model, "float32", 1e-3, 5.0), *exact);
        const QString errors = QString("board %1, float32 %2").arg(board).arg(here);
        qInfo("%s", qPrintable(errors));
        QVERIFY2(board <= bound && board <= 1.5 * here, qPrintable(errors));
    }

    /// In the pose where all bars of a parallelogram lie on one line, rounding becomes a velocity,
    /// so that the error of one step is an accident; the medians of many are not.
    void passesOfOneLineAreAsExactAsSinglePrecision() {
        const auto model = modelOf(exampleNamed("parallelogram"));
        std::vector<double> board, here;
        for (int steps = 50; steps <= 170; steps += 10) {  // in the 50 ms between two rows
            const double step = 0.05 / steps;
            const auto exact = hdcaRun(model, "sequential", step, 5.0);
            board.push_back(errorOf(*hdcaRun(model, "board:there:1", step, 5.0), *exact));
            here.push_back(errorOf(*hdcaRun(model, "float32", step, 5.0), *exact));
        }
        std::ranges::sort(board);
        std::ranges::sort(here);
        const std::size_t middle = board.size() / 2;
        const QString errors = QString("median: board %1, float32 %2; largest: %3, %4")
                                   .arg(board[middle])
                                   .arg(here[middle])
                                   .arg(board.back())
                                   .arg(here.back());
        qInfo("%s", qPrintable(errors));
        QVERIFY2(board[middle] <= 1.5 * here[middle] && board.back() <= 1.5 * here.back(),
                 qPrintable(errors));
    }

    /// A parallelogram passes the line of its links, where another branch begins, and keeps its
    /// own: its coupler does not turn.
    void branchesAreKept() {
        const auto run =
            hdcaRun(modelOf(exampleNamed("parallelogram")), "board:there:1", 1e-3, 5.0);
        const auto& names = run->layout().names();
        const auto columnOf = [&](const char* name) {
            return static_cast<int>(std::ranges::find(names, name) - names.begin());
        };
        const int crank = columnOf("A.y"), coupler = columnOf("B.y");
        double lowest = 1.0;
        for (std::size_t row = 0; row < run->recording()->size(); ++row) {
            const double y = run->recording()->at(row, crank);
            lowest = std::min(lowest, y);
            QVERIFY(std::abs(run->recording()->at(row, coupler) - (2.0 * y + 0.5)) < 1e-4);
        }
        QVERIFY(lowest < -0.49);  // it hung on one line
    }

    /// In double precision, halving the step divides the error by 2^order.
    void programsHaveTheOrderOfTheMethod_data() { motionsAreThoseOfTheCore_data(); }
    void programsHaveTheOrderOfTheMethod() {
        QFETCH(QString, name);
        const System system = systemOf(name);
        const auto endOf = [&](PlanarMethod method, double step, int steps) {
            const Graph graph =
                recordSystem(system.planar.system, system.start, {method, step, false});
            const std::vector<double> end = wordsAfter(graph, method, steps);
            // Momenta contain impulses of the constraints; compare coordinates.
            std::vector<double> coordinates;
            for (std::size_t i = 0; i < end.size(); i += 6)
                coordinates.insert(coordinates.end(), {end[i], end[i + 1], end[i + 2]});
            return coordinates;
        };
        const auto exact = endOf(PlanarMethod::RungeKutta4, 1.25e-4, 1600);
        const double coarse = apart(endOf(PlanarMethod::RungeKutta4, 8e-3, 25), exact);
        const double fine = apart(endOf(PlanarMethod::RungeKutta4, 4e-3, 50), exact);
        // The polynomials for sines have errors of up to 5e-9.
        QVERIFY2(fine < coarse / 10.0 + 2e-9, qPrintable(QString("%1 %2").arg(coarse).arg(fine)));
        const double rough = apart(endOf(PlanarMethod::Euler, 1e-3, 200), exact);
        const double better = apart(endOf(PlanarMethod::Euler, 5e-4, 400), exact);
        QVERIFY2(better < rough / 1.6 + 1e-12, qPrintable(QString("%1 %2").arg(rough).arg(better)));
    }

    /// Every word of a program computes what the graph says, phased or not.
    void programsAreTheirGraphs_data() { motionsAreThoseOfTheCore_data(); }
    void programsAreTheirGraphs() {
        QFETCH(QString, name);
        const System system = systemOf(name);
        for (const PlanarMethod method : {PlanarMethod::Euler, PlanarMethod::RungeKutta4})
            for (const bool phased : {false, true}) {
                const CompiledSystem compiled =
                    compileSystem(system.planar.system, system.start, {method, 1e-3, phased});
                QVERIFY2(compiled.program, compiled.refusal.c_str());
                QCOMPARE(checkProgram(compiled.graph, *compiled.program), std::string());
            }
    }

    /// The same program over TCP gives the same bits, in the model and in simulated hardware.
    void programsRunOnABoard_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("rtl");
        for (const bool rtl : {false, true})
            for (const char* name : {"cart_pendulum", "branched_tree", "planetary_gear"})
                QTest::addRow("%s, %s", name, rtl ? "rtl" : "soft") << QString(name) << rtl;
    }
    void programsRunOnABoard() {
        QFETCH(QString, name);
        QFETCH(bool, rtl);
#ifndef MOMENTREE_WITH_RTL
        if (rtl) QSKIP("built without Verilator");
#endif
        const System system = systemOf(name);
        const CompiledSystem compiled =
            compileSystem(system.planar.system, system.start,
                          {.method = PlanarMethod::RungeKutta4, .step = 1e-3});
        QVERIFY(compiled.program);
        auto fabric = makeSoftFabric();
        if (rtl) fabric = std::move(*openRtlFabric());
        const LocalServer server(*fabric);
        BoardClient client = connectTo(server.address());
        QCOMPARE(differenceOnBoard(client, compiled), QString());
        // Its state belongs to the program.
        const auto state = client.state();
        QVERIFY(state);
        QCOMPARE(state->angle.size(), compiled.row.size() / 2);
        QVERIFY(!client.setState({state->angle, state->momentum}));
        const auto times = client.timeSoftware(10);
        QVERIFY(times && times->phases.empty());
    }

    void wrongProgramsAreRefused() {
        const System system = systemOf("single_pendulum");
        const CompiledSystem compiled =
            compileSystem(system.planar.system, system.start, {PlanarMethod::Euler, 1e-3, false});
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        BoardClient client = connectTo(server.address());
        const auto refused = [&](auto change) {
            wire::LoadProgram message = programMessageOf(compiled);
            change(message);
            return !client.load(message) && client.connected();
        };
        QVERIFY(refused([](wire::LoadProgram& m) { m.words.clear(); }));
        QVERIFY(refused([](wire::LoadProgram& m) { m.words.pop_back(); }));
        QVERIFY(refused([](wire::LoadProgram& m) { m.passes = 0; }));
        QVERIFY(refused([](wire::LoadProgram& m) { m.kept[0] = 7 * 512; }));
        QVERIFY(refused([](wire::LoadProgram& m) { m.image[0].place = 7 * 512; }));
        QVERIFY(refused([](wire::LoadProgram& m) { m.momenta.pop_back(); }));
        QVERIFY(refused([](wire::LoadProgram& m) { m.coordinates[0] = 10'000; }));
        QVERIFY(refused([](wire::LoadProgram& m) { m.coordinates[0] = m.coordinates[1]; }));
        QVERIFY(refused([](wire::LoadProgram& m) { m.samples.pop_back(); }));
        QVERIFY(refused([](wire::LoadProgram& m) {
            m.samples.pop_back();
            m.samples.pop_back();
            m.coordinates.pop_back();
            m.momenta.pop_back();
        }));
        QVERIFY(client.load(programMessageOf(compiled)));
    }

    void refusesWhatDoesNotFit_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("refusal");
        QTest::newRow("state") << "balanced_pole"
                               << QStringList{"force 'controller' accelerator-state-law"};
        QTest::newRow("contact") << "bouncing_ball"
                                 << QStringList{"force 'floor' accelerator-contact"};
        QTest::newRow("curves") << "fan"
                                << QStringList{"force 'motor_torque' accelerator-characteristic",
                                               "force 'bearing' accelerator-characteristic",
                                               "force 'rubber' accelerator-characteristic",
                                               "force 'air' accelerator-quadratic-drag"};
        QTest::newRow("limits") << "pendulum_with_stop"
                                << QStringList{"joint 'J1' accelerator-limits"};
        QTest::newRow("space") << "heavy_top" << QStringList{"joint 'J1' accelerator-planar-joint"};
    }
    void refusesWhatDoesNotFit() {
        QFETCH(QString, name);
        QFETCH(QStringList, refusal);
        QStringList got = refusalOf(exampleNamed(name));
        got.removeIf([](const QString& line) { return line.startsWith("body"); });
        QCOMPARE(got, refusal);
    }

    /// In the plane the compiler needs independent constraints; such mechanisms run as loops in
    /// space, where those that hold twice yield.
    void whatHoldsTwiceRunsInSpace_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"hinges", "brace", "bars"}) QTest::newRow(name) << QString(name);
    }
    void whatHoldsTwiceRunsInSpace() {
        QFETCH(QString, name);
        const auto model = modelOf(heldTwice(name));
        QCOMPARE(momentree::test::namesOf(refusalOnBoard(*model, RunSpec())), QStringList());
        const auto exact = hdcaRun(model, "sequential", 1e-3, 2.0);
        const double board = errorOf(*hdcaRun(model, "board:there:1", 1e-3, 2.0), *exact);
        const double here = errorOf(*hdcaRun(model, "float32", 1e-3, 2.0), *exact);
        const QString errors = QString("board %1, float32 %2").arg(board).arg(here);
        qInfo("%s", qPrintable(errors));
        QVERIFY2(board <= 1e-4 && board <= 1.5 * here, qPrintable(errors));
    }

    /// Constraints that follow from others in one pose only are named, not dropped.
    void namesADependentConstraint() {
        System system = systemOf("slider_crank");
        PlanarConstraint again = system.planar.system.constraints.back();
        again.name = "again";
        system.planar.system.constraints.push_back(again);
        const CompiledSystem compiled =
            compileSystem(system.planar.system, system.start, {PlanarMethod::Euler, 1e-3, false});
        QVERIFY(!compiled.program);
        QVERIFY(compiled.element == "again" ||
                compiled.element == system.planar.system.constraints[7].name);
    }

    /// More bodies than the program store or the register file can hold are refused by name.
    void namesWhatIsFull() {
        PlanarSystem large;
        PlanarSystemState start;
        for (int i = 0; i < maxBodies; ++i) {
            large.bodies.push_back({1.0, 0.1, 0.0, 0.0});
            start.coordinates.insert(start.coordinates.end(), {0.5 + i, 0.0, 0.0});
            for (const Flat<double> axis : {Flat<double>{1.0, 0.0}, Flat<double>{0.0, 1.0}})
                large.constraints.push_back({"pin",
                                             {{1.0,
                                               {PlanarCoordinate::Kind::Slide,
                                                {i - 1, {i > 0 ? 0.5 : 0.0, 0.0}},
                                                {i, {-0.5, 0.0}},
                                                planarGround,
                                                axis}}},
                                             {}});
        }
        start.momenta.assign(start.coordinates.size(), 0.0);
        const CompiledSystem compiled =
            compileSystem(large, start, {PlanarMethod::RungeKutta4, 1e-3, false});
        QVERIFY(compiled.program || compiled.refusal.find("its ") == 0);
        large.bodies.push_back({1.0, 0.1, 0.0, 0.0});
        QVERIFY(!compileSystem(large, start, {PlanarMethod::Euler, 1e-3, false}).program);
    }

    /// A state is read together with its own next value, as compensated sums need it.
    void statesAreReadWithTheirNextValues() {
        GraphBuilder builder;
        const Ref sum = builder.state("sum", 1.0, false), rest = builder.state("rest", 0.5, false);
        const Ref next = builder.add(sum, rest);
        const Ref change = builder.add(next, {sum.node, !sum.negative});
        const Graph graph =
            builder.finish({next, builder.add(rest, {change.node, !change.negative})});
        QVERIFY(schedule(graph, false));
        QCOMPARE(evaluate(graph, {1.0, 0.5}), (std::vector<double>{1.5, 0.0}));
    }

    /// Two states, each overwritten by a sum of the other: neither can be issued first.
    void operationsThatWaitForEachOtherAreRefused() {
        Graph graph;
        graph.nodes = {{Op::State, FabricPhase::Kinematics, {}, {}, 1.0},
                       {Op::State, FabricPhase::Kinematics, {}, {}, 2.0},
                       {Op::Constant, FabricPhase::Kinematics, {}, {}, 3.0},
                       {Op::Add, FabricPhase::Integrate, {1, false}, {2, false}, 0.0},
                       {Op::Add, FabricPhase::Integrate, {0, false}, {2, false}, 0.0}};
        graph.states = {{"a", 0, 3, false}, {"b", 1, 4, false}};
        QVERIFY(!schedule(graph, false));
        graph.states = {{"a", 0, 4, false}, {"b", 1, 3, false}};
        QVERIFY(schedule(graph, false));
        // An operation of an early phase that needs a result of a later one.
        graph.nodes.push_back({Op::Add, FabricPhase::Kinematics, {4, false}, {2, false}, 0.0});
        QVERIFY(schedule(graph, false));
        QVERIFY(!schedule(graph, true));
    }
};

MOMENTREE_TEST(TestPlanarSystem, Appless)

}  // namespace momentree::fpga::test_planar_system

#include "test_planar_system.moc"
