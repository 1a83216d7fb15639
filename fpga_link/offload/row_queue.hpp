// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>

#include "fpga_link/offload/batch_link.hpp"
#include "fpga_link/protocol/messages.hpp"

namespace momentree::fpga {

/// How a batch ended: `Row` if it ended well; otherwise what is known about it.
struct BatchEnd {
    BatchStatus status = BatchStatus::Row;
    std::optional<Message> problem = {};
};

/// Queue of rows from the thread that receives from the board to the one that reads them. The last
/// row of a batch waits until the batch has ended well.
class RowQueue {
public:
    /// @param head words of a row before its angles
    void put(std::span<const wire::Word> rows, std::size_t stride, std::size_t head) {
        const std::lock_guard lock(mutex_);
        for (std::size_t at = 0; at + stride <= rows.size(); at += stride)
            for (std::size_t i = head; i < stride; ++i)
                words_.push_back(std::bit_cast<float>(rows[at + i]));
        changed_.notify_one();
    }
    void end(BatchEnd end) {
        const std::lock_guard lock(mutex_);
        end_ = std::move(end);
        changed_.notify_one();
    }
    BatchStatus take(std::span<double> row, const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        const auto ready = [&] { return (words_.size() >= row.size() && left_ > 1) || end_; };
        if (!changed_.wait(lock, stop, ready)) return BatchStatus::Stopped;
        if (words_.size() < row.size() || left_ == 0)
            return end_->status == BatchStatus::Row ? BatchStatus::Lost : end_->status;
        if (left_ == 1 && end_->status != BatchStatus::Row) return end_->status;
        --left_;
        for (double& value : row) {
            value = static_cast<double>(words_.front());
            words_.pop_front();
        }
        return BatchStatus::Row;
    }
    std::optional<Message> problem() const {
        const std::lock_guard lock(mutex_);
        return end_ ? end_->problem : std::nullopt;
    }
    /// Prepares for a batch of `rows` rows.
    void clear(std::uint32_t rows) {
        const std::lock_guard lock(mutex_);
        left_ = rows;
        words_.clear();
        end_.reset();
    }

private:
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<float> words_;
    std::uint32_t left_ = 0;  // rows to be taken
    std::optional<BatchEnd> end_;
};

}  // namespace momentree::fpga
