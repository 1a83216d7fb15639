// SPDX-License-Identifier: Apache-2.0
// Private to render/: the links of a ghost.
#pragma once

#include <span>
#include <vector>

#include "render/mesh.hpp"
#include "render/stage.hpp"

namespace momentree::render {

/// With so many links, each is drawn as a bare stick.
inline constexpr std::size_t manyLinks = 40;

/// The links of another run than the one on screen, in body axes [bodies]: with fewer facets, and
/// as bare sticks if there are many, so that several long chains are drawn in the time of one.
std::vector<Mesh> ghostLinks(const Model& model, Stage stage, std::span<const Frame> start,
                             const Color& color);

}  // namespace momentree::render
