// SPDX-License-Identifier: Apache-2.0
// Studies from the command line, interrupted and shared between processes.
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "interrupt.hpp"
#include "program.hpp"

namespace momentree::test_cli_study {
namespace {

const QString resources = QStringLiteral(MOMENTREE_SOURCE_DIR "/resources");
const QString example = resources + "/studies/double_pendulum.study.json";
const QString model = resources + "/examples/double_pendulum.momentree.json";

using test::contents;
using test::Outcome;
using test::run;

QStringList lines(const QString& text) { return text.split('\n', Qt::SkipEmptyParts); }

QStringList finishedRuns(const QString& results) {
    QStringList finished;
    const QDir folder(results + "/runs");
    for (const QString& name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        if (!name.endsWith(".tmp") && QFile::exists(folder.filePath(name) + "/summary.json"))
            finished << name;
    return finished;
}

/// When a summary was written; stored ones are not written again.
QDateTime written(const QString& results, const QString& run) {
    return QFileInfo(results + "/runs/" + run + "/summary.json").lastModified();
}

}  // namespace

class TestCliStudy : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;
    QString path(const char* name) const { return folder_.filePath(name); }
    /// Forty runs, each long enough to be interrupted.
    QString longStudy() const {
        QFile file(path("long.study.json"));
        if (file.open(QIODevice::WriteOnly))
            file.write(
                "{\"version\": 1, \"name\": \"long\", \"model\": \"" + model.toUtf8() +
                "\", \"run\": {\"duration\": 20, \"step\": 5e-4}, \"sweep\": [{\"parameter\": "
                "\"L\", \"from\": 0.2, \"to\": 0.6, \"count\": 40}]}");
        return file.fileName();
    }
    /// Starts the long study and interrupts it when some runs have been stored.
    void interrupt(const QString& results, bool controlC, int& code) const {
        QProcess process;
        process.start(MOMENTREE_PROGRAM,
                      {"compare", longStudy(), "--out", results, "--jobs", "2", "--quiet"});
        QVERIFY(process.waitForStarted(test::patience));
        QTRY_VERIFY(finishedRuns(results).size() >= 3);
        controlC ? test::interrupt(process) : process.kill();
        QVERIFY(process.waitForFinished(test::patience));
        code = process.exitCode();
        if (controlC)
            QVERIFY(process.readAllStandardError().contains("the same command continues"));
    }

private slots:
    void missingModelsHaveALine() {
        for (const QString& wrong : {QString("nowhere.momentree.json"), QString(".")}) {
            QFile file(path("wrong.study.json"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("{\"version\": 1,\n\"name\": \"wrong\",\n\"model\": \"" + wrong.toUtf8() +
                       "\"}");
            file.close();
            const Outcome outcome = run({"compare", file.fileName()});
            QCOMPARE(outcome.code, 2);
            QVERIFY2(outcome.err.contains("wrong.study.json:3: "), qPrintable(outcome.err));
        }
    }
    void exampleGivesTableMergedCsvAndOrders() {
        const Outcome outcome =
            run({"compare", example, "--out", path("example"), "--csv", path("m.csv"), "--table",
                 path("t.csv"), "--work-precision", "--quiet"});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.err.isEmpty(), qPrintable(outcome.err));
        const QStringList shown = lines(outcome.out);
        QCOMPARE(shown.size(), 1 + 13 + 1 + 12);
        QVERIFY(shown[0].startsWith("run ") && shown[1].startsWith("reference "));
        QVERIFY(shown[2].startsWith("hdca+step=0.005 ") && shown[13].endsWith("done"));
        // rk4 is of order 4, the trapezoidal rule of order 2.
        const auto order = [&](const QString& method) {
            const auto at =
                shown.indexOf(QRegularExpression("^" + QRegularExpression::escape(method) + " .*"));
            return at < 0 ? 0.0 : shown[at].split(' ', Qt::SkipEmptyParts).last().toDouble();
        };
        QVERIFY(std::abs(order("hdca+rk4") - 4.0) < 0.2);
        QVERIFY(std::abs(order("lagrange-index1+rk4") - 4.0) < 0.2);
        QVERIFY(std::abs(order("index3-dca+trapezoidal") - 2.0) < 0.1);
        const QStringList merged =
            QString(contents(path("m.csv"))).split("\r\n", Qt::SkipEmptyParts);
        QCOMPARE(merged.size(), 102);
        QVERIFY(merged[0].startsWith("time,reference.bar1.x,"));
        QVERIFY(merged[0].contains(",index3-dca+step=0.00125.bar2.y,"));
        QCOMPARE(merged[50].count(','), merged[0].count(','));
        const QStringList table =
            QString(contents(path("t.csv"))).split("\r\n", Qt::SkipEmptyParts);
        QCOMPARE(table.size(), 14);
        QVERIFY(table[0].startsWith("run,formulation,backend,integrator,step [s]"));
        QCOMPARE(contents(path("example/table.csv")), contents(path("t.csv")));
        // Everything is stored: the second call only reads.
        const Outcome again =
            run({"compare", example, "--out", path("example"), "--quiet", "--work-precision"});
        QCOMPARE(again.out, outcome.out);
    }

    void interruptedStudiesGoOn_data() {
        QTest::addColumn<bool>("controlC");
        QTest::newRow("Ctrl-C") << true;
        QTest::newRow("killed") << false;
    }
    void interruptedStudiesGoOn() {
        QFETCH(bool, controlC);
        if (controlC && !test::canInterrupt()) QSKIP("only its console interrupts a program here");
        const QString results = path(controlC ? "interrupted" : "killed");
        int code = 0;
        interrupt(results, controlC, code);
        if (QTest::currentTestFailed()) return;
        if (controlC) QCOMPARE(code, 1);
        const QStringList before = finishedRuns(results);
        QVERIFY(before.size() >= 3 && before.size() < 40);
        QList<QDateTime> times;
        for (const QString& name : before) times << written(results, name);

        const Outcome rest = run({"compare", longStudy(), "--out", results, "--quiet"});
        QCOMPARE(rest.code, 0);
        QCOMPARE(lines(rest.out).size(), 41);
        QCOMPARE(finishedRuns(results).size(), 40);
        for (int k = 0; k < before.size(); ++k) QCOMPARE(written(results, before[k]), times[k]);
    }

    void tasksShareTheRunsAndTheLastOneWritesTheTables() {
        const QString results = path("shared");
        const auto task = [&](const char* share) {
            return run(
                {"compare", example, "--out", results, "--task", share, "--csv", path("s.csv")});
        };
        const Outcome first = task("1/2");
        QCOMPARE(first.code, 0);
        QVERIFY2(first.err.contains("task 1/2 is done, 7 of 13 runs finished"),
                 qPrintable(first.err));
        QVERIFY(first.out.isEmpty());
        QVERIFY(!QFile::exists(path("s.csv")));
        const Outcome second = task("2/2");
        QCOMPARE(second.code, 0);
        QCOMPARE(lines(second.out).size(), 14);
        QCOMPARE(QString(contents(path("s.csv"))).split("\r\n", Qt::SkipEmptyParts).size(), 102);
    }

    void failedRunsAreRows() {
        QFile file(path("mixed.study.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"version\": 1, \"name\": \"mixed\", \"model\": \"" + model.toUtf8() +
                   "\", \"run\": {\"duration\": 0.1}, \"sweep\": [{\"setting\": \"integrator\", "
                   "\"values\": [\"rk4\", \"trapezoidal\"]}]}");
        file.close();
        const Outcome outcome = run({"compare", file.fileName(), "--out", path("mixed")});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains("1 run of 2 failed"), qPrintable(outcome.err));
        QVERIFY2(lines(outcome.out)[2].contains("refused: "), qPrintable(outcome.out));
    }

    void badUse_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QStringList& more, const char* message) {
            QTest::newRow(name) << (QStringList{"compare", example} + more) << QString(message);
        };
        row("with", {"--with", "hdca"}, "a study lists its own runs");
        row("task of nothing", {"--task", "1"}, "must be K/N");
        row("task zero", {"--task", "0/4"}, "must be K/N");
        row("task beyond", {"--task", "5/4"}, "must be K/N");
        row("no jobs", {"--jobs", "0"}, "--jobs");
        row("unwritable folder", {"--out", "/proc/nowhere"}, "--out");
        row("unwritable table", {"--table", "/no/such/x.csv"}, "--table: cannot write");
        row("the study itself", {"--table", example}, "would overwrite the study");
        row("same output", {"--table", "/tmp/x", "--csv", "/tmp/x"}, "--table");
        row("unknown parameter", {"--set", "nothing=1"}, "nothing");
        QTest::newRow("missing study") << QStringList{"compare", "/no/x.study.json"} << "/no/x";
        QTest::newRow("model with tasks")
            << QStringList{"compare", model, "--with", "hdca", "--task", "1/2"} << "need a study";
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
};

MOMENTREE_TEST(TestCliStudy, Guiless)

}  // namespace momentree::test_cli_study
#include "test_cli_study.moc"
