// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/message.hpp"
#include "core/model/model.hpp"
#include "core/stepping/run_spec.hpp"

namespace momentree {

/// Why hdca loses accuracy with the masses of a model. A light body joined to a heavy one has a
/// large xi, and the assembly keeps the small response along the joint as a difference of large
/// numbers; so has a body with a small moment of inertia at a joint that is far from its centre of
/// mass. The relative error of velocities is about epsilon times the square of the ratio: of the
/// masses (measured on a four-bar linkage and a triple pendulum), or of mass times distance^2 to
/// the moment of inertia (measured on a pendulum).
std::optional<Message> massWarning(const Model& model, const RunSpec& spec);

}  // namespace momentree
