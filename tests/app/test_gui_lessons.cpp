// SPDX-License-Identifier: GPL-3.0-or-later
// Every lesson from its first step to its last, for learners and instructors.
#include <qcustomplot.h>

#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QListWidget>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTimer>
#include <QToolBar>
#include <QUrl>

#include "app/base/page_view.hpp"
#include "app/panels/accelerator/accelerators.hpp"
#include "app/panels/help/help_window.hpp"
#include "app/panels/lessons/lesson_chart.hpp"
#include "app/panels/lessons/lesson_end.hpp"
#include "app/panels/lessons/lesson_graph.hpp"
#include "app/panels/lessons/lesson_panel.hpp"
#include "app/panels/lessons/lesson_questions.hpp"
#include "app/panels/lessons/lesson_shelf.hpp"
#include "app/panels/lessons/lesson_view.hpp"
#include "app/scene/picture_layers.hpp"
#include "drawing_window.hpp"
#include "lesson_page_checks.hpp"
#include "lesson_report_check.hpp"
#include "support/test_main.hpp"

namespace momentree::test_gui_lessons {

using namespace momentree::app;

namespace {

const QString lessons = QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/lessons/");

std::shared_ptr<const Catalogue> withBoards() {
    auto catalogue = std::make_shared<Catalogue>();
    addAccelerators(*catalogue);
    return catalogue;
}

}  // namespace

class TestGuiLessons : public QObject, private DrawingWindow {
    Q_OBJECT

