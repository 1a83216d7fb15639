// SPDX-License-Identifier: Apache-2.0
// Runs as one file: written, moved to a place without the model's files, read, run again.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <bit>

#include "core/io/capsule.hpp"
#include "core/io/csv.hpp"
#include "core/io/model_file.hpp"
#include "core/io/zip.hpp"
#include "core/session/run.hpp"
#include "core/study/replay.hpp"
#include "support/test_main.hpp"

namespace momentree::test_capsule {
namespace {

const char* const cube = R"(v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 3 2
f 1 2 4
)";

std::string robot() {
    const char* const inertial = R"(<inertial><mass value="1"/><origin xyz="0 0 -0.2"/>
        <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>)";
    return std::string("<robot name='arm'><link name='base'/><link name='bar'>") + inertial +
           R"(<visual><geometry><mesh filename="a/m.obj"/></geometry></visual>
        <visual><geometry><mesh filename="b/m.obj"/></geometry></visual></link>
        <joint name="j" type="continuous"><parent link="base"/><child link="bar"/>
        <axis xyz="0 0 1"/></joint></robot>)";
}

void put(const QString& path, const std::string& text) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
    file.write(text.data(), static_cast<qint64>(text.size()));
}

std::string contentOf(const std::string& path) {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

QString said(const Diagnostics& problems) {
    QString text;
    for (const Diagnostic& d : problems) text += QString::fromStdString(toString(d)) + '\n';
    return text;
}

std::unique_ptr<Run> played(const std::string& file) {
    auto description = readModelFile(file);
    if (!description) qFatal("%s", qPrintable(said(description.error())));
    const auto model = *buildModel(std::move(*description));
    RunSpec spec = Catalogue().defaults(*model);
    spec.duration = 0.1;
    spec.sample = 0.01;
    auto run = Run::create(Catalogue(), model, spec);
    if (!run) qFatal("%s", qPrintable(said(run.error())));
    while (!(*run)->finished()) (*run)->advance({});
    return std::move(*run);
}

ReportFacts factsOf(const Run& run) {
    ReportFacts facts;
    facts.modelName = run.model().name;
    facts.spec = run.spec();
    facts.steps = run.steps();
    facts.simulated = run.time();
    facts.status = "done";
    return facts;
}

}  // namespace

class TestCapsule : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;
    std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }

private slots:
    /// The cache of the user who runs the tests stays as it is.
    void initTestCase() { qputenv("XDG_CACHE_HOME", folder_.filePath("cache").toUtf8()); }
    void cleanupTestCase() { qunsetenv("XDG_CACHE_HOME"); }

    void holdsTheRun() {
        const auto run = played(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json");
        const auto written = writeCapsule(*run->recording(), factsOf(*run), path("r.zip"));
        QVERIFY2(written, written ? "" : qPrintable(said(written.error())));
        QVERIFY(holdsRows(path("r.zip")));
        const auto stored = readStoredRun(path("r.zip"));
        QVERIFY2(stored, stored ? "" : qPrintable(said(stored.error())));
        QVERIFY(stored->model == run->model().description);
        const auto columns = tableColumns(run->layout(), CsvColumns::All);
        QCOMPARE(stored->columns.size(), columns.size() + 1);
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const StoredColumn& column = stored->columns[k + 1];
            QCOMPARE(column.name, columns[k].name);
            QCOMPARE(column.values.size(), run->recording()->size());
            for (std::size_t row = 0; row < column.values.size(); ++row) {
                const double value = run->recording()->at(row, columns[k].column);
                QVERIFY2(std::bit_cast<std::uint64_t>(column.values[row]) ==
                                 std::bit_cast<std::uint64_t>(value) ||
                             (std::isnan(value) && std::isnan(column.values[row])),
                         column.name.c_str());
            }
        }
        const auto outcome = replay(Catalogue(), *stored, {}, [](double, double) {});
        QVERIFY2(outcome, outcome ? "" : qPrintable(said(outcome.error())));
        QVERIFY2(outcome->same, outcome->difference.str().c_str());
        // As a model it has the settings of the run, and so has the one inside.
        const auto opened = readModelFile(path("r.zip"));
        QVERIFY(opened && opened->run.duration == 0.1);
    }

    /// Two meshes of one name come along; the original ones are gone.
    void bringsMeshesAlong() {
        const QString home = folder_.filePath("home");
        put(home + "/arm.urdf", robot());
        put(home + "/a/m.obj", cube);
        put(home + "/b/m.obj", std::string(cube) + "f 1 4 3\n");
        const auto run = played((home + "/arm.urdf").toStdString());
        QVERIFY(writeCapsule(*run->recording(), factsOf(*run), path("arm.zip")));
        QVERIFY(QDir(home).removeRecursively());
        Diagnostics notes;
        const auto model = readModelFile(path("arm.zip"), &notes);
        QVERIFY2(model, model ? "" : qPrintable(said(model.error())));
        QCOMPARE(said(notes), QString());
        const auto& parts = model->bodies.at(0).shape.parts;
        QCOMPARE(parts.size(), std::size_t(2));
        QCOMPARE(contentOf(parts[0].mesh), std::string(cube));
        QCOMPARE(contentOf(parts[1].mesh), std::string(cube) + "f 1 4 3\n");
        // Unpacked by hand, the model finds its meshes, too; no file names a place of a machine.
        const auto entries = readZip(path("arm.zip"));
        QVERIFY(entries);
        for (const ZipEntry& entry : *entries) {
            put(folder_.filePath("by hand/") + QString::fromStdString(entry.name), entry.bytes);
            QVERIFY2(entry.bytes.find(folder_.path().toStdString()) == std::string::npos,
                     entry.name.c_str());
        }
        const auto unpacked = readModelFile(path("by hand/model.momentree.json"), &notes);
        QVERIFY2(unpacked, unpacked ? "" : qPrintable(said(unpacked.error())));
        QCOMPARE(said(notes), QString());
    }

    void damageIsAnError() {
        const auto run =
            played(MOMENTREE_SOURCE_DIR "/resources/examples/single_pendulum.momentree.json");
        QVERIFY(writeCapsule(*run->recording(), factsOf(*run), path("p.zip")));
        const std::string whole = contentOf(path("p.zip"));
        std::vector<std::size_t> sizes;
        for (std::size_t size = 4; size < whole.size(); size += whole.size() / 20)
            sizes.push_back(size);
        for (std::size_t missing = 1; missing <= 30; ++missing)
            sizes.push_back(whole.size() - missing);
        for (const std::size_t size : sizes) {
            put(folder_.filePath("cut.zip"), whole.substr(0, size));
            QVERIFY(!readStoredRun(path("cut.zip")));
        }
        auto entries = readZip(path("p.zip"));
        QVERIFY(entries);
        for (ZipEntry& entry : *entries) {
            const std::string good = entry.bytes;
            if (entry.name == "table.csv") entry.bytes[entry.bytes.find("\r\n") + 2] ^= 1;
            if (entry.name == "report.json")
                entry.bytes[entry.bytes.find("\"settings\"") + 1] = 'S';
            if (entry.bytes == good) continue;
            QVERIFY(writeZip(*entries, path("changed.zip")));
            QVERIFY2(!readStoredRun(path("changed.zip")), entry.name.c_str());
            entry.bytes = good;
        }
        std::erase_if(*entries, [](const ZipEntry& e) { return e.name == "report.json"; });
        QVERIFY(writeZip(*entries, path("none.zip")));
        const auto none = readStoredRun(path("none.zip"));
        QVERIFY(!none);
        QVERIFY(none.error()[0].message.id == "capsule-incomplete");
    }
};

MOMENTREE_TEST(TestCapsule, Appless)

}  // namespace momentree::test_capsule
#include "test_capsule.moc"
