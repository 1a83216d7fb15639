// SPDX-License-Identifier: Apache-2.0
// The start of many loops: ranks and motions found along the tree agree with those of matrices,
// also if rows depend on others.
#include <QDir>
#include <QTest>

#include "bench/mechanisms.hpp"
#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/closures.hpp"
#include "core/kinematics/loop_motions.hpp"
#include "core/kinematics/structural_rank.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/session/built_in.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_loop_motions {

using namespace momentree::test;
using Eigen::VectorXd;

namespace {

PoseSearch poseOf(const Model& model, const InitialState& start, VectorXd& u) {
    VectorXd q(model.tree.nq);
    u.resize(model.tree.nu);
    const auto bodies = kinematicsOf(start.bodies);
    jointsFromBodies(model, 0.0, bodies, q.data(), u.data());
    return PoseSearch(model, 0.0, q);
}

InitialState startedAt(const Model& model) {
    auto start = assemble(model);
    if (!start) qFatal("%s", toString(start.error().front()).c_str());
    return *start;
}

}  // namespace

class TestLoopMotions : public QObject {
    Q_OBJECT
private slots:
    void theTreeAgreesWithMatrices_data() {
        QTest::addColumn<QString>("file");
        const QDir folder(MOMENTREE_SOURCE_DIR "/resources/examples");
        for (const QString& name : folder.entryList({"*.momentree.json"}))
            QTest::newRow(qPrintable(name)) << folder.filePath(name);
    }
    void theTreeAgreesWithMatrices() {
        QFETCH(QString, file);
        const auto read = readModelFile(file.toStdString());
        QVERIFY(read.has_value());
        const auto built = buildModel(*read);
        QVERIFY(built.has_value());
        const Model& model = **built;
        if (!LoopMotions::possible(model)) QSKIP("no loops, or couplings");
        const InitialState start = startedAt(model);
        VectorXd u;
        PoseSearch pose = poseOf(model, start, u);
        LoopMotions motions(model, pose);
        motions.factorise(pose, {}, pose.gap());
        int rank = 0;
        for (int row = 0; row < model.tree.closureRows; ++row) rank += !motions.leftOut(row);
        QCOMPARE(rank, closureRanks(model, 0.0, start.bodies).startRank());
        // J of the tree is J of the matrices, and a motion is undone.
        const LoopEquations loops = pose.equations();
        const VectorXd any = VectorXd::LinSpaced(model.tree.nu, -1.0, 1.0);
        const VectorXd rates = motions.along(any);
        const VectorXd expected = loops.A * any.cwiseQuotient(pose.scales().speed);
        QVERIFY((rates - expected).norm() < 1e-13 * (1.0 + expected.norm()));
        const double left = (motions.along(motions.solve(rates)) - rates).norm();
        QVERIFY2(left < 1e-12 * (1.0 + rates.norm()) + 1e2 * pose.gap(),
                 qPrintable(QString::number(left)));
    }

    void manyLoopsStart_data() {
        QTest::addColumn<bool>("tilted");
        QTest::newRow("in a plane of the axes") << false;
        QTest::newRow("tilted") << true;
    }
    // 2 n bodies and one more, of which each window lets one move with the others.
    void manyLoopsStart() {
        QFETCH(bool, tilted);
        constexpr int windows = 60;
        const auto model = bench::ladderModel(windows, tilted);
        QVERIFY(LoopMotions::needed(*model));
        AssemblyReport report;
        const auto start = assemble(*model, &report);
        QVERIFY(start.has_value());
        QCOMPARE(report.rank, 2 * windows);
        QCOMPARE(report.startRank, 2 * windows);
        QCOMPARE(report.redundant, 3 * windows);
        std::size_t named = 0;
        for (const Redundancy& r : report.redundancies) named += r.directions.size();
        QCOMPARE(named, static_cast<std::size_t>(3 * windows));
        QVERIFY(report.smallestKept > 0.1 && report.largestDropped < 1e-6);
        QVERIFY(report.gap < 1e-12 && report.velocityResidual < 1e-10);
    }

