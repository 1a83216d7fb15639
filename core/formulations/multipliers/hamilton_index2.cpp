// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/multipliers/hamilton_index2.hpp"

#include "core/dynamics/observer.hpp"
#include "core/formulations/multipliers/trace.hpp"
#include "core/formulations/shared/momentum_reset.hpp"
#include "core/trace/tracer.hpp"

namespace momentree {
namespace {

template <typename S>
class HamiltonIndex2 final : public OdeSystem<S>, public Traceable {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    HamiltonIndex2(std::shared_ptr<const Model> model, const RunSpec& spec)
        : model_(std::move(model)),
          n_(static_cast<int>(model_->bodies.size())),
          beta_(static_cast<S>(spec.baumgarte)),
          reset_(spec.momentumReset),
          bodies_(model_->bodies.size()),
          memory_{std::vector<double>(model_->axialLoads.size(), 0.0)},
          terms_(model_->constraints.size()),
          motion_(*model_),
          P_(model_->bodies.size()),
          V_(model_->bodies.size()),
          Q_(model_->bodies.size()),
          c_(model_->constraintRows),
          sigma_(model_->constraintRows),
          observer_(*model_, 0.0) {
        sigma_.setZero();
    }

    int size() const override { return 13 * n_; }
    int positionSize() const override { return 7 * n_; }
    int bodyOf(int entry) const override {
        return entry < 7 * n_ ? entry / 7 : (entry - 7 * n_) / 6;
    }

    Result<void> start(const InitialState& initial, Out y) override {
        for (int i = 0; i < n_; ++i) {
            const BodyState& body = initial.bodies[static_cast<std::size_t>(i)];
            y.template segment<3>(7 * i) = body.r.cast<S>();
            y.template segment<4>(7 * i + 3) = body.e.cast<S>();
        }
        reset_.start(0.0);
        unpack(y);
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            bodies_[i].v = initial.bodies[i].v.template cast<S>();
            bodies_[i].w = initial.bodies[i].w.template cast<S>();
        }
        writeMomenta(y);
        remember<S>(*model_, bodies_, memory_);
        return {};
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        if (tracer_ != nullptr) tracer_->lap(Phase::Integrate);
        unpack(y);  // R, r, P
        traced(
            global::constraints, [&] { evaluateConstraints(t); },
            [&](TraceSink& sink) { reportConstraints(sink); });
        lap(clock, tracer_, Phase::Kinematics);
        traced(
            global::factorisation, [&] { motion_.factorise(bodies_, terms_); },
            [&](TraceSink& sink) {
                sink(global::velocitySystem, "[M, Jᵀ; J, 0]",
                     global::systemOf<S>(*model_, bodies_, jacobian()));
            });
        lap(clock, tracer_, Phase::Assembly);
        traced(
            global::solution, [&] { solveVelocities(); },  // V and sigma
            [&](TraceSink& sink) {
                sink(global::velocities, "V", global::stacked<S>(V_));
                sink(global::impulses, "σ", sigma_);
            });
        lap(clock, tracer_, Phase::Disassembly);
        evaluateConstraints(t);  // Jdot with the velocities
        traced(
            global::rates, [&] { momentumRates(t); },  // Q + Jdot^T sigma
            [&](TraceSink& sink) { sink(global::momentumRates, "Ṗ", global::stacked<S>(Q_)); });
        for (int i = 0; i < n_; ++i) {
            const BodyKinematics<S>& body = bodies_[static_cast<std::size_t>(i)];
            ydot.template segment<3>(7 * i) = body.v;
            ydot.template segment<4>(7 * i + 3) = quaternionRate<S>(
                y.template segment<4>(7 * i + 3), Vec3<S>(body.R.transpose() * body.w));
            ydot.template segment<6>(7 * n_ + 6 * i) = Q_[static_cast<std::size_t>(i)];
        }
        lap(clock, tracer_, Phase::Derivatives);
        return ydot.allFinite() ? StepStatus::Reached : StepStatus::NotFinite;
    }

    void trace(Tracer* tracer) override { tracer_ = tracer; }

    void retract(double t, Out y) override {
        for (int i = 0; i < n_; ++i) y.template segment<4>(7 * i + 3).normalize();
        place(t, y);
        if (reset_.due(t)) writeMomenta(y);  // sigma starts anew, THEORY 3.9
        remember<S>(*model_, bodies_, memory_);
    }

