// SPDX-License-Identifier: Apache-2.0
#include "core/session/default_step.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "core/session/run_limits.hpp"

namespace momentree {
namespace {

constexpr double anglePerStep = 0.05;  ///< of the fastest vibration: about 120 steps per period
constexpr double decayPerStep = 0.2;   ///< of the fastest decay
constexpr double leastStep = 1e-6;     ///< [s]
/// Runge-Kutta 4 is wrong by (h w)^4 / 120 of the angle, the midpoint rule by (h w)^2 / 12: 1e-5
/// and 3e-5 of it.
constexpr double turnPerStep = 0.2, turnPerShortStep = 0.02;

/// The mass, or the inertia about z, moved at one end of a load along z of its marker.
double inertiaAt(const Model& model, const Marker& marker, bool turning) {
    if (marker.body == ground) return INFINITY;
    const Body& body = model.bodies[static_cast<std::size_t>(marker.body)];
    const Vector3d z = marker.frame.R.col(2);
    return turning ? z.dot(body.J_C * z) : body.mass;
}

double stepFor(const Model& model, const Marker& A, const Marker& B, bool turning, double k,
               double c) {
    const double mobility = 1.0 / inertiaAt(model, A, turning) + 1.0 / inertiaAt(model, B, turning);
    double step = INFINITY;
    if (k > 0.0 && mobility > 0.0) step = anglePerStep / std::sqrt(k * mobility);
    if (c > 0.0 && mobility > 0.0) step = std::min(step, decayPerStep / (c * mobility));
    return step;
}

double roundedDown(double step) {
    const double decade = std::pow(10.0, std::floor(std::log10(step)));
    for (const double mantissa : {5.0, 2.0})
        if (mantissa * decade <= step) return mantissa * decade;
    return decade;
}

/// The fastest turn of a body or of a joint [rad/s].
double fastestTurn(const Model& model, const InitialState& initial) {
    const auto turn = [&](int body) -> Vector3d {
        if (body == ground) return Vector3d::Zero();
        return initial.bodies[static_cast<std::size_t>(body)].w;
    };
    double fastest = 0.0;
    for (const BodyState& body : initial.bodies) fastest = std::max(fastest, body.w.norm());
    for (const JointElement& joint : model.joints)
        fastest = std::max(fastest, (turn(joint.B.body) - turn(joint.A.body)).norm());
    return fastest;
}

}  // namespace

double defaultStep(const Model& model, double usual) {
    double step = usual;
    for (const SpringDamper& s : model.springs)
        step = std::min(step, stepFor(model, s.A, s.B, false, s.k, s.c));
    for (const AxialLoad& a : model.axialLoads)
        step = std::min(step, stepFor(model, a.A, a.B, a.torque, a.k, a.c));
    return step < usual ? std::max(roundedDown(step), leastStep) : usual;
}

void adviseStep(const Model& model, const InitialState& initial, const RunSpec& spec,
                Diagnostics& warnings) {
    if (isAdaptive(spec.integrator)) return;
    const double turn = orderOf(spec.integrator) > 2 ? turnPerStep : turnPerShortStep;
    const double fastest = fastestTurn(model, initial);
    constexpr double slack = 1.01;  // so that round speeds have round steps
    if (!(spec.step * fastest > turn * slack)) return;
    warnings.push_back(
        warning(Place::setting("step"),
                MOMENTREE_TEXT("step-long", "%1 s is long for %2 rad/s; use at most %3 s")(
                    numberText(spec.step, 6), numberText(fastest, 4),
                    numberText(roundedDown(turn / fastest * slack), 6))));
}

}  // namespace momentree
