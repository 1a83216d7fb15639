// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/base/theme/tokens.hpp"
#include "app/export/line_drawing.hpp"
#include "core/model/plate_outline.hpp"
#include "render/shapes.hpp"
#include "render/theme.hpp"

namespace momentree::app {
namespace {

constexpr double outline_px = 1.3;
constexpr int circleSides = 48;

using Points = std::vector<Vector3d>;

QPolygonF hullOf(const QPolygonF& points) {
    std::vector<Vector2d> corners;
    for (const QPointF& p : points) corners.emplace_back(p.x(), p.y());
    QPolygonF hull;
    for (const Vector2d& p : convexHull(std::move(corners))) hull << QPointF(p.x(), p.y());
    return hull;
}

/// Everything within `radius` of a ring in the picture.
QPainterPath rounded(const QPolygonF& ring, double radius) {
    QPainterPath path;
    if (ring.size() == 1) {
        path.addEllipse(ring[0], radius, radius);
        return path;
    }
    path.addPolygon(ring);
    if (ring.size() > 2) path.closeSubpath();
    QPainterPathStroker pen;
    pen.setWidth(2.0 * radius);
    pen.setCapStyle(Qt::RoundCap);
    pen.setJoinStyle(Qt::RoundJoin);
    const QPainterPath rim = pen.createStroke(path);
    return ring.size() > 2 ? rim.united(path).simplified() : rim.simplified();
}

struct LinkPainter {
    const Pencil& pencil;
    Frame pose;
    QColor fill, line;

    QPolygonF seen(const Points& points) const {
        QPolygonF seen;
        for (const Vector3d& p : points) {
            const Vector3d at = pose.r + pose.R * p;
            if (pencil.sees(at)) seen << pencil.view(at);
        }
        return seen;
    }
    void draw(const QPainterPath& path) const {
        pencil.painter.setPen(QPen(line, outline_px, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        pencil.painter.setBrush(fill);
        pencil.painter.drawPath(path);
    }
    void solid(const Points& points) const {
        const QPolygonF hull = hullOf(seen(points));
        if (hull.size() < 3) return;
        QPainterPath path;
        path.addPolygon(hull);
        path.closeSubpath();
        draw(path);
    }
    void bar(const Points& points, double radius) const {
        const QPolygonF corners = seen(points);
        if (!corners.isEmpty()) draw(rounded(hullOf(corners), radius));
    }
    /// A plate cut along its outline, or along its hull if the outline crosses itself.
    void plate(const Points& corners, double unit) const {
        const Ring flat = flattened(corners, axesOfPlate(corners));
        if (!isSimple(flat) || seen(corners).size() < qsizetype(corners.size()))
            return bar(corners, unit);
        const double metres = pencil.sight.metresPerPixel;
        draw(rounded(seen(corners), rimOf(simpleRing(flat), unit * metres) / metres));
    }
    void disc(const Vector3d& axis, double radius, double half) const {
        Points points;
        const Vector3d z = axis.normalized(), x = z.unitOrthogonal();
        for (const double side : {-half, half})
            for (int k = 0; k < circleSides; ++k)
                points.push_back(Eigen::AngleAxisd(2.0 * std::numbers::pi * k / circleSides, z) *
                                     (radius * x) +
                                 side * z);
        solid(points);
    }
    void box(const Matrix3d& axes, const Vector3d& edges) const {
        Points points;
        for (const Vector3d& corner : render::cornersOfBox(edges)) points.push_back(axes * corner);
        solid(points);
    }
    void sphere(double radius) const {
        if (!pencil.sees(pose.r)) return;
        QPainterPath path;
        const double r = radius / pencil.sight.metresPerPixel;
        path.addEllipse(pencil.view(pose.r), r, r);
        draw(path);
    }
    /// Spatial links are drawn as bars from a common centre, since their points need not lie in one
    /// plane.
    void rods(const Points& points, double radius) const {
        if (pencil.stage.planar || points.size() < 3) return bar(points, radius);
        Vector3d middle = Vector3d::Zero();
        for (const Vector3d& p : points) middle += p / static_cast<double>(points.size());
        for (const Vector3d& p : points) bar({middle, p}, radius);
    }
    void arms(const render::Form& form, double inside) const {
        for (const Vector3d& p : form.points)
            if (p.norm() > inside) bar({Vector3d::Zero(), p}, pencil.unit);
    }
};

void paintForm(const LinkPainter& link, const render::Form& form) {
    const double unit = link.pencil.unit, metres = link.pencil.sight.metresPerPixel;
    if (form.box.maxCoeff() > 0.0) return link.box(form.boxAxes, form.box);
    if (form.disc > 0.0)
        link.disc(form.discAxis, form.disc, 0.5 * std::max(form.discLength, 0.9 * unit * metres));
    form.outline.empty() ? link.rods(form.points, unit) : link.plate(form.outline, unit);
    if (form.ball > 0.0) link.sphere(2.3 * unit * metres);
}

}  // namespace

void paintLink(const Pencil& pencil, int body) {
    const auto index = static_cast<std::size_t>(body);
    const Body& owner = pencil.sight.model.bodies[index];
    const auto [r, g, b] = render::linkColor(
        owner.shape.color, pencil.sight.series.empty() ? body : pencil.sight.series[index],
        static_cast<int>(pencil.sight.model.bodies.size()), render::Theme::Light);
    const QColor line(r, g, b);
    const QColor fill = mixed(Qt::white, line, 0.45F);
    const LinkPainter link{pencil, pencil.poses[index], fill, line.darker(150)};
    const render::Form& form = pencil.stage.forms[index];
    using Kind = ShapeDescription::Kind;
    const Scalar3& s = owner.shape.size;
    const Vector3d size(s[0].value, s[1].value, s[2].value);
    switch (owner.shape.kind) {
        case Kind::None:
            return;
        case Kind::Box:
            link.arms(form, 0.5 * size.norm());
            return link.box(Matrix3d::Identity(), size);
        case Kind::Sphere:
            link.arms(form, size.x());
            return link.sphere(size.x());
        case Kind::Cylinder:
            link.arms(form, std::max(size.x(), 0.5 * size.y()));
            return link.disc(Vector3d::UnitZ(), size.x(), 0.5 * size.y());
        case Kind::Bar:
            if (size.x() > 0.0)
                return link.rods(form.points,
                                 std::max(0.5 * size.x() / pencil.sight.metresPerPixel, 1.5));
            break;
        case Kind::Auto:
        case Kind::Polygon:
        case Kind::Parts:
            break;
    }
    paintForm(link, form);
}

void paintCentreOfMass(const Pencil& pencil, int body) {
    const Vector3d& at = pencil.poses[static_cast<std::size_t>(body)].r;
    if (!pencil.sees(at)) return;
    const QPointF middle = pencil.view(at);
    const double radius = std::clamp(0.5 * pencil.unit, 2.5, 6.0);
    const QRectF box(middle - QPointF(radius, radius), QSizeF(2.0 * radius, 2.0 * radius));
    pencil.painter.setPen(QPen(Qt::black, 0.8));
    pencil.painter.setBrush(Qt::white);
    pencil.painter.drawEllipse(box);
    pencil.painter.setBrush(Qt::black);
    for (const int from : {0, 180}) pencil.painter.drawPie(box, from * 16, 90 * 16);
}

}  // namespace momentree::app
