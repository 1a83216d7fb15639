// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/aba/aba.hpp"

#include "core/formulations/aba/passes.hpp"
#include "core/formulations/shared/closure_correction.hpp"
#include "core/math/all_finite.hpp"

namespace momentree {
namespace {

template <typename S>
class Aba final : public TreeSystem<S, AbaWork<S>> {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    Aba(std::shared_ptr<const Model> model, const RunSpec& spec)
        : TreeSystem<S, AbaWork<S>>(std::move(model), spec.baumgarte),
          correction_(model_->tree.nu, spec.correction) {}

    typename OdeSystem<S>::Vector units() const override {
        return work_.state.units(work_.state.ofJoints.u);
    }

    Result<void> start(const InitialState& initial, Out y) override {
        Result<void> started = this->startTree(initial, y);
        y.tail(model_->tree.nu) = work_.state.u;
        return started;
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        driver_.begin();
        work_.aim(t, y, &ydot);
        this->loops() ? driver_.run(typename Table::OfLoops{}, work_, clock)
                      : driver_.run(typename Table::OfTree{}, work_, clock);
        work_.state.angleRates(ydot);
        return allFinite(ydot) ? StepStatus::Reached : StepStatus::NotFinite;
    }

    StepReport retract(double from, double t, Out y) override {
        work_.state.normalise(y);
        StepReport report;
        const bool jumped = Table::jumpOfDriven(work_, from, t);
        if (jumped) y.tail(model_->tree.nu) += work_.unused;
        if (this->loops()) {
            work_.state.u = y.tail(model_->tree.nu);
            work_.state.place(t, y);
            report = correction_.apply(
                t, y, work_.state, work_.closure, [&] { Table::respond(work_); },
                [&] { factorise(t, y); });
            y.tail(model_->tree.nu) = work_.state.u;
        }
        work_.state.settleAngles(t, y);
        report.jumped = jumped;
        return report;
    }

    void observe(double t, const In& y, Sample& out) override {
        work_.aim(t, y, nullptr);
        driver_.runQuietly(typename Table::Velocities{}, work_);
        work_.state.observe(t, y, out);
    }

private:
    using Table = AbaPasses<S>;
    using Base = TreeSystem<S, AbaWork<S>>;
    using Base::driver_;
    using Base::model_;
    using Base::work_;

    void factorise(double t, const In& y) {
        work_.aim(t, y, nullptr);
        driver_.runQuietly(typename Table::Factors{}, work_);
    }

    ClosureCorrection<S> correction_;
};

}  // namespace

template <typename S>
std::unique_ptr<OdeSystem<S>> makeAba(std::shared_ptr<const Model> model, const RunSpec& spec) {
    return std::make_unique<Aba<S>>(std::move(model), spec);
}
template std::unique_ptr<OdeSystem<double>> makeAba(std::shared_ptr<const Model>, const RunSpec&);
template std::unique_ptr<OdeSystem<float>> makeAba(std::shared_ptr<const Model>, const RunSpec&);

}  // namespace momentree
