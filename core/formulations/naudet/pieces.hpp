// SPDX-License-Identifier: Apache-2.0
// The recursion in canonical momenta on several threads (THEORY 4): each thread computes pieces of
// the tree as two-ports, a few junctions join them, and each thread completes its own.
#pragma once

#include <memory>

#include "core/execution/workers.hpp"
#include "core/formulations/naudet/piece.hpp"
#include "core/formulations/naudet/traced_equations.hpp"
#include "core/stepping/phases.hpp"
#include "core/trace/tracer.hpp"

namespace momentree {

template <typename S>
class NaudetPieces {
public:
    /// @param tree the recursion on `links`; both must outlive this object
    /// @param plan with pieces
    NaudetPieces(const Model& model, std::span<TreeLink<S>> links, NaudetRecursion<S>& tree,
                 TreePieces plan)
        : model_(model),
          links_(links),
          tree_(tree),
          plan_(std::move(plan)),
          workers_(static_cast<int>(plan_.shares.size())),
          gravity_(V3<S>::of(model.gravity.cast<S>())),
          carried_(links.size()),
          junctions_(plan_.pieces.size()) {
        for (const TreePiece& piece : plan_.pieces)
            pieces_.push_back(std::make_unique<NaudetPiece<S>>(piece, links, plan_.inRow));
        weighTop();
    }

    /// Traces the times of the pieces from now on; null ends tracing.
    void trace(Tracer* tracer) { tracer_ = tracer; }

    /// u and V of links that are placed in the world.
    void velocities(const S* p, S* u) {
        local_ = false;
        forEachPiece(recursion::piecesInward, [&](NaudetPiece<S>& piece) {
            piece.takePoses(links_);
            piece.assemble(p);
        });
        plan_.inRow ? solveRow() : solveTop(p, u);
        forEachPiece(recursion::piecesOutward, [&](NaudetPiece<S>& piece) {
            piece.passMomentum();
            piece.velocities(p, u, links_);
        });
    }
    /// Call after `velocities`.
    /// @param T [links] loads T*
    void momentumRates(std::span<const V6<S>> T, const S* u, S* pdot) {
        for (const int i : plan_.top) tree_.momentumRate(at(i), T[at(i)], u, pdot);
        forEachPiece(recursion::piecesRates,
                     [&](NaudetPiece<S>& piece) { piece.momentumRates(T, u, pdot); });
    }

    /// From q and p to their rates under gravity alone. Each piece uses axes of its carrier, so
    /// that no piece waits for poses. The poses and velocities of `links` are unchanged, except
    /// above the pieces, where they become those of the world.
    void rates(double t, const S* q, const S* p, S* u, S* qdot, S* pdot, PhaseClock& clock) {
        local_ = true;
        forEachPiece(recursion::piecesInward, [&](NaudetPiece<S>& piece) {
            piece.place(model_, t, q);
            piece.assemble(p);
        });
        lap(clock, tracer_, Phase::Assembly);
        if (plan_.inRow) {
            solveRow();
            passCentres();
        } else {
            for (const int i : plan_.top)
                placeLink(model_, t, q, carrierOf(at(i)), at(i), links_[at(i)]);
            solveTop(p, u);
            passCentresToTop();
            for (const int i : plan_.top) {
                tree_.momentumRate(at(i), carried_[at(i)].weight(gravity_), u, pdot);
                coordinateRates(links_[at(i)], q, u, qdot);
            }
        }
        lap(clock, tracer_, Phase::Base);
        forEachPiece(recursion::piecesOutward, [&](NaudetPiece<S>& piece) {
            piece.passMomentum();
            piece.rates(gravity_, q, p, u, qdot, pdot);
        });
        lap(clock, tracer_, Phase::Disassembly);
    }

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
    NaudetPiece<S>& piece(int k) { return *pieces_[at(k)]; }
    /// @param pass under which the times of the pieces are traced
    template <typename F>
    void forEachPiece(const TracedPass& pass, const F& f) {
        if (tracer_ != nullptr) tracer_->open(pass, static_cast<int>(pieces_.size()));
        workers_.forEach(static_cast<int>(plan_.shares.size()), [&](int share) {
            for (const int k : plan_.shares[at(share)]) {
                if (tracer_ == nullptr)
                    run(f, k);
                else
                    tracer_->piece(
                        k, plan_.pieces[at(k)].links.front(), [&] { run(f, k); },
                        [](TraceSink&) {});
            }
        });
    }
    /// The same machine code with and without tracing.
    template <typename F>
    [[gnu::noinline]] void run(const F& f, int k) {
        f(piece(k));
    }
    const TreeLink<S>* carrierOf(std::size_t i) const {
        const int parent = links_[i].parent;
        return parent == ground ? nullptr : &links_[at(parent)];
    }
    /// The link above the pieces that carries piece k.
    int carrierOfPiece(std::size_t k) const {
        return links_[at(plan_.pieces[k].links.front())].parent;
    }
    /// Axes of a link in the axes used by the pieces.
    M3<S> axesOf(const TreeLink<S>& link) const { return local_ ? link.R : M3<S>::diagonal(S(1)); }

