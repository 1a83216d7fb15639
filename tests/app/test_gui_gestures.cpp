// SPDX-License-Identifier: GPL-3.0-or-later
// Random gestures of mouse and keyboard on the drawing, then all of them undone; and random events
// for the whole window with runs, branches and files. MOMENTREE_GESTURES and MOMENTREE_EVENTS set
// their numbers, MOMENTREE_SEED the seed.
#include <QAbstractButton>
#include <QAction>
#include <QClipboard>
#include <QDialog>
#include <QLineEdit>
#include <QRandomGenerator>
#include <QTimer>
#include <ctime>

#include "app/document/model_document.hpp"
#include "app/panels/inspector/inspector.hpp"
#include "app/runs/record_budget.hpp"
#include "app/runs/run_set.hpp"
#include "app/sketch/sketch_points.hpp"
#include "app/workspace/file_commands.hpp"
#include "core/io/model_file.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_gestures {
namespace {

constexpr int usualGestures = 250;
constexpr std::size_t mostBodies = 9, mostForces = 20;  // to keep the picture clear
constexpr int usualEvents = 5000, usualSeed = 20261121, reportEvery = 5000;
constexpr std::size_t mostRuns = 5;

int wanted(const char* variable, int usual) {
    bool given = false;
    const int count = qEnvironmentVariableIntValue(variable, &given);
    return given ? count : usual;
}

}  // namespace

class TestGuiGestures : public QObject, app::DrawingWindow {
    Q_OBJECT

    const int seed_ = wanted("MOMENTREE_SEED", usualSeed);
    QRandomGenerator random_{static_cast<quint32>(seed_)};
    int events_ = 0;  ///< sent so far

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

