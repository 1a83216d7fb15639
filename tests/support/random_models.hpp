// SPDX-License-Identifier: Apache-2.0
// Mechanisms for tests, the same for the same seed.
#pragma once

#include <cstdint>
#include <random>

#include "support/reference.hpp"

namespace momentree::test {

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    double uniform(double low, double high);
    int below(int count);  ///< 0 .. count - 1
    Vector3d vector(double bound);
    Quat<double> quaternion();  ///< unit length, e0 >= 0
    /// Physically possible: principal moments meet the triangle inequalities.
    Matrix3d inertia();

private:
    std::mt19937_64 engine_;
};

/// What to draw. Bodies are named b0, b1, ..., their inboard joints j0, j1, ...
struct Recipe {
    int bodies = 5;
    /// Types of the joints: in turn for chains, at random for trees.
    std::vector<std::string> joints{"revolute"};
    bool branched = false;  ///< every body hangs on a random earlier one or on ground
    double drivenShare =
        0.0;              ///< part of the revolute and prismatic joints with a prescribed motion
    bool loads = false;   ///< springs, dampers, torques, applied forces, drag
    bool planar = false;  ///< axes along z, everything in the plane z = 0
    bool scrambled =
        false;  ///< any order of bodies and joints, some joints from outboard to inboard
    std::string closure = {};  ///< type of a joint from the last body to ground, empty for none
    int loops = 1;             ///< joints of that type; all but the first between random bodies
    /// Prescribed motions of one coordinate of joints that have two.
    bool drivenCoordinates = false;
};
ModelDescription describe(const Recipe& recipe, std::uint64_t seed);

/// Builds `description`; ends the test program with the diagnostics if that fails.
std::shared_ptr<const Model> build(const ModelDescription& description);
std::shared_ptr<const Model> randomModel(const Recipe& recipe, std::uint64_t seed);

/// Joint coordinates and speeds of ordinary size at a time different from 0.
JointState randomState(const Model& model, Random& random);
/// Coordinates and speeds that the description of `model` starts its joints with.
JointState describedStart(const Model& model);
/// A state of `model` (from a recipe with a closure) that keeps the loop closed.
JointState closedState(const Model& model);

/// Planar four-bar in the plane z = 0: three bars on revolute joints between ground points
/// (0, 0) and `groundEnd`, crank at `angle` [rad] turning at `rate`; the coupler's branch as seen
/// with `rockerAbove`.
struct FourBar {
    double crank = 1.0, coupler = 1.0, rocker = 1.0;  ///< lengths [m]
    double endX = 0.0, endY = 1.0;                    ///< far ground joint [m]
    double angle = 0.7853981633974483;                ///< of the crank from x [rad]
    double coupler0 = 1.5707963267948966;             ///< angle of the coupler from x [rad]
    double rate = 0.0;                                ///< of the crank [rad/s]
    double inertia = 1.0;  ///< of each bar (1 kg) about its centre of mass [kg m^2]
};
ModelDescription describe(const FourBar& fourBar);

}  // namespace momentree::test
