// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/spaces.hpp"

#include <QCoreApplication>
#include <QMainWindow>
#include <QMenuBar>
#include <QSettings>
#include <QStatusBar>
#include <QToolBar>
#include <algorithm>
#include <array>

#include "app/scene/viewport.hpp"
#include "app/shell/docks.hpp"
#include "app/shell/space_looks.hpp"
#include "app/sketch/tool.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

constexpr int layoutVersion = 9;
constexpr double nearlySame = 1e-9;
const QString lastSpaceKey = QStringLiteral("window/space");
const QStringList everyBar{"topBar", "fileBar", "drawBar", "pickers", "compareBar"};

QString stateKey(Space space) {
    return space == Space::Everything ? QStringLiteral("window/state")
                                      : QStringLiteral("window/state-%1").arg(lookOf(space).name);
}

bool isStored(Space space) { return space != Space::Start && space != Space::Presentation; }

QList<PanelDock*> docksOf(const Host& host) { return host.window.findChildren<PanelDock*>(); }

bool isTitled(const SpaceLook& look, const QString& dock) {
    for (const auto* column : {&look.left, &look.beside, &look.right, &look.top, &look.bottom})
        for (const Stack& stack : *column)
            if (stack.docks.contains(dock)) return stack.titled;
    return true;
}

}  // namespace

Spaces::Spaces(Workspace& workspace, Host& host, QWidget& transport)
    : QObject(&host), workspace_(workspace), host_(host), transport_(transport) {
    addCommands();
    connect(&host, &Host::lessonShown, this, &Spaces::openLesson);
    connect(&workspace.selection, &Selection::changed, this, &Spaces::followSelection);
    connect(host.actions.resetLayout, &QAction::triggered, this, &Spaces::reset);
    // A key or the list of commands takes up a tool anywhere.
    for (auto kind = static_cast<int>(ToolKind::Link); kind < static_cast<int>(ToolKind::Measure);
         ++kind)
        connect(host.actions.tools[kind], &QAction::triggered, this, &Spaces::showForDrawing);
}

void Spaces::showForDrawing() {
    if (current_ == Space::Run || current_ == Space::Compare || current_ == Space::Analyse)
        show(Space::Draw);
}

QString Spaces::title(Space space) {
    switch (space) {
        case Space::Draw:
            return tr("Draw");
        case Space::Run:
            return tr("Run");
        case Space::Compare:
            return tr("Compare");
        case Space::Analyse:
            return tr("Analyse");
        case Space::Lesson:
            return tr("Lesson");
        case Space::Start:
            return tr("Start page");
        case Space::Presentation:
            return tr("Presentation");
        case Space::Everything:
            break;
    }
    return tr("Everything");
}

Space Spaces::last() {
    const int last = QSettings().value(lastSpaceKey, static_cast<int>(Space::Draw)).toInt();
    return static_cast<Space>(std::clamp(last, 0, static_cast<int>(Space::Everything)));
}

void Spaces::addCommands() {
    const auto add = [this](Space space, const char* id, const QString& tip, QKeySequence key) {
        commands_ << host_.addCommand(id, title(space), "", tip, {key},
                                      [this, space] { show(space); });
    };
    add(Space::Draw, "spaceDraw", tr("Shows the drawing tools"), Qt::Key_F7);
    add(Space::Run, "spaceRun", tr("Shows the motion with its plots"), Qt::Key_F8);
    add(Space::Compare, "spaceCompare", tr("Shows several runs side by side"), Qt::Key_F9);
    add(Space::Analyse, "spaceAnalyse", tr("Shows analyses of the mechanism"), Qt::Key_F12);
    add(Space::Everything, "spaceEverything", tr("Shows all panels, bars and menus"),
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A));
    commands_ << host_.addCommand("spaceNext", tr("&Next workspace"), "",
                                  tr("Shows the next workspace"),
                                  {QKeySequence(Qt::CTRL | Qt::Key_Tab)}, [this] {
                                      const int count = 4 + (lessonIsOpen_ ? 1 : 0);
                                      const int now = static_cast<int>(current_);
                                      show(static_cast<Space>((now + 1) % count));
                                  });
    commands_ << host_.addCommand("spaceStart", tr("&Start page"), "",
                                  tr("Shows examples, lessons and recent files"), {},
                                  [this] { show(Space::Start); });
}

void Spaces::openLesson(bool open) {
    if (open && current_ != Space::Lesson) beforeLesson_ = current_;
    if (std::exchange(lessonIsOpen_, open) != open) Q_EMIT lessonOpened(open);
    if (open) return show(Space::Lesson);
    if (current_ == Space::Lesson) show(beforeLesson_);
}

void Spaces::show(Space space) {
    if (space == current_) return;
    store();
    current_ = space;
    if (isStored(space)) QSettings().setValue(lastSpaceKey, static_cast<int>(space));
    host_.window.setUpdatesEnabled(false);
    restore();
    fitAgain();
    Q_EMIT changed(space);
    Q_EMIT host_.drawingShown(space == Space::Draw);
    host_.window.setUpdatesEnabled(true);
}

void Spaces::reset() {
    arrange();
    showFrame();
    showInspector();
}

void Spaces::restore() {
    arrange();
    const QByteArray state = QSettings().value(stateKey(current_)).toByteArray();
    if (!state.isEmpty() && isStored(current_)) {
        // Panels that were made since are in no stored layout.
        if (current_ != Space::Everything)
            for (PanelDock* dock : docksOf(host_)) dock->hide();
        if (!host_.window.restoreState(state, layoutVersion)) arrange();  // of another version
    }
    showFrame();
    showInspector();
}

