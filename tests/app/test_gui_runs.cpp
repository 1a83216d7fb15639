// SPDX-License-Identifier: GPL-3.0-or-later
// Several runs, by keys and mouse on a real X server.
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>
#include <cmath>
#include <map>

#include "app/base/choice_combo.hpp"
#include "app/panels/runs/run_picture.hpp"
#include "app/panels/runs/run_table.hpp"
#include "app/panels/runs/runs_panel.hpp"
#include "app/panels/runs/work_precision_dialog.hpp"
#include "app/runs/run_set.hpp"
#include "app/runs/runs_study.hpp"
#include "app/shell/last_file.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_runs {

using app::RunId;
using app::RunItem;
using app::RunStage;

namespace {

QString example(const char* name) {
    return QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/%1.momentree.json").arg(name);
}

}  // namespace

class TestGuiRuns : public QObject, app::DrawingWindow {
    Q_OBJECT

    app::RunSet& runs() { return window_->runs(); }
    app::RunController& run() { return window_->run(); }
    QTreeView& table() { return window_->part<app::RunsPanel>().view(); }

    void open(const char* name) {
        QSignalSpy changed(&run(), &app::RunController::runChanged);
        window_->open(example(name));
        QTRY_VERIFY(!changed.isEmpty());
        run().playback().pause();
        QTRY_VERIFY(run().playback().resting());
    }
    void apply(const std::function<void(RunSpec&)>& change) {
        QSignalSpy changed(&run(), &app::RunController::runChanged);
        RunSpec spec = run().session().spec();
        change(spec);
        run().applySpec(spec);
        QTRY_VERIFY(!changed.isEmpty());
    }
    void computeAll() {
        run().playback().setSpeed(0.0);
        run().play();
        QTRY_VERIFY(run().playback().ended() && !runs().computing());
    }
    template <typename Widget = QWidget>
    Widget* child(const char* name) {
        return window_->findChild<Widget*>(QString::fromLatin1(name));
    }
    void clickOn(QWidget* widget) { QTest::mouseClick(widget, Qt::LeftButton); }
    void clickAction(QAction* action) {
        for (QObject* holder : action->associatedObjects())
            if (auto* bar = qobject_cast<QToolBar*>(holder))
                return clickOn(bar->widgetForAction(action));
        QFAIL("the action is on no bar");
    }
    /// Opens the menu of a button and clicks an entry.
    void clickInMenu(const char* button, const char* entry) {
        auto* tool = child<QToolButton>(button);
        QVERIFY(tool && tool->isVisible());
        QTimer::singleShot(0, tool, [tool, entry] {
            QTRY_VERIFY(tool->menu()->isVisible());
            for (QAction* action : tool->menu()->actions())
                if (action->objectName() == QLatin1String(entry)) {
                    const QRect place = tool->menu()->actionGeometry(action);
                    return QTest::mouseClick(tool->menu(), Qt::LeftButton, {}, place.center());
                }
            tool->menu()->close();
        });
        clickOn(tool);
    }
    void choose(QComboBox* combo, const QString& id) {
        combo->showPopup();
        const int row = combo->findText(id);
        QVERIFY(row >= 0);
        const QModelIndex index = combo->model()->index(row, 0);
        combo->view()->scrollTo(index);
        QTRY_VERIFY(combo->view()->isVisible());
        QTest::mouseClick(combo->view()->viewport(), Qt::LeftButton, {},
                          combo->view()->visualRect(index).center());
        QTRY_COMPARE(combo->currentText(), id);
    }
    void clickButton(QDialog* dialog, const char* name) {
        clickOn(dialog->findChild<QWidget*>(QString::fromLatin1(name)));
    }
    QDialog* addDialog() { return child<QDialog>("addRunDialog"); }
    void openPanel() {
        clickAction(window_->findChild<QAction*>("runs"));
        QTRY_VERIFY(table().isVisible());
    }
    /// Adds three more runs as a user would.
    void addThree() {
        openPanel();
        clickInMenu("addRuns", "addRun");
        QTRY_VERIFY(addDialog() && addDialog()->isVisible());
        choose(addDialog()->findChild<QComboBox*>("addIntegrator"), "explicit-euler");
        clickButton(addDialog(), "addRunButton");
        choose(addDialog()->findChild<QComboBox*>("addFormulation"), "naudet");
        clickButton(addDialog(), "addRunButton");
        choose(addDialog()->findChild<QComboBox*>("addIntegrator"), "semi-implicit-euler");
        clickButton(addDialog(), "addRunButton");
        addDialog()->close();
        QCOMPARE(runs().items().size(), std::size_t{4});
    }
    double figure(RunId id, const char* title) {
        const auto columns = summaryColumns();
        for (std::size_t k = 0; k < columns.size(); ++k)
            if (QByteArray(columns[k].title) == title)
                return window_->part<app::RunsPanel>()
                    .table()
                    .indexOf(id, static_cast<int>(k) - 1 + app::RunTable::FirstFigure)
                    .data(app::RunTable::SortRole)
                    .toDouble();
        return std::nan("");
    }

private slots:
    void initTestCase() { prepare("runs test"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void threeRunsByMouseAreGhostsAndRows() {
        open("double_pendulum");
        apply([](RunSpec& spec) {
            spec.duration = 3.0;
            spec.step = 5e-3;
        });
        addThree();
        QVERIFY(window_->part<app::RunPicture>().ghosts());
        computeAll();
        run().playback().seek(2.0);
        QTRY_COMPARE(run().playback().shownTime(), 2.0);
        const QImage with = pictureOf(view());
        keepBoth("runs");
        clickAction(window_->findChild<QAction*>("microscope"));
        clickAction(window_->findChild<QAction*>("microscope"));
        key(Qt::Key_O, Qt::ShiftModifier);
        QVERIFY(!window_->part<app::RunPicture>().ghosts());
        QVERIFY(pictureOf(view()) != with);
        key(Qt::Key_O, Qt::ShiftModifier);
        QCOMPARE(pictureOf(view()), with);
        // Ghosts would hide what is drawn.
        QCOMPARE(window_->part<app::RunPicture>().ghostCount(), 3);
        window_->findChild<QAction*>("spaceDraw")->trigger();
        QCOMPARE(window_->part<app::RunPicture>().ghostCount(), 0);
        window_->findChild<QAction*>("spaceEverything")->trigger();
        QCOMPARE(window_->part<app::RunPicture>().ghostCount(), 3);

        QCOMPARE(table().model()->rowCount(), 4);
        const RunId euler = runs().items()[1].id;
        QVERIFY(figure(euler, "energy error") > 10.0 * figure(runs().currentId(), "energy error"));
        QCOMPARE(figure(euler, "steps"), 600.0);
    }

    void coloursAreStableAndOfTheTheme() {
        open("double_pendulum");
        openPanel();
        const RunId first = runs().add({.spec = run().session().spec()});
        const RunId second = runs().add({.spec = run().session().spec()});
        QCOMPARE(runs().find(first)->style, 1);
        QCOMPARE(runs().find(second)->style, 2);
        runs().remove(first);
        QCOMPARE(runs().find(second)->style, 2);
        QCOMPARE(runs().find(runs().add({.spec = run().session().spec()}))->style, 1);
    }

    void tableSortsByAFigure() {
        open("double_pendulum");
        apply([](RunSpec& spec) {
            spec.duration = 1.0;
            spec.integrator = "explicit-euler";
        });
        openPanel();
        for (const double step : {4e-3, 2e-3, 8e-3}) {
            RunSpec spec = run().session().spec();
            spec.step = step;
            runs().add({.spec = spec});
        }
        computeAll();
        auto* header = table().header();
        const auto columns = summaryColumns();
        int column = 0;
        for (std::size_t k = 0; k < columns.size(); ++k)
            if (QByteArray(columns[k].title) == "energy error")
                column = static_cast<int>(k) - 1 + app::RunTable::FirstFigure;
        const QPoint place(header->sectionViewportPosition(column) + 20, header->height() / 2);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, place);
        std::vector<double> errors;
        for (int row = 0; row < 4; ++row)
            errors.push_back(
                table().model()->index(row, column).data(app::RunTable::SortRole).toDouble());
        QVERIFY(std::ranges::is_sorted(errors) || std::ranges::is_sorted(errors, std::greater()));
        QVERIFY(errors.front() != errors.back());
    }

    void figuresAreMeasuredAgainstTheReference() {
        open("double_pendulum");
        apply([](RunSpec& spec) { spec.duration = 0.5; });
        openPanel();
        RunSpec spec = run().session().spec();
        spec.integrator = "explicit-euler";
        const RunId coarse = runs().add({.spec = spec});
        computeAll();
        QVERIFY(std::isnan(figure(coarse, "differs")));
        auto* against = child<QComboBox>("referenceRun");
        choose(against, runs().current()->name);
        QCOMPARE(runs().reference(), runs().currentId());
        QVERIFY(figure(coarse, "differs") > 1e-6);
        QVERIFY(std::isnan(figure(runs().currentId(), "differs")));
    }

    void anotherRunComesOnScreenAtTheSameTime() {
        open("double_pendulum");
        apply([](RunSpec& spec) { spec.duration = 1.0; });
        openPanel();
        RunSpec spec = run().session().spec();
        spec.integrator = "explicit-euler";
        const RunId first = runs().currentId();
        const RunId second = runs().add({.spec = spec});
        computeAll();
        run().playback().seek(0.4);
        window_->part<app::RunsPanel>().select(second);
        const QModelIndex cell = table().currentIndex();
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {},
                          table().visualRect(cell).center());
        QTest::mouseDClick(table().viewport(), Qt::LeftButton, {},
                           table().visualRect(cell).center());
        QTRY_COMPARE(runs().currentId(), second);
        QCOMPARE(run().session().spec().integrator, std::string("explicit-euler"));
        QCOMPARE(run().playback().shownTime(), 0.4);
        QCOMPARE(runs().find(first)->stage(), RunStage::Finished);
        QVERIFY(window_->live().runIsCurrent());
        QCOMPARE(child<QComboBox>("integrator")->currentText(), QString("explicit-euler"));
    }

