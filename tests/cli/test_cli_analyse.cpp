// SPDX-License-Identifier: Apache-2.0
// Analyses from the command line: what they print, their tables, and what they refuse.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "program.hpp"

namespace momentree::test_cli_analyse {
namespace {

const QString examples = QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/");
const QString models = QStringLiteral(MOMENTREE_SOURCE_DIR "/tests/data/analyses/");
const QString driven = examples + "four_bar_driven.momentree.json";

using Ended = test::Outcome;

/// Without gravity, so that k, c and m could all be twice as large.
const char* const springText =
    "{\"version\": 1, \"name\": \"spring\", \"gravity\": [0, 0, 0],"
    "\"parameters\": {\"k\": 40, \"c\": 0.4, \"m\": 2},"
    "\"ground\": {\"markers\": {\"rail\": {\"position\": [0, 0, 0], \"z\": [0, 1, 0]}}},"
    "\"bodies\": [{\"name\": \"mass\", \"mass\": \"m\", \"inertia\": [0.01, 0.01, 0.01],"
    "\"markers\": {\"rail\": {\"position\": [0, 0, 0], \"z\": [0, 1, 0]}}}],"
    "\"joints\": [{\"name\": \"J\", \"type\": \"prismatic\", \"a\": \"ground.rail\","
    "\"b\": \"mass.rail\"}],"
    "\"forces\": [{\"name\": \"S\", \"type\": \"axial-force\", \"a\": \"ground.rail\","
    "\"b\": \"mass.rail\", \"stiffness\": \"k\", \"damping\": \"c\"}],"
    "\"initial\": {\"joints\": {\"J\": {\"q\": 0.1}}},"
    "\"probes\": [{\"column\": \"height\", \"quantity\": \"position\", \"at\": \"mass\","
    "\"component\": \"y\"}],"
    "\"run\": {\"duration\": 4, \"sample\": 0.04}}";

Ended analyse(const QStringList& arguments) {
    return test::run(QStringList{"analyse"} + arguments);
}

/// The results of an analysis that succeeds.
QJsonObject resultsOf(const QStringList& arguments) {
    const Ended ended = analyse(arguments + QStringList{"--json"});
    if (ended.code != 0) qWarning("%s", qPrintable(ended.err));
    const QJsonObject all = QJsonDocument::fromJson(ended.out.toUtf8()).object();
    return all["analysis"] == arguments.first() && all["status"] == "done"
               ? all["results"].toObject()
               : QJsonObject();
}

}  // namespace

class TestCliAnalyse final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void inverseDynamics() {
        QTemporaryDir folder;
        const QString csv = folder.filePath("out.csv");
        const QStringList request{"inverse-dynamics", driven,   "--duration", "0.5",
                                  "--step",           "0.0625", "--csv",      csv};
        const QJsonObject results = resultsOf(request);
        QCOMPARE(results["instants"].toInt(), 9);
        QCOMPARE(results["redundant_equations"].toInt(), 3);
        const QJsonObject drive = results["motions"].toArray()[0].toObject();
        QCOMPARE(drive["name"].toString(), QString("drive"));
        QVERIFY(drive["unique"].toBool() && drive["rms_effort"].toDouble() > 0.0);
        const QList<QByteArray> lines = test::contents(csv).split('\n');
        QCOMPARE(lines.size(), 11);
        QVERIFY(lines[0].startsWith("time,crank.x,"));
        QVERIFY(lines[0].contains(",drive.effort,drive.power"));
        const Ended text = analyse(request);
        QCOMPARE(text.code, 0);
        QVERIFY(text.out.contains("peak effort") && text.out.contains("not unique"));
        const QJsonArray shared = resultsOf({"inverse-dynamics", driven, "--duration", "0.5",
                                             "--actuated", "J1,J4"})["actuated"]
                                      .toArray();
        QCOMPARE(shared.size(), 2);
        QCOMPARE(shared[1].toObject()["name"].toString(), QString("J4"));
        QVERIFY(!shared[1].toObject()["unique"].toBool());
    }

    /// Values far below the rounding of what they are computed from.
    /// Results carry the model as it was analysed, and one hash with the version of the program.
    void resultsSayWhatWasAnalysed() {
        const auto recordOf = [](const QStringList& change) {
            const Ended ended = analyse(
                QStringList{"equilibrium", models + "double_pendulum.momentree.json", "--json"} +
                change);
            return QJsonDocument::fromJson(ended.out.toUtf8())["provenance"].toObject();
        };
        const QJsonObject record = recordOf({}), other = recordOf({"--set", "start=0.5"});
        QVERIFY(!record["version"].toString().isEmpty());
        QCOMPARE(record["model_as_run"]["name"].toString(), QString("double_pendulum"));
        QCOMPARE(record["hash"].toString().size(), 64);
        QCOMPARE(record["hash"], recordOf({})["hash"]);
        QVERIFY(record["hash"] != other["hash"]);
        QVERIFY(record["machine"].toObject().contains("processor"));
    }

