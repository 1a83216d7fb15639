// SPDX-License-Identifier: Apache-2.0
#include "render/coupling_symbols.hpp"

#include <cmath>
#include <numbers>

namespace momentree::render {
namespace {

constexpr double parallel = 1e-6;                       ///< sine of the angle between axes
constexpr double smallCircle = 5.0, leastCircle = 1.2;  ///< radii [units of the stage]

/// The axis of a coupled joint at the start, world axes.
struct Axis {
    Vector3d at, along;
};
Axis axisOf(const SymbolContext& c, const JointElement& joint) {
    const Frame A = poseOf(c.poses, joint.A.body) * joint.A.frame;
    return {A.r, A.R.col(2)};
}

/// A term of a coupling.
struct Wheel {
    const JointElement* joint;
    double ratio;
    bool turns;
};

/// The terms of each coupling of the description.
std::vector<std::vector<Wheel>> wheelsOf(const Model& model) {
    std::vector<std::vector<Wheel>> all(model.description.couplings.size());
    const auto jointAt = [&](int index) { return &model.joints[static_cast<std::size_t>(index)]; };
    for (const CouplingElement& coupling : model.couplings) {
        if (coupling.described < 0) continue;  // the thread of a screw
        for (std::size_t k = 0; k < coupling.joints.size(); ++k) {
            const Constraint& term =
                model.constraints[static_cast<std::size_t>(coupling.firstConstraint) + k];
            all[static_cast<std::size_t>(coupling.described)].push_back(
                {jointAt(coupling.joints[k]), term.ratio, term.turns});
        }
    }
    for (const ElasticCoupling& coupling : model.elasticCouplings)
        for (const ElasticCoupling::Term& term : coupling.terms)
            all[static_cast<std::size_t>(coupling.described)].push_back(
                {jointAt(term.joint), term.ratio, term.turns});
    return all;
}

/// Radius of the pitch circle of one of two terms [m], 0 if they do not roll on each other.
double pitchRadius(const SymbolContext& c, const Wheel& own, const Wheel& other) {
    if (!other.turns) return std::abs(own.ratio / other.ratio);
    const Axis a = axisOf(c, *own.joint), b = axisOf(c, *other.joint);
    if (a.along.cross(b.along).norm() > parallel) return 0.0;
    const double distance = (b.at - a.at).cross(a.along).norm();
    // The wheels turn in opposite directions unless one of them is internal.
    const double sign = a.along.dot(b.along) > 0.0 ? 1.0 : -1.0;
    const double sum = std::abs(own.ratio + sign * other.ratio);
    return sum > 0.0 ? distance * std::abs(own.ratio) / sum : 0.0;
}

LooseSymbol circle(const SymbolContext& c, const JointElement& joint, double radius) {
    const double u = c.stage.unit;
    const Marker& on = moverOf(joint);
    LooseSymbol symbol;
    symbol.rule = LooseSymbol::Rule::Carried;
    symbol.A = symbol.B = on;
    Frame at{on.frame.R, on.frame.r};
    if (c.stage.planar) {
        const Frame layer = layerAt(c, on);
        const double side = layer.R.col(2).dot(at.R.col(2)) > 0.0 ? 1.0 : -1.0;
        at = raised(Frame{at.R, layer.r}, side * (c.stage.thickness() + 0.2 * u));
    }
    constexpr int corners = 64;
    for (int k = 0; k <= corners; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / corners;
        const Vector3d point(radius * std::cos(angle), radius * std::sin(angle), 0.0);
        symbol.outline.push_back((at * Frame{Matrix3d::Identity(), point}).r);
    }
    addWire(symbol.mesh, symbol.outline, 0.12 * u, c.palette.motion, 8);
    const std::array mark{at.r, symbol.outline.front()};
    addWire(symbol.mesh, mark, 0.08 * u, c.palette.motion, 8);
    symbol.reach = 0.3 * u;
    return symbol;
}

}  // namespace

std::vector<LooseSymbol> makeCouplings(const SymbolContext& context) {
    std::vector<LooseSymbol> symbols;
    const Model& model = context.model;
    const std::vector<std::vector<Wheel>> couplings = wheelsOf(model);
    for (std::size_t k = 0; k < couplings.size(); ++k) {
        const std::vector<Wheel>& terms = couplings[k];
        const Picked element{Picked::Kind::Coupling, static_cast<int>(k)};
        const Palette palette = paletteFor(context, element);
        const SymbolContext c{model, context.stage, context.poses, palette, context.colors};
        for (std::size_t i = 0; i < terms.size(); ++i) {
            if (!terms[i].turns) continue;
            double radius = 0.0;
            if (terms.size() == 2) radius = pitchRadius(c, terms[i], terms[1 - i]);
            const double unit = c.stage.unit;
            symbols.push_back(circle(c, *terms[i].joint,
                                     radius > leastCircle * unit ? radius : smallCircle * unit));
            symbols.back().element = element;
        }
    }
    return symbols;
}

}  // namespace momentree::render
