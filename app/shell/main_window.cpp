// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/main_window.hpp"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDockWidget>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QScrollBar>
#include <QStatusBar>
#include <QUndoView>
#include <QVBoxLayout>
#include <utility>

#include "app/base/diagnostic_text.hpp"
#include "app/base/dock.hpp"
#include "app/document/recent_files.hpp"
#include "app/document/recovery.hpp"
#include "app/panels/accelerator/board_panel.hpp"
#include "app/panels/accelerator/offload_panel.hpp"
#include "app/panels/gallery/example_list.hpp"
#include "app/panels/gallery/gallery.hpp"
#include "app/panels/inspector/inspector.hpp"
#include "app/panels/inspector/read_out.hpp"
#include "app/panels/lessons/lesson_layout.hpp"
#include "app/panels/lessons/lesson_panel.hpp"
#include "app/panels/messages/messages_panel.hpp"
#include "app/panels/model_tree/model_tree.hpp"
#include "app/panels/parameters/parameter_panel.hpp"
#include "app/panels/runs/run_picture.hpp"
#include "app/panels/transport/transport_bar.hpp"
#include "app/panels/xray/xray.hpp"
#include "app/runs/run_set.hpp"
#include "app/scene/view_buttons.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/file_commands.hpp"
#include "app/shell/notice.hpp"
#include "app/shell/plot_docks.hpp"
#include "app/shell/shortcut_page.hpp"
#include "app/shell/window_help.hpp"
#include "app/sketch/drawing_board.hpp"
#include "app/sketch/hint_bar.hpp"

