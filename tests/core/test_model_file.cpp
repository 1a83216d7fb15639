// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "core/io/model_file.hpp"
#include "core/model/evaluate.hpp"
#include "support/schema.hpp"
#include "support/test_main.hpp"

namespace momentree::test_model_file {
namespace {

QDir examples() { return QDir(QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples")); }

std::string allText(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& d : diagnostics) text += toString(d) + "\n";
    return text;
}

std::string readAll(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("cannot open %s", qPrintable(path));
    return file.readAll().toStdString();
}

/// A model with one body; `more` is added to its root, `body` to its body.
std::string modelText(const std::string& more = {}, const std::string& body = {}) {
    return "{\"version\": 1,\n\"name\": \"m\",\n\"bodies\": [{\"name\": \"B\", \"mass\": 1, "
           "\"inertia\": [1, 1, 1]" +
           body + "}]" + more + "}";
}

/// Uses every feature of the format.
const char* const everything = R"({
  "$schema": "x.json",
  "version": 1,
  "name": "all",
  "title": "Grüße",
  "text": "Two\nlines",
  "parameters": {"L": {"value": "12 cm", "min": 0.1, "max": 2, "unit": "m"}, "k": 3, "m": "2*k"},
  "gravity": [0, 0, "-9.81 m/s^2"],
  "ground": {"markers": {"O": [0, 0, 0], "B": {"position": ["L", 0, 0], "z": [0, 1, 0]}}},
  "bodies": [
    {"name": "A", "mass": "m", "com": [0, "L/2", 0], "inertia": [[1, 0.1, 0], [0.1, 1, 0], [0, 0, 1]],
     "markers": {"P": [1, 2, 3], "Q": {"position": [0, 0, 0], "orientation": [1, 0, 0, 0]},
                 "R": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 0, 1]}},
     "shape": {"kind": "cylinder", "radius": 0.1, "length": "L", "color": "#a0B1c2"}},
    {"name": "C", "mass": 1, "inertia": [1, 2, 3], "shape": {"kind": "box", "size": [1, 2, 3]}},
    {"name": "D", "mass": 1, "inertia": [1, 1, 1], "shape": {"kind": "bar", "width": "2 cm"}},
    {"name": "E", "mass": 1, "inertia": [1, 1, 1], "shape": {"kind": "none"}},
    {"name": "F", "mass": 1, "inertia": [1, 1, 1], "markers": {"P": [0, 0, 0], "Q": [1, 0, 0], "R": [0, 1, 0]},
     "shape": {"kind": "polygon", "corners": ["P", "R", "Q"]}},
    {"name": "G", "mass": 1, "inertia": [1, 1, 1], "shape": {"kind": "parts", "parts": [
      {"kind": "box", "size": [1, "L", 3], "position": [0, 0, "L"], "orientation": [0, 1, 0, 0], "color": "#102030"},
      {"kind": "sphere", "radius": 1}, {"kind": "cylinder", "radius": "L", "length": 2},
      {"kind": "mesh", "file": "/meshes/a.stl", "scale": [1, 1, 2]}], "color": "#a0b1c2"}}
  ],
  "joints": [
    {"name": "J1", "type": "revolute", "a": "ground.O", "b": "A.P"},
    {"name": "J2", "type": "universal", "a": "A", "b": "C"},
    {"name": "rod", "type": "distance", "a": "ground.B", "b": "A.Q", "length": "3*L"}
  ],
  "motions": [
    {"name": "m1", "joint": "J2", "coordinate": 2, "law": {"kind": "constant", "offset": 1, "rate": "60 rpm"}},
    {"name": "m2", "a": "ground.O", "b": "A.P", "law": {"kind": "polynomial", "coefficients": [1, "k", 3]}},
    {"name": "m3", "joint": "J1", "law": {"kind": "table", "times": [0, 1, 2], "values": [0, "k/25", 0]}}
  ],
  "forces": [
    {"name": "f1", "type": "spring-damper", "a": "ground.O", "b": "A.P", "stiffness": "k", "damping": 1, "length": 2, "preload": 3},
    {"name": "f2", "type": "axial-torque", "a": "ground.O", "b": "A.P", "stiffness": 1, "angle": "30 deg", "damping": 2, "law": 5},
    {"name": "f3", "type": "axial-force", "a": "ground.O", "b": "A.P", "length": 1, "law": {"kind": "harmonic", "offset": 1, "amplitude": 2, "frequency": "2 Hz", "phase": 1}},
    {"name": "f4", "type": "applied-force", "at": "A.P", "direction": [0, 1, 0], "law": "5 N"},
    {"name": "f5", "type": "applied-torque", "at": "A", "direction": [0, 0, 1], "axes": "body", "law": 1},
    {"name": "f6", "type": "drag", "body": "A", "linear": 1, "angular": 2}
  ],
  "initial": {
    "exact": true,
    "joints": {"J1": {"q": "45 deg", "u": 2}, "J2": {"q": [0.1, 0.2]}},
    "bodies": {"A": {"position": [1, 2, 3], "orientation": [1, 0, 0, 0], "velocity": [0, 0, 1], "angular_velocity": [0, 1, 0]}}
  },
  "probes": [
    {"column": "A.vx", "quantity": "velocity", "at": "A.P", "component": "x"},
    {"column": "R", "quantity": "rotation_matrix_entry", "at": "A", "row": 1, "column_index": 3},
    {"column": "q", "quantity": "joint_angle", "joint": "J2", "coordinate": 2},
    {"column": "r", "quantity": "joint_rate", "a": "ground.O", "b": "A"},
    {"column": "d", "quantity": "point_distance", "a": "ground.O", "b": "A"},
    {"column": "M", "quantity": "drive_torque", "motion": "m1"},
    {"column": "F", "quantity": "joint_force_on_body", "joint": "J1", "body": "A", "component": "y"},
    {"column": "G", "quantity": "total_ground_force", "component": "z"},
    {"column": "E", "quantity": "total_energy"}
  ],
  "run": {"formulation": "hdca", "backend": "parallel:2", "integrator": "rk4", "step": 0.001, "duration": 2, "sample": 0.01, "relative_tolerance": 1e-08, "absolute_tolerance": 1e-10, "baumgarte": 0, "inversion": "ldup", "momentum_reset": 0.5, "penalty": 1000, "newton_iterations": 4, "newton_tolerance": 0, "projections": 3, "modified_newton": true}
})";

}  // namespace

