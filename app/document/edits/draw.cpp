// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/edits/draw.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "app/document/edits/joints.hpp"
#include "app/document/edits/references.hpp"
#include "app/document/shape_mass.hpp"
#include "core/joints/joint_type.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/with_turns.hpp"

namespace momentree::app {
namespace {

constexpr double aluminium = 2700.0;  ///< [kg/m^3]
constexpr double flatness = 1e-6;     ///< [m]

double rounded(double value) { return roundedTo(value, writtenPlaces); }
std::array<Scalar, 4> scalars(const Quat<double>& e, int places) {
    return {roundedTo(e[0], places), roundedTo(e[1], places), roundedTo(e[2], places),
            roundedTo(e[3], places)};
}
Scalar expression(const char* text) {
    Scalar scalar;
    scalar.text = text;
    return scalar;
}

MarkerDescription markerNamed(std::string name, const Vector3d& position,
                              int places = writtenPlaces) {
    MarkerDescription marker;
    marker.name = std::move(name);
    marker.position = scalarsOf(position, places);
    return marker;
}

BodyStart& startOf(ModelDescription& description, const std::string& body) {
    const auto found = std::ranges::find(description.bodyStarts, body, &BodyStart::body);
    if (found != description.bodyStarts.end()) return *found;
    description.bodyStarts.push_back({});
    description.bodyStarts.back().body = body;
    return description.bodyStarts.back();
}

void place(ModelDescription& description, const std::string& body, const Vector3d& origin,
           const Matrix3d& R) {
    BodyStart& start = startOf(description, body);
    // An oblique link needs all digits to stay in its plane.
    const int places = placesIn(R.col(2));
    start.position = scalarsOf(origin, places);
    start.orientation = scalars(quaternionOf<double>(R), places);
}

void addJoint(Drawing& drawing, const std::string& type, const MarkerReference& a,
              const MarkerReference& b, const Vector3d& axis) {
    JointDescription joint;
    joint.name = freeName(drawing.description, "J");
    joint.type = type;
    joint.a = a;
    joint.b = b;
    drawing.description.joints.push_back(std::move(joint));
    settleAxes(drawing, drawing.description.joints.size() - 1, axis);
}

void alongLine(MarkerDescription& marker, const Vector3d& z, const Vector3d& x) {
    marker.z = scalarsOf(z, finePlaces);
    marker.x = scalarsOf(x, finePlaces);
}

/// Axes with this x and a z as close to `normal` as possible.
Matrix3d axesOfLink(const Vector3d& x, const Vector3d& normal) {
    Vector3d z = normal - x * x.dot(normal);
    if (z.norm() < 1e-6) z = x.unitOrthogonal();
    z.normalize();
    Matrix3d R;
    R << x, z.cross(x), z;
    return R;
}

/// Normal of a polygon that may be non-convex and not exactly flat (Newell's method); 0 for a line.
Vector3d normalOf(std::span<const DrawnPoint> points) {
    Vector3d normal = Vector3d::Zero();
    for (std::size_t k = 0; k < points.size(); ++k) {
        const Vector3d a = points[k].at - points[0].at;
        const Vector3d b = points[(k + 1) % points.size()].at - points[0].at;
        normal += a.cross(b);
    }
    return normal.norm() < 1e-12 ? Vector3d::Zero() : Vector3d(normal.normalized());
}

bool inPlane(std::span<const DrawnPoint> points, const Vector3d& normal) {
    return std::ranges::all_of(points, [&](const DrawnPoint& point) {
        return std::abs(normal.dot(point.at - points.front().at)) < flatness;
    });
}

Matrix3d axesOfShape(std::span<const DrawnPoint> points, const Frame& plane) {
    const Vector3d x = (points[1].at - points[0].at).normalized();
    if (points.size() == 2) return axesOfLink(x, plane.R.col(2));
    return inPlane(points, plane.R.col(2)) ? plane.R : axesOfLink(x, normalOf(points));
}

double firstCoordinate(const CheckedModel& seen, const JointElement& joint) {
    std::vector<BodyKinematics<double>> bodies = kinematicsOf(seen.start);
    std::array<double, 7> q{};
    std::array<double, 6> u{};
    jointCoordinates(joint, bodies, q.data(), u.data());
    return q[0];
}

/// A torque between the two sides of a joint, still without a law.
AxialTorqueDescription& addAxialTorque(Drawing& drawing, int joint, const char* stem) {
    const JointDescription& on = drawing.description.joints[static_cast<std::size_t>(joint)];
    AxialTorqueDescription torque;
    torque.a = on.a;
    torque.b = on.b;
    ForceDescription force;
    force.name = freeName(drawing.description, stem);
    force.law = torque;
    drawing.description.forces.push_back(std::move(force));
    return std::get<AxialTorqueDescription>(drawing.description.forces.back().law);
}

}  // namespace

void writeStart(ModelDescription& description, const Model& model,
                const std::vector<BodyState>& bodies) {
    std::vector<BodyKinematics<double>> all = kinematicsOf(bodies);
    for (JointStart& start : description.jointStarts) {
        const auto joint = std::ranges::find(model.joints, start.joint, &JointElement::name);
        if (start.q.empty() || joint == model.joints.end()) continue;
        std::array<double, 7> q{};
        std::array<double, 6> u{};
        jointCoordinates(*joint, all, q.data(), u.data());
        // Angles keep their turns, by which couplings hold.
        for (std::size_t k = 0; k < start.q.size() && k < q.size(); ++k)
            if (isAngle(momentree::jointType(joint->type).coordinate(static_cast<int>(k))))
                q[k] = withTurns(q[k], start.q[k].value);
        for (std::size_t k = 0; k < start.q.size() && k < q.size(); ++k)
            if (std::abs(start.q[k].value - q[k]) > 0.5 * std::pow(10.0, -writtenPlaces))
                start.q[k] = rounded(q[k]);
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Vector3d origin = all[i].r + all[i].R * model.bodies[i].origin;
        place(description, model.bodies[i].name, origin, all[i].R);
    }
    description.exactStart = false;
}

bool drawnFlat(const ModelDescription& description) {
    const auto isFlat = [&](const BodyDescription& body) {
        const auto start = std::ranges::find(description.bodyStarts, body.name, &BodyStart::body);
        if (start == description.bodyStarts.end() || !start->position || start->velocity ||
            start->angularVelocity)
            return false;
        if ((*start->position)[2].value != 0.0) return false;
        return !start->orientation ||
               ((*start->orientation)[1].value == 0.0 && (*start->orientation)[2].value == 0.0);
    };
    return description.gravity[2].value == 0.0 && std::ranges::all_of(description.bodies, isFlat);
}

bool coplanar(std::span<const DrawnPoint> points) { return inPlane(points, normalOf(points)); }

Frame Drawing::pose(const std::string& body) const {
    if (const auto drawn = added.find(body); drawn != added.end()) return drawn->second;
    const auto found = std::ranges::find(seen.model->bodies, body, &Body::name);
    if (found == seen.model->bodies.end()) return {};
    const auto index = static_cast<std::size_t>(found - seen.model->bodies.begin());
    const Matrix3d R = rotationOf<double>(seen.start[index].e);
    return {R, seen.start[index].r + R * found->origin};
}

MarkerReference Drawing::markerAt(const DrawnPoint& point) {
    if (!point.free() && !point.on.marker.empty()) return point.on;
    const std::string body = point.free() ? "ground" : point.on.body;
    auto* markers = markersOf(description, body);
    const Frame frame = pose(body);
    const std::string name = freeMarkerName(*markers);
    markers->push_back(markerNamed(name, frame.R.transpose() * (point.at - frame.r),
                                   placesIn(frame.R.transpose() * plane.R.col(2))));
    return {body, name, 0};
}

std::string Drawing::addLink(std::span<const DrawnPoint> points) {
    BodyDescription body;
    body.name = freeName(description, "link");
    const Vector3d origin = points.front().at;
    const Matrix3d R = axesOfShape(points, plane);
    std::vector<MarkerReference> under;
    for (const DrawnPoint& point : points) {
        body.markers.push_back(
            markerNamed(freeMarkerName(body.markers), R.transpose() * (point.at - origin)));
        under.push_back(point.free() ? MarkerReference{} : markerAt(point));
    }
    if (points.size() > 2) {
        body.shape.kind = ShapeDescription::Kind::Polygon;
        for (const MarkerDescription& marker : body.markers)
            body.shape.corners.push_back(marker.name);
    }
    takeMassFromShape(body, aluminium);
    place(description, body.name, origin, R);
    added[body.name] = {R, origin};
    const std::vector<MarkerDescription> markers = body.markers;
    const std::string name = body.name;
    description.bodies.push_back(std::move(body));
    for (std::size_t k = 0; k < under.size(); ++k)
        if (!under[k].body.empty())
            addJoint(*this, jointType, under[k], {name, markers[k].name, 0}, plane.R.col(2));
    return name;
}

bool canSplit(const BodyDescription& body) {
    return body.markers.size() == 2 && densityOf(body).has_value() &&
           std::ranges::none_of(body.markers, [](const MarkerDescription& marker) {
               return std::ranges::any_of(marker.position,
                                          [](const Scalar& part) { return !part.text.empty(); });
           });
}

void Drawing::splitLink(int link) {
    BodyDescription* first = &description.bodies[static_cast<std::size_t>(link)];
    const std::string name = first->name;
    const BodyDescription whole = *first;
    const std::string a = whole.markers[0].name, b = whole.markers[1].name;
    const Vector3d middle =
        0.5 * (valueOf(whole.markers[0].position) + valueOf(whole.markers[1].position));
    BodyDescription second = whole;
    second.name = freeName(description, "link");
    first->markers[1].position = scalarsOf(middle, writtenPlaces);
    second.markers[0].position = scalarsOf(middle, writtenPlaces);
    followShape(whole, *first);
    followShape(whole, second);
    forEachReference(description, [&](MarkerReference& reference) {
        if (reference.body == name && reference.marker == b) reference.body = second.name;
    });
    const Frame at = pose(name);
    const auto moving = std::ranges::find(description.bodyStarts, name, &BodyStart::body);
    if (moving != description.bodyStarts.end()) {
        BodyStart start = *moving;
        start.body = second.name;
        description.bodyStarts.push_back(std::move(start));
    }
    place(description, second.name, at.r, at.R);
    added[second.name] = at;
    const std::string made = second.name;
    description.bodies.push_back(std::move(second));
    addJoint(*this, jointType, {name, b, 0}, {made, a, 0}, plane.R.col(2));
}

void Drawing::addSlider(const DrawnPoint& at, const Vector3d& direction, const std::string& onto) {
    const Vector3d along = direction.normalized();
    const Matrix3d R = axesOfLink(along, plane.R.col(2));
    BodyDescription block;
    block.name = freeName(description, "slider");
    block.markers.push_back(markerNamed("pin", Vector3d::Zero()));
    block.markers.push_back(markerNamed("rail", Vector3d::Zero()));
    alongLine(block.markers.back(), Vector3d::UnitX(), Vector3d::UnitZ());
    const std::array<double, 3> edges{0.06, 0.04, 0.02};
    block.shape.kind = ShapeDescription::Kind::Box;
    for (std::size_t k = 0; k < 3; ++k) block.shape.size[k] = edges[k];
    takeMassFromShape(block, aluminium);
    place(description, block.name, at.at, R);
    added[block.name] = {R, at.at};

    auto* markers = markersOf(description, onto);
    const Frame carrier = pose(onto);
    const auto seenFrom = [&](const Vector3d& v) { return Vector3d(carrier.R.transpose() * v); };
    MarkerDescription rail = markerNamed(freeMarkerName(*markers), seenFrom(at.at - carrier.r),
                                         placesIn(seenFrom(plane.R.col(2))));
    alongLine(rail, seenFrom(along), seenFrom(R.col(2)));
    const MarkerReference onRail{onto, rail.name, 0};
    markers->push_back(std::move(rail));
    std::optional<MarkerReference> under;
    if (!at.free() && at.on.body != "ground" && at.on.body != onto) under = markerAt(at);
    const std::string name = block.name;
    description.bodies.push_back(std::move(block));
    addJoint(*this, "prismatic", onRail, {name, "rail", 0}, along);
    if (under) addJoint(*this, jointType, *under, {name, "pin", 0}, plane.R.col(2));
}

void Drawing::addGround(const DrawnPoint& at) {
    const MarkerReference body = markerAt(at);
    const MarkerReference onGround = markerAt({at.at, {"ground", "", 0}});
    addJoint(*this, jointType, onGround, body, plane.R.col(2));
}

void Drawing::addPin(const DrawnPoint& a, const MarkerReference& other) {
    const MarkerReference first = markerAt(a);
    addJoint(*this, jointType, first, markerAt({a.at, other}), plane.R.col(2));
}

void Drawing::addRod(const DrawnPoint& from, const DrawnPoint& to) {
    const MarkerReference a = markerAt(from), b = markerAt(to);
    addJoint(*this, "distance", a, b, plane.R.col(2));
    description.joints.back().length = rounded((to.at - from.at).norm());
}

void Drawing::join(const MarkerReference& a, const MarkerReference& b) {
    addJoint(*this, jointType, a, b, plane.R.col(2));
}

void Drawing::addSpring(const DrawnPoint& from, const DrawnPoint& to, bool damperOnly) {
    SpringDamperDescription spring;
    spring.a = markerAt(from);
    spring.b = markerAt(to);
    spring.stiffness = damperOnly ? 0.0 : 1000.0;
    spring.damping = damperOnly ? 50.0 : 5.0;
    spring.length = rounded((to.at - from.at).norm());
    ForceDescription force;
    force.name = freeName(description, damperOnly ? "damper" : "spring");
    force.law = spring;
    description.forces.push_back(std::move(force));
}

void Drawing::addForce(const DrawnPoint& at, const Vector3d& direction, double newtons) {
    AppliedForceDescription applied;
    applied.at = markerAt(at);
    applied.direction = scalarsOf(direction.normalized(), writtenPlaces);
    applied.law.offset = newtons;
    ForceDescription force;
    force.name = freeName(description, "force");
    force.law = applied;
    description.forces.push_back(std::move(force));
}

void Drawing::addTorque(const DrawnPoint& at) {
    AppliedForceDescription applied;
    applied.at = markerAt(at);
    applied.direction = scalarsOf(plane.R.col(2), writtenPlaces);
    applied.torque = true;
    applied.law.offset = 1.0;
    ForceDescription force;
    force.name = freeName(description, "torque");
    force.law = applied;
    description.forces.push_back(std::move(force));
}

bool Drawing::isHinge(const CheckedModel& seen, int joint) {
    if (!seen.built || joint < 0 || static_cast<std::size_t>(joint) >= seen.model->joints.size())
        return false;
    return isHingeType(seen.model->joints[static_cast<std::size_t>(joint)].type);
}

void Drawing::addTorsionSpring(int joint) {
    AxialTorqueDescription& law = addAxialTorque(*this, joint, "torsion");
    law.stiffness = 1.0;
    law.angle = rounded(firstCoordinate(seen, seen.model->joints[static_cast<std::size_t>(joint)]));
}

void Drawing::addRotaryDamper(int joint) { addAxialTorque(*this, joint, "damper").damping = 0.05; }

void Drawing::addJointTorque(int joint) { addAxialTorque(*this, joint, "torque").law.offset = 1.0; }

bool Drawing::addFriction(int joint, bool sticks) {
    if (joint < 0 || static_cast<std::size_t>(joint) >= description.joints.size()) return false;
    const JointDescription& on = description.joints[static_cast<std::size_t>(joint)];
    CharacteristicDescription friction;
    if (isHingeType(on.type)) {
        friction.kineticFriction = 0.05;
        if (!sticks) friction.frictionSpeed = 0.02;
        addAxialTorque(*this, joint, "friction").characteristic = friction;
        return true;
    }
    if (on.type != "prismatic") return false;
    friction.kineticFriction = 1.0;
    if (!sticks) friction.frictionSpeed = 0.005;
    AxialForceDescription force{on.a, on.b, {}, {}, {}, {}, friction};
    description.forces.push_back({freeName(description, "friction"), std::move(force), {}});
    return true;
}

bool Drawing::addMotor(int joint) {
    if (joint < 0 || static_cast<std::size_t>(joint) >= seen.model->joints.size()) return false;
    const JointElement& element = seen.model->joints[static_cast<std::size_t>(joint)];
    const bool driven = std::ranges::any_of(
        description.motions, [&](const auto& motion) { return motion.joint == element.name; });
    if (driven || !canDrive(element.type)) return false;
    MotionDescription motion;
    motion.name = freeName(description, "motor");
    motion.joint = element.name;
    motion.law.offset = rounded(firstCoordinate(seen, element));
    motion.law.rate = expression(slidesInstead(element.type, 1) ? "10 cm/s" : "60 rpm");
    description.motions.push_back(std::move(motion));
    // A driven joint starts at the value of its motion.
    std::erase_if(description.jointStarts,
                  [&](const JointStart& start) { return start.joint == element.name; });
    return true;
}

bool Drawing::addLimits(int joint) {
    if (joint < 0 || static_cast<std::size_t>(joint) >= description.joints.size()) return false;
    JointDescription& limited = description.joints[static_cast<std::size_t>(joint)];
    if (!limited.limits.empty() || !momentree::jointType(limited.type).axial()) return false;
    const double q = firstCoordinate(seen, seen.model->joints[static_cast<std::size_t>(joint)]);
    const double reach = slidesInstead(limited.type, 1) ? 0.1 : 0.5 * std::numbers::pi;
    LimitDescription limit;
    limit.least = Scalar(rounded(q - reach));
    limit.most = Scalar(rounded(q + reach));
    limit.restitution = Scalar(0.5);
    limited.limits.push_back(std::move(limit));
    return true;
}

bool Drawing::addCoupling(const std::vector<int>& joints) {
    CouplingDescription coupling;
    coupling.name = freeName(description, "coupling");
    double sum = 0.0;
    for (const int joint : joints) {
        if (joint < 0 || static_cast<std::size_t>(joint) >= seen.model->joints.size()) return false;
        const JointElement& element = seen.model->joints[static_cast<std::size_t>(joint)];
        if (!hasAxis(element.type)) return false;
        coupling.terms.push_back({element.name, 1, Scalar(1.0)});
        const auto start =
            std::ranges::find(description.jointStarts, element.name, &JointStart::joint);
        const bool given = start != description.jointStarts.end() && !start->q.empty();
        const double q = firstCoordinate(seen, element);
        sum += given && !slidesInstead(element.type, 1) ? withTurns(q, start->q.front().value) : q;
    }
    if (coupling.terms.size() < 2) return false;
    coupling.offset = rounded(sum);
    description.couplings.push_back(std::move(coupling));
    return true;
}

}  // namespace momentree::app
