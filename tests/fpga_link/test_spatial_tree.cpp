// SPDX-License-Identifier: Apache-2.0
// Open chains and trees in space on the accelerator.
#include <QTest>
#include <cmath>

#include "check_program.hpp"
#include "core/formulations/hdca/hdca.hpp"
#include "core/generate/equations.hpp"
#include "core/kinematics/assemble.hpp"
#include "fpga_link/fabric/open_fabric.hpp"
#include "fpga_link/offload/open_tree.hpp"
#include "fpga_link/offload/tree_program.hpp"
#include "local_server.hpp"
#include "program_on_board.hpp"
#include "support/mechanisms.hpp"
#include "system_runs.hpp"

namespace momentree::fpga::test_spatial_tree {
namespace {

using momentree::test::apart;
using momentree::test::build;
using momentree::test::connectTo;
using momentree::test::exampleNamed;
using momentree::test::hdcaRun;
using momentree::test::LocalServer;
using momentree::test::Mechanism;
using momentree::test::Recipe;
using momentree::test::wordsAfter;

/// Joints in general position, so that no product of the programs is trivial.
const Mechanism longChain{"16 links", Recipe{.bodies = 16, .joints = {"revolute"}}, 16};

std::shared_ptr<const Model> modelOf(const QString& name) {
    if (name == longChain.name.c_str()) return momentree::test::modelOf(longChain);
    for (const Mechanism& mechanism : momentree::test::openMechanisms())
        if (name == mechanism.name.c_str()) return momentree::test::modelOf(mechanism);
    return build(exampleNamed(name));
}

/// A model at its start.
struct Start {
    OpenState state;
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
    const double *first = y.data(), *middle = first + model->tree.nq;
    start.state = {{first, middle},
                   {middle, middle + model->tree.nu},
                   startNumbers(*model, *initial, y.head(model->tree.nq)),
                   initial->time};
    return start;
}

/// Words of the row after some steps of the graph in double precision.
std::vector<double> rowAfter(const Model& model, const OpenState& start, PlanarMethod method,
                             double step, int steps) {
    return wordsAfter(recordTree(model, start, {method, step, false}), method, steps);
}

/// Largest error of a position, velocity, joint coordinate or speed, relative to 1 or the largest
/// value of its column.
double errorOf(const Run& got, const Run& wanted) {
    const auto endsWith = [](const std::string& name, const char* end) {
        return name.ends_with(end);
    };
    double error = 0.0;
    const auto& names = wanted.layout().names();
    for (std::size_t column = 0; column < names.size(); ++column) {
        bool kinematic = false;
        for (const char* end :
             {".x", ".y", ".z", ".vx", ".vy", ".vz", ".wx", ".wy", ".wz", ".q", ".u"})
            kinematic = kinematic || endsWith(names[column], end);
        if (!kinematic) continue;
        const int at = static_cast<int>(column);
        double size = 1.0, most = 0.0;
        for (std::size_t row = 0; row < wanted.recording()->size(); ++row) {
            size = std::max(size, std::abs(wanted.recording()->at(row, at)));
            most = std::max(
                most, std::abs(got.recording()->at(row, at) - wanted.recording()->at(row, at)));
        }
        error = std::max(error, most / size);
    }
    return error;
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
        const std::vector<double> row = rowAfter(*model, start.state, PlanarMethod::Euler, step, 1);
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

    /// In double precision, halving the step divides the error by 2^order.
    void programsHaveTheOrderOfTheMethod_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"mixed chain", "driven mixed chain", "loaded mixed chain",
                                 "driven revolutes", "5 planar joints"})
            QTest::newRow(name) << name;
    }
    void programsHaveTheOrderOfTheMethod() {
        QFETCH(QString, name);
        const auto model = modelOf(name);
        const OpenState start = startOf(model).state;
        const auto endOf = [&](PlanarMethod method, double step, int steps) {
            std::vector<double> row = rowAfter(*model, start, method, step, steps);
            row.resize(start.q.size());
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
        for (const char* name : {"16 links", "loaded mixed chain", "driven revolutes", "heavy_top"})
            QTest::newRow(name) << name;
    }
    void programsAreTheirGraphs() {
        QFETCH(QString, name);
        const auto model = modelOf(name);
        const OpenState start = startOf(model).state;
        for (const PlanarMethod method : {PlanarMethod::Euler, PlanarMethod::RungeKutta4})
            for (const bool phased : {false, true}) {
                const CompiledSystem compiled = compileTree(*model, start, {method, 1e-3, phased});
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
            for (const char* name : {"16 links", "loaded mixed chain", "driven revolutes"})
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
            const CompiledSystem compiled =
                compileTree(*model, startOf(model).state, {method, 1e-3, false});
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
        QTest::newRow("loop") << "rssr" << QStringList{"joint 'J4' accelerator-spatial-loop"};
        QTest::newRow("couplings")
            << "differential"
            << QStringList{"coupling 'left_mesh' accelerator-spatial-coupling",
                           "coupling 'right_mesh' accelerator-spatial-coupling"};
        QTest::newRow("too many") << "chain_128" << QStringList{"model accelerator-bodies"};
        QTest::newRow("in a plane")
            << "controlled_arm" << QStringList{"force 'servo' accelerator-controller"};
        QTest::newRow("constant velocity")
            << "constant_velocity_shafts"
            << QStringList{"joint 'guide' accelerator-spatial-loop",
                           "joint 'joint' accelerator-spatial-joint"};
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
