// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>
#include <set>

#include "core/diagnostics/column_units.hpp"
#include "core/io/column_facts.hpp"
#include "core/io/csv.hpp"
#include "core/io/model_file.hpp"
#include "core/io/results.hpp"
#include "support/test_main.hpp"

namespace momentree::test_results {
namespace {

/// One body, no joint, and two probes whose names need quotes in a CSV.
Model smallModel() {
    Model model;
    model.bodies.resize(1);
    model.bodies[0].name = "B";
    for (const char* column : {"x,y", "say \"hi\""}) {
        Probe probe;
        probe.what.column = column;
        model.probes.push_back(probe);
    }
    return model;
}

/// Row k: time k/10, column c holds value(k, c).
template <typename Value>
std::unique_ptr<Recording> record(const RowLayout& layout, std::size_t rows, Value value) {
    auto recording = std::make_unique<Recording>(layout.width(), rows);
    for (std::size_t k = 0; k < rows; ++k) {
        const std::span<double> row = recording->nextRow();
        for (std::size_t c = 0; c < row.size(); ++c) row[c] = value(k, static_cast<int>(c));
        row[0] = static_cast<double>(k) / 10.0;
        recording->commit();
    }
    return recording;
}

QByteArray readAll(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("cannot open %s", qPrintable(path));
    return file.readAll();
}

QString messageOf(const Result<void>& result) {
    return result ? QString("written") : QString::fromStdString(toString(result.error()[0]));
}

}  // namespace

class TestResults : public QObject {
    Q_OBJECT

private slots:
    void probesOnly() {
        const RowLayout layout(smallModel());
        const auto recording = record(layout, 2, [&](std::size_t k, int c) {
            if (c == layout.probe(1)) return k == 0 ? -std::nan("") : 1e300;
            return 0.1 + 0.2 * static_cast<double>(k);
        });
        QTemporaryDir folder;
        const QString path = folder.filePath("p.csv");
        QVERIFY(writeCsv(*recording, layout, CsvColumns::Probes, path.toStdString()));
        QCOMPARE(readAll(path), QByteArray("time,\"x,y\",\"say \"\"hi\"\"\"\r\n"
                                           "0,0.1,nan\r\n0.1,0.30000000000000004,1e+300\r\n"));
    }

    void allColumnsReadBackToTheSameDoubles() {
        const RowLayout layout(smallModel());
        const auto value = [](std::size_t k, int c) {
            return std::sin(1.0 + static_cast<double>(k) * 37.0 + c) * std::pow(10.0, c - 12);
        };
        const auto recording = record(layout, 200, value);
        QTemporaryDir folder;
        const QString path = folder.filePath("a.csv");
        QVERIFY(writeCsv(*recording, layout, CsvColumns::All, path.toStdString()));
        const QList<QByteArray> lines = readAll(path).split('\n');
        QCOMPARE(lines.size(), qsizetype{202});
        QVERIFY(lines[0].startsWith("time,B.x,B.y,B.z,B.e0"));
        for (int row = 0; row < 200; ++row) {
            const QList<QByteArray> fields = lines[row + 1].trimmed().split(',');
            const auto columns = tableColumns(layout, CsvColumns::All);
            QCOMPARE(fields.size(), std::ssize(columns) + 1);
            for (qsizetype c = 1; c < fields.size(); ++c)
                QVERIFY(fields[c].toDouble() ==
                        recording->at(static_cast<std::size_t>(row),
                                      columns[static_cast<std::size_t>(c - 1)].column));
        }
    }

    /// Names, units and meanings of the table, without a name that occurs twice.
    void columnsOfExamplesAreToldApart_data() {
        QTest::addColumn<QString>("file");
        const QDir examples(MOMENTREE_SOURCE_DIR "/resources/examples");
        for (const QString& file : examples.entryList({"*.json"}))
            QTest::newRow(qPrintable(file)) << examples.filePath(file);
        QTest::newRow("case") << examples.filePath(
            "../../tests/data/reference/planar_double_pendulum.json");
    }
    void columnsOfExamplesAreToldApart() {
        QFETCH(QString, file);
        const auto description = readModelFile(file.toStdString());
        QVERIFY(description);
        const auto model = buildModel(*description);
        QVERIFY(model);
        const RowLayout layout(**model);
        std::set<std::string> names;
        for (const ColumnFacts& column : columnFacts(**model, layout)) {
            QVERIFY2(names.insert(column.name).second, column.name.c_str());
            QVERIFY2(!column.meaning.empty(), column.name.c_str());
        }
        QVERIFY(names.contains("balance"));
        for (const Probe& probe : (*model)->probes) QVERIFY(names.contains(probe.what.column));
    }

    void probesRepeatAColumnOnlyIfTheyAreIt() {
        Model model = smallModel();
        model.probes.clear();
        Probe probe;
        probe.what.column = "B.x";
        probe.what.quantity = "position";
        probe.what.component = "x";
        probe.A.body = 0;
        model.probes.push_back(probe);
        probe.A.frame.r = Vector3d(0.5, 0.0, 0.0);
        model.probes.push_back(probe);
        const RowLayout layout(model);
        QVERIFY(layout.repeats(0) && !layout.repeats(1));
        QCOMPARE(tableColumns(layout, CsvColumns::All).back().name, std::string("B.x (2)"));
        QCOMPARE(tableColumns(layout, CsvColumns::Probes).front().name, std::string("B.x"));
    }

