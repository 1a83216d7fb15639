// SPDX-License-Identifier: Apache-2.0
#include "render/load_symbols.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/model/rolling.hpp"
#include "render/ground_symbols.hpp"

namespace momentree::render {
namespace {

using std::numbers::pi;

double gap(const SymbolContext& c, const Marker& a, const Marker& b) {
    const double d = (worldFrame(c.poses, b).r - worldFrame(c.poses, a).r).norm();
    return std::max(d, 4.0 * c.stage.unit);
}

Mesh coil(const SymbolContext& c, double length) {
    const double u = c.stage.unit, radius = 1.05 * u, lead = 0.1 * length;
    const int turns = static_cast<int>(std::clamp(std::lround(0.8 * length / (1.1 * u)), 5L, 14L));
    const int steps = 14;
    std::vector<Vector3d> path{Vector3d::Zero(), {0.0, 0.0, 0.9 * lead}};
    for (int k = 0; k <= turns * steps; ++k) {
        const double angle = 2.0 * pi * k / steps;
        const double z = lead + (length - 2.0 * lead) * k / (turns * steps);
        path.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
    }
    path.emplace_back(0.0, 0.0, length - 0.9 * lead);
    path.emplace_back(0.0, 0.0, length);
    Mesh mesh;
    addWire(mesh, path, 0.17 * u, c.palette.spring, 8);
    return mesh;
}

/// A connection of two points in its initial state.
struct Line {
    const SymbolContext& c;
    const Marker &a, &b;
    double length;

