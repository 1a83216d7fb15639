// SPDX-License-Identifier: Apache-2.0
// Tests of the reference itself: closed-form solutions and invariants.
#include <QTest>

#include "support/compare.hpp"
#include "support/random_models.hpp"
#include "support/test_main.hpp"

namespace momentree::test_reference {

using namespace momentree::test;

namespace {

const std::vector<std::string> everyType{"revolute",  "universal", "cylindrical", "spherical",
                                         "prismatic", "fixed",     "free"};

struct Momentum {
    Vector3d linear = Vector3d::Zero(), angular = Vector3d::Zero();  // about the world origin
};

Momentum momentum(const Model& model, const JointState& state) {
    Momentum total;
    const InitialState bodies = bodyStates(model, state);
    for (std::size_t i = 0; i < bodies.bodies.size(); ++i) {
        const BodyState& b = bodies.bodies[i];
        const Matrix3d R = rotationOf(b.e);
        total.linear += model.bodies[i].mass * b.v;
        total.angular += model.bodies[i].mass * b.r.cross(b.v) +
                         R * (model.bodies[i].J_C * (R.transpose() * b.w));
    }
    return total;
}

double totalEnergy(const Model& model, const JointState& state) {
    const Energies e = energies(model, state);
    return e.kinetic + e.potential;
}

JointState integrate(const Model& model, JointState state, double h, int steps) {
    for (int k = 0; k < steps; ++k) state = rungeKuttaStep(model, state, h);
    return state;
}

}  // namespace

class TestReference : public QObject {
    Q_OBJECT
private slots:
    void planarDoublePendulum();
    void massMatrix();
    void energyIsConserved();
    void momentumOfFreeSystemIsConserved();
    void momentaFollowTheirRates();
    void closedLoopStaysClosed();
    void closedMomentaFollowTheirRates();
};

// Two uniform bars of 1 m and 1 kg: M = [5/3 + cos, 1/3 + cos/2; 1/3 + cos/2, 1/3] in relative
// angles.
void TestReference::planarDoublePendulum() {
    ModelDescription d = describe(FourBarModel{.inertia = 1.0 / 12.0});
    d.bodies.pop_back();
    d.joints.resize(2);
    d.jointStarts.resize(2);
    const std::shared_ptr<const Model> model = build(d);
    JointState s;
    s.q = Eigen::Vector2d(0.4, -1.1);
    s.u = Eigen::Vector2d(1.3, -0.7);
    const double c = std::cos(s.q[1]), sn = std::sin(s.q[1]), g = 9.81;
    Eigen::Matrix2d M;
    M << 5.0 / 3 + c, 1.0 / 3 + c / 2, 1.0 / 3 + c / 2, 1.0 / 3;
    verifyClose(test::massMatrix(*model, s).reshaped(), M.reshaped(), 1e-14, "M");
    const double T2 = -sn * (s.u[0] * s.u[0] + s.u[0] * s.u[1]) / 2;
    const Eigen::Vector2d gravity(-g * (1.5 * std::cos(s.q[0]) + 0.5 * std::cos(s.q.sum())),
                                  -g * 0.5 * std::cos(s.q.sum()));
    verifyClose(momentumRates(*model, s), Eigen::Vector2d(0.0, T2) + gravity, 1e-14, "pdot");
}

void TestReference::massMatrix() {
    const auto model = randomModel({.bodies = 9, .joints = everyType, .branched = true}, 3);
    Random random(4);
    const JointState s = randomState(*model, random);
    const MatrixXd M = test::massMatrix(*model, s);
    verifyClose(M.reshaped(), MatrixXd(M.transpose()).reshaped(), 1e-14, "symmetry", 3);
    QVERIFY(Eigen::LLT<MatrixXd>(M).info() == Eigen::Success);
    verifyClose(kineticMomenta(*model, s), M * s.u, 1e-13, "p = M u", 3);
    QVERIFY(std::abs(0.5 * s.u.dot(M * s.u) - energies(*model, s).kinetic) <
            1e-13 * energies(*model, s).kinetic);
}

// Halving the step divides the error of the fourth-order integration by 16; the exact energy is
// constant.
void TestReference::energyIsConserved() {
    const auto model = randomModel({.bodies = 7, .joints = everyType}, 5);
    Random random(6);
    const JointState s = randomState(*model, random);
    const double E = totalEnergy(*model, s);
    const double coarse = totalEnergy(*model, integrate(*model, s, 0.02, 10)) - E;
    const double fine = totalEnergy(*model, integrate(*model, s, 0.01, 20)) - E;
    QVERIFY2(std::abs(fine) < std::abs(coarse) / 10 && std::abs(fine) < 1e-3 * std::abs(E),
             qPrintable(QStringLiteral("%1 then %2 of %3").arg(coarse).arg(fine).arg(E)));
}

// Hamel's terms do no work, so the energy does not detect errors in them; the angular momentum
// does.
void TestReference::momentumOfFreeSystemIsConserved() {
    ModelDescription d = describe(
        {.bodies = 5, .joints = {"free", "spherical", "free", "universal", "spherical"}}, 7);
    d.gravity = {0.0, 0.0, 0.0};
    const auto model = build(d);
    Random random(8);
    const JointState s = randomState(*model, random);
    const Momentum before = momentum(*model, s);
    const Momentum coarse = momentum(*model, integrate(*model, s, 0.02, 10));
    const Momentum fine = momentum(*model, integrate(*model, s, 0.01, 20));
    const double coarseError = (coarse.angular - before.angular).norm();
    const double fineError = (fine.angular - before.angular).norm();
    QVERIFY2(fineError < coarseError / 10 && fineError < 1e-5 * before.angular.norm(),
             qPrintable(QStringLiteral("%1 then %2").arg(coarseError).arg(fineError)));
    verifyClose(fine.linear, before.linear, 1e-5, "linear momentum", 7);
}

// dp/dt along the motion by central differences equals pdot, with every kind of load.
void TestReference::momentaFollowTheirRates() {
    const auto model = randomModel(
        {.bodies = 8, .joints = everyType, .branched = true, .drivenShare = 0.5, .loads = true}, 9);
    Random random(10);
    const JointState s = randomState(*model, random);
    const VectorXd rate = coordinateRates(*model, s), udot = accelerations(*model, s).udot;
    const double h = 1e-4;
    const auto at = [&](double dt) {
        return kineticMomenta(*model, {s.q + dt * rate, s.u + dt * udot, s.t + dt});
    };
    verifyClose((at(h) - at(-h)) / (2 * h), momentumRates(*model, s), 1e-6, "dp/dt", 9);
}

void TestReference::closedLoopStaysClosed() {
    const auto model = randomModel(
        {.bodies = 4, .joints = {"revolute", "spherical", "universal"}, .closure = "spherical"},
        11);
    const JointState s = closedState(*model);
    QVERIFY(closureResiduals(*model, s).norm() < 1e-14);
    QVERIFY(closureRates(*model, s).norm() < 1e-13);
    QCOMPARE(model->tree.closureRows, 3);
    const JointState coarse = integrate(*model, s, 0.01, 10),
                     fine = integrate(*model, s, 0.005, 20);
    const double coarseError = closureResiduals(*model, coarse).norm();
    const double fineError = closureResiduals(*model, fine).norm();
    QVERIFY2(fineError < coarseError / 10 && fineError < 1e-5,
             qPrintable(QStringLiteral("%1 then %2").arg(coarseError).arg(fineError)));
}

// d(M u + J^T sigma)/dt = pdot when sigma grows at the rate of the multipliers.
void TestReference::closedMomentaFollowTheirRates() {
    const auto model = randomModel(
        {.bodies = 4, .joints = {"revolute", "spherical", "universal"}, .closure = "spherical"},
        12);
    const JointState s = closedState(*model);
    const Eigen::Vector3d sigma(0.7, -0.4, 1.1);
    const Accelerations a = accelerations(*model, s);
    const VectorXd rate = coordinateRates(*model, s);
    const double h = 1e-4;
    const auto at = [&](double dt) -> VectorXd {
        const JointState moved{s.q + dt * rate, s.u + dt * a.udot, s.t + dt};
        return kineticMomenta(*model, moved) +
               closureJacobian(*model, moved).transpose() * (sigma + dt * a.lambda);
    };
    verifyClose((at(h) - at(-h)) / (2 * h), momentumRates(*model, s, sigma), 1e-6, "dp/dt", 12);
    const VectorXd p = kineticMomenta(*model, s) + closureJacobian(*model, s).transpose() * sigma;
    const CanonicalSolution solution = solveCanonical(*model, s, p);
    verifyClose(solution.u, s.u, 1e-12, "u", 12);
    verifyClose(solution.sigma, sigma, 1e-12, "sigma", 12);
}

MOMENTREE_TEST(TestReference, Appless)

}  // namespace momentree::test_reference
#include "test_reference.moc"
