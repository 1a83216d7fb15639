// SPDX-License-Identifier: Apache-2.0
#include "core/generate/equations.hpp"

#include "core/generate/body_equations.hpp"
#include "core/generate/load_equations.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

using Kind = RecordedStage::Kind;
using Direction = RecordedStage::Direction;

/// M' = M - Y (M H)^T and D' = D + Y (p - d), direction by direction; what is left along a free
/// direction is exactly no inertia and its momentum.
void eliminate(Direction& free, const Recorded& p, RecordedInertia& M, RecordedPair& D) {
    const std::size_t k = free.axis;
    const std::array<Recorded, 6> MH = M.column(k);
    const Recorded inverse = Recorded(1.0) / MH[k], rest = p - D[k];
    for (std::size_t j = 0; j < 6; ++j)
        if (j != k) free.Y[j] = MH[j] * inverse;
    free.u = inverse * rest;
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = i; j < 6; ++j) {
            Recorded& entry = M(i, j);
            if (i < 3 && j >= 3) continue;  // of B, which is not symmetric
            entry = i == k || j == k ? Recorded(0.0) : entry - free.Y[i] * MH[j];
        }
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 3; j < 6; ++j) {
            Recorded& entry = M(i, j);
            entry = i == k || j == k ? Recorded(0.0) : entry - free.Y[i] * MH[j];
        }
    for (std::size_t j = 0; j < 6; ++j) D[j] = j == k ? p : D[j] + free.Y[j] * rest;
}

/// The speed along a free direction: V_k = Mj^-1 (p - d) - Y^T V without its own entry.
Recorded speedAlong(const Direction& free, RecordedPair& V) {
    Recorded total = free.u;
    for (std::size_t j = 0; j < 6; ++j)
        if (j != free.axis) total = total - free.Y[j] * V[j];
    const Recorded u = total - V[free.axis];
    V[free.axis] = total;
    return u;
}

class Recursion {
public:
    Recursion(const Model& model, Tape& tape)
        : model_(model),
          tape_(tape),
          positions_(toIndex(model.tree.nq)),
          speeds_(toIndex(model.tree.nu)) {
        const std::size_t inputs = positions_ + speeds_ + 1 + model.axialLoads.size();
        for (std::size_t k = 0; k < inputs; ++k) inputs_.push_back(tape.input(static_cast<int>(k)));
        rates_.resize(positions_ + speeds_);
    }

    RecordedEquations record() {
        RecordedEquations equations;
        makeLinks();
        equations.poses = recorded();
        for (std::size_t i = links_.size(); i-- > 0;) inward(i);
        equations.inward = recorded();
        for (std::size_t i = 0; i < links_.size(); ++i) outward(i);
        equations.outward = recorded();
        addRecordedLoads(model_, time(), std::span(inputs_).first(positions_),
                         std::span(inputs_).last(model_.axialLoads.size()), links_);
        for (std::size_t i = links_.size(); i-- > 0;) momentumRates(i);
        equations.states = static_cast<int>(rates_.size());
        equations.starts = static_cast<int>(model_.axialLoads.size());
        equations.rates = std::move(rates_);
        return equations;
    }

private:
    int recorded() const { return static_cast<int>(tape_.nodes().size()); }
    const Recorded& time() const { return inputs_[positions_ + speeds_]; }
    const TreeBody& body(std::size_t i) const { return model_.tree.bodies[i]; }
    const Recorded* q(std::size_t i) const { return inputs_.data() + body(i).firstQ; }
    std::size_t momentum(std::size_t i, std::size_t speed) const {
        return positions_ + toIndex(body(i).firstU) + speed;
    }
    RecordedLink* carrier(std::size_t i) {
        return links_[i].parent == ground ? nullptr : &links_[toIndex(links_[i].parent)];
    }

    void makeLinks() {
        for (const TreeBody& body : model_.tree.bodies) {
            RecordedLink link(body);
            std::array<Recorded, 2> motion;
            if (body.motion >= 0) motion = prescribedMotion(model_, body, time());
            link.stages = recordedStages(body, inputs_.data() + body.firstQ, motion);
            link.M.A = {body.mass, 0.0, 0.0, body.mass, 0.0, body.mass};
            const RecordedVector& h = link.h;
            link.M.B = {RecordedVector{0.0, h[2], -h[1]}, RecordedVector{-h[2], 0.0, h[0]},
                        RecordedVector{h[1], -h[0], 0.0}};  // -m s~
            link.M.C = link.J;
            link.u.resize(toIndex(speedCount(body.joint)));
            links_.push_back(std::move(link));
        }
        for (std::size_t i = links_.size(); i-- > 0;)
            if (RecordedLink* parent = carrier(i)) parent->carried += links_[i].carried;
    }

