// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace momentree {

struct RunOrigin;

/// An append-only table of rows with one writer and any number of readers, which never wait for
/// each other. Rows are in blocks that never move; only the committed count is shared.
///
/// If memory is limited, a full recording is succeeded by another one with thinned older rows; the
/// full one stays unchanged for its readers. See `thinned`.
class Recording {
public:
    enum class Blocks : std::uint8_t {
        Apart,    ///< each with its own memory, reserved when it is needed
        Together  ///< in the memory of one table; the recording cannot be thinned
    };
    /// @param width columns of a row
    /// @param capacity maximum number of rows, fixed so that the table of blocks never moves
    /// @param origin what the rows are computed from, null if unknown
    Recording(int width, std::size_t capacity, std::shared_ptr<const RunOrigin> origin = nullptr,
              Blocks blocks = Blocks::Apart);
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    int width() const { return width_; }
    std::size_t capacity() const { return capacity_; }
    const std::shared_ptr<const RunOrigin>& origin() const { return origin_; }
    std::size_t size() const { return count_.load(std::memory_order_acquire); }
    /// A committed row, index < size(). Valid as long as the recording.
    std::span<const double> row(std::size_t index) const;
    double at(std::size_t index, int column) const {
        return row(index)[static_cast<std::size_t>(column)];
    }
    /// All committed rows, one after another [size() * width()]; empty if blocks are apart.
    std::span<const double> table() const;
    /// The last row with time (column 0) <= t, 0 if there is none. Rows ascend in time.
    std::size_t rowAt(double t) const;
    /// Writer only: memory for the next row, empty if the recording is full.
    std::span<double> nextRow();
    /// Writer only: publishes the row of `nextRow`, which must not change afterwards.
    void commit() { count_.fetch_add(1, std::memory_order_release); }
    bool full() const { return size() >= capacity_; }

    /// Writer only: creates the successor of this full recording. It contains every other row of
    /// some parts, including the very first row, and shares all others. Parts are chosen so that
    /// the distance of rows is proportional to their age; the newest rows are all kept. This
    /// recording can no longer be written.
    std::shared_ptr<Recording> thinned();
    /// Whether this recording has a successor.
    bool followed() const { return followed_.load(std::memory_order_acquire); }
    /// How often older rows have been thinned.
    int thinnings() const { return thinnings_; }

private:
    friend std::shared_ptr<const Recording> newest(std::shared_ptr<const Recording> recording);
    /// Shared by a recording and its successors. It owns none of them, so that holding one does not
    /// keep the others.
    struct Line {
        std::mutex mutex;
        std::weak_ptr<const Recording> newest;
    };
    static constexpr std::size_t blockRows = 64;
    static constexpr std::size_t keptBlocks = 4;  ///< newest, never thinned
    /// Whole blocks, an even number.
    struct Part {
        std::size_t first, count;
    };
    Part partToThin() const;
    int width_;
    std::size_t capacity_;
    std::shared_ptr<const RunOrigin> origin_;
    std::shared_ptr<double[]> table_;  ///< of blocks that are together, otherwise null
    std::vector<std::shared_ptr<double[]>>
        blocks_;  ///< sized once, filled by the writer before the commit that uses it
    std::atomic<std::size_t> count_{0};
    std::vector<int> levels_;  ///< per block: how often its rows have been thinned
    std::shared_ptr<Line> line_ = std::make_shared<Line>();
    std::atomic<bool> followed_{false};
    int thinnings_ = 0;
};

/// The newest successor of this recording, or this one if the newest has been destroyed; null for
/// null.
std::shared_ptr<const Recording> newest(std::shared_ptr<const Recording> recording);

/// Smallest capacity that can be thinned.
inline constexpr std::size_t fewestThinnedRows = 1024;

}  // namespace momentree
