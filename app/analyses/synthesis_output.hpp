// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/analysis/synthesis/function_generator.hpp"
#include "core/analysis/synthesis/linkage_model.hpp"
#include "core/analysis/synthesis/three_positions.hpp"
#include "core/io/json_text.hpp"

namespace momentree::app {

/// A synthesised linkage as text, JSON and a model that was moved.
struct SynthesisOutput {
    std::string text;                    ///< for people
    JsonItem json = JsonItem::object();  ///< the same for scripts
    LinkageModel model;
    bool stopped = false;  ///< before the search was done
};

/// The linkage as a model.
LinkagePlan planOf(const ThreePoseFourBar& found, const ThreePoses& poses, const std::string& name);
/// @param d length of the ground link [m]
LinkagePlan planOf(const FunctionFourBar& found, std::span<const AnglePair> pairs, double d,
                   const std::string& name);

// Errors: those of `linkageModel`.
/// @param goodEnough of the request; worse results suggest a chain
Result<SynthesisOutput> outputOf(const FoundPath& found, double goodEnough,
                                 const std::string& name);
/// The first is the model; the text has the first ten.
Result<SynthesisOutput> outputOf(const std::vector<ThreePoseFourBar>& found,
                                 const ThreePoseRequest& request, const std::string& name);
/// @param d length of the ground link [m]
Result<SynthesisOutput> outputOf(const FunctionFourBar& found, std::span<const AnglePair> pairs,
                                 double d, const std::string& name);

}  // namespace momentree::app
