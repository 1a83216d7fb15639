// SPDX-License-Identifier: Apache-2.0
// Screw, planar and constant-velocity joints, points on lines and planes: closed forms in every
// formulation, starts, motions, turns, files, messages.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/session/built_in.hpp"
#include "core/session/run.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_guided_joints {

using namespace momentree::test;

namespace {

constexpr double g = 9.81;

/// A puck on a plane that is inclined by 0.4 rad about x; its centre is at its marker.
std::string puck(const std::string& ends = R"~("a": "ground.P", "b": "puck.C")~",
                 const std::string& rest =
                     R"~("initial": {"joints": {"J": {"q": [0.1, 0.2, 3], "u": [0.5, 0, 4]}}})~") {
    return R"~({"version": 1, "name": "puck", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"P": {"position": [0, 1, 0],
                                     "z": [0, "cos(0.4)", "sin(0.4)"], "x": [1, 0, 0]}}},
        "bodies": [{"name": "puck", "mass": 2, "inertia": [0.01, 0.02, 0.03],
                    "markers": {"C": [0, 0, 0]}}],
        "joints": [{"name": "J", "type": "planar", )~" +
           ends + "}], " + rest + "}";
}

/// A bead on a straight wire in the plane z = 0 that turns about z at 2 rad/s, 0.3 m from the axis.
std::string beadOnWire() {
    return R"~({"version": 1, "name": "bead", "gravity": [0, 0, 0],
        "bodies": [
            {"name": "wire", "mass": 1, "inertia": [0.1, 0.1, 0.1],
             "markers": {"O": [0, 0, 0], "W": {"position": [0, 0, 0], "z": [1, 0, 0]}}},
            {"name": "bead", "mass": 0.5, "inertia": [0, 0, 0]}],
        "joints": [{"name": "J", "type": "revolute", "a": "ground", "b": "wire.O"},
                   {"name": "L", "type": "point-on-line", "a": "wire.W", "b": "bead"}],
        "motions": [{"name": "turn", "joint": "J",
                     "law": {"kind": "polynomial", "coefficients": [0, 2]}}],
        "initial": {"bodies": {"bead": {"position": [0.3, 0, 0], "velocity": [0, 0.6, 0]}}}})~";
}

/// A ladder of 2 m and 3 kg, 0.5 rad from the wall x = 0, whose ends slide on wall and floor.
std::string ladder() {
    return R"~({"version": 1, "name": "ladder", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"wall": {"position": [0, 0, 0], "z": [1, 0, 0]},
                               "floor": {"position": [0, 0, 0], "z": [0, 1, 0]}}},
        "bodies": [{"name": "bar", "mass": 3, "inertia": [0.01, 1, 1],
                    "markers": {"C": [0, 0, 0], "top": [0, 1, 0], "foot": [0, -1, 0]}}],
        "joints": [{"name": "J", "type": "planar", "a": "ground", "b": "bar.C"},
                   {"name": "top", "type": "point-on-plane", "a": "ground.wall", "b": "bar.top"},
                   {"name": "foot", "type": "point-on-plane", "a": "ground.floor",
                    "b": "bar.foot"}],
        "initial": {"joints": {"J": {"q": ["sin(0.5)", "cos(0.5)", 0.5]}}}})~";
}

