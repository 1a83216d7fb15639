// SPDX-License-Identifier: Apache-2.0
// Estimated errors of runs against true ones, and advice on steps.
#include <QTest>
#include <cmath>

#include "core/io/model_file.hpp"
#include "core/io/results.hpp"
#include "core/model/evaluate.hpp"
#include "core/number_text.hpp"
#include "core/session/run.hpp"
#include "core/session/run_limits.hpp"
#include "core/session/run_origin.hpp"
#include "core/study/error_sources.hpp"
#include "core/study/report_facts.hpp"
#include "support/test_main.hpp"
#include "tests/support/pendulum_catalogue.hpp"

namespace momentree::test_errors {
namespace {

/// An example with one of its parameters set, or as it is.
std::shared_ptr<const Model> example(const std::string& name, const std::string& parameter = {},
                                     double value = 0.0) {
    auto read =
        readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/" + name + ".momentree.json");
    if (!read) qFatal("%s", toString(read.error().front(), name).c_str());
    if (!parameter.empty() && !giveParameter(*read, parameter, Scalar(value)))
        qFatal("no such parameter");
    auto model = buildModel(std::move(*read));
    if (!model) qFatal("%s", toString(model.error().front(), name).c_str());
    return *model;
}

RunSpec specFor(const Model& model, const std::string& formulation, const std::string& integrator,
                double step, double duration) {
    RunSpec spec = Catalogue().defaults(model, formulation);
    spec.integrator = integrator;
    spec.step = step;
    spec.duration = duration;
    spec.sample = duration / 10.0;
    return spec;
}

std::unique_ptr<Run> finished(const std::shared_ptr<const Model>& model, const RunSpec& spec,
                              const SetupOptions& options, const Catalogue& catalogue = {}) {
    auto run = Run::create(catalogue, model, spec, options);
    if (!run) qFatal("%s", toString(run.error().front(), "run").c_str());
    while (!(*run)->finished())
        if ((*run)->advance({}).status != StepStatus::Reached) qFatal("the run failed");
    return std::move(*run);
}

const SetupOptions estimating{.check = ErrorCheck::Alongside};

/// The double pendulum, released with its first bar near the top.
std::shared_ptr<const Model> highPendulum() {
    ModelDescription description = example("double_pendulum")->description;
    for (JointStart& start : description.jointStarts)
        if (start.joint == "J1") start.q = {Scalar(1.745)};
    auto model = buildModel(std::move(description));
    if (!model) qFatal("%s", toString(model.error().front(), "pendulum").c_str());
    return *model;
}

/// The largest distance of centres of mass between two runs.
double largestDistance(const Run& a, const Run& b) {
    double largest = 0.0;
    for (std::size_t row = 0; row < a.recording()->size(); ++row)
        for (int i = 0; i < static_cast<int>(a.model().bodies.size()); ++i) {
            const auto r = [&](const Run& run) {
                return Vector3d(run.recording()->row(row).data() + run.layout().body(i));
            };
            largest = std::max(largest, (r(a) - r(b)).norm());
        }
    return largest;
}

std::string allNotes(const Run& run) {
    std::string all;
    for (const RunNote& note : run.notes()) all += std::string(note.text.id) + ' ';
    return all;
}

std::vector<Message> warningsOf(const std::shared_ptr<const Model>& model, const RunSpec& spec) {
    Diagnostics warnings;
    if (!setUpRun(Catalogue(), model, spec, {.warnings = &warnings})) qFatal("not set up");
    std::vector<Message> messages;
    for (const Diagnostic& d : warnings) messages.push_back(d.message);
    return messages;
}

}  // namespace

class TestErrors : public QObject {
    Q_OBJECT
private slots:
    void isCloseToTheTrueError_data() {
        QTest::addColumn<std::string>("formulation");
        QTest::addColumn<std::string>("integrator");
        QTest::addColumn<double>("step");
        const auto row = [](const char* formulation, const char* integrator, double step) {
            QTest::addRow("%s %s", formulation, integrator)
                << std::string(formulation) << std::string(integrator) << step;
        };
        row("hdca", "rk4", 0.01);
        row("lagrange-index1", "rk4", 0.01);
        row("aba", "abm4", 0.01);
        row("naudet", "explicit-euler", 1e-4);
        row("naudet", "semi-implicit-euler", 1e-4);
        row("aba", "implicit-midpoint", 2e-3);
        row("index3-dca", "trapezoidal", 2e-3);
        row("index3-dca", "newmark", 2e-3);
        row("generalized-alpha", "alpha-index2", 2e-3);
        row("rattle", "rattle", 2e-3);
        row("energy-momentum", "energy-momentum", 2e-3);
        row("hdca", "dopri5", 0.01);
        row("aba", "cvode-adams", 0.01);
    }
    void isCloseToTheTrueError() {
        QFETCH(std::string, formulation);
        QFETCH(std::string, integrator);
        QFETCH(double, step);
        const auto model = example("double_pendulum");
        RunSpec spec = specFor(*model, formulation, integrator, step, 1.0);
        spec.relativeTolerance = spec.absoluteTolerance = 1e-6;
        const auto run = finished(model, spec, estimating);
        RunSpec exact = specFor(*model, "hdca", "rk4", 2e-4, 1.0);
        exact.sample = spec.sample;
        const double truth = largestDistance(*run, *finished(model, exact, {}));
        const double estimate = run->errors()->largest.positions;
        for (const RunNote& note : run->notes()) QVERIFY(note.text.id == "positions-uncertain");
        // The next order of the error and, for tolerances, the error of the second run.
        QVERIFY2(estimate > 0.5 * truth && estimate < 2.0 * truth,
                 qPrintable(QStringLiteral("%1 estimated, %2 is true").arg(estimate).arg(truth)));
    }

