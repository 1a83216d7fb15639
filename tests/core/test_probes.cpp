// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/diagnostics/probes.hpp"
#include "support/test_main.hpp"

namespace momentree::test_probes {
namespace {

/// Two bodies and one joint between them; tests add probes.
struct Scene {
    Model model;
    Sample sample;

    Scene() {
        model.bodies.resize(2);
        model.bodies[0].mass = 2.0;
        model.bodies[1].mass = 3.0;
        model.joints.resize(1);
        model.joints[0].A.body = 0;
        model.joints[0].B.body = 1;
        model.motions.resize(1);
        model.gravity = {0.0, -10.0, 0.0};
        sample.resize(model);
        BodyState& body = sample.bodies[0];
        body.r = {1.0, 2.0, 3.0};
        body.e = {std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5)};  // a quarter turn about z
        body.v = {0.1, 0.2, 0.3};
        body.w = {0.0, 0.0, 2.0};
        sample.accelerations[0] << 1.0, 0.0, 0.0, 0.0, 0.0, 5.0;
        sample.accelerations[1] << 0.0, 1.0, 0.0, 0.0, 0.0, 0.0;
        sample.bodies[1].w = {0.0, 3.0, 7.0};
        sample.joints[0].reaction << 1.0, 2.0, 3.0, 4.0, 5.0, 6.0;
        sample.joints[0].q = {0.5, 0.6};
        sample.joints[0].u = {0.7, 0.8};
        sample.motionEfforts[0] = 9.0;
        sample.kinetic = 11.0;
        sample.potential = -4.0;
    }
    Probe& add(const char* quantity, const char* component = "") {
        model.probes.emplace_back();
        Probe& probe = model.probes.back();
        probe.what.quantity = quantity;
        probe.what.component = component;
        return probe;
    }
    double value() {
        sample.probes.assign(model.probes.size(), 0.0);
        evaluateProbes(model, sample);
        return sample.probes.back();
    }
};

bool near(double a, double b) { return std::abs(a - b) < 1e-12; }

Frame at(double x, double y, double z) { return {Matrix3d::Identity(), {x, y, z}}; }

}  // namespace

class TestProbes : public QObject {
    Q_OBJECT

private slots:
    void pointsOfABody_data() {
        QTest::addColumn<QString>("quantity");
        QTest::addColumn<QString>("component");
        QTest::addColumn<double>("expected");
        // The point (1, 0, 0) of the body is at s = (0, 1, 0) from its centre of mass.
        QTest::newRow("x") << "position"
                           << "x" << 1.0;
        QTest::newRow("y") << "position"
                           << "y" << 3.0;
        QTest::newRow("z") << "position"
                           << "z" << 3.0;
        QTest::newRow("v + w x s") << "velocity"
                                   << "x" << 0.1 - 2.0;
        QTest::newRow("vy") << "velocity"
                            << "y" << 0.2;
        QTest::newRow("a + alpha x s") << "acceleration"
                                       << "x" << 1.0 - 5.0;
        QTest::newRow("w x (w x s)") << "acceleration"
                                     << "y" << -4.0;
        QTest::newRow("world") << "angular_velocity_world"
                               << "z" << 2.0;
    }
    void pointsOfABody() {
        QFETCH(QString, quantity);
        QFETCH(QString, component);
        QFETCH(double, expected);
        Scene s;
        s.add(qPrintable(quantity), qPrintable(component)).A = {0, at(1.0, 0.0, 0.0), {}};
        QVERIFY2(near(s.value(), expected), qPrintable(QString::number(s.value(), 'g', 17)));
    }
    void axesOfABody() {
        Scene s;
        s.sample.bodies[0].w = {2.0, 0.0, 0.0};
        s.add("angular_velocity_body", "y").A.body = 0;
        QVERIFY(near(s.value(), -2.0));
        Probe& entry = s.add("rotation_matrix_entry");
        entry.A.body = 0;
        entry.what.row = 2;
        entry.what.column_index = 1;
        QVERIFY(near(s.value(), 1.0));
    }
    void betweenMarkers() {
        Scene s;
        s.sample.bodies[1].r = {1.0, 2.0, 7.0};
        for (const auto& [quantity, expected] : {std::pair{"joint_rate", 5.0},
                                                 {"joint_displacement", 4.0},
                                                 {"point_distance", 4.0},
                                                 {"joint_angle", -std::numbers::pi / 2}}) {
            Probe& probe = s.add(quantity);
            probe.A.body = 0;
            probe.B.body = 1;
            QVERIFY2(near(s.value(), expected), quantity);
        }
    }
    void ofJoints() {
        Scene s;
        for (const auto& [quantity, expected] :
             {std::pair{"joint_angle", 0.6}, {"joint_rate", 0.8}, {"joint_displacement", 0.6}}) {
            Probe& probe = s.add(quantity);
            probe.joint = 0;
            probe.what.coordinate = 2;
            QVERIFY2(near(s.value(), expected), quantity);
        }
    }
    void reactionsActOnTheBodyNamed() {
        Scene s;
        for (const auto& [quantity, body, expected] : {std::tuple{"joint_force_on_body", 1, 2.0},
                                                       {"joint_force_on_body", 0, -2.0},
                                                       {"joint_torque_on_body", 1, 5.0},
                                                       {"joint_torque_on_body", 0, -5.0}}) {
            Probe& probe = s.add(quantity, "y");
            probe.joint = 0;
            probe.A.body = body;
            QVERIFY2(near(s.value(), expected), quantity);
        }
    }
    void ofTheWholeSystem() {
        Scene s;
        s.add("kinetic_energy");
        QVERIFY(near(s.value(), 11.0));
        s.add("potential_energy");
        QVERIFY(near(s.value(), -4.0));
        s.add("total_energy");
        QVERIFY(near(s.value(), 7.0));
        s.add("total_ground_force", "y");
        QVERIFY(near(s.value(), 2.0 * 10.0 + 3.0 * 11.0));
        s.add("drive_torque").motion = 0;
        QVERIFY(near(s.value(), 9.0));
    }

    /// Applied forces and drag come from neither the ground nor other bodies.
    void groundForceLeavesAppliedForcesOut() {
        Scene s;
        s.add("total_ground_force", "x");
        const double without = s.value();
        AppliedLoad push;
        push.at.body = 0;
        push.direction = {0.0, -1.0, 0.0};  // of the body, which is turned by 90 degrees: world x
        push.bodyAxes = true;
        push.law.polynomial = {10.0};
        s.model.appliedLoads.push_back(push);
        QVERIFY(near(s.value(), without - 10.0));
        push.torque = true;
        s.model.appliedLoads.push_back(push);
        s.model.drags.push_back({.name = {}, .body = 0, .linear = 4.0, .angular = 7.0});
        QVERIFY(near(s.value(), without - 10.0 + 0.4));
    }

    /// The observer counts the turns.
    void anglesKeepTheirTurns() {
        Scene s;
        s.add("joint_angle").B.body = 0;
        const double quarter = 0.5 * std::numbers::pi, turn = 2.0 * std::numbers::pi;
        for (const double turns : {-3.0, 0.0, 5.0}) {
            s.sample.probes = {turns * turn + 1.0};
            evaluateProbes(s.model, s.sample);
            QVERIFY(near(s.sample.probes[0], turns * turn + quarter));
        }
    }
};

MOMENTREE_TEST(TestProbes, Appless)

}  // namespace momentree::test_probes
#include "test_probes.moc"
