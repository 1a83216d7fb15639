// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fpga_link/agent/outcome.hpp"
#include "fpga_link/compiler/compile.hpp"
#include "fpga_link/protocol/messages.hpp"

namespace momentree::fpga {

/// A mechanism with its program, and the places of the state in the register files. The banks of
/// lane k are counted from `banksOfLane` k, as register DATA_ADDR does.
struct LoadedModel {
    static constexpr int banksOfLane = 8;
    static constexpr std::size_t dropped = ~std::size_t{0};

    /// With the same number of bodies; none for a program that the client compiled.
    std::vector<Trajectory> trajectories;
    bool tagged = false;  ///< rows name their trajectory
    PlanarMethod method = PlanarMethod::Euler;
    double step = 0.0;               ///< [s]
    Program program;                 ///< its image and states are those of the first lane
    std::size_t perLane = 1;         ///< trajectories of a lane, the last of which may be repeated
    std::vector<InitialWord> image;  ///< of all lanes
    std::vector<Register> states;    ///< that belong to trajectories
    /// [bodies] of one trajectory after the other; the coordinates of a program.
    std::vector<Register> angle, momentum;
    /// For each word from the FIFOs, its index in the rows of one step, one for each trajectory;
    /// `dropped` for lanes that only repeat others.
    std::vector<std::size_t> sampleOrder;

    bool isProgram() const { return trajectories.empty(); }
    std::size_t rows() const { return isProgram() ? 1 : trajectories.size(); }  ///< of a sample
    std::size_t bodies() const { return angle.size() / rows(); }
    /// Words of a row before its angles: step, trajectory.
    std::size_t head() const { return tagged ? 2 : 1; }
    std::size_t stride() const { return head() + 2 * bodies(); }
};

/// Trajectories are spread over the lanes if their programs have the same words, otherwise the
/// first lane computes all of them. Lanes without a trajectory repeat one.
Outcome<LoadedModel> buildModel(const wire::LoadModel& message, std::size_t lanes = 1);
Outcome<LoadedModel> buildModel(const wire::LoadModels& message, std::size_t lanes = 1);
Outcome<LoadedModel> buildModel(const wire::LoadProgram& message, std::size_t lanes = 1);

/// CRC-32 of the program, as in registers::programCrc after loading.
std::uint32_t crcOf(const Program& program);

/// The words of all states for given angles and momenta, those of all trajectories; places as in
/// LoadedModel::states.
Outcome<std::vector<std::uint32_t>> stateWords(const LoadedModel& model,
                                               const wire::SetState& state);

}  // namespace momentree::fpga
