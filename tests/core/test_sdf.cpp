// SPDX-License-Identifier: Apache-2.0
// Models of Gazebo (SDF): trees and loops are read, written and move as before.
#include <QDir>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/io/model_file.hpp"
#include "core/io/sdf.hpp"
#include "core/kinematics/assemble.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"
#include "tests/app/places_after.hpp"

namespace momentree::test_sdf {

using app::apart;
using test::said;

namespace {

/// A double pendulum whose second link is written turned over and in the frame of the first.
const std::string pendulum = R"(<?xml version="1.0"?>
<sdf version="1.11"><world name="w"><gravity>0 0 -10</gravity>
<model name="ground_plane"><static>true</static><link name="plane"/></model>
<model name="two"><pose>0 0 1 0 0 0</pose>
<frame name="elbow" attached_to="upper"><pose>0 0 -1 0 0 0</pose></frame>
<link name="upper"><inertial><pose>0 0 -0.5 0 0 0</pose><mass>2</mass>
<inertia><ixx>0.2</ixx><iyy>0.2</iyy><izz>0.01</izz></inertia></inertial>
<visual name="v"><pose>0 0 -0.5 0 0 0</pose><geometry><box><size>0.1 0.1 1</size></box></geometry>
<material><diffuse>1 0 0 1</diffuse></material></visual></link>
<link name="lower"><pose relative_to="elbow" degrees="true">0 0 0 0 90 0</pose>
<inertial><pose>0.5 0 0 0 0 0</pose><mass>1</mass>
<inertia><ixx>0.01</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial></link>
<joint name="shoulder" type="revolute"><parent>world</parent><child>upper</child>
<axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>2</upper></limit>
<dynamics><damping>0.1</damping><friction>0.2</friction><spring_stiffness>3</spring_stiffness>
<spring_reference>0.2</spring_reference></dynamics></axis></joint>
<joint name="hinge" type="revolute"><parent>lower</parent><child>upper</child>
<pose relative_to="elbow">0 0 0 0 0 0</pose>
<axis><xyz expressed_in="__model__">0 -1 0</xyz></axis></joint>
</model></world></sdf>)";

/// The same in our own format; angles and signs as the elements above say.
const char* const sameModel = R"({"version": 1, "name": "two", "gravity": [0, 0, -10],
"ground": {"markers": {"O": {"position": [0, 0, 1], "z": [0, 1, 0], "x": [0, 0, -1]}}},
"bodies": [{"name": "upper", "mass": 2, "com": [0, 0, -0.5], "inertia": [0.2, 0.2, 0.01],
  "markers": {"O": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [0, 0, -1]},
              "P": {"position": [0, 0, -1], "z": [0, 1, 0], "x": [0, 0, -1]}}},
 {"name": "lower", "mass": 1, "com": [0, 0, -0.5], "inertia": [0.1, 0.1, 0.01],
  "markers": {"P": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [0, 0, -1]}}}],
"joints": [{"name": "shoulder", "type": "revolute", "a": "ground.O", "b": "upper.O"},
 {"name": "hinge", "type": "revolute", "a": "upper.P", "b": "lower.P"}],
"forces": [{"name": "s", "type": "axial-torque", "a": "ground.O", "b": "upper.O",
  "stiffness": 3, "angle": 0.2, "damping": 0.1,
  "friction": {"kinetic": 0.2, "speed": 0.02}}]})";

struct Written {
    std::string text;
    Diagnostics notes, problems;
};
Written written(const ModelDescription& model) {
    Written result;
    const auto built = buildModel(model);
    auto text = built ? writeSdf(**built, "model.sdf", &result.notes)
                      : Result<std::string>(tl::unexpected(built.error()));
    if (text) result.text = *text;
    if (!text) result.problems = text.error();
    return result;
}

bool isLost(const Diagnostics& notes, const std::string& name) {
    return std::ranges::any_of(notes, [&](const Diagnostic& d) { return d.place.name == name; });
}

}  // namespace

