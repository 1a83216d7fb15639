// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/main_window.hpp"

#include <QApplication>
#include <QCloseEvent>
#include <QLabel>
#include <QMenuBar>
#include <QScreen>
#include <QSettings>
#include <QStyle>
#include <QTabBar>
#include <QVBoxLayout>

#include "app/panels/analyses/analyses.hpp"
#include "app/panels/lessons/lesson_panel.hpp"
#include "app/panels/messages/messages_panel.hpp"
#include "app/panels/plots/plot_docks.hpp"
#include "app/panels/run_settings/solver_button.hpp"
#include "app/panels/runs/run_picture.hpp"
#include "app/panels/synthesis/synthesis.hpp"
#include "app/panels/transport/transport_bar.hpp"
#include "app/panels/xray/xray.hpp"
#include "app/scene/picture_layers.hpp"
#include "app/scene/view_buttons.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/backdrop_command.hpp"
#include "app/shell/busy_status.hpp"
#include "app/shell/busy_work.hpp"
#include "app/shell/command_palette.hpp"
#include "app/shell/crosshair.hpp"
#include "app/shell/drawing_view.hpp"
#include "app/shell/drops.hpp"
#include "app/shell/element_menu.hpp"
#include "app/shell/file_actions.hpp"
#include "app/shell/follow_view.hpp"
#include "app/shell/guidance.hpp"
#include "app/shell/help_dialogs.hpp"
#include "app/shell/keys.hpp"
#include "app/shell/last_file.hpp"
#include "app/shell/menus.hpp"
#include "app/shell/motor_limits.hpp"
#include "app/shell/notices.hpp"
#include "app/shell/panels.hpp"
#include "app/shell/presentation.hpp"
#include "app/shell/questions.hpp"
#include "app/shell/recovery_offer.hpp"
#include "app/shell/reference_commands.hpp"
#include "app/shell/regions.hpp"
#include "app/shell/run_actions.hpp"
#include "app/shell/scene_controls.hpp"
#include "app/shell/shortcut_page.hpp"
#include "app/shell/spaces.hpp"
#include "app/shell/spoken_scene.hpp"
#include "app/shell/start_page.hpp"
#include "app/shell/status_bar.hpp"
#include "app/shell/tool_strip.hpp"
#include "app/shell/top_bar.hpp"
#include "app/shell/view_actions.hpp"
#include "app/shell/window_status.hpp"

