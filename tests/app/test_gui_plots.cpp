// SPDX-License-Identifier: GPL-3.0-or-later
// Plots in the window, by mouse and keyboard: dragging from the tree and the picture, cursors,
// phase portraits, bookmarks and movies.
#include <qcustomplot.h>

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QImage>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>
#include <algorithm>

#include "app/base/theme/theme.hpp"
#include "app/export/encoder.hpp"
#include "app/export/movie_dialog.hpp"
#include "app/export/series_dialog.hpp"
#include "app/panels/gallery/example_list.hpp"
#include "app/panels/transport/time_slider.hpp"
#include "app/panels/transport/transport_bar.hpp"
#include "app/plots/column_drag.hpp"
#include "app/plots/energy_plot.hpp"
#include "app/plots/measure_panel.hpp"
#include "app/plots/phase_portrait.hpp"
#include "app/plots/probe_plot.hpp"
#include "app/plots/spectrum_window.hpp"
#include "app/plots/xy_plot.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/main_window.hpp"
#include "app/workspace/file_commands.hpp"
#include "support/test_main.hpp"
#include "tests/app/pictures.hpp"

namespace momentree::test_gui_plots {

using namespace momentree::app;

namespace {

QString example(const QString& name) {
    for (const QString& file : exampleFiles())
        if (QFileInfo(file).fileName().startsWith(name)) return file;
    return {};
}

/// Drops quantities on the centre of a widget.
bool drop(QWidget* target, const QStringList& quantities) {
    const std::unique_ptr<QMimeData> data(columnMime(quantities));
    const QPoint at = target->rect().center();
    QDragEnterEvent enter(at, Qt::CopyAction, data.get(), Qt::LeftButton, {});
    QApplication::sendEvent(target, &enter);
    if (!enter.isAccepted()) return false;
    QDropEvent event(at, Qt::CopyAction, data.get(), Qt::LeftButton, {});
    QApplication::sendEvent(target, &event);
    return event.isAccepted();
}

/// Chooses an entry, given as a path of texts, of the menu that is about to open.
void chooseInMenu(const QStringList& path) {
    QTimer::singleShot(0, [path] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        for (qsizetype k = 0; menu && k < path.size(); ++k)
            for (QAction* action : menu->actions())
                if (action->text().startsWith(path[k])) {
                    if (k + 1 == path.size()) action->trigger();
                    menu = action->menu();
                    break;
                }
        if (auto* open = QApplication::activePopupWidget()) open->close();
    });
}

}  // namespace

