// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/generate/equations.hpp"

namespace momentree {

/// The functions in a generated text.
inline constexpr const char* generatedDerivative = "momentree_derivative";
inline constexpr const char* generatedBatch = "momentree_derivative8";

/// Recorded equations as straight-line C++, with as many statements as operations. The text depends
/// on nothing but the equations, `model` and `batch`.
/// @param model its name, for the first lines
/// @param batch adds a function for eight states side by side
std::string generatedText(const RecordedEquations& equations, const Tape& tape,
                          const std::string& model, bool batch);

/// The text for a model that `generateRefusal` accepts.
std::string generatedText(const Model& model, bool batch);

}  // namespace momentree
