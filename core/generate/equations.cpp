// SPDX-License-Identifier: Apache-2.0
#include "core/generate/equations.hpp"

#include <algorithm>

#include "core/generate/body_equations.hpp"
#include "core/generate/load_equations.hpp"
#include "core/kinematics/counted_angles.hpp"
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
    free.inverse = inverse;
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
/// @param u Mj^-1 (p - d)
Recorded speedAlong(const Direction& free, const Recorded& u, RecordedPair& V) {
    Recorded total = u;
    for (std::size_t j = 0; j < 6; ++j)
        if (j != free.axis) total = total - free.Y[j] * V[j];
    const Recorded speed = total - V[free.axis];
    V[free.axis] = total;
    return speed;
}

Recorded dotOf(const RecordedPair& a, const RecordedPair& b) {
    return momentree::dotOf(a.l, b.l) + momentree::dotOf(a.a, b.a);
}

class Recursion {
public:
    Recursion(const Model& model, Tape& tape, const RecordedLoops& loops)
        : model_(model),
          tape_(tape),
          loops_(loops),
          angles_(anglesInState() ? loops.angles.size() : 0),
          positions_(toIndex(model.tree.nq) + angles_),
          speeds_(toIndex(model.tree.nu)) {
        const std::size_t loop = solved() ? 1 + 2 * loops.rows.size() : closed() ? 1 : 0;
        const std::size_t inputs = positions_ + speeds_ + 1 + model.axialLoads.size() + loop;
        for (std::size_t k = 0; k < inputs; ++k) inputs_.push_back(tape.input(static_cast<int>(k)));
        rates_.resize(positions_ + speeds_);
    }

