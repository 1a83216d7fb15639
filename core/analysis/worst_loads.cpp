// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/worst_loads.hpp"

#include <algorithm>
#include <cmath>

#include "core/analysis/constraint_forces.hpp"
#include "core/analysis/controller_refusal.hpp"
#include "core/analysis/refine.hpp"
#include "core/dynamics/closure_structure.hpp"
#include "core/dynamics/observer.hpp"
#include "core/kinematics/mechanism_scales.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

enum class Part { Force, Moment };

double sizeOf(const Sample& sample, std::size_t joint, Part part) {
    const Vec6<double>& reaction = sample.joints[joint].reaction;
    return part == Part::Force ? reaction.head<3>().norm() : reaction.tail<3>().norm();
}

/// Sets peak and instant of one part of a reaction.
/// @param sizes of it at the times
/// @param at the instant at a time, or an error
template <typename At>
void refine(const std::vector<double>& times, const std::vector<double>& sizes, std::size_t largest,
            std::size_t joint, Part part, Peak& peak, LoadInstant& instant, const At& at) {
    const auto take = [&](double t) {
        Result<LoadInstant> found = at(t);
        if (!found) return 0.0;
        const double size = sizeOf(found->sample, joint, part);
        if (size > peak.value || instant.sample.joints.empty()) {
            peak = {size, t};
            instant = std::move(*found);
        }
        return -size;
    };
    take(times[largest]);
    if (!(peak.value > 0.0)) return;
    const std::size_t before = largest == 0 ? 0 : largest - 1;
    const std::size_t after = std::min(largest + 1, times.size() - 1);
    searchSmooth({times[before], times[largest], times[after]},
                 {-sizes[before], -sizes[largest], -sizes[after]}, take);
}

/// @param coarse [times] samples
template <typename At>
void refineAll(const Model& model, const std::vector<Sample>& coarse, const At& at,
               WorstLoads& found) {
    std::vector<double> times;
    for (const Sample& sample : coarse) times.push_back(sample.time);
    found.instants = times.size();
    found.reached = times.back();
    found.joints.resize(model.joints.size());
    for (const Sample& sample : coarse) found.scales.include(model, sample);
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        WorstLoad& worst = found.joints[j];
        for (const Part part : {Part::Force, Part::Moment}) {
            const bool force = part == Part::Force;
            std::vector<double> sizes;
            for (const Sample& sample : coarse) sizes.push_back(sizeOf(sample, j, part));
            // The ends of a cycle have the same load, but for rounding, and different neighbours.
            const auto largest = std::ranges::max_element(sizes);
            const auto isTied = [&, tied = (1.0 - 1e-9) * *largest](double s) { return s >= tied; };
            const auto first = std::find_if(sizes.begin(), largest, isTied);
            auto last = std::prev(sizes.end());
            while (last != largest && !isTied(*last)) --last;
            for (auto near = first;; near = last) {
                refine(times, sizes, static_cast<std::size_t>(near - sizes.begin()), j, part,
                       force ? worst.force : worst.moment, force ? worst.atForce : worst.atMoment,
                       at);
                if (near == last) break;
            }
        }
        dropRounding(worst.force, found.scales.force());
        dropRounding(worst.moment, found.scales.moment());
    }
}

/// The movement of a run between its states.
class Between {
public:
    Between(const Model& model, const AssemblyReport& assembly,
            const std::vector<MotionState>& states, double step)
        : model_(model),
          states_(states),
          step_(step),
          counted_(countedAngles(model)),
          equations_(model),
          observer_(model, 0.0),
          size_(mechanismScales(model, kinematicsOf(states.front().bodies)).largest()),
          forces_(model, assembly, size_) {
        const ClosureStructure structure = closureStructure(model, states.front().bodies);
        equations_.hold(structure);
        observer_.hold(structure);
    }

    Result<LoadInstant> at(double t) {
        const auto after = std::ranges::upper_bound(states_, t, {}, &MotionState::time);
        const auto k = static_cast<std::size_t>(
            std::max<std::ptrdiff_t>(0, std::distance(states_.begin(), after) - 1));
        if (k != row_ || grid_.empty()) {
            row_ = k;
            grid_.assign(1, states_[k]);
        }
        while (grid_.back().time + step_ < t) grid_.push_back(moved(grid_.back(), step_));
        const auto next = std::ranges::upper_bound(grid_, t, {}, &MotionState::time);
        const MotionState& from = *std::prev(next);
        return complete(t > from.time ? moved(from, t - from.time) : from);
    }
    const ConstraintForces& forces() const { return forces_; }
    double size() const { return size_; }  ///< of the mechanism [m]

private:
    using Bodies = std::vector<BodyState>;
    struct Rates {
        std::vector<Vec6<double>> V, a;  ///< velocities and accelerations of the bodies
        std::vector<Vector3d> turning;   ///< angular velocities in axes of the bodies
    };