class TestModelFile : public QObject {
    Q_OBJECT

private slots:
    void everythingIsRead() {
        auto read = readModelText(everything, "all");
        QVERIFY2(read, read ? "" : allText(read.error()).c_str());
        ModelDescription& d = *read;
        QVERIFY(evaluate(d));
        QCOMPARE(d.file.value, std::string("all"));
        QCOMPARE(d.title, std::string("Gr\xc3\xbc\xc3\x9f\x65"));
        QCOMPARE(d.gravity[2].value, -9.81);
        QCOMPARE(*d.parameters[0].maximum, 2.0);
        QCOMPARE(d.parameters[1].name, std::string("k"));
        QCOMPARE(d.groundMarkers[1].position[0].value, 0.12);
        QCOMPARE(d.bodies[0].mass.value, 6.0);
        QCOMPARE(d.bodies[0].mass.line.value, 11);
        QCOMPARE(d.bodies[0].com[1].value, 0.06);
        QCOMPARE(d.bodies[0].inertia[0][1].value, 0.1);
        QCOMPARE(d.bodies[1].inertia[2][2].value, 3.0);
        QCOMPARE(d.bodies[1].inertia[0][1].value, 0.0);
        QCOMPARE(d.bodies[0].markers.size(), std::size_t{3});
        QVERIFY(d.bodies[0].shape.kind == ShapeDescription::Kind::Cylinder);
        QCOMPARE(d.bodies[0].shape.size[1].value, 0.12);
        QCOMPARE(d.bodies[4].shape.corners, (std::vector<std::string>{"P", "R", "Q"}));
        QCOMPARE(d.bodies[5].shape.parts[0].size[1].value, 0.12);
        QCOMPARE(d.bodies[5].shape.parts[3].mesh,
                 std::filesystem::absolute("/meshes/a.stl").generic_string());
        QCOMPARE(d.joints[2].length->value, 0.36);
        QCOMPARE(d.joints[1].a.marker, std::string());
        QCOMPARE(d.motions[0].coordinate, 2);
        QCOMPARE(d.motions[0].law.rate.value, 2 * M_PI);
        QCOMPARE(d.motions[2].law.values[1].value, 0.12);
        QVERIFY(std::get<AppliedForceDescription>(d.forces[4].law).torque);
        QVERIFY(std::get<AppliedForceDescription>(d.forces[4].law).bodyAxes);
        QVERIFY(d.exactStart);
        QCOMPARE(d.jointStarts[0].u[0].value, 2.0);
        QCOMPARE(d.jointStarts[1].q.size(), std::size_t{2});
        QCOMPARE((*d.bodyStarts[0].angularVelocity)[1].value, 1.0);
        QCOMPARE(d.probes[2].coordinate, 2);
        QCOMPARE(d.probes[5].joint, std::string("m1"));
        QCOMPARE(*d.run.baumgarte, 0.0);
        QCOMPARE(d.run.inversion, std::string("ldup"));
        QCOMPARE(*d.run.momentumReset, 0.5);
        QCOMPARE(*d.run.penalty, 1000.0);
        QCOMPARE(*d.run.newtonIterations, 4);
        QCOMPARE(*d.run.newtonTolerance, 0.0);
        QCOMPARE(*d.run.projections, 3);
        QCOMPARE(*d.run.modifiedNewton, true);
        QCOMPARE(d.run.backend, std::string("parallel:2"));
    }

