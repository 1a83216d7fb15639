// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/text_table.hpp"
#include "core/analysis/equilibrium.hpp"
#include "core/analysis/inverse_dynamics.hpp"
#include "core/analysis/kinematic_analysis.hpp"
#include "core/analysis/modes_about_start.hpp"
#include "core/analysis/reach.hpp"
#include "core/analysis/worst_loads.hpp"
#include "core/io/json_text.hpp"

namespace momentree::app {

/// What an analysis found as text, tables and JSON, for the command line and the window.
struct AnalysisOutput {
    std::string text;                    ///< for people, with the tables
    std::vector<TextTable> tables;       ///< of the text
    JsonItem json = JsonItem::object();  ///< the same for scripts
    std::string csv;                     ///< the table of all instants, or of the pose
    Diagnostics warnings;
    std::optional<Diagnostic> ended;  ///< why it stopped early; the rest is what it found so far
};

AnalysisOutput outputOf(const Model& model, const InverseDynamics& found);
AnalysisOutput outputOf(const Model& model, const KinematicAnalysis& found);
AnalysisOutput outputOf(const Model& model, const ModesAboutStart& found);
AnalysisOutput outputOf(const Model& model, const Equilibrium& found);
AnalysisOutput outputOf(const Model& model, const WorstLoads& found);
AnalysisOutput outputOf(const Model& model, const ReachAnalysis& found);

/// The JSON of `momentree analyse KIND FILE --json`, with the record of the model and the program.
/// @param file named in warnings
JsonItem reportOf(const std::string& kind, const Model& model, const AnalysisOutput& output,
                  const std::string& file);

/// Speed or acceleration above which a start is no equilibrium [m/s, rad/s; m/s^2, rad/s^2].
inline constexpr double stillAt = 1e-6;

/// A number for people.
std::string shortNumber(double value);
/// The same, 0 if it is only what rounding leaves of terms of this size.
std::string shortNumber(double value, double scale);
/// The length of the mechanism in a pose, which scales its coordinates [m].
double lengthOf(const Model& model, const std::vector<BodyState>& bodies);
/// Adds a table to the text.
void addTable(AnalysisOutput& output, TextTable table);
/// The numbers of a vector as a list.
JsonItem vectorItem(const Eigen::Ref<const Eigen::VectorXd>& v);
/// Rows of the columns of `momentree run` without phases, followed by `more` columns.
std::string samplesCsv(const Model& model, const std::vector<Sample>& samples,
                       const std::vector<std::string>& more,
                       const std::vector<std::vector<double>>& values);

}  // namespace momentree::app
