// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/drawing_view.hpp"

#include <QJsonArray>
#include <QUndoStack>

#include "app/base/diagnostic_text.hpp"
#include "app/document/check_steps.hpp"
#include "app/document/loop_closing.hpp"
#include "app/document/view_section.hpp"
#include "app/scene/picked.hpp"
#include "app/scene/picture_layers.hpp"
#include "app/scene/viewport.hpp"
#include "app/scene/viewport_mouse.hpp"
#include "app/shell/last_file.hpp"
#include "app/sketch/copying.hpp"
#include "app/sketch/drawing_board.hpp"
#include "app/sketch/hint_bar.hpp"
#include "app/sketch/joining.hpp"
#include "app/sketch/plane_bar.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {

DrawingView::DrawingView(Workspace& workspace, Host& host)
    : QObject(&host), workspace_(workspace), host_(host) {
    Viewport& viewport = host.viewport;
    Selection& selection = workspace.selection;
    plane_ = new DrawingPlane(viewport);
    edits_ = new Edits(workspace.document, workspace.live, *plane_);
    board_ = new DrawingBoard(viewport, *plane_, workspace.live, *edits_, selection);
    for (QObject* part : {static_cast<QObject*>(plane_), static_cast<QObject*>(edits_),
                          static_cast<QObject*>(board_)})
        part->setParent(&viewport);
    copying_ = std::make_unique<Copying>(viewport, *plane_, *edits_, selection);
    new PlaneBar(host.actions, viewport, *plane_, *edits_, selection);
    hints_ = new HintBar(&viewport);
    hints_->setHint(board_->hint());
    connect(board_, &DrawingBoard::hintChanged, this, [this] { hints_->setHint(board_->hint()); });
    connect(edits_, &Edits::refused, hints_, &HintBar::complain);
    connect(&host, &Host::complained, hints_, &HintBar::complain);
    connect(edits_, &Edits::began, this, &DrawingView::toStart);
    addLayers();
    const auto select = [this] {
        host_.viewport.select(pickedOf(workspace_.selection.elements()));
    };
    connect(&workspace.selection, &Selection::changed, this, select);
    connect(&viewport.mouse(), &ViewportMouse::picked, this,
            [this](const render::Picked& picked) { workspace_.selection.set(elementOf(picked)); });
    connect(&viewport, &Viewport::framePainted, &workspace.run.playback(),
            &Playback::noteFrameCost);
    const auto showTime = [this] {
        board_->setAtStart(!workspace_.run.hasRun() ||
                           workspace_.run.playback().shownTime() == 0.0);
    };
    connect(&workspace.run, &RunController::runChanged, this, showTime);
    connect(&workspace.run.playback(), &Playback::shownChanged, this, showTime);
    connect(&workspace, &Workspace::modelChanged, this, &DrawingView::showModel);
    connectHistory();
    connectTools();
    connectCopies();
    showModel(true);
}

DrawingView::~DrawingView() = default;

void DrawingView::on(QAction* action, const std::function<void()>& act) {
    connect(action, &QAction::triggered, this, act);
}

void DrawingView::addLayers() {
    auto* layers =
        new PictureLayers(host_.viewport, workspace_.live, workspace_.run, workspace_.selection,
                          host_.actions, workspace_.document.history());
    connect(&host_.files, &FileCommands::saving, layers, [this, layers](QJsonObject* view) {
        layers->addTo(*view);
        const render::Viewpoint seen = host_.viewport.scene().viewpoint();
        if (!seen.fitted) (*view)["camera"] = QJsonArray::fromVariantList(numbersOf(seen));
    });
    connect(layers, &PictureLayers::said, hints_, &HintBar::complain);
}

void DrawingView::connectHistory() {
    const Actions& actions = host_.actions;
    QUndoStack& history = workspace_.document.history();
    on(actions.undo, [this, &history] {
        if (board_->cancel()) return;
        workspace_.removalIsLast() ? workspace_.runs.restore() : history.undo();
    });
    on(actions.redo, [&history] { history.redo(); });
    const auto name = [](QAction* action, const QString& verb) {
        return [action, verb](const QString& what) {
            action->setText(what.isEmpty() ? verb : verb + " " + what);
            action->setToolTip(toolTipOf(action->text(), action->shortcut()));
        };
    };
    connect(&history, &QUndoStack::undoTextChanged, this, name(actions.undo, tr("&Undo")));
    connect(&history, &QUndoStack::redoTextChanged, this, name(actions.redo, tr("&Redo")));
    connect(&history, &QUndoStack::indexChanged, hints_, &HintBar::settle);
    const auto enable = [this, &history] {
        host_.actions.undo->setEnabled(history.canUndo() || workspace_.removalIsLast());
    };
    connect(&history, &QUndoStack::canUndoChanged, this, enable);
    connect(&history, &QUndoStack::indexChanged, this, enable);
    connect(&workspace_.runs, &RunSet::removedChanged, this, enable);
    connect(&history, &QUndoStack::canRedoChanged, actions.redo, &QAction::setEnabled);
    actions.undo->setEnabled(false);
    actions.redo->setEnabled(false);
}

