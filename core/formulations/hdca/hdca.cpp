// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/hdca/hdca.hpp"

#include "core/execution/backend.hpp"
#include "core/formulations/hdca/passes.hpp"
#include "core/formulations/hdca/planar.hpp"
#include "core/formulations/shared/closure_correction.hpp"
#include "core/formulations/shared/momentum_reset.hpp"
#include "core/math/all_finite.hpp"

namespace momentree {
namespace {

template <typename S>
class Hdca final : public OdeSystem<S>, public Traceable {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    /// @param threads number of threads that share the nodes
    Hdca(std::shared_ptr<const Model> model, const RunSpec& spec, int threads)
        : model_(std::move(model)),
          work_(*model_, spec.baumgarte, threads),
          reset_(spec.momentumReset),
          correction_(model_->tree.nu, spec.correction) {}

    int size() const override { return work_.state.size(); }
    int positionSize() const override { return work_.state.positionSize(); }
    int poseSize() const override { return work_.state.poseSize(); }
    int angleSize() const override { return work_.state.angleSize(); }
    int bodyOf(int entry) const override { return work_.state.bodyOf(entry); }
    typename OdeSystem<S>::Vector units() const override {
        return work_.state.units(work_.state.ofJoints.p_hat);
    }

    Result<void> start(const InitialState& initial, Out y) override {
        reset_.start(initial.time);
        Result<void> started = work_.state.start(initial, y);
        work_.closure.hold(work_.state.closures);
        return started;
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        work_.driver.begin();
        const bool known = work_.state.onlyGravity();  // loads need no velocities
        work_.aim(t, y, ydot.data(), known);
        solve(clock);
        known ? work_.driver.run(typename Table::Rates{}, work_, clock)
              : work_.driver.run(typename Table::RatesWithLoads{}, work_, clock);
        work_.state.angleRates(ydot);
        return allFinite(ydot) ? StepStatus::Reached : StepStatus::NotFinite;
    }

    StepReport retract(double /*from*/, double t, Out y) override {
        work_.state.normalise(y);
        StepReport report;
        if (model_->tree.closureRows > 0 && reset_.due(t)) {
            solveVelocities(t, y);
            work_.state.readSpeeds(true);
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
        work_.driver.trace(tracer);
        if (tracer != nullptr) tracer->setNodes(tracedNodes(work_.tree, *model_));
    }

    void observe(double t, const In& y, Sample& out) override {
        solveVelocities(t, y);
        work_.state.observe(t, y, out);
    }

private:
    using Table = HdcaPasses<S>;

    /// Poses, xi, sigma, T and V (3.2-3.6, 3.8, 3.9).
    void solve(PhaseClock& clock) {
        work_.generalLoops() ? work_.driver.run(typename Table::OfLoops{}, work_, clock)
                             : work_.driver.run(typename Table::OfTree{}, work_, clock);
    }
    /// The same without charging time.
    void solveVelocities(double t, const In& y) {
        PhaseClock off;
        off.enable(false);
        work_.aim(t, y, nullptr, false);
        solve(off);
    }

    std::shared_ptr<const Model> model_;
    HdcaWork<S> work_;
    MomentumReset reset_;
    ClosureCorrection<S> correction_;
};

}  // namespace

template <typename S>
std::unique_ptr<OdeSystem<S>> makeHdca(std::shared_ptr<const Model> model, const RunSpec& spec) {
    if (auto planar = makeHdcaPlanar<S>(model, spec)) return planar;
    return makeHdcaSpatial<S>(std::move(model), spec);
}
template std::unique_ptr<OdeSystem<double>> makeHdca(std::shared_ptr<const Model>, const RunSpec&);
template std::unique_ptr<OdeSystem<float>> makeHdca(std::shared_ptr<const Model>, const RunSpec&);

template <typename S>
std::unique_ptr<OdeSystem<S>> makeHdcaSpatial(std::shared_ptr<const Model> model,
                                              const RunSpec& spec) {
    const int threads = model->bodies.size() < bodiesWorthThreads ? 1 : threadsOf(spec.backend);
    return std::make_unique<Hdca<S>>(std::move(model), spec, threads);
}
template std::unique_ptr<OdeSystem<double>> makeHdcaSpatial(std::shared_ptr<const Model>,
                                                            const RunSpec&);
template std::unique_ptr<OdeSystem<float>> makeHdcaSpatial(std::shared_ptr<const Model>,
                                                           const RunSpec&);

}  // namespace momentree