    LooseSymbol part(LooseSymbol::Rule rule, Mesh mesh, double meshLength = 0.0) const {
        LooseSymbol symbol;
        symbol.rule = rule;
        symbol.A = a;
        symbol.B = b;
        symbol.mesh = std::move(mesh);
        symbol.length = meshLength > 0.0 ? meshLength : length;
        symbol.rest = length;
        return symbol;
    }
};

/// How a damper fills the distance between its ends: the cylinder keeps its length while there is
/// room.
struct DamperParts {
    double bottom, top, piston;
    DamperParts(double distance, double rest)
        : bottom(0.15 * distance), top(bottom + std::min(0.45 * rest, 0.6 * distance)) {
        piston = bottom + (top - bottom) * (0.15 + 0.65 * distance / (distance + rest));
    }
};

Mesh straightWire(const Color& color, double radius, double length, int sides) {
    Mesh mesh;
    addWire(mesh, std::array{Vector3d(0, 0, 0), Vector3d(0, 0, length)}, radius, color, sides);
    return mesh;
}

/// In the plane an open cup, so that the piston is visible; in space a cylinder.
Mesh damperCylinder(const SymbolContext& c, double radius, double length) {
    Mesh mesh;
    if (c.stage.planar) {
        const std::array<Vector3d, 4> cup{Vector3d(0, -radius, length), Vector3d(0, -radius, 0),
                                          Vector3d(0, radius, 0), Vector3d(0, radius, length)};
        addWire(mesh, cup, 0.17 * c.stage.unit, c.palette.damper, 8);
    } else {
        addCylinder(mesh, {}, radius, 0.0, length, c.palette.damper,
                    std::max(10, c.stage.sides / 2));
    }
    return mesh;
}

Mesh damperPiston(const SymbolContext& c, double radius) {
    const double half = 0.16 * c.stage.unit;
    Mesh mesh;
    addCylinder(mesh, {}, 0.8 * radius, -half, half, c.palette.damper,
                std::max(10, c.stage.sides / 2));
    return mesh;
}

void addDamper(std::vector<LooseSymbol>& symbols, const Line& line, double radius) {
    using Rule = LooseSymbol::Rule;
    const SymbolContext& c = line.c;
    const double u = c.stage.unit;
    const DamperParts parts(line.length, line.length);
    const double cup = parts.top - parts.bottom;
    const int sides = 8;
    symbols.push_back(line.part(
        Rule::Lead, straightWire(c.palette.damper, 0.17 * u, parts.bottom, sides), parts.bottom));
    symbols.push_back(line.part(Rule::Cylinder, damperCylinder(c, radius, cup), cup));
    if (c.stage.planar) symbols.push_back(line.part(Rule::Piston, damperPiston(c, radius)));
    const double rod = line.length - parts.piston;
    symbols.push_back(
        line.part(Rule::Rod, straightWire(c.palette.damper, 0.17 * u, rod, sides), rod));
}

void addSpringDamper(std::vector<LooseSymbol>& symbols, const SymbolContext& c, const Marker& a,
                     const Marker& b, bool spring, bool damper) {
    using Rule = LooseSymbol::Rule;
    const double u = c.stage.unit;
    const Line line{c, a, b, gap(c, a, b)}, back{c, b, a, line.length};
    const std::size_t first = symbols.size();
    const double radius = damper && !spring ? 0.9 * u : 0.55 * u;
    if (spring) symbols.push_back(line.part(Rule::Span, coil(c, line.length)));
    if (damper) addDamper(symbols, line, radius);
    Mesh ball;
    addSphere(ball, {}, 0.42 * u, c.palette.metalDark, std::max(10, c.stage.sides / 2));
    symbols.push_back(line.part(Rule::Foot, ball));
    symbols.push_back(back.part(Rule::Foot, ball));
    // Picked from end to end, independent of its parts.
    LooseSymbol whole = line.part(Rule::Span, {});
    whole.outline = {Vector3d::Zero(), Vector3d(0.0, 0.0, line.length)};
    whole.reach = spring ? 1.1 * u : radius;
    symbols.insert(symbols.begin() + static_cast<std::ptrdiff_t>(first), std::move(whole));
}

/// Largest magnitude over the duration proposed by the model, or over ten seconds.
double largest(const Law& law, double duration) {
    constexpr int samples = 400;
    const double end = duration > 0.0 ? duration : 10.0;
    double most = 0.0;
    for (int k = 0; k <= samples; ++k) most = std::max(most, std::abs(law.at(end * k / samples).f));
    return std::isfinite(most) ? most : 0.0;
}

/// What an arrow shows: a law of state, which a picture does not evaluate, and a motor as one of
/// unit size.
Law shownLaw(const AppliedLoad& load) {
    Law law = load.law;
    if (!load.state.empty()) law.polynomial = {1.0};
    return law;
}
Law shownLaw(const AxialLoad& load) {
    Law law = load.law;
    if (!load.state.empty()) law.polynomial = {1.0};
    if (!load.characteristic.motor.empty()) law.polynomial = {load.characteristic.motor.stall};
    return law;
}

constexpr double shaftRadius = 0.3, headLength = 1.8;  ///< of a force's arrow [unit]

LooseSymbol loadAt(const Marker& at, const Vector3d& direction, bool bodyAxes, const Law& law,
                   double most) {
    LooseSymbol symbol;
    symbol.A = symbol.B = at;
    symbol.direction = direction.normalized();
    symbol.bodyAxes = bodyAxes;
    symbol.law = law;
    symbol.most = most;
    return symbol;
}

/// The shaft is stretched, the head is not, so that heads of weak and strong forces look alike.
void addForce(std::vector<LooseSymbol>& symbols, const SymbolContext& c, LooseSymbol symbol) {
    const double u = c.stage.unit, radius = shaftRadius * u, head = headLength * u;
    const int sides = std::max(10, c.stage.sides / 2);
    LooseSymbol tip = symbol;
    symbol.rule = LooseSymbol::Rule::Shaft;
    symbol.mesh = straightWire(c.palette.load, radius, 1.0, sides);
    symbol.outline = {Vector3d::Zero(), Vector3d::UnitZ()};
    symbol.reach = radius;
    symbols.push_back(std::move(symbol));
    tip.rule = LooseSymbol::Rule::Head;
    tip.length = head;
    const std::array<Turn, 3> cone{Turn{0.0, 0.0}, Turn{2.4 * radius, 0.0}, Turn{0.0, head}};
    addTurned(tip.mesh, {}, cone, c.palette.load, sides);
    tip.outline = {Vector3d::Zero(), Vector3d(0.0, 0.0, head)};
    tip.reach = radius;
    symbols.push_back(std::move(tip));
}

std::vector<Vector3d> circle(double radius, double from, double to) {
    std::vector<Vector3d> points;
    for (int k = 0; k <= 24; ++k) {
        const double angle = from + (to - from) * k / 24;
        points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0.0);
    }
    return points;
}

void addTorque(std::vector<LooseSymbol>& symbols, const SymbolContext& c, LooseSymbol symbol) {
    const double u = c.stage.unit;
    symbol.rule = LooseSymbol::Rule::Load;
    addArcArrow(symbol.mesh, {}, 2.7 * u, -2.4, 2.0, 0.2 * u, c.palette.load, 10);
    symbol.outline = circle(2.7 * u, -2.4, 2.0);
    symbol.reach = 0.3 * u;
    symbols.push_back(std::move(symbol));
}

void addLoad(std::vector<LooseSymbol>& symbols, const SymbolContext& c, const Marker& at,
             const Vector3d& direction, bool bodyAxes, bool torque, const Law& law) {
    const double most = largest(law, c.model.description.run.duration);
    if (most <= 0.0 || direction.norm() <= 0.0) return;
    const LooseSymbol symbol = loadAt(at, direction, bodyAxes, law, most);
    torque ? addTorque(symbols, c, symbol) : addForce(symbols, c, symbol);
}

LooseSymbol aboutAxis(const Marker& a) {
    LooseSymbol symbol = loadAt(a, a.frame.R.col(2), true, {}, 1.0);
    symbol.rule = LooseSymbol::Rule::Load;
    symbol.law.polynomial = {1.0};
    return symbol;
}

/// A torsion spring about z of A.
void addSpiral(std::vector<LooseSymbol>& symbols, const SymbolContext& c, const Marker& a) {
    const double u = c.stage.unit;
    std::vector<Vector3d> path;
    for (int k = 0; k <= 72; ++k) {
        const double angle = 6.0 * pi * k / 72;
        const double radius = u * (0.8 + 1.3 * k / 72);
        path.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0.0);
    }
    LooseSymbol symbol = aboutAxis(a);
    addWire(symbol.mesh, path, 0.14 * u, c.palette.spring, 8);
    symbol.outline = circle(1.7 * u, 0.0, 2.0 * pi);
    symbol.reach = 0.5 * u;
    symbols.push_back(std::move(symbol));
}

