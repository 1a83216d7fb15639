// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/aba/aba.hpp"

#include "core/formulations/aba/recursion.hpp"
#include "core/formulations/aba/trace.hpp"
#include "core/formulations/shared/tree_state.hpp"
#include "core/formulations/shared/tree_trace.hpp"
#include "core/math/all_finite.hpp"

namespace momentree {
namespace {

template <typename S>
class Aba final : public OdeSystem<S>, public Traceable {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    Aba(std::shared_ptr<const Model> model, double beta)
        : model_(std::move(model)),
          nq_(model_->tree.nq),
          state_(*model_, beta),
          closure_(*model_, beta),
          tree_(state_.links),
          response_(model_->bodies.size()) {}

    int size() const override { return nq_ + model_->tree.nu; }
    int positionSize() const override { return nq_; }
    int bodyOf(int entry) const override { return state_.bodyOf(entry); }

    Result<void> start(const InitialState& initial, Out y) override {
        Result<void> started = state_.start(initial, y);
        y.tail(model_->tree.nu) = state_.u;
        return started;
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        if (tracer_ != nullptr) tracer_->lap(Phase::Integrate);
        kinematics(t, y);
        state_.rates(y, y.data() + nq_, ydot);
        lap(clock, tracer_, Phase::Kinematics);
        initialise(t);
        lap(clock, tracer_, Phase::Initialise);
        articulateInertia();
        lap(clock, tracer_, Phase::Assembly);
        if (closure_.rows() > 0) reportLoops([&] { closeLoops(t, ydot); });
        lap(clock, tracer_, Phase::Base);
        std::span<const V6<S>> closing;
        if (closure_.rows() > 0) closing = state_.atOrigins(closure_.impulseWrenches());
        forces(closing);
        accelerations(ydot);
        lap(clock, tracer_, Phase::Disassembly);
        return allFinite(ydot) ? StepStatus::Reached : StepStatus::NotFinite;
    }

    void trace(Tracer* tracer) override {
        tracer_ = tracer;
        if (tracer_ != nullptr) tracer_->setNodes(tracedBodies(*model_));
    }

    void retract(double t, Out y) override {
        state_.normalise(y);
        state_.remember(t, y);
    }

    void observe(double t, const In& y, Sample& out) override {
        kinematics(t, y);
        state_.observe(t, out);
    }

private:
    void kinematics(double t, const In& y) {
        state_.place(t, y);
        reportPlaces<S>(tracer_, articulated::kinematics, articulated::orientation,
                        articulated::arm, state_.links);
        sweepLinks(
            articulated::velocities,
            [&](int first, int last) {
                tree_.velocities(y.data() + nq_, toIndex(first), toIndex(last));
            },
            [this](TraceSink& sink, int i) {
                sink(articulated::velocity, "V", state_.links[toIndex(i)].V.eigen());
            });
        for (std::size_t i = 0; i < state_.links.size(); ++i) {
            const TreeLink<S>& k = state_.links[i];
            if (!k.driven) continue;
            const TreeBody& body = model_->tree.bodies[i];
            tree_.accelerateDriven(i, turned(k.R, V6<S>::of(prescribedAcceleration(
                                                      body, prescribedOf<S>(*model_, body, t)))));
        }
        state_.move();
    }

    void initialise(double t) {
        const std::span<const V6<S>> Q = state_.loads(t);
        sweepLinks(
            articulated::initialise,
            [&](int first, int last) { tree_.initialise(Q, toIndex(first), toIndex(last)); },
            [this](TraceSink& sink, int i) {
                sink(articulated::product, "c", tree_.terms(toIndex(i)).c.eigen());
                sink(articulated::inertia, "I_A", tree_.terms(toIndex(i)).IA.full());
                sink(articulated::bias, "p_A", tree_.terms(toIndex(i)).bias.eigen());
            });
    }