    void writingAndReadingChangesNothing() {
        const auto first = readModelText(everything, "all");
        const std::string text = writeModelText(*first);
        const auto second = readModelText(text, "all");
        QVERIFY2(second, second ? "" : allText(second.error()).c_str());
        QCOMPARE(writeModelText(*second), text);
        // The text contains everything that was read.
        ModelDescription a = *first, b = *second;
        QVERIFY(evaluate(a) && evaluate(b));
        QCOMPARE(b.parameters[0].value.text, std::string("12 cm"));
        QCOMPARE(b.schema, std::string("x.json"));
        QCOMPARE(b.text, std::string("Two\nlines"));
        QCOMPARE(b.motions[1].law.coefficients[1].text, std::string("k"));
        QCOMPARE(std::get<SpringDamperDescription>(b.forces[0].law).preload.value, 3.0);
        QCOMPARE(std::get<AxialForceDescription>(b.forces[2].law).law.phase.value, 1.0);
        QCOMPARE(b.bodies[0].markers[1].orientation->at(0).value, 1.0);
        QCOMPARE(b.run.relativeTolerance, a.run.relativeTolerance);
        QCOMPARE(b.probes.size(), a.probes.size());
    }

    void examplesAreGoodAndCanonical_data() {
        QTest::addColumn<QString>("name");
        for (const QString& name : examples().entryList({"*.momentree.json"}))
            QTest::newRow(qPrintable(name)) << name;
    }
    void examplesAreGoodAndCanonical() {
        QFETCH(QString, name);
        auto model = readModelFile(examples().filePath(name).toStdString());
        QVERIFY2(model, model ? "" : allText(model.error()).c_str());
        QVERIFY(!model->title.empty() && !model->text.empty());
        QCOMPARE(QString::fromStdString(model->name) + ".momentree.json", name);
        QCOMPARE(QString::fromStdString(writeModelText(*model)),
                 QString::fromStdString(readAll(examples().filePath(name))));
        const auto done = evaluate(*model);
        QVERIFY2(done, done ? "" : allText(done.error()).c_str());
    }

