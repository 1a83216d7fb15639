// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyses/analysis_output.hpp"

#include <sstream>

#include "core/diagnostics/row_layout.hpp"
#include "core/io/csv.hpp"
#include "core/io/diagnostic_text.hpp"
#include "core/io/provenance.hpp"
#include "core/kinematics/mechanism_scales.hpp"
#include "core/number_text.hpp"

namespace momentree::app {

std::string shortNumber(double value) { return numberText(value, 6); }
std::string shortNumber(double value, double scale) {
    return shortNumber(withoutRounding(value, scale));
}

double lengthOf(const Model& model, const std::vector<BodyState>& bodies) {
    return mechanismScales(model, kinematicsOf(bodies)).largest();
}

JsonItem vectorItem(const Eigen::Ref<const Eigen::VectorXd>& v) {
    JsonItem list = JsonItem::list();
    for (const double x : v) list.add(JsonItem::number(x));
    return list;
}

void addTable(AnalysisOutput& output, TextTable table) {
    std::ostringstream text;
    printTable(table, text);
    output.text += text.str();
    output.tables.push_back(std::move(table));
}

namespace {

/// The name of the status with which an analysis ended early.
std::string statusOf(const Diagnostic& ended) {
    const std::string_view id = ended.message.id;
    if (id == "analysis-stopped") return "stopped";
    if (id == "run-singular") return "rank-changed";
    if (id.ends_with("-diverged")) return "not-finite";
    if (id.starts_with("run-") && id != "run-end-of-travel") return std::string(id.substr(4));
    return "kinematic-limit";
}

}  // namespace

JsonItem reportOf(const std::string& kind, const Model& model, const AnalysisOutput& output,
                  const std::string& file) {
    JsonItem warnings = JsonItem::list();
    for (const Diagnostic& one : output.warnings) warnings.add(diagnosticItem(one, file));
    JsonItem record = JsonItem::object();
    addProvenance(record, model.description);
    return JsonItem::object()
        .add("analysis", JsonItem::text(kind))
        .add("model", JsonItem::text(model.name))
        .add("status", JsonItem::text(output.ended ? statusOf(*output.ended) : "done"))
        .add("results", output.json)
        .add("warnings", std::move(warnings))
        .add("provenance", std::move(record));
}

std::string samplesCsv(const Model& model, const std::vector<Sample>& samples,
                       const std::vector<std::string>& more,
                       const std::vector<std::vector<double>>& values) {
    const RowLayout layout(model);
    const auto width = static_cast<std::size_t>(layout.csvWidth());
    std::string csv;
    for (std::size_t k = 0; k < width; ++k)
        csv += (k == 0 ? "" : ",") + csvField(layout.names()[k]);
    for (const std::string& name : more) csv += "," + csvField(name);
    csv += "\r\n";
    std::vector<double> row(static_cast<std::size_t>(layout.width()));
    for (std::size_t i = 0; i < samples.size(); ++i) {
        layout.write(samples[i], row);
        for (std::size_t k = 0; k < width; ++k) csv += (k == 0 ? "" : ",") + numberText(row[k]);
        for (const double value : values[i]) csv += "," + numberText(value);
        csv += "\r\n";
    }
    return csv;
}

}  // namespace momentree::app