/// Two shafts at an angle of 0.7 rad; the far end of the second is guided along its axis. The first
/// starts at 5 rad/s.
std::string bentShafts() {
    return R"~({"version": 1, "name": "shafts", "gravity": [0, 0, 0],
        "ground": {"markers": {"O": [0, 0, -0.5],
                               "axis": {"position": [0, 0, 0], "z": ["sin(0.7)", 0, "cos(0.7)"],
                                        "x": ["cos(0.7)", 0, "-sin(0.7)"]}}},
        "bodies": [
            {"name": "first", "mass": 1, "com": [0, 0, 0.25], "inertia": [0.02, 0.02, 0.003],
             "markers": {"O": [0, 0, 0], "E": [0, 0, 0.5]}},
            {"name": "second", "mass": 2, "com": [0, 0, 0.25], "inertia": [0.03, 0.03, 0.005],
             "markers": {"E": [0, 0, 0], "end": [0, 0, 0.5]}}],
        "joints": [
            {"name": "bearing", "type": "revolute", "a": "ground.O", "b": "first.O"},
            {"name": "coupling", "type": "constant-velocity", "a": "first.E", "b": "second.E"},
            {"name": "guide", "type": "point-on-line", "a": "ground.axis", "b": "second.end"}],
        "initial": {"joints": {"bearing": {"u": 5},
                               "coupling": {"q": ["cos(0.35)", 0, "sin(0.35)", 0]}}}})~";
}

/// A nut of 0.5 kg that falls on a vertical screw with a lead of 0.2 m.
std::string nut(const std::string& rest = "") {
    return R"~({"version": 1, "name": "nut", "gravity": [0, 0, -9.81],
        "bodies": [{"name": "nut", "mass": 0.5, "inertia": [0.001, 0.001, 0.002],
                    "markers": {"C": [0, 0, 0]}}],
        "joints": [{"name": "S", "type": "screw", "lead": "20 cm", "a": "ground", "b": "nut.C"}])~" +
           rest + "}";
}

/// A chain with a screw between moving bodies, which the tree passes from B to A if `reversed`.
std::string screwChain(bool reversed) {
    return R"~({"version": 1, "name": "chain", "gravity": [1, -9, 2],
        "ground": {"markers": {"O": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [0, 0, 1]}}},
        "bodies": [
            {"name": "a", "mass": 1.2, "com": [0.2, 0.03, 0], "inertia": [0.01, 0.03, 0.035],
             "markers": {"P": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [0, 0, 1]},
                         "Q": {"position": [0.4, 0, 0.1], "z": [1, 0, 0.5]}}},
            {"name": "b", "mass": 0.8, "com": [0.05, 0, 0.15], "inertia": [0.02, 0.018, 0.005],
             "markers": {"P": {"position": [0, 0, 0], "z": [0, 0, 1]},
                         "Q": {"position": [0, 0.1, 0.3], "z": [0.3, 1, 0]}}},
            {"name": "c", "mass": 0.5, "com": [0.1, 0, 0.02], "inertia": [0.002, 0.006, 0.007],
             "markers": {"P": {"position": [0, 0, 0], "z": [0, 1, 0]}}}],
        "joints": [{"name": "J1", "type": "universal", "a": "ground.O", "b": "a.P"},
                   {"name": "S", "type": "screw", "lead": -0.3, )~" +
           std::string(reversed ? R"~("a": "b.P", "b": "a.Q"})~" : R"~("a": "a.Q", "b": "b.P"})~") +
           R"~(, {"name": "J3", "type": "revolute", "a": "b.Q", "b": "c.P"}],
        "initial": {"joints": {"J1": {"q": [0.4, -0.3], "u": [1.5, -0.8]},
                               "S": {"q": [7, "-0.3*7/(2*pi)"], "u": [2, "-0.3*2/(2*pi)"]},
                               "J3": {"q": 0.2, "u": -1}}}})~";
}

/// Formulations with steps of their own have order 2.
bool hasOwnSteps(const std::string& id) { return !integratorsIn(id).empty(); }

Sample lastOf(const std::shared_ptr<const Model>& model, const std::string& id, double duration) {
    RunSpec spec = Catalogue().defaults(*model, id);
    spec.step = hasOwnSteps(id) ? 2e-4 : 1e-3;
    if (!hasOwnSteps(id)) spec.integrator = "rk4";
    return after(model, spec, duration);
}

void verifyNear(double value, double expected, double tolerance, const std::string& what) {
    QVERIFY2(std::abs(value - expected) <= tolerance * (1.0 + std::abs(expected)),
             qPrintable(QString("%1: %2, not %3")
                            .arg(what.c_str())
                            .arg(value, 0, 'g', 15)
                            .arg(expected, 0, 'g', 15)));
}

}  // namespace

