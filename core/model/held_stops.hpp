// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/model/sticking.hpp"

namespace momentree {

/// The model while coordinates rest: each of these has one more motion, which keeps it at the bound
/// of its stop. They follow the motions of `model` in the given order, with the effort of the stop
/// as theirs.
/// @param sides of the friction of axial loads [axialLoads], or empty
std::shared_ptr<Model> withHeldStops(const Model& model, std::span<const Stop> stops,
                                     std::span<const Slipping> sides = {});

}  // namespace momentree
