// SPDX-License-Identifier: Apache-2.0
// Small movements: closed forms, a reference with complex steps, derivatives of a formulation, and
// the equilibria about which they are taken.
#include <QTest>
#include <numbers>

#include "bench/mechanisms.hpp"
#include "core/analysis/equilibrium.hpp"
#include "core/analysis/modes_about_start.hpp"
#include "core/analysis/released.hpp"
#include "core/diagnostics/probes.hpp"
#include "core/kinematics/assemble.hpp"
#include "support/analysis_files.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_modes {
namespace {

using std::numbers::pi;
using test::close;
using test::model;
using test::reference;

constexpr double turn = 2.0 * pi;

ModesAboutStart aboutStart(const Model& model) { return test::got(modesAboutStart(model)); }

}  // namespace

class TestModes final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aDoublePendulumOfRods() {
        const QJsonObject expected =
            reference("modes")["double_pendulum"].toObject()["uniform_rods"].toObject();
        const ModesAboutStart found = aboutStart(model("double_pendulum"));
        QCOMPARE(found.modes.modes.size(), std::size_t(2));
        QVERIFY(found.modes.undamped);
        QCOMPARE(found.modes.stability, Stability::Stable);
        for (int k = 0; k < 2; ++k) {
            const Mode& mode = found.modes.modes[static_cast<std::size_t>(k)];
            QVERIFY(close(turn * mode.frequency, expected["w"].toArray()[k].toDouble(), 1e-12));
            QVERIFY(close(mode.damping, 0.0, 0.0));
            // Angles of the rods.
            const double ratio = (mode.bodies[1][5] / mode.bodies[0][5]).real();
            QVERIFY(close(ratio, expected["shapes"].toArray()[k].toArray()[1].toDouble(), 1e-11));
        }
        QVERIFY(found.linearisation.f_r.cwiseAbs().maxCoeff() < 1e-14);
    }

    void ladders_data() {
        QTest::addColumn<QString>("ends");
        QTest::newRow("fixed") << "fixed";
        QTest::newRow("free") << "free";
    }
    void ladders() {
        QFETCH(QString, ends);
        const QJsonArray expected =
            reference("modes")["ladder"].toObject()["fixed_" + ends].toArray();
        const ModesAboutStart found = aboutStart(model("ladder_" + ends.toStdString()));
        QCOMPARE(std::ssize(found.modes.modes), expected.size());
        for (qsizetype k = 0; k < expected.size(); ++k)
            QVERIFY(close(turn * found.modes.modes[static_cast<std::size_t>(k)].frequency,
                          expected[k].toDouble(), 1e-11));
    }

    /// lambda = -c/2m +- i sqrt(k/m - (c/2m)^2); overdamped, two real ones; free, zero.
    void oneMass() {
        const double m = 0.5, k = 200.0;
        for (const double c : {2.0, 40.0}) {
            Model mechanism = model("slider");
            mechanism.axialLoads[0].c = c;
            const Modes modes = aboutStart(mechanism).modes;
            const double half = c / (2.0 * m), square = k / m - half * half;
            const Mode& first = modes.modes.at(0);
            if (square > 0.0) {
                QCOMPARE(modes.modes.size(), std::size_t(1));
                QVERIFY(close(first.eigenvalue.real(), -half, 1e-12));
                QVERIFY(close(first.eigenvalue.imag(), std::sqrt(square), 1e-12));
                QVERIFY(close(first.damping, c / (2.0 * std::sqrt(k * m)), 1e-14));
            } else {
                QCOMPARE(modes.modes.size(), std::size_t(2));
                QVERIFY(close(first.eigenvalue.real(), -half + std::sqrt(-square), 1e-11));
            }
            QCOMPARE(modes.stability, Stability::Stable);
        }
        Model free = model("slider");
        free.axialLoads[0].k = free.axialLoads[0].c = 0.0;
        const Modes loose = aboutStart(free).modes;
        QVERIFY(loose.modes.at(0).rigid);
        QCOMPARE(loose.stability, Stability::Neutral);
    }

    /// Near the pose they are the shape of the mode, enlarged; farther away loops stay closed.
    void posesOfAMode() {
        const Model mechanism = model("four_bar_spring");
        const ModesAboutStart found = aboutStart(mechanism);
        const Mode& mode = found.modes.modes.at(0);
        const double size = mechanismSize(mechanism, found.start.bodies);
        const auto posesWithin = [&](double distance) {
            return posesOf(mechanism, found.start.bodies, found.linearisation, mode, distance, 0.4,
                           6);
        };
        const auto near = posesWithin(1e-4 * size), far = posesWithin(0.2 * size);
        QCOMPARE(near.size(), std::size_t(12));
        for (int k = 0; k < 12; ++k) {
            double along = 0.0, square = 0.0, error = 0.0, length = 0.0;
            for (const bool measured : {false, true})
                for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
                    const Vector3d shift =
                        near[static_cast<std::size_t>(k)][i].r - found.start.bodies[i].r;
                    const Vector3d shape =
                        (mode.bodies[i].head<3>() * std::polar(1.0, pi * k / 6.0)).real();
                    if (measured) {
                        error += (shift - along / square * shape).squaredNorm();
                        length += shift.squaredNorm();
                    } else {
                        along += shift.dot(shape);
                        square += shape.squaredNorm();
                    }
                }
            if (square < 1e-20) continue;  // where the mode passes its middle
            QVERIFY(error <= 1e-6 * length);
            QVERIFY(along > 0.0);
        }
        double largest = 0.0;
        for (const std::vector<BodyState>& pose : far) {
            const std::vector<BodyKinematics<double>> bodies = kinematicsOf(pose);
            for (const JointElement& joint : mechanism.joints) {
                const Vector3d a = markerKinematics(joint.A, std::span(bodies)).r;
                const Vector3d b = markerKinematics(joint.B, std::span(bodies)).r;
                QVERIFY((a - b).norm() < 1e-9 * size);
            }
            for (std::size_t i = 0; i < pose.size(); ++i)
                largest = std::max(largest, (pose[i].r - found.start.bodies[i].r).norm());
        }
        QVERIFY(largest > 0.02 * size);
    }

    /// The torque between two rods accelerates them by M^-1 [-1, 1] in their own angles.
    void inputsAndOutputs() {
        const Model mechanism = model("double_pendulum");
        const ModesAboutStart found = aboutStart(mechanism);
        const StateSpace space = stateSpace(mechanism, found.start.bodies, found.linearisation);
        QCOMPARE(space.inputs, std::vector<std::string>{"motor"});
        QCOMPARE(space.outputs, (std::vector<std::string>{"J1.q", "J2.q", "J1.u", "J2.u"}));
        const double m1 = 1.0, m2 = 0.7, l1 = 0.8, l2 = 0.5;
        Eigen::Matrix2d M;
        M << m1 * l1 * l1 / 3 + m2 * l1 * l1, m2 * l1 * l2 / 2, m2 * l1 * l2 / 2, m2 * l2 * l2 / 3;
        const Eigen::Vector2d a = M.inverse() * Eigen::Vector2d(-1.0, 1.0);
        const Eigen::VectorXd rates = space.C * space.B;  // of q: none; of u: accelerations
        QVERIFY(close(rates[0], 0.0, 0.0) && close(rates[1], 0.0, 0.0));
        QVERIFY(close(rates[2], a[0], 1e-11));
        QVERIFY(close(rates[3], a[1] - a[0], 1e-11));
    }

    /// A cart on a spring and damper, with a pendulum: its tip, and what follows forces at once.
    void probesAreOutputs() {
        const double mc = 2.0, mp = 0.5, l = 0.6, Jp = 0.03, k = 30.0, c = 1.5, g = 9.81;
        const auto mechanism = test::built(R"m({"version": 1, "name": "cart",
 "ground": {"markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 1, 0]}}},
 "bodies": [
  {"name": "cart", "mass": 2, "inertia": [0.1, 0.1, 0.1],
   "markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 1, 0]}}},
  {"name": "rod", "mass": 0.5, "inertia": [0.03, 0.03, 0.03],
   "markers": {"top": [0, 0.6, 0], "tip": [0, -0.6, 0]}}],
 "joints": [
  {"name": "S", "type": "prismatic", "a": "ground.rail", "b": "cart.rail"},
  {"name": "R", "type": "revolute", "a": "cart", "b": "rod.top"}],
 "forces": [
  {"name": "spring", "type": "axial-force", "a": "ground.rail", "b": "cart.rail",
   "stiffness": 30, "damping": 1.5},
  {"name": "push", "type": "applied-force", "at": "rod.tip", "direction": [1, 0, 0], "law": 0}],
 "probes": [
  {"column": "x", "quantity": "position", "at": "rod.tip", "component": "x"},
  {"column": "S.q", "quantity": "joint_displacement", "joint": "S"},
  {"column": "turn", "quantity": "angular_velocity_world", "at": "rod", "component": "z"},
  {"column": "ax", "quantity": "acceleration", "at": "rod.tip", "component": "x"},
  {"column": "pin", "quantity": "joint_force_on_body", "joint": "R", "body": "rod",
   "component": "x"},
  {"column": "work", "quantity": "force_work", "force": "spring"}]})m");
        const ModesAboutStart found = aboutStart(*mechanism);
        StateSpace space = stateSpace(*mechanism, found.start.bodies, found.linearisation);
        addProbes(*mechanism, found.start, 0.0, found.linearisation, evaluateProbes, space);
        QCOMPARE(space.outputs,
                 (std::vector<std::string>{"S.q", "R.q", "S.u", "R.u", "x", "turn", "ax", "pin"}));
        QCOMPARE(space.inputs, (std::vector<std::string>{"spring", "push"}));
        Eigen::Matrix2d M, K = Eigen::Vector2d(k, mp * g * l).asDiagonal(), C, B;
        M << mc + mp, mp * l, mp * l, Jp + mp * l * l;
        C << c, 0, 0, 0;
        B << 1, 1, 0, 2 * l;
        const Eigen::Matrix2d W = M.inverse();
        Eigen::Matrix<double, 2, 4> rates;  // of the speeds
        rates << -W * K, -W * C;
        Eigen::Matrix<double, 4, 4> expected = Eigen::Matrix<double, 4, 4>::Zero();
        Eigen::Matrix<double, 4, 2> through = Eigen::Matrix<double, 4, 2>::Zero();
        expected.row(0) << 1, 2 * l, 0, 0;
        expected.row(1) << 0, 0, 0, 1;
        expected.row(2) = rates.row(0) + 2 * l * rates.row(1);
        through.row(2) = W.row(0) * B + 2 * l * W.row(1) * B;
        expected.row(3) = mp * (rates.row(0) + l * rates.row(1));
        through.row(3) = mp * (W.row(0) * B + l * W.row(1) * B) - Eigen::RowVector2d(0, 1);
        QVERIFY((space.C.bottomRows(4) - expected).cwiseAbs().maxCoeff() < 1e-7);
        QVERIFY((space.D.bottomRows(4) - through).cwiseAbs().maxCoeff() < 1e-10);
        QVERIFY(space.D.topRows(4).isZero());
    }

    /// Three redundant rows, a spring and a damper. The reference has 1e-7 by its own account; the
    /// derivative of `aba` by differences has 1e-8.
    void aFourBarOnASpring() {
        const QJsonObject expected = reference("linear_four_bar");
        const Model mechanism = model("four_bar_spring");
        const Equilibrium found = test::got(equilibrium(mechanism));
        const std::span<const double> angles(found.state.angles);
        QVERIFY(close(angles[0], expected["theta"].toDouble(), 1e-9));
        QVERIFY(found.residual < 1e-11);
        QCOMPARE(found.modes.stability, Stability::Stable);
        const QJsonArray value = expected["eigenvalues"].toArray()[0].toArray();
        const Mode& mode = found.modes.modes.at(0);
        QVERIFY(close(mode.eigenvalue.real(), value[0].toDouble(), 1e-7));
        QVERIFY(close(mode.eigenvalue.imag(), value[1].toDouble(), 1e-7));

        const auto acceleration = [&](double angle) {
            const auto at = std::make_shared<const Model>(
                model("four_bar_spring", QByteArray::number(angle, 'g', 17).toStdString()));
            const auto system = test::makeSystem("aba", at);
            const Eigen::VectorXd y = test::startOf(*system, test::got(assemble(*at)));
            return test::derivativeOf(*system, 0.0, y)[at->tree.nq];
        };
        const double theta = angles[0], h = 1e-4;
        const double slope = (acceleration(theta - 2 * h) - 8 * acceleration(theta - h) +
                              8 * acceleration(theta + h) - acceleration(theta + 2 * h)) /
                             (12 * h);
        const double exact = -found.linearisation.K_r(0, 0) / found.linearisation.M_r(0, 0);
        QVERIFY(close(slope / exact, 1.0, 1e-8));
    }

    /// Hanging parallelograms fold flat at -833.85 J, where other branches go on downwards; which
    /// of them is taken depends on rounding.
    void throughAFlatParallelogram() {
        const auto chain = bench::parallelogramChain(10);
        const Equilibrium found = test::got(equilibrium(*chain));
        QVERIFY2(found.potential < -1000.0, qPrintable(QString::number(found.potential)));
        QVERIFY(found.residual < 1e-11);
        QVERIFY2(found.steps < 30, qPrintable(QString::number(found.steps)));
    }

    /// From every side to the hanging pose, also from the upright one, an equilibrium itself.
    void aPendulumHangs() {
        for (const char* start : {"-80 deg", "60 deg", "90 deg", "170 deg"}) {
            const Model mechanism = model("double_pendulum", start);
            const Equilibrium found = test::got(equilibrium(mechanism));
            QVERIFY(found.conservative);
            QVERIFY(close(found.potential, -9.81 * (1.0 * 0.4 + 0.7 * (0.8 + 0.25)), 1e-10));
            QCOMPARE(found.modes.stability, Stability::Stable);
        }
        QCOMPARE(aboutStart(model("double_pendulum", "90 deg")).modes.growing, 2);
    }

    void aChainHangsBetweenItsEnds() {
        const Equilibrium found = test::got(equilibrium(model("hanging_chain")));
        QVERIFY(close(found.potential, reference("hanging_chain")["V"].toDouble(), 1e-11));
        const QJsonArray angles = reference("hanging_chain")["angles"].toArray();
        for (qsizetype k = 0; k < angles.size(); ++k) {
            const Matrix3d R =
                rotationOf<double>(found.state.bodies[static_cast<std::size_t>(k)].e);
            QVERIFY(close(std::atan2(R(1, 0), R(0, 0)), angles[k].toDouble(), 1e-8));
        }
        QCOMPARE(found.modes.stability, Stability::Stable);
    }

    /// Loads along the only free motion, the spin of the rod, are rounding.
    void aRodThatSpins() {
        ModelDescription description = test::example("rssr").description;
        description.jointStarts.clear();
        MotionDescription& motor = description.motions.emplace_back();
        motor.name = "motor";
        motor.joint = "J1";
        motor.law.kind = "constant";
        const Equilibrium found =
            test::got(equilibrium(*test::got(buildModel(std::move(description)))));
        QVERIFY(found.steps <= 2);  // as rounding has it
        QCOMPARE(found.modes.stability, Stability::Neutral);
    }

    /// A law that reads a probe is a spring, about which the released mechanism rests.
    void releasedLoadsReadProbes() {
        const auto driven =
            test::built(R"model({"version": 1, "name": "sprung", "gravity": [0, 0, 0],
 "ground": {"markers": {"pin": [0, 0, 0]}},
 "bodies": [{"name": "rod", "mass": 1, "inertia": [0.1, 0.1, 0.1],
   "markers": {"pin": [0, 0, 0]}}],
 "joints": [{"name": "J", "type": "revolute", "a": "ground.pin", "b": "rod.pin"}],
 "motions": [{"name": "motor", "joint": "J",
   "law": {"kind": "constant", "offset": 0.3, "rate": 1}}],
 "forces": [{"name": "spring", "type": "axial-torque", "a": "ground.pin", "b": "rod.pin",
   "law": "-0.4*turn"}],
 "probes": [{"column": "turn", "quantity": "joint_angle", "joint": "J"},
  {"column": "torque", "quantity": "drive_torque", "motion": "motor"}]})model");
        const auto free = test::got(released(*driven, KeptLoads::All));
        QVERIFY(free->motions.empty());
        QCOMPARE(free->probes.size(), std::size_t(1));
        const Equilibrium found = test::got(equilibrium(*free));
        QVERIFY(close(found.modes.modes.at(0).frequency, 1.0 / pi, 1e-9));
    }

    /// m g l / 2 cos(angle from x) = torque.
    void aConstantTorqueLiftsARod() {
        Model mechanism = model("double_pendulum");
        mechanism.axialLoads[0].law.polynomial = {0.5};
        const Equilibrium found = test::got(equilibrium(mechanism));
        QVERIFY(!found.conservative);
        const Matrix3d lower = rotationOf<double>(found.state.bodies[1].e);
        QVERIFY(close(0.7 * 9.81 * 0.25 * lower(0, 0), 0.5, 1e-9));
        QVERIFY(found.residual < 1e-11);
        mechanism.axialLoads[0].law.polynomial = {50.0};
        QVERIFY(!equilibrium(mechanism));
    }
};

MOMENTREE_TEST(TestModes, Appless)

}  // namespace momentree::test_modes
#include "test_modes.moc"
