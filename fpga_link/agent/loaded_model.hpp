// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fpga_link/agent/outcome.hpp"
#include "fpga_link/compiler/compile.hpp"
#include "fpga_link/protocol/messages.hpp"

namespace momentree::fpga {

/// A mechanism with its program, and the places of the state in the program.
struct LoadedModel {
    std::vector<Trajectory> trajectories;  ///< with the same number of bodies
    bool tagged = false;                   ///< rows name their trajectory
    PlanarMethod method = PlanarMethod::Euler;
    double step = 0.0;  ///< [s]
    Program program;
    std::vector<Register> angle, momentum;  ///< [bodies] of one trajectory after the other
    /// For each word from the FIFO, its index in the rows of one step, one for each trajectory.
    std::vector<std::size_t> sampleOrder;

    std::size_t bodies() const { return angle.size() / trajectories.size(); }
    /// Words of a row before its angles: step, trajectory.
    std::size_t head() const { return tagged ? 2 : 1; }
    std::size_t stride() const { return head() + 2 * bodies(); }
};

Outcome<LoadedModel> buildModel(const wire::LoadModel& message);
Outcome<LoadedModel> buildModel(const wire::LoadModels& message);

/// CRC-32 of the program, as in registers::programCrc after loading.
std::uint32_t crcOf(const Program& program);

/// The words of all states for given angles and momenta, those of all trajectories; places as in
/// Program::states.
Outcome<std::vector<std::uint32_t>> stateWords(const LoadedModel& model,
                                               const wire::SetState& state);

}  // namespace momentree::fpga