    void articulateInertia() {
        sweepLinks(
            articulated::inward,
            [this](int first, int last) { tree_.articulateInertia(toIndex(first), toIndex(last)); },
            [this](TraceSink& sink, int i) {
                sink(articulated::articulatedInertia, "I_A", tree_.terms(toIndex(i)).IA.full());
                if (speedCount(state_.links[toIndex(i)].joint) > 0)
                    sink(articulated::jointInverse, "D⁻¹", tree_.jointInverse(toIndex(i)));
                sink(articulated::reduced, "I_a", tree_.reduced(toIndex(i)).full());
            });
    }

    void forces(std::span<const V6<S>> closing) {
        tree_.startForces(true, closing);
        sweepLinks(
            articulated::wrenches,
            [this](int first, int last) { tree_.forces(true, toIndex(first), toIndex(last)); },
            [this](TraceSink& sink, int i) {
                sink(articulated::articulatedBias, "p_A", tree_.terms(toIndex(i)).pA.eigen());
            });
    }

    void accelerations(Out ydot) {
        sweepLinks(
            articulated::accelerations,
            [&](int first, int last) {
                tree_.accelerations(true, ydot.data() + nq_, toIndex(first), toIndex(last));
            },
            [&](TraceSink& sink, int i) {
                const TreeLink<S>& k = state_.links[toIndex(i)];
                if (speedCount(k.joint) > 0)
                    sink(articulated::rate, "u̇", ydot.segment(nq_ + k.firstU, speedCount(k.joint)));
                sink(articulated::acceleration, "A", tree_.terms(toIndex(i)).A.eigen());
            });
    }

    /// THEORY 3.9 one derivative higher, with this recursion as the tree solver: J^T lambda for
    /// the bias wrenches, Sc lambda = J A + 2 beta Phi' + beta^2 Phi - gamma.
    void closeLoops(double t, Out ydot) {
        closure_.evaluate(t, state_.bodies);
        for (int row = 0; row < closure_.rows(); ++row) {
            respond(false, state_.atOrigins(closure_.unitWrenches(row)), ydot);
            closure_.column(row, response_);
        }
        respond(true, {}, ydot);
        closure_.accelerationGap(state_.bodies, response_);
        closure_.solve();
    }

    /// Accelerations of the centres of mass under bias wrenches.
    void respond(bool moving, std::span<const V6<S>> wrenches, Out ydot) {
        tree_.forces(moving, wrenches);
        tree_.accelerations(moving, ydot.data() + nq_);
        tree_.centreAccelerations(moving, response_);
    }

    // What a trace reports of a link, whose node has the link's index.
    /// @param run run(first, last) of the links in the pass's direction
    template <typename Run, typename Report>
    void sweepLinks(const TracedPass& pass, const Run& run, const Report& report) {
        momentree::sweepLinks(tracer_, pass, static_cast<int>(state_.links.size()), run, report);
    }
    template <typename Close>
    void reportLoops(const Close& close) {
        if (tracer_ == nullptr) return close();
        tracer_->single(articulated::loops, -1, close, [this](TraceSink& sink) {
            sink(articulated::multipliers, "λ", closure_.sigma());
        });
    }

    std::shared_ptr<const Model> model_;
    int nq_;
    TreeState<S> state_;
    Closure<S> closure_;
    AbaRecursion<S> tree_;
    std::vector<BodyKinematics<S>> response_;  ///< [bodies] accelerations where velocities are
    Tracer* tracer_ = nullptr;
};

}  // namespace

template <typename S>
std::unique_ptr<OdeSystem<S>> makeAba(std::shared_ptr<const Model> model, const RunSpec& spec) {
    return std::make_unique<Aba<S>>(std::move(model), spec.baumgarte);
}
template std::unique_ptr<OdeSystem<double>> makeAba(std::shared_ptr<const Model>, const RunSpec&);
template std::unique_ptr<OdeSystem<float>> makeAba(std::shared_ptr<const Model>, const RunSpec&);

}  // namespace momentree