class TestGuidedJoints : public QObject {
    Q_OBJECT

private slots:
    void pucksSlideDown() {
        const auto model = built(puck());
        const double t = 0.5, a = g * std::sin(0.4);  // downhill, along -y of the plane's marker
        for (const std::string& id : formulationsOf(*model)) {
            const double tolerance = hasOwnSteps(id) ? 1e-7 : 1e-10;
            const Sample last = lastOf(model, id, t);
            const Sample::JointSample& J = last.joints[0];
            verifyNear(J.q[0], 0.1 + 0.5 * t, tolerance, id);
            verifyNear(J.q[1], 0.2 - 0.5 * a * t * t, tolerance, id);
            verifyNear(J.u[1], -a * t, tolerance, id);
            verifyNear(J.q[2], 3.0 + 4.0 * t, tolerance, id);  // counts turns
            verifyNear(J.u[2], 4.0, tolerance, id);
            // The plane carries the puck along its normal.
            verifyNear(J.reaction.head<3>().norm(), 2.0 * g * std::cos(0.4), 1e-7, id);
            QVERIFY2(J.reaction.tail<3>().norm() < 1e-7, id.c_str());
        }
    }

    void beadsLeaveAlongTheirWire() {
        const auto model = built(beadOnWire());
        const double w = 2.0, t = 0.5, r = 0.3 * std::cosh(w * t), u = 0.3 * w * std::sinh(w * t);
        for (const std::string& id : formulationsOf(*model)) {
            const double tolerance = hasOwnSteps(id) ? 1e-5 : 1e-9;
            const Sample last = lastOf(model, id, t);
            verifyNear(last.bodies[1].r.x(), r * std::cos(w * t), tolerance, id);
            verifyNear(last.bodies[1].r.y(), r * std::sin(w * t), tolerance, id);
            // The wire pushes with the Coriolis force.
            verifyNear(last.joints[jointOf(*model, "L")].reaction.head<3>().norm(),
                       0.5 * 2.0 * w * u, 10.0 * tolerance, id);
        }
    }

    void laddersSlideByTheirEnergy() {
        const auto model = built(ladder());
        AssemblyReport report;
        QVERIFY(assemble(*model, &report));
        QCOMPARE(report.degreesOfFreedom, 1);
        QCOMPARE(report.redundant, 0);
        for (const std::string& id : formulationsOf(*model)) {
            const double tolerance = hasOwnSteps(id) ? 1e-5 : 1e-9;
            const Sample last = lastOf(model, id, 0.4);
            const double angle = last.joints[0].q[2], rate = last.joints[0].u[2];
            QVERIFY2(angle > 0.7, id.c_str());
            verifyNear(0.5 * (3.0 + 1.0) * rate * rate, 3.0 * g * (std::cos(0.5) - std::cos(angle)),
                       tolerance, id);
            verifyNear(last.bodies[0].r.x(), std::sin(angle), tolerance, id);
            verifyNear(last.bodies[0].r.y(), std::cos(angle), tolerance, id);
            // Both ends have no reaction along their planes.
            const Vector3d top = last.joints[jointOf(*model, "top")].reaction.head<3>();
            const Vector3d foot = last.joints[jointOf(*model, "foot")].reaction.head<3>();
            verifyNear(top.x(), top.norm(), 1e-9, id);
            verifyNear(foot.y(), foot.norm(), 1e-9, id);
        }
    }

