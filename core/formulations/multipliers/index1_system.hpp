// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dynamics/newton_euler_terms.hpp"
#include "core/formulations/multipliers/absolute_system.hpp"

namespace momentree {

/// The common part of formulations that solve M a = b + J^T sigma, J a = c for the accelerations of
/// free bodies (THEORY 7). State y = [r, e of each body; theta; v, w of each body], centres of
/// mass, world axes.
template <typename S>
class Index1System : public AbsoluteSystem<S> {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    Index1System(std::shared_ptr<const Model> model, const RunSpec& spec)
        : AbsoluteSystem<S>(std::move(model), spec, spec.baumgarte),
          b_(model_->bodies.size()),
          a_(model_->bodies.size()),
          Phi_(model_->constraintRows),
          PhiDot_(model_->constraintRows) {}

    typename OdeSystem<S>::Vector units() const override {
        return this->unitsWith([](const BodyUnits& b) { return std::pair(b.length, 1.0); });
    }

    Result<void> start(const InitialState& initial, Out y) override {
        this->hold(initial);
        this->writePoses(initial, y);
        for (int i = 0; i < n_; ++i) {
            const BodyState& body = initial.bodies[static_cast<std::size_t>(i)];
            this->ofBody(y, i) << body.v.cast<S>(), body.w.cast<S>();
        }
        this->startAngles(initial, y);
        return {};
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        this->begin();
        unpack(y);
        this->placeAngles(t, y);
        this->traced(
            global::constraints,
            [&] {
                evaluateRows<S>(*model_, t, bodies_, turns_.coupled(), terms_, Phi_, PhiDot_, c_);
            },
            [this](TraceSink& sink) { reportConstraints(sink); });
        this->lap(clock, Phase::Kinematics);
        this->traced(
            global::wrenches, [&] { evaluateWrenches(t); },
            [this](TraceSink& sink) {
                sink(global::wrench, "b", global::stacked<S>(b_));
                sink(global::constraintSide, "c", c_);
            });
        this->lap(clock, Phase::Initialise);
        factorise();
        this->lap(clock, Phase::Assembly);
        solve();
        this->lap(clock, Phase::Disassembly);
        this->writeRates(y, a_, ydot);
        this->lap(clock, Phase::Derivatives);
        return ydot.allFinite() ? StepStatus::Reached : StepStatus::NotFinite;
    }

    StepReport retract(double /*from*/, double t, Out y) override {
        this->normalisePoses(y);
        unpack(y);
        const StepReport report = this->correct(t, y);
        for (int i = 0; i < n_; ++i) {
            const BodyKinematics<S>& body = bodies_[static_cast<std::size_t>(i)];
            this->ofBody(y, i) << body.v, body.w;
        }
        this->settleAngles(y);
        return report;
    }

    void observe(double t, const In& y, Sample& out) override {
        unpack(y);
        this->writeSample(t, y, out);
    }

protected:
    /// Reads `bodies_` and `terms_`; reports to the pass `global::factorisation`.
    virtual void factorise() = 0;
    /// Computes `a_` from b and c; reports to the pass `global::solution`.
    virtual void solve() = 0;

    using Base = AbsoluteSystem<S>;
    using Base::bodies_;
    using Base::c_;
    using Base::model_;
    using Base::n_;
    using Base::terms_;
    using Base::turns_;

    std::vector<Vec6<S>> b_, a_;  ///< [bodies]

private:
    void unpack(const In& y) {
        this->readPoses(y);
        for (int i = 0; i < n_; ++i) {
            BodyKinematics<S>& body = bodies_[static_cast<std::size_t>(i)];
            body.v = this->ofBody(y, i).template head<3>();
            body.w = this->ofBody(y, i).template tail<3>();
        }
    }

    /// b = Q - [0; w x J w], c = gamma - 2 beta Phi' - beta^2 Phi.
    void evaluateWrenches(double t) {
        this->evaluateLoads(t);
        subtractGyroscopic<S>(*model_, bodies_, this->Q_, b_);
        const S beta = this->beta_;
        c_ -= S(2) * beta * PhiDot_ + beta * beta * Phi_;
    }

    void reportConstraints(TraceSink& sink) const {
        sink(global::violation, "Φ", Phi_);
        sink(global::violationRate, "Φ′", PhiDot_);
        sink(global::jacobian, "J", this->jacobian());
    }

    typename OdeSystem<S>::Vector Phi_, PhiDot_;  ///< [constraintRows]
};

}  // namespace momentree
