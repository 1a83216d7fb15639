// SPDX-License-Identifier: Apache-2.0
#include "core/session/default_step.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/dynamics/observer.hpp"
#include "core/dynamics/reactions.hpp"
#include "core/kinematics/closures.hpp"
#include "core/kinematics/counted_angles.hpp"
#include "core/kinematics/coupled_turns.hpp"
#include "core/kinematics/start.hpp"
#include "core/math/index.hpp"
#include "core/model/sticking.hpp"
#include "core/number_text.hpp"
#include "core/session/integrator_entries.hpp"
#include "core/session/run_limits.hpp"

namespace momentree {
namespace {

constexpr double anglePerStep = 0.05;  ///< of the fastest vibration: about 120 steps per period
constexpr double decayPerStep = 0.2;   ///< of the fastest decay
constexpr double leastStep = 1e-6;     ///< [s]
/// Implicit methods follow slow motions past a strong damper, but their iterations need this [s].
constexpr double leastImplicitStep = 1e-5;
/// Steps below this, for a decay alone, take an explicit method longer than real time [s].
constexpr double stiffStep = 2e-5;
/// Below this step, mobilities are computed for the mechanism instead of its free bodies [s].
constexpr double tinyStep = 5e-5;
constexpr std::size_t fewBodies = 64;
constexpr double openPose = 1e-3;  ///< gap [m or rad]
constexpr double slack = 1.01;     ///< so that round speeds have round steps

/// The mass, or the inertia about z, moved at one end of a load along z of its marker.
double inertiaAt(const Model& model, const Marker& marker, bool turning) {
    if (marker.body == ground) return INFINITY;
    const Body& body = model.bodies[static_cast<std::size_t>(marker.body)];
    const Vector3d z = marker.frame.R.col(2);
    return turning ? z.dot(body.J_C * z) : body.mass;
}

/// For a spring or vibration of stiffness k and a damper c.
void restrict(LoadLimits& limits, double mobility, double k, double c) {
    if (k > 0.0 && mobility > 0.0)
        limits.vibration = std::min(limits.vibration, anglePerStep / std::sqrt(k * mobility));
    if (c > 0.0 && mobility > 0.0)
        limits.decay = std::min(limits.decay, decayPerStep / (c * mobility));
}

/// The largest slope of a restoring curve.
double steepest(const Curve& curve) {
    double slope = 0.0;
    for (const double x : curve.positions) slope = std::max(slope, curve.at(x).df);
    return slope;
}

/// Of the end of a bushing, in the direction in which the body is easiest to turn.
double mobilityAt(const Model& model, const Marker& marker, bool turning) {
    if (marker.body == ground) return 0.0;
    const Body& body = model.bodies[static_cast<std::size_t>(marker.body)];
    return 1.0 / (turning ? body.J_C.diagonal().minCoeff() : body.mass);
}

double dampingOf(const SpeedLine& motor) {
    return motor.empty() ? 0.0 : motor.stall / motor.noLoad;
}

/// The equations of motion at one instant, of a copy of the model whose loads may be changed.
struct EquationsAt {
    Model model;
    double time;
    std::vector<BodyKinematics<double>> bodies;
    std::vector<double> ofLoads;
    NewtonEuler<double> equations;

    EquationsAt(const Model& given, const InitialState& state)
        : model(given),
          time(state.time),
          bodies(kinematicsOf(state.bodies)),
          ofLoads(model.loadAngles(), 0.0),
          equations(model) {
        const CountedAngles counted = countedAngles(model);
        anglesOfLoads(counted, anglesOf(counted, state), ofLoads);
        equations.hold(closureStructure(model, state.bodies));
        evaluate();
    }
    EquationsAt(const EquationsAt&) = delete;  // `equations` refer to `model`

