// SPDX-License-Identifier: GPL-3.0-or-later
// How widgets look in both themes. Pictures of all are saved in the folder named by
// MOMENTREE_PICTURES.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFocusFrame>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSlider>
#include <QSpinBox>
#include <QTabBar>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/base/theme/theme.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "support/test_main.hpp"
#include "tests/app/pictures.hpp"

namespace momentree::test_theme_style {

using namespace momentree::app;

namespace {

void chooseTheme(bool dark) {
    applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()),
               dark ? ThemeChoice::Dark : ThemeChoice::Light);
}

bool near(const QColor& a, const QColor& b) {
    return std::abs(a.red() - b.red()) < 8 && std::abs(a.green() - b.green()) < 8 &&
           std::abs(a.blue() - b.blue()) < 8;
}

/// The colour beside the contents of a widget, near its left edge.
QColor groundOf(QWidget& widget) {
    widget.ensurePolished();
    widget.resize(widget.sizeHint());
    return widget.grab().toImage().pixelColor(4, widget.height() / 2);
}

/// One of each kind.
class Components final : public QWidget {
public:
    Components() {
        auto* form = new QFormLayout(this);
        form->setContentsMargins(24, 24, 24, 24);
        form->setSpacing(metric::sectionGap);
        auto* title = new QLabel(QStringLiteral("Components"));
        title->setFont(textFont(TextSize::Heading));
        form->addRow(title);
        form->addRow(row({button("Save the figure…", "primary"), button("Cancel"), icon(),
                          button("Copy table", "quiet"), disabled(button("Fork"))}));
        auto* tabs = new QTabBar;
        for (const char* name : {"Draw", "Run", "Compare", "Analyse"}) tabs->addTab(name);
        auto* more = new QTabBar;
        more->setShape(QTabBar::RoundedSouth);
        for (const char* name : {"Position", "Velocity"}) more->addTab(name);
        form->addRow(row({tabs, more}));
        form->addRow(row({tool("link"), tool("plate", true), tool("ground"), tool("motor", true)}));
        auto* spin = new QDoubleSpinBox;
        spin->setSuffix(QStringLiteral(" cm"));
        spin->setValue(18.0);
        auto* combo = new QComboBox;
        combo->addItems({"Aluminium", "Steel", "Oak"});
        auto* line = new QLineEdit("2*L1 + 3");
        form->addRow("Fields", row({spin, combo, line, disabled(new QLineEdit("rest"))}));
        auto* check = new QCheckBox("Grid");
        check->setChecked(true);
        auto* radio = new QRadioButton("It grows");
        radio->setChecked(true);
        auto* slider = new QSlider(Qt::Horizontal);
        slider->setValue(60);
        form->addRow("Choices", row({check, new QCheckBox("Title"), radio,
                                     new QRadioButton("It shrinks"), slider}));
        auto* progress = new QProgressBar;
        progress->setValue(40);
        form->addRow("Progress", progress);
        auto* list = new QListWidget;
        for (int k = 0; k < 12; ++k)
            list->addItem(new QListWidgetItem(themedIcon("link"), QString("link%1").arg(k + 1)));
        list->setCurrentRow(1);
        auto* table = new QTableWidget(3, 3);
        table->setHorizontalHeaderLabels({"Run", "Median of 7", "Spread"});
        for (int k = 0; k < 9; ++k) table->setItem(k / 3, k % 3, new QTableWidgetItem("6.1 µs"));
        form->addRow(row({list, table}));
        list->setFixedHeight(150);
        table->setFixedHeight(150);
    }

private:
    static QWidget* row(const QList<QWidget*>& widgets) {
        auto* box = new QWidget;
        auto* layout = new QHBoxLayout(box);
        layout->setContentsMargins(3, 3, 3, 3);
        for (QWidget* widget : widgets) layout->addWidget(widget);
        layout->addStretch();
        return box;
    }
    static QWidget* button(const char* text, const char* role = nullptr) {
        auto* made = new QPushButton(text);
        made->setAutoDefault(false);
        if (role) made->setProperty("role", role);
        return made;
    }
    static QWidget* icon() { return new QPushButton(themedIcon("add"), "Add runs"); }
    static QWidget* disabled(QWidget* widget) {
        widget->setEnabled(false);
        return widget;
    }
    static QWidget* tool(const char* name, bool on = false) {
        auto* made = new QToolButton;
        made->setIcon(themedIcon(name));
        made->setText(name);
        made->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        made->setAutoRaise(true);
        made->setCheckable(true);
        made->setChecked(on);
        return made;
    }
};

}  // namespace

class TestThemeStyle : public QObject {
    Q_OBJECT

private slots:
    void themes_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void buttonsShowTheirRole_data() { themes_data(); }
    void buttonsShowTheirRole() {
        QFETCH(bool, dark);
        chooseTheme(dark);
        const ThemeColors& c = themeColors(dark);
        QPushButton button("Save");
        button.setAutoDefault(false);
        QVERIFY(near(groundOf(button), c.raised));
        button.setProperty("role", "primary");
        QVERIFY(near(groundOf(button), c.accent));
        button.setProperty("role", "quiet");
        QVERIFY(near(groundOf(button), c.panel));
        button.setProperty("role", {});
        button.setDefault(true);
        QVERIFY(near(groundOf(button), c.accent));
        QVERIFY(button.sizeHint().height() >= metric::button);
        // A primary button that cannot be pressed does not invite.
        button.setEnabled(false);
        QVERIFY(!near(groundOf(button), c.accent));
    }

