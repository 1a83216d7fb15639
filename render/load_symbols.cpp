// SPDX-License-Identifier: Apache-2.0
#include "render/load_symbols.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

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

/// A turned part with a ball at its foot, where it is hung up.
Mesh strut(const SymbolContext& c, double radius, double length, const Color& color) {
    Mesh mesh;
    addCylinder(mesh, {}, radius, 0.0, length, color, std::max(10, c.stage.sides / 2));
    addSphere(mesh, {}, std::max(1.25 * radius, 0.42 * c.stage.unit), c.palette.metalDark,
              std::max(10, c.stage.sides / 2));
    return mesh;
}

LooseSymbol between(LooseSymbol::Rule rule, const Marker& a, const Marker& b, Mesh mesh,
                    double length) {
    LooseSymbol symbol;
    symbol.rule = rule;
    symbol.A = a;
    symbol.B = b;
    symbol.mesh = std::move(mesh);
    symbol.length = length;
    return symbol;
}

void addSpringDamper(std::vector<LooseSymbol>& symbols, const SymbolContext& c, const Marker& a,
                     const Marker& b, bool spring, bool damper) {
    using Rule = LooseSymbol::Rule;
    const double u = c.stage.unit, length = gap(c, a, b);
    if (spring) symbols.push_back(between(Rule::Span, a, b, coil(c, length), length));
    const double tube = spring ? 0.5 * u : 0.75 * u;
    if (damper) {
        symbols.push_back(
            between(Rule::FromA, a, b, strut(c, tube, 0.52 * length, c.palette.damper), length));
        symbols.push_back(between(Rule::FromA, b, a,
                                  strut(c, 0.45 * tube, 0.7 * length, c.palette.metal), length));
    } else {
        const Mesh end = strut(c, 0.3 * u, 0.3 * u, c.palette.metalDark);
        symbols.push_back(between(Rule::FromA, a, b, end, length));
        symbols.push_back(between(Rule::FromA, b, a, end, length));
    }
}

/// Largest magnitude over the run that the model proposes, or over ten seconds.
double largest(const Law& law, double duration) {
    constexpr int samples = 400;
    const double end = duration > 0.0 ? duration : 10.0;
    double most = 0.0;
    for (int k = 0; k <= samples; ++k) most = std::max(most, std::abs(law.at(end * k / samples).f));
    return std::isfinite(most) ? most : 0.0;
}

void addLoad(std::vector<LooseSymbol>& symbols, const SymbolContext& c, const Marker& at,
             const Vector3d& direction, bool bodyAxes, bool torque, const Law& law) {
    const double most = largest(law, c.model.description.run.duration);
    if (most <= 0.0 || direction.norm() <= 0.0) return;
    const double u = c.stage.unit;
    LooseSymbol symbol;
    symbol.rule = LooseSymbol::Rule::Load;
    symbol.A = symbol.B = at;
    symbol.direction = direction.normalized();
    symbol.bodyAxes = bodyAxes;
    symbol.law = law;
    symbol.most = most;
    if (torque)
        addArcArrow(symbol.mesh, {}, 2.7 * u, -2.4, 2.0, 0.2 * u, c.palette.load, 10);
    else
        addArrow(symbol.mesh, {}, std::max(0.16 * c.stage.size, 6.0 * u), 0.3 * u, c.palette.load,
                 std::max(10, c.stage.sides / 2));
    symbols.push_back(std::move(symbol));
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
    LooseSymbol symbol;
    symbol.rule = LooseSymbol::Rule::Load;
    symbol.A = symbol.B = a;
    symbol.direction = a.frame.R.col(2);
    symbol.bodyAxes = true;
    symbol.law.polynomial = {1.0};
    addWire(symbol.mesh, path, 0.14 * u, c.palette.spring, 8);
    symbols.push_back(std::move(symbol));
}

void addAxial(std::vector<LooseSymbol>& symbols, const SymbolContext& c, const AxialLoad& load) {
    if (!load.torque) {
        if (load.k != 0.0 || load.c != 0.0)
            addSpringDamper(symbols, c, load.A, load.B, load.k != 0.0, load.c != 0.0);
    } else if (load.k != 0.0) {
        addSpiral(symbols, c, load.A);
    }
    const Vector3d axis = load.A.frame.R.col(2);
    if (load.torque) {
        addLoad(symbols, c, load.A, axis, true, true, load.law);
    } else {  // felt at B, along an axis that A carries
        const Vector3d world = poseOf(c.poses, load.A.body).R * axis;
        addLoad(symbols, c, load.B, poseOf(c.poses, load.B.body).R.transpose() * world, true, false,
                load.law);
    }
}

}  // namespace

std::vector<LooseSymbol> makeLoads(const SymbolContext& context) {
    std::vector<LooseSymbol> symbols;
    for (const SpringDamper& s : context.model.springs)
        addSpringDamper(symbols, context, s.A, s.B, s.k != 0.0 || s.c == 0.0, s.c != 0.0);
    for (const AxialLoad& load : context.model.axialLoads) addAxial(symbols, context, load);
    for (const AppliedLoad& load : context.model.appliedLoads)
        addLoad(symbols, context, load.at, load.direction, load.bodyAxes, load.torque, load.law);
    return symbols;
}

std::vector<LooseSymbol> makeRods(const SymbolContext& context) {
    std::vector<LooseSymbol> symbols;
    const double u = context.stage.unit;
    for (const JointElement& joint : context.model.joints) {
        if (!joint.distance) continue;
        const double length = gap(context, joint.A, joint.B);
        Mesh rod;
        const std::array<Turn, 2> profile{Turn{0.28 * u, 0.0}, Turn{0.28 * u, length}};
        addTurned(rod, {}, profile, context.palette.rod, std::max(8, context.stage.sides / 2));
        symbols.push_back(
            between(LooseSymbol::Rule::Span, joint.A, joint.B, std::move(rod), length));
    }
    return symbols;
}

Eigen::Matrix4d placement(const LooseSymbol& symbol, const Stage& stage,
                          std::span<const Frame> poses, double time) {
    Vector3d from = worldFrame(poses, symbol.A).r, to = worldFrame(poses, symbol.B).r;
    if (stage.planar) {  // in front of every plate
        const double top = stage.plane + (stage.layerCount + 0.6) * stage.pitch();
        from += (top - stage.front.dot(from)) * stage.front;
        to += (top - stage.front.dot(to)) * stage.front;
    }
    Vector3d axis = to - from, scale = Vector3d::Ones();
    if (symbol.rule == LooseSymbol::Rule::Load) {
        const double value = symbol.law.at(time).f / symbol.most;
        axis = symbol.bodyAxes ? Vector3d(poseOf(poses, symbol.A.body).R * symbol.direction)
                               : symbol.direction;
        if (value < 0.0) axis = -axis;
        scale.setConstant(std::abs(value));
    } else if (symbol.rule == LooseSymbol::Rule::Span) {
        scale.z() = axis.norm() / symbol.length;
    }
    Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
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
