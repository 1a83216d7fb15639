// SPDX-License-Identifier: Apache-2.0
#include "core/session/recording.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <new>
#include <utility>

namespace momentree {
namespace {

/// Zeros, for which the system provides memory when they are first written.
std::shared_ptr<double[]> zeros(std::size_t count) {
    auto* const memory = static_cast<double*>(std::calloc(count, sizeof(double)));
    if (memory == nullptr) throw std::bad_alloc();
    return {memory, std::free};
}

}  // namespace

Recording::Recording(int width, std::size_t capacity, std::shared_ptr<const RunOrigin> origin,
                     Blocks blocks)
    : width_(width),
      capacity_(capacity),
      origin_(std::move(origin)),
      blocks_((capacity + blockRows - 1) / blockRows),
      levels_(blocks_.size(), 0) {
    if (blocks == Blocks::Apart) return;
    const std::size_t block = blockRows * static_cast<std::size_t>(width_);
    table_ = zeros(std::max<std::size_t>(blocks_.size() * block, 1));
    for (std::size_t k = 0; k < blocks_.size(); ++k)
        blocks_[k] = std::shared_ptr<double[]>(table_, table_.get() + k * block);
}

std::span<const double> Recording::row(std::size_t index) const {
    assert(index < size());
    const auto width = static_cast<std::size_t>(width_);
    return {blocks_[index / blockRows].get() + (index % blockRows) * width, width};
}

std::span<const double> Recording::table() const {
    return {table_.get(), table_ ? size() * static_cast<std::size_t>(width_) : 0};
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
    std::shared_ptr<double[]>& block = blocks_[index / blockRows];
    if (!block) block = std::make_shared<double[]>(blockRows * width);
    return {block.get() + (index % blockRows) * width, width};
}

Recording::Part Recording::partToThin() const {
    // The newest rows stay, and so does an incomplete last block.
    const std::size_t end = capacity_ / blockRows - keptBlocks;
    Part largest{0, 0};
    for (std::size_t first = 0, last = 0; first < end; first = last) {
        while (last < end && levels_[last] == levels_[first]) ++last;
        if (last - first >= largest.count) largest = {first, last - first};
    }
    // If every level has only one block, the two oldest.
    if (largest.count < 2) return {0, 2};
    return {largest.first, 2 * std::max<std::size_t>(largest.count / 4, 1)};
}

std::shared_ptr<Recording> Recording::thinned() {
    assert(full() && !followed() && !table_ && capacity_ >= fewestThinnedRows);
    const Part part = partToThin();
    auto next = std::make_shared<Recording>(width_, capacity_, origin_);
    next->thinnings_ = thinnings_ + 1;
    const auto share = [&](std::size_t from, std::size_t to) {
        next->blocks_[to] = blocks_[from];
        next->levels_[to] = levels_[from];
    };
    for (std::size_t block = 0; block < part.first; ++block) share(block, block);
    next->count_ = part.first * blockRows;
    for (std::size_t block = 0; block < part.count / 2; ++block)
        next->levels_[part.first + block] = levels_[part.first + 2 * block] + 1;
    for (std::size_t row = 0; row < part.count * blockRows; row += 2) {
        std::ranges::copy(this->row(part.first * blockRows + row), next->nextRow().begin());
        next->commit();
    }
    // Two blocks became one, so that those after them can be shared.
    for (std::size_t block = part.first + part.count; block < blocks_.size(); ++block)
        share(block, block - part.count / 2);
    next->count_ = size() - part.count / 2 * blockRows;
    next->line_ = line_;
    {
        const std::lock_guard lock(line_->mutex);
        line_->newest = next;
    }
    followed_.store(true, std::memory_order_release);
    return next;
}

std::shared_ptr<const Recording> newest(std::shared_ptr<const Recording> recording) {
    if (!recording || !recording->followed()) return recording;
    const std::lock_guard lock(recording->line_->mutex);
    std::shared_ptr<const Recording> last = recording->line_->newest.lock();
    return last ? last : recording;
}

}  // namespace momentree