    void aSweptParameterIsAModelOfItsOwn() {
        open("double_pendulum");
        openPanel();
        const auto& parameters = run().model().description.parameters;
        QVERIFY(!parameters.empty());
        clickInMenu("addRuns", "sweepRuns");
        QTRY_VERIFY(child<QDialog>("sweepDialog"));
        clickButton(child<QDialog>("sweepDialog"), "sweepAdd");
        QTRY_COMPARE(runs().items().size(), std::size_t{6});
        const RunId last = runs().items().back().id;
        QTRY_VERIFY(runs().find(last)->session());
        const double swept = runs().find(last)->model->description.parameters[0].value.value;
        QVERIFY(swept != parameters[0].value.value);
        runs().makeCurrent(last);
        QCOMPARE(model().parameters[0].value.value, swept);
        QVERIFY(window_->live().runIsCurrent());
        key(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(model().parameters[0].value.value != swept);
    }

    void whatCannotRunSaysWhy() {
        open("four_bar");
        openPanel();
        RunSpec spec = run().session().spec();
        spec.integrator = "trapezoidal";
        const RunId id = runs().add({.spec = spec});
        QTRY_COMPARE(runs().find(id)->stage(), RunStage::Refused);
        const QModelIndex progress =
            window_->part<app::RunsPanel>().table().indexOf(id, app::RunTable::ProgressColumn);
        QVERIFY(!progress.data(Qt::ToolTipRole).toString().isEmpty());
        QCOMPARE(table().model()->rowCount(), 2);
    }

    void microscopeTearsJointsApart() {
        open("four_bar");
        apply([](RunSpec& spec) {
            spec.formulation = "lagrange-index1";
            spec.integrator = "rk4";
            spec.baumgarte = 0.0;
            spec.correction = false;
            spec.step = 2e-3;
            spec.duration = 3.0;
        });
        computeAll();
        run().playback().seek(2.5);
        const QImage closed = pictureOf(view());
        key(Qt::Key_M, Qt::ShiftModifier);
        app::DriftMicroscope& microscope = window_->part<app::RunPicture>().microscope();
        QVERIFY(microscope.shown());
        QVERIFY(microscope.violation() > 1e-12);
        QVERIFY2(microscope.power() >= 2, qPrintable(QString::number(microscope.power())));
        QVERIFY(pictureOf(view()) != closed);
        // What is measured in the picture is not magnified.
        const auto sight = view().sight();
        QVERIFY(sight && std::ranges::equal(sight->row, run().playback().shownRow()));
        QVERIFY((sight->pose(1).r - app::poseIn(sight->layout, sight->row, 1).r).norm() > 1e-3);
        keepBoth("microscope");
        key(Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(pictureOf(view()), closed);
    }

    void magnificationIsKeptWhileItServes() {
        QCOMPARE(app::magnifyingPower(1e-7, 1.0, 0), 6);
        QCOMPARE(app::magnifyingPower(9e-7, 1.0, 6), 6);
        QCOMPARE(app::magnifyingPower(3e-6, 1.0, 6), 5);
        QCOMPARE(app::magnifyingPower(2.5e-8, 1.0, 6), 6);
        QCOMPARE(app::magnifyingPower(0.0, 1.0, 3), 12);
    }

    void longChainsStayInteractive() {
        open("chain_128");
        apply([](RunSpec& spec) { spec.duration = 0.5; });
        openPanel();
        for (const char* formulation : {"naudet", "lagrange-index1", "index3-dca"}) {
            RunSpec spec = runs().catalogue().defaults(run().model(), formulation);
            spec.duration = 0.5;
            runs().add({.spec = spec});
        }
        computeAll();
        run().playback().seek(0.3);
        keepBoth("runs-chain");
        QCOMPARE(runs().items().size(), std::size_t{4});
        QSignalSpy frames(&view(), &app::Viewport::framePainted);
        for (int k = 0; k < 30; ++k) {
            run().playback().seek(0.01 * k);
            QCoreApplication::processEvents();
        }
        double total = 0.0;
        for (const auto& frame : frames) total += frame.front().toDouble();
        qInfo("%lld frames of four runs of 128 links, %.1f ms each", frames.size(),
              total / static_cast<double>(std::max<qsizetype>(frames.size(), 1)));
        QVERIFY(frames.size() >= 20);

        // While all four play, events are handled before the next frame.
        int painted = 0, answered = 0, mostWaiting = 0;
        QObject person;
        connect(&view(), &app::Viewport::framePainted, &person, [&] {
            mostWaiting = std::max(mostWaiting, ++painted - answered);
            QTimer::singleShot(0, &person, [&] { ++answered; });
        });
        run().playback().setSpeed(0.1);
        run().playback().seek(0.0);
        run().play();
        QTRY_VERIFY(painted >= 12);
        QVERIFY(run().playback().playing());
        QCOMPARE(mostWaiting, 1);
        key(Qt::Key_Space);
        QVERIFY(!run().playback().playing());
        const double stopped = run().playback().shownTime();
        QVERIFY(stopped > 0.0 && stopped < 0.5);
    }

    void forksWhereThePictureStands() {
        open("double_pendulum");
        apply([](RunSpec& spec) { spec.duration = 1.0; });
        computeAll();
        run().playback().seek(0.4);
        const RunId trunk = runs().currentId();
        key(Qt::Key_B, Qt::ControlModifier);
        QTRY_VERIFY(addDialog() && addDialog()->isVisible());
        auto* length = addDialog()->findChild<QLineEdit*>("addParameter L");
        QVERIFY(length);
        QTest::keyClicks(length, "0.6");
        clickButton(addDialog(), "addRunButton");
        addDialog()->close();
        QCOMPARE(runs().items().size(), std::size_t{2});
        const RunId branch = runs().items().back().id;
        QTRY_COMPARE(runs().find(branch)->stage(), RunStage::Finished);
        const Recording& recording = *runs().find(branch)->session()->recording();
        QCOMPARE(recording.at(0, 0), 0.4);
        QCOMPARE(recording.at(recording.size() - 1, 0), 1.0);
        QCOMPARE(runs().find(branch)->parent, trunk);
        // A small tree: the branch is below the run that it left.
        QCOMPARE(table().model()->rowCount(), 1);
        QCOMPARE(table().model()->rowCount(table().model()->index(0, 0)), 1);
        run().playback().seek(0.7);
        keepBoth("fork");

        // Shown on screen, the branch restarts where it began.
        runs().makeCurrent(branch);
        QCOMPARE(run().playback().shownTime(), 0.7);
        QCOMPARE(model().parameters[0].value.value, 0.6);
        run().restart();
        QTRY_COMPARE(run().playback().computedTime(), 0.4);
        QCOMPARE(runs().current()->parent, trunk);
    }

    /// Branches of one run from different instants: each can be the reference of the other.
    void anyTwoBranchesAreCompared() {
        open("double_pendulum");
        apply([](RunSpec& spec) { spec.duration = 0.8; });
        computeAll();
        openPanel();
        const RunId trunk = runs().currentId();
        const auto fork = [&](double time, const char* formulation, const char* integrator) {
            run().playback().seek(time);
            app::RunRequest request{.spec = run().session().spec()};
            request.parent = trunk;
            request.from = runs().shownPoint();
            request.spec.formulation = formulation;
            request.spec.integrator = integrator;
            return runs().add(request);
        };
        const RunId first = fork(0.2, "naudet", "rk4"),
                    second = fork(0.4, "hdca", "explicit-euler");
        QTRY_VERIFY(!runs().computing());
        QCOMPARE(table().model()->rowCount(table().model()->index(0, 0)), 2);
        auto* against = child<QComboBox>("referenceRun");
        choose(against, runs().find(first)->name);
        QVERIFY(figure(second, "differs") > 1e-6);
        QVERIFY(figure(trunk, "differs") < 1e-6);
        choose(against, runs().find(second)->name);
        QVERIFY(figure(first, "differs") > 1e-6);
        // One on screen, the other as its ghost.
        runs().makeCurrent(first);
        QTRY_COMPARE(runs().currentId(), first);
        run().playback().seek(0.7);
        keepBoth("branches");
    }

    void workPrecisionTellsTheOrders() {
        open("double_pendulum");
        apply([](RunSpec& spec) {
            spec.duration = 0.4;
            spec.step = 5e-3;
        });
        openPanel();
        RunSpec euler = run().session().spec();
        euler.integrator = "explicit-euler";
        euler.step = 1e-3;
        runs().add({.spec = euler});
        QTRY_VERIFY(!runs().computing());
        clickAction(window_->part<app::RunsPanel>().findChild<QAction*>("workPrecision"));
        auto* dialog = window_->findChild<app::WorkPrecisionDialog*>();
        QVERIFY(dialog);
        QTRY_VERIFY(!dialog->busy());
        QTRY_COMPARE(dialog->curves().size(), std::size_t{2});
        for (const auto& curve : dialog->curves()) {
            const double exact = curve.name.find("rk4") != std::string::npos ? 4.0 : 1.0;
            QVERIFY2(std::abs(curve.order - exact) < 0.3,
                     qPrintable(QStringLiteral("%1: %2").arg(curve.name.c_str()).arg(curve.order)));
        }
        app::keepPicture(*dialog, "work-precision");
        dialog->close();
    }

    void aStudyGoesToAFileAndBack() {
        open("double_pendulum");
        apply([](RunSpec& spec) { spec.duration = 0.2; });
        RunSpec spec = run().session().spec();
        spec.integrator = "explicit-euler";
        const RunId euler = runs().add({.spec = spec, .name = "euler"});
        runs().add({.spec = spec, .parameters = {{"L", "0.6"}}});
        runs().setReference(euler);
        const QTemporaryDir folder;
        const QString file = folder.filePath("three.study.json");
        const Study study = app::studyOf(runs(), example("double_pendulum"), file);
        QVERIFY(saveStudyFile(study, file.toStdString()));
        open("single_pendulum");
        app::openAgain(*window_, file);  // as a file given to the program
        QTRY_COMPARE(runs().items().size(), std::size_t{4});
        QTRY_VERIFY(!runs().computing());
        QCOMPARE(runs().find(runs().reference())->name, QString("euler"));
        const RunItem& last = runs().items().back();
        QCOMPARE(last.spec.integrator, std::string("explicit-euler"));
        QCOMPARE(last.model->description.parameters[0].value.value, 0.6);
        QCOMPARE(last.spec.duration, 0.2);
    }

    void anotherFileBeginsAnew() {
        open("double_pendulum");
        runs().add({.spec = run().session().spec()});
        QCOMPARE(runs().items().size(), std::size_t{2});
        open("single_pendulum");
        QCOMPARE(runs().items().size(), std::size_t{1});
        QVERIFY(runs().current());
    }
};
MOMENTREE_TEST(TestGuiRuns, Gui)

}  // namespace momentree::test_gui_runs
#include "test_gui_runs.moc"
