// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/dynamics/closure_structure.hpp"
#include "core/kinematics/body_kinematics.hpp"
#include "core/kinematics/motion_space.hpp"

namespace momentree {

/// The links and bodies of formulations in joint coordinates, in one state or in one for each lane.
template <typename S>
struct LinkState {
    using In = Eigen::Ref<const Eigen::Matrix<S, Eigen::Dynamic, 1>>;
    using Out = Eigen::Ref<Eigen::Matrix<S, Eigen::Dynamic, 1>>;

    /// @param matter whether anything needs the bodies besides samples
    LinkState(const Model& m, bool matter)
        : model(m),
          links(treeLinks<S>(m)),
          bodies(m.bodies.size()),
          u(Eigen::Matrix<S, Eigen::Dynamic, 1>::Zero(m.tree.nu)),
          bodiesMatter_(matter),
          atOrigins_(links.size(), V6<S>::zero()) {
        for (const TreeBody& body : m.tree.bodies)
            toBody_.push_back(M3<S>::of(body.toBody.R.template cast<S>()));
    }

    /// Sets the poses of all links at (t, q), and of the bodies if they matter.
    void place(double t, const In& y) {
        placeLinks<S>(model, t, y.data(), links);
        if (bodiesMatter_) placeBodies();
    }
    /// Sets the velocities of the bodies from those of the links, if they matter.
    void move() {
        if (bodiesMatter_) moveBodies();
    }
    /// Sets the velocities of all links and bodies from u: V = X V_a + E u + V_t.
    void moveBySpeeds();
    /// Sets u from the velocities of the links.
    /// @param moving whether they contain those of driven joints
    void readSpeeds(bool moving);
    /// Moves the coordinates along u for unit time.
    void displace(Out y) const;
    /// Converts wrenches about the bodies' centres of mass to wrenches about the links' origins.
    std::span<const V6<S>> atOrigins(std::span<const Vec6<S>> wrenches);
    /// qdot of all joints.
    /// @param speeds [nu]
    void rates(const In& y, const S* speeds, Out ydot) const;
    /// Normalises quaternions.
    void normalise(Out y) const;
    /// Writes p_hat = M u of the links' poses and velocities: H^T P* with P* summed inward. For a
    /// closed loop this resets the impulses sigma, which only changes the origin of their time
    /// integral (THEORY 3.9).
    /// @param p [nu]
    std::span<const V6<S>> writeMomenta(S* p);

    /// Model body of an entry of y, -1 none.
    /// @param positions of the entries, before the momenta
    int bodyOf(int entry, int positions) const;

    const Model& model;
    std::vector<TreeLink<S>> links;         ///< [tree bodies]
    std::vector<BodyKinematics<S>> bodies;  ///< [bodies], only if needed
    Eigen::Matrix<S, Eigen::Dynamic, 1> u;  ///< [nu] joint speeds, written by the recursions
    ClosureStructure closures;              ///< of the start

protected:
    void moveLinks();
    void placeBodies();
    void moveBodies();

    bool bodiesMatter_;
    std::vector<M3<S>> toBody_;     ///< [links] body axes in tree axes
    std::vector<V6<S>> atOrigins_;  ///< [links]
};

template <typename S>
void LinkState<S>::moveBySpeeds() {
    moveLinks();
    move();
}

template <typename S>
void LinkState<S>::readSpeeds(bool moving) {
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
void LinkState<S>::displace(Out y) const {
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
void LinkState<S>::moveLinks() {
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
std::span<const V6<S>> LinkState<S>::writeMomenta(S* p) {
    for (std::size_t i = 0; i < links.size(); ++i) {
        const TreeLink<S>& k = links[i];
        atOrigins_[i] = bodyInertia<S>(k.mass, k.s, turned(k.R, k.J_C)) * k.V;
    }
    for (std::size_t i = links.size(); i-- > 0;) {
        const TreeLink<S>& k = links[i];
        onMotion(k, [&]<typename Space>(const Space& H) {
            Eigen::Map<VecN<S, Space::nu>>(p + k.firstU) = H.along(atOrigins_[i]);
        });
        if (k.parent != ground)
            atOrigins_[static_cast<std::size_t>(k.parent)] += shiftWrench(k.r, atOrigins_[i]);
    }
    return atOrigins_;
}

template <typename S>
void LinkState<S>::placeBodies() {
    for (std::size_t i = 0; i < links.size(); ++i) {
        const TreeLink<S>& k = links[i];
        BodyKinematics<S>& body = bodies[static_cast<std::size_t>(k.body)];
        body.R = (k.R * toBody_[i]).eigen();
        body.r = (k.O + k.s).eigen();
    }
}

template <typename S>
void LinkState<S>::moveBodies() {
    for (const TreeLink<S>& k : links) {
        BodyKinematics<S>& body = bodies[static_cast<std::size_t>(k.body)];
        body.w = k.V.a.eigen();
        body.v = (k.V.l + cross(k.V.a, k.s)).eigen();
    }
}

template <typename S>
std::span<const V6<S>> LinkState<S>::atOrigins(std::span<const Vec6<S>> wrenches) {
    for (std::size_t i = 0; i < links.size(); ++i) {
        const TreeLink<S>& k = links[i];
        atOrigins_[i] = shiftWrench(k.s, V6<S>::of(wrenches[static_cast<std::size_t>(k.body)]));
    }
    return atOrigins_;
}

template <typename S>
void LinkState<S>::rates(const In& y, const S* speeds, Out ydot) const {
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
void LinkState<S>::normalise(Out y) const {
    for (const TreeLink<S>& k : links)
        visitJoint([&](auto joint) { joint.normalise(y.data() + k.firstQ); }, k.joint);
}

template <typename S>
int LinkState<S>::bodyOf(int entry, int positions) const {
    const bool position = entry < model.tree.nq;
    const int at = position ? entry : entry - positions;
    for (const TreeLink<S>& k : links) {
        const int first = position ? k.firstQ : k.firstU;
        const int count = position ? coordinateCount(k.joint) : speedCount(k.joint);
        if (at >= first && at < first + count) return k.body;
    }
    return -1;
}

extern template struct LinkState<double>;
extern template struct LinkState<float>;

}  // namespace momentree
