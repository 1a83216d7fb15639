// SPDX-License-Identifier: Apache-2.0
// Livens' principle with the midpoint discrete gradient against an independent prototype, and what
// it keeps: energy and momenta to rounding, positions and velocities on the constraints (THEORY
// 6.10).
#include <QTest>
#include <cmath>

#include "core/formulations/energy_momentum/directors.hpp"
#include "core/io/model_file.hpp"
#include "core/math/turned.hpp"
#include "support/compare.hpp"
#include "support/model_text.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_energy_momentum {

using namespace momentree::test;

namespace {

RunSpec livens(double step) {
    RunSpec spec;
    spec.formulation = spec.integrator = "energy-momentum";
    spec.step = step;
    return spec;
}

Sample observed(Stepper& stepper, const Model& model) {
    Sample sample;
    sample.resize(model);
    stepper.observe(sample);
    return sample;
}

/// What a run keeps, at its worst.
struct Kept {
    double perStep = 0.0;                   ///< change of energy in one step over max(1 J, T)
    double energy = 0.0;                    ///< change of energy since the start over max(1 J, T)
    double position = 0.0, velocity = 0.0;  ///< drift
    QByteArray text() const {
        return "energy " + QByteArray::number(perStep) + " in a step, " +
               QByteArray::number(energy) + " since the start; positions " +
               QByteArray::number(position) + ", velocities " + QByteArray::number(velocity);
    }
};

Kept keptBy(const std::shared_ptr<const Model>& model, double step, int steps) {
    const auto stepper = started(model, livens(step));
    Sample sample = observed(*stepper, *model);
    const double start = sample.kinetic + sample.potential;
    double before = start;
    Kept kept;
    for (int k = 1; k <= steps; ++k) {
        const Progress p = stepper->advance(k * step, {});
        if (p.status != StepStatus::Reached) qFatal("%s at %g s", statusName(p.status), p.time);
        stepper->observe(sample);
        const double energy = sample.kinetic + sample.potential;
        const double unit = std::max(1.0, sample.kinetic);
        kept.perStep = std::max(kept.perStep, std::abs(energy - before) / unit);
        kept.energy = std::max(kept.energy, std::abs(energy - start) / unit);
        kept.position = std::max(kept.position, sample.driftPosition);
        kept.velocity = std::max(kept.velocity, sample.driftVelocity);
        before = energy;
    }
    return kept;
}

Vector3d momentumOf(const Model& model, const Sample& s) {
    Vector3d L = Vector3d::Zero();
    for (std::size_t i = 0; i < s.bodies.size(); ++i) {
        const BodyState& body = s.bodies[i];
        const Matrix3d R = rotationOf<double>(body.e);
        L += model.bodies[i].mass * body.r.cross(body.v) +
             R * model.bodies[i].J_C * R.transpose() * body.w;
    }
    return L;
}

/// A body on a spherical joint with a spring to the ground, and a slide on it with a spring.
const char* const springs = R"({"version": 1, "name": "springs", "gravity": [0, 0, -9.81],
    "ground": {"markers": {"O": [0, 0, 0], "S": [0.5, 0.6, 1]}},
    "bodies": [
        {"name": "arm", "mass": 2, "com": [0.4, 0, 0], "inertia": [0.05, 0.12, 0.1],
         "markers": {"P": [0, 0, 0], "Q": {"position": [0.8, 0, 0], "z": [1, 0, 0]}}},
        {"name": "slide", "mass": 0.5, "com": [0, 0, 0], "inertia": [0.01, 0.02, 0.025],
         "markers": {"P": {"position": [0, 0, 0], "z": [1, 0, 0]}}}],
    "joints": [{"name": "J", "type": "spherical", "a": "ground.O", "b": "arm.P"},
               {"name": "K", "type": "cylindrical", "a": "arm.Q", "b": "slide.P"}],
    "forces": [
        {"name": "long", "type": "spring-damper", "a": "ground.S", "b": "arm.Q", "stiffness": 200,
         "length": 0.5},
        {"name": "axial", "type": "axial-force", "a": "arm.Q", "b": "slide.P", "stiffness": 80,
         "length": 0.1}],
    "initial": {"joints": {"J": {"u": [0.5, 1, 2]}, "K": {"q": [0, 0.2], "u": [3, 0.5]}}}})";

}  // namespace