namespace momentree::app {
namespace {

constexpr QSize firstSize(1440, 900);

/// Moves the window with its frame inside the screen, which may differ from the last one.
void fitToScreen(QMainWindow& window) {
    const int bar = window.style()->pixelMetric(QStyle::PM_TitleBarHeight);
    const QRect room = window.screen()->availableGeometry().adjusted(0, bar, 0, 0);
    QRect place(window.pos(), window.size().boundedTo(room.size()));
    if (!room.contains(place)) place.moveCenter(room.center());
    if (place != window.geometry()) window.setGeometry(place);
}

/// Shows in the picture that a run is being prepared, if that takes longer than a moment.
void addPreparing(const RunController& run, Viewport& viewport) {
    auto* preparing = new QLabel(MainWindow::tr("Preparing…"), &viewport);
    preparing->setAutoFillBackground(true);
    preparing->setMargin(10);
    preparing->move(16, 60);
    preparing->hide();
    QObject::connect(&run, &RunController::preparingChanged, preparing, [preparing](bool slow) {
        preparing->setVisible(slow);
        preparing->adjustSize();
    });
}

}  // namespace

MainWindow::MainWindow(std::shared_ptr<const Catalogue> catalogue)
    : actions_(this), workspace_(std::move(catalogue)) {
    setObjectName("mainWindow");
    setMinimumSize(900, 600);
    setStatusBar(new StatusBar(this));
    makeCentre();
    spaces_ = new Spaces(workspace_, *host_, part<TransportBar>());
    addToolBar(new TopBar(workspace_, *host_, *spaces_));
    addToolBarBreak();
    addToolBars(*host_);
    drawing_ = new DrawingView(workspace_, *host_);
    addPanels(workspace_, *host_);
    addFeatures();
    ShortcutPage::restore(actions_.all);
    connect(&workspace_.document, &ModelDocument::stateChanged, this, &MainWindow::showTitle);
    showTitle();
    restoreLayout();
    applyPreferences(*host_);
    qApp->installEventFilter(this);
}

MainWindow::~MainWindow() = default;

void MainWindow::makeCentre() {
    auto* centre = new QWidget(this);
    auto* notice = new Notice(centre);
    auto* viewport = new Viewport(centre);
    viewport->setObjectName("viewport");
    addPreparing(workspace_.run, *viewport);
    new ViewButtons(actions_, viewport);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(notice);
    layout->addWidget(viewport, 1);
    layout->addWidget(new TransportBar(workspace_.run, actions_, centre));
    setCentralWidget(centre);
    auto* files = new FileCommands(workspace_.run, workspace_.document, this);
    host_ = new Host(*this, actions_, *viewport, *notice, *files);
}

/// Connects panels with each other, and adds features other than panels.
void MainWindow::addFeatures() {
    auto& xray = part<Xray>();
    auto& plots = part<PlotDocks>();
    auto& messages = part<MessagesPanel>();
    announceFiles(workspace_, *host_);
    new RunNotices(workspace_, *host_, messages, xray.watch());
    recovery_ = new RecoveryOffer(workspace_, *host_, messages);
    connect(recovery_, &RecoveryOffer::recovered, this, [this] {
        if (spaces_->current() != Space::Everything) spaces_->show(Space::Draw);
    });
    new KeyRules(host_->viewport, drawing_->board());
    new MotorLimits(workspace_, *host_);
    new SpokenScene(workspace_, *host_);
    new ElementMenu(workspace_, *host_, *drawing_, part<PictureLayers>());
    new Crosshair(plots, part<TransportBar>().slider(), host_->viewport, workspace_.run,
                  workspace_.live);
    const auto showAgain = [this, &picture = part<RunPicture>()] {
        workspace_.live.runIsCurrent() ? picture.show() : drawing_->showPose(true);
    };
    connect(&xray, &Xray::poseLeft, this, showAgain);
    connect(&part<Analyses>(), &Analyses::poseLeft, this, showAgain);
    connect(&part<Synthesis>(), &Synthesis::used, this,
            [this](const std::string& body, const std::string& marker) {
                part<PictureLayers>().traceOnly({TracePoint::Kind::Marker, body, marker});
                if (spaces_->current() == Space::Analyse) spaces_->show(Space::Run);
                host_->viewport.edit().fit();
                connect(
                    &workspace_.run, &RunController::runChanged, this,
                    [this] { workspace_.run.play(); }, Qt::SingleShotConnection);
            });
    connect(&part<LessonPanel>(), &LessonPanel::tracesWanted, this,
            [this](const std::vector<std::string>& points) {
                std::vector<TracePoint> traced;
                for (const std::string& point : points)
                    traced.push_back({TracePoint::Kind::Marker, point.substr(0, point.find('.')),
                                      point.substr(point.find('.') + 1)});
                part<PictureLayers>().traces().set(traced);
            });
    connectFileActions(workspace_, *host_);
    connectRunActions(workspace_, *host_, *drawing_);
    connectViewActions(*host_);
    auto* backdrop = new BackdropCommand(workspace_, *host_, drawing_->plane());
    auto* references = new ReferenceCommands(workspace_, *host_, plots);
    new Drops(*host_, plots, *backdrop, *references);
    auto* busy = new BusyStatus(this);
    showBusyWork(workspace_, *host_, xray, *busy);
    addStartPage();
    addRegionCommands(*host_);
    auto* presentation = new Presentation(workspace_, *host_, *spaces_);
    auto* questions = new Questions(workspace_, *host_, plots, part<Analyses>());
    host_->addDock(questions, {.name = "questionsDock",
                               .title = tr("Questions"),
                               .help = tr("What can be asked about this mechanism."),
                               .place = DockPlace::Left,
                               .tab = 1,
                               .shown = false});
    auto* following = new FollowView(workspace_.run, workspace_.live, *host_);
    auto* controls = new SceneControls(workspace_, *host_, *spaces_, drawing_->plane(),
                                       *backdrop->command(), *following->command());
    addToolBar(Qt::LeftToolBarArea,
               new ToolStrip(actions_, {controls->drawInSpace(), backdrop->command()}, this));
    makeMenus(*menuBar(), workspace_, *host_,
              {backdrop->command(), references->commands(), *busy,
               spaces_->commands() + QList{presentation->command()}});
    part<TopBar>().setMenus(*menuBar());
    part<TopBar>().addRunControl(part<SolverButton>());
    fillStatusBar(workspace_, *host_, *spaces_, drawing_->plane(), *busy);
    connectHelp();
    letTabReachBars(*this);
}

/// Leaves the page for the drawing that is opened, or for an empty one.
void MainWindow::addStartPage() {
    auto* page = new StartPage(workspace_, *host_, centralWidget());
    page->hide();
    static_cast<QBoxLayout*>(centralWidget()->layout())->insertWidget(1, page, 1);
    connect(spaces_, &Spaces::changed, page, [this, page](Space space) {
        page->setVisible(space == Space::Start);
        viewport().setVisible(space != Space::Start);
    });
    connect(page, &StartPage::drawingWanted, this, [this] {
        if (!document().description().bodies.empty()) files().newModel();
        spaces_->show(Space::Draw);
    });
    connect(page, &StartPage::lessonWanted, this, [this](const QString& folder) {
        folder.isEmpty() ? findChild<QAction*>("lessons")->trigger()
                         : part<LessonPanel>().open(folder);
    });
    connect(&workspace_, &Workspace::modelChanged, page, [this](bool fresh) {
        if (!fresh || spaces_->current() != Space::Start) return;
        spaces_->show(document().description().bodies.empty() ? Space::Draw : Space::Run);
    });
}

void MainWindow::connectHelp() {
    connect(actions_.palette, &QAction::triggered, this,
            [this] { (new CommandPalette(actions_.all, this))->show(); });
    connect(actions_.shortcuts, &QAction::triggered, this,
            [this] { showShortcuts(actions_, this); });
    connect(actions_.about, &QAction::triggered, this, [this] { showAbout(this); });
}

bool MainWindow::offerRecovery() { return recovery_->offer(); }

void MainWindow::showTitle() {
    const ModelDocument& document = workspace_.document;
    setWindowTitle(tr("%1[*] – Momentree").arg(document.title()));
    setWindowModified(document.modified());
    setWindowFilePath(document.file());
    setWindowTitle(tr("%1[*] – Momentree").arg(document.title()));
    actions_.reload->setEnabled(!document.file().isEmpty());
}

void MainWindow::restoreLayout() {
    const QSettings settings;
    if (!restoreGeometry(settings.value("window/geometry").toByteArray())) resize(firstSize);
    fitToScreen(*this);
    Q_EMIT host_->restoring();
    spaces_->restore();
    restoreSceneOptions(actions_, host_->viewport);
    Q_EMIT host_->arranged();
}

void MainWindow::saveLayout() {
    QSettings settings;
    settings.setValue("window/geometry", saveGeometry());
    spaces_->store();
    keepLastFile(*this);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!files().mayLose()) return event->ignore();
    Q_EMIT host_->closing();
    document().history().setClean();  // nothing is lost: the recovery copy can be deleted
    saveLayout();
    run().playback().pause();
    QMainWindow::closeEvent(event);
}

/// For the whole program: when the window receives the event, the layout has already changed.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    if (watched == this && event->type() == QEvent::Resize) dockWidths_.beforeLayout();
    return QMainWindow::eventFilter(watched, event);
}

/// Qt keeps tab bars that it does not need outside the window, where Tab would reach them.
bool MainWindow::focusNextPrevChild(bool next) {
    for (auto* bar : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        bar->setFocusPolicy(rect().intersects(bar->geometry()) ? Qt::TabFocus : Qt::NoFocus);
    return QMainWindow::focusNextPrevChild(next);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    dockWidths_.afterLayout(event->size().width() > event->oldSize().width());
}

}  // namespace momentree::app
