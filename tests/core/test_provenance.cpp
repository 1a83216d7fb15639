// SPDX-License-Identifier: Apache-2.0
// What a run was computed from, written with its results, read back and run again.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/io/hdf5.hpp"
#include "core/io/model_file.hpp"
#include "core/model/evaluate.hpp"
#include "core/session/carry_over.hpp"
#include "core/session/run.hpp"
#include "core/stepping/spec_fields.hpp"
#include "core/study/replay.hpp"
#include "support/schema.hpp"
#include "support/test_main.hpp"

namespace momentree::test_provenance {
namespace {

const std::string source = MOMENTREE_SOURCE_DIR "/";

std::shared_ptr<const Model> modelOf(const std::string& file,
                                     const std::vector<std::pair<std::string, double>>& set = {}) {
    auto description = readModelFile(source + file);
    if (!description) qFatal("%s", toString(description.error()[0], file).c_str());
    for (const auto& [name, value] : set)
        if (!giveParameter(*description, name, Scalar(value))) qFatal("no %s", name.c_str());
    auto model = buildModel(std::move(*description));
    if (!model) qFatal("%s", toString(model.error()[0], file).c_str());
    return *model;
}

std::unique_ptr<Run> started(std::shared_ptr<const Model> model, const RunSpec& spec,
                             const SetupOptions& options = {}) {
    auto run = Run::create(Catalogue(), std::move(model), spec, options);
    if (!run) qFatal("%s", toString(run.error()[0]).c_str());
    return std::move(*run);
}

/// To its end, or to the given number of rows.
void play(Run& run, std::size_t rows = 0) {
    while (!run.finished() && (rows == 0 || run.recording()->size() < rows))
        if (run.advance({}).status != StepStatus::Reached) return;
}

RunSpec shortSpec(const Model& model, const std::string& formulation = {}) {
    RunSpec spec = Catalogue().defaults(model, formulation);
    spec.duration = 0.1;
    spec.sample = 0.01;
    return spec;
}

std::string reportOf(const Run& run) {
    ReportFacts facts;
    facts.spec = run.spec();
    facts.steps = run.steps();
    facts.status = statusName(StepStatus::Reached);
    return reportText(facts, *run.recording(), run.layout());
}

Result<Replay> again(const StoredRun& stored) {
    return replay(Catalogue(), stored, {}, [](double, double) {});
}

}  // namespace

class TestProvenance : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;
    std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
    Result<StoredRun> stored(const std::string& text) const {
        if (!writeTextAtomically(text, path("r.json"))) qFatal("cannot write");
        return readStoredRun(path("r.json"));
    }
    void verifySameBits(const Run& run) const {
        const auto read = stored(reportOf(run));
        QVERIFY2(read, read ? "" : toString(read.error()[0]).c_str());
        const auto outcome = again(*read);
        QVERIFY2(outcome, outcome ? "" : toString(outcome.error()[0]).c_str());
        QVERIFY2(outcome->same, outcome->difference.str().c_str());
        QCOMPARE(outcome->rows, run.recording()->size());
    }

private slots:
    void everySettingIsThere() {
        const auto model = modelOf("resources/examples/four_bar.momentree.json", {{"L", 0.26}});
        RunSpec spec = shortSpec(*model);
        spec.baumgarte = 0.0;
        const auto run = started(model, spec);
        play(*run);
        const auto read = stored(reportOf(*run));
        QVERIFY(read);
        visitSpec(read->spec, [&](std::string_view name, const auto& value) {
            visitSpec(spec, [&](std::string_view other, const auto& expected) {
                if constexpr (std::is_same_v<decltype(value), decltype(expected)>)
                    if (name == other) QVERIFY2(value == expected, std::string(name).c_str());
            });
        });
        QVERIFY(read->model == model->description);
        QCOMPARE(read->model.parameters[0].name, std::string("L"));
        QCOMPARE(read->model.parameters[0].value.value, 0.26);
        QVERIFY(!read->version.empty() && !read->commit.empty());
        for (const char* fact : {"processor", "architecture", "instructions", "compiler", "build"})
            QVERIFY2(std::ranges::any_of(
                         read->machine,
                         [&](const auto& f) { return f.first == fact && !f.second.empty(); }),
                     fact);
    }

    /// Every shipped model and every reference case survives being written into a report.
    void everyModelRunsAgain_data() {
        QTest::addColumn<QString>("file");
        for (const char* folder : {"resources/examples", "tests/data/reference"})
            for (const QString& name :
                 QDir(QString::fromStdString(source) + folder).entryList({"*.json"}, QDir::Files))
                QTest::newRow(qPrintable(name)) << QString("%1/%2").arg(folder, name);
    }
    void everyModelRunsAgain() {
        QFETCH(QString, file);
        const auto model = modelOf(file.toStdString());
        RunSpec spec = shortSpec(*model);
        spec.duration = 5.0 * spec.step;
        spec.sample = spec.step;
        const auto run = started(model, spec);
        play(*run);
        verifySameBits(*run);
    }

