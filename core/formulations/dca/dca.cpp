// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/dca/dca.hpp"

#include "core/execution/backend.hpp"
#include "core/formulations/dca/passes.hpp"
#include "core/formulations/shared/closure_correction.hpp"
#include "core/math/all_finite.hpp"

namespace momentree {
namespace {

class Dca final : public OdeSystem<double>, public Traceable {
public:
    Dca(std::shared_ptr<const Model> model, const RunSpec& spec)
        : model_(std::move(model)),
          work_(*model_, spec.baumgarte,
                model_->bodies.size() < bodiesWorthThreads ? 1 : threadsOf(spec.backend)),
          correction_(model_->tree.nu, spec.correction) {}

    int size() const override { return work_.state.size(); }
    int positionSize() const override { return work_.state.positionSize(); }
    int poseSize() const override { return work_.state.poseSize(); }
    int angleSize() const override { return work_.state.angleSize(); }
    int bodyOf(int entry) const override { return work_.state.bodyOf(entry); }
    Vector units() const override { return work_.state.units(work_.state.ofJoints.u); }

    Result<void> start(const InitialState& initial, Out y) override {
        Result<void> started = work_.state.start(initial, y);
        work_.closure.hold(work_.state.closures);
        y.tail(model_->tree.nu) = work_.state.u;
        return started;
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        work_.driver.begin();
        work_.aim(t, y, &ydot);
        work_.generalLoops() ? work_.driver.run(Table::OfLoops{}, work_, clock)
                             : work_.driver.run(Table::OfTree{}, work_, clock);
        work_.state.angleRates(ydot);
        return allFinite(ydot) ? StepStatus::Reached : StepStatus::NotFinite;
    }

    StepReport retract(double from, double t, Out y) override {
        work_.state.normalise(y);
        StepReport report;
        const bool jumped = Table::jumpOfDriven(work_, from, t);
        if (jumped) y.tail(model_->tree.nu) += work_.unused;
        if (model_->tree.closureRows > 0) {
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

    void trace(Tracer* tracer) override {
        work_.driver.trace(tracer);
        if (tracer != nullptr) tracer->setNodes(tracedNodes(work_.tree, *model_));
    }

    void observe(double t, const In& y, Sample& out) override {
        work_.aim(t, y, nullptr);
        work_.driver.runQuietly(Table::Velocities{}, work_);
        work_.state.observe(t, y, out);
    }

private:
    using Table = DcaPasses;

    void factorise(double t, const In& y) {
        work_.aim(t, y, nullptr);
        work_.withBias = false;
        work_.generalLoops() ? work_.driver.runQuietly(Table::FactorsOfLoops{}, work_)
                             : work_.driver.runQuietly(Table::Factors{}, work_);
    }

    std::shared_ptr<const Model> model_;
    DcaWork work_;
    ClosureCorrection<double> correction_;
};

}  // namespace

std::unique_ptr<OdeSystem<double>> makeDca(std::shared_ptr<const Model> model,
                                           const RunSpec& spec) {
    return std::make_unique<Dca>(std::move(model), spec);
}

}  // namespace momentree
