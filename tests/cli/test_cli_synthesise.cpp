// SPDX-License-Identifier: Apache-2.0
// Synthesis from the command line: tables in, model files out that run, and what it refuses.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <numbers>

#include "interrupt.hpp"
#include "program.hpp"

namespace momentree::test_cli_synthesise {
namespace {

using Ended = test::Outcome;

Ended synthesise(const QStringList& arguments) {
    return test::run(QStringList{"synthesise"} + arguments);
}

/// Also leaves a file of this text.
QString tableIn(const QTemporaryDir& folder, const QString& text) {
    const QString path = folder.filePath("table.csv");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
    file.write(text.toUtf8());
    return path;
}
QString ellipse() {
    QString text = "x,y\n";
    for (int k = 0; k < 64; ++k) {
        const double th = 2.0 * std::numbers::pi * k / 64.0;
        text += QString("%1,%2\n").arg(0.1 * std::cos(th)).arg(0.05 * std::sin(th));
    }
    return text;
}
QJsonObject jsonIn(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("no file");
    return QJsonDocument::fromJson(file.readAll()).object();
}

}  // namespace

class TestCliSynthesise final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPathBecomesAModelThatRuns() {
        QTemporaryDir folder;
        const QString model = folder.filePath("ellipse.momentree.json");
        const QString curve = tableIn(folder, ellipse());
        const Ended ended =
            synthesise({"path", curve, "-o", model, "--family", "four-bar", "--json"});
        QVERIFY2(ended.code == 0, qPrintable(ended.err));
        const QJsonObject found = QJsonDocument::fromJson(ended.out.toUtf8()).object();
        QCOMPARE(found["family"].toString(), QString("four-bar"));
        QVERIFY(found["rms"].toDouble() < 1e-2);
        const QJsonObject written = jsonIn(model);
        QCOMPARE(written["name"].toString(), QString("ellipse"));
        QCOMPARE(written["view"]["traces"][0]["body"].toString(), QString("coupler"));
        // Every row of the run is on the ellipse, as far as the linkage is.
        const QString csv = folder.filePath("run.csv");
        QCOMPARE(test::run({"run", model, "--csv", csv, "--columns", "probes"}).code, 0);
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QVERIFY(lines[0].trimmed().endsWith("point.x,point.y"));
        double worst = 0.0;
        for (const QByteArray& line : lines.mid(1)) {
            const QList<QByteArray> cells = line.trimmed().split(',');
            const double x = cells[1].toDouble() / 0.1, y = cells[2].toDouble() / 0.05;
            worst = std::max(worst, std::abs(std::hypot(x, y) - 1.0));
        }
        QVERIFY2(worst < 0.05, qPrintable(QString::number(worst)));
    }

    /// Where tabs or semicolons separate numbers, commas are decimal. Between commas or spaces,
    /// such numbers would be others.
    void decimalCommas() {
        QTemporaryDir folder;
        const QString model = folder.filePath("ellipse.momentree.json");
        const QStringList rest{"-o", model, "--family", "chain", "--cranks", "3", "--json"};
        const auto error = [&](const QString& text) {
            const Ended ended = synthesise(QStringList{"path", tableIn(folder, text)} + rest);
            return ended.code == 0
                       ? QJsonDocument::fromJson(ended.out.toUtf8()).object()["rms"].toDouble()
                       : -1.0;
        };
        const double expected = error(ellipse());
        QVERIFY(expected >= 0.0 && expected < 1e-3);
        for (const char* mark : {";", "\t", " ; "}) {
            QString text = ellipse();
            text.replace(",", mark).replace(".", ",");
            QCOMPARE(error(text), expected);
        }
        QString spaces = ellipse();
        spaces.replace(",", " ").replace(".", ",");
        QCOMPARE(error(spaces), -1.0);
        QCOMPARE(error(ellipse().replace(",", " ")), expected);
    }
    void aChainIsOffered() {
        QTemporaryDir folder;
        const QString model = folder.filePath("chain.momentree.json");
        const Ended ended = synthesise({"path", tableIn(folder, ellipse()), "-o", model, "--family",
                                        "chain", "--cranks", "2"});
        QVERIFY2(ended.code == 0, qPrintable(ended.err));
        QVERIFY(ended.out.contains("chain of 2 cranks"));
        QCOMPARE(jsonIn(model)["couplings"].toArray().size(), 1);
        QCOMPARE(test::run({"check", model}).code, 0);
    }

