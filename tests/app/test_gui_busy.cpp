// SPDX-License-Identifier: GPL-3.0-or-later
// Long computations are displayed and can be cancelled; the window says what was not computed and
// computes it on demand.
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QToolButton>

#include "app/document/loop_closing.hpp"
#include "app/panels/xray/xray.hpp"
#include "app/runs/preparation.hpp"
#include "app/shell/busy_status.hpp"
#include "app/shell/model_status.hpp"
#include "app/workspace/notice.hpp"
#include "core/io/model_file.hpp"
#include "core/io/text_file.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"
#include "tests/app/large_models.hpp"

namespace momentree::test_gui_busy {

using namespace momentree::app;

namespace {}  // namespace

class TestGuiBusy : public QObject, DrawingWindow {
    Q_OBJECT

    BusyStatus& status() { return *window_->findChild<BusyStatus*>(); }
    LoopClosing& loops() { return window_->live().closing(); }
    QAction& command() { return *window_->findChild<QAction*>("cancelWork"); }
    void answer() {
        auto* button = window_->notice().findChild<QPushButton*>();
        QVERIFY(button && button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
    }
    void drawLadder(int loops) {
        window_->document().replace(
            std::make_shared<const ModelDescription>(*readModelText(ladderText(loops), "ladder")),
            {});
        QVERIFY(isBeingAssembled(window_->live().checked()));
    }

private slots:
    void initTestCase() { prepare("busy"); }
    void init() { openWindow(); }
    void cleanup() {
        QThreadPool::globalInstance()->waitForDone();
        closeWindow();
    }

    void showsOnlyWhatTakesLongerThanAMoment() {
        BusyStatus status;
        status.show();
        QObject work;
        status.begin(&work, "Counting", [] {});
        QVERIFY(!status.busy());
        status.end(&work);
        int cancelled = 0;
        status.begin(
            &work, "Counting", [&cancelled] { ++cancelled; }, 0);
        QVERIFY(status.busy());
        QCOMPARE(status.text(), QString("Counting"));
        QTest::mouseClick(status.findChild<QToolButton*>(), Qt::LeftButton);
        QCOMPARE(cancelled, 1);
        QVERIFY(!status.busy());
        status.cancel();
        QCOMPARE(cancelled, 1);
    }

    void theOlderOfTwoIsShownFirst() {
        BusyStatus status;
        QObject one, two;
        status.begin(
            &one, "One", [] {}, 0);
        status.begin(
            &two, "Two", [] {}, 0);
        QVERIFY(status.text().startsWith("One"));
        QVERIFY(status.text().contains("1 more"));
        status.cancel();
        QCOMPARE(status.text(), QString("Two"));
        status.end(&two);
        QVERIFY(!status.busy());
    }

    void closingLoopsCanBeCancelled() {
        QVERIFY(!command().isEnabled());
        drawLadder(3000);  // takes seconds
        const auto drawn = window_->document().shared();
        QTRY_VERIFY(status().busy());
        QTRY_VERIFY(status().text().contains("3000 loops"));
        QVERIFY(command().isEnabled());
        QTest::mouseClick(status().findChild<QToolButton*>(), Qt::LeftButton);
        QVERIFY(!status().busy());
        QVERIFY(!command().isEnabled());
        QVERIFY(loops().cancelled());
        QCOMPARE(window_->document().shared(), drawn);
        QCOMPARE(window_->findChild<ModelStatus*>()->text(), QString("Loops not closed"));
        QVERIFY(window_->notice().isVisible());
        QVERIFY(window_->notice().title().contains("not closed"));
        keep("busy-cancelled");
        answer();
        QVERIFY(!window_->notice().isVisible());
        QVERIFY(isBeingAssembled(window_->live().checked()));
        loops().cancel();
    }

    void aClickOnTheStatusClosesThemAfterAll() {
        drawLadder(50);
        loops().cancel();
        QTest::mouseClick(window_->findChild<ModelStatus*>(), Qt::LeftButton);
        QTRY_VERIFY(window_->live().checked().assembled);
        QTRY_VERIFY(window_->live().runIsCurrent());
        QVERIFY(!status().busy());
    }

    void openingCanBeCancelledByKey() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("ladder.momentree.json");  // takes seconds
        QVERIFY(writeTextAtomically(ladderText(3000), file.toStdString()));
        drawFourBar();
        QTRY_VERIFY(window_->live().runIsCurrent());
        window_->document().history().setClean();
        window_->open(file);
        QTRY_VERIFY(status().busy());
        QVERIFY(status().text().contains("ladder.momentree.json"));
        key(Qt::Key_Period, Qt::ControlModifier);
        QVERIFY(!status().busy());
        QVERIFY(!window_->run().preparing());
        QVERIFY(window_->live().runIsCurrent());
        QCOMPARE(model().bodies.size(), std::size_t{3});
        QVERIFY(window_->notice().title().contains("ladder.momentree.json"));
        answer();
        QVERIFY(window_->run().preparing());
        window_->run().preparation().cancel();
    }

    void aLookThatIsCancelledSaysSo() {
        drawFourBar();
        QTRY_VERIFY(window_->live().runIsCurrent());
        Xray& xray = window_->part<app::Xray>();
        window_->findChild<QAction*>("xray")->trigger();
        QTRY_VERIFY(xray.report().degreesOfFreedom == 1);
        xray.look();
        xray.cancelLook();
        const auto* summary = window_->findChild<QLabel*>("xraySummary");
        QVERIFY(summary->text().contains("cancelled"));
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
        QVERIFY(summary->text().contains("cancelled"));
        xray.look();
        QTRY_VERIFY(summary->text().contains("1 degree of freedom"));
    }
};

MOMENTREE_TEST(TestGuiBusy, Gui)

}  // namespace momentree::test_gui_busy
#include "test_gui_busy.moc"
