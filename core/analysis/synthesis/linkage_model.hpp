// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numbers>

#include "core/analysis/synthesis/path_synthesis.hpp"
#include "core/model/description.hpp"

namespace momentree {

/// What is to become a model.
struct LinkagePlan {
    std::variant<PlanarLinkage, CrankChain> mechanism;
    double size = 1.0;  ///< of the curve or the linkage; gives the width of links [m]
    double from = 0.0;  ///< angle of the crank at the start [rad]
    double turn = 2.0 * std::numbers::pi;  ///< that the crank makes in two seconds [rad]
    std::string name, title, text;
};
/// Of a found path.
LinkagePlan planOf(const FoundPath& found, const std::string& name);

/// A mechanism as a model: aluminium links, a motor, and the point as a marker.
struct LinkageModel {
    ModelDescription description;
    std::string body, marker;  ///< the point that follows the curve
    /// Largest distance of the point of the model from the computed curve [m].
    double deviation = 0.0;
};

/// Builds the model and moves it along. An error if the point leaves the computed curve by more
/// than 1e-6 of the size.
Result<LinkageModel> linkageModel(const LinkagePlan& plan);

/// "four-bar", "geared five-bar, second crank -1 times as fast", "chain of 9 cranks".
std::string familyText(const std::variant<PlanarLinkage, CrankChain>& mechanism);

}  // namespace momentree