    LessonPlayer& player() { return window_->part<app::LessonPanel>().player(); }
    LessonView& page() { return window_->part<app::LessonPanel>().view(); }
    LessonEnd& end() { return window_->part<app::LessonPanel>().end(); }
    template <typename T>
    T* find(const char* name) {
        return page().findChild<T*>(QString::fromLatin1(name));
    }
    /// Whether no line of a text or an answer is cut off, or covered by the next.
    bool linesAreWhole() {
        int end = 0;
        for (const PageView* text : page().findChildren<PageView*>()) {
            if (!text->isVisible()) continue;
            const int top = text->mapTo(&page(), QPoint()).y(), height = text->height();
            if (top < end || height + 1 < int(text->document()->size().height())) return false;
            end = top + height;
        }
        return true;
    }
    void next() {
        auto* button = find<QPushButton>("lessonNext");
        QTRY_VERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
    }
    /// The current text of the page; old widgets of a step are deleted in the next event.
    QString said(const char* name) {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        auto* view = find<PageView>(name);
        return view ? view->toPlainText() : QString();
    }
    void startLesson(const QString& name) {
        window_->part<app::LessonPanel>().open(lessons + name);
        QVERIFY(player().active());
        QVERIFY(window_->part<app::LessonPanel>().currentWidget() == &page());
    }
    void predict(const QString& name) {
        QCOMPARE(player().next(), LessonPlayer::Next::Answer);
        const int right = player().step().right;
        const int wrong = right == 0 ? 1 : 0;
        QCoreApplication::processEvents();
        QTest::mouseClick(find<QRadioButton>(qPrintable(QString("answer%1").arg(wrong + 1))),
                          Qt::LeftButton, {}, QPoint(8, 8));
        QCOMPARE(player().chosen(), std::optional(wrong));
        QVERIFY(said("feedback").isEmpty());  // before the run, nothing tells what is right
        for (const PageView* label : page().findChildren<PageView*>())
            QVERIFY(!label->toPlainText().contains("✓") && !label->toPlainText().contains("✗"));
        QTest::qWait(0);
        keep(qPrintable("lesson-" + name + "-1-predict"));
        next();
    }
    void runAndLook(const QString& name) {
        QCOMPARE(player().step().kind, LessonStep::Kind::Run);
        next();
        QTRY_VERIFY(player().results() != nullptr);
        QVERIFY2(player().problems().isEmpty(), qPrintable(player().problems().join('\n')));
        QTRY_VERIFY(window_->run().hasRun());
        QTRY_VERIFY(window_->run().playback().computedTime() > 0.0);
        keep(qPrintable("lesson-" + name + "-2-run"));
        next();
        QCOMPARE(player().step().kind, LessonStep::Kind::Look);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        const auto charts = page().findChildren<LessonChart*>();
        QCOMPARE(charts.size(), static_cast<qsizetype>(player().step().plots.size()));
        for (LessonChart* chart : charts) {
            QVERIFY(chart->chart().runs().size() >= player().compared().size());
            QVERIFY(!chart->chart().valueRange().empty() && legendIsLeftOut(*chart));
        }
        const auto graphs = page().findChildren<LessonGraphView*>();
        QCOMPARE(graphs.size(), static_cast<qsizetype>(player().step().graphs.size()));
        for (qsizetype k = 0; k < graphs.size(); ++k) {
            const auto& curves = player().step().graphs[static_cast<std::size_t>(k)].curves;
            for (std::size_t c = 0; c < curves.size(); ++c)
                QCOMPARE(graphs[k]->plot().graph(static_cast<int>(c))->dataCount(),
                         static_cast<int>(curves[c].runs.size()));
        }
        auto* table = find<QTableWidget>("lessonTable");
        QVERIFY(table);
        QTest::qWait(0);
        for (int r = 0; r < table->rowCount(); ++r)
            for (int c = 0; c < table->columnCount(); ++c) {
                const QString text = table->item(r, c)->text();
                QVERIFY2(text != QStringLiteral("–"),
                         qPrintable(QString("row %1, column %2").arg(r).arg(c)));
            }
        QCOMPARE(wordsCutIn(*table), QString());
        QVERIFY(said("feedback").contains("✗") && !said("feedback").contains("[["));
        QTRY_VERIFY(window_->run().playback().shownTime() > 0.0);
        for (const QSize size : {QSize(1100, 720), QSize(1440, 900)}) {
            window_->resize(size);
            QCoreApplication::processEvents();
            QTRY_VERIFY2(outOfSight(player(), view()).isEmpty(),
                         qPrintable(outOfSight(player(), view())));
            QTRY_COMPARE(wordsCutIn(*table), QString());
        }
        const auto* scroll = page().findChild<QScrollArea*>();
        QVERIFY2(scroll->widget()->width() <= scroll->viewport()->width(), "the page is cut off");
        keep(qPrintable("lesson-" + name + "-3-look"));
        next();
    }
    void explain(const QString& name) {
        QCOMPARE(player().step().kind, LessonStep::Kind::Explain);
        QCOMPARE(page().page().missingFormulas(), 0);
        QVERIFY(!page().page().toPlainText().contains("[["));
        keep(qPrintable("lesson-" + name + "-4-explain"));
        next();
    }
    void solve(const QString& name) {
        QCOMPARE(player().step().kind, LessonStep::Kind::Task);
        for (const auto& [control, value] : player().step().solution)
            for (const Control& known : player().step().controls)
                if (nameOf(known) == control)
                    player().setValue(known, QString::fromStdString(value));
        next();
        QTRY_VERIFY(player().results() != nullptr);
        // Skips quantities that depend on the speed of this machine.
        for (std::size_t k = 0; k < player().step().conditions.size(); ++k) {
            const Condition& condition = player().step().conditions[k];
            if (!dependsOnMachine(condition.quantity.of))
                QVERIFY2(player().verdicts()[static_cast<qsizetype>(k)].met,
                         condition.label.c_str());
        }
        QVERIFY(!said("taskFeedback").isEmpty());
        keep(qPrintable("lesson-" + name + "-5-task"));
        const bool solved = player().solved();  // may depend on the speed of this machine
        checkReport(player().work(), view(), name);
        next();
        QVERIFY(!player().active());
        QCOMPARE(progressOf(name).done, solved);
        const auto& panel = window_->part<app::LessonPanel>();
        QCOMPARE(panel.currentWidget(), &end());
        const QString summary = end().findChild<PageView*>("lessonEndPage")->toPlainText();
        QVERIFY(summary.contains("You predicted") && summary.contains("✗"));
        QVERIFY(summary.contains(solved ? "Solved. Attempts: 1" : "Not solved yet"));
        QVERIFY(!summary.contains("[["));
        QTest::qWait(0);
        keep(qPrintable("lesson-" + name + "-6-end"));
    }

private slots:
    void initTestCase() { prepare("lessons test"); }
    void init() { openWindow(withBoards()); }
    void cleanup() { closeWindow(); }