void DrawingView::connectTools() {
    const Actions& actions = host_.actions;
    on(actions.remove, [this] { board_->deleteSelection(); });
    on(actions.selectAll, [this] { board_->selectAll(); });
    on(actions.escape, [this] { board_->escape(); });
    for (int k = 0; k < actions.tools.size(); ++k)
        on(actions.tools[k], [this, k] {
            board_->setTool(static_cast<ToolKind>(k));
            // What is typed next is for the tool: lengths, Enter, Esc.
            host_.viewport.setFocus(Qt::ShortcutFocusReason);
        });
    on(actions.modeMove, [this] { board_->setMode(DragMode::Move); });
    on(actions.modeReshape, [this] { board_->setMode(DragMode::Reshape); });
    // Elsewhere nothing shows which tool a click would use.
    connect(&host_, &Host::drawingShown, this, [this](bool shown) {
        if (!shown) board_->setTool(ToolKind::Select);
    });
    connect(board_, &DrawingBoard::toolChanged, this,
            [this] { host_.actions.tools[static_cast<int>(board_->tool())]->setChecked(true); });
}

void DrawingView::connectCopies() {
    const Actions& actions = host_.actions;
    const auto onStart = [this](QAction* action, const std::function<void()>& act) {
        on(action, [this, act] {
            edits_->begin();
            act();
        });
    };
    connect(plane_, &DrawingPlane::changed, hints_, &HintBar::settle);
    onStart(actions.copy, [this] {
        if (copying_->copy()) host_.say(tr("Copied; Ctrl+V pastes at the pointer"));
    });
    onStart(actions.cut, [this] {
        if (copying_->copy()) board_->deleteSelection();
    });
    onStart(actions.paste, [this] { copying_->paste(board_->pointer()); });
    onStart(actions.duplicate, [this] { copying_->duplicate(); });
    onStart(actions.mirrorRight, [this] { copying_->mirror(Side::Right); });
    onStart(actions.mirrorBelow, [this] { copying_->mirror(Side::Below); });
    onStart(actions.array, [this] { copying_->array(&host_.window); });
    onStart(actions.alignRow,
            [this] { alignJoints(*edits_, workspace_.selection, plane_->get(), Line::Row); });
    onStart(actions.alignColumn,
            [this] { alignJoints(*edits_, workspace_.selection, plane_->get(), Line::Column); });
    onStart(actions.merge, [this] { mergeJoints(*edits_, workspace_.selection); });
    onStart(actions.split, [this] { splitJoints(*edits_, workspace_.selection); });
}

void DrawingView::togglePlay() {
    RunController& run = workspace_.run;
    workspace_.live.flush();
    hints_->settle();
    if (run.willPlay()) return run.togglePlay();
    const CheckedModel& checked = workspace_.live.checked();
    if (isBeingAssembled(checked)) return hints_->complain(tr("The loops are still being closed"));
    if (!checked.assembled)
        return hints_->complain(
            checked.problems.empty()
                ? tr("The drawing is empty. Press L and drag to draw a link")
                : tr("It cannot move yet: %1").arg(editText(checked.problems.front())));
    if (cannotMove(checked))
        hints_->complain(
            tr("Nothing can move: the joints leave no degree of freedom. Press X to see redundant "
               "constraints"));
    run.togglePlay();
}

void DrawingView::showPose(bool mayGoOn) {
    const CheckedModel& checked = workspace_.live.checked();
    const bool goesOn = mayGoOn && !closesSlowly(*checked.model) && workspace_.live.goesOn();
    const auto carried = goesOn ? workspace_.run.carriedTo(*checked.model) : std::nullopt;
    host_.viewport.showRow(*checked.layout,
                           rowOf(*checked.layout, carried ? carried->state.bodies : checked.start));
    board_->setAtStart(!carried);
}

/// Edits apply to the start: a picture of a later time returns to it.
void DrawingView::toStart() {
    RunController& run = workspace_.run;
    run.toStart();
    if (!run.hasRun() || run.underway() || run.playback().shownTime() == 0.0) return;
    showPose(false);
}

void DrawingView::showModel(bool fresh) {
    const CheckedModel& checked = workspace_.live.checked();
    Viewport& viewport = host_.viewport;
    if (fresh) {
        normal_.reset();
        plane_->set({});
        edits_->setJointType("revolute");
        if (drawnFlat(workspace_.document.description())) normal_ = Vector3d::UnitZ();
    }
    viewport.setModel(checked.model, checked.layout, {!fresh, normal_});
    showPose(!fresh);
    if (const auto plane = viewport.scene().plane()) normal_ = plane;
    viewport.select(pickedOf(workspace_.selection.elements()));
    hints_->setHint(board_->hint());
    if (!fresh) return;
    const QJsonObject view = viewIn(workspace_.document.file());
    if (const auto camera = viewpointFrom(view["camera"].toArray().toVariantList()))
        viewport.edit().setViewpoint(*camera);
}

}  // namespace momentree::app
