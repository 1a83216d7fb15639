// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>
#include <limits>

#include "app/runs/preparation.hpp"
#include "app/runs/record_budget.hpp"
#include "app/runs/run_controller.hpp"
#include "support/test_main.hpp"

namespace momentree::test_run_controller {

using app::Playback;
using app::RunController;

namespace {

QString example(const char* name) {
    return QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/%1.momentree.json").arg(name);
}

std::vector<double> rowOf(const RunController& run, std::size_t index) {
    const auto row = run.session().recording()->row(index);
    return {row.begin(), row.end()};
}

std::size_t rows(const RunController& run) { return run.session().recording()->size(); }

/// Compares the columns that must be bit-identical when repeated: all except phase times.
bool samePhysics(const RunController& run, const std::vector<double>& a,
                 const std::vector<double>& b) {
    const auto width = static_cast<std::size_t>(run.session().layout().csvWidth());
    for (std::size_t k = 0; k < width; ++k)
        if (!(a[k] == b[k] || (std::isnan(a[k]) && std::isnan(b[k])))) return false;
    return true;
}

}  // namespace

class TestRunController : public QObject {
    Q_OBJECT
    std::shared_ptr<const Catalogue> catalogue_ = std::make_shared<const Catalogue>();

    void open(RunController& run, const char* name) {
        QSignalSpy opened(&run, &RunController::runChanged);
        run.open(example(name));
        QTRY_VERIFY(!opened.isEmpty());
    }
    void openPaused(RunController& run, const char* name) {
        open(run, name);
        run.playback().pause();
        QTRY_VERIFY(run.playback().resting());
    }
    void apply(RunController& run, const RunSpec& spec) {
        QSignalSpy changed(&run, &RunController::runChanged);
        run.applySpec(spec);
        QTRY_COMPARE(changed.size(), 1);
    }
    /// Opens a run with this duration, step and sample interval [s], paused.
    void openPausedFor(RunController& run, const char* name, double duration, double step) {
        openPaused(run, name);
        RunSpec spec = run.session().spec();
        spec.duration = duration;
        spec.step = spec.sample = step;
        apply(run, spec);
    }

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("momentree-test-run");
    }
    void cleanup() { QSettings().clear(); }

    void opensAndPlays() {
        RunController run(catalogue_);
        open(run, "four_bar");
        QVERIFY(run.playback().playing());
        QTRY_VERIFY(run.playback().shownTime() > 0.05);
        QVERIFY(run.playback().live());
    }

    void comesToRestWhenPaused() {
        RunController run(catalogue_);
        openPaused(run, "four_bar");
        QVERIFY(!run.playback().playing());
        QCOMPARE(run.playback().shownTime(), run.playback().computedTime());
    }

    void stepsBothWaysThroughTheHistory() {
        RunController run(catalogue_);
        openPaused(run, "four_bar");
        const std::size_t before = rows(run);
        for (std::size_t k = 1; k <= 3; ++k) {
            run.playback().stepForward();
            QTRY_COMPARE(rows(run), before + k);
            QTRY_COMPARE(run.playback().shownTime(), run.playback().computedTime());
        }
        run.playback().stepBack();
        QCOMPARE(run.playback().shownTime(), rowOf(run, before + 1)[0]);
        run.playback().stepBack();
        QCOMPARE(run.playback().shownTime(), rowOf(run, before)[0]);
        run.playback().stepForward();
        QCOMPARE(run.playback().shownTime(), rowOf(run, before + 1)[0]);
        QCOMPARE(rows(run), before + 3);
        QVERIFY(!run.playback().live());
        run.playback().stepForward();
        QVERIFY(run.playback().live());
        QCOMPARE(rows(run), before + 3);
    }

    void quickStepsAreAllDone() {
        RunController run(catalogue_);
        openPaused(run, "four_bar");
        const std::size_t before = rows(run);
        for (int k = 0; k < 5; ++k) run.playback().stepForward();
        QTRY_COMPARE(rows(run), before + 5);
        QTRY_COMPARE(run.playback().shownTime(), run.playback().computedTime());
        QTRY_VERIFY(run.playback().resting());
    }

    void stepBackStopsAtTheStart() {
        RunController run(catalogue_);
        openPaused(run, "four_bar");
        for (std::size_t k = rows(run) + 3; k > 0; --k) run.playback().stepBack();
        QCOMPARE(run.playback().shownTime(), 0.0);
    }

    void resetIsExact() {
        RunController run(catalogue_);
        open(run, "four_bar");
        QTRY_VERIFY(rows(run) > 10);
        const auto first = rowOf(run, 0), fifth = rowOf(run, 5);
        QSignalSpy changed(&run, &RunController::runChanged);
        run.restart();
        QTRY_COMPARE(changed.size(), 1);
        QCOMPARE(changed.first().first().toBool(), false);
        QCOMPARE(rows(run), std::size_t(1));
        QCOMPARE(run.playback().shownTime(), 0.0);
        QVERIFY(!run.playback().playing());
        QVERIFY(samePhysics(run, rowOf(run, 0), first));
        run.play();
        QTRY_VERIFY(rows(run) > 5);
        QVERIFY(samePhysics(run, rowOf(run, 5), fifth));
    }

