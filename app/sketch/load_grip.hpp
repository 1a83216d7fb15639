// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "app/document/selection.hpp"
#include "app/sketch/edits.hpp"
#include "app/sketch/snapping.hpp"

namespace momentree::app {

/// Handles on the symbol of a force: the head of an arrow, or the ends of a spring or damper.
class LoadGrip final {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::LoadGrip)
public:
    LoadGrip(Viewport& viewport, const DrawingPlane& plane, const Snapping& snapping, Edits& edits,
             Selection& selection)
        : viewport_(viewport),
          plane_(plane),
          snapping_(snapping),
          edits_(edits),
          selection_(selection),
          gesture_(edits) {}

    bool press(QPointF at);
    void move(QPointF at, Qt::KeyboardModifiers keys);
    void release();
    bool cancel();  ///< restores the load; false if nothing is being dragged
    void paint(QPainter& painter) const;

private:
    struct Knob {
        Vector3d at, other;
        bool head = false, first = false;  ///< head of an arrow; end A of a spring
    };
    std::vector<Knob> knobs(int force) const;
    int chosen() const;  ///< the only selected force, -1 if there is none
    void turn(QPointF at, Qt::KeyboardModifiers keys);
    void hangUp();

    Viewport& viewport_;
    const DrawingPlane& plane_;
    const Snapping& snapping_;
    Edits& edits_;
    Selection& selection_;
    Gesture gesture_;  ///< from the first movement on
    bool held_ = false;
    int force_ = -1;
    Knob knob_;
    QPointF pressedAt_;
    double metresPerNewton_ = 1.0;
    std::optional<Target> target_;  ///< for the end of a spring
};

/// A magnitude rounded to two digits.
double roundedForce(double newtons);
/// "12 N at 30°", the angle in the work plane.
QString forceText(double newtons, const Vector3d& direction, const WorkPlane& plane);

}  // namespace momentree::app
