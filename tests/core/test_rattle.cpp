// SPDX-License-Identifier: Apache-2.0
// RATTLE on R^3 x SO(3) against an independent prototype, and what a variational integrator keeps:
// energy over many steps, momenta, the way back (THEORY 6.9).
#include <QTest>
#include <cmath>

#include "core/formulations/rattle/leg.hpp"
#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "support/compare.hpp"
#include "support/model_text.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_rattle {

using namespace momentree::test;

namespace {

RunSpec rattle(double step) {
    RunSpec spec;
    spec.formulation = spec.integrator = "rattle";
    spec.step = step;
    spec.newtonTolerance = 1e-13;
    return spec;
}

Sample observed(Stepper& stepper, const Model& model) {
    Sample sample;
    sample.resize(model);
    stepper.observe(sample);
    return sample;
}

double energyOf(const Sample& s) { return s.kinetic + s.potential; }

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

/// The largest energy errors of tenths of a run, and their means [J].
struct Tenths {
    double largest = 0.0;
    std::array<double, 10> means{};
    double drift = 0.0;  ///< largest of positions and velocities

    double slope() const { return std::abs(means[9] - means[0]); }
    QByteArray text() const {
        return "largest " + QByteArray::number(largest) + " J, means " +
               QByteArray::number(means[0]) + " and " + QByteArray::number(means[9]) +
               " J, drift " + QByteArray::number(drift);
    }
};

Tenths tenthsOf(const std::shared_ptr<const Model>& model, double step, int steps) {
    const auto stepper = started(model, rattle(step));
    const double start = energyOf(observed(*stepper, *model));
    Tenths out;
    constexpr int each = 10;  // steps between samples
    for (int k = 0; k < steps / each; ++k) {
        const Progress p = stepper->advance((k + 1) * each * step, {});
        if (p.status != StepStatus::Reached) qFatal("%s at %g s", statusName(p.status), p.time);
        const Sample s = observed(*stepper, *model);
        const double error = energyOf(s) - start;
        out.largest = std::max(out.largest, std::abs(error));
        out.drift = std::max({out.drift, s.driftPosition, s.driftVelocity});
        out.means[static_cast<std::size_t>(10 * k / (steps / each))] += error * 10.0 * each / steps;
    }
    return out;
}

}  // namespace

class TestRattle : public QObject {
    Q_OBJECT
private slots:
    void legs() {
        const Matrix3d J = Vector3d(1.0, 2.0, 2.5).asDiagonal();
        for (const double angle : {1e-6, 0.01, 0.099, 0.101, 1.0, 2.9}) {
            const Vector3d u = angle * Vector3d(0.3, -0.5, 0.8).normalized();
            for (const double s : {1.0, -1.0}) {
                const double d = 1e-6;
                Matrix3d differences;
                for (int k = 0; k < 3; ++k)
                    differences.col(k) = (rattle::leg(s, J, u + d * Vector3d::Unit(k)) -
                                          rattle::leg(s, J, u - d * Vector3d::Unit(k))) /
                                         (2.0 * d);
                QVERIFY((rattle::legTangent(s, J, u) - differences).norm() < 1e-8);
            }
            // The momentum in axes of the end is that in axes of the start, turned.
            const Matrix3d R = rotationOf<double>(exponential(u));
            QVERIFY((rattle::leg(-1.0, J, u) - R.transpose() * rattle::leg(1.0, J, u)).norm() <
                    1e-14 * angle + 1e-17);
            QVERIFY((tangentOf(u) * inverseTangentOf(u) - Matrix3d::Identity()).norm() < 1e-14);
        }
    }

