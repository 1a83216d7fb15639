// SPDX-License-Identifier: Apache-2.0
// Private to render/: smooth edges without the multisampling of a graphics card.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "render/scene.hpp"

namespace momentree::render {

/// Fast approximate anti-aliasing: pixels at an edge take some of the colour beyond it, in
/// proportion to how far the edge lies from their centres, which the ends of its stairs tell. After
/// T. Lottes, "FXAA", NVIDIA 2009. On the processor it takes a fifth of the time of a shader that
/// the processor emulates: most pixels are at no edge.
class EdgeSmoother {
public:
    /// Rows of RGB, three bytes per pixel.
    struct Rows {
        const unsigned char* top = nullptr;
        std::ptrdiff_t next = 0;  ///< bytes from a row to the one below
    };

    /// @param to a copy of the picture, whose edges are smoothed
    void smooth(const Rows& from, Image& to);

private:
    void findLightness(const Rows& from);
    void smoothRow(int y, const Rows& from, unsigned char* to);
    void smoothPixel(const std::uint8_t* at, const unsigned char* colour, std::ptrdiff_t next,
                     int x, int y, unsigned char* to) const;

    int width_ = 0, height_ = 0;
    std::vector<std::uint8_t> lightness_;  ///< [pixels]
    std::vector<std::uint8_t> edges_;      ///< of a row: not 0 where neighbours differ
};

}  // namespace momentree::render
