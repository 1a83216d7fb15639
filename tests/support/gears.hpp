// SPDX-License-Identifier: Apache-2.0
// Model files with couplings.
#pragma once

#include <string>

namespace momentree::test {

/// Two flywheels of 0.02 and 0.05 kg m^2 on parallel axes, geared 17 to 41, with 0.3 N m on the
/// first (J1, J2).
/// @param start content of "initial"
std::string flywheels(const std::string& start = "{}");
/// A rack of 2 kg that falls along y and turns a pinion of 0.003 kg m^2 and 40 mm (Jp, Jr).
std::string rackAndPinion();
/// A planetary gear with fixed ring and 1.5 N m on its sun (Js, Jc, J1, ...), as in
/// planetary.json.
std::string planetaryGear(int planets);
/// Torque on the cage between two wheels of 0.02 and 0.03 kg m^2 (Jl, Jr, Jc).
std::string differential();
/// A chain under gravity with universal, cylindrical and revolute joints about skew axes, whose
/// coordinates are coupled across the joints.
std::string coupledChain();
/// A five-bar linkage whose cranks are geared 1 to -2 (J1, J4); the joint of one closes the loop.
std::string gearedFiveBar();

}  // namespace momentree::test