class TestSdf : public QObject {
    Q_OBJECT
private slots:
    void framesAndJointsAreRead() {
        Diagnostics notes;
        const auto read = readModelText(pendulum, "two.sdf", &notes);
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        QCOMPARE(read->name, std::string("two"));
        QCOMPARE(read->bodies.size(), std::size_t(2));
        QCOMPARE(read->forces.size(), std::size_t(1));
        QVERIFY(said(notes).contains("its limits are left out"));
        QVERIFY2(said(notes).contains("the first model that can move"), qPrintable(said(notes)));
        const auto same = readModelText(sameModel, "same");
        QVERIFY2(same, same ? "" : qPrintable(said(same.error())));
        const double distance = apart(*same, *read, 0.5);
        QVERIFY2(distance >= 0.0 && distance < 1e-9, qPrintable(QString::number(distance)));
        ImportOptions options;
        options.limits = true;
        const auto limited = readModelText(pendulum, "two.sdf", nullptr, options);
        QVERIFY(limited);
        QCOMPARE(limited->joints[0].limits.size(), std::size_t(1));
        QCOMPARE(limited->joints[0].limits[0].most->value, 2.0);
    }
    /// Every example that SDF can hold, without motions and limits, moves alike, with its loops.
    void examplesMoveAlike() {
        const QDir folder(MOMENTREE_SOURCE_DIR "/resources/examples");
        int same = 0, loops = 0;
        QStringList refused;
        for (const QString& name : folder.entryList({"*.momentree.json"})) {
            const auto read = readModelFile(folder.filePath(name).toStdString());
            QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
            ModelDescription first = *read;
            first.motions.clear();
            first.probes.clear();
            for (JointDescription& joint : first.joints) joint.limits.clear();
            if (first.bodies.size() > 12) continue;  // for the time that they take
            Written xml = written(first);
            if (!xml.problems.empty()) {
                refused << name + ": " + said(xml.problems);
                continue;
            }
            std::erase_if(first.forces, [&](const auto& f) { return isLost(xml.notes, f.name); });
            std::erase_if(first.couplings,
                          [&](const auto& c) { return isLost(xml.notes, c.name); });
            xml = written(first);  // without couplings, the start may be another one
            const auto second = readModelText(xml.text, "model.sdf");
            if (!second) {
                refused << name + ": " + said(second.error());
                continue;
            }
            const double distance = apart(first, *second, 0.1);
            if (distance < 0.0) {
                refused << QString("%1: cannot run (%2)").arg(name).arg(distance);
                continue;
            }
            QVERIFY2(distance < 1e-9, qPrintable(QString("%1 %2").arg(name).arg(distance)));
            ++same;
            loops += (*buildModel(first))->tree.cutJoints.empty() ? 0 : 1;
        }
        QVERIFY2(same >= 15 && loops >= 5,
                 qPrintable(QString("%1 %2\n%3").arg(same).arg(loops).arg(refused.join("\n"))));
    }
    void whatIsLostIsListed() {
        const auto read = readModelText(sameModel, "same");
        QVERIFY(read);
        ModelDescription model = *read;
        model.joints[1].type = "cylindrical";
        QVERIFY(said(written(model).problems).contains("joint 'hinge': SDF has no cylindrical"));
        model.joints[1].type = "revolute";
        model.joints[1].name = "upper";
        QVERIFY(said(written(model).problems).contains("joint 'upper': a body has this name"));
    }

    /// Truncated files, missing elements and wild numbers give errors with a line, or a model.
    void everyErrorHasALine() {
        int refused = 0;
        const auto attempt = [&](const std::string& text) {
            const auto read = readModelText(text, "m.sdf");
            const auto model = read ? buildModel(*read) : tl::unexpected(read.error());
            if (model) return;
            ++refused;
            for (const Diagnostic& d : model.error())
                QVERIFY2(d.line > 0, qPrintable(said({d}) + QString::fromStdString(text)));
        };
        for (std::size_t k = 1; k < pendulum.size(); k += 2) attempt(pendulum.substr(0, k));
        for (std::size_t k = pendulum.find('>'); k != std::string::npos;
             k = pendulum.find('>', k + 1)) {
            const std::size_t end = std::min(pendulum.find('<', k), pendulum.size());
            for (const char* value :
                 {"", "1e999", "nan", "-1", "0", "1e300", "x", "1 2", "1 2 3 4", "world", "inf"})
                attempt(pendulum.substr(0, k + 1) + value + pendulum.substr(end));
        }
        for (std::size_t k = pendulum.find('"'); k != std::string::npos;) {
            const std::size_t end = pendulum.find('"', k + 1);
            for (const char* value : {"", "upper", "__model__", "shoulder", "hinge", "elbow",
                                      "fixed", "ball", "universal", "prismatic"})
                attempt(pendulum.substr(0, k + 1) + value + pendulum.substr(end));
            k = pendulum.find('"', end + 1);
        }
        QVERIFY2(refused > 500, qPrintable(QString::number(refused)));
    }

