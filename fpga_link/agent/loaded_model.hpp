// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fpga_link/agent/outcome.hpp"
#include "fpga_link/compiler/compile.hpp"
#include "fpga_link/protocol/messages.hpp"

namespace momentree::fpga {

/// A mechanism with its program, and the places of the state in the program.
struct LoadedModel {
    std::vector<Trajectory> trajectories;  ///< one
    PlanarMethod method = PlanarMethod::Euler;
    double step = 0.0;  ///< [s]
    Program program;
    std::vector<Register> angle, momentum;  ///< [bodies]
    /// [2 bodies] for each word from the FIFO, its index in a row of SAMPLES (angles, then momenta)
    std::vector<std::size_t> sampleOrder;

    std::size_t bodies() const { return angle.size(); }
};

Outcome<LoadedModel> buildModel(const wire::LoadModel& message);

/// CRC-32 of the program, as in registers::programCrc after loading.
std::uint32_t crcOf(const Program& program);

/// The words of all states for given angles and momenta, [bodies] each; places as in
/// Program::states.
Outcome<std::vector<std::uint32_t>> stateWords(const LoadedModel& model,
                                               const wire::SetState& state);

}  // namespace momentree::fpga