namespace momentree::app {
namespace {

constexpr int messageTime_ms = 6000;
constexpr std::size_t problemsInNotice = 4;

/// Controls without the focus do not change under a wheel that scrolls past them.
bool takesWheelUnasked(const QObject* watched) {
    const auto* widget = qobject_cast<const QWidget*>(watched);
    return widget && !widget->hasFocus() &&
           (qobject_cast<const QComboBox*>(watched) ||
            qobject_cast<const QAbstractSpinBox*>(watched) ||
            qobject_cast<const QAbstractSlider*>(watched)) &&
           !qobject_cast<const QScrollBar*>(watched);
}

}  // namespace

MainWindow::MainWindow(std::shared_ptr<const Catalogue> catalogue)
    : catalogue_(std::move(catalogue)), actions_(this), run_(catalogue_) {
    live_ = new LiveModel(document_, run_);
    recovery_ = new Recovery(document_);
    setObjectName("mainWindow");
    setWindowTitle(tr("Momentree"));
    setAcceptDrops(true);
    setMinimumSize(1024, 680);
    ShortcutPage::restore(actions_.all);
    files_ = new FileCommands(run_, document_, this);
    makeCentre();
    makeBoard();
    makeDocks();
    makeBars();
    makeMenus();
    makeStatusBar();
    connectRun();
    connectActions();
    connectDocument();
    connectDrawing();
    connectCopies();
    connectRuns();
    connectPlots();
    connectTheme();
    restoreLayout();
    connectLessons();
    explainParts(*this);
    applyPreferences(*this);
    followState();
    qApp->installEventFilter(this);
}

MainWindow::~MainWindow() = default;

void MainWindow::makeCentre() {
    auto* centre = new QWidget(this);
    notice_ = new Notice(centre);
    viewport_ = new Viewport(centre);
    viewport_->setObjectName("viewport");
    preparing_ = new QLabel(tr("Preparing…"), viewport_);
    preparing_->setAutoFillBackground(true);
    preparing_->setMargin(10);
    preparing_->move(16, 60);
    preparing_->hide();
    new ViewButtons(actions_, viewport_);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(notice_);
    layout->addWidget(viewport_, 1);
    layout->addWidget(new TransportBar(run_, actions_, centre));
    setCentralWidget(centre);
}

void MainWindow::makeDocks() {
    tree_ = new ModelTree(this);
    properties_ = new Inspector(document_, this);
    messages_ = new MessagesPanel(this);
    treeDock_ = addDock(this, "treeDock", tr("Model"), tree_);
    propertiesDock_ = addDock(this, "propertiesDock", tr("Properties"), properties_);
    auto* history = new QUndoView(&document_.history(), this);
    history->setEmptyLabel(tr("As opened"));
    history->setUniformItemSizes(true);  // or each step of a long history would lay out all of it
    history->setFrameShape(QFrame::NoFrame);
    historyDock_ = addDock(this, "historyDock", tr("History"), history);
    parameters_ = new ParameterPanel(document_, this);
    parametersDock_ = addDock(this, "parametersDock", tr("Parameters"), parameters_);
    boardPanel_ = new BoardPanel(run_, this);
    boardDock_ = addDock(this, "boardDock", tr("Board"), boardPanel_);
    connect(boardPanel_, &BoardPanel::useWanted, this, [this](const QString& backend) {
        RunSpec spec = run_.session().spec();
        spec.formulation = "hdca";
        spec.backend = backend.toStdString();
        if (spec.integrator != "explicit-euler") spec.integrator = "rk4";
        run_.applySpec(spec);
    });
    offload_ = new OffloadPanel(run_, *boardPanel_, this);
    offloadDock_ = addDock(this, "offloadDock", tr("Offloading"), offload_);
    connect(boardPanel_, &BoardPanel::compareWanted, this, [this] {
        constexpr double share = 0.6;  // of the window's height, so that a waterfall is seen whole
        offloadDock_->show();
        offloadDock_->raise();
        resizeDocks({offloadDock_}, {static_cast<int>(share * height())}, Qt::Vertical);
    });
    messagesDock_ = addDock(this, "messagesDock", tr("Messages"), messages_);
    plots_ = new PlotDocks(run_, this);
    makeXray();
    makeRuns();
    makeInside();
    makeLessons();
}

void MainWindow::connectRun() {
    connect(&run_, &RunController::runChanged, this, &MainWindow::startRun);
    connect(&run_, &RunController::shownChanged, this, &MainWindow::showNow);
    connect(&run_, &RunController::stateChanged, this, &MainWindow::followState);
    connect(&run_, &RunController::refused, this, &MainWindow::showRefusal);
    connect(&run_, &RunController::preparingChanged, this, [this](bool slow) {
        preparing_->setVisible(slow);
        preparing_->adjustSize();
    });
    connect(files_, &FileCommands::done, this, &MainWindow::say);
    connect(files_, &FileCommands::noted, this,
            [this](const QString& what, const QString& file, const Diagnostics& notes) {
                messages_->add(what, file, notes);
                tellNotes(what, notes);
            });
    const auto tellsWith = [this](const std::vector<Notice::Answer>& offers) {
        return [this, offers](const QString& what, const QString& file,
                              const Diagnostics& problems) {
            messages_->add(what, file, problems);
            notice_->announce(Notice::Kind::Error, what, diagnosticText(problems.front()), offers);
        };
    };
    connect(files_, &FileCommands::failed, this, tellsWith({}));
    connect(files_, &FileCommands::notSaved, this,
            tellsWith({{tr("Save as…"), [this] { files_->saveAs(); }}}));
}

void MainWindow::open(const QString& file) { files_->open(file); }

void MainWindow::say(const QString& text) { statusBar()->showMessage(text, messageTime_ms); }

void MainWindow::startRun(bool newModel) {
    notice_->pass();
    messages_->settle();
    failureTold_ = tornTold_ = false;
    if (newModel && !run_.file().isEmpty()) rememberFile(run_.file());
    if (!run_.warnings().empty()) tellWarnings(newModel);
    showNow();
}

/// What a robot's file says and a model cannot is told at once, not only listed.
void MainWindow::tellWarnings(bool newModel) {
    const QString file = QFileInfo(run_.file()).fileName();
    messages_->add(tr("%1: warnings").arg(file), run_.file(), run_.warnings());
    if (!newModel || !file.endsWith(QLatin1String(".urdf"), Qt::CaseInsensitive)) return;
    tellNotes(tr("%1 was imported, but not all of it").arg(file), run_.warnings());
}

void MainWindow::tellNotes(const QString& what, const Diagnostics& notes) {
    constexpr std::size_t most = 4;
    QStringList lines;
    for (const Diagnostic& note : notes)
        if (lines.size() < static_cast<int>(most)) lines << diagnosticText(note);
    if (notes.size() > most) lines << tr("and %1 more").arg(notes.size() - most);
    notice_->announce(
        Notice::Kind::Warning, what, lines.join('\n'),
        {{tr("Show all"), [this] { showMessages(); }}, {tr("Close"), [this] { notice_->hide(); }}});
}

void MainWindow::showNow() {
    board_->setAtStart(!run_.hasRun() || run_.shownTime() == 0.0);
    if (!live_->runIsCurrent()) return;
    runPicture_->show();
    properties_->readOut().showRow(run_.shownRow());
}

void MainWindow::followState() {
    const bool has = run_.hasRun();
    actions_.reload->setEnabled(!document_.file().isEmpty());
    for (QAction* action : {actions_.exportResults, actions_.exportReport, actions_.exportMovie,
                            actions_.exportHdf5, actions_.exportSeries})
        action->setEnabled(has);
    const RunState state = has ? run_.figures().state : RunState::Paused;
    if (state == RunState::Failed && !failureTold_) tellFailure();
    if (state == RunState::Running && std::exchange(failureTold_, false)) notice_->hide();
}

void MainWindow::tellFailure() {
    failureTold_ = true;
    const RunFigures figures = run_.figures();
    const QString why = QString::fromStdString(figures.message);
    const auto sight = viewport_->sight();
    QString advice =
        tr("Everything computed until then is kept: drag the time slider to look at it.") + ' ';
    std::vector<Notice::Answer> answers;
    if (figures.linkLost) {
        advice += tr("Once the board can be reached again the run goes on from there.");
        answers.push_back({tr("Reconnect and go on"), [this] {
                               run_.goLive();
                               run_.play();
                           }});
    } else if (sight && !openJoints(*sight).empty()) {
        advice += tornAdvice();
    } else {
        advice += tr("A smaller step or another integrator may carry it further.");
    }
    answers.push_back({tr("Start again"), [this] {
                           notice_->hide();
                           run_.restart();
                       }});
    notice_->announce(Notice::Kind::Error, tr("The run stopped: %1").arg(why), advice,
                      std::move(answers));
}

QString MainWindow::tornAdvice() const {
    return live_->checked().model->motions.empty()
               ? tr("The step is too long to keep the loops closed: a smaller one does, or another "
                    "formulation.")
               : tr("A motion drives the mechanism where its lengths do not let it go: change "
                    "lengths or the motion.");
}

/// Loops that have come apart are no motion of the mechanism; driven ones never close again.
void MainWindow::tellTorn() {
    const auto& torn = xray_->watch().torn();
    if (!torn || tornTold_ || failureTold_ || !live_->runIsCurrent()) return;
    tornTold_ = true;
    if (!live_->checked().model->motions.empty()) run_.pause();
    notice_->announce(
        Notice::Kind::Warning,
        tr("The loops have come apart at %1").arg(QString::fromStdString(torn->name)),
        tornAdvice() + ' ' + tr("What is shown from here on is no motion of this mechanism."),
        {{tr("Back to the start"),
          [this] {
              notice_->hide();
              run_.toStart();
          }},
         {tr("Close"), [this] { notice_->hide(); }}});
}

void MainWindow::showRefusal(const Refusal& refusal) {
    const bool opening = refusal.what == Refusal::What::Open;
    const bool goingOn = refusal.what == Refusal::What::GoOn;
    const QString name = QFileInfo(refusal.file).fileName();
    if (refusal.description) document_.replace(refusal.description, refusal.file);
    const QString title = refusal.description ? tr("%1 is open, but it cannot run yet").arg(name)
                          : opening           ? tr("%1 could not be opened").arg(name)
                          : goingOn           ? tr("The motion cannot go on with this change")
                                              : tr("This setting cannot be used");
    QStringList lines;
    for (std::size_t k = 0; k < std::min(refusal.problems.size(), problemsInNotice); ++k)
        lines << diagnosticText(refusal.problems[k]);
    if (refusal.problems.size() > problemsInNotice)
        lines << tr("… and %1 more").arg(refusal.problems.size() - problemsInNotice);
    if (opening) lines << refusal.file;
    const bool ofModel = goingOn || refusal.description;
    ofModel ? messages_->addFault(title, refusal.file, refusal.problems)
            : messages_->add(title, refusal.file, refusal.problems);

    std::vector<Notice::Answer> answers;
    if (opening) answers.push_back({tr("Try again"), [this, file = refusal.file] { open(file); }});
    if (goingOn) {
        run_.pause();
        answers.push_back({tr("Start again"), [this] {
                               notice_->hide();
                               run_.applyModel(live_->checked().model, document_.file());
                           }});
    }
    answers.push_back({tr("Show the place"), [this] { showMessages(); }});
    notice_->announce(Notice::Kind::Error, title, lines.join('\n'), std::move(answers));
}

void MainWindow::showGallery() {
    QStringList files = recentFiles();
    const QStringList examples = exampleFiles();
    files.removeIf([&](const QString& file) {
        return std::ranges::any_of(examples, [&](const QString& example) {
            return QFileInfo(example) == QFileInfo(file);
        });
    });
    files += examples;
    if (!gallery_ || gallery_->files() != files) {
        if (gallery_) gallery_->deleteLater();
        gallery_ = new Gallery(catalogue_, files, this);
        connect(gallery_, &Gallery::chosen, this, &MainWindow::open);
    }
    gallery_->show();
    gallery_->raise();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    dockWidths_.afterLayout(event->size().width() > event->oldSize().width());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!files_->mayLose()) return event->ignore();
    closeLessons();
    document_.history().setClean();  // nothing is lost: the recovery copy can go
    saveLayout();
    run_.pause();
    QMainWindow::closeEvent(event);
}