    /// Two hinges in series, whose axes need not be at right angles; others say what to do.
    void furtherTypesOfJoints() {
        const auto read = [](const std::string& type, const std::string& second) {
            return readModelText(
                "<sdf version='1.9'><model name='m'><link name='l'><pose>0 0 -1 0 0 0</pose>"
                "<inertial><mass>2</mass><inertia><ixx>0.2</ixx><iyy>0.3</iyy><izz>0.1</izz>"
                "</inertia></inertial></link>\n<joint name='j' type='" +
                    type +
                    "'><pose>0.1 0 1 0 0 "
                    "0</pose><parent>world</parent><child>l</child><axis><xyz>1 "
                    "0 0</xyz></axis><axis2><xyz>" +
                    second + "</xyz></axis2></joint></model></sdf>",
                "m.sdf");
        };
        const auto universal = read("universal", "0 1 0"), two = read("revolute2", "0 1 0"),
                   oblique = read("revolute2", "0 1 1");
        QVERIFY2(universal && two && oblique, oblique ? "" : qPrintable(said(oblique.error())));
        const double same = apart(*universal, *two, 0.5), other = apart(*universal, *oblique, 0.5);
        QVERIFY2(same >= 0.0 && same < 1e-9, qPrintable(QString::number(same)));
        QVERIFY2(other > 1e-3 || oblique->joints.size() == 2, qPrintable(QString::number(other)));
        for (const auto& [type, says] : {std::pair{"screw", "needs <screw_thread_pitch>"},
                                         std::pair{"gearbox", "needs <gearbox_reference_body>"},
                                         std::pair{"spring", "known are revolute, revolute2"}}) {
            const auto refused = read(type, "0 1 0");
            QVERIFY(!refused);
            QVERIFY2(said(refused.error()).contains(says), qPrintable(said(refused.error())));
            QCOMPARE(refused.error().front().line, 2);
        }
    }

    /// Axes in the frame of the model: until version 1.4, and where the file says so.
    void axesInTheModel() {
        const auto axis = [](const std::string& version, const std::string& says) {
            const auto read = readModelText(
                "<sdf version='" + version +
                    "'><model name='m'><link name='l'><pose>0 0 1 0 0 1.5707963267948966</pose>"
                    "</link><joint name='j' type='revolute'><parent>world</parent><child>l</child>"
                    "<axis><xyz>1 0 0</xyz>" +
                    says + "</axis></joint></model></sdf>",
                "m.sdf");
            return read ? Vector3d(read->groundMarkers.front().z->at(0).value,
                                   read->groundMarkers.front().z->at(1).value,
                                   read->groundMarkers.front().z->at(2).value)
                        : Vector3d(Vector3d::Zero());
        };
        const std::string yes = "<use_parent_model_frame>true</use_parent_model_frame>";
        const std::string no = "<use_parent_model_frame>0</use_parent_model_frame>";
        for (const auto& [version, says, inModel] :
             {std::tuple{"1.4", std::string(), true}, std::tuple{"1.4", no, false},
              std::tuple{"1.5", std::string(), false}, std::tuple{"1.6", yes, true},
              std::tuple{"1.11", std::string(), false}})
            QVERIFY2(axis(version, says)
                         .isApprox(inModel ? Vector3d::UnitX() : Vector3d::UnitY(), 1e-12),
                     version);
    }

    /// The pose of a model is that of its placement frame.
    void placementFrame() {
        const auto place = [](const std::string& frame) {
            const auto read = readModelText(
                "<sdf version='1.9'><model name='m' placement_frame='" + frame +
                    "'><pose>0 0 2 0 0 1.5707963267948966</pose><link name='l'/><frame name='tip' "
                    "attached_to='l'><pose>1 0 0 0 0 0</pose></frame><joint name='j' "
                    "type='revolute'><parent>world</parent><child>l</child></joint></model></sdf>",
                "m.sdf");
            return read ? Vector3d(read->groundMarkers.front().position[0].value,
                                   read->groundMarkers.front().position[1].value,
                                   read->groundMarkers.front().position[2].value)
                        : Vector3d(Vector3d::Constant(NAN));
        };
        QVERIFY(place("").isApprox(Vector3d(0, 0, 2), 1e-12));
        QVERIFY(place("tip").isApprox(Vector3d(0, -1, 2), 1e-12));
        QVERIFY(!place("nowhere").allFinite());
    }

    /// Joints between frames are joints between the links that carry them.
    void jointsBetweenFrames() {
        const std::string framed = test::replaced(
            test::replaced(pendulum, "<parent>lower</parent>", "<parent>wrist</parent>"),
            "<link name=\"lower\">",
            "<frame name=\"wrist\" attached_to=\"palm\"/><frame name=\"palm\" "
            "attached_to=\"lower\"><pose>0 0 0 0.3 0 0</pose></frame><link name=\"lower\">");
        const auto links = readModelText(pendulum, "a.sdf"),
                   frames = readModelText(framed, "a.sdf");
        QVERIFY2(links && frames, frames ? "" : qPrintable(said(frames.error())));
        const double distance = apart(*links, *frames, 0.5);
        QVERIFY2(distance >= 0.0 && distance < 1e-9, qPrintable(QString::number(distance)));
    }

