// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of MainWindow that connect the document with the picture, the tree and the inspector.
#include <QFileInfo>
#include <QLocale>
#include <QStatusBar>

#include "app/base/diagnostic_text.hpp"
#include "app/document/check_steps.hpp"
#include "app/document/edits/references.hpp"
#include "app/document/element_at.hpp"
#include "app/document/file_watch.hpp"
#include "app/document/recovery.hpp"
#include "app/panels/inspector/inspector.hpp"
#include "app/panels/inspector/read_out.hpp"
#include "app/panels/messages/messages_panel.hpp"
#include "app/panels/model_tree/model_tree.hpp"
#include "app/panels/parameters/parameter_panel.hpp"
#include "app/scene/picture_layers.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/file_commands.hpp"
#include "app/shell/main_window.hpp"
#include "app/shell/notice.hpp"
#include "app/sketch/copying.hpp"
#include "app/sketch/drawing_board.hpp"
#include "app/sketch/hint_bar.hpp"
#include "app/sketch/plane_bar.hpp"
#include "core/io/model_file.hpp"

namespace momentree::app {
namespace {

std::vector<render::Picked> pickedOf(const std::vector<Element>& elements) {
    std::vector<render::Picked> picked;
    for (const Element& element : elements) {
        if (element.kind == Element::Kind::Body)
            picked.push_back({render::Picked::Kind::Body, element.index});
        if (element.kind == Element::Kind::Joint)
            picked.push_back({render::Picked::Kind::Joint, element.index});
        if (element.kind == Element::Kind::Motion)
            picked.push_back({render::Picked::Kind::Motion, element.index});
        if (element.kind == Element::Kind::Force)
            picked.push_back({render::Picked::Kind::Force, element.index});
    }
    return picked;
}

}  // namespace

void MainWindow::makeBoard() {
    sketcher_ = new Sketcher(*viewport_, document_, *live_, selection_);
    sketcher_->setParent(viewport_);
    board_ = new Board(*sketcher_);
    board_->setParent(sketcher_);
    new PlaneBar(actions_, *sketcher_);
    hints_ = new HintBar(viewport_);
    hints_->setHint(board_->hint());
    connect(board_, &Board::hintChanged, this, [this] { hints_->setHint(board_->hint()); });
    connect(sketcher_, &Sketcher::refused, hints_, &HintBar::complain);
    connect(sketcher_, &Sketcher::began, this, &MainWindow::toStart);
    layers_ = new PictureLayers(*viewport_, *live_, run_, selection_, actions_);
    connect(layers_, &PictureLayers::said, hints_, &HintBar::complain);
}

void MainWindow::connectDocument() {
    connect(new FileWatch(document_, this), &FileWatch::changedOutside, this,
            [this](const QString& file) {
                notice_->announce(
                    Notice::Kind::Warning,
                    tr("%1 was changed by another program").arg(QFileInfo(file).fileName()),
                    document_.modified()
                        ? tr("Reloading it gives up the changes made here since it was saved.")
                        : tr("What is shown here is what it was before."),
                    {{tr("Reload"),
                      [this] {
                          notice_->hide();
                          files_->reload();
                      }},
                     {tr("Keep what is shown"), [this] { notice_->hide(); }}});
            });
    connect(&run_, &RunController::opened, this, [this] {
        const auto model = run_.sharedModel();
        document_.replace({model, &model->description}, run_.file());
    });
    connect(&document_, &ModelDocument::replaced, messages_, &MessagesPanel::clear);
    connect(live_, &LiveModel::changed, this, &MainWindow::showDocument);
    connect(&document_, &ModelDocument::stateChanged, this, &MainWindow::showTitle);
    connect(&selection_, &Selection::changed, this, &MainWindow::showSelection);
    connect(viewport_, &Viewport::picked, this,
            [this](const render::Picked& picked) { selection_.set(elementOf(picked)); });
    connect(viewport_, &Viewport::framePainted, &run_, &RunController::noteFrameCost);
    connect(tree_, &ModelTree::selectionChanged, this,
            [this] { selection_.set(tree_->selected()); });
    connect(messages_, &MessagesPanel::placeChosen, this, [this](const Place& place) {
        const Element element = elementAt(document_.description(), place);
        if (element.kind != Element::Kind::None) selection_.set(element);
    });
    // Queued: the tree is filled anew by the edit, not while it still tells of it.
    connect(
        tree_, &ModelTree::renamed, this,
        [this](const Element& element, const QString& name) {
            QString why;
            const auto done = document_.edit(tr("Rename to %1").arg(name), [&](auto& model) {
                why = rename(model, element, name);
            });
            if (why.isEmpty() && !done) why = editText(done.error().front());
            if (!why.isEmpty()) hints_->complain(why);
            tree_->setModel(document_.shared(), live_->checked().problems);
        },
        Qt::QueuedConnection);
    showDocument(true);
    showTitle();
}

void MainWindow::connectDrawing() {
    const auto on = [this](QAction* action, auto&& act) {
        connect(action, &QAction::triggered, this, std::forward<decltype(act)>(act));
    };
    QUndoStack& history = document_.history();
    on(actions_.undo, [this, &history] {
        if (!board_->cancel()) history.undo();
    });
    on(actions_.redo, [&history] { history.redo(); });
    const auto name = [](QAction* action, const QString& verb) {
        return [action, verb](const QString& what) {
            action->setText(what.isEmpty() ? verb : verb + " " + what);
            action->setToolTip(toolTipOf(action->text(), action->shortcut()));
        };
    };
    connect(&history, &QUndoStack::undoTextChanged, this, name(actions_.undo, tr("&Undo")));
    connect(&history, &QUndoStack::redoTextChanged, this, name(actions_.redo, tr("&Redo")));
    connect(&history, &QUndoStack::indexChanged, hints_, &HintBar::settle);
    connect(&history, &QUndoStack::canUndoChanged, actions_.undo, &QAction::setEnabled);
    connect(&history, &QUndoStack::canRedoChanged, actions_.redo, &QAction::setEnabled);
    actions_.undo->setEnabled(false);
    actions_.redo->setEnabled(false);
    on(actions_.remove, [this] { board_->deleteSelection(); });
    on(actions_.selectAll, [this] { board_->selectAll(); });
    on(actions_.escape, [this] { board_->escape(); });
    for (int k = 0; k < actions_.tools.size(); ++k)
        on(actions_.tools[k], [this, k] { board_->setTool(static_cast<ToolKind>(k)); });
    on(actions_.modeMove, [this] { board_->setMode(DragMode::Move); });
    on(actions_.modeReshape, [this] { board_->setMode(DragMode::Reshape); });
    connect(board_, &Board::toolChanged, this,
            [this] { actions_.tools[static_cast<int>(board_->tool())]->setChecked(true); });
}

void MainWindow::connectCopies() {
    const auto on = [this](QAction* action, auto&& act) {
        connect(action, &QAction::triggered, this, [this, act] {
            sketcher_->begin();
            act();
        });
    };
    Sketcher& s = *sketcher_;
    connect(&s, &Sketcher::planeChanged, hints_, &HintBar::settle);
    on(actions_.copy, [this, &s] {
        if (copySelection(s)) say(tr("Copied; Ctrl+V adds it at the pointer"));
    });
    on(actions_.cut, [this, &s] {
        if (copySelection(s)) board_->deleteSelection();
    });
    on(actions_.paste, [this, &s] { paste(s, board_->pointer()); });
    on(actions_.duplicate, [&s] { duplicate(s); });
    on(actions_.mirrorRight, [&s] { mirrorSelection(s, Side::Right); });
    on(actions_.mirrorBelow, [&s] { mirrorSelection(s, Side::Below); });
    on(actions_.array, [this, &s] { askForArray(s, this); });
    on(actions_.alignRow, [&s] { alignSelection(s, Line::Row); });
    on(actions_.alignColumn, [&s] { alignSelection(s, Line::Column); });
    on(actions_.merge, [&s] { mergeSelection(s); });
    on(actions_.split, [&s] { splitSelection(s); });
    connect(parameters_, &ParameterPanel::refused, hints_, &HintBar::complain);
}

/// Edits are of the start: a picture of a later time goes back to it.
void MainWindow::toStart() {
    run_.toStart();
    const CheckedModel& checked = live_->checked();
    if (!run_.hasRun() || run_.underway() || run_.shownTime() == 0.0) return;
    viewport_->showRow(*checked.layout, rowOf(*checked.layout, checked.start));
    board_->setAtStart(true);
}

/// What cannot run says why, instead of a key that does nothing.
void MainWindow::togglePlay() {
    live_->flush();
    if (run_.willPlay()) return run_.togglePlay();
    const CheckedModel& checked = live_->checked();
    if (isBeingAssembled(checked)) return hints_->complain(tr("The loops are still being closed"));
    if (!checked.assembled)
        return hints_->complain(
            checked.problems.empty()
                ? tr("Nothing is drawn yet. Press L and drag out a link")
                : tr("It cannot move yet: %1").arg(editText(checked.problems.front())));
    if (cannotMove(checked))
        hints_->complain(
            tr("Nothing can move: the joints leave no degree of freedom. X shows which constraints "
               "hold more than needed"));
    run_.togglePlay();
}

void MainWindow::showDocument(bool fresh) {
    const CheckedModel& checked = live_->checked();
    // A file that is read again is seen as it was, at the instant that was shown.
    if (const QString file = document_.file();
        placed_ && !file.isEmpty() && file == windowFilePath())
        fresh = false;
    placed_ = checked.built;
    if (fresh) notice_->pass();
    if (fresh) {
        selection_.clear();
        plane_.reset();
        sketcher_->setPlane({});
        sketcher_->setJointType("revolute");
        if (drawnFlat(document_.description())) plane_ = Vector3d::UnitZ();
    }
    viewport_->setModel(checked.model, checked.layout, {!fresh, plane_});
    const bool goesOn = !fresh && !closesSlowly(*checked.model) && live_->goesOn();
    const auto carried = goesOn ? run_.carriedTo(*checked.model) : std::nullopt;
    viewport_->showRow(*checked.layout,
                       rowOf(*checked.layout, carried ? carried->state.bodies : checked.start));
    if (const auto plane = viewport_->scene().plane()) plane_ = plane;
    tree_->setModel(document_.shared(), live_->checked().problems);
    std::vector<Element> kept = selection_.elements();
    const auto gone = [&](const auto& e) { return !exists(document_.description(), e); };
    if (std::erase_if(kept, gone) > 0)
        selection_.set(std::move(kept));
    else
        showSelection();
    board_->setAtStart(!carried);
    hints_->setHint(board_->hint());
    if (checked.assembled) return;
    properties_->readOut().setElement(*checked.model, *checked.layout, {});
}

void MainWindow::showTitle() {
    setWindowTitle(tr("%1[*] – Momentree").arg(document_.title()));
    setWindowModified(document_.modified());
    setWindowFilePath(document_.file());
    setWindowTitle(tr("%1[*] – Momentree").arg(document_.title()));
    actions_.reload->setEnabled(!document_.file().isEmpty());
}

void MainWindow::showSelection() {
    viewport_->select(pickedOf(selection_.elements()));
    tree_->select(selection_.elements());
    properties_->setElements(selection_.elements());
    const CheckedModel& checked = live_->checked();
    const bool one = selection_.elements().size() == 1;
    properties_->readOut().setElement(*checked.model, *checked.layout,
                                      one ? selection_.current() : Element{});
    if (live_->runIsCurrent())
        properties_->readOut().showRow(run_.shownRow());
    else
        properties_->readOut().showRow(rowOf(*checked.layout, checked.start));
}

bool MainWindow::offerRecovery() {
    const auto lost = recovery_->findLost();
    if (!lost) return false;
    const QString place =
        lost->file.isEmpty() ? tr("a document never saved") : QFileInfo(lost->file).fileName();
    const QString time = QLocale().toString(lost->time, QStringLiteral("d MMM yyyy, HH:mm:ss"));
    const auto recover = [this, lost = *lost] {
        const auto description = readModelFile(lost.copy.toStdString());
        if (!description) {
            messages_->add(tr("The changes cannot be read"), lost.copy, description.error());
            return showMessages();
        }
        if (!files_->mayLose()) return;
        notice_->hide();
        run_.clear();
        document_.replace(std::make_shared<const ModelDescription>(*description), lost.file);
        document_.setUnsaved();
        recovery_->saveNow();
        recovery_->discard(lost);
    };
    notice_->announce(Notice::Kind::Warning, tr("Momentree did not end properly last time"),
                      tr("There are unsaved changes of %1 from %2.").arg(place, time),
                      {{tr("Recover"), recover},
                       {tr("Recover and save as…"),
                        [this, recover] {
                            recover();
                            files_->saveAs();
                        }},
                       {tr("Discard"), [this, lost = *lost] {
                            notice_->hide();
                            recovery_->discard(lost);
                            offerRecovery();
                        }}});
    notice_->stay();
    return true;
}

}  // namespace momentree::app