/// A damper about z of A: a drum open on one side, and a vane that turns in it.
void addDrum(std::vector<LooseSymbol>& symbols, const SymbolContext& c, const Marker& a) {
    const double u = c.stage.unit, radius = 2.4 * u, open = 0.6;
    LooseSymbol symbol = aboutAxis(a);
    addWire(symbol.mesh, circle(radius, 0.5 * pi + open, 2.5 * pi - open), 0.2 * u,
            c.palette.damper, 8);
    for (const double side : {-1.0, 1.0}) {
        const Vector3d along(side, 0.0, 0.0);
        addWire(symbol.mesh, std::array<Vector3d, 2>{0.8 * u * along, 0.82 * radius * along},
                0.3 * u, c.palette.damper, 8);
    }
    symbol.outline = circle(radius, 0.5 * pi + open, 2.5 * pi - open);
    symbol.reach = 0.3 * u;
    symbols.push_back(std::move(symbol));
}

/// A bushing: a ring of rubber about z of A.
void addRing(std::vector<LooseSymbol>& symbols, const SymbolContext& c, const Marker& a) {
    const double u = c.stage.unit;
    LooseSymbol symbol = aboutAxis(a);
    symbol.outline = circle(1.4 * u, 0.0, 2.0 * pi);
    symbol.reach = 0.5 * u;
    addWire(symbol.mesh, symbol.outline, symbol.reach, c.palette.spring, 10);
    symbols.push_back(std::move(symbol));
}

bool hasSpring(const AxialLoad& load) {
    return load.k != 0.0 || !load.characteristic.curve.empty();
}
bool hasDamper(const AxialLoad& load) {
    return load.c != 0.0 || !load.characteristic.friction.empty();
}

void addAxial(std::vector<LooseSymbol>& symbols, const SymbolContext& c, const AxialLoad& load) {
    const Vector3d axis = load.A.frame.R.col(2);
    const bool springs = hasSpring(load), damps = hasDamper(load);
    if (load.torque) {
        if (springs) addSpiral(symbols, c, load.A);
        if (damps) addDrum(symbols, c, load.A);
        return addLoad(symbols, c, load.A, axis, true, true, shownLaw(load));
    }
    if (springs || damps) addSpringDamper(symbols, c, load.A, load.B, springs, damps);
    // Acts at B, along an axis fixed in A.
    const Vector3d world = poseOf(c.poses, load.A.body).R * axis;
    addLoad(symbols, c, load.B, poseOf(c.poses, load.B.body).R.transpose() * world, true, false,
            shownLaw(load));
}

