// SPDX-License-Identifier: GPL-3.0-or-later
// Panels that steps of a lesson raise: there is room for those of one step.
#include <qcustomplot.h>

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSlider>
#include <QTemporaryDir>

#include "app/base/quantity_field.hpp"
#include "app/panels/analyses/answer.hpp"
#include "app/panels/lessons/lesson_chart.hpp"
#include "app/panels/lessons/lesson_panel.hpp"
#include "app/panels/lessons/lesson_player.hpp"
#include "app/panels/lessons/tab_order.hpp"
#include "app/panels/xray/xray.hpp"
#include "app/workspace/notice.hpp"
#include "drawing_window.hpp"
#include "support/test_main.hpp"

namespace momentree::test_gui_lesson_panels {
namespace {

const QString lessonsFolder = MOMENTREE_SOURCE_DIR "/resources/lessons/";

/// What of the panel is cut at its sides, or lower than it needs; or empty.
QString cutIn(const QDockWidget& dock) {
    for (const auto* part : dock.widget()->findChildren<QWidget*>()) {
        const bool words =
            qobject_cast<const QLabel*>(part) || qobject_cast<const QAbstractButton*>(part) ||
            qobject_cast<const QAbstractSpinBox*>(part) || qobject_cast<const QComboBox*>(part);
        if (!part->isVisible()) continue;
        if (part->height() < part->minimumHeight())
            return QStringLiteral("%1 '%2' is %3 px high")
                .arg(part->metaObject()->className(), part->objectName())
                .arg(part->height());
        if (!words) continue;
        const int left = part->mapTo(&dock, QPoint()).x();
        if (left < 0 || left + part->width() > dock.width() ||
            part->width() < part->minimumSizeHint().width())
            return QStringLiteral("%1 '%2' at %3, %4 of %5 px")
                .arg(part->metaObject()->className(), part->objectName())
                .arg(left)
                .arg(part->width())
                .arg(dock.width());
    }
    return {};
}

/// What in the panel has the focus without a name, or empty.
QString namelessIn(const QDockWidget& dock) {
    for (auto* part : dock.widget()->findChildren<QWidget*>()) {
        if (!part->isVisible() || part->focusPolicy() == Qt::NoFocus || part->focusProxy())
            continue;
        auto* said = QAccessible::queryAccessibleInterface(part);
        if (!said || qobject_cast<QLabel*>(part)) continue;
        const bool named =
            !said->text(QAccessible::Name).isEmpty() &&
            (!qobject_cast<QComboBox*>(part) || !said->relations(QAccessible::Label).isEmpty() ||
             !said->text(QAccessible::Description).isEmpty());
        if (!named && !said->state().invisible)
            return QStringLiteral("%1 '%2'").arg(part->metaObject()->className(),
                                                 part->objectName());
    }
    return {};
}

}  // namespace

class TestGuiLessonPanels : public QObject, private app::DrawingWindow {
    Q_OBJECT

    bool isShown(const char* dock) {
        return window_->findChild<QDockWidget*>(QString::fromLatin1(dock))->isVisible();
    }
    void next() {
        auto* button = window_->findChild<QPushButton*>("lessonNext");
        QTRY_VERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
    }

