// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/assemblies.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/analysis/four_bar.hpp"
#include "core/execution/in_parallel.hpp"
#include "core/kinematics/pose_search.hpp"
#include "core/kinematics/reversed_joint.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int mostMoving = 12;     ///< bodies, and coordinates
constexpr int startsForEach = 40;  ///< without a new assembly
constexpr int startsAtOnce = 20;
constexpr int mostAssemblies = 100;
constexpr double same = 1e-5, close = 1e-2;  ///< poses apart [rad, relative to the size]
constexpr double reach = 1.5;                ///< of random displacements, in sizes

/// The largest difference of two poses [rad, sizes].
double apart(const std::vector<BodyState>& a, const std::vector<BodyState>& b, double size) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double turn = 1.0 - std::abs(a[i].e.normalized().dot(b[i].e.normalized()));
        largest = std::max(
            {largest, (a[i].r - b[i].r).norm() / size, 2.0 * std::sqrt(2.0 * std::max(0.0, turn))});
    }
    return largest;
}

std::vector<BodyState> statesOf(std::span<const BodyKinematics<double>> bodies) {
    std::vector<BodyState> states;
    for (const BodyKinematics<double>& body : bodies)
        states.push_back({body.r, quaternionOf<double>(body.R), {0, 0, 0}, {0, 0, 0}});
    return states;
}

/// Names assemblies by the side to which hinges bend. Such a hinge joins two bodies, and each of
/// them is also joined to a body that has the same pose in all assemblies.
class Names {
public:
    Names(const Model& model, std::vector<Assembly>& all, double size) : model_(model), all_(all) {
        known_.assign(model.bodies.size(), 1);
        for (std::size_t i = 0; i < known_.size(); ++i)
            for (const Assembly& one : all)
                if (apart({all[0].bodies[i]}, {one.bodies[i]}, size) > same) known_[i] = 0;
        for (const Assembly& one : all) poses_.push_back(kinematicsOf(one.bodies));
    }
    void give() {
        while (const auto found = next()) {
            for (std::size_t k = 0; k < all_.size(); ++k) {
                std::string& name = all_[k].name;
                name += (name.empty() ? "" : ", ") + sideOf(*found, poses_[k]);
            }
            for (const int body : {found->first, found->second}) known_[toIndex(body)] = 1;
        }
        // What the dyads do not tell apart is counted.
        for (std::size_t k = 0; k < all_.size(); ++k) {
            const std::string own = all_[k].name;
            const auto alike = std::ranges::count(all_, own, &Assembly::name);
            if (alike < 2) continue;
            int number = 0;
            for (Assembly& other : all_)
                if (other.name == own)
                    other.name = own + (own.empty() ? "" : " ") + std::to_string(++number);
        }
    }

private:
    struct Dyad {
        int elbow = 0, inner = 0, outer = 0;  ///< joints; the outer ones hold it
        int first = 0, second = 0;            ///< bodies, `first` at `inner`
    };
    bool isKnown(int body) const { return body == ground || known_[toIndex(body)] != 0; }
    bool isHinge(int joint) const { return model_.joints[toIndex(joint)].type == "revolute"; }
    /// A joint from a body to a known one.
    std::optional<int> heldBy(int body, bool hinge) const {
        for (std::size_t j = 0; j < model_.joints.size(); ++j) {
            const JointElement& joint = model_.joints[j];
            const int own = static_cast<int>(j);
            if ((hinge && !isHinge(own)) || (joint.A.body != body && joint.B.body != body))
                continue;
            if (isKnown(joint.A.body == body ? joint.B.body : joint.A.body)) return own;
        }
        return std::nullopt;
    }
    std::optional<Dyad> next() const {
        for (std::size_t j = 0; j < model_.joints.size(); ++j) {
            const JointElement& elbow = model_.joints[j];
            const int a = elbow.A.body, b = elbow.B.body;
            if (!isHinge(static_cast<int>(j)) || isKnown(a) || isKnown(b)) continue;
            for (const auto& [first, second] : {std::pair(a, b), std::pair(b, a)}) {
                const auto inner = heldBy(first, true), outer = heldBy(second, false);
                if (inner && outer) return Dyad{static_cast<int>(j), *inner, *outer, first, second};
            }
        }
        return std::nullopt;
    }
    Vector3d at(int joint, const std::vector<BodyKinematics<double>>& bodies) const {
        return markerKinematics<double>(model_.joints[toIndex(joint)].A, bodies).r;
    }
    std::string sideOf(const Dyad& dyad, const std::vector<BodyKinematics<double>>& bodies) const {
        const JointElement& elbow = model_.joints[toIndex(dyad.elbow)];
        const JointElement& outer = model_.joints[toIndex(dyad.outer)];
        const Vector3d axis = markerKinematics<double>(elbow.A, bodies).R.col(2);
        const Vector3d from = at(dyad.inner, bodies), bend = at(dyad.elbow, bodies);
        const bool hinged = isHinge(dyad.outer);
        const Vector3d along = hinged
                                   ? Vector3d(at(dyad.outer, bodies) - from)
                                   : Vector3d(markerKinematics<double>(outer.A, bodies).R.col(2));
        const auto side = [&](const Vector3d& point) {
            return axis.dot(along.cross(Vector3d(point - from)));
        };
        for (const FourBar& f : planarFourBars(model_, bodies))
            if (hinged && f.joints[2] == dyad.elbow)
                // Its links cross if the pivot of the input is on the side of the elbow.
                return side(bend) * side(at(f.joints[0], bodies)) < 0.0 ? "open" : "crossed";
        return elbow.name + (side(bend) > 0.0 ? " left" : " right");
    }

