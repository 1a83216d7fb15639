// SPDX-License-Identifier: Apache-2.0
// Robot descriptions: features supported, reported or rejected, and equal motion.
#include <QDir>
#include <QTest>

#include "core/io/model_file.hpp"
#include "core/io/robot_start.hpp"
#include "core/io/urdf.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/model/evaluate.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"
#include "tests/app/places_after.hpp"

namespace momentree::test_urdf {

using app::apart;
using app::placesAfter;
using test::said;

namespace {

/// Two thin bars of 1 kg and 1 m, hinged about y, level at the start.
const char* const doublePendulum = R"(<?xml version="1.0"?>
<robot name="double_pendulum">
  <link name="base"/>
  <link name="upper">
    <inertial>
      <origin xyz="0.5 0 0" rpy="0 0 0"/>
      <mass value="1"/>
      <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.084" iyz="0" izz="0.084"/>
    </inertial>
    <visual><origin xyz="0.5 0 0"/><geometry><box size="1 0.05 0.05"/></geometry></visual>
  </link>
  <link name="lower">
    <inertial>
      <origin xyz="0.5 0 0" rpy="0 0 1.5707963267948966"/>
      <mass value="1"/>
      <inertia ixx="0.084" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.084"/>
    </inertial>
  </link>
  <joint name="shoulder" type="continuous">
    <parent link="base"/><child link="upper"/>
    <origin xyz="0 0 2" rpy="0 0 0"/>
    <axis xyz="0 1 0"/>
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/><child link="lower"/>
    <origin xyz="1 0 0" rpy="0 0.3 0"/>
    <axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="10" velocity="3"/>
    <dynamics damping="0.2" friction="0.1"/>
  </joint>
  <transmission name="drive"/>
</robot>)";

const char* const sameByHand = R"~({"version": 1, "name": "hand", "gravity": [0, 0, -9.80665],
    "ground": {"markers": {"O": {"position": [0, 0, 2], "z": [0, 1, 0], "x": [1, 0, 0]}}},
    "bodies": [
      {"name": "upper", "mass": 1, "com": [0.5, 0, 0], "inertia": [0.001, 0.084, 0.084],
       "markers": {"A": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [1, 0, 0]},
                   "B": {"position": [1, 0, 0], "z": [0, 1, 0], "x": ["cos(0.3)", 0, "-sin(0.3)"]
}
}
},
      {"name": "lower", "mass": 1, "com": [0.5, 0, 0], "inertia": [0.001, 0.084, 0.084],
       "markers": {"A": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [1, 0, 0]}}}],
    "joints": [{"name": "J1", "type": "revolute", "a": "ground.O", "b": "upper.A"},
               {"name": "J2", "type": "revolute", "a": "upper.B", "b": "lower.A"}],
    "forces": [{"name": "d", "type": "axial-torque", "a": "upper.B", "b": "lower.A",
                "damping": 0.2, "friction": {"kinetic": 0.1, "speed": 0.02}}]
})~";

std::string robot(const std::string& inside) { return "<robot name=\"r\">" + inside + "</robot>"; }
std::string link(const std::string& name, const std::string& mass = "1") {
    return "<link name=\"" + name + "\"><inertial><mass value=\"" + mass +
           "\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>"
           "</link>";
}
std::string joint(const std::string& name, const std::string& type, const std::string& from,
                  const std::string& to) {
    return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + from +
           "\"/><child link=\"" + to + "\"/><origin xyz=\"0 0 1\"/><axis xyz=\"0 0 1\"/>" +
           "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/></joint>";
}

}  // namespace

class TestUrdf : public QObject {
    Q_OBJECT
private slots:
    void pendulumMovesAsTheNativeOne() {
        const auto read = readModelText(doublePendulum, "pendulum.urdf");
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        const auto hand = readModelText(sameByHand, "hand");
        QVERIFY2(hand, hand ? "" : qPrintable(said(hand.error())));
        const auto robotAfter = placesAfter(*read, 1.0), handAfter = placesAfter(*hand, 1.0);
        QCOMPARE(robotAfter.size(), std::size_t(2));
        // The same equations with the same numbers; a pendulum is not chaotic within a second.
        for (std::size_t i = 0; i < 2; ++i)
            QVERIFY2((robotAfter[i] - handAfter[i]).norm() < 1e-9,
                     qPrintable(QString::number((robotAfter[i] - handAfter[i]).norm())));
        QVERIFY((robotAfter[0] - Vector3d(0.5, 0, 2)).norm() > 0.1);
    }

