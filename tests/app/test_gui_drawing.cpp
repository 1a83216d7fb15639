// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms drawn with the mouse on a real X server, run, and compared with the same mechanisms
// written by hand. Pictures of the states are saved in the folder named by MOMENTREE_PICTURES.
#include <QApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include "app/base/display_unit.hpp"
#include "app/base/theme/theme.hpp"
#include "app/panels/inspector/inspector.hpp"
#include "app/scene/gaps.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/main_window.hpp"
#include "app/sketch/drawing_board.hpp"
#include "app/sketch/hint_bar.hpp"
#include "app/workspace/file_commands.hpp"
#include "core/io/model_file.hpp"
#include "core/number_text.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"
#include "tests/app/places_after.hpp"

namespace momentree::test_gui_drawing {

using app::MainWindow;
using app::placesAfter;

namespace {

/// Including the quotation marks: moc fails on a raw string with an odd number of them.
std::string quoted(const std::string& text) { return '"' + text + '"'; }

/// A bar of aluminium, 20 mm square, that extends half a width beyond its points.
std::string bar(const std::string& name, double length) {
    const double whole = length + 0.02, m = 2700.0 * 0.0004 * whole;
    const auto text = [](double value) { return numberText(value); };
    const double thin = m / 6.0 * 0.0004, wide = m / 12.0 * (whole * whole + 0.0004);
    return R"({"name": )" + quoted(name) + R"(, "mass": )" + text(m) + R"(, "inertia": [)" +
           text(thin) + ", " + text(wide) + ", " + text(wide) + R"(], "markers": {"P": [)" +
           text(-0.5 * length) + R"(, 0, 0], "Q": [)" + text(0.5 * length) + ", 0, 0]}}";
}

std::string fourBarByHand() {
    const double diagonal = std::hypot(0.1, 0.2);
    return R"({"version": 1, "name": "hand", "gravity": [0, -9.80665, 0],
        "ground": {"markers": {"O": [0, 0, 0], "C": [0.3, 0, 0]}},
        "bodies": [)" +
           bar("a", diagonal) + "," + bar("b", 0.2) + "," + bar("c", 0.2) +
           R"~(], "joints": [
        {"name": "J1", "type": "revolute", "a": "ground.O", "b": "a.P"},
        {"name": "J2", "type": "revolute", "a": "a.Q", "b": "b.P"},
        {"name": "J3", "type": "revolute", "a": "b.Q", "b": "c.P"},
        {"name": "J4", "type": "revolute", "a": "ground.C", "b": "c.Q"}],
        "initial": {"joints": {"J1": {"q": "atan2(0.2, 0.1)"}},
                    "bodies": {"b": {"position": [0.2, 0.2, 0]},
                               "c": {"position": [0.3, 0.1, 0],
                                     "orientation": [0.70710678, 0, 0, -0.70710678]}}}
})~";
}

}  // namespace

class TestGuiDrawing : public QObject, app::DrawingWindow {
    Q_OBJECT

private slots:
    /// All that is said of a gap is said with one number.
    void aGapHasOneNumber() {
        drawFourBar();
        QVERIFY(window_->document().edit(
            "Move ground", [](auto& m) { m.groundMarkers[1].position[0] = Scalar(5.0); }));
        QTRY_VERIFY(!window_->live().checked().assembled);
        const auto open = app::openJoints(*view().sight());
        QVERIFY(!open.empty());
        auto* status = window_->findChild<QToolButton*>("modelStatus");
        QVERIFY2(status->text().contains(QString::fromStdString(open.front().name)) &&
                     status->text().contains(app::lengthText(open.front().gap())),
                 qPrintable(status->text()));
        keep("one-gap");
        key(Qt::Key_Z, Qt::ControlModifier);
    }

    /// What is typed after a tool's key is for the tool, wherever the focus was.
    void keysOfToolsWorkAfterTab() {
        drawFourBar();
        for (int tabs = 1; tabs < 12; ++tabs) {
            view().setFocus();
            for (int k = 0; k < tabs; ++k)
                QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QWidget* there = QApplication::focusWidget();
            if (qobject_cast<QLineEdit*>(there)) continue;
            QTest::keyClick(there, Qt::Key_L);
            QVERIFY2(window_->actions().tools[static_cast<int>(app::ToolKind::Link)]->isChecked(),
                     there->metaObject()->className());
            QVERIFY2(view().hasFocus(), there->metaObject()->className());
            key(Qt::Key_Escape);
            key(Qt::Key_Escape);
        }
    }

