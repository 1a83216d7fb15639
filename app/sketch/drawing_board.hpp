// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/display_unit.hpp"
#include "app/scene/viewport_mouse.hpp"
#include "app/sketch/axis_grip.hpp"
#include "app/sketch/dimension_grip.hpp"
#include "app/sketch/gravity_handle.hpp"
#include "app/sketch/load_grip.hpp"
#include "app/sketch/plane_grip.hpp"
#include "app/sketch/tool.hpp"

class QKeyEvent;
class QLineEdit;

namespace momentree::app {

/// The drawing board: the current tool in the picture, and actions of keys and menus on the
/// selection.
class DrawingBoard final : public QObject, public MouseTool {
    Q_OBJECT
public:
    DrawingBoard(Viewport& viewport, DrawingPlane& plane, const LiveModel& live, Edits& edits,
                 Selection& selection);

    ToolKind tool() const { return kind_; }
    void setTool(ToolKind kind);
    DragMode mode() const { return mode_; }
    void setMode(DragMode mode);
    /// Marks of the drawing are shown only if the picture shows the start.
    void setAtStart(bool atStart);
    QString hint() const;
    const PlaneGrip& planeGrip() const { return planeGrip_; }
    const AxisGrip& axisGrip() const { return axis_; }
    const DimensionGrip& dimensions() const { return dimension_; }

    /// Position of the pointer on the work plane, if it is over the picture.
    std::optional<Vector3d> pointer() const;
    void deleteSelection();
    void selectAll();
    void escape();  ///< cancels the current action, then the tool, then the selection
    bool cancel();  ///< cancels the current action; false if there is none
    void enter();
    /// Whether a key in the picture belongs to the current drawing action.
    bool wantsKey(const QKeyEvent& key) const;
    /// A digit typed while drawing opens a field for the length.
    bool typed(const QString& text);
    /// Closes the field and applies or discards its value.
    void leaveEntry(bool take);

    bool press(QPointF at, Qt::KeyboardModifiers keys) override;
    void move(QPointF at, Qt::KeyboardModifiers keys, bool pressed) override;
    void release(QPointF at, Qt::KeyboardModifiers keys) override;
    void doubleClick(QPointF at) override;
    void paint(QPainter& painter) override;

Q_SIGNALS:
    void toolChanged();
    void hintChanged();

private:
    void takeEntry();
    std::optional<QStringList> entryTexts();
    QString sizeSi() const;
    DisplayUnit sizeUnit() const;
    void openEntry(const QString& text, const QString& example, const QString& meaning);
    bool asksForPlace() const;
    bool changesStart() const;
    void placeAt(const Point& place);

    std::unique_ptr<Tool> makeTool() const;

    Viewport& viewport_;
    DrawingPlane& plane_;
    const LiveModel& live_;
    Edits& edits_;
    Selection& selection_;
    Snapping snapping_;
    ToolKind kind_ = ToolKind::Select;
    DragMode mode_ = DragMode::Move;
    std::unique_ptr<Tool> tool_;
    GravityHandle gravity_;
    PlaneGrip planeGrip_;
    AxisGrip axis_;
    LoadGrip load_;
    DimensionGrip dimension_;
    bool gripped_ = false;  ///< the press was on the plane, the axis or a load
    QLineEdit* entry_;
    QPointF cursor_;
    bool atStart_ = true;
};

}  // namespace momentree::app
