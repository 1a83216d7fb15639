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

/// Radius of the pitch circle of one of two terms [m], 0 if they do not roll on each other.
double pitchRadius(const SymbolContext& c, const Constraint& own, const Constraint& other,
                   const JointElement& joint, const JointElement& otherJoint) {
    if (!other.turns) return std::abs(own.ratio / other.ratio);
    const Axis a = axisOf(c, joint), b = axisOf(c, otherJoint);
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
    for (std::size_t k = 0; k < model.description.couplings.size(); ++k) {
        const CouplingElement& coupling = model.couplings[k];
        const Picked element{Picked::Kind::Coupling, static_cast<int>(k)};
        const Palette palette = paletteFor(context, element);
        const SymbolContext c{model, context.stage, context.poses, palette, context.colors};
        const auto terms = std::span(model.constraints)
                               .subspan(static_cast<std::size_t>(coupling.firstConstraint),
                                        coupling.joints.size());
        const auto jointOf = [&](std::size_t term) -> const JointElement& {
            return model.joints[static_cast<std::size_t>(coupling.joints[term])];
        };
        for (std::size_t i = 0; i < terms.size(); ++i) {
            if (!terms[i].turns) continue;
            double radius = 0.0;
            if (terms.size() == 2)
                radius = pitchRadius(c, terms[i], terms[1 - i], jointOf(i), jointOf(1 - i));
            const double unit = c.stage.unit;
            symbols.push_back(
                circle(c, jointOf(i), radius > leastCircle * unit ? radius : smallCircle * unit));
            symbols.back().element = element;
        }
    }
    return symbols;
}

}  // namespace momentree::render
