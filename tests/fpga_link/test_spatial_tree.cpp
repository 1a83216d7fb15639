// SPDX-License-Identifier: Apache-2.0
// Chains, trees and loops in space on the accelerator.
#include <QTest>
#include <cmath>
#include <numbers>

#include "board_process.hpp"
#include "check_program.hpp"
#include "core/formulations/hdca/hdca.hpp"
#include "core/generate/equations.hpp"
#include "core/generate/tape_values.hpp"
#include "core/kinematics/assemble.hpp"
#include "fpga_link/fabric/open_fabric.hpp"
#include "fpga_link/offload/open_tree.hpp"
#include "fpga_link/offload/tree_loops.hpp"
#include "local_server.hpp"
#include "program_on_board.hpp"
#include "support/mechanisms.hpp"
#include "system_runs.hpp"

namespace momentree::fpga::test_spatial_tree {
namespace {

using momentree::test::apart;
using momentree::test::build;
using momentree::test::connectTo;
using momentree::test::errorOf;
using momentree::test::exampleNamed;
using momentree::test::hdcaRun;
using momentree::test::LocalServer;
using momentree::test::Mechanism;
using momentree::test::Recipe;
using momentree::test::wordsAfter;

/// Joints in general position, so that no product of the programs is trivial.
const Mechanism longChain{"16 links", Recipe{.bodies = 16, .joints = {"revolute"}}, 16};

/// Four hinges whose axes meet in one point, at arcs of 90, 30, 80 and 70 degrees: the three
/// conditions of points hold in every pose.
ModelDescription sphericalFourBar() {
    const auto tilted = [](const char* name, double degrees) {
        MarkerDescription marker;
        marker.name = name;
        const double half = degrees * std::numbers::pi / 360.0;
        marker.orientation = {std::cos(half), std::sin(half), 0.0, 0.0};
        return marker;
    };
    ModelDescription d;
    d.name = "spherical four-bar";
    d.gravity = {0.0, 4.0, -9.0};
    d.groundMarkers = {tilted("O", 0.0), tilted("B", 90.0)};
    MarkerReference before{"ground", "O"};
    double arc = 30.0;
    for (const char* name : {"crank", "coupler", "rocker"}) {
        BodyDescription body;
        body.name = name;
        body.mass = 0.5;
        body.com = {0.0, -0.1, 0.15};
        for (std::size_t k = 0; k < 3; ++k) body.inertia[k][k] = 0.004 + 0.001 * arc / 80.0;
        body.markers = {tilted("in", 0.0), tilted("out", arc)};
        d.bodies.push_back(body);
        JointDescription joint;
        joint.name = std::string("J ") + name;
        joint.type = "revolute";
        joint.a = before;
        joint.b = {name, "in"};
        d.joints.push_back(joint);
        before = {name, "out"};
        arc = arc == 30.0 ? 80.0 : 70.0;
    }
    JointDescription last;
    last.name = "J ground";
    last.type = "revolute";
    last.a = before;
    last.b = {"ground", "B"};
    d.joints.push_back(last);
    JointStart crank;
    crank.joint = "J crank";
    crank.q = {std::numbers::pi / 3.0};
    d.jointStarts = {crank};
    const auto guess = [&](const char* body, const std::array<Scalar, 4>& orientation) {
        BodyStart start;
        start.body = body;
        start.position = Scalar3{0.0, 0.0, 0.0};
        start.orientation = orientation;
        d.bodyStarts.push_back(start);
    };
    guess("coupler", {0.799299, 0.232936, 0.112818, 0.542341});
    guess("rocker", {0.557761, 0.098348, 0.811634, -0.143113});
    return d;
}

std::shared_ptr<const Model> modelOf(const QString& name) {
    if (name == longChain.name.c_str()) return momentree::test::modelOf(longChain);
    if (name == "free bennett") {
        ModelDescription free = exampleNamed("bennett");
        free.motions.clear();
        free.probes.clear();
        return build(free);
    }
    if (name == "spherical four-bar") return build(sphericalFourBar());
    for (const Mechanism& mechanism : momentree::test::allMechanisms())
        if (name == mechanism.name.c_str()) return momentree::test::modelOf(mechanism);
    return build(exampleNamed(name));
}

/// A model at its start.
struct Start {
    OpenState state;
    RecordedLoops loops;   ///< for steps of 1 ms
    Eigen::VectorXd ydot;  ///< by the core
};
Start startOf(const std::shared_ptr<const Model>& model) {
    const auto initial = assemble(*model);
    if (!initial) qFatal("no start: %s", toString(initial.error().front()).c_str());
    const auto hdca = makeHdcaSpatial<double>(model, RunSpec());
    Start start;
    Eigen::VectorXd y(hdca->size());
    start.ydot.resize(hdca->size());
    PhaseClock clock;
    if (!hdca->start(*initial, y) ||
        hdca->derivative(initial->time, y, start.ydot, clock) != StepStatus::Reached)
        qFatal("no rates");
    const double *first = y.data(), *turns = first + model->tree.nq,
                 *momenta = first + hdca->positionSize();
    start.state = {{first, turns},
                   {momenta, momenta + model->tree.nu},
                   startNumbers(*model, *initial, y.head(model->tree.nq)),
                   initial->time,
                   {turns, momenta}};
    const auto loops = loopsOf(*model, initial->bodies, start.state, 1e-3);
    if (!loops) qFatal("a singular start");
    start.loops = *loops;
    return start;
}

/// [qdot; pdot; theta'] by the core.
std::vector<double> ratesOfCore(const std::shared_ptr<const Model>& model, const OpenState& state) {
    const auto initial = assemble(*model);
    const auto hdca = makeHdcaSpatial<double>(model, RunSpec());
    Eigen::VectorXd y(hdca->size()), ydot(hdca->size());
    const Eigen::Index momenta = hdca->positionSize();
    PhaseClock clock;
    if (!hdca->start(*initial, y)) qFatal("no start");
    for (std::size_t i = 0; i < state.p.size(); ++i)
        y[momenta + static_cast<Eigen::Index>(i)] = state.p[i];
    if (hdca->derivative(initial->time, y, ydot, clock) != StepStatus::Reached) qFatal("no rates");
    const double *first = ydot.data(), *turns = first + model->tree.nq;
    std::vector<double> rates(first, turns);
    rates.insert(rates.end(), first + momenta, first + momenta + model->tree.nu);
    rates.insert(rates.end(), turns, first + momenta);
    return rates;
}

/// Coordinates, momenta, angles of loops and zeros after some steps of the graph in double
/// precision.
std::vector<double> rowAfter(const Model& model, const Start& start, PlanarMethod method,
                             double step, int steps) {
    RecordedLoops loops = start.loops;
    loops.feedback *= 1e-3 / step;
    return wordsAfter(recordTree(model, start.state, {method, step, false}, loops), method, steps);
}

QStringList refusalOf(const ModelDescription& description) {
    const auto model = build(description);
    RunSpec spec;
    spec.formulation = "hdca";
    spec.backend = "board:there:1";
    spec.integrator = "rk4";
    spec.step = 1e-3;
    spec.sample = 1e-2;
    spec.duration = 1.0;
    return momentree::test::namesOf(boardRefusal(*model, spec));
}

}  // namespace

class TestSpatialTree : public QObject {
    Q_OBJECT

private slots:
    /// The passes compute what the core's divide and conquer computes, for every type of joint and
    /// load. The polynomials for sines have errors of up to 5e-9.
    void ratesAreThoseOfTheCore_data() {
        QTest::addColumn<QString>("name");
        for (const Mechanism& mechanism : momentree::test::openMechanisms())
            if (mechanism.name != "5 fixed")
                QTest::newRow(mechanism.name.c_str()) << QString::fromStdString(mechanism.name);
        QTest::newRow("16 links") << "16 links";
    }
    void ratesAreThoseOfTheCore() {
        QFETCH(QString, name);
        const auto model = modelOf(name);
        const Start start = startOf(model);
        constexpr double step = 1e-3;
        std::vector<double> y = start.state.q;
        y.insert(y.end(), start.state.p.begin(), start.state.p.end());
        const std::vector<double> row = rowAfter(*model, start, PlanarMethod::Euler, step, 1);
        QVERIFY(row.size() >= y.size());
        const double size = std::max(1.0, start.ydot.cwiseAbs().maxCoeff());
        for (std::size_t i = 0; i < y.size(); ++i) {
            const double error =
                std::abs((row[i] - y[i]) / step - start.ydot[static_cast<Eigen::Index>(i)]);
            QVERIFY2(error <= 1e-7 * size,
                     qPrintable(QString("%1: %2 of %3").arg(i).arg(error).arg(size)));
        }
        for (std::size_t i = y.size(); i < row.size(); ++i) QCOMPARE(row[i], 0.0);
    }

