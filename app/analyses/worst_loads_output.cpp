// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "app/analyses/analysis_output.hpp"
#include "app/analyses/worst_loads_of.hpp"
#include "core/diagnostics/row_angles.hpp"
#include "core/io/results.hpp"
#include "core/number_text.hpp"
#include "core/session/run.hpp"

namespace momentree::app {
namespace {

/// Force and moment at an instant.
std::array<double, 6> reactionOf(const WorstLoads& found, const LoadInstant& instant,
                                 std::size_t joint) {
    const Vec6<double>& reaction = instant.sample.joints[joint].reaction;
    std::array<double, 6> parts{};
    for (int k = 0; k < 6; ++k)
        parts[static_cast<std::size_t>(k)] =
            withoutRounding(reaction[k], k < 3 ? found.scales.force() : found.scales.moment());
    return parts;
}

JsonItem reactionItem(const Peak& peak, const std::array<double, 6>& reaction, bool force) {
    JsonItem parts = JsonItem::list();
    for (std::size_t k = 0; k < 3; ++k) parts.add(JsonItem::number(reaction[force ? k : 3 + k]));
    return JsonItem::object()
        .add(force ? "force_N" : "moment_N_m", JsonItem::number(peak.value))
        .add("components", std::move(parts))
        .add("time_s", JsonItem::number(peak.time));
}

std::string csvOf(const Model& model, const WorstLoads& found) {
    std::string csv =
        "joint,force,time_of_force,fx,fy,fz,moment,time_of_moment,nx,ny,nz,unique\r\n";
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const WorstLoad& worst = found.joints[j];
        csv += csvField(model.joints[j].name);
        const auto add = [&](const Peak& peak, const LoadInstant& instant, std::size_t first) {
            csv += "," + numberText(peak.value) + "," + numberText(peak.time);
            for (std::size_t k = 0; k < 3; ++k)
                csv += "," + numberText(reactionOf(found, instant, j)[first + k]);
        };
        add(worst.force, worst.atForce, 0);
        add(worst.moment, worst.atMoment, 3);
        csv += worst.unique ? ",1\r\n" : ",0\r\n";
    }
    return csv;
}

}  // namespace

Result<WorstLoads> worstLoadsOf(const Catalogue& catalogue, std::shared_ptr<const Model> model,
                                const RunSpec& spec, const Instants& instants,
                                std::stop_token stop) {
    AssemblyReport assembly;
    if (const auto start = assemble(*model, &assembly); !start)
        return tl::unexpected(start.error());
    if (assembly.degreesOfFreedom == 0) return worstLoads(*model, instants);
    auto run = Run::create(catalogue, model, spec);
    if (!run) return tl::unexpected(run.error());
    std::optional<Diagnostic> ended;
    while (!(*run)->finished() && !ended) {
        const Progress progress = (*run)->advance(stop);
        if (progress.status == StepStatus::Stopped)
            ended = error(Place::run(), MOMENTREE_TEXT("analysis-stopped", "stopped at t = %1 s")(
                                            numberText((*run)->time(), 6)));
        else if (progress.status != StepStatus::Reached)
            ended = error(Place::run(), (*run)->failure(progress));
    }
    const auto recording = (*run)->recording();
    RowAngles angles(*model, (*run)->layout());
    std::vector<MotionState> states;
    for (std::size_t k = 0; k < recording->size(); ++k) {
        angles.follow(recording->row(k));
        MotionState& state = states.emplace_back();
        state.time = recording->at(k, 0);
        for (const auto& body : bodiesOf(*model, (*run)->layout(), recording->row(k)))
            state.bodies.push_back(stateOf(body));
        state.angles = angles.values();
    }
    auto found = worstLoads(*model, states, (*run)->spec().step);
    if (found) found->ended = std::move(ended);
    return found;
}

AnalysisOutput outputOf(const Model& model, const WorstLoads& found) {
    TextTable table{{"joint", "largest force [N]", "at [s]", "largest moment [N m]", "at [s]", ""}};
    JsonItem joints = JsonItem::list();
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const WorstLoad& worst = found.joints[j];
        table.push_back({model.joints[j].name, shortNumber(worst.force.value),
                         shortNumber(worst.force.time), shortNumber(worst.moment.value),
                         shortNumber(worst.moment.time), worst.unique ? "" : "not unique"});
        joints.add(JsonItem::object()
                       .add("name", JsonItem::text(model.joints[j].name))
                       .add("largest_force",
                            reactionItem(worst.force, reactionOf(found, worst.atForce, j), true))
                       .add("largest_moment",
                            reactionItem(worst.moment, reactionOf(found, worst.atMoment, j), false))
                       .add("unique", JsonItem::boolean(worst.unique)));
    }
    AnalysisOutput out;
    out.text = model.name + ": worst loads over " + shortNumber(found.reached) + " s, from " +
               std::to_string(found.instants) + " instants and between them\n\n";
    addTable(out, std::move(table));
    if (model.joints.empty()) out.text += "The model has no joints.\n";
    if (found.redundant > 0)
        out.text += "\n" + std::to_string(found.redundant) +
                    (found.redundant == 1 ? " equation is redundant" : " equations are redundant") +
                    ": loads marked as not unique can be shared in other ways;\n"
                    "those of least norm are shown.\n";
    out.json.add("instants", JsonItem::integer(static_cast<long long>(found.instants)))
        .add("reached_s", JsonItem::number(found.reached))
        .add("redundant_equations", JsonItem::integer(found.redundant))
        .add("joints", std::move(joints));
    out.csv = csvOf(model, found);
    out.warnings = found.warnings;
    out.ended = found.ended;
    return out;
}

}  // namespace momentree::app