    /// Inertia and momentum.
    void inward(std::size_t i) {
        RecordedLink& link = links_[i];
        RecordedInertia M = link.M;
        RecordedPair D = link.D;
        for (RecordedStage& stage : link.stages) {
            switch (stage.kind) {
                case Kind::Free:
                    for (Direction& free : stage.free)
                        eliminate(free, inputs_[momentum(i, free.speed)], M, D);
                    break;
                case Kind::Drive:
                    for (std::size_t j = 0; j < 6; ++j) D[j] += M(j, stage.axis) * stage.rate;
                    break;
                case Kind::Turn:
                    M.turn(stage.turn);
                    D = {stage.turn * D.l, stage.turn * D.a};
                    break;
                case Kind::Shift:
                    M.shift(stage.r);
                    addCross(D.a, stage.r, D.l);
                    break;
            }
        }
        if (RecordedLink* parent = carrier(i)) {
            parent->M += M;
            parent->D += D;
        }
    }

    /// Velocities, speeds, the world's axes and gravity in those of the body.
    void outward(std::size_t i) {
        RecordedLink& link = links_[i];
        const RecordedLink* parent = carrier(i);
        RecordedPair V;
        RecordedMatrix R{RecordedVector{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
        RecordedVector O, gravity = recordedOf(model_.gravity);
        if (parent != nullptr)
            V = parent->V, R = parent->R, O = parent->O, gravity = parent->gravity;
        for (std::size_t k = link.stages.size(); k-- > 0;) {
            RecordedStage& stage = link.stages[k];
            switch (stage.kind) {
                case Kind::Free:
                    for (std::size_t j = stage.free.size(); j-- > 0;)
                        link.u[stage.free[j].speed] = speedAlong(stage.free[j], V);
                    stage.V = V;
                    stage.gravity = gravity;
                    break;
                case Kind::Drive:
                    V[stage.axis] += stage.rate;
                    break;
                case Kind::Turn:
                    V = {stage.turn.back(V.l), stage.turn.back(V.a)};
                    gravity = stage.turn.back(gravity);
                    R = R * stage.turn.matrix();
                    break;
                case Kind::Shift:
                    addCross(V.l, V.a, stage.r);
                    O = O + R * stage.r;
                    break;
            }
        }
        link.V = V, link.R = R, link.O = O, link.gravity = gravity;
        const std::vector<Recorded> qdot = recordedRates(body(i).joint, q(i), link.u);
        std::copy(qdot.begin(), qdot.end(), rates_.begin() + body(i).firstQ);
    }

    /// P* as the sum of momenta, then pdot = E^T (T* - [w x p_l; v x p_l + w x p_a]), where E is
    /// constant.
    void momentumRates(std::size_t i) {
        RecordedLink& link = links_[i];
        RecordedPair P = link.P, T = link.T;
        RecordedVector moment = link.moment + link.h;
        P.l = P.l + Recorded(link.mass) * link.V.l;
        addCross(P.l, link.V.a, link.h);
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t j = 0; j < 3; ++j)
                P.a[row] += link.J[RecordedInertia::half(row, j)] * link.V.a[j];
        addCross(P.a, link.h, link.V.l);
        for (const RecordedStage& stage : link.stages) {
            switch (stage.kind) {
                case Kind::Free:
                    for (const Direction& free : stage.free)
                        rates_[momentum(i, free.speed)] =
                            rateAlong(free.axis, stage, link.carried, moment, P, T);
                    break;
                case Kind::Drive:
                    break;
                case Kind::Turn:
                    P = {stage.turn * P.l, stage.turn * P.a};
                    T = {stage.turn * T.l, stage.turn * T.a};
                    moment = stage.turn * moment;
                    break;
                case Kind::Shift:
                    addCross(P.a, stage.r, P.l);
                    addCross(T.a, stage.r, T.l);
                    moment = moment + Recorded(link.carried) * stage.r;
                    break;
            }
        }
        if (RecordedLink* parent = carrier(i)) {
            parent->P += P;
            parent->T += T;
            parent->moment = parent->moment + moment;
        }
    }
    static Recorded rateAlong(std::size_t axis, const RecordedStage& at, double mass,
                              const RecordedVector& moment, const RecordedPair& P,
                              const RecordedPair& T) {
        const std::size_t k = axis % 3, i = (k + 1) % 3, j = (k + 2) % 3;
        const RecordedPair& V = at.V;
        const RecordedVector& g = at.gravity;
        if (axis < 3) return T.l[k] + Recorded(mass) * g[k] - V.a[i] * P.l[j] + V.a[j] * P.l[i];
        return T.a[k] + moment[i] * g[j] - moment[j] * g[i] - V.l[i] * P.l[j] + V.l[j] * P.l[i] -
               V.a[i] * P.a[j] + V.a[j] * P.a[i];
    }

    const Model& model_;
    const Tape& tape_;
    std::size_t positions_, speeds_;
    std::vector<Recorded> inputs_, rates_;
    std::vector<RecordedLink> links_;
};

}  // namespace

RecordedEquations recordEquations(const Model& model, Tape& tape) {
    return Recursion(model, tape).record();
}

}  // namespace momentree