    void shaftsTurnAlike() {
        const auto model = built(bentShafts());
        AssemblyReport report;
        QVERIFY(assemble(*model, &report));
        QCOMPARE(report.degreesOfFreedom, 1);
        QCOMPARE(report.redundant, 0);
        const Vector3d axis(std::sin(0.7), 0.0, std::cos(0.7));
        for (const std::string& id : formulationsOf(*model)) {
            const double tolerance = hasOwnSteps(id) ? 1e-5 : 1e-9;
            for (const double t : {0.25, 1.0}) {
                const Sample last = lastOf(model, id, t);
                QVERIFY2((last.bodies[0].w - Vector3d(0.0, 0.0, 5.0)).norm() < 10.0 * tolerance,
                         id.c_str());
                QVERIFY2((last.bodies[1].w - 5.0 * axis).norm() < 10.0 * tolerance, id.c_str());
                const Matrix3d R = rotationOf(last.bodies[1].e);
                const double angle =
                    std::atan2(R(1, 0), R.col(0).dot(Vector3d(std::cos(0.7), 0.0, -std::sin(0.7))));
                verifyNear(std::remainder(angle - 5.0 * t, 2.0 * std::numbers::pi), 0.0, tolerance,
                           id);
            }
        }
    }

    void nutsTurnAsTheyFall() {
        const auto model = built(nut());
        const double lead = 0.2 / (2.0 * std::numbers::pi), m = 0.5, I = 0.002, t = 0.6;
        const double alpha = -m * g * lead / (I + m * lead * lead);
        const std::vector<std::string> ids = formulationsOf(*model);
        QCOMPARE(ids.size(), Catalogue().formulations().size() - 5);
        for (const std::string& id : ids) {
            const Sample last = lastOf(model, id, t);
            const Sample::JointSample& S = last.joints[0];
            verifyNear(S.q[0], 0.5 * alpha * t * t, 1e-9, id);  // several turns
            verifyNear(S.q[1], 0.5 * alpha * lead * t * t, 1e-9, id);
            verifyNear(S.u[0], alpha * t, 1e-9, id);
            verifyNear(S.reaction[2], m * (g + alpha * lead), 1e-8, id);
            verifyNear(S.reaction[5], I * alpha, 1e-8, id);
        }
    }

    void screwsAgree_data() {
        QTest::addColumn<bool>("reversed");
        QTest::newRow("from A to B") << false;
        QTest::newRow("from B to A") << true;
    }
    void screwsAgree() {
        QFETCH(bool, reversed);
        const auto model = built(screwChain(reversed));
        Sample first;
        for (const std::string& id : formulationsOf(*model)) {
            const Sample start = lastOf(model, id, 0.0), last = lastOf(model, id, 0.3);
            verifyNear(start.joints[1].q[0], 7.0, 1e-12, id);
            verifyNear(last.kinetic + last.potential, start.kinetic + start.potential, 1e-8, id);
            verifyNear(last.joints[1].q[1], -0.3 / (2.0 * std::numbers::pi) * last.joints[1].q[0],
                       1e-9, id);
            if (first.bodies.empty()) first = last;
            for (std::size_t j = 0; j < 3; ++j) {
                for (std::size_t k = 0; k < 2; ++k)
                    verifyNear(last.joints[j].q[k], first.joints[j].q[k], 1e-8, id);
                QVERIFY2((last.joints[j].reaction - first.joints[j].reaction).norm() <
                             1e-6 * (1.0 + first.joints[j].reaction.norm()),
                         id.c_str());
            }
        }
    }

