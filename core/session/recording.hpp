// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace momentree {

/// An append-only table of rows: one writer, any number of readers, neither ever waits for the
/// other. Rows live in blocks that never move; the committed count is the only thing shared.
class Recording {
public:
    /// @param width columns of a row; @param capacity largest number of rows, fixed so that the
    /// table of blocks never moves
    Recording(int width, std::size_t capacity);
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    int width() const { return width_; }
    std::size_t capacity() const { return capacity_; }
    std::size_t size() const { return count_.load(std::memory_order_acquire); }
    /// A committed row, index < size(). Valid as long as the recording.
    std::span<const double> row(std::size_t index) const;
    double at(std::size_t index, int column) const {
        return row(index)[static_cast<std::size_t>(column)];
    }
    /// The last row with time (column 0) <= t, 0 if there is none. Rows ascend in time.
    std::size_t rowAt(double t) const;
    /// Writer only: memory for the next row, empty if the recording is full.
    std::span<double> nextRow();
    /// Writer only: hands the row of `nextRow` to the readers; it does not change any more.
    void commit() { count_.fetch_add(1, std::memory_order_release); }
    bool full() const { return size() >= capacity_; }

private:
    static constexpr std::size_t blockRows_ = 64;
    int width_;
    std::size_t capacity_;
    std::vector<std::unique_ptr<double[]>>
        blocks_;  ///< sized once, filled by the writer before the commit that uses it
    std::atomic<std::size_t> count_{0};
};

}  // namespace momentree
