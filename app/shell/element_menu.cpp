// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/element_menu.hpp"

#include <QAbstractItemView>
#include <QApplication>
#include <QMenu>
#include <algorithm>

#include "app/base/diagnostic_text.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/document/edits/joints.hpp"
#include "app/document/edits/references.hpp"
#include "app/document/edits/refusals.hpp"
#include "app/document/fields/link_fields.hpp"
#include "app/scene/picked.hpp"
#include "app/scene/picture_layers.hpp"
#include "app/scene/viewport.hpp"
#include "app/scene/viewport_mouse.hpp"
#include "app/shell/drawing_view.hpp"
#include "app/shell/name_field.hpp"
#include "app/sketch/drawing_board.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"
#include "core/joints/joint_type.hpp"

namespace momentree::app {
namespace {

constexpr int menuWidth = 250;

bool isKind(const Element& element, Element::Kind kind) { return element.kind == kind; }

}  // namespace

ElementMenu::ElementMenu(Workspace& workspace, Host& host, DrawingView& drawing,
                         PictureLayers& layers)
    : QObject(&host), workspace_(workspace), host_(host), drawing_(drawing), layers_(layers) {
    setObjectName("elementMenus");
    rename_ = host.addCommand("rename", tr("Re&name"), "rename", tr("Renames the selected element"),
                              {QKeySequence(Qt::Key_F2)}, [this] { renameSelected(); });
    QAction* byKey =
        host.addCommand("elementMenu", tr("&Menu of the selected element"), "more",
                        tr("Shows what can be done with the selected element"),
                        {QKeySequence(Qt::Key_Menu), QKeySequence(Qt::SHIFT | Qt::Key_F10)},
                        [this] { openByKey(); });
    // Fields and other lists keep their own menus on these keys.
    byKey->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    host.window.removeAction(byKey);
    host.viewport.addAction(byKey);
    if (auto* tree = host.window.findChild<QWidget*>("modelTree")) tree->addAction(byKey);
    connect(&host.viewport.mouse(), &ViewportMouse::contextWanted, this, [this](const QPoint& at) {
        const QPointF place = host_.viewport.mapFromGlobal(at);
        open(elementOf(host_.viewport.pickAt(place)), at, place);
    });
    connect(&host, &Host::elementMenuWanted, this,
            [this](const Element& element, const QPoint& at) { open(element, at); });
}

void ElementMenu::open(const Element& element, const QPoint& globalPosition,
                       const std::optional<QPointF>& place) {
    QMenu menu(&host_.window);
    menu.setMinimumWidth(menuWidth);
    if (exists(workspace_.document.description(), element)) {
        if (!workspace_.selection.contains(element)) workspace_.selection.set(element);
        menu.setObjectName("elementMenu");
        fill(menu, element, place);
    } else {
        menu.setObjectName("pictureMenu");
        fillPicture(menu, place);
    }
    menu.exec(globalPosition);
}

void ElementMenu::fill(QMenu& menu, const Element& element, const std::optional<QPointF>& place) {
    addNaming(menu, element);
    if (isKind(element, Element::Kind::Body) || isKind(element, Element::Kind::Joint)) {
        menu.addSeparator();
        addChanges(menu, element, place);
    }
    menu.addSeparator();
    addViews(menu, element, place);
    menu.addSeparator();
    const std::size_t count = workspace_.selection.elements().size();
    add(menu, {.text = count > 1 ? tr("Delete %1 elements").arg(count) : tr("Delete"),
               .icon = "delete",
               .key = host_.actions.remove->shortcut(),
               .act = [this] { host_.actions.remove->trigger(); }});
}

QAction* ElementMenu::add(QMenu& menu, const Entry& entry) {
    QString text = entry.text;
    text.replace('&', "&&");
    if (!entry.refusal.isEmpty()) text += '\n' + QString(entry.refusal).replace('&', "&&");
    if (!entry.key.isEmpty()) text += '\t' + entry.key.toString(QKeySequence::NativeText);
    QAction* action = menu.addAction(themedIcon(entry.icon), text);
    action->setEnabled(entry.refusal.isEmpty());
    action->setToolTip(entry.refusal);
    if (entry.act) connect(action, &QAction::triggered, this, entry.act);
    return action;
}

QMenu* ElementMenu::addSubmenu(QMenu& menu, const QString& text, const QString& icon,
                               const QString& refusal) {
    if (refusal.isEmpty()) return menu.addMenu(themedIcon(icon), text);
    add(menu, {.text = text, .icon = icon, .refusal = refusal});
    return nullptr;
}

void ElementMenu::addNaming(QMenu& menu, const Element& element) {
    const Actions& actions = host_.actions;
    const bool parameter = isKind(element, Element::Kind::Parameter);
    add(menu, {.text = tr("Rename"),
               .icon = "rename",
               .key = rename_->shortcut(),
               .refusal = parameter ? tr("Change its name in the Parameters panel") : QString(),
               .act = [this, element] { rename(element); }});
    const auto isLink = [](const Element& one) { return isKind(one, Element::Kind::Body); };
    const bool links = std::ranges::any_of(workspace_.selection.elements(), isLink);
    add(menu, {.text = tr("Duplicate"),
               .icon = "duplicate",
               .key = actions.duplicate->shortcut(),
               .refusal = links ? QString() : tr("Only links can be copied, with their joints"),
               .act = [&actions] { actions.duplicate->trigger(); }});
    if (!isLink(element)) return;
    addLength(menu, element.index);
}

void ElementMenu::addLength(QMenu& menu, int body) {
    const bool bar = drawing_.board().dimensions().canEdit();
    add(menu,
        {.text = tr("Set length…"),
         .icon = "dimension",
         .key = QKeySequence(Qt::Key_Enter),
         .refusal = bar ? QString() : tr("It has no single length. Press E and drag a corner."),
         .act = [this] {
             drawing_.edits().begin();
             drawing_.board().setMode(drawing_.board().mode());
             drawing_.board().enter();
         }});
    ModelDescription copy = workspace_.document.description();
    const auto fields = barFields(copy, static_cast<std::size_t>(body));
    const QString length = fields.empty() ? QString() : fields.front().text(copy);
    bool plain = false;
    length.toDouble(&plain);
    add(menu, {.text = tr("Lock length"),
               .icon = "lock",
               .refusal = fields.empty() ? tr("It has no single length")
                          : !plain ? tr("Its length is %1. Type a number to free it.").arg(length)
                                   : QString(),
               .act = [this, body] { lockLength(body); }});
}

/// As a parameter, the length stays when the link is reshaped on the picture.
void ElementMenu::lockLength(int body) {
    Edits& edits = drawing_.edits();
    edits.begin();
    QString why;
    edits.draw(tr("Lock length"), [&](Drawing& drawing) {
        ModelDescription& model = drawing.description;
        const Field length = barFields(model, static_cast<std::size_t>(body)).front();
        int number = 1;
        const auto name = [&] { return "L" + std::to_string(number); };
        while (std::ranges::find(model.parameters, name(), &ParameterDescription::name) !=
               model.parameters.end())
            ++number;
        why = takeTyped(model, length, QStringLiteral("m"),
                        QString::fromStdString(name()) + " = " + length.text(model));
    });
    if (!why.isEmpty()) edits.refuse(why);
}

/// In its middle.
void ElementMenu::splitLink(int body) {
    drawing_.edits().begin();
    drawing_.edits().draw(tr("Split into two"), [&](Drawing& drawing) { drawing.splitLink(body); });
}

void ElementMenu::addChanges(QMenu& menu, const Element& element,
                             const std::optional<QPointF>& place) {
    const Actions& actions = host_.actions;
    const ModelDescription& model = workspace_.document.description();
    const CheckedModel& seen = workspace_.live.checked();
    const bool joint = isKind(element, Element::Kind::Joint);
    const auto keyOf = [&](ToolKind tool) {
        return actions.tools[static_cast<int>(tool)]->shortcut();
    };
    const bool free = seen.built && !groundPlacesOf(model, element).empty();
    add(menu, {.text = joint ? tr("Ground") : tr("Ground one end"),
               .icon = "ground",
               .key = keyOf(ToolKind::Ground),
               .refusal = free          ? QString()
                          : !seen.built ? tr("The drawing cannot be built yet")
                          : joint       ? tr("It is on the ground already")
                                        : tr("All its points are on the ground already"),
               .act = [this, element, place] { ground(element, place); }});
    if (joint)
        add(menu, {.text = tr("Split"),
                   .icon = "split",
                   .key = actions.split->shortcut(),
                   .act = [&actions] { actions.split->trigger(); }});
    else
        add(menu, {.text = tr("Split into two"),
                   .icon = "split",
                   .refusal = canSplit(model.bodies[static_cast<std::size_t>(element.index)])
                                  ? QString()
                                  : tr("Only a link between two points, with the mass of its shape "
                                       "and without expressions, can be split"),
                   .act = [this, body = element.index] { splitLink(body); }});
    const MotorPlace motor = motorPlaceOf(model, seen, element);
    add(menu,
        {.text = tr("Add a motor"),
         .icon = "motor",
         .key = keyOf(ToolKind::Motor),
         .refusal = motor.refusal,
         .act = [this, at = motor.joint] {
             drawing_.edits().begin();
             if (drawing_.edits().draw(tr("Place motor"), [&](Drawing& d) { d.addMotor(at); }))
                 workspace_.selection.set(
                     {Element::Kind::Motion,
                      static_cast<int>(workspace_.document.description().motions.size()) - 1});
         }});
    if (!joint) return;
    std::vector<int> joints;
    for (const Element& one : workspace_.selection.elements())
        if (isKind(one, Element::Kind::Joint)) joints.push_back(one.index);
    const bool coupled = std::ranges::all_of(joints, [&](int index) {
        return hasAxis(model.joints[static_cast<std::size_t>(index)].type);
    });
    add(menu,
        {.text = tr("Couple"),
         .icon = "coupling",
         .refusal = joints.size() < 2 ? tr("Select two or more joints, as of gears")
                    : !coupled        ? tr("Only joints with an axis can be coupled")
                                      : QString(),
         .act = [this, joints] {
             drawing_.edits().begin();
             if (drawing_.edits().draw(tr("Couple joints"),
                                       [&](Drawing& d) { d.addCoupling(joints); }))
                 workspace_.selection.set(
                     {Element::Kind::Coupling,
                      static_cast<int>(workspace_.document.description().couplings.size()) - 1});
         }});
    const JointDescription& own = model.joints[static_cast<std::size_t>(element.index)];
    const bool axial = jointType(own.type).axial();
    add(menu, {.text = tr("Add limits"),
               .icon = "joint-fixed",
               .refusal = !own.limits.empty() ? tr("It has limits; the panel Element shows them")
                          : !axial            ? tr("Only joints that turn about or slide along one "
                                                              "axis can have limits")
                          : motor.joint != element.index && !motor.refusal.isEmpty() ? motor.refusal
                                                                                     : QString(),
               .act = [this, at = element.index] {
                   drawing_.edits().begin();
                   drawing_.edits().draw(tr("Add limits"), [&](Drawing& d) { d.addLimits(at); });
               }});
    addFriction(menu, element.index,
                axial
                    ? QString()
                    : tr("Only joints that turn about or slide along one axis can have friction"));
    addTypes(menu, element);
    const bool locked = model.joints[static_cast<std::size_t>(element.index)].type == "fixed";
    add(menu, {.text = tr("Lock"),
               .icon = "lock",
               .refusal = locked ? tr("It is locked. Choose another joint type to free it.")
                                 : typeRefusal(element.index, "fixed"),
               .act = [this, element] { setType(element.index, "fixed"); }});
}

void ElementMenu::addFriction(QMenu& menu, int joint, const QString& refusal) {
    QMenu* kinds = addSubmenu(menu, tr("Add friction"), "damper", refusal);
    if (kinds == nullptr) return;
    kinds->setObjectName("frictionKinds");
    const auto kind = [&](const QString& text, const QString& tip, bool sticks) {
        add(*kinds,
            {.text = text,
             .icon = "damper",
             .act =
                 [this, joint, sticks] {
                     drawing_.edits().begin();
                     if (drawing_.edits().draw(tr("Add friction"),
                                               [&](Drawing& d) { d.addFriction(joint, sticks); }))
                         workspace_.selection.set(
                             {Element::Kind::Force,
                              static_cast<int>(workspace_.document.description().forces.size()) -
                                  1});
                 }})
            ->setToolTip(tip);
    };
    kind(tr("Sticks and slips"),
         tr("Exact: the run stops where the joint begins to stick or to slip; at rest it holds"),
         true);
    kind(tr("Smooth near rest"),
         tr("Changes its sign within a small speed; at rest the joint creeps. Every formulation "
            "takes it."),
         false);
    kinds->setToolTipsVisible(true);
}

void ElementMenu::addTypes(QMenu& menu, const Element& joint) {
    const std::string now =
        workspace_.document.description().joints[static_cast<std::size_t>(joint.index)].type;
    QMenu* types = addSubmenu(menu, tr("Joint type"), "joint-" + QString::fromStdString(now), {});
    types->setObjectName("jointTypes");
    for (const char* type : jointTypes) {
        QString name = jointTypeText(type);
        name[0] = name[0].toUpper();
        QAction* entry = add(*types, {.text = name,
                                      .icon = QStringLiteral("joint-") + type,
                                      .refusal = typeRefusal(joint.index, type),
                                      .act = [this, joint, type] { setType(joint.index, type); }});
        entry->setCheckable(true);
        entry->setChecked(now == type);
    }
}

void ElementMenu::addViews(QMenu& menu, const Element& element,
                           const std::optional<QPointF>& place) {
    addTraces(menu, element, place);
    auto* quantities = new QMenu(tr("Plot"), &menu);
    quantities->setIcon(themedIcon("plot"));
    Q_EMIT host_.plotMenuOpened(quantities, element);
    if (quantities->isEmpty()) {
        const bool none = isKind(element, Element::Kind::Force) ||
                          isKind(element, Element::Kind::Parameter) ||
                          isKind(element, Element::Kind::Coupling);
        delete quantities;
        addSubmenu(menu, tr("Plot"), "plot",
                   none ? tr("Nothing is recorded of it. Plot its links or joints.")
                        : tr("Nothing is computed yet. Press Space to run."));
    } else {
        menu.addMenu(quantities);
    }
    add(menu, {.text = tr("Explain"), .icon = "explain", .act = [this] {
                   Q_EMIT host_.helpWanted("elements");
               }});
}

void ElementMenu::addTraces(QMenu& menu, const Element& element,
                            const std::optional<QPointF>& place) {
    const QKeySequence key = host_.actions.trace->shortcut();
    std::vector<TracePoint> points;
    if (place) points = layers_.pointsAt(*place);
    if (points.empty())
        if (const auto point = layers_.pointOf(element)) points.push_back(*point);
    const bool moves =
        !points.empty() && markerOf(*workspace_.live.checked().model, points.front()).has_value();
    const auto trace = [&](QMenu& in, const TracePoint& point, const QKeySequence& byKey) {
        QAction* entry = add(in, {.text = tr("Trace %1").arg(textOf(point)),
                                  .icon = "trace",
                                  .key = byKey,
                                  .act = [this, point] { layers_.trace(point); }});
        entry->setCheckable(true);
        entry->setChecked(layers_.traces().contains(point));
    };
    if (!moves) {
        add(menu, {.text = tr("Trace a point"),
                   .icon = "trace",
                   .key = key,
                   .refusal = points.empty() ? tr("Only joints and points of links have a path")
                                             : tr("It does not move")});
        return;
    }
    trace(menu, points.front(), key);
    if (points.size() < 2) return;
    QMenu* others = addSubmenu(menu, tr("Trace another point"), "trace", {});
    for (std::size_t k = 1; k < points.size(); ++k) trace(*others, points[k], {});
}

/// What can be done where no element is.
void ElementMenu::fillPicture(QMenu& menu, const std::optional<QPointF>& place) {
    const Actions& actions = host_.actions;
    if (place)
        for (const TracePoint& point : layers_.pointsAt(*place))
            add(menu, {.text = tr("Trace %1").arg(textOf(point)),
                       .icon = "trace",
                       .act = [this, point] { layers_.trace(point); }});
    menu.addActions({actions.paste, actions.selectAll});
    menu.addSeparator();
    menu.addAction(actions.clearTraces);
    menu.addActions({actions.showVelocities, actions.showAccelerations, actions.showReactions,
                     actions.showDimensions, actions.showLabels});
    menu.addSeparator();
    menu.addAction(actions.fit);
}

void ElementMenu::rename(const Element& element) {
    const QString old = elementName(workspace_.document.description(), element);
    const auto take = [this, element](const QString& name) {
        QString why;
        const auto done = workspace_.document.edit(
            tr("Rename to %1").arg(name),
            [&](ModelDescription& model) { why = app::rename(model, element, name); });
        return why.isEmpty() && !done ? editText(done.error().front()) : why;
    };
    (new NameField(old, take, &host_.window))->open(seenAt(element));
}

/// In the outline the row itself becomes the field.
void ElementMenu::renameSelected() {
    const Element element = workspace_.selection.current();
    if (!exists(workspace_.document.description(), element))
        return Q_EMIT host_.complained(tr("Select the element to rename"));
    if (isKind(element, Element::Kind::Parameter))
        return Q_EMIT host_.complained(tr("Rename a parameter in the Parameters panel"));
    auto* list = qobject_cast<QAbstractItemView*>(QApplication::focusWidget());
    if (list && list->objectName() == "modelTree") return list->edit(list->currentIndex());
    rename(element);
}

void ElementMenu::ground(const Element& element, const std::optional<QPointF>& place) {
    Edits& edits = drawing_.edits();
    edits.begin();
    const CheckedModel& seen = edits.seen();
    std::optional<DrawnPoint> chosen;
    double least = 0.0;
    for (const MarkerReference& marker : groundPlacesOf(edits.description(), element)) {
        ModelDescription copy = edits.description();
        const Vector3d at = frameOf(edits.drawingOf(copy, seen), marker).r;
        const QPointF away = host_.viewport.toView(at) - place.value_or(QPointF());
        const double distance = QPointF::dotProduct(away, away);
        if (chosen && (!place || distance >= least)) continue;
        chosen = DrawnPoint{at, marker};
        least = distance;
    }
    if (!chosen || !edits.draw(tr("Attach to ground"), [&](Drawing& d) { d.addGround(*chosen); }))
        return;
    workspace_.selection.set(
        {Element::Kind::Joint, static_cast<int>(edits.description().joints.size()) - 1});
}

QString ElementMenu::typeRefusal(int joint, const std::string& type) const {
    const Edits& edits = drawing_.edits();
    if (!edits.seen().built) return tr("The drawing cannot be built yet");
    ModelDescription trial = edits.description();
    Drawing drawing = edits.drawingOf(trial, edits.seen());
    return setJointType(drawing, static_cast<std::size_t>(joint), type);
}

void ElementMenu::setType(int joint, const std::string& type) {
    Edits& edits = drawing_.edits();
    edits.begin();
    const JointDescription& changed = edits.description().joints[static_cast<std::size_t>(joint)];
    QString why;
    edits.tryDraw(
        tr("Make %1 %2").arg(QString::fromStdString(changed.name), jointTypeText(type)),
        [&](Drawing& d) { why = setJointType(d, static_cast<std::size_t>(joint), type); });
    if (!why.isEmpty()) edits.refuse(why);
}

QPoint ElementMenu::seenAt(const Element& element) const {
    const Viewport& viewport = host_.viewport;
    QPointF place = QRectF(viewport.rect()).center();
    const auto sight = viewport.sight();
    const auto index = static_cast<std::size_t>(std::max(element.index, 0));
    if (sight && isKind(element, Element::Kind::Body) && index < sight->model.bodies.size())
        place = viewport.toView(sight->pose(element.index).r);
    if (sight && isKind(element, Element::Kind::Joint) && index < sight->model.joints.size())
        place = viewport.toView(sight->place(sight->model.joints[index].B));
    const QRect room = viewport.rect();
    if (!room.contains(place.toPoint())) place = QRectF(room).center();
    return viewport.mapToGlobal(place.toPoint());
}

void ElementMenu::openByKey() {
    const Element element = workspace_.selection.current();
    QPoint at = seenAt(element);
    auto* list = qobject_cast<QAbstractItemView*>(QApplication::focusWidget());
    if (list)
        at = list->viewport()->mapToGlobal(list->visualRect(list->currentIndex()).bottomLeft());
    open(element, at);
}

}  // namespace momentree::app
