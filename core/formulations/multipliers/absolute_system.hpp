// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dynamics/constrained_motion.hpp"
#include "core/dynamics/observer.hpp"
#include "core/formulations/multipliers/trace.hpp"
#include "core/stepping/ode_system.hpp"
#include "core/trace/tracer.hpp"

namespace momentree {

/// The common part of formulations in absolute coordinates: state y = [r, e of each body; six
/// numbers of each body], the sparse system of all bodies and constraints, samples and traces.
template <typename S>
class AbsoluteSystem : public OdeSystem<S>, public Traceable {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    int size() const final { return 13 * n_; }
    int positionSize() const final { return 7 * n_; }
    int bodyOf(int entry) const final { return entry < 7 * n_ ? entry / 7 : (entry - 7 * n_) / 6; }
    void trace(Tracer* tracer) final { tracer_ = tracer; }

protected:
    /// @param beta feedback of violations [1/s]
    /// @param sampled the same for samples
    AbsoluteSystem(std::shared_ptr<const Model> model, double beta, double sampled)
        : model_(std::move(model)),
          n_(static_cast<int>(model_->bodies.size())),
          beta_(static_cast<S>(beta)),
          bodies_(model_->bodies.size()),
          memory_{std::vector<double>(model_->axialLoads.size(), 0.0)},
          terms_(model_->constraints.size()),
          motion_(*model_),
          Q_(model_->bodies.size()),
          c_(model_->constraintRows),
          sigma_(model_->constraintRows),
          observer_(*model_, sampled) {
        sigma_.setZero();
    }

    /// Ends the phase of the caller.
    void begin() {
        if (tracer_ != nullptr) tracer_->lap(Phase::Integrate);
    }
    void lap(PhaseClock& clock, Phase phase) { momentree::lap(clock, tracer_, phase); }
    /// Runs a pass and reports it if there is a tracer.
    template <typename Run, typename Report>
    void traced(const TracedPass& pass, const Run& run, const Report& report) {
        tracer_ == nullptr ? run() : tracer_->single(pass, -1, run, report);
    }
    Eigen::MatrixXd jacobian() const { return global::jacobianOf<S>(*model_, terms_); }
    Eigen::MatrixXd system() const { return global::systemOf<S>(*model_, bodies_, jacobian()); }

    /// Writes the poses of the start to y.
    void writePoses(const InitialState& initial, Out y) const {
        for (int i = 0; i < n_; ++i) {
            const BodyState& body = initial.bodies[static_cast<std::size_t>(i)];
            y.template segment<3>(7 * i) = body.r.cast<S>();
            y.template segment<4>(7 * i + 3) = body.e.cast<S>();
        }
    }
    /// Reads the poses of y into `bodies_`.
    void readPoses(const In& y) {
        for (int i = 0; i < n_; ++i) {
            BodyKinematics<S>& body = bodies_[static_cast<std::size_t>(i)];
            body.r = y.template segment<3>(7 * i);
            body.R = rotationOf<S>(y.template segment<4>(7 * i + 3));
        }
    }
    /// The six numbers of a body in y.
    template <typename Vector>
    auto ofBody(Vector& y, int i) const {
        return y.template segment<6>(7 * n_ + 6 * i);
    }
    void normalisePoses(Out y) const {
        for (int i = 0; i < n_; ++i) y.template segment<4>(7 * i + 3).normalize();
    }
    /// Rates of the poses from the velocities of `bodies_`.
    /// @param rates [bodies] of the other half
    void writeRates(const In& y, std::span<const Vec6<S>> rates, Out ydot) const {
        for (int i = 0; i < n_; ++i) {
            const BodyKinematics<S>& body = bodies_[static_cast<std::size_t>(i)];
            ydot.template segment<3>(7 * i) = body.v;
            ydot.template segment<4>(7 * i + 3) = quaternionRate<S>(
                y.template segment<4>(7 * i + 3), Vec3<S>(body.R.transpose() * body.w));
            ydot.template segment<6>(7 * n_ + 6 * i) = rates[static_cast<std::size_t>(i)];
        }
    }
    /// A sample of the poses in y and the velocities of `bodies_`.
    void writeSample(double t, const In& y, Sample& out) {
        out.time = t;
        for (int i = 0; i < n_; ++i) {
            const BodyKinematics<S>& moving = bodies_[static_cast<std::size_t>(i)];
            BodyState& body = out.bodies[static_cast<std::size_t>(i)];
            body.r = y.template segment<3>(7 * i).template cast<double>();
            body.e = y.template segment<4>(7 * i + 3).template cast<double>().normalized();
            body.v = moving.v.template cast<double>();
            body.w = moving.w.template cast<double>();
        }
        observer_.complete(out);
    }

    std::shared_ptr<const Model> model_;
    int n_;
    S beta_;
    std::vector<BodyKinematics<S>> bodies_;
    AngleMemory memory_;
    std::vector<ConstraintTerms<S>> terms_;  ///< [constraints]
    ConstrainedMotion<S> motion_;
    std::vector<Vec6<S>> Q_;                   ///< [bodies]
    typename OdeSystem<S>::Vector c_, sigma_;  ///< [constraintRows]
    Observer observer_;

private:
    Tracer* tracer_ = nullptr;
};

}  // namespace momentree
