// SPDX-License-Identifier: Apache-2.0
// Movement without masses: closed forms, dead points, transmission angles, Grashof's classes.
#include <QTest>
#include <numbers>

#include "core/analysis/kinematic_analysis.hpp"
#include "core/analysis/steady_turn.hpp"
#include "support/analysis_files.hpp"
#include "support/linkages.hpp"
#include "support/test_main.hpp"

namespace momentree::test_kinematics {
namespace {

using std::numbers::pi;
using test::close;
using test::Lengths;

Model fourBar(const Lengths& lengths) {
    return test::builtFrom(readModelText(test::drivenFourBar(lengths).toStdString(), "four-bar"));
}
KinematicAnalysis found(const Model& model, double duration, double step) {
    return test::got(kinematicAnalysis(model, {duration, step}));
}

}  // namespace

class TestKinematics final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// x = r cos a + sqrt(l^2 - r^2 sin^2 a) and its derivatives, whatever the masses are.
    void aSliderFollowsItsClosedForm() {
        Model mechanism = test::model("slider_crank");
        const KinematicAnalysis result = found(mechanism, 0.25, 0.01);
        const double r = 0.1, l = 0.35, w = 30.0;
        for (const Sample& sample : result.samples) {
            const double a = w * sample.time, c = std::cos(a), s = std::sin(a);
            const double root = std::sqrt(l * l - r * r * s * s);
            const double rate = -r * r * s * c * w / root;  // of the root
            const BodyState& slider = sample.bodies[2];
            QVERIFY(close(slider.r.x(), r * c + root, 1e-13));
            QVERIFY(close(slider.v.x(), -r * s * w + rate, 1e-11));
            const double ddroot = (-r * r * (c * c - s * s) * w * w - rate * rate) / root;
            QVERIFY(close(sample.accelerations[2][0], -r * c * w * w + ddroot, 1e-9));
        }
        for (Body& body : mechanism.bodies) body.mass *= 1e6, body.J_C *= 1e-3;
        const KinematicAnalysis other = found(mechanism, 0.25, 0.01);
        QCOMPARE(other.samples.back().accelerations[2], result.samples.back().accelerations[2]);
        QVERIFY(result.fourBars.empty());
        QVERIFY(!result.ended);
    }

    void fourBarsHaveTheirClass_data() {
        QTest::addColumn<double>("a");
        QTest::addColumn<double>("b");
        QTest::addColumn<double>("c");
        QTest::addColumn<double>("d");
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("turns");
        const auto row = [](const char* name, double a, double b, double c, double d,
                            FourBar::Kind kind, bool turns) {
            QTest::newRow(name) << a << b << c << d << static_cast<int>(kind) << turns;
        };
        row("crank-rocker", 0.1, 0.35, 0.3, 0.4, FourBar::Kind::CrankRocker, true);
        row("double crank", 0.3, 0.25, 0.35, 0.1, FourBar::Kind::DoubleCrank, true);
        row("rocker-crank", 0.3, 0.35, 0.1, 0.4, FourBar::Kind::RockerCrank, false);
        row("double rocker", 0.3, 0.1, 0.35, 0.4, FourBar::Kind::DoubleRocker, false);
        row("parallelogram", 1.0, 2.0, 1.0, 2.0, FourBar::Kind::ChangePoint, true);
        row("triple rocker", 0.1, 0.18, 0.13, 0.22, FourBar::Kind::TripleRocker, false);
    }
    void fourBarsHaveTheirClass() {
        QFETCH(double, a);
        QFETCH(double, b);
        QFETCH(double, c);
        QFETCH(double, d);
        QFETCH(int, kind);
        QFETCH(bool, turns);
        const KinematicAnalysis result = found(fourBar({a, b, c, d}), 0.1, 0.05);
        QCOMPARE(result.fourBars.size(), std::size_t(1));
        const FourBar& loop = result.fourBars[0].fourBar;
        QVERIFY(close(loop.a, a, 1e-12) && close(loop.b, b, 1e-12));
        QVERIFY(close(loop.c, c, 1e-12) && close(loop.d, d, 1e-12));
        QCOMPARE(static_cast<int>(loop.kind), kind);
        QCOMPARE(loop.inputTurnsFully, turns);
    }

    /// cos mu = (b^2 + c^2 - (d -+ a)^2) / (2 b c) where crank and ground are in line.
    void aTransmissionAngleHasItsExtremes() {
        const double a = 0.1, b = 0.35, c = 0.3, d = 0.4;
        const KinematicAnalysis result = found(fourBar({a, b, c, d}), 2.0 * pi, 0.07);
        const auto at = [&](double L) {
            return std::acos((b * b + c * c - L * L) / (2.0 * b * c));
        };
        const FourBarMotion& motion = result.fourBars.at(0);
        QVERIFY(close(motion.least.value, at(d - a), 1e-12));
        QVERIFY(close(motion.largest.value, at(d + a), 1e-12));
        QVERIFY(close(motion.least.time, 2.0 * pi - 1.0, 1e-6));
        QVERIFY(close(motion.largest.time, pi - 1.0, 1e-6));
        for (const NearDeadPoint& point : result.nearest) QVERIFY(!point.dead);
    }

    /// Over its turn, the crank comes back; other laws have none.
    void aCrankHasATurn() {
        Model mechanism = test::model("slider_crank");
        const auto turn = steadyTurn(mechanism);
        QVERIFY(turn && turn->motion == 0);
        QVERIFY(close(turn->period, 2.0 * pi / 30.0, 1e-15));
        const KinematicAnalysis result = found(mechanism, turn->period, turn->period / 8.0);
        for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
            const BodyState &first = result.samples.front().bodies[i],
                            &last = result.samples.back().bodies[i];
            QVERIFY((first.r - last.r).norm() < 1e-12 && (first.v - last.v).norm() < 1e-10);
        }
        mechanism.motions[0].law.amplitude = 0.1;
        QVERIFY(!steadyTurn(mechanism));
        mechanism.motions[0].law = {};
        mechanism.motions[0].law.polynomial = {0.0, 2.0, 1.0};
        QVERIFY(!steadyTurn(mechanism));
        mechanism.motions.clear();
        QVERIFY(!steadyTurn(mechanism));
    }

    /// The crank turns from 1 rad until coupler and rocker are in line.
    void aMotionEndsInADeadPoint() {
        const KinematicAnalysis result = found(fourBar({0.10, 0.18, 0.13, 0.22}), 2.0, 0.01);
        const double end = std::acos((0.22 * 0.22 + 0.1 * 0.1 - 0.31 * 0.31) / (2 * 0.22 * 0.1));
        QVERIFY(result.ended);
        QVERIFY(close(result.samples.back().time, end - 1.0, 1e-7));
        QVERIFY(!result.nearest.empty() && result.nearest.back().dead);
        QVERIFY(close(result.nearest.back().time, end - 1.0, 1e-7));
    }
};

MOMENTREE_TEST(TestKinematics, Appless)

}  // namespace momentree::test_kinematics
#include "test_kinematics.moc"
