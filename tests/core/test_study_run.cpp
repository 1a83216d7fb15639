// SPDX-License-Identifier: Apache-2.0
// Running studies: results, their storage, and errors against costs.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/io/model_file.hpp"
#include "core/study/planned_run.hpp"
#include "core/study/run_store.hpp"
#include "core/study/run_study.hpp"
#include "core/study/tables.hpp"
#include "support/test_main.hpp"

namespace momentree::test_study_run {
namespace {

const QString resources = QStringLiteral(MOMENTREE_SOURCE_DIR "/resources");

ModelDescription pendulum() {
    const auto model =
        readModelFile((resources + "/examples/double_pendulum.momentree.json").toStdString());
    if (!model) qFatal("%s", toString(model.error().front()).c_str());
    return *model;
}

std::vector<PlannedRun> planOf(const std::string& members) {
    const auto study =
        readStudyText("{\"version\": 1, \"name\": \"s\", \"model\": \"m\", " + members + "}", "s");
    if (!study) qFatal("%s", toString(study.error().front()).c_str());
    const auto plan = expand(*study);
    if (!plan) qFatal("%s", toString(plan.error().front()).c_str());
    return *plan;
}

/// Six short runs against a computed reference.
std::vector<PlannedRun> smallPlan() {
    return planOf(
        "\"run\": {\"duration\": 0.2, \"sample\": 0.02}, \"sweep\": ["
        "{\"setting\": \"formulation\", \"values\": [\"hdca\", \"lagrange-index1\"]},"
        "{\"setting\": \"step\", \"values\": [0.01, 0.005, 0.0025]}],"
        "\"reference\": {\"run\": {\"formulation\": \"aba\", \"step\": 0.0005}}");
}

struct StudyResult {
    StudyOutcome outcome;
    StudyProgress progress;
    std::size_t found = 0;  ///< runs reported
};

StudyResult run(const ModelDescription& model, const std::vector<PlannedRun>& plan,
                StudyOptions options = {}, std::stop_token stop = {}) {
    StudyResult result;
    options.onProgress = [&](const StudyProgress& now) { result.progress = now; };
    options.onRun = [&](std::size_t, const RunSummary&) { ++result.found; };
    result.outcome = runStudy(Catalogue(), model, plan, options, std::move(stop));
    return result;
}

StudyOptions keptIn(const QTemporaryDir& folder) {
    StudyOptions options;
    options.folder = folder.path().toStdString();
    return options;
}

/// Everything that does not depend on the machine.
std::string figuresOf(RunSummary run) {
    run.wall = run.realTimeFactor = 0.0;
    return summaryText(run);
}

QList<QStringList> tableIn(const QString& path) {
    QFile file(path);
    QList<QStringList> rows;
    if (file.open(QIODevice::ReadOnly))
        for (const QString& line :
             QString::fromUtf8(file.readAll()).split("\r\n", Qt::SkipEmptyParts))
            rows << line.split(',');
    return rows;
}

RunSummary pointOn(const std::string& formulation, std::int64_t steps, double error) {
    RunSummary run;
    run.spec.formulation = formulation;
    run.spec.integrator = "rk4";
    run.spec.step = 1.0 / static_cast<double>(steps);
    run.status = "done";
    run.steps = steps;
    run.extremes.positionDifference = error;
    return run;
}

}  // namespace

class TestStudyRun : public QObject {
    Q_OBJECT

private slots:
    /// Several threads give the same results as single runs.
    void resultsDoNotDependOnJobs() {
        const auto plan = smallPlan();
        StudyOptions serial, parallel;
        serial.jobs = 1;
        parallel.jobs = 4;
        const StudyResult one = run(pendulum(), plan, serial),
                          four = run(pendulum(), plan, parallel);
        QCOMPARE(one.found, std::size_t(7));
        QCOMPARE(four.progress.done, std::size_t(7));
        for (std::size_t k = 0; k < plan.size(); ++k) {
            QVERIFY(one.outcome.runs[k] && four.outcome.runs[k]);
            QCOMPARE(one.outcome.runs[k]->name, plan[k].name);
            QCOMPARE(figuresOf(*one.outcome.runs[k]), figuresOf(*four.outcome.runs[k]));
            QCOMPARE(one.outcome.runs[k]->status, std::string("done"));
            QCOMPARE(one.outcome.runs[k]->steps, std::lround(0.2 / plan[k].run.step));
        }
        QVERIFY(std::isnan(one.outcome.runs[0]->extremes.positionDifference));
        for (std::size_t k = 1; k < plan.size(); ++k)
            QVERIFY(one.outcome.runs[k]->extremes.positionDifference > 0.0);
    }

