// SPDX-License-Identifier: Apache-2.0
#include "core/dynamics/endless_force.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/dynamics/loads.hpp"
#include "core/kinematics/counted_angles.hpp"
#include "core/kinematics/displaced.hpp"
#include "core/math/index.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

/// Powers of all forces.
std::vector<Exchange> exchangesAt(const Model& model, double t,
                                  const std::vector<BodyKinematics<double>>& bodies) {
    const CountedAngles counted = countedAngles(model);
    const std::vector<double> unknown(toIndex(counted.joints),
                                      std::numeric_limits<double>::quiet_NaN());
    std::vector<double> angles(model.loadAngles(), 0.0);
    anglesOfLoads(counted, anglesNear(counted, bodies, unknown), angles);
    std::vector<Exchange> out(toIndex(ExchangeOrder(model).count));
    exchangesOf(model, t, bodies, angles, out);
    return out;
}

std::string nameOf(const Model& model, double t, std::span<const BodyState> bodies, double later) {
    // Of a motion that runs away, forces are too large whatever their laws are.
    constexpr double far = 1e9;
    for (const BodyState& body : bodies)
        if (!(std::max({body.r.norm(), body.v.norm(), body.w.norm()}) < far)) return {};
    for (const double h : {0.0, later}) {
        std::vector<BodyKinematics<double>> moved = kinematicsOf(bodies);
        for (BodyKinematics<double>& body : moved) displace(body, h * body.v, h * body.w);
        const std::vector<Exchange> exchanges = exchangesAt(model, t + h, moved);
        for (const WorkSource& source : workSources(model))
            for (const int k : source.exchanges)
                if (!std::isfinite(exchanges[toIndex(k)].power)) return source.name;
    }
    return {};
}

}  // namespace

std::optional<Message> endlessForce(const Model& model, double t, std::span<const BodyState> bodies,
                                    double later) {
    const std::string force = nameOf(model, t, bodies, later), time = numberText(t, 6);
    if (force.empty()) return std::nullopt;
    if (std::ranges::find(model.bushings, force, &Bushing::name) != model.bushings.end())
        return MOMENTREE_TEXT("bushing-turned",
                              "bushing '%1' has turned by more than 3 rad at t = %2 s, where its "
                              "rotation has no axis; use a joint with an axial torque for large "
                              "angles")(force, time);
    if (later == 0.0)
        return MOMENTREE_TEXT("force-without-value",
                              "'%1' has no finite value at t = %2 s: its law divides by zero, or "
                              "takes the root of a negative number; change it where it has no "
                              "value")(force, time);
    return MOMENTREE_TEXT("force-not-finite",
                          "'%1' has no finite value at t = %2 s or one step later: its law divides "
                          "by zero, or takes the root of a negative number; change it where it has "
                          "no value")(force, time);
}

}  // namespace momentree