/// Space presses a button that has the keyboard focus instead of playing; Return and Escape leave a
/// field, so that the keys of the window work again; digits typed on the picture are lengths of
/// what is being drawn.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    if (watched == this && event->type() == QEvent::Resize) dockWidths_.beforeLayout();
    if (event->type() == QEvent::Wheel && takesWheelUnasked(watched)) {
        event->ignore();  // for the panel around it, which scrolls
        return true;
    }
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return QMainWindow::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool leaves =
        key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter || key->key() == Qt::Key_Escape;
    const bool field =
        qobject_cast<QAbstractSpinBox*>(watched) || qobject_cast<QLineEdit*>(watched);
    if (event->type() == QEvent::ShortcutOverride) {
        if (key->key() == Qt::Key_Space && qobject_cast<QAbstractButton*>(watched)) event->accept();
        if (key->key() == Qt::Key_Escape && field) event->accept();
        if (watched == viewport_ && board_->wantsKey(*key)) event->accept();
    } else if (watched == viewport_ && board_->wantsKey(*key)) {
        leaves ? board_->enter() : static_cast<void>(board_->typed(key->text()));
        return true;
    } else if (leaves && field && watched->parent() == viewport_) {
        // Taken here: a key that goes on to the picture would ask for the next place.
        board_->leaveEntry(key->key() != Qt::Key_Escape);
        return true;
    } else if (leaves && field) {
        const bool mayStay = key->key() != Qt::Key_Escape;
        const auto leave = [this, mayStay, left = QPointer<QObject>(watched)] {
            if (mayStay && left && left->property(refusedProperty).toBool()) return;
            viewport_->setFocus();
        };
        QMetaObject::invokeMethod(viewport_, leave, Qt::QueuedConnection);
    }
    return QMainWindow::eventFilter(watched, event);
}

}  // namespace momentree::app
