// SPDX-License-Identifier: Apache-2.0
// Data read and written by the passes of the divide and conquer in accelerations (THEORY 3b).
#pragma once

#include "core/formulations/shared/assembly_work.hpp"
#include "core/formulations/shared/pass_driver.hpp"

namespace momentree {

/// A node in accelerations: T are forces, V_1 and V_2 of its equations are accelerations A_1 and
/// A_2.
using DcaNode = HandleNode<double>;

struct DcaWork : AssemblyWork<double, DcaNode> {
    struct Terms {
        V6<double> c;  ///< velocity product of the inboard joint
        V6<double> b;  ///< loads less the gyroscopic wrench
        V6<double> A;  ///< acceleration at the origin
    };

    /// @param beta feedback of violations of closed loops and of samples [1/s]
    /// @param threads number of threads that share the nodes
    DcaWork(const Model& model, double beta, int threads)
        : AssemblyWork(model, beta, beta, threads),
          terms(state.links.size()),
          response(model.bodies.size()),
          unused(Eigen::VectorXd::Zero(model.tree.nu)) {}

    /// Sets the evaluation for the next passes.
    /// @param rates may be null
    void aim(double time, const In& positions, OdeSystem<double>::Out* rates) {
        t = time;
        y = &positions;
        u = positions.data() + state.positionSize();
        ydot = rates;
        udot = rates == nullptr ? nullptr : rates->data() + state.positionSize();
        moving = loaded = loopClosed = true;
        wrenches = {};
        withBias = !generalLoops();
    }
    void aim(double, const In&&, OdeSystem<double>::Out*) = delete;  // passes run later
    Terms& of(int i) { return terms[static_cast<std::size_t>(i)]; }

    PassDriver<DcaWork> driver{order, workers};
    std::vector<Terms> terms;                      ///< [links]
    std::vector<BodyKinematics<double>> response;  ///< [bodies] accelerations for velocities
    Eigen::VectorXd unused;                        ///< [nu]

    // Of one evaluation at y = [q; theta; u].
    const double* u = nullptr;
    OdeSystem<double>::Out* ydot = nullptr;
    double* udot = nullptr;                 ///< [nu]
    std::span<const V6<double>> Q = {};     ///< [links] loads
    bool loaded = true, loopClosed = true;  ///< including loads; the loop to ground
};

}  // namespace momentree
