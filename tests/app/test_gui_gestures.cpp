// SPDX-License-Identifier: GPL-3.0-or-later
// Random gestures of mouse and keyboard on the drawing, then all of them undone. MOMENTREE_GESTURES
// sets their number.
#include <QClipboard>
#include <QLineEdit>
#include <QRandomGenerator>

#include "app/document/model_document.hpp"
#include "app/panels/inspector/inspector.hpp"
#include "app/sketch/sketch_points.hpp"
#include "core/io/model_file.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_gestures {
namespace {

constexpr int usualGestures = 250;
constexpr std::size_t mostBodies = 9, mostForces = 20;  // to keep the picture clear
constexpr quint32 seed = 20261121;

int wantedGestures() {
    bool given = false;
    const int count = qEnvironmentVariableIntValue("MOMENTREE_GESTURES", &given);
    return given ? count : usualGestures;
}

}  // namespace

class TestGuiGestures : public QObject, app::DrawingWindow {
    Q_OBJECT

    QRandomGenerator random_{seed};

    QPoint somewhere() {
        return {random_.bounded(60, view().width() - 60),
                random_.bounded(60, view().height() - 60)};
    }
    /// Often a joint or a point of a link, so that drawn parts are connected.
    QPoint somePlace() {
        const auto points = app::sketchPoints(window_->live().checked());
        if (points.empty() || random_.bounded(3) == 0) return somewhere();
        const auto k = static_cast<std::size_t>(random_.bounded(static_cast<int>(points.size())));
        const QPoint at = view().toView(points[k].at).toPoint();
        return view().rect().adjusted(5, 5, -5, -5).contains(at) ? at : somewhere();
    }
    void clickOn(QPoint at, Qt::KeyboardModifiers modifiers = {}) {
        QTest::mouseMove(&view(), at);
        QTest::mouseClick(&view(), Qt::LeftButton, modifiers, at);
    }
    void leaveTool() {
        key(Qt::Key_Escape);
        key(Qt::Key_Escape);
    }
    void drawWith(Qt::Key tool, bool dragging, Qt::KeyboardModifiers modifiers = {}) {
        key(tool, modifiers);
        dragging ? dragPixels(somePlace(), somePlace()) : clickOn(somePlace());
        if (dragging && random_.bounded(4) == 0) {
            clickOn(somePlace());
            QTest::mouseMove(&view(), somewhere());
            key(Qt::Key_5);
            if (auto* entry = view().findChild<QLineEdit*>("lengthEntry"); entry->isVisible())
                QTest::keyClick(entry, Qt::Key_Return);
        }
        leaveTool();
    }
    void typeSomething() {
        const auto fields = window_->part<app::Inspector>().findChildren<QLineEdit*>();
        if (fields.isEmpty()) return;
        auto* line = fields[random_.bounded(static_cast<int>(fields.size()))];
        line->setFocus();
        if (random_.bounded(2) == 0) {
            for (int k = random_.bounded(1, 5); k > 0; --k)
                QTest::keyClick(line, random_.bounded(2) ? Qt::Key_Up : Qt::Key_Down);
        } else {
            line->selectAll();
            QTest::keyClicks(line, QStringList{"0.2", "12 cm", "0, 0, 1", "x", "-1", "2*3",
                                               "1, 2"}[random_.bounded(7)]);
        }
        QTest::keyClick(line, Qt::Key_Return);
        view().setFocus();
    }
    void gesture(int kind) {
        switch (kind) {
            case 0:
            case 1:
            case 2:
                return drawWith(Qt::Key_L, true);
            case 3:
                return drawWith(Qt::Key_G, false);
            case 4:
                return drawWith(Qt::Key_P, true);
            case 5:
                return drawWith(random_.bounded(2) ? Qt::Key_S : Qt::Key_D, true);
            case 6:
                return drawWith(Qt::Key_M, false);
            case 7:
                return drawWith(Qt::Key_R, false);
            case 8:
                return drawWith(random_.bounded(2) ? Qt::Key_F : Qt::Key_T, true,
                                Qt::ShiftModifier);
            case 9:
                key(Qt::Key_E);
                return dragPixels(somePlace(), somewhere());
            case 10:
                key(Qt::Key_W);
                return dragPixels(somePlace(), somewhere());
            case 11:
                clickOn(somePlace());
                return key(Qt::Key_Delete);
            case 12:
                dragPixels(somewhere(), somewhere());  // a frame, or what is there
                return key(Qt::Key_D, Qt::ControlModifier);
            case 13:
                clickOn(somePlace());
                key(Qt::Key_C, Qt::ControlModifier);
                QTest::mouseMove(&view(), somewhere());
                return key(Qt::Key_V, Qt::ControlModifier);
            case 14:
                clickOn(somePlace());
                return key(random_.bounded(2) ? Qt::Key_M : Qt::Key_J,
                           random_.bounded(2) ? Qt::ControlModifier : Qt::NoModifier);
            case 15:
                clickOn(somePlace());
                return typeSomething();
            case 16:
                clickOn(somePlace());
                clickOn(somePlace(), Qt::ShiftModifier);
                return key(Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
            default:
                return drawWith(Qt::Key_B, true);
        }
    }

private slots:
    void initTestCase() { prepare("gestures test"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void everythingIsTakenBack() {
        QUndoStack& history = window_->document().history();
        const std::string before = writeModelText(model());
        const int wanted = wantedGestures();
        int idle = 0;
        while (history.index() < wanted && idle < 40 * wanted) {
            const int index = history.index();
            if (model().bodies.size() > mostBodies || model().forces.size() > mostForces) {
                key(Qt::Key_A, Qt::ControlModifier);
                key(Qt::Key_Delete);
            } else {
                gesture(random_.bounded(18));
            }
            leaveTool();
            if (random_.bounded(12) == 0 && history.canUndo()) {
                key(Qt::Key_Z, Qt::ControlModifier);
                key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
            }
            if (history.index() == index) ++idle;
            QCoreApplication::processEvents();
        }
        qInfo("%d steps of the history, %d gestures that changed nothing, seed %u", history.index(),
              idle, seed);
        QVERIFY(history.index() >= wanted);
        keep("gestures");
        const std::string after = writeModelText(model());
        while (history.canUndo()) history.undo();
        QCOMPARE(writeModelText(model()), before);
        while (history.canRedo()) history.redo();
        QCOMPARE(writeModelText(model()), after);
    }
};

MOMENTREE_TEST(TestGuiGestures, Gui)

}  // namespace momentree::test_gui_gestures
#include "test_gui_gestures.moc"
