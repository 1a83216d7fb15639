// SPDX-License-Identifier: Apache-2.0
// The state, steps and samples of the recursion. Compiled for each precision apart, which takes a
// gigabyte of compiler memory.
#pragma once

#include "core/execution/backend.hpp"
#include "core/formulations/naudet/naudet.hpp"
#include "core/formulations/naudet/passes.hpp"
#include "core/formulations/shared/closure_correction.hpp"
#include "core/formulations/shared/momentum_reset.hpp"
#include "core/math/all_finite.hpp"

namespace momentree {

template <typename S>
class Naudet final : public TreeSystem<S, NaudetWork<S>> {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    Naudet(std::shared_ptr<const Model> model, const RunSpec& spec)
        : TreeSystem<S, NaudetWork<S>>(std::move(model), spec.baumgarte),
          reset_(spec.momentumReset),
          correction_(model_->tree.nu, spec.correction) {
        if (loops()) return;
        if (TreePieces pieces = piecesOf(model_->tree, threadsOf(spec.backend));
            !pieces.pieces.empty())
            work_.pieces.emplace(*model_, std::span(work_.state.links), work_.tree,
                                 std::move(pieces));
    }

    Result<void> start(const InitialState& initial, Out y) override {
        reset_.start(initial.time);
        Result<void> started = this->startTree(initial, y);
        observed_.start(y);
        return started;
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        driver_.begin();
        work_.aim(t, y, &ydot);
        if (work_.pieces && work_.state.onlyGravity()) {
            work_.pieces->rates(t, y.data(), work_.p, work_.state.u.data(), ydot.data(), work_.pdot,
                                clock);
        } else if (work_.pieces) {
            driver_.run(typename Table::OfPieces{}, work_, clock);
            driver_.run(typename Table::RatesOfPieces{}, work_, clock);
        } else {
            if (!observed_.is(t, y)) solve(clock);
            observed_.forget();
            driver_.run(typename Table::Rates{}, work_, clock);
        }
        work_.state.angleRates(ydot);
        return allFinite(ydot) ? StepStatus::Reached : StepStatus::NotFinite;
    }

    StepReport retract(double /*from*/, double t, Out y) override {
        observed_.forget();
        work_.state.normalise(y);
        StepReport report;
        if (loops() && reset_.due(t)) {
            solveVelocities(t, y);
            report = correction_.apply(
                t, y, work_.state, work_.closure, [&] { Table::respond(work_); },
                [&] { solveVelocities(t, y); });
            // Otherwise sigma grows, and with it the error near singular poses.
            work_.state.writeMomenta(y);
        }
        work_.state.settleAngles(t, y);
        return report;
    }

    void trace(Tracer* tracer) override {
        observed_.allow(tracer == nullptr);
        TreeSystem<S, NaudetWork<S>>::trace(tracer);
        if (work_.pieces) work_.pieces->trace(tracer);
    }

    void observe(double t, const In& y, Sample& out) override {
        solveVelocities(t, y);
        work_.state.observe(t, y, out);
        observed_.take(t, y);
    }

private:
    using Table = NaudetPasses<S>;
    using Base = TreeSystem<S, NaudetWork<S>>;
    using Base::driver_;
    using Base::loops;
    using Base::model_;
    using Base::work_;

    /// Everything up to u and V.
    void solve(PhaseClock& clock) {
        loops() ? driver_.run(typename Table::OfLoops{}, work_, clock)
                : driver_.run(typename Table::OfTree{}, work_, clock);
    }
    /// The same without charging time.
    void solveVelocities(double t, const In& y) {
        PhaseClock off;
        off.enable(false);
        work_.aim(t, y, nullptr);
        solve(off);
    }

    MomentumReset reset_;
    ClosureCorrection<S> correction_;
    /// The state of the last sample: a step that begins there knows its velocities. A trace shows
    /// them being computed.
    class Observed {
    public:
        void start(const In& y) { y_ = y, known_ = false; }
        void allow(bool allowed) { allowed_ = allowed, known_ = false; }
        void take(double t, const In& y) { t_ = t, y_ = y, known_ = allowed_; }
        void forget() { known_ = false; }
        bool is(double t, const In& y) const { return known_ && t == t_ && y == y_; }

    private:
        double t_ = 0.0;
        typename OdeSystem<S>::Vector y_;
        bool known_ = false, allowed_ = true;
    };
    Observed observed_;
};

template <typename S>
std::unique_ptr<OdeSystem<S>> makeNaudet(std::shared_ptr<const Model> model, const RunSpec& spec) {
    return std::make_unique<Naudet<S>>(std::move(model), spec);
}

}  // namespace momentree
