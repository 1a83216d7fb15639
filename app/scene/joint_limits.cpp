// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/joint_limits.hpp"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/base/display_unit.hpp"
#include "app/base/theme/theme.hpp"
#include "app/scene/strokes.hpp"
#include "app/scene/turn_arc.hpp"

namespace momentree::app {
namespace {

constexpr double arc_px = 52.0, stop_px = 11.0, openTurn = 0.7;
constexpr double lineWidth_px = 1.5, stopWidth_px = 2.5;
constexpr std::size_t mostTexts = 4;  ///< limited joints with texts at their limits

/// The limits of a joint's coordinate: the angle about z of A, or the displacement along it.
struct Limits {
    std::string name;  ///< of the joint
    Marker A, B;
    bool turns;
    std::optional<double> least = {}, most = {};
};

/// Those met by impacts, and those of springs.
std::vector<Limits> limitsOf(const Model& model) {
    std::vector<Limits> all;
    const auto add = [&](const auto& one, bool turns, double bound) {
        auto found = std::ranges::find_if(all, [&](const Limits& limits) {
            return limits.name == one.name && limits.turns == turns;
        });
        if (found == all.end()) found = all.insert(found, Limits{one.name, one.A, one.B, turns});
        (one.side < 0 ? found->least : found->most) = bound;
    };
    for (const Stop& stop : model.stops)
        if (stop.joint >= 0) add(stop, stop.turns, stop.bound);
    for (const AxialLoad& load : model.axialLoads)
        if (load.side != 0) add(load, load.torque, load.x0);
    return all;
}

/// The angle about z of A from x of A to x of B [rad].
double angleIn(const Frame& a, const Frame& b) {
    const Vector3d x = b.R.col(0);
    return std::atan2(a.R.col(1).dot(x), a.R.col(0).dot(x));
}

Frame frameIn(const Sight& sight, const Marker& marker) {
    const Frame body = sight.pose(marker.body);
    return {body.R * marker.frame.R, sight.place(marker)};
}

void paintTurn(QPainter& painter, const Sight& sight, const Limits& limits, bool texts) {
    const bool forward = limits.B.body != ground;
    const Marker& moving = forward ? limits.B : limits.A;
    if (moving.body == ground) return;
    const Frame a = frameIn(sight, limits.A), b = frameIn(sight, limits.B);
    const Vector3d axis = a.R.col(2);
    Vector3d zero = sight.pose(moving.body).R * linkDirection(sight.model, moving);
    zero -= axis * axis.dot(zero);
    if (zero.norm() < 1e-12) return;
    const TurnArc arc{sight, a.r, axis, zero.normalized(), arc_px};
    const double now = angleIn(a, b), sign = forward ? 1.0 : -1.0;
    const double least = limits.least.value_or(*limits.most - openTurn);
    const double most = limits.most.value_or(*limits.least + openTurn);
    const ThemeColors& colors = themeColors(sight.dark);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors.hatch, lineWidth_px));
    arc.paint(painter, sign * (least - now), sign * (most - now));
    for (const auto& end : {limits.least, limits.most}) {
        if (!end) continue;
        painter.setPen(QPen(colors.hatch, stopWidth_px, Qt::SolidLine, Qt::RoundCap));
        arc.paintEnd(painter, sign * (*end - now), texts ? angleText(*end) : QString(),
                     colors.mutedText);
    }
}

void paintSlide(QPainter& painter, const Sight& sight, const Limits& limits, bool texts) {
    const bool forward = limits.B.body != ground;
    const Vector3d a = sight.place(limits.A), b = sight.place(limits.B);
    const Vector3d axis = frameIn(sight, limits.A).R.col(2);
    const double now = axis.dot(b - a), sign = forward ? 1.0 : -1.0;
    const Vector3d from = forward ? b : a;
    const ThemeColors& colors = themeColors(sight.dark);
    for (const auto& end : {limits.least, limits.most}) {
        if (!end) continue;
        const Vector3d place = from + sign * (*end - now) * axis;
        const QPointF at = sight.toView(place);
        QPointF along = sight.toView(place + axis * sight.metresPerPixel * stop_px) - at;
        const double length = std::hypot(along.x(), along.y());
        if (length < 1.0) continue;  // seen along the way
        along *= stop_px / length;
        const QPointF across(-along.y(), along.x());
        painter.setPen(QPen(colors.hatch, stopWidth_px, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(at - across, at + across);
        if (texts)
            strokeText(painter, at + 2.4 * across, lengthText(*end), colors.mutedText, sight.dark);
    }
}

}  // namespace

void JointLimits::paint(QPainter& painter, const Sight& sight) {
    const std::vector<Limits> all = limitsOf(sight.model);
    const bool texts = sight.flat && all.size() <= mostTexts;
    for (const Limits& limits : all) {
        if (!canBeSeen(sight, sight.place(limits.A)) || !canBeSeen(sight, sight.place(limits.B)))
            continue;
        limits.turns ? paintTurn(painter, sight, limits, texts)
                     : paintSlide(painter, sight, limits, texts);
    }
}

}  // namespace momentree::app