    void initTestCase() { prepare("drawing test"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void fourBarByMouseIsTheOneByHand() {
        keep("empty");
        drawFourBar();
        keep("four-bar");
        QCOMPARE(model().bodies.size(), std::size_t(3));
        QCOMPARE(model().joints.size(), std::size_t(4));
        QTRY_COMPARE(window_->findChild<QToolButton*>("modelStatus")->text(), QString("1 DOF"));
        const auto drawn = placesAfter(model(), 0.5);
        const auto hand = placesAfter(*readModelText(fourBarByHand(), "hand"), 0.5);
        // Drawn positions are rounded to a micrometre.
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY2((drawn[i] - hand[i]).norm() < 1e-4,
                     qPrintable(QString::number((drawn[i] - hand[i]).norm())));
        key(Qt::Key_Space);
        QTRY_VERIFY(window_->run().playback().shownTime() > 0.1);
        keep("four-bar-running");
    }

    void looseLinksCountInThePlane() {
        const auto status = [this] {
            return window_->findChild<QToolButton*>("modelStatus")->text();
        };
        key(Qt::Key_L);
        drag(0.0, 0.0, 0.1, 0.0);
        QTRY_COMPARE(status(), QString("3 DOF"));
        drag(0.1, 0.0, 0.2, 0.1);
        QTRY_COMPARE(status(), QString("4 DOF"));
    }

    void sliderCrankTurnsWithItsMotor() {
        key(Qt::Key_L);
        drag(0, 0, 0, 0.1);
        drag(0, 0.1, 0.3, 0);
        key(Qt::Key_G);
        click(0, 0);
        key(Qt::Key_P);
        drag(0.3, 0, 0.4, 0);
        key(Qt::Key_M);
        click(0, 0);
        key(Qt::Key_Escape);
        keep("slider-crank");
        QCOMPARE(model().bodies.size(), std::size_t(3));
        QCOMPARE(model().motions.size(), std::size_t(1));
        QTRY_VERIFY(window_->live().checked().assembled);
        QCOMPARE(window_->live().checked().report.degreesOfFreedom, 0);
        // 60 rpm from straight up: after a quarter of a second the crank lies along -x.
        const auto places = placesAfter(model(), 0.25);
        const double x = -0.1 + std::sqrt(0.1 - 0.0);  // rod of root 0.1
        QVERIFY2((places[0] - Vector3d(-0.05, 0.0, 0.0)).norm() < 1e-4,
                 qPrintable(QString::number(places[0].x())));
        QVERIFY2((places[2] - Vector3d(x, 0.0, 0.0)).norm() < 1e-4,
                 qPrintable(QString::number(places[2].x())));
    }

    void lengthsAreTyped() {
        key(Qt::Key_L);
        click(0, 0);
        QTest::mouseMove(&view(), pixel(0.2, 0.1));
        key(Qt::Key_1);
        auto* entry = view().findChild<QLineEdit*>("lengthEntry");
        QTRY_VERIFY(entry->isVisible());
        QTest::keyClicks(entry, "5 cm, 90 deg");
        keep("typed-length");
        QTest::keyClick(entry, Qt::Key_Return);
        QCOMPARE(model().bodies.size(), std::size_t(1));
        QVERIFY(std::abs(model().bodies[0].markers[1].position[0].value - 0.15) < 1e-9);
        QVERIFY(!entry->isVisible());  // the key does not request another point
        key(Qt::Key_Return);
        QVERIFY(entry->isVisible());
        for (const char* wrong : {"1, 2, 3", "30 deg, 1"}) {
            entry->clear();
            QTest::keyClicks(entry, wrong);
            QTest::keyClick(entry, Qt::Key_Return);
            QCoreApplication::processEvents();
            QVERIFY(entry->isVisible());
            QCOMPARE(window_->focusWidget(), entry);
        }
        QTest::keyClick(entry, Qt::Key_Escape);
        QVERIFY(!entry->isVisible());
    }

    /// A slider-crank can be typed from its first point on.
    void typedLengthsGoOnFromTheLastEnd() {
        key(Qt::Key_L);
        click(0, 0);
        auto* entry = view().findChild<QLineEdit*>("lengthEntry");
        for (const char* text : {"6 cm, 60", "20 cm<-15"}) {
            QTest::keyClicks(&view(), QString(text[0]));
            QTRY_VERIFY(entry->isVisible());
            QTest::keyClicks(entry, text + 1);
            QTest::keyClick(entry, Qt::Key_Return);
            QVERIFY(!entry->isVisible());
        }
        QCOMPARE(model().bodies.size(), std::size_t(2));
        QCOMPARE(model().joints.size(), std::size_t(1));
        QCOMPARE(model().joints[0].type, "revolute");
        const auto& poses = window_->live().checked().start;
        const auto pointsAlong = [](const BodyState& pose, double degrees) {
            const double angle = degrees * std::numbers::pi / 180.0;
            const Vector3d along(std::cos(angle), std::sin(angle), 0.0);
            return (rotationOf<double>(pose.e).col(0) - along).norm() < 1e-5;
        };
        QVERIFY(pointsAlong(poses.at(0), 60.0) && pointsAlong(poses.at(1), -15.0));
        // Esc leaves the chain, and what undo has removed is not gone on from.
        QTest::keyClicks(&view(), "3");
        QTest::keyClick(entry, Qt::Key_Escape);
        QUndoStack& history = window_->document().history();
        while (history.canUndo()) history.undo();
        QTest::keyClicks(&view(), "3");
        QVERIFY(!entry->isVisible());
    }

    void keysWithControlAreNoLengths() {
        key(Qt::Key_L);
        click(0, 0);
        QTest::mouseMove(&view(), pixel(0.2, 0.1));
        key(Qt::Key_1, Qt::ControlModifier);
        QVERIFY(!view().findChild<QLineEdit*>("lengthEntry")->isVisible());
    }

    void undoInTheMiddleOfALinkTakesOnlyThat() {
        key(Qt::Key_L);
        drag(0, 0, 0.2, 0);
        click(0.3, 0);
        QTest::mouseMove(&view(), pixel(0.4, 0.1));
        window_->actions().undo->trigger();
        QCOMPARE(model().bodies.size(), std::size_t(1));
        window_->actions().undo->trigger();
        QVERIFY(model().bodies.empty());
    }

    void draggingMovesOrReshapes() {
        drawFourBar();
        const double length = model().bodies[0].markers[1].position[0].value;
        drag(0.1, 0.2, 0.03, 0.22);
        keep("moved");
        QCOMPARE(window_->document().history().undoText(), QString("Move the mechanism"));
        QCOMPARE(model().bodies[0].markers[1].position[0].value, length);
        QVERIFY(window_->live().checked().assembled);
        window_->actions().undo->trigger();
        key(Qt::Key_E);
        keep("reshape");
        drag(0.1, 0.2, 0.1, 0.3);
        QCOMPARE(window_->document().history().undoText(), QString("Reshape"));
        QVERIFY(window_->live().checked().assembled);
        const MarkerDescription& end = model().bodies[0].markers[1];
        QVERIFY(std::abs(std::hypot(end.position[0].value, end.position[1].value) -
                         std::hypot(0.1, 0.3)) < 1e-5);
    }

    // The cost of a drag is closing the loops: the pull closes them, and they are not closed again
    // before the gesture ends.
    void dragClosesTheMechanismOncePerMove() {
        drawFourBar();
        const app::LiveModel& live = window_->live();
        const QPoint from = pixel(0.1, 0.2), to = pixel(0.03, 0.22);
        QTest::mouseMove(&view(), from);
        QTest::mousePress(&view(), Qt::LeftButton, {}, from);
        const int before = live.assemblies();
        for (int k = 1; k <= 5; ++k) {
            QTest::mouseMove(&view(), from + k * (to - from) / 5);
            QCOMPARE(live.assemblies(), before);
            QVERIFY(live.checked().assembled);
            const app::CheckedModel written = app::checkModel(model());
            QVERIFY(written.assembled);
            // The displayed pose equals the written one, except for rounding in the file.
            for (std::size_t i = 0; i < written.start.size(); ++i)
                QVERIFY((written.start[i].r - live.checked().start[i].r).norm() < 1e-5);
        }
        QVERIFY((live.checked().start[0].r - Vector3d(0.05, 0.1, 0.0)).norm() > 0.01);
        QTest::mouseRelease(&view(), Qt::LeftButton, {}, to);
        QCOMPARE(live.assemblies(), before + 1);
        const app::CheckedModel written = app::checkModel(model());
        for (std::size_t i = 0; i < written.start.size(); ++i)
            QCOMPARE(live.checked().start[i].r, written.start[i].r);
    }

    void frameSelectsAndDeleteIsUndone() {
        drawFourBar();
        const std::string before = writeModelText(model());
        drag(-0.1, 0.3, 0.2, 0.05);
        QVERIFY(!window_->selection().empty());
        keep("selected");
        key(Qt::Key_A, Qt::ControlModifier);
        key(Qt::Key_Delete);
        QVERIFY(model().bodies.empty());
        QTRY_VERIFY(!window_->run().hasRun());
        window_->actions().undo->trigger();
        QCOMPARE(writeModelText(model()), before);
    }

    void propertiesAreTypedWithUnits() {
        drawFourBar();
        window_->selection().set({app::Element::Kind::Body, 0});
        auto* mass = window_->part<app::Inspector>().findChild<QLineEdit*>("field Mass");
        QVERIFY(mass);
        mass->setFocus();
        mass->selectAll();
        QTest::keyClicks(mass, "250 g");
        QTest::keyClick(mass, Qt::Key_Return);
        QCOMPARE(model().bodies[0].mass.value, 0.25);
        QTRY_COMPARE(QApplication::focusWidget(), &view());
        QVERIFY(window_->part<app::Inspector>().problem().isEmpty());
        auto* inertia = window_->part<app::Inspector>().findChild<QLineEdit*>("field Inertia");
        window_->findChild<QDockWidget*>("propertiesDock")->raise();
        QTRY_VERIFY(inertia->isVisible());
        inertia->setFocus();
        inertia->selectAll();
        QTest::keyClicks(inertia, "1, 1, 5");
        QTest::keyClick(inertia, Qt::Key_Return);
        QVERIFY(window_->part<app::Inspector>().problem().contains("exceeds the sum"));
        keep("refused-inertia");
        // Further keys correct the field and are not commands of the window.
        QCoreApplication::processEvents();
        QCOMPARE(QApplication::focusWidget(), inertia);
        QTest::keyClicks(inertia, "1, 1, 1.5");
        QTest::keyClick(inertia, Qt::Key_Return);
        QVERIFY(window_->part<app::Inspector>().problem().isEmpty());
        QCOMPARE(model().bodies[0].inertia[2][2].value, 1.5);
        QTRY_COMPARE(QApplication::focusWidget(), &view());
        window_->actions().undo->trigger();
        QVERIFY(model().bodies[0].inertia[2][2].value < 1.0);
    }

    void refusalsAreSaidOnThePicture() {
        key(Qt::Key_G);
        click(0.2, 0.2);
        auto* hints = view().findChild<app::HintBar*>("hintBar");
        QVERIFY(hints->text().contains("no link here"));
        QCOMPARE(window_->document().history().count(), 0);
    }

    void brokenDrawingIsToldAndRepaired() {
        drawFourBar();
        QVERIFY(window_->document().edit("Move ground",
                                         [](auto& m) { m.groundMarkers[1].position[0] = 1.5; }));
        auto* status = window_->findChild<QToolButton*>("modelStatus");
        QVERIFY2(status->text().contains("is open by"), qPrintable(status->text()));
        QVERIFY(status->toolTip().contains("J"));
        keep("open-joint");
        window_->actions().undo->trigger();
        QVERIFY(status->text().startsWith("1 DOF"));
    }

    void savesAndOpensAgainWithItsHistory() {
        QTemporaryDir folder;
        const QString file = folder.filePath("drawn.momentree.json");
        drawFourBar();
        QVERIFY(window_->isWindowModified());
        QVERIFY(window_->files().saveTo(file));
        QVERIFY(!window_->isWindowModified());
        QVERIFY(window_->document().history().canUndo());
        const std::size_t bodies = model().bodies.size();
        QSignalSpy opened(&window_->run(), &app::RunController::runChanged);
        window_->open(file);
        QTRY_VERIFY(!opened.isEmpty());
        QCOMPARE(model().bodies.size(), bodies);
        QVERIFY(!window_->isWindowModified());
    }
};

MOMENTREE_TEST(TestGuiDrawing, Gui)

}  // namespace momentree::test_gui_drawing
#include "test_gui_drawing.moc"
