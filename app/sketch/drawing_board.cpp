// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/drawing_board.hpp"

#include <QKeyEvent>
#include <QLineEdit>
#include <QRegularExpression>

#include "app/document/edits/references.hpp"
#include "app/document/fields/field.hpp"
#include "app/sketch/axis_tool.hpp"
#include "app/sketch/line_tool.hpp"
#include "app/sketch/measure_tool.hpp"
#include "app/sketch/paint.hpp"
#include "app/sketch/point_tool.hpp"
#include "app/sketch/select_tool.hpp"

namespace momentree::app {

namespace {

/// The axes of a plane in which positions are given.
QString axesText(WorkPlane::Kind kind) {
    if (kind == WorkPlane::Kind::Xz) return QStringLiteral("x, z");
    if (kind == WorkPlane::Kind::Yz) return QStringLiteral("y, z");
    return QStringLiteral("x, y");
}

}  // namespace

DrawingBoard::DrawingBoard(Viewport& viewport, DrawingPlane& plane, const LiveModel& live,
                           Edits& edits, Selection& selection)
    : viewport_(viewport),
      plane_(plane),
      live_(live),
      edits_(edits),
      selection_(selection),
      snapping_(viewport, plane, live),
      tool_(makeTool()),
      gravity_(viewport, edits),
      planeGrip_(viewport, plane, live),
      axis_(viewport, plane, edits, selection),
      load_(viewport, plane, snapping_, edits, selection),
      dimension_(viewport, edits, selection) {
    entry_ = new QLineEdit(&viewport_);
    entry_->setObjectName("lengthEntry");
    entry_->setAccessibleName(tr("Size and angle of the current drawing"));
    entry_->setFixedWidth(150);
    entry_->hide();
    viewport_.mouse().setTool(this);
}

std::unique_ptr<Tool> DrawingBoard::makeTool() const {
    switch (kind_) {
        case ToolKind::Select:
            return std::make_unique<SelectTool>(mode_, viewport_, plane_, snapping_, edits_,
                                                selection_);
        case ToolKind::Ground:
        case ToolKind::Pin:
        case ToolKind::Motor:
        case ToolKind::Torque:
            return std::make_unique<PointTool>(kind_, viewport_, plane_, snapping_, edits_,
                                               selection_);
        case ToolKind::Axis:
            return std::make_unique<AxisTool>(viewport_, plane_, snapping_, edits_, selection_);
        case ToolKind::Measure:
            return std::make_unique<MeasureTool>(viewport_, plane_, snapping_);
        default:
            return std::make_unique<LineTool>(kind_, viewport_, plane_, snapping_, edits_,
                                              selection_);
    }
}

void DrawingBoard::setTool(ToolKind kind) {
    tool_->cancel();
    entry_->hide();
    kind_ = kind;
    tool_ = makeTool();
    planeGrip_.setDrawing(kind != ToolKind::Select);
    kind == ToolKind::Select ? viewport_.unsetCursor() : viewport_.setCursor(Qt::CrossCursor);
    if (changesStart() && !atStart_) edits_.begin();
    viewport_.update();
    Q_EMIT toolChanged();
    Q_EMIT hintChanged();
}

/// Whether a press edits the drawing at its start instead of the shown time.
bool DrawingBoard::changesStart() const {
    return kind_ != ToolKind::Select || mode_ == DragMode::Reshape;
}

void DrawingBoard::setMode(DragMode mode) {
    mode_ = mode;
    setTool(ToolKind::Select);
}

void DrawingBoard::setAtStart(bool atStart) {
    if (atStart_ == atStart) return;
    atStart_ = atStart;
    viewport_.update();
}

QString DrawingBoard::hint() const {
    if (entry_->isVisible())
        return asksForPlace()
                   ? tr("Plain numbers are in %1").arg(sizeUnit().label)
                   : tr("Plain numbers are in %1, the angle in %2")
                         .arg(sizeUnit().label, displayUnit(QStringLiteral("rad")).label);
    if (kind_ == ToolKind::Select && edits_.description().bodies.empty())
        return tr("Press L and drag a link, or open an example with Ctrl+E");
    return tool_->hint();
}

bool DrawingBoard::press(QPointF at, Qt::KeyboardModifiers keys) {
    cursor_ = at;
    entry_->hide();
    if (dimension_.editing()) dimension_.leave(true);
    if (kind_ == ToolKind::Select && gravity_.press(at)) return true;
    const bool axis = atStart_ && kind_ == ToolKind::Select && axis_.press(at);
    const bool load =
        atStart_ && !axis && kind_ == ToolKind::Select && keys == Qt::NoModifier && load_.press(at);
    const bool dimension =
        atStart_ && !axis && !load && kind_ == ToolKind::Select && dimension_.press(at);
    gripped_ = axis || load || dimension || (atStart_ && planeGrip_.press(at));
    if (gripped_) return true;
    if (changesStart()) {
        const bool elsewhere = !atStart_;
        edits_.begin();
        if (kind_ != ToolKind::Select && !edits_.canDraw()) return false;
        if (elsewhere) {
            // The element under the cursor has moved.
            edits_.refuse(tr("Drawing uses the start of the motion, which is now displayed"));
            return true;
        }
    }
    const bool taken = tool_->press(at, keys);
    Q_EMIT hintChanged();
    return taken;
}

void DrawingBoard::move(QPointF at, Qt::KeyboardModifiers keys, bool pressed) {
    const bool wasOver = gravity_.over(cursor_);
    cursor_ = at;
    if (entry_->isVisible()) return;
    if (gravity_.turning()) return gravity_.move(at, keys);
    if (wasOver != gravity_.over(at)) viewport_.update();
    if (gripped_) {
        axis_.move(at, keys);
        load_.move(at, keys);
        return planeGrip_.move(at);
    }
    tool_->move(at, keys, pressed);
}

void DrawingBoard::release(QPointF at, Qt::KeyboardModifiers keys) {
    if (gravity_.turning()) return gravity_.release();
    if (gripped_) {
        gripped_ = false;
        planeGrip_.release();
        axis_.release();
        load_.release();
        return viewport_.update();
    }
    tool_->release(at, keys);
    Q_EMIT hintChanged();
}

void DrawingBoard::doubleClick(QPointF) { tool_->finish(); }

void DrawingBoard::enter() {
    if (kind_ == ToolKind::Select) return dimension_.edit();
    if (asksForPlace())
        openEntry({}, tr("%1: 20 cm, 5 cm").arg(axesText(plane_.get().kind)),
                  tr("Position on the work plane"));
    else
        tool_->finish();
}

/// Whether the next input is a position, which a click would give.
bool DrawingBoard::asksForPlace() const {
    return kind_ != ToolKind::Select && kind_ != ToolKind::Axis && kind_ != ToolKind::Measure &&
           !tool_->takesLength();
}

/// Like a click exactly at this position, or on an existing point there.
void DrawingBoard::placeAt(const Point& place) {
    const QPointF at = viewport_.toView(plane_.get().at(place));
    const bool onPoint = snapping_.nearest(at, sketchPoints(edits_.seen())) >= 0;
    const Qt::KeyboardModifiers keys = onPoint ? Qt::NoModifier : Qt::AltModifier;
    if (press(at, keys)) release(at, keys);
}

void DrawingBoard::paint(QPainter& painter) {
    if (!atStart_) return;
    planeGrip_.paint(painter);
    if (kind_ == ToolKind::Select) {
        if (mode_ == DragMode::Reshape) paintHandles(painter, viewport_, edits_.seen());
        gravity_.paint(painter, cursor_);
        axis_.paint(painter);
        load_.paint(painter);
        dimension_.paint(painter);
    }
    tool_->paint(painter);
}

bool DrawingBoard::cancel() {
    entry_->hide();
    gripped_ = false;
    return gravity_.cancel() || planeGrip_.cancel() || axis_.cancel() || load_.cancel() ||
           tool_->cancel();
}

void DrawingBoard::escape() {
    if (cancel()) return;
    if (kind_ != ToolKind::Select) return setTool(ToolKind::Select);
    selection_.clear();
}

std::optional<Vector3d> DrawingBoard::pointer() const {
    if (!viewport_.underMouse()) return std::nullopt;
    return plane_.get().at(plane_.under(cursor_));
}

void DrawingBoard::deleteSelection() {
    if (selection_.empty()) return;
    const std::vector<Element> elements = selection_.elements();
    const QString name =
        elements.size() == 1
            ? tr("Delete %1").arg(elementName(edits_.description(), elements.front()))
            : tr("Delete %1 elements").arg(elements.size());
    selection_.clear();
    edits_.draw(name, [&](Drawing& d) { remove(d.description, elements); });
}

void DrawingBoard::selectAll() {
    const ModelDescription& model = edits_.description();
    std::vector<Element> all;
    for (std::size_t k = 0; k < model.bodies.size(); ++k)
        all.push_back({Element::Kind::Body, static_cast<int>(k)});
    for (std::size_t k = 0; k < model.joints.size(); ++k)
        all.push_back({Element::Kind::Joint, static_cast<int>(k)});
    for (std::size_t k = 0; k < model.motions.size(); ++k)
        all.push_back({Element::Kind::Motion, static_cast<int>(k)});
    for (std::size_t k = 0; k < model.couplings.size(); ++k)
        all.push_back({Element::Kind::Coupling, static_cast<int>(k)});
    for (std::size_t k = 0; k < model.forces.size(); ++k)
        all.push_back({Element::Kind::Force, static_cast<int>(k)});
    selection_.set(std::move(all));
}

bool DrawingBoard::wantsKey(const QKeyEvent& key) const {
    if (entry_->isVisible()) return false;
    const bool enters = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    if (enters && asksForPlace()) return true;
    if (enters && kind_ == ToolKind::Select && atStart_ && dimension_.canEdit()) return true;
    if (!tool_->takesLength() && !tool_->canGoOn()) return false;
    if (enters) return true;
    if (key.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) return false;
    const QString text = key.text();
    return !text.isEmpty() && (text.front().isDigit() || text.front() == '.');
}

bool DrawingBoard::typed(const QString& text) {
    if (text.isEmpty() || entry_->isVisible()) return false;
    if (!text.front().isDigit() && text.front() != '.') return false;
    if (!tool_->takesLength() && !tool_->goOn()) return false;
    openEntry(text, tool_->entryExample(), tr("Size and angle of the current drawing"));
    return true;
}

void DrawingBoard::openEntry(const QString& text, const QString& example, const QString& meaning) {
    entry_->setText(text);
    entry_->setPlaceholderText(example);
    entry_->setAccessibleName(meaning);
    entry_->setPalette(viewport_.palette());
    const QSize room = viewport_.size() - entry_->sizeHint() - QSize(entry_->width(), 8);
    const QPoint at = cursor_.toPoint() + QPoint(18, 40);
    entry_->move(std::min(at.x(), room.width()), std::min(at.y(), room.height()));
    entry_->show();
    entry_->raise();
    entry_->setFocus();
    entry_->setCursorPosition(static_cast<int>(text.size()));
    Q_EMIT hintChanged();
}

/// The entered values; plain numbers are in the units of the picture, and `30 deg` is not a length.
std::optional<QStringList> DrawingBoard::entryTexts() {
    static const QRegularExpression decimalComma(QStringLiteral("^\\s*\\d+,\\d+\\s*\\D*$"));
    if (decimalComma.match(entry_->text()).hasMatch()) {
        edits_.refuse(
            tr("Use a decimal point, as in 1.5, and separate two values by a comma and a space: %1")
                .arg(entry_->placeholderText()));
        return {};
    }
    QString entered = entry_->text();
    if (!asksForPlace()) entered.replace('<', ',');  // CAD programs write 12 cm < 30
    QStringList texts;
    for (const QString& part : entered.split(',')) {
        const bool size = texts.isEmpty() || asksForPlace();
        const QString wrong = wrongUnit(part.trimmed(), size ? sizeSi() : QStringLiteral("rad"));
        if (!wrong.isEmpty()) {
            edits_.refuse(wrong);
            return {};
        }
        texts << scalarText(
            typedScalar(part, size ? sizeUnit() : displayUnit(QStringLiteral("rad"))));
    }
    return texts;
}

QString DrawingBoard::sizeSi() const {
    return asksForPlace() ? QStringLiteral("m") : tool_->entryUnit();
}

DisplayUnit DrawingBoard::sizeUnit() const { return displayUnit(sizeSi()); }

void DrawingBoard::leaveEntry(bool take) {
    if (dimension_.editing()) return dimension_.leave(take);
    if (take) return takeEntry();
    escape();
    viewport_.setFocus();
}

void DrawingBoard::takeEntry() {
    const auto texts = entryTexts();
    if (!texts) return;
    const std::vector<double> values = valuesOf(edits_.description(), *texts);
    if (asksForPlace()) {
        if (values.size() != 2)
            return edits_.refuse(tr("Enter a position as two lengths, for example 20 cm, 5 cm"));
        entry_->hide();
        viewport_.setFocus();
        placeAt({values[0], values[1]});
        return;
    }
    if (values.empty() || values.size() > 2 || !(values[0] > 0.0)) {
        edits_.refuse(tr("Enter a size, or a size and an angle: %1").arg(tool_->entryExample()));
        return;
    }
    entry_->hide();
    viewport_.setFocus();
    tool_->takeLength(values[0],
                      values.size() > 1 ? std::optional(values[1]) : std::optional<double>());
    Q_EMIT hintChanged();
}

}  // namespace momentree::app