/// The loads of one kind, each with its colours and its index in the description.
template <typename Loads, typename Add>
void addEach(std::vector<LooseSymbol>& symbols, const SymbolContext& context, const Loads& loads,
             Add add) {
    const auto& forces = context.model.description.forces;
    for (const auto& load : loads) {
        const auto found = std::ranges::find(forces, load.name, &ForceDescription::name);
        Picked element;
        if (found != forces.end())
            element = {Picked::Kind::Force, static_cast<int>(found - forces.begin())};
        const Palette palette = paletteFor(context, element);
        const std::size_t first = symbols.size();
        add(SymbolContext{context.model, context.stage, context.poses, palette, context.colors},
            load);
        for (std::size_t k = first; k < symbols.size(); ++k) symbols[k].element = element;
    }
}

struct Stretch {
    double from = 0.0, length = 0.0;  ///< along the line from A to B; 0 leaves the mesh unchanged
};

Stretch stretchOf(const LooseSymbol& symbol, double distance) {
    using Rule = LooseSymbol::Rule;
    const DamperParts parts(distance, symbol.rest);
    switch (symbol.rule) {
        case Rule::Span:
            return {0.0, distance};
        case Rule::Lead:
            return {0.0, parts.bottom};
        case Rule::Cylinder:
            return {parts.bottom, parts.top - parts.bottom};
        case Rule::Piston:
            return {parts.piston, 0.0};
        case Rule::Rod:
            return {parts.piston, distance - parts.piston};
        default:
            return {};
    }
}

/// Length of a load's arrow at a time, negative if opposite to its direction [m]; for a torque
/// relative to its maximum.
double arrowOf(const LooseSymbol& symbol, double time, const ForceScale& scale) {
    const double part = symbol.law.at(time).f / symbol.most;
    if (symbol.rule == LooseSymbol::Rule::Load) return part;
    return part * std::max(symbol.most * scale.metresPerNewton, scale.shortest);
}

}  // namespace

Palette paletteFor(const SymbolContext& context, const Picked& element) {
    Palette palette = context.palette;
    if (std::ranges::find(context.selected, element) == context.selected.end()) return palette;
    for (Color* color : {&palette.spring, &palette.damper, &palette.load, &palette.motion,
                         &palette.rod, &palette.metalDark})
        *color = palette.selection;
    return palette;
}

std::vector<LooseSymbol> makeLoads(const SymbolContext& context) {
    std::vector<LooseSymbol> symbols;
    addEach(symbols, context, context.model.springs,
            [&](const SymbolContext& c, const SpringDamper& s) {
                addSpringDamper(symbols, c, s.A, s.B, s.k != 0.0 || s.c == 0.0, s.c != 0.0);
            });
    addEach(symbols, context, context.model.bushings,
            [&](const SymbolContext& c, const Bushing& b) { addRing(symbols, c, b.A); });
    addEach(symbols, context, context.model.axialLoads,
            [&](const SymbolContext& c, const AxialLoad& load) { addAxial(symbols, c, load); });
    addEach(symbols, context, context.model.appliedLoads,
            [&](const SymbolContext& c, const AppliedLoad& load) {
                addLoad(symbols, c, load.at, load.direction, load.bodyAxes, load.torque,
                        shownLaw(load));
            });
    return symbols;
}

