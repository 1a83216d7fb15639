// SPDX-License-Identifier: GPL-3.0-or-later
// Studies in the window: sweeps in the background with curves and maps, cancelling and resuming,
// files.
#include <qcustomplot.h>

#include <QComboBox>
#include <QProgressBar>
#include <QPushButton>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <algorithm>
#include <csignal>

#include "app/panels/accelerator/accelerators.hpp"
#include "app/panels/studies/studies_panel.hpp"
#include "app/panels/studies/sweep_row.hpp"
#include "app/runs/run_set.hpp"
#include "app/shell/spaces.hpp"
#include "fpga_link/client/board_client.hpp"
#include "fpga_link/client/own_agent.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_studies {

using app::RunController;
using app::StudyJob;

class TestGuiStudies : public QObject, app::DrawingWindow {
    Q_OBJECT

    app::StudiesPanel& panel() { return *window_->findChild<app::StudiesPanel*>("studies"); }
    StudyJob& job() { return panel().job(); }
    QPushButton& button(const char* name) { return *panel().findChild<QPushButton*>(name); }

    /// The folder of finished runs is that of the test.
    void forgetRuns() {
        QDir(QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + "/studies")
            .removeRecursively();
    }
    void openExample(const char* name, double duration) {
        QSignalSpy changed(&window_->run(), &RunController::runChanged);
        window_->open(
            QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/%1.momentree.json").arg(name));
        QTRY_VERIFY(!changed.isEmpty());
        RunSpec spec = window_->run().session().spec();
        spec.duration = duration;
        changed.clear();
        window_->run().applySpec(spec);
        QTRY_VERIFY(!changed.isEmpty());
        window_->spaces().show(app::Space::Compare);
        const auto actions = window_->actions().all;
        const auto show = std::ranges::find_if(
            actions, [](const QAction* action) { return action->objectName() == "studies"; });
        QVERIFY(show != actions.end());
        if (!panel().isVisible()) (*show)->trigger();
        QTRY_VERIFY(panel().isVisible());
    }
    void sweep(int row, const char* name, double from, double to, int count, bool logarithmic) {
        panel().row(row).select(name);
        panel().row(row).setRange(from, to, count, logarithmic);
    }
    void waitForPlan(std::size_t runs) {
        QTRY_VERIFY(job().plan() && job().plan()->runs.size() == runs && !job().reading());
    }
    void compute() {
        QSignalSpy ended(&job(), &StudyJob::ended);
        QTest::mouseClick(&button("studyCompute"), Qt::LeftButton);
        QTRY_VERIFY(!ended.isEmpty());
        QCOMPARE(ended.front().front().toString(), QString());
    }
    void chooseMetric(const char* title) {
        auto* metric = panel().findChild<QComboBox*>("studyMetric");
        metric->setCurrentIndex(metric->findText(title));
        Q_EMIT metric->activated(metric->currentIndex());
    }

private slots:
    void initTestCase() { prepare("test_gui_studies"); }
    void init() {
        forgetRuns();
        openWindow();
    }
    void cleanup() { closeWindow(); }

    void aSettingIsSweptAsACurve() {
        openExample("four_bar", 0.2);
        sweep(0, "baumgarte", 0.0, 40.0, 5, false);
        waitForPlan(5);
        QVERIFY(button("studyCompute").text().contains('5'));
        compute();
        QCOMPARE(job().done(), std::size_t(5));
        QCOMPARE(job().failed(), std::size_t(0));
        chooseMetric("drift");
        QCPGraph* curve = panel().chart().plot().graph(0);
        QCOMPARE(curve->dataCount(), 5);
        for (int k = 0; k < 5; ++k) {
            const auto& run = *job().runs()[static_cast<std::size_t>(k)];
            QCOMPARE(run.spec.baumgarte, 10.0 * k);
            QCOMPARE(curve->data()->at(k)->key, 10.0 * k);
            QCOMPARE(curve->data()->at(k)->value, run.extremes.driftPosition);
        }
        keepBoth("study-curve");
    }

    void warningsOfRunsAreTold() {
        openExample("double_pendulum", 0.5);
        sweep(0, "step", 0.02, 0.05, 3, false);
        waitForPlan(3);
        compute();
        QVERIFY2(panel().status().contains("with warnings, the first: "),
                 qPrintable(panel().status()));
    }

    void formulationsAreCurvesOverAStep() {
        openExample("double_pendulum", 0.2);
        sweep(0, "step", 1e-4, 4e-3, 4, true);
        panel().row(1).select("formulation");
        QTRY_VERIFY(job().plan() && job().plan()->grid.axes.size() == 2 && !job().reading());
        const std::size_t formulations = job().plan()->grid.axes[1].size();
        QVERIFY(formulations > 5);
        compute();
        chooseMetric("energy error");
        QCPLegend* legend = panel().chart().plot().legend;
        QVERIFY(legend->visible());
        QCOMPARE(std::size_t(panel().chart().plot().graphCount()), formulations);
        QCOMPARE(panel().chart().plot().xAxis->scaleType(), QCPAxis::stLogarithmic);
        QCOMPARE(panel().chart().plot().yAxis->scaleType(), QCPAxis::stLogarithmic);
        keepBoth("study-formulations");
    }

    void twoParametersAreAMap() {
        openExample("double_pendulum", 0.1);
        QVERIFY(model().parameters.size() >= 2);
        const std::string first = model().parameters[0].name, second = model().parameters[1].name;
        panel().row(0).select(first);
        panel().row(1).select(second);
        sweep(0, first.c_str(), 0.5, 1.5, 6, false);
        sweep(1, second.c_str(), 0.5, 1.5, 5, false);
        waitForPlan(30);
        compute();
        auto* kind = panel().findChild<QTabBar*>("studyKind");
        QVERIFY(kind->isTabEnabled(1));
        kind->setCurrentIndex(1);
        chooseMetric("energy error");
        auto* map = qobject_cast<QCPColorMap*>(panel().chart().plot().plottable(0));
        QVERIFY(map);
        QCOMPARE(map->data()->keySize() * map->data()->valueSize(), 30);
        const StudyGrid& grid = job().plan()->grid;
        for (std::size_t i = 0; i < 6; ++i)
            for (std::size_t j = 0; j < 5; ++j) {
                const std::array<std::size_t, 2> place{i, j};
                const auto& run = *job().runs()[grid.runAt(place)];
                QCOMPARE(map->data()->cell(static_cast<int>(i), static_cast<int>(j)),
                         run.extremes.energyError);
            }
        keepBoth("study-map");
    }

    void aCancelledStudyGoesOnWhereItEnded() {
        openExample("four_bar", 1.0);
        sweep(0, "baumgarte", 0.0, 40.0, 60, false);
        waitForPlan(60);
        QSignalSpy ended(&job(), &StudyJob::ended);
        QTest::mouseClick(&button("studyCompute"), Qt::LeftButton);
        QTRY_VERIFY(job().done() >= 3);
        QVERIFY(panel().findChild<QProgressBar*>("studyProgress")->isVisible());
        QCOMPARE(button("studyCompute").text(), QString("Cancel"));
        QTest::mouseClick(&button("studyCompute"), Qt::LeftButton);
        QTRY_VERIFY(!ended.isEmpty());
        const std::size_t before = job().done();
        QVERIFY2(before < 60, "all runs were finished before they could be cancelled");
        QVERIFY(button("studyCompute").text().startsWith("Resume"));
        // Another study and back: finished runs are found again.
        panel().row(0).setRange(0.0, 40.0, 3, false);
        waitForPlan(3);
        panel().row(0).setRange(0.0, 40.0, 60, false);
        waitForPlan(60);
        QCOMPARE(job().done(), before);
        compute();
        QCOMPARE(job().done(), std::size_t(60));
        QCOMPARE(job().computed(), 60 - before);
    }

    /// Cancelling does not wait for a board that says nothing; the runs can be computed later.
    void aStudyOnAMuteBoardIsCancelled() {
        closeWindow();
        auto catalogue = std::make_shared<Catalogue>();
        app::addAccelerators(*catalogue);
        openWindow(std::move(catalogue));
        const auto agent =
            fpga::OwnAgent::start(app::virtualAcceleratorCommand(), 0, std::chrono::seconds(60));
        QVERIFY(agent);
        openExample("double_pendulum", 0.2);
        RunSpec spec = window_->run().session().spec();
        spec.formulation = "hdca";
        spec.integrator = "rk4";
        spec.backend = "board:127.0.0.1:" + std::to_string(agent->address().port);
        window_->run().applySpec(spec);
        QTRY_COMPARE(window_->run().session().spec().backend, spec.backend);
        window_->run().playback().setSpeed(0.0);
        window_->run().play();
        QTRY_COMPARE(window_->run().playback().figures().state, RunState::Finished);
        sweep(0, "L", 0.3, 0.5, 8, false);
        waitForPlan(8);
        QCOMPARE(job().plan()->runs[0].run.backend, spec.backend);
        ::kill(agent->process(), SIGSTOP);
        QSignalSpy ended(&job(), &StudyJob::ended);
        QTest::mouseClick(&button("studyCompute"), Qt::LeftButton);
        QTest::qWait(300);
        QVERIFY(job().busy());
        QTest::mouseClick(&button("studyCompute"), Qt::LeftButton);
        const int patience = static_cast<int>(fpga::ClientOptions().silence.count() * 9 / 10);
        QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), patience);
        QCOMPARE(job().done(), std::size_t(0));
        ::kill(agent->process(), SIGCONT);
        compute();
        QCOMPARE(job().done(), std::size_t(8));
        QCOMPARE(job().failed(), std::size_t(0));
    }

    void tooManyRunsAreRefused() {
        openExample("four_bar", 0.1);
        sweep(0, "baumgarte", 0.0, 40.0, 30, false);
        sweep(1, "step", 1e-4, 1e-3, 20, true);
        QTRY_VERIFY2(panel().status().contains("600"), qPrintable(panel().status()));
        QVERIFY(!job().plan());
        QVERIFY(!button("studyCompute").isEnabled());
        sweep(1, "step", -1.0, 1e-3, 10, true);
        QTRY_VERIFY2(panel().status().contains("positive"), qPrintable(panel().status()));
    }

    void aStudyIsOpenedFromDiskWithItsRuns() {
        openExample("four_bar", 0.1);
        sweep(0, "baumgarte", 0.0, 40.0, 4, false);
        waitForPlan(4);
        compute();
        QTemporaryDir folder;
        const QString file = folder.filePath("beta.study.json");
        QString why;
        QVERIFY2(panel().saveAs(file, &why), qPrintable(why));
        QVERIFY(QDir(folder.filePath("beta.results/runs")).exists());
        std::vector<double> drifts;
        for (const auto& run : job().runs()) drifts.push_back(run->extremes.driftPosition);
        forgetRuns();
        QVERIFY2(panel().open(file, &why), qPrintable(why));
        waitForPlan(4);
        QCOMPARE(job().done(), std::size_t(4));
        for (std::size_t k = 0; k < 4; ++k)
            QCOMPARE(job().runs()[k]->extremes.driftPosition, drifts[k]);
        QVERIFY(!button("studyCompute").isEnabled());
        QVERIFY(!panel().open(folder.filePath("none.study.json"), &why));
        QVERIFY(why.contains("none.study.json"));
    }

    void aRunOfTheChartJoinsTheComparison() {
        openExample("four_bar", 0.1);
        sweep(0, "baumgarte", 0.0, 40.0, 3, false);
        waitForPlan(3);
        compute();
        QVERIFY(!button("studyAdd").isVisible());
        panel().chart().choose(2);
        QVERIFY(button("studyAdd").isVisible());
        QVERIFY2(panel().status().contains("40"), qPrintable(panel().status()));
        const std::size_t before = window_->runs().items().size();
        QTest::mouseClick(&button("studyAdd"), Qt::LeftButton);
        QCOMPARE(window_->runs().items().size(), before + 1);
        QCOMPARE(window_->runs().items().back().spec.baumgarte, 40.0);
    }
};

MOMENTREE_TEST(TestGuiStudies, Gui)

}  // namespace momentree::test_gui_studies
#include "test_gui_studies.moc"
