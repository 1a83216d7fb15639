// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/batch/neighbours.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "core/dynamics/observer.hpp"
#include "core/formulations/batch/lane_loads.hpp"
#include "core/formulations/batch/state_batch.hpp"
#include "core/formulations/naudet/passes.hpp"
#include "core/formulations/shared/closure_correction.hpp"
#include "core/formulations/shared/closure_impl.hpp"
#include "core/formulations/shared/momentum_reset.hpp"
#include "core/kinematics/constraints_impl.hpp"
#include "core/kinematics/loop_elimination_impl.hpp"
#include "core/math/all_finite.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

constexpr int perEntry = static_cast<int>(neighbourCount);  ///< of the state of one
using L = Lanes<double, perEntry>;
using VectorL = Eigen::Matrix<L, Eigen::Dynamic, 1>;
using Models = std::vector<std::shared_ptr<const Model>>;

void putLane(const V3<double>& x, std::size_t lane, V3<L>& into) {
    for (int k = 0; k < 3; ++k) putLane(x[k], lane, into.v[k]);
}
void putLane(const M3<double>& x, std::size_t lane, M3<L>& into) {
    putLane(x.x, lane, into.x), putLane(x.y, lane, into.y), putLane(x.z, lane, into.z);
}

/// The links of all models, and their loads.
struct StateInLanes : LinkState<L> {
    explicit StateInLanes(std::span<const Model* const> models)
        : LinkState<L>(*models[0], !models[0]->tree.closures.empty()),
          models_(models.begin(), models.end()),
          Q_(bodies.size()) {
        for (std::size_t lane = 0; lane < models.size(); ++lane) spread(*models[lane], lane);
        const auto needsLoads = [](const Model* m) {
            return LaneLoads<L>::has(*m) || Turns<double>(*m, true).size() > 0;
        };
        if (std::ranges::any_of(models, needsLoads)) loads_.emplace(models);
    }
    void startLoads(std::size_t lane, const InitialState& initial, const Eigen::VectorXd& y) {
        if (loads_) loads_->start(lane, initial, y);
    }
    /// As in `LinkState`, by the motions of each model.
    void place(double t, const In& q) {
        const auto prescribed = [&](std::size_t i) {
            Prescribed<L> all;
            for (std::size_t lane = 0; lane < models_.size(); ++lane) {
                const Model& own = *models_[lane];
                const auto one = prescribedOf<double>(own, own.tree.bodies[i], t);
                putLane(one.f, lane, all.f);
                putLane(one.df, lane, all.df);
                putLane(one.ddf, lane, all.ddf);
            }
            return all;
        };
        placeLinksBy(std::span(links), [&](const TreeLink<L>* carrier, std::size_t i) {
            placeLinkBy(model, prescribed, q.data(), carrier, i, links[i]);
        });
        if (bodiesMatter_) placeBodies();
    }
    CoupledAngles coupled() const { return {}; }
    /// Sets poses and velocities of the bodies from those of the links.
    void showBodies() {
        placeBodies();
        moveBodies();
    }
    /// As in `TreeState`.
    std::span<V6<L>> loads(double t, Closure<L>* closure) {
        std::ranges::fill(Q_, Vec6<L>::Zero());
        if (closure != nullptr && closure->rows() > 0) {
            closure->evaluate(t, bodies, coupled());
            closure->addLoads(bodies, Q_);
        }
        atOrigins(Q_);
        if (loads_) {
            const std::span<const V6<L>> own = loads_->evaluate(t, links, y, ydot);
            for (std::size_t i = 0; i < links.size(); ++i) atOrigins_[i] += own[i];
            return atOrigins_;
        }
        for (std::size_t i = 0; i < links.size(); ++i) {
            const V3<L> f = links[i].mass * gravity_;
            atOrigins_[i] += V6<L>{f, cross(links[i].s, f)};
        }
        return atOrigins_;
    }

    const L* y = nullptr;  ///< of the present evaluation
    L* ydot = nullptr;

private:
    void spread(const Model& model, std::size_t lane) {
        putLane(V3<double>::of(model.gravity), lane, gravity_);
        const std::vector<TreeLink<double>> own = treeLinks<double>(model);
        for (std::size_t i = 0; i < own.size(); ++i) {
            putLane(own[i].mass, lane, links[i].mass);
            putLane(own[i].R_A, lane, links[i].R_A);
            putLane(own[i].r_A, lane, links[i].r_A);
            putLane(own[i].c, lane, links[i].c);
            putLane(own[i].J_C, lane, links[i].J_C);
            putLane(M3<double>::of(model.tree.bodies[i].toBody.R), lane, toBody_[i]);
        }
    }

    std::vector<const Model*> models_;
    V3<L> gravity_ = V3<L>::zero();
    std::vector<Vec6<L>> Q_;             ///< [bodies]
    std::optional<LaneLoads<L>> loads_;  ///< only with loads other than gravity, or thetas
};