    /// A link that is fixed to the world stays where it is written, and turns gravity with it.
    void fixedLinksStayInTheirPlace() {
        const auto read = readModelText(
            "<sdf version='1.9'><model name='m'><pose>0 0 3 0 0 0</pose>"
            "<link name='base'><pose>1 2 0 0.5 0 0</pose></link>"
            "<link name='arm'><pose relative_to='base'>0 1 0 0 0 0</pose></link>"
            "<joint name='f' type='fixed'><parent>world</parent><child>base</child></joint>"
            "<joint name='j' type='revolute'><parent>base</parent><child>arm</child>"
            "<axis><xyz>0 0 1</xyz></axis></joint></model></sdf>",
            "m.sdf");
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        const auto model = buildModel(*read);
        QVERIFY2(model, model ? "" : qPrintable(said(model.error())));
        const auto start = assemble(**model);
        QVERIFY2(start, start ? "" : qPrintable(said(start.error())));
        const Vector3d arm(1.0, 2.0 + std::cos(0.5), 3.0 + std::sin(0.5));
        QCOMPARE((*model)->bodies.size(), std::size_t(2));
        QVERIFY((start->bodies[0].r - Vector3d(1, 2, 3)).norm() < 1e-12);
        QVERIFY((start->bodies[1].r - arm).norm() < 1e-12);
    }

    /// What would change the motion is told.
    void nothingIsLeftOutSilently() {
        const auto saidOf = [](const std::string& inWorld) {
            Diagnostics notes;
            const auto read = readModelText(
                "<sdf version='1.9'><world name='w'>\n" + inWorld + "</world></sdf>\n", "w.sdf",
                &notes);
            return QString(said(read ? notes : read.error()));
        };
        const std::string link =
            "<model name='m'><link name='l'>%</link><joint name='j' "
            "type='revolute'><parent>world</parent><child>l</child></joint>"
            "</model>";
        const auto with = [&](const std::string& inLink) {
            return saidOf(test::replaced(link, "%", inLink));
        };
        const QString joint =
            saidOf(link + "<joint name='k' type='fixed'><parent>m::l</parent></joint>");
        QVERIFY2(joint.contains("joints of a world are not read"), qPrintable(joint));
        const QString include = saidOf("<include><uri>model://foo</uri></include>");
        QVERIFY2(include.contains("'model://foo' is not found"), qPrintable(include));
        QVERIFY(with("<gravity>false</gravity>").contains("is left out"));
        QVERIFY(with("<kinematic>1</kinematic>").contains("is left out"));
        QVERIFY(!with("<gravity>true</gravity>").contains("is left out"));
        QVERIFY(with("<inertial><mass>inf</mass></inertial>").contains("finite number"));
    }

    /// A misspelt element changes the motion; those of other programs have a colon.
    void unknownElementsAreListedOnce() {
        const auto notesOf = [](const std::string& inLink, const std::string& inAxis) {
            Diagnostics notes;
            const auto read =
                readModelText("<sdf version='1.9'><model name='m'>\n<link name='l'>" + inLink +
                                  "</link>\n<joint name='j' type='revolute'><parent>world</parent>"
                                  "<child>l</child><axis>" +
                                  inAxis + "</axis></joint></model></sdf>\n",
                              "m.sdf", &notes);
            return read ? said(notes) : said(read.error());
        };
        const QString found =
            notesOf("<inertail/><my:x/><sensor><odd/></sensor>", "<dynamic/><dynamic/>");
        QVERIFY2(found.contains("SDF does not have these elements"), qPrintable(found));
        QVERIFY2(found.contains("<inertail> in <link>, <dynamic> in <axis> (2)"),
                 qPrintable(found));
        QVERIFY(!found.contains("odd") && !found.contains("my:x"));
        const QString none =
            notesOf("<pose>0 0 0 0 0 0</pose>", "<dynamics><damping>1</damping></dynamics>");
        QVERIFY2(!none.contains("does not have"), qPrintable(none));
    }

    /// Files that are named as robots but begin with something else.
    void isXmlByItsName() {
        for (const char* name : {"a.sdf", "a.urdf", "a.xml"}) {
            const auto read = readModelText("hello", name);
            QVERIFY(!read);
            const std::string why = toString(read.error().front());
            QVERIFY2(why.find("not well-formed XML") != std::string::npos, why.c_str());
        }
    }
};

MOMENTREE_TEST(TestSdf, Guiless)

}  // namespace momentree::test_sdf
#include "test_sdf.moc"
