// SPDX-License-Identifier: Apache-2.0
#include "core/model/held_stops.hpp"

#include "core/model/topology.hpp"

namespace momentree {
namespace {

void hold(Model& model, const Stop& stop) {
    MotionElement motion{.name = stop.name,
                         .joint = stop.joint,
                         .rotation = stop.turns,
                         .coordinate = stop.coordinate,
                         .A = stop.A,
                         .B = stop.B,
                         .law = {}};
    motion.law.polynomial = {stop.bound};
    Constraint c;
    c.kind = stop.turns     ? Constraint::Kind::Angle
             : stop.spheres ? Constraint::Kind::Distance
                            : Constraint::Kind::Offset;
    if (stop.spheres) c.length = stop.bound;
    c.bodyA = stop.A.body;
    c.bodyB = stop.B.body;
    c.s_a = stop.A.frame.r;
    c.s_b = stop.B.frame.r;
    c.x_a = stop.A.frame.R.col(stop.turns ? 1 : 2);
    c.n_a = stop.A.frame.R.col(2);
    c.y_b = stop.B.frame.R.col(0);
    c.motion = static_cast<int>(model.motions.size());
    c.firstRow = model.constraintRows++;
    model.motions.push_back(std::move(motion));
    model.constraints.push_back(c);
}

/// Takes out what the tree has added for bodies without rotation, and finds those.
std::vector<char> takePointMasses(Model& model) {
    std::vector<char> pointMass(model.bodies.size(), 0);
    const auto ofTree = [](const Constraint& c) {
        return c.joint < 0 && c.motion < 0 && c.coupling < 0;
    };
    while (!model.constraints.empty() && ofTree(model.constraints.back())) {
        pointMass[static_cast<std::size_t>(model.constraints.back().bodyB)] = 1;
        model.constraints.pop_back();
        --model.constraintRows;
    }
    return pointMass;
}

}  // namespace

std::shared_ptr<Model> withHeldStops(const Model& model, std::span<const Stop> stops,
                                     std::span<const Slipping> sides) {
    auto held = std::make_shared<Model>(model);
    for (std::size_t k = 0; k < sides.size(); ++k)
        setSide(held->axialLoads[k].characteristic.friction, sides[k]);
    if (stops.empty()) return held;
    const std::vector<char> pointMass = takePointMasses(*held);
    for (const Stop& stop : stops) hold(*held, stop);
    for (Constraint& c : held->constraints) c.closureRow = -1;
    held->tree = {};
    buildTree(*held, pointMass);
    return held;
}

}  // namespace momentree