    void everyLessonFromStartToEnd_data() {
        QTest::addColumn<QString>("name");
        for (const QString& name : QDir(lessons).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QTest::newRow(qPrintable(name)) << name;
    }
    void everyLessonFromStartToEnd() {
        QFETCH(QString, name);
        startLesson(name);
        predict(name);
        runAndLook(name);
        explain(name);
        solve(name);
    }

    void listShowsAllAndKeepsProgress() {
        QTest::keyClick(window_.get(), Qt::Key_G, Qt::ControlModifier);
        LessonShelf& shelf = window_->part<app::LessonPanel>().shelf();
        QTRY_VERIFY(shelf.isVisible());
        QVERIFY(shelf.entries().size() >= 10);
        for (const LessonEntry& entry : shelf.entries()) QVERIFY(entry.lesson);
        keep("lessons-list");
        auto* list = shelf.findChild<QListWidget*>("lessonList");
        list->setFocus();
        list->setCurrentRow(0);
        QTest::keyClick(list, Qt::Key_Return);
        QTRY_VERIFY(player().active());
        next();  // skips the prediction
        QCOMPARE(player().index(), 1);
        QTest::mouseClick(find<QWidget>("closeLesson"), Qt::LeftButton);
        QVERIFY(!player().active());
        QCOMPARE(progressOf(shelf.entries()[0].name()).step, 1);
        startLesson("01-energy");
        QCOMPARE(player().index(), 1);
    }

    /// A lesson replaces the runs of the window only if the user agrees.
    void aComparisonIsNotDiscardedUnasked() {
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        window_->open(QStringLiteral(MOMENTREE_SOURCE_DIR
                                     "/resources/examples/double_pendulum.momentree.json"));
        QTRY_VERIFY(!changed.isEmpty());
        window_->runs().add({.spec = window_->run().session().spec()});
        int asked = 0;
        const auto answer = [&](const char* button) {
            QTimer::singleShot(0, window_.get(), [&asked, button] {
                auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                if (!box) return;
                ++asked;
                for (QAbstractButton* one : box->buttons())
                    if (one->text().remove('&') == button) return one->click();
            });
            window_->part<app::LessonPanel>().open(lessons + "01-energy");
        };
        answer("Cancel");
        QCOMPARE(asked, 1);
        QVERIFY(!player().active());
        QCOMPARE(window_->runs().items().size(), std::size_t{2});
        answer("Start the lesson");
        QCOMPARE(asked, 2);
        QVERIFY(player().active());
    }

    void keysOfAPresenter() {
        startLesson("01-energy");
        const auto* energy = window_->findChild<QDockWidget*>("energyDock");
        const auto* tree = window_->findChild<QDockWidget*>("treeDock");
        QVERIFY(energy->isVisible() && !tree->isVisible());
        const double type = page().font().pointSizeF();
        QTest::keyClick(window_.get(), Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(!energy->isVisible());
        QVERIFY(!window_->menuBar()->isVisible());
        for (auto* bar : window_->findChildren<QToolBar*>()) QVERIFY(!bar->isVisible());
        QVERIFY(page().font().pointSizeF() > 1.4 * type);
        QVERIFY(view().font().pointSizeF() > 1.4 * type);  // names in the scene
        QTRY_VERIFY(page().isVisible() && view().isVisible() && linesAreWhole());
        keep("lessons-instructor-predict");
        QTest::keyClick(window_.get(), Qt::Key_PageDown);
        QCOMPARE(player().index(), 1);
        QTest::keyClick(window_.get(), Qt::Key_PageDown);
        QTRY_VERIFY(player().results() != nullptr);
        QTest::keyClick(window_.get(), Qt::Key_PageDown);
        QCOMPARE(player().index(), 2);
        QTRY_VERIFY(window_->run().playback().shownTime() > 0.0);
        keep("lessons-instructor-look");
        QTest::keyClick(window_.get(), Qt::Key_PageDown);
        QCOMPARE(player().index(), 3);
        keep("lessons-instructor-explain");
        QTest::keyClick(window_.get(), Qt::Key_PageUp);
        QCOMPARE(player().index(), 2);
        QTest::keyClick(window_.get(), Qt::Key_Escape);
        QTRY_VERIFY(window_->findChild<QToolBar*>("topBar")->isVisible());
        QVERIFY(player().active());
        QCOMPARE(page().font().pointSizeF(), type);
        player().leave();
        window_->findChild<QAction*>("lessons")->trigger();
        QTRY_VERIFY(tree->isVisible() && energy->isVisible());
    }

    /// The keys of answers are not those of another command, and leave Page Down to the lesson.
    void keysOfAnswers() {
        startLesson("01-energy");
        QTest::keyClick(window_.get(), Qt::Key_2, Qt::ControlModifier | Qt::AltModifier);
        QTRY_COMPARE(player().chosen(), std::optional(1));
        auto* answer = find<QRadioButton>("answer2");
        QTRY_VERIFY(answer->hasFocus());
        QTest::keyClick(answer, Qt::Key_PageDown);
        QCOMPARE(player().index(), 1);
    }

    void comparedRunsAreShownOneByOne() {
        const auto integrator = [this] {
            const RunController& run = window_->run();
            return run.hasRun() ? run.session().spec().integrator : std::string();
        };
        startLesson("01-energy");
        player().goTo(1);
        next();
        QTRY_VERIFY(player().results() != nullptr);
        QCOMPARE(player().shown(), std::string("euler"));
        QTRY_COMPARE(integrator(), std::string("explicit-euler"));
        QTest::mouseClick(find<QWidget>("run rk4"), Qt::LeftButton);
        QTRY_COMPARE(integrator(), std::string("rk4"));
    }

    /// The answer appears only after the run and can no longer be changed then.
    void aPredictionIsFixedByTheRun() {
        startLesson("01-energy");
        player().answer(0);
        player().answer(1);
        player().goTo(2);
        QTRY_VERIFY(player().revealed());
        QTRY_VERIFY(said("feedback").contains("✗"));
        player().goTo(0);
        player().answer(player().step().right);
        QCOMPARE(player().chosen(), std::optional(1));
        QVERIFY(!find<QRadioButton>("answer1")->isEnabled());
    }

    void hintsFollowAttemptsAndTheTickFollowsTheSolution() {
        startLesson("01-energy");
        player().goTo(4);
        const auto hints = player().step().hints;
        QVERIFY(hints.size() >= 2);
        QVERIFY(said("taskFeedback").isEmpty());
        const auto shown = [&](std::size_t hint) {
            return said("taskFeedback").contains(QString::fromStdString(hints[hint]).left(30));
        };
        player().run();
        QTRY_COMPARE(player().attempts(), 1);
        QVERIFY(shown(0) && !shown(1));
        player().run();
        QTRY_COMPARE(player().attempts(), 2);
        QVERIFY(shown(1));
        keep("lessons-attempts");
        player().goOn();
        QVERIFY(!player().active());
        QVERIFY(!progressOf("01-energy").done);
    }

    void theEndLeadsToTheNextLesson() {
        startLesson("01-energy");
        player().goTo(4);
        player().run();
        QTRY_COMPARE(player().attempts(), 1);
        player().goOn();
        QCOMPARE(window_->part<app::LessonPanel>().currentWidget(), &end());
        QVERIFY(
            end().findChild<PageView*>("lessonEndPage")->toPlainText().contains("no prediction"));
        QTest::mouseClick(end().findChild<QPushButton*>("lessonFollowing"), Qt::LeftButton);
        QVERIFY(player().active());
        QCOMPARE(player().name(), QStringLiteral("02-drift"));
    }

    /// The curve of the point is in the picture, also after another run is shown.
    void aLessonTracesPoints() {
        startLesson("16-your-curve");
        player().goTo(1);
        player().run();
        QTRY_VERIFY(player().results() != nullptr);
        const auto& traces = window_->part<PictureLayers>().traces();
        QTRY_COMPARE(traces.points().size(), std::size_t{1});
        QTest::mouseClick(find<QWidget>("run cognate"), Qt::LeftButton);
        QTRY_COMPARE(traces.points().size(), std::size_t{1});
        QCOMPARE(traces.points().front().marker, std::string("point"));
    }

    void aLessonOpensInstruments() {
        startLesson("15-modes");
        for (const auto& [step, dock] : {std::pair(2, "modesDock"), {3, "equilibriumDock"}}) {
            player().goTo(step);
            QTRY_VERIFY(window_->findChild<QDockWidget*>(dock)->isVisible());
        }
    }

    void aLearnerChecksASentence() {
        startLesson("01-energy");
        player().goTo(3);
        const auto claims = player().lesson().claims;
        const auto claim =
            std::ranges::find_if(claims, [](const Claim& one) { return !one.says.empty(); });
        QVERIFY(claim != claims.end());
        QVERIFY(page().page().toPlainText().contains("check"));
        Q_EMIT page().page().anchorClicked(QUrl("claim:" + QString::fromStdString(claim->name)));
        QTRY_VERIFY(player().finding(claim->name) && player().finding(claim->name)->measured);
        QVERIFY(player().finding(claim->name)->holds);
        QVERIFY(page().page().toPlainText().contains("✓ measured"));
        keep("lessons-checked");
    }

    void teachersReadTheDerivations() {
        startLesson("06-parallelogram");
        QTest::mouseClick(find<QWidget>("teacherNotes"), Qt::LeftButton);
        auto* notes = find<PageView>("teacherNotesPage");
        QTRY_VERIFY(notes && notes->isVisible());
        QCOMPARE(notes->missingFormulas(), 0);
        QVERIFY(!notes->toPlainText().contains("[["));
        keepPicture(*notes, "lesson-notes");
        notes->close();
    }

    void helpOfTheFormulation() {
        window_->open(
            QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/heavy_top.momentree.json"));
        QTRY_VERIFY(window_->run().hasRun());
        QTest::keyClick(window_.get(), Qt::Key_F1);
        auto* help = window_->findChild<HelpWindow*>();
        QTRY_VERIFY(help && help->isVisible());
        QCOMPARE(help->topic(),
                 QString::fromStdString(window_->run().session().spec().formulation));
        auto* topics = help->findChild<QListWidget*>("helpTopics");
        for (int row = 0; row < topics->count(); ++row) {
            topics->setCurrentRow(row);
            QCOMPARE(help->page().missingFormulas(), 0);
            QVERIFY(help->page().toPlainText().size() > 500);
        }
        topics->setCurrentRow(0);
        QCoreApplication::processEvents();
        keepPicture(*help, "help-hdca");
        help->close();
        QTest::mouseClick(window_->findChild<QWidget*>("formulationHelp"), Qt::LeftButton);
        QTRY_VERIFY(help->isVisible());
    }

    void darkThemeAndHelp() {
        applyTheme(*qApp, ThemeChoice::Dark);
        startLesson("04-momenta");
        player().goTo(3);
        keep("lessons-dark-explain");
        player().goTo(0);
        player().answer(0);
        QTest::qWait(0);
        keep("lessons-dark-predict");
        Q_EMIT window_->host().helpWanted("index3-dca");
        auto* help = window_->findChild<HelpWindow*>();
        QTRY_VERIFY(help->isVisible());
        keepPicture(*help, "help-dark");
        applyTheme(*qApp, ThemeChoice::Light);
    }

    void tenQuestionsComparesBeforeAndAfter() {
        window_->findChild<QAction*>("lessons")->trigger();
        const auto answerAll = [&](const std::function<int(int)>& choice) {
            QTest::mouseClick(
                window_->part<app::LessonPanel>().findChild<QPushButton*>("tenQuestions"),
                Qt::LeftButton);
            auto* dialog = window_->findChild<QDialog*>("lessonQuestions");
            QVERIFY(dialog);
            auto* keep = dialog->findChild<QPushButton*>("questionsKeep");
            for (int k = 0; k < LessonQuestions::count; ++k) {
                QVERIFY(!keep->isEnabled());
                dialog
                    ->findChild<QRadioButton*>(
                        QStringLiteral("question%1answer%2").arg(k + 1).arg(choice(k) + 1))
                    ->click();
            }
            keepPicture(*dialog, "ten_questions");
            QTest::mouseClick(keep, Qt::LeftButton);
        };
        const auto close = [&] {
            window_->findChild<QDialog*>("lessonQuestions")->close();
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        };
        answerAll([](int) { return 0; });
        close();
        answerAll([](int k) { return LessonQuestions::right(k); });
        const auto* dialog = window_->findChild<QDialog*>("lessonQuestions");
        const QString head = dialog->findChild<QLabel*>("questionsHead")->text();
        int zeros = 0;
        for (int k = 0; k < LessonQuestions::count; ++k) zeros += LessonQuestions::right(k) == 0;
        QVERIFY2(head.contains(QStringLiteral("%1 of 10").arg(zeros)), qPrintable(head));
        QVERIFY2(head.contains("10 of 10"), qPrintable(head));
        keepPicture(*window_->findChild<QDialog*>("lessonQuestions"), "ten_questions_result");
        close();
    }
};

MOMENTREE_TEST(TestGuiLessons, Gui)

}  // namespace momentree::test_gui_lessons
#include "test_gui_lessons.moc"
