// SPDX-License-Identifier: Apache-2.0
// Rollouts on an accelerator, and the controller that swings a double pendulum up with them.
#include <QTest>
#include <cmath>

#include "board_process.hpp"
#include "core/session/run.hpp"
#include "fpga_link/offload/bar_chain.hpp"
#include "fpga_link/offload/planar_chain.hpp"
#include "fpga_link/offload/swing_up.hpp"
#include "local_server.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_swing_up {

using momentree::test::connectTo;
using momentree::test::LocalServer;

namespace {

/// The greatest difference of angles.
double apart(const std::vector<Path>& a, const std::vector<Path>& b) {
    double most = a.size() == b.size() ? 0.0 : 1e9;
    for (std::size_t k = 0; k < a.size() && most < 1e9; ++k)
        for (std::size_t i = 0; i < a[k].size(); ++i)
            for (std::size_t j = 0; j < 2; ++j)
                most = std::max(most, std::abs(a[k][i].angle[j] - b.at(k).at(i).angle[j]));
    return most;
}

ComputeRollouts here(const SwingUp& swing) {
    return [&swing](const PlanarState& start, std::span<const Plan> plans) {
        return tl::expected<std::vector<Path>, Message>(rolloutsHere(swing.task, start, plans));
    };
}

/// Height of both bars, from -2 hanging to 2 standing.
double heightOf(const PlanarState& state) {
    return std::sin(state.angle[0]) + std::sin(state.angle[1]);
}

}  // namespace

class TestSwingUp : public QObject {
    Q_OBJECT

private slots:
    void polynomialsKeepWithinTheirPoints() {
        const TorquePoints points{1.0, -2.0, 3.0, 0.5};
        QCOMPARE(torqueAt(points, 0.0), 1.0);
        QCOMPARE(torqueAt(points, 1.0), 0.5);
        QCOMPARE(torqueAt(points, 0.5), (1.0 + 3.0 * -2.0 + 3.0 * 3.0 + 0.5) / 8.0);
    }

    /// Against motors of the core: constant torques on both bars.
    void motorsAreThoseOfTheCore() {
        ModelDescription model = barModel(2);
        const double torque[] = {0.7, -0.3};
        const MarkerReference inner[] = {{"ground", ""}, {"bar1", "out"}};
        for (std::size_t i = 0; i < 2; ++i) {
            AxialTorqueDescription motor;
            motor.a = inner[i];
            motor.b = {"bar" + std::to_string(i + 1), "in"};
            motor.law.offset = torque[i];
            model.forces.push_back({"motor" + std::to_string(i), motor});
        }
        RunSpec spec;
        spec.formulation = "hdca";
        spec.integrator = "rk4";
        spec.step = spec.sample = 0.001;
        spec.duration = 0.5;
        const auto built = buildModel(model);
        QVERIFY(built);
        auto run = Run::create(Catalogue(), *built, spec);
        QVERIFY(run);
        while (!(*run)->finished()) QCOMPARE((*run)->advance({}).status, StepStatus::Reached);
        const Recording& rows = *(*run)->recording();
        RolloutTask task{barTrajectory(2).mechanism, 0.001, 500, 500};
        const Plan plan{{0.7, 0.7, 0.7, 0.7}, {-0.3, -0.3, -0.3, -0.3}};
        const PlanarState end = rolloutsHere(task, barTrajectory(2).start, {&plan, 1}).at(0).back();
        const double relative[] = {end.angle[0], end.angle[1] - end.angle[0]};
        for (int i = 0; i < 2; ++i) {
            const double q = rows.at(rows.size() - 1, (*run)->layout().jointQ(i));
            QVERIFY2(std::abs(std::remainder(q - relative[i], 2.0 * M_PI)) < 1e-7,
                     qPrintable(QString("%1 %2").arg(q).arg(relative[i])));
        }
    }

    /// Torques that change in every step, on the engine and here.
    void boardComputesWhatThisMachineComputes() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        BoardClient board = connectTo(server.address());
        const SwingUp swing = barSwingUp();
        BoardRollouts rollouts(swing.task);
        std::vector<Plan> plans;
        for (int k = 0; k < 37; ++k) {  // two batches and a part
            const double a = std::sin(k), b = std::cos(2 * k);
            plans.push_back({{a, -b, 1.5 * b, a}, {b, a, -1.5 * a, -b}});
        }
        const PlanarState start{{-0.3, 0.4}, {0.02, -0.01}};
        const auto computed = rollouts.compute(board, start, plans);
        QVERIFY(computed);
        QCOMPARE(computed->size(), plans.size());
        QCOMPARE(computed->at(0).size(), std::size_t{25});
        const auto expected = rolloutsHere(swing.task, start, plans);
        QVERIFY2(apart(*computed, expected) < 2e-5,
                 qPrintable(QString::number(apart(*computed, expected))));
        // 64 rollouts of 50 steps fit a period of 10 ms.
        const auto whole = rollouts.compute(board, start, std::vector<Plan>(64, plans[1]));
        QVERIFY(whole);
        QVERIFY2(static_cast<double>(rollouts.clocks()) / board.board().clock_Hz < swing.task.step,
                 qPrintable(QString::number(rollouts.clocks())));
        std::vector<Plan> idle(plans.size(), Plan(2));
        QVERIFY(apart(rolloutsHere(swing.task, start, idle), expected) > 0.1);
    }

    void swingsUp_data() {
        QTest::addColumn<bool>("onBoard");
        QTest::newRow("board") << true;
        QTest::newRow("double precision") << false;
    }
    void swingsUp() {
        QFETCH(bool, onBoard);
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        BoardClient board = connectTo(server.address());
        const SwingUp swing = barSwingUp();
        BoardRollouts rollouts(swing.task);
        const ComputeRollouts there = [&](const PlanarState& start, std::span<const Plan> plans) {
            return rollouts.compute(board, start, plans);
        };
        const ComputeRollouts compute = onBoard ? there : here(swing);
        SwingUpState state = hanging(swing, 1);
        double lowest = 2.0;
        while (state.time < 3.0) {
            const auto period = advance(swing, state, compute);
            QVERIFY(period);
            QCOMPARE(period->costs.size(), std::size_t{64});
            for (const double torque : period->torque) QVERIFY(std::abs(torque) <= swing.limit);
            if (state.time > 2.7) lowest = std::min(lowest, heightOf(state.chain));
        }
        QVERIFY2(lowest > 1.7, qPrintable(QString::number(lowest)));
    }

    /// The same seed gives the same motion, another one another.
    void seedsDecide() {
        const SwingUp swing = barSwingUp();
        const auto after = [&](std::uint64_t seed) {
            SwingUpState state = hanging(swing, seed);
            for (int i = 0; i < 5; ++i)
                if (!advance(swing, state, here(swing))) qFatal("no rollouts");
            return state.chain.angle;
        };
        QVERIFY(after(1) == after(1));
        QVERIFY(after(1) != after(2));
    }
};

MOMENTREE_TEST(TestSwingUp, Guiless)

}  // namespace momentree::fpga::test_swing_up
#include "test_swing_up.moc"
