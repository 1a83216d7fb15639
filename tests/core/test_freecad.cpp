// SPDX-License-Identifier: Apache-2.0
// Assemblies of FreeCAD: joints, grounds, links, bodies in parts, sub-assemblies and other files.
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <functional>
#include <numbers>

#include "core/io/freecad.hpp"
#include "core/io/model_file.hpp"
#include "core/io/stored_run.hpp"
#include "core/io/zip.hpp"
#include "core/model/model.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"
#include "tests/app/places_after.hpp"

namespace momentree::test_freecad {

using app::apart;
using test::said;

namespace {

/// The text of properties as FreeCAD writes them, in mm.
std::string placement(const std::string& name, const std::string& r,
                      const std::string& q = "0 0 0 1") {
    const QStringList at = QString::fromStdString(r).split(' ');
    const QStringList turn = QString::fromStdString(q).split(' ');
    return QString(
               "<Property name=\"%1\" type=\"App::PropertyPlacement\"><PropertyPlacement "
               "Px=\"%2\" Py=\"%3\" Pz=\"%4\" Q0=\"%5\" Q1=\"%6\" Q2=\"%7\" Q3=\"%8\"/>"
               "</Property>\n")
        .arg(name.c_str(), at[0], at[1], at[2], turn[0], turn[1], turn[2], turn[3])
        .toStdString();
}
std::string label(const std::string& text) {
    return "<Property name=\"Label\" type=\"App::PropertyString\"><String value=\"" + text +
           "\"/></Property>\n";
}
std::string group(const std::string& names) {
    std::string text = "<Property name=\"Group\" type=\"App::PropertyLinkList\"><LinkList>";
    for (const QString& name : QString::fromStdString(names).split(' '))
        text += "<Link value=\"" + name.toStdString() + "\"/>";
    return text + "</LinkList></Property>\n";
}
std::string reference(int side, const std::string& object, const std::string& path) {
    return "<Property name=\"Reference" + std::to_string(side) +
           "\" type=\"App::PropertyXLinkSubHidden\"><XLink file=\"\" name=\"" + object +
           "\" count=\"2\"><Sub value=\"" + path + "\"/><Sub value=\"" + path +
           "\"/></XLink></Property>\n";
}
const QStringList kinds{"Fixed",    "Revolute", "Cylindrical", "Slider", "Ball",      "Distance",
                        "Parallel", "Gears",    "Belt",        "Screw",  "RackPinion"};
std::string kind(const std::string& name) {
    std::string text =
        "<Property name=\"JointType\" type=\"App::PropertyEnumeration\"><Integer "
        "value=\"" +
        std::to_string(kinds.indexOf(QString::fromStdString(name))) +
        "\" CustomEnum=\"true\"/><CustomEnumList count=\"8\">";
    for (const QString& one : kinds) text += "<Enum value=\"" + one.toStdString() + "\"/>";
    return text + "</CustomEnumList></Property>\n";
}
std::string value(const std::string& name, const std::string& number) {
    const bool flag = number == "true" || number == "false";
    return "<Property name=\"" + name + "\" type=\"\"><" + (flag ? "Bool" : "Float") + " value=\"" +
           number + "\"/></Property>\n";
}
std::string linked(const std::string& object, const std::string& file = "") {
    return "<Property name=\"LinkedObject\" type=\"App::PropertyXLink\"><XLink file=\"" + file +
           "\" name=\"" + object + "\"/></Property>\n";
}
std::string shape(const std::string& file) {
    return "<Property name=\"Shape\" type=\"Part::PropertyPartShape\"><Part file=\"" + file +
           "\"/></Property>\n";
}
std::string grounds(const std::string& object) {
    return "<Property name=\"ObjectToGround\" type=\"App::PropertyLink\"><Link value=\"" + object +
           "\"/></Property>\n";
}

struct Object {
    std::string name, type, properties;
};
std::string documentOf(const std::vector<Object>& objects) {
    std::string types, data;
    for (const Object& one : objects) {
        types += "<Object type=\"" + one.type + "\" name=\"" + one.name + "\"/>\n";
        data += "<Object name=\"" + one.name + "\"><Properties>\n" + one.properties +
                "</Properties></Object>\n";
    }
    return "<?xml version='1.0' encoding='utf-8'?>\n<Document SchemaVersion=\"4\">\n<Objects>\n" +
           types + "</Objects>\n<ObjectData>\n" + data + "</ObjectData>\n</Document>\n";
}
/// A box of 100 x 20 x 10 mm from the origin, by four of its corners.
const std::string brep =
    "CASCADE Topology V1, (c) Matra-Datavision\nTShapes 4\nVe\n1e-07\n0 0 0\n0 0\n\nVe\n1e-07\n"
    "100 0 10\n0 0\n\nVe\n1e-07\n0 20 10\n0 0\n\nVe\n1e-07\n100 20 0\n0 0\n\n";

/// A pendulum of two bars: the upper one a body in a part, the lower one a link to a solid.
std::vector<Object> pendulum() {
    return {
        {"Assembly", "Assembly::AssemblyObject",
         group("Frame Upper Lower Joints") + placement("Placement", "0 0 500")},
        {"Frame", "Part::Feature", label("Frame") + placement("Placement", "0 0 0")},
        {"Upper", "App::Part", label("upper") + group("Body") + placement("Placement", "5 0 0")},
        {"Body", "PartDesign::Body", placement("Placement", "-5 0 0") + shape("Body.Shape.brp")},
        {"Bar", "Part::Feature", placement("Placement", "7 7 7") + shape("Bar.brp")},
        {"Lower", "App::Link", label("lower") + linked("Bar") + placement("Placement", "100 0 0")},
        {"Joints", "Assembly::JointGroup", group("G J1 J2")},
        {"G", "App::FeaturePython", grounds("Frame")},
        {"J1", "App::FeaturePython",
         label("shoulder") + kind("Revolute") + reference(1, "Assembly", "Frame.Edge1") +
             placement("Placement1", "0 0 0", "-0.7071067811865476 0 0 0.7071067811865476") +
             reference(2, "Assembly", "Upper.Body.Edge2") +
             placement("Placement2", "0 0 0", "-0.7071067811865476 0 0 0.7071067811865476")},
        // The z axes of both sides are opposite to each other.
        {"J2", "App::FeaturePython",
         label("elbow") + kind("Revolute") + reference(1, "Assembly", "Upper.Body.Edge3") +
             placement("Placement1", "100 0 0", "-0.7071067811865476 0 0 0.7071067811865476") +
             reference(2, "Assembly", "Lower.Edge1") +
             placement("Placement2", "0 0 0", "0.7071067811865476 0 0 0.7071067811865476") +
             value("EnableAngleMin", "true") + value("AngleMin", "-90")}};
}

/// The same: bars of 0.054 kg, whose axes begin at the hinges.
const char* const samePendulum = R"({"version": 1, "name": "p", "gravity": [0, 0, -9.81],
"ground": {"markers": {"O": {"position": [0, 0, 0.5], "z": [0, 1, 0], "x": [1, 0, 0]}}},
"bodies": [{"name": "upper", "mass": 0.054, "com": [0.05, 0.01, 0.005],
  "inertia": [2.25e-6, 4.545e-5, 4.68e-5],
  "markers": {"O": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [1, 0, 0]},
              "P": {"position": [0.1, 0, 0], "z": [0, 1, 0], "x": [1, 0, 0]}}},
 {"name": "lower", "mass": 0.054, "com": [0.05, 0.01, 0.005],
  "inertia": [2.25e-6, 4.545e-5, 4.68e-5],
  "markers": {"P": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [1, 0, 0]}}}],
