// SPDX-License-Identifier: Apache-2.0
// Definitions shared by the reader and the writer of the native format.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/model/description.hpp"

namespace momentree::format {

inline constexpr int version = 1;

/// Maximum numbers of entries.
inline constexpr std::size_t mostParameters = 1'000, mostBodies = 100'000, mostMarkers = 100'000,
                             mostJoints = 200'000, mostMotions = 10'000, mostCouplings = 10'000,
                             mostTerms = 100, mostForces = 100'000, mostProbes = 10'000,
                             mostCoefficients = 32, mostKnots = 100'000, mostParts = 1'000;
inline constexpr double largestAssemblyTolerance = 0.01;
inline constexpr std::size_t longestTitle = 1'000, longestText = 100'000;

/// Names of ShapeDescription::Kind, in the order of the enumerators.
inline constexpr std::array<std::string_view, 8> shapeKinds{"auto",     "bar",     "box",  "sphere",
                                                            "cylinder", "polygon", "none", "parts"};
/// Names of PartDescription::Kind, in the order of the enumerators.
inline constexpr std::array<std::string_view, 4> partKinds{"box", "sphere", "cylinder", "mesh"};

/// Keys of the curves of a bushing: displacements and rotations along the axes.
inline constexpr std::array<std::string_view, 6> bushingAxes{"x", "y", "z", "rx", "ry", "rz"};

/// Keys of a probe, by quantity.
enum class ProbeKeys : std::uint8_t {
    None,
    At,           ///< at
    AtComponent,  ///< at, component
    AtEntry,      ///< at, row, column_index
    JointOrPair,  ///< joint and coordinate, or a and b
    Pair,         ///< a, b
    Motion,       ///< motion
    Coupling,     ///< coupling, term
    Force,        ///< force
    JointBody,    ///< joint, body, component
    Component,    ///< component
    Value         ///< value
};
struct Quantity {
    std::string_view name;
    ProbeKeys keys;
};
inline constexpr std::array quantities{Quantity{"position", ProbeKeys::AtComponent},
                                       Quantity{"velocity", ProbeKeys::AtComponent},
                                       Quantity{"acceleration", ProbeKeys::AtComponent},
                                       Quantity{"angular_velocity_world", ProbeKeys::AtComponent},
                                       Quantity{"angular_velocity_body", ProbeKeys::AtComponent},
                                       Quantity{"rotation_matrix_entry", ProbeKeys::AtEntry},
                                       Quantity{"joint_angle", ProbeKeys::JointOrPair},
                                       Quantity{"joint_rate", ProbeKeys::JointOrPair},
                                       Quantity{"joint_displacement", ProbeKeys::JointOrPair},
                                       Quantity{"point_distance", ProbeKeys::Pair},
                                       Quantity{"drive_torque", ProbeKeys::Motion},
                                       Quantity{"drive_power", ProbeKeys::Motion},
                                       Quantity{"drive_work", ProbeKeys::Motion},
                                       Quantity{"force_power", ProbeKeys::Force},
                                       Quantity{"force_work", ProbeKeys::Force},
                                       Quantity{"coupling_effort", ProbeKeys::Coupling},
                                       Quantity{"joint_force_on_body", ProbeKeys::JointBody},
                                       Quantity{"joint_torque_on_body", ProbeKeys::JointBody},
                                       Quantity{"total_ground_force", ProbeKeys::Component},
                                       Quantity{"kinetic_energy", ProbeKeys::None},
                                       Quantity{"potential_energy", ProbeKeys::None},
                                       Quantity{"total_energy", ProbeKeys::None},
                                       Quantity{"input", ProbeKeys::Value}};

}  // namespace momentree::format
