// SPDX-License-Identifier: Apache-2.0
// Functional mock-up units: exported ones step like `momentree run`, to the last bit, in an
// importer that knows only the standard; controllers are read back by `run --controller`.
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <cmath>

#include "cli/program.hpp"

namespace momentree::test_cli_fmu {

using momentree::test::contents;
using momentree::test::Outcome;
using momentree::test::run;

namespace {

/// A cart of 2 kg on a rail with a spring, pushed by an input.
const QByteArray cart = R"({
    "version": 1, "name": "cart", "gravity": [0, 0, 0],
    "parameters": {"M": {"value": 2, "min": 0.5, "max": 5}, "N": "2*M"},
    "ground": {"markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0]}}},
    "bodies": [{"name": "cart", "mass": "M", "inertia": [0.1, 0.1, 0.1],
                "markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0]}}}],
    "joints": [{"name": "J", "type": "prismatic", "a": "ground.rail", "b": "cart.rail"}],
    "forces": [{"name": "push", "type": "axial-force", "a": "ground.rail", "b": "cart.rail",
                "stiffness": 3, "law": "force"}],
    "initial": {"joints": {"J": {"q": 0.5}}},
    "probes": [{"column": "x", "quantity": "joint_displacement", "joint": "J"},
               {"column": "v", "quantity": "joint_rate", "joint": "J"},
               {"column": "force", "quantity": "input", "value": 0.25}],
    "run": {"formulation": "aba", "integrator": "rk4", "step": 0.01, "duration": 2, "sample": 0.1}})";

/// What modelDescription.xml says.
struct Description {
    QString token, id, version;
    QMap<QString, QXmlStreamAttributes> variables;  ///< by name
    QMap<QString, QString> units;                   ///< of variables, in both versions
    QStringList order;
    int interfaces = 0;
    int states = 0;
};

Description read(const QString& folder) {
    Description found;
    QFile file(folder + "/modelDescription.xml");
    if (!file.open(QIODevice::ReadOnly)) return found;
    QString last;
    for (QXmlStreamReader xml(&file); !xml.atEnd(); xml.readNext()) {
        if (!xml.isStartElement()) continue;
        const QString tag = xml.name().toString();
        const auto text = [&](const char* name) {
            return xml.attributes().value(QLatin1String(name)).toString();
        };
        if (tag == "fmiModelDescription") {
            found.version = text("fmiVersion");
            found.token = text("instantiationToken") + text("guid");
        } else if (tag == "CoSimulation" || tag == "ModelExchange") {
            found.id = text("modelIdentifier");
            ++found.interfaces;
        } else if (tag == "Float64" || tag == "ScalarVariable") {
            last = text("name");
            found.variables[last] = xml.attributes();
            found.order << last;
            found.units[last] = text("unit");
        } else if (tag == "Real") {
            found.units[last] = text("unit");
        }
        if (!text("derivative").isEmpty()) ++found.states;
    }
    return found;
}

/// Column values of the table that `momentree run` writes, row by row.
QList<QList<double>> tableOf(const QString& csv, const QStringList& columns) {
    const QStringList lines = QString(csv).remove('\r').split('\n', Qt::SkipEmptyParts);
    const QStringList names = lines[0].split(',');
    QList<QList<double>> rows;
    for (const QString& line : lines.mid(1)) {
        const QStringList cells = line.split(',');
        QList<double> row;
        for (const QString& column : columns)
            row << (names.contains(column) ? cells[names.indexOf(column)].toDouble() : qQNaN());
        rows << row;
    }
    return rows;
}

}  // namespace

class TestCliFmu : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    QString path(const QString& name) const { return folder_.filePath(name); }
    QString written(const QString& name, const QByteArray& text) const {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(text);
        return path(name);
    }
    QString example(const char* name) const {
        return QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/%1.momentree.json")
            .arg(name);
    }
    /// Exports and unpacks; returns the folder, empty after a failure.
    QString unpacked(const QString& model, int version) {
        const QString name = QFileInfo(model).baseName() + QString::number(version);
        const QString unit = path(name + ".fmu"), folder = path(name);
        const Outcome done =
            run({"export", model, "--to", unit, "--fmi", QString::number(version)});
        if (done.code != 0) qWarning("%s", qPrintable(done.err));
        QDir().mkpath(folder);
        QProcess tar;
        tar.setWorkingDirectory(folder);
        tar.start(MOMENTREE_CMAKE, {"-E", "tar", "xf", unit});
        const bool good = done.code == 0 && tar.waitForFinished() && tar.exitCode() == 0;
        // The solver and its libraries take 5 MB; those of other file formats are three times that.
        if (good && QFileInfo(unit).size() > 8'000'000) qFatal("%s is too large", qPrintable(unit));
        return good ? folder : QString();
    }
    /// The values of `columns` in the importer.
    QList<QList<double>> stepped(const QString& folder, const char* kind, double step, int count,
                                 const QStringList& columns,
                                 const QMap<QString, double>& set = {}) {
        const Description about = read(folder);
        const QString platform = about.version == "3.0" ? "x86_64-linux" : "linux64";
        const auto reference = [&](const QString& name) {
            return about.variables[name].value("valueReference").toString();
        };
        QStringList assignments;
        for (const auto& [name, value] : set.asKeyValueRange())
            assignments << reference(name) + "=" + QString::number(value, 'g', 17);
        QStringList arguments{folder + "/binaries/" + platform + "/" + about.id + ".so",
                              about.version.left(1),
                              about.token,
                              folder + "/resources",
                              kind,
                              QString::number(step, 'g', 17),
                              QString::number(count),
                              assignments.isEmpty() ? "-" : assignments.join(',')};
        for (const QString& column : columns) arguments << reference(column);
        QProcess importer;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("FMU_STATES", QString::number(about.states));
        importer.setProcessEnvironment(environment);
        importer.start(MOMENTREE_FMU_STEPS, arguments);
        if (!importer.waitForFinished(test::patience) || importer.exitCode() != 0)
            qWarning("%s", importer.readAllStandardError().constData());
        QList<QList<double>> rows;
        for (const QByteArray& line : importer.readAllStandardOutput().split('\n')) {
            if (line.isEmpty()) continue;
            QList<double> row;
            for (const QByteArray& cell : line.split(',')) row << cell.toDouble();
            rows << row;
        }
        return rows;
    }