    void examplesFollowTheSchema() {
        QTemporaryDir folder;
        const QString all = folder.filePath("all.json"), written = folder.filePath("written.json");
        QFile(all).open(QIODevice::WriteOnly);
        for (const auto& [path, text] :
             {std::pair{all, std::string(everything)},
              std::pair{written, writeModelText(*readModelText(everything, "all"))}}) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text.data(), static_cast<qint64>(text.size()));
        }
        QStringList files{all, written};
        for (const QString& name : examples().entryList({"*.json"}))
            files << examples().filePath(name);
        QVERIFY(files.size() > 10);
        const auto problems = test::schemaProblems("momentree-1.schema.json", files);
        if (!problems) QSKIP("python3-jsonschema is not installed");
        QCOMPARE(*problems, QString());
    }

    void truncatedAnywhereIsRefusedWithALine() {
        const std::string text = readAll(examples().filePath("four_bar.momentree.json"));
        // The last byte is the newline after the closing brace.
        for (std::size_t length = 0; length + 1 < text.size(); ++length) {
            const auto model = readModelText(std::string_view(text).substr(0, length), "cut");
            QVERIFY(!model);
            QVERIFY(!model.error().empty());
            if (length > 0) QVERIFY(model.error()[0].line > 0);
        }
    }

    void anyByteReplacedNeverBreaksTheReader() {
        const std::string text = readAll(examples().filePath("slider_crank.momentree.json"));
        for (const char replacement : {'\0', '"', '{', '9', '\xff'}) {
            for (std::size_t at = 0; at < text.size(); at += 7) {
                std::string changed = text;
                changed[at] = replacement;
                auto model = readModelText(changed, "changed");
                if (model) (void)evaluate(*model);
            }
        }
    }

    void refusals_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const std::string& text, const char* reason) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << reason;
        };
        row("not an object", "[1]", "must be an object");
        row("no version", R"({"name": "x"})", "'version' is missing");
        row("version 2", "{\n\"version\": 2, \"name\": 3}",
            "2: unknown version of the model format; this program reads \"version\": 1");
        row("version as text", R"({"version": "1"})", "unknown version");
        row("no name", R"({"version": 1})", "'name' is missing");
        row("unknown key", modelText(",\n\"joint\": []"),
            "4: unknown key 'joint' (did you mean 'joints'?)");
        row("unknown key of a body", modelText("", ", \"Mass\": 2"),
            "3: body 'B': unknown key 'Mass' (did you mean 'mass'?)");
        row("mass as list", R"({"version": 1, "name": "m", "bodies": [{"name": "B", "mass": [1],
             "inertia": [1,1,1]}]})",
            "body 'B': 'mass' must be a number or an expression");
        row("mass missing",
            R"({"version": 1, "name": "m", "bodies": [{"name": "B", "inertia": [1,1,1]}]})",
            "body 'B': 'mass' is missing");
        row("inertia of two",
            R"({"version": 1, "name": "m", "bodies": [{"name": "B", "mass": 1, "inertia": [1,1]}]})",
            "'inertia' must be [Jxx, Jyy, Jzz] or three rows of three");
        row("name with dot",
            R"({"version": 1, "name": "m", "bodies": [{"name": "B.1", "mass": 1, "inertia": [1,1,1]}]})",
            "must not contain a dot");
        row("ground as body",
            R"({"version": 1, "name": "m", "bodies": [{"name": "ground", "mass": 1, "inertia": [1,1,1]}]})",
            "'ground' is the world");
        row("marker", modelText("", R"(, "markers": {"P": [1, 2]})"),
            "marker 'B.P': a position is a list of 3");
        row("two orientations",
            modelText("", R"(, "markers": {"P": {"orientation": [1,0,0,0], "z": [0,0,1]}})"),
            "not both");
        row("joint type",
            modelText(R"(, "joints": [{"name": "J", "type": "revolut", "a": "ground", "b": "B"}])"),
            "joint 'J': unknown type 'revolut' (did you mean 'revolute'?); known are revolute");
        row("length of a revolute",
            modelText(
                R"(, "joints": [{"name": "J", "type": "revolute", "a": "ground", "b": "B", "length": 1}])"),
            "only distance joints have a 'length'");
        row("rod without length",
            modelText(
                R"(, "joints": [{"name": "J", "type": "distance", "a": "ground", "b": "B"}])"),
            "'length' is missing");
        row("reference",
            modelText(R"(, "joints": [{"name": "J", "type": "revolute", "a": "a.b.c", "b": 3}])"),
            "'a' must name a marker");
        row("motion of both",
            modelText(
                R"(, "motions": [{"name": "M", "joint": "J", "a": "ground", "b": "B", "law": 1}])"),
            "give either 'joint'");
        row("law",
            modelText(R"(, "motions": [{"name": "M", "joint": "J", "law": {"kind": "sine"}}])"),
            "motion 'M' law: unknown kind 'sine'");
        row("table",
            modelText(
                R"(, "motions": [{"name": "M", "joint": "J", "law": {"kind": "table", "times": [0, 1], "values": [1]}}])"),
            "give as many of both");
        row("force type", modelText(R"(, "forces": [{"name": "F", "type": "spring"}])"),
            "unknown type 'spring'");
        row("key of another force",
            modelText(
                R"(, "forces": [{"name": "F", "type": "drag", "body": "B", "stiffness": 1}])"),
            "force 'F': unknown key 'stiffness'");
        row("quantity", modelText(R"(, "probes": [{"column": "c", "quantity": "posiion"}])"),
            "probe 'c': unknown quantity 'posiion' (did you mean 'position'?)");
        row("component",
            modelText(
                R"(, "probes": [{"column": "c", "quantity": "position", "at": "B", "component": "w"}])"),
            "unknown component 'w'");
        row("step", modelText(R"(, "run": {"step": 0})"), "run: 'step' must be greater than 0");
        row("step as text", modelText(R"(, "run": {"step": "1 ms"})"),
            "'step' must be a plain number");
        row("colour", modelText("", R"(, "shape": {"kind": "auto", "color": "red"})"),
            "must be written \"#rrggbb\"");
        row("corner", modelText("", R"(, "shape": {"kind": "polygon", "corners": ["P", 3]})"),
            "each of 'corners' must be the name of a marker, not a number");
        row("slider", modelText(R"(, "parameters": {"L": {"value": 1, "min": 2, "max": 1}})"),
            "'min' must be less than 'max'");
        row(
            "too many parameters",
            [] {
                std::string list;
                for (int k = 0; k < 1001; ++k)
                    list += (k ? ",\"p" : "\"p") + std::to_string(k) + "\": 1";
                return modelText(", \"parameters\": {" + list + "}");
            }(),
            "'parameters' has 1001 entries; the limit is 1000");
        row(
            "too many bodies",
            [] {
                std::string list = "{}";
                for (int k = 0; k < 100'000; ++k) list += ",{}";
                return "{\"version\": 1, \"name\": \"m\", \"bodies\": [" + list + "]}";
            }(),
            "'bodies' has 100001 entries; the limit is 100000");
    }
    void refusals() {
        QFETCH(QByteArray, text);
        QFETCH(QString, reason);
        const auto model = readModelText(text.toStdString(), "m");
        QVERIFY(!model);
        const std::string message = allText(model.error());
        QVERIFY2(QString::fromStdString(message).contains(reason), message.c_str());
    }

    void manyProblemsAreCollectedAndCapped() {
        std::string list = "{}";
        for (int k = 0; k < 1000; ++k) list += ",\n{}";
        const auto model =
            readModelText("{\"version\": 1, \"name\": \"m\", \"bodies\": [" + list + "]}", "m");
        QVERIFY(!model);
        QCOMPARE(model.error().size(), std::size_t{21});
        QCOMPARE(model.error()[0].line, 1);
        QVERIFY(model.error().back().message.id == "more-problems");
    }

    void tenMillionBodies() {
        // As short as possible, they fit below the size limit.
        std::string list = "{}";
        for (int k = 1; k < 10'000'000; ++k) list += ",{}";
        const auto model =
            readModelText("{\"version\": 1, \"name\": \"m\", \"bodies\": [" + list + "]}", "m");
        QVERIFY(!model);
        const std::string message = allText(model.error());
        QVERIFY2(QString::fromStdString(message).contains("at most 100 000 bodies"),
                 message.c_str());
    }

    void largeFilesAreRefusedUnread() {
        QTemporaryDir folder;
        QFile file(folder.filePath("ten_million.momentree.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"version": 1, "name": "m", "bodies": [)");
        QVERIFY(file.resize(480'000'000));
        file.close();
        const auto model = readModelFile(file.fileName().toStdString());
        QVERIFY(!model);
        const std::string message = allText(model.error());
        QVERIFY2(QString::fromStdString(message).contains("larger than the limit of 64 MiB"),
                 message.c_str());
        QVERIFY(QString::fromStdString(message).contains("100 000 bodies"));
    }

    void strangeFiles() {
        QTemporaryDir folder;
        const auto message = [](const QString& path) {
            const auto model = readModelFile(path.toStdString());
            return model ? QString("accepted") : QString::fromStdString(allText(model.error()));
        };
        QVERIFY(message(folder.path()).contains("is a folder"));
        QVERIFY(message(folder.filePath("none.json")).contains("there is no such file"));
        QFile empty(folder.filePath("empty.json"));
        QVERIFY(empty.open(QIODevice::WriteOnly));
        empty.close();
        QVERIFY(message(empty.fileName()).contains("the file is empty"));
#ifndef Q_OS_WIN  // has no such devices
        QVERIFY(message("/dev/zero").contains("larger than the limit"));
#endif
    }

    void savingKeepsPermissionsAndLinks() {
#ifdef Q_OS_WIN
        QSKIP("permissions and links are others there");
#endif
        QTemporaryDir folder;
        const QString path = folder.filePath("m.momentree.json"),
                      link = folder.filePath("link.json");
        const auto model = readModelText(everything, "all");
        QVERIFY(saveModelFile(*model, path.toStdString()));
        const auto permissions = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup;
        QVERIFY(QFile::setPermissions(path, permissions));
        QVERIFY(QFile::link(path, link));
        QVERIFY(saveModelFile(*model, link.toStdString()));
        QVERIFY(QFileInfo(link).isSymLink());
        QVERIFY((QFile::permissions(path) & (QFile::ReadOther | QFile::WriteGroup)) == 0);
        QCOMPARE(readAll(path), writeModelText(*model, path.toStdString()));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 2);
    }

    void savingWhatCannotBeOpenedLeavesTheOldFile() {
        QTemporaryDir folder;
        const QString path = folder.filePath("m.momentree.json");
        auto model = readModelText(everything, "all");
        QVERIFY(saveModelFile(*model, path.toStdString()));
        const std::string before = readAll(path);
        for (int kind = 0; kind < 3; ++kind) {
            ModelDescription bad = *model;
            if (kind == 0) bad.bodies[0].markers[1].name = bad.bodies[0].markers[0].name;
            if (kind == 1) bad.bodies[0].mass = Scalar(std::nan(""));
            if (kind == 2) bad.bodies[0].name = "a.b";
            const auto saved = saveModelFile(bad, path.toStdString());
            QVERIFY(!saved);
            QVERIFY(QString::fromStdString(allText(saved.error())).contains("not saved"));
            QCOMPARE(readAll(path), before);
        }
    }

    void savingToImpossiblePlacesSaysWhy() {
        const auto model = readModelText(everything, "all");
        QTemporaryDir folder;
        const auto message = [&](const std::string& path) {
            const auto saved = saveModelFile(*model, path);
            return saved ? QString("saved") : QString::fromStdString(allText(saved.error()));
        };
        QVERIFY(message(folder.path().toStdString()).contains("it is a folder"));
        QVERIFY(
            message(folder.filePath("no/m.json").toStdString()).contains("no such file or folder"));
#ifndef Q_OS_WIN  // has no such devices
        QVERIFY(message("/dev/full").contains("the disk is full"));
#endif
        QVERIFY(message("").contains("empty"));
    }
};

MOMENTREE_TEST(TestModelFile, Appless)

}  // namespace momentree::test_model_file
#include "test_model_file.moc"