/// What `NaudetKernels` use.
struct WorkInLanes {
    WorkInLanes(std::span<const Model* const> models, double beta)
        : state(models), closure(*models[0], beta), tree(state.links) {
        closure.spread(models);
    }
    StateInLanes state;
    Closure<L> closure;
    NaudetRecursion<L> tree;
    std::span<V6<L>> T = {};
    std::vector<V6<L>> P = std::vector<V6<L>>(state.links.size());

    double t = 0.0;
    const VectorL* y = nullptr;
    const L* p = nullptr;
    VectorL* ydot = nullptr;
    L* pdot = nullptr;
};

class NaudetNeighbours final : public SystemsBeside {
public:
    NaudetNeighbours(Models models, const RunSpec& spec)
        : models_(std::move(models)),
          work_(pointers(models_), spec.baumgarte),
          reset_(spec.momentumReset),
          correction_(models_[0]->tree.nu, spec.correction),
          positions_(models_[0]->tree.nq + Turns<double>(*models_[0], true).size()),
          y_(positions_ + models_[0]->tree.nu),
          ydot_(y_),
          begin_(Vector::Zero(size())),
          bodies_(models_[0]->bodies.size()) {
        for (const auto& model : models_) {
            turns_.emplace_back(*model, true);
            observers_.push_back(std::make_unique<Observer>(*model, 0.0));
        }
    }

    int size() const override { return static_cast<int>(y_.size()) * perEntry; }
    int positionSize() const override { return perEntry * models_[0]->tree.nq; }
    int bodyOf(int entry) const override {
        return work_.state.bodyOf(entry / perEntry, positions_);
    }
    const Vector& begin() const override { return begin_; }

    Result<void> startNext(const InitialState& initial) override {
        const std::size_t lane = started_++;
        const Model& model = *models_[lane];
        Eigen::VectorXd y(y_.size()), speeds(model.tree.nu);
        const std::vector<BodyKinematics<double>> given = kinematicsOf(initial.bodies);
        jointsFromBodies(model, initial.time, given, y.data(), speeds.data());
        if (lane == 0) {
            work_.state.closures = closureStructure(model, initial.bodies, initial.time);
            work_.closure.hold(work_.state.closures);
            reset_.start(initial.time);
        }
        observers_[lane]->hold(work_.state.closures);
        turns_[lane].start(initial, y.data(), y.data() + model.tree.nq);
        work_.state.startLoads(lane, initial, y);
        for (int k = 0; k < positions_; ++k) putLane(y[k], lane, y_[k]);
        for (int k = 0; k < model.tree.nu; ++k) putLane(speeds[k], lane, work_.state.u[k]);
        if (started_ < neighbourCount) return {};
        work_.state.place(initial.time, y_);
        work_.state.moveBySpeeds();
        work_.state.writeMomenta(y_.data() + positions_);
        copy(y_, begin_);
        return {};
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        const Known known = knownAt(t, y);
        known_ = Known::Nothing;
        aim(t, y);
        if (known == Known::Nothing) solve();
        known == Known::Motion ? Kernels::applyLoadsAlone(work_) : Kernels::applyLoads(work_);
        inward([&](int i) { Kernels::load(work_, i); });
        outward([&](int i) {
            known == Known::Motion ? Kernels::rateOfReset(work_, i)
                                   : Kernels::momentumRate(work_, i);
        });
        Kernels::coordinateRates(work_);
        copy(ydot_, ydot);
        clock.lap(Phase::Derivatives);
        return allFinite(ydot) ? StepStatus::Reached : StepStatus::NotFinite;
    }

    StepReport retract(double /*from*/, double t, Out y) override {
        known_ = Known::Nothing;
        aim(t, y);
        work_.state.normalise(y_);
        StepReport report;
        const bool resets = loops() && reset_.due(t);
        if (resets) {
            solve();
            report = correction_.apply(
                t, y_, work_.state, work_.closure, [&] { Kernels::respond(work_); },
                [&] { solve(); });
            std::ranges::copy(work_.state.writeMomenta(y_.data() + positions_), work_.P.begin());
        }
        settleAngles(t);
        copy(y_, y);
        if (resets) know(t, y, Known::Motion);
        return report;
    }

    void observe(std::size_t member, double t, const In& y, Sample& out) override {
        if (knownAt(t, y) == Known::Nothing) {
            aim(t, y);
            solve();
            work_.state.showBodies();
            know(t, y, Known::Solution);
        }
        out.time = t;
        for (std::size_t i = 0; i < out.bodies.size(); ++i) {
            const BodyKinematics<double> body = bodyOfLane(i, member);
            out.bodies[i] = {body.r, quaternionOf<double>(body.R), body.v, body.w};
        }
        for (int k = 0; k < positions_; ++k) own_[k] = y[k * perEntry + static_cast<int>(member)];
        observers_[member]->complete(
            out, turns_[member].all(t, own_.data(), own_.data() + models_[0]->tree.nq));
    }

private:
    using Kernels = NaudetKernels<L, WorkInLanes>;
    /// As in `Naudet`.
    enum class Known : std::uint8_t { Nothing, Solution, Motion };

