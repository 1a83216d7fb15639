// SPDX-License-Identifier: Apache-2.0
// The recursion in canonical momenta by several threads (THEORY 4): each thread takes pieces of the
// tree as two-ports, a few junctions join them, each thread finishes its own.
#pragma once

#include "core/execution/workers.hpp"
#include "core/formulations/hdca_node.hpp"
#include "core/formulations/naudet_recursion.hpp"
#include "core/formulations/naudet_two_port.hpp"
#include "core/formulations/tree_pieces.hpp"

namespace momentree {

template <typename S>
class NaudetPieces {
public:
    /// @param tree the recursion on `links`; both must outlive this @param plan with pieces
    NaudetPieces(const Model& model, std::span<TreeLink<S>> links, NaudetRecursion<S>& tree,
                 TreePieces plan)
        : model_(model),
          links_(links),
          tree_(tree),
          plan_(std::move(plan)),
          workers_(static_cast<int>(plan_.shares.size())),
          gravity_(V3<S>::of(model.gravity.cast<S>())),
          T_(links.size()),
          ends_(plan_.pieces.size()),
          junctions_(plan_.pieces.size()) {}

    /// u and V of links that are placed in the world, M* and D with them.
    void velocities(const S* p, S* u) {
        local_ = false;
        forEachPiece([&](std::size_t k) { assemble(p, k); });
        plan_.inRow ? solveRow() : solveTop(p, u);
        forEachPiece([&](std::size_t k) {
            if (piece(k).end >= 0) passMomenta(p, k);
            for (const int i : piece(k).links) velocity(p, k, at(i), u);
        });
    }

    /// From q and p to their rates under gravity alone. The poses and velocities of each piece are
    /// left in axes of its carrier, which no piece waits for.
    void rates(double t, const S* q, const S* p, S* u, S* qdot, S* pdot, PhaseClock& clock) {
        local_ = true;
        forEachPiece([&](std::size_t k) {
            for (const int i : piece(k).links) place(t, q, k, at(i));
            weigh(k);
            assemble(p, k);
        });
        clock.lap(Phase::Assembly);
        if (plan_.inRow) {
            solveRow();
            passWeights();
        } else {
            for (const int i : plan_.top)
                placeLink(model_, t, q, carrierOf(at(i)), at(i), links_[at(i)]);
            solveTop(p, u);
            passWeightsToTop();
            for (const int i : plan_.top) rate(at(i), q, u, qdot, pdot);
        }
        clock.lap(Phase::Base);
        forEachPiece([&](std::size_t k) {
            passLoads(k);
            if (piece(k).end >= 0) passMomenta(p, k);
            for (const int i : piece(k).links) {
                velocity(p, k, at(i), u);
                rate(at(i), q, u, qdot, pdot);
            }
        });
        clock.lap(Phase::Disassembly);
    }

private:
    /// What a piece shows at its ends, in axes of its carrier (of the world if links are placed
    /// there) about the carrier's origin.
    struct Ends {
        Inertia<S> K;
        V6<S> D;            ///< P_in = K V_in + D + G P_out
        TwoPort<S> port;    ///< the same of pieces in a row
        V6<S> V_in, P_out;  ///< P_out about the outer end's link
        M3<S> R;            ///< the carrier's axes in the world
        S mass;
        V3<S> moment;  ///< mass times centre of mass
        V6<S> weight;  ///< of the piece and all that follows
        V6<S> T_out;   ///< weight of what follows, about the outer end's link
    };

    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
    const TreePiece& piece(std::size_t k) const { return plan_.pieces[k]; }
    template <typename F>
    void forEachPiece(const F& f) {
        workers_.forEach(static_cast<int>(plan_.shares.size()), [&](int share) {
            for (const int k : plan_.shares[at(share)]) f(at(k));
        });
    }
    bool isRoot(std::size_t k, std::size_t i) const {
        return piece(k).links.front() == static_cast<int>(i);
    }
    const TreeLink<S>* carrierOf(std::size_t i) const {
        const int parent = links_[i].parent;
        return parent == ground ? nullptr : &links_[at(parent)];
    }
    /// Axes of a link in those that the piece's own numbers are in.
    M3<S> axesOf(const TreeLink<S>* link) const {
        return local_ && link != nullptr ? link->R : M3<S>::diagonal(S(1));
    }

