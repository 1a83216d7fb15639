// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/generate/closed_loops.hpp"
#include "core/generate/number_slopes.hpp"

namespace momentree {

/// The functions in a generated text.
inline constexpr const char* generatedDerivative = "momentree_derivative";
inline constexpr const char* generatedBatch = "momentree_derivative8";
inline constexpr const char* generatedGradient = "momentree_gradient";

/// What a text has beside the rates of one state.
struct GeneratedParts {
    bool batch = false;     ///< a function for eight states side by side
    bool gradient = false;  ///< a function for the rates and their slopes by the state
};
/// Numbers in a row of slopes, a multiple of 8.
/// @param slopes by entries of the state and by parameters
int gradientStride(int slopes);

/// Recorded equations as straight-line C++, with as many statements as operations. The text depends
/// on nothing but the arguments.
/// @param model its name, for the first lines
/// @param start the numbers of a start, written for the user of the text; may be empty
/// @param slopes by parameters, which `gradient` also has
std::string generatedText(const RecordedEquations& equations, const std::vector<Tape::Node>& nodes,
                          const std::string& model, const GeneratedParts& parts,
                          const std::vector<double>& start = {}, const NumberSlopes& slopes = {});

/// The text for a model that `generateRefusal` accepts.
/// @param loops of the model, see `closedLoops`
std::string generatedText(const Model& model, const GeneratedParts& parts = {},
                          const RecordedLoops& loops = {}, const std::vector<double>& start = {});

}  // namespace momentree
