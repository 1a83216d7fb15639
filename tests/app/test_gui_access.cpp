// SPDX-License-Identifier: GPL-3.0-or-later
// Accessibility: the window without a mouse, for screen readers, with explanations, and with the
// user's preferences.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSettings>
#include <QSlider>
#include <QSpinBox>
#include <QTabBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>

#include "app/base/display_unit.hpp"
#include "app/base/preferences.hpp"
#include "app/document/recovery.hpp"
#include "app/panels/inspector/inspector.hpp"
#include "app/panels/transport/time_slider.hpp"
#include "app/shell/spaces.hpp"
#include "app/shell/tour.hpp"
#include "render/theme.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_access {
namespace {

bool isInside(const QWidget* widget, const char* kind) {
    for (const QWidget* up = widget->parentWidget(); up; up = up->parentWidget())
        if (up->inherits(kind)) return true;
    return false;
}

/// The name that a screen reader would read.
QString nameOf(const QWidget* widget) {
    if (!widget->accessibleName().isEmpty()) return widget->accessibleName();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget); button)
        return button->text().isEmpty() ? button->toolTip() : button->text();
    for (const auto* label : widget->window()->findChildren<QLabel*>())
        if (label->buddy() == widget) return label->text();
    return {};
}

QString describe(const QWidget* widget) {
    QString text = QLatin1String(widget->metaObject()->className());
    text += " '" + widget->objectName() + "'";
    if (const QWidget* up = widget->parentWidget())
        text += QStringLiteral(" in %1 '%2'")
                    .arg(QLatin1String(up->metaObject()->className()), up->objectName());
    return text;
}

/// Whether the widget can get the keyboard focus.
bool isControl(const QWidget* widget) {
    if (!(widget->focusPolicy() & Qt::TabFocus)) return false;
    if (qobject_cast<const QScrollBar*>(widget) || qobject_cast<const QTabBar*>(widget))
        return false;
    return !isInside(widget, "QAbstractSpinBox") && !isInside(widget, "QComboBox") &&
           !isInside(widget, "QAbstractItemView") && !widget->inherits("QScrollArea");
}

/// Visible and enabled, to be used by keyboard. Parts of other controls, as the buttons of a spin
/// box, belong to these; tools are chosen by arrow keys once one of them has the focus.
bool isToBeReached(const QWidget* widget) {
    if (!widget->isVisible() || !widget->isEnabled() || widget->visibleRegion().isEmpty())
        return false;
    for (const char* part : {"QScrollBar", "QDockWidgetTitleButton"})
        if (widget->inherits(part)) return false;
    for (const char* whole : {"QAbstractSpinBox", "QComboBox", "QAbstractItemView", "QLineEdit",
                              "QTabBar", "momentree::app::ToolStrip"})
        if (isInside(widget, whole)) return false;
    for (const char* control : {"QAbstractButton", "QComboBox", "QLineEdit", "QAbstractSpinBox",
                                "QAbstractSlider", "QAbstractItemView", "QTabBar"})
        if (widget->inherits(control)) return true;
    return false;
}

/// Buttons of which one is chosen are one stop of Tab.
bool standsFor(const QWidget* reached, const QWidget* control) {
    if (reached == control || reached == control->focusProxy()) return true;
    const auto* a = qobject_cast<const QAbstractButton*>(reached);
    const auto* b = qobject_cast<const QAbstractButton*>(control);
    if (!a || !b) return false;
    if (a->group() && a->group() == b->group()) return a->group()->exclusive();
    return a->autoExclusive() && b->autoExclusive() && a->parentWidget() == b->parentWidget();
}

}  // namespace

class TestGuiAccess : public QObject, app::DrawingWindow {
    Q_OBJECT

    void showEverything() {
        for (auto* dock : window_->findChildren<QDockWidget*>()) dock->show();
        QCoreApplication::processEvents();
    }
    QDialog* preferences() {
        window_->findChild<QAction*>("preferences")->trigger();
        return window_->findChild<QDialog*>("preferences");
    }

