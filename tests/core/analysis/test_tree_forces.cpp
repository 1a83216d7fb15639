// SPDX-License-Identifier: Apache-2.0
// Multipliers along the tree against decompositions of all rows, and the rank of matrices.
#include <QTest>
#include <cmath>
#include <random>

#include "core/analysis/least_norm.hpp"
#include "core/analysis/tree_forces.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/math/complete_pivoting.hpp"
#include "core/math/decompositions.hpp"
#include "core/math/index.hpp"
#include "support/gears.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_tree_forces {

using namespace momentree::test;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double size = 0.4;  // [m]

/// A model at its start, with the rows of all constraints.
struct Standing {
    std::shared_ptr<const Model> model;
    std::vector<BodyKinematics<double>> bodies;
    std::vector<ConstraintTerms<double>> terms;
    MatrixXd A;     // J^T without units
    VectorXd unit;  // of the multipliers

    explicit Standing(const std::string& text) : model(built(text)) {
        const auto start = assemble(*model);
        if (!start) qFatal("%s", qPrintable(said(start.error())));
        bodies = kinematicsOf(start->bodies);
        terms.resize(model->constraints.size());
        evaluateAll<double>(*model, 0.0, bodies, {}, terms);
        A = MatrixXd::Zero(6 * std::ssize(bodies), model->constraintRows);
        unit = VectorXd::Ones(model->constraintRows);
        for (std::size_t k = 0; k < terms.size(); ++k) {
            const Constraint& c = model->constraints[k];
            if (c.isAngle()) unit[c.firstRow] = size;
            for (const bool onA : {true, false}) {
                const int body = onA ? c.bodyA : c.bodyB;
                if (body == ground) continue;
                MatrixXd block = (onA ? terms[k].J_a : terms[k].J_b).transpose() * unit[c.firstRow];
                block.bottomRows<3>() /= size;
                A.block(6 * Index{body}, c.firstRow, 6, c.rows()) += block;
            }
        }
    }
    std::vector<Vec6<double>> wrenchesOf(const VectorXd& y) const {
        const VectorXd e = A * y;
        std::vector<Vec6<double>> all;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            Vec6<double> w = e.segment<6>(6 * static_cast<Index>(i));
            w.tail<3>() *= size;
            all.push_back(w);
        }
        return all;
    }
};

VectorXd random(Index n, unsigned seed) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    return VectorXd::NullaryExpr(n, [&] { return number(generator); });
}

}  // namespace

class TestTreeForces : public QObject {
    Q_OBJECT
private slots:
    void agreesWithAllRows_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("five-bar") << QString::fromStdString(gearedFiveBar());
        QTest::newRow("planets") << QString::fromStdString(planetaryGear(3));
        QTest::newRow("chain") << QString::fromStdString(coupledChain());
        QTest::newRow("rack") << QString::fromStdString(rackAndPinion());
        QTest::newRow("driven") << QString::fromStdString(replaced(
            flywheels(), "\"forces\"",
            "\"motions\": [{\"name\": \"m\", \"joint\": \"J1\", \"law\": 0}], \"forces\""));
    }
    void agreesWithAllRows() {
        QFETCH(QString, text);
        const Standing at(text.toStdString());
        const Index redundant = rightNullSpace(at.A, 1e-8).cols();
        for (unsigned seed = 1; seed < 6; ++seed) {
            const VectorXd given = random(at.model->constraintRows, seed);
            const auto wrenches = at.wrenchesOf(given);
            const auto found = treeForces(*at.model, at.terms, at.bodies, wrenches, size, 1e-8);
            QVERIFY(found);
            QCOMPARE(found->null.cols(), redundant);
            QVERIFY((at.A * found->null).lpNorm<Eigen::Infinity>() < 1e-12);
            if (redundant > 0) QCOMPARE(rankOf(found->null, 1e-6), static_cast<int>(redundant));
            const VectorXd left = at.A * (found->sigma - given);
            QVERIFY2(left.lpNorm<Eigen::Infinity>() < 1e-11,
                     qPrintable(QString::number(left.lpNorm<Eigen::Infinity>())));
            if (!at.model->motions.empty()) continue;  // their efforts come first
            const LeastNorm shortest =
                leastNorm(*at.model, at.terms, at.bodies, wrenches, size, 1e-8);
            const VectorXd dense = leastSquares(at.A, at.A * given, 1e-8);
            QVERIFY((shortest.sigma.cwiseQuotient(at.unit) - dense).norm() < 1e-10 * dense.norm());
        }
    }

    void ranksAndSolutions() {
        for (unsigned seed = 1; seed < 30; ++seed) {
            const Index rank = 1 + seed % 5, rows = 6 + seed % 3, columns = 5 + seed % 4;
            const MatrixXd L = random(rows * rank, seed).reshaped(rows, rank);
            const MatrixXd R = random(rank * columns, seed + 100).reshaped(rank, columns);
            const MatrixXd A = L * R;
            const CompletePivoting lu(A, 1e-10);
            QCOMPARE(lu.rank(), rank);
            const VectorXd x = random(columns, seed + 200), z = random(rows, seed + 300);
            QVERIFY((A * lu.solve(A * x) - A * x).norm() < 1e-10);
            QVERIFY((A.transpose() * (lu.solveTransposed(A.transpose() * z) - z)).norm() < 1e-10);
            const MatrixXd null = lu.leftNull();
            QCOMPARE(null.cols(), rows - rank);
            QVERIFY((null.transpose() * A).norm() < 1e-10);
        }
        const CompletePivoting none(MatrixXd::Zero(3, 2), 1e-10);
        QCOMPARE(none.rank(), Index(0));
        QCOMPARE(none.leftNull(), MatrixXd(MatrixXd::Identity(3, 3)));
    }
};

MOMENTREE_TEST(TestTreeForces, Appless)

}  // namespace momentree::test_tree_forces
#include "test_tree_forces.moc"