    void newSettingsStartAgainAndKeepPlaying_data() {
        QTest::addColumn<bool>("playing");
        QTest::newRow("playing") << true;
        QTest::newRow("paused") << false;
    }
    void newSettingsStartAgainAndKeepPlaying() {
        QFETCH(bool, playing);
        RunController run(catalogue_);
        open(run, "double_pendulum");
        QTRY_VERIFY(rows(run) > 5);
        if (!playing) run.playback().pause();
        const auto recording = run.session().recording();
        RunSpec spec = run.session().spec();
        spec.formulation = "lagrange-index1";
        apply(run, spec);
        QVERIFY(run.session().recording() != recording);
        QCOMPARE(QString::fromStdString(run.session().spec().formulation),
                 QString("lagrange-index1"));
        QCOMPARE(run.playback().playing(), playing);
        if (playing) QTRY_VERIFY(rows(run) > 5);
    }

    void impossibleSettingsAreRefused() {
        RunController run(catalogue_);
        openPaused(run, "four_bar");
        const auto recording = run.session().recording();
        QSignalSpy refused(&run, &RunController::refused);
        RunSpec spec = run.session().spec();
        spec.step = -1.0;
        run.applySpec(spec);
        QTRY_COMPARE(refused.size(), 1);
        QVERIFY(!refused.first().first().value<app::Refusal>().problems.empty());
        QCOMPARE(run.session().recording(), recording);
    }

