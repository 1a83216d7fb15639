// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.hpp"
#include "core/analysis/inverse_dynamics.hpp"
#include "core/io/json_text.hpp"

namespace momentree::cli {

/// What `momentree analyse` says of one analysis.
struct AnalysisOutput {
    std::string text;                    ///< for people
    JsonItem json = JsonItem::object();  ///< the same for scripts
    std::string csv;                     ///< table
    Diagnostics warnings;
    std::optional<Diagnostic> ended;  ///< why it stopped early; the rest is what it found so far
};

// One function per kind. Analyses of one pose have no instants.
Result<AnalysisOutput> inverseDynamicsOutput(const Model& model, const Instants& instants);
Result<AnalysisOutput> kinematicsOutput(const Model& model, const Instants& instants);
Result<AnalysisOutput> modesOutput(const Model& model, const Instants& instants);
Result<AnalysisOutput> equilibriumOutput(const Model& model, const Instants& instants);

/// A number for people.
std::string shortNumber(double value);
/// A heading and lines of text as one table.
std::string tableText(const std::vector<std::vector<std::string>>& table);
/// Rows of the columns of `momentree run` without phases, followed by `more` columns.
std::string samplesCsv(const Model& model, const std::vector<Sample>& samples,
                       const std::vector<std::string>& more,
                       const std::vector<std::vector<double>>& values);

}  // namespace momentree::cli
