// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <chrono>
#include <cmath>
#include <csignal>
#include <limits>
#include <thread>

#include "interrupt.hpp"
#include "program.hpp"

namespace momentree::test_cli {
namespace {

using test::contents;
using test::Outcome;
using test::run;

const QString examples = QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/");
const QString cases = QStringLiteral(MOMENTREE_SOURCE_DIR "/tests/data/reference/");

QList<QStringList> table(const QByteArray& csv) {
    QList<QStringList> rows;
    for (const QString& line : QString::fromUtf8(csv).split("\r\n", Qt::SkipEmptyParts))
        rows << line.split(',');
    return rows;
}

}  // namespace

class TestCli : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;
    QString path(const char* name) const { return folder_.filePath(name); }
    QString brokenFile(const QByteArray& text) const {
        QFile file(path("broken.momentree.json"));
        if (file.open(QIODevice::WriteOnly)) file.write(text);
        return file.fileName();
    }

private slots:
    void saysWhatItIs() {
        const Outcome help = run({"--help"});
        QCOMPARE(help.code, 0);
        for (const char* word : {"run", "check", "list", "Exit codes"})
            QVERIFY(help.out.contains(word));
        const Outcome version = run({"--version"});
        QCOMPARE(version.code, 0);
        QVERIFY(version.out.startsWith("momentree 0."));
    }
    void listsWhatThereIs_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("id");
        QTest::newRow("formulations") << "formulations"
                                      << "hdca";
        QTest::newRow("backends") << "backends"
                                  << "sequential";
        QTest::newRow("integrators") << "integrators"
                                     << "semi-implicit-euler";
        QTest::newRow("joints") << "joints"
                                << "cylindrical";
        QTest::newRow("examples") << "examples" << examples + "four_bar.momentree.json";
    }
    void listsWhatThereIs() {
        QFETCH(QString, what);
        QFETCH(QString, id);
        const Outcome list = run({"list", what});
        QCOMPARE(list.code, 0);
        QVERIFY2(
            list.out.contains(QRegularExpression("^" + QRegularExpression::escape(id) + "  +\\S",
                                                 QRegularExpression::MultilineOption)),
            qPrintable(list.out));
    }

    void namesFamiliesOfFormulations() {
        const QString out = run({"list", "formulations"}).out;
        for (const char* line : {"^hdca +Divide and conquer  ", "^naudet +Recursive  ",
                                 "^hamilton-index2 +Multipliers  "})
            QVERIFY2(out.contains(QRegularExpression(line, QRegularExpression::MultilineOption)),
                     qPrintable(out));
    }

    void estimatesTheError() {
        const QString report = path("error.json");
        const Outcome outcome = run({"run", examples + "double_pendulum.momentree.json", "--step",
                                     "0.01", "--duration", "1", "--error", "--report", report});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.out.contains("positions within about "), qPrintable(outcome.out));
        const QJsonObject error =
            QJsonDocument::fromJson(contents(report)).object()["error_estimate"].toObject();
        QCOMPARE(error["method"].toString(), QStringLiteral("step doubling"));
        for (const char* what : {"positions", "velocities", "energy"})
            QVERIFY2(error[what].toDouble() > 0.0, what);
    }

    void badUse_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("message");
        const QString good = examples + "double_pendulum.momentree.json";
        const QString noWindow = test::hasWindow ? "no display" : "no window in this build";
        const auto row = [&](const char* name, const QStringList& more, const QString& message) {
            QTest::newRow(name) << (QStringList{"run", good, "--quiet"} + more) << message;
        };
        QTest::newRow("no file") << QStringList{"run"} << "FILE";
        QTest::newRow("missing file") << QStringList{"run", "/no/such/file"} << "/no/such/file";
        QTest::newRow("a folder") << QStringList{"check", "/tmp"} << "/tmp";
        QTest::newRow("unknown list") << QStringList{"list", "things"} << "formulations";
        QTest::newRow("unknown format")
            << QStringList{"export", good, "--to", "x.stl"} << "supported are .urdf";
        QTest::newRow("ball joint as a robot")
            << QStringList{"export", examples + "heavy_top.momentree.json", "--to", "x.urdf"}
            << "URDF has no spherical joints";
        QTest::newRow("nothing to compare") << QStringList{"compare", good} << "--with";
        QTest::newRow("unknown to compare")
            << QStringList{"compare", good, "--with", "hdca+rk5"} << "'rk5' is not a formulation";
        QTest::newRow("two formulations in one run")
            << QStringList{"compare", good, "--with", "hdca,naudet+aba"}
            << "a run has only one of them";
        QTest::newRow("no display") << QStringList{good} << noWindow;
        QTest::newRow("afresh without a display") << QStringList{"--no-restore"} << noWindow;
        QTest::newRow("no such lesson") << QStringList{"--lesson", "/nowhere"} << "lesson.json";
        QTest::newRow("lesson without a display")
            << QStringList{"--lesson", MOMENTREE_SOURCE_DIR "/resources/lessons/01-energy"}
            << noWindow;
        row("unknown option", {"--nonsense"}, "--nonsense");
        row("not a number", {"--step", "abc"}, "abc");
        row("zero step", {"--step", "0"}, "--step: must be positive and finite, not 0 s");
        row("nan", {"--step", "nan"}, "--step: must be positive and finite, not nan s");
        row("negative duration", {"--duration", "-1"},
            "--duration: must be positive and finite, not -1 s");
        row("zero sample", {"--sample", "0"}, "--sample: must be positive and finite, not 0 s");
        row("too much", {"--sample", "1e-9", "--duration", "100"}, "2 GiB");
        row("misspelt integrator", {"--integrator", "rk5"}, "'rk4'");
        row("unwritable", {"--csv", "/no/such/folder/x.csv"}, "--csv: cannot write");
        row("a folder to write", {"--report", "/tmp"}, "--report: cannot write");
        row("empty name", {"--csv", ""}, "--csv");
        row("same output twice", {"--csv", "/tmp/x", "--report", "/tmp/x"}, "--report");
        row("the model itself", {"--csv", good}, "would overwrite the model");
        row("hdf5 to the terminal", {"--hdf5", "-"}, "must be a file");
        row("columns", {"--columns", "some"}, "--columns");
        row("set without value", {"--set", "L1"}, "NAME=VALUE");
        row("set unknown", {"--set", "nothing=1"}, "nothing");
        row("set unknown setting", {"--set", "run.inversoin=ldup"}, "inversoin");
        row("set bad setting", {"--set", "run.inversion=cramer"}, "cramer");
        if (!test::hasWindow) return;
        row("board without an address", {"--backend", "board:nowhere"}, "HOST:PORT");
        row("board that is not there", {"--backend", "board:127.0.0.1:1"}, "127.0.0.1:1");
        row("series by another name", {"--vtk", "/tmp/x.vtk"}, "must end in .xdmf");
    }
    void badUse() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, message);
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.startsWith("momentree: "), qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains(message), qPrintable(outcome.err));
        QVERIFY2(outcome.out.isEmpty(), qPrintable(outcome.out));
    }
    void badFilesAreNamedWithTheirLine() {
        const QString file = brokenFile("{\n  \"version\": 1,\n  \"bodies\": oops\n}\n");
        for (const char* command : {"run", "check"}) {
            const Outcome outcome = run({command, file});
            QCOMPARE(outcome.code, 2);
            QVERIFY2(outcome.err.startsWith("momentree: " + file + ":3:"), qPrintable(outcome.err));
        }
    }
    void standardInput() {
        const Outcome outcome = run({"run", "-", "--duration", "0.1", "--csv", "-", "--quiet"},
                                    contents(examples + "double_pendulum.momentree.json"));
        QCOMPARE(outcome.code, 0);
        QVERIFY(outcome.out.startsWith("time,bar1.x,"));
        QVERIFY(outcome.err.isEmpty());
        const Outcome empty = run({"check", "-"}, {});
        QCOMPARE(empty.code, 2);
        QVERIFY(empty.err.contains("standard input"));
    }

    /// A law that has no value says so at once; the states of a controller are in the table.
    void forcesWithLaws() {
        const auto armWith = [this](const QByteArray& force) {
            return brokenFile(R"m({"version": 1, "name": "arm",
 "ground": {"markers": {"O": [0, 0, 0]}},
 "bodies": [{"name": "arm", "mass": 1, "inertia": [0.01, 0.01, 0.01],
   "markers": {"O": [-0.3, 0, 0]}}],
 "joints": [{"name": "J", "type": "revolute", "a": "ground.O", "b": "arm.O"}],
 "forces": [{"name": "servo", "type": "axial-torque", "a": "ground.O", "b": "arm.O", )m" +
                              force + R"m(}],
 "run": {"integrator": "rk4", "step": 0.001, "duration": 0.3, "sample": 0.1}})m");
        };
        for (const char* law : {"\"law\": \"2/(5*q)\"", "\"law\": \"3*sqrt(q + 0.4)\""}) {
            const Outcome outcome = run({"run", armWith(law), "--quiet"});
            QCOMPARE(outcome.code, 1);
            QVERIFY2(outcome.err.contains("'servo' has no finite value"), qPrintable(outcome.err));
        }
        const Outcome outcome = run(
            {"run", armWith(R"("controller": {"set_point": 0.4, "proportional": 20, "integral": 5,
                     "derivative": 1, "filter": 0.01})"),
             "--csv", "-", "--quiet"});
        QCOMPARE(outcome.code, 0);
        const auto rows = table(outcome.out.toUtf8());
        const qsizetype integral = rows[0].indexOf("servo.integral");
        QVERIFY(integral > 0);
        QCOMPARE(rows[0].indexOf("servo.error_rate"), integral + 1);
        QCOMPARE(rows[1][integral].toDouble(), 0.0);
        QVERIFY(rows.last()[integral].toDouble() > 0.01);
    }

    void tableHasTheColumnsOfTheContract() {
        const Outcome outcome = run({"run", examples + "four_bar.momentree.json", "--duration",
                                     "0.1", "--sample", "0.01", "--csv", path("t.csv")});
        QCOMPARE(outcome.code, 0);
        const auto rows = table(contents(path("t.csv")));
        QCOMPARE(rows.size(), 12);
        const QString header = rows[0].join(' ');
        QVERIFY2(header.startsWith("time bar1.x bar1.y bar1.z bar1.e0 bar1.e1 bar1.e2 bar1.e3 "
                                   "bar1.vx bar1.vy bar1.vz bar1.wx bar1.wy bar1.wz bar2.x"),
                 qPrintable(header));
        QVERIFY(header.contains("J1.q J1.u J1.fx J1.fy J1.fz J1.mx J1.my J1.mz J2.q"));
        QVERIFY(
            header.contains("kinetic potential total drift.position drift.velocity "
                            "drift.acceleration balance alpha0"));
        QVERIFY(!header.contains("phase"));
        for (int k = 1; k < rows.size(); ++k) {
            QCOMPARE(rows[k].size(), rows[0].size());
            QVERIFY(std::abs(rows[k][0].toDouble() - 0.01 * (k - 1)) < 1e-15);
            for (const QString& field : rows[k]) {
                bool number = false;
                field.toDouble(&number);
                QVERIFY2(number, qPrintable(field));
            }
        }
    }
    void compareGivesATableAndOneMergedCsv() {
        const Outcome outcome = run({"compare", examples + "four_bar.momentree.json", "--with",
                                     "hdca,naudet,lagrange-index1+explicit-euler", "--duration",
                                     "0.1", "--sample", "0.01", "--csv", path("m.csv"), "--quiet"});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.err.isEmpty(), qPrintable(outcome.err));
        const QStringList lines = outcome.out.split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 4);
        QVERIFY(lines[0].startsWith("run ") && lines[2].startsWith("naudet "));
        const auto rows = table(contents(path("m.csv")));
        QCOMPARE(rows.size(), 12);
        QCOMPARE(rows[0].count("time"), 1);
        const auto last = [&](const QString& column) {
            const auto at = rows[0].indexOf(column);
            return at < 0 ? std::numeric_limits<double>::quiet_NaN() : rows[11][at].toDouble();
        };
        QVERIFY(std::abs(last("hdca.bar2.x") - last("naudet.bar2.x")) < 1e-10);
        const double euler = last("lagrange-index1+explicit-euler.bar2.x") - last("hdca.bar2.x");
        QVERIFY(std::abs(euler) > 1e-9 && std::abs(euler) < 1e-2);
    }
    void probesOfACaseOnly() {
        const Outcome outcome = run({"run", cases + "planar_double_pendulum.json", "--columns",
                                     "probes", "--duration", "0.1", "--csv", path("p.csv")});
        QCOMPARE(outcome.code, 0);
        const auto mine = table(contents(path("p.csv")));
        const QByteArray reference = contents(cases + "planar_double_pendulum.csv");
        QCOMPARE(mine[0].join(','),
                 QString::fromUtf8(reference.left(reference.indexOf('\n'))).trimmed());
        QCOMPARE(mine.size(), 12);
    }
    void casesChooseTheirStepsUnlessOneIsAsked() {
        const auto integrator = [&](const QStringList& more) {
            const Outcome outcome =
                run(QStringList{"run", cases + "planar_double_pendulum.json", "--duration", "0.1",
                                "--report", path("case.json")} +
                    more);
            if (outcome.code != 0) return QString();
            const QByteArray report = contents(path("case.json"));
            return QJsonDocument::fromJson(report).object()["integrator"].toString();
        };
        QCOMPARE(integrator({}), QString("dopri5"));
        QCOMPARE(integrator({"--step", "0.001"}), QString("rk4"));
        QCOMPARE(integrator({"--step", "0.001", "--integrator", "explicit-euler"}),
                 QString("explicit-euler"));
        QCOMPARE(integrator({"--backend", "float32"}), QString("dopri5"));
        QCOMPARE(integrator({"--formulation", "index3-dca"}), QString("trapezoidal"));
    }
    void reportHasTheFieldsOfTheContract() {
        const Outcome outcome = run({"run", examples + "four_bar.momentree.json", "--duration",
                                     "0.2", "--formulation", "lagrange-index1", "--integrator",
                                     "semi-implicit-euler", "--report", path("r.json")});
        QCOMPARE(outcome.code, 0);
        const QJsonObject report = QJsonDocument::fromJson(contents(path("r.json"))).object();
        QCOMPARE(report["model"].toString(), QString("four_bar"));
        QCOMPARE(report["formulation"].toString(), QString("lagrange-index1"));
        QCOMPARE(report["integrator"].toString(), QString("semi-implicit-euler"));
        QCOMPARE(report["backend"].toString(), QString("sequential"));
        QCOMPARE(report["status"].toString(), QString("done"));
        QCOMPARE(report["duration_s"].toDouble(), 0.2);
        QVERIFY(report["steps"].toInt() > 0);
        for (const char* key : {"momentree", "step_s", "wall_s", "realtime_factor", "energy",
                                "drift", "newton", "phases", "warnings"})
            QVERIFY2(report.contains(key), key);
        const QJsonArray phases = report["phases"].toArray();
        QVERIFY(!phases.isEmpty());
        double sum = 0.0;
        for (const auto& phase : phases) {
            QCOMPARE(phase.toObject()["source"].toString(), QString("measured"));
            QVERIFY(!phase.toObject()["device"].toString().isEmpty());
            sum += phase.toObject()["total_ns"].toDouble();
        }
        QVERIFY(sum > 0.0 && sum <= 1e9 * report["wall_s"].toDouble());
    }
    void parametersCanBeSet() {
        const QString file = examples + "double_pendulum.momentree.json";
        const auto firstX = [&](const QStringList& more) {
            const Outcome outcome =
                run(QStringList{"run", file, "--duration", "0.1", "--csv", "-", "--quiet"} + more);
            return outcome.code == 0 ? table(outcome.out.toUtf8())[1][1].toDouble() : NAN;
        };
        QCOMPARE(firstX({}), 0.2);
        QCOMPARE(firstX({"--set", "L=2*0.3"}), 0.3);
        QCOMPARE(firstX({"--set", "L=50 cm", "--set", "m=1"}), 0.25);
        QCOMPARE(firstX({"--set", "run.inversion=ldup", "--set", "run.baumgarte=5"}), 0.2);
    }
    void checkPrintsProblemsAsJson() {
        const Outcome good = run({"check", "--json", examples + "four_bar.momentree.json"});
        QCOMPARE(good.code, 0);
        QVERIFY(QJsonDocument::fromJson(good.out.toUtf8()).isArray());
        const QString broken = brokenFile(
            "{\"version\": 1, \"name\": \"m\",\n\"bodies\": [{\"name\": \"B\", \"mass\": 1, "
            "\"inertia\": [1, 1, 1]}],\n\"joints\": [{\"name\": \"J\", \"type\": \"gear\", "
            "\"a\": \"ground\", \"b\": \"B\"}]}");
        const Outcome bad = run({"check", "--json", broken});
        QCOMPARE(bad.code, 2);
        QVERIFY2(bad.err.isEmpty(), qPrintable(bad.err));
        const QJsonArray all = QJsonDocument::fromJson(bad.out.toUtf8()).array();
        QCOMPARE(all.size(), 1);
        const QJsonObject problem = all[0].toObject();
        const QJsonObject place = problem["place"].toObject();
        QCOMPARE(problem["severity"].toString(), QString("error"));
        QCOMPARE(place["kind"].toString(), QString("joint"));
        QCOMPARE(place["name"].toString(), QString("J"));
        QCOMPARE(place["field"].toString(), QString());
        QCOMPARE(problem["file"].toString(), broken);
        QCOMPARE(problem["line"].toInt(), 3);
        QCOMPARE(problem["id"].toString(), QString("unknown-choice"));
        QVERIFY(problem["text"].toString().startsWith("unknown type 'gear'"));
        QCOMPARE(problem["arguments"].toArray()[1].toString(), QString("gear"));
    }

    void checkTellsTheStructure() {
        const Outcome outcome = run({"check", examples + "four_bar.momentree.json"});
        QCOMPARE(outcome.code, 0);
        for (const char* part :
             {"3 bodies, 4 joints", "1 joint cuts", "degrees of freedom    1",
              "redundant             3 closure equations", "singular values", "hdca"})
            QVERIFY2(outcome.out.contains(part), qPrintable(outcome.out));
    }
    void divergenceKeepsTheData() {
        const Outcome outcome =
            run({"run", examples + "double_pendulum.momentree.json", "--integrator",
                 "explicit-euler", "--step", "0.5", "--duration", "1e5", "--sample", "0.5", "--csv",
                 path("d.csv"), "--report", path("d.json")});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains(QRegularExpression("body '\\S+' diverged at t = \\S+ s")),
                 qPrintable(outcome.err));
        QVERIFY(table(contents(path("d.csv"))).size() > 2);
        const QJsonObject report = QJsonDocument::fromJson(contents(path("d.json"))).object();
        QCOMPARE(report["status"].toString(), QString("not-finite"));
        QCOMPARE(report["problems"].toArray().size(), 1);
        const QJsonObject problem = report["problems"].toArray()[0].toObject();
        QCOMPARE(problem["id"].toString(), QString("body-diverged"));
        QCOMPARE(problem["arguments"].toArray().size(), 3);
    }
    void controlCKeepsTheData_data() {
        QTest::addColumn<int>("later");
        QTest::newRow("at once") << 0;
        for (const int later : {1, 3, 10, 30, 100, 300})
            QTest::addRow("%d ms later", later) << later;
    }
    void controlCKeepsTheData() {
        QFETCH(const int, later);
        if (!test::canInterrupt()) QSKIP("only its console interrupts a program here");
        QProcess process;
        process.start(MOMENTREE_PROGRAM, {"run", examples + "double_pendulum.momentree.json",
                                          "--duration", "1e5", "--step", "1e-3", "--sample", "0.1",
                                          "--csv", path("c.csv"), "--report", path("c.json")});
        QVERIFY(process.waitForStarted(test::patience));
        // The program records signals from the set-up of the run.
        const QString status = QString("/proc/%1/status").arg(process.processId());
        const auto catches = [&] {
            const auto match = QRegularExpression("SigCgt:\\s*([0-9a-f]+)").match(contents(status));
            return match.hasMatch() &&
                   (match.captured(1).toULongLong(nullptr, 16) >> (SIGINT - 1) & 1) != 0;
        };
        QTRY_VERIFY(catches());
        std::this_thread::sleep_for(std::chrono::milliseconds(later));
        test::interrupt(process);
        QVERIFY(process.waitForFinished(test::patience));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 1);
        const QString err = QString::fromUtf8(process.readAllStandardError());
        QVERIFY2(err.contains("stopped at t = ") && err.contains("kept"), qPrintable(err));
        QVERIFY(table(contents(path("c.csv"))).size() >= 2);
        QCOMPARE(QJsonDocument::fromJson(contents(path("c.json"))).object()["status"].toString(),
                 QString("stopped"));
    }
    void otherProgramsReadTheExports() {
        if (!test::hasWindow) QSKIP(test::needsWindow);
        const Outcome outcome =
            run({"run", examples + "four_bar.momentree.json", "--duration", "0.05", "--sample",
                 "0.01", "--hdf5", path("run.h5"), "--vtk", path("run.xdmf"), "--quiet"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const auto reads = [&](const QString& program, const QStringList& arguments) {
            if (QStandardPaths::findExecutable(program).isEmpty()) return true;
            return QProcess::execute(program, arguments) == 0;
        };
        QVERIFY(reads("h5dump", {"-o", path("total.txt"), "-d", "/total", path("run.h5")}));
        QVERIFY(reads("h5dump",
                      {"-o", path("points.txt"), "-d", "/links/points", path("run.frames.h5")}));
        QVERIFY(reads("xmllint", {"--noout", path("run.xdmf")}));
        QCOMPARE(contents(path("run.xdmf")).count("<Time "), 6);
    }
    void fullDiskIsReported() {
        if (!QFile::exists("/dev/full")) QSKIP("no /dev/full here");
        const Outcome outcome = run({"run", examples + "double_pendulum.momentree.json",
                                     "--duration", "0.1", "--csv", "/dev/full"});
        QCOMPARE(outcome.code, 1);
        QVERIFY(outcome.err.contains("/dev/full"));
    }
};

MOMENTREE_TEST(TestCli, Guiless)

}  // namespace momentree::test_cli
#include "test_cli.moc"
