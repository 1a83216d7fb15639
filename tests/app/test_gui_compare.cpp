// SPDX-License-Identifier: GPL-3.0-or-later
// The workspace Compare: names by what differs, the largest drift so far, the list of runs and what
// a step of each costs.
#include <qcustomplot.h>

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTreeView>
#include <QTreeWidget>

#include "app/base/theme/themed_icon.hpp"
#include "app/panels/runs/cost_table.hpp"
#include "app/panels/runs/run_list.hpp"
#include "app/panels/runs/run_table.hpp"
#include "app/plots/drift_plot.hpp"
#include "app/runs/run_names.hpp"
#include "app/runs/run_set.hpp"
#include "app/shell/spaces.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_compare {

using app::RunId;

class TestGuiCompare : public QObject, app::DrawingWindow {
    Q_OBJECT

    app::RunSet& runs() { return window_->runs(); }
    app::RunController& run() { return window_->run(); }
    app::CostTable& costs() { return window_->part<app::CostTable>(); }
    app::DriftPlot& drift() { return window_->part<app::DriftPlot>(); }

    void openExample(const char* name, double duration) {
        QSignalSpy changed(&run(), &app::RunController::runChanged);
        window_->open(
            QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/%1.momentree.json").arg(name));
        QTRY_VERIFY(!changed.isEmpty());
        computeFor(duration);
        window_->spaces().show(app::Space::Compare);
    }
    RunId add(const std::function<void(RunSpec&)>& change) {
        RunSpec spec = run().session().spec();
        change(spec);
        return runs().add({.spec = spec});
    }
    RunId addFormulation(const char* formulation) {
        RunSpec spec = runs().catalogue().defaults(run().model(), formulation);
        spec.duration = run().session().spec().duration;
        return runs().add({.spec = spec});
    }
    QString name(RunId id) { return runs().find(id)->name; }
    QPushButton& button(const char* id) { return *costs().findChild<QPushButton*>(id); }

    /// As tabs, or as lists where their words have no room.
    bool switchesAreSeen() {
        const auto lists = drift().findChildren<QComboBox*>();
        return lists.size() == 2 && std::ranges::all_of(lists, [this](const QComboBox* list) {
                   return list->isVisible() != drift().levels().isVisible();
               });
    }

private slots:
    void initTestCase() { prepare("compare test"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void runsAreNamedByWhatDiffers() {
        openExample("four_bar", 0.2);
        const RunId first = runs().currentId();
        QVERIFY(name(first).contains(" · "));  // all settings of the only run
        const RunId beta = add([](RunSpec& spec) { spec.baumgarte = 20.0; });
        QCOMPARE(name(beta), QString("beta = 20"));
        QCOMPARE(name(first), QString("beta = 0"));
        QCOMPARE(app::differences(runs().items()), QStringList{"beta"});
        const RunId aba = addFormulation("aba");
        QVERIFY2(name(aba).startsWith("aba"), qPrintable(name(aba)));
        QVERIFY2(name(beta).endsWith("beta = 20"), qPrintable(name(beta)));
        runs().rename(beta, "damped");
        runs().remove(aba);
        QCOMPARE(name(beta), QString("damped"));
        QCOMPARE(name(first), QString("beta = 0"));
        const RunId copy = runs().duplicate(first);
        QCOMPARE(name(copy), QString("beta = 0 (2)"));
        // The same name in table, list, plot and costs.
        QTRY_VERIFY(!runs().computing());
        QStringList inPlot, inCosts, all;
        for (const app::PlotSource& one : drift().chart().runs()) inPlot << one.name;
        auto* table = costs().findChild<QTreeWidget*>("costTable");
        for (int k = 0; k < table->topLevelItemCount(); ++k)
            inCosts << table->topLevelItem(k)->text(0);
        for (const app::RunItem& item : runs().items()) all << item.name;
        QCOMPARE(inPlot, all);
        QCOMPARE(inCosts, all);
    }

    /// The list beside the plots shows only names, and figures below them.
    void theListIsPaintedAnewWithTheFigures() {
        openExample("four_bar", 0.1);
        addFormulation("aba");
        QTRY_VERIFY(!runs().computing());
        auto* list = window_->findChild<QTreeView*>("runList");
        QTRY_VERIFY(list && list->isVisible());
        QTest::qWait(50);
        struct Paints : QObject {
            int count = 0;
            bool eventFilter(QObject*, QEvent* event) override {
                count += event->type() == QEvent::Paint;
                return false;
            }
        } paints;
        list->viewport()->installEventFilter(&paints);
        Q_EMIT runs().progressed();
        QTRY_VERIFY(paints.count > 0);
        list->viewport()->removeEventFilter(&paints);
    }

    /// Plots and pictures follow the list; following it once for each run takes their number
    /// squared.
    void everyFormulationIsAnnouncedAtOnce() {
        openExample("four_bar", 0.1);
        QSignalSpy changed(&runs(), &app::RunSet::listChanged);
        window_->findChild<QAction*>("everyFormulation")->trigger();
        QVERIFY(runs().items().size() > 5);
        QCOMPARE(changed.size(), 1);
    }

    /// Qt scales and caches the picture of every new icon, at each painting of a row.
    void theKeyOfARunIsDrawnOnce() {
        const auto picture = [](int style) {
            return app::runIcon(style).pixmap(QSize(22, 14), 2.0).cacheKey();
        };
        QCOMPARE(picture(1), picture(1));
        QVERIFY(picture(1) != picture(2));
        const QIcon icon = app::themedIcon("clock");
        const auto tinted = [&icon](const QColor& ink) {
            return app::tintedPixmap(icon, {16, 16}, 1.0, ink).cacheKey();
        };
        QCOMPARE(tinted(Qt::red), tinted(Qt::red));
        QVERIFY(tinted(Qt::red) != tinted(Qt::blue));
    }

    void aSelectionOfTheCostsRemainsWhileFiguresChange() {
        openExample("four_bar", 0.1);
        addFormulation("aba");
        QTRY_VERIFY(!runs().computing());
        auto* table = costs().findChild<QTreeWidget*>("costTable");
        QCOMPARE(table->topLevelItemCount(), 2);
        QTreeWidgetItem* second = table->topLevelItem(1);
        second->setSelected(true);
        Q_EMIT runs().progressed();
        QCOMPARE(table->topLevelItem(1), second);
        QVERIFY(second->isSelected());
        // Without its run, nothing is selected.
        runs().removeOthers();
        QCOMPARE(table->topLevelItemCount(), 1);
        QVERIFY(table->selectedItems().isEmpty());
    }

    void stepsAreNamedByWhatTheyHave() {
        RunSpec spec;
        spec.integrator = "rk4";
        spec.step = 2e-5;
        QCOMPARE(app::finenessText(spec), QString("20 µs"));
        spec.integrator = "cvode-bdf";
        spec.relativeTolerance = 1e-6;
        QVERIFY2(app::finenessText(spec).startsWith("tolerance 1e"),
                 qPrintable(app::finenessText(spec)));
    }

    void aStyleIsNeverDealtAgain() {
        openExample("four_bar", 0.1);
        const auto halved = [](RunSpec& spec) { spec.step *= 0.5; };
        const auto quartered = [](RunSpec& spec) { spec.step *= 0.25; };
        const RunId half = add(halved), quarter = add(quartered);
        QCOMPARE(runs().find(half)->style, 1);
        QCOMPARE(runs().find(quarter)->style, 2);
        runs().remove(half);
        QCOMPARE(runs().find(quarter)->style, 2);
        const RunId third = add([](RunSpec& spec) { spec.baumgarte = 5.0; });
        QCOMPARE(runs().find(third)->style, 3);
        QTRY_VERIFY(!runs().computing());
        runs().makeCurrent(quarter);
        QCOMPARE(runs().currentId(), quarter);
        QCOMPARE(runs().find(quarter)->style, 2);
        runs().remove(third);
        // The same settings get their style back.
        RunSpec spec = run().session().spec();
        spec.step *= 2.0;
        QCOMPARE(runs().find(runs().add({.spec = spec}))->style, 1);
    }

    void driftIsTheLargestSoFar() {
        openExample("four_bar", 1.0);
        QCOMPARE(drift().chart().settings().series.size(), std::size_t(3));
        QVERIFY(!drift().levels().isVisible());
        addFormulation("aba");
        QTRY_VERIFY(!runs().computing());
        QTRY_COMPARE(drift().chart().settings().series.size(), std::size_t(1));
        QVERIFY(switchesAreSeen() && drift().chart().settings().largestSoFar);
        drift().refresh();
        drift().canvas()->replot();
        const int column = drift().chart().runs()[0].layout.driftPosition();
        const Recording& rows = *drift().chart().runs()[0].recording;
        // The curve is the running maximum, and ends with the largest residual of all rows.
        double largest = 0.0;
        for (std::size_t k = 0; k < rows.size(); ++k)
            largest = std::max(largest, rows.at(k, column));
        QVERIFY(largest > 0.0);
        int lines = 0, faint = 0;
        for (int k = 0; k < drift().canvas()->graphCount(); ++k) {
            const QCPGraph& graph = *drift().canvas()->graph(k);
            if (!graph.visible() || graph.data()->isEmpty()) continue;
            bool rises = true;
            double before = 0.0;
            for (const QCPGraphData& point : *graph.data()) {
                if (std::isnan(point.value)) continue;
                rises = rises && point.value >= before;
                before = point.value;
            }
            ++(graph.pen().widthF() < 1.5 ? faint : lines);
            if (graph.pen().widthF() >= 1.5) QVERIFY(rises);
            if (lines == 1 && faint == 1 && graph.pen().widthF() >= 1.5) QCOMPARE(before, largest);
        }
        QCOMPARE(lines, 2);
        QCOMPARE(faint, 2);
        QVERIFY(drift().chart().valueRange().lower >= 1e-17);
        drift().largest().setCurrentIndex(1);
        QVERIFY(!drift().chart().settings().largestSoFar);
        drift().levels().setCurrentIndex(1);
        QCOMPARE(drift().chart().settings().series[0].column,
                 drift().chart().runs()[0].layout.driftVelocity());
        drift().largest().setCurrentIndex(0);
        keepBoth("compare-drift");
    }

    void theListShowsAndHides() {
        openExample("four_bar", 0.2);
        const RunId aba = addFormulation("aba");
        QTRY_VERIFY(!runs().computing());
        auto& list = window_->part<app::RunList>().view();
        QVERIFY(list.isVisible());
        const int width = window_->findChild<QDockWidget*>("runListDock")->width();
        QVERIFY2(width >= 220 && width <= 290, qPrintable(QString::number(width)));
        const QModelIndex row = list.model()->index(1, 0);
        const QRect at = list.visualRect(row);
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                          QPoint(at.left() + 24, at.center().y()));
        QTRY_VERIFY_WITH_TIMEOUT(!runs().find(aba)->visible, 3000);
        list.setCurrentIndex(list.model()->index(1, 0));
        list.setFocus();
        QTest::keyClick(&list, Qt::Key_Space);
        QTRY_VERIFY_WITH_TIMEOUT(runs().find(aba)->visible, 3000);
        // The row is still the current one.
        QCOMPARE(list.currentIndex().row(), 1);
        QTest::keyClick(&list, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(runs().currentId(), aba, 3000);
    }

    void costIsTheMedianOfSeven() {
        // The middle five are 2 to 9.
        const app::StepCost cost = app::costOf({5.0, 100.0, 2.0, 4.0, 1.0, 9.0, 3.0});
        QCOMPARE(cost.median, 4.0);
        QCOMPARE(cost.spread, 3.5);
    }

    void runsAreTimedInTurn() {
        openExample("four_bar", 0.3);
        const RunId aba = addFormulation("aba");
        QTRY_VERIFY(!runs().computing());
        const auto session = run().sharedSession();
        QTRY_VERIFY(button("timeFairly").isEnabled());
        QSignalSpy finished(&costs().timing(), &app::FairTiming::finished);
        QSignalSpy progress(&costs().timing(), &app::FairTiming::progressed);
        button("timeFairly").click();
        QVERIFY(costs().timing().busy());
        QCOMPARE(button("timeFairly").text(), QString("Cancel"));
        QVERIFY(finished.wait(50000));
        QCOMPARE(finished[0][0].toString(), QString());
        QCOMPARE(progress.last()[0].toInt(), 2 * (app::timingRounds + 1));
        QVERIFY(run().sharedSession() == session);
        for (const RunId id : {runs().currentId(), aba}) {
            const auto cost = costs().timing().cost(*runs().find(id));
            QVERIFY(cost && cost->median > 0.0 && cost->spread >= 0.0);
        }
        auto* table = costs().findChild<QTreeWidget*>("costTable");
        QStringList relative{table->topLevelItem(0)->text(3), table->topLevelItem(1)->text(3)};
        QVERIFY2(relative.contains("1.00 ×"), qPrintable(relative.join(", ")));
        keepBoth("compare");
        button("copyCosts").click();
        QCOMPARE(QApplication::clipboard()->text().count('\n'), 3);
        // Nothing is kept of a measurement that is cancelled.
        button("timeFairly").click();
        button("timeFairly").click();
        QVERIFY(finished.wait(50000));
        QVERIFY(!costs().timing().cost(*runs().find(aba)));
        window_->resize(1100, 720);
        QTest::qWait(100);
        const auto* dock = window_->findChild<QDockWidget*>("costDock");
        QVERIFY(dock->geometry().right() < view().mapTo(window_.get(), QPoint()).x() + 8);
        keepBoth("compare-1100");
    }
};

MOMENTREE_TEST(TestGuiCompare, Gui)

}  // namespace momentree::test_gui_compare
#include "test_gui_compare.moc"
