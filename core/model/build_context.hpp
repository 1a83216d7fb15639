// SPDX-License-Identifier: Apache-2.0
// Data shared by the steps of buildModel; internal.
#pragma once

#include <string>
#include <unordered_map>

#include "core/model/model.hpp"

namespace momentree {

struct BuildContext {
    const ModelDescription& description;
    Model& model;
    Diagnostics errors;
    Diagnostics warnings;
    std::unordered_map<std::string, int> bodyByName;
    std::unordered_map<std::string, int> markerByName;  ///< "body.marker" -> Model::markers
    std::unordered_map<std::string, int> jointByName;
    std::unordered_map<std::string, int> motionByName;
    std::unordered_map<std::string, int> couplingByName;  ///< index in the description
    std::vector<char> pointMass;                          ///< [bodies] without rotational inertia

    void refuse(Place place, Message message, int line) {
        if (errors.size() < 20) errors.push_back(error(std::move(place), std::move(message), line));
    }
    /// Resolves a reference; reports an unknown one and returns a ground marker.
    Marker marker(const MarkerReference& reference, const Place& where, int line);
};

/// Steps in the order of buildModel. Each reads the description and fills its part of the model.
void buildBodies(BuildContext& context);
void buildJoints(BuildContext& context);
void buildMotions(BuildContext& context);
void buildCouplings(BuildContext& context);
/// Limits of joints: stops, and loads that act beyond them.
void buildLimits(BuildContext& context);
void buildLoads(BuildContext& context);
void buildProbes(BuildContext& context);
/// Checks names, numbers of coordinates and unit quaternions of the initial state.
void checkStarts(BuildContext& context);
/// Whether coordinate `coordinate` (from 0) of a joint is an angle.
bool isAngle(const JointElement& joint, int coordinate);
/// Sets the vectors of a constraint along a coordinate of a joint with axes (THEORY 6.2): x_a
/// turned about n_a is perpendicular to y_b, or the displacement is along x_a. For the second angle
/// of a universal joint, A and B change places.
void aimAlong(const JointElement& joint, int coordinate, Constraint& c);
Law makeLaw(const LawDescription& law, BuildContext& context, const Place& where);
/// The expression of time, state and probes that a law may be, empty for others.
/// @param axial whether the force has a coordinate
StateLaw makeStateLaw(const LawDescription& law, bool axial, BuildContext& context,
                      const Place& where);

}  // namespace momentree
