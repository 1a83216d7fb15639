// SPDX-License-Identifier: GPL-3.0-or-later
// The menu of an element, from the scene, the outline, the inspector and the keyboard.
#include <QLineEdit>
#include <QMenu>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>
#include <cmath>

#include "app/scene/picture_layers.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_element_menu {

using app::Element;

class TestGuiElementMenu : public QObject, app::DrawingWindow {
    Q_OBJECT

    /// Calls `look` with the menu that `ask` opens, and closes it.
    void inMenu(const std::function<void()>& ask, const std::function<void(QMenu&)>& look) {
        bool seen = false;
        QTimer::singleShot(50, this, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu) return;
            seen = true;
            look(*menu);
            while (QWidget* popup = QApplication::activePopupWidget()) popup->close();
        });
        ask();
        QTRY_VERIFY2(seen, "no menu opened");
    }
    static QString words(const QAction& action) {
        return action.text().section('\t', 0, 0).section('\n', 0, 0).remove('&');
    }
    static QString reason(const QAction& action) {
        return action.text().section('\t', 0, 0).section('\n', 1).remove('&');
    }
    static QAction* entry(const QMenu& menu, const QString& begin) {
        for (QAction* action : menu.actions())
            if (words(*action).startsWith(begin)) return action;
        return nullptr;
    }
    static QStringList entries(const QMenu& menu) {
        QStringList list;
        for (const QAction* action : menu.actions())
            list << (action->isSeparator() ? QStringLiteral("-") : words(*action));
        return list;
    }
    std::function<void()> rightClick(QPoint at) {
        return [this, at] { QTest::mouseClick(&view(), Qt::RightButton, {}, at); };
    }
    std::function<void()> pressMenu(Qt::Key which, Qt::KeyboardModifiers with = {}) {
        return [this, which, with] { QTest::keyClick(&view(), which, with); };
    }
    void select(Element::Kind kind, int index) { window_->selection().set({kind, index}); }
    /// The first joint that holds a body to ground, or joins two bodies.
    int joint(bool toGround) {
        for (std::size_t k = 0; k < model().joints.size(); ++k)
            if ((model().joints[k].a.body == "ground" || model().joints[k].b.body == "ground") ==
                toGround)
                return static_cast<int>(k);
        return -1;
    }