    void unitsAreASecondRow() {
        const RowLayout layout(smallModel());
        const auto recording = record(layout, 1, [](std::size_t, int) { return 0.5; });
        QTemporaryDir folder;
        const QString path = folder.filePath("u.csv");
        QVERIFY(writeCsv(*recording, layout, CsvColumns::All, path.toStdString(),
                         columnUnits(smallModel(), layout)));
        const QList<QByteArray> lines = readAll(path).split('\n');
        QVERIFY2(lines[1].startsWith("s,m,m,m,,,,,m/s"), lines[1].constData());
        QCOMPARE(lines[1].count(','), lines[2].count(','));
    }

    void unwritablePlacesAreNamed() {
        const RowLayout layout(smallModel());
        const auto recording = record(layout, 1000, [](std::size_t, int) { return 0.123456789; });
        QTemporaryDir folder;
        const auto write = [&](const QString& path) {
            return messageOf(writeCsv(*recording, layout, CsvColumns::All, path.toStdString()));
        };
#ifndef Q_OS_WIN  // has no such devices
        QVERIFY(write("/dev/full").contains("the disk is full; 0 of 1000 rows"));
#endif
        QVERIFY(write(folder.path()).contains("it is a folder"));
        QVERIFY(write(folder.filePath("no/x.csv")).contains("no such file or folder"));
        for (const QString& path :
             {QString(), folder.path(), folder.filePath("no/x.csv"), folder.filePath("x/")})
            QVERIFY2(!checkWritable(path.toStdString()), qPrintable(path));
        QVERIFY(checkWritable(folder.filePath("x.csv").toStdString()));
        QVERIFY(!QFile::exists(folder.filePath("x.csv")));
    }

    void textIsReplacedInOneStep() {
        QTemporaryDir folder;
        const QString path = folder.filePath("r.json");
        QVERIFY(writeTextAtomically("one", path.toStdString()));
        QVERIFY(writeTextAtomically("two", path.toStdString()));
        QCOMPARE(readAll(path), QByteArray("two"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList("r.json"));
    }

    void report() {
        const RowLayout layout(smallModel());
        const auto recording = record(layout, 3, [&](std::size_t k, int c) {
            if (c == layout.total()) return k == 1 ? 5.5 : 5.0;
            if (c == layout.driftPosition()) return k == 2 ? 1e-9 : 1e-12;
            return std::nan("");
        });
        ReportFacts facts;
        facts.modelName = "four\nbar";
        facts.spec.formulation = "hdca";
        facts.spec.integrator = "rk4";
        facts.steps = 200;
        facts.wall = 0.5;
        facts.simulated = 2.0;
        facts.status = "done";
        facts.newtonIterations = 300;
        facts.device = "here";
        facts.balanceUncertainty = 0.25;
        facts.phases[static_cast<std::size_t>(Phase::Assembly)] = {1000, 7};
        facts.warnings.push_back(
            warning(Place::body("B"), MOMENTREE_TEXT("test", "%1 heavy")("very")));
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(
                                                             reportText(facts, *recording, layout)))
                                     .object();
        QCOMPARE(QStringList(json.keys()).size(), 19);
        QCOMPARE(json["model"].toString(), QString("four\nbar"));
        QCOMPARE(json["backend"].toString(), QString("sequential"));
        QCOMPARE(json["duration_s"].toDouble(), 2.0);
        QCOMPARE(json["realtime_factor"].toDouble(), 4.0);
        QCOMPARE(json["energy"].toObject()["max_error_J"].toDouble(), 0.5);
        QCOMPARE(json["energy"].toObject()["final_J"].toDouble(), 5.0);
        QCOMPARE(json["balance"].toObject()["uncertainty_J"].toDouble(), 0.25);
        QCOMPARE(json["drift"].toObject()["position_max_m"].toDouble(), 1e-9);
        QVERIFY(json["drift"].toObject()["velocity_max"].isNull());
        QCOMPARE(json["newton"].toObject()["iterations_mean"].toDouble(), 1.5);
        QVERIFY(json["newton"].toObject()["iterations_max"].isNull());
        facts.newtonIterationsMax = 4;
        const QByteArray known = QByteArray::fromStdString(reportText(facts, *recording, layout));
        QVERIFY(known.contains("\"iterations_max\": 4"));
        const QJsonArray phases = json["phases"].toArray();
        QCOMPARE(phases.size(), qsizetype{1});
        QCOMPARE(phases[0].toObject()["name"].toString(), QString("assembly"));
        QCOMPARE(phases[0].toObject()["calls"].toInt(), 7);
        QCOMPARE(phases[0].toObject()["total_ns"].toInt(), 1000);
        QCOMPARE(phases[0].toObject()["source"].toString(), QString("measured"));
        const QJsonObject warning = json["warnings"].toArray()[0].toObject();
        QCOMPARE(warning["severity"].toString(), QString("warning"));
        QCOMPARE(warning["place"].toObject()["kind"].toString(), QString("body"));
        QCOMPARE(warning["place"].toObject()["name"].toString(), QString("B"));
        QCOMPARE(warning["id"].toString(), QString("test"));
        QCOMPARE(warning["text"].toString(), QString("very heavy"));
        QCOMPARE(warning["arguments"].toArray()[0].toString(), QString("very"));
        QCOMPARE(warning["time_s"].toDouble(-1.0), 0.0);
    }
};

MOMENTREE_TEST(TestResults, Appless)

}  // namespace momentree::test_results
#include "test_results.moc"
