// SPDX-License-Identifier: Apache-2.0
#include "render/ghost_links.hpp"

#include <algorithm>

#include "render/shapes.hpp"

namespace momentree::render {
namespace {

constexpr int sides = 16, sidesOfMany = 6;  ///< corners of a full circle

}  // namespace

std::vector<Mesh> ghostLinks(const Model& model, Stage stage, std::span<const Frame> start,
                             const Color& color) {
    std::vector<Mesh> links(model.bodies.size());
    stage.sides = std::min(stage.sides, links.size() > manyLinks ? sidesOfMany : sides);
    for (std::size_t i = 0; i < links.size(); ++i)
        addLink(links[i], model, stage, start, static_cast<int>(i), color);
    return links;
}

}  // namespace momentree::render
