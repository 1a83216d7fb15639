// SPDX-License-Identifier: GPL-3.0-or-later
// The Edit menu, the gravity arrow, sliders and the list of commands applied to a drawing.
#include <QClipboard>
#include <QDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QSlider>
#include <QTimer>
#include <QToolButton>

#include "app/base/unit_line.hpp"
#include "app/panels/inspector/inspector.hpp"
#include "app/panels/parameters/parameter_panel.hpp"
#include "app/sketch/hint_bar.hpp"
#include "app/workspace/file_commands.hpp"
#include "app/workspace/notice.hpp"
#include "core/io/model_file.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_editing {

class TestGuiEditing : public QObject, app::DrawingWindow {
    Q_OBJECT

    QUndoStack& history() { return window_->document().history(); }
    bool assembled() { return window_->live().checked().assembled; }

private slots:
    void initTestCase() { prepare("editing test"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void copiesArePastedAtThePointer() {
        drawFourBar();
        key(Qt::Key_A, Qt::ControlModifier);
        key(Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().contains("link1"));
        window_->actions().paste->trigger();
        QCOMPARE(model().bodies.size(), std::size_t(6));
        QCOMPARE(model().joints.size(), std::size_t(8));
        QVERIFY(assembled());
        QCOMPARE(history().undoText(), QString("Paste"));
        QCOMPARE(window_->live().checked().report.degreesOfFreedom, 2);
        keep("pasted");
        history().undo();
        QCOMPARE(model().bodies.size(), std::size_t(3));
        QApplication::clipboard()->setText("no mechanism");
        const int count = history().count();
        window_->actions().paste->trigger();
        QCOMPARE(history().count(), count);
    }

    void cutTakesAwayWhatCanBePasted() {
        drawFourBar();
        window_->selection().set({app::Element::Kind::Body, 1});
        key(Qt::Key_X, Qt::ControlModifier);
        QCOMPARE(model().bodies.size(), std::size_t(2));
        key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(model().bodies.size(), std::size_t(3));
    }

    void mirrorsAndArrays() {
        drawFourBar();
        key(Qt::Key_A, Qt::ControlModifier);
        key(Qt::Key_M, Qt::ControlModifier);
        QCOMPARE(model().bodies.size(), std::size_t(6));
        QVERIFY(assembled());
        // The mirror line is the right edge, x = 0.3: ground hinges at 0 have images at 0.6.
        bool found = false;
        for (const MarkerDescription& marker : model().groundMarkers)
            found = found || std::abs(marker.position[0].value - 0.6) < 1e-6;
        QVERIFY(found);
        keep("mirrored");
        history().undo();
        key(Qt::Key_A, Qt::ControlModifier);
        QTimer::singleShot(0, this, [this] {
            auto* dialog = window_->findChild<QDialog*>("arrayDialog");
            QVERIFY(dialog);
            auto* x = dialog->findChild<QLineEdit*>("shiftX");
            x->setText("30 deg");
            QTest::keyClick(x, Qt::Key_Return);
            QVERIFY(dialog->isVisible());  // not a length: asks again
            x->setText("35 cm");
            keep("array-behind");
            app::keepPicture(*dialog, "array");
            QTest::keyClick(x, Qt::Key_Return);
        });
        window_->actions().array->trigger();
        QCOMPARE(model().bodies.size(), std::size_t(12));
        QVERIFY(assembled());
        keep("array-of-four");
    }

    void alignsAndSplits() {
        drawFourBar();
        window_->selection().set({app::Element::Kind::Joint, 0});
        window_->selection().toggle({app::Element::Kind::Joint, 2});
        window_->actions().alignColumn->trigger();
        QCOMPARE(history().undoText(), QString("Align in a column"));
        history().undo();
        window_->selection().set({app::Element::Kind::Joint, 1});
        key(Qt::Key_J);
        QCOMPARE(model().joints.size(), std::size_t(3));
        QCOMPARE(history().undoText(), QString("Split joint"));
    }

    void mergesJointsByTheMenu() {
        key(Qt::Key_L);
        drag(0, 0, 0.1, 0.2);
        drag(0.1, 0.2, 0.3, 0.2);
        drag(0.4, 0, 0.5, 0.2);
        drag(0.5, 0.2, 0.6, 0);
        key(Qt::Key_Escape);
        QCOMPARE(model().joints.size(), std::size_t(2));
        window_->selection().set({app::Element::Kind::Joint, 0});
        window_->actions().merge->trigger();
        QVERIFY(window_->findChild<app::HintBar*>("hintBar")->text().contains("two joints"));
        window_->selection().toggle({app::Element::Kind::Joint, 1});
        key(Qt::Key_J, Qt::ControlModifier);
        QCOMPARE(history().undoText(), QString("Merge joints"));
        QCOMPARE(model().joints.size(), std::size_t(3));
        QVERIFY(assembled());
        keep("merged");
        history().undo();
        QCOMPARE(model().joints.size(), std::size_t(2));
    }

    void droppingAJointOnALinkJoinsThem() {
        key(Qt::Key_L);
        drag(0, 0, 0.1, 0.2);
        drag(0.1, 0.2, 0.3, 0.2);
        drag(0.4, 0.1, 0.4, 0.3);
        key(Qt::Key_Escape);
        QCOMPARE(model().joints.size(), std::size_t(1));
        key(Qt::Key_E);
        drag(0.1, 0.2, 0.4, 0.1);
        QCOMPARE(model().joints.size(), std::size_t(2));
        history().undo();
        QCOMPARE(model().joints.size(), std::size_t(1));
    }

    void gravityIsTurnedByItsArrow() {
        drawFourBar();
        const auto arrow = view().scene().gravityArrow();
        QVERIFY(arrow);
        const QPoint foot = QPointF((*arrow)[0], (*arrow)[1]).toPoint();
        const QPoint tip = QPointF((*arrow)[2], (*arrow)[3]).toPoint();
        QTest::mouseMove(&view(), tip);
        keep("gravity-hover");
        dragPixels(tip, foot + QPoint(60, 2));
        QVERIFY(std::abs(model().gravity[0].value - 9.80665) < 1e-5);
        QVERIFY(std::abs(model().gravity[1].value) < 1e-5);
        QCOMPARE(history().undoText(), QString("Turn gravity"));
        history().undo();
        QVERIFY(std::abs(model().gravity[1].value + 9.80665) < 1e-5);
    }

    void slidersChangeTheModel() {
        window_->open(
            QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json"));
        QTRY_VERIFY(window_->run().hasRun());
        auto* slider = window_->findChild<QSlider*>("slider L");
        QVERIFY(slider);
        const double before = model().parameters[0].value.value;
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_PageUp);
        QVERIFY(model().parameters[0].value.value > before);
        QVERIFY(history().undoText().contains("L"));
        keep("slider");
        auto* value = window_->findChild<QLineEdit*>("value of L");
        value->setFocus();
        value->selectAll();
        QTest::keyClicks(value, "32 cm");
        QTest::keyClick(value, Qt::Key_Return);
        QCOMPARE(model().parameters[0].value.value, 0.32);
        auto* name = window_->findChild<QLineEdit*>("name of L");
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, "bar");
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(model().parameters[0].name, std::string("bar"));
        QCOMPARE(model().bodies[0].markers[0].position[0].text, std::string("-bar/2"));
        // The value follows the name; the slider keeps its unit.
        QTRY_COMPARE(window_->focusWidget()->objectName(), QString("value of bar"));
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Right);
        QVERIFY(model().parameters[0].value.value > 0.32);
        QVERIFY2(model().parameters[0].value.text.ends_with(" cm"),
                 model().parameters[0].value.text.c_str());
        while (history().canUndo()) history().undo();
        QCOMPARE(model().parameters[0].value.value, before);
    }