"joints": [{"name": "shoulder", "type": "revolute", "a": "ground.O", "b": "upper.O"},
 {"name": "elbow", "type": "revolute", "a": "upper.P", "b": "lower.P"}]})";

}  // namespace

class TestFreecad : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::string written(const std::string& document, const std::string& name = "a.FCStd") {
        const std::string path = folder_.filePath(name.c_str()).toStdString();
        const auto done = writeZip(
            {{"Document.xml", document}, {"Body.Shape.brp", brep}, {"Bar.brp", brep}}, path);
        if (!done) qFatal("%s", qPrintable(said(done.error())));
        return path;
    }
    std::string written(const std::vector<Object>& objects, const std::string& name = "a.FCStd") {
        return written(documentOf(objects), name);
    }
    QString refusal(const std::string& path) {
        const auto read = readModelFile(path);
        return read ? QString() : said(read.error());
    }

    /// The places of both parts of an assembly with one coupling after a joint has turned by half a
    /// radian.
    void driveCoupled(const std::vector<Object>& objects, const char* joint,
                      std::vector<Vector3d>& places) {
        Diagnostics notes;
        auto read = readModelFile(written(objects), &notes);
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        QVERIFY2(read->couplings.size() == 1, qPrintable(said(notes)));
        MotionDescription motion;
        motion.name = "drive";
        motion.joint = joint;
        motion.law.rate = 1.0;
        read->motions.push_back(motion);
        places = app::placesAfter(*read, 0.5);
    }