    void place(double t, const S* q, std::size_t k, std::size_t i) {
        placeLink(model_, t, q, isRoot(k, i) ? nullptr : carrierOf(i), i, links_[i]);
    }

    void weigh(std::size_t k) {
        Ends& ends = ends_[k];
        ends.mass = S(0);
        ends.moment = V3<S>::zero();
        for (const int i : piece(k).links) {
            const TreeLink<S>& link = links_[at(i)];
            ends.mass += link.mass;
            ends.moment += link.mass * (link.O + link.s);
        }
    }

    /// M*, D and the ports of a piece on which no momentum acts from outside.
    void assemble(const S* p, std::size_t k) {
        const TreePiece& own = piece(k);
        for (const int i : own.links) tree_.initialise(at(i));
        Way way;
        for (std::size_t j = own.links.size(); j-- > 0;) {
            const std::size_t i = at(own.links[j]);
            const TreeLink<S>& link = links_[i];
            const Inertia<S> M = tree_.eliminated(i);
            const V6<S> D = shiftWrench(link.r, tree_.passed(i, p, true));
            if (own.onWay[j]) carry(p, i, way);
            if (j > 0) {
                tree_.articulated(at(link.parent)).addShifted(link.r, M);
                tree_.remainder(at(link.parent)) += D;
            } else {
                ends_[k].K.A = ends_[k].K.B = ends_[k].K.C = M3<S>::zero();
                ends_[k].K.addShifted(link.r, M);
                ends_[k].D = D;
            }
        }
        if (plan_.inRow)
            ends_[k].port = {ends_[k].K.full(), way.G.full(), way.L.full(), ends_[k].D.eigen(),
                             way.l.eigen()};
        if (own.end < 0) ends_[k].port.G.setZero();
    }

    /// Momentum here by momentum at the outer end, velocity there without it and by it.
    struct Way {
        Block6<S> G{M3<S>::diagonal(S(1)), M3<S>::zero(), M3<S>::zero(), M3<S>::diagonal(S(1))};
        Symmetric6<S> L{M3<S>::zero(), M3<S>::zero(), M3<S>::zero()};
        V6<S> l = V6<S>::zero();

        MOMENTREE_INLINE V6<S> along(const V6<S>& V) const {
            return {G.ll.along(V.l) + G.al.along(V.a), G.la.along(V.l) + G.aa.along(V.a)};
        }
    };

    /// gE = G^T E, l += gE Mj^-1 (p - d) + G'^T V_t, L += gE Mj^-1 gE^T, G' = G - ME Mj^-1 gE^T,
    /// G_a = X^T G'.
    MOMENTREE_INLINE void carry(const S* p, std::size_t i, Way& way) {
        tree_.onColumns(i, p, [&]<int nu>(const PivotColumns<nu, S>& joint) {
            std::array<V6<S>, static_cast<std::size_t>(nu)> g;
            for (std::size_t j = 0; j < nu; ++j) g[j] = way.along(joint.h[j]);
            for (std::size_t j = 0; j < nu; ++j) {
                const auto column = static_cast<Eigen::Index>(j);
                way.l += joint.u[column] * g[j];
                V6<S> c = joint.MjInv(0, column) * g[0];
                for (std::size_t row = 1; row < nu; ++row)
                    c += joint.MjInv(static_cast<Eigen::Index>(row), column) * g[row];
                way.L.A.addOuter(c.l, g[j].l);
                way.L.B.addOuter(c.l, g[j].a);
                way.L.C.addOuter(c.a, g[j].a);
            }
            for (std::size_t j = 0; j < nu; ++j) way.G.addOuter(-joint.Y[j], g[j]);
        });
        const TreeLink<S>& link = links_[i];
        if (link.driven) way.l += way.along(link.V_t);
        way.G.al += cross(link.r, way.G.ll);
        way.G.aa += cross(link.r, way.G.la);
    }

