// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/motor_ranges.hpp"

#include <QPainter>
#include <cmath>
#include <numbers>
#include <utility>

#include "app/base/display_unit.hpp"
#include "app/base/theme/theme.hpp"
#include "app/scene/turn_arc.hpp"

namespace momentree::app {
namespace {

constexpr double range_px = 74.0, rangeWidth_px = 3.5;

/// Of the links at the joint, the driven one: not ground.
bool drivesB(const MotionElement& motion) { return motion.B.body != ground; }

void paintRange(QPainter& painter, const Sight& sight, const MotorRange& range) {
    const MotionElement& motion = sight.model.motions[static_cast<std::size_t>(range.motion)];
    const bool forward = drivesB(motion);
    const Marker& driven = forward ? motion.B : motion.A;
    const Marker& base = forward ? motion.A : motion.B;
    const Vector3d centre = sight.place(base);
    if (!motion.rotation || driven.body == ground || !canBeSeen(sight, centre)) return;
    const Frame frame = sight.pose(base.body);
    const auto turned = [&](const std::vector<BodyState>& pose) {
        const auto R = [&](int body) -> Matrix3d {
            return body == ground ? Matrix3d(Matrix3d::Identity())
                                  : rotationOf<double>(pose[static_cast<std::size_t>(body)].e);
        };
        return Matrix3d(frame.R * R(base.body).transpose() * R(driven.body));
    };
    const Vector3d axis = frame.R * base.frame.R.col(2);
    Vector3d zero = turned(range.from) * linkDirection(sight.model, driven);
    zero -= axis * axis.dot(zero);
    if (zero.norm() < 1e-12) return;
    const TurnArc arc{sight, centre, axis, zero.normalized(), range_px};
    const double sign = forward ? 1.0 : -1.0;
    const double full = std::numbers::pi;
    const auto turn = [&](double value) { return sign * (value - range.travel.start); };
    const double least = range.travel.least ? range.travel.least->value : range.travel.start - full;
    const double most = range.travel.most ? range.travel.most->value : range.travel.start + full;

    const ThemeColors& colors = themeColors(sight.dark);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors.mutedText, 1.5, Qt::DotLine));
    arc.paint(painter, turn(most), turn(least) + sign * 2.0 * std::numbers::pi);
    painter.setPen(QPen(colors.accent, rangeWidth_px, Qt::SolidLine, Qt::RoundCap));
    arc.paint(painter, turn(least), turn(most));
    painter.setPen(QPen(colors.accent, 2.0));
    if (range.travel.least) arc.paintEnd(painter, turn(least), angleText(least), colors.text);
    painter.setPen(QPen(colors.accent, 2.0));
    if (range.travel.most) arc.paintEnd(painter, turn(most), angleText(most), colors.text);
}

}  // namespace

void MotorRanges::set(std::shared_ptr<const Model> model, std::vector<MotorRange> ranges) {
    model_ = std::move(model);
    ranges_ = std::move(ranges);
}

void MotorRanges::paint(QPainter& painter, const Sight& sight) {
    if (&sight.model != model_.get()) return;
    for (const MotorRange& range : ranges_) paintRange(painter, sight, range);
}

}  // namespace momentree::app
