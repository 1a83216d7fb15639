// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/result.hpp"
#include "core/session/catalogue.hpp"

namespace momentree {

/// Places of columns in rows. Errors: unknown ones, with the nearest name.
Result<std::vector<int>> columnsNamed(const RowLayout& layout,
                                      const std::vector<std::string>& names);
/// Whether columns of rows, or the probes of the model, need accelerations, reactions or drift.
bool needForces(const Model& model, const RowLayout& layout, std::span<const int> columns);
/// Sizes a sample of a run for its columns: forces, and coordinates of joints, that no column or
/// probe needs are not computed.
void resizeFor(const Model& model, const RowLayout& layout, std::span<const int> columns,
               Sample& sample);

/// Some columns of a run, at the times of its rows.
struct ColumnRows {
    std::vector<double> times;  ///< [rows] [s]
    Eigen::MatrixXd values;     ///< [rows x columns]
};

/// Computes a run for some of its columns: the same values, but without forces where no column
/// needs them, which are most of the work of runs with a row for each step. Errors: unknown
/// columns, those of the run.
Result<ColumnRows> columnRows(const Catalogue& catalogue, const std::shared_ptr<const Model>& model,
                              const RunSpec& spec, const std::vector<std::string>& columns,
                              const std::stop_token& stop = {});

/// The same for runs of models that differ little, which share the processor's registers where they
/// suit (`startNeighbours`): the values then differ by rounding from those of `columnRows`.
Result<std::vector<ColumnRows>> columnRowsNear(
    const Catalogue& catalogue, const std::vector<std::shared_ptr<const Model>>& models,
    const RunSpec& spec, const std::vector<std::string>& columns, const std::stop_token& stop = {});

}  // namespace momentree