class TestGuiPlots : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("momentree-test-plots");
        QSettings().clear();
        applyTheme(*qApp, ThemeChoice::Light);
    }
    void init() {
        window_ = std::make_unique<MainWindow>(std::make_shared<Catalogue>());
        window_->resize(1500, 950);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), test::patience));
        QApplication::setActiveWindow(window_.get());  // gets key events without a window manager
        window_->open(example("four_bar"));
        QTRY_VERIFY(window_->run().hasRun());
        window_->run().playback().setSpeed(0.0);
        window_->run().play();
        QTRY_VERIFY(window_->run().playback().ended());
    }
    void cleanup() {
        window_.reset();
        QSettings().clear();
    }

    void treeMenuPlotsAnElement() {
        auto* tree = window_->findChild<QTreeWidget*>("modelTree");
        QTreeWidgetItem* joints = tree->topLevelItem(1);
        QTreeWidgetItem* pin = joints->child(0);
        const QString name = pin->text(0);
        chooseInMenu({"Plot", "Angle"});
        Q_EMIT tree->customContextMenuRequested(tree->visualItemRect(pin).center());
        auto* quantities = window_->findChild<QDockWidget*>("probesDock");
        auto* probes = static_cast<ProbePlot*>(quantities->widget());
        QTRY_VERIFY(probes->chosen().contains(name + ".q"));
        chooseInMenu({"Plot", "In a new plot", "Reaction force"});
        Q_EMIT tree->customContextMenuRequested(tree->visualItemRect(pin).center());
        QTRY_VERIFY(window_->findChild<QDockWidget*>("plotDock1") != nullptr);
        auto* added =
            static_cast<ProbePlot*>(window_->findChild<QDockWidget*>("plotDock1")->widget());
        QCOMPARE(added->chosen(), QStringList({name + ".fx", name + ".fy", name + ".fz"}));
    }

    /// A right click on a link in the scene.
    void pictureMenuPlotsAnElement() {
        Viewport& view = window_->viewport();
        const auto sight = view.sight();
        QVERIFY(sight);
        const QPoint at = view.toView(sight->pose(0).r).toPoint();
        QCOMPARE(view.pickAt(at).kind, render::Picked::Kind::Body);
        const int body = view.pickAt(at).index;
        const QString name =
            QString::fromStdString(window_->run().model().bodies[std::size_t(body)].name);
        auto* probes =
            static_cast<ProbePlot*>(window_->findChild<QDockWidget*>("probesDock")->widget());
        const QStringList before = probes->chosen();
        chooseInMenu({"Plot", ""});
        QTest::mouseClick(&view, Qt::RightButton, {}, at);
        QTRY_VERIFY(std::ranges::any_of(probes->chosen(), [&](const QString& column) {
            return column.startsWith(name + '.') && !before.contains(column);
        }));
    }
    void treeItemsCanBeDraggedOntoPlots() {
        auto* tree = window_->findChild<QTreeWidget*>("modelTree");
        QVERIFY(tree->dragEnabled());
        QTreeWidgetItem* body = tree->topLevelItem(0)->child(0);
        const std::unique_ptr<QMimeData> data(
            tree->model()->mimeData({tree->indexAt(tree->visualItemRect(body).center())}));
        QVERIFY(holdsColumns(*data));
        auto* probes =
            static_cast<ProbePlot*>(window_->findChild<QDockWidget*>("probesDock")->widget());
        probes->choose({});
        QVERIFY(drop(probes, columnsIn(*data)));
        QCOMPARE(probes->chosen(),
                 QStringList({body->text(0) + ".x", body->text(0) + ".y", body->text(0) + ".z"}));
        // Dropping on the window creates a new plot.
        QVERIFY(drop(window_.get(), columnsIn(*data)));
        QVERIFY(window_->findChild<QDockWidget*>("plotDock1") != nullptr);
    }

    void newPlotByKey() {
        QTest::keyClick(window_.get(), Qt::Key_F4, Qt::ShiftModifier);
        auto* dock = window_->findChild<QDockWidget*>("plotDock1");
        QVERIFY(dock && dock->isVisible());
        dock->close();
        QTRY_VERIFY(window_->findChild<QDockWidget*>("plotDock1") == nullptr);
        window_->run().playback().seek(0.5);
    }

    void dragOnAPlotScrubsTheScene() {
        auto* energy =
            static_cast<EnergyPlot*>(window_->findChild<QDockWidget*>("energyDock")->widget());
        QCustomPlot* canvas = energy->canvas();
        canvas->replot();
        const QRect area = canvas->axisRect()->rect();
        const auto at = [&](double part) {
            return QPoint(area.left() + static_cast<int>(part * area.width()), area.center().y());
        };
        QTest::mousePress(canvas, Qt::LeftButton, {}, at(0.2));
        QMouseEvent move(QEvent::MouseMove, at(0.6), canvas->mapToGlobal(at(0.6)), Qt::NoButton,
                         Qt::LeftButton, {});
        QApplication::sendEvent(canvas, &move);
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, at(0.6));
        const double wanted = canvas->xAxis->pixelToCoord(at(0.6).x());
        QVERIFY(std::abs(window_->run().playback().shownTime() - wanted) <
                0.02 * energy->chart().timeRange().span());
    }

    void phasePortraitByKey() {
        auto* dock = window_->findChild<QDockWidget*>("portraitDock");
        QVERIFY(!dock->isVisible());
        QTest::keyClick(window_.get(), Qt::Key_F4, Qt::ControlModifier);
        QTRY_VERIFY(dock->isVisible());
        auto* portrait = static_cast<PhasePortrait*>(dock->widget());
        portrait->refresh();
        QVERIFY(portrait->chosenX().endsWith(".q"));
        QVERIFY(portrait->plot()->lines().front().x.size() > 100);
        portrait->plot()->canvas()->replot();
        const XyLine& line = portrait->plot()->lines().front();
        const QPoint place(
            static_cast<int>(portrait->plot()->canvas()->xAxis->coordToPixel(line.x[50])),
            static_cast<int>(portrait->plot()->canvas()->yAxis->coordToPixel(line.y[50])));
        const double before = window_->run().playback().shownTime();
        QTest::mouseClick(portrait->plot()->canvas(), Qt::LeftButton, {}, place);
        QVERIFY(window_->run().playback().shownTime() != before);
    }

    void bookmarksAreKeptByFile() {
        auto* bar = window_->findChild<TransportBar*>("transport");
        window_->run().playback().seek(1.0);
        QTest::keyClick(window_.get(), Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
        window_->run().playback().seek(2.0);
        QTest::keyClick(window_.get(), Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(bar->bookmarks().all().size(), std::size_t(2));
        QTest::keyClick(window_.get(), Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(window_->run().playback().shownTime(), bar->bookmarks().all()[0].time);
        QTest::keyClick(window_.get(), Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(window_->run().playback().shownTime(), bar->bookmarks().all()[1].time);
        bar->bookmarks().rename(0, "start of the swing");
        window_->open(example("double_pendulum"));
        QTRY_VERIFY(bar->bookmarks().all().empty());
        window_->open(example("four_bar"));
        QTRY_COMPARE(bar->bookmarks().all().size(), std::size_t(2));
        QCOMPARE(bar->bookmarks().all()[0].name, QString("start of the swing"));
    }

    void pictureSequenceIsWritten() {
        const QTemporaryDir folder;
        MovieDialog* dialog = openMovieDialog();
        MoviePlan plan;
        plan.kind = MoviePlan::Kind::Pictures;
        plan.begin = 0.5;
        plan.end = 1.0;
        plan.framesPerSecond = 10.0;
        plan.size = QSize(480, 272);
        plan.plots = true;
        plan.file = folder.filePath("swing.png");
        dialog->setPlan(plan);
        window_->run().playback().seek(2.0);
        const double before = window_->run().playback().shownTime();
        QSignalSpy made(dialog, &MovieDialog::made);
        QTest::mouseClick(button(dialog, "Make"), Qt::LeftButton);
        QTRY_COMPARE(made.count(), 1);
        QCOMPARE(QDir(folder.path()).entryList({"swing_*.png"}).size(), 6);
        const QImage first(folder.filePath("swing_00001.png"));
        const QImage last(folder.filePath("swing_00006.png"));
        QCOMPARE(first.size(), QSize(480, 272));
        QVERIFY(first != last);
        QCOMPARE(window_->run().playback().shownTime(), before);
        keepPicture(last, "movie_frame");
        keepPicture(*dialog, "movie_dialog");
        dialog->reject();
    }

    void moviesSayWhatIsMissing() {
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", "/nowhere");
        MovieDialog* dialog = openMovieDialog();
        const bool enabled = button(dialog, "Make")->isEnabled();
        const QString missing = missingEncoder(MoviePlan::Kind::Mp4);
        qputenv("PATH", path);
        QVERIFY(!enabled);
        QVERIFY(!missing.isEmpty());
        dialog->reject();
    }

    void mouseOverAPlotIsSeenEverywhere() {
        auto* energy =
            static_cast<EnergyPlot*>(window_->findChild<QDockWidget*>("energyDock")->widget());
        auto* drift =
            static_cast<PlotWidget*>(window_->findChild<QDockWidget*>("driftDock")->widget());
        auto* slider = window_->findChild<TimeSlider*>();
        window_->findChild<QDockWidget*>("driftDock")->raise();
        window_->run().playback().seek(0.5);
        const auto pictures = [&] {
            return std::array{drift->grab().toImage(), slider->grab().toImage(),
                              window_->viewport().grab().toImage()};
        };
        QTRY_VERIFY(window_->viewport().scene().fine());
        const auto before = pictures();
        moveOver(energy->canvas(), 0.7);
        const auto during = pictures();
        for (std::size_t k = 0; k < before.size(); ++k)
            QVERIFY2(during[k] != before[k], qPrintable(QString::number(k)));
        keepPicture(*window_, "plots_crosshair");
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(energy->canvas(), &leave);
        QTRY_VERIFY(window_->viewport().scene().fine());
        const auto after = pictures();
        for (std::size_t k = 0; k < before.size(); ++k) QVERIFY(after[k] == before[k]);
        // In the other direction: from the time slider.
        const QPoint place(slider->width() / 3, slider->height() / 2);
        QMouseEvent move(QEvent::MouseMove, place, slider->mapToGlobal(place), Qt::NoButton, {},
                         {});
        QApplication::sendEvent(slider, &move);
        QVERIFY(drift->grab().toImage() != before[0]);
    }

    void addedPanelsComeBack() {
        window_->findChild<QAction*>("newPlot")->trigger();
        auto* first =
            static_cast<ProbePlot*>(window_->findChild<QDockWidget*>("plotDock1")->widget());
        first->choose({"total", "newton"});
        window_->findChild<QAction*>("newPlot")->trigger();
        auto* second =
            static_cast<ProbePlot*>(window_->findChild<QDockWidget*>("plotDock2")->widget());
        second->choose({"momentum.x", "phase.assembly"});
        window_->findChild<QDockWidget*>("plotDock1")->close();
        QTRY_VERIFY(window_->findChild<QDockWidget*>("plotDock1") == nullptr);
        auto* quantities =
            static_cast<ProbePlot*>(window_->findChild<QDockWidget*>("probesDock")->widget());
        quantities->choose({"kinetic"});
        window_->addDockWidget(Qt::LeftDockWidgetArea,
                               window_->findChild<QDockWidget*>("plotDock2"));
        window_->close();
        window_ = std::make_unique<MainWindow>(std::make_shared<Catalogue>());
        window_->resize(1500, 950);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), test::patience));
        QVERIFY(window_->findChild<QDockWidget*>("plotDock1") == nullptr);
        auto* dock = window_->findChild<QDockWidget*>("plotDock2");
        QVERIFY(dock);
        QCOMPARE(window_->dockWidgetArea(dock), Qt::LeftDockWidgetArea);
        window_->open(example("four_bar"));
        QTRY_VERIFY(window_->run().hasRun());
        QCOMPARE(static_cast<ProbePlot*>(dock->widget())->chosen(),
                 QStringList({"momentum.x", "phase.assembly"}));
        quantities =
            static_cast<ProbePlot*>(window_->findChild<QDockWidget*>("probesDock")->widget());
        QCOMPARE(quantities->chosen(), QStringList{"kinetic"});
    }

    void runsWithoutAnEnd() {
        auto* endless = window_->findChild<QToolButton*>("endless");
        QVERIFY(endless->toolTip().contains("MiB"));
        QSignalSpy changed(&window_->run(), &RunController::runChanged);
        QTest::mouseClick(endless, Qt::LeftButton);
        QTRY_COMPARE(changed.size(), 1);
        window_->run().playback().setSpeed(0.0);
        window_->run().play();
        QTRY_VERIFY(window_->run().playback().computedTime() > 25.0);
        QVERIFY(endless->isChecked());
        QVERIFY(!window_->findChild<QWidget*>("duration")->isEnabled());
        auto* energy =
            static_cast<EnergyPlot*>(window_->findChild<QDockWidget*>("energyDock")->widget());
        QTRY_VERIFY(energy->chart().timeRange().upper >= 25.0);
        window_->run().playback().pause();
        keepPicture(*window_, "plots_endless");
        QTest::mouseClick(endless, Qt::LeftButton);
        QTRY_COMPARE(changed.size(), 2);
        QVERIFY(std::isfinite(window_->run().session().spec().duration));
    }

    /// After an edit that continues the run at the current time, plots keep the motion before it.
    void earlierMotionStaysInThePlots() {
        auto* energy =
            static_cast<EnergyPlot*>(window_->findChild<QDockWidget*>("energyDock")->widget());
        window_->run().playback().seek(1.0);
        const double shown = window_->run().playback().shownTime();
        QSignalSpy changed(&window_->run(), &RunController::runChanged);
        ModelDescription heavier = window_->run().model().description;
        heavier.gravity[1].value *= 1.5;
        const auto model = *buildModel(std::move(heavier));
        window_->run().applyModel(model, window_->run().file(), true);
        QTRY_COMPARE(changed.size(), 1);
        QCOMPARE(window_->run().session().recording()->at(0, 0), shown);
        QCOMPARE(energy->chart().timeRange().lower, 0.0);
        const double there = energy->canvas()->xAxis->coordToPixel(0.5 * shown);
        QVERIFY(energy->reader().at(there));
        QVERIFY(energy->reader().at(there)->time < shown);
        // After a restart there is no earlier motion.
        window_->run().applyModel(model, window_->run().file(), false);
        QTRY_COMPARE(changed.size(), 2);
        QCOMPARE(energy->chart().runs().front().earlier.size(), std::size_t(0));
    }

    void seriesAndTablesForOtherPrograms() {
        const QTemporaryDir folder;
        window_->findChild<QAction*>("exportSeries")->trigger();
        auto* dialog = window_->findChild<SeriesDialog*>();
        QVERIFY(dialog);
        dialog->setPlan({folder.filePath("run.xdmf").toStdString(), 0.0, 0.2, 0.02});
        keepPicture(*dialog, "series_dialog");
        QSignalSpy written(dialog, &SeriesDialog::written);
        QTest::mouseClick(button(dialog, "Write"), Qt::LeftButton);
        QTRY_COMPARE(written.count(), 1);
        QVERIFY(QFile::exists(folder.filePath("run.xdmf")));
        QVERIFY(QFile::exists(folder.filePath("run.frames.h5")));
        // A stopped export leaves no files.
        dialog->setPlan({folder.filePath("other.xdmf").toStdString(), 0.0, 1e3, 0.0});
        QTest::mouseClick(button(dialog, "Write"), Qt::LeftButton);
        QTest::mouseClick(button(dialog, "Stop"), Qt::LeftButton);
        QTRY_VERIFY(!dialog->writing());
        QVERIFY(!QFile::exists(folder.filePath("other.xdmf")));
        QVERIFY(!QFile::exists(folder.filePath("other.frames.h5")));
        dialog->reject();
        QSignalSpy done(&window_->files(), &FileCommands::done);
        window_->files().exportHdf5To(folder.filePath("run.h5"));
        QTRY_VERIFY(done.count() == 2);
        QVERIFY(QFileInfo(folder.filePath("run.h5")).size() > 100000);
    }

    void looksLikeThis_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void looksLikeThis() {
        QFETCH(bool, dark);
        applyTheme(*qApp, dark ? ThemeChoice::Dark : ThemeChoice::Light);
        auto* energyDock = window_->findChild<QDockWidget*>("energyDock");
        auto* energy = static_cast<EnergyPlot*>(energyDock->widget());
        energyDock->raise();
        energy->measures().turnOn(true);
        auto* portrait = window_->findChild<QDockWidget*>("portraitDock");
        portrait->show();
        window_->splitDockWidget(window_->findChild<QDockWidget*>("driftDock"), portrait,
                                 Qt::Vertical);
        static_cast<PhasePortrait*>(portrait->widget())->refresh();
        window_->run().playback().seek(1.0);
        QTest::keyClick(window_.get(), Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
        window_->run().playback().seek(1.7);
        SpectrumWindow* spectrum = energy->showSpectrum();
        QTest::qWait(100);
        const QString tag = QTest::currentDataTag();
        keepPicture(*window_, "plots_window_" + tag);
        keepPicture(*spectrum, "plots_spectrum_" + tag);
        applyTheme(*qApp, ThemeChoice::Light);
    }

private:
    /// Moves the mouse to a fraction of the width of a plot.
    static void moveOver(QCustomPlot* canvas, double part) {
        canvas->replot();
        const QRect area = canvas->axisRect()->rect();
        const QPoint place(area.left() + static_cast<int>(part * area.width()), area.center().y());
        QMouseEvent move(QEvent::MouseMove, place, canvas->mapToGlobal(place), Qt::NoButton, {},
                         {});
        QApplication::sendEvent(canvas, &move);
    }
    MovieDialog* openMovieDialog() {
        window_->actions().exportMovie->trigger();
        return window_->findChild<MovieDialog*>();
    }
    static QPushButton* button(QWidget* parent, const QString& text) {
        for (auto* one : parent->findChildren<QPushButton*>())
            if (one->text() == text) return one;
        return nullptr;
    }
    std::unique_ptr<MainWindow> window_;
};

MOMENTREE_TEST(TestGuiPlots, Gui)

}  // namespace momentree::test_gui_plots
#include "test_gui_plots.moc"
