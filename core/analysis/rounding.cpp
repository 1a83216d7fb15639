// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rounding.hpp"

#include <algorithm>
#include <cmath>

namespace momentree {
namespace {

/// Relative; some thousand units in the last place, as solutions of systems of equations have.
constexpr double rounding = 1e-12;

}  // namespace

double withoutRounding(double value, double scale) {
    return std::abs(value) <= rounding * scale ? 0.0 : value;
}

void LoadScales::include(const Model& model, const Sample& sample) {
    const auto take = [&](double force, double moment) {
        force_ = std::max(force_, force);
        moment_ = std::max(moment_, moment);
    };
    take(sample.loadForce, sample.loadTorque);
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        const Body& body = model.bodies[i];
        const Vec6<double>& a = sample.accelerations[i];
        take(body.mass * (a.head<3>().norm() + model.gravity.norm()),
             body.J_C.norm() * (a.tail<3>().norm() + sample.bodies[i].w.squaredNorm()));
    }
    for (const Sample::JointSample& joint : sample.joints)
        take(joint.reaction.head<3>().norm(), joint.reaction.tail<3>().norm());
    for (std::size_t m = 0; m < model.motions.size(); ++m) {
        const double effort = std::abs(sample.motionEfforts[m]);
        const bool turns = model.motions[m].rotation;
        take(turns ? 0.0 : effort, turns ? effort : 0.0);
    }
}

double LoadScales::force() const { return std::max(force_, moment_ / size_); }
double LoadScales::moment() const { return std::max(moment_, force_ * size_); }

}  // namespace momentree
