// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "render/stage.hpp"

namespace momentree::render {

/// The forms of all bodies, from joint and force markers, other markers, and the inertia if these
/// are not sufficient.
std::vector<Form> makeForms(const Model& model);

}  // namespace momentree::render