    Rates ratesOf(double t, const Bodies& bodies, const std::vector<double>& angles) {
        const std::vector<BodyKinematics<double>> all = kinematicsOf(bodies);
        std::vector<double> ofLoads(model_.loadAngles());
        anglesOfLoads(counted_, anglesNow(all, angles), ofLoads);
        equations_.evaluate(t, all, ofLoads, 0.0, coupledOf(counted_, angles));
        Rates rates;
        for (const BodyKinematics<double>& body : all) {
            rates.V.push_back(body.V());
            rates.turning.push_back(body.R.transpose() * body.w);
        }
        rates.a = equations_.acceleration;
        return rates;
    }
    std::vector<double> anglesNow(std::span<const BodyKinematics<double>> bodies,
                                  const std::vector<double>& near) const {
        std::vector<double> next =
            anglesNear(counted_, bodies, std::span(near).first(toIndex(counted_.joints)));
        for (std::size_t k = 0; k < next.size(); ++k)
            if (counted_.all[k].joint < 0 && counted_.all[k].hinge < 0)
                next[k] = withTurns(next[k], near[k]);
        return next;
    }
    /// Bodies after moving with constant rates, which belong to the bodies `at`.
    static Bodies along(const Bodies& from, const Bodies& at, const Rates& rates, double h) {
        Bodies to = from;
        for (std::size_t i = 0; i < to.size(); ++i) {
            to[i].r += h * rates.V[i].head<3>();
            to[i].e += h * quaternionRate<double>(at[i].e, rates.turning[i]);
            to[i].v += h * rates.a[i].head<3>();
            to[i].w += h * rates.a[i].tail<3>();
        }
        return to;
    }
    MotionState moved(const MotionState& from, double h) {
        const double t = from.time;
        const Rates k1 = ratesOf(t, from.bodies, from.angles);
        const Bodies second = along(from.bodies, from.bodies, k1, 0.5 * h);
        const Rates k2 = ratesOf(t + 0.5 * h, second, from.angles);
        const Bodies third = along(from.bodies, second, k2, 0.5 * h);
        const Rates k3 = ratesOf(t + 0.5 * h, third, from.angles);
        const Bodies fourth = along(from.bodies, third, k3, h);
        const Rates k4 = ratesOf(t + h, fourth, from.angles);
        MotionState to{t + h, along(from.bodies, from.bodies, k1, h / 6.0), {}};
        to.bodies = along(to.bodies, second, k2, h / 3.0);
        to.bodies = along(to.bodies, third, k3, h / 3.0);
        to.bodies = along(to.bodies, fourth, k4, h / 6.0);
        for (BodyState& body : to.bodies) body.e.normalize();
        to.angles = anglesNow(kinematicsOf(to.bodies), from.angles);
        return to;
    }
    LoadInstant complete(const MotionState& state) {
        LoadInstant instant;
        instant.sample.resize(model_);
        instant.sample.time = state.time;
        instant.sample.bodies = state.bodies;
        observer_.complete(instant.sample, state.angles);
        instant.angles.resize(model_.loadAngles());
        anglesOfLoads(counted_, state.angles, instant.angles);
        forces_.share(instant.sample, instant.angles);
        return instant;
    }

    const Model& model_;
    const std::vector<MotionState>& states_;
    double step_;
    CountedAngles counted_;
    NewtonEuler<double> equations_;
    Observer observer_;
    double size_;
    ConstraintForces forces_;
    std::size_t row_ = 0;
    std::vector<MotionState> grid_;  ///< from state `row_` on, `step_` apart
};

}  // namespace

Result<WorstLoads> worstLoads(const Model& model, const Instants& instants) {
    auto driven = inverseDynamics(model, instants);
    if (!driven) return tl::unexpected(driven.error());
    const auto motion = DrivenMotion::start(model);
    if (!motion) return tl::unexpected(motion.error());
    for (const Sample& sample : driven->samples)
        if (auto moved = (*motion)->moveTo(sample.time); !moved)
            return tl::unexpected(moved.error());
    DrivenForces forces(model, **motion);
    WorstLoads found;
    found.scales = LoadScales((*motion)->size());
    found.redundant = driven->redundant;
    found.warnings = driven->warnings;
    found.ended = driven->ended;
    refineAll(
        model, driven->samples,
        [&](double t) -> Result<LoadInstant> {
            auto sample = forces.at(t);
            if (!sample) return tl::unexpected(sample.error());
            return LoadInstant{std::move(*sample), (*motion)->anglesOfLoads()};
        },
        found);
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        found.joints[j].unique = driven->reactions[j].unique;
    return found;
}

Result<WorstLoads> worstLoads(const Model& model, const std::vector<MotionState>& states,
                              double step) {
    if (auto known = refuseControllerStates(model); !known) return tl::unexpected(known.error());
    AssemblyReport assembly;
    if (const auto start = assemble(model, &assembly); !start) return tl::unexpected(start.error());
    Between between(model, assembly, states, step);
    std::vector<Sample> coarse;
    for (const MotionState& state : states) coarse.push_back(between.at(state.time)->sample);
    WorstLoads found;
    found.scales = LoadScales(between.size());
    found.redundant = assembly.redundant;
    refineAll(
        model, coarse, [&](double t) { return between.at(t); }, found);
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        found.joints[j].unique = between.forces().isUnique(j);
    return found;
}

}  // namespace momentree
