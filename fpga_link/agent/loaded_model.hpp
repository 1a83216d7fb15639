// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fpga_link/agent/outcome.hpp"
#include "fpga_link/compiler/compile.hpp"
#include "fpga_link/protocol/messages.hpp"

namespace momentree::fpga {

/// A mechanism with its program, and the places of the state in the program.
struct LoadedModel {
    /// With the same number of bodies; none for a program that the client compiled.
    std::vector<Trajectory> trajectories;
    bool tagged = false;  ///< rows name their trajectory
    PlanarMethod method = PlanarMethod::Euler;
    double step = 0.0;  ///< [s]
    Program program;
    /// [bodies] of one trajectory after the other; the coordinates of a program.
    std::vector<Register> angle, momentum;
    /// For each word from the FIFO, its index in the rows of one step, one for each trajectory.
    std::vector<std::size_t> sampleOrder;

    bool isProgram() const { return trajectories.empty(); }
    std::size_t rows() const { return isProgram() ? 1 : trajectories.size(); }  ///< of a sample
    std::size_t bodies() const { return angle.size() / rows(); }
    /// Words of a row before its angles: step, trajectory.
    std::size_t head() const { return tagged ? 2 : 1; }
    std::size_t stride() const { return head() + 2 * bodies(); }
};

Outcome<LoadedModel> buildModel(const wire::LoadModel& message);
Outcome<LoadedModel> buildModel(const wire::LoadModels& message);
Outcome<LoadedModel> buildModel(const wire::LoadProgram& message);

/// CRC-32 of the program, as in registers::programCrc after loading.
std::uint32_t crcOf(const Program& program);

/// The words of all states for given angles and momenta, those of all trajectories; places as in
/// Program::states.
Outcome<std::vector<std::uint32_t>> stateWords(const LoadedModel& model,
                                               const wire::SetState& state);

}  // namespace momentree::fpga