    /// With momenta that contain impulses of the loops, the recorded rates are those of the core;
    /// in the first pass of a step, they are those of the momenta without these impulses.
    void loopsAreThoseOfTheCore_data() {
        QTest::addColumn<QString>("name");
        for (const Mechanism& mechanism : momentree::test::closedMechanisms()) {
            const auto model = momentree::test::modelOf(mechanism);
            if (std::ranges::all_of(model->tree.closures, [&](int index) {
                    return hasRecordedRows(model->constraints[toIndex(index)]);
                }))
                QTest::newRow(mechanism.name.c_str()) << QString::fromStdString(mechanism.name);
        }
        for (const char* name : {"rssr", "bennett", "free bennett", "spherical four-bar", "sarrus"})
            QTest::newRow(name) << name;
    }
    void loopsAreThoseOfTheCore() {
        QFETCH(QString, name);
        const auto model = modelOf(name);
        Start start = startOf(model);
        std::vector<double> taken;
        const auto ratesAt = [&](double first) {
            Tape tape;
            const RecordedEquations equations = recordEquations(*model, tape, start.loops);
            std::vector<double> inputs = inputsAt(start.state, true);
            inputs.back() = first;
            const std::vector<double> values = tapeValues(tape.nodes(), inputs);
            std::vector<double> rates;
            for (const auto& rate : equations.rates) rates.push_back(valueOf(rate, values));
            for (const auto& rate : equations.turns) rates.push_back(valueOf(rate, values));
            taken.clear();
            for (const auto& part : equations.taken) taken.push_back(valueOf(part, values));
            return rates;
        };
        std::vector<double>& p = start.state.p;
        for (std::size_t i = 0; i < p.size(); ++i)
            p[i] += 0.3 * std::sin(1.0 + static_cast<double>(i));
        const std::vector<double> core = ratesOfCore(model, start.state);
        const std::vector<double> later = ratesAt(0.0);
        double size = 1.0;
        for (const double rate : core) size = std::max(size, std::abs(rate));
        // Redundant rows share their impulses as they like, and the rates of momenta tell how; the
        // motion does not. These momenta have far larger impulses than a step, to which rows yield.
        const bool redundant =
            std::ranges::any_of(start.loops.give, [](double give) { return give > 0.0; });
        std::vector<double> wanted = core, got = later;
        if (redundant) wanted.resize(start.state.q.size()), got.resize(start.state.q.size());
        QVERIFY2(apart(got, wanted) <= (redundant ? 1e-3 : 1e-8) * size,
                 qPrintable(QString("%1 of %2").arg(apart(got, wanted)).arg(size)));
        const std::vector<double> first = ratesAt(1.0);
        for (std::size_t i = 0; i < p.size(); ++i) p[i] -= taken[i];
        const std::vector<double> without = ratesAt(0.0);
        QVERIFY2(apart(first, without) <= (redundant ? 1e-3 : 1e-8) * size,
                 qPrintable(QString("%1 of %2").arg(apart(first, without)).arg(size)));
    }

