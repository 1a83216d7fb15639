// SPDX-License-Identifier: Apache-2.0
// Threads change the time of an evaluation and nothing else.
#include <QTest>
#include <thread>

#include "core/formulations/hdca/hdca.hpp"
#include "core/formulations/index3_dca/index3_dca.hpp"
#include "core/formulations/naudet/naudet.hpp"
#include "core/formulations/naudet/pieces.hpp"
#include "core/formulations/shared/tree_state.hpp"
#include "support/allocation_guard.hpp"
#include "support/compare.hpp"
#include "support/integrate.hpp"
#include "support/mechanisms.hpp"
#include "support/test_main.hpp"

namespace momentree::test_parallel {

using namespace momentree::test;

namespace {

/// u, qdot and pdot of the recursion at (t, y): on one thread, or in pieces.
class Recursion {
public:
    Recursion(const Model& model, TreePieces plan)
        : model_(model),
          state_(model),
          tree_(state_.links),
          pieces_(model, std::span(state_.links), tree_, std::move(plan)),
          u_(model.tree.nu),
          rates_(model.tree.nq + model.tree.nu) {}

    VectorXd alone(double t, const VectorXd& y) {
        state_.place(t, y);
        const std::size_t n = state_.links.size();
        for (std::size_t i = 0; i < n; ++i) tree_.initialise(i);
        for (std::size_t i = n; i-- > 0;) tree_.articulate(i);
        tree_.solve(momenta(y), true, {}, u_.data());
        const std::span<const V6<double>> T = loads(t);
        for (std::size_t i = 0; i < n; ++i)
            tree_.momentumRate(i, T[i], u_.data(), rates_.data() + model_.tree.nq);
        return finished(y);
    }
    VectorXd inTheWorld(double t, const VectorXd& y) {
        state_.place(t, y);
        pieces_.velocities(momenta(y), u_.data());
        pieces_.momentumRates(loads(t), u_.data(), rates_.data() + model_.tree.nq);
        return finished(y);
    }
    VectorXd inOwnAxes(double t, const VectorXd& y) {
        PhaseClock clock;
        pieces_.rates(t, y.data(), momenta(y), u_.data(), rates_.data(),
                      rates_.data() + model_.tree.nq, clock);
        return joined(u_, rates_);
    }

private:
    const double* momenta(const VectorXd& y) const { return y.data() + model_.tree.nq; }
    std::span<const V6<double>> loads(double t) {
        state_.move();
        const std::span<V6<double>> T = state_.loads(t);
        for (std::size_t i = T.size(); i-- > 0;) tree_.load(i, T);
        return T;
    }
    VectorXd finished(const VectorXd& y) {
        state_.rates(y, u_.data(), rates_);
        return joined(u_, rates_);
    }