    void roundingPrintsAsZero() {
        const QRegularExpression tiny(QStringLiteral("e-(1[2-9]|[2-9][0-9])"));
        for (const auto& [kind, name] :
             {std::pair{"inverse-dynamics", "quick_return"},
              std::pair{"worst-loads", "slider_crank"},
              std::pair{"worst-loads", "constant_velocity_shafts"},
              std::pair{"kinematics", "hart_straight_line"}, std::pair{"kinematics", "cam_roller"},
              std::pair{"equilibrium", "chain_128"}, std::pair{"equilibrium", "robot_arm"}}) {
            QStringList request{kind, examples + name + ".momentree.json"};
            if (request[0] != "equilibrium") request += {"--duration", "1"};
            const Ended ended = analyse(request);
            QCOMPARE(ended.code, 0);
            QVERIFY2(!tiny.match(ended.out).hasMatch(), qPrintable(ended.out));
        }
    }

    /// A body on bushings, without a joint: 20 kg on four of 8 kN/m.
    void whereABodyWithoutAJointRests() {
        const Ended rest = analyse({"equilibrium", examples + "mounted_platform.momentree.json",
                                    "--set", "vertical=4000"});
        QCOMPARE(rest.code, 0);
        const double sinks = 20.0 * 9.81 / (4.0 * 4000.0) - 20.0 * 9.81 / (4.0 * 8000.0);
        const QJsonObject before =
            resultsOf({"equilibrium", examples + "mounted_platform.momentree.json"});
        const double z =
            before["bodies"].toArray()[0].toObject()["centre_of_mass_m"].toArray()[2].toDouble();
        const QString row =
            QString("platform  0, 0, %1 (centre of mass)").arg(z - sinks, 0, 'g', 6);
        QVERIFY2(QString(rest.out).simplified().contains(row.simplified()), qPrintable(rest.out));
    }
    void aLocusAboutNoEquilibrium() {
        QTemporaryDir folder;
        const QString model = folder.filePath("off.momentree.json");
        QFile file(model);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(springText);  // starts 0.1 m out: k q / m = 2 m/s^2
        file.close();
        const Ended off = analyse({"modes", model, "--over", "c=0:2:3"});
        QCOMPARE(off.code, 0);
        QVERIFY2(off.err.contains("no equilibrium") && off.err.contains("accelerates by 2 "),
                 qPrintable(off.err));
        const Ended at = analyse({"modes", model, "--over", "c=0:2:3", "--set", "start.J.q=0"});
        QVERIFY2(at.code == 0 && at.err.isEmpty(), qPrintable(at.err));
    }

