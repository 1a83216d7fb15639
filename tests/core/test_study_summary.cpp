// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <cmath>

#include "core/study/summary.hpp"
#include "support/pendulum_catalogue.hpp"
#include "support/test_main.hpp"

namespace momentree::test_study_summary {
namespace {

/// One body on one joint.
Model smallModel() {
    Model model;
    model.bodies.resize(1);
    model.bodies[0].name = "B";
    model.joints.resize(1);
    model.joints[0].name = "J";
    return model;
}

/// x = sin(t) + offset, fx = 3 t + offset, total = 5 + t^2, drift norms 1e-6 t, 1e-5 t and nan.
void addRow(Recording& recording, const RowLayout& layout, double t, double offset) {
    const std::span<double> row = recording.nextRow();
    std::ranges::fill(row, 0.0);
    const auto set = [&](int column, double value) {
        row[static_cast<std::size_t>(column)] = value;
    };
    set(0, t);
    set(layout.body(0), std::sin(t) + offset);
    set(layout.body(0) + 7, std::cos(t));
    set(layout.jointReaction(0), 3.0 * t + offset);
    set(layout.jointReaction(0) + 4, -2.0 * offset);
    set(layout.total(), 5.0 + t * t);
    set(layout.column("balance"), -1e-3 * std::sin(2.0 * t));
    set(layout.driftPosition(), 1e-6 * t);
    set(layout.driftVelocity(), 1e-5 * t);
    set(layout.driftAcceleration(), notKnown);
    recording.commit();
}

struct Made {
    Model model = smallModel();
    RowLayout layout{model};
    Recording recording{layout.width(), 10'000};
    Made() = default;
    Made(double interval, int rows, double offset = 0.0) { add(interval, 0, rows, offset); }
    void add(double interval, int from, int to, double offset) {
        for (int k = from; k < to; ++k) addRow(recording, layout, interval * k, offset);
    }
};

RunExtremes extremesOf(const Made& run, const Made* reference = nullptr) {
    RunExtremes extremes;
    takeIn(extremes, run.model, run.layout, run.recording,
           reference != nullptr ? &reference->recording : nullptr);
    return extremes;
}

bool near(double value, double expected, double tolerance = 1e-15) {
    return std::abs(value - expected) <= tolerance;
}

std::string textOf(const RunSummary& run, const std::string& title) {
    for (const SummaryColumn& column : summaryColumns())
        if (title == column.title) return column.text(run);
    return "no such column";
}

}  // namespace

class TestStudySummary : public QObject {
    Q_OBJECT

private slots:
    void largestOfARun() {
        const Made run(0.01, 101);
        const RunExtremes extremes = extremesOf(run);
        QCOMPARE(extremes.rows, std::size_t(101));
        QVERIFY(near(extremes.initialEnergy, 5.0));
        QVERIFY(near(extremes.energyError, 1.0));
        QVERIFY(near(extremes.driftPosition, 1e-6));
        QVERIFY(near(extremes.driftVelocity, 1e-5));
        QVERIFY(std::isnan(extremes.driftAcceleration));
        QVERIFY(std::isnan(extremes.positionDifference));
        // Largest in the middle of the run.
        QVERIFY(near(extremes.balance, 1e-3, 1e-5));
    }

    /// Rows at equal times are compared for any intervals, without interpolation error.
    void comparesAtCommonInstants_data() {
        QTest::addColumn<double>("interval");
        QTest::newRow("equal") << 0.01;
        QTest::newRow("finer") << 0.002;
        QTest::newRow("coarser") << 0.05;
        QTest::newRow("two thirds") << 0.015;
        QTest::newRow("a sixtieth") << 1.0 / 60.0;
    }
    void comparesAtCommonInstants() {
        QFETCH(double, interval);
        const Made run(interval, 1 + static_cast<int>(std::lround(3.0 / interval)), 1e-9),
            reference(0.01, 301);
        const RunExtremes extremes = extremesOf(run, &reference);
        QVERIFY(!extremes.interpolated);
        // Two roundings of numbers of order 10.
        QVERIFY(near(extremes.positionDifference, 1e-9, 1e-15));
        QVERIFY(near(extremes.finalDifference, 1e-9, 1e-15));
        QVERIFY(near(extremes.forceDifference, 1e-9, 4e-15));
        QVERIFY(near(extremes.momentDifference, 2e-9, 1e-15));
        QVERIFY(near(extremes.energyDifference, 0.0, 4e-15));
    }

