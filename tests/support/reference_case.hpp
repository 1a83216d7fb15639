// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

#include "core/session/run.hpp"

namespace momentree::test {

/// A published trajectory with the rules for comparison.
struct ReferenceCase {
    std::string name;
    std::string file;                  ///< the definition
    double endTime = 0.0;              ///< [s]
    double standard = 0.0;             ///< largest scaled error for standard accuracy
    double tight = 0.0;                ///< for high accuracy
    std::vector<std::string> columns;  ///< without `time`
    Eigen::VectorXd times;             ///< [rows]
    Eigen::MatrixXd values;            ///< [rows x columns]
    Eigen::VectorXd scales;            ///< [columns]
};

/// Names of all cases in the test data.
std::vector<std::string> referenceCases();
ReferenceCase readReferenceCase(const std::string& name);

struct ScaledError {
    double value = 0.0;  ///< max |result - reference| / scale; infinite if the result has no value
    std::string column;
    double time = 0.0;  ///< [s]
};
/// Selects entries (row, column) of the reference to ignore.
using LeftOut = std::function<bool(Eigen::Index row, Eigen::Index column)>;
/// The largest error of a run at the reference's times up to `until`.
ScaledError worstError(const ReferenceCase& reference, const Run& run, double until,
                       const LeftOut& leftOut = {});

}  // namespace momentree::test