    template <typename List>
    auto oneOf(const List& list) {
        return list[random_.bounded(static_cast<int>(std::size(list)))];
    }
    /// A key for whatever has the focus.
    void press(Qt::Key k, Qt::KeyboardModifiers modifiers = {}) {
        QWidget* focus = QApplication::focusWidget();
        QTest::keyClick(focus ? focus : &view(), k, modifiers);
        ++events_;
    }
    void type() {
        static const QStringList texts{"12 cm", "0.2", "30 mm", "1e-3", "x", "-1", "2*3", "L/2"};
        QWidget* focus = QApplication::focusWidget();
        const QString text = oneOf(texts);
        QTest::keyClicks(focus ? focus : &view(), text);
        events_ += static_cast<int>(text.size());
        press(random_.bounded(3) ? Qt::Key_Return : Qt::Key_Escape);
    }
    /// Branches off, or adds runs by the panel.
    void addRuns() {
        if (window_->runs().items().size() > mostRuns) return window_->runs().removeOthers();
        static const QList<const char*> ways{"everyIntegrator", "smallerSteps", "copyRun"};
        if (random_.bounded(3) == 0) {
            if (QAction* way = window_->findChild<QAction*>(oneOf(ways)); way && way->isEnabled())
                way->trigger();
            return;
        }
        press(Qt::Key_B, Qt::ControlModifier);
        for (QDialog* dialog : window_->findChildren<QDialog*>("addRunDialog")) {
            auto* add = dialog->findChild<QAbstractButton*>("addRunButton");
            if (add && random_.bounded(3)) QTest::mouseClick(add, Qt::LeftButton);
            if (random_.bounded(3)) dialog->close();
        }
    }
    void changeRuns() {
        app::RunSet& runs = window_->runs();
        if (runs.items().empty()) return;
        const auto at =
            static_cast<std::size_t>(random_.bounded(static_cast<int>(runs.items().size())));
        const app::RunId id = runs.items()[at].id;
        switch (random_.bounded(5)) {
            case 0:
                return runs.makeCurrent(id);
            case 1:
                return runs.remove(id);
            case 2:
                return runs.restore();
            case 3:
                return runs.setReference(id);
            default:
                return runs.setVisible(id, random_.bounded(2));
        }
    }
    void changeTime() {
        app::RunController& run = window_->run();
        switch (random_.bounded(5)) {
            case 0:
                return press(oneOf(QList{Qt::Key_Left, Qt::Key_Right, Qt::Key_Home, Qt::Key_End}));
            case 1:
                return run.playback().seek(random_.bounded(5.0));
            case 2:
                return run.playback().setSpeed(random_.bounded(2) ? 0.0 : 1.0);
            default:
                return press(Qt::Key_Space);
        }
    }
    void changeSettings() {
        app::RunController& run = window_->run();
        if (!run.hasRun()) return;
        RunSpec spec = run.session().spec();
        spec.step = oneOf(QList{1e-3, 2e-3, 1e-2, 10.0});
        spec.duration = oneOf(QList{0.5, 2.0, 1e9});
        spec.formulation = oneOf(
            QList<const char*>{"hdca", "naudet", "aba", "lagrange-index1", "hamilton-index2"});
        run.applySpec(spec);
    }
    void startAnew() {
        window_->document().history().setClean();
        window_->files().newModel();
    }
    void openExample() {
        static const QStringList names{"four_bar", "double_pendulum", "rssr", "slider_crank"};
        window_->document().history().setClean();
        random_.bounded(3) ? window_->open(QStringLiteral(MOMENTREE_SOURCE_DIR
                                                          "/resources/examples/%1.momentree.json")
                                               .arg(oneOf(names)))
                           : window_->files().newModel();
    }
    void anything() {
        switch (random_.bounded(16)) {
            case 0:
                return type();
            case 1:
                return press(Qt::Key_Tab, random_.bounded(2) ? Qt::ShiftModifier : Qt::NoModifier);
            case 2:
                return press(oneOf(QList{Qt::Key_Z, Qt::Key_D, Qt::Key_A, Qt::Key_C, Qt::Key_V}),
                             Qt::ControlModifier);
            case 3:
                return addRuns();
            case 4:
                return changeRuns();
            case 5:
            case 6:
                return changeTime();
            case 7:
                return random_.bounded(4) ? changeTime() : changeSettings();
            case 8:
                return random_.bounded(12) ? changeTime() : openExample();
            case 9:
                return press(oneOf(QList{Qt::Key_T, Qt::Key_F, Qt::Key_X, Qt::Key_O, Qt::Key_M}),
                             random_.bounded(2) ? Qt::ShiftModifier : Qt::NoModifier);
            default:
                gesture(random_.bounded(18));
                events_ += 8;  // about as many for each gesture
        }
    }
    /// As the program's event loop, which also deletes what was to be deleted later.
    static void settle() {
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    void tellProgress() {
        const double seconds = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
        qInfo("%d events, seed %d: %.0f s of processor time, %lld objects", events_, seed_, seconds,
              static_cast<long long>(window_->findChildren<QObject*>().size()));
    }
    /// Questions and menus would wait for an answer forever.
    void refuseQuestions(QTimer& timer) {
        connect(&timer, &QTimer::timeout, this, [] {
            if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
            if (auto* asked = qobject_cast<QDialog*>(QApplication::activeModalWidget()))
                asked->reject();
        });
        timer.start(200);
    }

private slots:
    /// Nothing that a user can do in any order may end the program or spoil the document.
    void theWindowStandsAnything() {
        const int most = wanted("MOMENTREE_EVENTS", usualEvents);
        QTimer timer;
        refuseQuestions(timer);
        // Less to paint and to keep: more events in the same time, and recordings get full.
        window_->resize(window_->minimumSize());
        app::setRecordMebibytes(app::leastRecordMebibytes);
        int report = reportEvery;
        while (events_ < most) {
            if (model().bodies.size() > mostBodies || model().forces.size() > mostForces)
                startAnew();
            anything();
            settle();
            const auto again = readModelText(writeModelText(model()), "written.momentree.json");
            QVERIFY2(again, again ? "" : again.error().front().message.text.data());
            if (events_ >= report) {
                report += reportEvery;
                tellProgress();
            }
        }
        tellProgress();
    }

    void initTestCase() { prepare("gestures test"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void everythingIsTakenBack() {
        QUndoStack& history = window_->document().history();
        const std::string before = writeModelText(model());
        const int wanted = test_gui_gestures::wanted("MOMENTREE_GESTURES", usualGestures);
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
        qInfo("%d steps of the history, %d gestures that changed nothing, seed %d", history.index(),
              idle, seed_);
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
