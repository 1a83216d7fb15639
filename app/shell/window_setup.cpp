// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of MainWindow that say where things are: menus, bars, panels and what is kept between
// starts.
#include <QApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenuBar>
#include <QScreen>
#include <QSettings>
#include <QStatusBar>
#include <QStyle>
#include <QToolBar>
#include <QToolButton>

#include "app/base/theme.hpp"
#include "app/base/themed_icon.hpp"
#include "app/document/loop_closing.hpp"
#include "app/document/recent_files.hpp"
#include "app/export/export_drawing.hpp"
#include "app/panels/gallery/example_list.hpp"
#include "app/panels/messages/messages_panel.hpp"
#include "app/panels/run_settings/picker_bar.hpp"
#include "app/panels/transport/speeds.hpp"
#include "app/panels/xray/xray.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/busy_status.hpp"
#include "app/shell/busy_work.hpp"
#include "app/shell/command_palette.hpp"
#include "app/shell/file_commands.hpp"
#include "app/shell/help_dialogs.hpp"
#include "app/shell/last_file.hpp"
#include "app/shell/main_window.hpp"
#include "app/shell/model_status.hpp"
#include "app/shell/notice.hpp"
#include "app/shell/plot_docks.hpp"
#include "app/shell/pointer_status.hpp"
#include "app/shell/run_status.hpp"
#include "app/shell/status_bar.hpp"
#include "app/shell/window_drops.hpp"
#include "app/shell/window_help.hpp"
#include "app/sketch/hint_bar.hpp"
#include "core/io/model_file.hpp"

