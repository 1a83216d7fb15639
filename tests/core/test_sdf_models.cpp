// SPDX-License-Identifier: Apache-2.0
// Models of Gazebo in other models and files, and their screws and gearboxes.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/io/model_file.hpp"
#include "core/io/sdf.hpp"
#include "core/kinematics/assemble.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"
#include "tests/app/places_after.hpp"

namespace momentree::test_sdf_models {

using app::apart;
using app::placesAfter;
using test::said;

namespace {

const std::string inertial =
    "<inertial><pose>0 0 -0.5 0 0 0</pose><mass>2</mass><inertia><ixx>0.2</ixx><iyy>0.2</iyy>"
    "<izz>0.01</izz></inertia></inertial>";

std::string inWorld(const std::string& model) {
    return "<sdf version='1.11'><world name='w'><gravity>0 0 -10</gravity>\n" + model +
           "</world></sdf>\n";
}

/// A double pendulum without models in models; its hinges turn about y.
const std::string flat = inWorld(
    "<model name='two'><pose>0 0 3 0 0.3 0</pose>"
    "<link name='upper'>" +
    inertial +
    "</link>"
    "<link name='lower'><pose>0 0 -1 0 0.4 0</pose>" +
    inertial +
    "</link>"
    "<joint name='shoulder' type='revolute'><parent>world</parent><child>upper</child>"
    "<axis><xyz>0 1 0</xyz></axis></joint>"
    "<joint name='elbow' type='revolute'><parent>upper</parent><child>lower</child>"
    "<axis><xyz>0 1 0</xyz></axis></joint></model>");

/// A model of one link, whose frame "tip" is at its upper end and 2 m beside its origin.
const std::string rod =
    "<model name='rod'><pose>0 0 7 0 0 0</pose><link name='bar'><pose>2 0 0 0 0 0</pose>" +
    inertial + "</link><frame name='tip' attached_to='bar'/></model>";

Result<ModelDescription> read(const std::string& text, const std::string& name = "m.sdf") {
    return readModelText(text, name);
}

void write(const QTemporaryDir& folder, const char* name, const std::string& text) {
    QFile file(folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.c_str());
}

double movesApart(const Result<ModelDescription>& a, const Result<ModelDescription>& b) {
    const auto first = placesAfter(*a, 0.5), second = placesAfter(*b, 0.5);
    if (first.empty() || first.size() != second.size()) return -1.0;
    double most = 0.0;
    for (std::size_t k = 0; k < first.size(); ++k)
        most = std::max(most, (first[k] - second[k]).norm());
    return most;
}

/// A nut on an upright thread, and two wheels on shafts along y, geared to each other.
std::string onThread(const std::string& pitch) {
    return inWorld(
        "<model name='m'><link name='nut'><inertial><mass>2</mass><inertia><ixx>1</ixx>"
        "<iyy>1</iyy><izz>0.05</izz></inertia></inertial></link>\n<joint name='thread' "
        "type='screw'><parent>world</parent><child>nut</child>" +
        pitch + "<axis><xyz>0 0 1</xyz></axis></joint></model>");
}
const std::string wheels = inWorld(
    "<model name='m'><link name='a'/><link name='b'><pose>1 0 0 0 0 0</pose></link>"
    "<joint name='A' type='revolute'><parent>world</parent><child>a</child><axis><xyz>0 1 0</xyz>"
    "<dynamics><spring_stiffness>5</spring_stiffness><spring_reference>0.3</spring_reference>"
    "</dynamics></axis></joint>"
    "<joint name='B' type='revolute'><pose relative_to='b'/><parent>b</parent><child>base</child>"
    "<axis><xyz>0 1 0</xyz></axis></joint>"
    "<link name='base'/><joint name='F' type='fixed'><parent>world</parent><child>base</child>"
    "</joint>\n<joint name='gears' type='gearbox'><parent>a</parent><child>b</child>"
    "<gearbox_ratio>2</gearbox_ratio><gearbox_reference_body>base</gearbox_reference_body>"
    "<axis><xyz>0 1 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint></model>");

}  // namespace

class TestSdfModels : public QObject {
    Q_OBJECT
private slots:
    /// Names, frames, axes and poses of an inner model, two levels deep.
    void nestedModels() {
        const std::string nested = inWorld(
            "<model name='two' canonical_link='arm::bone::upper'><pose>0 0 3 0 0 0</pose>"
            "<model name='arm'><pose>0 0 -2 0 0.3 0</pose>"
            "<model name='bone' placement_frame='mark'><pose relative_to='above'>0 0 0 0 0 0</pose>"
            "<link name='upper'><pose>1 0 0 0 0 0</pose>" +
            inertial +
            "</link>"
            "<frame name='mark' attached_to='upper'/></model>"
            "<frame name='above'><pose relative_to='__model__'>0 0 0 0 0 0</pose></frame>"
            "<link name='lower'><pose relative_to='bone::upper'>0 0 -1 0 0.4 0</pose>" +
            inertial +
            "</link><joint name='elbow' type='revolute'><parent>bone::mark</parent>"
            "<child>lower</child><axis><xyz expressed_in='bone'>0 1 0</xyz></axis></joint></model>"
            "<joint name='shoulder' type='revolute'><parent>world</parent><child>arm::bone</child>"
            "<pose relative_to='arm::bone::mark'/>"
            "<axis><xyz>0 1 0</xyz></axis></joint></model>");
        const auto one = read(test::replaced(flat, "<pose>0 0 3 0 0.3 0</pose>",
                                             "<pose>0 0 1 0 0.3 0</pose>")),
                   two = read(nested);
        QVERIFY2(one && two, two ? "" : qPrintable(said(two.error())));
        QCOMPARE(two->bodies.size(), std::size_t(2));
        QCOMPARE(two->bodies[0].name, std::string("arm::bone::upper"));
        QVERIFY(std::ranges::count(two->joints, "arm::elbow", &JointDescription::name) == 1);
        const double distance = movesApart(one, two);
        QVERIFY2(distance >= 0.0 && distance < 1e-9, qPrintable(QString::number(distance)));
    }