    void tellsWhatIsLost() {
        Diagnostics notes;
        const auto read = readModelText(doublePendulum, "pendulum.urdf", &notes);
        QVERIFY(read);
        const QString text = said(notes);
        for (const char* part : {"joint 'elbow': its limits (-2 to 2 rad)", "<transmission>"})
            QVERIFY2(text.contains(part), qPrintable(text));
        for (const Diagnostic& note : notes) QVERIFY(note.line > 0);
        QCOMPARE(read->forces.size(), std::size_t(1));
        QCOMPARE(read->bodies[0].shape.kind, ShapeDescription::Kind::Box);
    }

    void mimicBecomesACoupling() {
        const std::string follows = joint("b", "revolute", "arm", "tip");
        const std::string mimic = follows.substr(0, follows.rfind("</joint>")) +
                                  "<mimic joint=\"a\" multiplier=\"-2\" offset=\"0.5\"/></joint>";
        const auto read = readModelText(robot("<link name=\"world\"/>" + link("arm") + link("tip") +
                                              joint("a", "revolute", "world", "arm") + mimic),
                                        "r.urdf");
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        QCOMPARE(read->couplings.size(), std::size_t(1));
        const auto model = buildModel(*read);
        QVERIFY2(model, model ? "" : qPrintable(said(model.error())));
        AssemblyReport report;
        const auto start = assemble(**model, &report);
        QVERIFY2(start, start ? "" : qPrintable(said(start.error())));
        QCOMPARE(report.degreesOfFreedom, 1);
        std::vector<BodyKinematics<double>> bodies = kinematicsOf(start->bodies);
        std::array<double, 7> qa{}, qb{};
        std::array<double, 6> u{};
        jointCoordinates((*model)->joints[0], bodies, qa.data(), u.data());
        jointCoordinates((*model)->joints[1], bodies, qb.data(), u.data());
        QVERIFY(std::abs(qb[0] + 2 * qa[0] - 0.5) < 1e-12);
    }

    /// A joint that follows one that is not there moves by itself, and says why.
    void mimicOfAnUnknownJoint() {
        const std::string follows = joint("b", "revolute", "arm", "tip");
        Diagnostics notes;
        const auto read = readModelText(
            robot("<link name=\"world\"/>" + link("arm") + link("tip") +
                  joint("a", "revolute", "world", "arm") +
                  follows.substr(0, follows.rfind("</joint>")) + "<mimic joint=\"nix\"/></joint>"),
            "r.urdf", &notes);
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        QVERIFY(read->couplings.empty());
        QVERIFY2(said(notes).contains("no joint of that name"), qPrintable(said(notes)));
    }

    void linksWithoutMassBecomeMarkers() {
        const auto read = readModelText(
            robot("<link name=\"world\"/>" + link("arm") + "<link name=\"tool\"/>" + link("tip") +
                  joint("a", "revolute", "world", "arm") + joint("f", "fixed", "arm", "tool") +
                  joint("b", "prismatic", "tool", "tip")),
            "robot.urdf");
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        QCOMPARE(read->bodies.size(), std::size_t(2));
        QCOMPARE(read->joints.size(), std::size_t(2));
        const auto model = buildModel(*read);
        QVERIFY(model);
        const auto start = assemble(**model);
        QVERIFY(start);
        // Three consecutive origins, 1 m each.
        const Vector3d& tip = start->bodies[1].r;
        QVERIFY2((tip - Vector3d(0, 0, 3)).norm() < 1e-12,
                 qPrintable(QString("%1 %2 %3").arg(tip.x()).arg(tip.y()).arg(tip.z())));
    }

