// SPDX-License-Identifier: Apache-2.0
// Joining a chain by hand, and the schedule of a step on several processors.
#include <QTest>
#include <cmath>

#include "core/lessons/step_parts.hpp"
#include "core/model/model.hpp"
#include "core/session/catalogue.hpp"
#include "core/session/trace_instant.hpp"
#include "core/study/cost_curve.hpp"
#include "core/trace/join_plan.hpp"
#include "support/test_main.hpp"

namespace momentree::test_join_plan {
namespace {

constexpr JoinCosts units{1.0, 1.0, 1.0, 1.0, 0.0};

/// A plan by random joins of neighbours.
JoinPlan randomPlan(int bodies, unsigned seed) {
    JoinPlan plan(bodies);
    while (!plan.complete()) {
        const std::vector<int> open = plan.open();
        seed = seed * 1664525U + 1013904223U;
        const std::size_t at = (seed >> 8U) % (open.size() - 1);
        plan.join(open[at], open[at + 1]);
    }
    return plan;
}

/// The node that a task needs most recently computed, and whether every task waits for its needs.
void checkOrder(const JoinPlan& plan, const JoinSchedule& made, double handOver) {
    using Kind = ScheduledTask::Kind;
    const auto find = [&](Kind kind, int node) -> const ScheduledTask& {
        return *std::ranges::find_if(made.tasks, [&](const ScheduledTask& task) {
            return task.kind == kind && task.node == node;
        });
    };
    const auto after = [handOver](const ScheduledTask& later, const ScheduledTask& earlier) {
        const double wait = later.hand == earlier.hand ? 0.0 : handOver;
        QVERIFY(later.begin >= earlier.end + wait - 1e-12);
    };
    const auto up = [&](int node) -> const ScheduledTask& {
        const bool body = plan.nodes()[static_cast<std::size_t>(node)].isBody();
        return find(body ? Kind::Body : Kind::Join, node);
    };
    for (int k = plan.bodies(); k < static_cast<int>(plan.nodes().size()); ++k) {
        const JoinNode& node = plan.nodes()[static_cast<std::size_t>(k)];
        after(up(k), up(node.left));
        after(up(k), up(node.right));
        const ScheduledTask& split = find(Kind::Split, k);
        after(split, node.parent < 0 ? find(Kind::Base, k) : find(Kind::Split, node.parent));
    }
    for (std::size_t i = 0; i < made.tasks.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (made.tasks[i].hand == made.tasks[j].hand)
                QVERIFY(made.tasks[i].begin >= made.tasks[j].end - 1e-12 ||
                        made.tasks[j].begin >= made.tasks[i].end - 1e-12);
}

}  // namespace

class TestJoinPlan : public QObject {
    Q_OBJECT

private slots:
    void joinsNeighboursOnly() {
        JoinPlan plan(4);
        QVERIFY(!plan.canJoin(0, 2) && !plan.canJoin(1, 1) && !plan.canJoin(0, 9));
        QVERIFY(!plan.join(0, 3));
        QCOMPARE(plan.join(2, 1).value(), 4);  // in either order
        QCOMPARE(plan.nodes()[4].first, 1);
        QCOMPARE(plan.open(), (std::vector<int>{0, 4, 3}));
        QVERIFY(!plan.canJoin(1, 0));  // part of a joined node
        QVERIFY(plan.join(4, 3));
        plan.undo();
        QCOMPARE(plan.open(), (std::vector<int>{0, 4, 3}));
        plan.undo();
        plan.undo();  // nothing left
        QCOMPARE(plan.open(), (std::vector<int>{0, 1, 2, 3}));
    }
    void plansAreComplete() {
        for (const int bodies : {1, 2, 5, 16, 33}) {
            QVERIFY(JoinPlan::balanced(bodies).complete());
            QVERIFY(JoinPlan::oneByOne(bodies).complete());
        }
        QCOMPARE(JoinPlan::balanced(128).nodes().back().level, 7);
        QCOMPARE(JoinPlan::oneByOne(128).nodes().back().level, 127);
    }
    /// Work does not depend on the tree, the longest path does.
    void treesDifferInDepthAlone() {
        const auto balanced = schedule(JoinPlan::balanced(16), 1, units);
        const auto chain = schedule(JoinPlan::oneByOne(16), 1, units);
        QCOMPARE(balanced.work, 16.0 + 15.0 + 1.0 + 15.0);
        QCOMPARE(chain.work, balanced.work);
        QCOMPARE(balanced.span, balanced.work);  // one processor
        QCOMPARE(balanced.longestPath, 1.0 + 4.0 + 1.0 + 4.0);
        QCOMPARE(chain.longestPath, 1.0 + 15.0 + 1.0 + 15.0);
        QCOMPARE(schedule(JoinPlan::balanced(16), 16, units).span, balanced.longestPath);
        QCOMPARE(schedule(JoinPlan::oneByOne(16), 16, units).span, chain.longestPath);
    }
    void schedulesAreValid() {
        for (unsigned seed = 1; seed <= 30; ++seed)
            for (const int hands : {1, 2, 3, 7}) {
                const JoinPlan plan = randomPlan(2 + static_cast<int>(seed % 15), seed);
                const JoinCosts costs{0.7, 1.3, 0.5, 0.9, seed % 2 == 0 ? 0.4 : 0.0};
                const JoinSchedule made = schedule(plan, hands, costs);
                QCOMPARE(made.tasks.size(), 3 * static_cast<std::size_t>(plan.bodies()) - 1);
                checkOrder(plan, made, costs.handOver);
                QVERIFY(made.span >= made.longestPath - 1e-12);
                QVERIFY(made.span >= made.work / hands - 1e-12);
                // Graham's bound of any list schedule, without hand-over.
                if (costs.handOver == 0.0)
                    QVERIFY(made.span <= made.work / hands + made.longestPath + 1e-12);
            }
    }
    /// The critical tasks fill the time from 0 to the end, but for hand-overs.
    void criticalTasksDetermineTheEnd() {
        for (unsigned seed = 1; seed <= 20; ++seed) {
            const JoinSchedule made = schedule(randomPlan(12, seed), 3, units);
            double sum = 0.0;
            for (const ScheduledTask& task : made.tasks)
                if (task.critical) sum += task.end - task.begin;
            QCOMPARE(sum, made.span);
        }
    }
    void partOfAPlanIsScheduled() {
        JoinPlan plan(4);
        plan.join(0, 1);
        const JoinSchedule made = schedule(plan, 2, units);
        QCOMPARE(made.tasks.size(), std::size_t{5});  // four bodies, one join, no base
        QCOMPARE(made.span, 3.0);                     // two hands for five tasks
    }
    /// Parallel pays when the processors outnumber the ratio of the costs of a join and a body.
    void gainGrowsWithHandsAndSize() {
        QVERIFY(gainOverRecursion(64, 1, units, 2.0) < 1.0);
        QVERIFY(gainOverRecursion(64, 4, units, 2.0) > 1.0);
        QVERIFY(gainOverRecursion(64, 8, units, 2.0) > gainOverRecursion(64, 4, units, 2.0));
        QVERIFY(gainOverRecursion(64, 8, units, 2.0) > gainOverRecursion(8, 8, units, 2.0));
        JoinCosts slow = units;
        slow.handOver = 50.0;
        QVERIFY(gainOverRecursion(16, 8, slow, 2.0) < 1.0);
    }
    /// The times of a real evaluation: every part takes time, and one processor needs all of it.
    void costsComeFromATrace() {
        const Catalogue catalogue;
        const auto parts = measureStepParts(catalogue, 32, 1);
        QVERIFY(parts);
        const JoinCosts& costs = parts->costs;
        for (const double part : {costs.body, costs.join, costs.split, costs.base})
            QVERIFY2(part > 0.0, qPrintable(QString("%1 %2 %3 %4")
                                                .arg(costs.body)
                                                .arg(costs.join)
                                                .arg(costs.split)
                                                .arg(costs.base)));
        QVERIFY(parts->bodyByBody > 0.0 && parts->span > 0.0 && !parts->handOverFound);
        QVERIFY(std::ranges::all_of(parts->measured, [](const ScheduledTask& task) {
            return task.hand == 0 && task.end > task.begin && task.begin >= 0.0;
        }));
        const double alone = schedule(JoinPlan::balanced(32), 1, costs).span;
        const double sum = 32 * costs.body + 31 * (costs.join + costs.split) + costs.base;
        QVERIFY(std::abs(alone - sum) < 1e-9 * alone);
        // With threads: a pass gives its work to those that there are.
        const auto two = measureStepParts(catalogue, 64, 2);
        QVERIFY(two && two->costs.handOver >= 0.0);
        for (const ScheduledTask& task : two->measured) QVERIFY(task.hand < 2);
        QCOMPARE(two->handOverFound, two->costs.handOver > 0.0);
        // Dense multipliers join nothing.
        const auto model = *buildModel(costMechanism(CostFamily::Chain, 4));
        const RunSpec dense = catalogue.defaults(*model, "lagrange-index1", "sequential");
        QVERIFY(!JoinCosts::of(traceInstant(catalogue, model, dense, nullptr, 1)->evaluation));
    }
};

MOMENTREE_TEST(TestJoinPlan, Appless)

}  // namespace momentree::test_join_plan
#include "test_join_plan.moc"