    void everyFormulationAndThreads_data() {
        QTest::addColumn<std::string>("formulation");
        QTest::addColumn<std::string>("backend");
        for (const Choice& each : Catalogue().formulations())
            QTest::newRow(each.id.c_str()) << each.id << std::string("sequential");
        QTest::newRow("threads") << std::string("naudet") << std::string("parallel");
        QTest::newRow("single precision") << std::string("hdca") << std::string("float32");
    }
    void everyFormulationAndThreads() {
        QFETCH(std::string, formulation);
        QFETCH(std::string, backend);
        const auto model = modelOf("resources/examples/rssr.momentree.json");
        RunSpec spec = Catalogue().defaults(*model, formulation, backend);
        spec.duration = 0.1;
        const auto run = started(model, spec);
        play(*run);
        verifySameBits(*run);
    }

    void partsOfARun() {
        const auto model = modelOf("resources/examples/double_pendulum.momentree.json");
        RunSpec spec = shortSpec(*model);
        spec.duration = 1.0;
        const auto stopped = started(model, spec);
        play(*stopped, 30);
        verifySameBits(*stopped);
    }
    /// Rows are thinned as before, also of a run without end.
    void thinnedRows() {
        const auto model = modelOf("resources/examples/single_pendulum.momentree.json");
        RunSpec spec = shortSpec(*model);
        spec.step = spec.sample = 1e-3;
        spec.duration = std::numeric_limits<double>::infinity();
        const auto run = started(model, spec, {.budget = 1});
        for (int k = 0; k < 3000; ++k) QVERIFY(run->advance({}).status == StepStatus::Reached);
        QVERIFY(run->recording()->thinnings() > 0);
        verifySameBits(*run);
    }
    void aRunThatContinuesAnother() {
        const auto model = modelOf("resources/examples/four_bar.momentree.json");
        RunSpec spec = shortSpec(*model);
        const auto before = started(model, spec);
        play(*before);
        const auto next = modelOf("resources/examples/four_bar.momentree.json", {{"m", 0.8}});
        const auto later = carryOver({model, before->recording(), 7}, *next);
        QVERIFY(later);
        spec.duration = 0.2;
        const auto run = started(next, spec, {.start = &*later});
        play(*run);
        verifySameBits(*run);
    }
    void failedRuns() {
        const auto model = modelOf("resources/examples/double_pendulum.momentree.json");
        RunSpec spec = shortSpec(*model);
        spec.integrator = "explicit-euler";
        spec.step = 0.5;
        spec.sample = 0.5;
        spec.duration = 500.0;
        const auto run = started(model, spec);
        play(*run);
        verifySameBits(*run);
    }

    void hdf5HoldsTheSameRecord() {
        // The record of many bodies is longer than an attribute's usual limit.
        for (const char* file : {"four_bar", "chain_128"}) {
            const auto model =
                modelOf("resources/examples/" + std::string(file) + ".momentree.json");
            const auto run = started(model, shortSpec(*model));
            play(*run, 5);
            QVERIFY(writeHdf5(*run->recording(), *model, {}, CsvColumns::Probes, path("r.h5")));
            const auto fromHdf5 = readStoredRun(path("r.h5"));
            QVERIFY2(fromHdf5, fromHdf5 ? "" : toString(fromHdf5.error()[0]).c_str());
            QCOMPARE(fromHdf5->results.hash, stored(reportOf(*run))->results.hash);
            const auto outcome = again(*fromHdf5);
            QVERIFY(outcome && outcome->same);
        }
    }

    void reportsFollowTheSchema() {
        QStringList files;
        for (const char* example : {"four_bar_driven", "bouncing_ball", "differential"}) {
            const auto model =
                modelOf("resources/examples/" + std::string(example) + ".momentree.json");
            const auto run = started(model, shortSpec(*model));
            play(*run);
            files << QString::fromStdString(path((std::string(example) + ".json").c_str()));
            QFile file(files.back());
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(reportOf(*run).c_str());
        }
        const auto problems = test::schemaProblems("report-1.schema.json", files);
        if (!problems) QSKIP("python3-jsonschema is not installed");
        QCOMPARE(*problems, QString());
    }

