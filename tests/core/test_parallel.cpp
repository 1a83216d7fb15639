// SPDX-License-Identifier: Apache-2.0
// Threads change how long an evaluation takes and nothing else.
#include <QTest>

#include "core/formulations/hdca.hpp"
#include "support/allocation_guard.hpp"
#include "support/integrate.hpp"
#include "support/mechanisms.hpp"

using namespace momentree;
using namespace momentree::test;

class TestParallel : public QObject {
    Q_OBJECT

private slots:
    void sameBitsAsSequential_data() {
        QTest::addColumn<Mechanism>("mechanism");
        QTest::addColumn<int>("threads");
        Recipe chain{.bodies = 130, .joints = everyType, .loads = true};
        Recipe tree = chain;
        tree.branched = true;
        tree.drivenShare = 0.3;
        Recipe bush{.bodies = 200, .joints = {"spherical", "revolute"}, .branched = true};
        for (const int threads : {2, 3, 5}) {
            QTest::addRow("chain, %d threads", threads) << Mechanism{"chain", chain, 1} << threads;
            QTest::addRow("tree, %d threads", threads) << Mechanism{"tree", tree, 2} << threads;
            QTest::addRow("bush, %d threads", threads) << Mechanism{"bush", bush, 3} << threads;
        }
    }
    void sameBitsAsSequential() {
        QFETCH(Mechanism, mechanism);
        QFETCH(int, threads);
        const auto model = modelOf(mechanism);
        RunSpec spec;
        const auto alone = makeHdca<double>(model, spec);
        spec.backend = "parallel:" + std::to_string(threads);
        const auto shared = makeHdca<double>(model, spec);
        const InitialState initial = bodyStates(*model, startStateOf(mechanism, *model));
        const Eigen::VectorXd y = startOf(*alone, initial);
        QVERIFY(y == startOf(*shared, initial));
        const Eigen::VectorXd expected = derivativeOf(*alone, 0.1, y);
        QVERIFY(expected.allFinite() && expected.norm() > 0.0);
        Eigen::VectorXd ydot = y;
        PhaseClock clock;
        const AllocationGuard guard;
        for (int k = 0; k < 20; ++k) {
            QCOMPARE(shared->derivative(0.1, y, ydot, clock), StepStatus::Reached);
            QVERIFY(ydot == expected);
        }
        QCOMPARE(guard.count(), std::size_t(0));
    }
};

QTEST_APPLESS_MAIN(TestParallel)
#include "test_parallel.moc"