void addGroundEnds(Mesh& mesh, const SymbolContext& context) {
    const auto add = [&](const Marker& a, const Marker& b) {
        for (const auto& [end, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
            const Vector3d& at = end->frame.r;
            const bool joined = std::ranges::any_of(
                context.stage.grounds,
                [&](const GroundPoint& point) { return (point.at - at).norm() < 1e-7; });
            if (end->body == ground && !joined)
                addGroundEnd(mesh, context, at, worldFrame(context.poses, *other).r);
        }
    };
    for (const SpringDamper& spring : context.model.springs) add(spring.A, spring.B);
    for (const Bushing& bushing : context.model.bushings) add(bushing.A, bushing.B);
    for (const AxialLoad& load : context.model.axialLoads)
        if (!load.torque && (hasSpring(load) || hasDamper(load))) add(load.A, load.B);
}

void addGroundPlanes(Mesh& mesh, const SymbolContext& context) {
    std::vector<Frame> planes;
    const auto add = [&](const Marker& A) {
        if (A.body != ground) return;
        const Frame plane = A.frame;
        const auto same = [&](const Frame& other) {
            const Vector3d normal = other.R.col(2);
            return normal.cross(plane.R.col(2)).norm() < 1e-6 &&
                   std::abs(normal.dot(plane.r - other.r)) < 1e-6 * context.stage.size;
        };
        if (std::ranges::any_of(planes, same)) return;
        planes.push_back(plane);
        addGroundPlane(mesh, context, plane);
    };
    for (const JointElement& joint : context.model.joints)
        if (rolls(joint.type)) add(joint.A);
    for (const ContactLoad& contact : context.model.contactLoads)
        if (!contact.spheres) add(contact.A);
    for (const Stop& stop : context.model.stops)
        if (stop.joint < 0 && !stop.spheres) add(stop.A);
}

std::vector<LooseSymbol> makeRods(const SymbolContext& context) {
    std::vector<LooseSymbol> symbols;
    const double u = context.stage.unit;
    for (std::size_t k = 0; k < context.model.joints.size(); ++k) {
        const JointElement& joint = context.model.joints[k];
        if (!joint.distance) continue;
        const Picked element{Picked::Kind::Joint, static_cast<int>(k)};
        const double length = gap(context, joint.A, joint.B);
        Mesh rod;
        const std::array<Turn, 2> profile{Turn{0.28 * u, 0.0}, Turn{0.28 * u, length}};
        addTurned(rod, {}, profile, paletteFor(context, element).rod,
                  std::max(8, context.stage.sides / 2));
        LooseSymbol symbol =
            Line{context, joint.A, joint.B, length}.part(LooseSymbol::Rule::Span, std::move(rod));
        symbol.element = element;
        symbol.outline = {Vector3d::Zero(), Vector3d(0.0, 0.0, length)};
        symbol.reach = 0.28 * u;
        symbols.push_back(std::move(symbol));
    }
    return symbols;
}

double largestForce(const Model& model) {
    const double duration = model.description.run.duration;
    double most = 0.0;
    for (const AppliedLoad& load : model.appliedLoads)
        if (!load.torque) most = std::max(most, largest(shownLaw(load), duration));
    for (const AxialLoad& load : model.axialLoads)
        if (!load.torque) most = std::max(most, largest(shownLaw(load), duration));
    return most;
}

Eigen::Matrix4d placement(const LooseSymbol& symbol, const Stage& stage,
                          std::span<const Frame> poses, double time, const ForceScale& forces) {
    using Rule = LooseSymbol::Rule;
    Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
    if (symbol.rule == Rule::Carried) {
        const Frame& body = poseOf(poses, symbol.A.body);
        matrix.topLeftCorner<3, 3>() = body.R;
        matrix.topRightCorner<3, 1>() = body.r;
        return matrix;
    }
    Vector3d from = worldFrame(poses, symbol.A).r, to = worldFrame(poses, symbol.B).r;
    if (stage.planar) {  // in front of all plates
        const double top = stage.plane + (stage.layerCount + 0.6) * stage.pitch();
        from += (top - stage.front.dot(from)) * stage.front;
        to += (top - stage.front.dot(to)) * stage.front;
    }
    Vector3d axis = to - from, scale = Vector3d::Ones();
    if (symbol.rule == Rule::Load || symbol.rule == Rule::Shaft || symbol.rule == Rule::Head) {
        const double arrow = arrowOf(symbol, time, forces), length = std::abs(arrow);
        axis = symbol.bodyAxes ? Vector3d(poseOf(poses, symbol.A.body).R * symbol.direction)
                               : symbol.direction;
        if (arrow < 0.0) axis = -axis;
        const double head = std::min(headLength * stage.unit, 0.5 * length);
        if (symbol.rule == Rule::Load) scale.setConstant(length);
        if (symbol.rule == Rule::Shaft)
            scale << Eigen::Vector2d::Constant(head / (headLength * stage.unit)), length - head;
        if (symbol.rule == Rule::Head) {
            scale.setConstant(head / symbol.length);
            from += (length - head) * axis.normalized();
        }
    } else if (axis.norm() > 0.0) {
        const Stretch stretch = stretchOf(symbol, axis.norm());
        if (stretch.length > 0.0) scale.z() = stretch.length / symbol.length;
        from += stretch.from * axis.normalized();
    }
    if (axis.norm() < 1e-12 * stage.size || scale.minCoeff() < 1e-6) {
        matrix.topLeftCorner<3, 3>().setZero();
        return matrix;
    }
    const Frame frame = frameAlong(from, axis, stage.planar ? stage.front : stage.up);
    matrix.topLeftCorner<3, 3>() = frame.R * scale.asDiagonal();
    matrix.topRightCorner<3, 1>() = frame.r;
    return matrix;
}

}  // namespace momentree::render