    void evaluate() { equations.evaluate(time, bodies, ofLoads, 0.0); }
    /// Of an axial load: the acceleration of its coordinate without the terms of velocities.
    double rateChange(const AxialLoad& load) const {
        const MarkerKinematics<double> A = markerKinematics<double>(load.A, bodies);
        const MarkerKinematics<double> B = markerKinematics<double>(load.B, bodies);
        const auto accelerationOf = [&](const Marker& marker) -> Vec6<double> {
            if (marker.body == ground) return Vec6<double>::Zero();
            return equations.acceleration[toIndex(marker.body)];
        };
        const Vec6<double> a = accelerationOf(load.A), b = accelerationOf(load.B);
        const Vector3d z = A.R.col(2), alpha = a.tail<3>(), beta = b.tail<3>();
        if (load.torque) return z.dot(beta - alpha);
        const Vector3d gap = b.head<3>() + beta.cross(B.arm) - a.head<3>() - alpha.cross(A.arm);
        return z.dot(gap) + alpha.cross(z).dot(B.r - A.r);
    }
};

/// Change of the rate of each axial load per second for a unit of its effort: 1/kg or 1/(kg m^2).
/// @param at evaluated, as it is again at the end
std::vector<double> mobilitiesOf(EquationsAt& at) {
    std::vector<double> mobilities;
    for (const AxialLoad& load : at.model.axialLoads) mobilities.push_back(-at.rateChange(load));
    for (std::size_t k = 0; k < mobilities.size(); ++k) {
        std::vector<double>& law = at.model.axialLoads[k].law.polynomial;
        const std::vector<double> before = law;
        if (law.empty()) law = {0.0};
        law[0] += 1.0;
        at.evaluate();
        mobilities[k] += at.rateChange(at.model.axialLoads[k]);
        law = before;
    }
    at.evaluate();
    return mobilities;
}

/// The longest distance between markers, or of a marker from the centre of mass, of one body [m]:
/// of each separate mechanism the largest, of these the smallest; 0 if there are none. Bodies that
/// turn about a point next to their centre of mass do not swing fast.
double smallestMechanism(const Model& model) {
    std::vector<double> arms(model.bodies.size(), 0.0);
    std::vector<int> root(model.bodies.size());
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int body) {
        while (root[toIndex(body)] != body) body = root[toIndex(body)];
        return body;
    };
    std::vector<const Marker*> first(model.bodies.size(), nullptr);
    for (const JointElement& joint : model.joints) {
        for (const Marker* marker : {&joint.A, &joint.B}) {
            if (marker->body == ground) continue;
            const Vector3d s = marker->frame.r;
            const Marker*& other = first[toIndex(marker->body)];
            if (other == nullptr) other = marker;
            double& arm = arms[toIndex(marker->body)];
            arm = std::max({arm, s.norm(), (s - other->frame.r).norm()});
        }
        if (joint.A.body != ground && joint.B.body != ground)
            root[toIndex(find(joint.A.body))] = find(joint.B.body);
    }
    std::vector<double> largest(arms.size(), 0.0);
    for (std::size_t i = 0; i < arms.size(); ++i) {
        const Body& body = model.bodies[i];
        if (arms[i] * arms[i] * body.mass < 1e-4 * body.J_C.trace()) continue;
        double& arm = largest[toIndex(find(static_cast<int>(i)))];
        arm = std::max(arm, arms[i]);
    }
    double smallest = INFINITY;
    for (const double arm : largest)
        if (arm > 0.0) smallest = std::min(smallest, arm);
    return std::isfinite(smallest) ? smallest : 0.0;
}

/// The largest damping by friction; by reactions, with the forces at that instant.
double steepestFriction(const EquationsAt& at, const AxialLoad& load) {
    const Friction& friction = load.characteristic.friction;
    if (!friction.ofReaction()) return friction.steepest();
    Sample sample;
    sample.resize(at.model);
    writeReactions(at.model, at.bodies, at.equations.terms, at.equations.sigma, sample);
    const Vector3d z = markerKinematics<double>(load.A, at.bodies).R.col(2);
    return friction.steepest() *
           normalForceOf(load, sample.joints[toIndex(friction.joint)].reaction, z);
}

/// The same before the start is known: with the weight of all bodies.
double usualSteepestFriction(const Model& model, const AxialLoad& load) {
    const Friction& friction = load.characteristic.friction;
    if (!friction.ofReaction()) return friction.steepest();
    double mass = 0.0;
    for (const Body& body : model.bodies) mass += body.mass;
    return friction.steepest() * mass * model.gravity.norm() *
           (load.torque ? friction.radius : 1.0);
}

/// Larger than those of the mechanism, whose joints hold its bodies.
std::vector<double> mobilitiesOfFreeBodies(const Model& model) {
    std::vector<double> mobilities;
    for (const AxialLoad& a : model.axialLoads)
        mobilities.push_back(1.0 / inertiaAt(model, a.A, a.torque) +
                             1.0 / inertiaAt(model, a.B, a.torque));
    return mobilities;
}

/// @param mobilities of axial loads
LoadLimits limitsOf(const Model& model, std::span<const double> mobilities) {
    LoadLimits limits;
    for (const SpringDamper& s : model.springs)
        restrict(limits, 1.0 / inertiaAt(model, s.A, false) + 1.0 / inertiaAt(model, s.B, false),
                 s.k + steepest(s.curve), s.c);
    for (std::size_t i = 0; i < mobilities.size(); ++i) {
        const AxialLoad& a = model.axialLoads[i];
        const PidController& pid = a.controller;
        const double k = a.k + steepest(a.characteristic.curve) + std::max(pid.proportional, 0.0);
        const double c = a.c + usualSteepestFriction(model, a) + dampingOf(a.characteristic.motor) +
                         std::max(pid.derivative, 0.0);
        restrict(limits, mobilities[i], k, c);
    }
    for (const Bushing& b : model.bushings)
        for (int k = 0; k < 6; ++k)
            restrict(limits, mobilityAt(model, b.A, k >= 3) + mobilityAt(model, b.B, k >= 3),
                     b.K(k, k) +
                         (b.curves.empty() ? 0.0 : steepest(b.curves[static_cast<std::size_t>(k)])),
                     b.C(k, k));
    for (const ElasticCoupling& coupling : model.elasticCouplings) {
        double mobility = 0.0;
        for (const ElasticCoupling::Term& term : coupling.terms)
            mobility += term.ratio * term.ratio *
                        (1.0 / inertiaAt(model, term.A, term.turns) +
                         1.0 / inertiaAt(model, term.B, term.turns));
        restrict(limits, mobility, coupling.k, coupling.c);
    }
    return limits;
}

/// What holds the mechanism in its pose is known if its loops are closed as written.
std::optional<InitialState> poseAsWritten(const Model& model) {
    const StartGuess guess = startGuess(model);
    const ClosureState closures =
        closureGaps(model, 0.0, guess.bodies, coupledGuess(model, guess.bodies));
    if (closures.Phi.size() > 0 && !(closures.Phi.norm() < openPose)) return std::nullopt;
    InitialState state;
    for (const BodyKinematics<double>& body : guess.bodies) state.bodies.push_back(stateOf(body));
    return state;
}

}  // namespace