    /// Over many turns, a run with slightly tighter tolerances is off by almost as much.
    void holdsOverManyTurns_data() {
        QTest::addColumn<std::string>("integrator");
        for (const char* id : {"cvode-bdf", "cvode-adams", "dopri5"})
            QTest::newRow(id) << std::string(id);
    }
    void holdsOverManyTurns() {
        QFETCH(std::string, integrator);
        const auto model = example("heavy_top");
        RunSpec spec = specFor(*model, "naudet", integrator, 1e-3, 10.0);
        spec.sample = 0.05;
        spec.relativeTolerance = 1e-4;
        spec.absoluteTolerance = 1e-5;
        const auto run = finished(model, spec, estimating);
        spec.integrator = "dopri5";
        spec.relativeTolerance = 1e-12;
        spec.absoluteTolerance = 1e-13;
        const double truth = largestDistance(*run, *finished(model, spec, {}));
        const double estimate = run->errors()->largest.positions;
        QVERIFY2(estimate > 0.9 * truth,
                 qPrintable(QStringLiteral("%1 estimated, %2 is true").arg(estimate).arg(truth)));
    }

    void changesNoBit() {
        const auto model = example("four_bar");
        const RunSpec spec = specFor(*model, "naudet", "rk4", 1e-3, 0.2);
        const auto with = finished(model, spec, estimating), without = finished(model, spec, {});
        QVERIFY(with->errors() && !without->errors());
        QCOMPARE(largestDistance(*with, *without), 0.0);
        QCOMPARE(with->steps(), without->steps());
    }

    void hasARowForEachOfTheRun() {
        const auto model = example("single_pendulum");
        RunSpec spec = specFor(*model, "aba", "rk4", 1e-3, 4.0);
        spec.sample = 1e-3;
        // Too little memory for all rows: the older ones are thinned.
        const auto run = finished(model, spec, {.budget = 1, .check = ErrorCheck::Alongside});
        const Recording& rows = *run->recording();
        QVERIFY(rows.thinnings() > 0);
        const auto errors = newest(rows.origin()->errors);
        QCOMPARE(errors->size(), rows.size());
        for (std::size_t row = 0; row < rows.size(); ++row)
            QCOMPARE(errors->at(row, 0), rows.at(row, 0));
        QCOMPARE(errors->at(0, 1), 0.0);
        QCOMPARE(errors->at(rows.size() - 1, 1), run->errors()->last.positions);
    }

    void goesOnAfterAStop() {
        const auto model = example("double_pendulum");
        const RunSpec spec = specFor(*model, "hdca", "rk4", 0.01, 1.0);
        const auto whole = finished(model, spec, estimating);
        auto run = Run::create(Catalogue(), model, spec, estimating);
        std::stop_source stop;
        stop.request_stop();
        while (!(*run)->finished()) {
            QVERIFY((*run)->advance(stop.get_token()).status == StepStatus::Stopped);
            QVERIFY((*run)->advance({}).status == StepStatus::Reached);
        }
        QCOMPARE((*run)->errors()->largest.values(), whole->errors()->largest.values());
        QCOMPARE((*run)->steps(), whole->steps());
    }

