// SPDX-License-Identifier: Apache-2.0
// Equilibria in which the loads on each body balance each other, without joints that carry them,
// and of loops whose lengths are rounded.
#include <QTest>
#include <cmath>

#include "core/analysis/equilibrium.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/drag.hpp"
#include "core/kinematics/free_motions.hpp"
#include "support/analysis_files.hpp"
#include "support/linkages.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_equilibrium {
namespace {

using test::close;

constexpr double mass = 1.3, g = 9.81;

/// A body of 1.3 kg above the origin, under gravity along -z.
const std::string lonely = R"model({"version": 1, "name": "rests", "gravity": [0, 0, -9.81],
 "ground": {"markers": {"O": [0, 0, 0], "top": [0, 0, 1]}},
 "bodies": [{"name": "body", "mass": 1.3, "inertia": [0.001, 0.002, 0.003],
   "markers": {"eye": [0, 0, 0.02]}}],
 "joints": [{"name": "J", "type": "JOINT", "a": "ground.O", "b": "body"}],
 "forces": [FORCE], "initial": {"adjust": true,
   "bodies": {"body": {"position": [0, 0, START]}}}})model";

std::string over(const std::string& joint, const std::string& force, double start) {
    const std::string text = test::replaced(lonely, "JOINT", joint);
    return test::replaced(test::replaced(text, "FORCE", force), "START", std::to_string(start));
}

/// Bennett's linkage hanging from its ground link, with its numbers rounded to some decimals.
std::shared_ptr<const Model> hanging(int decimals) {
    const QByteArray text = test::rounded(test::textOf({test::bennett(1.0, 1.0, 0.0)}), decimals);
    return test::built(test::replaced(text.toStdString(), "[0, 0, 0]", "[0, 0, -9.81]"));
}

Result<Equilibrium> restOf(const std::string& text) { return equilibrium(*test::built(text)); }

}  // namespace

