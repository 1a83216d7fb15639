// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/model/model.hpp"

namespace momentree {

/// A motion that turns a joint at a constant rate, such as that of a crank.
struct SteadyTurn {
    std::size_t motion = 0;  ///< of Model::motions
    double period = 0.0;     ///< of one turn [s]
};

/// The first of a model; empty if there is none.
std::optional<SteadyTurn> steadyTurn(const Model& model);

}  // namespace momentree
