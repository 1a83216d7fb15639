// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QtTest>

#include "core/io/model_file.hpp"
#include "core/model/evaluate.hpp"
#include "support/test_main.hpp"

namespace momentree::test_reference_case {
namespace {

QDir folder() { return QDir(QStringLiteral(MOMENTREE_SOURCE_DIR "/tests/data/reference")); }

std::string allText(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& d : diagnostics) text += toString(d) + "\n";
    return text;
}

/// A case of one body with the given joints, forces and outputs.
std::string caseText(const std::string& joints, const std::string& forces = {},
                     const std::string& outputs = {}) {
    return R"({"name": "c", "title": "t", "gravity": [0, -9.81, 0], "end_time": 2, "samples": 4,
"bodies": [{"name": "B", "mass": 1, "inertia_com": [[1,0,0],[0,1,0],[0,0,1]],
 "initial": {"com_position": [1,0,0], "orientation_quaternion_wxyz": [1,0,0,0],
             "com_velocity": [0,0,0], "angular_velocity_world": [0,0,0]},
 "markers": {"P": [-1, 0, 0]}}],
"joints": [)" +
           joints + "],\n\"forces\": [" + forces + "],\n\"outputs\": [" + outputs + "]}";
}

ModelDescription readGood(const std::string& text) {
    auto model = readModelText(text, "case");
    if (!model) qFatal("%s", allText(model.error()).c_str());
    return *model;
}

const MarkerDescription& markerOf(const ModelDescription& d, const MarkerReference& reference) {
    const auto& markers = reference.body == "ground" ? d.groundMarkers : d.bodies[0].markers;
    for (const MarkerDescription& m : markers)
        if (m.name == reference.marker) return m;
    qFatal("no marker %s.%s", reference.body.c_str(), reference.marker.c_str());
}

Vector3d valuesOf(const Scalar3& s) { return {s[0].value, s[1].value, s[2].value}; }

const std::string ends = R"("name": "J", "body_a": "ground", "body_b": "B", )";

}  // namespace

