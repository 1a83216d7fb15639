// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/naudet/naudet.hpp"

#include <optional>

#include "core/execution/backend.hpp"
#include "core/formulations/naudet/equations.hpp"
#include "core/formulations/naudet/pieces.hpp"
#include "core/formulations/shared/momentum_reset.hpp"
#include "core/formulations/shared/tree_state.hpp"
#include "core/formulations/shared/tree_trace.hpp"
#include "core/math/all_finite.hpp"

namespace momentree {
namespace {

template <typename S>
class Naudet final : public OdeSystem<S>, public Traceable {
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
        if (tracer_ != nullptr) tracer_->lap(Phase::Integrate);
        if (pieces_ && state_.onlyGravity()) {
            pieces_->rates(t, y.data(), y.data() + nq_, state_.u.data(), ydot.data(),
                           ydot.data() + nq_, clock);
            return allFinite(ydot) ? StepStatus::Reached : StepStatus::NotFinite;
        }
        state_.place(t, y);
        lap(clock, tracer_, Phase::Kinematics);
        reportPlaces<S>(tracer_, recursion::kinematics, recursion::orientation, recursion::arm,
                        state_.links);
        if (pieces_) {
            pieces_->velocities(y.data() + nq_, state_.u.data());
            state_.move();
            lap(clock, tracer_, Phase::Disassembly);
        } else {
            initialise();
            lap(clock, tracer_, Phase::Initialise);
            sweep(t, y, clock);
        }
        rates(t, y, ydot);
        lap(clock, tracer_, Phase::Derivatives);
        return allFinite(ydot) ? StepStatus::Reached : StepStatus::NotFinite;
    }

    void retract(double t, Out y) override {
        state_.normalise(y);
        if (closure_.rows() > 0 && reset_.due(t)) {
            solveVelocities(t, y);
            state_.writeMomenta(y);  // else sigma grows, and with it the error near singular poses
        }
        state_.remember(t, y);
    }

    void trace(Tracer* tracer) override {
        tracer_ = tracer;
        if (tracer_ != nullptr) tracer_->setNodes(tracedBodies(*model_));
        if (pieces_) pieces_->trace(tracer);
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
        initialise();
        sweep(t, y, off);
    }

    void initialise() {
        sweepLinks(
            recursion::initialise,
            [this](int first, int last) { tree_.initialise(toIndex(first), toIndex(last)); },
            [this](TraceSink& sink, int i) {
                sink(recursion::inertia, "M*", tree_.articulated(toIndex(i)).full());
            });
    }

    /// M*, D, the impulses of the closures, u and V.
    void sweep(double t, const In& y, PhaseClock& clock) {
        const S* p = y.data() + nq_;
        if (closure_.rows() == 0) {
            backward(p);
            lap(clock, tracer_, Phase::Assembly);
            velocities(p);
        } else {
            tree_.articulateInertia();
            lap(clock, tracer_, Phase::Assembly);
            if (tracer_ == nullptr)
                closeLoops(t, p);
            else
                tracer_->single(
                    recursion::loops, -1, [&] { closeLoops(t, p); },
                    [&](TraceSink& sink) {
                        sink(recursion::closureImpulse, "σ", closure_.sigma());
                    });
            lap(clock, tracer_, Phase::Base);
            tree_.momenta(p, true, state_.atOrigins(closure_.impulseWrenches()));
            reportInward(p);
            velocities(p);
        }
        lap(clock, tracer_, Phase::Disassembly);
    }

    void backward(const S* p) {
        sweepLinks(
            recursion::inward,
            [&](int first, int last) { tree_.backward(p, toIndex(first), toIndex(last)); },
            [&](TraceSink& sink, int i) { reportInward(sink, p, toIndex(i)); });
    }

    void velocities(const S* p) {
        sweepLinks(
            recursion::velocities,
            [&](int first, int last) {
                tree_.velocities(p, true, state_.u.data(), toIndex(first), toIndex(last));
            },
            [&](TraceSink& sink, int i) {
                const TreeLink<S>& k = state_.links[toIndex(i)];
                if (speedCount(k.joint) > 0) sink(recursion::speed, "u", ofJoint(i, state_.u));
                sink(recursion::velocity, "V", k.V.eigen());
            });
        state_.move();
    }