    const Model& model_;
    std::vector<Assembly>& all_;
    std::vector<char> known_;  ///< [bodies] alike in all assemblies, or named
    std::vector<std::vector<BodyKinematics<double>>> poses_;  ///< [assemblies]
};

}  // namespace

Assemblies assembliesOf(const Model& model, const InitialState& start, const Watch& watch) {
    Assemblies found;
    std::vector<BodyState> own = start.bodies;
    for (BodyState& body : own) body.v.setZero(), body.w.setZero();
    found.all.push_back({{}, own});
    const auto couples = [](const Constraint& c) { return c.coupling >= 0; };
    if (model.tree.closureRows == 0 || model.tree.nu > mostMoving ||
        std::ssize(model.bodies) > mostMoving || std::ranges::any_of(model.constraints, couples))
        return found;
    found.searched = true;
    VectorXd q = VectorXd::Zero(model.tree.nq), u = VectorXd::Zero(model.tree.nu);
    jointsFromBodies(model, 0.0, kinematicsOf(start.bodies), q.data(), u.data());
    const PoseSearch from(model, 0.0, q);
    const double size = from.scales().largest();
    VectorXd range(model.tree.nu);
    for (Index k = 0; k < range.size(); ++k)  // of a displacement, the unit is the size
        range[k] = from.scales().speed[k] == 1.0 ? std::numbers::pi : reach;
    RandomDirections random;
    const auto closed = [&](const VectorXd& direction) -> std::vector<BodyState> {
        PoseSearch pose = from;
        pose.move(range.cwiseProduct(direction));
        if (!pose.closeExactly(0) || reversedJoint(model, pose.bodies()) >= 0) return {};
        return statesOf(pose.bodies());
    };
    // Two threads share the starts; what is found does not depend on that.
    for (int since = 0; since < startsForEach * (std::ssize(found.all) + 1) &&
                        std::ssize(found.all) < mostAssemblies && !watch.stopped();
         since += startsAtOnce) {
        std::vector<VectorXd> directions;
        for (int k = 0; k < startsAtOnce; ++k) directions.push_back(random.next(range.size()));
        std::vector<std::vector<BodyState>> poses(directions.size());
        inParallel(poses.size(), 2, [&](std::size_t k) { poses[k] = closed(directions[k]); });
        for (std::vector<BodyState>& states : poses) {
            if (states.empty()) continue;
            double nearest = INFINITY;
            for (const Assembly& known : found.all)
                nearest = std::min(nearest, apart(known.bodies, states, size));
            found.nearlyEqual = found.nearlyEqual || (nearest > same && nearest < close);
            if (nearest <= same) continue;
            found.all.push_back({{}, std::move(states)});
            since = 0;
        }
    }
    Names(model, found.all, size).give();
    return found;
}

}  // namespace momentree
