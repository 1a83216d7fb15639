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
    : model(m),
      links(treeLinks<S>(m)),
      bodies(m.bodies.size()),
      u(Eigen::Matrix<S, Eigen::Dynamic, 1>::Zero(m.tree.nu)),
      turns_(m, true),
      bodiesMatter_(needsBodies(m) || turns_.size() > 0),
      Q_(m.bodies.size(), Vec6<S>::Zero()),
      atOrigins_(links.size(), V6<S>::zero()),
      friction_(m),
      observer_(m, beta) {
    for (const TreeBody& body : m.tree.bodies)
        toBody_.push_back(M3<S>::of(body.toBody.R.template cast<S>()));
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
    moveLinks();
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
void TreeState<S>::moveBySpeeds() {
    moveLinks();
    move();
}

template <typename S>
void TreeState<S>::readSpeeds(bool moving) {
    for (const TreeLink<S>& k : links) {
        V6<S> relative = moving ? k.V - k.V_t : k.V;
        if (k.parent != ground)
            relative = relative - shiftVelocity(k.r, links[static_cast<std::size_t>(k.parent)].V);
        onMotion(k, [&]<typename Space>(const Space& H) {
            u.template segment<Space::nu>(k.firstU) = H.along(relative);
        });
    }
}

template <typename S>
void TreeState<S>::displace(Out y) const {
    std::array<S, 7> rate;
    for (const TreeLink<S>& k : links) {
        visitJoint(
            [&](auto joint) {
                S* q = y.data() + k.firstQ;
                joint.template rates<S>(q, u.data() + k.firstU, rate.data());
                for (int i = 0; i < joint.nq; ++i) q[i] += rate[static_cast<std::size_t>(i)];
                joint.normalise(q);
            },
            k.joint);
    }
}

/// V = X V_a + E u + V_t.
template <typename S>
void TreeState<S>::moveLinks() {
    for (TreeLink<S>& k : links) {
        k.V = k.V_t;
        if (k.parent != ground)
            k.V += shiftVelocity(k.r, links[static_cast<std::size_t>(k.parent)].V);
        onMotion(k, [&]<typename Space>(const Space& H) {
            k.V += H * VecN<S, Space::nu>(u.template segment<Space::nu>(k.firstU));
        });
    }
}

template <typename S>
std::span<const V6<S>> TreeState<S>::writeMomenta(Out y) {
    for (std::size_t i = 0; i < links.size(); ++i) {
        const TreeLink<S>& k = links[i];
        atOrigins_[i] = bodyInertia<S>(k.mass, k.s, turned(k.R, k.J_C)) * k.V;
    }
    for (std::size_t i = links.size(); i-- > 0;) {
        const TreeLink<S>& k = links[i];
        onMotion(k, [&]<typename Space>(const Space& H) {
            y.template segment<Space::nu>(positionSize() + k.firstU) = H.along(atOrigins_[i]);
        });
        if (k.parent != ground)
            atOrigins_[static_cast<std::size_t>(k.parent)] += shiftWrench(k.r, atOrigins_[i]);
    }
    return atOrigins_;
}

template <typename S>
void TreeState<S>::place(double t, const In& y) {
    placeLinks<S>(model, t, y.data(), links);
    if (!bodiesMatter_) return;
    placeBodies();
    turns_.place(t, y.data(), y.data() + model.tree.nq);
}

template <typename S>
void TreeState<S>::move() {
    if (bodiesMatter_) moveBodies();
}

template <typename S>
void TreeState<S>::placeBodies() {
    for (std::size_t i = 0; i < links.size(); ++i) {
        const TreeLink<S>& k = links[i];
        BodyKinematics<S>& body = bodies[static_cast<std::size_t>(k.body)];
        body.R = (k.R * toBody_[i]).eigen();
        body.r = (k.O + k.s).eigen();
    }
}

template <typename S>
void TreeState<S>::moveBodies() {
    for (const TreeLink<S>& k : links) {
        BodyKinematics<S>& body = bodies[static_cast<std::size_t>(k.body)];
        body.w = k.V.a.eigen();
        body.v = (k.V.l + cross(k.V.a, k.s)).eigen();
    }
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
    atOrigins(Q_);
    return atOrigins_;
}

template <typename S>
void TreeState<S>::addGravity() {
    const V3<S> g = V3<S>::of(model.gravity.cast<S>());
    for (std::size_t i = 0; i < links.size(); ++i) {
        const V3<S> f = links[i].mass * g;
        atOrigins_[i] = {f, cross(links[i].s, f)};
    }
}

template <typename S>
std::span<const V6<S>> TreeState<S>::atOrigins(std::span<const Vec6<S>> wrenches) {
    for (std::size_t i = 0; i < links.size(); ++i) {
        const TreeLink<S>& k = links[i];
        atOrigins_[i] = shiftWrench(k.s, V6<S>::of(wrenches[static_cast<std::size_t>(k.body)]));
    }
    return atOrigins_;
}

template <typename S>
void TreeState<S>::rates(const In& y, const S* speeds, Out ydot) const {
    for (const TreeLink<S>& k : links) {
        visitJoint(
            [&](auto joint) {
                joint.template rates<S>(y.data() + k.firstQ, speeds + k.firstU,
                                        ydot.data() + k.firstQ);
            },
            k.joint);
    }
}

template <typename S>
void TreeState<S>::normalise(Out y) const {
    for (const TreeLink<S>& k : links)
        visitJoint([&](auto joint) { joint.normalise(y.data() + k.firstQ); }, k.joint);
}

template <typename S>
void TreeState<S>::settleAngles(double t, Out y) {
    if (turns_.size() == 0) return;
    place(t, y);
    turns_.settle(bodies, y.data() + model.tree.nq);
}

template <typename S>
void TreeState<S>::observe(double t, const In& y, Sample& out) {
    placeBodies();
    moveBodies();
    out.time = t;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const BodyKinematics<S>& body = bodies[i];
        out.bodies[i] = {body.r.template cast<double>(),
                         quaternionOf<double>(body.R.template cast<double>()),
                         body.v.template cast<double>(), body.w.template cast<double>()};
    }
    observer_.complete(out, turns_.all(t, y.data(), y.data() + model.tree.nq));
}

template <typename S>
int TreeState<S>::bodyOf(int entry) const {
    const bool position = entry < model.tree.nq;
    const int at = position ? entry : entry - positionSize();
    for (const TreeLink<S>& k : links) {
        const int first = position ? k.firstQ : k.firstU;
        const int count = position ? coordinateCount(k.joint) : speedCount(k.joint);
        if (at >= first && at < first + count) return k.body;
    }
    return -1;
}

template struct TreeState<double>;
template struct TreeState<float>;

}  // namespace momentree
