// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/state_units.hpp"

#include "core/kinematics/mechanism_scales.hpp"

namespace momentree {
namespace {

/// Smallest inertia relative to mass times size^2, for slender bodies about their own axes.
constexpr double leastInertia = 1e-9;

/// Everything that a joint carries, in world axes.
struct Carried {
    double mass = 0.0;
    Vector3d moment = Vector3d::Zero();  ///< mass times position
    double polar = 0.0;                  ///< mean moment of inertia about the world's origin

    void add(const Carried& other) {
        mass += other.mass;
        moment += other.moment;
        polar += other.polar;
    }
    /// Mean moment of inertia about a point, without the part that is rounding.
    double about(const Vector3d& o, double least) const {
        const double inertia = polar + 2.0 / 3.0 * (mass * o.squaredNorm() - 2.0 * moment.dot(o));
        return std::max(inertia, least);
    }
};

Carried carriedOf(const Body& body, const Vector3d& r) {
    return {body.mass, body.mass * r, (body.J_C.trace() + 2.0 * body.mass * r.squaredNorm()) / 3.0};
}

}  // namespace

JointUnits jointUnits(const Model& model, std::span<const BodyKinematics<double>> bodies) {
    const MechanismScales scales = mechanismScales(model, bodies);
    const std::vector<TreeBody>& tree = model.tree.bodies;
    JointUnits units{Eigen::VectorXd::Ones(model.tree.nq), scales.speed, scales.speed};
    std::vector<Carried> carried(tree.size());
    for (std::size_t i = tree.size(); i-- > 0;) {
        const auto body = static_cast<std::size_t>(tree[i].body);
        // Relative to the body itself, so that places far from the origin do not round.
        carried[i].add(carriedOf(model.bodies[body], bodies[body].r - bodies.front().r));
        const double mass = carried[i].mass;
        if (tree[i].parent != ground)
            carried[static_cast<std::size_t>(tree[i].parent)].add(carried[i]);
        const int which = scales.ofBody[i];
        const double size = which < 0 ? 1.0 : scales.size[static_cast<std::size_t>(which)];
        const std::array<bool, 6> slides = translations(tree[i].joint);
        const Vector3d o = bodies[body].r - bodies.front().r -
                           bodies[body].R * (tree[i].toBody.R.transpose() * tree[i].c);
        const double inertia = carried[i].about(o, leastInertia * mass * size * size);
        for (int k = 0; k < speedCount(tree[i].joint); ++k) {
            const bool slide = slides[static_cast<std::size_t>(k)];
            if (slide) units.q[tree[i].firstQ + k] = size;
            units.p_hat[tree[i].firstU + k] = slide ? mass * size : inertia;
        }
    }
    return units;
}

std::vector<BodyUnits> bodyUnits(const Model& model,
                                 std::span<const BodyKinematics<double>> bodies) {
    const MechanismScales scales = mechanismScales(model, bodies);
    std::vector<BodyUnits> units(bodies.size());
    for (std::size_t i = 0; i < model.tree.bodies.size(); ++i) {
        const int which = scales.ofBody[i];
        if (which < 0) continue;
        const auto at = static_cast<std::size_t>(model.tree.bodies[i].body);
        const Body& body = model.bodies[at];
        const double size = scales.size[static_cast<std::size_t>(which)];
        units[at] = {size, body.mass * size,
                     std::max(body.J_C.trace() / 3.0, leastInertia * body.mass * size * size)};
    }
    return units;
}

}  // namespace momentree