    // Equations along and across the plane: those across it always hold, and no other depends on
    // them.
    void inclinedPlanesHaveNoDependentRows_data() { manyLoopsStart_data(); }
    void inclinedPlanesHaveNoDependentRows() {
        QFETCH(bool, tilted);
        for (const int windows : {1, 5, 20}) {
            const auto model = bench::ladderModel(windows, tilted);
            const ClosureRanks ranks = closureRanks(*model, 0.0, startedAt(*model).bodies);
            QCOMPARE(ranks.rank(), 2 * windows);
            for (const ClosureGroup& group : ranks.groups)
                QCOMPARE(group.rows.size(), static_cast<std::size_t>(group.rank));
        }
    }
    void inclinedPlanesMoveAlike_data() {
        QTest::addColumn<QString>("formulation");
        for (const char* formulation : {"hdca", "dca", "aba", "lagrange-index1", "hamilton-index2"})
            QTest::newRow(formulation) << QString(formulation);
    }
    void inclinedPlanesMoveAlike() {
        QFETCH(QString, formulation);
        const auto model = bench::ladderModel(6, true);
        const auto moved = [&](const std::string& by) {
            return after(model, {.formulation = by, .integrator = "rk4", .step = 1e-3}, 0.2);
        };
        QVERIFY(distance(moved(formulation.toStdString()), moved("naudet")) < 1e-9);
        const RunSpec trapezoidal{
            .formulation = "index3-dca", .integrator = "trapezoidal", .step = 1e-4};
        QVERIFY(distance(after(model, trapezoidal, 0.2), moved("naudet")) < 1e-5);
    }

    // The same for loops whose planes move with the bodies that carry them.
    void carriedPlanesHaveNoDependentRows() {
        for (const int loops : {1, 5, 20}) {
            const auto model = bench::parallelogramChain(loops);
            const ClosureRanks ranks = closureRanks(*model, 0.0, startedAt(*model).bodies);
            QCOMPARE(ranks.rank(), 2 * loops);
            for (const ClosureGroup& group : ranks.groups)
                QCOMPARE(group.rows.size(), static_cast<std::size_t>(group.rank));
        }
    }
    void carriedPlanesMoveAlike_data() {
        QTest::addColumn<QString>("formulation");
        QTest::addColumn<double>("accuracy");
        for (const char* id : {"hdca", "dca", "aba", "lcaba", "cluster", "lagrange-index1",
                               "null-space", "hamilton-index2"})
            QTest::newRow(id) << QString(id) << 1e-9;
        for (const char* id : {"index3-dca", "generalized-alpha", "rattle", "energy-momentum"})
            QTest::newRow(id) << QString(id) << 1e-5;
    }
    void carriedPlanesMoveAlike() {
        QFETCH(QString, formulation);
        QFETCH(double, accuracy);
        const auto model = bench::parallelogramChain(4);
        const std::string id = formulation.toStdString();
        const std::vector<std::string> own = integratorsIn(id);
        const Sample expected =
            after(model, {.formulation = "naudet", .integrator = "rk4", .step = 1e-3}, 0.2);
        const Sample found = after(model,
                                   {.formulation = id,
                                    .integrator = own.empty() ? "rk4" : own.front(),
                                    .step = own.empty() ? 1e-3 : 1e-4},
                                   0.2);
        QVERIFY2(distance(found, expected) < accuracy,
                 qPrintable(QString::number(distance(found, expected))));
    }

    // The pose is displaced along the closure's normals and found again.
    void manyLoopsClose() {
        const auto model = bench::ladderModel(60, true);
        VectorXd u;
        PoseSearch pose = poseOf(*model, startedAt(*model), u);
        const VectorXd closed = pose.q();
        pose.move(1e-3 * VectorXd::LinSpaced(model->tree.nu, -1.0, 1.0));
        QVERIFY(pose.gap() > 1e-6);
        QVERIFY(pose.closeExactly(0));
        QVERIFY(pose.gap() < 1e-12);
        QVERIFY((pose.q() - closed).cwiseAbs().maxCoeff() < 0.1);
    }
};

MOMENTREE_TEST(TestLoopMotions, Appless)

}  // namespace momentree::test_loop_motions
#include "test_loop_motions.moc"
