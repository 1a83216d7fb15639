// SPDX-License-Identifier: Apache-2.0
#include "render/motion_symbols.hpp"

#include <algorithm>
#include <cmath>

namespace momentree::render {
namespace {

LooseSymbol carriedBy(const Marker& marker) {
    LooseSymbol symbol;
    symbol.rule = LooseSymbol::Rule::Carried;
    symbol.A = symbol.B = marker;
    return symbol;
}

LooseSymbol turnArrow(const SymbolContext& c, const Marker& a, const Marker& b) {
    const double u = c.stage.unit;
    constexpr double from = -0.6, to = 3.9;
    LooseSymbol symbol = carriedBy(a);
    Frame at = raised(frameAlong(a.frame.r, a.frame.R.col(2)), 2.2 * u);
    if (c.stage.planar) {
        const double top =
            std::max(c.stage.base(a.body), c.stage.base(b.body)) + c.stage.thickness();
        at = raised(layerAt(c, a), top - c.stage.base(a.body) + 0.3 * u);
    }
    const double radius = 2.2 * u;
    addArcArrow(symbol.mesh, at, radius, from, to, 0.22 * u, c.palette.motion, 10);
    for (int k = 0; k <= 16; ++k) {
        const double angle = from + (to - from) * k / 16;
        symbol.outline.push_back(
            (at *
             Frame{Matrix3d::Identity(), {radius * std::cos(angle), radius * std::sin(angle), 0.0}})
                .r);
    }
    symbol.reach = 0.3 * u;
    return symbol;
}

/// Arrows in both directions along the axis of a driven slide, next to its block.
LooseSymbol slideArrow(const SymbolContext& c, const JointElement& joint) {
    const double u = c.stage.unit;
    const Marker& on = moverOf(joint);
    LooseSymbol symbol = carriedBy(on);
    Frame at = frameAlong(on.frame.r, on.frame.R.col(2), on.frame.R.col(0));
    const Vector3d up = poseOf(c.poses, on.body).R.transpose() * c.stage.up;
    Vector3d aside = up - at.R.col(2) * at.R.col(2).dot(up);
    aside = aside.norm() > 1e-6 ? aside.normalized() : Vector3d(at.R.col(0));
    at.r += 2.2 * u * aside;
    if (c.stage.planar) at.r += layerAt(c, on).R.col(2) * c.stage.pitch() * c.stage.layerCount;
    const double length = 2.6 * u;
    for (const double side : {1.0, -1.0}) {
        const Frame arrow = frameAlong(at.r, side * at.R.col(2));
        addArrow(symbol.mesh, arrow, length, 0.2 * u, c.palette.motion, 10);
        symbol.outline.push_back(at.r + side * length * at.R.col(2));
    }
    symbol.reach = 0.4 * u;
    return symbol;
}

}  // namespace

std::vector<LooseSymbol> makeMotions(const SymbolContext& context) {
    std::vector<LooseSymbol> symbols;
    for (std::size_t k = 0; k < context.model.motions.size(); ++k) {
        const MotionElement& motion = context.model.motions[k];
        const Picked element{Picked::Kind::Motion, static_cast<int>(k)};
        const Palette palette = paletteFor(context, element);
        const SymbolContext c{context.model, context.stage, context.poses, palette, context.colors};
        const JointElement* joint =
            motion.joint < 0 ? nullptr
                             : &context.model.joints[static_cast<std::size_t>(motion.joint)];
        symbols.push_back(joint && !motion.rotation ? slideArrow(c, *joint)
                          : joint                   ? turnArrow(c, joint->A, joint->B)
                                                    : turnArrow(c, motion.A, motion.B));
        symbols.back().element = element;
    }
    return symbols;
}

}  // namespace momentree::render
