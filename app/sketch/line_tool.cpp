// SPDX-License-Identifier: GPL-3.0-or-later
// Tools that draw from one point to another, by dragging or by two clicks.
#include "app/sketch/line_tool.hpp"

#include <QCoreApplication>
#include <cmath>

#include "app/base/display_unit.hpp"
#include "app/base/theme/theme.hpp"
#include "app/document/lookup.hpp"
#include "app/scene/strokes.hpp"
#include "app/sketch/load_grip.hpp"
#include "app/sketch/paint.hpp"
#include "core/model/plate_outline.hpp"

namespace momentree::app {
namespace {

constexpr double lineDragged = 5.0;    ///< [pixels] that distinguish a drag from a click
constexpr double closing = 11.0;       ///< [pixels] from the first corner of a shape, to close it
constexpr double shortestLine = 1e-4;  ///< [m] of drawn lines
constexpr double linkWidth = 0.02;     ///< [m]

std::string bodyAt(const DrawnPoint& point) { return point.free() ? "ground" : point.on.body; }

/// The body with the line of a slider: a link along which it is drawn, otherwise ground.
std::string carrierOf(const DrawnPoint& from, const DrawnPoint& to) {
    return bodyAt(from) == bodyAt(to) ? bodyAt(from) : "ground";
}

Ring flat(const std::vector<DrawnPoint>& points) {
    std::vector<Vector3d> corners;
    corners.reserve(points.size());
    for (const DrawnPoint& point : points) corners.push_back(point.at);
    return flattened(corners, axesOfPlate(corners));
}

}  // namespace

LineTool::LineTool(ToolKind kind, Viewport& viewport, const DrawingPlane& plane,
                   const Snapping& snapping, Edits& edits, Selection& selection)
    : kind_(kind),
      viewport_(viewport),
      plane_(plane),
      snapping_(snapping),
      edits_(edits),
      selection_(selection) {}

bool LineTool::press(QPointF at, Qt::KeyboardModifiers keys) {
    pressedAt_ = at;
    now_ = aim(at, keys);
    if (points_.empty() && kind_ == ToolKind::Force && now_.point.on.body.empty()) {
        edits_.refuse(tr("A force acts on a link: press on a link and drag"));
        return true;
    }
    if (closesShape(at)) {
        finish();
        return true;
    }
    fresh_ = points_.empty();
    if (kind_ == ToolKind::Plate && crossesWith(now_.point)) {
        edits_.refuse(tr("The outline would cross itself: click its corners in order"));
        return true;
    }
    if (kind_ == ToolKind::Plate || points_.empty()) points_.push_back(now_.point);
    viewport_.update();
    return true;
}

void LineTool::move(QPointF at, Qt::KeyboardModifiers keys, bool) {
    now_ = aim(at, keys);
    viewport_.update();
}

void LineTool::release(QPointF at, Qt::KeyboardModifiers keys) {
    if (points_.empty() || kind_ == ToolKind::Plate) return;
    now_ = aim(at, keys);
    const bool drag = std::hypot(at.x() - pressedAt_.x(), at.y() - pressedAt_.y()) > lineDragged;
    if (fresh_ && !drag) {
        fresh_ = false;
        if (placeOnHinge(now_.joint)) cancel();
        return;  // the second click completes the line
    }
    conclude(now_.point);
}

void LineTool::conclude(const DrawnPoint& end) {
    const DrawnPoint first = points_.front();
    points_.clear();
    viewport_.update();
    if ((end.at - first.at).norm() < shortestLine) return;
    create({first, end});
}

void LineTool::finish() {
    if (kind_ != ToolKind::Plate) return;
    // A double click has added the last point twice.
    while (points_.size() > 1 &&
           (points_.back().at - points_[points_.size() - 2].at).norm() < shortestLine)
        points_.pop_back();
    if (points_.size() > 2 && coplanar(points_) && !isSimple(flat(points_)))
        return edits_.refuse(
            tr("The outline would cross itself if closed here: click more corners"));
    const std::vector<DrawnPoint> points = std::move(points_);
    points_.clear();
    viewport_.update();
    if (points.size() >= 2) create(points);
}

bool LineTool::cancel() {
    const bool something = !points_.empty();
    points_.clear();
    viewport_.update();
    return something;
}

void LineTool::create(const std::vector<DrawnPoint>& points) {
    const DrawnPoint &from = points.front(), &to = points.back();
    Element made;
    const auto last = [](const auto& list) { return static_cast<int>(list.size()) - 1; };
    switch (kind_) {
        case ToolKind::Slider:
            edits_.draw(tr("Draw slider"), [&](Drawing& d) {
                d.addSlider(from, to.at - from.at, carrierOf(from, to));
            });
            made = {Element::Kind::Body, last(edits_.description().bodies)};
            break;
        case ToolKind::Spring:
        case ToolKind::Damper:
            if (bodyAt(from) == bodyAt(to))
                return edits_.refuse(
                    tr("A spring or damper joins two links, or a link and ground: start or end it "
                       "on another link"));
            [[fallthrough]];
        case ToolKind::Force:
            made = createLoad(from, to);
            break;
        case ToolKind::Contact:
        case ToolKind::Balls:
            made = createContact(from, to);
            break;
        case ToolKind::Cam:
            if (bodyAt(from) == bodyAt(to))
                return edits_.refuse(
                    tr("A cam moves another link: end on the point of its follower"));
            edits_.draw(tr("Draw cam"), [&](Drawing& d) { d.addCam(from, to); });
            made = {Element::Kind::Joint, last(edits_.description().joints)};
            break;
        case ToolKind::Rod:
            if (bodyAt(from) == bodyAt(to))
                return edits_.refuse(
                    tr("A rod joins two links, or a link and ground: start or end "
                       "it on another link"));
            edits_.draw(tr("Draw rod"), [&](Drawing& d) { d.addRod(from, to); });
            made = {Element::Kind::Joint, last(edits_.description().joints)};
            break;
        default:
            if (!coplanar(points))
                return edits_.refuse(tr("The corners of a link must be in one plane"));
            if (!edits_.draw(tr("Draw link"), [&](Drawing& d) { d.addLink(points); })) return;
            made = {Element::Kind::Body, last(edits_.description().bodies)};
            lastLink_ = edits_.description().bodies.back().name;
    }
    if (made.kind != Element::Kind::None) selection_.set(made);
}

Element LineTool::createContact(const DrawnPoint& from, const DrawnPoint& to) {
    const bool balls = kind_ == ToolKind::Balls;
    if (bodyAt(from) == bodyAt(to)) {
        edits_.refuse(balls ? tr("Balls on one link cannot hit each other: end on another link")
                            : tr("The ball is on another link than its plane: end on a point of "
                                 "that link"));
        return {};
    }
    edits_.draw(balls ? tr("Draw contact of balls") : tr("Draw contact"),
                [&](Drawing& d) { d.addContact(from, to, balls); });
    return {Element::Kind::Force, static_cast<int>(edits_.description().forces.size()) - 1};
}

Element LineTool::createLoad(const DrawnPoint& from, const DrawnPoint& to) {
    const Vector3d span = to.at - from.at;
    if (kind_ == ToolKind::Force) {
        const double size = typed_.value_or(forceOf(span));
        edits_.draw(tr("Draw force"), [&](Drawing& d) { d.addForce(from, span, size); });
    } else {
        edits_.draw(kind_ == ToolKind::Spring ? tr("Draw spring") : tr("Draw damper"),
                    [&](Drawing& d) { d.addSpring(from, to, kind_ == ToolKind::Damper); });
    }
    typed_.reset();
    return {Element::Kind::Force, static_cast<int>(edits_.description().forces.size()) - 1};
}

/// Adds a torsion spring or a rotary damper if a hinge was clicked.
bool LineTool::placeOnHinge(int joint) {
    if (kind_ != ToolKind::Spring && kind_ != ToolKind::Damper) return false;
    if (!Drawing::isHinge(edits_.seen(), joint)) return false;
    const bool damper = kind_ == ToolKind::Damper;
    if (edits_.draw(
            damper ? tr("Place rotary damper") : tr("Place torsion spring"),
            [&](Drawing& d) { damper ? d.addRotaryDamper(joint) : d.addTorsionSpring(joint); }))
        selection_.set(
            {Element::Kind::Force, static_cast<int>(edits_.description().forces.size()) - 1});
    return true;
}

double LineTool::forceOf(const Vector3d& span) const {
    return roundedForce(span.norm() / viewport_.scene().metresPerNewton());
}

std::optional<Point> LineTool::anchor() const {
    if (points_.empty()) return std::nullopt;
    const Vector3d& last = points_.back().at;
    if (std::abs(plane_.get().height(last)) > shortestLine) return std::nullopt;
    return plane_.get().of(last);
}

/// The end of the link drawn last, which undo may have removed since. In space digits are views.
std::optional<DrawnPoint> LineTool::lastEnd() const {
    const CheckedModel& seen = edits_.seen();
    const BodyDescription* link = findBody(edits_.description(), lastLink_);
    if (kind_ != ToolKind::Link || !plane_.planar() || !link || !seen.built ||
        link->markers.size() < 2)
        return std::nullopt;
    for (const Marker& marker : seen.model->markers)
        if (marker.name == link->markers[1].name && marker.body >= 0 &&
            seen.model->bodies[static_cast<std::size_t>(marker.body)].name == lastLink_)
            return DrawnPoint{placeOf(seen, marker), {lastLink_, marker.name, 0}};
    return std::nullopt;
}

bool LineTool::goOn() {
    if (!canGoOn()) return false;
    points_ = {*lastEnd()};
    fresh_ = false;
    viewport_.update();
    return true;
}

/// Whether the cursor is on the first corner of a shape with enough corners.
bool LineTool::closesShape(QPointF at) const {
    if (kind_ != ToolKind::Plate || points_.size() < 3) return false;
    const QPointF away = viewport_.toView(points_.front().at) - at;
    return std::hypot(away.x(), away.y()) < closing;
}

bool LineTool::crossesWith(const DrawnPoint& corner) const {
    if (points_.empty() || (corner.at - points_.back().at).norm() < shortestLine) return false;
    std::vector<DrawnPoint> points = points_;
    points.push_back(corner);
    return coplanar(points) && !isSimpleLine(flat(points));
}

Target LineTool::aim(QPointF at, Qt::KeyboardModifiers keys) const {
    if (closesShape(at)) {
        Target first;
        first.point = points_.front();
        first.snap = {Snap::Kind::Place, plane_.under(viewport_.toView(first.point.at))};
        return first;
    }
    return snapping_.target(at, keys, anchor(),
                            kind_ != ToolKind::Force && kind_ != ToolKind::Slider);
}

void LineTool::takeLength(double length, std::optional<double> angle) {
    if (kind_ == ToolKind::Force) {
        typed_ = length;
        length *= viewport_.scene().metresPerNewton();
        length = std::max(length, 2.0 * shortestLine);
    }
    const Vector3d line = now_.point.at - points_.back().at;
    const Matrix3d& axes = plane_.get().base.R;
    DrawnPoint end;
    if (angle)
        end.at = points_.back().at +
                 length * (std::cos(*angle) * axes.col(0) + std::sin(*angle) * axes.col(1));
    else
        end.at = points_.back().at +
                 length * (line.norm() > shortestLine ? line.normalized() : Vector3d(axes.col(0)));
    if (kind_ == ToolKind::Plate) {
        points_.push_back(end);
        viewport_.update();
    } else {
        const bool sawAll = viewport_.scene().showsAll();
        conclude(end);
        if (sawAll && !viewport_.scene().showsAll()) viewport_.edit().fit();
    }
}

void LineTool::paint(QPainter& painter) {
    paintSnap(painter, viewport_, plane_.get(), now_.snap);
    if (points_.empty()) {
        const QString reason = withReason({}, now_.snap);
        if (!reason.isEmpty()) paintLabel(painter, viewport_.toView(now_.point.at), reason);
        return;
    }
    QPolygonF line;
    for (const DrawnPoint& point : points_) line << viewport_.toView(point.at);
    const QPointF end = viewport_.toView(now_.point.at);
    if ((end - line.back()).manhattanLength() > 1.0) line << end;
    const bool isLink = kind_ == ToolKind::Link || kind_ == ToolKind::Plate;
    if (kind_ == ToolKind::Force)
        strokeArrow(painter, line.front(), end, themeColors(isDark()).accent, isDark());
    else
        paintGhostLink(painter, line, isLink ? linkWidth / viewport_.metresPerPixel() : 3.0);
    const Vector3d span = now_.point.at - points_.back().at;
    const Matrix3d& axes = plane_.get().base.R;
    const double angle = std::atan2(axes.col(1).dot(span), axes.col(0).dot(span));
    paintLabel(painter, end,
               withReason(kind_ == ToolKind::Force ? forceText(forceOf(span), span, plane_.get())
                          : kind_ == ToolKind::Slider
                              ? angleText(angle)
                              : lengthText(span.norm()) + QStringLiteral("   ") + angleText(angle),
                          now_.snap));
}

QString LineTool::hint() const {
    const bool started = !points_.empty();
    switch (kind_) {
        case ToolKind::Link:
            return started     ? tr("Click the end of the link, or type a length · Esc cancels")
                   : canGoOn() ? tr("Drag a link, or type a length to go on from the last end")
                               : tr("Drag a link; ends on other links are joined by hinges");
        case ToolKind::Plate:
            return started ? tr("Click the corners; Enter or the first corner closes the shape")
                           : tr("Click the corners of the link in order");
        case ToolKind::Slider:
            return started ? tr("Release or click further along the line, or on a link to slide on")
                           : tr("Press at the end of a link and drag along the line it slides on");
        case ToolKind::Force:
            return started ? tr("Release at the end of the arrow, or type its size · Esc cancels")
                           : tr("Press on a link and drag in the direction of the force");
        case ToolKind::Contact:
            return tr(
                "Drag from a point of the plane to the middle of the ball, which is on a link");
        case ToolKind::Balls:
            return tr("Drag from the middle of one ball to that of another, which touch");
        case ToolKind::Cam:
            return tr("Drag from the axle of the cam to the middle of the roller on its follower");
        case ToolKind::Rod:
            return tr("Drag from one link to another: a massless rod keeps their distance");
        default:
            return tr(
                "Drag from one link to another or to a fixed point; click a hinge for a torsional "
                "one");
    }
}

}  // namespace momentree::app