    /// Opens a lesson with these steps, written into a folder.
    void openLesson(const QTemporaryDir& folder, const QByteArray& steps) {
        QFile file(folder.filePath("lesson.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"version": 1, "title": "Panels", "minutes": 1, "teaches": "Panels.",
"runs": [{"name": "a", "label": "A", "example": "four_bar", "settings": {"duration": 0.1}}],
"steps": [)" + steps +
                   "]}");
        file.close();
        window_->part<app::LessonPanel>().open(folder.path());
    }

private slots:
    void initTestCase() { prepare("lesson-panels"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    /// On a small screen the wheel comes to charts on its way down the page, whose headings take
    /// two lines.
    void thePageScrollsPastItsCharts() {
        window_->resize(1100, 720);
        window_->part<app::LessonPanel>().open(lessonsFolder + "10-chaos");
        auto& player = window_->part<app::LessonPanel>().player();
        player.goTo(1);
        player.run();
        QTRY_VERIFY(player.results() != nullptr);
        player.goTo(2);
        QScrollArea* scroll = nullptr;
        for (auto* area : window_->part<app::LessonPanel>().findChildren<QScrollArea*>())
            if (area->isAncestorOf(window_->findChild<app::LessonChart*>())) scroll = area;
        QVERIFY(scroll && scroll->isVisible());
        for (auto* chart : scroll->findChildren<app::LessonChart*>()) {
            // What a plot ignores comes to the page.
            QVERIFY(!chart->canvas()->testAttribute(Qt::WA_NoMousePropagation));
            for (const auto* heading : chart->findChildren<QLabel*>())
                if (heading->isVisible() && heading->wordWrap())
                    QVERIFY2(heading->height() >= heading->heightForWidth(heading->width()),
                             qPrintable(heading->text()));
        }
    }
    void panelsOfStepsAreSeenWhole_data() {
        QTest::addColumn<QString>("lesson");
        for (const QString& name : QDir(lessonsFolder).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            if (QFile::exists(lessonsFolder + name + "/lesson.json"))
                QTest::newRow(qPrintable(name)) << lessonsFolder + name;
    }
    /// Those that a page names, too, on a small screen.
    void panelsOfStepsAreSeenWhole() {
        QFETCH(QString, lesson);
        window_->resize(1100, 720);
        window_->part<app::LessonPanel>().open(lesson);
        auto& player = window_->part<app::LessonPanel>().player();
        const auto docks = window_->findChildren<QDockWidget*>();
        static const QRegularExpression named("panel \\*([^*]+)\\*");
        for (int k = 0; k < static_cast<int>(player.lesson().steps.size()); ++k) {
            player.goTo(k);
            QSet<QString> raised, wanted;
            auto matches = named.globalMatch(QString::fromStdString(player.step().page));
            while (matches.hasNext()) wanted << matches.next().captured(1);
            if (player.step().panels.empty()) {
                QVERIFY2(wanted.isEmpty(), qPrintable(wanted.values().join(", ")));
                continue;
            }
            for (QDockWidget* dock : docks) {
                if (!dock->isVisible() || dock->objectName() == "lessonsDock") continue;
                raised << dock->windowTitle();
                const auto tabs = window_->tabifiedDockWidgets(dock);
                if (!window_->rect().contains(dock->geometry()) &&
                    std::ranges::any_of(tabs, [&](const QDockWidget* other) {
                        return window_->rect().contains(other->geometry());
                    }))
                    continue;  // behind the tab of another one
                if (auto* answer = dock->findChild<app::Answer*>())
                    QTRY_VERIFY(!answer->computing());
                QTRY_VERIFY2(window_->rect().contains(dock->geometry()),
                             qPrintable(dock->windowTitle()));
                QTRY_COMPARE(cutIn(*dock), QString());
                QCOMPARE(namelessIn(*dock), QString());
            }
            QVERIFY2(raised.contains(wanted), qPrintable(wanted.values().join(", ")));
            QVERIFY(window_->width() <= 1100 && window_->height() <= 720);
            keep(
                qPrintable(QString("lesson-panel-%1-%2").arg(QFileInfo(lesson).fileName()).arg(k)));
        }
    }
    /// The belt of 2 m does not make the block of 12 cm tiny, before, during and after the run.
    void viewsShowWhatTheStepIsAbout() {
        window_->part<app::LessonPanel>().open(lessonsFolder + "14-stick-slip");
        auto& player = window_->part<app::LessonPanel>().player();
        const auto part = [this] { return 0.12 / (view().width() * view().metresPerPixel()); };
        QTRY_VERIFY(part() > 0.06);
        keep("lesson-frame-0");
        player.answer(1);
        player.goOn();
        player.goOn();
        QTRY_VERIFY(player.results() != nullptr);
        QTRY_VERIFY(window_->run().playback().computedTime() > 1.0);
        QVERIFY2(part() > 0.06, qPrintable(QString::number(part())));
        keep("lesson-frame-1");
        player.goOn();
        window_->resize(1100, 720);
        QCoreApplication::processEvents();
        QVERIFY2(part() > 0.06, qPrintable(QString::number(part())));
        QVERIFY(view().scene().showsAll());
        keep("lesson-frame-2");
    }
    void saysWhatIsWrongWithALesson() {
        QTemporaryDir folder;
        QFile file(folder.filePath("lesson.json"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("{\"version\": 1, \"titel\": \"x\"}");
        file.close();
        window_->part<app::LessonPanel>().open(folder.path());
        QVERIFY(!window_->part<app::LessonPanel>().player().active());
        QTRY_VERIFY(window_->notice().isVisible());
    }
    void smallWindowsShowOneRow() {
        window_->resize(1100, 700);
        QTemporaryDir folder;
        openLesson(folder, R"(
 {"kind": "explain", "title": "Zero", "text": "None."},
 {"kind": "explain", "title": "One", "text": "Room.", "panels": ["processors"]})");
        QTRY_VERIFY(isShown("energyDock"));
        next();
        QTRY_VERIFY(isShown("processorsDock") && !isShown("energyDock"));
        QTRY_VERIFY(window_->height() <= 720);  // the panel fits
        keep("lesson-small");
    }
    /// Joints that come apart are what a lesson shows, and no reason for a notice over the picture.
    void openLoopsAreNoNewsInALesson() {
        window_->part<app::LessonPanel>().open(MOMENTREE_SOURCE_DIR "/resources/lessons/02-drift");
        auto& player = window_->part<app::LessonPanel>().player();
        player.goTo(1);
        player.goOn();
        QTRY_VERIFY(player.results() != nullptr);
        player.goOn();
        QTRY_VERIFY(window_->run().playback().computedTime() > 9.9);
        window_->run().playback().seek(9.9);
        const auto& watch = window_->part<app::Xray>().watch();
        QTRY_VERIFY(watch.level() == app::SingularityWatch::Level::Torn);
        QVERIFY(!window_->notice().isVisible());
    }
    /// A value can be typed; one outside the range is refused.
    void valuesAreTyped() {
        window_->part<app::LessonPanel>().open(MOMENTREE_SOURCE_DIR "/resources/lessons/01-energy");
        auto& player = window_->part<app::LessonPanel>().player();
        player.goTo(4);
        const Control& control = player.step().controls.front();
        const auto type = [&](const char* text) {
            auto* number = window_->findChild<app::QuantityField*>("control step number");
            number->setFocus();
            number->selectAll();
            QTest::keyClicks(number, text);
            QTest::keyClick(number, Qt::Key_Return);
        };
        type("0.0125");
        QTRY_COMPARE(player.value(control), QString("0.0125"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        type("7");
        auto* number = window_->findChild<app::QuantityField*>("control step number");
        QTRY_COMPARE(number->value(), 0.0125);
        QCOMPARE(player.value(control), QString("0.0125"));
        const auto* slider = window_->findChild<QSlider*>("control step slider");
        QVERIFY(slider->accessibleDescription().startsWith("0.0125 s"));
        // Tab goes on to the buttons below.
        number->setFocus();
        QTest::keyClick(number, Qt::Key_Tab);
        QCOMPARE(window_->focusWidget()->objectName(), QString("lessonBack"));
    }
    void stepsReplaceThePanelsOfEarlierOnes() {
        QTemporaryDir folder;
        openLesson(folder, R"(
 {"kind": "explain", "title": "Zero", "text": "None."},
 {"kind": "explain", "title": "One", "text": "Phases.", "panels": ["phases", "xray"]},
 {"kind": "explain", "title": "Two", "text": "Those of before stay."},
 {"kind": "explain", "title": "Three", "text": "Room.", "panels": ["xray", "processors"]})");
        next();
        QTRY_VERIFY(isShown("phasesDock") && isShown("xrayDock"));
        next();
        QVERIFY(isShown("phasesDock") && isShown("xrayDock"));
        next();
        QTRY_VERIFY(isShown("processorsDock"));
        QVERIFY(!isShown("phasesDock") && isShown("xrayDock"));
        // The next lesson begins without them.
        window_->part<app::LessonPanel>().open(MOMENTREE_SOURCE_DIR "/resources/lessons/01-energy");
        QTRY_VERIFY(!isShown("processorsDock") && !isShown("xrayDock"));
    }

    /// What was found is as large as what was asked, and coloured.
    void verdictsAreLargeInInstructorMode() {
        auto& panel = window_->part<app::LessonPanel>();
        panel.open(MOMENTREE_SOURCE_DIR "/resources/lessons/01-energy");
        panel.player().goTo(4);
        const auto verdict = [&panel] {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            return panel.findChild<QLabel*>("verdict");
        };
        const auto height = [&] { return QFontMetrics(verdict()->font()).height(); };
        const int small = height();
        QAction* projector = window_->findChild<QAction*>("projector");
        projector->trigger();
        const int asked = height();
        QVERIFY(asked > small);
        next();
        QTRY_VERIFY(panel.player().attempts() == 1 && !panel.player().busy());
        QVERIFY(verdict()->text().startsWith(u'✗'));
        QCOMPARE(height(), asked);
        const QImage picture = verdict()->grab().toImage();
        int most = 0;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                most = std::max(most, picture.pixelColor(x, y).saturation());
        QVERIFY2(most > 100, qPrintable(QString::number(most)));
        projector->trigger();
    }

    /// A list of choices that was opened is a window, which has no place in the order.
    void tabGoesOnAfterOpenedChoices() {
        QWidget window;
        auto* before = new QPushButton(&window);
        auto* after = new QPushButton(&window);
        auto* other = new QPushButton(&window);
        auto* body = new QWidget(&window);
        auto* first = new QComboBox(body);
        auto* second = new QComboBox(body);
        QVERIFY(first->view()->window() != &window);
        app::orderTabs(*before, *body, {after});
        QList<QWidget*> order;
        for (QWidget* next = before->nextInFocusChain(); next != before;
             next = next->nextInFocusChain())
            if (QList<QWidget*>{first, second, after, other}.contains(next)) order << next;
        QCOMPARE(order, (QList<QWidget*>{first, second, after, other}));
    }
};

MOMENTREE_TEST(TestGuiLessonPanels, Gui)

}  // namespace momentree::test_gui_lesson_panels
#include "test_gui_lesson_panels.moc"
