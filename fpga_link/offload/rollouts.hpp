// SPDX-License-Identifier: Apache-2.0
// The same chain many times from one state, each time with other motor torques.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/message.hpp"
#include "fpga_link/client/board_client.hpp"
#include "fpga_link/compiler/compile_system.hpp"

namespace momentree::fpga {

/// Torque of a motor over a horizon, a cubic polynomial between 0 and 1 by its four control points
/// [N m]: it stays between the least and the greatest of them.
using TorquePoints = std::array<double, motorWords>;
using Plan = std::vector<TorquePoints>;  ///< [bodies], of the motors in their inboard joints
double torqueAt(const TorquePoints& points, double part);

struct RolloutTask {
    PlanarMechanism mechanism;
    double step = 0.01;            ///< [s], of the Runge-Kutta method; torques are held during it
    std::uint32_t steps = 50;      ///< of the horizon
    std::uint32_t decimation = 2;  ///< steps between states of a path
};
using Path = std::vector<PlanarState>;

/// Computes the path of every plan.
using ComputeRollouts = std::function<tl::expected<std::vector<Path>, Message>(
    const PlanarState& start, std::span<const Plan> plans)>;

/// In double precision on this machine.
std::vector<Path> rolloutsHere(const RolloutTask& task, const PlanarState& start,
                               std::span<const Plan> plans);

/// On a board: one program with 16 trajectories, loaded again with other numbers for each batch.
class BoardRollouts {
public:
    static constexpr std::size_t together = 16;

    explicit BoardRollouts(RolloutTask task);
    tl::expected<std::vector<Path>, Message> compute(BoardClient& board, const PlanarState& start,
                                                     std::span<const Plan> plans,
                                                     const std::stop_token& stop = {});
    /// Clocks that the board's engine counted for the last paths.
    std::uint64_t clocks() const { return clocks_; }

private:
    std::vector<Trajectory> trajectoriesOf(const PlanarState& start,
                                           std::span<const Plan> plans) const;
    void setStart(const std::vector<Trajectory>& trajectories);

    RolloutTask task_;
    CompiledSystem compiled_;
    wire::LoadProgram message_;
    std::vector<std::size_t> images_;  ///< [Program::states], places in `message_.image`
    std::uint64_t clocks_ = 0;
};

}  // namespace momentree::fpga