private slots:
    void assembliesMoveAsTheirJointsSay() {
        Diagnostics notes;
        const auto read = readModelFile(written(pendulum()), &notes);
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        QCOMPARE(read->name, std::string("a"));
        QVERIFY(!holdsRows(folder_.filePath("a.FCStd").toStdString()));
        QCOMPARE(read->bodies.size(), std::size_t(2));
        QCOMPARE(read->joints[1].name, std::string("elbow"));
        QVERIFY(said(notes).contains("joint 'elbow': its limits are left out"));
        QVERIFY(said(notes).contains("body 'upper': has the mass of aluminium boxes"));
        // The part's own axes begin 5 mm beside its body's.
        QCOMPARE(read->bodies[0].com[0].value, 0.045);
        const auto same = readModelText(samePendulum, "same");
        QVERIFY2(same, same ? "" : qPrintable(said(same.error())));
        const double distance = apart(*same, *read, 0.5);
        QVERIFY2(distance >= 0.0 && distance < 1e-9, qPrintable(QString::number(distance)));
        // What is saved is the same model.
        const auto again = readModelText(writeModelText(*read), "again");
        QVERIFY2(again, again ? "" : qPrintable(said(again.error())));
        ImportOptions limits;
        limits.limits = true;
        const auto limited = readModelFile(written(pendulum()), nullptr, limits);
        QVERIFY(limited && limited->joints[1].limits.size() == 1);
        QCOMPARE(limited->joints[1].limits[0].least->value, -std::numbers::pi / 2.0);
    }
    void everyKindOfJoint_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("type");
        QTest::newRow("fixed") << "Fixed"
                               << "fixed";
        QTest::newRow("cylindrical") << "Cylindrical"
                                     << "cylindrical";
        QTest::newRow("slider") << "Slider"
                                << "prismatic";
        QTest::newRow("ball") << "Ball"
                              << "spherical";
        QTest::newRow("parallel") << "Parallel"
                                  << "";
    }
    void everyKindOfJoint() {
        QFETCH(QString, kind);
        QFETCH(QString, type);
        auto objects = pendulum();
        objects.back().properties =
            test::replaced(objects.back().properties, "<Integer value=\"1\"",
                           "<Integer value=\"" + std::to_string(kinds.indexOf(kind)) + "\"");
        Diagnostics notes;
        const auto read = readModelFile(written(objects), &notes);
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        if (type.isEmpty()) {
            QCOMPARE(read->joints.size(), std::size_t(1));
            QVERIFY(said(notes).contains(QString("'%1' is left out").arg(kind)));
            return;
        }
        QCOMPARE(read->joints[1].type, type.toStdString());
        const auto model = buildModel(*read);
        QVERIFY2(model, model ? "" : qPrintable(said(model.error())));
        QVERIFY(!app::placesAfter(*read, 0.05).empty());
    }
    void gearsBeltsAndScrews_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<double>("turn");  // of the second disc for 0.5 rad of the first
        QTest::newRow("gears") << "Gears" << -0.25;
        QTest::newRow("belt") << "Belt" << 0.25;
    }
    /// Discs of 20 and 40 mm; the joint of the second one is written from the disc to ground.
    void gearsBeltsAndScrews() {
        QFETCH(QString, kind);
        QFETCH(double, turn);
        const std::vector<Object> objects{
            {"Assembly", "Assembly::AssemblyObject", group("Frame A B")},
            {"Frame", "Part::Feature", ""},
            {"A", "Part::Feature", shape("Bar.brp")},
            {"B", "Part::Feature", shape("Bar.brp") + placement("Placement", "60 0 0", "0 0 1 1")},
            {"G", "App::FeaturePython", grounds("Frame")},
            {"J1", "App::FeaturePython",
             label("first") + test_freecad::kind("Revolute") +
                 reference(1, "Assembly", "Frame.E1") + placement("Placement1", "0 0 0") +
                 reference(2, "Assembly", "A.E1") + placement("Placement2", "0 0 0")},
            {"J2", "App::FeaturePython",
             label("second") + test_freecad::kind("Revolute") + reference(1, "Assembly", "B.E1") +
                 placement("Placement1", "0 0 0", "1 0 0 0") +
                 reference(2, "Assembly", "Frame.E1") + placement("Placement2", "60 0 0")},
            {"J3", "App::FeaturePython",
             label("mesh") + test_freecad::kind(kind.toStdString()) +
                 reference(1, "Assembly", "A.F1") + reference(2, "Assembly", "B.F1") +
                 value("Distance", "20") + value("Distance2", "40")}};
        std::vector<Vector3d> places;
        driveCoupled(objects, "first", places);
        QCOMPARE(places.size(), std::size_t(2));
        const double angle = std::numbers::pi / 2.0 + turn;  // B stands a quarter turned
        const Vector3d expected(0.06 + 0.05 * std::cos(angle) - 0.01 * std::sin(angle),
                                0.05 * std::sin(angle) + 0.01 * std::cos(angle), 0.005);
        const double off = (places[1] - expected).norm();
        QVERIFY2(off < 1e-9, qPrintable(QString::number(off)));
    }
    void screwsMoveByTheirPitch() {
        auto objects = pendulum();
        std::string& text = objects.back().properties;
        text = test::replaced(text, "<Integer value=\"1\"", "<Integer value=\"2\"");
        const std::size_t end = text.find("<Property name=\"Enable");
        text.resize(end);
        Object screw = objects.back();
        screw.name = "J3";
        screw.properties =
            test::replaced(screw.properties, "<Integer value=\"2\"", "<Integer value=\"9\"") +
            value("Distance", "10");
        screw.properties = test::replaced(screw.properties, "elbow", "thread");
        objects.push_back(screw);
        Diagnostics notes;
        auto read = readModelFile(written(objects), &notes);
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        QVERIFY2(read->couplings.size() == 1, qPrintable(said(notes)));
        QCOMPARE(read->couplings[0].terms[0].ratio.value, -0.01 / (2.0 * std::numbers::pi));
        QVERIFY(std::abs(read->couplings[0].offset.value) < 1e-12);
        // Without the cylindrical joint there is nothing to couple.
        objects.erase(objects.end() - 2);
        Diagnostics alone;
        QVERIFY(readModelFile(written(objects), &alone));
        QVERIFY(said(alone).contains("joint 'thread': is left out: gears and belts need"));
    }
    void racksAndNuts_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("size");        // radius or pitch [mm]
        QTest::addColumn<QString>("turnedAxis");  // quaternion of the turning part's joint
        QTest::addColumn<bool>("sliderFirst");
        QTest::addColumn<double>("travel");  // along x of the slide for 0.5 rad of the turn [m]
        const double pitch = 0.01 / (2.0 * std::numbers::pi);
        // The slide is along x. A rack at y < 0 of its pinion moves against the pinion's lowest
        // point in FreeCAD's solver: x of the pinion in the rack plus radius times turn is
        // constant.
        QTest::newRow("rack") << "RackPinion"
                              << "20"
                              << "0 0 0 1" << true << 0.02 * 0.5;
        QTest::newRow("rack second") << "RackPinion"
                                     << "20"
                                     << "0 0 0 1" << false << 0.02 * 0.5;
        QTest::newRow("reversed") << "RackPinion"
                                  << "-20"
                                  << "0 0 0 1" << true << -0.02 * 0.5;
        const QString alongX = "0 0.7071067811865476 0 0.7071067811865476";
        QTest::newRow("right-handed") << "Screw"
                                      << "10" << alongX << true << -pitch * 0.5;
        QTest::newRow("left-handed") << "Screw"
                                     << "-10" << alongX << true << pitch * 0.5;
    }
    /// A slider along x and a part that turns, both on the frame.
    void racksAndNuts() {
        QFETCH(QString, kind);
        QFETCH(QString, size);
        QFETCH(QString, turnedAxis);
        QFETCH(bool, sliderFirst);
        QFETCH(double, travel);
        const std::string alongX = "0 0.7071067811865476 0 0.7071067811865476";
        const std::string turned = turnedAxis.toStdString();
        const int slider = sliderFirst ? 1 : 2;
        const std::vector<Object> objects{
            {"Assembly", "Assembly::AssemblyObject", group("Frame A B")},
            {"Frame", "Part::Feature", ""},
            {"A", "Part::Feature", shape("Bar.brp")},
            {"B", "Part::Feature", shape("Bar.brp") + placement("Placement", "0 20 0")},
            {"G", "App::FeaturePython", grounds("Frame")},
            {"J1", "App::FeaturePython",
             label("slide") + test_freecad::kind("Slider") + reference(1, "Assembly", "Frame.E1") +
                 placement("Placement1", "0 0 0", alongX) + reference(2, "Assembly", "A.E1") +
                 placement("Placement2", "0 0 0", alongX)},
            {"J2", "App::FeaturePython",
             label("turn") + test_freecad::kind("Revolute") + reference(1, "Assembly", "Frame.E1") +
                 placement("Placement1", "0 20 0", turned) + reference(2, "Assembly", "B.E1") +
                 placement("Placement2", "0 0 0", turned)},
            {"J3", "App::FeaturePython",
             label("mesh") + test_freecad::kind(kind.toStdString()) +
                 reference(slider, "Assembly", "A.E1") +
                 placement("Placement" + std::to_string(slider), "0 0 0", alongX) +
                 reference(3 - slider, "Assembly", "B.E1") +
                 placement("Placement" + std::to_string(3 - slider), "0 0 0", turned) +
                 value("Distance", size.toStdString())}};
        std::vector<Vector3d> places;
        driveCoupled(objects, "turn", places);
        QCOMPARE(places.size(), std::size_t(2));
        const Vector3d expected = Vector3d(0.05, 0.01, 0.005) + Vector3d(travel, 0.0, 0.0);
        const double off = (places[0] - expected).norm();
        QVERIFY2(off < 1e-9, qPrintable(QString::number(off)));
    }
    void distancesBetweenVertices() {
        auto objects = pendulum();
        std::string& text = objects.back().properties;
        text = test::replaced(text, "<Integer value=\"1\"", "<Integer value=\"5\"");
        Diagnostics notes;
        QVERIFY(readModelFile(written(objects), &notes));
        QVERIFY(said(notes).contains("only those between two vertices"));
        for (const char* edge :
             {"Edge3\"/><Sub value=\"Upper.Body.Edge3", "Edge1\"/><Sub value=\"Lower.Edge1"})
            text = test::replaced(text, edge, "Vertex1");
        text += value("Distance", "30");
        const auto read = readModelFile(written(objects));
        QVERIFY(read);
        QCOMPARE(read->joints[1].type, std::string("distance"));
        QCOMPARE(read->joints[1].length->value, 0.03);
    }
    /// Parts of another file give their shapes and the places of their bodies.
    void partsOfOtherFiles() {
        auto objects = pendulum();
        const std::vector<Object> other{objects[2], objects[3]};
        objects.erase(objects.begin() + 3);
        objects[2] = {
            "Upper", "App::Link",
            label("upper") + linked("Upper", "other.FCStd") + placement("Placement", "5 0 0")};
        Diagnostics missing;
        QVERIFY(readModelFile(written(objects, "b.FCStd"), &missing));
        QVERIFY2(said(missing).contains("'other.FCStd', which has linked parts, cannot be read"),
                 qPrintable(said(missing)));
        written(other, "other.FCStd");
        const auto read = readModelFile(written(objects, "b.FCStd"));
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        const auto same = readModelText(samePendulum, "same");
        const double distance = apart(*same, *read, 0.5);
        QVERIFY2(distance >= 0.0 && distance < 1e-9, qPrintable(QString::number(distance)));
    }
    void mistakesAreExplained() {
        QVERIFY(refusal(written(documentOf({{"Box", "Part::Box", ""}})))
                    .contains("no assembly of the Assembly workbench"));
        QVERIFY(refusal(written("<robot name=\"r\"/>")).contains("no document of FreeCAD"));
        QVERIFY(refusal(written("<Document><Objects>")).contains("not well-formed XML"));
        auto objects = pendulum();
        objects.pop_back();
        objects.pop_back();
        QVERIFY(refusal(written(objects)).contains("the assembly has no joints"));
        objects = pendulum();
        objects.back().properties =
            test::replaced(objects.back().properties, "Px=\"100\"", "Px=\"nan\"");
        const QString told = refusal(written(objects));
        QVERIFY2(told.contains("Px") && told.indexOf(':') > 0, qPrintable(told));
        QFile file(folder_.filePath("c.FCStd"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("PK\3\4 is not all") > 0);
        file.close();
        const QString cut = refusal(folder_.filePath("c.FCStd").toStdString());
        QVERIFY2(cut.contains("does not end at byte 15"), qPrintable(cut));
        // A changed byte in the first of three files.
        const std::string path = written(pendulum(), "d.FCStd");
        QFile whole(path.c_str());
        QVERIFY(whole.open(QIODevice::ReadWrite) && whole.seek(200));
        const char old = whole.peek(1)[0];
        QVERIFY(whole.putChar(static_cast<char>(old ^ 0x55)));
        whole.close();
        QVERIFY2(refusal(path).contains("damaged in file 1 of the 3"), qPrintable(refusal(path)));
    }
    /// Parts that contain each other, links to themselves and parents in a ring have an end.
    void ringsHaveAnEnd() {
        auto objects = pendulum();
        std::string many = "Upper";
        for (int k = 0; k < 100; ++k) many += " Upper";
        objects[2].properties = label("upper") + group(many);
        objects[4] = {"Bar", "App::Link", linked("Bar")};
        objects[6].properties = group("Assembly");
        objects[6].type = "Assembly::AssemblyObject";
        objects[0].properties += group("Joints");
        const auto read = readModelFile(written(objects));
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
    }
    /// Truncated and changed documents are models or errors with a line.
    void everyErrorHasALine() {
        const std::string good = documentOf(pendulum());
        int refused = 0;
        const auto attempt = [&](const std::string& text) {
            const auto read = readModelFile(written(text));
            const auto model = read ? buildModel(*read) : tl::unexpected(read.error());
            if (model) return;
            ++refused;
            for (const Diagnostic& d : model.error())
                QVERIFY2(d.line > 0 || read, qPrintable(said({d}) + QString::fromStdString(text)));
        };
        for (std::size_t k = 1; k < good.size(); k += 97) attempt(good.substr(0, k));
        for (std::size_t k = good.find('"'); k != std::string::npos;) {
            const std::size_t end = good.find('"', k + 1);
            for (const char* one : {"", "1e999", "Assembly", "Upper", "0"})
                attempt(good.substr(0, k + 1) + one + good.substr(end));
            k = good.find('"', end + 1);
        }
        QVERIFY2(refused > 100, qPrintable(QString::number(refused)));
    }
};

MOMENTREE_TEST(TestFreecad, Guiless)

}  // namespace momentree::test_freecad
#include "test_freecad.moc"