double roundedDown(double step) {
    const double decade = std::pow(10.0, std::floor(std::log10(step)));
    for (const double mantissa : {5.0, 2.0})
        if (mantissa * decade <= step) return mantissa * decade;
    return decade;
}

double fastestTurn(const Model& model, std::span<const BodyState> bodies) {
    const auto turn = [&](int body) -> Vector3d {
        if (body == ground) return Vector3d::Zero();
        return bodies[toIndex(body)].w;
    };
    double fastest = 0.0;
    for (const BodyState& body : bodies) fastest = std::max(fastest, body.w.stableNorm());
    for (const JointElement& joint : model.joints)
        fastest = std::max(fastest, (turn(joint.B.body) - turn(joint.A.body)).stableNorm());
    return fastest;
}

double stepForTurn(const std::string& integrator, double speed) {
    return roundedDown(stepTraits(integrator).turn * slack / speed);
}

LoadLimits loadLimits(const Model& model) {
    LoadLimits limits = limitsOf(model, mobilitiesOfFreeBodies(model));
    if (limits.least() > tinyStep || model.axialLoads.empty() || model.bodies.size() > fewBodies)
        return limits;
    const auto pose = poseAsWritten(model);
    if (!pose) return limits;
    EquationsAt start(model, *pose);
    return limitsOf(model, mobilitiesOf(start));
}

bool LoadLimits::stiff() const {
    return std::isfinite(decay) && roundedDown(decay) <= stiffStep && vibration > 10.0 * decay;
}

