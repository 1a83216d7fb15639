// SPDX-License-Identifier: Apache-2.0
// The largest reactions of a movement and the loads on a body at their instants.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/analysis/driven_motion.hpp"
#include "core/analysis/load_case.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/counted_angles.hpp"
#include "support/analysis_files.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_worst_loads {
namespace {

using test::close;
using test::example;
using test::got;
using test::model;
using test::reference;

constexpr double speed = 30.0, turn = 2.0 * std::numbers::pi / speed;

/// Whether two vectors agree.
bool same(const Vector3d& a, const Vector3d& b, double tolerance) {
    if ((a - b).norm() <= tolerance) return true;
    qWarning("%g %g %g instead of %g %g %g", a.x(), a.y(), a.z(), b.x(), b.y(), b.z());
    return false;
}
Vector3d vectorOf(const QJsonArray& xy) { return {xy[0].toDouble(), xy[1].toDouble(), 0.0}; }

/// The states of a driven mechanism, as a run would record them.
std::vector<MotionState> statesOf(const Model& mechanism, double duration, int count) {
    const CountedAngles counted = countedAngles(mechanism);
    const InverseDynamics driven = got(inverseDynamics(mechanism, {duration, duration / count}));
    std::vector<MotionState> states;
    std::vector<double> known(static_cast<std::size_t>(counted.joints), 0.0);
    for (const Sample& sample : driven.samples) {
        MotionState& state = states.emplace_back();
        state.time = sample.time;
        state.bodies = sample.bodies;
        state.angles = anglesNear(counted, kinematicsOf(sample.bodies), known);
        known.assign(state.angles.begin(), state.angles.begin() + counted.joints);
    }
    return states;
}

LoadCase caseAt(const Model& mechanism, double time, const char* body) {
    const auto motion = DrivenMotion::start(mechanism);
    if (!motion) qFatal("%s", toString(motion.error().front()).c_str());
    const LoadInstant instant{got((*motion)->at(time)), (*motion)->anglesOfLoads()};
    const auto at = std::ranges::find(mechanism.bodies, body, &Body::name);
    return loadCaseOf(mechanism, instant, static_cast<std::size_t>(at - mechanism.bodies.begin()));
}
/// What is left of the largest load; lengths are about one metre.
double left(const LoadCase& found) {
    return std::max(found.forceLeft.norm(), found.momentLeft.norm()) /
           std::max(found.largestForce, found.largestMoment);
}

}  // namespace

