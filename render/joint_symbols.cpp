// SPDX-License-Identifier: Apache-2.0
#include "render/joint_symbols.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "core/model/rolling.hpp"
#include "render/ground_symbols.hpp"

namespace momentree::render {
namespace {

constexpr Color black{0, 0, 0};

double topOf(const SymbolContext& c, const JointElement& joint) {
    return std::max(c.stage.base(joint.A.body), c.stage.base(joint.B.body)) + c.stage.thickness();
}

/// Without chamfers if there are too many parts to see them.
void addRound(Mesh& mesh, const SymbolContext& c, const Frame& at, double radius, double z0,
              double z1, const Color& color) {
    if (!c.stage.crowded()) return addCylinder(mesh, at, radius, z0, z1, color, c.stage.sides);
    const std::array<Turn, 4> plain{Turn{0.0, z0}, Turn{radius, z0}, Turn{radius, z1},
                                    Turn{0.0, z1}};
    addTurned(mesh, at, plain, color, c.stage.sides);
}

void addPlanarPin(Meshes& meshes, const SymbolContext& c, const JointElement& joint) {
    const Marker& on = moverOf(joint);
    const double u = c.stage.unit, base = c.stage.base(on.body);
    const double low = std::min(c.stage.base(joint.A.body), c.stage.base(joint.B.body)) - base;
    const double top = topOf(c, joint) - base;
    const Frame at = layerAt(c, on);
    Mesh& mesh = meshes.of(on.body);
    addRound(mesh, c, at, 0.62 * u, low, top + 0.06 * u, c.palette.metalDark);
    if (c.stage.crowded()) return;
    addRound(mesh, c, at, 0.48 * u, top, top + 0.2 * u, c.palette.metal);
    addRound(mesh, c, at, 0.12 * u, top, top + 0.24 * u, c.palette.metalDark);
}

std::array<Vector2d, 4> rectangle(double x, double y) {
    return {Vector2d(-x, -y), Vector2d(x, -y), Vector2d(x, y), Vector2d(-x, y)};
}

/// The block of a sliding joint: along the rail, on the sliding body.
void addPlanarSlider(Meshes& meshes, const SymbolContext& c, const JointElement& joint) {
    const bool reversed = joint.B.body == ground;
    const Marker& rail = reversed ? joint.B : joint.A;
    const Marker& block = reversed ? joint.A : joint.B;
    const double u = c.stage.unit;
    const Vector3d along = poseOf(c.poses, rail.body).R * rail.frame.R.col(2);
    const auto aligned = [&](const Marker& marker) {
        Frame at = layerAt(c, marker);
        const Vector3d x = poseOf(c.poses, marker.body).R.transpose() * along;
        const Vector3d z = at.R.col(2);
        at.R.col(0) = x;
        at.R.col(1) = z.cross(x);
        return at;
    };
    const Color color = c.colorOf(block.body);
    addPlate(meshes.of(block.body), aligned(block),
             roundedHull(rectangle(1.9 * u, 1.0 * u), 0.4 * u, c.stage.sides), -0.02 * u,
             c.stage.thickness() - 0.02 * u, 0.16 * u, color, mix(color, black, 0.25));
    const double half = halfRail(c.stage);
    const Vector3d start = worldFrame(c.poses, block).r;
    if (rail.body == ground) {
        addGroundRail(meshes.ground, c, start, along, half);
        return;
    }
    const Color railColor = c.colorOf(rail.body);
    addPlate(
        meshes.of(rail.body), aligned(rail),
        roundedHull(std::array{Vector2d(-half, 0.0), Vector2d(half, 0.0)}, 0.4 * u, c.stage.sides),
        0.0, c.stage.thickness(), 0.12 * u, railColor, mix(railColor, black, 0.25));
}

void addPlanarWeld(Meshes& meshes, const SymbolContext& c, const JointElement& joint) {
    const Marker& on = moverOf(joint);
    const double u = c.stage.unit, top = topOf(c, joint) - c.stage.base(on.body);
    addPlate(meshes.of(on.body), layerAt(c, on),
             roundedHull(rectangle(0.4 * u, 0.4 * u), 0.1 * u, 16), top - 0.3 * u, top + 0.12 * u,
             0.08 * u, c.palette.metalDark, c.palette.metalDark);
}

/// What guides a point, to beyond it on both sides of the marker: a rod along z of A or a plate
/// normal to it, seen from its edge in a flat picture. The point is a ball on B.
void addGuide(Meshes& meshes, const SymbolContext& c, const JointElement& joint) {
    const double u = c.stage.unit;
    const Frame a = shownAt(c, joint, joint.A), b = shownAt(c, joint, joint.B);
    const Frame point = inverse(poseOf(c.poses, joint.A.body)) * worldFrame(c.poses, joint.B);
    Mesh& mesh = meshes.of(joint.A.body);
    Vector3d along = a.R.col(2);
    if (joint.type == "point-on-plane" && c.stage.planar)
        along = along.cross(layerAt(c, joint.A).R.col(2));
    const bool rod = joint.type == "point-on-line" || c.stage.planar;
    Vector3d reach = point.r - joint.A.frame.r;
    const Vector3d beside = along.dot(reach) * along;
    reach = rod ? beside : Vector3d(reach - beside);
    const double half = 0.2 * c.stage.size + reach.norm();
    if (rod)
        addRound(mesh, c, frameAlong(a.r, along), 0.3 * u, -half, half, c.palette.metal);
    else
        addPlate(mesh, a, roundedHull(rectangle(half, half), 0.3 * u, 16), -0.7 * u, -0.5 * u,
                 0.05 * u, c.palette.metal, c.palette.metalDark);
    addSphere(meshes.of(joint.B.body), b, 0.55 * u, c.palette.metalDark, c.stage.sides);
}

void addEllipsoid(Mesh& mesh, const Frame& at, const Vector3d& semiAxes, const Color& color,
                  int sides) {
    const std::size_t first = mesh.points.size();
    addSphere(mesh, {}, 1.0, color, sides);
    const auto moved = [first](std::vector<float>& list, const auto& move) {
        for (std::size_t k = first; k < list.size(); k += 3) {
            Eigen::Map<Eigen::Vector3f> entry(list.data() + k);
            entry = Vector3d(move(Vector3d(entry.cast<double>()))).cast<float>();
        }
    };
    moved(mesh.points,
          [&](const Vector3d& p) -> Vector3d { return at.r + at.R * semiAxes.cwiseProduct(p); });
    moved(mesh.normals, [&](const Vector3d& n) -> Vector3d {
        return at.R * n.cwiseQuotient(semiAxes).normalized();
    });
}

/// A disc with a sharp rim, an ellipsoid, or the blade of a knife edge.
void addRolling(Meshes& meshes, const SymbolContext& c, const JointElement& joint) {
    Mesh& mesh = meshes.of(joint.B.body);
    const Frame at = shownAt(c, joint, joint.B);
    const double u = c.stage.unit, radius = joint.length;
    if (joint.type == "knife-edge")
        return addBox(mesh, at, {3.0 * u, 0.2 * u, 0.9 * u}, c.palette.metal);
    if (joint.type == "rolling-ellipsoid")
        return addEllipsoid(mesh, at, joint.semiAxes, c.colorOf(joint.B.body), c.stage.sides);
    const double half = 0.03 * radius, rim = 0.9 * radius;
    const std::array<Turn, 5> profile{Turn{0.0, -half}, Turn{rim, -half}, Turn{radius, 0.0},
                                      Turn{rim, half}, Turn{0.0, half}};
    addTurned(mesh, at, profile, c.colorOf(joint.B.body), 2 * c.stage.sides);
    addRound(mesh, c, at, 0.5 * u, -0.6 * u, 0.6 * u, c.palette.metalDark);
    // Marks show that it turns.
    constexpr int marks = 5;
    for (int k = 0; k < marks; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / marks;
        const Vector3d middle(0.58 * radius * std::cos(angle), 0.58 * radius * std::sin(angle),
                              0.0);
        addCylinder(mesh, at * Frame{Matrix3d::Identity(), middle}, 0.17 * radius, -1.15 * half,
                    1.15 * half, mix(c.colorOf(joint.B.body), black, 0.35), c.stage.sides);
    }
}

/// As many points of a curve as a picture needs.
std::vector<Vector2d> seenPoints(const PlaneCurve& curve) {
    constexpr std::size_t fineness = 180;
    const std::size_t stride = 1 + curve.outline().size() / fineness;
    std::vector<Vector2d> points;
    for (std::size_t k = 0; k < curve.outline().size(); k += stride)
        points.emplace_back(curve.outline()[k][0], curve.outline()[k][1]);
    return points;
}

/// The curve as a wire, or as a plate with its roller: the cam.
void addCurve(Meshes& meshes, const SymbolContext& c, const JointElement& joint) {
    const double u = c.stage.unit;
    const Frame a = shownAt(c, joint, joint.A), b = shownAt(c, joint, joint.B);
    Mesh& mesh = meshes.of(joint.A.body);
    if (const auto cam = camOutline(joint)) {
        const Color color = c.colorOf(joint.A.body);
        addPlate(mesh, a, *cam, -0.5 * u, 0.5 * u, 0.05 * u, color, mix(color, black, 0.25));
    } else {
        std::vector<Vector3d> path;
        for (const Vector2d& p : seenPoints(*joint.curve))
            path.push_back(a.r + a.R * Vector3d(p.x(), p.y(), 0.0));
        if (joint.curve->closed()) path.push_back(path.front());
        addWire(mesh, path, 0.3 * u, c.palette.metal, c.stage.sides);
    }
    if (joint.length > 0.0)
        addRound(meshes.of(joint.B.body), c, b, joint.length, -0.5 * u, 0.5 * u, c.palette.metal);
    else if (joint.type == "point-on-curve")
        addSphere(meshes.of(joint.B.body), b, 0.55 * u, c.palette.metalDark, c.stage.sides);
}

void addPlanarJoint(Meshes& meshes, const SymbolContext& c, const JointElement& joint) {
    if (joint.type == "planar") return;  // nothing in the plane is held
    if (isNonHolonomic(joint.type)) return addRolling(meshes, c, joint);
    if (joint.curve) return addCurve(meshes, c, joint);
    if (joint.closes) return addGuide(meshes, c, joint);
    if (joint.type == "prismatic") return addPlanarSlider(meshes, c, joint);
    if (joint.type == "fixed") addPlanarWeld(meshes, c, joint);
    if (joint.type != "fixed") addPlanarPin(meshes, c, joint);
    for (const Marker* m : {&joint.A, &joint.B})
        if (m->body == ground) addPlanarPedestal(meshes.ground, c, m->frame.r);
}

/// Pin along the axis on A, eye on B.
void addHinge(Meshes& meshes, const SymbolContext& c, const JointElement& joint, double pin,
              double eye) {
    const double u = c.stage.unit;
    const Frame a = frameAlong(joint.A.frame.r, joint.A.frame.R.col(2));
    const Frame b = frameAlong(joint.B.frame.r, joint.B.frame.R.col(2));
    addRound(meshes.of(joint.A.body), c, a, 0.55 * u, -pin, pin, c.palette.metal);
    const double over = 0.06 * u;  // the caps hide both ends of the pin
    for (const double end : {-pin - over, pin + over - 0.3 * u})
        addRound(meshes.of(joint.A.body), c, raised(a, end), 0.72 * u, 0.0, 0.3 * u,
                 c.palette.metalDark);
    addRound(meshes.of(joint.B.body), c, b, 1.1 * u, -eye, eye, c.colorOf(joint.B.body));
}

/// A hinge whose pin has a thread.
void addScrew(Meshes& meshes, const SymbolContext& c, const JointElement& joint) {
    const double u = c.stage.unit, pin = 0.16 * c.stage.size;
    addHinge(meshes, c, joint, pin, 1.3 * u);
    const Frame a = frameAlong(joint.A.frame.r, joint.A.frame.R.col(2));
    const double pitch = 0.5 * u, first = pitch - pin;
    const int turns = static_cast<int>(std::ceil((pin - 0.7 * u - first) / pitch));
    for (int k = 0; k < turns; ++k)
        addRound(meshes.of(joint.A.body), c, raised(a, first + k * pitch), 0.72 * u, 0.0, 0.2 * u,
                 c.palette.metalDark);
}

/// Square rail on A, sleeve on B.
void addRail(Meshes& meshes, const SymbolContext& c, const JointElement& joint) {
    const bool reversed = joint.B.body == ground;
    const Marker& rail = reversed ? joint.B : joint.A;
    const Marker& block = reversed ? joint.A : joint.B;
    const double u = c.stage.unit, half = halfRail(c.stage);
    const Frame start = inverse(poseOf(c.poses, rail.body)) * worldFrame(c.poses, block);
    const Frame a = frameAlong(start.r, rail.frame.R.col(2), rail.frame.R.col(0));
    const Frame b = frameAlong(block.frame.r, block.frame.R.col(2), block.frame.R.col(0));
    const Color color = c.colorOf(block.body);
    addPlate(meshes.of(rail.body), a, roundedHull(rectangle(0.4 * u, 0.4 * u), 0.15 * u, 16), -half,
             half, 0.1 * u, c.palette.metal, c.palette.metal);
    for (const double end : {-half, half - 0.4 * u})
        addPlate(meshes.of(rail.body), raised(a, end),
                 roundedHull(rectangle(0.8 * u, 0.8 * u), 0.2 * u, 16), 0.0, 0.4 * u, 0.1 * u,
                 c.palette.ground, c.palette.groundDark);
    addPlate(meshes.of(block.body), b, roundedHull(rectangle(0.9 * u, 0.9 * u), 0.3 * u, 16),
             -1.6 * u, 1.6 * u, 0.15 * u, mix(color, black, 0.12), color);
}

/// A ball on B in a socket on A that opens towards the centre of mass of B.
void addBall(Meshes& meshes, const SymbolContext& c, const JointElement& joint) {
    const double u = c.stage.unit, inner = 1.02 * u, outer = 1.25 * u;
    const int sides = c.stage.sides;
    const Color& color = c.stage.bare() ? c.colorOf(joint.B.body) : c.palette.metal;
    addSphere(meshes.of(joint.B.body), {Matrix3d::Identity(), joint.B.frame.r}, u, color, sides);
    if (c.stage.bare()) return;
    const Frame& A = poseOf(c.poses, joint.A.body);
    const Vector3d at = worldFrame(c.poses, joint.A).r;
    const Vector3d own = joint.A.body == ground ? Vector3d(at - c.stage.up) : A.r;
    Vector3d away = at - own;
    if (away.norm() < 1e-9 * c.stage.size) away = c.stage.up;
    if (joint.A.body == ground && c.stage.hangsAt(at)) away = -c.stage.up;
    const Frame socket = frameAlong(joint.A.frame.r, A.R.transpose() * away);
    Mesh& mesh = meshes.of(joint.A.body);
    addSphere(mesh, socket, outer, c.colorOf(joint.A.body), sides, -1.5708, 0.2);
    const double rim = std::sin(0.2), radius = std::cos(0.2);
    const std::array<Turn, 2> edge{Turn{outer * radius, outer * rim}, Turn{inner, outer * rim}};
    addTurned(mesh, socket, edge, mix(c.colorOf(joint.A.body), black, 0.3), sides);
}

/// The cross of a universal joint: one arm along x of A, the other along y of B.
void addCross(Meshes& meshes, const SymbolContext& c, const JointElement& joint) {
    const double u = c.stage.unit, arm = 1.7 * u;
    const auto side = [&](const Marker& marker, const Vector3d& axis) {
        const Frame at = frameAlong(marker.frame.r, axis);
        Mesh& mesh = meshes.of(marker.body);
        addRound(mesh, c, at, 0.42 * u, -arm, arm, c.palette.metal);
        for (const double end : {-arm, arm - 0.7 * u})
            addRound(mesh, c, raised(at, end), 0.75 * u, 0.0, 0.7 * u, c.colorOf(marker.body));
    };
    side(joint.A, joint.A.frame.R.col(0));
    side(joint.B, joint.B.frame.R.col(1));
    addSphere(meshes.of(joint.B.body), {Matrix3d::Identity(), joint.B.frame.r}, 0.7 * u,
              c.palette.metalDark, c.stage.sides);
}

/// A ball between two shafts along the axes z.
void addConstantVelocity(Meshes& meshes, const SymbolContext& c, const JointElement& joint) {
    const double u = c.stage.unit, shaft = 1.7 * u;
    for (const Marker* m : {&joint.A, &joint.B})
        addRound(meshes.of(m->body), c, frameAlong(m->frame.r, m->frame.R.col(2)), 0.42 * u, -shaft,
                 shaft, c.palette.metal);
    addSphere(meshes.of(joint.B.body), {Matrix3d::Identity(), joint.B.frame.r}, 1.1 * u,
              c.palette.metalDark, c.stage.sides);
}

/// A plate on A, a puck on B.
void addPuck(Meshes& meshes, const SymbolContext& c, const JointElement& joint) {
    const double u = c.stage.unit, half = halfRail(c.stage);
    addPlate(meshes.of(joint.A.body), joint.A.frame,
             roundedHull(rectangle(half, half), 0.3 * u, 16), -0.3 * u, -0.1 * u, 0.05 * u,
             c.palette.metal, c.palette.metalDark);
    addRound(meshes.of(joint.B.body), c, joint.B.frame, 1.1 * u, -0.1 * u, 0.5 * u,
             c.colorOf(joint.B.body));
}

void addWeld(Meshes& meshes, const SymbolContext& c, const JointElement& joint) {
    const Marker& on = moverOf(joint);
    const double u = c.stage.unit;
    addPlate(meshes.of(on.body), on.frame, roundedHull(rectangle(0.75 * u, 0.75 * u), 0.15 * u, 16),
             -0.9 * u, 0.9 * u, 0.15 * u, c.palette.metalDark, c.palette.metalDark);
}

void addSpatialJoint(Meshes& meshes, const SymbolContext& c, const JointElement& joint) {
    const double u = c.stage.unit;
    if (joint.type == "revolute") addHinge(meshes, c, joint, 1.7 * u, 0.95 * u);
    if (joint.type == "cylindrical") addHinge(meshes, c, joint, 0.12 * c.stage.size, 1.3 * u);
    if (joint.type == "screw") addScrew(meshes, c, joint);
    if (joint.type == "prismatic") addRail(meshes, c, joint);
    if (joint.type == "spherical") addBall(meshes, c, joint);
    if (joint.type == "universal") addCross(meshes, c, joint);
    if (joint.type == "fixed") addWeld(meshes, c, joint);
    if (joint.type == "constant-velocity") addConstantVelocity(meshes, c, joint);
    if (joint.type == "planar") addPuck(meshes, c, joint);
    if (isNonHolonomic(joint.type)) return addRolling(meshes, c, joint);
    if (joint.curve) return addCurve(meshes, c, joint);
    if (joint.closes) return addGuide(meshes, c, joint);
    if (joint.type == "prismatic") return;  // the rail's ends already show ground
    for (const Marker* m : {&joint.A, &joint.B})
        if (m->body == ground) addPedestal(meshes.ground, c, m->frame.r);
}

}  // namespace

double halfRail(const Stage& stage) { return (stage.planar ? 0.24 : 0.2) * stage.size; }

Frame shownAt(const SymbolContext& c, const JointElement& joint, const Marker& marker) {
    if (!c.stage.planar) return marker.frame;
    const Vector3d at = raised(layerAt(c, marker), topOf(c, joint) - c.stage.base(marker.body)).r;
    return {marker.frame.R, at};
}

std::optional<Outline> camOutline(const JointElement& joint) {
    if (!joint.curve || !joint.curve->closed() || joint.type == "point-on-curve")
        return std::nullopt;
    Outline outline;
    outline.points = seenPoints(*joint.curve);
    if (joint.curve->side() > 0.0) std::ranges::reverse(outline.points);
    const std::size_t n = outline.points.size();
    for (std::size_t k = 0; k < n; ++k) {
        const Vector2d along = outline.points[(k + 1) % n] - outline.points[(k + n - 1) % n];
        outline.normals.push_back(Vector2d(along.y(), -along.x()).normalized());
    }
    outline.convex = joint.curve->isConvex();
    return outline;
}

Frame raised(Frame frame, double z) {
    frame.r += z * frame.R.col(2);
    return frame;
}

Frame layerAt(const SymbolContext& c, const Marker& marker) {
    Frame layer = layerFrame(c.stage, c.poses, marker.body);
    const Vector2d p = inLayer(layer, marker.frame.r);
    layer.r += layer.R.leftCols<2>() * p;
    return layer;
}

const Marker& moverOf(const JointElement& joint) {
    return joint.B.body != ground ? joint.B : joint.A;
}

void addJoints(Meshes& meshes, const SymbolContext& context) {
    for (const JointElement& joint : context.model.joints) {
        if (joint.distance || joint.type == "distance") {
            for (const Marker* m : {&joint.A, &joint.B})
                if (m->body == ground)
                    context.stage.planar ? addPlanarPedestal(meshes.ground, context, m->frame.r)
                                         : addPedestal(meshes.ground, context, m->frame.r);
            continue;
        }
        if (joint.type == "free") continue;
        context.stage.planar ? addPlanarJoint(meshes, context, joint)
                             : addSpatialJoint(meshes, context, joint);
    }
}

}  // namespace momentree::render