double defaultStep(const Model& model, const LoadLimits& limits, double usual, bool implicit) {
    double step = usual;
    // Small mechanisms swing fast.
    if (const double g = model.gravity.norm(), arm = smallestMechanism(model); g > 0.0 && arm > 0.0)
        step = std::min(step, anglePerStep * std::sqrt(arm / g));
    for (const AxialLoad& load : model.axialLoads)
        if (load.controller.rateState >= 0) step = std::min(step, load.controller.filter);
    step = std::min({step, limits.vibration,
                     implicit ? std::max(limits.decay, leastImplicitStep) : limits.decay});
    return step < usual ? std::max(roundedDown(step), leastStep) : usual;
}

namespace {

/// Friction near rest is a strong damper, of which the step of an explicit method must be short.
void adviseForFriction(const Model& model, const InitialState& initial, const RunSpec& spec,
                       Diagnostics& warnings) {
    const double stable = stepTraits(spec.integrator).decay;
    const auto slips = [](const AxialLoad& load) {
        return !load.characteristic.friction.empty() && !sticks(load.characteristic.friction);
    };
    if (std::ranges::none_of(model.axialLoads, slips)) return;
    EquationsAt start(model, initial);
    const std::vector<double> mobilities = mobilitiesOf(start);
    for (std::size_t k = 0; k < model.axialLoads.size(); ++k) {
        const AxialLoad& load = model.axialLoads[k];
        const Friction& friction = load.characteristic.friction;
        if (!slips(load)) continue;
        const double mobility = mobilities[k];
        const double longest = stable / (steepestFriction(start, load) * mobility);
        if (!(mobility > 0.0) || !(spec.step > longest)) continue;
        if (longest < shortestAdvice) {
            warnings.push_back(warning(
                Place::force(load.name),
                MOMENTREE_TEXT("friction-too-steep",
                               "no step is short enough for its friction, which changes its sign "
                               "within about %1 %2; choose a higher 'speed' of the friction")(
                    numberText(2.0 * friction.speed, 4), load.torque ? "rad/s" : "m/s")));
            continue;
        }
        warnings.push_back(warning(
            Place::force(load.name),
            MOMENTREE_TEXT("step-long-for-friction",
                           "a step of %1 s is too long for its friction, which changes its sign "
                           "within about %2 %3; use at most %4 s, or a higher 'speed' of the "
                           "friction")(
                numberText(spec.step, 6), numberText(2.0 * friction.speed, 4),
                load.torque ? "rad/s" : "m/s", numberText(roundedDown(longest), 6))));
    }
}

/// The low-pass filter of a controller is as fast as its time constant, whatever it controls.
void adviseForFilters(const Model& model, const RunSpec& spec, Diagnostics& warnings) {
    const double step = takenStep(spec);
    for (const AxialLoad& load : model.axialLoads) {
        const PidController& pid = load.controller;
        if (pid.rateState < 0 || !(step > pid.filter * slack)) continue;
        warnings.push_back(
            warning(Place::force(load.name),
                    MOMENTREE_TEXT("step-long-for-filter",
                                   "a step of %1 s is long for the filter of its controller, whose "
                                   "time constant is %2 s; use at most that, or a longer 'filter'")(
                        numberText(step, 6), numberText(pid.filter, 6))));
    }
}

}  // namespace

void adviseStep(const Model& model, const InitialState& initial, const RunSpec& spec,
                Diagnostics& warnings) {
    if (isAdaptive(spec.integrator)) return;
    if (std::isfinite(stepTraits(spec.integrator).decay))
        adviseForFriction(model, initial, spec, warnings);
    adviseForFilters(model, spec, warnings);
    const double fastest = fastestTurn(model, initial.bodies);
    if (!(spec.step * fastest > stepTraits(spec.integrator).turn * slack)) return;
    if (stepForTurn(spec.integrator, fastest) < shortestAdvice) {
        warnings.push_back(warning(
            Place::setting("step"),
            MOMENTREE_TEXT("step-hopeless",
                           "no step is short enough for %1 rad/s; start with a lower speed")(
                numberText(fastest, 4))));
        return;
    }
    warnings.push_back(
        warning(Place::setting("step"),
                MOMENTREE_TEXT("step-long", "%1 s is long for %2 rad/s; use at most %3 s")(
                    numberText(spec.step, 6), numberText(fastest, 4),
                    numberText(stepForTurn(spec.integrator, fastest), 6))));
}

}  // namespace momentree
