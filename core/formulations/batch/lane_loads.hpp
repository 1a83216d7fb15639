// SPDX-License-Identifier: Apache-2.0
// Springs, dampers, motors and drag for states in lanes. The recursion uses lanes; the loads, which
// affect few bodies, are computed for one state after another.
#pragma once

#include "core/dynamics/joint_friction.hpp"
#include "core/dynamics/loads.hpp"
#include "core/formulations/batch/symmetric_inertia.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/kinematics/turns.hpp"
#include "core/math/index.hpp"
#include "core/math/lanes.hpp"
#include "core/stepping/stepper.hpp"

namespace momentree {

/// Quantities of a link in each state, as in `TreeLink`. For driven joints V is V_t until V is
/// known.
template <typename L>
struct LanePose {
    M3<L> R;
    V3<L> r;
    V3<L> h;   ///< mass times s
    Six<L> J;  ///< about the origin, world
    V6<L> V;
};

template <typename L>
class LaneLoads {
public:
    using S = typename L::Number;

    /// Whether a model has loads other than gravity.
    static bool has(const Model& model) {
        return !model.springs.empty() || !model.axialLoads.empty() || !model.appliedLoads.empty() ||
               !model.drags.empty() || !model.contactLoads.empty() || !model.bushings.empty() ||
               !model.elasticCouplings.empty();
    }

    /// @param models of all lanes; must outlive this
    explicit LaneLoads(std::span<const Model* const> models)
        : models_(models.begin(), models.end()),
          O_(models[0]->tree.bodies.size()),
          bodies_(models[0]->bodies.size()),
          Q_(models[0]->bodies.size()),
          wrenches_(models[0]->tree.bodies.size()) {
        for (const Model* model : models) {
            turns_.emplace_back(*model, true);
            friction_.emplace_back(*model);
        }
        y_.resize(toIndex(models_[0]->tree.nq + turns_[0].size()));
    }

    /// @param index of the model
    /// @param y its state
    void start(std::size_t index, const InitialState& initial, const Eigen::VectorXd& y) {
        for (std::size_t i = 0; i < y_.size(); ++i)
            y_[i] = static_cast<S>(y[static_cast<Eigen::Index>(i)]);
        turns_[index].start(initial, y_.data(), theta());
        if (friction_[index].acts())
            friction_[index].hold(closureStructure(*models_[index], initial.bodies, initial.time));
    }
    /// All loads including gravity, about the links' origins [links]. Writes theta'.
    /// @param poses [links] with R, r, s and V
    /// @param y a state in each lane, as in `TreeState`
    template <typename Pose>
    std::span<const V6<L>> evaluate(double t, const std::vector<Pose>& poses, const L* y, L* ydot) {
        for (int lane = 0; lane < L::count; ++lane) {
            const auto own = static_cast<std::size_t>(lane);
            place(poses, *models_[own], lane);
            countTurns(t, own, y, ydot);
            evaluateLoads<S>(*models_[own], t, bodies_, turns_[own].ofLoads(), Q_);
            friction_[own].template add<S>(t, bodies_, turns_[own].ofLoads(), Q_);
            takeWrenches(poses, lane);
        }
        return wrenches_;
    }

private:
    static Vec3<S> numbers(const V3<L>& v, int lane) {
        return {v[0].v[lane], v[1].v[lane], v[2].v[lane]};
    }
    template <typename Pose>
    void place(const std::vector<Pose>& poses, const Model& model, int lane) {
        for (std::size_t i = 0; i < poses.size(); ++i) {
            const TreeBody& body = model.tree.bodies[i];
            const Pose& pose = poses[i];
            O_[i] = numbers(pose.r, lane);
            if (body.parent != ground) O_[i] += O_[static_cast<std::size_t>(body.parent)];
            Mat3<S> R;
            R << numbers(pose.R.x, lane), numbers(pose.R.y, lane), numbers(pose.R.z, lane);
            Vec6<S> V;
            V << numbers(pose.V.l, lane), numbers(pose.V.a, lane);
            bodies_[static_cast<std::size_t>(body.body)] = bodyFromTree<S>(body, R, O_[i], V);
        }
    }
    void countTurns(double t, std::size_t lane, const L* y, L* ydot) {
        Turns<S>& turns = turns_[lane];
        if (!turns.wound() && turns.size() == 0) return;
        for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = y[i].v[lane];
        turns.place(t, y_.data(), theta());
        turns.rates(bodies_, theta());
        for (std::size_t i = y_.size() - toIndex(turns.size()); i < y_.size(); ++i)
            ydot[i].v[lane] = y_[i];
    }
    S* theta() { return y_.data() + models_[0]->tree.nq; }
    template <typename Pose>
    void takeWrenches(const std::vector<Pose>& poses, int lane) {
        for (std::size_t i = 0; i < poses.size(); ++i) {
            const auto body = static_cast<std::size_t>(models_[0]->tree.bodies[i].body);
            const Vec6<S>& Q = Q_[body];
            const Vec3<S> f = Q.template head<3>();
            const Vec3<S> n = Q.template tail<3>() + (bodies_[body].r - O_[i]).cross(f);
            for (int k = 0; k < 3; ++k) {
                wrenches_[i].l.v[k].v[lane] = f[k];
                wrenches_[i].a.v[k].v[lane] = n[k];
            }
        }
    }

    std::vector<const Model*> models_;
    std::vector<Vec3<S>> O_;                     ///< [links] origins
    std::vector<BodyKinematics<S>> bodies_;      ///< [bodies]
    std::vector<Vec6<S>> Q_;                     ///< [bodies] about the centres of mass
    std::vector<V6<L>> wrenches_;                ///< [links]
    std::vector<Turns<S>> turns_;                ///< [models]
    std::vector<FrictionOfReactions> friction_;  ///< [models]
    std::vector<S> y_;                           ///< the configuration of a state
};

}  // namespace momentree