    /// A mass on a spring: it hangs m g / k lower, and s = -c / 2m +- sqrt(c^2 / 4m^2 - k / m).
    void overAParameter() {
        QTemporaryDir folder;
        const QString model = folder.filePath("hanging.momentree.json"),
                      csv = folder.filePath("over.csv");
        QFile file(model);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            QByteArray(springText).replace("\"gravity\": [0, 0, 0]", "\"gravity\": [0, -9.81, 0]"));
        file.close();
        const QJsonObject rest = resultsOf({"equilibrium", model, "--over", "k=40:80:5"});
        QCOMPARE(rest["parameter"].toString(), QString("k"));
        const QJsonArray all = rest["equilibria"].toArray();
        QCOMPARE(all.size(), 5);
        for (int row = 0; row < 5; ++row) {
            const QJsonObject one = all[row].toObject();
            const double k = 40.0 + 10.0 * row, q = -2.0 * 9.81 / k;
            QCOMPARE(one["value"].toDouble(), k);
            QVERIFY(std::abs(one["coordinates"].toObject()["J.q"].toDouble() - q) < 1e-9);
            QCOMPARE(one["stability"].toString(), QString("stable"));
        }
        const QJsonObject locus = resultsOf({"modes", model, "--over", "c=0:40:9", "--csv", csv});
        const QJsonArray branches = locus["branches"].toArray();
        QCOMPARE(branches.size(), 2);
        for (int row = 0; row < 9; ++row) {
            const double decay = 5.0 * row / 4.0, rest2 = decay * decay - 20.0;
            double sum = 0.0;
            for (const QJsonValue branch : branches) {
                const QJsonArray value = branch.toArray()[row].toArray();
                const double re = value[0].toDouble(), im = value[1].toDouble();
                sum += re;
                QVERIFY(std::abs(re * re - im * im + 2.0 * decay * re + 20.0) < 1e-9 &&
                        std::abs(2.0 * re * im + 2.0 * decay * im) < 1e-9);
                QCOMPARE(im != 0.0, rest2 < 0.0);
            }
            QVERIFY(std::abs(sum + 2.0 * decay) < 1e-9);
        }
        QFile table(csv);
        QVERIFY(table.open(QIODevice::ReadOnly));
        QCOMPARE(table.readAll().split('\n')[0].trimmed(), QByteArray("c,re1,im1,re2,im2"));
        const Ended wrong = analyse({"modes", model, "--over", "c=0:40"});
        QVERIFY(wrong.code == 2 && wrong.err.contains("NAME=FROM:TO:COUNT"));
        const Ended unknown = analyse({"equilibrium", model, "--over", "d=0:40:3"});
        QVERIFY(unknown.code != 0 && unknown.err.contains("'d'"));
    }

    /// A force F moves a mass m: x = F t^2 / (2 m), and its work is F x.
    void sensitivity() {
        QTemporaryDir folder;
        const QString model = folder.filePath("push.momentree.json"),
                      csv = folder.filePath("s.csv");
        QFile file(model);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(springText)
                       .replace("\"k\": 40", "\"F\": 3")
                       .replace("\"stiffness\": \"k\", \"damping\": \"c\"", "\"law\": \"F\""));
        file.close();
        const QStringList request{"sensitivity", model, "--columns", "height,S.work"};
        const QJsonObject results =
            resultsOf(request + QStringList{"--parameters", "F,m", "--csv", csv});
        const QJsonArray rows = results["sensitivities"].toArray();
        QCOMPARE(rows.size(), 4);
        const double F = 3.0, m = 2.0, t2 = 16.0;
        const double expected[] = {t2 / (2 * m), F * t2 / m, -F * t2 / (2 * m * m),
                                   -F * F * t2 / (2 * m * m)};
        for (int k = 0; k < 4; ++k) {
            const QJsonObject row = rows[k].toObject();
            QCOMPARE(row["column"].toString(), QString(k % 2 == 0 ? "height" : "S.work"));
            QCOMPARE(row["parameter"].toString(), QString(k < 2 ? "F" : "m"));
            QVERIFY2(std::abs(row["at_end"].toDouble() / expected[k] - 1.0) < 1e-8,
                     qPrintable(QString::number(row["at_end"].toDouble(), 'g', 12)));
            QVERIFY(row["relative_error"].toDouble() < 1e-7);
        }
        QVERIFY(results["differences_of_whole_runs"].toString().contains("'S.work'"));
        QFile table(csv);
        QVERIFY(table.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = table.readAll().split('\n');
        QCOMPARE(lines[0].trimmed(), QByteArray("time,d(height)/d(F),d(S.work)/d(F),d(height)/d(m),"
                                                "d(S.work)/d(m)"));
        QCOMPARE(lines.size(), 103);
        const Ended wrong = analyse(request + QStringList{"--parameters", "f"});
        QVERIFY(wrong.code != 0 && wrong.err.contains("no parameter 'f'"));
        const Ended impacts = analyse(
            {"sensitivity", examples + "bouncing_ball.momentree.json", "--columns", "ball.y"});
        QVERIFY(impacts.code != 0 && !impacts.err.isEmpty() && impacts.out.isEmpty());
    }

    void kinematics() {
        const QJsonObject results = resultsOf({"kinematics", driven});
        const QJsonObject loop = results["four_bars"].toArray()[0].toObject();
        QCOMPARE(loop["class"].toString(), QString("crank-rocker"));
        QVERIFY(loop["input_turns_fully"].toBool());
        QVERIFY(!results["dead_points"].toArray().isEmpty());
    }

    void modesAndEquilibrium() {
        const QString pendulum = models + "double_pendulum.momentree.json";
        const QJsonObject modes = resultsOf({"modes", pendulum});
        QCOMPARE(modes["stability"].toString(), QString("stable"));
        QCOMPARE(modes["modes"].toArray().size(), 2);
        const QJsonObject space = modes["state_space"].toObject();
        QCOMPARE(space["A"].toArray().size(), 4);
        QCOMPARE(space["B"].toArray()[0].toArray().size(), 1);
        const QJsonObject rest = resultsOf({"equilibrium", pendulum, "--set", "start=1"});
        QVERIFY(std::abs(rest["potential_J"].toDouble() + 9.81 * 1.135) < 1e-9);
        const Ended lifted = analyse({"modes", pendulum, "--set", "start=1"});
        QCOMPARE(lifted.code, 0);
        QVERIFY(lifted.err.contains("not an equilibrium"));
    }

    void worstLoadsAndALoadCase() {
        QTemporaryDir folder;
        const QString deck = folder.filePath("rod.inp"), json = folder.filePath("rod.json");
        const QString crank = models + "slider_crank.momentree.json";
        const QStringList turn{"worst-loads",        crank,    "--duration",
                               "0.2094395102393195", "--step", "0.008"};
        const QJsonObject results =
            resultsOf(turn + QStringList{"--load-case", deck, "--body", "rod"});
        const QJsonObject bearing = results["joints"].toArray()[0].toObject();
        QVERIFY(std::abs(bearing["largest_force"].toObject()["force_N"].toDouble() -
                         216.988023492908) < 1e-9);
        QFile file(deck);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = file.readAll();
        for (const char* card : {"*COUPLING", "SURFACE=S_J2", "SURFACE=S_J3", "E_ROD, GRAV, ",
                                 "E_ROD, CENTRIF, ", "*END STEP"})
            QVERIFY2(text.contains(card), card);
        // Rounding is no load: lines NODE, DIRECTION, VALUE between the cards.
        const QString loadsOfDeck = text.section("*CLOAD\n", 1).section("*DLOAD", 0, 0);
        for (const QString& line : loadsOfDeck.split('\n'))
            if (!line.startsWith("**") && !line.isEmpty())
                QVERIFY2(std::abs(line.section(", ", 2).toDouble()) > 1e-12, qPrintable(line));
        QCOMPARE(analyse(turn + QStringList{"--load-case", json, "--body", "rod"}).code, 0);
        QFile loads(json);
        QVERIFY(loads.open(QIODevice::ReadOnly));
        const QJsonObject all = QJsonDocument::fromJson(loads.readAll()).object();
        QCOMPARE(all["loads"].toArray().size(), 4);
        for (const QJsonValue& left : all["sum_of_forces_N"].toArray())
            QVERIFY(std::abs(left.toDouble()) < 1e-9 * all["largest_force_N"].toDouble());
    }

    /// A pendulum released from the horizontal: 3 m g at the bottom.
    void worstLoadOfARun() {
        const QJsonObject results =
            resultsOf({"worst-loads", examples + "single_pendulum.momentree.json"});
        const QJsonObject load =
            results["joints"].toArray()[0].toObject()["largest_force"].toObject();
        QVERIFY(std::abs(load["force_N"].toDouble() - 3.0 * 9.81) < 1e-7);
    }

    /// The area inside a circle of 0.8 m, and its cells in the table.
    void reachOfADoublePendulum() {
        QTemporaryDir folder;
        const QString csv = folder.filePath("reach.csv");
        const QJsonObject results =
            resultsOf({"reach", examples + "double_pendulum.momentree.json", "--csv", csv});
        const QJsonObject point = results["points"].toArray()[0].toObject();
        QCOMPARE(point["kind"].toString(), QStringLiteral("area"));
        QVERIFY(std::abs(point["area_m2"].toDouble() - 0.64 * M_PI) < 0.01);
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith("point,x,y,z\r\nbar2.Q,"));
    }

    /// Euler's rule with a long step: the sentence, the parts and the table.
    void sourcesOfAnError() {
        QTemporaryDir folder;
        const QString csv = folder.filePath("error.csv");
        const QJsonObject results =
            resultsOf({"error", examples + "single_pendulum.momentree.json", "--set",
                       "run.integrator=explicit-euler", "--set", "run.step=0.01", "--duration", "1",
                       "--step", "0.1", "--csv", csv});
        QCOMPARE(results["source"].toString(), QStringLiteral("method"));
        QVERIFY(results["verdict"].toString().contains("halve it to 0.005 s"));
        double sum = 0.0;
        for (const QJsonValue part : results["parts"].toObject()) sum += part.toDouble();
        QVERIFY(std::abs(sum - results["sum"].toDouble()) < 1e-15);
        const QList<QByteArray> lines = test::contents(csv).trimmed().split('\n');
        QCOMPARE(lines.size(), 12);
        QCOMPARE(lines.front().trimmed(),
                 QByteArray("time,method,rounding,drift,growth,rest,sum,difference"));
    }

    /// A run of the model with other values, as a table of Tracker with a missing row.
    void fitToARun() {
        QTemporaryDir folder;
        const QString model = folder.filePath("spring.momentree.json");
        const QString csv = folder.filePath("run.csv"), data = folder.filePath("track.txt");
        QFile file(model);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(springText);
        file.close();
        QCOMPARE(test::run({"run", model, "--set", "k=50", "--set", "c=0.6", "--csv", csv,
                            "--columns", "probes"})
                     .code,
                 0);
        QFile rows(csv), track(data);
        QVERIFY(rows.open(QIODevice::ReadOnly) && track.open(QIODevice::WriteOnly));
        const QList<QByteArray> lines = rows.readAll().trimmed().split('\n');
        track.write("mass A\nt\tx\n");
        for (qsizetype k = 1; k < lines.size(); ++k) {
            const QList<QByteArray> cells = lines[k].trimmed().split(',');
            track.write(cells[0] + '\t' + (k == 7 ? QByteArray() : cells[1]) + '\n');
        }
        track.close();
        const QStringList request{"fit", model, "--data", data, "--columns", "x=height"};
        const QJsonObject found = resultsOf(request + QStringList{"--parameters", "k,c"});
        const QJsonArray values = found["parameters"].toArray();
        QVERIFY(std::abs(values[0]["value"].toDouble() - 50.0) < 1e-5);
        QVERIFY(std::abs(values[1]["value"].toDouble() - 0.6) < 1e-5);
        // The same with decimal commas, as Tracker writes them in many countries.
        const QByteArray text = test::contents(data);
        QVERIFY(track.open(QIODevice::WriteOnly));
        track.write(QByteArray(text).replace('.', ',').replace('\t', ';'));
        track.close();
        const QJsonObject same = resultsOf(request + QStringList{"--parameters", "k,c"});
        QCOMPARE(same["parameters"], found["parameters"]);
        QVERIFY(track.open(QIODevice::WriteOnly));
        track.write("t\tx\n0\t1\n");
        track.close();
        const Ended few = analyse(request + QStringList{"--parameters", "k"});
        QVERIFY2(few.err.contains("fewer than two rows") && !few.err.contains("line 0"),
                 qPrintable(few.err));
        QVERIFY(track.open(QIODevice::WriteOnly));
        track.write(text);
        track.close();
        const Ended all = analyse(request + QStringList{"--parameters", "k,c,m"});
        QCOMPARE(all.code, 0);
        QVERIFY2(all.out.contains("the data do not tell k, c and m apart"), qPrintable(all.out));
        const Ended wrong = analyse(request + QStringList{"--parameters", "kk"});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("did you mean 'k'"), qPrintable(wrong.err));
    }

    void badUse_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QStringList& arguments, const char* message) {
            QTest::newRow(name) << arguments << QString(message);
        };
        row("no such kind", {"colour", driven}, "colour");
        row("undriven", {"inverse-dynamics", examples + "slider_crank.momentree.json"},
            "1 degree of freedom, no motion");
        row("step of zero", {"kinematics", driven, "--step", "0"}, "must be positive");
        row("load case of another analysis",
            {"kinematics", driven, "--load-case", "a.inp", "--body", "crank"}, "worst-loads");
        row("load case in another format",
            {"worst-loads", driven, "--load-case", "a.txt", "--body", "crank"}, ".inp or .json");
        row("actuated joints elsewhere", {"kinematics", driven, "--actuated", "J1"},
            "inverse-dynamics");
        row("no such actuated joint", {"inverse-dynamics", driven, "--actuated", "J1,J7"}, "'J7'");
        row("load case without a body", {"worst-loads", driven, "--load-case", "a.inp"}, "--body");
        row("fit without data", {"fit", driven}, "is needed");
        row("data of another analysis",
            {"kinematics", driven, "--data", "a.csv", "--parameters", "k"}, "'fit'");
        row("time for one pose", {"modes", driven, "--duration", "1"}, "has no meaning");
    }
    void badUse() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, message);
        const Ended ended = analyse(arguments);
        QCOMPARE(ended.code, 2);
        QVERIFY2(ended.err.contains(message), qPrintable(ended.err));
        QVERIFY(ended.out.isEmpty());
    }
};

MOMENTREE_TEST(TestCliAnalyse, Appless)

}  // namespace momentree::test_cli_analyse
#include "test_cli_analyse.moc"