    static std::vector<const Model*> pointers(const Models& models) {
        std::vector<const Model*> all;
        for (const auto& model : models) all.push_back(model.get());
        return all;
    }
    static void copy(const VectorL& from, Out to) {
        std::memcpy(to.data(), from.data(), static_cast<std::size_t>(to.size()) * sizeof(double));
    }
    bool loops() const { return models_[0]->tree.closureRows > 0; }
    template <typename F>
    void outward(const F& f) {
        for (int i = 0; i < static_cast<int>(work_.state.links.size()); ++i) f(i);
    }
    template <typename F>
    void inward(const F& f) {
        for (int i = static_cast<int>(work_.state.links.size()); i-- > 0;) f(i);
    }
    void know(double t, const In& y, Known known) { knownTime_ = t, knownY_ = y, known_ = known; }
    Known knownAt(double t, const In& y) const {
        return known_ != Known::Nothing && t == knownTime_ && y == knownY_ ? known_
                                                                           : Known::Nothing;
    }
    void aim(double t, const In& y) {
        std::memcpy(y_.data(), y.data(), static_cast<std::size_t>(y.size()) * sizeof(double));
        work_.t = t;
        work_.y = &y_;
        work_.ydot = &ydot_;
        work_.p = y_.data() + positions_;
        work_.pdot = ydot_.data() + positions_;
        work_.state.y = y_.data();
        work_.state.ydot = ydot_.data();
    }
    /// As in `TreeState`.
    void settleAngles(double t) {
        const int nq = models_[0]->tree.nq;
        if (positions_ == nq) return;
        work_.state.place(t, y_);
        for (std::size_t lane = 0; lane < neighbourCount; ++lane) {
            for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i] = bodyOfLane(i, lane);
            for (int k = 0; k < positions_; ++k) own_[k] = y_[k].v[lane];
            turns_[lane].place(t, own_.data(), own_.data() + nq);
            turns_[lane].settle(bodies_, own_.data() + nq);
            for (int k = nq; k < positions_; ++k) putLane(own_[k], lane, y_[k]);
        }
    }
    BodyKinematics<double> bodyOfLane(std::size_t body, std::size_t lane) const {
        const BodyKinematics<L>& all = work_.state.bodies[body];
        return {laneOf(all.R, lane), laneOf(all.r, lane), laneOf(all.v, lane), laneOf(all.w, lane)};
    }
    /// Everything up to u and V.
    void solve() {
        Kernels::place(work_);
        outward([&](int i) { Kernels::start(work_, i); });
        if (loops()) {
            inward([&](int i) { Kernels::inertia(work_, i); });
            Kernels::closeLoops(work_);
            Kernels::momentaOfLoops(work_);
        } else {
            inward([&](int i) { Kernels::inertiaAndMomentum(work_, i); });
        }
        outward([&](int i) { Kernels::velocity(work_, i); });
        Kernels::moveBodies(work_);
    }

    Models models_;
    WorkInLanes work_;
    MomentumReset reset_;
    ClosureCorrection<L> correction_;
    int positions_;  ///< of one: [q; theta]
    VectorL y_, ydot_;
    Vector begin_, own_ = Vector::Zero(positions_);
    std::vector<BodyKinematics<double>> bodies_;  ///< of one
    std::size_t started_ = 0;
    std::vector<Turns<double>> turns_;
    std::vector<std::unique_ptr<Observer>> observers_;
    Known known_ = Known::Nothing;
    double knownTime_ = 0.0;
    Vector knownY_;
};

}  // namespace

bool suitsNeighbours(const Model& model, const RunSpec& spec) {
    const auto suits = [&](int k) {
        return LaneConstraint<L>::suits(model.constraints[toIndex(k)]);
    };
    return spec.formulation == "naudet" && spec.backend == "sequential" &&
           model.controllerStates == 0 && std::ranges::all_of(model.tree.closures, suits);
}

std::unique_ptr<SystemsBeside> makeNeighbours(
    const std::vector<std::shared_ptr<const Model>>& models, const RunSpec& spec) {
    assert(models.size() == neighbourCount);
    const auto like = [&](const std::shared_ptr<const Model>& model) {
        const auto same = [](const Constraint& a, const Constraint& b) {
            return a.kind == b.kind && a.bodyA == b.bodyA && a.bodyB == b.bodyB &&
                   a.inclined == b.inclined && a.carried == b.carried;
        };
        return suitsNeighbours(*model, spec) && alike(*models[0], *model) &&
               std::ranges::equal(models[0]->constraints, model->constraints, same) &&
               models[0]->tree.closures == model->tree.closures;
    };
    if (!std::ranges::all_of(models, like)) return nullptr;
    return std::make_unique<NaudetNeighbours>(models, spec);
}

}  // namespace momentree