    /// Velocities and momenta between pieces in a row from the ground.
    void solveRow() {
        const int count = static_cast<int>(ends_.size());
        combined(0, count);
        distribute(0, count, Vec6<S>::Zero(), Vec6<S>::Zero());
    }
    /// Pieces [first, last) as one, by a balanced tree of junctions.
    TwoPort<S> combined(int first, int last) {
        if (last - first == 1) return ends_[at(first)].port;
        const int middle = first + (last - first) / 2;
        const TwoPort<S> A = combined(first, middle), B = combined(middle, last);
        const Mat3<S> R = axesOf(&outerEnd(middle - 1)).eigen();
        return junctions_[at(middle)].join(A, turnedInside(R, B));
    }
    void distribute(int first, int last, const Vec6<S>& V_in, const Vec6<S>& P_out) {
        if (last - first == 1) {
            ends_[at(first)].V_in = V6<S>::of(V_in);
            ends_[at(first)].P_out = V6<S>::of(P_out);
            return;
        }
        const int middle = first + (last - first) / 2;
        const Junction<S>& junction = junctions_[at(middle)];
        const Vec6<S> V = junction.velocity(V_in, P_out);
        distribute(first, middle, V_in, junction.momentum(V, P_out));
        const Mat3<S> R = axesOf(&outerEnd(middle - 1)).eigen();
        distribute(middle, last, turning<S>(R.transpose()) * V, P_out);
    }
    const TreeLink<S>& outerEnd(int k) const { return links_[at(piece(at(k)).end)]; }

    /// The links above all pieces by one thread, then the pieces' carriers.
    void solveTop(const S* p, S* u) {
        for (const int i : plan_.top) tree_.initialise(at(i));
        for (std::size_t k = 0; k < ends_.size(); ++k) {
            const int carrier = links_[at(piece(k).links.front())].parent;
            if (carrier == ground) continue;
            const M3<S> R = axesOf(&links_[at(carrier)]);
            const Inertia<S>& K = ends_[k].K;
            Inertia<S>& M = tree_.articulated(at(carrier));
            M.A += symmetric(turned(R, K.A));
            M.B += turned(R, K.B);
            M.C += symmetric(turned(R, K.C));
            tree_.remainder(at(carrier)) += turned(R, ends_[k].D);
        }
        for (std::size_t j = plan_.top.size(); j-- > 0;) {
            const std::size_t i = at(plan_.top[j]);
            const TreeLink<S>& link = links_[i];
            const Inertia<S> M = tree_.eliminated(i);
            const V6<S> D = shiftWrench(link.r, tree_.passed(i, p, true));
            if (link.parent == ground) continue;
            tree_.articulated(at(link.parent)).addShifted(link.r, M);
            tree_.remainder(at(link.parent)) += D;
        }
        for (const int i : plan_.top) {
            const TreeLink<S>* carrier = carrierOf(at(i));
            tree_.velocity(at(i), p, true, carrier ? carrier->V : V6<S>::zero(), u);
        }
        for (std::size_t k = 0; k < ends_.size(); ++k) {
            const TreeLink<S>* carrier = carrierOf(at(piece(k).links.front()));
            ends_[k].V_in = V6<S>::zero();
            if (carrier != nullptr) {
                const M3<S> R = axesOf(carrier);
                ends_[k].V_in = {R.along(carrier->V.l), R.along(carrier->V.a)};
            }
        }
    }

    V6<S> weightOf(const Ends& ends) const {
        const V3<S> g = ends.R.along(gravity_);
        return {ends.mass * g, cross(ends.moment, g)};
    }