    void brokenConfigsAreSaid() {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("rod"));
        const auto message = [&](const std::string& config) {
            write(folder, "rod/model.config", config);
            const auto model =
                read(inWorld("<model name='m'><include><uri>model://rod</uri></include></model>"),
                     folder.filePath("m.sdf").toStdString());
            return model ? QString() : said(model.error());
        };
        const QString torn = message("<model>\n<sdf>rod.sdf</model>");
        QVERIFY2(torn.contains("file 'model://rod/model.config', line 2"), qPrintable(torn));
        const QString none = message("<model/>");
        QVERIFY2(none.contains("'model://rod/model.config' names no file"), qPrintable(none));
        const QString gone = message("<model><sdf>rod.sdf</sdf></model>");
        QVERIFY2(gone.contains("no such file"), qPrintable(gone));
    }

    /// The same link twice from a file: under a name, and merged with the model.
    void includedModels() {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("rod"));
        write(folder, "rod/model.config",
              "<model><sdf version='1.4'>no.sdf</sdf><sdf version='1.10'>rod.sdf</sdf>"
              "<sdf version='1.9'>no.sdf</sdf></model>");
        write(folder, "rod/rod.sdf", "<sdf version='1.10'>" + rod + "</sdf>");
        const std::string text = inWorld(
            "<model name='two'><pose>0 0 3 0 0.3 0</pose>"
            "<include><uri>model://rod</uri><name>first</name><pose>0 0 0 0 0 0</pose>"
            "<placement_frame>tip</placement_frame></include>"
            "<include merge='true'><uri>rod/rod.sdf</uri><placement_frame>tip</placement_frame>"
            "<pose relative_to='first::tip'>0 0 -1 0 0.4 0</pose></include>"
            "<joint name='shoulder' type='revolute'><parent>world</parent>"
            "<child>first::bar</child><axis><xyz>0 1 0</xyz></axis></joint>"
            "<joint name='elbow' type='revolute'><parent>first</parent><child>tip</child>"
            "<axis><xyz>0 1 0</xyz></axis></joint></model>");
        const auto one = read(flat), two = read(text, folder.filePath("m.sdf").toStdString());
        QVERIFY2(one && two, two ? "" : qPrintable(said(two.error())));
        const double distance = movesApart(one, two);
        QVERIFY2(distance >= 0.0 && distance < 1e-9, qPrintable(QString::number(distance)));
        QStringList names;
        for (const BodyDescription& body : two->bodies) names << QString::fromStdString(body.name);
        names.sort();
        QCOMPARE(names, QStringList({"bar", "first::bar"}));
        // A world without a model of its own takes the first that it includes and that can move.
        const auto alone = read(inWorld("<include><uri>model://gone</uri></include>"
                                        "<include><uri>model://rod</uri><static>1</static>"
                                        "</include><include><uri>model://rod</uri>"
                                        "<name>free</name></include>"),
                                folder.filePath("m.sdf").toStdString());
        QVERIFY2(alone, alone ? "" : qPrintable(said(alone.error())));
        QCOMPARE(alone->name, std::string("free"));
        // Its own pose holds where the <include> has none.
        const auto start = assemble(**buildModel(*alone));
        QVERIFY((start->bodies[0].r - Vector3d(2, 0, 6.5)).norm() < 1e-12);
    }

    /// What is wrong in an included file is said with both places.
    void mistakesInIncludedFiles() {
        const QTemporaryDir folder;
        const auto refused = [&](const std::string& inModel) {
            const auto result = read(inWorld("<model name='m'>\n" + inModel + "</model>"),
                                     folder.filePath("m.sdf").toStdString());
            if (result) return QString("accepted");
            for (const Diagnostic& d : result.error())
                if (d.line != 3) return QString("line %1: ").arg(d.line) + said(result.error());
            return QString(said(result.error()));
        };
        write(folder, "bad.sdf",
              "<sdf version='1.9'><model name='b'>\n\n<link name='l'><pose>x"
              "</pose></link></model></sdf>");
        write(folder, "again.sdf",
              "<sdf version='1.9'><model name='b'><include><uri>again.sdf"
              "</uri></include></model></sdf>");
        write(folder, "none.sdf", "<sdf version='1.9'/>");
        write(folder, "robot.urdf", "<robot name='r'/>");
        const auto including = [&](const std::string& file) {
            return refused("<include><uri>" + file + "</uri></include>");
        };
        QVERIFY2(including("bad.sdf").contains("file 'bad.sdf', line 3"),
                 qPrintable(including("bad.sdf")));
        QVERIFY(including("again.sdf").contains("'again.sdf' includes itself"));
        QVERIFY(including("none.sdf").contains("'none.sdf' has no <model>"));
        QVERIFY(including("robot.urdf").contains("'robot.urdf' has no <model>"));
        QVERIFY(including("gone.sdf").contains("'gone.sdf' is not found"));
        write(folder, "outer.sdf",
              "<sdf version='1.9'><model name='o'>\n\n<include><uri>gone.sdf</uri></include>\n"
              "</model></sdf>");
        QVERIFY2(including("outer.sdf").contains("file 'outer.sdf', line 3: 'gone.sdf' is not"),
                 qPrintable(including("outer.sdf")));
        QVERIFY(refused("<include/>").contains("needs <uri>"));
        QVERIFY(refused("<model/>").contains("needs a name"));
        QVERIFY(refused("<model name='s'><static>true</static><link name='l'/></model>")
                    .contains("a <static> model in one that moves"));
    }

    /// Elements that the format does not have are listed for every file once, also where models are
    /// in models; parameters of an <include> are not lost in silence.
    void unknownElementsOfIncludedFiles() {
        const QTemporaryDir folder;
        write(folder, "rod.sdf",
              "<sdf version='1.10'>\n" + test::replaced(rod, "<frame", "\n<dampping/><frame") +
                  "</sdf>");
        write(folder, "outer.sdf",
              "<sdf version='1.10'><model name='o'><model name='i'>\n\n\n<lnk/><include><uri>"
              "rod.sdf</uri></include></model></model></sdf>");
        Diagnostics notes;
        const auto result = readModelText(
            inWorld(
                "<model name='m'><include><uri>outer.sdf</uri><poze>0 0 0 0 0 0</poze></include>"
                "<include><uri>rod.sdf</uri><name>a</name>\n<experimental:params/></include>"
                "</model>"),
            folder.filePath("m.sdf").toStdString(), &notes);
        QVERIFY2(result, result ? "" : qPrintable(said(result.error())));
        const QString all = said(notes);
        const QString says =
            "SDF does not have these elements, which are ignored; are their names "
            "right? ";
        QVERIFY2(all.contains("2: " + says + "<poze> in <include>\n"), qPrintable(all));
        QVERIFY2(all.contains("2: file 'outer.sdf', line 4: " + says + "<lnk> in <model>\n"),
                 qPrintable(all));
        QVERIFY2(all.contains("2: file 'rod.sdf', line 3: " + says + "<dampping> in <model>\n"),
                 qPrintable(all));
        QCOMPARE(all.count(says), 3);
        QVERIFY2(all.contains("3: <experimental:params>: is ignored, the included model stays"),
                 qPrintable(all));
    }

    /// A spindle with two threads moves a nut that cannot turn by the difference of its leads per
    /// turn: all joints of the loop are screws and slides.
    void screwsCloseLoops() {
        const auto body = [](const char* name) {
            return "<link name='" + std::string(name) +
                   "'><inertial><mass>2</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>0.05</izz>"
                   "</inertia></inertial></link>\n";
        };
        const auto joint = [](const std::string& name, const std::string& type,
                              const std::string& parent, const std::string& child,
                              const std::string& inside, const std::string& axis = "0 0 1") {
            return "<joint name='" + name + "' type='" + type + "'><parent>" + parent +
                   "</parent><child>" + child + "</child>" + inside + "<axis><xyz>" + axis +
                   "</xyz></axis></joint>\n";
        };
        const auto pitch = [](double lead) {
            return "<screw_thread_pitch>" + std::to_string(lead) + "</screw_thread_pitch>";
        };
        // The order of the joints, which decides on the one that closes the loop, does not matter.
        const std::string first = joint("fine", "screw", "world", "spindle", pitch(0.5)),
                          second = joint("coarse", "screw", "nut", "spindle", pitch(0.7)),
                          guide = joint("guide", "prismatic", "nut", "world", "", "0 0 -1");
        const double a = 0.5 / (2.0 * std::numbers::pi), b = -0.2 / (2.0 * std::numbers::pi);
        const double turned = -0.5 * 0.25 * 10.0 * 2.0 * (a + b) / (0.05 + 2.0 * (a * a + b * b));
        for (const std::string& joints :
             {first + second + guide, guide + first + second, second + guide + first}) {
            Diagnostics notes;
            const auto model = readModelText(
                inWorld("<model name='m'>" + body("spindle") + body("nut") + joints + "</model>"),
                "m.sdf", &notes);
            QVERIFY2(model, model ? "" : qPrintable(said(model.error())));
            QVERIFY2(notes.empty(), qPrintable(said(notes)));
            const auto places = placesAfter(*model, 0.5);
            QVERIFY(places.size() == 2);
            for (std::size_t k = 0; k < 2; ++k) {
                const bool nut = model->bodies[k].name == "nut";
                const double off = places[k].z() - (nut ? b : a) * turned;
                QVERIFY2(std::abs(off) < 1e-9, qPrintable(QString::number(off)));
            }
        }
        // Its damping is left out, and that is said.
        Diagnostics notes;
        const auto damped = readModelText(
            inWorld("<model name='m'>" + body("spindle") + body("nut") + guide + first +
                    test::replaced(second, "</axis>",
                                   "<dynamics><friction>1</friction></dynamics>"
                                   "</axis>") +
                    "</model>"),
            "m.sdf", &notes);
        QVERIFY(damped);
        QVERIFY2(said(notes).contains("joint 'coarse': closes a loop; its damping"),
                 qPrintable(said(notes)));
        // Skew axes have no joint that could.
        const auto skew = read(
            inWorld("<model name='m'>" + body("spindle") + body("nut") + guide + first +
                    joint("two", "revolute2", "nut", "spindle", "<axis2><xyz>0 1 1</xyz></axis2>") +
                    "</model>"));
        QVERIFY(!skew);
        QVERIFY2(said(skew.error()).contains("must cross at right angles"),
                 qPrintable(said(skew.error())));
    }

    /// Falls with g m p^2 / (m p^2 + J), where p is the lead over 2 pi, and turns by the sign of
    /// the thread.
    void screws() {
        for (const auto& [pitch, lead] :
             {std::pair{std::string("<screw_thread_pitch>0.5</screw_thread_pitch>"), 0.5},
              std::pair{std::string("<thread_pitch>4</thread_pitch>"), -0.5 * std::numbers::pi},
              std::pair{std::string("<thread_pitch>9</thread_pitch>"
                                    "<screw_thread_pitch>-0.3</screw_thread_pitch>"),
                        -0.3}}) {
            const auto model = read(onThread(pitch));
            QVERIFY2(model, model ? "" : qPrintable(said(model.error())));
            QCOMPARE(model->joints[0].type, std::string("screw"));
            QVERIFY(std::abs(model->joints[0].length->value - lead) < 1e-12);
            const double p = lead / (2.0 * std::numbers::pi);
            const double fall = 0.5 * 0.25 * 10.0 * 2.0 * p * p / (2.0 * p * p + 0.05);
            const auto places = placesAfter(*model, 0.5);
            QVERIFY(places.size() == 1);
            QVERIFY2(std::abs(places[0].z() + fall) < 1e-9,
                     qPrintable(QString("%1 %2").arg(places[0].z()).arg(-fall)));
        }
    }

    /// A spring turns wheel a, which turns b by -2 times its angle: both have unit inertia.
    void gearboxes() {
        const auto model = read(wheels);
        QVERIFY2(model, model ? "" : qPrintable(said(model.error())));
        QCOMPARE(model->couplings.size(), std::size_t(1));
        QCOMPARE(model->couplings[0].name, std::string("gears"));
        // b turns base about the axis, so that its coordinate is that of b backwards.
        ModelDescription probed = *model;
        const double rate = std::sqrt(5.0 / (1.0 + 4.0));
        const double angle = 0.3 * (1.0 - std::cos(rate * 0.5));
        for (BodyDescription& body : probed.bodies) body.com = Scalar3{0.1, 0.0, 0.0};
        for (auto& g : probed.gravity) g = 0.0;
        // The centre of mass is only a point to look at: inertias are those about the axes.
        for (BodyDescription& body : probed.bodies)
            for (std::size_t k = 0; k < 3; ++k)
                body.inertia[k][k] = 1.0 - (k == 0 ? 0.0 : 0.01 * body.mass.value);
        const auto places = placesAfter(probed, 0.5);
        const auto at = [&](const char* name) {
            const auto body = std::ranges::find(probed.bodies, name, &BodyDescription::name);
            return places.at(static_cast<std::size_t>(body - probed.bodies.begin()));
        };
        const auto turned = [](double a) { return Vector3d(std::cos(a), 0.0, -std::sin(a)) * 0.1; };
        const double first = (at("a") - turned(angle)).norm();
        QVERIFY2(first < 1e-9, qPrintable(QString("%1 %2").arg(first).arg(at("a").z())));
        const double off = (at("b") - Vector3d::UnitX() - turned(-2.0 * angle)).norm();
        QVERIFY2(off < 1e-9, qPrintable(QString::number(off)));
        const auto misplaced =
            read(test::replaced(wheels, "<axis2><xyz>0 1 0", "<axis2><xyz>1 0 0"));
        QVERIFY(!misplaced);
        QVERIFY(said(misplaced.error()).contains("joint 'gears': needs its parent on a revolute"));
        QCOMPARE(misplaced.error().front().line, 3);
    }

    /// Screws, and couplings of which one joint follows another or, where it follows a third one,
    /// gears with it.
    void drivesAreWritten() {
        const char* const text = R"({"version": 1, "name": "drives", "gravity": [0, 0, -10],
"ground": {"markers": {"T": {"position": [0.1, 0, 0.2], "z": [0, 0.6, 0.8]},
  "A": {"position": [1, 0, 0], "z": [0, 1, 0]}, "B": {"position": [2, 0, 0], "z": [0, 1, 0]},
  "C": {"position": [3, 0, 0], "z": [0, -1, 0]}}},
"bodies": [{"name": "nut", "mass": 2, "inertia": [0.2, 0.2, 0.1], "markers": {"M": {"position": [0, 0.1, 0]}}},
 {"name": "a", "mass": 1, "com": [0.2, 0, 0], "inertia": [0.1, 0.1, 0.1], "markers": {"M": {"position": [0, 0, 0], "z": [0, 1, 0]}}},
 {"name": "b", "mass": 1, "inertia": [0.1, 0.1, 0.1], "markers": {"M": {"position": [0, 0, 0], "z": [0, 1, 0]}}},
 {"name": "c", "mass": 1, "inertia": [0.1, 0.1, 0.1], "markers": {"M": {"position": [0, 0, 0], "z": [0, 1, 0]}}}],
"joints": [{"name": "thread", "type": "screw", "a": "ground.T", "b": "nut.M", "lead": 0.4},
 {"name": "A", "type": "revolute", "a": "ground.A", "b": "a.M"},
 {"name": "B", "type": "revolute", "a": "b.M", "b": "ground.B"},
 {"name": "C", "type": "revolute", "a": "ground.C", "b": "c.M"}],
"forces": [{"name": "s", "type": "axial-torque", "a": "ground.T", "b": "nut.M", "stiffness": 3,
  "angle": 9, "damping": 0.1}],
"couplings": [{"name": "first", "terms": [{"joint": "A", "ratio": 1}, {"joint": "thread", "ratio": -0.5}], "offset": 0.1},
 {"name": "second", "terms": [{"joint": "A", "ratio": 1}, {"joint": "B", "ratio": 3}]},
 {"name": "third", "terms": [{"joint": "B", "ratio": 2}, {"joint": "A", "ratio": 1}, {"joint": "C", "ratio": 1}]}],
"initial": {"joints": {"thread": {"q": [7, 0.44563384065730697]}}}})";
        auto given = readModelText(text, "given");
        QVERIFY2(given, given ? "" : qPrintable(said(given.error())));
        given->couplings.pop_back();
        CouplingDescription geared;
        geared.name = "gears";
        geared.terms = {{"B", 1, 1.0}, {"A", 1, 0.0}};
        geared.terms[0].ratio = 2.0;
        geared.terms[1] = {"C", 1, 1.0};
        given->couplings.push_back(geared);
        // Both joints of the fourth one follow others already.
        CouplingDescription last = geared;
        last.name = "again";
        last.terms = {{"A", 1, 2.0}, {"B", 1, 6.0}};
        given->couplings.push_back(last);
        const auto model = buildModel(*given);
        QVERIFY2(model, model ? "" : qPrintable(said(model.error())));
        Diagnostics notes;
        const auto xml = writeSdf(**model, "m.sdf", &notes);
        QVERIFY2(xml, xml ? "" : qPrintable(said(xml.error())));
        QVERIFY2(notes.empty(), qPrintable(said(notes)));
        QVERIFY(xml->find("type=\"gearbox\"") != std::string::npos);
        const auto back = read(*xml);
        QVERIFY2(back, back ? "" : qPrintable(said(back.error())));
        QCOMPARE(back->couplings.size(), std::size_t(4));
        QCOMPARE(back->joints.size(), std::size_t(4));
        const double distance = apart(*given, *back, 0.5);
        QVERIFY2(distance >= 0.0 && distance < 1e-9, qPrintable(QString::number(distance)));
    }
};

MOMENTREE_TEST(TestSdfModels, Guiless)

}  // namespace momentree::test_sdf_models
#include "test_sdf_models.moc"
