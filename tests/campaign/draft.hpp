// SPDX-License-Identifier: Apache-2.0
// A mechanism drawn in a closed pose: bodies and joints are placed in the world, and markers follow
// from their poses. Loops thus close exactly, whatever their topology.
#pragma once

#include "support/random_models.hpp"

namespace momentree::campaign {

using test::Random;

/// Coordinates and speeds of a joint at the start.
struct Coordinates {
    std::vector<double> q, u;
};

/// How the start is written in the description.
enum class StartStyle { BodyPoses, JointCoordinates, Both };

class Draft {
public:
    explicit Draft(std::uint64_t seed);

    Random random;
    double size;               ///< of a link [m]
    double rate;               ///< of the fastest given speed [rad/s], 0 at rest
    double mass;               ///< of the heaviest bodies [kg]
    double massRange;          ///< decades
    int freedom = 0;           ///< degrees of freedom, without redundancy of further loops
    std::vector<Frame> poses;  ///< of the bodies' axes in the world
    ModelDescription d;

    bool chance(double probability) { return random.uniform(0.0, 1.0) < probability; }
    /// A random position [m] around that of a body or ground.
    Vector3d near(int body);
    Matrix3d turn();  ///< a random rotation
    /// A rotation whose z axis is `z`, with a random x axis.
    Matrix3d axesAlong(const Vector3d& z);
    Frame poseOf(int body) const;
    const Coordinates& startOf(int joint) const { return starts_[static_cast<std::size_t>(joint)]; }
    /// A new marker of a body or ground at the frame `at` of the world.
    MarkerReference referTo(int body, const Frame& at);
    /// A body with its origin near a point of the world; its number.
    int addBody(const Vector3d& point);
    /// Joins two bodies in their present poses by a joint whose marker A is at the frame `at` of
    /// the world. Bodies exchange their places at random. The number of the joint.
    int join(const std::string& type, int a, int b, const Frame& at);
    /// Names a joint and adds it, without coordinates at the start; its number.
    int add(JointDescription joint);
    /// Joins two points of the world by a rod.
    int joinByRod(int a, int b, const Vector3d& from, const Vector3d& to);
    /// Gives the joint random speeds, or drives its coordinate by a motion if it has one.
    void move(int joint);
    void drive(int joint);
    /// Springs, dampers, torques, forces and drag.
    void addLoads();
    /// Speeds of bodies instead of joints: a first guess, which loops may change.
    void guessSpeeds();
    /// Rounds lengths and axes, lengths relative to the size.
    void round(int decimals);
    /// Writes the start and mixes the order of bodies and joints.
    ModelDescription finish(StartStyle style);

private:
    std::string addMarker(int body, const Frame& world);
    LawDescription lawFrom(double value, double speed, double unit);

    std::vector<Coordinates> starts_;  ///< [joints]
};

}  // namespace momentree::campaign