    const Model& model_;
    TreeState<double> state_;
    NaudetRecursion<double> tree_;
    NaudetPieces<double> pieces_;
    VectorXd u_, rates_;
};

/// Programs that only compute, during its lifetime: shares of work run late, on the caller, or on
/// helpers that lose their processor meanwhile.
class Others {
public:
    Others() {
        for (unsigned k = 0; k < 2 * std::max(1U, std::thread::hardware_concurrency()); ++k)
            threads_.emplace_back([](const std::stop_token& stop) {
                while (!stop.stop_requested()) {
                }
            });
    }

private:
    std::vector<std::jthread> threads_;
};

}  // namespace

class TestParallel : public QObject {
    Q_OBJECT

private slots:
    void piecesComputeTheSame_data() {
        QTest::addColumn<Mechanism>("mechanism");
        QTest::addColumn<int>("threads");
        Recipe chain{.bodies = 24, .joints = everyType, .drivenShare = 0.5};
        Recipe loaded = chain, tree = chain, bush = chain;
        loaded.loads = true;
        tree.branched = bush.branched = true;
        bush.bodies = 60;
        for (const int threads : {2, 3, 4, 5, 8}) {
            const auto add = [&](const char* name, const Recipe& recipe) {
                for (std::uint64_t seed = 1; seed <= 5; ++seed)
                    QTest::addRow("%s %d, %d threads", name, int(seed), threads)
                        << Mechanism{name, recipe, 40 + seed} << threads;
            };
            add("chain", chain);
            add("loaded chain", loaded);
            add("tree", tree);
            add("bush", bush);
        }
    }
    // Chunks with prescribed velocities inside them, joined by any number of junctions, give the
    // same as the recursion from end to end.
    void piecesComputeTheSame() {
        QFETCH(Mechanism, mechanism);
        QFETCH(int, threads);
        const auto model = modelOf(mechanism);
        Random random(mechanism.seed);
        const JointState state = test::randomState(*model, random);
        VectorXd p(model->tree.nu);
        for (double& x : p) x = random.uniform(-1.0, 1.0);
        const VectorXd y = joined(state.q, p);
        std::vector<TreePieces> plans{subtreePieces(model->tree, threads)};
        const auto roots = std::ranges::count(model->tree.bodies, ground, &TreeBody::parent);
        if (roots == 1) plans.push_back(piecesInRow(model->tree, threads));
        for (const TreePieces& plan : plans) {
            QVERIFY(plan.pieces.size() > (plan.inRow ? 1U : 0U));
            Recursion recursion(*model, plan);
            const VectorXd expected = recursion.alone(0.2, y);
            verifyClose(recursion.inTheWorld(0.2, y), expected, 1e-12, "in the world");
            if (mechanism.recipe.loads) continue;
            const VectorXd rates = recursion.inOwnAxes(0.2, y);
            verifyClose(rates, expected, 1e-12, "in own axes");
            QVERIFY(recursion.inOwnAxes(0.2, y) == rates);  // bit-identical
        }
    }
    void everyLinkIsInOnePiece() {
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const auto model = randomModel({.bodies = 100, .branched = seed % 2 == 0}, seed);
            for (const int threads : {2, 3, 7}) {
                std::vector<TreePieces> plans{subtreePieces(model->tree, threads)};
                if (std::ranges::count(model->tree.bodies, ground, &TreeBody::parent) == 1)
                    plans.push_back(piecesInRow(model->tree, threads));
                for (const TreePieces& plan : plans) {
                    std::vector<int> all = plan.top;
                    std::size_t shared = 0;
                    for (const TreePiece& piece : plan.pieces)
                        all.insert(all.end(), piece.links.begin(), piece.links.end());
                    for (const std::vector<int>& share : plan.shares) shared += share.size();
                    QCOMPARE(shared, plan.pieces.size());
                    std::ranges::sort(all);
                    for (int i = 0; i < 100; ++i) QCOMPARE(all[static_cast<std::size_t>(i)], i);
                    QCOMPARE(all.size(), std::size_t(100));
                }
            }
        }
    }
    void fewLinksStayWithOneThread() {
        const auto small = randomModel({.bodies = 30}, 1), large = randomModel({.bodies = 512}, 1);
        QVERIFY(piecesOf(small->tree, 2).pieces.empty());
        QVERIFY(piecesOf(large->tree, 1).pieces.empty());
        const TreePieces plan = piecesOf(large->tree, 2);
        QVERIFY(plan.inRow);
        QCOMPARE(plan.pieces.size(), std::size_t(2));
    }
    void naudetByThreads_data() { sameBitsAsSequential_data(); }
    // For the momenta of a long chain, the condition of its inertia costs more digits.
    void naudetByThreads() {
        QFETCH(Mechanism, mechanism);
        QFETCH(int, threads);
        mechanism.recipe.bodies = 300;
        const auto model = modelOf(mechanism);
        RunSpec spec;
        const auto alone = makeNaudet<double>(model, spec);
        spec.backend = "parallel:" + std::to_string(threads);
        const auto shared = makeNaudet<double>(model, spec);
        const InitialState initial = bodyStates(*model, startStateOf(mechanism, *model));
        const Eigen::VectorXd y = startOf(*alone, initial);
        QVERIFY(y == startOf(*shared, initial));
        verifyClose(derivativeOf(*shared, 0.1, y), derivativeOf(*alone, 0.1, y), 1e-10, "rates");
        Eigen::VectorXd first = y, ydot = y;
        PhaseClock clock;
        shared->derivative(0.1, y, first, clock);
        const AllocationGuard guard;
        for (int k = 0; k < 20; ++k) {
            QCOMPARE(shared->derivative(0.1, y, ydot, clock), StepStatus::Reached);
            QVERIFY(ydot == first);
        }
        QCOMPARE(guard.count(), std::size_t(0));
    }
    void sameBitsWhoeverRunsThem() {
        const auto model = randomModel({.bodies = 300, .joints = everyType}, 7);
        RunSpec spec;
        spec.backend = "parallel:2";
        PhaseClock clock;
        for (const auto& shared : {makeNaudet<double>, makeHdca<double>}) {
            const auto system = shared(model, spec);
            const InitialState initial = bodyStates(*model, describedStart(*model));
            const Eigen::VectorXd y = startOf(*system, initial);
            const Eigen::VectorXd expected = derivativeOf(*system, 0.1, y);
            const Others others;
            Eigen::VectorXd ydot = y;
            for (int k = 0; k < 100; ++k) {
                QCOMPARE(system->derivative(0.1, y, ydot, clock), StepStatus::Reached);
                QVERIFY(ydot == expected);
            }
        }
    }
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
            const Progress progress = alone->advance(k * spec.step, {});
            QVERIFY2(progress.status == StepStatus::Reached, statusName(progress.status));
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

MOMENTREE_TEST(TestParallel, Appless)

}  // namespace momentree::test_parallel
#include "test_parallel.moc"
