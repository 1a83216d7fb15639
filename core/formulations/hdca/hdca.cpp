// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/hdca/hdca.hpp"

#include "core/execution/backend.hpp"
#include "core/formulations/hdca/planar.hpp"
#include "core/formulations/hdca/tree.hpp"
#include "core/formulations/shared/momentum_reset.hpp"
#include "core/math/all_finite.hpp"

namespace momentree {
namespace {

/// With fewer bodies one thread is as fast alone. Measured with two on two processors: the speed is
/// 1.05 to 1.45 of one thread's for 128 bodies, 1.35 for 256, 1.55 to 1.7 for 512.
constexpr int bodiesWorthThreads = 96;

template <typename S>
class Hdca final : public OdeSystem<S>, public Traceable {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    /// @param threads that share the nodes
    Hdca(std::shared_ptr<const Model> model, const RunSpec& spec, int threads)
        : model_(std::move(model)),
          nq_(model_->tree.nq),
          state_(*model_),
          closure_(*model_, spec.baumgarte),
          reset_(spec.momentumReset),
          tree_(state_, spec.baumgarte, threads) {}

    int size() const override { return nq_ + model_->tree.nu; }
    int positionSize() const override { return nq_; }
    int bodyOf(int entry) const override { return state_.bodyOf(entry); }

    Result<void> start(const InitialState& initial, Out y) override {
        reset_.start(0.0);
        return state_.start(initial, y);
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        if (tracer_ != nullptr) tracer_->lap(Phase::Integrate);
        const S* p = y.data() + nq_;
        const bool known = state_.onlyGravity();  // loads need no velocities
        solve(t, y, known, clock);
        if (!known) tree_.loads(t, state_.loads(t, generalLoops() ? &closure_ : nullptr));
        tree_.rates(y.data(), p, ydot.data(), ydot.data() + nq_);
        lap(clock, tracer_, Phase::Derivatives);
        return allFinite(ydot) ? StepStatus::Reached : StepStatus::NotFinite;
    }

    void retract(double t, Out y) override {
        state_.normalise(y);
        if (closure_.rows() > 0 && reset_.due(t)) {
            solveVelocities(t, y);
            // Else sigma grows, and with it the error near singular poses.
            state_.writeMomenta(y);
        }
        state_.remember(t, y);
    }

    void trace(Tracer* tracer) override {
        tracer_ = tracer;
        tree_.trace(tracer);
    }

    void observe(double t, const In& y, Sample& out) override {
        solveVelocities(t, y);
        state_.observe(t, out);
    }

private:
    /// Everything up to V, off the clock.
    void solveVelocities(double t, const In& y) {
        PhaseClock off;
        off.enable(false);
        solve(t, y, false, off);
    }

    /// Poses, xi, sigma, T and V (3.2-3.6, 3.8, 3.9). @param withLoads Q_1 and Qb with them
    void solve(double t, const In& y, bool withLoads, PhaseClock& clock) {
        const S* p = y.data() + nq_;
        if (state_.onlyGravity())
            tree_.place(t, y.data());
        else
            state_.place(t, y);
        lap(clock, tracer_, Phase::Kinematics);
        tree_.reportPlaces();
        tree_.assemble(p, !generalLoops(), withLoads);
        lap(clock, tracer_, Phase::Assembly);
        if (generalLoops()) {
            if (tracer_ == nullptr)
                closeLoops(t, p);
            else
                tracer_->single(
                    hdca::loops, -1, [&] { closeLoopsUnseen(t, p); },
                    [&](TraceSink& sink) { sink(hdca::closureImpulse, "σ", closure_.sigma()); });
            tree_.assembleBias(p, true, state_.atOrigins(closure_.impulseWrenches()));
        }
        distribute(t, true, withLoads, clock);
    }

    void distribute(double t, bool withMotion, bool withLoads, PhaseClock& clock) {
        tree_.solveBase(t, withMotion);
        lap(clock, tracer_, Phase::Base);
        tree_.disassemble(t, withMotion, withLoads);
        state_.move();
        lap(clock, tracer_, Phase::Disassembly);
    }

    bool generalLoops() const { return closure_.rows() > 0 && !tree_.closesLoop(); }

    /// THEORY 3.9 with assembly and disassembly as the tree solver.
    void closeLoops(double t, const S* p) {
        PhaseClock off;
        off.enable(false);
        closure_.evaluate(t, state_.bodies);
        for (int row = 0; row < closure_.rows(); ++row) {
            tree_.assembleBias(nullptr, false, state_.atOrigins(closure_.unitWrenches(row)));
            distribute(t, false, false, off);
            closure_.column(row, state_.bodies);
        }
        tree_.assembleBias(p, true, {});
        distribute(t, true, false, off);
        closure_.gap(state_.bodies);
        closure_.solve();
    }

    /// Not every one of its many passes over the tree.
    void closeLoopsUnseen(double t, const S* p) {
        tree_.trace(nullptr);
        closeLoops(t, p);
        tree_.trace(tracer_);
    }

    std::shared_ptr<const Model> model_;
    int nq_;
    TreeState<S> state_;
    Closure<S> closure_;
    MomentumReset reset_;
    HdcaTree<S> tree_;
    Tracer* tracer_ = nullptr;
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
    const int bodies = static_cast<int>(model->bodies.size());
    const int threads = bodies < bodiesWorthThreads ? 1 : threadsOf(spec.backend);
    return std::make_unique<Hdca<S>>(std::move(model), spec, threads);
}
template std::unique_ptr<OdeSystem<double>> makeHdcaSpatial(std::shared_ptr<const Model>,
                                                            const RunSpec&);
template std::unique_ptr<OdeSystem<float>> makeHdcaSpatial(std::shared_ptr<const Model>,
                                                           const RunSpec&);

}  // namespace momentree
