// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/analysis/linearisation.hpp"
#include "core/dynamics/closure_structure.hpp"
#include "core/dynamics/observer.hpp"
#include "core/kinematics/counted_angles.hpp"
#include "core/kinematics/tree_kinematics.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

using Evaluate = std::function<void(const Model&, Sample&)>;

constexpr double stateStep = 1e-5;  ///< of a state, for differences

/// What the probes of a model show near a pose.
class WatchedProbes {
public:
    WatchedProbes(const Model& model, const std::vector<BodyState>& bodies,
                  const std::vector<double>& angles, const Evaluate& evaluate)
        : model_(model),
          bodies_(bodies),
          angles_(angles),
          evaluate_(evaluate),
          observer_(model, 0.0) {
        observer_.hold(closureStructure(model, bodies));
        sample_.resize(model);
    }
    /// After the bodies have moved along `shift`, with turns as seen in world axes, and changed
    /// their velocities by `change` [6 bodies].
    VectorXd at(const VectorXd& shift, const VectorXd& change) {
        sample_.bodies = bodies_;
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            BodyState& body = sample_.bodies[i];
            const Index k = 6 * static_cast<Index>(i);
            const Vector3d turn = shift.segment<3>(k + 3);
            body.r += shift.segment<3>(k);
            if (const double angle = turn.norm(); angle > 0.0)
                body.e = quaternionOf<double>(
                    Matrix3d(Eigen::AngleAxisd(angle, turn / angle) * rotationOf<double>(body.e)));
            body.v += change.segment<3>(k);
            body.w += change.segment<3>(k + 3);
        }
        observer_.complete(sample_, angles_);
        evaluate_(model_, sample_);
        return Eigen::Map<const VectorXd>(sample_.probes.data(), std::ssize(sample_.probes));
    }

private:
    const Model& model_;
    const std::vector<BodyState>& bodies_;
    const std::vector<double>& angles_;
    const Evaluate& evaluate_;
    Observer observer_;
    Sample sample_;
};

/// The difference of two rows of probes, of angles without turns.
VectorXd changeOfProbes(const Model& model, VectorXd after, const VectorXd& before) {
    after -= before;
    for (Index k = 0; k < after.size(); ++k)
        if (model.probes[static_cast<std::size_t>(k)].what.quantity == "joint_angle")
            after[k] = std::remainder(after[k], 2.0 * std::numbers::pi);
    return after;
}

}  // namespace

void addProbes(const Model& model, const InitialState& pose, double t, const Linearisation& about,
               const Evaluate& evaluate, StateSpace& space) {
    if (model.probes.empty() || space.states.empty()) return;
    Model held = heldAt(withoutSticking(model), t, about.restricted.has_value());
    std::vector<BodyState> bodies = pose.bodies;
    if (!about.restricted)
        for (BodyState& body : bodies) body.v.setZero(), body.w.setZero();
    const std::vector<double> angles = anglesOf(countedAngles(held), pose);
    const Index f = about.N.cols(), states = space.A.cols(), inputs = space.B.cols();
    const VectorXd still = VectorXd::Zero(about.N.rows());
    MatrixXd C(std::ssize(model.probes), states), D(C.rows(), inputs);
    WatchedProbes watched(held, bodies, angles, evaluate);
    const VectorXd values = watched.at(still, still);
    for (Index k = 0; k < states; ++k) {
        const VectorXd shift = k < f ? VectorXd(stateStep * about.N.col(k)) : still;
        VectorXd change = still;
        if (about.restricted)
            change =
                stateStep * (k < f ? about.restricted->P.col(k) : about.restricted->N_w.col(k - f));
        else if (k >= f)
            change = stateStep * about.N.col(k - f);
        const VectorXd after = watched.at(shift, change);
        C.col(k) = changeOfProbes(model, after, watched.at(-shift, -change)) / (2.0 * stateStep);
    }
    Index input = 0;
    const auto add = [&](auto& load) {
        load.law.polynomial.front() += 1.0;
        D.col(input++) = changeOfProbes(
            model, WatchedProbes(held, bodies, angles, evaluate).at(still, still), values);
        load.law.polynomial.front() -= 1.0;
    };
    for (AxialLoad& load : held.axialLoads) add(load);
    for (AppliedLoad& load : held.appliedLoads) add(load);

    for (Index k = 0; k < C.rows(); ++k) {
        const ProbeDescription& probe = model.probes[static_cast<std::size_t>(k)].what;
        // Works belong to runs, and inputs are given.
        if (probe.quantity == "input" || !std::isfinite(values[k])) continue;
        if (std::ranges::find(space.outputs, probe.column) != space.outputs.end()) continue;
        space.outputs.push_back(probe.column);
        const Index row = space.C.rows();
        space.C.conservativeResize(row + 1, states);
        space.D.conservativeResize(row + 1, inputs);
        space.C.row(row) = C.row(k);
        space.D.row(row) = D.row(k);
    }
}

}  // namespace momentree