class TestReferenceCase : public QObject {
    Q_OBJECT

private slots:
    void everyCaseIsReadCompletely_data() {
        QTest::addColumn<QString>("name");
        for (const QString& name : folder().entryList({"*.json"}))
            QTest::newRow(qPrintable(name)) << name;
    }
    void everyCaseIsReadCompletely() {
        QFETCH(QString, name);
        const std::string path = folder().filePath(name).toStdString();
        auto model = readModelFile(path);
        QVERIFY2(model, model ? "" : allText(model.error()).c_str());
        QVERIFY(evaluate(*model));
        QVERIFY(model->exactStart);
        QCOMPARE(model->bodyStarts.size(), model->bodies.size());

        // The probes are the columns of the trajectory, in their order.
        QString csv = name;
        QFile file(folder().filePath(csv.replace(".json", ".csv")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QStringList columns = QString::fromUtf8(file.readLine()).trimmed().split(',');
        QCOMPARE(columns.takeFirst(), QStringLiteral("time"));
        QStringList probes;
        for (const ProbeDescription& p : model->probes) probes << QString::fromStdString(p.column);
        QCOMPARE(probes, columns);
        const auto rows = file.readAll().trimmed().count('\n') + 1;
        QCOMPARE(std::round(model->run.duration / model->run.sample), double(rows - 1));
    }

    void casesSurviveTheNativeFormat_data() { everyCaseIsReadCompletely_data(); }
    void casesSurviveTheNativeFormat() {
        QFETCH(QString, name);
        const auto model = readModelFile(folder().filePath(name).toStdString());
        QVERIFY(model);
        const std::string text = writeModelText(*model);
        const auto again = readModelText(text, "again");
        QVERIFY2(again, again ? "" : allText(again.error()).c_str());
        QCOMPARE(writeModelText(*again), text);
        QVERIFY(again->exactStart);
    }

    void planarMarkersAreReused() {
        const ModelDescription d = readGood(
            caseText("{" + ends + R"("type": "revolute", "point_a": [0,0,0], "axis_a": [0,0,1],
                            "point_b": [-1,0,0], "axis_b": [0,0,1]})"));
        QCOMPARE(d.joints[0].a.body + "." + d.joints[0].a.marker, std::string("ground."));
        QCOMPARE(d.joints[0].b.body + "." + d.joints[0].b.marker, std::string("B.P"));
        QCOMPARE(d.bodies[0].markers.size(), std::size_t{1});
    }

    void revoluteAxisIsZ() {
        const ModelDescription d = readGood(
            caseText("{" + ends + R"("type": "revolute", "point_a": [1,2,3], "axis_a": [0,0.6,0.8],
                            "point_b": [0,0,0], "axis_b": [1,0,0]})"));
        QCOMPARE(valuesOf(*markerOf(d, d.joints[0].a).z), Vector3d(0, 0.6, 0.8));
        QCOMPARE(valuesOf(markerOf(d, d.joints[0].a).position), Vector3d(1, 2, 3));
        const MarkerDescription& b = markerOf(d, d.joints[0].b);
        QCOMPARE(valuesOf(*b.z), Vector3d(1, 0, 0));
        QVERIFY(std::abs(valuesOf(*b.x).dot(valuesOf(*b.z))) < 1e-15);
    }

    void prismaticNormalIsX() {
        const ModelDescription d = readGood(
            caseText("{" + ends + R"("type": "prismatic", "point_a": [0,0,0], "axis_a": [1,0,0],
              "normal_a": [0,0,1], "point_b": [0,0,0], "axis_b": [1,0,0], "normal_b": [0,0,1]})"));
        for (const MarkerReference& end : {d.joints[0].a, d.joints[0].b}) {
            QCOMPARE(valuesOf(*markerOf(d, end).z), Vector3d(1, 0, 0));
            QCOMPARE(valuesOf(*markerOf(d, end).x), Vector3d(0, 0, 1));
        }
    }

    void universalAxesAreXOfAAndYOfB() {
        const ModelDescription d = readGood(
            caseText("{" + ends + R"("type": "universal", "point_a": [0,0,1], "axis_a": [0,0,1],
                            "point_b": [0,1,0], "axis_b": [0.6,0.8,0]})"));
        const MarkerDescription &a = markerOf(d, d.joints[0].a), &b = markerOf(d, d.joints[0].b);
        QCOMPARE(valuesOf(*a.x), Vector3d(0, 0, 1));
        QVERIFY(std::abs(valuesOf(*a.z).z()) < 1e-15);
        const Vector3d y = valuesOf(*b.z).cross(valuesOf(*b.x));
        QVERIFY((y - Vector3d(0.6, 0.8, 0)).norm() < 1e-15);
    }

    void distanceAndSpherical() {
        const ModelDescription d = readGood(
            caseText("{" + ends + R"("type": "distance", "point_a": [0,0,0], "point_b": [0,0,0],
                            "distance": 1.5}, {"name": "K", "body_a": "B", "body_b": "ground",
                            "type": "spherical", "point_a": [1,0,0], "point_b": [2,0,0]})"));
        QCOMPARE(d.joints[0].length->value, 1.5);
        QCOMPARE(d.joints[1].a.body, std::string("B"));
        QCOMPARE(valuesOf(markerOf(d, d.joints[1].b).position), Vector3d(2, 0, 0));
    }

    void prescribedRotationBecomesAMotion() {
        const ModelDescription d = readGood(caseText(
            "{" + ends + R"("type": "prescribed_rotation", "axis_a": [1,0,0],
              "zero_direction_a": [0,1,0], "third_direction_a": [0,0,1], "direction_b": [0,0,1],
              "angle_0": 0.5, "rate": 2, "acceleration": 3,
              "formula": "angle(t) = angle_0 + rate t + acceleration t^2/2"})",
            "",
            R"({"column": "M", "quantity": "drive_torque", "body_a": "ground", "body_b": "B",
                "axis_a": [1,0,0]})"));
        QVERIFY(d.joints.empty());
        const MotionDescription& motion = d.motions.at(0);
        QCOMPARE(motion.law.coefficients.size(), std::size_t{3});
        QCOMPARE(motion.law.coefficients[2].value, 1.5);
        QCOMPARE(valuesOf(*markerOf(d, *motion.a).z), Vector3d(1, 0, 0));
        QCOMPARE(valuesOf(*markerOf(d, *motion.a).x), Vector3d(0, 1, 0));
        QCOMPARE(valuesOf(*markerOf(d, *motion.b).z), Vector3d(1, 0, 0));
        QCOMPARE(valuesOf(*markerOf(d, *motion.b).x), Vector3d(0, 0, 1));
        QCOMPARE(d.probes[0].joint, std::string("J"));
    }