private slots:
    void initTestCase() { prepare("element menu test"); }
    void init() {
        openWindow();
        drawFourBar();
        QTRY_VERIFY(window_->live().checked().assembled);
    }
    void cleanup() { closeWindow(); }

    void everyPlaceOpensTheSameMenu() {
        select(Element::Kind::Body, 1);
        QStringList byKey, byOtherKey, inScene, inTree, inInspector;
        inMenu(pressMenu(Qt::Key_Menu), [&](QMenu& menu) { byKey = entries(menu); });
        inMenu(pressMenu(Qt::Key_F10, Qt::ShiftModifier),
               [&](QMenu& menu) { byOtherKey = entries(menu); });
        QCOMPARE(byKey.first(), QString("Rename"));
        QCOMPARE(byKey.last(), QString("Delete"));
        for (const char* word : {"Duplicate", "Set length", "Ground", "Split", "Add a motor",
                                 "Trace", "Plot", "Explain"})
            QVERIFY2(!byKey.filter(word).isEmpty(), word);
        QCOMPARE(byOtherKey, byKey);
        auto* tree = window_->findChild<QTreeWidget*>("modelTree");
        QTreeWidgetItem* row = tree->topLevelItem(0)->child(1);
        inMenu([&] { Q_EMIT tree->customContextMenuRequested(tree->visualItemRect(row).center()); },
               [&](QMenu& menu) { inTree = entries(menu); });
        QCOMPARE(inTree, byKey);
        auto* more = window_->findChild<QToolButton*>("elementMore");
        QVERIFY(!more->accessibleName().isEmpty());
        inMenu([&] { more->click(); }, [&](QMenu& menu) { inInspector = entries(menu); });
        QCOMPARE(inInspector, byKey);
        // In the scene the point that is traced is the one under the pointer.
        inMenu(rightClick(pixel(0.22, 0.2)), [&](QMenu& menu) {
            inScene = entries(menu);
            app::keepPicture(menu, "element-menu-link");
        });
        for (const QString& word : byKey)
            if (!word.startsWith("Trace")) QVERIFY2(inScene.contains(word), qPrintable(word));
        QCOMPARE(window_->selection().current(), (Element{Element::Kind::Body, 1}));
    }

    void whatCannotBeDoneSaysWhy() {
        select(Element::Kind::Joint, joint(true));
        inMenu(pressMenu(Qt::Key_Menu), [&](QMenu& menu) {
            QAction* ground = entry(menu, "Ground");
            QVERIFY(!ground->isEnabled());
            QCOMPARE(reason(*ground), QString("It is on the ground already"));
            QVERIFY(entry(menu, "Add a motor")->isEnabled());
            entry(menu, "Add a motor")->trigger();
        });
        QCOMPARE(model().motions.size(), std::size_t(1));
        QTRY_VERIFY(window_->live().checked().assembled);
        select(Element::Kind::Joint, joint(true));
        inMenu(pressMenu(Qt::Key_Menu), [&](QMenu& menu) {
            QAction* motor = entry(menu, "Add a motor");
            QVERIFY(!motor->isEnabled());
            QCOMPARE(reason(*motor),
                     QString::fromStdString(model().motions[0].name) + " already drives it");
            app::keepPicture(menu, "element-menu-joint");
            // The two lines are below each other, in the width that other entries have.
            const QRect two = menu.actionGeometry(motor),
                        one = menu.actionGeometry(entry(menu, "Split"));
            QVERIFY(two.height() > one.height());
            QVERIFY2(menu.width() < 330, qPrintable(QString::number(menu.width())));
        });
        // Every entry that is grey has a reason.
        const std::vector<Element> all{{Element::Kind::Body, 0},
                                       {Element::Kind::Joint, joint(false)},
                                       {Element::Kind::Motion, 0}};
        for (const Element& element : all) {
            window_->selection().set(element);
            inMenu(pressMenu(Qt::Key_Menu), [&](QMenu& menu) {
                for (const QAction* action : menu.actions())
                    QVERIFY2(
                        action->isSeparator() || action->isEnabled() || !reason(*action).isEmpty(),
                        qPrintable(action->text()));
            });
        }
    }

    void jointTypeAndLockChangeTheJoint() {
        const int inner = joint(false);
        select(Element::Kind::Joint, inner);
        const auto type = [&] { return model().joints[std::size_t(inner)].type; };
        inMenu(pressMenu(Qt::Key_Menu), [&](QMenu& menu) {
            QAction* now = entry(*entry(menu, "Joint type")->menu(), "Revolute");
            QVERIFY(now->isChecked());
            entry(*entry(menu, "Joint type")->menu(), "Spherical")->trigger();
        });
        QCOMPARE(type(), std::string("spherical"));
        inMenu(pressMenu(Qt::Key_Menu), [&](QMenu& menu) { entry(menu, "Lock")->trigger(); });
        QCOMPARE(type(), std::string("fixed"));
        inMenu(pressMenu(Qt::Key_Menu),
               [&](QMenu& menu) { QVERIFY(!entry(menu, "Lock")->isEnabled()); });
        window_->document().history().undo();
        QCOMPARE(type(), std::string("spherical"));
    }

    void groundTakesTheEndUnderThePointer() {
        key(Qt::Key_L);
        drag(0.5, 0.1, 0.8, 0.1);
        key(Qt::Key_Escape);
        QTRY_VERIFY(window_->live().checked().assembled);
        const std::size_t joints = model().joints.size();
        inMenu(rightClick(pixel(0.74, 0.1)),
               [&](QMenu& menu) { entry(menu, "Ground one end")->trigger(); });
        QCOMPARE(model().joints.size(), joints + 1);
        QTRY_VERIFY(window_->live().checked().assembled);
        const app::CheckedModel& seen = window_->live().checked();
        const Vector3d at = app::placeOf(seen, seen.model->joints.back().A);
        QVERIFY2((at - Vector3d(0.8, 0.1, 0.0)).norm() < 0.01, qPrintable(QString::number(at.x())));
    }

    void renameAsksInPlaceAndSaysWhyNot() {
        select(Element::Kind::Body, 0);
        const std::string other = model().bodies[1].name;
        key(Qt::Key_F2);
        QWidget* field = nullptr;
        QTRY_VERIFY(field = QApplication::activePopupWidget());
        QCOMPARE(field->objectName(), QString("nameField"));
        auto* line = field->findChild<QLineEdit*>();
        QVERIFY(!line->accessibleName().isEmpty());
        line->setText(QString::fromStdString(other));
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(field->isVisible());
        QVERIFY(model().bodies[0].name != other);
        line->setText("crank");
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(model().bodies[0].name, std::string("crank"));
        QTRY_VERIFY(QApplication::activePopupWidget() == nullptr);
    }

    void traceAndDeleteAct() {
        select(Element::Kind::Body, 1);
        auto& traces = window_->part<app::PictureLayers>().traces();
        inMenu(pressMenu(Qt::Key_Menu), [&](QMenu& menu) { entry(menu, "Trace")->trigger(); });
        QCOMPARE(traces.points().size(), std::size_t(1));
        inMenu(pressMenu(Qt::Key_Menu),
               [&](QMenu& menu) { QVERIFY(entry(menu, "Trace")->isChecked()); });
        inMenu(pressMenu(Qt::Key_Menu), [&](QMenu& menu) { entry(menu, "Delete")->trigger(); });
        QCOMPARE(model().bodies.size(), std::size_t(2));
    }

    /// In both themes, over the window, for people to judge.
    void picturesOfTheMenu() {
        if (qEnvironmentVariableIsEmpty("MOMENTREE_PICTURES")) return;
        for (const bool dark : {false, true}) {
            (dark ? window_->actions().themeDark : window_->actions().themeLight)->trigger();
            QTest::qWait(200);
            select(Element::Kind::Body, 1);
            inMenu(pressMenu(Qt::Key_Menu), [&](QMenu& menu) {
                QImage all = window_->grab().toImage();
                QPainter painter(&all);
                painter.drawImage(window_->mapFromGlobal(menu.pos()), menu.grab().toImage());
                painter.end();
                app::keepPicture(all, dark ? "element-menu-dark" : "element-menu-light");
            });
        }
        window_->actions().themeLight->trigger();
    }

    void aLengthIsLockedAsAParameter() {
        select(Element::Kind::Body, 1);
        inMenu(pressMenu(Qt::Key_Menu), [](QMenu& menu) { entry(menu, "Lock length")->trigger(); });
        QCOMPARE(model().parameters.size(), std::size_t(1));
        QCOMPARE(model().parameters[0].name, std::string("L1"));
        QVERIFY(std::abs(model().parameters[0].value.value - 0.2) < 1e-6);
        QTRY_VERIFY(window_->live().checked().assembled);
        inMenu(pressMenu(Qt::Key_Menu), [](QMenu& menu) {
            QAction* lock = entry(menu, "Lock length");
            QVERIFY(!lock->isEnabled());
            QVERIFY2(reason(*lock).contains("L1"), qPrintable(lock->text()));
        });
    }

    void aLinkIsSplitIntoTwo() {
        const std::size_t links = model().bodies.size(), joints = model().joints.size();
        const auto freedom = window_->live().checked().report.degreesOfFreedom;
        select(Element::Kind::Body, 1);
        inMenu(pressMenu(Qt::Key_Menu),
               [](QMenu& menu) { entry(menu, "Split into two")->trigger(); });
        QCOMPARE(model().bodies.size(), links + 1);
        QCOMPARE(model().joints.size(), joints + 1);
        QTRY_VERIFY(window_->live().checked().assembled);
        QCOMPARE(window_->live().checked().report.degreesOfFreedom, freedom + 1);
        // Both halves lie where the link was.
        const auto place = [this](std::size_t body) {
            return window_->live().checked().start[body].r;
        };
        QVERIFY((place(1) - Vector3d(0.15, 0.2, 0.0)).norm() < 1e-6);
        QVERIFY((place(links) - Vector3d(0.25, 0.2, 0.0)).norm() < 1e-6);
        window_->document().history().undo();
        QCOMPARE(model().bodies.size(), links);
    }
};

MOMENTREE_TEST(TestGuiElementMenu, Gui)

}  // namespace momentree::test_gui_element_menu
#include "test_gui_element_menu.moc"