void Spaces::store() const {
    if (!isStored(current_)) return;
    QSettings().setValue(stateKey(current_), host_.window.saveState(layoutVersion));
}

void Spaces::arrange() {
    const bool all = current_ == Space::Everything;
    all ? placeDocks(host_.window) : placeDocks(host_.window, lookOf(current_));
    for (PanelDock* dock : docksOf(host_)) {
        dock->setFrame(all, all || isTitled(lookOf(current_), dock->objectName()));
        connect(dock, &PanelDock::presented, this, &Spaces::bringHome, Qt::UniqueConnection);
    }
}

/// Shows a wide panel where there is room for it, instead of squeezing it beside others.
void Spaces::bringHome(PanelDock* dock) {
    if (current_ == Space::Everything || current_ == Space::Lesson) return;
    const std::optional<Space> home = homeOf(dock->objectName());
    if (!home || *home == current_) return;
    dock->hide();
    show(*home);
    // After the panels of the arrangement have shown themselves.
    QMetaObject::invokeMethod(dock, &PanelDock::present, Qt::QueuedConnection);
}

/// Bars and menus, which do not depend on what was stored.
void Spaces::showFrame() {
    QMainWindow& window = host_.window;
    const bool all = current_ == Space::Everything;
    const QStringList& bars = all ? everyBar : lookOf(current_).bars;
    for (auto* bar : window.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly))
        bar->setVisible(bars.contains(bar->objectName()));
    window.menuBar()->setVisible(all);
    window.setTabPosition(Qt::AllDockWidgetAreas, all ? QTabWidget::South : QTabWidget::North);
    const bool wide = !all && !lookOf(current_).bottom.empty();
    window.setCorner(Qt::BottomLeftCorner, wide && current_ != Space::Lesson
                                               ? Qt::BottomDockWidgetArea
                                               : Qt::LeftDockWidgetArea);
    window.setCorner(Qt::TopLeftCorner, Qt::LeftDockWidgetArea);
    window.setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner,
                     wide ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea);
    transport_.setVisible(all || lookOf(current_).transport);
    window.statusBar()->setVisible(isStored(current_));
}

/// Whether the view is the one that was moved for the inspector.
bool Spaces::isAside(const render::Viewpoint& now) const {
    return aside_ && aside_->target.isApprox(now.target, nearlySame) &&
           aside_->axes.isApprox(now.axes, nearlySame) &&
           std::abs(aside_->height - now.height) < nearlySame * now.height;
}

/// Fits the view again that was moved for the inspector, unless the user has moved it since.
bool Spaces::fitAgain() {
    const bool same = isAside(host_.viewport.scene().viewpoint());
    aside_.reset();
    if (same) host_.viewport.edit().fit();
    return same;
}

/// The inspector is there while something is selected. Returns whether it came or went.
bool Spaces::showInspector() {
    if (current_ != Space::Draw) return false;
    const bool wanted = !workspace_.selection.elements().empty();
    const Stack& inspector = lookOf(current_).right.front();
    auto* first = host_.window.findChild<QDockWidget*>(inspector.docks.front());
    if (first->isHidden() != wanted) return false;
    for (const QString& name : inspector.docks)
        host_.window.findChild<QDockWidget*>(name)->setVisible(wanted);
    if (wanted) first->raise();
    return true;
}

/// Whether the inspector lies over a selected link, such as one just drawn there.
bool Spaces::selectionIsHidden() const {
    const auto sight = host_.viewport.sight();
    const auto isHidden = [&](int marker) {
        const Vector3d place = sight->place(sight->model.markers[static_cast<std::size_t>(marker)]);
        return sight->toView(place).x() > host_.viewport.width();
    };
    return sight &&
           std::ranges::any_of(workspace_.selection.elements(), [&](const Element& element) {
               const auto body = static_cast<std::size_t>(element.index);
               return element.kind == Element::Kind::Body && body < sight->model.bodies.size() &&
                      std::ranges::any_of(sight->model.bodies[body].markers, isHidden);
           });
}

/// What is seen stays where it is when the inspector comes or goes.
void Spaces::followSelection() {
    const render::Viewpoint before = host_.viewport.scene().viewpoint();
    const double pixel = host_.viewport.metresPerPixel();
    const int width = host_.viewport.width();
    if (!showInspector()) return;
    const bool wanted = !workspace_.selection.elements().empty();
    QCoreApplication::sendPostedEvents(&host_.window, QEvent::LayoutRequest);
    if (!wanted && isAside(before)) {
        // As before, unless that would enlarge what was drawn meanwhile under the mouse.
        host_.viewport.edit().fit();
        if (std::abs(host_.viewport.scene().viewpoint().height - before.height) <
            nearlySame * before.height)
            return aside_.reset();
    }
    const bool aside = before.fitted || isAside(before);
    render::Viewpoint after = before;
    after.fitted = false;
    after.target += before.axes.col(0) * (0.5 * pixel * (host_.viewport.width() - width));
    host_.viewport.edit().setViewpoint(after);
    if (wanted && selectionIsHidden()) {
        after.target += before.axes.col(0) * (pixel * (width - host_.viewport.width()));
        host_.viewport.edit().setViewpoint(after);
    }
    aside_.reset();
    if (aside) aside_ = after;
}

}  // namespace momentree::app
