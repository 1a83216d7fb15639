// SPDX-License-Identifier: GPL-3.0-or-later
// Be the processor: joining a chain by mouse and by keyboard, schedules, measured times.
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTabBar>
#include <QToolButton>

#include "app/panels/processors/gain_map.hpp"
#include "app/panels/processors/join_board.hpp"
#include "app/panels/processors/processors_panel.hpp"
#include "app/panels/processors/schedule_chart.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_processors {

class TestGuiProcessors : public QObject, app::DrawingWindow {
    Q_OBJECT

    app::ProcessorsPanel& panel() { return part<app::ProcessorsPanel>("processors"); }
    app::JoinBoard& board() { return part<app::JoinBoard>("joinBoard"); }
    app::ScheduleChart& chart() { return part<app::ScheduleChart>("scheduleChart"); }
    template <typename Part>
    Part& part(const char* name) {
        return *window_->findChild<Part*>(name);
    }
    void click(int node) {
        QTest::mouseClick(&board(), Qt::LeftButton, {}, board().nodeRect(node).center().toPoint());
    }
    void press(const char* name) { part<QToolButton>(name).click(); }

private slots:
    void initTestCase() { prepare("processors"); }
    void init() {
        openWindow();
        drawFourBar();
        window_->findChild<QAction*>("processors")->trigger();
        QTRY_VERIFY(panel().isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!panel().busy(), 60'000);
    }
    void cleanup() { closeWindow(); }

    void joinsByMouse() {
        QVERIFY(!board().plan().complete());
        click(2);
        click(5);  // no neighbour: chosen instead
        QCOMPARE(board().plan().joins(), 0);
        click(4);
        QCOMPARE(board().plan().joins(), 1);
        QCOMPARE(board().plan().nodes()[8].first, 4);
        click(8);  // no longer chosen
        press("joinUndo");
        QCOMPARE(board().plan().joins(), 0);
        QVERIFY(!part<QToolButton>("joinUndo").isEnabled());
    }
    void joinsByKeyboard() {
        board().setFocus();
        const auto key = [this](Qt::Key which) { QTest::keyClick(&board(), which); };
        key(Qt::Key_Right);
        QVERIFY(board().accessibleDescription().contains("Link 1 is chosen"));
        for (int k = 0; k < 7; ++k) key(Qt::Key_Return);
        QVERIFY(board().plan().complete());
        key(Qt::Key_Backspace);
        QCOMPARE(board().plan().joins(), 6);
    }
    /// The same work, another longest path, and a schedule that uses the processors.
    void schedulesBothTrees() {
        part<QSpinBox>("joinHands").setValue(4);
        part<QDoubleSpinBox>("joinHandOver").setValue(0.0);
        press("joinOneByOne");
        const JoinSchedule chain = chart().planned();
        press("joinBalanced");
        const JoinSchedule halves = chart().planned();
        QVERIFY(std::abs(halves.work - chain.work) < 1e-9 * chain.work);
        QVERIFY(halves.longestPath < chain.longestPath);
        QVERIFY(halves.span < chain.span);
        QVERIFY(panel().status().contains("4 processors"));
        keepBoth("processors");
        part<QDoubleSpinBox>("joinHandOver").setValue(500.0);
        QVERIFY(chart().planned().span > halves.span);
        for (const int lane : {0, 3})
            QVERIFY(chart().rect().contains(
                chart().taskRect(lane, halves.tasks.front()).center().toPoint()));
    }
    void showsWhereProcessorsPay() {
        press("joinBalanced");
        part<QDoubleSpinBox>("joinHandOver").setValue(0.0);
        part<QTabBar>("joinView").setCurrentIndex(1);
        auto& map = part<app::GainMap>("gainMap");
        QVERIFY(map.isVisible());
        const auto rows = static_cast<int>(app::GainMap::hands().size());
        const auto columns = static_cast<int>(app::GainMap::links().size());
        for (int r = 1; r < rows; ++r)  // more processors never lose without hand-over
            for (int c = 0; c < columns; ++c) QVERIFY(map.gain(r, c) >= map.gain(r - 1, c) - 1e-9);
        QVERIFY(map.gain(rows - 1, columns - 1) > map.gain(0, columns - 1));
        keepBoth("processors_map");
        part<QDoubleSpinBox>("joinHandOver").setValue(1000.0);
        QVERIFY(map.gain(rows - 1, 0) <= map.gain(0, 0) + 1e-9);
    }
    void measuresAgain() {
        part<QSpinBox>("joinLinks").setValue(16);
        QCOMPARE(board().plan().bodies(), 16);
        QVERIFY(!panel().status().contains("This program"));  // it measured 8 links
        part<QPushButton>("joinMeasure").click();
        QVERIFY(panel().busy());
        QTRY_VERIFY_WITH_TIMEOUT(!panel().busy(), 60'000);
        QVERIFY2(panel().status().contains("This program"), qPrintable(panel().status()));
    }
};

MOMENTREE_TEST(TestGuiProcessors, Gui)

}  // namespace momentree::test_gui_processors
#include "test_gui_processors.moc"
