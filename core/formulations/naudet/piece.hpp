// SPDX-License-Identifier: Apache-2.0
// A piece of a tree in the recursion in canonical momenta (THEORY 4), the work of one thread.
#pragma once

#include "core/formulations/naudet/recursion.hpp"
#include "core/formulations/naudet/tree_pieces.hpp"
#include "core/formulations/naudet/two_port.hpp"

namespace momentree {

/// A part of the mechanism, represented by its weight about some point.
template <typename S>
struct Carried {
    S mass = S(0);
    V3<S> moment = V3<S>::zero();  ///< mass times the vector to its centre

    V6<S> weight(V3<S> g) const { return {mass * g, cross(moment, g)}; }
};

/// qdot of a link's joint.
template <typename S>
MOMENTREE_INLINE void coordinateRates(const TreeLink<S>& link, const S* q, const S* u, S* qdot) {
    visitJoint(
        [&](auto joint) {
            joint.template rates<S>(q + link.firstQ, u + link.firstU, qdot + link.firstQ);
        },
        link.joint);
}

/// A piece with separate links, the first of which is its root, in axes of its carrier about the
/// carrier's origin (or of the world if its links are placed there). Its data begins on a new
/// memory page: processors prefetch within pages, and sharing one would make them compete for it.
template <typename S>
class alignas(4096) NaudetPiece {
public:
    /// @param all links of the tree
    /// @param inRow whether it becomes a two-port
    NaudetPiece(const TreePiece& plan, std::span<const TreeLink<S>> all, bool inRow)
        : plan_(plan),
          inRow_(inRow),
          links_(ownLinks(plan, all)),
          tree_(links_),
          carried_(links_.size()) {
        std::size_t waySpeeds = 0;
        for (std::size_t j = links_.size(); j-- > 0;) {
            carried_[j].mass += links_[j].mass;
            if (j > 0) carried_[carrier(j)].mass += carried_[j].mass;
            if (plan.links[j] == plan.end) end_ = j;
            if (plan.onWay[j]) waySpeeds += static_cast<std::size_t>(speedCount(links_[j].joint));
        }
        toEnd_.resize(waySpeeds);
    }

    // Relation at its ends: P_in = K V_in + D + G P_out.
    Inertia<S> K;
    V6<S> D;
    TwoPort<S> port;   ///< the same for pieces in a row
    Carried<S> whole;  ///< about the carrier's origin

    // Data from other pieces.
    V6<S> V_in, P_out;  ///< P_out about the outer end's link
    M3<S> R;            ///< the carrier's axes in the world
    Carried<S> beyond;  ///< everything after the piece, about the outer end's link

    const TreeLink<S>& outerEnd() const { return links_[end_]; }
    bool open() const { return plan_.end >= 0; }

    /// Places the links in axes of the carrier.
    void place(const Model& model, double t, const S* q) {
        for (std::size_t j = 0; j < links_.size(); ++j) {
            placeLink(model, t, q, j == 0 ? nullptr : &links_[carrier(j)], treeIndex(j), links_[j]);
            tree_.initialise(j);
        }
    }
    /// Copies the poses of links that are placed in the world.
    void takePoses(std::span<const TreeLink<S>> all) {
        for (std::size_t j = 0; j < links_.size(); ++j) {
            const TreeLink<S>& placed = all[treeIndex(j)];
            TreeLink<S>& own = links_[j];
            own.R = placed.R, own.O = placed.O, own.r = placed.r, own.s = placed.s;
            own.V_t = placed.V_t, own.x_A = placed.x_A;
            tree_.initialise(j);
        }
    }

    /// Computes M*, D, centres and the port without a momentum from outside.
    void assemble(const S* p) {
        for (std::size_t j = 0; j < links_.size(); ++j)
            carried_[j].moment = links_[j].mass * links_[j].s;
        Way<S> way;
        V6<S>* g = toEnd_.data();
        for (std::size_t j = links_.size(); j-- > 0;) {
            const TreeLink<S>& link = links_[j];
            const Inertia<S> M = tree_.eliminated(j);
            const V6<S> passed = shiftWrench(link.r, tree_.passed(j, p, true));
            const V3<S> moment = carried_[j].moment + carried_[j].mass * link.r;
            if (plan_.onWay[j]) g = carry(p, j, way, g);
            if (j > 0) {
                tree_.articulated(carrier(j)).addShifted(link.r, M);
                tree_.remainder(carrier(j)) += passed;
                carried_[carrier(j)].moment += moment;
            } else {
                K.A = K.B = K.C = M3<S>::zero();
                K.addShifted(link.r, M);
                D = passed;
                whole = {carried_[0].mass, moment};
            }
        }
        if (inRow_) showPort(way);
    }

