// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formulations/shared/closure.hpp"
#include "core/formulations/shared/pass_driver.hpp"
#include "core/formulations/shared/tree_state.hpp"
#include "core/stepping/ode_system.hpp"

namespace momentree {

/// Data read and written by the passes of an O(n) recursion in joint coordinates. Element i is link
/// i of the tree.
template <typename S>
struct TreeWork {
    using In = typename OdeSystem<S>::In;
    using Out = typename OdeSystem<S>::Out;

    /// @param beta feedback of violations of closed loops [1/s]
    /// @param sampled the same for samples
    TreeWork(const Model& model, double beta, double sampled)
        : state(model, sampled), closure(model, beta) {}
    /// Sets the evaluation for the next passes.
    /// @param rates may be null
    void aim(double time, const In& positions, Out* rates) {
        t = time;
        y = &positions;
        p = positions.data() + state.positionSize();
        ydot = rates;
        pdot = rates == nullptr ? nullptr : rates->data() + state.positionSize();
    }
    void aim(double, const In&&, Out*) = delete;  // passes run later

    TreeState<S> state;
    Closure<S> closure;

    double t = 0.0;
    const In* y = nullptr;  ///< [q; theta; p]
    const S* p = nullptr;   ///< [nu] momenta or speeds
    Out* ydot = nullptr;    ///< [qdot; theta'; pdot]
    S* pdot = nullptr;      ///< [nu]
};

/// The nodes of a trace: one per body, with the index of its link.
std::vector<TracedNode> tracedBodies(const Model& model);

/// The OdeSystem of such a recursion.
template <typename S, typename Work>
class TreeSystem : public OdeSystem<S>, public Traceable {
public:
    int size() const final { return work_.state.size(); }
    int positionSize() const final { return work_.state.positionSize(); }
    int poseSize() const final { return work_.state.poseSize(); }
    int angleSize() const final { return work_.state.angleSize(); }
    int bodyOf(int entry) const final { return work_.state.bodyOf(entry); }
    typename OdeSystem<S>::Vector units() const override {
        return work_.state.units(work_.state.ofJoints.p_hat);
    }

    void trace(Tracer* tracer) override {
        driver_.trace(tracer);
        if (tracer != nullptr) tracer->setNodes(tracedBodies(*model_));
    }

protected:
    TreeSystem(std::shared_ptr<const Model> model, double beta)
        : model_(std::move(model)),
          work_(*model_, beta),
          order_(ElementOrder::ofLinks(static_cast<int>(work_.state.links.size()))) {}

    bool loops() const { return model_->tree.closureRows > 0; }
    Result<void> startTree(const InitialState& initial, typename OdeSystem<S>::Out y) {
        Result<void> started = work_.state.start(initial, y);
        work_.closure.hold(work_.state.closures);
        return started;
    }

    std::shared_ptr<const Model> model_;
    Work work_;

private:
    ElementOrder order_;
    Workers workers_{1};

protected:
    PassDriver<Work> driver_{order_, workers_};
};

}  // namespace momentree