    void forces() {
        const ModelDescription d = readGood(
            caseText("",
                     R"({"name": "s", "type": "point_to_point_spring_damper", "body_a": "ground",
                "point_a": [0,1,0], "body_b": "B", "point_b": [-1,0,0], "stiffness": 10,
                "damping": 2, "free_length": 0.5},
               {"type": "axial_torque", "body_a": "ground", "body_b": "B", "axis_a": [0,1,0],
                "constant": 1, "amplitude": 2, "frequency": 3},
               {"type": "rotational_damper", "body_a": "ground", "body_b": "B", "axis_a": [0,0,1],
                "c": 4})"));
        const auto& spring = std::get<SpringDamperDescription>(d.forces[0].law);
        QCOMPARE(spring.stiffness.value, 10.0);
        QCOMPARE(spring.damping.value, 2.0);
        QCOMPARE(spring.length.value, 0.5);
        QCOMPARE(spring.b.marker, std::string("P"));
        const auto& torque = std::get<AxialTorqueDescription>(d.forces[1].law);
        QCOMPARE(torque.law.kind, std::string("harmonic"));
        QCOMPARE(torque.law.offset.value, 1.0);
        QCOMPARE(torque.law.frequency.value, 3.0);
        QCOMPARE(valuesOf(*markerOf(d, torque.a).z), Vector3d(0, 1, 0));
        QCOMPARE(std::get<AxialTorqueDescription>(d.forces[2].law).damping.value, 4.0);
    }

    void outputs() {
        const std::string pair = R"("body_a": "ground", "point_a": [0,0,1], "body_b": "B",
                                    "point_b": [-1,0,0])";
        const ModelDescription d = readGood(caseText(
            "{" + ends + R"("type": "spherical", "point_a": [0,0,0], "point_b": [-1,0,0]})", "",
            R"({"column": "d", "quantity": "point_distance", )" + pair + R"(},
               {"column": "s", "quantity": "joint_displacement", "axis_a": [1,0,0], )" +
                pair + R"(},
               {"column": "p", "quantity": "position", "body": "B", "point": [0,2,0],
                "component": "y"},
               {"column": "R", "quantity": "rotation_matrix_entry", "body": "B", "row": 2,
                "column_index": 3},
               {"column": "f", "quantity": "joint_force_on_body", "joint": "J", "body": "B",
                "component": "z"},
               {"column": "a", "quantity": "joint_angle", "body_a": "ground", "body_b": "B",
                "axis_a": [0,0,1], "zero_direction_a": [0,-1,0], "third_direction_a": [1,0,0],
                "direction_b": [0,1,0]})"));
        QCOMPARE(d.probes[0].b.marker, std::string("P"));
        QCOMPARE(valuesOf(*markerOf(d, d.probes[1].a).z), Vector3d(1, 0, 0));
        QCOMPARE(valuesOf(markerOf(d, d.probes[2].a).position), Vector3d(0, 2, 0));
        QCOMPARE(d.probes[3].row, 2);
        QCOMPARE(d.probes[3].column_index, 3);
        QCOMPARE(d.probes[4].a.body, std::string("B"));
        QCOMPARE(valuesOf(*markerOf(d, d.probes[5].a).x), Vector3d(0, -1, 0));
        QCOMPARE(valuesOf(*markerOf(d, d.probes[5].b).x), Vector3d(0, 1, 0));
    }

