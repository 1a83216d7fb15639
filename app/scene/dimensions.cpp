// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/dimensions.hpp"

#include <QLineF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/base/display_unit.hpp"
#include "app/base/theme/theme.hpp"
#include "app/scene/strokes.hpp"
#include "render/form.hpp"

namespace momentree::app {
namespace {

constexpr double offset_px = 34.0, underGround_px = 62.0, radius_px = 34.0, arrow_px = 8.0;
constexpr double shortest_px = 30.0;  ///< shortest length with room for its number
constexpr std::size_t mostBodies = 40;

using Points = std::vector<std::vector<Vector3d>>;

/// Joint points of every body, ground last, in the world.
Points jointPoints(const Sight& sight) {
    Points points(sight.model.bodies.size() + 1);
    const auto add = [&](const Marker& marker) {
        const std::size_t index = marker.body == ground ? sight.model.bodies.size()
                                                        : static_cast<std::size_t>(marker.body);
        const Vector3d at = sight.place(marker);
        const auto same = [&](const Vector3d& p) { return (p - at).norm() < 1e-9; };
        if (std::ranges::none_of(points[index], same)) points[index].push_back(at);
    };
    for (const JointElement& joint : sight.model.joints) {
        add(joint.A);
        add(joint.B);
    }
    // The free end of a link that has only one joint.
    const std::vector<render::Form> forms = render::makeForms(sight.model);
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        if (points[i].size() == 1)
            for (const Vector3d& p : forms[i].points) {
                Marker marker;
                marker.body = static_cast<int>(i);
                marker.frame.r = p;
                add(marker);
            }
    return points;
}

/// The direction of a body from one of its points: towards the farthest other one.
Vector3d directionFrom(const std::vector<Vector3d>& points, const Vector3d& at) {
    Vector3d longest = Vector3d::Zero();
    for (const Vector3d& p : points)
        if ((p - at).norm() > longest.norm()) longest = p - at;
    return longest;
}

void paintArrowHead(QPainter& painter, QPointF at, QPointF along) {
    const QPointF across(-along.y(), along.x());
    painter.drawPolygon(QPolygonF{{at, at - arrow_px * along + 0.3 * arrow_px * across,
                                   at - arrow_px * along - 0.3 * arrow_px * across}});
}

/// Angle of text along a line, never upside down.
double readable(QPointF along) {
    double turn = std::atan2(along.y(), along.x()) * 180.0 / std::numbers::pi;
    if (turn > 90.0) turn -= 180.0;
    if (turn <= -90.0) turn += 180.0;
    return turn;
}

/// A dimension line beside a length [logical pixels].
struct Beside {
    QPointF p, q, a, b, along, across;
    Beside(const Sight& sight, const Dimension& dimension, QPointF middle)
        : p(sight.toView(dimension.from)), q(sight.toView(dimension.to)) {
        const double length = QLineF(p, q).length();
        if (length < shortest_px) return;
        along = (q - p) / length;
        across = {-along.y(), along.x()};
        if (QPointF::dotProduct(0.5 * (p + q) - middle, across) < 0.0) across = -across;
        const double offset = dimension.ofGround ? underGround_px : offset_px;
        a = p + offset * across;
        b = q + offset * across;
    }
    bool fits() const { return !along.isNull(); }
};

/// An arc between two directions.
struct Between {
    const Sight& sight;
    const Dimension& dimension;
    double angle, metres;
    Vector3d normal;
    Between(const Sight& s, const Dimension& d)
        : sight(s), dimension(d), angle(d.value()), metres(radius_px * s.metresPerPixel) {
        const Vector3d axis = d.a.cross(d.b);
        normal = axis.norm() < 1e-9 ? Vector3d(Vector3d::Zero()) : axis.normalized();
    }
    bool fits() const { return angle >= 0.02 && !normal.isZero(); }
    QPointF at(double part, double radii) const {
        const Vector3d turned = Eigen::AngleAxisd(part * angle, normal) * dimension.a;
        return sight.toView(dimension.from + radii * metres * turned);
    }
    QPointF label() const { return at(0.5, 1.75); }
};

void paintLength(QPainter& painter, const Sight& sight, const Dimension& dimension, QPointF middle,
                 const QColor& color) {
    const Beside line(sight, dimension, middle);
    if (!line.fits()) return;
    painter.setPen(QPen(color, 0.8));
    painter.drawLine(line.p + 8.0 * line.across, line.a + 5.0 * line.across);
    painter.drawLine(line.q + 8.0 * line.across, line.b + 5.0 * line.across);
    painter.drawLine(line.a, line.b);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    paintArrowHead(painter, line.a, -line.along);
    paintArrowHead(painter, line.b, line.along);
    strokeText(painter, 0.5 * (line.a + line.b), lengthText(dimension.value()), color, sight.dark,
               readable(line.along));
}

void paintAngle(QPainter& painter, const Sight& sight, const Dimension& dimension,
                const QColor& color) {
    const Between sector(sight, dimension);
    if (!sector.fits()) return;
    QPolygonF arc;
    constexpr int sides = 24;
    for (int k = 0; k <= sides; ++k) arc << sector.at(1.0 * k / sides, 1.0);
    painter.setPen(QPen(color, 0.9));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(arc);
    painter.drawLine(sight.toView(dimension.from), sector.at(0.0, 1.25));
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const QPointF last = arc[sides] - arc[sides - 1];
    if (const double size = std::hypot(last.x(), last.y()); size > 1e-6)
        paintArrowHead(painter, arc[sides], last / size);
    strokeText(painter, sector.label(), angleText(sector.angle), color, sight.dark);
}

}  // namespace

void paintDimension(QPainter& painter, const Sight& sight, const Dimension& dimension,
                    const QColor& color, QPointF middle) {
    if (!canBeSeen(sight, dimension.from) || !canBeSeen(sight, dimension.to)) return;
    if (dimension.kind == Dimension::Kind::Length)
        paintLength(painter, sight, dimension, middle, color);
    else
        paintAngle(painter, sight, dimension, color);
}

QRectF dimensionLabel(const Sight& sight, const Dimension& dimension, const QFont& font,
                      QPointF middle) {
    if (!canBeSeen(sight, dimension.from) || !canBeSeen(sight, dimension.to)) return {};
    const bool length = dimension.kind == Dimension::Kind::Length;
    const QString text = length ? lengthText(dimension.value()) : angleText(dimension.value());
    QRectF box = QFontMetricsF(font).boundingRect(text);
    const Beside line(sight, dimension, middle);
    const Between sector(sight, dimension);
    if (!(length ? line.fits() : sector.fits())) return {};
    box.moveCenter(length ? 0.5 * (line.a + line.b) : sector.label());
    return box;
}

double Dimension::value() const {
    if (kind == Kind::Length) return (to - from).norm();
    return std::atan2(a.cross(b).norm(), a.dot(b));
}

std::vector<Dimension> dimensionsOf(const Sight& sight, const Vector3d& right) {
    const Points points = jointPoints(sight);
    std::vector<Dimension> dimensions;
    for (const std::vector<Vector3d>& corners : points) {
        const std::size_t n = corners.size();
        const bool ofGround = &corners == &points.back();
        // A bar has one length, a triangle three, a plate one per side.
        for (std::size_t k = 0; k + 1 < n + (n > 2 ? 1 : 0); ++k)
            dimensions.push_back({.kind = Dimension::Kind::Length,
                                  .from = corners[k],
                                  .to = corners[(k + 1) % n],
                                  .ofGround = ofGround});
    }
    for (const JointElement& joint : sight.model.joints) {
        if (joint.type != "revolute") continue;
        const Vector3d at = sight.place(joint.B);
        const auto direction = [&](int body) {
            if (body == ground) return right;
            return Vector3d(directionFrom(points[static_cast<std::size_t>(body)], at));
        };
        const Vector3d a = direction(joint.A.body), b = direction(joint.B.body);
        if (a.norm() < 1e-9 || b.norm() < 1e-9) continue;
        dimensions.push_back({Dimension::Kind::Angle, at, at, a.normalized(), b.normalized()});
    }
    return dimensions;
}

void Dimensions::paint(QPainter& painter, const Sight& sight) {
    if (!shown_ || !sight.flat || sight.model.bodies.size() > mostBodies) return;
    const QColor color = themeColors(sight.dark).text;
    // The picture's right-hand direction in the plane of motion.
    const Vector3d up =
        std::abs(sight.towardsViewer.y()) < 0.9 ? Vector3d::UnitY() : Vector3d(-Vector3d::UnitZ());
    const Vector3d right = up.cross(sight.towardsViewer).normalized();
    const std::vector<Dimension> dimensions = dimensionsOf(sight, right);
    QPointF middle;
    int count = 0;
    for (const Dimension& d : dimensions) {
        if (!canBeSeen(sight, d.from) || !canBeSeen(sight, d.to)) continue;
        middle += 0.5 * (sight.toView(d.from) + sight.toView(d.to));
        ++count;
    }
    if (count > 0) middle /= count;
    for (const Dimension& d : dimensions) paintDimension(painter, sight, d, color, middle);
}

}  // namespace momentree::app