class TestEnergyMomentum : public QObject {
    Q_OBJECT
private slots:
    void tangentOfTheTurn() {
        const Matrix3d J = Vector3d(1.0, 2.0, 2.5).asDiagonal();
        const Quat<double> e0 = Quat<double>(0.8, 0.1, -0.5, 0.3).normalized();
        Directors start;
        start.E = eulerTensor(J);
        start.D0 = rotationOf<double>(e0);
        start.w0 = Vector3d(2.0, -1.0, 3.0);
        start.h = 0.2;
        const Matrix3d G = 0.01 * (Matrix3d() << 1, 2, -1, 0.5, -2, 3, 1, 1, -1).finished();
        const Vector3d constant(0.02, -0.01, 0.05);
        // The end is turned by `turn` and then by `more`, both in world axes.
        const auto at = [&](const Vector3d& turn, const Vector3d& more) {
            Directors b = start;
            const auto cayley = [](const Vector3d& u) {
                return rotationOf<double>(turned<double>(Quat<double>(1, 0, 0, 0), u));
            };
            b.D1 = cayley(more) * cayley(turn) * b.D0;
            b.D = 0.5 * (b.D0 + b.D1);
            b.theta = (more + turn + 0.5 * more.cross(turn)) / (1.0 - 0.25 * more.dot(turn));
            b.w1 = momentumMatrix(b, b.D1).inverse() *
                   (2.0 / b.h * (momentumMatrix(b, b.D) * b.theta) -
                    momentumMatrix(b, b.D0) * b.w0 + constant);
            return b;
        };
        for (const double angle : {0.01, 0.3, 1.5}) {
            const Vector3d turn = angle * Vector3d(0.3, -0.5, 0.8).normalized();
            const double d = 1e-6;
            Matrix3d differences;
            for (int k = 0; k < 3; ++k)
                differences.col(k) = (turnResidual(at(turn, d * Vector3d::Unit(k)), G) -
                                      turnResidual(at(turn, -d * Vector3d::Unit(k)), G)) /
                                     (2.0 * d);
            const Directors b = at(turn, Vector3d::Zero());
            QVERIFY((b.D1 - b.D0 - skew<double>(b.theta) * b.D).norm() < 1e-14);
            QVERIFY2((turnTangent(b, G) - differences).norm() < 1e-7,
                     QByteArray::number((turnTangent(b, G) - differences).norm()));
        }
    }

    void movesAsThePrototype() {
        const auto position = [](const char* name, double step, double t, std::size_t body) {
            return Eigen::Vector3d(after(referenceModel(name), livens(step), t).bodies[body].r);
        };
        verifyClose(position("spatial_double_pendulum", 1e-2, 1.0, 1),
                    Eigen::Vector3d(-0.541751304752, -1.18933146079, 0.111522653425), 1e-9, "dp");
        verifyClose(position("heavy_symmetric_top", 1e-3, 0.5, 0),
                    Eigen::Vector3d(-0.702324513946, -0.0212475526905, -0.711539751957), 1e-9,
                    "top");
        // Through the singular pose.
        verifyClose(Eigen::VectorXd(position("fourbar_parallelogram", 1e-2, 2.0, 1).head<2>()),
                    Eigen::Vector2d(-0.708168909458, 1.20604305512), 1e-8, "parallelogram");
    }

    void keepsEnergyToRounding_data() {
        QTest::addColumn<std::string>("name");
        QTest::addColumn<double>("step");
        QTest::addRow("double pendulum") << std::string("spatial_double_pendulum") << 1e-2;
        QTest::addRow("top") << std::string("heavy_symmetric_top") << 1e-3;
        // Three redundant rows each; the parallelogram passes its singular pose.
        QTest::addRow("four-bar") << std::string("fourbar_ground_0p4") << 1e-3;
        QTest::addRow("parallelogram") << std::string("fourbar_parallelogram") << 1e-2;
        // A moment of inertia that is the sum of the others: Euler's tensor is singular.
        QTest::addRow("lamina") << std::string("torque_free_body") << 1e-2;
        QTest::addRow("springs") << std::string() << 2e-2;
    }
    void keepsEnergyToRounding() {
        QFETCH(std::string, name);
        QFETCH(double, step);
        const auto model = name.empty() ? built(springs) : referenceModel(name);
        const Kept kept = keptBy(model, step, 1000);
        QVERIFY2(kept.perStep < 1e-12 && kept.energy < 1e-10, kept.text());
        QVERIFY2(kept.position < 1e-12 && kept.velocity < 1e-10, kept.text());
        if (qEnvironmentVariableIsSet("MOMENTREE_LONG")) qInfo("%s", kept.text().constData());
    }

    void momentumIsKept() {
        const auto free = referenceModel("torque_free_body");
        const auto stepper = started(free, livens(1e-2));
        const Vector3d L = momentumOf(*free, observed(*stepper, *free));
        QVERIFY(stepper->advance(20.0, {}).status == StepStatus::Reached);
        const Vector3d now = momentumOf(*free, observed(*stepper, *free));
        QVERIFY2((now - L).norm() < 1e-12 * L.norm(),
                 qPrintable(QString::number((now - L).norm())));
    }

    /// A turn of more than 3 rad in one step is refused.
    void fastRotationNeedsShortSteps() {
        const auto model = referenceModel("heavy_symmetric_top");  // 150 rad/s
        const Progress p = started(model, livens(0.025))->advance(0.1, {});
        QVERIFY(p.status != StepStatus::Reached);
        QVERIFY(p.time < 0.1);
        QVERIFY(started(model, livens(0.005))->advance(0.1, {}).status == StepStatus::Reached);
    }
};

MOMENTREE_TEST(TestEnergyMomentum, Appless)

}  // namespace momentree::test_energy_momentum
#include "test_energy_momentum.moc"