    RecordedEquations record() {
        RecordedEquations equations;
        makeLinks();
        equations.poses = recorded();
        for (std::size_t i = links_.size(); i-- > 0;) inward(i);
        equations.inward = recorded();
        for (std::size_t i = 0; i < links_.size(); ++i) outward(i, {});
        if (closed()) closeLoops(equations);
        equations.turns = turns();
        equations.outward = recorded();
        addRecordedLoads(
            model_, time(), std::span(inputs_).first(toIndex(model_.tree.nq)),
            std::span(inputs_).subspan(positions_ + speeds_ + 1, model_.axialLoads.size()), links_);
        for (std::size_t i = links_.size(); i-- > 0;) momentumRates(i);
        equations.states = static_cast<int>(rates_.size());
        equations.starts = static_cast<int>(inputs_.size() - rates_.size() - 1);
        if (closed() && !solved()) --equations.starts;  // `first`
        if (anglesInState()) std::ranges::copy(equations.turns, rates_.begin() + model_.tree.nq);
        equations.rates = std::move(rates_);
        return equations;
    }

private:
    bool closed() const { return !loops_.rows.empty(); }
    bool solved() const { return !loops_.groups.empty(); }
    bool anglesInState() const { return solved() || !closed(); }
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
    /// @param speeds [nu] known ones, empty for those of the momenta
    void outward(std::size_t i, std::span<const Recorded> speeds) {
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
                    for (std::size_t j = stage.free.size(); j-- > 0;) {
                        Direction& free = stage.free[j];
                        Recorded& u = link.u[free.speed];
                        if (speeds.empty()) {
                            u = speedAlong(free, free.u, V);
                        } else {
                            u = speeds[toIndex(body(i).firstU) + free.speed];
                            V[free.axis] += u;
                        }
                    }
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

    /// A unit impulse along a row of the closures.
    struct Impulse {
        RecordedRow row;
        RecordedPair A, B;               // its wrenches in the axes of the links
        std::vector<Recorded> J;         // [nu] along the free directions
        std::vector<Recorded> response;  // [nu] speeds
    };
    RecordedPair inLink(int link, const RecordedPair& wrench) const {
        if (link == ground) return {};
        const RecordedMatrix back = transposed(links_[toIndex(link)].R);
        return {back * wrench.l, back * wrench.a};
    }
    Impulse impulseOf(const ClosureRow& row) const {
        Impulse own{recordedRow(model_, row, time(), links_), {}, {}, {}, {}};
        own.A = inLink(own.row.linkA, own.row.A), own.B = inLink(own.row.linkB, own.row.B);
        std::vector<RecordedPair> W(links_.size());
        if (own.row.linkA != ground) W[toIndex(own.row.linkA)] += own.A;
        if (own.row.linkB != ground) W[toIndex(own.row.linkB)] += own.B;
        own.J.assign(speeds_, 0.0);
        carryIn(W, own.J, false);
        std::vector<Recorded> u(speeds_);
        carryIn(std::move(W), u, true);
        own.response = speedsBy(u);
        return own;
    }
    /// Carries wrenches inwards: their parts along the free directions, or `held`, what the joints
    /// leave of them, and -Mj^-1 times these parts.
    void carryIn(std::vector<RecordedPair> W, std::vector<Recorded>& along, bool held) const {
        for (std::size_t i = links_.size(); i-- > 0;) {
            RecordedPair& D = W[i];
            for (const RecordedStage& stage : links_[i].stages) {
                if (stage.kind == Kind::Turn) D = {stage.turn * D.l, stage.turn * D.a};
                if (stage.kind == Kind::Shift) addCross(D.a, stage.r, D.l);
                if (stage.kind != Kind::Free) continue;
                for (const Direction& free : stage.free) {
                    Recorded& own = along[toIndex(body(i).firstU) + free.speed];
                    const Recorded part = D[free.axis];
                    own = held ? -(free.inverse * part) : part;
                    for (std::size_t j = 0; held && j < 6; ++j)
                        D[j] = j == free.axis ? Recorded(0.0) : D[j] - free.Y[j] * part;
                }
            }
            if (links_[i].parent != ground) W[toIndex(links_[i].parent)] += D;
        }
    }
    /// @param u [nu] Mj^-1 (p - d)
    std::vector<Recorded> speedsBy(const std::vector<Recorded>& u) const {
        std::vector<Recorded> speeds(speeds_);
        std::vector<RecordedPair> velocities(links_.size());
        for (std::size_t i = 0; i < links_.size(); ++i) {
            RecordedPair& V = velocities[i];
            if (links_[i].parent != ground) V = velocities[toIndex(links_[i].parent)];
            const std::vector<RecordedStage>& stages = links_[i].stages;
            for (std::size_t k = stages.size(); k-- > 0;) {
                const RecordedStage& stage = stages[k];
                if (stage.kind == Kind::Turn) V = {stage.turn.back(V.l), stage.turn.back(V.a)};
                if (stage.kind == Kind::Shift) addCross(V.l, V.a, stage.r);
                if (stage.kind != Kind::Free) continue;
                for (std::size_t j = stage.free.size(); j-- > 0;) {
                    const std::size_t at = toIndex(body(i).firstU) + stage.free[j].speed;
                    speeds[at] = speedAlong(stage.free[j], u[at], V);
                }
            }
        }
        return speeds;
    }

    /// THEORY 3.9: impulses of the rows, the speeds with them, and what they add to momenta and
    /// loads.
    void closeLoops(RecordedEquations& equations) {
        std::vector<Impulse> impulses;
        for (const ClosureRow& row : loops_.rows) impulses.push_back(impulseOf(row));
        writeGaps(impulses, equations);
        const std::vector<Recorded> sigma =
            solved() ? impulsesAsInputs(equations) : solveLoops(equations);
        std::vector<Recorded> speeds;
        for (std::size_t i = 0; i < links_.size(); ++i)
            speeds.insert(speeds.end(), links_[i].u.begin(), links_[i].u.end());
        equations.taken.assign(speeds_, 0.0);
        for (std::size_t k = 0; k < impulses.size(); ++k)
            for (std::size_t j = 0; j < speeds_; ++j) {
                speeds[j] += sigma[k] * impulses[k].response[j];
                equations.taken[j] += sigma[k] * impulses[k].J[j];
            }
        for (std::size_t i = 0; i < links_.size(); ++i) outward(i, speeds);
        addImpulses(impulses, sigma);
    }
    std::vector<Recorded> turns() const {
        std::vector<Recorded> rates;
        const CountedAngles angles = countedAngles(model_);
        for (const int angle : loops_.angles) rates.push_back(turnOf(angles.all[toIndex(angle)]));
        return rates;
    }
    /// Sc and J M^-1 p + Phi_t + feedback Phi.
    void writeGaps(const std::vector<Impulse>& impulses, RecordedEquations& equations) const {
        for (std::size_t k = 0; k < impulses.size(); ++k) {
            const Impulse& own = impulses[k];
            Recorded gap = solved() ? inputs_[positions_ + speeds_ + 1 + model_.axialLoads.size()] *
                                          own.row.gap
                                    : Recorded(loops_.feedback) * (inputs_.back() * own.row.gap);
            if (own.row.linkA != ground) gap += dotOf(own.A, links_[toIndex(own.row.linkA)].V);
            if (own.row.linkB != ground) gap += dotOf(own.B, links_[toIndex(own.row.linkB)].V);
            gap += own.row.drive;
            equations.gaps.push_back(gap);
            std::vector<Recorded>& entries = equations.Sc.emplace_back();
            for (std::size_t l = 0; l <= k; ++l) {
                Recorded entry = 0.0;
                for (std::size_t j = 0; j < speeds_; ++j)
                    entry -= own.J[j] * impulses[l].response[j];
                entries.push_back(entry);
            }
        }
    }
    std::vector<Recorded> impulsesAsInputs(RecordedEquations& equations) {
        std::vector<Recorded> sigma;
        for (std::size_t k = 0; k < loops_.rows.size(); ++k)
            sigma.push_back(tape_.input(static_cast<int>(inputs_.size() + k)));
        equations.groups = loops_.groups;
        equations.firstSigma = sigma.front().node;
        return sigma;
    }
    std::vector<Recorded> solveLoops(RecordedEquations& equations) const {
        std::vector<std::vector<Recorded>> L = equations.Sc;
        std::vector<Recorded> x = equations.gaps, inverses;
        const std::size_t n = x.size();
        for (std::size_t k = 0; k < n; ++k) {
            L[k][k] += loops_.give[k];
            std::vector<Recorded> before = L[k];  // L D
            for (std::size_t l = 0; l < k; ++l) {
                for (std::size_t m = 0; m < l; ++m) before[l] -= L[l][m] * before[m];
                L[k][l] = before[l] * inverses[l];
                L[k][k] -= L[k][l] * before[l];
                x[k] -= L[k][l] * x[l];
            }
            equations.pivots.push_back(L[k][k]);
            inverses.push_back(Recorded(1.0) / L[k][k]);
        }
        for (std::size_t k = n; k-- > 0;) {
            x[k] = inverses[k] * x[k];
            for (std::size_t l = k + 1; l < n; ++l) x[k] -= L[l][k] * x[l];
        }
        return x;
    }
    /// Momenta include J^T sigma except in the first pass of a step.
    void addImpulses(const std::vector<Impulse>& impulses, const std::vector<Recorded>& sigma) {
        const Recorded within = solved() ? Recorded(1.0) : Recorded(1.0) - inputs_.back();
        for (std::size_t k = 0; k < impulses.size(); ++k) {
            const Recorded size = within * sigma[k];
            const RecordedRow rates = recordedRow(model_, loops_.rows[k], time(), links_);
            const auto add = [&](int at, const RecordedPair& W, const RecordedPair& rate) {
                if (at == ground) return;
                RecordedLink& link = links_[toIndex(at)];
                const RecordedPair T = inLink(at, rate);
                for (std::size_t j = 0; j < 6; ++j) {
                    link.W[j] += size * W[j];
                    link.T[j] += size * T[j];
                }
            };
            add(rates.linkA, impulses[k].A, rates.rateA);
            add(rates.linkB, impulses[k].B, rates.rateB);
        }
    }
    /// The rate of an angle about an axis of a joint: z or x of A, or y of B.
    Recorded turnOf(const CountedAngle& angle) const {
        const auto inWorld = [&](int body, const RecordedVector& own) {
            return body == ground ? own
                                  : links_[toIndex(model_.tree.ofBody[toIndex(body)])].R * own;
        };
        const auto turning = [&](int body) {
            if (body == ground) return RecordedVector();
            return inWorld(body, links_[toIndex(model_.tree.ofBody[toIndex(body)])].V.a);
        };
        const bool ofB = angle.axis == CountedAngle::Axis::UniversalY;
        const Marker& marker = ofB ? angle.B : angle.A;
        Vector3d axis = marker.frame.R.col(ofB ? 1 : angle.axis == CountedAngle::Axis::Z ? 2 : 0);
        if (marker.body != ground)
            axis = body(toIndex(model_.tree.ofBody[toIndex(marker.body)])).toBody.R * axis;
        return momentree::dotOf(inWorld(marker.body, recordedOf(axis)),
                                turning(angle.B.body) - turning(angle.A.body));
    }

    /// P* as the sum of momenta, then pdot = E^T (T* - [w x p_l; v x p_l + w x p_a]), where E is
    /// constant.
    void momentumRates(std::size_t i) {
        RecordedLink& link = links_[i];
        RecordedPair P = link.P, T = link.T;
        if (closed()) P += link.W;
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
    Tape& tape_;
    const RecordedLoops& loops_;
    std::size_t angles_;     ///< of loops in the state
    std::size_t positions_;  ///< coordinates and these angles
    std::size_t speeds_;
    std::vector<Recorded> inputs_, rates_;
    std::vector<RecordedLink> links_;
};

}  // namespace

RecordedEquations recordEquations(const Model& model, Tape& tape, const RecordedLoops& loops) {
    return Recursion(model, tape, loops).record();
}

}  // namespace momentree
