// SPDX-License-Identifier: Apache-2.0
// Recordings as HDF5, read back by the format's own tool.
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <array>

#include "core/diagnostics/column_units.hpp"
#include "core/io/frame_file.hpp"
#include "core/io/hdf5.hpp"
#include "core/io/model_file.hpp"
#include "core/session/run.hpp"
#include "support/file_limit.hpp"
#include "support/test_main.hpp"

namespace momentree::test_hdf5 {
namespace {

struct Recorded {
    std::shared_ptr<const Model> model;
    RunSpec spec;
    std::unique_ptr<Run> run;
};

/// 0.2 s of an example with an implicit method.
Recorded recorded(const char* file) {
    const Catalogue catalogue;
    auto description =
        readModelFile(std::string(MOMENTREE_SOURCE_DIR "/resources/examples/") + file);
    if (!description) qFatal("cannot read %s", file);
    Recorded out;
    out.model = *buildModel(std::move(*description));
    out.spec = catalogue.defaults(*out.model, "index3-dca");
    out.spec.step = 1e-3;
    out.spec.duration = 0.2;
    out.spec.sample = 0.01;
    auto run = Run::create(catalogue, out.model, out.spec);
    if (!run) qFatal("%s", toString(run.error()[0]).c_str());
    out.run = std::move(*run);
    while (!out.run->finished()) out.run->advance({});
    return out;
}

ReportFacts factsOf(const Recorded& recorded) {
    ReportFacts facts;
    facts.modelName = recorded.model->name;
    facts.spec = recorded.spec;
    facts.steps = recorded.run->steps();
    facts.wall = 0.25;
    facts.simulated = recorded.run->time();
    facts.status = "done";
    return facts;
}

QString messageOf(const Result<void>& result) {
    return result ? QString("written") : QString::fromStdString(toString(result.error()[0]));
}

QString dump(const QStringList& arguments) {
    QProcess process;
    process.start("h5dump", arguments);
    if (!process.waitForFinished(test::patience) || process.exitCode() != 0)
        return "h5dump failed: " + process.readAllStandardError();
    return QString::fromUtf8(process.readAllStandardOutput());
}

/// The numbers between the last pair of braces called DATA.
QList<double> numbersIn(const QString& dumped) {
    QList<double> values;
    const QString data = dumped.section("DATA {", 1).section('}', 0, 0);
    static const QRegularExpression separators("[,\\s]+");
    for (const QString& text : data.split(separators, Qt::SkipEmptyParts))
        values << text.toDouble();
    return values;
}

}  // namespace

class TestHdf5 : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (QStandardPaths::findExecutable("h5dump").isEmpty())
            QSKIP("h5dump (hdf5-tools) is not installed");
        QVERIFY(folder_.isValid());
        path_ = folder_.filePath("run.h5");
        QVERIFY2(write(CsvColumns::All, path_), qPrintable(problem_));
    }

    void everyColumnReadsBackToTheSameDoubles() {
        const RowLayout layout(*four_.model);
        const Recording& rows = *four_.run->recording();
        QCOMPARE(rows.size(), std::size_t(21));
        for (int column = 0; column < layout.width(); ++column) {
            const QString name =
                QString::fromStdString(layout.names()[static_cast<std::size_t>(column)]);
            const QList<double> values =
                numbersIn(dump({"-y", "-w", "0", "-m", "%.17g", "-d", "/" + name, path_}));
            QCOMPARE(values.size(), static_cast<qsizetype>(rows.size()));
            for (std::size_t row = 0; row < rows.size(); ++row)
                QVERIFY2(values[static_cast<qsizetype>(row)] == rows.at(row, column),
                         qPrintable(name));
        }
    }
    /// Implicit steps have iterations; columns that no CSV contains are present too.
    void whatNoCsvHasIsThere() {
        const RowLayout layout(*four_.model);
        const QString names = dump({"-d", "/columns", path_});
        for (const char* name :
             {"\"phase.assembly\"", "\"newton\"", "\"momentum.x\"", "\"angular_momentum.z\""})
            QVERIFY2(names.contains(name), name);
        const SolverColumns columns(*four_.model, layout);
        QVERIFY(columns.multiplierCount() > 0);
        QVERIFY(four_.run->recording()->at(5, layout.newton()) >= 1.0);
        for (int column : {columns.joint(0), columns.multiplier(0)})
            QVERIFY(names.contains(
                '"' + QString::fromStdString(layout.names().at(static_cast<std::size_t>(column))) +
                '"'));
    }
    /// Compressed, and with the time as the scale of every column.
    void columnsHaveATimeScale() {
        const QString time = dump({"-p", "-H", "-d", "/time", path_});
        QVERIFY2(time.contains("\"CLASS\"") && time.contains("\"REFERENCE_LIST\""),
                 qPrintable(time));
        QVERIFY2(time.contains("CHUNKED") && time.contains("DEFLATE"), qPrintable(time));
        const QString total = dump({"-H", "-d", "/total", path_});
        QVERIFY2(total.contains("\"DIMENSION_LIST\""), qPrintable(total));
    }
    void unitsAndFactsAreAttributes() {
        const QString time = dump({"-a", "/time/units", path_});
        QVERIFY2(time.contains("\"s\""), qPrintable(time));
        const RowLayout layout(*four_.model);
        const std::string momentum =
            layout.names()[static_cast<std::size_t>(SolverColumns(*four_.model, layout).joint(0))];
        QVERIFY(dump({"-a", QString::fromStdString("/" + momentum + "/units"), path_})
                    .contains("\"kg m^2/s\""));
        const QString head = dump({"-A", path_});
        for (const std::string& text : {four_.model->name, std::string("index3-dca"),
                                        std::string("trapezoidal"), std::string("sequential")})
            QVERIFY2(head.contains(QString::fromStdString("\"" + text + "\"")), text.c_str());
        for (const char* name : {"momentree", "format", "step_s", "duration_s", "steps", "status"})
            QVERIFY2(head.contains(QStringLiteral("ATTRIBUTE \"%1\"").arg(name)), name);
    }
    void probesOnly() {
        const QString path = folder_.filePath("probes.h5");
        QVERIFY2(write(CsvColumns::Probes, path), qPrintable(problem_));
        const QString names = dump({"-n", path});
        QVERIFY(names.contains("/time"));
        QVERIFY(!names.contains("/newton"));
        for (const Probe& probe : four_.model->probes)
            QVERIFY(names.contains(QString::fromStdString(probe.what.column)));
    }
    /// Outputs of a case have the names of the columns that they repeat.
    void columnsOfACaseAreThereOnce() {
        const Recorded run = recorded("../../tests/data/reference/planar_double_pendulum.json");
        const RowLayout layout(*run.model);
        const auto& all = layout.names();
        QCOMPARE(std::ranges::count(all, std::string("bar1.x")), 2);
        const QString path = folder_.filePath("case.h5");
        QVERIFY(writeHdf5(*run.run->recording(), *run.model, factsOf(run), CsvColumns::All,
                          path.toStdString()));
        const QString names = dump({"-n", path});
        QVERIFY2(names.contains("/time") && !names.contains("(2)"), qPrintable(names));
        QVERIFY(names.contains("/bar1.x") && names.contains("/theta1"));
    }
    void everyColumnHasAUnitOrNone() {
        for (const char* file : {"four_bar.momentree.json"}) {
            const Recorded run = recorded(file);
            const RowLayout layout(*run.model);
            QCOMPARE(columnUnits(*run.model, layout).size(), layout.names().size());
        }
    }
    void anOldFileIsWholeUntilTheNewOneIs() {
        const QString path = folder_.filePath("old.h5");
        QVERIFY(write(CsvColumns::All, path));
        QVERIFY(write(CsvColumns::Probes, path));
        QVERIFY(!dump({"-n", path}).contains("/newton"));
        QCOMPARE(QDir(folder_.path()).entryList({"*.tmp"}, QDir::Files | QDir::Hidden),
                 QStringList());
    }
    void unwritablePlacesAreNamed() {
        QVERIFY(!write(CsvColumns::All, folder_.path()));
        QVERIFY2(problem_.contains("folder"), qPrintable(problem_));
        QVERIFY(!write(CsvColumns::All, folder_.filePath("no/x.h5")));
        QVERIFY2(problem_.contains("no such file or folder"), qPrintable(problem_));
    }
    /// Not every failure of the library is a full disk.
    void theTrueCauseIsTold() {
        const QString path = folder_.filePath("long.h5");
        {
            const test::FileLimit limit;
            if (!limit.holds()) QSKIP("this system does not limit the size of files");
            QVERIFY(!write(CsvColumns::All, path));
        }
        QVERIFY2(problem_.contains("File too large"), qPrintable(problem_));
        QVERIFY(!QFile::exists(path));
    }
    /// If what belongs to frames cannot be written, the older frames stay.
    void framesAndTheirIndexAreBothNewOrNone() {
        const std::string path = folder_.filePath("a.frames.h5").toStdString();
        const std::array<std::uint32_t, 3> numbers{1, 2, 3};
        const auto make = [&](const char* table, const Result<void>& rest) {
            FrameFile file(path, 1);
            if (!file.open()) return false;
            file.add(table, numbers, 3);
            return file.finish([&] { return rest; }).has_value();
        };
        const Result<void> refused = fail(error({}, MOMENTREE_TEXT("test-refused", "no")));
        QVERIFY(!make("first", refused));
        QVERIFY(!QFile::exists(path.c_str()));
        QVERIFY(make("first", {}));
        QVERIFY(!make("second", refused));
        QVERIFY(dump({"-n", path.c_str()}).contains("/first"));
        QVERIFY(make("second", {}));
        QVERIFY(dump({"-n", path.c_str()}).contains("/second"));
        QVERIFY(QDir(folder_.path()).entryList({"*.old"}, QDir::Files | QDir::Hidden).isEmpty());
    }

private:
    bool write(CsvColumns columns, const QString& path) {
        const auto written = writeHdf5(*four_.run->recording(), *four_.model, factsOf(four_),
                                       columns, path.toStdString());
        problem_ = messageOf(written);
        return written.has_value();
    }

    QTemporaryDir folder_;
    QString path_, problem_;
    Recorded four_ = recorded("four_bar.momentree.json");
};

MOMENTREE_TEST(TestHdf5, Appless)

}  // namespace momentree::test_hdf5
#include "test_hdf5.moc"
