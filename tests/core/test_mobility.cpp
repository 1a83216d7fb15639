// SPDX-License-Identifier: Apache-2.0
// Free motions and redundant constraints of mechanisms.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble_unless.hpp"
#include "core/kinematics/closures.hpp"
#include "core/kinematics/cures.hpp"
#include "core/kinematics/free_motions.hpp"
#include "core/kinematics/loop_parts.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "support/test_main.hpp"

namespace momentree::test_mobility {
namespace {

struct Assembled {
    std::shared_ptr<const Model> model;
    std::vector<BodyState> bodies;
    AssemblyReport report;
};

Assembled assembled(const ModelDescription& description) {
    Assembled a;
    const auto model = buildModel(description);
    if (!model) return a;
    a.model = *model;
    if (auto start = assemble(**model, &a.report)) a.bodies = start->bodies;
    return a;
}

ModelDescription example(const std::string& name) {
    return *readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/" + name + ".momentree.json");
}

/// A parallelogram of unit links with cranks at an angle from the x axis [rad].
Assembled parallelogram(double angle) {
    const auto text = [](double value) { return std::to_string(value); };
    const std::string bar = R"("mass": 1, "inertia": [1, 1, 1],
        "markers": {"P": [0, 0, 0], "Q": [1, 0, 0]}})";
    const std::string turned =
        "[" + text(std::cos(angle / 2.0)) + ", 0, 0, " + text(std::sin(angle / 2.0)) + "]";
    return assembled(*readModelText(
        R"({"version": 1, "name": "parallelogram",
        "ground": {"markers": {"O": [0, 0, 0], "C": [1, 0, 0]}},
        "bodies": [{"name": "a", )" +
            bar + R"(, {"name": "b", )" + bar + R"(, {"name": "c", )" + bar + R"(], "joints": [
        {"name": "J1", "type": "revolute", "a": "ground.O", "b": "a.P"},
        {"name": "J2", "type": "revolute", "a": "a.Q", "b": "b.P"},
        {"name": "J3", "type": "revolute", "a": "b.Q", "b": "c.Q"},
        {"name": "J4", "type": "revolute", "a": "ground.C", "b": "c.P"}],
        "initial": {"joints": {"J1": {"q": )" +
            text(angle) + R"(}}, "bodies": {
        "b": {"position": [)" +
            text(std::cos(angle)) + ", " + text(std::sin(angle)) + R"(, 0]},
        "c": {"position": [1, 0, 0], "orientation": )" +
            turned + "}}}}",
        "parallelogram"));
}

double gapOf(const Model& model, const std::vector<BodyState>& states) {
    std::vector<BodyKinematics<double>> bodies = kinematicsOf(states);
    double worst = 0.0;
    ConstraintTerms<double> terms;
    const std::span<const BodyKinematics<double>> all(bodies);
    for (const Constraint& c : model.constraints) {
        evaluate(c, motionOf(model, c, 0.0), at(all, c.bodyA), at(all, c.bodyB), terms);
        worst = std::max(worst, terms.Phi.norm());
    }
    return worst;
}

std::string textOf(const Model& model, const Cure& cure) {
    std::string text;
    for (const JointChange& change : cure.changes)
        text += model.joints[static_cast<std::size_t>(change.joint)].name + ":" + change.type + " ";
    return text + std::to_string(cure.redundantLeft);
}

}  // namespace

class TestMobility : public QObject {
    Q_OBJECT
private slots:
    void assemblingCanBeGivenUp() {
        const auto model = buildModel(example("four_bar"));
        AssemblyReport report;
        int asked = 0;
        const auto never = [&asked] { return ++asked < 0; };
        const auto start = assembleUnless(never, **model, &report);
        QVERIFY(start.has_value() && asked > 0);
        QCOMPARE(report.degreesOfFreedom, 1);
        for (int limit = 0; limit < asked; ++limit) {
            int left = limit;
            const auto given = assembleUnless([&left] { return left-- <= 0; }, **model, &report);
            QVERIFY(!given.has_value());
            QVERIFY(given.error().front().message.id == "loops-given-up");
        }
    }
    void asManyFreeMotionsAsDegreesOfFreedom_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"four_bar", "four_bar_driven", "peaucellier", "slider_crank", "rssr",
              "double_pendulum", "spatial_double_pendulum", "robot_arm", "heavy_top"})
            QTest::newRow(name) << name;
    }
    void asManyFreeMotionsAsDegreesOfFreedom() {
        QFETCH(QString, name);
        const Assembled a = assembled(example(name.toStdString()));
        QVERIFY(!a.bodies.empty());
        const auto motions = freeMotions(*a.model, 0.0, a.bodies);
        QCOMPARE(static_cast<int>(motions.size()), a.report.degreesOfFreedom);
        for (const FreeMotion& motion : motions) {
            const double reach = reachOf(*a.model, 0.0, a.bodies, motion, 0.05, 0.3);
            const Swing swing = swingAlong(*a.model, 0.0, a.bodies, motion, reach, 6);
            QVERIFY(swing.poses.size() > 6);
            for (const auto& pose : swing.poses) QVERIFY(gapOf(*a.model, pose) < 1e-7);
            // It moves.
            double moved = 0.0;
            for (std::size_t i = 0; i < a.bodies.size(); ++i)
                moved += (swing.poses.back()[i].r - a.bodies[i].r).norm() +
                         (swing.poses.back()[i].e - a.bodies[i].e).norm();
            QVERIFY(moved > 1e-3);
            QVERIFY((swing.poses[swing.middle][0].r - a.bodies[0].r).norm() < 1e-9);
        }
    }

    void everyHingeOfAPlanarLoopIsOverheld() {
        const Assembled a = assembled(example("four_bar"));
        const auto joints = overheldJoints(*a.model, 0.0, a.bodies);
        QVERIFY(joints.has_value());
        QCOMPARE(joints->size(), std::size_t(4));
        for (const OverheldJoint& joint : *joints) {
            QVERIFY(joint.share > 0.0 && joint.share <= 1.0 + 1e-9);
            // Only out of the plane.
            auto directions = joint.directions;
            std::ranges::sort(directions);
            const std::vector<std::string> expected{"shift along z", "turn about x",
                                                    "turn about y"};
            QVERIFY(directions == expected);
        }
    }

    void openChainsAndWellHeldLoopsAreLeftAlone() {
        for (const char* name : {"double_pendulum", "rssr"}) {
            const Assembled a = assembled(example(name));
            const auto joints = overheldJoints(*a.model, 0.0, a.bodies);
            QVERIFY(joints.has_value() && joints->empty());
            QVERIFY(findCures(*a.model, 0.0, a.bodies).empty());
        }
        QVERIFY(loopParts(*assembled(example("double_pendulum")).model).joints.empty());
    }

    void curesOfAFourBarTakeTheRedundancyAndKeepTheMotion() {
        const ModelDescription description = example("four_bar");
        const Assembled a = assembled(description);
        const auto cures = findCures(*a.model, 0.0, a.bodies);
        QVERIFY(!cures.empty());
        QCOMPARE(cures.front().redundantLeft, 0);
        bool single = false, pair = false;
        for (const Cure& cure : cures) {
            const std::string text = textOf(*a.model, cure);
            single = single || text == "J2:spherical 1";
            pair = pair || text == "J2:spherical J4:cylindrical 0" ||
                   text == "J4:cylindrical J2:spherical 0";
            // The reported effect agrees with an assembly after the change.
            ModelDescription changed = description;
            for (const JointChange& change : cure.changes)
                changed.joints[static_cast<std::size_t>(change.joint)].type = change.type;
            changed.jointStarts.clear();
            std::erase_if(changed.probes, [](const auto& p) { return !p.joint.empty(); });
            const Assembled then = assembled(changed);
            if (then.bodies.empty()) continue;
            QCOMPARE(then.report.redundant, cure.redundantLeft);
            QCOMPARE(then.report.degreesOfFreedom, a.report.degreesOfFreedom);
        }
        QVERIFY(single);
        QVERIFY(pair);
    }

    void findingCuresCanBeStopped() {
        const Assembled a = assembled(example("four_bar"));
        QVERIFY(findCures(*a.model, 0.0, a.bodies, [] { return true; }).empty());
    }

    void smallestSingularValueFallsTowardsTheFlatPose() {
        // All bars are collinear when the cranks are horizontal.
        double last = 1e9;
        for (const double left : {1.2, 0.6, 0.2, 0.05, 0.01}) {
            const Assembled a = parallelogram(left);
            QVERIFY(!a.bodies.empty());
            const Eigen::VectorXd values = closureSingularValues(*a.model, 0.0, a.bodies);
            QCOMPARE(values.size(), Eigen::Index(3));
            const double smallest = values[1];
            QVERIFY(smallest < last);
            last = smallest;
        }
        QVERIFY(last < 0.02);
    }
};

MOMENTREE_TEST(TestMobility, Appless)

}  // namespace momentree::test_mobility
#include "test_mobility.moc"
