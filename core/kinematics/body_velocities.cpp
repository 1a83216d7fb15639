// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/body_velocities.hpp"

#include <algorithm>

#include "core/kinematics/given_start.hpp"
#include "core/kinematics/mechanism_scales.hpp"
#include "core/model/marker_axes.hpp"

namespace momentree {
namespace {

constexpr double roundedVelocity = 1e-9;  ///< relative to the fastest body

std::optional<Vector3d> valueOf(const std::optional<Scalar3>& s) {
    if (!s) return std::nullopt;
    return vectorOf(*s);
}

std::string vectorText(const Vector3d& v) { return listText({v.data(), 3}); }

}  // namespace

std::vector<GivenVelocity> givenVelocities(const Model& model) {
    std::vector<GivenVelocity> all;
    for (const BodyStart& start : model.description.bodyStarts) {
        if (!start.velocity && !start.angularVelocity) continue;
        const auto body = std::ranges::find(model.bodies, start.body, &Body::name);
        if (body == model.bodies.end()) continue;
        all.push_back({static_cast<std::size_t>(body - model.bodies.begin()), &start,
                       valueOf(start.velocity), valueOf(start.angularVelocity)});
    }
    return all;
}

Vector3d velocityOfOrigin(const Body& body, const BodyKinematics<double>& state) {
    return state.v + state.w.cross(state.R * body.origin);
}

void warnOfVelocities(const Model& model, const std::vector<GivenVelocity>& all,
                      std::span<const BodyKinematics<double>> bodies, double tolerance,
                      Diagnostics& warnings) {
    if (all.empty()) return;
    const double size = mechanismScales(model, bodies).largest();
    double fastest = 0.0;  // [m/s]
    for (const BodyKinematics<double>& body : bodies)
        fastest = std::max({fastest, body.v.norm(), size * body.w.norm()});
    for (const GivenVelocity& given : all) {
        const Body& body = model.bodies[given.body];
        const Vector3d v = velocityOfOrigin(body, bodies[given.body]), w = bodies[given.body].w;
        const double own = std::max({v.norm(), size * w.norm(), given.v.value_or(v).norm(),
                                     size * given.w.value_or(w).norm()});
        const double allowed = std::max(tolerance * own, roundedVelocity * fastest);
        const auto compare = [&](const std::optional<Vector3d>& written, const Vector3d& now,
                                 double unit, const char* name) {
            if (!written || unit * (*written - now).norm() <= allowed) return;
            warnings.push_back(warning(
                Place::body(body.name).part("start"),
                MOMENTREE_TEXT("start-velocity-changed",
                               "%1 = %2 contradicts the joints, motions or other starts; the run "
                               "starts with %3")(name, vectorText(*written), vectorText(now)),
                given.start->line));
        };
        compare(given.v, v, 1.0, "velocity");
        compare(given.w, w, size, "angular_velocity");
    }
}

}  // namespace momentree