    void positionsAndFunctions() {
        QTemporaryDir folder;
        const QString model = folder.filePath("made.momentree.json");
        const Ended positions =
            synthesise({"positions", tableIn(folder, "0 0 0\n1 0.5 30\n1.8 0.2 70\n"), "-o", model,
                        "--pivots", "-2,-3,4,3"});
        QVERIFY2(positions.code == 0, qPrintable(positions.err));
        // Five times the distance of the first and the last unless given.
        QVERIFY(
            positions.out.contains("four-bars pass the three positions with links up to 9.055"));
        const Ended longer =
            synthesise({"positions", tableIn(folder, "0 0 0\n1 0.5 30\n1.8 0.2 70\n"), "-o", model,
                        "--pivots", "-2,-3,4,3", "--longest", "100"});
        QVERIFY(longer.out.section(' ', 0, 0).toInt() > positions.out.section(' ', 0, 0).toInt());
        QCOMPARE(test::run({"check", model}).code, 0);
        QString table;
        for (int k = 0; k <= 20; ++k)
            table += QString("%1;%2\n").arg(4.5 * k).arg(-60.0 * std::log10(1.0 + 9.0 * k / 20.0));
        const Ended function = synthesise(
            {"function", tableIn(folder, table), "-o", model, "--transmission", "30", "--json"});
        QVERIFY2(function.code == 0, qPrintable(function.err));
        const QJsonObject found = QJsonDocument::fromJson(function.out.toUtf8()).object();
        QVERIFY(found["largest_rad"].toDouble() < 2.0 * std::numbers::pi / 180.0);
        QCOMPARE(test::run({"check", model}).code, 0);
    }

    /// Before there is a linkage, nothing is written; later the best so far.
    void controlCKeepsTheBest() {
        if (!test::canInterrupt()) QSKIP("only its console interrupts a program here");
        QTemporaryDir folder;
        const QString model = folder.filePath("star.momentree.json");
        QString star;
        for (int k = 0; k < 60; ++k) {
            const double th = 2.0 * std::numbers::pi * k / 60.0, r = 1.0 + 0.4 * std::cos(5.0 * th);
            star += QString("%1,%2\n").arg(r * std::cos(th)).arg(r * std::sin(th));
        }
        const QString curve = tableIn(folder, star);
        for (int wait = 500; wait < test::patience; wait *= 2) {
            QProcess process;
            process.start(MOMENTREE_PROGRAM, {"synthesise", "path", curve, "-o", model, "--json",
                                              "--seconds", "3600", "--jobs", "1"});
            QVERIFY(process.waitForStarted(test::patience));
            QTest::qSleep(wait);
            test::interrupt(process);
            QVERIFY(process.waitForFinished(test::patience));
            if (process.exitStatus() != QProcess::NormalExit) continue;  // had not begun yet
            QCOMPARE(process.exitCode(), 1);
            const QByteArray out = process.readAllStandardOutput();
            QCOMPARE(QFile::exists(model), !out.isEmpty());
            if (out.isEmpty()) continue;
            const QJsonObject found = QJsonDocument::fromJson(out).object();
            QVERIFY(found["stopped"].toBool() && !found["out_of_time"].toBool());
            QVERIFY(found["rms"].toDouble() < 1.0);
            QCOMPARE(test::run({"check", model}).code, 0);
            return;
        }
        QFAIL("no linkage in time");
    }

    void badUse_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("message");
        QTest::newRow("text") << "path"
                              << "x,y\n0,0\n1,a\n"
                              << ":3: ";
        QTest::newRow("empty") << "path"
                               << ""
                               << "no line of 2 numbers";
        QTest::newRow("two points") << "path"
                                    << "0,0\n1,1\n"
                                    << "fewer than three";
        QTest::newRow("a line") << "path"
                                << "0,0\n1,1\n2,2\n"
                                << "one line";
        QTest::newRow("two positions") << "positions"
                                       << "0,0,0\n1,1,1\n"
                                       << "instead of 3";
        QTest::newRow("backwards") << "function"
                                   << "0,0\n1,1\n2,2\n1,3\n4,4\n"
                                   << "ascend";
    }
    void badUse() {
        QFETCH(QString, kind);
        QFETCH(QString, table);
        QFETCH(QString, message);
        QTemporaryDir folder;
        const QString model = folder.filePath("none.momentree.json");
        const Ended ended = synthesise({kind, tableIn(folder, table), "-o", model});
        QCOMPARE(ended.code, 2);
        QVERIFY2(ended.err.contains(message), qPrintable(ended.err));
        QVERIFY(!QFile::exists(model));
    }
};

MOMENTREE_TEST(TestCliSynthesise, Appless)

}  // namespace momentree::test_cli_synthesise
#include "test_cli_synthesise.moc"
