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
        known_.start(y);
        work_.P.resize(work_.state.links.size());
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
            const Known known = known_.at(t, y);
            if (known == Known::Nothing) {
                known_.forget();
                solve(clock);
            }
            known == Known::Motion ? driver_.run(typename Table::RatesOfReset{}, work_, clock)
                                   : driver_.run(typename Table::Rates{}, work_, clock);
        }
        work_.state.angleRates(ydot);
        return allFinite(ydot) ? StepStatus::Reached : StepStatus::NotFinite;
    }

    StepReport retract(double /*from*/, double t, Out y) override {
        known_.forget();
        work_.state.normalise(y);
        StepReport report;
        if (loops() && reset_.due(t)) {
            solveVelocities(t, y);
            report = correction_.apply(
                t, y, work_.state, work_.closure, [&] { Table::respond(work_); },
                [&] { solveVelocities(t, y); });
            // Otherwise sigma grows, and with it the error near singular poses.
            std::ranges::copy(work_.state.writeMomenta(y), work_.P.begin());
            work_.state.settleAngles(t, y);
            known_.take(t, y, Known::Motion);
        } else {
            work_.state.settleAngles(t, y);
        }
        return report;
    }

    void trace(Tracer* tracer) override {
        known_.allow(tracer == nullptr);
        TreeSystem<S, NaudetWork<S>>::trace(tracer);
        if (work_.pieces) work_.pieces->trace(tracer);
    }

    void observe(double t, const In& y, Sample& out) override {
        if (known_.at(t, y) == Known::Nothing) {
            solveVelocities(t, y);
            known_.take(t, y, Known::Solution);
        }
        work_.state.observe(t, y, out);
    }

private:
    /// Of a state: nothing, all up to the velocities, or speeds and velocities whose momenta are
    /// M u, so that sigma is 0.
    enum class Known : std::uint8_t { Nothing, Solution, Motion };
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
    /// What is known of the state that was observed or accepted last. A trace shows all of it being
    /// computed.
    class KnownState {
    public:
        void start(const In& y) { y_ = y, known_ = Known::Nothing; }
        void allow(bool allowed) { allowed_ = allowed, known_ = Known::Nothing; }
        void take(double t, const In& y, Known known) {
            t_ = t, y_ = y, known_ = allowed_ ? known : Known::Nothing;
        }
        void forget() { known_ = Known::Nothing; }
        Known at(double t, const In& y) const {
            return known_ != Known::Nothing && t == t_ && y == y_ ? known_ : Known::Nothing;
        }

    private:
        double t_ = 0.0;
        typename OdeSystem<S>::Vector y_;
        Known known_ = Known::Nothing;
        bool allowed_ = true;
    };
    KnownState known_;
};

template <typename S>
std::unique_ptr<OdeSystem<S>> makeNaudet(std::shared_ptr<const Model> model, const RunSpec& spec) {
    return std::make_unique<Naudet<S>>(std::move(model), spec);
}

}  // namespace momentree