    void interpolatesWhereRowsNeverMeet() {
        double before = 0.0;
        for (const double interval : {0.2, 0.1, 0.05}) {
            const Made run(0.01 * std::sqrt(2.0), 200),
                reference(interval, 1 + static_cast<int>(3.0 / interval));
            const RunExtremes extremes = extremesOf(run, &reference);
            QVERIFY(extremes.interpolated);
            // For a sine, at most h^4 / 384.
            QVERIFY(extremes.positionDifference < std::pow(interval, 4) / 384.0);
            QVERIFY(before == 0.0 || before / extremes.positionDifference > 12.0);
            before = extremes.positionDifference;
            QVERIFY(near(extremes.forceDifference, 0.0, 1e-13));  // linear in time
        }
    }

    void growingRunsGiveTheSameAsWholeOnes() {
        const Made whole(0.01, 201, 1e-3), wholeReference(0.02, 101);
        const RunExtremes all = extremesOf(whole, &wholeReference);
        Made run, reference;
        RunExtremes extremes;
        for (int k = 0; k < 20; ++k) {
            run.add(0.01, 10 * k, 10 * (k + 1), 1e-3);
            if (k % 3 == 0)
                takeIn(extremes, run.model, run.layout, run.recording, &reference.recording);
            reference.add(0.02, 5 * k, 5 * (k + 1), 0.0);
        }
        run.add(0.01, 200, 201, 1e-3);
        reference.add(0.02, 100, 101, 0.0);
        takeIn(extremes, run.model, run.layout, run.recording, &reference.recording);
        QCOMPARE(extremes.rows, all.rows);
        QCOMPARE(extremes.compared, all.compared);
        QVERIFY(extremes.energyError == all.energyError);
        QVERIFY(extremes.positionDifference == all.positionDifference);
        QVERIFY(extremes.forceDifference == all.forceDifference);
    }

    void aRunLongerThanItsReferenceIsComparedAsFarAsThatGoes() {
        const Made run(0.01, 201, 1e-3), reference(0.01, 101);
        const RunExtremes extremes = extremesOf(run, &reference);
        QCOMPARE(extremes.compared, std::size_t(101));
        QVERIFY(near(extremes.positionDifference, 1e-3, 1e-15));
    }

    void otherModelsAreNotCompared() {
        const Made run(0.01, 101);
        Recording other(run.layout.width() + 1, 10);
        std::ranges::fill(other.nextRow(), 0.0);
        other.commit();
        RunExtremes extremes;
        takeIn(extremes, run.model, run.layout, run.recording, &other);
        QVERIFY(std::isnan(extremes.positionDifference));
    }

    void tableShowsARun() {
        RunSummary run;
        run.name = "hdca";
        run.steps = 1000;
        run.newtonIterations = 2500;
        run.extremes.energyError = 1.23456e-7;
        run.status = "done";
        QCOMPARE(textOf(run, "run"), std::string("hdca"));
        QCOMPARE(textOf(run, "steps"), std::string("1000"));
        QCOMPARE(textOf(run, "energy error"), std::string("1.23e-07"));
        QCOMPARE(textOf(run, "newton/step"), std::string("2.5"));
        QCOMPARE(textOf(run, "differs"), std::string("-"));
        QCOMPARE(textOf(run, "status"), std::string("done"));
        QCOMPARE(std::string(summaryColumns().front().title), std::string("run"));
        QCOMPARE(heading(summaryColumns()[2]), std::string("wall [s]"));
    }

    void summaryOfASession() {
        RunSpec spec;
        spec.formulation = "pendulum";
        spec.integrator = "rk4";
        spec.duration = 1.0;
        auto session = Session::create(test::pendulumCatalogue(), test::pendulumModel(), spec);
        QVERIFY(session);
        QCOMPARE(summaryOf("p", **session).status, std::string("paused"));
        (*session)->setSpeed(0.0);
        (*session)->play();
        QTRY_COMPARE(summaryOf("p", **session).status, std::string("done"));
        const RunSummary run = summaryOf("p", **session, session->get());
        QCOMPARE(run.steps, 1000);
        QCOMPARE(run.evaluations, 4000);
        QVERIFY(std::abs(run.realTimeFactor * run.wall - 1.0) < 1e-12);
        QVERIFY(std::isnan(run.extremes.positionDifference));
        QCOMPARE(run.extremes.rows, std::size_t(101));
    }
};

MOMENTREE_TEST(TestStudySummary, Appless)

}  // namespace momentree::test_study_summary
#include "test_study_summary.moc"