    /// Opened as a model, with the settings of the run, it gives the same results.
    void runsOpenAsModels() {
        const auto model = modelOf("resources/examples/four_bar.momentree.json", {{"d", 0.41}});
        RunSpec spec = shortSpec(*model);
        spec.formulation = "aba";
        spec.baumgarte = 5.0;
        const auto run = started(model, spec);
        play(*run);
        QVERIFY(writeHdf5(*run->recording(), *model, {}, CsvColumns::All, path("m.h5")));
        const auto fromReport = readModelText(reportOf(*run), "report.json");
        const auto fromHdf5 = readModelFile(path("m.h5"));
        QVERIFY(fromReport && fromHdf5);
        QVERIFY(*fromReport == *fromHdf5);
        const auto again = *buildModel(*fromHdf5);
        const auto second = started(again, specOf(Catalogue(), *again, fromHdf5->run));
        play(*second);
        QCOMPARE(stored(reportOf(*second))->results.hash, stored(reportOf(*run))->results.hash);
    }

    void editsAreRefused_data() {
        QTest::addColumn<std::string>("from");
        QTest::addColumn<std::string>("to");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* from, const char* to, const char* said) {
            QTest::newRow(name) << std::string(from) << std::string(to) << QString(said);
        };
        row("a setting", "\"baumgarte\": 20", "\"baumgarte\": 21", "edited");
        row("a parameter", "\"value\": 0.3", "\"value\": 0.31", "edited");
        row("the commit", "\"commit\": \"", "\"commit\": \"x", "edited");
        row("a setting is gone", "\"settings\"", "\"setting\"", "edited");
        row("no hash", "\"hash\"", "\"hush\"", "no record");
        row("the hash of the results", "\"rows_per_mark\": 1", "\"rows_per_mark\": 2", "edited");
        row("no results", "\"results\"", "\"resalts\"", "no record");
    }
    void editsAreRefused() {
        QFETCH(std::string, from);
        QFETCH(std::string, to);
        QFETCH(QString, said);
        const auto model = modelOf("resources/examples/four_bar.momentree.json");
        RunSpec spec = shortSpec(*model);
        spec.baumgarte = 20.0;
        const auto run = started(model, spec);
        play(*run);
        std::string text = reportOf(*run);
        // Spaces are not content.
        QVERIFY(stored(QString::fromStdString(text).replace("\n", "\n  ").toStdString()));
        const std::size_t at = text.find(from);
        QVERIFY(at != std::string::npos);
        const auto read = stored(text.replace(at, from.size(), to));
        QVERIFY(!read);
        QVERIFY2(QString::fromStdString(toString(read.error()[0])).contains(said),
                 toString(read.error()[0]).c_str());
    }
    void filesWithoutARecord() {
        QVERIFY(!readStoredRun("/no/such/file"));
        QVERIFY(!stored("{}"));
        QVERIFY(!stored("[1, 2]"));
        QVERIFY(!stored("no JSON"));
        QVERIFY(!readStoredRun(source + "resources/examples/four_bar.momentree.json"));
    }

    void differencesAreLocated() {
        const auto model = modelOf("resources/examples/four_bar.momentree.json");
        const auto run = started(model, shortSpec(*model));
        play(*run);
        QVERIFY(writeHdf5(*run->recording(), *model, {}, CsvColumns::All, path("d.h5")));
        auto read = readStoredRun(path("d.h5"));
        QVERIFY(read);
        // As if row 4 and all later ones had been different there.
        for (StoredColumn& column : read->columns)
            if (column.name == "bar1.x") column.values[3] += 0.5;
        read->results.hash = "other";
        read->results.marks.replace(3 * markDigits, markDigits, markDigits, 'x');
        read->machine[0].second = "another processor";
        auto outcome = again(*read);
        QVERIFY(outcome && !outcome->same);
        QString text = QString::fromStdString(outcome->difference.str());
        QVERIFY2(text.contains("row 4, t = 0.03 s: bar1.x was"), qPrintable(text));
        QVERIFY2(text.contains("a difference of -0.5"), qPrintable(text));
        QVERIFY(outcome->reason.str().find("another processor") != std::string::npos);
        // A report holds only the last row.
        read->columns.clear();
        read->results.lastRow[1] += 0.25;
        outcome = again(*read);
        text = QString::fromStdString(outcome->difference.str());
        QVERIFY2(text.contains("row 4, t = 0.03 s; in the last row, t = 0.1 s, bar1.x was"),
                 qPrintable(text));
    }
    void timesOfPhasesAreNoResults() {
        const auto model = modelOf("resources/examples/four_bar.momentree.json");
        const RowLayout layout(*model);
        const auto columns = resultColumns(layout);
        QCOMPARE(columns.size() + phaseCount, layout.names().size());
        for (const int column : columns)
            QVERIFY(layout.names()[static_cast<std::size_t>(column)].find("phase.") != 0);
    }
};

MOMENTREE_TEST(TestProvenance, Appless)

}  // namespace momentree::test_provenance
#include "test_provenance.moc"
