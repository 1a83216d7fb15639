// SPDX-License-Identifier: Apache-2.0
// Random mechanisms for tests, reproducible by their seed.
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
    /// Physically possible: principal moments satisfy the triangle inequalities.
    Matrix3d inertia();

private:
    std::mt19937_64 engine_;
};

/// The kind of mechanism to generate. Bodies are named b0, b1, ..., their inboard joints j0, j1,
/// ...
struct Recipe {
    int bodies = 5;
    /// Types of the joints: cyclic for chains, random for trees.
    std::vector<std::string> joints{"revolute"};
    bool branched = false;     ///< every body is joined to a random earlier one or to ground
    double drivenShare = 0.0;  ///< of the revolute and prismatic joints, with a prescribed motion
    bool loads = false;        ///< springs, dampers, torques, applied forces, drag
    bool planar = false;       ///< axes along z, everything in the plane z = 0
    bool scrambled =
        false;  ///< random order of bodies and joints, some joints from outboard to inboard
    std::string closure = {};  ///< type of a joint from the last body to ground, empty for none
    int loops = 1;             ///< joints of that type; all but the first between random bodies
    /// Prescribe one coordinate of joints that have two.
    bool drivenCoordinates = false;
};
ModelDescription describe(const Recipe& recipe, std::uint64_t seed);

/// Builds `description`; ends the test program with the diagnostics if that fails.
std::shared_ptr<const Model> build(const ModelDescription& description);
std::shared_ptr<const Model> randomModel(const Recipe& recipe, std::uint64_t seed);

/// Joint coordinates and speeds of ordinary size at a nonzero time.
JointState randomState(const Model& model, Random& random);
/// Start coordinates and speeds of the joints in the description of `model`.
JointState describedStart(const Model& model);
/// A state of `model` (from a recipe with a closure) in which the loop is closed.
JointState closedState(const Model& model);

/// Planar four-bar in the plane z = 0: three bars on revolute joints between ground points (0, 0)
/// and `groundEnd`, crank at `angle` [rad] rotating at `rate`; `rockerAbove` selects the branch of
/// the coupler.
struct FourBarModel {
    double crank = 1.0, coupler = 1.0, rocker = 1.0;  ///< lengths [m]
    double endX = 0.0, endY = 1.0;                    ///< far ground joint [m]
    double angle = 0.7853981633974483;                ///< of the crank from x [rad]
    double coupler0 = 1.5707963267948966;             ///< angle of the coupler from x [rad]
    double rate = 0.0;                                ///< of the crank [rad/s]
    double inertia = 1.0;  ///< of each bar (1 kg) about its centre of mass [kg m^2]
};
ModelDescription describe(const FourBarModel& fourBar);

}  // namespace momentree::test