    /// Velocities and momenta between pieces in a row, beginning at ground.
    void solveRow() {
        const int count = static_cast<int>(pieces_.size());
        if (count > 1) meet(0, count);
        distribute(0, count, Vec6<S>::Zero(), Vec6<S>::Zero());
    }
    static int middleOf(int first, int last) { return first + (last - first) / 2; }
    Mat3<S> axesAtEnd(int k) { return axesOf(piece(k).outerEnd()).eigen(); }
    /// Joins the two halves of pieces [first, last), each by a balanced tree of junctions.
    Junction<S>& meet(int first, int last) {
        const int middle = middleOf(first, last);
        const auto combined = [this](int from, int to, TwoPort<S>& joined) -> const TwoPort<S>& {
            return to - from == 1 ? piece(from).port : joined = meet(from, to).joined();
        };
        TwoPort<S> A, B;
        junctions_[at(middle)].meet(combined(first, middle, A),
                                    turnedInside(axesAtEnd(middle - 1), combined(middle, last, B)));
        return junctions_[at(middle)];
    }
    void distribute(int first, int last, const Vec6<S>& V_in, const Vec6<S>& P_out) {
        if (last - first == 1) {
            piece(first).V_in = V6<S>::of(V_in);
            piece(first).P_out = V6<S>::of(P_out);
            return;
        }
        const int middle = middleOf(first, last);
        const Junction<S>& junction = junctions_[at(middle)];
        const Vec6<S> V = junction.velocity(V_in, P_out);
        distribute(first, middle, V_in, junction.momentum(V, P_out));
        distribute(middle, last, turning<S>(axesAtEnd(middle - 1).transpose()) * V, P_out);
    }

    /// The links above all pieces, on one thread, then the pieces' carriers.
    void solveTop(const S* p, S* u) {
        for (const int i : plan_.top) tree_.initialise(at(i));
        for (std::size_t k = 0; k < pieces_.size(); ++k) {
            const int carrier = carrierOfPiece(k);
            if (carrier == ground) continue;
            const M3<S> R = axesOf(links_[at(carrier)]);
            const Inertia<S>& K = pieces_[k]->K;
            Inertia<S>& M = tree_.articulated(at(carrier));
            M.A += symmetric(turned(R, K.A));
            M.B += turned(R, K.B);
            M.C += symmetric(turned(R, K.C));
            tree_.remainder(at(carrier)) += turned(R, pieces_[k]->D);
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
        for (std::size_t k = 0; k < pieces_.size(); ++k) {
            pieces_[k]->V_in = V6<S>::zero();
            if (carrierOfPiece(k) == ground) continue;
            const TreeLink<S>& carrier = links_[at(carrierOfPiece(k))];
            const M3<S> R = axesOf(carrier);
            pieces_[k]->V_in = {R.along(carrier.V.l), R.along(carrier.V.a)};
        }
    }

    /// Axes of the pieces in a row outward, then the parts they carry inward.
    void passCentres() {
        const int count = static_cast<int>(pieces_.size());
        piece(0).R = M3<S>::diagonal(S(1));
        for (int k = 0; k + 1 < count; ++k) piece(k + 1).R = piece(k).R * piece(k).outerEnd().R;
        Carried<S> all = piece(count - 1).whole;
        for (int k = count - 1; k-- > 0;) {
            NaudetPiece<S>& inner = piece(k);
            const TreeLink<S>& end = inner.outerEnd();
            inner.beyond = {all.mass, end.R * all.moment};
            all = {all.mass + inner.whole.mass,
                   inner.whole.moment + inner.beyond.moment + inner.beyond.mass * end.O};
        }
    }

    /// The masses carried by links above the pieces.
    void weighTop() {
        for (const int i : plan_.top) carried_[at(i)].mass = links_[at(i)].mass;
        for (std::size_t k = 0; k < pieces_.size(); ++k) {
            const int carrier = carrierOfPiece(k);
            if (carrier == ground || plan_.inRow) continue;
            for (const int i : plan_.pieces[k].links)
                carried_[at(carrier)].mass += links_[at(i)].mass;
        }
        for (std::size_t j = plan_.top.size(); j-- > 0;) {
            const int i = plan_.top[j], parent = links_[at(i)].parent;
            if (parent != ground) carried_[at(parent)].mass += carried_[at(i)].mass;
        }
    }
    void passCentresToTop() {
        for (const int i : plan_.top) carried_[at(i)].moment = links_[at(i)].mass * links_[at(i)].s;
        for (std::size_t k = 0; k < pieces_.size(); ++k) {
            const int carrier = carrierOfPiece(k);
            pieces_[k]->R = M3<S>::diagonal(S(1));
            if (carrier == ground) continue;
            pieces_[k]->R = links_[at(carrier)].R;
            carried_[at(carrier)].moment += links_[at(carrier)].R * pieces_[k]->whole.moment;
        }
        for (std::size_t j = plan_.top.size(); j-- > 0;) {
            const std::size_t i = at(plan_.top[j]);
            const int parent = links_[i].parent;
            if (parent != ground)
                carried_[at(parent)].moment += carried_[i].moment + carried_[i].mass * links_[i].r;
        }
    }

    const Model& model_;
    std::span<TreeLink<S>> links_;
    NaudetRecursion<S>& tree_;  ///< for the links above the pieces
    TreePieces plan_;
    Workers workers_;
    V3<S> gravity_;
    std::vector<std::unique_ptr<NaudetPiece<S>>> pieces_;
    std::vector<Carried<S>> carried_;     ///< [links] above the pieces, about their origins
    std::vector<Junction<S>> junctions_;  ///< [pieces] with the previous piece
    bool local_ = false;
    Tracer* tracer_ = nullptr;
};

}  // namespace momentree