    /// qdot and pdot from u, V and the loads.
    void rates(double t, const In& y, Out ydot) {
        const std::span<V6<S>> T = state_.loads(t, &closure_);
        sweepLinks(
            recursion::loads,
            [&](int first, int last) { tree_.loads(T, toIndex(first), toIndex(last)); },
            [&](TraceSink& sink, int i) { sink(recursion::load, "T*", T[toIndex(i)].eigen()); });
        if (pieces_)
            pieces_->momentumRates(T, state_.u.data(), ydot.data() + nq_);
        else
            momentumRates(T, ydot);
        state_.rates(y, state_.u.data(), ydot);
    }

    void momentumRates(std::span<const V6<S>> T, Out ydot) {
        sweepLinks(
            recursion::rates,
            [&](int first, int last) {
                tree_.momentumRates(T, state_.u.data(), ydot.data() + nq_, toIndex(first),
                                    toIndex(last));
            },
            [&](TraceSink& sink, int i) {
                const V6<S> P = tree_.articulated(toIndex(i)) * state_.links[toIndex(i)].V +
                                tree_.remainder(toIndex(i));
                sink(recursion::momentum, "P*", P.eigen());
                if (speedCount(state_.links[toIndex(i)].joint) > 0)
                    sink(recursion::momentumRate, "ṗ", ofJoint(i, ydot.tail(model_->tree.nu)));
            });
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

    // What a trace reports of a link, whose node has the link's index.
    /// @param run run(first, last) of the links in the pass's direction
    template <typename Run, typename Report>
    void sweepLinks(const TracedPass& pass, const Run& run, const Report& report) {
        momentree::sweepLinks(tracer_, pass, static_cast<int>(state_.links.size()), run, report);
    }
    /// Of loops, after all of them have been solved.
    void reportInward(const S* p) {
        if (tracer_ == nullptr) return;
        tracer_->results(
            recursion::inward, static_cast<int>(state_.links.size()), [](int i) { return i; },
            [&](TraceSink& sink, int i) { reportInward(sink, p, toIndex(i)); });
    }
    void reportInward(TraceSink& sink, const S* p, std::size_t i) {
        sink(recursion::articulated, "M*", tree_.articulated(i).full());
        sink(recursion::remainder, "D", tree_.remainder(i).eigen());
        tree_.onColumns(i, p, [&](const auto&, const auto& columns) {
            sink(recursion::jointInertia, "Mⱼ⁻¹", columns.MjInv);
        });
        sink(recursion::eliminated, "M′", tree_.eliminated(i).full());
        sink(recursion::passed, "M′ V_t + D′", tree_.passed(i, p, true).eigen());
    }
    template <typename Vector>
    Eigen::Matrix<S, Eigen::Dynamic, 1> ofJoint(int i, const Vector& speeds) const {
        const TreeLink<S>& k = state_.links[toIndex(i)];
        return speeds.segment(k.firstU, speedCount(k.joint));
    }

    std::shared_ptr<const Model> model_;
    int nq_;
    TreeState<S> state_;
    Closure<S> closure_;
    MomentumReset reset_;
    NaudetRecursion<S> tree_;
    std::optional<NaudetPieces<S>> pieces_;  ///< where several threads are faster than one
    Tracer* tracer_ = nullptr;
};

}  // namespace

template <typename S>
std::unique_ptr<OdeSystem<S>> makeNaudet(std::shared_ptr<const Model> model, const RunSpec& spec) {
    return std::make_unique<Naudet<S>>(std::move(model), spec);
}
template std::unique_ptr<OdeSystem<double>> makeNaudet(std::shared_ptr<const Model>,
                                                       const RunSpec&);
template std::unique_ptr<OdeSystem<float>> makeNaudet(std::shared_ptr<const Model>, const RunSpec&);

}  // namespace momentree
