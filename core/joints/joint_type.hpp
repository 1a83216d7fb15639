// SPDX-License-Identifier: Apache-2.0
// The joint types of model files, without their equations.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace momentree {

/// What marker B can do relative to marker A.
struct JointType {
    std::string_view id;
    /// A letter for each coordinate: a displacement along x, y or z [m], an angle about the axis X,
    /// Y or Z [rad], or an entry e of a unit quaternion.
    std::string_view coordinates;
    std::string_view speeds;  ///< the same letters, of rates
    int locked = 0;           ///< number of relative motions that it prevents
    bool closes = false;      ///< has no coordinates and never carries a body

    /// The letter of coordinate k, counted from 0; a blank if there is none.
    constexpr char coordinate(int k) const { return letter(coordinates, k); }
    constexpr char speed(int k) const { return letter(speeds, k); }
    /// Number of coordinates that motions and couplings can refer to.
    constexpr int scalars() const { return has('e') ? 0 : static_cast<int>(coordinates.size()); }
    constexpr bool turns() const { return has('Z'); }                ///< about z
    constexpr bool slides() const { return has('z') && !has('e'); }  ///< along z
    /// Whether z is its only axis, about which it turns or along which it slides.
    constexpr bool axial() const {
        return !coordinates.empty() &&
               coordinates.find_first_not_of("zZ") == std::string_view::npos;
    }

private:
    constexpr bool has(char letter) const {
        return coordinates.find(letter) != std::string_view::npos;
    }
    static constexpr char letter(std::string_view of, int k) {
        const auto i = static_cast<std::size_t>(k);
        return k >= 0 && i < of.size() ? of[i] : ' ';
    }
};

inline constexpr std::array<JointType, 19> jointTypes{{{"revolute", "Z", "Z", 5},
                                                       {"prismatic", "z", "z", 5},
                                                       {"universal", "XY", "XY", 4},
                                                       {"cylindrical", "Zz", "Zz", 4},
                                                       {"screw", "Zz", "Zz", 5},
                                                       {"planar", "xyZ", "xyZ", 3},
                                                       {"spherical", "eeee", "XYZ", 3},
                                                       {"constant-velocity", "eeee", "XYZ", 4},
                                                       {"free", "xyzeeee", "xyzXYZ", 0},
                                                       {"fixed", "", "", 6},
                                                       {"distance", "", "", 1, true},
                                                       {"point-on-line", "", "", 2, true},
                                                       {"point-on-plane", "", "", 1, true},
                                                       {"point-on-curve", "", "", 2, true},
                                                       {"cam-roller", "", "", 1, true},
                                                       {"cam-face", "", "", 1, true},
                                                       {"rolling-disc", "", "", 3, true},
                                                       {"rolling-ellipsoid", "", "", 3, true},
                                                       {"knife-edge", "", "", 1, true}}};

/// The type with this id; one without id, coordinates and locked motions if there is none.
constexpr JointType jointType(std::string_view id) {
    for (const JointType& type : jointTypes)
        if (type.id == id) return type;
    return {};
}

/// Whether a letter of `JointType` stands for an angle about an axis.
constexpr bool isAngle(char letter) { return letter >= 'X' && letter <= 'Z'; }
/// Whether it stands for a displacement along one.
constexpr bool isDisplacement(char letter) { return letter >= 'x' && letter <= 'z'; }

}  // namespace momentree