    /// Axes of the pieces in a row outward, then the weights inward.
    void passWeights() {
        ends_[0].R = M3<S>::diagonal(S(1));
        for (std::size_t k = 0; k + 1 < ends_.size(); ++k)
            ends_[k + 1].R = ends_[k].R * outerEnd(static_cast<int>(k)).R;
        for (std::size_t k = ends_.size(); k-- > 0;) {
            Ends& ends = ends_[k];
            ends.weight = weightOf(ends);
            if (piece(k).end < 0) continue;
            const TreeLink<S>& link = outerEnd(static_cast<int>(k));
            ends.T_out = turned(link.R, ends_[k + 1].weight);
            ends.weight += shiftWrench(link.O, ends.T_out);
        }
    }

    void passWeightsToTop() {
        for (const int i : plan_.top) T_[at(i)] = weightOf(links_[at(i)], gravity_);
        for (std::size_t k = 0; k < ends_.size(); ++k) {
            const TreeLink<S>* carrier = carrierOf(at(piece(k).links.front()));
            ends_[k].R = axesOf(carrier);
            if (carrier != nullptr)
                T_[at(links_[at(piece(k).links.front())].parent)] +=
                    turned(ends_[k].R, weightOf(ends_[k]));
        }
        for (std::size_t j = plan_.top.size(); j-- > 0;) passLoad(at(plan_.top[j]));
    }

    static V6<S> weightOf(const TreeLink<S>& link, V3<S> g) {
        const V3<S> f = link.mass * g;
        return {f, cross(link.s, f)};
    }
    void passLoad(std::size_t i) {
        const TreeLink<S>& link = links_[i];
        if (link.parent != ground) T_[at(link.parent)] += shiftWrench(link.r, T_[i]);
    }

    /// T* of a piece.
    void passLoads(std::size_t k) {
        const std::vector<int>& own = piece(k).links;
        const V3<S> g = ends_[k].R.along(gravity_);
        for (const int i : own) T_[at(i)] = weightOf(links_[at(i)], g);
        if (piece(k).end >= 0) T_[at(piece(k).end)] += ends_[k].T_out;
        for (std::size_t j = own.size(); j-- > 1;) passLoad(at(own[j]));
    }

    /// D of a piece anew, with the momentum of what it carries.
    void passMomenta(const S* p, std::size_t k) {
        const std::vector<int>& own = piece(k).links;
        for (const int i : own) tree_.remainder(at(i)) = V6<S>::zero();
        tree_.remainder(at(piece(k).end)) = ends_[k].P_out;
        for (std::size_t j = own.size(); j-- > 1;) {
            const TreeLink<S>& link = links_[at(own[j])];
            tree_.remainder(at(link.parent)) +=
                shiftWrench(link.r, tree_.passed(at(own[j]), p, true));
        }
    }

    MOMENTREE_INLINE void velocity(const S* p, std::size_t k, std::size_t i, S* u) {
        tree_.velocity(i, p, true, isRoot(k, i) ? ends_[k].V_in : carrierOf(i)->V, u);
    }
    MOMENTREE_INLINE void rate(std::size_t i, const S* q, const S* u, S* qdot, S* pdot) {
        tree_.momentumRate(i, T_[i], u, pdot);
        const TreeLink<S>& link = links_[i];
        std::visit(
            [&](auto joint) {
                joint.template rates<S>(q + link.firstQ, u + link.firstU, qdot + link.firstQ);
            },
            link.joint);
    }

    const Model& model_;
    std::span<TreeLink<S>> links_;
    NaudetRecursion<S>& tree_;
    TreePieces plan_;
    Workers workers_;
    V3<S> gravity_;
    std::vector<V6<S>> T_;  ///< [links] loads
    std::vector<Ends> ends_;
    std::vector<Junction<S>> junctions_;  ///< [pieces] with the piece before it
    bool local_ = false;
};

}  // namespace momentree
