// SPDX-License-Identifier: Apache-2.0
// Recordings as Parquet, read back by an implementation of others (hyparquet, in Node.js).
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "core/io/column_facts.hpp"
#include "core/io/model_file.hpp"
#include "core/io/parquet.hpp"
#include "core/io/thrift.hpp"
#include "core/session/run.hpp"
#include "support/test_main.hpp"

namespace momentree::test_parquet {
namespace {

/// The folder of Node's modules that has hyparquet.
QString modulesFolder() {
    QStringList folders = qEnvironmentVariable("NODE_PATH").split(':', Qt::SkipEmptyParts);
    folders << QDir::homePath() + "/node_modules"
            << "/usr/local/lib/node_modules"
            << "/usr/lib/node_modules";
    for (const QString& folder : folders)
        if (QFile::exists(folder + "/hyparquet/src/node.js")) return folder;
    return {};
}

/// Prints the metadata and all rows; numbers as text that reads back to the same double.
const char* const script = R"(
const zlib = await import('node:zlib')
const [folder, path] = process.argv.slice(-2)
const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } =
    await import(folder + '/hyparquet/src/node.js')
const file = await asyncBufferFromFile(path)
const metadata = await parquetMetadataAsync(file)
const compressors = { GZIP: bytes => new Uint8Array(zlib.gunzipSync(bytes)) }
const rows = await parquetReadObjects({ file, compressors })
console.log(JSON.stringify({
    groups: metadata.row_groups.length,
    keys: Object.fromEntries(metadata.key_value_metadata.map(({ key, value }) => [key, value])),
    columns: metadata.schema.slice(1).map(column => column.name),
    rows: rows.map(row => Object.values(row).map(String)),
})))";

}  // namespace

class TestParquet : public QObject {
    Q_OBJECT

private slots:
    /// Known bytes of the compact protocol.
    void structuresAreCompact() {
        ThriftWriter writer;
        writer.integer(1, -2);        // zigzag: 3
        writer.longInteger(20, 300);  // a long step: the id in full
        writer.begin(21);
        writer.text(2, "ab");
        writer.end();
        writer.integers(22, {1});
        writer.end();
        const std::string expected(
            "\x15\x03"
            "\x06\x28\xd8\x04"
            "\x1c\x28\x02"
            "ab\0"
            "\x19\x15\x02\0",
            16);
        QCOMPARE(QByteArray::fromStdString(writer.bytes()).toHex(),
                 QByteArray::fromStdString(expected).toHex());
        ThriftWriter many;
        many.list(1, 200);
        QCOMPARE(QByteArray::fromStdString(many.bytes()).toHex(), QByteArray("19fcc801"));
    }

    void othersReadTheSameNumbers() {
        auto description =
            readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json");
        QVERIFY(description);
        const auto model = *buildModel(std::move(*description));
        RunSpec spec = Catalogue().defaults(*model);
        spec.duration = 0.2;
        spec.sample = 0.01;
        const auto run = Run::create(Catalogue(), model, spec);
        QVERIFY(run);
        while (!(*run)->finished()) (*run)->advance({});
        const Recording& recording = *(*run)->recording();
        const RowLayout& layout = (*run)->layout();
        ReportFacts facts;
        facts.modelName = model->name;
        facts.status = "done";
        const QTemporaryDir folder;
        const QString path = folder.filePath("r.parquet");
        QVERIFY(writeParquet(recording, *model, facts, CsvColumns::All, path.toStdString()));
        QVERIFY(!writeParquet(recording, *model, facts, CsvColumns::All, "/nowhere/r.parquet"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(bytes.startsWith("PAR1") && bytes.endsWith("PAR1"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList("r.parquet"));

        const QString node = QStandardPaths::findExecutable("node"), modules = modulesFolder();
        if (node.isEmpty()) QSKIP("Node.js is not installed");
        if (modules.isEmpty())
            QSKIP("hyparquet is in no folder of NODE_PATH (npm install hyparquet)");
        QProcess reader;
        reader.start(node, {"--input-type=module", "-e", script, modules, path});
        QVERIFY(reader.waitForFinished(test::patience));
        const QByteArray problem = reader.readAllStandardError();
        QVERIFY2(reader.exitCode() == 0, problem);
        const auto read = QJsonDocument::fromJson(reader.readAllStandardOutput()).object();
        const auto columns = columnFacts(*model, layout);
        const auto table = tableColumns(layout, CsvColumns::All);
        QCOMPARE(read["columns"].toArray().size(), static_cast<qsizetype>(columns.size()));
        const auto rows = read["rows"].toArray();
        QCOMPARE(rows.size(), static_cast<qsizetype>(recording.size()));
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const int column = k == 0 ? 0 : table[k - 1].column;
            QCOMPARE(read["columns"][static_cast<int>(k)].toString().toStdString(),
                     columns[k].name);
            for (std::size_t row = 0; row < recording.size(); ++row) {
                const QString text = rows[static_cast<int>(row)][static_cast<int>(k)].toString();
                const double value = recording.at(row, column);
                const bool same = text == "NaN" ? std::isnan(value) : text.toDouble() == value;
                QVERIFY2(same, qPrintable(text));
            }
        }
        const auto keys = read["keys"].toObject();
        const auto units = QJsonDocument::fromJson(keys["columns"].toString().toUtf8()).array();
        QCOMPARE(units[0]["unit"].toString(), QString("s"));
        const auto record = QJsonDocument::fromJson(keys["provenance"].toString().toUtf8());
        QVERIFY(record["hash"].toString().size() == 64 && record["results"].isObject());
    }
};

MOMENTREE_TEST(TestParquet, Appless)

}  // namespace momentree::test_parquet
#include "test_parquet.moc"