    void saysWhereTheMotionIsNotPredicted() {
        const auto model = example("double_pendulum");
        const auto run = finished(model, specFor(*model, "hdca", "rk4", 0.005, 100.0), estimating);
        QVERIFY2(!run->notes().empty(),
                 qPrintable(QString::number(run->errors()->largest.positions)));
        QVERIFY(run->notes().back().text.id == "error-beyond-size");
    }

    /// Runs of which the energy says nothing: they are right, or say that they are not.
    void checksAtTheEnd_data() {
        QTest::addColumn<std::string>("model");
        QTest::addColumn<std::string>("formulation");
        QTest::addColumn<std::string>("integrator");
        QTest::addColumn<double>("step");
        QTest::addColumn<std::string>("note");
        const auto row = [](const char* model, const char* formulation, const char* integrator,
                            double step, const char* note) {
            QTest::addRow("%s %s %s %g", model, formulation, integrator, step)
                << std::string(model) << std::string(formulation) << std::string(integrator) << step
                << std::string(note);
        };
        row("branched_tree", "naudet", "semi-implicit-euler", 1e-3, "positions-unpredicted");
        row("branched_tree", "naudet", "semi-implicit-euler", 1e-5, "positions-uncertain");
        row("branched_tree", "naudet", "rk4", 2e-2, "positions-uncertain");
        row("branched_tree", "naudet", "rk4", 1e-3, "");
        row("spatial_double_pendulum", "rattle", "rattle", 2e-2, "positions-uncertain");
        row("spatial_double_pendulum", "rattle", "rattle", 5e-4, "");
        row("slider_crank", "generalized-alpha", "alpha-index2", 1e-2, "positions-uncertain");
        row("slider_crank", "generalized-alpha", "alpha-index2", 1e-3, "");
        row("branched_tree", "aba", "dopri5", 1e-3, "positions-uncertain-tolerances");
        // In single precision, where half the step in the same precision would tell nothing.
        row("rssr", "hdca", "rk4", 1e-4, "positions-uncertain-single");
    }
    void checksAtTheEnd() {
        QFETCH(std::string, model);
        QFETCH(std::string, formulation);
        QFETCH(std::string, integrator);
        QFETCH(double, step);
        QFETCH(std::string, note);
        const auto mechanism = example(model.c_str());
        RunSpec spec = specFor(*mechanism, formulation, integrator, step, 1.0);
        spec.sample = 0.1;
        if (note.ends_with("single")) spec.backend = "float32";
        if (isAdaptive(integrator)) spec.relativeTolerance = spec.absoluteTolerance = 1e-3;
        const auto run = finished(mechanism, spec, {.check = ErrorCheck::AtEnd});
        const std::string before = allNotes(*run);
        QVERIFY(!run->errors() && before.find("uncertain") == std::string::npos);
        run->checkErrors({});
        QVERIFY(run->errors().has_value());
        const auto along = finished(mechanism, spec, estimating);
        for (std::size_t k = 0; k < ErrorEstimate::count; ++k) {  // rows have unit quaternions
            const double a = run->errors()->largest.values()[k];
            const double b = along->errors()->largest.values()[k];
            QVERIFY2(std::abs(a - b) <= 1e-14 + 1e-9 * b, qPrintable(QString::number(a - b)));
        }
        const std::string after = allNotes(*run);
        QVERIFY2((after.find(note.empty() ? "positions-" : note + " ") == std::string::npos) ==
                     note.empty(),
                 qPrintable(QString::fromStdString(after) +
                            QString::number(run->errors()->largest.angles)));
    }

    /// With two bodies, 200 000 of the 400 000 steps.
    void checksTheFirstPartOfALongRun() {
        const auto model = example("double_pendulum");
        RunSpec spec = specFor(*model, "naudet", "explicit-euler", 1e-6, mostChecked * 1e-6);
        spec.sample = spec.duration / 8;
        const auto run = finished(model, spec, {.check = ErrorCheck::AtEnd});
        run->checkErrors({});
        QVERIFY(run->errors() && run->errors()->largest.positions > 0.0);
        QCOMPARE(run->errors()->comparedUntil, std::optional(0.5 * spec.duration));
        spec.duration = 0.4 * spec.duration;
        const auto shorter = finished(model, spec, {.check = ErrorCheck::AtEnd});
        shorter->checkErrors({});
        QVERIFY(shorter->errors() && !shorter->errors()->comparedUntil);
    }

