// SPDX-License-Identifier: Apache-2.0
#include "core/io/json.hpp"
#include "core/io/json_text.hpp"
#include "core/stepping/spec_fields.hpp"
#include "core/study/run_store.hpp"

namespace momentree {
namespace {

constexpr std::size_t longestStatus = 10'000, mostShownParameters = 1'000;

/// Calls `visit(key, value)` for each figure of a summary, for both reading and writing.
template <typename Summary, typename Visit>
void visitFigures(Summary& run, Visit&& visit) {
    visit("steps", run.steps);
    visit("time_s", run.time);
    visit("wall_s", run.wall);
    visit("realtime_factor", run.realTimeFactor);
    visit("newton_iterations", run.newtonIterations);
    visit("evaluations", run.evaluations);
    visit("side_by_side", run.sideBySide);
    visit("position_max_error_m", run.positionError);
    auto& extremes = run.extremes;
    visit("energy_initial_J", extremes.initialEnergy);
    visit("energy_max_error_J", extremes.energyError);
    visit("drift_position_max_m", extremes.driftPosition);
    visit("drift_velocity_max", extremes.driftVelocity);
    visit("drift_acceleration_max", extremes.driftAcceleration);
    visit("position_max_difference_m", extremes.positionDifference);
    visit("position_final_difference_m", extremes.finalDifference);
    visit("energy_max_difference_J", extremes.energyDifference);
    visit("force_max_difference_N", extremes.forceDifference);
    visit("moment_max_difference_Nm", extremes.momentDifference);
    visit("reference_interpolated", extremes.interpolated);
}

struct Writer {
    JsonItem object = JsonItem::object();
    void operator()(std::string_view key, const std::string& text) {
        object.add(key, JsonItem::text(text));
    }
    void operator()(std::string_view key, double value) {
        object.add(key, JsonItem::number(value));
    }
    void operator()(std::string_view key, std::int64_t value) {
        object.add(key, JsonItem::integer(value));
    }
    void operator()(std::string_view key, int value) { object.add(key, JsonItem::integer(value)); }
    void operator()(std::string_view key, bool value) { object.add(key, JsonItem::boolean(value)); }
};

struct Reader {
    ObjectReader& object;
    void operator()(std::string_view key, std::string& text) { object.string(key, text, required); }
    /// Null stands for unknown.
    void operator()(std::string_view key, double& value) {
        const auto node = object.find(key, required);
        value = node && node->isNumber() ? node->number().value_or(notKnown) : notKnown;
    }
    void operator()(std::string_view key, std::int64_t& value) {
        double number = 0.0;
        object.number(key, number, required);
        value = static_cast<std::int64_t>(number);
    }
    void operator()(std::string_view key, int& value) {
        object.integer(key, value, -1, 1'000'000, required);
    }
    void operator()(std::string_view key, bool& value) { object.boolean(key, value); }
};

}  // namespace

std::string summaryText(const RunSummary& summary) {
    Writer spec, figures;
    visitSpec(summary.spec, spec);
    visitFigures(summary, figures);
    JsonItem parameters = JsonItem::object();
    for (const auto& [name, value] : summary.parameters)
        parameters.add(name, JsonItem::text(value));
    return JsonItem::object()
        .add("name", JsonItem::text(summary.name))
        .add("status", JsonItem::text(summary.status))
        .add("warning", JsonItem::text(summary.warning))
        .add("run", std::move(spec.object))
        .add("parameters", std::move(parameters))
        .add("figures", std::move(figures.object))
        .print();
}

Result<RunSummary> readSummary(std::string text) {
    const auto document = JsonDocument::parse(std::move(text));
    if (!document) return tl::unexpected(document.error());
    Problems problems;
    RunSummary summary;
    ObjectReader root(document->root(), {}, problems);
    root.string("name", summary.name, required, longestStatus);
    root.string("status", summary.status, required, longestStatus);
    root.string("warning", summary.warning, required, longestStatus);
    for (const auto& [name, node] : root.members("parameters", mostShownParameters))
        if (node.isString()) summary.parameters.emplace_back(name, node.string());
    if (const auto node = root.find("run", required)) {
        ObjectReader object(*node, Place::run(), problems);
        visitSpec(summary.spec, Reader{object});
    }
    if (const auto node = root.find("figures", required)) {
        ObjectReader object(*node, Place::study("figures"), problems);
        visitFigures(summary, Reader{object});
    }
    if (!problems.empty()) return tl::unexpected(problems.take());
    return summary;
}

}  // namespace momentree
