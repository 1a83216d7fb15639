// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/line_drawing.hpp"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/scene/strokes.hpp"
#include "core/joints/joint_type.hpp"

namespace momentree::app {
namespace {

constexpr double thinnest_px = 2.5, thickest_px = 16.0;  ///< half the width of a bar

/// Farthest from the viewer first; links of a planar model in the order of their layers.
std::vector<int> backToFront(const Pencil& pencil) {
    std::vector<int> order(pencil.poses.size());
    std::iota(order.begin(), order.end(), 0);
    const auto depth = [&](int body) {
        const auto index = static_cast<std::size_t>(body);
        return pencil.stage.planar ? static_cast<double>(pencil.stage.layers[index])
                                   : pencil.sight.towardsViewer.dot(pencil.poses[index].r);
    };
    std::ranges::stable_sort(order, {}, depth);
    return order;
}

void paintNames(const Pencil& pencil) {
    const Model& model = pencil.sight.model;
    const double off = pencil.unit + 12.0;
    const QColor black(Qt::black);
    for (const JointElement& joint : model.joints) {
        const Vector3d at = pencil.sight.place(joint.A);
        if (pencil.sees(at))
            strokeText(pencil.painter, pencil.view(at) - QPointF(0, off),
                       QString::fromStdString(joint.name), black, false);
    }
    for (std::size_t i = 0; i < model.bodies.size(); ++i)
        if (pencil.sees(pencil.poses[i].r))
            strokeText(pencil.painter, pencil.view(pencil.poses[i].r) + QPointF(0, off),
                       QString::fromStdString(model.bodies[i].name), black, false);
}

}  // namespace

QPointF Pencil::direction(const Vector3d& at, const Vector3d& along) const {
    const double length = 40.0 * sight.metresPerPixel;
    const QPointF d = view(at + length * along.normalized()) - view(at);
    const double size = std::hypot(d.x(), d.y());
    return size < 4.0 ? QPointF() : d / size;
}

std::vector<Frame> posesIn(const Sight& sight) {
    std::vector<Frame> poses;
    for (int i = 0; i < static_cast<int>(sight.model.bodies.size()); ++i)
        poses.push_back(sight.pose(i));
    return poses;
}

void paintLineDrawing(QPainter& painter, const Sight& sight, const render::Stage& stage,
                      const DrawingParts& parts) {
    if (sight.model.bodies.empty()) return;
    const std::vector<Frame> poses = posesIn(sight);
    Pencil pencil{painter, sight, stage, poses};
    pencil.unit = std::clamp(pencil.stage.unit / sight.metresPerPixel, thinnest_px, thickest_px);
    // Rails are in front of what slides on them, pedestals behind.
    const auto supports = [&](bool rails) {
        for (const JointElement& joint : sight.model.joints)
            if (jointType(joint.type).slides() == rails) paintGround(pencil, joint);
    };
    supports(false);
    for (const int body : backToFront(pencil)) paintLink(pencil, body);
    supports(true);
    for (const JointElement& joint : sight.model.joints) paintJoint(pencil, joint);
    paintMotions(pencil);
    if (parts.centresOfMass)
        for (int i = 0; i < static_cast<int>(poses.size()); ++i) paintCentreOfMass(pencil, i);
    if (parts.forces) paintLoads(pencil);
    if (parts.labels) paintNames(pencil);
}

}  // namespace momentree::app
