// SPDX-License-Identifier: GPL-3.0-or-later
// Comparison of software and a board in the window: times by phase, waterfall with what-if,
// trajectories, report.
#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSlider>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTextBrowser>

#include "app/panels/accelerator/accelerator_overlay.hpp"
#include "app/panels/accelerator/accelerator_panel.hpp"
#include "app/panels/accelerator/accelerators.hpp"
#include "app/panels/accelerator/offload_panel.hpp"
#include "app/panels/accelerator/swing_up_view.hpp"
#include "app/panels/accelerator/timing_chart.hpp"
#include "app/panels/accelerator/waterfall_chart.hpp"
#include "app/panels/accelerator/what_if.hpp"
#include "app/workspace/panel_dock.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_accelerator_timing {

class TestGuiAcceleratorTiming : public QObject, app::DrawingWindow {
    Q_OBJECT

    app::OffloadPanel& panel() { return window_->part<app::OffloadPanel>(); }
    void press(QWidget& parent, const char* name) {
        auto* button = parent.findChild<QAbstractButton*>(name);
        QVERIFY(button && button->isEnabled() && button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
    }
    void showTab(int index) {
        auto* bar = panel().tabs().tabBar();
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(index).center());
        QCOMPARE(panel().tabs().currentIndex(), index);
    }
    QString verdictAt(const char* slider, Qt::Key key) {
        auto* dial = panel().findChild<QSlider*>(slider);
        dial->setFocus();
        QTest::keyClick(dial, key);
        return panel().whatIf().verdict();
    }

private slots:
    void initTestCase() {
        prepare("board timing test");
        auto catalogue = std::make_shared<Catalogue>();
        app::addAccelerators(*catalogue);
        openWindow(std::move(catalogue));
        window_->open(
            QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json"));
        QTRY_VERIFY(window_->run().hasRun());
        window_->run().playback().pause();
        auto* dock = window_->findChild<QWidget*>("boardDock");
        dock->raise();
        press(window_->part<app::AcceleratorPanel>(), "boardCompare");
        QTRY_VERIFY(panel().isVisible());
        keep("offload-empty");
        press(panel(), "offloadMeasure");
        QVERIFY(panel().measuring());
        QTRY_VERIFY(!panel().measuring());
        QVERIFY2(panel().measurement(), qPrintable(panel().state()));
    }
    void cleanupTestCase() { closeWindow(); }

    /// Modelled bars are labelled as such, and only these.
    void modelledIsNeverShownAsMeasured_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("arrangement");
        for (const char* what : {"phasesStep", "phasesFunctions"})
            for (const char* arrangement : {"phasesSideBySide", "phasesStacked"})
                QTest::addRow("%s, %s", what, arrangement) << what << arrangement;
    }
    void modelledIsNeverShownAsMeasured() {
        QFETCH(QString, what);
        QFETCH(QString, arrangement);
        showTab(0);
        press(panel(), what.toLatin1());
        press(panel(), arrangement.toLatin1());
        QCoreApplication::processEvents();
        keep(qPrintable("offload-" + what + "-" + arrangement));
        int modelled = 0, measured = 0;
        for (const auto& bar : panel().chart().bars()) {
            QCOMPARE(bar.label.contains("modelled"), bar.modelled);
            QCOMPARE(bar.tip.contains("modelled"), bar.modelled);
            QVERIFY(bar.area.width() > 0.0);
            const bool counted = bar.lane == "fabric" && bar.part != "network";
            QCOMPARE(bar.modelled, counted);
            ++(bar.modelled ? modelled : measured);
        }
        QVERIFY(modelled >= 4 && measured >= 4);
        QVERIFY(!panel().findChild<QLabel*>("breakEven")->text().isEmpty());
    }

