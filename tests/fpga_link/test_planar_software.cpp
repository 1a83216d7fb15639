// SPDX-License-Identifier: Apache-2.0
// The software for the board's processor: the same motion, phase by phase.
#include <QTest>
#include <cmath>

#include "fpga_link/software/planar_software.hpp"
#include "planar_cases.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_planar_software {

using momentree::test::chain;
using momentree::test::doublePendulum;
using momentree::test::fourBar;

namespace {

/// The accelerator's pass with the processor's numbers.
PlanarState afterPasses(const Trajectory& t, PlanarMethod method, double step, int steps) {
    const PlanarConstants constants = constantsOf(t.mechanism, step, {});
    std::vector<double> words = startingWords({t}, method);
    const auto ignore = [](FabricPhase) {};
    const bool euler = method == PlanarMethod::Euler;
    for (int i = 0; i < steps * (euler ? 1 : 4); ++i)
        words = euler ? eulerPass<double>(constants, words, ignore)
                      : rungeKuttaPass<double>(constants, words, ignore);
    PlanarState state;
    for (std::size_t i = 0; i < t.mechanism.bodies.size(); ++i) {
        state.angle.push_back(words[stateIndex({t}, method, 0, i, 0)]);
        state.momentum.push_back(words[stateIndex({t}, method, 0, i, 1)]);
    }
    return state;
}

}  // namespace

class TestPlanarSoftware : public QObject {
    Q_OBJECT

private slots:
    void stepsAreThoseOfTheAccelerator_data() {
        QTest::addColumn<Trajectory>("trajectory");
        QTest::addColumn<PlanarMethod>("method");
        for (const auto method : {PlanarMethod::Euler, PlanarMethod::RungeKutta4}) {
            const char* name = method == PlanarMethod::Euler ? "euler" : "rk4";
            QTest::addRow("one body, %s", name) << chain(1, false) << method;
            QTest::addRow("double pendulum, %s", name) << doublePendulum() << method;
            QTest::addRow("four-bar, %s", name) << fourBar() << method;
            QTest::addRow("chain of 7, %s", name) << chain(7, false) << method;
            QTest::addRow("loop of 8, %s", name) << chain(8, true) << method;
        }
    }
    void stepsAreThoseOfTheAccelerator() {
        QFETCH(Trajectory, trajectory);
        QFETCH(PlanarMethod, method);
        constexpr double step = 1e-4;
        constexpr int steps = 50;
        PlanarSoftware software(trajectory, method, step);
        QCOMPARE(software.passes(), method == PlanarMethod::Euler ? 1 : 4);
        for (int i = 0; i < steps; ++i) software.step();
        const PlanarState wanted = afterPasses(trajectory, method, step, steps);
        // The accelerator computes sines and cosines by polynomials, accurate to 5e-9.
        for (std::size_t i = 0; i < wanted.angle.size(); ++i) {
            QVERIFY(std::abs(software.state().angle[i] - wanted.angle[i]) < 1e-8);
            QVERIFY(std::abs(software.state().momentum[i] - wanted.momentum[i]) < 1e-8);
            QVERIFY(software.state().angle[i] != trajectory.start.angle[i]);
        }
    }

    void everyPhaseThatThereIsTakesTime() {
        const auto timed = [](const Trajectory& trajectory) {
            const PhaseTimes times = timeSteps(trajectory, PlanarMethod::RungeKutta4, 1e-4, 20);
            std::vector<bool> takes;
            for (const double ns : times) takes.push_back(std::isfinite(ns) && ns > 0.0);
            return takes;
        };
        QCOMPARE(timed(fourBar()), std::vector<bool>(7, true));
        QCOMPARE(timed(doublePendulum()),
                 (std::vector<bool>{true, true, false, true, true, true, true}));
        QCOMPARE(timed(chain(1, false)),
                 (std::vector<bool>{true, true, false, false, true, true, true}));
        const FunctionTimes functions = timeFunctions(10);
        for (const double ns : {functions.update, functions.assembly, functions.inverse})
            QVERIFY(std::isfinite(ns) && ns > 0.0);
    }
};

MOMENTREE_TEST(TestPlanarSoftware, Appless)

}  // namespace momentree::fpga::test_planar_software
#include "test_planar_software.moc"
