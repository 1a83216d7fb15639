// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "program.hpp"
#ifdef MOMENTREE_TESTS_WINDOW
#include <QImageReader>
#endif

namespace momentree::test_cli_replay {
namespace {

using Ended = test::Outcome;

Ended launch(const QStringList& arguments, const QString& folder) {
    return test::run(arguments, {}, test::patience, folder);
}

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
}

}  // namespace

class TestCliReplay : public QObject {
    Q_OBJECT

private:
    QTemporaryDir here_, there_;

private slots:
    /// A report is handed to another machine, without the model.
    void initTestCase() {
        QVERIFY(QFile::copy(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json",
                            here_.filePath("m.momentree.json")));
        QStringList arguments{"run",
                              "m.momentree.json",
                              "--quiet",
                              "--duration",
                              "0.5",
                              "--set",
                              "L=0.26",
                              "--set",
                              "run.baumgarte=0",
                              "--formulation",
                              "naudet",
                              "--report",
                              there_.filePath("r.json"),
                              "--hdf5",
                              there_.filePath("r.h5"),
                              "--capsule",
                              there_.filePath("r.momentree.zip"),
                              "--csv",
                              there_.filePath("r.csv")};
        if (test::hasWindow) arguments << "--png" << there_.filePath("r.png");
        const Ended run = launch(arguments, here_.path());
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QVERIFY(QFile::remove(here_.filePath("m.momentree.json")));
    }
    /// A page for each format: everything inside, units, the hash of the report.
    void writesALabReport() {
        if (!test::hasWindow) QSKIP(test::needsWindow);
        const QString html = there_.filePath("lab.html"), pdf = there_.filePath("lab.pdf"),
                      report = there_.filePath("lab.json");
        const QStringList arguments{
            "run",        MOMENTREE_SOURCE_DIR "/resources/examples/double_pendulum.momentree.json",
            "--duration", "0.5",
            "--quiet",    "--lab-report"};
        const Ended page = test::run(arguments + QStringList{html, "--report", report});
        QVERIFY2(page.code == 0, qPrintable(page.err));
        const QString text = QString::fromUtf8(test::contents(html));
        QVERIFY(text.contains(">Planar double pendulum</h1>"));
        QCOMPARE(text.count("<img "), 5);
        QCOMPARE(text.count("src=\"data:image/"), 5);
        QVERIFY(!text.contains("<script") && !text.contains("http:") && !text.contains("https:"));
        for (const char* part : {"energy error [J]", ">rad/s<", ">theta1<", ">rk4<", "step [s]"})
            QVERIFY2(text.contains(part), part);
        const QString hash =
            QJsonDocument::fromJson(test::contents(report)).object()["hash"].toString();
        QVERIFY(hash.size() == 64 && text.contains(hash));
        QCOMPARE(test::run(arguments + QStringList{pdf}).code, 0);
        const QByteArray file = test::contents(pdf);
        QVERIFY(file.startsWith("%PDF-"));
        QCOMPARE(file.count("/Type /Page\n"), qsizetype{1});
        const Ended other = test::run(arguments + QStringList{there_.filePath("lab.doc")});
        QCOMPARE(other.code, 2);
        QVERIFY(other.err.contains("must end in .html or .pdf"));
    }
    void theReportHoldsEverythingAsRun() {
        const QJsonObject report =
            QJsonDocument::fromJson(test::contents(there_.filePath("r.json"))).object();
        const QJsonObject settings = report["settings"].toObject();
        QCOMPARE(settings["baumgarte"].toDouble(-1.0), 0.0);
        QCOMPARE(settings["formulation"].toString(), QString("naudet"));
        QCOMPARE(settings["duration"].toDouble(), 0.5);
        QCOMPARE(settings["threads"].toInt(), 1);
        const QJsonObject model = report["model_as_run"].toObject();
        QCOMPARE(model["parameters"].toObject()["L"].toObject()["value"].toString(),
                 QString("0.26"));
        QCOMPARE(report["hash"].toString().size(), qsizetype{64});
        QVERIFY(!report["machine"].toObject()["instructions"].toString().isEmpty());
        for (const char* file : {"r.h5", "r.json"})
            for (const char* word : {"0.26", "baumgarte", "\"L\""})
                QVERIFY2(test::contents(there_.filePath(file)).contains(word), word);
    }
    /// One file is enough: it runs again, is a model, a table and a recording to compare with.
    void theCapsuleDoesEverything() {
        const QString capsule = there_.filePath("r.momentree.zip");
        const Ended replayed = test::run({"replay", capsule});
        QVERIFY2(replayed.code == 0, qPrintable(replayed.err));
        QVERIFY2(replayed.out.contains("same bits"), qPrintable(replayed.out));
        const QString table = there_.filePath("again.csv");
        QCOMPARE(test::run({"export", capsule, "--to", table}).code, 0);
        const QByteArray before = test::contents(there_.filePath("r.csv")).replace("\r", "");
        QCOMPARE(test::contents(table).size(), before.size());
        QCOMPARE(test::contents(table), before);
        const Ended compared = test::run({"compare", capsule, "--recording", capsule, "--quiet"});
        QVERIFY2(compared.code == 0, qPrintable(compared.err));
        QVERIFY2(compared.out.contains("J1.q"), qPrintable(compared.out));
        const Ended wrong = test::run({"run", capsule, "--capsule", there_.filePath("r.capsule")});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("must end in .zip"), qPrintable(wrong.err));
    }
    /// Every changed byte of an HDF5 file is noticed before the library reads it.
    void damagedResultsAreRefused() {
        const QByteArray whole = test::contents(there_.filePath("r.h5"));
        for (const qsizetype at : {whole.size() / 7, whole.size() / 3, whole.size() - 30}) {
            QByteArray changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ 0x20);
            write(there_.filePath("bad.h5"), changed);
            const Ended refused = test::run({"replay", there_.filePath("bad.h5")});
            QCOMPARE(refused.code, 2);
            QVERIFY2(refused.err.contains("damaged"), qPrintable(refused.err));
        }
    }
    void picturesHoldIt() {
#ifndef MOMENTREE_TESTS_WINDOW
        QSKIP(test::needsWindow);
#else
        const QImageReader picture(there_.filePath("r.png"));
        const QJsonObject record =
            QJsonDocument::fromJson(picture.text("momentree").toUtf8()).object();
        const QJsonObject report =
            QJsonDocument::fromJson(test::contents(there_.filePath("r.json"))).object();
        QCOMPARE(record["hash"], report["hash"]);
        QCOMPARE(record["model_as_run"], report["model_as_run"]);
        QCOMPARE(record["settings"], report["settings"]);
#endif
    }
    void sameBits_data() {
        QTest::addColumn<QString>("file");
        QTest::newRow("report") << "r.json";
        QTest::newRow("HDF5") << "r.h5";
    }
    void sameBits() {
        QFETCH(QString, file);
        const Ended replay = launch({"replay", file}, there_.path());
        QVERIFY2(replay.code == 0, qPrintable(replay.err));
        QVERIFY(replay.out.contains("same bits"));
        QCOMPARE(launch({"replay", file, "--quiet"}, there_.path()).out, QString());
    }
    void otherBits() {
        const QJsonObject report =
            QJsonDocument::fromJson(test::contents(there_.filePath("r.json"))).object();
        write(there_.filePath("other.json"), QJsonDocument(report).toJson());
        // QJsonDocument sorts keys, but order belongs to the record.
        QCOMPARE(launch({"replay", "other.json"}, there_.path()).code, 2);
        QByteArray text = test::contents(there_.filePath("r.json"));
        // The hash of the results begins with their last mark.
        const qsizetype at = text.indexOf("\"hash\": \"", text.indexOf("\"results\"")) + 9;
        text.replace(text.mid(at, 8), "00000000");
        text.replace(text.indexOf("\"processor\": \"") + 14, 0, "Z80 ");
        write(there_.filePath("other.json"), text);
        const Ended replay = launch({"replay", "other.json"}, there_.path());
        QCOMPARE(replay.code, 1);
        QVERIFY2(replay.err.contains("different bits") && replay.err.contains("Z80"),
                 qPrintable(replay.err));
    }
    void refusals() {
        QByteArray text = test::contents(there_.filePath("r.json"));
        text.replace("\"baumgarte\": 0", "\"baumgarte\": 5");
        write(there_.filePath("edited.json"), text);
        const Ended edited = launch({"replay", "edited.json"}, there_.path());
        QCOMPARE(edited.code, 2);
        QVERIFY2(edited.err.contains("has been edited"), qPrintable(edited.err));
        write(there_.filePath("old.json"), "{\"momentree\": \"0.1.0\", \"status\": \"done\"}");
        const Ended old = launch({"replay", "old.json"}, there_.path());
        QCOMPARE(old.code, 2);
        QVERIFY2(old.err.contains("holds no record"), qPrintable(old.err));
        QCOMPARE(launch({"replay"}, there_.path()).code, 2);
        QVERIFY(launch({"replay", "--help"}, there_.path()).out.contains("Exit codes"));
    }
};

MOMENTREE_TEST(TestCliReplay, Guiless)

}  // namespace momentree::test_cli_replay
#include "test_cli_replay.moc"
