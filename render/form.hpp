// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "render/stage.hpp"

namespace momentree::render {

/// Forms of all bodies, from joint and force markers, other markers, and the inertia where these do
/// not say enough.
std::vector<Form> makeForms(const Model& model);

}  // namespace momentree::render