class TestEquilibrium final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aloneOnALoad_data() {
        QTest::addColumn<QString>("joint");
        QTest::addColumn<QString>("force");
        QTest::addColumn<double>("height");
        QTest::addColumn<double>("frequency");
        const double stiff = 2e5, depth = std::pow(mass * g / stiff, 2.0 / 3.0);
        const auto row = [](const char* name, const char* joint, const char* force, double height,
                            double k) {
            QTest::newRow(name) << joint << force << height << std::sqrt(k / mass);
        };
        row("spring along a rail", "prismatic",
            R"m({"name": "F", "type": "axial-force", "a": "ground.O", "b": "body",
                "stiffness": 170})m",
            -mass * g / 170, 170);
        row("spring between points", "free",
            R"m({"name": "F", "type": "spring-damper", "a": "ground.top", "b": "body.eye",
                "stiffness": 170, "length": 0.5})m",
            1 - 0.5 - mass * g / 170 - 0.02, 170);
        row("bushing", "free",
            R"m({"name": "F", "type": "bushing", "a": "ground.O", "b": "body",
                "stiffness": [300, 310, 170, 2, 3, 4]})m",
            -mass * g / 170, 170);
        row("contact", "prismatic",
            R"m({"name": "F", "type": "contact", "a": "ground.O", "b": "body", "radius": 0.05,
                "stiffness": 2e5})m",
            0.05 - depth, 1.5 * stiff * std::sqrt(depth));
        row("law", "prismatic",
            R"m({"name": "F", "type": "axial-force", "a": "ground.O", "b": "body",
                "law": "-170*q - 3*u"})m",
            -mass * g / 170, 170);
        row("law that cancels itself", "prismatic",
            R"m({"name": "F", "type": "axial-force", "a": "ground.O", "b": "body",
                "law": "12.753 - 170*(q - 0.03)"})m",
            0.03, 170);
    }
    /// The mass hangs or lies where the load carries its weight, and is recognised to rest there.
    void aloneOnALoad() {
        QFETCH(QString, joint);
        QFETCH(QString, force);
        QFETCH(double, height);
        QFETCH(double, frequency);
        for (const double start : {0.2, 0.06, 0.0493}) {
            const auto found = restOf(over(joint.toStdString(), force.toStdString(), start));
            QVERIFY2(found, found ? "" : qPrintable(test::said(found.error())));
            const double z = found->state.bodies[0].r.z();
            QVERIFY2(close(z, height, 1e-11), qPrintable(QString::number(z - height)));
            double vertical = 0.0;  // the mode that moves the body up and down
            for (const Mode& mode : found->modes.modes)
                if (std::abs(mode.bodies[0][2]) > 0.1) vertical = std::abs(mode.eigenvalue);
            QVERIFY2(close(vertical / frequency, 1.0, 1e-7), qPrintable(QString::number(vertical)));
        }
    }
    void whatFallsHasNone() {
        QVERIFY(!restOf(over("prismatic", "", 0.2)));
        QVERIFY(!restOf(over("free", R"m({"name": "F", "type": "applied-force", "at": "body",
            "direction": [0, 0, 1], "law": 12})m",
                             0.2)));
    }
    /// Friction that sticks holds many poses; it neither makes one of them neutral nor damps.
    void frictionThatSticks() {
        const std::string text = R"m({"version": 1, "name": "held", "gravity": [0, -9.81, 0],
 "ground": {"markers": {"O": [0, 0, 0]}},
 "bodies": [{"name": "rod", "mass": 1, "inertia": [0.01, 0.01, 0.01],
   "markers": {"O": [0, 0.3, 0]}}],
 "joints": [{"name": "J", "type": "revolute", "a": "ground.O", "b": "rod.O"}],
 "forces": [{"name": "F", "type": "axial-torque", "a": "ground.O", "b": "rod.O", "law": 0.5,
   "friction": {"kinetic": 0.2}}], "initial": {"joints": {"J": {"q": 1}}}})m";
        const Equilibrium found = test::got(restOf(text));
        const double angle = std::asin(0.5 / (0.3 * g));
        QVERIFY(close(found.state.angles.at(0), angle, 1e-11));
        QCOMPARE(found.modes.stability, Stability::Stable);
        QCOMPARE(found.modes.modes.at(0).damping, 0.0);
        const double square = 0.3 * g * std::cos(angle) / (0.01 + 0.09);
        QVERIFY(close(found.modes.modes[0].eigenvalue.imag(), std::sqrt(square), 1e-6));
    }
    /// Elsewhere than at the start, rounded lengths seem to hold the linkage.
    void roundedLoops_data() {
        QTest::addColumn<int>("decimals");
        for (const int decimals : {4, 5, 6, 7, 8}) QTest::addRow("%d", decimals) << decimals;
    }
    void roundedLoops() {
        QFETCH(const int, decimals);
        const Equilibrium exact = test::got(equilibrium(*hanging(15)));
        const Equilibrium found = test::got(equilibrium(*hanging(decimals)));
        const double off = std::pow(10.0, 1 - decimals);
        QCOMPARE(found.modes.stability, Stability::Stable);
        for (std::size_t k = 0; k < exact.state.angles.size(); ++k)
            QVERIFY(close(found.state.angles[k], exact.state.angles[k], off));
        QVERIFY(close(
            found.modes.modes.at(0).eigenvalue.imag() / exact.modes.modes.at(0).eigenvalue.imag(),
            1.0, off));
        QVERIFY(close(found.potential, exact.potential, 10.0 * off));
    }
    void roundedLoopsAreMoved_data() {
        QTest::addColumn<int>("decimals");
        for (const int decimals : {4, 5, 6, 7, 8, 9, 12, 15})
            QTest::addRow("%d", decimals) << decimals;
    }
    void roundedLoopsAreMoved() {
        QFETCH(const int, decimals);
        const auto model = hanging(decimals);
        const InitialState start = *assemble(*model);
        const auto motions = freeMotions(*model, 0.0, start.bodies);
        QCOMPARE(motions.size(), std::size_t{1});
        const Swing swing = swingAlong(*model, 0.0, start.bodies, motions[0], 1.0, 20);
        QCOMPARE(swing.poses.size(), std::size_t{41});
        // Along where the point was in each pose of the swing.
        constexpr std::size_t body = 1;
        std::vector<BodyState> pose = swing.poses.front();
        for (const auto& wanted : swing.poses) {
            const auto moved = drag(*model, pose, {body, Vector3d::Zero(), wanted[body].r});
            QVERIFY(moved.has_value());
            pose = *moved;
            const double off = (pose[body].r - wanted[body].r).norm();
            QVERIFY2(off < std::max(std::pow(10.0, 2 - decimals), 1e-9),
                     qPrintable(QString::number(off)));
        }
    }
};

MOMENTREE_TEST(TestEquilibrium, Appless)

}  // namespace momentree::test_equilibrium
#include "test_equilibrium.moc"
