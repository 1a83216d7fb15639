// SPDX-License-Identifier: Apache-2.0
#include "core/session/law_jumps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "core/dynamics/loads.hpp"
#include "core/kinematics/counted_angles.hpp"
#include "core/kinematics/displaced.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

/// A jump stays as large when looked at more closely; a steep slope does not.
bool jumpsAtZero(const StateLaw& law, int input, double others) {
    std::array<double, StateLaw::mostInputs> inputs;
    inputs.fill(others);
    const auto across = [&](double distance) {
        double& x = inputs[static_cast<std::size_t>(input)];
        x = distance;
        const double above = law.at(inputs).f;
        x = -distance;
        return std::abs(above - law.at(inputs).f);
    };
    const double coarse = across(1e-9), fine = across(1e-12);
    return std::isfinite(coarse) && fine > 0.5 * coarse && fine > 0.0;
}

bool jumps(const StateLaw& law) {
    if (law.empty()) return false;
    for (int input = StateLaw::coordinate; input < static_cast<int>(StateLaw::mostInputs); ++input)
        if (law.reads(input))
            for (const double others : {1.0, 0.1})
                if (jumpsAtZero(law, input, others)) return true;
    return false;
}

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

}  // namespace

std::string firstJumpingForce(const Model& model) {
    const auto ofState = [](const auto& load) { return jumps(load.state); };
    if (const auto found = std::ranges::find_if(model.axialLoads, ofState);
        found != model.axialLoads.end())
        return found->name;
    if (const auto found = std::ranges::find_if(model.appliedLoads, ofState);
        found != model.appliedLoads.end())
        return found->name;
    return {};
}

std::string firstEndlessForce(const Model& model, double t, std::span<const BodyState> bodies,
                              double later) {
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

}  // namespace momentree