class TestWorstLoads final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Just before the end of the turn.
    void theBearingOfASliderCrank() {
        const Model mechanism = model("slider_crank");
        const WorstLoads found = got(worstLoads(mechanism, {turn, turn / 24.0}));
        const WorstLoad& bearing = found.joints[0];
        QVERIFY(close(bearing.force.value, 216.988023492908, 1e-10));
        QVERIFY(close(bearing.force.time * speed, 6.281966098262655, 1e-6));
        QVERIFY(close(bearing.moment.value, 8.912578496503297, 1e-11));
        QVERIFY(!bearing.unique);  // across the plane
        QVERIFY(close(bearing.atForce.sample.joints[0].reaction.head<3>().norm(),
                      bearing.force.value, 0.0));
        // Not between the instants by chance: a single joint's value at them is smaller.
        const InverseDynamics coarse = got(inverseDynamics(mechanism, {turn, turn / 24.0}));
        QVERIFY(coarse.reactions[0].force.value < bearing.force.value - 1e-6);
    }

    /// Integrated between the states, the movement has the same extremes.
    void aRunHasTheSameWorstLoads() {
        for (const char* name : {"slider_crank", "four_bar_spring"}) {
            Model mechanism = model(name);
            if (mechanism.motions.empty()) continue;
            const double duration = turn;
            const WorstLoads driven = got(worstLoads(mechanism, {duration, duration / 48.0}));
            const WorstLoads run =
                got(worstLoads(mechanism, statesOf(mechanism, duration, 48), duration / 2000.0));
            QCOMPARE(run.redundant, driven.redundant);
            for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
                const double scale = driven.joints[j].force.value;
                QVERIFY(close(run.joints[j].force.value, scale, 1e-8 * scale));
                QVERIFY(
                    close(run.joints[j].moment.value, driven.joints[j].moment.value, 1e-8 * scale));
                QCOMPARE(run.joints[j].unique, driven.joints[j].unique);
            }
        }
    }

    /// A rotor with an unbalance turns on a turntable about another axis.
    void aRunInSpaceHasTheSameWorstLoads() {
        const auto mechanism =
            test::built(R"({"version": 1, "name": "gyro", "gravity": [0, 0, -9.81],
 "bodies": [
  {"name": "table", "mass": 2, "inertia": [0.1, 0.1, 0.2],
   "markers": {"O": [0, 0, 0], "axle": {"position": [0.2, 0, 0.1], "z": [1, 0, 0], "x": [0, 1, 0]}}},
  {"name": "rotor", "mass": 1, "inertia": [0.02, 0.01, 0.01],
   "markers": {"axle": {"position": [0, 0, -0.01], "z": [1, 0, 0], "x": [0, 1, 0]}}}],
 "joints": [
  {"name": "post", "type": "revolute", "a": "ground", "b": "table.O"},
  {"name": "axle", "type": "revolute", "a": "table.axle", "b": "rotor.axle"}],
 "motions": [
  {"name": "slow", "joint": "post", "law": {"kind": "constant", "offset": 0, "rate": 7}},
  {"name": "fast", "joint": "axle", "law": {"kind": "constant", "offset": 0, "rate": 40}}]})");
        const WorstLoads driven = got(worstLoads(*mechanism, {0.5, 0.01}));
        const WorstLoads run = got(worstLoads(*mechanism, statesOf(*mechanism, 0.5, 50), 2e-4));
        for (std::size_t j = 0; j < 2; ++j) {
            const double force = driven.joints[j].force.value;
            QVERIFY(close(run.joints[j].force.value, force, 1e-7 * force));
            const double moment = driven.joints[j].moment.value;
            QVERIFY(close(run.joints[j].moment.value, moment, 1e-7 * moment));
        }
    }

    /// By hand, of the rod at 30 degrees.
    void inertiaReliefOfARod() {
        const QJsonObject expected = reference("inertia_relief");
        const Model mechanism = model("slider_crank");
        const LoadCase found = caseAt(mechanism, expected["theta"].toDouble() / speed, "rod");
        QCOMPARE(found.loads.size(), std::size_t(4));
        const double phi = -std::asin(0.1 * 0.5 / 0.35);  // of the rod against the guide
        const Matrix3d R = Eigen::AngleAxisd(phi, Vector3d::UnitZ()).toRotationMatrix();
        const auto inWorld = [&](const Vector3d& v) -> Vector3d { return R * v; };
        QVERIFY(
            same(inWorld(found.loads[0].force), vectorOf(expected["crank_pin"].toArray()), 1e-10));
        QVERIFY(
            same(inWorld(found.loads[1].force), vectorOf(expected["piston_pin"].toArray()), 1e-10));
        QVERIFY(same(found.loads[0].point, Vector3d::Zero(), 1e-15));
        QVERIFY(same(found.loads[1].point, {0.35, 0.0, 0.0}, 1e-15));
        QVERIFY(same(inWorld(found.loads[2].force), vectorOf(expected["weight"].toArray()), 1e-12));
        QVERIFY(same(inWorld(found.acceleration), vectorOf(expected["com_acceleration"].toArray()),
                     1e-10));
        QVERIFY(close(found.w.z(), expected["omega"].toDouble(), 1e-10));
        QVERIFY(close(found.dw.z(), expected["alpha"].toDouble(), 1e-9));
        QVERIFY(close(found.loads[3].moment.z(), -0.007 * expected["alpha"].toDouble(), 1e-11));
        QVERIFY(found.forceLeft.norm() < 1e-12 * found.largestForce);
        QVERIFY(found.momentLeft.norm() < 1e-12 * found.largestMoment);
    }

    /// Springs, couplings, redundant hinges, drives.
    void allLoadsAreInBalance_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"four_bar_driven", "planetary_gear", "double_pendulum",
                                 "heavy_top", "robot_arm", "rssr", "cart_pendulum"})
            QTest::newRow(name) << QString(name);
    }
    void allLoadsAreInBalance() {
        QFETCH(QString, name);
        const Model mechanism = example(name.toStdString());
        const CountedAngles counted = countedAngles(mechanism);
        const InitialState start = got(assemble(mechanism));
        const MotionState state{0.0, start.bodies, anglesOf(counted, start)};
        const WorstLoads found = got(worstLoads(mechanism, {state}, 1e-3));
        for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
            const LoadInstant* worst = worstInstantOf(mechanism, found, i);
            QVERIFY(worst);
            const LoadCase loads = loadCaseOf(mechanism, *worst, i);
            QVERIFY2(left(loads) < 1e-9, qPrintable(QString::number(left(loads))));
        }
    }

    /// Joints that carry no moment, computed with rounding errors, next to those that do.
    void roundingIsNoLoad_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"quick_return", "delta_robot", "stewart_platform"})
            QTest::newRow(name) << QString(name);
    }
    void roundingIsNoLoad() {
        QFETCH(QString, name);
        const Model mechanism = example(name.toStdString());
        const WorstLoads found = got(worstLoads(mechanism, {1.0, 0.05}));
        const InverseDynamics driven = got(inverseDynamics(mechanism, {1.0, 0.05}));
        int zeros = 0;
        for (std::size_t j = 0; j < mechanism.joints.size(); ++j)
            for (const Peak& peak : {found.joints[j].moment, driven.reactions[j].moment}) {
                QVERIFY(peak.value == 0.0 || peak.value > 1e-8);
                if (peak.value != 0.0) continue;
                ++zeros;
                QCOMPARE(peak.time, 0.0);
            }
        QVERIFY(zeros > 0 && zeros < 2 * static_cast<int>(mechanism.joints.size()));
    }
    /// Rounding is that of the mechanism's own loads, however small they are.
    void smallLoadsAreLoads() {
        const auto largest = [](const char* mass) {
            const auto arm = test::built(QString(R"({"version": 1, "name": "arm",
 "parameters": {"m": %1},
 "bodies": [{"name": "arm", "mass": "m", "inertia": ["0.1*m", "0.1*m", "0.1*m"],
   "markers": {"O": {"position": [-0.5, 0, 0.1], "z": [0, 0, 1]}}}],
 "joints": [{"name": "J", "type": "revolute", "a": "ground", "b": "arm.O"}],
 "motions": [{"name": "turn", "joint": "J", "law": {"kind": "constant", "rate": 3}}]})")
                                             .arg(mass)
                                             .toStdString());
            return got(worstLoads(*arm, {1.0, 0.1})).joints[0];
        };
        const WorstLoad usual = largest("2"), tiny = largest("2e-30");
        QVERIFY(usual.moment.value > 1.0);
        QVERIFY(close(1e30 * tiny.force.value, usual.force.value, 1e-9));
        QVERIFY(close(1e30 * tiny.moment.value, usual.moment.value, 1e-9));
    }

    /// A ball that dents a plane by 1 mm: k d^1.5 at its centre, which is where it acts.
    void contactsAreLoads() {
        const auto mechanism = test::built(R"({"version": 1, "name": "ball",
 "gravity": [0, -9.81, 0],
 "ground": {"markers": {"floor": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [1, 0, 0]}}},
 "bodies": [{"name": "ball", "mass": 2, "inertia": [0.01, 0.01, 0.01]}],
 "joints": [{"name": "J", "type": "free", "a": "ground", "b": "ball"}],
 "forces": [{"name": "hit", "type": "contact", "a": "ground.floor", "b": "ball", "radius": 0.1,
   "stiffness": 1e6}],
 "initial": {"joints": {"J": {"q": [0, 0.099, 0, 1, 0, 0, 0]}}}})");
        const InitialState start = got(assemble(*mechanism));
        const MotionState state{0.0, start.bodies, {}};
        const WorstLoads found = got(worstLoads(*mechanism, {state}, 1e-3));
        const LoadCase loads = loadCaseOf(*mechanism, *worstInstantOf(*mechanism, found, 0), 0);
        const auto hit = std::ranges::find(loads.loads, "hit", &BodyLoad::name);
        QVERIFY(hit != loads.loads.end());
        QVERIFY(close(hit->force.y(), 1e6 * std::pow(1e-3, 1.5), 1e-9));
        QVERIFY(left(loads) < 1e-12);
    }
};

MOMENTREE_TEST(TestWorstLoads, Appless)

}  // namespace momentree::test_worst_loads
#include "test_worst_loads.moc"
