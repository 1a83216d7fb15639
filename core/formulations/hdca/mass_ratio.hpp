// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/message.hpp"
#include "core/model/model.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// Why hdca loses accuracy with the masses of a model: a light body joined to a heavy one has a
/// large xi, and the assembly keeps the small response along the joint as a difference of large
/// numbers. The relative error of velocities is about epsilon times the square of the ratio of the
/// masses (measured on a four-bar linkage and a triple pendulum).
std::optional<Message> massWarning(const Model& model, const RunSpec& spec);

}  // namespace momentree
