// SPDX-License-Identifier: GPL-3.0-or-later
// Costs over the number of bodies: measured in the background, drawn with orders and speedups.
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QPushButton>
#include <QTabBar>
#include <QToolButton>

#include "app/panels/scaling/scaling_panel.hpp"
#include "app/plots/end_labels.hpp"
#include "app/shell/spaces.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_scaling {

class TestGuiScaling : public QObject, app::DrawingWindow {
    Q_OBJECT

    app::ScalingPanel& panel() { return *window_->findChild<app::ScalingPanel*>("scaling"); }
    QPushButton& measure() { return *panel().findChild<QPushButton*>("scalingMeasure"); }

    void choose(int most) {
        auto* box = panel().findChild<QComboBox*>("scalingMost");
        box->setCurrentIndex(box->findData(most));
    }
    void waitForFigure() {
        QTRY_VERIFY_WITH_TIMEOUT(!panel().busy(), 60'000);
        QVERIFY(!panel().chart().figure().curves.empty());
    }
    /// After the layout of a replot.
    int labels() {
        panel().chart().plot().replot();
        for (int k = 0; k < panel().chart().plot().itemCount(); ++k)
            if (auto* ends = qobject_cast<app::EndLabels*>(panel().chart().plot().item(k)))
                return static_cast<int>(ends->labels().size());
        return 0;
    }

private slots:
    void initTestCase() { prepare("scaling"); }
    void init() {
        openWindow();
        drawFourBar();
        window_->findChild<QAction*>("scaling")->trigger();
        QTRY_VERIFY(panel().isVisible());
    }
    void cleanup() { closeWindow(); }

    void measuresTheCheckedFormulations() {
        choose(16);
        measure().click();
        QVERIFY(panel().busy());
        QVERIFY(!panel().findChild<QComboBox*>("scalingMost")->isEnabled());
        waitForFigure();
        const CostFigure& figure = panel().chart().figure();
        QCOMPARE(figure.curves.size(), panel().plan().formulations.size());
        for (const CostCurve& curve : figure.curves) QCOMPARE(curve.points.back().bodies, 16);
        QCOMPARE(panel().chart().plot().graphCount(), static_cast<int>(figure.curves.size()));
        QCOMPARE(labels(), static_cast<int>(figure.curves.size()));
        panel().findChild<QToolButton*>("scalingCopy")->click();
        const QStringList table = QApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(table.size(), 1 + 4 * static_cast<int>(figure.curves.size()));
        window_->spaces().show(app::Space::Compare);
        window_->findChild<QAction*>("scaling")->trigger();
        keepBoth("scaling");
    }

    void threadsAreDrawnWithAmdahlsLaw() {
        auto* threads = panel().findChild<QCheckBox*>("scalingThreads");
        if (!threads->isEnabled()) QSKIP("one processor");
        choose(16);
        threads->setChecked(true);
        measure().click();
        waitForFigure();
        const auto gains = app::threadGains(panel().chart().figure());
        QVERIFY(!gains.empty());
        for (const app::ThreadGain& gain : gains) {
            QVERIFY(gain.serial >= 0.0 && gain.serial <= 1.0);
            QVERIFY(panel().status().contains(QString::fromStdString(gain.formulation)));
        }
        panel().findChild<QTabBar*>("scalingOver")->setCurrentIndex(1);
        // Measured and Amdahl's for each, and the ideal.
        QCOMPARE(panel().chart().plot().graphCount(), 2 * static_cast<int>(gains.size()) + 1);
        keep("scaling-threads");
    }

    void canBeCancelled() {
        choose(1024);
        measure().click();
        QVERIFY(panel().busy());
        measure().click();
        QTRY_VERIFY_WITH_TIMEOUT(!panel().busy(), 60'000);
        QVERIFY(panel().status().contains("Cancelled"));
        QVERIFY(measure().isEnabled());
    }

    void closingTheWindowEndsTheMeasurement() {
        choose(1024);
        measure().click();
        QVERIFY(panel().busy());
    }
};

MOMENTREE_TEST(TestGuiScaling, Gui)

}  // namespace momentree::test_gui_scaling

#include "test_gui_scaling.moc"
