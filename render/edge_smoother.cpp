// SPDX-License-Identifier: Apache-2.0
#include "render/edge_smoother.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace momentree::render {
namespace {

constexpr std::uint8_t leastContrast = 14;  ///< of 255; less is no edge
constexpr int eighth = 3;                   ///< bits; nor is an eighth of the lightest neighbour
constexpr int longestWalk = 32;             ///< along an edge [pixels]
constexpr float mostOfPoint = 0.75f;        ///< what a single pixel takes of its neighbours

/// Marks the pixels that differ in lightness from those above, below and beside them.
void markEdges(const std::uint8_t* row, std::ptrdiff_t width, std::uint8_t* marks) {
    const std::uint8_t *above = row - width, *below = row + width;
    for (std::ptrdiff_t x = 1; x + 1 < width; ++x) {
        const std::uint8_t most = std::max(std::max(std::max(above[x], below[x]), row[x]),
                                           std::max(row[x - 1], row[x + 1]));
        const std::uint8_t least = std::min(std::min(std::min(above[x], below[x]), row[x]),
                                            std::min(row[x - 1], row[x + 1]));
        const auto needed = std::max<std::uint8_t>(leastContrast, most >> eighth);
        marks[x] = static_cast<std::uint8_t>(most - least) > needed ? 1 : 0;
    }
}

/// What lies around a pixel: lightnesses.
struct Around {
    int m, n, s, w, e, nw, ne, sw, se;

    Around(const std::uint8_t* at, std::ptrdiff_t width)
        : m(at[0]),
          n(at[-width]),
          s(at[width]),
          w(at[-1]),
          e(at[1]),
          nw(at[-width - 1]),
          ne(at[-width + 1]),
          sw(at[width - 1]),
          se(at[width + 1]) {}

    bool isHorizontal() const {
        const int across =
            std::abs(nw - 2 * w + sw) + 2 * std::abs(n - 2 * m + s) + std::abs(ne - 2 * e + se);
        const int along =
            std::abs(nw - 2 * n + ne) + 2 * std::abs(w - 2 * m + e) + std::abs(sw - 2 * s + se);
        return across >= along;
    }
    /// The part that a pixel unlike all its neighbours takes of them.
    float ofPoint() const {
        const int most = std::max({m, n, s, w, e}), least = std::min({m, n, s, w, e});
        const float mean = static_cast<float>(2 * (n + s + w + e) + nw + ne + sw + se) / 12.0f;
        const float share = std::min(
            1.0f, std::abs(mean - static_cast<float>(m)) / static_cast<float>(most - least));
        const float smooth = share * share * (3.0f - 2.0f * share);
        return mostOfPoint * smooth * smooth;
    }
};

/// An edge between a pixel and one beside it.
struct Edge {
    std::ptrdiff_t beyond = 0, along = 0;  ///< steps in the lightnesses
    int sum = 0;                           ///< of the lightnesses at both sides
    int contrast = 0;
};

/// The end of an edge in one direction.
struct End {
    int distance = 0;  ///< [pixels]
    int change = 0;    ///< of the sum of the lightnesses at both sides; 0 after the longest walk
};

End walk(const std::uint8_t* at, const Edge& edge, std::ptrdiff_t step, int room) {
    const int longest = std::min(longestWalk, room);
    for (int k = 1; k <= longest; ++k) {
        const std::uint8_t* here = at + k * step;
        const int change = here[0] + here[edge.beyond] - edge.sum;
        if (2 * std::abs(change) >= edge.contrast) return {k, change};
    }
    return {longest + 1, 0};
}

}  // namespace

void EdgeSmoother::smooth(const Rows& from, Image& to) {
    width_ = to.width;
    height_ = to.height;
    const std::size_t stride = 3 * static_cast<std::size_t>(width_);
    edges_.assign(static_cast<std::size_t>(width_) + 8, 0);
    findLightness(from);
    for (int y = 1; y + 1 < height_; ++y)
        smoothRow(y, from, to.pixels.data() + static_cast<std::size_t>(y) * stride);
}

void EdgeSmoother::findLightness(const Rows& from) {
    const auto width = static_cast<std::size_t>(width_);
    lightness_.resize(width * static_cast<std::size_t>(height_));
    for (int y = 0; y < height_; ++y) {
        const unsigned char* rgb = from.top + y * from.next;
        std::uint8_t* row = lightness_.data() + static_cast<std::size_t>(y) * width;
        for (std::size_t x = 0; x < width; ++x)
            row[x] = static_cast<std::uint8_t>(
                (77 * rgb[3 * x] + 150 * rgb[3 * x + 1] + 29 * rgb[3 * x + 2]) >> 8);
    }
}

void EdgeSmoother::smoothRow(int y, const Rows& from, unsigned char* to) {
    const std::uint8_t* row =
        lightness_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width_);
    markEdges(row, width_, edges_.data());
    const unsigned char* colours = from.top + y * from.next;
    for (int first = 0; first < width_; first += 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, edges_.data() + first, sizeof eight);
        if (eight == 0) continue;
        for (int x = first; x < std::min(first + 8, width_); ++x)
            if (edges_[static_cast<std::size_t>(x)] != 0)
                smoothPixel(row + x, colours + 3 * x, from.next, x, y, to + 3 * x);
    }
}

void EdgeSmoother::smoothPixel(const std::uint8_t* at, const unsigned char* colour,
                               std::ptrdiff_t next, int x, int y, unsigned char* to) const {
    const Around around(at, width_);
    const bool horizontal = around.isHorizontal();
    const std::ptrdiff_t across = horizontal ? width_ : 1;
    const int before = horizontal ? around.n : around.w, after = horizontal ? around.s : around.e;
    const bool isAfter = std::abs(after - around.m) > std::abs(before - around.m);
    Edge edge;
    edge.beyond = isAfter ? across : -across;
    edge.along = horizontal ? 1 : width_;
    const int other = isAfter ? after : before;
    edge.sum = around.m + other;
    edge.contrast = std::abs(other - around.m);

    const End back = walk(at, edge, -edge.along, horizontal ? x : y);
    const End forth = walk(at, edge, edge.along, horizontal ? width_ - 1 - x : height_ - 1 - y);
    const End& near = back.distance < forth.distance ? back : forth;
    // Of a stair, the half at whose end the other colour comes nearer.
    const bool nearer = near.change != 0 && (near.change > 0) == (other > around.m);
    const float ofEdge = nearer ? 0.5f - static_cast<float>(near.distance) /
                                             static_cast<float>(back.distance + forth.distance)
                                : 0.0f;
    const float part = std::max(ofEdge, around.ofPoint());
    const unsigned char* beside =
        colour + (horizontal ? (isAfter ? next : -next) : (isAfter ? 3 : -3));
    for (int k = 0; k < 3; ++k)
        to[k] = static_cast<unsigned char>(std::lround(
            static_cast<float>(colour[k]) + part * static_cast<float>(beside[k] - colour[k])));
}

}  // namespace momentree::render