    void anyByteReplacedNeverBreaksTheReader() {
        QFile file(folder().filePath("fourbar_driven.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string text = file.readAll().toStdString();
        for (const char replacement : {'"', '{', '9', ']'}) {
            for (std::size_t at = 0; at < text.size(); at += 11) {
                std::string changed = text;
                changed[at] = replacement;
                auto model = readModelText(changed, "changed");
                if (model) (void)evaluate(*model);
            }
        }
    }

    void refusals_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const std::string& text, const char* reason) {
            QTest::newRow(name) << QString::fromStdString(text) << reason;
        };
        const std::string points = R"("point_a": [0,0,0], "point_b": [0,0,0])";
        row("unknown type", caseText("{" + ends + R"("type": "gear"})"),
            "joint 'J': unknown type 'gear'");
        row("unknown body",
            caseText(R"({"name": "J", "body_a": "ground", "body_b": "C",
                                         "type": "spherical", )" +
                     points + "}"),
            "there is no body 'C'");
        row("unknown key",
            caseText("{" + ends + R"("type": "spherical", "pont_c": 1, )" + points + "}"),
            "unknown key 'pont_c'");
        row("missing axis", caseText("{" + ends + R"("type": "revolute", )" + points + "}"),
            "'axis_a' is missing");
        row("zero axis",
            caseText("{" + ends + R"("type": "revolute", "axis_a": [0,0,0],
                                   "axis_b": [0,0,1], )" +
                     points + "}"),
            "'axis_a' must not be zero");
        row("endless axis",
            caseText("{" + ends + R"("type": "revolute", "axis_a": [1e308,1e308,0],
                                   "axis_b": [0,0,1], )" +
                     points + "}"),
            "'axis_a' must not be so long");
        row("left-handed", caseText("", "", R"({"column": "a", "quantity": "joint_angle",
              "body_a": "ground", "body_b": "B", "axis_a": [0,0,1], "zero_direction_a": [1,0,0],
              "third_direction_a": [0,-1,0], "direction_b": [1,0,0]})"),
            "'axis_a' must be zero_direction_a x third_direction_a");
        row("no such drive", caseText("", "", R"({"column": "M", "quantity": "drive_torque",
              "body_a": "ground", "body_b": "B", "axis_a": [0,0,1]})"),
            "no prescribed rotation");
        row("unknown quantity", caseText("", "", R"({"column": "M", "quantity": "mood"})"),
            "output 'M': unknown quantity 'mood'");
        row("unknown force", caseText("", R"({"type": "magnet"})"), "unknown type 'magnet'");
        row("expression", caseText("{" + ends + R"("type": "spherical", "point_a": ["1 m",0,0],
                                    "point_b": [0,0,0]})"),
            "plain numbers");
        std::string text = caseText("");
        row("samples", text.replace(text.find("\"samples\": 4"), 12, "\"samples\": 0"),
            "'samples' must be a whole number");
    }
    void refusals() {
        QFETCH(QString, text);
        QFETCH(QString, reason);
        const auto model = readModelText(text.toStdString(), "case");
        QVERIFY(!model);
        const std::string message = allText(model.error());
        QVERIFY2(QString::fromStdString(message).contains(reason), message.c_str());
    }
};

MOMENTREE_TEST(TestReferenceCase, Appless)

}  // namespace momentree::test_reference_case
#include "test_reference_case.moc"
