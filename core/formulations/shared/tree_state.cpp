// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/shared/tree_state.hpp"

namespace momentree {
namespace {

bool needsBodies(const Model& model) {
    return !model.tree.closures.empty() || !model.springs.empty() || !model.axialLoads.empty() ||
           !model.appliedLoads.empty() || !model.drags.empty() || !model.contactLoads.empty() ||
           !model.bushings.empty() || !model.elasticCouplings.empty();
}

}  // namespace

template <typename S>
TreeState<S>::TreeState(const Model& m, double beta)
    : Base(m, needsBodies(m)),
      turns_(m, true),
      Q_(m.bodies.size(), Vec6<S>::Zero()),
      friction_(m),
      observer_(m, beta) {
    bodiesMatter_ = bodiesMatter_ || turns_.size() > 0;
}

template <typename S>
Result<void> TreeState<S>::start(const InitialState& initial, Out y) {
    std::vector<BodyKinematics<double>> given = kinematicsOf(initial.bodies);
    Eigen::VectorXd q(model.tree.nq), speeds(model.tree.nu);
    jointsFromBodies(model, initial.time, given, q.data(), speeds.data());
    closures = closureStructure(model, initial.bodies, initial.time);
    ofJoints = jointUnits(model, given);
    observer_.hold(closures);
    friction_.hold(closures);
    y.head(model.tree.nq) = q.cast<S>();
    turns_.start(initial, y.data(), y.data() + model.tree.nq);
    u = speeds.cast<S>();
    place(initial.time, y);
    this->moveLinks();
    writeMomenta(y);
    return {};
}

template <typename S>
Eigen::Matrix<S, Eigen::Dynamic, 1> TreeState<S>::units(const Eigen::VectorXd& motion) const {
    Eigen::Matrix<S, Eigen::Dynamic, 1> all(size());
    all << ofJoints.q.cast<S>(), Eigen::Matrix<S, Eigen::Dynamic, 1>::Ones(turns_.size()),
        motion.cast<S>();
    return all;
}

template <typename S>
void TreeState<S>::place(double t, const In& y) {
    Base::place(t, y);
    if (bodiesMatter_) turns_.place(t, y.data(), y.data() + model.tree.nq);
}

template <typename S>
std::span<V6<S>> TreeState<S>::loads(double t, Closure<S>* closure) {
    if (!bodiesMatter_) {
        addGravity();
        return atOrigins_;
    }
    evaluateLoads<S>(model, t, bodies, turns_.ofLoads(), Q_);
    friction_.template add<S>(t, bodies, turns_.ofLoads(), Q_);
    if (closure != nullptr && closure->rows() > 0) {
        closure->evaluate(t, bodies, coupled());
        closure->addLoads(bodies, Q_);
    }
    this->atOrigins(Q_);
    return atOrigins_;
}

template <typename S>
void TreeState<S>::addGravity() {
    const V3<S> g = V3<S>::of(model.gravity.template cast<S>());
    for (std::size_t i = 0; i < links.size(); ++i) {
        const V3<S> f = links[i].mass * g;
        atOrigins_[i] = {f, cross(links[i].s, f)};
    }
}

template <typename S>
void TreeState<S>::settleAngles(double t, Out y) {
    if (turns_.size() == 0) return;
    place(t, y);
    turns_.settle(bodies, y.data() + model.tree.nq);
}

template <typename S>
void TreeState<S>::observe(double t, const In& y, Sample& out) {
    this->placeBodies();
    this->moveBodies();
    out.time = t;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const BodyKinematics<S>& body = bodies[i];
        out.bodies[i] = {body.r.template cast<double>(),
                         quaternionOf<double>(body.R.template cast<double>()),
                         body.v.template cast<double>(), body.w.template cast<double>()};
    }
    observer_.complete(out, turns_.all(t, y.data(), y.data() + model.tree.nq));
}

template struct LinkState<double>;
template struct LinkState<float>;
template struct TreeState<double>;
template struct TreeState<float>;

}  // namespace momentree
