// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/aba.hpp"

#include "core/formulations/aba_recursion.hpp"
#include "core/formulations/tree_state.hpp"

namespace momentree {
namespace {

template <typename S>
class Aba final : public OdeSystem<S> {
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
        kinematics(t, y);
        state_.rates(y, y.data() + nq_, ydot);
        clock.lap(Phase::Kinematics);
        tree_.initialise(state_.loads(t));
        clock.lap(Phase::Initialise);
        tree_.articulateInertia();
        clock.lap(Phase::Assembly);
        closeLoops(t, ydot);
        clock.lap(Phase::Base);
        std::span<const V6<S>> closing;
        if (closure_.rows() > 0) closing = state_.atOrigins(closure_.impulseWrenches());
        tree_.forces(true, closing);
        tree_.accelerations(true, ydot.data() + nq_);
        clock.lap(Phase::Disassembly);
        return ydot.allFinite() ? StepStatus::Reached : StepStatus::NotFinite;
    }

    void retract(double t, Out y) override {
        state_.normalise(y);
        state_.place(t, y);
        state_.remember();
    }

    void observe(double t, const In& y, Sample& out) override {
        kinematics(t, y);
        state_.observe(t, out);
    }

private:
    void kinematics(double t, const In& y) {
        state_.place(t, y);
        tree_.velocities(y.data() + nq_);
        for (std::size_t i = 0; i < state_.links.size(); ++i) {
            const TreeLink<S>& k = state_.links[i];
            if (!k.driven) continue;
            const TreeBody& body = model_->tree.bodies[i];
            tree_.accelerateDriven(i, turned(k.R, V6<S>::of(prescribedAcceleration(
                                                      body, prescribedOf<S>(*model_, body, t)))));
        }
        state_.move();
    }

    /// THEORY 3.9 one derivative higher, with this recursion as the tree solver: J^T lambda for
    /// the bias wrenches, Sc lambda = J A + 2 beta Phi' + beta^2 Phi - gamma.
    void closeLoops(double t, Out ydot) {
        if (closure_.rows() == 0) return;
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

    std::shared_ptr<const Model> model_;
    int nq_;
    TreeState<S> state_;
    Closure<S> closure_;
    AbaRecursion<S> tree_;
    std::vector<BodyKinematics<S>> response_;  ///< [bodies] accelerations where velocities are
};

}  // namespace

template <typename S>
std::unique_ptr<OdeSystem<S>> makeAba(std::shared_ptr<const Model> model, const RunSpec& spec) {
    return std::make_unique<Aba<S>>(std::move(model), spec.baumgarte);
}
template std::unique_ptr<OdeSystem<double>> makeAba(std::shared_ptr<const Model>, const RunSpec&);
template std::unique_ptr<OdeSystem<float>> makeAba(std::shared_ptr<const Model>, const RunSpec&);

std::string abaRefusal(const Model& /*model*/) { return {}; }

}  // namespace momentree
