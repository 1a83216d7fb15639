// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fpga_link/compiler/mechanism.hpp"
#include "fpga_link/compiler/planar_constants.hpp"
#include "fpga_link/compiler/program.hpp"

namespace momentree::fpga {

/// A mechanism with its initial state.
struct Trajectory {
    PlanarMechanism mechanism;
    PlanarState start;
    std::vector<MotorImpulses> motors = {};  ///< in the inboard joints [bodies]; none if empty
};

/// Where the end of a closed chain is pinned to ground [m]; none for an open chain.
std::optional<Flat<double>> pinOf(const Trajectory& trajectory);

struct CompileOptions {
    PlanarMethod method = PlanarMethod::Euler;
    double step = 1e-4;   ///< [s], above 0 and at most 0.1
    bool phased = false;  ///< phases in sequence, with separate cycles
    /// No constants are shared between trajectories, so that a program does not depend on which of
    /// their parameters are equal.
    bool ownConstants = false;
};

/// One pass over all trajectories, which are interleaved. States are named "angle 1.2": trajectory,
/// body. Angles and momenta are sampled.
Graph recordPass(const std::vector<Trajectory>& trajectories, const CompileOptions& options,
                 TreeShape shape);

/// The result, or the reason in `refusal`.
struct Compiled {
    std::optional<Program> program;
    Graph graph;
    TreeShape shape;
    std::string refusal;
};

/// Tries several tree shapes and returns the shortest program. Several trajectories take the shape
/// of the first one alone, so that the first gives the same bits with and without the others.
Compiled compile(const std::vector<Trajectory>& trajectories, const CompileOptions& options);

/// Values of Graph::states at the start of the trajectories.
std::vector<double> startingWords(const std::vector<Trajectory>& trajectories, PlanarMethod method);

/// Index in Graph::states of a word (angle: 0, momentum: 1) of a body.
std::size_t stateIndex(const std::vector<Trajectory>& trajectories, PlanarMethod method,
                       std::size_t trajectory, std::size_t body, std::size_t word);

}  // namespace momentree::fpga