    /// Adds to D the effect of the momentum beyond the outer end: delta_a = X^T (delta - Y H^T
    /// delta), where H^T delta = g^T P_out.
    void passMomentum() {
        if (!open()) return;
        V6<S> delta = P_out;
        const V6<S>* g = toEnd_.data();
        for (std::size_t j = links_.size(); j-- > 0;) {
            if (!plan_.onWay[j]) continue;
            tree_.remainder(j) += delta;
            const V6<S> passed = tree_.throughJoint(j, delta, [&] { return dot(*g++, P_out); });
            delta = shiftWrench(links_[j].r, passed);
        }
    }

    /// u and V of all links; V also in `all`.
    void velocities(const S* p, S* u, std::span<TreeLink<S>> all) {
        for (std::size_t j = 0; j < links_.size(); ++j) {
            velocity(j, p, u);
            all[treeIndex(j)].V = links_[j].V;
        }
    }
    /// @param T [links of the tree] loads T*
    void momentumRates(std::span<const V6<S>> T, const S* u, S* pdot) const {
        for (std::size_t j = 0; j < links_.size(); ++j)
            tree_.momentumRate(j, T[treeIndex(j)], u, pdot);
    }
    /// u, V and all rates under gravity alone. @param gravity in the world
    void rates(V3<S> gravity, const S* q, const S* p, S* u, S* qdot, S* pdot) {
        const V3<S> g = R.along(gravity);
        for (std::size_t j = 0; j < links_.size(); ++j) {
            velocity(j, p, u);
            tree_.momentumRate(j, carriedBy(j).weight(g), u, pdot);
            coordinateRates(links_[j], q, u, qdot);
        }
    }

private:
    static std::vector<TreeLink<S>> ownLinks(const TreePiece& plan,
                                             std::span<const TreeLink<S>> all) {
        std::vector<TreeLink<S>> links;
        std::vector<int> ownIndex(all.size(), ground);
        for (const int i : plan.links) {
            links.push_back(all[static_cast<std::size_t>(i)]);
            int& parent = links.back().parent;
            if (parent != ground) parent = ownIndex[static_cast<std::size_t>(parent)];
            ownIndex[static_cast<std::size_t>(i)] = static_cast<int>(links.size()) - 1;
        }
        return links;
    }
    std::size_t treeIndex(std::size_t j) const { return static_cast<std::size_t>(plan_.links[j]); }
    std::size_t carrier(std::size_t j) const { return static_cast<std::size_t>(links_[j].parent); }

    /// @param g place for those of the joint
    /// @return place for those of the next one
    MOMENTREE_INLINE V6<S>* carry(const S* p, std::size_t j, Way<S>& way, V6<S>* g) {
        const int nu = speedCount(links_[j].joint);
        if (nu == 0) way.pass(links_[j]);
        tree_.onColumns(
            j, p, [&](const auto& H, const auto& joint) { way.pass(H, joint, links_[j], g); });
        return g + nu;
    }
    void showPort(const Way<S>& way) {
        port.K = K.full();
        port.D = D.eigen();
        port.open = open();
        if (!open()) return;
        port.G = way.Gt.transpose().full();
        port.L = way.L.full();
        port.l = way.l.eigen();
    }
    MOMENTREE_INLINE void velocity(std::size_t j, const S* p, S* u) {
        tree_.velocity(j, p, true, j == 0 ? V_in : links_[carrier(j)].V, u);
    }
    /// The part carried by link j, including everything after the piece.
    MOMENTREE_INLINE Carried<S> carriedBy(std::size_t j) const {
        Carried<S> all = carried_[j];
        if (plan_.onWay[j]) {
            all.mass += beyond.mass;
            all.moment += beyond.moment + beyond.mass * (outerEnd().O - links_[j].O);
        }
        return all;
    }

    TreePiece plan_;
    bool inRow_;
    std::vector<TreeLink<S>> links_;
    std::size_t end_ = 0;  ///< the outer end's link
    NaudetRecursion<S> tree_;
    std::vector<Carried<S>> carried_;  ///< by each link, about its origin
    std::vector<V6<S>> toEnd_;         ///< g of the joints on the way, from the outer end inward
};

}  // namespace momentree
