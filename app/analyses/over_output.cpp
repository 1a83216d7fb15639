// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyses/over_output.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "core/diagnostics/column_units.hpp"
#include "core/io/csv.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/number_text.hpp"

namespace momentree::app {
namespace {

constexpr int mostValues = 10'000;

/// Takes a number and the sign after it off the text; whether both are there.
template <typename T>
bool takeNumber(std::string_view& text, std::string_view sign, T& out) {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (problem != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.starts_with(sign)) return false;
    text.remove_prefix(sign.size());
    return true;
}

struct NamedCoordinate {
    std::string name;
    double value = 0.0;  ///< 0 if it is only rounding
};

/// The coordinates of all joints with one or two of them, and of the centres of mass of bodies
/// without a joint.
std::vector<NamedCoordinate> coordinatesOf(const Model& model, const InitialState& state) {
    const std::vector<BodyKinematics<double>> bodies = kinematicsOf(state.bodies);
    const double length = lengthOf(model, state.bodies);
    const RowLayout layout(model);
    const std::vector<std::string> units = columnUnits(model, layout);
    std::vector<NamedCoordinate> all;
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const JointElement& joint = model.joints[j];
        const int count = coordinateCount(joint.kind);
        if (joint.closes || count == 0 || count > 2) continue;
        std::array<double, 7> q{};
        std::array<double, 6> u{};
        jointCoordinates(joint, bodies, q.data(), u.data());
        for (int k = 0; k < count; ++k) {
            const int column = layout.jointQ(static_cast<int>(j)) + k;
            const bool isLength = units[static_cast<std::size_t>(column)] == "m";
            all.push_back(
                {joint.name + ".q" + (count > 1 ? std::to_string(k + 1) : ""),
                 withoutRounding(q[static_cast<std::size_t>(k)], isLength ? length : 1.0)});
        }
    }
    for (const TreeBody& body : model.tree.bodies) {
        if (body.element >= 0 || speedCount(body.joint) != 6) continue;
        const auto index = static_cast<std::size_t>(body.body);
        for (int k = 0; k < 3; ++k)
            all.push_back({model.bodies[index].name + "." + "xyz"[k],
                           withoutRounding(state.bodies[index].r[k], length)});
    }
    return all;
}

std::string complexText(std::complex<double> value, double largest) {
    value = {withoutRounding(value.real(), largest), withoutRounding(value.imag(), largest)};
    if (value.imag() == 0.0) return numberText(value.real(), 6);
    return numberText(value.real(), 6) + (value.imag() < 0.0 ? " - " : " + ") +
           numberText(std::abs(value.imag()), 6) + " i";
}

}  // namespace

Result<ParameterValues> parameterValues(const std::string& text) {
    const std::size_t sign = text.find('=');
    ParameterValues over{text.substr(0, sign), {}};
    std::string_view rest = text;
    rest.remove_prefix(sign == std::string::npos ? text.size() : sign + 1);
    double from = 0.0, to = 0.0;
    int count = 0;
    if (!takeNumber(rest, ":", from) || !takeNumber(rest, ":", to) ||
        !takeNumber(rest, "", count) || !rest.empty() || !std::isfinite(from) ||
        !std::isfinite(to) || count < 2 || count > mostValues)
        return fail(
            error(Place::option("--over", text),
                  MOMENTREE_TEXT("over-form",
                                 "must be NAME=FROM:TO:COUNT with two numbers in SI units "
                                 "and a count from 2 to %1, for example k=10:200:20")(mostValues)));
    for (int k = 0; k < count; ++k) over.values.push_back(from + (to - from) * k / (count - 1));
    return over;
}

std::vector<OverCoordinate> overCoordinates(const std::vector<EquilibriumOver>& found) {
    std::vector<OverCoordinate> all;
    for (const EquilibriumOver& one : found) {
        const auto coordinates = coordinatesOf(*one.model, one.found.state);
        if (all.empty())
            for (const auto& [name, value] : coordinates) all.push_back({name, {}});
        for (std::size_t k = 0; k < all.size(); ++k) all[k].values.push_back(coordinates[k].value);
    }
    return all;
}

