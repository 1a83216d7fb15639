// SPDX-License-Identifier: Apache-2.0
// Costs over the number of bodies: mechanisms, figures and refusals; no time is asserted.
#include <QTest>
#include <cmath>

#include "core/model/model.hpp"
#include "core/study/cost_curve.hpp"
#include "support/test_main.hpp"

namespace momentree::test_cost_curve {

class TestCostCurve : public QObject {
    Q_OBJECT

private slots:
    void mechanismsHaveTheirSizeAndLoops() {
        for (const int bodies : {1, 3, 9, 64}) {
            const auto chain = buildModel(costMechanism(CostFamily::Chain, bodies));
            QVERIFY(chain.has_value());
            QCOMPARE((*chain)->bodies.size(), std::size_t(bodies));
            QCOMPARE((*chain)->joints.size(), std::size_t(bodies));
            const auto ladder = buildModel(costMechanism(CostFamily::Ladder, bodies));
            QVERIFY(ladder.has_value());
            const std::size_t windows = std::max<std::size_t>(1, std::size_t(bodies) / 2);
            QCOMPARE((*ladder)->bodies.size(), 2 * windows + 1);
            QCOMPARE((*ladder)->joints.size(), 3 * windows + 1);
        }
    }

    void everyCurveHasEverySize() {
        CostPlan plan{.family = CostFamily::Ladder,
                      .formulations = {"hdca", "naudet", "index3-dca"},
                      .bodies = {3, 9},
                      .threads = {1, 2},
                      .rounds = 2,
                      .piece = 1e-4};
        double share = 0.0;
        const Catalogue catalogue;
        const auto figure = costOverBodies(catalogue, plan, {}, [&share](double now) {
            QVERIFY(now >= share && now <= 1.0);
            share = now;
        });
        QVERIFY(figure.has_value());
        QCOMPARE(share, 1.0);
        std::size_t threaded = 0;
        for (const std::string& id : plan.formulations)
            threaded += catalogue.find(id)->threads ? 1 : 0;
        QCOMPARE(figure->curves.size(), plan.formulations.size() + threaded);
        for (const CostCurve& curve : figure->curves) {
            QVERIFY(!curve.ended);
            QVERIFY(!curve.integrator.empty());
            QCOMPARE(curve.points.size(), plan.bodies.size());
            for (std::size_t k = 0; k < curve.points.size(); ++k) {
                QCOMPARE(curve.points[k].bodies, plan.bodies[k]);
                QVERIFY(curve.points[k].fastest > 0.0);
                QVERIFY(curve.points[k].fastest <= curve.points[k].median);
                QVERIFY(curve.points[k].median <= curve.points[k].slowest);
            }
            QCOMPARE(figure->serial(curve)->threads, 1);
            QCOMPARE(figure->serial(curve)->formulation, curve.formulation);
        }
    }

    void slowFormulationsEndEarlier() {
        const CostPlan plan{.formulations = {"naudet"},
                            .bodies = {2, 4},
                            .rounds = 1,
                            .piece = 1e-5,
                            .longestStep = 0.0};
        const auto figure = costOverBodies(Catalogue(), plan);
        QVERIFY(figure.has_value());
        QCOMPARE(figure->curves[0].points.size(), std::size_t{1});
        QVERIFY(figure->curves[0].ended.has_value());
    }

    void theOrderIsThatOfAPower() {
        CostCurve curve;
        QVERIFY(!curve.order());
        for (const int n : {2, 4, 8, 16, 32}) {
            // An overhead at small sizes does not count.
            const double time = n < 8 ? 1.0 : 1e-3 * std::pow(n, 2.0);
            curve.points.push_back({n, time, time, time});
        }
        QVERIFY(std::abs(*curve.order() - 2.0) < 1e-12);
    }

    void amdahlsLawIsInverted() {
        for (const double share : {0.0, 0.1, 0.5, 1.0})
            for (const int threads : {2, 4, 16}) {
                const double speedup = 1.0 / (share + (1.0 - share) / threads);
                QVERIFY(std::abs(serialShare(speedup, threads) - share) < 1e-12);
            }
    }

    void wrongPlansAreRefused_data() {
        QTest::addColumn<QString>("formulation");
        QTest::addColumn<int>("bodies");
        QTest::addColumn<int>("threads");
        QTest::addColumn<QString>("option");
        QTest::newRow("formulation") << "naudett" << 2 << 1 << "--formulations";
        QTest::newRow("bodies") << "naudet" << 0 << 1 << "--bodies";
        QTest::newRow("many bodies") << "naudet" << 100000 << 1 << "--bodies";
        QTest::newRow("threads") << "naudet" << 2 << 0 << "--threads";
    }
    void wrongPlansAreRefused() {
        QFETCH(QString, formulation);
        QFETCH(int, bodies);
        QFETCH(int, threads);
        QFETCH(QString, option);
        const auto figure =
            costOverBodies(Catalogue(), {.formulations = {formulation.toStdString()},
                                         .bodies = {bodies},
                                         .threads = {threads}});
        QVERIFY(!figure.has_value());
        QVERIFY(QString::fromStdString(toString(figure.error().front())).contains(option));
    }

    void stopsAtOnce() {
        std::stop_source stop;
        stop.request_stop();
        const auto figure = costOverBodies(
            Catalogue(), {.formulations = {"naudet"}, .bodies = {4, 1024}}, stop.get_token());
        QVERIFY(figure.has_value());
        QVERIFY(figure->curves[0].points.empty());
    }
};

MOMENTREE_TEST(TestCostCurve, Appless)

}  // namespace momentree::test_cost_curve

#include "test_cost_curve.moc"