    void drivenScrewsAdvance() {
        const auto model = built(nut(R"~(, "motions": [{"name": "m", "joint": "S",
                    "law": {"kind": "polynomial", "coefficients": [0, 30]}}])~"));
        for (const std::string& id : formulationsOf(*model)) {
            const Sample last = lastOf(model, id, 1.0);
            verifyNear(last.joints[0].q[1], 30.0 * 0.2 / (2.0 * std::numbers::pi), 1e-8, id);
            // The motor holds the weight, which the thread turns into a torque.
            verifyNear(last.motionEfforts[0], 0.5 * g * 0.2 / (2.0 * std::numbers::pi), 1e-8, id);
        }
    }

    void givenStartsHold_data() {
        QTest::addColumn<bool>("reversed");
        QTest::newRow("from A to B") << false;
        QTest::newRow("from B to A") << true;
    }
    void givenStartsHold() {
        QFETCH(bool, reversed);
        const auto model = built(reversed ? puck(R"~("a": "puck.C", "b": "ground.P")~") : puck());
        for (const std::string& id : formulationsOf(*model)) {
            const Sample::JointSample start = lastOf(model, id, 0.0).joints[0];
            const std::array<double, 3> q{0.1, 0.2, 3.0}, u{0.5, 0.0, 4.0};
            for (std::size_t k = 0; k < 3; ++k) {
                verifyNear(start.q[k], q[k], 1e-12, id);
                verifyNear(start.u[k], u[k], 1e-12, id);
            }
        }
    }

    void everyCoordinateCanBeDriven_data() {
        QTest::addColumn<bool>("reversed");
        QTest::addColumn<int>("coordinate");
        for (const bool reversed : {false, true})
            for (int k = 1; k <= 3; ++k)
                QTest::addRow("%d%s", k, reversed ? ", reversed" : "") << reversed << k;
    }
    void everyCoordinateCanBeDriven() {
        QFETCH(bool, reversed);
        QFETCH(int, coordinate);
        const std::string rest = R"~("motions": [{"name": "m", "joint": "J", "coordinate": )~" +
                                 std::to_string(coordinate) +
                                 R"~(, "law": {"kind": "polynomial", "coefficients": [0.3, 2, 1]}}],
                "initial": {"joints": {"J": {"q": [0.3, 0.3, 0.3], "u": [2, 2, 2]}}})~";
        const auto model = built(reversed ? puck(R"~("a": "puck.C", "b": "ground.P")~", rest)
                                          : puck(R"~("a": "ground.P", "b": "puck.C")~", rest));
        const auto k = static_cast<std::size_t>(coordinate - 1);
        const double t = 0.4;
        Sample first;
        for (const std::string& id : formulationsOf(*model)) {
            const Sample last = lastOf(model, id, t);
            const double tolerance = hasOwnSteps(id) ? 1e-5 : 1e-8;
            verifyNear(last.joints[0].q[k], 0.3 + 2.0 * t + t * t, tolerance, id);
            verifyNear(last.joints[0].u[k], 2.0 + 2.0 * t, tolerance, id);
            if (first.bodies.empty()) first = last;
            for (std::size_t i = 0; i < 3; ++i) {
                verifyNear(last.joints[0].q[i], first.joints[0].q[i], tolerance, id);
                verifyNear(last.joints[0].u[i], first.joints[0].u[i], tolerance, id);
            }
            verifyNear(last.motionEfforts[0], first.motionEfforts[0], 1e2 * tolerance, id);
        }
    }

    void coordinatesCanBeCoupled() {
        // Rolling without slip along x: x + 0.1 angle = 0.4.
        const auto model = built(puck(R"~("a": "ground.P", "b": "puck.C")~",
                                      R"~("couplings": [{"name": "rolling", "offset": 0.4,
                            "terms": [{"joint": "J", "ratio": 1},
                                      {"joint": "J", "coordinate": 3, "ratio": 0.1}]}],
                          "initial": {"joints": {"J": {"q": [0.1, 0.2, 3], "u": [0.5, 0, -5]}}})~"));
        for (const std::string& id : formulationsOf(*model)) {
            const Sample::JointSample J = lastOf(model, id, 2.0).joints[0];
            verifyNear(J.q[0], 0.1 + 0.5 * 2.0, 1e-9, id);
            verifyNear(J.q[2], 3.0 - 5.0 * 2.0, 1e-9, id);
        }
    }

    void filesKeepThem_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("planar") << QString::fromStdString(puck());
        QTest::newRow("bead") << QString::fromStdString(beadOnWire());
        QTest::newRow("ladder") << QString::fromStdString(ladder());
        QTest::newRow("shafts") << QString::fromStdString(bentShafts());
        QTest::newRow("nut") << QString::fromStdString(nut());
    }
    void filesKeepThem() {
        QFETCH(QString, text);
        const auto read = readModelText(text.toStdString(), "m");
        QVERIFY(read);
        const auto again = readModelText(writeModelText(*read), "m");
        QVERIFY(again);
        for (std::size_t k = 0; k < read->joints.size(); ++k) {
            QCOMPARE(again->joints[k].type, read->joints[k].type);
            QCOMPARE(again->joints[k].a.body, read->joints[k].a.body);
        }
        QCOMPARE(writeModelText(*again), writeModelText(*read));
    }

    void otherFormulationsNameTheScrew() {
        const auto model = built(nut());
        int refused = 0;
        for (const Choice& choice : Catalogue().formulations(model.get()))
            if (choice.refusal) {
                QVERIFY2(choice.refusal->str().find("screw joint 'S'") != std::string::npos,
                         choice.id.c_str());
                ++refused;
            }
        QCOMPARE(refused, 5);
    }

    void messagesNameTheJoint_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, const std::string& text, const char* why) {
            QTest::newRow(name) << QString::fromStdString(text) << QString(why);
        };
        row("start of a point",
            replaced(ladder(), "\"initial\": {\"joints\": {",
                     "\"initial\": {\"joints\": {\"top\": {\"q\": 1}, "),
            "a point-on-plane joint has no coordinates");
        row("driven point",
            replaced(ladder(), "\"initial\"",
                     "\"motions\": [{\"name\": \"m\", \"joint\": \"top\", \"law\": 0}], "
                     "\"initial\""),
            "coordinate 1 of the point-on-plane joint 'top' cannot be prescribed");
        row("limits", puck(R"~("limits": {"min": -1, "restitution": 0.5},
                    "a": "ground.P", "b": "puck.C")~"),
            "coordinate 1 of a planar joint cannot have limits");
        row("lengths", puck(R"~("length": 1, "a": "ground.P", "b": "puck.C")~"),
            "only distance joints have a 'length'");
        row("point mass as a wire",
            replaced(beadOnWire(), R"~("a": "wire.W", "b": "bead")~",
                     R"~("a": "bead", "b": "wire.W")~"),
            "'bead' is a point mass");
        row("angle in metres",
            puck(R"~("a": "ground.P", "b": "puck.C")~",
                 R"~("initial": {"joints": {"J": {"q": [0, 0, "1 m"]}}})~"),
            "1 m");
        row("screw without lead", replaced(nut(), R"~("lead": "20 cm", )~", ""), "lead");
        row("no lead", replaced(nut(), "20 cm", "0 m"), "a screw joint needs a lead other than 0");
        row("lead in kg", replaced(nut(), "20 cm", "1 kg"), "kg");
        row("length of a screw", replaced(nut(), "\"lead\": \"20 cm\"", "\"length\": 1"), "lead");
        row("start beside the thread", nut(R"~(, "initial": {"joints": {"S": {"q": [1, 0.5]}}})~"),
            "joint 'S'");
        row("motions of both coordinates",
            nut(R"~(, "motions": [{"name": "m", "joint": "S", "law": 0},
                                 {"name": "n", "joint": "S", "coordinate": 2, "law": 0}])~"),
            "joint 'S': motions prescribe all its coordinates");
        row("twisted coupling",
            replaced(bentShafts(), R"~(["cos(0.35)", 0, "sin(0.35)", 0])~",
                     R"~(["cos(0.35)", 0, 0, "sin(0.35)"])~"),
            "'coupling'");
    }
    void messagesNameTheJoint() {
        QFETCH(QString, text);
        QFETCH(QString, why);
        const QString said = assemblyRefusal(text.toStdString());
        QVERIFY2(said.contains(why) && !said.isEmpty(), qPrintable(said));
    }
};

MOMENTREE_TEST(TestGuidedJoints, Appless)

}  // namespace momentree::test_guided_joints
#include "test_guided_joints.moc"
