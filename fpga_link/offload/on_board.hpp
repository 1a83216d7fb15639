// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/model/model.hpp"
#include "core/result.hpp"
#include "core/session/catalogue.hpp"
#include "fpga_link/offload/batch_link.hpp"

namespace momentree::fpga {

/// A model as the accelerator runs it: its order, and poses from the rows.
class OnBoard {
public:
    virtual ~OnBoard() = default;
    /// The order for a run from the last row, or from the start; method, step and numbers of steps
    /// are the caller's.
    virtual Result<void> fill(BatchOrder& order, double time) const = 0;
    virtual std::size_t rowWidth() const = 0;
    /// Poses and velocities of a row; false where they are not finite.
    virtual bool take(std::span<const double> row, double time, std::vector<BodyState>& bodies) = 0;
    /// Counted angles of the last row.
    virtual std::span<const double> angles() = 0;

protected:
    OnBoard() = default;
    OnBoard(const OnBoard&) = default;
    OnBoard& operator=(const OnBoard&) = default;
};

/// A chain of revolute joints by divide and conquer, any other planar model as a system; otherwise
/// the reasons why it is neither.
/// @param model must outlive the result
Result<std::unique_ptr<OnBoard>> onBoard(const Model& model, const InitialState& start);

/// Why a model cannot run on the accelerator with these settings, empty if it can.
Diagnostics refusalOnBoard(const Model& model, const RunSpec& spec);

}  // namespace momentree::fpga
