// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/tree_state.hpp"

namespace momentree {

template <typename S>
TreeState<S>::TreeState(const Model& m, double beta)
    : model(m),
      links(m.tree.bodies.size()),
      bodies(m.bodies.size()),
      u(Eigen::Matrix<S, Eigen::Dynamic, 1>::Zero(m.tree.nu)),
      Q_(m.bodies.size(), Vec6<S>::Zero()),
      zero_(m.bodies.size(), Vec6<S>::Zero()),
      P_(m.tree.bodies.size(), Vec6<S>::Zero()),
      memory_{std::vector<double>(m.axialLoads.size(), 0.0)},
      observer_(m, beta) {}

template <typename S>
Result<void> TreeState<S>::start(const InitialState& initial, Out y) {
    const Tree& tree = model.tree;
    std::vector<BodyKinematics<double>> given;
    for (const BodyState& body : initial.bodies) given.push_back(kinematicsOf(body));
    Eigen::VectorXd q(tree.nq), speeds(tree.nu);
    jointsFromBodies(model, 0.0, given, q.data(), speeds.data());
    y.head(tree.nq) = q.cast<S>();
    u = speeds.cast<S>();
    for (std::size_t i = 0; i < given.size(); ++i) {
        bodies[i] = {given[i].R.cast<S>(), given[i].r.cast<S>(), given[i].v.cast<S>(),
                     given[i].w.cast<S>()};
    }
    place(0.0, y);
    writeMomenta(y);
    remember();
    return {};
}

template <typename S>
void TreeState<S>::writeMomenta(Out y) {
    for (std::size_t i = 0; i < links.size(); ++i) {  // P of the bodies about O_i, world axes
        const TreeBody& body = model.tree.bodies[i];
        const BodyKinematics<S>& state = bodies[static_cast<std::size_t>(body.body)];
        const Mat3<S>& R = links[i].R;
        Vec6<S> own;
        own.template head<3>() = static_cast<S>(body.mass) * state.v;
        own.template tail<3>() = R * (body.J_C.template cast<S>() * (R.transpose() * state.w));
        P_[i] = shiftWrench<S>(state.r - links[i].O, own);
    }
    for (std::size_t i = links.size(); i-- > 0;) {
        const TreeBody& body = model.tree.bodies[i];
        const Vec6<S> inTree = rotate<S>(links[i].R.transpose(), P_[i]);
        std::visit(
            [&](auto joint) {
                constexpr int nu = decltype(joint)::nu;
                if constexpr (nu > 0) {
                    y.template segment<nu>(model.tree.nq + body.firstU) =
                        joint.template E<S>(y.data() + body.firstQ).transpose() * inTree;
                }
            },
            body.joint);
        if (body.parent == ground) continue;
        const auto parent = static_cast<std::size_t>(body.parent);
        P_[parent] += shiftWrench<S>(links[i].O - links[parent].O, P_[i]);
    }
}

template <typename S>
void TreeState<S>::place(double t, const In& y) {
    for (std::size_t i = 0; i < links.size(); ++i) {
        const TreeBody& body = model.tree.bodies[i];
        TreeLink<S>& link = links[i];
        const Prescribed<S> prescribed = prescribedOf<S>(model, body, t);
        const RelativePose<S> pose = relativePose(body, prescribed, y.data() + body.firstQ);
        link.R_rel = pose.R;
        link.r_rel = pose.r;
        link.V_t = prescribedVelocity(body, prescribed);
        if (body.parent == ground) {
            link.R = pose.R;
            link.O = pose.r;
        } else {
            const TreeLink<S>& carrier = links[static_cast<std::size_t>(body.parent)];
            link.R.noalias() = carrier.R * pose.R;
            link.O = carrier.O + carrier.R * pose.r;
        }
        BodyKinematics<S>& state = bodies[static_cast<std::size_t>(body.body)];
        state.R.noalias() = link.R * body.toBody.R.template cast<S>();
        state.r = link.O + link.R * body.c.template cast<S>();
    }
}

template <typename S>
void TreeState<S>::setVelocity(std::size_t i, const Vec6<S>& V) {
    BodyKinematics<S>& state = bodies[static_cast<std::size_t>(model.tree.bodies[i].body)];
    state.w = V.template tail<3>();
    state.v = V.template head<3>() + state.w.cross(state.r - links[i].O);
}

template <typename S>
Vec6<S> TreeState<S>::toTree(std::size_t i, const Vec6<S>& wrench) const {
    const TreeBody& body = model.tree.bodies[i];
    return shiftWrench<S>(body.c.template cast<S>(), rotate<S>(links[i].R.transpose(), wrench));
}

template <typename S>
std::span<Vec6<S>> TreeState<S>::loads(double t) {
    evaluateLoads<S>(model, t, bodies, memory_, Q_);
    return Q_;
}

template <typename S>
void TreeState<S>::normalise(Out y) const {
    for (const TreeBody& body : model.tree.bodies) {
        std::visit([&](auto joint) { joint.normalise(y.data() + body.firstQ); }, body.joint);
    }
}

template <typename S>
void TreeState<S>::remember() {
    momentree::remember<S>(model, bodies, memory_);
}

template <typename S>
void TreeState<S>::observe(double t, Sample& out) {
    out.time = t;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const BodyKinematics<S>& body = bodies[i];
        out.bodies[i] = {body.r.template cast<double>(),
                         quaternionOf<double>(body.R.template cast<double>()),
                         body.v.template cast<double>(), body.w.template cast<double>()};
    }
    observer_.complete(out);
}

template <typename S>
int TreeState<S>::bodyOf(int entry) const {
    const bool position = entry < model.tree.nq;
    const int at = position ? entry : entry - model.tree.nq;
    for (const TreeBody& body : model.tree.bodies) {
        const int first = position ? body.firstQ : body.firstU;
        const int count = position ? coordinateCount(body.joint) : speedCount(body.joint);
        if (at >= first && at < first + count) return body.body;
    }
    return -1;
}

template struct TreeState<double>;

}  // namespace momentree
