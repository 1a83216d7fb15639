// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace momentree {

/// An append-only table of rows: one writer, any number of readers, neither ever waits for the
/// other. Rows live in blocks that never move; the committed count is the only thing shared.
///
/// Where memory is limited, a full recording is followed by another one that goes on with older
/// rows thinned out; what readers hold of the full one stays as it is. See `thinned`.
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

    /// Writer only: makes the recording that goes on after this full one. Of a part of the rows it
    /// has every second, the very first row among them; the others it shares. Parts are chosen so
    /// that rows lie the farther apart the older they are, in proportion to their age; the newest
    /// are all there. Nothing more can be written to this one.
    std::shared_ptr<Recording> thinned();
    /// Whether another one goes on where this one was full.
    bool followed() const { return followed_.load(std::memory_order_acquire); }
    /// How often older rows were thinned out to make room.
    int thinnings() const { return thinnings_; }

private:
    friend std::shared_ptr<const Recording> newest(std::shared_ptr<const Recording> recording);
    /// Shared by those that follow one another. It owns none of them, so that one which is held on
    /// to holds no other.
    struct Line {
        std::mutex mutex;
        std::weak_ptr<const Recording> newest;
    };
    static constexpr std::size_t blockRows = 64;
    static constexpr std::size_t keptBlocks = 4;  ///< of the newest, never thinned
    /// Whole blocks, an even count of them.
    struct Part {
        std::size_t first, count;
    };
    Part partToThin() const;
    int width_;
    std::size_t capacity_;
    std::vector<std::shared_ptr<double[]>>
        blocks_;  ///< sized once, filled by the writer before the commit that uses it
    std::atomic<std::size_t> count_{0};
    std::vector<int> levels_;  ///< of each block: how often its rows were thinned out
    std::shared_ptr<Line> line_ = std::make_shared<Line>();
    std::atomic<bool> followed_{false};
    int thinnings_ = 0;
};

/// The last of the recordings that follow one another from this one, or this one if the last is
/// gone; null for null.
std::shared_ptr<const Recording> newest(std::shared_ptr<const Recording> recording);

/// Fewest rows with which thinning makes sense; a smaller capacity cannot be thinned.
inline constexpr std::size_t fewestThinnedRows = 1024;

}  // namespace momentree
