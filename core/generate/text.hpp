// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/generate/equations.hpp"

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
int gradientStride(int states);

/// Recorded equations as straight-line C++, with as many statements as operations. The text depends
/// on nothing but the arguments.
/// @param model its name, for the first lines
std::string generatedText(const RecordedEquations& equations, const Tape& tape,
                          const std::string& model, const GeneratedParts& parts);

/// The text for a model that `generateRefusal` accepts.
std::string generatedText(const Model& model, const GeneratedParts& parts = {});

}  // namespace momentree
