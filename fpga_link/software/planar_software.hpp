// SPDX-License-Identifier: Apache-2.0
// The accelerator's computation in double precision on a processor, for all comparisons, both on
// this machine and on a board.
#pragma once

#include <array>

#include "fpga_link/compiler/compile.hpp"
#include "fpga_link/compiler/planar_step.hpp"

namespace momentree::fpga {

/// The planar HDCA over many steps. Bodies are joined one after the other from the inboard end,
/// which takes the least work on one processor.
class PlanarSoftware {
public:
    PlanarSoftware(const Trajectory& start, PlanarMethod method, double step);
    PlanarSoftware(const PlanarSoftware&) = delete;
    PlanarSoftware& operator=(const PlanarSoftware&) = delete;

    int passes() const { return static_cast<int>(stages_.size()); }  ///< evaluations per step
    /// Runs a phase of pass `pass`; a step consists of all phases in order, pass after pass.
    void run(FabricPhase phase, int pass);
    void step();
    const PlanarState& state() const { return state_; }

private:
    struct Stage {
        double weight, next;  // weight in the sum; step to the next stage
    };
    void turn();
    void integrate(int pass);

    PlanarConstants constants_;
    std::vector<BodyPose<double>> poses_;
    PlanarHdca<double> hdca_;
    std::vector<Stage> stages_;
    PlanarState state_, stage_, sum_;
};

/// Mean times on this processor [ns].
struct FunctionTimes {
    double update = 0.0;    ///< matrices of two bodies, (13)-(19)
    double assembly = 0.0;  ///< of two bodies, (27)-(37)
    double inverse = 0.0;   ///< of a 4 x 4 matrix, (60)-(82)
};
FunctionTimes timeFunctions(int calls);

/// The same for the functions in space.
struct SpatialFunctionTimes {
    double update = 0.0;    ///< of a body
    double assembly = 0.0;  ///< of two nodes over a joint
};
SpatialFunctionTimes timeSpatialFunctions(int calls);

/// Mean times of the phases of a step [ns], 0 for those that the mechanism does not need.
using PhaseTimes = std::array<double, fabricPhaseCount>;
/// @param steps approximate number of steps to measure, at least one
PhaseTimes timeSteps(const Trajectory& start, PlanarMethod method, double step, int steps);

}  // namespace momentree::fpga
