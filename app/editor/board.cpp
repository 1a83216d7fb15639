// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/editor/board.hpp"

#include <QKeyEvent>
#include <QLineEdit>

#include "app/editing/references.hpp"
#include "app/editor/axis_tool.hpp"
#include "app/editor/line_tool.hpp"
#include "app/editor/paint.hpp"
#include "app/editor/point_tool.hpp"
#include "app/inspector/field.hpp"

namespace momentree::app {

std::unique_ptr<Tool> makeTool(ToolKind kind, Sketcher& sketcher, DragMode& mode) {
    switch (kind) {
        case ToolKind::Select:
            return makeSelectTool(sketcher, mode);
        case ToolKind::Ground:
        case ToolKind::Pin:
        case ToolKind::Motor:
        case ToolKind::Torque:
            return std::make_unique<PointTool>(kind, sketcher);
        case ToolKind::Axis:
            return std::make_unique<AxisTool>(sketcher);
        default:
            return std::make_unique<LineTool>(kind, sketcher);
    }
}

Board::Board(Sketcher& sketcher)
    : s_(sketcher),
      tool_(makeTool(ToolKind::Select, sketcher, mode_)),
      gravity_(sketcher),
      plane_(sketcher),
      axis_(sketcher) {
    entry_ = new QLineEdit(&s_.viewport);
    entry_->setObjectName("lengthEntry");
    entry_->setAccessibleName(tr("Length and angle of what is being drawn"));
    entry_->setPlaceholderText(tr("12 cm, 30 deg"));
    entry_->setFixedWidth(150);
    entry_->hide();
    connect(entry_, &QLineEdit::returnPressed, this, &Board::takeEntry);
    s_.viewport.setTool(this);
}

void Board::setTool(ToolKind kind) {
    tool_->cancel();
    entry_->hide();
    kind_ = kind;
    tool_ = makeTool(kind, s_, mode_);
    plane_.setDrawing(kind != ToolKind::Select);
    kind == ToolKind::Select ? s_.viewport.unsetCursor() : s_.viewport.setCursor(Qt::CrossCursor);
    s_.viewport.update();
    Q_EMIT toolChanged();
    Q_EMIT hintChanged();
}

void Board::setMode(DragMode mode) {
    mode_ = mode;
    setTool(ToolKind::Select);
}

void Board::setAtStart(bool atStart) {
    if (atStart_ == atStart) return;
    atStart_ = atStart;
    s_.viewport.update();
}

QString Board::hint() const { return tool_->hint(); }

bool Board::press(QPointF at, Qt::KeyboardModifiers keys) {
    cursor_ = at;
    entry_->hide();
    if (kind_ == ToolKind::Select && gravity_.press(at)) return true;
    const bool axis = atStart_ && kind_ == ToolKind::Select && axis_.press(at);
    gripped_ = axis || (atStart_ && plane_.press(at));
    if (gripped_) return true;
    if (kind_ != ToolKind::Select) {
        s_.begin();
        if (!s_.canDraw()) return false;
    }
    const bool taken = tool_->press(at, keys);
    Q_EMIT hintChanged();
    return taken;
}

void Board::move(QPointF at, Qt::KeyboardModifiers keys, bool pressed) {
    const bool wasOver = gravity_.over(cursor_);
    cursor_ = at;
    if (entry_->isVisible()) return;
    if (gravity_.turning()) return gravity_.move(at, keys);
    if (wasOver != gravity_.over(at)) s_.viewport.update();
    if (gripped_) {
        axis_.move(at, keys);
        return plane_.move(at);
    }
    tool_->move(at, keys, pressed);
}

void Board::release(QPointF at, Qt::KeyboardModifiers keys) {
    if (gravity_.turning()) return gravity_.release();
    if (gripped_) {
        gripped_ = false;
        plane_.release();
        axis_.release();
        return s_.viewport.update();
    }
    tool_->release(at, keys);
    Q_EMIT hintChanged();
}

void Board::doubleClick(QPointF) { tool_->finish(); }

void Board::enter() { tool_->finish(); }

void Board::paint(QPainter& painter) {
    if (!atStart_) return;
    plane_.paint(painter);
    paintGaps(painter, s_);
    if (kind_ == ToolKind::Select) {
        if (mode_ == DragMode::Reshape) paintHandles(painter, s_);
        gravity_.paint(painter, cursor_);
        axis_.paint(painter);
    }
    tool_->paint(painter);
}

void Board::escape() {
    entry_->hide();
    gripped_ = false;
    if (gravity_.cancel() || plane_.cancel() || axis_.cancel() || tool_->cancel()) return;
    if (kind_ != ToolKind::Select) return setTool(ToolKind::Select);
    s_.selection.clear();
}

std::optional<Vector3d> Board::pointer() const {
    if (!s_.viewport.underMouse() || !s_.flat()) return std::nullopt;
    return s_.plane().at(s_.onPlane(s_.plane(), cursor_));
}

void Board::deleteSelection() {
    if (s_.selection.empty()) return;
    const std::vector<Element> elements = s_.selection.elements();
    const QString name =
        elements.size() == 1
            ? tr("Delete %1").arg(elementName(s_.document.description(), elements.front()))
            : tr("Delete %1 elements").arg(elements.size());
    s_.selection.clear();
    s_.draw(name, [&](Drawing& d) { remove(d.description, elements); });
}

void Board::selectAll() {
    const ModelDescription& model = s_.document.description();
    std::vector<Element> all;
    for (std::size_t k = 0; k < model.bodies.size(); ++k)
        all.push_back({Element::Kind::Body, static_cast<int>(k)});
    for (std::size_t k = 0; k < model.joints.size(); ++k)
        all.push_back({Element::Kind::Joint, static_cast<int>(k)});
    s_.selection.set(std::move(all));
}

bool Board::wantsKey(const QKeyEvent& key) const {
    if (!tool_->takesLength() || entry_->isVisible()) return false;
    if (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) return true;
    const QString text = key.text();
    return !text.isEmpty() && (text.front().isDigit() || text.front() == '.');
}

bool Board::typed(const QString& text) {
    if (!tool_->takesLength() || text.isEmpty() || entry_->isVisible()) return false;
    if (!text.front().isDigit() && text.front() != '.') return false;
    entry_->setText(text);
    entry_->setPalette(s_.viewport.palette());
    const QSize room = s_.viewport.size() - entry_->sizeHint() - QSize(entry_->width(), 8);
    const QPoint at = cursor_.toPoint() + QPoint(18, 40);
    entry_->move(std::min(at.x(), room.width()), std::min(at.y(), room.height()));
    entry_->show();
    entry_->setFocus();
    entry_->setCursorPosition(static_cast<int>(text.size()));
    return true;
}

void Board::takeEntry() {
    const std::vector<double> values =
        valuesOf(s_.document.description(), entry_->text().split(','));
    if (values.empty() || values.size() > 2 || !(values[0] > 0.0)) {
        s_.refuse(tr("Give a length, or a length and an angle: 12 cm, 30 deg"));
        return;
    }
    entry_->hide();
    s_.viewport.setFocus();
    tool_->takeLength(values[0],
                      values.size() > 1 ? std::optional(values[1]) : std::optional<double>());
    Q_EMIT hintChanged();
}

}  // namespace momentree::app