    /// The picture as a screen reader finds it.
    QAccessibleInterface& speech() { return *QAccessible::queryAccessibleInterface(&view()); }
    QAccessibleInterface* spoken(const QString& name) {
        for (int k = 0; k < speech().childCount(); ++k)
            if (QAccessibleInterface* child = speech().child(k);
                child && child->text(QAccessible::Name).startsWith(name))
                return child;
        return nullptr;
    }

private slots:
    void initTestCase() { prepare("access test"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void everyControlHasAName() {
        drawFourBar();
        window_->selection().set({app::Element::Kind::Joint, 0});
        showEverything();
        // Answers of analyses come from another thread.
        QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QTableWidget*>() != nullptr, test::patience);
        QStringList nameless;
        for (const auto* widget : window_->findChildren<QWidget*>())
            if (isControl(widget) && nameOf(widget).isEmpty()) nameless << describe(widget);
        nameless.removeDuplicates();
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join('\n')));
    }

    void tabGoesRoundOverEveryPanel() {
        drawFourBar();
        window_->selection().set({app::Element::Kind::Body, 0});
        QTRY_VERIFY(window_->findChild<app::TimeSlider*>()->isEnabled());
        QSet<QWidget*> seen;
        QStringList order;
        view().setFocus();
        for (int k = 0; k < 400; ++k) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QWidget* now = QApplication::focusWidget();
            QVERIFY(now);
            if (seen.contains(now)) break;
            seen.insert(now);
            order << describe(now);
        }
        QVERIFY2(seen.contains(&view()), "Tab never comes back to the picture");
        for (QWidget* part : {window_->findChild<QWidget*>("modelTree"),
                              static_cast<QWidget*>(window_->findChild<app::TimeSlider*>())}) {
            QVERIFY(part);
            QVERIFY2(seen.contains(part),
                     qPrintable(describe(part) + " is never reached:\n" + order.join('\n')));
        }
        QVERIFY(std::ranges::any_of(
            seen, [this](QWidget* w) { return window_->part<app::Inspector>().isAncestorOf(w); }));
    }

    void tabVisitsEveryControlOfEveryWorkspace() {
        drawFourBar();
        QTRY_VERIFY(window_->run().hasRun());
        window_->run().playback().pause();
        QStringList missed;
        for (QAction* space : window_->spaces().commands().first(5)) {
            space->trigger();
            QTRY_VERIFY(window_->findChild<app::TimeSlider*>()->isEnabled());
            QCoreApplication::processEvents();
            view().setFocus();
            QSet<const QWidget*> reached;
            for (QWidget* now = &view(); !reached.contains(now);
                 now = QApplication::focusWidget()) {
                reached.insert(now);
                QTest::keyClick(now, Qt::Key_Tab);
                QVERIFY(QApplication::focusWidget());
            }
            for (const auto* control : window_->findChildren<QWidget*>())
                if (isToBeReached(control) &&
                    std::ranges::none_of(reached, [control](const QWidget* other) {
                        return standsFor(other, control);
                    }))
                    missed << space->objectName() + ": " + describe(control);
        }
        QVERIFY2(missed.isEmpty(), qPrintable(missed.join('\n')));
    }

    void thePictureSpeaks() {
        QCOMPARE(speech().role(), QAccessible::Canvas);
        QCOMPARE(speech().text(QAccessible::Name), QString("Empty drawing"));
        drawFourBar();
        QTRY_VERIFY(window_->live().checked().assembled);
        QTRY_VERIFY(window_->run().hasRun());
        window_->run().playback().pause();
        const QString still = speech().text(QAccessible::Name);
        QVERIFY2(QRegularExpression("^.+, link1 at -?\\d+ degrees, paused at \\S+ seconds$")
                     .match(still)
                     .hasMatch(),
                 qPrintable(still));
        window_->run().playback().seek(0.0);
        window_->run().playback().setSpeed(1.0);
        window_->run().play();
        QTRY_VERIFY(window_->run().playback().playing());
        const QString moving = speech().text(QAccessible::Name);
        QVERIFY2(moving.endsWith(", running"), qPrintable(moving));
        window_->run().playback().pause();
    }

    void linksAndJointsOfThePictureAreSpoken() {
        drawFourBar();
        QTRY_VERIFY(window_->live().checked().assembled);
        for (const BodyDescription& body : model().bodies)
            QVERIFY2(spoken(QString::fromStdString(body.name) + ", "), body.name.c_str());
        for (const JointDescription& joint : model().joints)
            QVERIFY2(spoken(QString::fromStdString(joint.name) + ", "), joint.name.c_str());
        QAccessibleInterface* link = spoken("link2, ");
        QVERIFY(link->parent() == &speech());
        QVERIFY(speech().child(speech().indexOfChild(link)) == link);
        QVERIFY(!link->state().selected);
        QVERIFY(link->rect().contains(view().mapToGlobal(pixel(0.2, 0.2))));
        auto* act = link->actionInterface();
        QVERIFY(act);
        act->doAction(QAccessibleActionInterface::pressAction());
        QVERIFY(link->state().selected);
        QCOMPARE(window_->selection().current(), (app::Element{app::Element::Kind::Body, 1}));
        bool opened = false;
        QTimer::singleShot(100, this, [&] {
            QWidget* popup = QApplication::activePopupWidget();
            opened = popup && popup->objectName() == "elementMenu";
            if (popup) popup->close();
        });
        act->doAction(QAccessibleActionInterface::showMenuAction());
        QTRY_VERIFY(opened);
        // Deleted elements are gone.
        window_->actions().remove->trigger();
        QTRY_VERIFY(!spoken("link2, "));
    }

    void everyCommandSaysWhatItDoes() {
        for (const QAction* action : window_->actions().all) {
            QVERIFY2(action->whatsThis().contains(action->statusTip()),
                     qPrintable(action->objectName()));
            const QKeySequence key = action->shortcut();
            QVERIFY2(
                key.isEmpty() || action->toolTip().contains(key.toString(QKeySequence::NativeText)),
                qPrintable(action->objectName()));
        }
        for (const auto* dock : window_->findChildren<QDockWidget*>()) {
            const bool own = dock->objectName().startsWith("plot");
            QVERIFY2(own || !dock->whatsThis().isEmpty(), qPrintable(dock->objectName()));
        }
        QVERIFY(!view().whatsThis().isEmpty());
    }

    void picturesCanBeReadInBothThemes() {
        for (const auto theme : {render::Theme::Light, render::Theme::Dark}) {
            const render::Palette& p = render::paletteOf(theme);
            const auto colour = [](const render::Color& c) { return QColor(c[0], c[1], c[2]); };
            for (const render::Color& ground : {p.top, p.bottom}) {
                const double text = app::contrastRatio(colour(p.text), colour(ground));
                QVERIFY2(text >= 4.5, qPrintable(QString::number(text)));
                // WCAG 1.4.11: graphics that must be distinguished need a contrast of 3 to 1.
                for (const render::Color& arrow : {p.axisX, p.axisY, p.axisZ, p.gravity}) {
                    const QColor letter = colour(render::letterColor(arrow, p));
                    QVERIFY2(app::contrastRatio(letter, colour(ground)) >= 4.5,
                             qPrintable(letter.name() + " on " + colour(ground).name()));
                }
                for (const render::Color& mark : {p.load, p.motion, p.gravity, p.spring}) {
                    const double ratio = app::contrastRatio(colour(mark), colour(ground));
                    QVERIFY2(ratio >= 3.0,
                             qPrintable(colour(mark).name() + " on " + colour(ground).name() +
                                        ": " + QString::number(ratio)));
                }
            }
        }
    }

    /// Measured as drawn, since thin strokes are paler than their colour.
    void lettersOfTheAxesCanBeRead() {
        const auto light = qScopeGuard([] { app::applyTheme(*qApp, app::ThemeChoice::Light); });
        drawFourBar();
        key(Qt::Key_F);
        for (const auto theme : {app::ThemeChoice::Light, app::ThemeChoice::Dark}) {
            app::applyTheme(*qApp, theme);
            QCoreApplication::processEvents();
            const QImage image = pictureOf(view());
            const int edge = qRound(render::axesPixels * image.width() / double(view().width()));
            const QRect corner(0, image.height() - edge, edge, edge);
            // Beyond the tips of the arrows: y above, x to the right, g below.
            const int part = edge / 9, middle = corner.center().x();
            for (const QPoint& at : {QPoint(middle, corner.top() + part),
                                     QPoint(corner.right() - part, corner.center().y()),
                                     QPoint(middle, corner.bottom() - part)}) {
                double best = 1.0;
                for (int x = at.x() - part / 2; x <= at.x() + part / 2; ++x)
                    for (int y = at.y() - part / 2; y <= at.y() + part / 2; ++y)
                        best = std::max(best, app::contrastRatio(image.pixelColor(x, y),
                                                                 image.pixelColor(1, y)));
                QVERIFY2(best >= 4.5, qPrintable(QString::number(best)));
            }
        }
    }

    void zoomKeysZoomThePicture() {
        drawFourBar();
        key(Qt::Key_F);
        const double before = view().metresPerPixel();
        key(Qt::Key_Plus, Qt::ControlModifier);
        QVERIFY(view().metresPerPixel() < 0.9 * before);
        key(Qt::Key_Minus, Qt::ControlModifier);
        key(Qt::Key_Minus, Qt::ControlModifier);
        QVERIFY(view().metresPerPixel() > 1.1 * before);
        key(Qt::Key_0, Qt::ControlModifier);
        QVERIFY(std::abs(view().metresPerPixel() - before) < 1e-6 * before);
    }

    void unitsChangeAtOnce() {
        drawFourBar();
        window_->selection().set({app::Element::Kind::Body, 1});
        auto* point = window_->part<app::Inspector>().findChild<QLineEdit*>("field Point B");
        QVERIFY(point);
        QCOMPARE(point->text(), QString("0.2, 0, 0"));
        auto* dialog = preferences();
        QVERIFY(dialog && dialog->isVisible());
        auto* unit = dialog->findChild<QComboBox*>("lengthUnit");
        unit->setFocus();
        unit->setCurrentIndex(unit->findData("mm"));
        Q_EMIT unit->activated(unit->currentIndex());
        keep("preferences");
        point = window_->part<app::Inspector>().findChild<QLineEdit*>("field Point B");
        QVERIFY(point);
        QCOMPARE(point->text(), QString("200, 0, 0"));
        QCOMPARE(point->accessibleName(), QString("Point B [mm]"));
        point->setFocus();
        point->selectAll();
        QTest::keyClicks(point, "220, 0, 0");
        QTest::keyClick(point, Qt::Key_Return);
        QVERIFY(std::abs(model().bodies[1].markers[1].position[0].value - 0.22) < 1e-12);
        dialog->close();
    }

    void arrowKeysChangeNumbersInOneStep() {
        drawFourBar();
        window_->selection().set({app::Element::Kind::Body, 1});
        auto* mass = window_->part<app::Inspector>().findChild<QLineEdit*>("field Mass");
        QVERIFY(mass);
        const double before = model().bodies[1].mass.value;
        const int steps = window_->document().history().count();
        mass->setFocus();
        mass->setCursorPosition(0);
        QTest::keyClick(mass, Qt::Key_Up);
        QTest::keyClick(mass, Qt::Key_Up);
        QTest::keyClick(mass, Qt::Key_Return);
        QVERIFY(model().bodies[1].mass.value > before);
        QCOMPARE(window_->document().history().count(), steps + 1);
        window_->document().history().undo();
        QCOMPARE(model().bodies[1].mass.value, before);
    }

    void wheelsTurnOnlyWhatHasTheFocus() {
        auto* integrator = window_->findChild<QComboBox*>("integrator");
        QVERIFY(integrator);
        view().setFocus();
        const int before = integrator->currentIndex();
        QWheelEvent turn(integrator->rect().center(), integrator->mapToGlobal(QPoint(5, 5)), {},
                         QPoint(0, -120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(integrator, &turn);
        QCOMPARE(integrator->currentIndex(), before);
    }

    /// Home goes back to the start and ends the run: never while it means the first item or value.
    void controlsUseTheirOwnKeys() {
        drawFourBar();
        window_->selection().set({app::Element::Kind::Body, 1});
        showEverything();
        QStringList lost;
        int asked = 0;
        for (auto* widget : window_->findChildren<QWidget*>()) {
            const bool moves = qobject_cast<QSlider*>(widget) || qobject_cast<QComboBox*>(widget) ||
                               qobject_cast<QAbstractItemView*>(widget) ||
                               qobject_cast<QTabBar*>(widget);
            if (!moves) continue;
            ++asked;
            for (const Qt::Key key : {Qt::Key_Home, Qt::Key_End, Qt::Key_Left, Qt::Key_Right}) {
                QKeyEvent question(QEvent::ShortcutOverride, key, Qt::NoModifier);
                question.ignore();
                QApplication::sendEvent(widget, &question);
                if (!question.isAccepted()) lost << describe(widget);
            }
        }
        QVERIFY(asked > 10);
        QVERIFY2(lost.isEmpty(), qPrintable(lost.join('\n')));
    }

    void preferencesAreKept() {
        auto* dialog = preferences();
        dialog->findChild<QSpinBox*>("scale")->setValue(150);
        dialog->findChild<QCheckBox*>("reducedMotion")->click();
        dialog->findChild<QCheckBox*>("openLast")->click();
        dialog->findChild<QSpinBox*>("autosave")->setValue(4);
        QCOMPARE(app::preferences().scale, 150);
        QVERIFY(app::preferences().reducedMotion);
        QVERIFY(!app::preferences().openLast);
        QCOMPARE(app::autosaveSeconds(), 4);
        QVERIFY(!(window_->dockOptions() & QMainWindow::AnimatedDocks));
        dialog->close();
        // With reduced motion, opened models do not play.
        window_->open(
            QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json"));
        QTRY_VERIFY(window_->run().hasRun());
        QVERIFY(!window_->run().playback().playing());
    }

    void tourEndsWithItsWorkspace() {
        window_->findChild<QAction*>("tour")->trigger();
        QPointer<app::Tour> tour = window_->findChild<app::Tour*>();
        QVERIFY(tour && tour->isVisible());
        const app::Space before = window_->spaces().current();
        window_->spaces().show(before == app::Space::Analyse ? app::Space::Draw
                                                             : app::Space::Analyse);
        QTRY_VERIFY(!tour);
        window_->spaces().show(before);
        QSettings().remove("tour");
    }

    void tourStopsAtFourPlaces() {
        QVERIFY(!app::Tour::seen());
        window_->findChild<QAction*>("tour")->trigger();
        QPointer<app::Tour> tour = window_->findChild<app::Tour*>();
        QVERIFY(tour && tour->isVisible());
        keep("tour");
        for (int stop = 0; stop < 4; ++stop) {
            QVERIFY(tour);
            QCOMPARE(tour->stop(), stop);
            QVERIFY(window_->rect().contains(tour->geometry()));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
            QCoreApplication::processEvents();
        }
        QTRY_VERIFY(!tour);
        QVERIFY(app::Tour::seen());
    }

    void problemsAreMarkedOnTheirElements() {
        drawFourBar();
        QVERIFY(window_->document().edit("Move ground",
                                         [](auto& m) { m.groundMarkers[1].position[0] = 1.5; }));
        auto* tree = window_->findChild<QTreeWidget*>("modelTree");
        QStringList marked;
        for (QTreeWidgetItemIterator it(tree); *it; ++it)
            if (!(*it)->icon(1).isNull()) marked << (*it)->text(0) + ": " + (*it)->toolTip(1);
        QCOMPARE(marked.size(), 1);
        QVERIFY2(marked[0].contains("cannot be assembled"), qPrintable(marked[0]));
        keep("problem-in-the-tree");
        // A click on the message selects the joint it refers to.
        window_->selection().clear();
        window_->findChild<QToolButton*>("modelStatus")->click();
        auto* list = window_->findChild<QTreeWidget*>("messages");
        QTRY_VERIFY(list->isVisible() && list->topLevelItemCount() == 1);
        QTreeWidgetItem* message = list->topLevelItem(0)->child(0);
        list->scrollToItem(message);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualItemRect(message).center());
        const app::Element chosen = window_->selection().current();
        QCOMPARE(chosen.kind, app::Element::Kind::Joint);
        QVERIFY(marked[0].startsWith(app::elementName(model(), chosen) + ":"));
        window_->document().history().undo();
        for (QTreeWidgetItemIterator it(tree); *it; ++it) QVERIFY((*it)->icon(1).isNull());
    }

    void pointerTellsItsPlace() {
        auto* status = window_->findChild<QLabel*>("pointerStatus");
        QVERIFY(status);
        drawFourBar();
        QTest::mouseMove(&view(), pixel(0.2, 0.1));
        static const QRegularExpression place("^x (\\S+) m  y (\\S+) m");
        QTRY_VERIFY(place.match(status->text()).hasMatch());
        const auto told = place.match(status->text());
        QVERIFY2(std::abs(told.captured(1).toDouble() - 0.2) < view().metresPerPixel() &&
                     std::abs(told.captured(2).toDouble() - 0.1) < view().metresPerPixel(),
                 qPrintable(status->text()));
        key(Qt::Key_A, Qt::ControlModifier);
        QVERIFY(status->text().endsWith("7 selected"));
    }
};

MOMENTREE_TEST(TestGuiAccess, Gui)

}  // namespace momentree::test_gui_access
#include "test_gui_access.moc"
