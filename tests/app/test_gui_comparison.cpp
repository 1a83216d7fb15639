// SPDX-License-Identifier: GPL-3.0-or-later
// What stays the same while several runs are compared: time, colours and the runs themselves.
#include <QAbstractSpinBox>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/panels/runs/run_table.hpp"
#include "app/panels/runs/runs_panel.hpp"
#include "app/plots/legend_entry.hpp"
#include "app/plots/plot_widget.hpp"
#include "app/runs/run_set.hpp"
#include "app/workspace/notice.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_comparison {

using app::PlotWidget;
using app::RunId;
using app::RunItem;

class TestGuiComparison : public QObject, app::DrawingWindow {
    Q_OBJECT

    app::RunSet& runs() { return window_->runs(); }
    app::RunController& run() { return window_->run(); }

    void open(const QString& file) {
        QSignalSpy changed(&run(), &app::RunController::runChanged);
        window_->open(file);
        QTRY_VERIFY(!changed.isEmpty());
        run().playback().pause();
        QTRY_VERIFY(run().playback().resting());
    }
    void openExample(const char* name, double duration) {
        open(
            QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/%1.momentree.json").arg(name));
        computeFor(duration);
    }
    std::vector<RunId> addIntegrators() {
        std::vector<RunId> ids{runs().currentId()};
        for (const char* integrator :
             {"explicit-euler", "semi-implicit-euler", "implicit-midpoint"}) {
            RunSpec spec = run().session().spec();
            spec.integrator = integrator;
            spec.step = 5e-3;
            ids.push_back(runs().add({.spec = spec}));
        }
        return ids;
    }
    /// Every curve of every plot has the colour of its run.
    void checkColours() {
        const app::ThemeColors& colors = app::themeColors(false);
        for (PlotWidget* plot : window_->findChildren<PlotWidget*>())
            for (std::size_t k = 0; k < plot->chart().runs().size(); ++k)
                for (const RunItem& item : runs().items()) {
                    if (item.name != plot->chart().runs()[k].name ||
                        plot->chart().settings().series.empty())
                        continue;
                    const app::SeriesStyle style = app::curveStyle(
                        plot->chart().settings(), plot->chart().runs(), k, 0, colors);
                    QCOMPARE(style.colour, colors.style(item.style).colour);
                    const auto entries =
                        app::legendEntries(plot->chart().settings(), plot->chart().runs());
                    const auto& entry = entries[plot->chart().settings().series.size() + k];
                    QCOMPARE(entry.style(colors).colour, style.colour);
                    QCOMPARE(entry.line.marker, style.marker);
                }
    }

private slots:
    void initTestCase() { prepare("comparison test"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    /// Runs computed while the picture rests are drawn at its time, branches too.
    void runsFinishedLaterAreDrawnAtTheShownTime() {
        openExample("four_bar", 1.0);
        run().playback().seek(0.6);
        window_->findChild<QAction*>("runs")->trigger();
        for (const auto& one : runs().catalogue().formulations()) {
            RunSpec spec = runs().catalogue().defaults(run().model(), one.id);
            spec.duration = 1.0;
            runs().add({.spec = spec});
        }
        run().playback().seek(0.3);
        app::RunRequest branch{.spec = run().session().spec()};
        branch.parent = runs().currentId();
        branch.from = runs().shownPoint();
        run().playback().seek(0.6);
        runs().add(branch);
        QTRY_VERIFY(!runs().computing());
        QTest::qWait(400);  // longer than the interval at which progress is reported
        const QImage asFinished = pictureOf(view());
        run().playback().seek(0.1);
        QVERIFY(pictureOf(view()) != asFinished);
        run().playback().seek(0.6);
        QCOMPARE(pictureOf(view()), asFinished);
        keepBoth("runs-finished-later");
    }

    void aRunHasOneColourEverywhere() {
        openExample("double_pendulum", 0.5);
        window_->findChild<QAction*>("runs")->trigger();
        const std::vector<RunId> ids = addIntegrators();
        QTRY_VERIFY(!runs().computing());
        std::map<RunId, int> styles;
        for (const RunItem& item : runs().items()) styles[item.id] = item.style;
        for (const RunId id : {ids[2], ids[0], ids[3], ids[1]}) {
            runs().makeCurrent(id);
            QCoreApplication::processEvents();
            checkColours();
        }
        keepBoth("run-colours");
        // Also if only one of several is shown.
        for (const RunId id : ids) runs().setVisible(id, id == runs().currentId());
        QCoreApplication::processEvents();
        checkColours();
        keepBoth("run-colours-alone");
        runs().remove(ids[2]);
        for (const RunId id : ids) runs().setVisible(id, true);
        checkColours();
        for (const RunItem& item : runs().items()) QCOMPARE(item.style, styles[item.id]);
    }

    void removedRunsComeBack() {
        openExample("double_pendulum", 0.5);
        const std::vector<RunId> ids = addIntegrators();
        run().playback().seek(0.2);
        app::RunRequest branch{.spec = run().session().spec()};
        branch.parent = ids[1];
        branch.from = runs().shownPoint();
        const RunId leaf = runs().add(branch);
        runs().setReference(ids[1]);
        QTRY_VERIFY(!runs().computing());
        const auto names = [this] {
            QStringList all;
            for (const RunItem& item : runs().items())
                all << QStringLiteral("%1 %2 %3").arg(item.name).arg(item.style).arg(item.parent);
            return all;
        };
        const QStringList before = names();
        window_->part<app::RunsPanel>().findChild<QAction*>("removeOthers")->trigger();
        QCOMPARE(runs().items().size(), std::size_t{1});
        key(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(names(), before);
        QCOMPARE(runs().reference(), ids[1]);
        QCOMPARE(runs().find(leaf)->stage(), app::RunStage::Finished);
        runs().remove(ids[1]);
        QCOMPARE(runs().find(leaf)->parent, 0);
        key(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(names(), before);
        // Runs of another file do not come back.
        runs().removeOthers();
        openExample("single_pendulum", 0.5);
        QVERIFY(!runs().canRestore());
        key(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(runs().items().size(), std::size_t{1});
    }

    /// Removed runs that were still being computed go on when they come back.
    void unfinishedRunsComeBack() {
        openExample("double_pendulum", 0.5);
        RunSpec spec = run().session().spec();
        spec.duration = 3.0;
        const RunId slow = runs().add({.spec = spec});
        runs().removeOthers();
        QTest::qWait(50);
        runs().restore();
        QTRY_COMPARE(runs().find(slow)->stage(), app::RunStage::Finished);
    }

    void aStepThatCannotBeUsedIsCuredInTheWindow() {
        const QTemporaryDir folder;
        QFile example(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json");
        QVERIFY(example.open(QIODevice::ReadOnly));
        QJsonObject model = QJsonDocument::fromJson(example.readAll()).object();
        QJsonObject settings = model["run"].toObject();
        settings["step"] = 50.0;  // longer than the duration
        model["run"] = settings;
        model.remove("$schema");
        QFile bad(folder.filePath("bad.momentree.json"));
        QVERIFY(bad.open(QIODevice::WriteOnly));
        bad.write(QJsonDocument(model).toJson());
        bad.close();
        const auto openBad = [&] {
            QSignalSpy refused(&run(), &app::RunController::refused);
            window_->open(bad.fileName());
            QTRY_COMPARE(refused.count(), 2);  // as a file, and as a drawing
            QVERIFY(!run().hasRun());
        };
        openBad();
        auto* step = window_->findChild<QAbstractSpinBox*>("step");
        QVERIFY(step && step->isEnabled());
        keepBoth("step-refused");
        step->setFocus();
        step->selectAll();
        QTest::keyClicks(step, "2 ms");
        QTest::keyClick(step, Qt::Key_Return);
        QTRY_VERIFY(run().hasRun());
        QCOMPARE(run().session().spec().step, 0.002);
        run().clear();
        openBad();
        QPushButton* usual = nullptr;
        for (QPushButton* button : window_->findChildren<QPushButton*>())
            if (button->text() == "Use the default settings") usual = button;
        QVERIFY(usual);
        QTest::mouseClick(usual, Qt::LeftButton);
        QTRY_VERIFY(run().hasRun());
        QVERIFY(run().session().spec().step < 0.1);
    }
};
MOMENTREE_TEST(TestGuiComparison, Gui)

}  // namespace momentree::test_gui_comparison
#include "test_gui_comparison.moc"