    void refuses_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, const std::string& text, const char* why) {
            QTest::newRow(name) << QString::fromStdString(text) << QString(why);
        };
        row("unknown type", robot(link("a") + link("b") + joint("j", "screw", "a", "b")),
            "joint 'j': the type of the joint is unknown");
        row("massless",
            robot(link("a") + "<link name=\"b\"/>" + link("c") + link("d") +
                  joint("j", "revolute", "a", "b") + joint("k", "revolute", "b", "c") +
                  joint("l", "revolute", "b", "d")),
            "link 'b': has no mass, but moves and carries 2 joints");
        std::string light = link("b");
        const auto mass = light.find("<mass value=\"");
        QVERIFY(mass != std::string::npos);
        light.replace(mass, light.find("/>", mass) - mass, "<mass value=\"-2\"");
        row("negative mass", robot(link("a") + light + joint("j", "revolute", "a", "b")),
            "link 'b': has a mass of -2 kg; it cannot be negative");
        row("torn", "<robot name=\"r\"><link name=\"a\"></robot>", "not well-formed XML");
        row("other", "<svg/>", "must be <robot>");
        row("no such parent", robot(link("a") + joint("j", "fixed", "b", "a")), "");
        row("circle",
            robot(link("a") + link("b") + joint("j", "fixed", "b", "a") +
                  joint("k", "fixed", "a", "b")),
            "");
        row("empty", "<", "");
        std::string deep;
        for (int k = 0; k < 100'000; ++k) deep += "<a>";
        row("deep", "<robot>" + deep, "nested");
    }
    void refuses() {
        QFETCH(QString, text);
        QFETCH(QString, why);
        const auto read = readModelText(text.toStdString(), "robot.urdf");
        QVERIFY(!read);
        QVERIFY2(said(read.error()).contains(why), qPrintable(said(read.error())));
        for (const Diagnostic& problem : read.error()) QVERIFY(problem.line > 0);
    }

    void comesBackAsItWas() {
        Diagnostics notes;
        const auto first = readModelText(doublePendulum, "pendulum.urdf");
        const auto model = buildModel(*first);
        const auto text = writeUrdf(**model, &notes);
        QVERIFY2(text, text ? "" : qPrintable(said(text.error())));
        const auto second = readModelText(*text, "again.urdf");
        QVERIFY2(second, second ? "" : qPrintable(said(second.error())));
        QCOMPARE(second->forces.size(), std::size_t(1));
        const auto before = placesAfter(*first, 1.0), after = placesAfter(*second, 1.0);
        QCOMPARE(after.size(), before.size());
        for (std::size_t i = 0; i < before.size(); ++i)
            QVERIFY((before[i] - after[i]).norm() < 1e-9);
        QVERIFY(!said(notes).contains("_damping"));
        const auto& torque = std::get<AxialTorqueDescription>(second->forces[0].law);
        QCOMPARE(torque.characteristic.kineticFriction.value, 0.1);
    }

    void everyTypeThatItKnowsComesBack() {
        // Oblique joints, one of them written from the outer body inwards.
        const auto first =
            readModelText(R"({"version": 1, "name": "mixed", "gravity": [0, 0, -9.80665],
            "ground": {"markers": {"O": {"position": [0, 0, 1], "z": [1, 2, 3]}}},
            "bodies": [
              {"name": "a", "mass": 1, "com": [0.1, 0.2, 0], "inertia": [0.02, 0.03, 0.04],
               "markers": {"P": {"position": [0.1, 0, 0], "z": [0, 1, 1]},
                           "Q": {"position": [0.4, 0.1, 0], "z": [1, 1, 0]}}},
              {"name": "b", "mass": 2, "com": [0, 0.2, 0.1], "inertia": [0.05, 0.03, 0.04],
               "markers": {"P": {"position": [0, 0, 0.1], "z": [0, 0, 1]},
                           "Q": {"position": [0, 0.4, 0.1], "z": [1, 0, 0]}}},
              {"name": "c", "mass": 1, "inertia": [0.02, 0.03, 0.04],
               "markers": {"P": {"position": [0, 0.1, 0], "z": [0, 1, 0]}}}],
            "joints": [
              {"name": "turn", "type": "revolute", "a": "ground.O", "b": "a.P"},
              {"name": "slide", "type": "prismatic", "a": "b.P", "b": "a.Q"},
              {"name": "hold", "type": "fixed", "a": "b.Q", "b": "c.P"}]})",
                          "mixed");
        QVERIFY2(first, first ? "" : qPrintable(said(first.error())));
        const auto model = buildModel(*first);
        QVERIFY2(model, model ? "" : qPrintable(said(model.error())));
        Diagnostics notes;
        const auto text = writeUrdf(**model, &notes);
        QVERIFY2(text, text ? "" : qPrintable(said(text.error())));
        QVERIFY2(said(notes).contains("joint 'slide': URDF requires limits"),
                 qPrintable(said(notes)));
        const auto second = readModelText(*text, "again.urdf");
        QVERIFY2(second, second ? "" : qPrintable(said(second.error())));
        // The last body, fixed to the second, is lumped with it.
        const auto before = placesAfter(*first, 0.5), after = placesAfter(*second, 0.5);
        QCOMPARE(before.size(), std::size_t(3));
        QCOMPARE(after.size(), std::size_t(2));
        QVERIFY((before[0] - after[0]).norm() < 1e-9);
        QVERIFY(((2.0 * before[1] + before[2]) / 3.0 - after[1]).norm() < 1e-9);
    }

    /// Every example with loops that URDF+ can hold opens again in the pose of its start, and moves
    /// alike, with the gravity and the speeds that URDF does not have.
    void loopsComeBack() {
        const QDir folder(MOMENTREE_SOURCE_DIR "/resources/examples");
        int same = 0;
        QStringList refused;
        for (const QString& name : folder.entryList({"*.momentree.json"})) {
            auto first = readModelFile(folder.filePath(name).toStdString());
            QVERIFY2(first, qPrintable(name));
            first->motions.clear();
            first->probes.clear();
            first->forces.clear();
            for (JointDescription& joint : first->joints) joint.limits.clear();
            const auto model = buildModel(*first);
            if (!model || (*model)->tree.cutJoints.empty()) continue;
            Diagnostics notes;
            const auto text = writeUrdf(**model, &notes);
            if (!text) {
                refused << name + ": " + said(text.error());
                continue;
            }
            QVERIFY2(said(notes).contains("<loop> of URDF+"), qPrintable(said(notes)));
            QVERIFY2(said(notes).contains("joints count from this pose"), qPrintable(said(notes)));
            auto second = readModelText(*text, "again.urdf");
            QVERIFY2(second, second ? "" : qPrintable(name + said(second.error())));
            QCOMPARE(second->joints.size(), first->joints.size());
            second->gravity = first->gravity;
            const auto start = robotStartOf(**model);
            QVERIFY(start);
            for (const TreeBody& body : (*model)->tree.bodies) {
                const auto joint = static_cast<std::size_t>(body.element);
                second->jointStarts.push_back({(*model)->joints[joint].name,
                                               {},
                                               {Scalar(start->coordinates[joint].u[0])},
                                               {}});
            }
            second->adjustStart = true;
            const double distance = apart(*first, *second, 0.2);
            QVERIFY2(distance >= 0.0 && distance < 1e-9,
                     qPrintable(QString("%1 %2").arg(name).arg(distance)));
            ++same;
        }
        QVERIFY2(same >= 10, qPrintable(QString::number(same) + refused.join("\n")));
    }

    void loopsWithMistakesAreRefused_data() {
        QTest::addColumn<QString>("loop");
        QTest::addColumn<QString>("why");
        const QString ends = "<predecessor link='a'/><successor link='b'/>";
        QTest::newRow("type") << "<loop name='l' type='screw'>" + ends + "</loop>"
                              << "known are";
        QTest::newRow("end") << "<loop name='l' type='fixed'><predecessor link='a'/></loop>"
                             << "its successor";
        QTest::newRow("axis") << "<loop name='l' type='revolute'>" + ends +
                                     "<axis xyz='0 0 0'/></loop>"
                              << "no direction";
    }
    void loopsWithMistakesAreRefused() {
        QFETCH(QString, loop);
        QFETCH(QString, why);
        const std::string inertial =
            "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>";
        const auto read = readModelText(
            "<robot name='r'>\n<link name='a'>" + inertial + "</link><link name='b'>" + inertial +
                "</link>\n<joint name='j' type='continuous'><parent link='a'/><child link='b'/>"
                "</joint>\n" +
                loop.toStdString() + "</robot>",
            "r.urdf");
        QVERIFY(!read);
        QVERIFY2(said(read.error()).contains(why), qPrintable(said(read.error())));
        QCOMPARE(read.error().front().line, 4);
    }
    /// A misspelt element changes the motion; extensions of other programs are none.
    void unknownElementsAreListedOnce() {
        const auto notesOf = [](const std::string& more) {
            Diagnostics notes;
            const auto read = readModelText(
                "<robot name='r'>\n<link name='a'/><link name='b'><inertial><mass value='1'/>"
                "<inertia ixx='1' iyy='1' izz='1'/></inertial></link>\n"
                "<joint name='j' type='continuous'><parent link='a'/><child link='b'/>\n" +
                    more + "</robot>",
                "r.urdf", &notes);
            return read ? said(notes) : said(read.error());
        };
        const QString found = notesOf(
            "<dynamic damping='1'/>\n<orign xyz='0 0 1'/><dynamic/></joint><drake:x/>"
            "<transmission/><material name='m'/><gazebo><odd/></gazebo><jiont/>");
        QVERIFY2(found.contains("URDF does not have these elements"), qPrintable(found));
        QVERIFY2(found.contains("<dynamic> in <joint> (2), <orign> in <joint>, <jiont> in <robot>"),
                 qPrintable(found));
        QVERIFY(!found.contains("<odd>") && found.contains("<transmission>"));
        QVERIFY(!notesOf("<dynamics damping='1'/></joint>").contains("does not have"));
    }
    void otherJointsAreRefusedByName() {
        ModelDescription ball = *readModelText(doublePendulum, "pendulum.urdf");
        ball.joints[1].type = "spherical";
        ball.forces.clear();
        const auto other = writeUrdf(**buildModel(ball), nullptr);
        QVERIFY(!other);
        QVERIFY(said(other.error()).contains("joint 'elbow': URDF has no spherical joints"));
    }
};

MOMENTREE_TEST(TestUrdf, Guiless)

}  // namespace momentree::test_urdf
#include "test_urdf.moc"
