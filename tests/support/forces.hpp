// SPDX-License-Identifier: Apache-2.0
// Model texts with forces that depend on time and state.
#pragma once

#include <string>

namespace momentree::test {

/// A slider of 1 kg on a rail along x of the world without weight along it, with this axial force
/// (the rest of a JSON object) and start.
std::string loadedSlider(const std::string& force, double q, double u,
                         const std::string& more = "");
/// A wheel of 0.1 kg m^2 on an axle, with this axial torque and start.
std::string loadedWheel(const std::string& torque, double q, double u,
                        const std::string& more = "");
/// Probes of a slider that depend on forces, for `more`.
std::string accelerometers();
/// A body of 1 kg that falls along x at 6 m/s^2, with a drag of 0.3 v^2.
std::string falling();
/// A spatial loop of bars and sliders with every kind of force at once.
std::string everyForce();

}  // namespace momentree::test
