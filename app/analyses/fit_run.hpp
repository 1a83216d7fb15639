// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

#include "app/analyses/analysis_output.hpp"
#include "core/analysis/fit.hpp"
#include "core/session/catalogue.hpp"

namespace momentree::app {

/// Measured columns over time.
struct MeasuredData {
    std::vector<double> times;                ///< ascending [s]
    std::vector<std::string> names;           ///< of the columns
    std::vector<std::vector<double>> series;  ///< [columns][times]
};

/// Reads a table whose first column is the time, with names in the last line before the numbers:
/// CSV, or the text that Tracker exports (tabs, a line with the name of the track). Rows in which a
/// number is missing are left out. Errors have a line.
Result<MeasuredData> readMeasured(const std::string& text);

/// Finds parameters of a model so that columns of its run agree with measured ones.
struct FitRequest {
    std::shared_ptr<const Model> model;
    RunSpec spec;
    MeasuredData data;
    std::vector<std::string> parameters;
    /// Names of measured columns with the columns of the run that they are; others have equal
    /// names.
    std::vector<std::pair<std::string, std::string>> columns;
};
/// A fit, and what was compared.
struct DataFit {
    MeasuredData data;
    std::vector<std::string> columns;  ///< of the run
    std::vector<std::size_t> used;     ///< the same, of `data`
    Fit fit;
};
Result<DataFit> fitToData(const Catalogue& catalogue, const FitRequest& request,
                          std::stop_token stop = {});

AnalysisOutput outputOf(const Model& model, const DataFit& found);

}  // namespace momentree::app