    /// In double precision, halving the step divides the error by 2^order.
    void programsHaveTheOrderOfTheMethod_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"mixed chain", "driven mixed chain", "loaded mixed chain", "driven revolutes",
              "5 planar joints", "rssr", "spherical four-bar"})
            QTest::newRow(name) << name;
    }
    void programsHaveTheOrderOfTheMethod() {
        QFETCH(QString, name);
        const auto model = modelOf(name);
        const Start start = startOf(model);
        const auto endOf = [&](PlanarMethod method, double step, int steps) {
            std::vector<double> row = rowAfter(*model, start, method, step, steps);
            row.resize(start.state.q.size());
            return row;
        };
        const auto exact = endOf(PlanarMethod::RungeKutta4, 2.5e-4, 160);
        const double coarse = apart(endOf(PlanarMethod::RungeKutta4, 8e-3, 5), exact);
        const double fine = apart(endOf(PlanarMethod::RungeKutta4, 4e-3, 10), exact);
        QVERIFY2(fine < coarse / 10.0 + 2e-8, qPrintable(QString("%1 %2").arg(coarse).arg(fine)));
        const double rough = apart(endOf(PlanarMethod::Euler, 1e-3, 40), exact);
        const double better = apart(endOf(PlanarMethod::Euler, 5e-4, 80), exact);
        QVERIFY2(better < rough / 1.6, qPrintable(QString("%1 %2").arg(rough).arg(better)));
    }

    /// Every word of a program computes what the graph says, phased or not.
    void programsAreTheirGraphs_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"16 links", "loaded mixed chain", "driven revolutes", "heavy_top",
                                 "rssr", "spherical four-bar"})
            QTest::newRow(name) << name;
    }
    void programsAreTheirGraphs() {
        QFETCH(QString, name);
        const auto model = modelOf(name);
        const Start start = startOf(model);
        for (const PlanarMethod method : {PlanarMethod::Euler, PlanarMethod::RungeKutta4})
            for (const bool phased : {false, true}) {
                const CompiledSystem compiled =
                    compileTree(*model, start.state, {method, 1e-3, phased}, start.loops);
                QVERIFY2(compiled.program, compiled.refusal.c_str());
                QCOMPARE(checkProgram(compiled.graph, *compiled.program), std::string());
            }
    }

    /// Errors against double precision are at most 1.5 times those of this machine's single
    /// precision.
    void motionsAreAsExactAsSinglePrecision_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("duration");
        QTest::addColumn<double>("bound");
        QTest::newRow("16 links") << "16 links" << 0.5 << 1e-3;
        QTest::newRow("loaded mixed chain") << "loaded mixed chain" << 0.5 << 1e-4;
        for (const char* name :
             {"spatial_double_pendulum", "robot_arm", "heavy_top", "asymmetric_body"})
            QTest::newRow(name) << name << 1.0 << 1e-4;
        QTest::newRow("rssr") << "rssr" << 2.0 << 3e-3;
        for (const char* name : {"bennett", "free bennett", "spherical four-bar", "sarrus"})
            QTest::newRow(name) << name << 2.0 << 1e-4;
    }
    void motionsAreAsExactAsSinglePrecision() {
        QFETCH(QString, name);
        QFETCH(double, duration);
        QFETCH(double, bound);
        const auto model = modelOf(name);
        const auto exact = hdcaRun(model, "sequential", 1e-3, duration);
        const double board = errorOf(*hdcaRun(model, "board:there:1", 1e-3, duration), *exact);
        const double here = errorOf(*hdcaRun(model, "float32", 1e-3, duration), *exact);
        const QString errors = QString("board %1, float32 %2").arg(board).arg(here);
        qInfo("%s", qPrintable(errors));
        QVERIFY2(board <= bound && board <= 1.5 * here, qPrintable(errors));
    }

    /// The same program over TCP gives the same bits, in the model and in simulated hardware.
    void programsRunOnABoard_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("rtl");
        for (const bool rtl : {false, true})
            for (const char* name :
                 {"16 links", "loaded mixed chain", "driven revolutes", "rssr", "bennett",
                  "free bennett", "spherical four-bar", "sarrus", "governor", "delta_robot",
                  "double_wishbone", "stewart_platform"})
                QTest::addRow("%s, %s", name, rtl ? "rtl" : "soft") << QString(name) << rtl;
    }
    void programsRunOnABoard() {
        QFETCH(QString, name);
        QFETCH(bool, rtl);
#ifndef MOMENTREE_WITH_RTL
        if (rtl) QSKIP("built without Verilator");
#endif
        const auto model = modelOf(name);
        auto fabric = makeSoftFabric();
        if (rtl) fabric = std::move(*openRtlFabric());
        const LocalServer server(*fabric);
        BoardClient client = connectTo(server.address());
        for (const PlanarMethod method : {PlanarMethod::Euler, PlanarMethod::RungeKutta4}) {
            const Start start = startOf(model);
            const CompiledSystem compiled =
                compileTree(*model, start.state, {method, 1e-3, false}, start.loops);
            QVERIFY2(compiled.program, compiled.refusal.c_str());
            QCOMPARE(differenceOnBoard(client, compiled), QString());
        }
    }

    /// A pivot that loses more than 2^-16 of the smallest one at the start is flagged in its step.
    void smallPivotsAreFlagged() {
        const auto model = modelOf("16 links");
        CompiledSystem compiled = compileTree(*model, startOf(model).state, {});
        QVERIFY(compiled.program);
        SoftEngine usual(*compiled.program);
        usual.run(10);
        QVERIFY(!usual.flags.any());
        compiled.program->pivotLimit = 200;
        SoftEngine flagged(*compiled.program);
        flagged.run(10);
        QVERIFY(flagged.flags.smallPivot);
        QCOMPARE(flagged.firstFlagged, 0);
    }

    void refusesWhatDoesNotFit_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("refusal");
        QTest::newRow("couplings")
            << "differential"
            << QStringList{"coupling 'left_mesh' accelerator-spatial-coupling",
                           "coupling 'right_mesh' accelerator-spatial-coupling"};
        QTest::newRow("too many") << "chain_128" << QStringList{"model accelerator-bodies"};
        QTest::newRow("in a plane")
            << "controlled_arm" << QStringList{"force 'servo' accelerator-controller"};
        QTest::newRow("constant velocity")
            << "constant_velocity_shafts" << QStringList{"joint 'joint' accelerator-spatial-joint"};
    }
    void refusesWhatDoesNotFit() {
        QFETCH(QString, name);
        QFETCH(QStringList, refusal);
        QCOMPARE(refusalOf(exampleNamed(name)), refusal);
    }
    void namesAModelThatCannotMove() {
        const auto fixed = momentree::test::describe({.bodies = 5, .joints = {"fixed"}}, 1);
        QCOMPARE(refusalOf(fixed), QStringList{"model accelerator-nothing-free"});
    }
    void namesLoadsThatDoNotFit() {
        ModelDescription description =
            momentree::test::describe({.bodies = 3, .joints = {"spherical"}, .loads = true}, 1);
        QVERIFY(refusalOf(description).isEmpty());
        DragDescription air;
        air.body = "b1";
        air.quadratic = 0.1;
        description.forces.push_back({"air", air});
        SpringDamperDescription spring;
        spring.a = {"b0", "j1"};
        spring.b = {"b1", "in"};
        description.forces.push_back({"no length", spring});
        QCOMPARE(refusalOf(description),
                 (QStringList{"force 'no length' accelerator-no-spring-length",
                              "force 'air' accelerator-quadratic-drag"}));
    }
    /// What the program store cannot hold is refused with the numbers.
    void namesWhatIsFull() {
        const auto model = momentree::test::modelOf(
            {"64", Recipe{.bodies = 64, .joints = {"free"}, .branched = true}, 3});
        const CompiledSystem compiled = compileTree(*model, startOf(model).state, {});
        QVERIFY(!compiled.program);
        QVERIFY2(compiled.refusal.starts_with("its "), compiled.refusal.c_str());
    }
};

MOMENTREE_TEST(TestSpatialTree, Appless)

}  // namespace momentree::fpga::test_spatial_tree

#include "test_spatial_tree.moc"