AnalysisOutput outputOf(const Model& model, const ParameterValues& over,
                        const std::vector<EquilibriumOver>& found) {
    AnalysisOutput out;
    out.text = model.name + ": equilibria over " + over.name + "\n\n";
    TextTable table{{over.name}};
    JsonItem all = JsonItem::list();
    for (std::size_t row = 0; row < found.size(); ++row) {
        const Equilibrium& one = found[row].found;
        const auto coordinates = coordinatesOf(*found[row].model, one.state);
        if (row == 0) {
            out.csv = csvField(over.name);
            for (const auto& [name, value] : coordinates) {
                table.front().push_back(name);
                out.csv += "," + csvField(name);
            }
            for (const char* name : {"potential [J]", "stability"}) {
                table.front().emplace_back(name);
                out.csv += std::string(",") + name;
            }
            out.csv += "\r\n";
        }
        const std::string stability = stabilityId(one.modes.stability);
        std::vector<std::string> cells{shortNumber(over.values[row])};
        out.csv += numberText(over.values[row]);
        JsonItem q = JsonItem::object();
        for (const auto& [name, value] : coordinates) {
            cells.push_back(shortNumber(value));
            out.csv += "," + numberText(value);
            q.add(name, JsonItem::number(value));
        }
        cells.push_back(shortNumber(one.potential));
        cells.push_back(stability);
        out.csv += "," + numberText(one.potential) + "," + stability + "\r\n";
        table.push_back(std::move(cells));
        all.add(JsonItem::object()
                    .add("value", JsonItem::number(over.values[row]))
                    .add("coordinates", std::move(q))
                    .add("potential_J", JsonItem::number(one.potential))
                    .add("stability", JsonItem::text(stability)));
    }
    addTable(out, std::move(table));
    out.json.add("parameter", JsonItem::text(over.name)).add("equilibria", std::move(all));
    return out;
}

AnalysisOutput outputOf(const Model& model, const ParameterValues& over, const RootLocus& found) {
    AnalysisOutput out;
    out.text = model.name + ": eigenvalues [1/s] about the start over " + over.name + "\n\n";
    TextTable table{{over.name}};
    out.csv = csvField(over.name);
    JsonItem values = JsonItem::list(), branches = JsonItem::list();
    for (Eigen::Index b = 0; b < found.eigenvalues.cols(); ++b) {
        const std::string number = std::to_string(b + 1);
        table.front().push_back("branch " + number);
        out.csv += ",re" + number + ",im" + number;
        JsonItem branch = JsonItem::list();
        for (const std::complex<double> value : found.eigenvalues.col(b))
            branch.add(JsonItem::list()
                           .add(JsonItem::number(value.real()))
                           .add(JsonItem::number(value.imag())));
        branches.add(std::move(branch));
    }
    out.csv += "\r\n";
    for (std::size_t row = 0; row < over.values.size(); ++row) {
        std::vector<std::string> cells{shortNumber(over.values[row])};
        const double largest =
            found.eigenvalues.row(static_cast<Eigen::Index>(row)).lpNorm<Eigen::Infinity>();
        out.csv += numberText(over.values[row]);
        for (const std::complex<double> value :
             found.eigenvalues.row(static_cast<Eigen::Index>(row))) {
            cells.push_back(complexText(value, largest));
            out.csv += "," + numberText(value.real()) + "," + numberText(value.imag());
        }
        out.csv += "\r\n";
        values.add(JsonItem::number(over.values[row]));
        table.push_back(std::move(cells));
    }
    addTable(out, std::move(table));
    if (found.unsteadiness > stillAt)
        out.warnings.push_back(warning(
            Place::model("initial"),
            MOMENTREE_TEXT("locus-unsteady",
                           "the start is no equilibrium or steady motion: with %1 = %2 a "
                           "coordinate accelerates by %3 (in m/s² or rad/s²), and the "
                           "eigenvalues are those of the equations at this instant")(
                over.name, numberText(found.unsteadyAt, 6), numberText(found.unsteadiness, 3))));
    out.json.add("parameter", JsonItem::text(over.name))
        .add("values", std::move(values))
        .add("branches", std::move(branches));
    return out;
}

}  // namespace momentree::app
