// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "app/sketch/sketcher.hpp"

namespace momentree::app {

/// Handles on the symbol of a force: the head of an arrow, or the ends of a spring or damper.
class LoadGrip final {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::LoadGrip)
public:
    explicit LoadGrip(Sketcher& sketcher) : s_(sketcher) {}

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

    Sketcher& s_;
    bool held_ = false, moved_ = false;
    int force_ = -1;
    Knob knob_;
    QPointF pressedAt_;
    int gesture_ = 0;
    double metresPerNewton_ = 1.0;
    ModelDocument::Description base_;
    CheckedModel baseSeen_;
    std::optional<Target> target_;  ///< for the end of a spring
};

/// A magnitude rounded to two digits.
double roundedForce(double newtons);
/// "12 N at 30°", the angle in the work plane.
QString forceText(double newtons, const Vector3d& direction, const WorkPlane& plane);

}  // namespace momentree::app
