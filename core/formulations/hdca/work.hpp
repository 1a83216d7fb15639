// SPDX-License-Identifier: Apache-2.0
// Data read and written by the passes of the Hamiltonian divide and conquer (THEORY 3).
#pragma once

#include "core/formulations/hdca/node.hpp"
#include "core/formulations/shared/assembly_work.hpp"
#include "core/formulations/shared/pass_driver.hpp"

namespace momentree {

template <typename S>
struct HdcaWork : AssemblyWork<S, HdcaNode<S>> {
    using Shared = AssemblyWork<S, HdcaNode<S>>;
    using Shared::state, Shared::workers, Shared::bodies, Shared::generalLoops;
    using typename Shared::In;

    /// @param beta feedback of violations of closed loops [1/s]
    /// @param threads number of threads that share the nodes
    HdcaWork(const Model& model, double beta, int threads)
        : Shared(model, beta, 0.0, threads), gravity(V3<S>::of(model.gravity)) {
        const int n = static_cast<int>(bodies.size()), shares = workers.threads();
        for (int k = 0; k < shares; ++k)  // shares as in `Workers`
            inner.push_back({state.links.begin(), state.links.begin() + n * k / shares});
    }

    /// Sets the evaluation for the next passes.
    /// @param rates may be null
    /// @param loadsToo whether articulated loads are computed with the impulses
    void aim(double time, const In& positions, S* rates, bool loadsToo) {
        this->t = time;
        this->y = &positions;
        p = positions.data() + state.positionSize();
        qdot = rates;
        pdot = rates == nullptr ? nullptr : rates + state.positionSize();
        this->moving = true;
        this->wrenches = {};
        Q = {};
        this->withBias = !generalLoops();
        withLoads = loadsToo;
    }
    void aim(double, const In&&, S*, bool) = delete;  // passes run later

    PassDriver<HdcaWork> driver{this->order, workers};
    std::vector<std::vector<TreeLink<S>>> inner;  ///< [threads] links before those of the thread
    V3<S> gravity;

    // Of one evaluation at y = [q; p].
    const S* p = nullptr;                ///< [nu], null for zero momenta
    S *qdot = nullptr, *pdot = nullptr;  ///< [nq], [nu]
    std::span<const V6<S>> Q = {};       ///< [links] loads, empty for weights
    bool withLoads = false;              ///< Q_1 together with them, Qb with the impulses
};

}  // namespace momentree