    void fieldsHaveALowerEdge_data() { themes_data(); }
    void fieldsHaveALowerEdge() {
        QFETCH(bool, dark);
        chooseTheme(dark);
        const ThemeColors& c = themeColors(dark);
        QLineEdit line;
        QComboBox combo;
        QSpinBox spin;
        for (QWidget* field : {static_cast<QWidget*>(&line), static_cast<QWidget*>(&combo),
                               static_cast<QWidget*>(&spin)}) {
            QVERIFY(near(groundOf(*field), c.field));
            QCOMPARE(field->sizeHint().height(), metric::field);
            const QImage image = field->grab().toImage();
            QVERIFY(near(image.pixelColor(field->width() / 2, field->height() - 1), c.fieldLine));
        }
    }

    void markedRowsAreSoftAndOthersAlike_data() { themes_data(); }
    void markedRowsAreSoftAndOthersAlike() {
        QFETCH(bool, dark);
        chooseTheme(dark);
        const ThemeColors& c = themeColors(dark);
        QListWidget list;
        list.setAlternatingRowColors(true);
        list.addItems({"a", "b", "c"});
        list.setCurrentRow(0);
        list.resize(200, 200);
        const QImage image = list.grab().toImage();
        const auto ground = [&](int row) {
            const QRect at = list.visualItemRect(list.item(row));
            return image.pixelColor(list.viewport()->x() + at.right() - 4,
                                    list.viewport()->y() + at.center().y());
        };
        QVERIFY(near(ground(0), c.accentSoft));
        QVERIFY(near(ground(1), c.panel));
        QVERIFY(near(ground(2), c.panel));
        QVERIFY(contrastRatio(list.palette().color(QPalette::HighlightedText), c.accentSoft) > 4.5);
    }

    void aCheckedToolIsAccented_data() { themes_data(); }
    void aCheckedToolIsAccented() {
        QFETCH(bool, dark);
        chooseTheme(dark);
        QToolButton tool;
        tool.setAutoRaise(true);
        tool.setCheckable(true);
        tool.setText("Link");
        QVERIFY(near(groundOf(tool), themeColors(dark).panel));
        tool.setChecked(true);
        QVERIFY(near(groundOf(tool), themeColors(dark).accentSoft));
    }

    void menusAreRoundWithRoomyRows() {
        chooseTheme(false);
        QMenu menu;
        QAction* one = menu.addAction(themedIcon("link"), "Link", QKeySequence("L"), [] {});
        menu.addSeparator();
        menu.addAction("Plate");
        menu.ensurePolished();
        QCOMPARE(menu.actionGeometry(one).height(), metric::menuRow);
        menu.popup(QPoint(0, 0));
        QVERIFY(!menu.mask().isEmpty());
        QVERIFY(!menu.mask().contains(QPoint(0, 0)));
        keepPicture(menu, "menu-light");
    }

    void aRingFollowsTheKeyboard() {
        chooseTheme(false);
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* first = new QPushButton("First");
        auto* second = new QPushButton("Second");
        auto* line = new QLineEdit;
        for (QWidget* widget : {static_cast<QWidget*>(first), static_cast<QWidget*>(second),
                                static_cast<QWidget*>(line)})
            layout->addWidget(widget);
        window.show();
        QApplication::setActiveWindow(&window);
        QVERIFY(QTest::qWaitForWindowActive(&window));
        first->setFocus(Qt::MouseFocusReason);
        QVERIFY(!window.findChild<QFocusFrame*>() ||
                !window.findChild<QFocusFrame*>()->isVisible());
        QTest::keyClick(first, Qt::Key_Tab);
        QTRY_VERIFY(second->hasFocus());
        auto* ring = window.findChild<QFocusFrame*>();
        QVERIFY(ring != nullptr && ring->isVisible());
        QCOMPARE(ring->widget(), second);
        const QImage image = window.grab().toImage();
        QVERIFY(near(image.pixelColor(second->geometry().center().x(), second->y() - 2),
                     themeColors(false).accent));
        QTest::keyClick(second, Qt::Key_Tab);
        QTRY_VERIFY(line->hasFocus());
        QVERIFY(!ring->isVisible());
    }

    void tabLeavesATable() {
        chooseTheme(false);
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* table = new QTableWidget(3, 3);
        auto* button = new QPushButton("after");
        layout->addWidget(table);
        layout->addWidget(button);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Tab);
        QVERIFY(button->hasFocus());
    }

    void allTogether_data() { themes_data(); }
    void allTogether() {
        QFETCH(bool, dark);
        chooseTheme(dark);
        Components all;
        all.resize(820, all.sizeHint().height());
        all.show();
        QVERIFY(QTest::qWaitForWindowExposed(&all));
        keepPicture(all, dark ? "components-dark" : "components-light");
    }
};

MOMENTREE_TEST(TestThemeStyle, Gui)

}  // namespace momentree::test_theme_style
#include "test_theme_style.moc"
