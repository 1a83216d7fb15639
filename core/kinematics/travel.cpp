// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/travel.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/kinematics/mechanism_scales.hpp"
#include "core/kinematics/pose_search.hpp"
#include "core/kinematics/tree_kinematics.hpp"

namespace momentree {
namespace {

using Eigen::VectorXd;

constexpr double longestStep = std::numbers::pi / 60.0;  ///< of the motion [rad, sizes]
constexpr double shortestStep = 1e-6;
constexpr double longestTravel = 10.0;  ///< of a displacement [sizes]
/// A step that moves another coordinate by more than this [rad, sizes] is repeated in shorter ones,
/// which either follow the motion or end at a gap between two assemblies.
constexpr double longestChange = 0.35;

/// Follows the closures while one motion is moved by hand.
class Follower {
public:
    Follower(const Model& model, double t, const std::vector<BodyState>& from, int motion)
        : model_(model), t_(t), motion_(static_cast<std::size_t>(motion)) {
        bodies_ = kinematicsOf(from);
        start_ = value_ = moved().law.at(t).f;
        set(value_);
        q_ = VectorXd::Zero(model_.tree.nq);
        VectorXd u = VectorXd::Zero(model_.tree.nu);
        jointsFromBodies(model_, t, bodies_, q_.data(), u.data());
        if (!moved().rotation) size_ = mechanismScales(model_, bodies_).largest();
        PoseSearch pose(model_, t_, q_);
        turns_ = pose.turns();
        exact_ = pose.gapAround() <= roundedGap;
    }

    double start() const { return start_; }
    double value() const { return value_; }
    double size() const { return size_; }
    double longest() const { return moved().rotation ? 2.0 * std::numbers::pi : longestTravel; }
    std::vector<BodyState> pose() const;
    /// Whether the mechanism can follow to a value of the motion.
    bool go(double value);

private:
    const MotionElement& moved() const { return model_.motions[motion_]; }
    void set(double value) {
        model_.motions[motion_].law = {};
        model_.motions[motion_].law.polynomial = {value};
    }

    Model model_;
    double t_;
    std::size_t motion_;
    double start_ = 0.0, value_ = 0.0;
    VectorXd q_;
    std::optional<CoupledTurns> turns_;  ///< at q_
    std::vector<BodyKinematics<double>> bodies_;
    double size_ = 1.0;   ///< unit of the motion [rad or m]
    bool exact_ = false;  ///< the loops close without the assembly tolerance
};

/// The largest angle by which a body turns between two poses [rad].
double largestTurn(std::span<const BodyKinematics<double>> a,
                   std::span<const BodyKinematics<double>> b) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest =
            std::max(largest, Eigen::AngleAxisd(Matrix3d(a[i].R.transpose() * b[i].R)).angle());
    return largest;
}

std::vector<BodyState> Follower::pose() const {
    std::vector<BodyState> states;
    for (const BodyKinematics<double>& body : bodies_)
        states.push_back(
            {body.r, quaternionOf<double>(body.R), Vector3d::Zero(), Vector3d::Zero()});
    return states;
}

bool Follower::go(double value) {
    set(value);
    PoseSearch pose(model_, t_, q_, *turns_);
    const bool closed = pose.closeAgain(exact_);
    const double allowed = longestChange + std::abs(value - value_) / size_;
    if (!closed || largestTurn(bodies_, pose.bodies()) > allowed) return false;
    value_ = value;
    q_ = pose.q();
    turns_ = pose.turns();
    bodies_.assign(pose.bodies().begin(), pose.bodies().end());
    return true;
}

std::optional<TravelEnd> endOf(Follower follower, double direction,
                               const std::function<bool()>& stopped) {
    const double longest = longestStep * follower.size();
    const double last = follower.start() + direction * follower.longest() * follower.size();
    double step = longest;
    while (follower.value() != last && !(stopped && stopped())) {
        const bool isLast = step >= std::abs(last - follower.value());
        if (follower.go(isLast ? last : follower.value() + direction * step))
            step = std::min(2.0 * step, longest);
        else if ((step *= 0.5) < shortestStep * follower.size())
            return TravelEnd{follower.value(), follower.pose()};
    }
    return {};
}

}  // namespace

std::optional<Travel> travelOf(const Model& model, double t, const std::vector<BodyState>& from,
                               int motion, const std::function<bool()>& stopped) {
    const Follower follower(model, t, from, motion);
    Travel travel{follower.start(), endOf(follower, -1.0, stopped), endOf(follower, 1.0, stopped)};
    if (stopped && stopped()) return {};
    return travel;
}

bool closesLater(const Model& model, double t, const std::vector<BodyState>& from, double later) {
    constexpr double longestMove = 0.5;      // [rad, sizes]
    constexpr double widestExactGap = 1e-7;  // of a run whose loops closed exactly at its start
    const std::vector<BodyKinematics<double>> bodies = kinematicsOf(from);
    VectorXd q = VectorXd::Zero(model.tree.nq), u = VectorXd::Zero(model.tree.nu);
    jointsFromBodies(model, t, bodies, q.data(), u.data());
    PoseSearch here(model, t + later, q), ahead = here;
    VectorXd x = later * u.cwiseQuotient(here.scales().speed);
    if (const double most = x.lpNorm<Eigen::Infinity>(); most > longestMove)
        x *= longestMove / most;
    ahead.move(x);  // leads past singular poses
    const bool exact = PoseSearch(model, t, q).gap() < widestExactGap;
    return ahead.closeAgain(exact) || here.closeAgain(exact);
}

}  // namespace momentree
