// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <tl/expected.hpp>

#include "core/message.hpp"
#include "core/stepping/board_times.hpp"
#include "fpga_link/arithmetic/fp32_soft.hpp"
#include "fpga_link/compiler/compile_system.hpp"

namespace momentree::fpga {

/// The work of a batch.
struct BatchOrder {
    PlanarMechanism mechanism;
    PlanarState start;
    PlanarMethod method = PlanarMethod::Euler;
    double step = 1e-4;            ///< [s]
    std::uint32_t steps = 0;       ///< at least 1
    std::uint32_t decimation = 1;  ///< steps between rows, at least 1
    /// Runs instead of `mechanism` if given.
    std::shared_ptr<const CompiledSystem> system = {};
    /// Bits of the fraction that it needs at least, for a wanted error; 0: whatever a board has.
    int fraction = 0;
};

enum class BatchStatus : std::uint8_t {
    Row,        ///< a row was read
    Stopped,    ///< stop was requested before the next row; the batch continues
    NotFinite,  ///< the batch ended with numbers that are not finite, or out of its range
    Singular,   ///< the batch ended with a pivot close to zero
    Lost        ///< no more rows will arrive
};

/// Computes batches on a board or in a model of it in this program. Used by one thread. Destroying
/// it aborts a batch.
class BatchLink {
public:
    virtual ~BatchLink() = default;
    /// Connects where there is something to connect to, and loads; once more after a link that was
    /// lost.
    virtual tl::expected<void, Message> load(const BatchOrder& order,
                                             const std::stop_token& stop) = 0;
    /// Whether what was loaded can still be started: a board drops a client that says nothing.
    virtual bool keeps() { return true; }
    /// Starts the loaded batch.
    virtual tl::expected<void, Message> start() = 0;
    /// Waits for the next row: angles [rad], then joint momenta, [2 bodies]; of a system its
    /// coordinates and momenta [6 bodies].
    virtual BatchStatus next(std::span<double> row, const std::stop_token& stop) = 0;
    /// Bits of the fraction of what computes the batch, once there are rows of it.
    virtual int fraction() const { return fp32Fraction; }
    /// What is known of a batch that ended before its last row.
    virtual std::optional<Message> problem() const { return {}; }
    /// The times that the board reports; empty without a board.
    virtual std::optional<BoardTimes> boardTimes() const { return {}; }

protected:
    BatchLink() = default;
    BatchLink(const BatchLink&) = default;
    BatchLink& operator=(const BatchLink&) = default;
};

}  // namespace momentree::fpga
