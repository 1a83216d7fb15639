// SPDX-License-Identifier: Apache-2.0
// Private to render/: what a ghost is made of.
#pragma once

#include <span>
#include <vector>

#include "render/mesh.hpp"
#include "render/stage.hpp"

namespace momentree::render {

/// So many links fill a screen that only sticks are seen of each.
inline constexpr std::size_t manyLinks = 40;

/// The links of another run than the one on screen, in body axes [bodies]: with fewer facets than
/// those, and bare sticks where there are many, so that several long chains are drawn in the time
/// of one.
std::vector<Mesh> ghostLinks(const Model& model, Stage stage, std::span<const Frame> start,
                             const Color& color);

}  // namespace momentree::render