    void brokenFileLeavesTheRun() {
        QTemporaryDir folder;
        const QString broken = folder.filePath("broken.momentree.json");
        QFile file(broken);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\n  \"version\": 1,\n  \"bodies\": [ oops ]\n}\n");
        file.close();
        RunController run(catalogue_);
        openPaused(run, "four_bar");
        const auto recording = run.session().recording();
        QSignalSpy refused(&run, &RunController::refused);
        run.open(broken);
        QTRY_COMPARE(refused.size(), 1);
        const auto refusal = refused.first().first().value<app::Refusal>();
        QCOMPARE(refusal.file, broken);
        QVERIFY(!refusal.problems.empty());
        QCOMPARE(refusal.problems.front().line, 3);
        QCOMPARE(run.session().recording(), recording);
        QCOMPARE(run.file(), example("four_bar"));
    }

    void theNewestWishWins() {
        RunController run(catalogue_);
        QSignalSpy changed(&run, &RunController::runChanged);
        run.open(example("double_pendulum"));
        run.open(example("four_bar"));
        QTRY_VERIFY(!run.preparing());
        QCOMPARE(changed.size(), 1);
        QCOMPARE(run.file(), example("four_bar"));
    }

    void whatIsCancelledLeavesTheRunAsItWas() {
        RunController run(catalogue_);
        openPaused(run, "four_bar");
        const auto before = run.sharedSession();
        QSignalSpy changed(&run, &RunController::runChanged);
        auto* preparation = &run.preparation();
        QSignalSpy cancelled(preparation, &app::Preparation::cancelled);
        run.open(example("double_pendulum"));
        preparation->cancel();
        QCOMPARE(cancelled.size(), 1);
        QVERIFY(!run.preparing());
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
        QVERIFY(changed.isEmpty());
        QCOMPARE(run.sharedSession(), before);
        QCOMPARE(run.file(), example("four_bar"));
        QVERIFY(preparation->opensFile());
        QCOMPARE(preparation->file(), example("double_pendulum"));
        preparation->askAgain();
        QTRY_COMPARE(run.file(), example("double_pendulum"));
        preparation->cancel();  // nothing is in progress
        QCOMPARE(cancelled.size(), 1);
    }

    void scrubbingFreezesThePictureNotTheRun() {
        RunController run(catalogue_);
        open(run, "four_bar");
        QTRY_VERIFY(rows(run) > 40);
        const double wanted = rowOf(run, 4)[0];
        run.playback().seek(wanted + 1e-4);
        QCOMPARE(run.playback().shownTime(), wanted);
        QVERIFY(!run.playback().live());
        QVERIFY(!run.playback().playing());
        QVERIFY(run.playback().computing());
        const std::size_t before = rows(run);
        QTRY_VERIFY(rows(run) > before + 5);
        QCOMPARE(run.playback().shownTime(), wanted);
        const auto shown = run.playback().shownRow();
        QVERIFY(samePhysics(run, {shown.begin(), shown.end()}, rowOf(run, 4)));
        run.playback().goLive();
        QVERIFY(run.playback().live());
        QVERIFY(run.playback().playing());
        QTRY_VERIFY(run.playback().shownTime() > wanted);
    }

    void finishedRunReplaysFromTheStart() {
        RunController run(catalogue_);
        openPaused(run, "four_bar");
        RunSpec spec = run.session().spec();
        spec.duration = 0.2;
        apply(run, spec);
        run.playback().setSpeed(0.0);
        run.play();
        QTRY_VERIFY(run.playback().ended());
        QTRY_VERIFY(run.playback().resting());
        const std::size_t total = rows(run);
        QCOMPARE(run.playback().shownTime(), run.playback().computedTime());
        QVERIFY(!run.playback().playing());
        run.playback().setSpeed(1.0);
        run.play();
        QVERIFY(run.playback().playing());
        QCOMPARE(run.playback().shownTime(), 0.0);
        QTRY_VERIFY(run.playback().shownTime() > 0.05);
        QTRY_COMPARE(run.playback().shownTime(), run.playback().computedTime());
        QTRY_VERIFY(run.playback().resting());
        QVERIFY(!run.playback().playing());
        QCOMPARE(rows(run), total);
    }

    /// A finished run is replayed from its start, slower than before and between its rows.
    void loopsInSlowMotion() {
        RunController run(catalogue_);
        openPausedFor(run, "double_pendulum", 0.1, 0.01);
        run.playback().setSpeed(0.0);
        run.play();
        QTRY_VERIFY(run.playback().ended());
        double last = run.playback().shownTime();
        int again = 0, between = 0;
        QObject watching;
        connect(&run.playback(), &Playback::shownChanged, &watching, [&] {
            again += run.playback().shownTime() < last;
            last = run.playback().shownTime();
            between += std::abs(std::remainder(last, 0.01)) > 1e-4;
        });
        run.playback().setLoop(true);
        run.playback().setSpeed(0.25);
        run.play();
        QTRY_VERIFY(again >= 2);
        QVERIFY(between > 0);
        run.playback().setLoop(false);
        run.playback().setSpeed(4.0);
        QTRY_VERIFY(!run.playback().playing());
        QCOMPARE(run.playback().shownTime(), run.playback().computedTime());
    }

    /// An endless run: its history can be viewed, replayed and continued as usual, although older
    /// rows are thinned all the time.
    void goesOnUntilStopped() {
        app::setRecordMebibytes(app::leastRecordMebibytes);
        RunController run(catalogue_);
        openPausedFor(run, "double_pendulum", std::numeric_limits<double>::infinity(), 0.005);
        run.playback().setSpeed(0.0);
        run.play();
        QTRY_VERIFY(run.session().recording()->thinnings() > 2);
        const std::size_t most = (std::size_t{1} << 20) / sizeof(double);
        QVERIFY(rows(run) * static_cast<std::size_t>(run.session().recording()->width()) <= most);
        run.playback().seek(1.0);
        QVERIFY(std::abs(run.playback().shownTime() - 1.0) < 0.5);
        QVERIFY(run.playback().computing() && !run.playback().live() && run.underway());
        run.playback().setSpeed(1.0);
        const double from = run.playback().shownTime();
        run.play();
        QTRY_VERIFY(run.playback().shownTime() > from);
        run.playback().goLive();
        run.playback().pause();
        QTRY_VERIFY(run.playback().resting());
        QVERIFY(!run.playback().ended());
        const double reached = run.playback().computedTime();
        run.playback().stepForward();
        QTRY_VERIFY(run.playback().computedTime() > reached);
    }

    void divergedRunKeepsItsData() {
        RunController run(catalogue_);
        openPaused(run, "branched_tree");
        RunSpec spec = run.session().spec();
        spec.integrator = "explicit-euler";
        spec.step = 0.5;
        spec.sample = 0.5;
        spec.duration = 5000.0;
        apply(run, spec);
        run.playback().setSpeed(0.0);
        run.play();
        QTRY_VERIFY(run.playback().ended());
        QCOMPARE(run.playback().figures().state, RunState::Failed);
        QVERIFY(run.playback().figures().message);
        QTRY_VERIFY(run.playback().resting());
        run.playback().seek(0.0);
        QCOMPARE(run.playback().shownTime(), 0.0);
    }

    void goesAwayInTheMiddleOfARun() {
        auto run = std::make_unique<RunController>(catalogue_);
        open(*run, "four_bar");
        run->playback().setSpeed(0.0);
        QTRY_VERIFY(rows(*run) > 20);
        run.reset();
    }

    void goesAwayWhilePreparing() {
        RunController run(catalogue_);
        run.open(example("four_bar"));
    }
};

MOMENTREE_TEST(TestRunController, Gui)

}  // namespace momentree::test_run_controller
#include "test_run_controller.moc"