    void movesAsThePrototype() {
        const auto position = [](const char* name, double step, double t, std::size_t body) {
            return Eigen::Vector3d(after(referenceModel(name), rattle(step), t).bodies[body].r);
        };
        verifyClose(position("spatial_double_pendulum", 1e-2, 1.0, 1),
                    Eigen::Vector3d(-0.542051173613, -1.18908330671, 0.111405241769), 1e-9, "dp");
        verifyClose(position("heavy_symmetric_top", 1e-3, 0.5, 0),
                    Eigen::Vector3d(-0.702613806728, -0.0210826422576, -0.711258996984), 1e-9,
                    "top");
        // Through the singular pose.
        verifyClose(Eigen::VectorXd(position("fourbar_parallelogram", 1e-2, 2.0, 1).head<2>()),
                    Eigen::Vector2d(-0.708152428882, 1.20605958493), 1e-8, "parallelogram");
        const auto model = referenceModel("torque_free_body");
        const BodyState body = after(model, rattle(1e-2), 10.0).bodies[0];
        verifyClose(Eigen::Vector3d(rotationOf<double>(body.e).transpose() * body.w),
                    Eigen::Vector3d(4.9779034989, -0.485437410436, 2.87996679838), 1e-8, "free");
    }

    /// A hundred thousand steps: the energy has no slope, positions and velocities hold.
    void energyWithoutSlope() {
        const Tenths t = tenthsOf(referenceModel("spatial_double_pendulum"), 1e-2, 100000);
        QVERIFY2(t.slope() < 2e-4 && t.largest < 1.5e-2 && t.drift < 1e-12, t.text());
        if (qEnvironmentVariableIsSet("MOMENTREE_LONG")) qInfo("%s", t.text().constData());
    }
    /// The same with three redundant rows.
    void redundantLoopsWithoutSlope() {
        const Tenths t = tenthsOf(referenceModel("fourbar_parallelogram_rotating"), 2e-3, 20000);
        QVERIFY2(t.slope() < 0.05 * t.largest && t.largest < 0.1 && t.drift < 1e-9, t.text());
        if (qEnvironmentVariableIsSet("MOMENTREE_LONG")) qInfo("%s", t.text().constData());
    }

    void momentumIsKept() {
        const auto free = referenceModel("torque_free_body");
        const auto stepper = started(free, rattle(1e-2));
        const Vector3d L = momentumOf(*free, observed(*stepper, *free));
        QVERIFY(stepper->advance(20.0, {}).status == StepStatus::Reached);
        const Vector3d now = momentumOf(*free, observed(*stepper, *free));
        QVERIFY2((now - L).norm() < 1e-12 * L.norm(),
                 qPrintable(QString::number((now - L).norm())));
    }

    /// The rule is symmetric: with reversed velocities it goes back along its own steps.
    void goesBack() {
        const auto model = referenceModel("spatial_double_pendulum");
        InitialState initial = *assemble(*model);
        const auto there = started(model, rattle(1e-2));
        QVERIFY(there->advance(2.0, {}).status == StepStatus::Reached);
        InitialState turned = initial;
        turned.bodies = observed(*there, *model).bodies;
        for (BodyState& body : turned.bodies) body.v = -body.v, body.w = -body.w;
        const auto back = *Catalogue().make(model, rattle(1e-2));
        QVERIFY(back->initialise(turned));
        QVERIFY(back->advance(2.0, {}).status == StepStatus::Reached);
        const Sample s = observed(*back, *model);
        for (std::size_t i = 0; i < initial.bodies.size(); ++i)
            QVERIFY((s.bodies[i].r - initial.bodies[i].r).norm() < 1e-9);
    }

    /// A turn of more than 3 rad in one step is refused.
    void fastRotationNeedsShortSteps() {
        const auto model = referenceModel("heavy_symmetric_top");  // 150 rad/s
        const auto fast = started(model, rattle(0.025));
        const Progress p = fast->advance(0.1, {});
        QVERIFY(p.status != StepStatus::Reached);
        QVERIFY(p.time < 0.1);
        QVERIFY(started(model, rattle(0.005))->advance(0.1, {}).status == StepStatus::Reached);
    }
};

MOMENTREE_TEST(TestRattle, Appless)

}  // namespace momentree::test_rattle
#include "test_rattle.moc"
