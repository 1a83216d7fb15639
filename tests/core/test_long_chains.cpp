// SPDX-License-Identifier: Apache-2.0
// Long chains compared with their exact motion (extended precision, sums over the outboard links).
#include <QtTest/QTest>

#include "bench/evaluation.hpp"
#include "bench/mechanisms.hpp"
#include "core/kinematics/assemble.hpp"
#include "support/test_main.hpp"

namespace momentree::test_long_chains {

using momentree::bench::Chain;
using momentree::bench::ChainJoint;
using momentree::bench::ChainMotion;
using momentree::bench::ChainState;

class TestLongChains : public QObject {
    Q_OBJECT

private slots:
    void exactMotionIsConsistent_data();
    void exactMotionIsConsistent();
    void derivative_data();
    void derivative();
    void start();
};

void TestLongChains::exactMotionIsConsistent_data() {
    QTest::addColumn<ChainJoint>("joint");
    QTest::newRow("revolute") << ChainJoint::Revolute;
    QTest::newRow("spherical") << ChainJoint::Spherical;
}

// Its momenta change at the computed rates if the speeds change at the computed accelerations,
// which come from another recursion: central differences of step h are accurate to h^2 and 1e-16 /
// h.
void TestLongChains::exactMotionIsConsistent() {
    QFETCH(ChainJoint, joint);
    const Chain chain{joint, 6};
    const ChainState state = momentree::bench::randomState(chain, 7);
    const ChainMotion motion = exactMotion(chain, state);
    const double h = 1e-5;
    const auto momentaAt = [&](double t) {
        ChainState moved{state.q + t * motion.qdot, state.u + t * motion.udot};
        return exactMotion(chain, moved).p;
    };
    const Eigen::VectorXd rate = (momentaAt(h) - momentaAt(-h)) / (2 * h);
    QVERIFY(momentree::bench::relativeError(rate, motion.pdot) < 1e-9);
}

void TestLongChains::derivative_data() {
    QTest::addColumn<std::string>("formulation");
    QTest::addColumn<ChainJoint>("joint");
    QTest::addColumn<double>("tolerance");
    // Accelerations keep nearly all digits. Speeds from momenta lose as many as the condition of
    // the mass matrix costs: rounding the momenta alone has this effect.
    for (const auto& [id, spherical, revolute] : {std::tuple{"aba", 1e-11, 1e-11},
                                                  {"dca", 1e-11, 1e-11},
                                                  {"naudet", 1e-8, 1e-7},
                                                  {"hdca", 1e-8, 1e-7}}) {
        QTest::addRow("%s, spherical", id) << std::string(id) << ChainJoint::Spherical << spherical;
        QTest::addRow("%s, revolute", id) << std::string(id) << ChainJoint::Revolute << revolute;
    }
}

void TestLongChains::derivative() {
    QFETCH(std::string, formulation);
    QFETCH(ChainJoint, joint);
    QFETCH(double, tolerance);
    const double error = momentree::bench::makeEvaluation(formulation, {joint, 1024})->error();
    QVERIFY2(error < tolerance, qPrintable(QString::number(error)));
}

// Matrices of all speeds would take gigabytes and hours.
void TestLongChains::start() {
    const auto model = momentree::bench::chainModel({ChainJoint::Spherical, 4000});
    const auto assembled = assemble(*model);
    QVERIFY(assembled.has_value());
    QCOMPARE(assembled->bodies.size(), std::size_t{4000});
}

MOMENTREE_TEST(TestLongChains, Appless)

}  // namespace momentree::test_long_chains
#include "test_long_chains.moc"
