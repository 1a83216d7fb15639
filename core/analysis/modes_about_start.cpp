// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/modes_about_start.hpp"

#include <algorithm>
#include <numbers>

#include "core/analysis/controller_refusal.hpp"
#include "core/dynamics/endless_force.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/counted_angles.hpp"
#include "core/kinematics/free_motions.hpp"
#include "core/kinematics/mechanism_scales.hpp"
#include "core/math/decompositions.hpp"
#include "core/model/sticking.hpp"

namespace momentree {

Result<ModesAboutStart> modesAboutStart(const Model& model) {
    if (const AxialLoad* load = firstSticking(model))
        return fail(error(Place::force(load->name),
                          MOMENTREE_TEXT("modes-stick",
                                         "its friction sticks, and has no linear law at rest; give "
                                         "it a 'speed', or remove it")));
    if (auto known = refuseControllerStates(model); !known) return tl::unexpected(known.error());
    auto start = assemble(model);
    if (!start) return tl::unexpected(start.error());
    if (const auto endless = endlessForce(model, 0.0, start->bodies, 0.0))
        return fail(error(Place::run(), *endless));
    Linearisation about = linearise(model, start->bodies, anglesOf(countedAngles(model), *start));
    if (!about.K_r.allFinite() || !about.C_r.allFinite())
        return fail(error(Place::run(),
                          MOMENTREE_TEXT("modes-no-slope",
                                         "a force has no finite slope at the start, such as the "
                                         "square root of a coordinate at 0; start where all forces "
                                         "have one")()));
    Modes modes = modesOf(model, about);
    return ModesAboutStart{std::move(*start), std::move(about), std::move(modes)};
}

double unsteadiness(const Linearisation& about) {
    if (about.restricted) return about.restricted->acceleration;
    if (about.f_r.size() == 0) return 0.0;
    return Eigen::VectorXd(inverseOf(about.M_r) * about.f_r).cwiseAbs().maxCoeff();
}

std::vector<std::vector<BodyState>> posesOf(const Model& model, const std::vector<BodyState>& about,
                                            const Linearisation& linearisation, const Mode& mode,
                                            double distance, double angle, int halfSteps) {
    constexpr int stepsOfSwing = 4;
    const auto at = [&](double phase) {
        return FreeMotion{linearisation.speeds * (mode.z * std::polar(1.0, phase)).real(), 0};
    };
    double reach = 1e30;
    for (const double phase : {0.0, 0.5 * std::numbers::pi})
        reach = std::min(reach, reachOf(model, 0.0, about, at(phase), distance, angle));
    std::vector<std::vector<BodyState>> ahead, back;
    for (int k = 0; k < halfSteps; ++k) {
        Swing swing = swingAlong(model, 0.0, about, at(std::numbers::pi * k / halfSteps), reach,
                                 stepsOfSwing);
        ahead.push_back(std::move(swing.poses.back()));
        // If the swing has only one pose, it is moved away by now.
        back.push_back(swing.poses.size() > 1 ? std::move(swing.poses.front()) : ahead.back());
    }
    ahead.insert(ahead.end(), back.begin(), back.end());
    return ahead;
}

double mechanismSize(const Model& model, const std::vector<BodyState>& bodies) {
    return mechanismScales(model, kinematicsOf(bodies)).largest();
}

}  // namespace momentree
