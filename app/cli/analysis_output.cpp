// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analysis_output.hpp"

#include <sstream>

#include "app/cli/text_table.hpp"
#include "core/number_text.hpp"

namespace momentree::cli {

std::string shortNumber(double value) { return numberText(value, 6); }

std::string tableText(const std::vector<std::vector<std::string>>& table) {
    std::ostringstream out;
    printTable(table, out);
    return out.str();
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

}  // namespace momentree::cli
