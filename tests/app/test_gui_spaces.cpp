// SPDX-License-Identifier: GPL-3.0-or-later
// The workspaces of the window.
#include <qcustomplot.h>

#include <QAccessible>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

#include "app/base/choice_combo.hpp"
#include "app/panels/lessons/lesson_panel.hpp"
#include "app/plots/plot_widget.hpp"
#include "app/shell/space_switch.hpp"
#include "app/shell/spaces.hpp"
#include "render/stage.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_spaces {

using app::Space;

class TestGuiSpaces : public QObject, app::DrawingWindow {
    Q_OBJECT

    QDockWidget* dock(const char* name) { return window_->findChild<QDockWidget*>(name); }
    bool sees(const char* name) {
        QCoreApplication::processEvents();
        return !dock(name)->visibleRegion().isEmpty();
    }
    void show(Space space) {
        window_->spaces().show(space);
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
    }
    void open(const char* name) {
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        window_->open(
            QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/%1.momentree.json").arg(name));
        QTRY_VERIFY(!changed.isEmpty());
    }
    double shareOfScene() { return static_cast<double>(view().width()) / window_->width(); }
    /// A picture of every workspace, in both themes.
    void keepAll(const QString& name) {
        for (const Space space : {Space::Draw, Space::Run, Space::Compare, Space::Analyse}) {
            show(space);
            keepBoth(name + '-' + app::Spaces::title(space).toLower());
        }
    }

private slots:
    void initTestCase() { prepare("test_gui_spaces"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void eachShowsItsPanels() {
        open("four_bar");
        show(Space::Draw);
        QVERIFY(!sees("treeDock") && !sees("energyDock") && !sees("runsDock"));
        QVERIFY(!window_->findChild<QWidget*>("transport")->isVisible());
        QVERIFY(!window_->menuBar()->isVisible());
        QVERIFY(shareOfScene() > 0.9);
        window_->selection().set({app::Element::Kind::Body, 1});
        QVERIFY(sees("propertiesDock"));
        QVERIFY(shareOfScene() > 0.65);
        window_->selection().clear();
        QVERIFY(!sees("propertiesDock"));
        show(Space::Run);
        QVERIFY(sees("energyDock") && sees("driftDock") && sees("phasesDock"));
        QVERIFY(!sees("treeDock"));
        QVERIFY(window_->findChild<QWidget*>("transport")->isVisible());
        QVERIFY(shareOfScene() > 0.65);
        show(Space::Compare);
        QVERIFY(sees("runListDock") && sees("costDock") && sees("driftDock") &&
                !sees("energyDock"));
        show(Space::Analyse);
        QVERIFY(sees("modesDock") && !sees("driftDock"));
        show(Space::Everything);
        QVERIFY(sees("treeDock") && sees("energyDock") && window_->menuBar()->isVisible());
    }

    void drawingBeginsWithFewControls() {
        show(Space::Draw);
        const auto count = [this] {
            int controls = 0;
            for (const auto* widget : window_->findChildren<QWidget*>()) {
                if (!widget->isVisible()) continue;
                if (const auto* tabs = qobject_cast<const QTabBar*>(widget))
                    controls += tabs->count();
                if (qobject_cast<const QAbstractButton*>(widget) ||
                    qobject_cast<const QComboBox*>(widget) ||
                    qobject_cast<const QLineEdit*>(widget))
                    ++controls;
            }
            return controls;
        };
        QCOMPARE(count(), 20);
        keepBoth("space-empty");
        // The first drag draws a link, as the invitation says. It gives way when that begins, and
        // comes back if nothing is drawn.
        auto* invitation = window_->findChild<QWidget*>("invitation");
        QTest::mousePress(&view(), Qt::LeftButton, {}, pixel(0, 0));
        QVERIFY(!invitation->isVisible());
        QTest::mouseRelease(&view(), Qt::LeftButton, {}, pixel(0, 0));
        QTest::mouseMove(&view(), pixel(0.1, 0.1));
        QVERIFY(!invitation->isVisible());
        key(Qt::Key_Escape);
        QVERIFY(invitation->isVisible());
        drag(0, 0, 0.1, 0.2);
        QTRY_COMPARE(model().bodies.size(), std::size_t{1});
        // The view stays as it is when the inspector goes: the first link does not jump.
        const double height = view().scene().viewpoint().height;
        window_->selection().clear();
        QTRY_COMPARE(count(), 21);  // and the state of the model
        QCOMPARE(view().scene().viewpoint().height, height);
        QVERIFY(!window_->findChild<QWidget*>("invitation")->isVisible());
    }

    /// The inspector comes over the right edge, where a link may have been drawn.
    void theInspectorHidesNoLink() {
        show(Space::Draw);
        window_->actions().newModel->trigger();
        QTRY_VERIFY(model().bodies.empty());
        key(Qt::Key_L);
        const int right = view().width() - 60;
        dragPixels({right, 200}, {right - 20, 400});
        QCOMPARE(model().bodies.size(), std::size_t{1});
        QVERIFY(view().width() < right);
        QVERIFY(view().scene().showsAll());
    }

    void workPlanesAppearInSpace() {
        show(Space::Draw);
        auto* bar = view().findChild<QWidget*>("planeBar");
        QVERIFY(!bar->isVisible());
        window_->findChild<QAction*>("drawInSpace")->trigger();
        QVERIFY(bar->isVisible());
        window_->findChild<QAction*>("drawInSpace")->trigger();
        open("four_bar");
        QVERIFY(!bar->isVisible());
        open("rssr");
        QVERIFY(bar->isVisible());
    }

    void toolsAreReachedByArrows() {
        show(Space::Draw);
        auto* strip = window_->findChild<QToolBar*>("toolStrip");
        int stops = 0;
        for (const auto* button : strip->findChildren<QToolButton*>())
            if (button->isVisible() && button->focusPolicy() & Qt::TabFocus) ++stops;
        QCOMPARE(stops, 1);
        QToolButton* first = strip->findChild<QToolButton*>();
        for (auto* button : strip->findChildren<QToolButton*>())
            if (button->focusPolicy() & Qt::TabFocus) first = button;
        first->setFocus();
        QTest::keyClick(first, Qt::Key_Down);
        auto* second = qobject_cast<QToolButton*>(QApplication::focusWidget());
        QVERIFY(second && second != first && second->text() == "Link");
        QTest::keyClick(second, Qt::Key_Space);
        QVERIFY(window_->actions().tools[1]->isChecked());
        show(Space::Compare);  // where no tool is shown
        QVERIFY(window_->actions().tools[0]->isChecked());
        key(Qt::Key_Q);
        QCOMPARE(window_->spaces().current(), Space::Compare);  // measures
        key(Qt::Key_L);
        QCOMPARE(window_->spaces().current(), Space::Draw);
        QVERIFY(window_->actions().tools[1]->isChecked());
    }

    void theRunGoesOn() {
        open("four_bar");
        window_->run().playback().setSpeed(0.1);
        QTRY_VERIFY(window_->run().playback().shownTime() > 0.02);
        const auto session = window_->run().sharedSession();
        for (const Space space : {Space::Run, Space::Draw, Space::Analyse, Space::Compare}) {
            show(space);
            QVERIFY(window_->run().sharedSession() == session &&
                    window_->run().playback().playing());
        }
    }

    void theRunIsSetInTheWindow() {
        open("four_bar");
        show(Space::Run);
        auto* solver = window_->findChild<QToolButton*>("solver");
        QTRY_VERIFY2(solver->text().startsWith("rk4, 1 ms, energy within 1e-"),
                     qPrintable(solver->text()));
        auto* formulation = window_->findChild<app::ChoiceCombo*>("method-formulation");
        auto* backend = window_->findChild<app::ChoiceCombo*>("method-backend");
        QVERIFY(formulation->isVisible() && backend->isVisible());
        Q_EMIT formulation->chosenByUser("naudet");
        QTRY_COMPARE(window_->run().session().spec().formulation, std::string("naudet"));
        QTRY_COMPARE(formulation->chosen(), std::string("naudet"));
        solver->click();
        auto* step = window_->findChild<QWidget*>("method-step");
        QVERIFY(step->isVisible());
        keep("space-solver");
        step->window()->close();
        show(Space::Compare);
        QVERIFY(formulation->isVisible() && backend->isVisible() && solver->isVisible());
        show(Space::Draw);
        QVERIFY(!formulation->isVisible() && !solver->isVisible());
    }

    void plotsAreAdded() {
        open("four_bar");
        show(Space::Run);
        auto* menu = window_->findChild<QToolButton*>("addPlot")->menu();
        Q_EMIT menu->aboutToShow();
        QVERIFY(menu->actions().front()->text() == dock("probesDock")->windowTitle());
        menu->actions().front()->trigger();
        QVERIFY(sees("probesDock") && sees("energyDock"));
    }

    void layoutsOfOtherVersionsAreLeftOut() {
        show(Space::Draw);
        QSettings().setValue("window/state-analyse", QByteArray("of another version"));
        show(Space::Analyse);
        QVERIFY(sees("questionsDock"));
    }

    // Beside the scene of Run or Draw they would be cut off.
    void widePanelsOpenWhereThereIsRoom() {
        open("four_bar");
        for (const auto& [name, home] :
             {std::pair("offloadDock", Space::Analyse), std::pair("scalingDock", Space::Compare)}) {
            show(Space::Run);
            dock(name)->toggleViewAction()->trigger();
            QCOMPARE(window_->spaces().current(), home);
            QTRY_VERIFY(sees(name));
            show(Space::Run);
            QVERIFY(!sees(name));
        }
        // Narrow ones open where they are asked for.
        dock("parametersDock")->toggleViewAction()->trigger();
        QCOMPARE(window_->spaces().current(), Space::Run);
        QVERIFY(sees("parametersDock"));
    }

    void keysAndTabsSwitch() {
        auto* tabs = window_->findChild<app::SpaceSwitch*>();
        key(Qt::Key_F7);
        QCOMPARE(window_->spaces().current(), Space::Draw);
        key(Qt::Key_F8);
        QCOMPARE(window_->spaces().current(), Space::Run);
        QCOMPARE(tabs->currentIndex(), 1);
        key(Qt::Key_F9);
        QCOMPARE(window_->spaces().current(), Space::Compare);
        key(Qt::Key_F12);
        QCOMPARE(window_->spaces().current(), Space::Analyse);
        key(Qt::Key_Tab, Qt::ControlModifier);
        QCOMPARE(window_->spaces().current(), Space::Draw);
        tabs->setFocus();
        QTest::keyClick(tabs, Qt::Key_Right);
        QCOMPARE(window_->spaces().current(), Space::Run);
        key(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(window_->spaces().current(), Space::Everything);
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
        QCOMPARE(window_->spaces().current(), Space::Run);
    }

    void sizesAndPanelsAreKept() {
        show(Space::Run);
        dock("phasesDock")->hide();
        window_->resizeDocks({dock("energyDock")}, {400}, Qt::Horizontal);
        QCoreApplication::processEvents();
        const int width = dock("energyDock")->width();
        QVERIFY(width < 450);
        show(Space::Draw);
        show(Space::Run);
        QVERIFY(!sees("phasesDock"));
        QCOMPARE(dock("energyDock")->width(), width);
        window_->actions().resetLayout->trigger();
        QVERIFY(sees("phasesDock"));
    }

    void whatIsSeenStaysWhenTheInspectorComes() {
        drawFourBar();
        window_->selection().clear();
        show(Space::Draw);
        view().edit().fit();
        QCoreApplication::processEvents();
        const QPoint before = pixel(0.1, 0.2);
        window_->selection().set({app::Element::Kind::Body, 1});
        QCoreApplication::processEvents();
        const QPoint after = pixel(0.1, 0.2);
        QVERIFY2(
            (after - before).manhattanLength() <= 2,
            qPrintable(
                QStringLiteral("%1 %2").arg(after.x() - before.x()).arg(after.y() - before.y())));
        window_->selection().clear();
        QCoreApplication::processEvents();
        QVERIFY(view().scene().viewpoint().fitted);
        QVERIFY((pixel(0.1, 0.2) - before).manhattanLength() <= 2);
    }

    void thePageLeadsToDrawingsAndExamples() {
        show(Space::Start);
        auto* page = window_->findChild<QWidget*>("startPage");
        QVERIFY(page->isVisible() && !view().isVisible());
        QVERIFY(!window_->statusBar()->isVisible());
        keepBoth("space-start");
        page->findChild<QPushButton*>("startDrawing")->click();
        QCOMPARE(window_->spaces().current(), Space::Draw);
        QVERIFY(view().isVisible() && !page->isVisible());
        show(Space::Start);
        auto* cards = page->findChild<QListWidget*>("startExamples");
        QVERIFY(cards->count() >= 6);
        Q_EMIT cards->itemClicked(cards->item(0));
        QTRY_VERIFY(window_->run().hasRun());
        QCOMPARE(window_->spaces().current(), Space::Run);
        QVERIFY(window_->run().willPlay());
    }

    /// "Fit" and "Show" lie over the scene, and over nothing of a fitted mechanism.
    void buttonsHideNothingOfAFittedView() {
        // The rows between which the mechanism lies.
        const auto spread = [this] {
            const auto sight = view().sight();
            std::pair<double, double> rows{view().height(), 0.0};
            for (std::size_t i = 0; i < sight->model.bodies.size(); ++i) {
                const Frame pose = sight->pose(static_cast<int>(i));
                for (const Vector3d& p : view().scene().stage().forms[i].points) {
                    const double y = view().toView(pose.r + pose.R * p).y();
                    rows = {std::min(rows.first, y), std::max(rows.second, y)};
                }
            }
            return rows;
        };
        for (const char* example : {"newtons_cradle", "stewart_platform", "heavy_top"}) {
            open(example);
            window_->run().playback().pause();
            for (const Space space : {Space::Draw, Space::Run, Space::Compare}) {
                show(space);
                for (const QSize size : {QSize(1440, 900), QSize(1800, 760)}) {
                    window_->resize(size);
                    QCoreApplication::processEvents();
                    view().edit().fit();
                    const auto* fit = window_->findChild<QToolButton*>("fitPill");
                    QVERIFY(fit->isVisible());
                    const auto [top, bottom] = spread();
                    QVERIFY2(top > fit->geometry().bottom(),
                             qPrintable(QString("%1: %2").arg(example).arg(top)));
                    const auto* play = window_->findChild<QToolButton*>("playPill");
                    QVERIFY2(space != Space::Draw || bottom < play->geometry().top(),
                             qPrintable(QString("%1: %2").arg(example).arg(bottom)));
                    QVERIFY(view().scene().showsAll());
                }
            }
            keep(qPrintable(QString("fitted-%1").arg(example)));
        }
    }

    void presentsTheSceneAndOnePlot() {
        open("four_bar");
        show(Space::Run);
        key(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(window_->spaces().current(), Space::Presentation);
        QTRY_VERIFY(sees("energyDock"));
        QVERIFY(!sees("driftDock") && !window_->statusBar()->isVisible());
        for (const auto* bar : window_->findChildren<QToolBar*>()) QVERIFY(!bar->isVisible());
        QCOMPARE(dock("energyDock")->font().pointSizeF(), 18.0);
        const auto* plot = dock("energyDock")->findChild<app::PlotWidget*>();
        QVERIFY(plot->canvas()->xAxis->tickLabelFont().pixelSize() >= 22);
        for (const auto* tool : plot->findChildren<QAbstractButton*>())
            if (qobject_cast<const QToolButton*>(tool)) QVERIFY(!tool->isVisible());
        keepBoth("space-presentation");
        key(Qt::Key_Escape);
        QCOMPARE(window_->spaces().current(), Space::Run);
        QTRY_VERIFY(sees("driftDock") && window_->statusBar()->isVisible());
        QCOMPARE(plot->canvas()->xAxis->tickLabelFont().pixelSize(), 11);
    }

    void questionsShowTheirPanels() {
        open("four_bar");
        show(Space::Analyse);
        auto* questions = window_->findChild<QListWidget*>("questions");
        const auto ask = [&](const char* title) {
            questions->setCurrentItem(questions->findItems(title, Qt::MatchExactly).value(0));
        };
        ask("Reactions");
        QVERIFY(sees("probesDock") && !sees("xrayDock"));
        QVERIFY(window_->actions().showReactions->isChecked());
        ask("Inside the algorithm");
        QVERIFY(sees("insideDock") && !window_->actions().showReactions->isChecked());
        keep("space-inside");
        ask("Constraints");
        QVERIFY(sees("xrayDock") && !sees("insideDock"));
    }

    void everyPartIsReachedByOneKey() {
        open("four_bar");
        show(Space::Run);
        view().setFocus();
        QSet<QString> parts;
        for (int k = 0; k < 12; ++k) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
            for (const QWidget* part = QApplication::focusWidget(); part;
                 part = part->parentWidget())
                parts << part->objectName();
        }
        for (const char* part : {"topBar", "viewport", "energyDock", "methodDock", "transport"})
            QVERIFY2(parts.contains(part), part);
    }

    void everyButtonHasAName() {
        open("four_bar");
        for (const Space space : {Space::Draw, Space::Run, Space::Compare, Space::Analyse}) {
            show(space);
            for (const auto* button : window_->findChildren<QAbstractButton*>()) {
                if (!button->isVisible()) continue;
                const QAccessibleInterface* spoken =
                    QAccessible::queryAccessibleInterface(const_cast<QAbstractButton*>(button));
                QVERIFY2(!spoken->text(QAccessible::Name).isEmpty(),
                         qPrintable(button->objectName() + button->parentWidget()->objectName()));
            }
        }
    }

    /// A lesson has a tab while it is open; other workspaces only hide it.
    void lessonsHaveAWorkspace() {
        auto* tabs = window_->findChild<app::SpaceSwitch*>();
        show(Space::Draw);
        auto& lessons = window_->part<app::LessonPanel>();
        lessons.open(QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/lessons/01-energy"));
        QTRY_VERIFY(lessons.player().active());
        QCOMPARE(window_->spaces().current(), Space::Lesson);
        QCOMPARE(tabs->count(), 5);
        QVERIFY(sees("lessonsDock") && !sees("treeDock"));
        keepBoth("space-lesson");
        show(Space::Run);
        QVERIFY(!sees("lessonsDock") && lessons.player().active());
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(4).center());
        QVERIFY(sees("lessonsDock"));
        dock("lessonsDock")->close();
        QTRY_COMPARE(tabs->count(), 4);
        QVERIFY(!lessons.player().active());
        QCOMPARE(window_->spaces().current(), Space::Draw);
    }

    /// In the smallest window on which the layout is designed, each panel alone, opened besides
    /// those of its workspace.
    void panelsFitIntoASmallWindow() {
        open("four_bar");
        const QSize small(1100, 720);
        QStringList tooHigh;
        for (const Space space : {Space::Draw, Space::Run, Space::Compare, Space::Analyse})
            for (auto* panel : window_->findChildren<QDockWidget*>()) {
                show(space);
                window_->resize(small);
                QTRY_COMPARE(window_->size(), small);
                if (!panel->isVisible()) {
                    panel->show();
                    panel->raise();
                }
                QTest::qWait(0);
                const int bottom = window_->statusBar()->geometry().top();
                for (auto* other : window_->findChildren<QDockWidget*>())
                    if (other->isVisible() && !other->isFloating() &&
                        other->geometry().bottom() >= bottom)
                        tooHigh << app::Spaces::title(space) + ": " + panel->objectName() +
                                       " pushes " + other->objectName() + " by " +
                                       QString::number(other->geometry().bottom() - bottom + 1);
                panel->close();
            }
        QVERIFY2(tooHigh.isEmpty(), qPrintable(tooHigh.join('\n')));
    }

    void pictures() {
        if (qEnvironmentVariableIsEmpty("MOMENTREE_PICTURES")) QSKIP("no folder for pictures");
        open("four_bar");
        QTRY_VERIFY(window_->run().playback().computedTime() > 1.0);
        window_->run().playback().pause();
        window_->selection().set({app::Element::Kind::Body, 1});
        for (const QSize& size : {QSize(1440, 900), QSize(1100, 720)}) {
            window_->resize(size);
            keepAll(QStringLiteral("space-%1").arg(size.width()));
        }
    }
};

MOMENTREE_TEST(TestGuiSpaces, Gui)

}  // namespace momentree::test_gui_spaces
#include "test_gui_spaces.moc"