    void slidersReachBelowAndAboveWhatIsTyped() {
        drawFourBar();
        auto* panel = window_->findChild<app::ParameterPanel*>();
        window_->findChild<QDockWidget*>("parametersDock")->raise();
        QTRY_VERIFY(panel->isVisible() && !panel->visibleRegion().isEmpty());
        panel->findChild<QToolButton*>("addParameter")->click();
        auto* name = panel->findChild<QLineEdit*>("name of p1");
        QTRY_VERIFY(name->isVisible() && name->hasFocus());
        QTest::keyClicks(name, "k");
        QTest::keyClick(name, Qt::Key_Tab);
        // The row still exists, and the value gets the focus next.
        auto* value = panel->findChild<QLineEdit*>("value of k");
        QVERIFY(value);
        QCOMPARE(QApplication::focusWidget()->objectName(), value->objectName());
        value->selectAll();
        QTest::keyClicks(value, "0.3");
        QTest::keyClick(value, Qt::Key_Return);
        auto* slider = panel->findChild<QSlider*>("slider k");
        QVERIFY(slider->width() >= 64);
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Right);
        QVERIFY(model().parameters[0].value.value > 0.3);
        QTest::keyClick(slider, Qt::Key_Home);
        QCOMPARE(model().parameters[0].value.value, 0.15);
        QTest::keyClick(slider, Qt::Key_End);
        QCOMPARE(model().parameters[0].value.value, 0.6);
        auto* most = panel->findChild<QLineEdit*>("most of k");
        most->setFocus();
        QTest::keyClicks(most, "2");
        QTest::keyClick(most, Qt::Key_Return);
        QCOMPARE(*model().parameters[0].maximum, 2.0);
        slider->setValue(slider->maximum());
        QCOMPARE(model().parameters[0].value.value, 2.0);
        auto* least = panel->findChild<QLineEdit*>("least of k");
        const int steps = history().count();
        least->setFocus();
        QTest::keyClicks(least, "3");
        QTest::keyClick(least, Qt::Key_Return);
        QVERIFY(!model().parameters[0].minimum);  // above the upper end
        QCOMPARE(history().count(), steps);
        keep("parameter-range");
    }

    void severalElementsAreChangedAtOnce() {
        drawFourBar();
        key(Qt::Key_A, Qt::ControlModifier);
        auto& inspector = window_->part<app::Inspector>();
        auto* color = inspector.findChild<QLineEdit*>("field Colour");
        QVERIFY(color && !inspector.findChild<QLineEdit*>("field Name"));
        const int steps = history().count();
        color->setFocus();
        QTest::keyClicks(color, "#336699");
        QTest::keyClick(color, Qt::Key_Return);
        QCOMPARE(history().count(), steps + 1);
        for (const auto& body : model().bodies) QCOMPARE(body.shape.color, std::string("#336699"));
        keep("several");
    }

    void escapeBringsBackWhatAFieldShowed() {
        drawFourBar();
        window_->selection().set({app::Element::Kind::Body, 0});
        auto* mass = window_->part<app::Inspector>().findChild<QLineEdit*>("field Mass");
        auto* below = window_->part<app::Inspector>().findChild<QLineEdit*>("field Inertia");
        const QString before = mass->text();
        keep("field");
        // The height of wrapped rows is known only after their width.
        for (int k = 0; k < 5; ++k) QCoreApplication::processEvents();
        const int place = below->y();
        mass->setFocus();
        mass->selectAll();
        QTest::keyClicks(mass, "-3");
        QTest::keyClick(mass, Qt::Key_Return);
        QVERIFY(!window_->part<app::Inspector>().problem().isEmpty());
        keep("field-refused");
        QCOMPARE(below->y(), place);  // the message does not move the fields
        mass->setFocus();
        QTest::keyClick(mass, Qt::Key_Escape);
        QCOMPARE(mass->text(), before);
        QVERIFY(window_->part<app::Inspector>().problem().isEmpty());
        QCOMPARE(window_->selection().elements().size(), std::size_t(1));
        QVERIFY(!window_->document().description().bodies[0].mass.text.starts_with("-"));
    }

    void refusedShapesLeaveNoStep() {
        drawFourBar();
        const int steps = history().count();
        key(Qt::Key_M);
        click(0.6, 0.6);  // nothing to drive there
        QCOMPARE(history().count(), steps);
    }

    void slidersChangeTheMotionAsItGoes() {
        window_->open(
            QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json"));
        app::RunController& run = window_->run();
        QTRY_VERIFY(run.hasRun() && run.playback().shownTime() > 0.2);
        auto* slider = window_->findChild<QSlider*>("slider m");
        QVERIFY(slider);
        const auto before = run.sharedModel();
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_PageUp);
        QTRY_VERIFY(run.sharedModel() != before);
        QVERIFY(run.session().recording()->at(0, 0) > 0.1);
        QVERIFY(run.playback().playing());
        QVERIFY(window_->live().runIsCurrent());
        QCOMPARE(run.model().bodies[0].mass, model().parameters[2].value.value);
        QTRY_VERIFY(run.playback().shownTime() > run.session().recording()->at(0, 0));
        keep("slider-while-running");
        // Drawing applies to the start.
        key(Qt::Key_L);
        drag(0.5, 0.3, 0.6, 0.3);
        QTRY_COMPARE(run.playback().shownTime(), 0.0);
        QTRY_COMPARE(run.session().recording()->at(0, 0), 0.0);
    }

    void aMotionThatWentOnIsRepeatedFromTheStart() {
        window_->open(
            QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json"));
        app::RunController& run = window_->run();
        QTRY_VERIFY(run.hasRun());
        RunSpec spec = run.session().spec();
        spec.duration = 0.6;
        run.applySpec(spec);
        run.playback().setLoop(true);
        QTRY_VERIFY(run.session().spec().duration == 0.6 && run.playback().shownTime() > 0.2);
        const auto before = run.sharedModel();
        auto* slider = window_->findChild<QSlider*>("slider m");
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_PageUp);
        QTRY_VERIFY(run.sharedModel() != before);
        const auto changed = run.sharedModel();
        QVERIFY(run.session().recording()->at(0, 0) > 0.0);
        QTRY_COMPARE(run.session().recording()->at(0, 0), 0.0);
        QCOMPARE(run.sharedModel(), changed);
        QTRY_VERIFY(run.playback().playing());
    }

    void changesThatCannotGoOnAreRefused() {
        window_->open(
            QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json"));
        app::RunController& run = window_->run();
        QTRY_VERIFY(run.hasRun() && run.playback().shownTime() > 0.2);
        const auto before = run.sharedModel();
        auto* value = window_->findChild<QLineEdit*>("value of d");
        value->setFocus();
        value->selectAll();
        QTest::keyClicks(value, "2 m");
        QTest::keyClick(value, Qt::Key_Return);
        QTRY_VERIFY(!run.playback().playing());
        QVERIFY(run.hasRun());
        QCOMPARE(run.sharedModel(), before);
        QVERIFY(window_->findChild<QToolButton*>("modelStatus")->text().contains("open by"));
        history().undo();
        QTRY_VERIFY(window_->live().runIsCurrent());
        QVERIFY(run.playback().shownTime() > 0.1);
    }

    void posesThatCannotBeReachedAreTold() {
        key(Qt::Key_L);
        drag(0, 0, 0.07, 0.07);
        drag(0.07, 0.07, 0.3, 0);
        key(Qt::Key_G);
        click(0, 0);
        key(Qt::Key_P);
        drag(0.3, 0, 0.4, 0);
        key(Qt::Key_M);
        click(0, 0);
        key(Qt::Key_Escape);
        app::RunController& run = window_->run();
        QTRY_VERIFY(window_->live().runIsCurrent());
        run.play();
        QTRY_VERIFY(run.playback().computedTime() > 0.2);
        run.playback().pause();
        run.playback().seek(0.125);  // the crank, 99 mm long, stands upright
        const auto before = run.sharedModel();
        // A rod of 80 mm fits at the start, 70 mm above the slide, but not here.
        QVERIFY(window_->document().edit("Shorten", [](auto& m) {
            m.bodies[1].markers[0].position[0] = -0.04;
            m.bodies[1].markers[1].position[0] = 0.04;
        }));
        QVERIFY(window_->live().checked().assembled);
        // The range of the motor may be told before.
        QTRY_VERIFY(window_->notice().title().contains("cannot continue"));
        QVERIFY(window_->notice().isVisible());
        keep("cannot-go-on");
        QCOMPARE(run.sharedModel(), before);
        history().undo();
        QTRY_VERIFY(window_->live().runIsCurrent());
        QVERIFY(run.playback().shownTime() > 0.1);
    }

    void templatesBeginDocumentsOfTheirOwn() {
        window_->files().newFrom(
            QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/slider_crank.momentree.json"));
        QCOMPARE(model().bodies.size(), std::size_t(3));
        QVERIFY(window_->document().file().isEmpty());
        QVERIFY(assembled());
        QTRY_VERIFY(window_->run().hasRun());
    }

    void anyCommandIsFoundByItsName() {
        drawFourBar();
        key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        auto* palette = window_->findChild<QDialog*>("commandPalette");
        QVERIFY(palette && palette->isVisible());
        auto* search = palette->findChild<QLineEdit*>("commandSearch");
        auto* list = palette->findChild<QListWidget*>();
        QTest::keyClicks(search, "export pdf");  // by its menu, and off without a drawing
        QVERIFY(list->count() > 0 && list->item(0)->text().contains("PDF"));
        search->clear();
        QTest::keyClicks(search, "xyzzy");
        QCOMPARE(list->count(), 1);
        QVERIFY(!list->item(0)->flags().testFlag(Qt::ItemIsEnabled));
        for (const char* name : {"peaucellier", "element", "import"}) {
            search->clear();
            QTest::keyClicks(search, name);
            QVERIFY2(list->item(0)->flags().testFlag(Qt::ItemIsEnabled), name);
        }
        search->clear();
        QTest::keyClicks(search, "select all");
        app::keepPicture(*palette, "palette");
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(window_->selection().elements().size(), std::size_t(7));
    }

    /// The unit of the field stands beside plain numbers only: expressions are in SI units.
    void unitsStandBesideNumbers() {
        app::UnitLine line("deg");
        const auto beside = [&](const char* text) {
            line.setText(text);
            return line.beside();
        };
        for (const char* number : {"45", "-1.5e-3", "0, 1, 2", ""})
            QCOMPARE(beside(number), QString("deg"));
        for (const char* other : {"60 rpm", "0.5 rad", "phi", "2*0.1"})
            QCOMPARE(beside(other), QString());
        line.setValue("45 deg");
        QCOMPARE(beside("phi"), QString("45 deg"));
        line.setModified(true);
        QCOMPARE(line.beside(), QString());
    }
};

MOMENTREE_TEST(TestGuiEditing, Gui)

}  // namespace momentree::test_gui_editing
#include "test_gui_editing.moc"
