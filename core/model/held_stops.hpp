// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/model/model.hpp"

namespace momentree {

/// The model while coordinates rest at their stops: each of these has one more motion, which keeps
/// it at its bound. They follow the motions of `model` in the given order, with the effort of the
/// stop as theirs.
/// @param stops indices into Model::stops
std::shared_ptr<const Model> withHeldStops(const Model& model, std::span<const int> stops);

}  // namespace momentree
