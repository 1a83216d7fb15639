// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fpga_link/agent/outcome.hpp"
#include "fpga_link/compiler/compile.hpp"
#include "fpga_link/protocol/messages.hpp"

namespace momentree::fpga {

/// A mechanism with its program, and where the program keeps what the protocol calls its state.
struct LoadedModel {
    std::vector<Trajectory> trajectories;  ///< one
    PlanarMethod method = PlanarMethod::Euler;
    double step = 0.0;  ///< [s]
    Program program;
    std::vector<Place> angle, momentum;  ///< [bodies]
    /// [2 bodies] which word of a row of SAMPLES (angles, then momenta) the FIFO gives next
    std::vector<std::size_t> sampleOrder;

    std::size_t bodies() const { return angle.size(); }
};

Outcome<LoadedModel> buildModel(const wire::LoadModel& message);

/// CRC-32 of the program as registers::programCrc has it after loading.
std::uint32_t crcOf(const Program& program);

/// The words of all states for other angles and momenta, [bodies] each; places as
/// Program::states.
Outcome<std::vector<std::uint32_t>> stateWords(const LoadedModel& model,
                                               const wire::SetState& state);

}  // namespace momentree::fpga
