// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formulations/aba/passes.hpp"
#include "core/formulations/shared/closure_correction.hpp"

namespace momentree {

/// What formulations with articulated inertias and the state [q; u] share: all but their passes.
/// @tparam Work an AbaWork. If it has a member `loops`, which closes loops by independent rows,
/// this holds the structure of the closures and learns the pivots of every assembled pose.
template <typename S, typename Work>
class AbaSystem : public TreeSystem<S, Work> {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    typename OdeSystem<S>::Vector units() const final {
        return work_.state.units(work_.state.ofJoints.u);
    }

    Result<void> start(const InitialState& initial, Out y) final {
        Result<void> started = this->startTree(initial, y);
        if constexpr (ownLoops) work_.loops.hold(work_.state.closures);
        y.tail(model_->tree.nu) = work_.state.u;
        if constexpr (ownLoops) {
            if (!this->loops()) return started;
            factorise(initial.time, y);
            work_.loops.keepPivots(work_.closure.solver());
        }
        return started;
    }

    StepReport retract(double from, double t, Out y) final {
        work_.state.normalise(y);
        StepReport report;
        if constexpr (ownLoops)
            if (this->loops() && anyDrivenJumps(*model_, from, t)) factorise(t, y);
        const bool jumped = Table::jumpOfDriven(work_, from, t);
        if (jumped) y.tail(model_->tree.nu) += work_.unused;
        if (this->loops()) {
            work_.state.u = y.tail(model_->tree.nu);
            work_.state.place(t, y);
            if constexpr (ownLoops) {
                factorise(t, y);
                work_.state.u = y.tail(model_->tree.nu);
            }
            report = correction_.apply(
                t, y, work_.state, work_.closure, [&] { Table::respond(work_); },
                [&] { factorise(t, y); });
            y.tail(model_->tree.nu) = work_.state.u;
            if constexpr (ownLoops) work_.loops.keepPivots(work_.closure.solver());
        }
        work_.state.settleAngles(t, y);
        report.jumped = jumped;
        return report;
    }

    void observe(double t, const In& y, Sample& out) final {
        work_.aim(t, y, nullptr);
        driver_.runQuietly(typename Table::Velocities{}, work_);
        work_.state.observe(t, y, out);
    }

protected:
    AbaSystem(std::shared_ptr<const Model> model, const RunSpec& spec)
        : TreeSystem<S, Work>(std::move(model), spec.baumgarte),
          correction_(model_->tree.nu, spec.correction) {}

    using Table = AbaPasses<S, Work>;
    using Base = TreeSystem<S, Work>;
    using Base::driver_;
    using Base::model_;
    using Base::work_;

private:
    static constexpr bool ownLoops = requires(Work & w) { w.loops; };

    void factorise(double t, const In& y) {
        work_.aim(t, y, nullptr);
        driver_.runQuietly(typename Table::Factors{}, work_);
    }

    ClosureCorrection<S> correction_;
};

}  // namespace momentree