    void observe(double t, const In& y, Sample& out) override {
        place(t, y);
        out.time = t;
        for (int i = 0; i < n_; ++i) {
            const BodyKinematics<S>& solved = bodies_[static_cast<std::size_t>(i)];
            BodyState& body = out.bodies[static_cast<std::size_t>(i)];
            body.r = solved.r.template cast<double>();
            body.e = y.template segment<4>(7 * i + 3).template cast<double>().normalized();
            body.v = solved.v.template cast<double>();
            body.w = solved.w.template cast<double>();
        }
        observer_.complete(out);
    }

private:
    void unpack(const In& y) {
        for (int i = 0; i < n_; ++i) {
            BodyKinematics<S>& body = bodies_[static_cast<std::size_t>(i)];
            body.r = y.template segment<3>(7 * i);
            body.R = rotationOf<S>(y.template segment<4>(7 * i + 3));
            P_[static_cast<std::size_t>(i)] = y.template segment<6>(7 * n_ + 6 * i);
        }
    }

    /// Everything up to the velocities.
    void place(double t, const In& y) {
        unpack(y);
        evaluateConstraints(t);
        motion_.factorise(bodies_, terms_);
        solveVelocities();
    }

    void evaluateConstraints(double t) {
        const std::span<const BodyKinematics<S>> bodies(bodies_);
        for (std::size_t k = 0; k < terms_.size(); ++k) {
            const Constraint& c = model_->constraints[k];
            momentree::evaluate(c, motionOf(*model_, c, t), at(bodies, c.bodyA),
                                at(bodies, c.bodyB), terms_[k]);
            c_.segment(c.firstRow, c.rows()) = -terms_[k].Phi_t - beta_ * terms_[k].Phi;
        }
    }

    /// [M, J^T; J, 0] [V; sigma] = [P; -Phi_t - beta Phi].
    void solveVelocities() {
        motion_.solve(P_, c_, V_, sigma_);
        sigma_ = -sigma_;  // the solver's multipliers act, ours are held in P
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            bodies_[i].v = V_[i].template head<3>();
            bodies_[i].w = V_[i].template tail<3>();
        }
    }

    void momentumRates(double t) {
        evaluateLoads<S>(*model_, t, bodies_, memory_, Q_);
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

    template <typename Run, typename Report>
    void traced(const TracedPass& pass, const Run& run, const Report& report) {
        tracer_ == nullptr ? run() : tracer_->single(pass, -1, run, report);
    }
    Eigen::MatrixXd jacobian() const { return global::jacobianOf<S>(*model_, terms_); }
    void reportConstraints(TraceSink& sink) const {
        Eigen::VectorXd Phi(model_->constraintRows);
        for (std::size_t k = 0; k < terms_.size(); ++k)
            Phi.segment(model_->constraints[k].firstRow, model_->constraints[k].rows()) =
                terms_[k].Phi.template cast<double>();
        sink(global::violation, "Φ", Phi);
        sink(global::jacobian, "J", jacobian());
    }

    /// P = M V of the present poses and velocities.
    void writeMomenta(Out y) const {
        for (int i = 0; i < n_; ++i) {
            const BodyKinematics<S>& body = bodies_[static_cast<std::size_t>(i)];
            const Body& given = model_->bodies[static_cast<std::size_t>(i)];
            y.template segment<3>(7 * n_ + 6 * i) = static_cast<S>(given.mass) * body.v;
            y.template segment<3>(7 * n_ + 6 * i + 3) =
                body.R * (given.J_C.template cast<S>() * (body.R.transpose() * body.w));
        }
    }

    std::shared_ptr<const Model> model_;
    int n_;
    S beta_;
    MomentumReset reset_;
    std::vector<BodyKinematics<S>> bodies_;
    AngleMemory memory_;
    std::vector<ConstraintTerms<S>> terms_;  ///< [constraints]
    ConstrainedMotion<S> motion_;
    std::vector<Vec6<S>> P_, V_, Q_;           ///< [bodies]
    typename OdeSystem<S>::Vector c_, sigma_;  ///< [constraintRows]
    Observer observer_;
    Tracer* tracer_ = nullptr;
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
