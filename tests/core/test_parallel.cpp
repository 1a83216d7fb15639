// SPDX-License-Identifier: Apache-2.0
// Threads change how long an evaluation takes and nothing else.
#include <QTest>

#include "core/formulations/hdca.hpp"
#include "core/formulations/index3_dca.hpp"
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

    void sameStepsAsSequential_data() {
        QTest::addColumn<Mechanism>("mechanism");
        QTest::addColumn<std::string>("rule");
        QTest::addColumn<int>("threads");
        Recipe chain{.bodies = 130, .joints = everyType, .loads = true};
        Recipe tree = chain;
        tree.branched = true;
        tree.drivenShare = 0.3;
        Recipe ring{.bodies = 60, .joints = {"spherical", "universal"}, .closure = "revolute"};
        for (const char* rule : {"trapezoidal", "newmark"})
            for (const int threads : {2, 3, 5}) {
                const auto add = [&](const char* name, const Recipe& recipe, std::uint64_t seed) {
                    QTest::addRow("%s, %s, %d threads", name, rule, threads)
                        << Mechanism{name, recipe, seed} << std::string(rule) << threads;
                };
                add("chain", chain, 1);
                add("tree", tree, 2);
                add("ring", ring, 4);
            }
    }
    void sameStepsAsSequential() {
        QFETCH(Mechanism, mechanism);
        QFETCH(std::string, rule);
        QFETCH(int, threads);
        const auto model = modelOf(mechanism);
        const InitialState initial = bodyStates(*model, startStateOf(mechanism, *model));
        RunSpec spec;
        spec.integrator = rule;
        spec.step = 2e-4;
        const auto alone = makeIndex3Dca(model, spec);
        spec.backend = "parallel:" + std::to_string(threads);
        const auto shared = makeIndex3Dca(model, spec);
        QVERIFY(alone->initialise(initial) && shared->initialise(initial));
        Sample expected, sample;
        expected.resize(*model);
        sample.resize(*model);
        for (int k = 1; k <= 10; ++k) {
            QVERIFY(alone->advance(k * spec.step, {}).status == StepStatus::Reached);
            const AllocationGuard guard;
            QVERIFY(shared->advance(k * spec.step, {}).status == StepStatus::Reached);
            QCOMPARE(guard.count(), std::size_t(0));
            alone->observe(expected);
            shared->observe(sample);
            for (std::size_t i = 0; i < sample.bodies.size(); ++i) {
                QVERIFY(sample.bodies[i].r == expected.bodies[i].r);
                QVERIFY(sample.bodies[i].e == expected.bodies[i].e);
                QVERIFY(sample.bodies[i].v == expected.bodies[i].v);
                QVERIFY(sample.bodies[i].w == expected.bodies[i].w);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestParallel)
#include "test_parallel.moc"
