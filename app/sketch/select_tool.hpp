// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "app/document/selection.hpp"
#include "app/scene/picked.hpp"
#include "app/sketch/edits.hpp"
#include "app/sketch/snapping.hpp"
#include "app/sketch/tool.hpp"
#include "core/kinematics/drag.hpp"

namespace momentree::app {

/// Selects by click or frame, and drags elements.
class SelectTool final : public Tool {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::SelectTool)
public:
    SelectTool(const DragMode& mode, Viewport& viewport, const DrawingPlane& plane,
               const Snapping& snapping, Edits& edits, Selection& selection);

    bool press(QPointF at, Qt::KeyboardModifiers keys) override;
    void move(QPointF at, Qt::KeyboardModifiers keys, bool pressed) override;
    void release(QPointF at, Qt::KeyboardModifiers keys) override;
    bool cancel() override;
    void paint(QPainter& painter) override;
    QString hint() const override;

private:
    void begin();
    std::vector<BodyState> shownPose() const;
    void grab();
    Frame seenPose(int body) const;
    void pull(QPointF at);
    void put(const Result<std::vector<BodyState>>& moved);
    void reshapeTo(QPointF at, Qt::KeyboardModifiers keys);
    void carryBodies(const Vector3d& by);
    void tellWhyNothingMoved();
    void tellOfLooseEnds();
    void merge();
    void selectFramed();
    Vector3d cursorOn(QPointF at) const;

    const DragMode& mode_;
    Viewport& viewport_;
    const DrawingPlane& plane_;
    const Snapping& snapping_;
    Edits& edits_;
    Selection& selection_;
    Gesture gesture_;
    render::Picked held_;
    QPointF pressedAt_, now_;
    bool pressed_ = false, moving_ = false;
    bool moved_ = false;    ///< by this gesture
    bool pulling_ = false;  ///< on another thread
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
    std::optional<MarkerReference> marker_;  ///< the marker being reshaped
    Pull pull_;
    Vector3d grabbed_ = Vector3d::Zero();  ///< world, at the start of the drag
    Vector3d facing_ = Vector3d::UnitZ();
    WorkPlane dragPlane_;  ///< through what is grabbed
    std::optional<Snap> snap_;
};

}  // namespace momentree::app
