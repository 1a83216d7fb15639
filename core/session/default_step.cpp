// SPDX-License-Identifier: Apache-2.0
#include "core/session/default_step.hpp"

#include <algorithm>
#include <cmath>

namespace momentree {
namespace {

constexpr double anglePerStep = 0.05;  ///< of the fastest vibration: about 120 steps per period
constexpr double decayPerStep = 0.2;   ///< of the fastest decay
constexpr double leastStep = 1e-6;     ///< [s]

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

}  // namespace

double defaultStep(const Model& model, double usual) {
    double step = usual;
    for (const SpringDamper& s : model.springs)
        step = std::min(step, stepFor(model, s.A, s.B, false, s.k, s.c));
    for (const AxialLoad& a : model.axialLoads)
        step = std::min(step, stepFor(model, a.A, a.B, a.torque, a.k, a.c));
    return step < usual ? std::max(roundedDown(step), leastStep) : usual;
}

}  // namespace momentree
