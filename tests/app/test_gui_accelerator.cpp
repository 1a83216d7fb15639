// SPDX-License-Identifier: GPL-3.0-or-later
// The virtual board in the window: identity, self test, and computing the run on screen over TCP.
#include <QComboBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableWidget>

#include "app/panels/accelerator/accelerator_panel.hpp"
#include "app/panels/accelerator/accelerators.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_accelerator {

class TestGuiAccelerator : public QObject, app::DrawingWindow {
    Q_OBJECT

    app::AcceleratorPanel& panel() { return window_->part<app::AcceleratorPanel>(); }
    void press(const char* name) {
        auto* button = panel().findChild<QPushButton*>(name);
        QVERIFY(button && button->isEnabled());
        button->click();
    }
    void openFourBar() {
        window_->open(
            QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json"));
        QTRY_VERIFY(window_->run().hasRun());
        window_->run().playback().pause();
        for (QWidget* dock = &panel(); dock != window_.get(); dock = dock->parentWidget())
            if (dock->objectName() == "boardDock") dock->raise();
    }

private slots:
    void initTestCase() { prepare("board test"); }
    void init() {
        auto catalogue = std::make_shared<Catalogue>();
        app::addAccelerators(*catalogue);
        openWindow(std::move(catalogue));
    }
    void cleanup() { closeWindow(); }

    void virtualBoardTellsWhoItIs() {
        openFourBar();
        press("boardAsk");
        QTRY_COMPARE(panel().state(), QString("ready"));
        auto* facts = panel().findChild<QTableWidget*>("boardFacts");
        const int rows = facts->rowCount();
        QVERIFY(rows >= 8);
        press("boardTest");
        QTRY_VERIFY(facts->rowCount() > rows);
        QTRY_VERIFY2(panel().state().startsWith("ready; self test passed"),
                     qPrintable(panel().state()));
        keep("board");
    }

    void runIsComputedByTheVirtualBoard() {
        openFourBar();
        press("boardUse");
        QTRY_COMPARE(QString::fromStdString(window_->run().session().spec().backend),
                     QString("virtual-board"));
        window_->run().playback().setSpeed(0.0);
        window_->run().play();
        QTRY_VERIFY(window_->run().playback().ended());
        QCOMPARE(window_->run().playback().figures().state, RunState::Finished);
        // In single precision, unlike the processor's double precision.
        const auto recording = window_->run().session().recording();
        const int total = window_->run().session().layout().total();
        const double start = recording->row(0)[static_cast<std::size_t>(total)];
        const double end = recording->row(recording->size() - 1)[static_cast<std::size_t>(total)];
        QVERIFY(std::abs(end - start) < 0.01);
        QVERIFY(std::abs(end - start) > 1e-9);
        QTRY_COMPARE(panel().state(), QString("run finished"));
        keep("board-run");
    }

    void nobodyAtTheAddressIsSaid() {
        panel().setAddress("127.0.0.1:1");
        press("boardAsk");
        QTRY_VERIFY(panel().state().contains("127.0.0.1:1"));
        panel().setAddress("no address");
        press("boardAsk");
        QTRY_VERIFY(panel().state().contains("no address"));
        keep("board-unreachable");
    }
};

MOMENTREE_TEST(TestGuiAccelerator, Gui)

}  // namespace momentree::test_gui_accelerator
#include "test_gui_accelerator.moc"
