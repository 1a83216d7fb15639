// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/gaps.hpp"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <functional>

#include "app/base/display_unit.hpp"
#include "app/base/theme/theme.hpp"
#include "app/scene/label.hpp"
#include "core/joints/joint_type.hpp"

namespace momentree::app {
namespace {

constexpr double drawnApart = 1e-5;  ///< [m]
constexpr double tornApart = 0.02;   ///< relative to the longest link

/// Diagonal of the box around the points of the largest body [m].
double longestLink(const Model& model) {
    double longest = 0.0;
    for (const Body& body : model.bodies) {
        Vector3d low = Vector3d::Zero(), high = Vector3d::Zero();  // the centre of mass
        for (const int k : body.markers) {
            const Vector3d& at = model.markers[static_cast<std::size_t>(k)].frame.r;
            low = low.cwiseMin(at);
            high = high.cwiseMax(at);
        }
        longest = std::max(longest, (high - low).norm());
    }
    return longest;
}

}  // namespace

std::vector<OpenJoint> openJoints(const Model& model, const RowLayout& layout,
                                  std::span<const double> row) {
    std::vector<OpenJoint> open;
    // Between two rows, joints seem open although they are not: the recorded drift decides.
    const double drift = row[static_cast<std::size_t>(layout.driftPosition())];
    const double least = std::isnan(drift) ? drawnApart : tornApart * longestLink(model);
    if (drift < least) return open;
    const auto place = [&](const Marker& marker) {
        return (poseIn(layout, row, marker.body) * marker.frame).r;
    };
    for (const JointElement& joint : model.joints) {
        // Markers of these can be apart.
        if (jointType(joint.type).slides() || joint.type == "planar" || joint.type == "free" ||
            joint.closes)
            continue;
        OpenJoint apart{joint.name, place(joint.A), place(joint.B)};
        if (apart.gap() > least) open.push_back(std::move(apart));
    }
    std::ranges::sort(open, std::greater{}, &OpenJoint::gap);
    return open;
}

void Gaps::paint(QPainter& painter, const Sight& sight) {
    if (!sight.drawn.empty()) return;  // the drift microscope draws the joints
    constexpr double lineHeight = 28.0, labelWidth = 180.0;
    const QColor color = themeColors(sight.dark).error;
    std::vector<QPointF> labels;
    for (const OpenJoint& joint : openJoints(sight)) {
        if (!canBeSeen(sight, joint.a) || !canBeSeen(sight, joint.b)) continue;
        const QPointF from = sight.toView(joint.a), to = sight.toView(joint.b);
        QPen broken(color, 1.2);
        broken.setDashPattern({4, 4});
        painter.setPen(broken);
        painter.drawLine(from, to);
        painter.setPen(QPen(color, 2.2));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(from, 10, 10);
        painter.drawEllipse(to, 10, 10);
        QPointF at = 0.5 * (from + to);
        for (const QPointF& other : labels)
            if (std::abs(other.x() - at.x()) < labelWidth &&
                std::abs(other.y() - at.y()) < lineHeight)
                at.setY(other.y() + lineHeight);
        labels.push_back(at);
        paintLabel(painter, at,
                   QCoreApplication::translate("momentree::app", "%1 is open by %2")
                       .arg(QString::fromStdString(joint.name), lengthText(joint.gap())));
    }
}

}  // namespace momentree::app
