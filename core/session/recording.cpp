// SPDX-License-Identifier: Apache-2.0
#include "core/session/recording.hpp"

#include <algorithm>
#include <cassert>

namespace momentree {

Recording::Recording(int width, std::size_t capacity)
    : width_(width), capacity_(capacity), blocks_((capacity + blockRows_ - 1) / blockRows_) {}

std::span<const double> Recording::row(std::size_t index) const {
    assert(index < size());
    const auto width = static_cast<std::size_t>(width_);
    return {blocks_[index / blockRows_].get() + (index % blockRows_) * width, width};
}

std::size_t Recording::rowAt(double t) const {
    std::size_t first = 0, count = size();
    while (count > 0) {
        const std::size_t half = count / 2;
        if (at(first + half, 0) <= t) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return first == 0 ? 0 : first - 1;
}

std::span<double> Recording::nextRow() {
    const std::size_t index = count_.load(std::memory_order_relaxed);
    if (index >= capacity_) return {};
    const auto width = static_cast<std::size_t>(width_);
    std::unique_ptr<double[]>& block = blocks_[index / blockRows_];
    if (!block) block = std::make_unique<double[]>(blockRows_ * width);
    return {block.get() + (index % blockRows_) * width, width};
}

}  // namespace momentree
