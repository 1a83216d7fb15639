// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dynamics/observer.hpp"
#include "core/formulations/multipliers/trace.hpp"
#include "core/formulations/shared/body_correction.hpp"
#include "core/kinematics/state_units.hpp"
#include "core/kinematics/turns.hpp"
#include "core/stepping/ode_system.hpp"
#include "core/trace/tracer.hpp"

namespace momentree {

/// The common part of formulations in absolute coordinates: state y = [r, e of each body;
/// states of controllers and angles that are not prescribed, see `Turns`; six numbers of each
/// body], the sparse system of all bodies and constraints, samples and traces.
template <typename S>
class AbsoluteSystem : public OdeSystem<S>, public Traceable {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    int size() const final { return 13 * n_ + turns_.size(); }
    int positionSize() const final { return 7 * n_ + turns_.size(); }
    int poseSize() const final { return 7 * n_; }
    int angleSize() const final { return turns_.thetas(); }
    int bodyOf(int entry) const final {
        if (entry < 7 * n_) return entry / 7;
        return entry < positionSize() ? -1 : (entry - positionSize()) / 6;
    }
    void trace(Tracer* tracer) final { tracer_ = tracer; }

protected:
    /// @param sampled feedback of violations in samples [1/s]
    AbsoluteSystem(std::shared_ptr<const Model> model, const RunSpec& spec, double sampled)
        : model_(std::move(model)),
          n_(static_cast<int>(model_->bodies.size())),
          beta_(static_cast<S>(spec.baumgarte)),
          bodies_(model_->bodies.size()),
          turns_(*model_, false),
          terms_(model_->constraints.size()),
          motion_(*model_),
          Q_(model_->bodies.size()),
          correction_(*model_, spec.correction),
          c_(model_->constraintRows),
          sigma_(model_->constraintRows),
          friction_(*model_),
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
    void startAngles(const InitialState& initial, Out y) {
        turns_.start(initial, nullptr, y.data() + 7 * n_);
    }
    /// Sets the angles of loads.
    void placeAngles(double t, const In& y) { turns_.place(t, nullptr, y.data() + 7 * n_); }
    /// Moves the angles to those of the poses in `bodies_` after a step.
    void settleAngles(Out y) const { turns_.settle(bodies_, y.data() + 7 * n_); }
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
        return y.template segment<6>(positionSize() + 6 * i);
    }
    /// See `OdeSystem::units`.
    /// @param unitsOf of the six numbers of a body: linear, angular
    template <typename UnitsOf>
    typename OdeSystem<S>::Vector unitsWith(const UnitsOf& unitsOf) const {
        auto units = OdeSystem<S>::units();
        for (int i = 0; i < n_; ++i) {
            const BodyUnits& body = units_[static_cast<std::size_t>(i)];
            const auto [linear, angular] = unitsOf(body);
            units.template segment<3>(7 * i).setConstant(static_cast<S>(body.length));
            ofBody(units, i).template head<3>().setConstant(static_cast<S>(linear));
            ofBody(units, i).template tail<3>().setConstant(static_cast<S>(angular));
        }
        return units;
    }
    void normalisePoses(Out y) const {
        for (int i = 0; i < n_; ++i) y.template segment<4>(7 * i + 3).normalize();
    }
    /// Rates of the poses and angles from the velocities of `bodies_`.
    /// @param rates [bodies] of the other half
    void writeRates(const In& y, std::span<const Vec6<S>> rates, Out ydot) const {
        for (int i = 0; i < n_; ++i) {
            const BodyKinematics<S>& body = bodies_[static_cast<std::size_t>(i)];
            ydot.template segment<3>(7 * i) = body.v;
            ydot.template segment<4>(7 * i + 3) = quaternionRate<S>(
                y.template segment<4>(7 * i + 3), Vec3<S>(body.R.transpose() * body.w));
            ydot.template segment<6>(positionSize() + 6 * i) = rates[static_cast<std::size_t>(i)];
        }
        turns_.rates(bodies_, ydot.data() + 7 * n_);
    }
    /// Sets `Q_` from the poses and velocities of `bodies_`.
    void evaluateLoads(double t) {
        momentree::evaluateLoads<S>(*model_, t, bodies_, turns_.ofLoads(), Q_);
        friction_.template add<S>(t, bodies_, turns_.ofLoads(), Q_);
    }
    /// To be called at the start.
    void hold(const InitialState& initial) {
        const ClosureStructure structure = closureStructure(*model_, initial.bodies, initial.time);
        motion_.hold(structure);
        observer_.hold(structure);
        correction_.hold(structure);
        friction_.hold(structure);
        std::vector<BodyKinematics<double>> bodies = kinematicsOf(initial.bodies);
        units_ = bodyUnits(*model_, bodies);
    }

    /// Moves the poses of y and `bodies_` and their velocities back onto all constraints.
    StepReport correct(double t, Out y) {
        placeAngles(t, y);
        const auto displace = [&](std::span<const Vec6<S>> change) {
            for (int i = 0; i < n_; ++i) {
                const auto k = static_cast<std::size_t>(i);
                y.template segment<3>(7 * i) += change[k].template head<3>();
                auto e = y.template segment<4>(7 * i + 3);
                e = turned<S>(e, bodies_[k].R.transpose() * change[k].template tail<3>());
            }
            readPoses(y);
        };
        return correction_.apply(t, bodies_, motion_, turns_.coupled(), terms_, displace);
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
        observer_.complete(out, turns_.all(t, nullptr, y.data() + 7 * n_));
    }

    std::shared_ptr<const Model> model_;
    int n_;
    S beta_;
    std::vector<BodyKinematics<S>> bodies_;
    Turns<S> turns_;
    std::vector<ConstraintTerms<S>> terms_;  ///< [constraints]
    ConstrainedMotion<S> motion_;
    std::vector<Vec6<S>> Q_;  ///< [bodies]
    BodyCorrection<S> correction_;
    std::vector<BodyUnits> units_;             ///< [bodies] of the start
    typename OdeSystem<S>::Vector c_, sigma_;  ///< [constraintRows]
    FrictionOfReactions friction_;
    Observer observer_;

private:
    Tracer* tracer_ = nullptr;
};

}  // namespace momentree