    /// Runs that no reference of the same parameters measures are checked with half the step.
    void checksWhatNoReferenceShows() {
        const auto result = run(pendulum(), planOf(R"("run": {"integrator": "explicit-euler",
            "step": 0.005, "duration": 0.5, "sample": 0.05}, "runs": [{"name": "a"}, {"name": "b",
            "run": {"step": 0.001}}], "sweep": [{"parameter": "L", "values": [0.3, 0.4]}])"),
                                {});
        const auto& runs = result.outcome.runs;
        QCOMPARE(result.found, std::size_t(4));
        for (const auto& one : runs) {
            const bool measured = one->name == "b+L=0.3";  // by the reference, a+L=0.3
            QCOMPARE(std::isnan(one->positionError), measured);
            QVERIFY(!one->warning.empty());
            QCOMPARE(one->status, std::string("done"));
            const auto read = readSummary(summaryText(*one));
            QVERIFY(read && read->warning == one->warning);
        }
        const std::string table = summaryCsv(std::vector<RunSummary>{*runs[0]});
        QVERIFY(table.find("position error [m]") != std::string::npos);
        QVERIFY(table.find("done; warning: ") != std::string::npos);
    }

    /// Of a run that a reference measures, what the settings alone tell.
    void settingsAreWarnedOf() {
        ModelDescription fast = pendulum();
        fast.jointStarts.clear();
        JointStart& start = fast.jointStarts.emplace_back();
        start.joint = fast.joints[0].name;
        start.u.emplace_back(100.0);
        const auto result = run(fast, planOf(R"("run": {"integrator": "rk4", "duration": 0.02,
            "sample": 0.01}, "runs": [{"name": "fine", "run": {"step": 1e-4}},
            {"name": "coarse", "run": {"step": 0.005}}])"),
                                {});
        const auto& runs = result.outcome.runs;
        QCOMPARE(runs[0]->warning, std::string());
        QVERIFY2(runs[1]->warning.find("is long for 100 rad/s") != std::string::npos,
                 runs[1]->warning.c_str());
    }

    /// Members of a sweep share lanes; this affects only `sideBySide`.
    void sweepsShareLanes() {
        const auto plan = planOf(
            "\"run\": {\"formulation\": \"naudet\", \"integrator\": \"rk4\", \"step\": 0.002,"
            "\"duration\": 0.2, \"sample\": 0.02}, \"sweep\": ["
            "{\"parameter\": \"L\", \"values\": [0.2, 0.3, 0.4, 0.5, 0.6]}]");
        StudyOptions serial, parallel;
        serial.jobs = 1;
        parallel.jobs = 5;
        const StudyResult one = run(pendulum(), plan, serial),
                          five = run(pendulum(), plan, parallel);
        for (std::size_t k = 0; k < plan.size(); ++k) {
            RunSummary together = *one.outcome.runs[k];
            QCOMPARE(together.status, std::string("done"));
            // The first is the reference, which is computed before the others.
            QCOMPARE(together.sideBySide, k == 0 ? 0 : 3);
            QCOMPARE(five.outcome.runs[k]->sideBySide, 0);
            together.sideBySide = 0;
            QCOMPARE(figuresOf(together), figuresOf(*five.outcome.runs[k]));
        }
    }

    void finishedRunsAreNotRepeated() {
        QTemporaryDir folder;
        const auto plan = smallPlan();
        const StudyResult first = run(pendulum(), plan, keptIn(folder));
        QCOMPARE(first.progress.computed, std::size_t(7));
        const StudyResult again = run(pendulum(), plan, keptIn(folder));
        QCOMPARE(again.progress.computed, std::size_t(0));
        QCOMPARE(again.progress.done, std::size_t(7));
        for (std::size_t k = 0; k < plan.size(); ++k)
            QCOMPARE(summaryText(*again.outcome.runs[k]), summaryText(*first.outcome.runs[k]));
    }

    void whatChangedIsRunAgain() {
        QTemporaryDir folder;
        auto plan = smallPlan();
        run(pendulum(), plan, keptIn(folder));
        plan[3].run.baumgarte = 5.0;
        plan[5].name = "another name";
        const StudyResult changed = run(pendulum(), plan, keptIn(folder));
        QCOMPARE(changed.progress.computed, std::size_t(1));
        QCOMPARE(changed.outcome.runs[5]->name, std::string("another name"));
        ModelDescription other = pendulum();
        other.parameters[0].value = 0.5;
        QCOMPARE(run(other, plan, keptIn(folder)).progress.computed, std::size_t(7));
        // A new reference changes every comparison.
        plan[0].run.step = 0.001;
        QCOMPARE(run(pendulum(), plan, keptIn(folder)).progress.computed, std::size_t(7));
    }

    void brokenAndHalfResultsAreRunAgain() {
        QTemporaryDir folder;
        const auto plan = smallPlan();
        run(pendulum(), plan, keptIn(folder));
        const auto keys = runKeys(pendulum(), plan);
        const auto summary = [&](std::size_t k) {
            return QString::fromStdString(runFolder(folder.path().toStdString(), keys[k])) +
                   "/summary.json";
        };
        QFile cut(summary(2));
        QVERIFY(cut.resize(cut.size() / 2));
        QVERIFY(QFile::remove(summary(4)));
        // The table of a reference is needed by the runs compared with it.
        QVERIFY(
            QFile::remove(QString::fromStdString(tablePath(folder.path().toStdString(), keys[0]))));
        QCOMPARE(run(pendulum(), plan, keptIn(folder)).progress.computed, std::size_t(3));
        QCOMPARE(run(pendulum(), plan, keptIn(folder)).progress.computed, std::size_t(0));
    }

    void sharesOfTasksMakeTheWhole() {
        QTemporaryDir folder;
        const auto plan = smallPlan();
        std::size_t computed = 0;
        for (const int task : {2, 1, 3}) {
            StudyOptions options = keptIn(folder);
            options.task = task;
            options.tasks = 3;
            computed += run(pendulum(), plan, options).progress.computed;
        }
        QCOMPARE(computed, plan.size());  // the reference once, by the first task
        const StudyResult whole = run(pendulum(), plan, keptIn(folder));
        QCOMPARE(whole.progress.computed, std::size_t(0));
        const StudyResult direct = run(pendulum(), plan);
        for (std::size_t k = 0; k < plan.size(); ++k)
            QCOMPARE(figuresOf(*whole.outcome.runs[k]), figuresOf(*direct.outcome.runs[k]));
    }

    void aStopKeepsWhatIsFinished() {
        QTemporaryDir folder;
        auto plan = smallPlan();
        plan[6].run.duration = 1e4;  // practically endless
        plan[6].run.sample = 10.0;
        StudyOptions options = keptIn(folder);
        options.jobs = 1;
        std::stop_source stop;
        std::size_t done = 0;
        options.onProgress = [&](const StudyProgress& now) {
            done = now.done;
            if (now.done == 6) stop.request_stop();
        };
        const auto outcome = runStudy(Catalogue(), pendulum(), plan, options, stop.get_token());
        QVERIFY(outcome.interrupted);
        QVERIFY(!outcome.runs[6]);
        QCOMPARE(done, std::size_t(6));
        plan[6] = smallPlan()[6];
        QCOMPARE(run(pendulum(), plan, keptIn(folder)).progress.computed, std::size_t(1));
    }

    void runsThatFailAreRows() {
        const auto plan = planOf(
            "\"run\": {\"duration\": 1000, \"sample\": 1}, \"runs\": [{\"name\": \"good\", "
            "\"run\": "
            "{\"duration\": 1, \"sample\": 0.5}},"
            "{\"name\": \"diverges\", \"run\": {\"integrator\": \"explicit-euler\", \"step\": "
            "0.5}},"
            "{\"name\": \"impossible\", \"run\": {\"formulation\": \"hdca\", \"integrator\": "
            "\"trapezoidal\"}},"
            "{\"name\": \"unknown\", \"run\": {\"formulation\": \"hdac\"}},"
            "{\"name\": \"massless\", \"parameters\": {\"m\": -1}}]");
        const StudyResult result = run(pendulum(), plan);
        QCOMPARE(result.progress.failed, std::size_t(4));
        const auto status = [&](std::size_t k) {
            return QString::fromStdString(result.outcome.runs[k]->status);
        };
        QCOMPARE(status(0), QString("done"));
        QVERIFY2(status(1).startsWith("failed: ") && status(1).contains("diverged"),
                 qPrintable(status(1)));
        QVERIFY2(status(2).startsWith("refused: ") && status(2).contains("trapezoidal"),
                 qPrintable(status(2)));
        QVERIFY2(status(3).contains("there is hdca"), qPrintable(status(3)));
        QVERIFY2(status(4).startsWith("refused: "), qPrintable(status(4)));
    }

    void aFolderThatCannotBeWrittenEndsTheStudy() {
        StudyOptions options;
        options.folder = "/proc/nowhere";
        const StudyResult result = run(pendulum(), smallPlan(), options);
        QVERIFY(!result.outcome.problems.empty());
        QVERIFY(!result.outcome.runs[1]);
    }

    void storedTablesReadBackExactly() {
        QTemporaryDir folder;
        const auto plan = smallPlan();
        StudyOptions options = keptIn(folder);
        options.tables = true;
        run(pendulum(), plan, options);
        const auto keys = runKeys(pendulum(), plan);
        const ModelDescription description = pendulum();
        ModelShelf shelf(description);
        for (const std::size_t k : {0UL, 4UL}) {
            const PlannedRun* const alone[] = {&plan[k]};
            const auto noReference = [](const PlannedRun&, const RowLayout&) {
                return std::shared_ptr<const Recording>();
            };
            const FinishedRun again =
                runPlanned(Catalogue(), shelf, alone, noReference, {}).front();
            const auto read =
                readTable(tablePath(folder.path().toStdString(), keys[k]), *again.layout);
            QVERIFY(read);
            QCOMPARE((*read)->size(), again.recording->size());
            for (std::size_t row = 0; row < (*read)->size(); ++row)
                for (int column = 0; column < again.layout->csvWidth(); ++column)
                    QVERIFY((*read)->at(row, column) == again.recording->at(row, column));
        }
    }

    void mergedTableIsThatOfTheRuns() {
        QTemporaryDir folder;
        const auto plan = smallPlan();
        StudyOptions options = keptIn(folder);
        options.tables = true;
        run(pendulum(), plan, options);
        const auto keys = runKeys(pendulum(), plan);
        const auto model = *buildModel(pendulum());
        const RowLayout layout(*model);
        std::vector<TableFile> files;
        std::vector<std::shared_ptr<const Recording>> recordings;
        std::vector<CsvRun> runs;
        for (std::size_t k = 0; k < plan.size(); ++k) {
            files.push_back({plan[k].name, tablePath(options.folder, keys[k]), 0.02});
            recordings.push_back(*readTable(files.back().path, layout));
            runs.push_back({plan[k].name, recordings.back().get()});
        }
        for (const CsvColumns columns : {CsvColumns::All, CsvColumns::Probes}) {
            const QString merged = folder.filePath("merged.csv"), direct = folder.filePath("d.csv");
            QVERIFY(mergeTables(files, layout, columns, merged.toStdString()));
            QVERIFY(writeCsv(runs, layout, columns, direct.toStdString()));
            QVERIFY(tableIn(merged).size() == 12);
            QCOMPARE(tableIn(merged), tableIn(direct));
        }
        files[1].sample = 0.01;
        const auto refused = mergeTables(files, layout, CsvColumns::All, "/dev/null");
        QVERIFY(!refused);
        QVERIFY(toString(refused.error().front()).find("'sample'") != std::string::npos);
    }

    void rowsAreMergedByTheirTimes() {
        QTemporaryDir folder;
        Model empty;
        const RowLayout layout(empty);
        const auto write = [&](const char* name, const std::vector<double>& times) {
            Recording recording(layout.width(), times.size());
            for (const double time : times) {
                const auto row = recording.nextRow();
                std::ranges::fill(row, 0.0);
                row[0] = time;
                row[static_cast<std::size_t>(layout.kinetic())] = 10.0 * time;
                recording.commit();
            }
            const std::string path = folder.filePath(name).toStdString();
            if (!writeCsv(recording, layout, CsvColumns::Recorded, path)) qFatal("cannot write");
            return path;
        };
        // The second run failed between two samples.
        const std::vector<TableFile> files{{"a", write("a", {0.0, 0.1, 0.2, 0.3}), 0.1},
                                           {"b", write("b", {0.0, 0.1, 0.15}), 0.1}};
        const QString merged = folder.filePath("m.csv");
        QVERIFY(mergeTables(files, layout, CsvColumns::All, merged.toStdString()));
        const auto rows = tableIn(merged);
        QCOMPARE(rows.size(), 5);
        QCOMPARE(rows[0][1], QString("a.kinetic"));
        const auto b = rows[0].indexOf("b.kinetic");
        QCOMPARE(rows[2][b], QString("1"));
        QCOMPARE(rows[3][0], QString("0.2"));
        QCOMPARE(rows[3][1], QString("2"));
        QCOMPARE(rows[3][b], QString("nan"));
        QCOMPARE(rows[4][b], QString("nan"));
    }

    void summariesReadBack() {
        RunSummary summary;
        summary.name = "a \"name\", with everything";
        summary.status = "failed: at t = 1 s";
        summary.parameters = {{"L", "2*x"}, {"m", "3"}};
        summary.spec.formulation = "index3-dca";
        summary.spec.modifiedNewton = true;
        summary.steps = 123456789012;
        summary.wall = 0.1;
        summary.extremes.energyError = 1.0 / 3.0;
        const auto read = readSummary(summaryText(summary));
        QVERIFY(read);
        QCOMPARE(summaryText(*read), summaryText(summary));
        QCOMPARE(read->steps, summary.steps);
        QVERIFY(read->spec.modifiedNewton);
        QVERIFY(read->extremes.energyError == 1.0 / 3.0);
        QVERIFY(std::isnan(read->extremes.driftPosition));
        QVERIFY(!readSummary("{}"));
        const std::string csv = summaryCsv(std::span(&summary, 1));
        QVERIFY(csv.starts_with("run,formulation,"));
        QVERIFY(csv.find("\r\n\"a \"\"name\"\", with everything\",index3-dca,") !=
                std::string::npos);
    }

    /// Errors that fall as steps^-4 until rounding limits them.
    void orderIsFittedWhereErrorsFall() {
        std::vector<RunSummary> runs;
        for (const std::int64_t steps : {800, 100, 200, 400, 1600, 3200})
            runs.push_back(
                pointOn("hdca", steps,
                        steps > 800 ? 2e-11 : 10.0 * std::pow(static_cast<double>(steps), -4)));
        runs.push_back(pointOn("aba", 100, 1e-3));
        runs.push_back(pointOn("aba", 200, 1e-5));
        runs.back().status = "failed: for a test";
        const auto curves = workPrecision(runs);
        QCOMPARE(curves.size(), std::size_t(2));
        QCOMPARE(curves[0].name, std::string("hdca+rk4"));
        QCOMPARE(curves[0].points.size(), std::size_t(6));
        QCOMPARE(curves[0].points[0].steps, 100);
        QCOMPARE(curves[0].points[0].run, std::size_t(1));
        QCOMPARE(curves[0].fitted, std::size_t(4));
        QVERIFY(std::abs(curves[0].order - 4.0) < 1e-9);
        QCOMPARE(curves[1].points.size(), std::size_t(1));
        QVERIFY(std::isnan(curves[1].order));
    }

    void curvesAreToldApartByWhatDiffers() {
        std::vector<RunSummary> runs(3, pointOn("hdca", 100, 1e-3));
        runs[1].spec.baumgarte = 5.0;
        runs[2].parameters = {{"L", "2"}};
        runs[0].parameters = runs[1].parameters = {{"L", "1"}};
        const auto curves = workPrecision(runs);
        QCOMPARE(curves.size(), std::size_t(3));
        QCOMPARE(curves[0].name, std::string("hdca+rk4+baumgarte=0+L=1"));
        QCOMPARE(curves[1].name, std::string("hdca+rk4+baumgarte=5+L=1"));
        QCOMPARE(curves[2].name, std::string("hdca+rk4+baumgarte=0+L=2"));
    }

    /// Orders of methods, measured by a whole study.
    void methodsHaveTheirOrder() {
        const auto plan = planOf(
            "\"run\": {\"duration\": 0.4, \"sample\": 0.04}, \"sweep\": ["
            "{\"setting\": \"integrator\", \"values\": [\"rk4\", \"semi-implicit-euler\", "
            "\"explicit-euler\", \"implicit-midpoint\"]},"
            "{\"setting\": \"step\", \"values\": [0.004, 0.002, 0.001, 0.0005]}],"
            "\"reference\": {\"run\": {\"formulation\": \"aba\", \"integrator\": \"rk4\", "
            "\"step\": 0.0001}}");
        const StudyResult result = run(pendulum(), plan);
        std::vector<RunSummary> runs;
        for (const auto& summary : result.outcome.runs) runs.push_back(*summary);
        const auto curves = workPrecision(runs);
        QCOMPARE(curves.size(), std::size_t(4));
        const std::array<double, 4> orders{4.0, 1.0, 1.0, 2.0};
        for (std::size_t k = 0; k < orders.size(); ++k) {
            QCOMPARE(curves[k].fitted, std::size_t(4));
            // Steps are not small enough for a tighter bound.
            QVERIFY2(std::abs(curves[k].order - orders[k]) < 0.1 * orders[k],
                     std::to_string(curves[k].order).c_str());
            QCOMPARE(curves[k].points[0].step, 0.004);
        }
    }
};

MOMENTREE_TEST(TestStudyRun, Appless)

}  // namespace momentree::test_study_run
#include "test_study_run.moc"
