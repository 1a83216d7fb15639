// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// A loop of ground, input, coupler and output by four parallel hinges.
struct FourBar {
    /// Grashof's classes: by the shortest link if it and the longest are together shorter than the
    /// other two.
    enum class Kind : std::uint8_t {
        DoubleCrank,   ///< ground is the shortest
        CrankRocker,   ///< the input is
        RockerCrank,   ///< the output is
        DoubleRocker,  ///< the coupler is
        ChangePoint,   ///< both sums are equal
        TripleRocker   ///< the sum is longer: no link turns fully
    };
    /// Ground to input, input to coupler, coupler to output, output to ground.
    std::array<int, 4> joints{};
    int input = 0, coupler = 0, output = 0;  ///< bodies
    double a = 0.0, b = 0.0, c = 0.0;        ///< lengths of input, coupler and output [m]
    double d = 0.0;                          ///< length of ground [m]
    Kind kind = Kind::TripleRocker;
    bool inputTurnsFully = false;  ///< |b - c| <= |d - a| and b + c >= a + d
};

/// "crank-rocker", ...: ids of `FourBar::Kind`, in its order.
const std::vector<std::string_view>& fourBarKinds();

/// The four-bars of a model at these poses. The input is the link whose joint to ground has a
/// motion, otherwise the one whose joint comes first.
std::vector<FourBar> planarFourBars(const Model& model,
                                    std::span<const BodyKinematics<double>> bodies);

/// The angle between coupler and output at their joint, in [0, pi].
double transmissionAngle(const Model& model, const FourBar& fourBar,
                         std::span<const BodyKinematics<double>> bodies);

}  // namespace momentree