    /// This PC, the board's processor and the fabric, for any kind of fabric.
    void everyPhaseHasThreeLanes_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QStringList>("parts");
        QTest::newRow("step") << "phasesStep"
                              << QStringList{"kinematics",  "initialise",  "assembly", "base",
                                             "disassembly", "derivatives", "integrate"};
        QTest::newRow("functions")
            << "phasesFunctions" << QStringList{"update", "assembly", "inverse"};
    }
    void everyPhaseHasThreeLanes() {
        QFETCH(QString, what);
        QFETCH(QStringList, parts);
        showTab(0);
        press(panel(), what.toLatin1());
        press(panel(), "phasesSideBySide");
        QCoreApplication::processEvents();
        QMap<QString, QStringList> lanes;
        for (const auto& bar : panel().chart().bars()) lanes[bar.part] << bar.lane;
        const QStringList three{"this PC's software", "board's software", "fabric"};
        for (const QString& part : parts) QCOMPARE(lanes.take(part), three);
        QCOMPARE(lanes.take("register transfer"), QStringList{"fabric"});
        QCOMPARE(lanes.take("network"), QStringList{"fabric"});
        QVERIFY2(lanes.isEmpty(), qPrintable(lanes.keys().join(' ')));
    }

    void slidersMoveTheBreakEven() {
        showTab(1);
        auto* chart = panel().findChild<app::WaterfallChart*>("waterfall");
        int measured = 0;
        for (const auto& bar : chart->bars()) {
            if (!bar.whatIf) ++measured;
            // The board of this test is simulated.
            if (!bar.whatIf)
                QCOMPARE(bar.modelled,
                         bar.part == "wait" || bar.part == "compute" || bar.part == "receive");
            if (bar.whatIf) QCOMPARE(bar.modelled, bar.part != "pack" && bar.part != "unpack");
        }
        QCOMPARE(measured, 6);
        keep("offload-waterfall");
        const auto partOf = [&](const char* part) {
            for (const auto& bar : chart->bars())
                if (bar.whatIf && bar.part == part) return bar.ns;
            return -1.0;
        };
        const QString before = panel().whatIf().verdict();
        const double compute = partOf("compute"), wait = partOf("wait");
        QVERIFY(before.contains("Break-even"));
        // With half a second of latency each way, a batch of a single step is never worthwhile.
        verdictAt("latency", Qt::Key_End);
        QVERIFY(partOf("wait") > wait);
        const QString never = verdictAt("batch", Qt::Key_Home);
        QVERIFY2(never.contains("none up to"), qPrintable(never));
        keep("offload-what-if");
        press(panel(), "whatIfReset");
        QCOMPARE(panel().whatIf().verdict(), before);
        QCOMPARE(partOf("wait"), wait);
        const auto toLeast = [&](const char* slider) {
            panel().findChild<QSlider*>(slider)->triggerAction(QSlider::SliderToMinimum);
        };
        // A slow clock matters only if reading samples from registers does not take longer.
        toLeast("access");
        const double withoutAccess = partOf("compute");
        QVERIFY(panel().whatIf().limit().isEmpty());
        toLeast("clock");
        QVERIFY(withoutAccess <= compute && partOf("compute") > withoutAccess);
        press(panel(), "whatIfReset");
        // With a fast clock and slow registers, the window says which limits the speed.
        const auto toMost = [&](const char* slider) {
            panel().findChild<QSlider*>(slider)->triggerAction(QSlider::SliderToMaximum);
        };
        toMost("clock");
        toMost("access");
        const double behindAccess = partOf("compute");
        QVERIFY2(panel().whatIf().limit().contains("Register access"),
                 qPrintable(panel().whatIf().limit()));
        keep("offload-access-bound");
        toLeast("clock");
        QVERIFY(partOf("compute") >= behindAccess);
        press(panel(), "whatIfReset");
    }

    void boardAndPcPartByRounding() {
        showTab(2);
        press(panel(), "overlayCompute");
        QTRY_VERIFY(!panel().overlay().computing());
        const app::Overlay& overlay = panel().overlay().overlay();
        QVERIFY2(overlay.problem.isEmpty(), qPrintable(overlay.problem));
        QVERIFY(overlay.time.size() > 100);
        QVERIFY(!overlay.curves.empty());
        for (const app::OverlayCurve& curve : overlay.curves) {
            QCOMPARE(curve.board, curve.soft);
            QVERIFY(curve.board != curve.doubles);
        }
        QVERIFY(panel().overlay().state().contains("bit-identical"));
        QCoreApplication::processEvents();
        keep("offload-overlay");
    }

    void reportSaysWhatWhereAndWhen() {
        showTab(3);
        keep("offload-report");
        auto* page = panel().findChild<QTextBrowser*>("offloadReport");
        QCOMPARE(page->horizontalScrollBar()->maximum(), 0);
        const QString shown = page->toPlainText();
        for (const char* words : {"Measured on 20", "Build: Momentree", "Assembly of two bodies",
                                  "Inverse of a 4 x 4 matrix", "modelled", "measured_host"})
            QVERIFY2(shown.contains(words), words);
        const QTemporaryDir folder;
        for (const char* name : {"/report.html", "/report.md", "/report.csv"}) {
            QString problem;
            QVERIFY2(panel().saveReport(folder.path() + name, &problem), qPrintable(problem));
            QFile file(folder.path() + name);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray text = file.readAll();
            QVERIFY(text.contains("modelled") && text.contains("Inverse of a 4 x 4 matrix"));
        }
        QString problem;
        QVERIFY(!panel().saveReport("/no/such/folder/report.html", &problem));
        QVERIFY(!problem.isEmpty());
    }

    void swingsUpInTheWindow() {
        showTab(4);
        app::SwingUpView& view = panel().swingUp();
        QCOMPARE(view.height(), -1.0);
        press(panel(), "swingUpStart");
        QVERIFY(view.running());
        QTRY_VERIFY(view.height() > -0.5);
        keep("offload-swing-up");
        QTRY_VERIFY(view.height() > 0.95 || !view.running());
        QVERIFY2(view.height() > 0.95, qPrintable(view.state()));
        QVERIFY2(view.state().contains("modelled at 100 MHz"), qPrintable(view.state()));
        keep("offload-swing-up-standing");
        press(panel(), "swingUpStart");
        QTRY_VERIFY(!view.running());
    }

    void darkLooks() {
        app::applyTheme(*qApp, app::ThemeChoice::Dark);
        const char* const names[] = {"offload-dark-phases", "offload-dark-waterfall",
                                     "offload-dark-overlay", "offload-dark-report",
                                     "offload-dark-swing-up"};
        for (int tab = 0; tab < 5; ++tab) {
            showTab(tab);
            QCoreApplication::processEvents();
            keep(names[tab]);
        }
        app::applyTheme(*qApp, app::ThemeChoice::Light);
    }

    /// In a low window the content scrolls without overlapping.
    void fitsALowWindow() {
        const QSize before = window_->size();
        window_->resize(1100, 720);
        QTRY_COMPARE(window_->height(), 720);
        press(window_->part<app::AcceleratorPanel>(), "boardCompare");
        for (int tab = 0; tab < 5; ++tab) {
            showTab(tab);
            QCoreApplication::processEvents();
            keep(("offload-low-" + std::to_string(tab)).c_str());
            QWidget* const dock = panel().parentWidget();
            QVERIFY(panel().height() >= panel().minimumSizeHint().height());
            QTabWidget& tabs = panel().tabs();
            QVERIFY(tabs.width() >= tabs.minimumSizeHint().width());
            // Nothing lies beyond the lower edge of the panel.
            QVERIFY(tabs.geometry().bottom() <= panel().rect().bottom());
            QVERIFY(dock->height() >= dock->minimumSizeHint().height());
        }
        window_->resize(before);
    }

    /// A model not supported by any board: the panel says so and measures another one.
    void measuresAnotherModelWhereItMust() {
        showTab(0);
        window_->open(QStringLiteral(
            MOMENTREE_SOURCE_DIR "/resources/examples/constant_velocity_shafts.momentree.json"));
        QTRY_VERIFY(window_->run().hasRun() && window_->run().file().contains("constant_velocity"));
        window_->run().playback().pause();
        press(panel(), "offloadMeasure");
        QTRY_VERIFY(!panel().measuring());
        QVERIFY2(panel().state().contains("double pendulum"), qPrintable(panel().state()));
        QVERIFY(panel().state().contains("constant-velocity"));
    }

    /// Its command brings a panel in front of other tabs.
    void comesToTheFront() {
        auto* dock = window_->findChild<app::PanelDock*>("offloadDock");
        auto* other = window_->findChild<QDockWidget*>("boardDock");
        window_->tabifyDockWidget(other, dock);
        dock->close();
        other->show();
        other->raise();
        dock->toggleViewAction()->trigger();
        QTRY_VERIFY(!panel().visibleRegion().isEmpty());
    }
};

MOMENTREE_TEST(TestGuiAcceleratorTiming, Gui)

}  // namespace momentree::test_gui_accelerator_timing
#include "test_gui_accelerator_timing.moc"
