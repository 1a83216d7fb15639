// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/naudet.hpp"

#include <optional>

#include "core/execution/backend.hpp"
#include "core/formulations/momentum_reset.hpp"
#include "core/formulations/naudet_pieces.hpp"
#include "core/formulations/tree_state.hpp"

namespace momentree {
namespace {

template <typename S>
class Naudet final : public OdeSystem<S> {
public:
    using typename OdeSystem<S>::In;
    using typename OdeSystem<S>::Out;

    Naudet(std::shared_ptr<const Model> model, const RunSpec& spec)
        : model_(std::move(model)),
          nq_(model_->tree.nq),
          state_(*model_),
          closure_(*model_, spec.baumgarte),
          reset_(spec.momentumReset),
          tree_(state_.links) {
        if (closure_.rows() > 0) return;
        if (TreePieces pieces = piecesOf(model_->tree, threadsOf(spec.backend));
            !pieces.pieces.empty())
            pieces_.emplace(*model_, std::span(state_.links), tree_, std::move(pieces));
    }

    int size() const override { return nq_ + model_->tree.nu; }
    int positionSize() const override { return nq_; }
    int bodyOf(int entry) const override { return state_.bodyOf(entry); }

    Result<void> start(const InitialState& initial, Out y) override {
        reset_.start(0.0);
        return state_.start(initial, y);
    }

    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock& clock) override {
        if (pieces_ && state_.onlyGravity()) {
            pieces_->rates(t, y.data(), y.data() + nq_, state_.u.data(), ydot.data(),
                           ydot.data() + nq_, clock);
            return ydot.allFinite() ? StepStatus::Reached : StepStatus::NotFinite;
        }
        state_.place(t, y);
        clock.lap(Phase::Kinematics);
        if (pieces_) {
            pieces_->velocities(y.data() + nq_, state_.u.data());
            state_.move();
            clock.lap(Phase::Disassembly);
        } else {
            tree_.initialise();
            clock.lap(Phase::Initialise);
            sweep(t, y, clock);
        }
        const std::span<V6<S>> T = state_.loads(t, &closure_);
        tree_.loads(T);
        tree_.momentumRates(T, state_.u.data(), ydot.data() + nq_);
        state_.rates(y, state_.u.data(), ydot);
        clock.lap(Phase::Derivatives);
        return ydot.allFinite() ? StepStatus::Reached : StepStatus::NotFinite;
    }

    void retract(double t, Out y) override {
        state_.normalise(y);
        if (closure_.rows() > 0 && reset_.due(t)) {
            solveVelocities(t, y);
            state_.writeMomenta(y);  // else sigma grows, and with it the error near singular poses
        } else {
            state_.place(t, y);
        }
        state_.remember();
    }

    void observe(double t, const In& y, Sample& out) override {
        solveVelocities(t, y);
        state_.observe(t, out);
    }

private:
    /// Everything up to u and V, off the clock.
    void solveVelocities(double t, const In& y) {
        PhaseClock off;
        off.enable(false);
        state_.place(t, y);
        tree_.initialise();
        sweep(t, y, off);
    }

    /// M*, D, the impulses of the closures, u and V.
    void sweep(double t, const In& y, PhaseClock& clock) {
        const S* p = y.data() + nq_;
        if (closure_.rows() == 0) {
            tree_.backward(p);
            clock.lap(Phase::Assembly);
            tree_.velocities(p, true, state_.u.data());
            state_.move();
        } else {
            tree_.articulateInertia();
            clock.lap(Phase::Assembly);
            closeLoops(t, p);
            clock.lap(Phase::Base);
            solveTree(p, true, state_.atOrigins(closure_.impulseWrenches()));
        }
        clock.lap(Phase::Disassembly);
    }

    void solveTree(const S* p, bool moving, std::span<const V6<S>> wrenches) {
        tree_.momenta(p, moving, wrenches);
        tree_.velocities(p, moving, state_.u.data());
        state_.move();
    }

    /// THEORY 3.9 with this recursion as the tree solver.
    void closeLoops(double t, const S* p) {
        closure_.evaluate(t, state_.bodies);
        for (int row = 0; row < closure_.rows(); ++row) {
            solveTree(nullptr, false, state_.atOrigins(closure_.unitWrenches(row)));
            closure_.column(row, state_.bodies);
        }
        solveTree(p, true, {});
        closure_.gap(state_.bodies);
        closure_.solve();
    }

    std::shared_ptr<const Model> model_;
    int nq_;
    TreeState<S> state_;
    Closure<S> closure_;
    MomentumReset reset_;
    NaudetRecursion<S> tree_;
    std::optional<NaudetPieces<S>> pieces_;  ///< where several threads are faster than one
};

}  // namespace

template <typename S>
std::unique_ptr<OdeSystem<S>> makeNaudet(std::shared_ptr<const Model> model, const RunSpec& spec) {
    return std::make_unique<Naudet<S>>(std::move(model), spec);
}
template std::unique_ptr<OdeSystem<double>> makeNaudet(std::shared_ptr<const Model>,
                                                       const RunSpec&);
template std::unique_ptr<OdeSystem<float>> makeNaudet(std::shared_ptr<const Model>, const RunSpec&);

std::string naudetRefusal(const Model& /*model*/) { return {}; }

}  // namespace momentree