    void checksNoEndlessRun() {
        const auto model = example("double_pendulum");
        RunSpec spec = specFor(*model, "hdca", "rk4", 1e-3, INFINITY);
        spec.sample = 0.1;
        const auto setup =
            setUpRun(Catalogue(), model, spec, {.budget = 1, .check = ErrorCheck::AtEnd});
        QVERIFY(setup && !setup->errors);
    }

    /// The second run fails; the first one does not notice.
    void saysWhereTheSecondRunEnded() {
        Catalogue catalogue;
        catalogue.add(
            {.id = "fragile", .title = {}, .summary = {}, .make = [](auto&&, const RunSpec& spec) {
                 test::PendulumOptions options;
                 if (spec.step < 9e-3) options.singularAfter = 0.55;
                 return std::make_unique<test::PendulumSystem>(options);
             }});
        RunSpec spec;
        spec.formulation = "fragile";
        spec.integrator = "rk4";
        spec.step = 0.01;
        spec.sample = 0.1;
        spec.duration = 1.0;
        const auto run = finished(test::pendulumModel(), spec, estimating, catalogue);
        const auto errors = run->errors();
        QCOMPARE(run->notes().size(), std::size_t(1));
        QVERIFY(run->notes()[0].text.id == "error-run-failed");
        QVERIFY(errors->last.energy > 0.0);
        const Recording& rows = *newest(run->recording()->origin()->errors);
        QCOMPARE(rows.size(), std::size_t(11));
        QVERIFY(std::isfinite(rows.at(5, 5)) && std::isnan(rows.at(6, 5)));
    }

    void saysWhyThereIsNone() {
        const auto model = example("single_pendulum");
        RunSpec spec = specFor(*model, "aba", "dopri5", 1e-3, 1.0);
        spec.relativeTolerance = 2e-14;
        Diagnostics warnings;
        const auto run = Run::create(Catalogue(), model, spec,
                                     {.warnings = &warnings, .check = ErrorCheck::Alongside});
        QVERIFY(run && !(*run)->errors());
        QCOMPARE(warnings.size(), std::size_t(1));
        QVERIFY(warnings[0].message.id == "error-not-estimated");
    }

    void standsInTheReport() {
        const auto model = example("double_pendulum");
        const auto run = finished(model, specFor(*model, "hdca", "rk4", 0.02, 1.0), estimating);
        ReportFacts facts;
        facts.spec = run->spec();
        facts.errors = run->errors();
        const std::string text = reportText(facts, *run->recording(), run->layout());
        QVERIFY(text.find("\"method\": \"step doubling\"") != std::string::npos);
        QVERIFY(text.find("\"positions\": " + numberText(run->errors()->largest.positions)) !=
                std::string::npos);
    }

    /// A top at 1000 rad/s by the usual step of 1 ms is 2 % wrong; the advised step is good.
    void advisesAgainstLongSteps() {
        const auto top = example("heavy_top", "spin", 1000.0);
        RunSpec spec = specFor(*top, "naudet", "rk4", 1e-3, 0.1);
        const auto warned = warningsOf(top, spec);
        QCOMPARE(warned.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(warned[0].str()),
                 QStringLiteral("0.001 s is long for 1000 rad/s; use at most 0.0002 s"));
        const double coarse = finished(top, spec, estimating)->errors()->largest.angles;
        spec.step = 2e-4;
        QVERIFY(warningsOf(top, spec).empty());
        const double fine = finished(top, spec, estimating)->errors()->largest.angles;
        QVERIFY2(coarse > 0.1, qPrintable(QString::number(coarse)));
        QVERIFY2(fine < 1e-2 && fine < 0.02 * coarse, qPrintable(QString::number(fine)));
        spec.integrator = "implicit-midpoint";
        QCOMPARE(warningsOf(top, spec).size(), std::size_t(1));
        spec.step = 2e-5;
        QVERIFY(warningsOf(top, spec).empty());
        spec.integrator = "dopri5";
        spec.step = 1e-3;
        QVERIFY(warningsOf(top, spec).empty());
    }

