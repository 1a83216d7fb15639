// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/number_text.hpp"
#include "core/session/run_limits.hpp"
#include "core/stepping/spec_fields.hpp"
#include "core/study/tables.hpp"

namespace momentree {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

std::string textOf(const std::string& value) { return value; }
std::string textOf(double value) { return numberText(value, 6); }
std::string textOf(int value) { return std::to_string(value); }
std::string textOf(bool value) { return value ? "true" : "false"; }

/// All settings that belong to the curve, not to the point.
Settings settingsOf(const RunSummary& run) {
    static const std::set<std::string_view> ofPoint{"step", "sample", "relative_tolerance",
                                                    "absolute_tolerance"};
    Settings settings;
    visitSpec(run.spec, [&](std::string_view name, const auto& value) {
        if (!ofPoint.contains(name)) settings.emplace_back(name, textOf(value));
    });
    settings.insert(settings.end(), run.parameters.begin(), run.parameters.end());
    return settings;
}

WorkPrecisionPoint pointOf(std::size_t index, const RunSummary& run) {
    const bool adaptive = isAdaptive(run.spec.integrator);
    return {.run = index,
            .step = adaptive ? 0.0 : run.spec.step,
            .tolerance = adaptive ? run.spec.relativeTolerance : 0.0,
            .steps = run.steps,
            .evaluations = run.evaluations,
            .wall = run.wall,
            .maxError = run.extremes.positionDifference,
            .finalError = run.extremes.finalDifference,
            .energyError = run.extremes.energyDifference};
}

/// Number of points, from the coarsest on, at which the error falls as expected; rounding ends this
/// range.
std::size_t convergingPoints(const std::vector<WorkPrecisionPoint>& points) {
    constexpr double slowest = 0.5;
    std::size_t count = 0;
    while (count < points.size() && points[count].maxError > 0.0) {
        if (count > 0) {
            const WorkPrecisionPoint &a = points[count - 1], &b = points[count];
            const double more = static_cast<double>(b.steps) / static_cast<double>(a.steps);
            if (!(more > 1.0) || b.maxError > a.maxError * std::pow(more, -slowest)) break;
        }
        ++count;
    }
    return count;
}

void fitOrder(WorkPrecisionCurve& curve) {
    const std::size_t count = convergingPoints(curve.points);
    if (count < 2) return;
    double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    for (std::size_t k = 0; k < count; ++k) {
        const double steps = std::log(static_cast<double>(curve.points[k].steps));
        const double error = std::log(curve.points[k].maxError);
        x += steps;
        y += error;
        xx += steps * steps;
        xy += steps * error;
    }
    const auto n = static_cast<double>(count);
    curve.order = -(n * xy - x * y) / (n * xx - x * x);
    curve.fitted = count;
}

/// Formulation and integrator, then the settings that differ between curves.
std::string nameOf(const Settings& settings,
                   const std::map<std::string, std::set<std::string>>& all) {
    std::string name;
    for (const auto& [key, value] : settings) {
        const bool id = key == "formulation" || key == "integrator";
        if (!id && all.at(key).size() == 1) continue;
        name += (name.empty() ? "" : "+") + (id || key == "backend" ? value : key + "=" + value);
    }
    return name;
}

}  // namespace

std::vector<WorkPrecisionCurve> workPrecision(std::span<const RunSummary> runs) {
    std::vector<WorkPrecisionCurve> curves;
    std::vector<Settings> settings;
    std::map<std::string, std::set<std::string>> values;
    std::map<Settings, std::size_t> known;
    for (std::size_t k = 0; k < runs.size(); ++k) {
        if (runs[k].status != "done" || std::isnan(runs[k].extremes.positionDifference)) continue;
        const Settings own = settingsOf(runs[k]);
        const auto [found, isNew] = known.try_emplace(own, curves.size());
        if (isNew) {
            curves.emplace_back();
            settings.push_back(own);
            for (const auto& [key, value] : own) values[key].insert(value);
        }
        curves[found->second].points.push_back(pointOf(k, runs[k]));
    }
    for (std::size_t k = 0; k < curves.size(); ++k) {
        std::ranges::sort(curves[k].points, {}, &WorkPrecisionPoint::steps);
        curves[k].name = nameOf(settings[k], values);
        fitOrder(curves[k]);
    }
    return curves;
}

}  // namespace momentree