namespace momentree::app {
namespace {

constexpr int layoutVersion = 5;
constexpr QSize firstSize(1440, 900);
constexpr const char* coveredTab = "coveredTab";

/// No part of the window, nor of its frame, lies beyond the screen, which may be another one than
/// last time.
void fitToScreen(QMainWindow& window) {
    const int bar = window.style()->pixelMetric(QStyle::PM_TitleBarHeight);
    const QRect room = window.screen()->availableGeometry().adjusted(0, bar, 0, 0);
    QRect place(window.pos(), window.size().boundedTo(room.size()));
    if (!room.contains(place)) place.moveCenter(room.center());
    if (place != window.geometry()) window.setGeometry(place);
}

/// Name of the tab in front where a panel is one of several.
QString inFront(const QMainWindow& window, QDockWidget* dock) {
    for (const QDockWidget* tab : window.tabifiedDockWidgets(dock))
        if (!tab->visibleRegion().isEmpty()) return tab->objectName();
    return {};
}

}  // namespace

void MainWindow::makeBars() {
    auto* fileBar = new QToolBar(tr("File"), this);
    fileBar->setObjectName("fileBar");
    fileBar->setMovable(false);
    fileBar->setIconSize({22, 22});
    fileBar->addActions({actions_.newModel, actions_.open, actions_.examples, actions_.save});
    fileBar->addSeparator();
    fileBar->addActions({actions_.undo, actions_.redo});
    addToolBar(fileBar);
    auto* tools = new QToolBar(tr("Drawing tools"), this);
    tools->setObjectName("drawBar");
    tools->setIconSize({22, 22});
    tools->addActions({actions_.modeMove, actions_.modeReshape});
    tools->addSeparator();
    tools->addActions(actions_.tools);
    addToolBar(Qt::LeftToolBarArea, tools);
    auto* pickers = new PickerBar(run_, catalogue_, this);
    addToolBar(pickers);
    connect(pickers, &PickerBar::helpWanted, this, &MainWindow::showHelp);
    connect(pickers, &PickerBar::changed, this, [this](const QString& what) {
        notice_->hide();
        say(tr("Started again from time 0 with %1").arg(what));
    });
    auto* compare = new QToolBar(tr("Compare"), this);
    compare->setObjectName("compareBar");
    compare->setMovable(false);
    compare->setIconSize({22, 22});
    compare->addActions({actions_.runs, actions_.fork, actions_.microscope});
    addToolBar(compare);
}

void MainWindow::makeStatusBar() {
    setStatusBar(new StatusBar(this));
    statusBar()->setSizeGripEnabled(false);
    auto* warnings = new QToolButton(this);
    warnings->setObjectName("warnings");
    warnings->setAutoRaise(true);
    warnings->setIcon(themedIcon("warning"));
    warnings->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    warnings->setToolTip(tr("Shows what looks odd in this model"));
    warnings->hide();
    connect(warnings, &QToolButton::clicked, this, &MainWindow::showMessages);
    connect(&run_, &RunController::runChanged, this, [this, warnings] {
        const auto count = static_cast<int>(run_.warnings().size());
        warnings->setText(count == 1 ? tr("1 warning") : tr("%1 warnings").arg(count));
        warnings->setVisible(count > 0);
    });
    connect(live_, &LiveModel::changed, warnings, [warnings](bool fresh) {
        if (fresh) warnings->hide();
    });
    auto* busy = new BusyStatus(this);
    statusBar()->addPermanentWidget(busy);
    showBusyWork(*this, *busy);
    statusBar()->addPermanentWidget(new PointerStatus(*sketcher_, this));
    statusBar()->addPermanentWidget(warnings);
    auto* model = new ModelStatus(*live_, this);
    connect(model, &QToolButton::clicked, this, [this, model] {
        const CheckedModel& checked = live_->checked();
        auto* closing = &live_->closing();
        if (closing->cancelled()) {
            notice_->hide();
            return closing->askAgain();
        }
        if (checked.problems.empty()) return say(model->details().section('\n', 0, 0));
        messages_->addFault(model->text(), document_.file(), checked.problems);
        showMessages();
    });
    statusBar()->addPermanentWidget(model);
    statusBar()->addPermanentWidget(
        new SingularityGauge(xray_->watch(), SingularityGauge::Without::Hides, this));
    statusBar()->addPermanentWidget(new RunStatus(run_, this));
}

void MainWindow::showMessages() {
    messagesDock_->show();
    messagesDock_->raise();
}

void MainWindow::makeMenus() {
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addActions({actions_.newModel, actions_.open});
    makeTemplateMenu(file->addMenu(tr("New from &template")));
    recent_ = file->addMenu(tr("Open &recent"));
    connect(recent_, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
    file->addAction(actions_.examples);
    file->addSeparator();
    file->addActions({actions_.save, actions_.saveAs, actions_.reload});
    file->addSeparator();
    QMenu* exports = file->addMenu(tr("&Export"));
    exports->addActions({actions_.exportPicture, actions_.exportSvg, actions_.exportPdf,
                         actions_.exportMovie, actions_.exportSeries, actions_.exportResults,
                         actions_.exportHdf5, actions_.exportReport, actions_.exportRobot});
    file->addAction(actions_.print);
    file->addSeparator();
    file->addAction(actions_.quit);

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    edit->addActions({actions_.undo, actions_.redo});
    edit->addSeparator();
    edit->addActions(
        {actions_.cut, actions_.copy, actions_.paste, actions_.duplicate, actions_.remove});
    edit->addSeparator();
    edit->addActions({actions_.mirrorRight, actions_.mirrorBelow, actions_.array});
    edit->addActions({actions_.alignRow, actions_.alignColumn, actions_.merge, actions_.split});
    edit->addSeparator();
    edit->addActions({actions_.selectAll, actions_.escape});
    QMenu* draw = menuBar()->addMenu(tr("&Draw"));
    draw->addActions(actions_.tools);
    draw->addSeparator();
    draw->addActions({actions_.modeMove, actions_.modeReshape});
    draw->addSeparator();
    draw->addMenu(tr("Work &plane"))->addActions(actions_.planes);
    draw->addMenu(tr("New &joints"))->addActions(actions_.jointTypes);

    QMenu* run = menuBar()->addMenu(tr("&Run"));
    run->addActions(
        {actions_.play, actions_.stepForward, actions_.stepBack, actions_.restart, actions_.live});
    run->addSeparator();
    run->addActions({actions_.faster, actions_.slower, actions_.realTime, actions_.loop});
    run->addSeparator();
    run->addActions({actions_.runs, actions_.fork, actions_.inside});
    run->addActions({actions_.addBookmark, actions_.nextBookmark, actions_.previousBookmark,
                     actions_.recordMemory});
    addCancel(*this, *run);
    makeViewMenu();
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addActions({actions_.formulationHelp, actions_.lessons, actions_.projector});
    help->addSeparator();
    help->addActions({actions_.palette, actions_.shortcuts, actions_.about});
    addHelp(*this, *edit, *help);
}

void MainWindow::makeViewMenu() {
    QMenu* view = menuBar()->addMenu(tr("&View"));
    view->addAction(actions_.fit);
    addZoom(*this, *view);
    view->addActions({actions_.viewFront, actions_.viewTop, actions_.viewSide,
                      actions_.viewIsometric, actions_.viewPlane});
    view->addSeparator();
    QMenu* show = view->addMenu(tr("Sho&w in the scene"));
    show->addActions({actions_.showJoints, actions_.showCentres, actions_.showGravity,
                      actions_.showForces, actions_.showLabels, actions_.showGrid,
                      actions_.showAxes});
    show->addSeparator();
    show->addActions({actions_.showVelocities, actions_.showAccelerations, actions_.showReactions,
                      actions_.showDimensions});
    addBackdrop(*this, *view);
    view->addActions({actions_.trace, actions_.clearTraces, actions_.xray, actions_.microscope,
                      actions_.showGhosts});
    QMenu* panels = view->addMenu(tr("Pa&nels"));
    for (auto* dock : findChildren<QDockWidget*>()) panels->addAction(dock->toggleViewAction());
    view->addActions(
        {actions_.togglePlots, actions_.togglePhases, actions_.portrait, actions_.newPlot});
    addReferences(*this, *view);
    view->addSeparator();
    view->addMenu(tr("Th&eme"))->addActions(actions_.themes->actions());
    view->addAction(actions_.fullScreen);
    view->addAction(actions_.resetLayout);
}

void MainWindow::makeTemplateMenu(QMenu* menu) {
    for (const QString& file : exampleFiles()) {
        QString name = QFileInfo(file).fileName().section('.', 0, 0).replace('_', ' ');
        name[0] = name[0].toUpper();
        QAction* action = menu->addAction(name);
        action->setData(file);
        connect(action, &QAction::triggered, this, [this, file] { files_->newFrom(file); });
    }
    // Under the titles that the gallery has, once somebody looks.
    connect(
        menu, &QMenu::aboutToShow, this,
        [menu] {
            for (QAction* action : menu->actions())
                if (const auto model = readModelFile(action->data().toString().toStdString());
                    model && !model->title.empty())
                    action->setText(QString::fromStdString(model->title).replace('&', "&&"));
        },
        Qt::SingleShotConnection);
}

void MainWindow::fillRecent() {
    recent_->clear();
    for (const QString& file : recentFiles()) {
        const QString pin = isPinned(file) ? QStringLiteral("★ ") : QString();
        QAction* action = recent_->addAction(pin + QFileInfo(file).fileName().replace('&', "&&"));
        action->setStatusTip(file);
        connect(action, &QAction::triggered, this, [this, file] { open(file); });
    }
    if (recent_->isEmpty()) {
        recent_->addAction(tr("(none yet)"))->setEnabled(false);
        return;
    }
    recent_->addSeparator();
    if (const QString file = document_.file(); !file.isEmpty()) {
        QAction* pin = recent_->addAction(tr("&Pin %1").arg(QFileInfo(file).fileName()));
        pin->setObjectName("pin");
        pin->setCheckable(true);
        pin->setChecked(isPinned(file));
        pin->setStatusTip(tr("Keeps the open file on top of this list and of the gallery"));
        connect(pin, &QAction::toggled, this, [file](bool on) { setPinned(file, on); });
    }
    connect(recent_->addAction(tr("&Clear this list")), &QAction::triggered, &forgetFiles);
}

void MainWindow::placeDocks() {
    for (auto* dock : findChildren<QDockWidget*>()) {
        dock->setFloating(false);
        removeDockWidget(dock);
    }
    addDockWidget(Qt::LeftDockWidgetArea, treeDock_);
    splitDockWidget(treeDock_, propertiesDock_, Qt::Vertical);
    tabifyDockWidget(propertiesDock_, parametersDock_);
    tabifyDockWidget(propertiesDock_, historyDock_);
    splitDockWidget(treeDock_, lessonsDock_, Qt::Horizontal);
    addDockWidget(Qt::RightDockWidgetArea, plots_->energy());
    splitDockWidget(plots_->energy(), plots_->drift(), Qt::Vertical);
    tabifyDockWidget(plots_->energy(), plots_->probes());
    plots_->placeAdded();
    tabifyDockWidget(plots_->drift(), plots_->phases());
    tabifyDockWidget(plots_->drift(), boardDock_);
    tabifyDockWidget(plots_->energy(), plots_->portrait());
    tabifyDockWidget(plots_->energy(), xrayDock_);
    tabifyDockWidget(plots_->energy(), offloadDock_);
    addDockWidget(Qt::BottomDockWidgetArea, runsDock_);
    tabifyDockWidget(runsDock_, messagesDock_);
    tabifyDockWidget(runsDock_, insideDock_);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    const QList<QDockWidget*> hidden{messagesDock_,      xrayDock_,    runsDock_,  offloadDock_,
                                     plots_->portrait(), lessonsDock_, insideDock_};
    for (auto* dock : findChildren<QDockWidget*>()) dock->setVisible(!hidden.contains(dock));
    propertiesDock_->raise();
    plots_->energy()->raise();
    plots_->drift()->raise();
    const int side = std::max(260, width() / 5), right = std::max(320, width() * 3 / 10);
    resizeDocks({treeDock_, plots_->energy()}, {side, right}, Qt::Horizontal);
    resizeDocks({treeDock_, propertiesDock_}, {40, 60}, Qt::Vertical);
    resizeDocks({plots_->energy(), plots_->drift()}, {50, 50}, Qt::Vertical);
    resizeDocks({runsDock_}, {std::max(190, height() / 5)}, Qt::Vertical);
}

void MainWindow::restoreLayout() {
    const QSettings settings;
    if (!restoreGeometry(settings.value("window/geometry").toByteArray())) resize(firstSize);
    fitToScreen(*this);
    plots_->restore(settings);
    placeDocks();
    restoreState(settings.value("window/state").toByteArray(), layoutVersion);
    render::SceneOptions options = viewport_->options();
    const auto restore = [&](QAction* action, bool render::SceneOptions::*member) {
        options.*member = settings.value("scene/" + action->objectName(), options.*member).toBool();
        action->setChecked(options.*member);
        connect(action, &QAction::toggled, this, [this, member, action](bool on) {
            render::SceneOptions changed = viewport_->options();
            changed.*member = on;
            viewport_->setOptions(changed);
            QSettings().setValue("scene/" + action->objectName(), on);
        });
    };
    restore(actions_.showJoints, &render::SceneOptions::joints);
    restore(actions_.showCentres, &render::SceneOptions::centresOfMass);
    restore(actions_.showGravity, &render::SceneOptions::gravity);
    restore(actions_.showForces, &render::SceneOptions::forces);
    restore(actions_.showLabels, &render::SceneOptions::labels);
    restore(actions_.showGrid, &render::SceneOptions::grid);
    restore(actions_.showAxes, &render::SceneOptions::axes);
    viewport_->setOptions(options);
}

void MainWindow::saveLayout() {
    QSettings settings;
    settings.setValue("window/geometry", saveGeometry());
    settings.setValue("window/state", saveState(layoutVersion));
    plots_->save(settings);
    keepLastFile(*this);
}

void MainWindow::connectActions() {
    const auto on = [this](QAction* action, auto&& act) {
        connect(action, &QAction::triggered, this, std::forward<decltype(act)>(act));
    };
    on(actions_.open, [this] { files_->chooseAndOpen(); });
    on(actions_.examples, [this] { showGallery(); });
    on(actions_.newModel, [this] { files_->newModel(); });
    on(actions_.save, [this] { files_->save(); });
    on(actions_.saveAs, [this] { files_->saveAs(); });
    on(actions_.reload, [this] { files_->reload(); });
    on(actions_.exportPicture,
       [this] { files_->exportPicture([this] { return viewport_->picture(2.0); }); });
    on(actions_.exportSvg, [this] {
        files_->exportDrawing(".svg", tr("Vector drawings (*.svg)"), [this](const QString& file) {
            return writeSvg(*viewport_, document_.title(), file);
        });
    });
    on(actions_.exportPdf, [this] {
        files_->exportDrawing(".pdf", tr("PDF pages (*.pdf)"), [this](const QString& file) {
            return writePdf(*viewport_, document_.title(), file);
        });
    });
    on(actions_.print, [this] { printDrawing(*viewport_, document_.title(), this); });
    on(actions_.exportResults, [this] { files_->exportResults(); });
    on(actions_.exportHdf5, [this] { files_->exportHdf5(); });
    on(actions_.exportRobot, [this] { files_->exportRobot(); });
    on(actions_.exportReport, [this] { files_->exportReport(); });
    on(actions_.quit, [this] { close(); });
    on(actions_.play, [this] { togglePlay(); });
    on(actions_.stepForward, [this] { run_.stepForward(); });
    on(actions_.stepBack, [this] { run_.stepBack(); });
    on(actions_.restart, [this] { run_.restart(); });
    on(actions_.live, [this] { run_.goLive(); });
    on(actions_.loop, [this](bool loop) { run_.setLoop(loop); });
    on(actions_.faster, [this] { run_.setSpeed(neighbourSpeed(run_.speed(), +1)); });
    on(actions_.slower, [this] { run_.setSpeed(neighbourSpeed(run_.speed(), -1)); });
    on(actions_.realTime, [this] { run_.setSpeed(1.0); });
    on(actions_.fit, [this] { viewport_->fit(); });
    on(actions_.viewFront, [this] { viewport_->view(render::StandardView::Front); });
    on(actions_.viewTop, [this] { viewport_->view(render::StandardView::Top); });
    on(actions_.viewSide, [this] { viewport_->view(render::StandardView::Right); });
    on(actions_.viewIsometric, [this] { viewport_->view(render::StandardView::Isometric); });
    on(actions_.togglePlots, [this] { togglePanels({plots_->energy(), plots_->drift()}); });
    on(actions_.togglePhases, [this] {
        togglePanels({plots_->phases()});
        // Of the panels behind it, the drift comes back.
        if (!plots_->phases()->isVisible() && plots_->drift()->isVisible())
            plots_->drift()->raise();
    });
    on(actions_.fullScreen, [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    on(actions_.resetLayout, [this] { placeDocks(); });
    on(actions_.palette, [this] { (new CommandPalette(actions_.all, this))->show(); });
    on(actions_.shortcuts, [this] { showShortcuts(actions_, this); });
    on(actions_.about, [this] { showAbout(this); });
}

/// Shows and raises the panels, or hides them if they can all be seen already.
void MainWindow::togglePanels(const QList<QDockWidget*>& docks) {
    bool allSeen = true;
    for (const auto* dock : docks) allSeen = allSeen && !dock->visibleRegion().isEmpty();
    for (auto* dock : docks) {
        if (!allSeen) dock->setProperty(coveredTab, inFront(*this, dock));
        dock->setVisible(!allSeen);
        if (!allSeen) dock->raise();
        const QString covered = dock->property(coveredTab).toString();
        if (!allSeen || covered.isEmpty()) continue;
        if (auto* before = findChild<QDockWidget*>(covered)) before->raise();
    }
}

void MainWindow::connectTheme() {
    const auto choose = [this](QAction* action, ThemeChoice choice) {
        connect(action, &QAction::triggered, this, [choice] {
            QSettings().setValue("theme", static_cast<int>(choice));
            applyTheme(*qApp, choice);
        });
    };
    choose(actions_.themeSystem, ThemeChoice::System);
    choose(actions_.themeLight, ThemeChoice::Light);
    choose(actions_.themeDark, ThemeChoice::Dark);
    const QList<QAction*> order{actions_.themeSystem, actions_.themeLight, actions_.themeDark};
    order.value(QSettings().value("theme", 0).toInt(), actions_.themeSystem)->setChecked(true);
}

}  // namespace momentree::app