    /// Runs whose error has one cause.
    void findsTheSource_data() {
        QTest::addColumn<std::string>("model");
        QTest::addColumn<std::string>("integrator");
        QTest::addColumn<std::string>("backend");
        QTest::addColumn<double>("step");
        QTest::addColumn<double>("duration");
        QTest::addColumn<bool>("correction");
        QTest::addColumn<std::string>("source");
        QTest::addColumn<std::string>("remedy");
        const auto row = [](const char* name, const char* model, const char* integrator,
                            const char* backend, double step, double duration, bool correction,
                            const char* source, const char* remedy) {
            QTest::newRow(name) << std::string(model) << std::string(integrator)
                                << std::string(backend) << step << duration << correction
                                << std::string(source) << std::string(remedy);
        };
        row("long step", "single_pendulum", "explicit-euler", "sequential", 0.01, 1.0, true,
            "method", "halve it to 0.005 s");
        row("single precision", "single_pendulum", "rk4", "float32", 2e-4, 1.0, true, "rounding",
            "sequential");
        row("double precision", "single_pendulum", "rk4", "sequential", 2e-5, 1.0, true, "rounding",
            "cannot help");
        row("open loops", "four_bar", "rk4", "sequential", 0.002, 5.0, false, "drift",
            "correction");
        row("chaos", "double_pendulum", "rk4", "sequential", 0.002, 5.0, true, "growth",
            "double every");
    }
    void findsTheSource() {
        QFETCH(std::string, model);
        QFETCH(std::string, integrator);
        QFETCH(std::string, backend);
        QFETCH(double, step);
        QFETCH(double, duration);
        QFETCH(bool, correction);
        QFETCH(std::string, source);
        QFETCH(std::string, remedy);
        const auto read = model == "double_pendulum" ? highPendulum() : example(model);
        RunSpec spec = specFor(*read, "aba", integrator, step, duration);
        spec.sample = duration / 100.0;
        spec.backend = backend;
        spec.correction = correction;
        const auto found = errorSources(Catalogue(), read, spec);
        if (!found) QFAIL(toString(found.error().front(), model).c_str());
        const std::size_t end = found->parts.size() - 1;
        QCOMPARE(end, std::size_t(100));
        std::string said = found->verdict().str();
        for (std::size_t k = 0; k < errorSourceCount; ++k)
            said += std::string("; ") + nameOf(static_cast<ErrorSource>(k)) + " " +
                    numberText(found->parts[end][k], 3);
        said += "; difference " + numberText(found->difference[end], 3);
        QVERIFY2(nameOf(found->largest()) == source, said.c_str());
        QVERIFY2(said.find(remedy) != std::string::npos, said.c_str());
        // The parts cover what another formulation finds, and grow with time only in chaos by law.
        for (std::size_t k = 0; k <= end; ++k)
            QVERIFY(found->sum(k) >= (1.0 - 1e-12) * found->difference[k]);
        QCOMPARE(found->growthRate > 0.0, source == "growth");
    }
    /// Euler's rule of order 1: the method's part is the true error within a few percent.
    void measuresTheMethod() {
        const auto model = example("single_pendulum");
        RunSpec spec = specFor(*model, "hdca", "explicit-euler", 1e-3, 1.0);
        const auto found = errorSources(Catalogue(), model, spec);
        QVERIFY(found.has_value());
        const double method = found->parts.back()[static_cast<std::size_t>(ErrorSource::Method)];
        QVERIFY2(std::abs(method / found->difference.back() - 1.0) < 0.03,
                 numberText(method / found->difference.back()).c_str());
    }
    void refusesWhatCannotBeCompared() {
        const auto model = example("single_pendulum");
        RunSpec spec = specFor(*model, "hdca", "rk4", 1e-3, 1.0);
        spec.duration = std::numeric_limits<double>::infinity();
        QCOMPARE(errorSources(Catalogue(), model, spec).error().front().place.name,
                 std::string("duration"));
        spec.duration = 1.0;
        spec.backend = "fpga:virtual";
        QVERIFY(!errorSources(Catalogue(), model, spec));
    }
};

MOMENTREE_TEST(TestErrors, Appless)
}  // namespace momentree::test_errors
#include "test_errors.moc"
