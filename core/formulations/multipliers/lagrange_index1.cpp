// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/multipliers/lagrange_index1.hpp"

#include "core/dynamics/newton_euler_terms.hpp"
#include "core/dynamics/observer.hpp"
#include "core/formulations/multipliers/trace.hpp"
#include "core/trace/tracer.hpp"

namespace momentree {
namespace {

template <typename S>
class LagrangeIndex1 final : public OdeSystem<S>, public Traceable {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    LagrangeIndex1(std::shared_ptr<const Model> model, double beta)
        : model_(std::move(model)),
          n_(static_cast<int>(model_->bodies.size())),
          beta_(static_cast<S>(beta)),
          bodies_(model_->bodies.size()),
          memory_{std::vector<double>(model_->axialLoads.size(), 0.0)},
          terms_(model_->constraints.size()),
          motion_(*model_),
          Q_(model_->bodies.size()),
          b_(model_->bodies.size()),
          a_(model_->bodies.size()),
          Phi_(model_->constraintRows),
          PhiDot_(model_->constraintRows),
          c_(model_->constraintRows),
          sigma_(model_->constraintRows),
          observer_(*model_, beta) {
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
            y.template segment<3>(7 * n_ + 6 * i) = body.v.cast<S>();
            y.template segment<3>(7 * n_ + 6 * i + 3) = body.w.cast<S>();
        }
        unpack(y);
        remember<S>(*model_, bodies_, memory_);
        return {};
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        if (tracer_ != nullptr) tracer_->lap(Phase::Integrate);
        unpack(y);
        traced(
            global::constraints,
            [&] { evaluateRows<S>(*model_, t, bodies_, terms_, Phi_, PhiDot_, c_); },
            [this](TraceSink& sink) { reportConstraints(sink); });
        lap(clock, tracer_, Phase::Kinematics);
        traced(
            global::wrenches, [&] { evaluateWrenches(t); },
            [this](TraceSink& sink) {
                sink(global::wrench, "b", global::stacked<S>(b_));
                sink(global::constraintSide, "c", c_);
            });
        lap(clock, tracer_, Phase::Initialise);
        traced(
            global::factorisation, [this] { motion_.factorise(bodies_, terms_); },
            [this](TraceSink& sink) {
                sink(global::accelerationSystem, "[M, Jᵀ; J, 0]",
                     global::systemOf<S>(*model_, bodies_, jacobian()));
            });
        lap(clock, tracer_, Phase::Assembly);
        traced(
            global::solution, [this] { motion_.solve(b_, c_, a_, sigma_); },
            [this](TraceSink& sink) {
                sink(global::accelerations, "a", global::stacked<S>(a_));
                sink(global::multipliers, "λ", -sigma_);
            });
        lap(clock, tracer_, Phase::Disassembly);
        for (int i = 0; i < n_; ++i) {
            const BodyKinematics<S>& body = bodies_[static_cast<std::size_t>(i)];
            ydot.template segment<3>(7 * i) = body.v;
            ydot.template segment<4>(7 * i + 3) = quaternionRate<S>(
                y.template segment<4>(7 * i + 3), Vec3<S>(body.R.transpose() * body.w));
            ydot.template segment<6>(7 * n_ + 6 * i) = a_[static_cast<std::size_t>(i)];
        }
        lap(clock, tracer_, Phase::Derivatives);
        return ydot.allFinite() ? StepStatus::Reached : StepStatus::NotFinite;
    }

    void trace(Tracer* tracer) override { tracer_ = tracer; }

    void retract(double /*t*/, Out y) override {
        for (int i = 0; i < n_; ++i) y.template segment<4>(7 * i + 3).normalize();
        unpack(y);
        remember<S>(*model_, bodies_, memory_);
    }

    void observe(double t, const In& y, Sample& out) override {
        out.time = t;
        for (int i = 0; i < n_; ++i) {
            BodyState& body = out.bodies[static_cast<std::size_t>(i)];
            body.r = y.template segment<3>(7 * i).template cast<double>();
            body.e = y.template segment<4>(7 * i + 3).template cast<double>().normalized();
            body.v = y.template segment<3>(7 * n_ + 6 * i).template cast<double>();
            body.w = y.template segment<3>(7 * n_ + 6 * i + 3).template cast<double>();
        }
        observer_.complete(out);
    }

private:
    void unpack(const In& y) {
        for (int i = 0; i < n_; ++i) {
            BodyKinematics<S>& body = bodies_[static_cast<std::size_t>(i)];
            body.r = y.template segment<3>(7 * i);
            body.R = rotationOf<S>(y.template segment<4>(7 * i + 3));
            body.v = y.template segment<3>(7 * n_ + 6 * i);
            body.w = y.template segment<3>(7 * n_ + 6 * i + 3);
        }
    }

    /// b = Q - [0; w x J w], c = gamma - 2 beta Phi' - beta^2 Phi.
    void evaluateWrenches(double t) {
        evaluateLoads<S>(*model_, t, bodies_, memory_, Q_);
        subtractGyroscopic<S>(*model_, bodies_, Q_, b_);
        c_ -= S(2) * beta_ * PhiDot_ + beta_ * beta_ * Phi_;
    }

    template <typename Run, typename Report>
    void traced(const TracedPass& pass, const Run& run, const Report& report) {
        tracer_ == nullptr ? run() : tracer_->single(pass, -1, run, report);
    }
    Eigen::MatrixXd jacobian() const { return global::jacobianOf<S>(*model_, terms_); }
    void reportConstraints(TraceSink& sink) const {
        sink(global::violation, "Φ", Phi_);
        sink(global::violationRate, "Φ′", PhiDot_);
        sink(global::jacobian, "J", jacobian());
    }

    std::shared_ptr<const Model> model_;
    int n_;
    S beta_;
    std::vector<BodyKinematics<S>> bodies_;
    AngleMemory memory_;
    std::vector<ConstraintTerms<S>> terms_;  ///< [constraints]
    ConstrainedMotion<S> motion_;
    std::vector<Vec6<S>> Q_, b_, a_;                          ///< [bodies]
    typename OdeSystem<S>::Vector Phi_, PhiDot_, c_, sigma_;  ///< [constraintRows]
    Observer observer_;
    Tracer* tracer_ = nullptr;
};

}  // namespace

template <typename S>
std::unique_ptr<OdeSystem<S>> makeLagrangeIndex1(std::shared_ptr<const Model> model,
                                                 const RunSpec& spec) {
    return std::make_unique<LagrangeIndex1<S>>(std::move(model), spec.baumgarte);
}
template std::unique_ptr<OdeSystem<double>> makeLagrangeIndex1(std::shared_ptr<const Model>,
                                                               const RunSpec&);
template std::unique_ptr<OdeSystem<float>> makeLagrangeIndex1(std::shared_ptr<const Model>,
                                                              const RunSpec&);

}  // namespace momentree
