// SPDX-License-Identifier: Apache-2.0
// The links of recorded equations: constants, motion, and what a joint does, step by step.
#pragma once

#include <vector>

#include "core/generate/rigid.hpp"
#include "core/model/model.hpp"

namespace momentree {

/// A step on the way from the axes and origin of a body to those of its carrier.
struct RecordedStage {
    enum class Kind : std::uint8_t {
        Free,   ///< free directions, which are axes of the present frame
        Drive,  ///< a prescribed velocity along such an axis
        Turn,   ///< to other axes
        Shift   ///< to another origin
    };
    /// A free direction, of 0..2 linear, 3..5 angular.
    struct Direction {
        std::size_t axis = 0;
        std::size_t speed = 0;  ///< of the joint
        std::array<Recorded, 6> Y;
        Recorded u;        ///< Mj^-1 (p - d)
        Recorded inverse;  ///< Mj^-1
    };
    Kind kind = Kind::Free;
    std::vector<Direction> free = {};
    std::size_t axis = 0;  ///< of a drive
    Recorded rate = {};    ///< of a drive
    RecordedTurn turn = {};
    RecordedVector r = {};        ///< of a shift, in the carrier's axes
    RecordedPair V = {};          ///< velocity where directions are free
    RecordedVector gravity = {};  ///< there
};

/// A body of the tree, in its axes about its origin, see `TreeBody`.
struct RecordedLink {
    explicit RecordedLink(const TreeBody& body);

    int parent = ground;
    double mass = 0.0, carried = 0.0;  ///< of the body; with all that it carries
    RecordedVector h;                  ///< mass times the vector to the centre of mass
    std::array<Recorded, 6> J;         ///< about the origin
    std::vector<RecordedStage> stages;

    RecordedInertia M;      ///< articulated
    RecordedPair D, V, P;   ///< remainder momentum, velocity, momentum with all that it carries
    RecordedPair T;         ///< loads without gravity, with those on all that it carries
    RecordedPair W;         ///< impulses of closed loops that the momenta include
    RecordedVector moment;  ///< first moment, with all that it carries
    RecordedVector gravity;
    RecordedMatrix R;  ///< axes in the world
    RecordedVector O;  ///< origin in the world
    std::vector<Recorded> u;
};

/// The steps of the joint of a body. @param q of the joint @param motion f and f' if it is driven
std::vector<RecordedStage> recordedStages(const TreeBody& body, const Recorded* q,
                                          const std::array<Recorded, 2>& motion);
/// qdot of a joint.
std::vector<Recorded> recordedRates(const Joint& joint, const Recorded* q,
                                    const std::vector<Recorded>& u);
/// f and f' of a law without table.
std::array<Recorded, 2> recordedLaw(const Law& law, const Recorded& t);

}  // namespace momentree
