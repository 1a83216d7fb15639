// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include <QFileDialog>

#include "app/base/text.hpp"
#include "app/export/lab_page.hpp"
#include "app/panels/lessons/lesson_end.hpp"
#include "app/panels/lessons/lesson_layout.hpp"
#include "app/panels/lessons/lesson_panel.hpp"
#include "app/panels/lessons/lesson_report.hpp"
#include "app/panels/lessons/lesson_view.hpp"
#include "app/panels/lessons/window_stage.hpp"

namespace momentree::app::lessons {
namespace {

/// The commands of lessons.
struct Commands {
    explicit Commands(Actions& actions);
    QAction *show, *next, *back, *projector;
};

Commands::Commands(Actions& actions)
    : show(actions.make("lessons", tr("&Lessons"), "lesson",
                        tr("Shows guided lessons next to the live scene"),
                        {QKeySequence(Qt::CTRL | Qt::Key_G)})),
      next(actions.make("lessonNext", tr("&Next in the lesson"), "step-forward",
                        tr("Answers, runs or goes to the next step of the lesson"),
                        {QKeySequence(Qt::Key_PageDown), QKeySequence(Qt::ALT | Qt::Key_Right)})),
      back(actions.make("lessonBack", tr("&Back in the lesson"), "step-back",
                        tr("Goes to the previous step of the lesson"),
                        {QKeySequence(Qt::Key_PageUp), QKeySequence(Qt::ALT | Qt::Key_Left)})),
      projector(actions.make(
          "projector", tr("&Instructor mode"), "fullscreen",
          tr("Shows only the lesson and the scene in large type, for a projector; Esc leaves"),
          {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_G)}, true)) {}

/// Switches the window between drawing and lessons, as requested by commands and panel.
class LessonSwitch final : public QObject {
public:
    LessonSwitch(Host& host, LessonPanel& panel, PanelDock& dock, const Commands& commands);
    void close();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    using Mode = LessonLayout::Mode;
    void set(Mode mode);
    void open(bool on);

    LessonPanel& panel_;
    Host& host_;
    PanelDock& dock_;
    Commands commands_;
    LessonLayout layout_;
};

LessonSwitch::LessonSwitch(Host& host, LessonPanel& panel, PanelDock& dock,
                           const Commands& commands)
    : QObject(&panel),
      panel_(panel),
      host_(host),
      dock_(dock),
      commands_(commands),
      layout_(host.window, dock) {
    set(Mode::Off);
    connect(&panel, &LessonPanel::started, this, [this] {
        if (layout_.mode() == Mode::Off) set(Mode::Lesson);
    });
    // The list of lessons stays; closing its panel restores the drawing panels.
    connect(&panel, &LessonPanel::left, this, [this] {
        if (layout_.mode() == Mode::Projector) set(Mode::Lesson);
    });
    connect(commands_.show, &QAction::triggered, this, [this] {
        open(layout_.mode() == Mode::Off || dock_.isHidden());
        if (dock_.isVisible()) panel_.currentWidget()->setFocus(Qt::ShortcutFocusReason);
    });
    connect(dock.toggleViewAction(), &QAction::triggered, this, &LessonSwitch::open);
    dock.installEventFilter(this);
    connect(commands_.projector, &QAction::triggered, this,
            [this](bool on) { set(on ? Mode::Projector : Mode::Lesson); });
    connect(host.actions.escape, &QAction::triggered, this, [this] {
        if (layout_.mode() == Mode::Projector) commands_.projector->trigger();
    });
    connect(&host, &Host::closing, this, &LessonSwitch::close);
}

/// Closing the panel leaves the lessons; another workspace only hides it.
bool LessonSwitch::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Close)
        QMetaObject::invokeMethod(
            this, [this] { open(false); }, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

void LessonSwitch::close() {
    open(false);
    layout_.set(Mode::Off);
}

void LessonSwitch::set(Mode mode) {
    layout_.set(mode);
    Q_EMIT host_.lessonShown(mode != Mode::Off);
    const bool active = mode != Mode::Off;
    for (QAction* command : {commands_.next, commands_.back, commands_.projector})
        command->setEnabled(active);
    commands_.projector->setChecked(mode == Mode::Projector);
}

void LessonSwitch::open(bool on) {
    if (!on && layout_.mode() == Mode::Off) return;
    if (!on) panel_.player().leave();
    set(on ? Mode::Lesson : Mode::Off);
}

void saveReport(const LessonWork& work, Host& host) {
    const LabPage page = lessonReport(work, paperPicture(host.viewport));
    const QString name = QFileInfo(QString::fromStdString(work.lesson.folder)).fileName();
    const QString file =
        askForLabFile(&host.window, tr("Save the lab report"), name + QStringLiteral(".html"));
    if (file.isEmpty()) return;
    if (const auto written = writeLabPage(page, file.toStdString()); !written)
        Q_EMIT host.files.failed(tr("The lab report was not written"), file, written.error());
    else
        host.say(tr("%1 is ready").arg(QFileInfo(file).fileName()));
}

}  // namespace

void addPanel(Workspace& workspace, Host& host) {
    const Commands commands(host.actions);
    host.addEntries(MenuGroup::HelpGuides, {commands.show, commands.projector});
    auto* stage = new WindowStage(workspace, host, *commands.projector);
    auto* panel = new LessonPanel(workspace.catalogue, *stage, &host.window);
    PanelDock* dock = host.addDock(panel, {.name = "lessonsDock",
                                           .title = tr("Lessons"),
                                           .help = tr("Guided experiments with the live window."),
                                           .place = DockPlace::LeftBeside,
                                           .shown = false});
    QObject::connect(stage, &WindowStage::tracesWanted, panel, &LessonPanel::tracesWanted);
    new LessonSwitch(host, *panel, *dock, commands);
    QObject::connect(commands.next, &QAction::triggered, &panel->player(), &LessonPlayer::goOn);
    QObject::connect(commands.back, &QAction::triggered, &panel->player(), &LessonPlayer::goBack);
    QObject::connect(&panel->end(), &LessonEnd::reportWanted, panel,
                     [&host](const LessonWork& work) { saveReport(work, host); });
    LessonView& view = panel->view();
    QObject::connect(&view, &LessonView::projectorWanted, commands.projector, &QAction::trigger);
    QObject::connect(&view, &LessonView::pollWanted, &host, &Host::pollOffered);
    QObject::connect(&view, &LessonView::timePicked, &workspace.run.playback(), &Playback::seek);
    QObject::connect(
        &workspace.run.playback(), &Playback::shownChanged, &view,
        [&workspace, &view] { view.setShownTime(workspace.run.playback().shownTime()); });
}

}  // namespace momentree::app::lessons
