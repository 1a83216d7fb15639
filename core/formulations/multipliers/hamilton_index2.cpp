// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/multipliers/hamilton_index2.hpp"

#include "core/formulations/multipliers/absolute_system.hpp"
#include "core/formulations/shared/momentum_reset.hpp"

namespace momentree {
namespace {

template <typename S>
class HamiltonIndex2 final : public AbsoluteSystem<S> {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    HamiltonIndex2(std::shared_ptr<const Model> model, const RunSpec& spec)
        : AbsoluteSystem<S>(std::move(model), spec, 0.0),
          reset_(spec.momentumReset),
          P_(model_->bodies.size()),
          V_(model_->bodies.size()) {}

    typename OdeSystem<S>::Vector units() const override {
        return this->unitsWith([](const BodyUnits& b) { return std::pair(b.momentum, b.angular); });
    }

    Result<void> start(const InitialState& initial, Out y) override {
        this->hold(initial);
        this->writePoses(initial, y);
        reset_.start(initial.time);
        this->readPoses(y);
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            bodies_[i].v = initial.bodies[i].v.template cast<S>();
            bodies_[i].w = initial.bodies[i].w.template cast<S>();
        }
        writeMomenta(y);
        this->startAngles(initial, y);
        return {};
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        this->begin();
        unpack(y);  // R, r, P
        this->placeAngles(t, y);
        this->traced(
            global::constraints, [&] { evaluateConstraints(t); },
            [&](TraceSink& sink) { reportConstraints(sink); });
        this->lap(clock, Phase::Kinematics);
        this->traced(
            global::factorisation, [&] { motion_.factorise(bodies_, terms_); },
            [&](TraceSink& sink) {
                sink(global::velocitySystem, "[M, Jᵀ; J, 0]", this->system());
            });
        this->lap(clock, Phase::Assembly);
        this->traced(
            global::solution, [&] { solveVelocities(); },  // V and sigma
            [&](TraceSink& sink) {
                sink(global::velocities, "V", global::stacked<S>(V_));
                sink(global::impulses, "σ", sigma_);
            });
        this->lap(clock, Phase::Disassembly);
        evaluateConstraints(t);  // Jdot with the velocities
        this->traced(
            global::rates, [&] { momentumRates(t); },  // Q + Jdot^T sigma
            [&](TraceSink& sink) { sink(global::momentumRates, "Ṗ", global::stacked<S>(Q_)); });
        this->writeRates(y, Q_, ydot);
        this->lap(clock, Phase::Derivatives);
        return ydot.allFinite() ? StepStatus::Reached : StepStatus::NotFinite;
    }

    StepReport retract(double /*from*/, double t, Out y) override {
        this->normalisePoses(y);
        place(t, y);
        StepReport report;
        if (reset_.due(t)) {
            report = this->correct(t, y);
            writeMomenta(y);  // resets sigma, THEORY 3.9
        }
        this->settleAngles(y);
        return report;
    }

    void observe(double t, const In& y, Sample& out) override {
        place(t, y);
        this->writeSample(t, y, out);
    }

private:
    using Base = AbsoluteSystem<S>;
    using Base::bodies_;
    using Base::c_;
    using Base::model_;
    using Base::motion_;
    using Base::n_;
    using Base::Q_;
    using Base::sigma_;
    using Base::terms_;
    using Base::turns_;

    void unpack(const In& y) {
        this->readPoses(y);
        for (int i = 0; i < n_; ++i) P_[static_cast<std::size_t>(i)] = this->ofBody(y, i);
    }

    /// Everything up to the velocities.
    void place(double t, const In& y) {
        unpack(y);
        this->placeAngles(t, y);
        evaluateConstraints(t);
        motion_.factorise(bodies_, terms_);
        solveVelocities();
    }

    void evaluateConstraints(double t) {
        evaluateAll<S>(*model_, t, bodies_, turns_.coupled(), terms_);
        for (std::size_t k = 0; k < terms_.size(); ++k) {
            const Constraint& c = model_->constraints[k];
            stack(c, -terms_[k].Phi_t - this->beta_ * terms_[k].Phi, c_);
        }
    }

    /// [M, J^T; J, 0] [V; sigma] = [P; -Phi_t - beta Phi].
    void solveVelocities() {
        motion_.solve(P_, c_, V_, sigma_);
        sigma_ = -sigma_;  // the solver returns multipliers that act, those here are held in P
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            bodies_[i].v = V_[i].template head<3>();
            bodies_[i].w = V_[i].template tail<3>();
        }
    }

    void momentumRates(double t) {
        this->evaluateLoads(t);
        for (std::size_t k = 0; k < terms_.size(); ++k) {
            const Constraint& c = model_->constraints[k];
            const auto sigma = sigma_.segment(c.firstRow, c.rows());
            if (c.bodyA != ground)
                Q_[static_cast<std::size_t>(c.bodyA)].noalias() +=
                    terms_[k].Jdot_a.transpose() * sigma;
            if (c.bodyB != ground)
                Q_[static_cast<std::size_t>(c.bodyB)].noalias() +=
                    terms_[k].Jdot_b.transpose() * sigma;
        }
    }

    void reportConstraints(TraceSink& sink) const {
        Eigen::VectorXd Phi(model_->constraintRows);
        for (std::size_t k = 0; k < terms_.size(); ++k)
            stack(model_->constraints[k], terms_[k].Phi.template cast<double>(), Phi);
        sink(global::violation, "Φ", Phi);
        sink(global::jacobian, "J", this->jacobian());
    }

    /// P = M V of the current poses and velocities.
    void writeMomenta(Out y) const {
        for (int i = 0; i < n_; ++i) {
            const BodyKinematics<S>& body = bodies_[static_cast<std::size_t>(i)];
            const Body& given = model_->bodies[static_cast<std::size_t>(i)];
            y.template segment<3>(this->positionSize() + 6 * i) =
                static_cast<S>(given.mass) * body.v;
            y.template segment<3>(this->positionSize() + 6 * i + 3) =
                body.R * (given.J_C.template cast<S>() * (body.R.transpose() * body.w));
        }
    }

    MomentumReset reset_;
    std::vector<Vec6<S>> P_, V_;  ///< [bodies]
};

}  // namespace

template <typename S>
std::unique_ptr<OdeSystem<S>> makeHamiltonIndex2(std::shared_ptr<const Model> model,
                                                 const RunSpec& spec) {
    return std::make_unique<HamiltonIndex2<S>>(std::move(model), spec);
}
template std::unique_ptr<OdeSystem<double>> makeHamiltonIndex2(std::shared_ptr<const Model>,
                                                               const RunSpec&);
template std::unique_ptr<OdeSystem<float>> makeHamiltonIndex2(std::shared_ptr<const Model>,
                                                              const RunSpec&);

}  // namespace momentree