    /// A unit with the controller of gain_unit.c.
    QString gain(int version, const QString& input, const QString& output, bool fails) {
        const QString folder = path("gain"), unit = path("gain.fmu");
        QDir(folder).removeRecursively();
        const QString binaries = version == 3 ? "binaries/x86_64-linux" : "binaries/linux64";
        QDir().mkpath(folder + '/' + binaries);
        QDir().mkpath(folder + "/resources");
        QFile::copy(MOMENTREE_GAIN_UNIT, folder + '/' + binaries + "/gain.so");
        if (fails) written("gain/resources/fails", "");
        QByteArray variables;
        int reference = 0;
        for (const QString& name : {input, QString("v"), output}) {
            const QByteArray common = " name='" + name.toUtf8() + "' valueReference='" +
                                      QByteArray::number(reference) + "' causality='" +
                                      (reference == 2 ? "output" : "input") + "'";
            variables += version == 3 ? "<Float64" + common + "/>"
                                      : "<ScalarVariable" + common + "><Real/></ScalarVariable>";
            ++reference;
        }
        written("gain/modelDescription.xml",
                QByteArray("<fmiModelDescription fmiVersion='") + (version == 3 ? "3.0" : "2.0") +
                    "' modelName='gain' guid='{gain}' instantiationToken='{gain}'>"
                    "<CoSimulation modelIdentifier='gain' "
                    "canHandleVariableCommunicationStepSize='true'/><ModelVariables>" +
                    variables + "</ModelVariables></fmiModelDescription>");
        QProcess tar;
        tar.setWorkingDirectory(folder);
        tar.start(MOMENTREE_CMAKE, {"-E", "tar", "cf", unit, "--format=zip", "modelDescription.xml",
                                    "binaries", "resources"});
        return tar.waitForFinished() && tar.exitCode() == 0 ? unit : QString();
    }

private slots:
    void stepsAgreeWithRuns_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("version");
        for (const char* name : {"double_pendulum", "four_bar", "rssr"})
            for (const int version : {2, 3})
                QTest::addRow("%s, FMI %d", name, version) << example(name) << version;
    }
    void stepsAgreeWithRuns() {
        QFETCH(QString, model);
        QFETCH(int, version);
        QVERIFY(QFile::exists(model));
        const QString folder = unpacked(model, version);
        QVERIFY(!folder.isEmpty());
        const Description about = read(folder);
        QStringList columns;
        for (const QString& name : about.order) {
            const auto causality = about.variables[name].value("causality");
            if (name == "time" || causality == u"output") columns << name;
            if (causality == u"local" && !name.startsWith("state") && !name.startsWith("der("))
                columns << name;
        }
        QVERIFY(columns.size() > 20);
        const Outcome reference =
            run({"run", model, "--duration", "1", "--sample", "0.05", "--csv", "-", "--quiet"});
        QCOMPARE(reference.code, 0);
        const auto expected = tableOf(reference.out, columns);
        const auto rows = stepped(folder, "cs", 0.05, 20, columns);
        QCOMPARE(rows.size(), expected.size());
        // Units are another binary. Iterations close the loop in space, and end within rounding of
        // accelerations.
        const double tolerance = model.contains("rssr") ? 1e-9 : 1e-12;
        for (int row = 0; row < rows.size(); ++row)
            for (int k = 1; k < columns.size(); ++k)  // the importer's times are sums
                QVERIFY2(std::abs(rows[row][k] - expected[row][k]) <=
                             tolerance * std::max(1.0, std::abs(expected[row][k])),
                         qPrintable(QStringLiteral("%1, row %2: %3 is not %4")
                                        .arg(columns[k])
                                        .arg(row)
                                        .arg(rows[row][k], 0, 'g', 17)
                                        .arg(expected[row][k], 0, 'g', 17)));
    }
    void parametersAndInputsAreVariables() {
        const QString model = written("cart.momentree.json", cart);
        for (const int version : {2, 3}) {
            const QString folder = unpacked(model, version);
            const Description about = read(folder);
            const auto causality = [&](const char* name) {
                return about.variables[name].value("causality").toString();
            };
            QCOMPARE(causality("M"), "parameter");
            QCOMPARE(causality("N"), "calculatedParameter");
            QCOMPARE(causality("force"), "input");
            QCOMPARE(causality("x"), "output");
            QCOMPARE(about.units["x"], "m");
            QCOMPARE(about.units["v"], "m/s");
            QCOMPARE(about.interfaces, 2);
            const Outcome reference = run({"run", model, "--set", "M=3", "--csv", "-", "--quiet"});
            QCOMPARE(stepped(folder, "cs", 0.1, 20, {"x", "v", "N"}, {{"M", 3.0}}).size(), 21);
            const auto expected = tableOf(reference.out, {"x", "v"});
            const auto rows = stepped(folder, "cs", 0.1, 20, {"x", "v", "N"}, {{"M", 3.0}});
            for (int row = 0; row < 21; ++row) {
                QVERIFY(std::abs(rows[row][0] - expected[row][0]) < 1e-13);
                QVERIFY(std::abs(rows[row][1] - expected[row][1]) < 1e-13);
                QCOMPARE(rows[row][2], 6.0);
            }
            // A constant force moves the balance by force / stiffness.
            const auto pushed = stepped(folder, "cs", 0.1, 20, {"x", "force"}, {{"force", 1.5}});
            for (int row = 0; row < 21; ++row) {
                QVERIFY(std::abs(pushed[row][0] - 0.5) < 1e-9);
                QCOMPARE(pushed[row][1], 1.5);
            }
        }
    }
    /// Every library in a unit has a licence text, and license.txt names it.
    void licencesAreInside() {
        const QDir folder(unpacked(written("cart.momentree.json", cart), 3));
        QFile index(folder.filePath("documentation/licenses/license.txt"));
        QVERIFY(index.open(QIODevice::ReadOnly));
        const QStringList lines =
            QString::fromUtf8(index.readAll()).split('\n', Qt::SkipEmptyParts);
        const QDir binaries(folder.filePath("binaries/x86_64-linux"));
        QStringList libraries = binaries.entryList(QDir::Files);
        QVERIFY(libraries.size() > 3);
        QCOMPARE(lines.size(), libraries.size());
        const bool onDebian = !QStandardPaths::findExecutable("dpkg-query").isEmpty();
        for (const QString& line : lines) {
            QVERIFY2(libraries.removeOne(line.section(':', 0, 0)), qPrintable(line));
            const QString text = line.section(": ", 1).section(',', 0, 0);
            // On Debian, all of them belong to packages.
            if (text.startsWith("see ") && !onDebian) continue;
            QVERIFY2(QFileInfo(folder.filePath("documentation/licenses/" + text)).size() > 500,
                     qPrintable(line));
        }
    }
    void derivativesGiveTheMotionOfRuns_data() { stepsAgreeWithRuns_data(); }
    void derivativesGiveTheMotionOfRuns() {
        QFETCH(QString, model);
        QFETCH(int, version);
        const QString folder = unpacked(model, version);
        QVERIFY(!folder.isEmpty());
        QVERIFY(read(folder).states > 0);
        QStringList columns;
        for (const QString& name : read(folder).order)
            if (name.endsWith(".q") || name.endsWith(".u") || name == "total") columns << name;
        const Outcome reference = run({"run", model, "--duration", "0.2", "--sample", "0.001",
                                       "--step", "0.001", "--csv", "-", "--quiet"});
        QCOMPARE(reference.code, 0);
        const auto expected = tableOf(reference.out, columns);
        const auto rows = stepped(folder, "me", 0.001, 200, columns);
        QCOMPARE(rows.size(), expected.size());
        for (int row = 0; row < rows.size(); ++row)
            for (int k = 0; k < columns.size(); ++k)
                QVERIFY2(std::abs(rows[row][k] - expected[row][k]) <
                             1e-8 * std::max(1.0, std::abs(expected[row][k])),
                         qPrintable(QStringLiteral("%1, row %2: %3 is not %4")
                                        .arg(columns[k])
                                        .arg(row)
                                        .arg(rows[row][k], 0, 'g', 17)
                                        .arg(expected[row][k], 0, 'g', 17)));
    }
    void controllersSetInputs_data() {
        QTest::addColumn<int>("version");
        QTest::newRow("FMI 2") << 2;
        QTest::newRow("FMI 3") << 3;
    }
    /// A force that is held between rows moves the cart as the formulas of constant acceleration
    /// say.
    void controllersSetInputs() {
        QFETCH(int, version);
        QByteArray free = cart;
        const QString model =
            written("free.momentree.json", free.replace("3, \"law\"", "0, \"law\""));
        const QString unit = gain(version, "x", "force", false);
        const Outcome outcome = run({"run", model, "--controller", unit, "--csv", "-", "--quiet"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        double x = 0.5, v = 0.0;
        for (const QList<double>& row : tableOf(outcome.out, {"x", "v"})) {
            QVERIFY(std::abs(row[0] - x) < 1e-12 && std::abs(row[1] - v) < 1e-12);
            const double a = (-4.0 * x - 0.5 * v) / 2.0, h = 0.1;
            x += v * h + 0.5 * a * h * h;
            v += a * h;
        }
    }
    void troubleOfControllersIsNamed() {
        const QString model = written("cart.momentree.json", cart);
        const auto message = [&](const QString& unit, int code) {
            const Outcome outcome = run({"run", model, "--controller", unit, "--quiet"});
            return outcome.code == code ? outcome.err : QString("code %1").arg(outcome.code);
        };
        for (const int version : {2, 3}) {
            const QString failed = message(gain(version, "x", "force", true), 1);
            QVERIFY2(failed.contains("stopped at t = 1.5 s: out of fuel"), qPrintable(failed));
            const QString apart = message(gain(version, "x", "torque", false), 2);
            QVERIFY2(apart.contains("its outputs are 'torque', the inputs are 'force'"),
                     qPrintable(apart));
        }
        QVERIFY(message(model, 2).contains("no zip archive"));
        QVERIFY(message(path("none.fmu"), 2).contains("none.fmu"));
        const Outcome unread =
            run({"run", model, "--controller", gain(3, "nothing", "force", false)});
        QCOMPARE(unread.code, 0);
        QVERIFY(unread.err.contains("keep their start values: 'nothing'"));
        const QString report = path("report.json");
        run({"run", model, "--controller", gain(3, "x", "force", false), "--report", report,
             "--quiet"});
        const Outcome replay = run({"replay", report});
        QCOMPARE(replay.code, 2);
        QVERIFY2(replay.err.contains("controller gain {gain}"), qPrintable(replay.err));
    }
    void damagedUnitsAreRefused() {
        const QString model = written("cart.momentree.json", cart);
        const QByteArray good = contents(gain(3, "x", "force", false));
        for (int k = 0; k < 100; ++k) {
            QByteArray bad = good;
            const auto at = static_cast<qsizetype>(k) * 7919 % bad.size();
            if (k % 2 == 0)
                bad.truncate(at);
            else
                bad[at] = static_cast<char>(bad[at] ^ (1 << (k % 8)));
            const Outcome outcome = run({"run", model, "--duration", "0.1", "--controller",
                                         written("bad.fmu", bad), "--quiet"});
            QVERIFY2(outcome.code == 0 || outcome.code == 2,
                     qPrintable(QString("%1: %2 %3").arg(k).arg(outcome.code).arg(outcome.err)));
        }
    }
    void wrongUseIsAnError() {
        const QString folder = unpacked(written("cart.momentree.json", cart), 3);
        QFile model(folder + "/resources/model.momentree.json");
        QVERIFY(model.open(QIODevice::Append));
        model.write(" ");
        model.close();
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression("not the one that its description"));
        QVERIFY(stepped(folder, "cs", 0.1, 1, {"x"}).isEmpty());
    }
};

MOMENTREE_TEST(TestCliFmu, Guiless)

}  // namespace momentree::test_cli_fmu
#include "test_cli_fmu.moc"
