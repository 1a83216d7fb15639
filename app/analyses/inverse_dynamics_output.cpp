// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyses/analysis_output.hpp"
#include "core/number_text.hpp"

namespace momentree::app {
namespace {

constexpr const char* notUnique = "not unique";

std::string unitOf(const MotionElement& motion) { return motion.rotation ? "N m" : "N"; }

TextTable effortTable(const Model& model, const InverseDynamics& found) {
    TextTable table{{found.actuated ? "actuated" : "motion", "peak effort", "", "at [s]", "rms",
                     "peak power [W]", "at [s]", "work [J]", ""}};
    for (std::size_t m = 0; m < model.motions.size(); ++m) {
        const EffortFigures& f = found.efforts[m];
        table.push_back({model.motions[m].name, shortNumber(f.effort.value),
                         unitOf(model.motions[m]), shortNumber(f.effort.time), shortNumber(f.rms),
                         shortNumber(f.power.value), shortNumber(f.power.time), shortNumber(f.work),
                         f.unique ? "" : notUnique});
    }
    return table;
}

TextTable reactionTable(const Model& model, const InverseDynamics& found) {
    TextTable table{{"joint", "peak force [N]", "at [s]", "peak moment [N m]", "at [s]", ""}};
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const ReactionFigures& f = found.reactions[j];
        table.push_back({model.joints[j].name, shortNumber(f.force.value),
                         shortNumber(f.force.time), shortNumber(f.moment.value),
                         shortNumber(f.moment.time), f.unique ? "" : notUnique});
    }
    return table;
}

std::string redundancyText(const InverseDynamics& found) {
    if (found.redundant == 0) return {};
    const bool one = found.redundant == 1;
    return "\n" + std::to_string(found.redundant) +
           (one ? " equation is redundant" : " equations are redundant") +
           ": the values marked as not unique can be shared in other ways,\n"
           "and those of least norm are shown, efforts of " +
           (found.actuated ? "actuated joints" : "motions") + " first.\n";
}

JsonItem toJson(const Model& model, const InverseDynamics& found) {
    JsonItem motions = JsonItem::list(), joints = JsonItem::list();
    for (std::size_t m = 0; m < model.motions.size(); ++m) {
        const EffortFigures& f = found.efforts[m];
        motions.add(JsonItem::object()
                        .add("name", JsonItem::text(model.motions[m].name))
                        .add("unit", JsonItem::text(unitOf(model.motions[m])))
                        .add("peak_effort", JsonItem::number(f.effort.value))
                        .add("peak_effort_time_s", JsonItem::number(f.effort.time))
                        .add("rms_effort", JsonItem::number(f.rms))
                        .add("peak_power_W", JsonItem::number(f.power.value))
                        .add("peak_power_time_s", JsonItem::number(f.power.time))
                        .add("work_J", JsonItem::number(f.work))
                        .add("unique", JsonItem::boolean(f.unique)));
    }
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const ReactionFigures& f = found.reactions[j];
        joints.add(JsonItem::object()
                       .add("name", JsonItem::text(model.joints[j].name))
                       .add("peak_force_N", JsonItem::number(f.force.value))
                       .add("peak_force_time_s", JsonItem::number(f.force.time))
                       .add("peak_moment_N_m", JsonItem::number(f.moment.value))
                       .add("peak_moment_time_s", JsonItem::number(f.moment.time))
                       .add("unique", JsonItem::boolean(f.unique)));
    }
    return JsonItem::object()
        .add("instants", JsonItem::integer(std::ssize(found.samples)))
        .add("reached_s", JsonItem::number(found.samples.back().time))
        .add("redundant_equations", JsonItem::integer(found.redundant))
        .add("residual", JsonItem::number(found.residual))
        .add(found.actuated ? "actuated" : "motions", std::move(motions))
        .add("joints", std::move(joints));
}

}  // namespace

AnalysisOutput outputOf(const Model& model, const InverseDynamics& found) {
    const Model& efforts = modelOfEfforts(model, found);
    AnalysisOutput out;
    out.text = model.name + ": inverse dynamics over " + shortNumber(found.samples.back().time) +
               " s at " + std::to_string(found.samples.size()) + " instants\n\n";
    addTable(out, effortTable(efforts, found));
    out.text += "\n";
    addTable(out, reactionTable(efforts, found));
    out.text += redundancyText(found);
    out.json = toJson(efforts, found);
    out.warnings = found.warnings;
    out.ended = found.ended;
    std::vector<std::string> names;
    for (const MotionElement& motion : efforts.motions) {
        names.push_back(motion.name + ".effort");
        names.push_back(motion.name + ".power");
    }
    std::vector<std::vector<double>> values;
    for (std::size_t k = 0; k < found.samples.size(); ++k) {
        std::vector<double>& row = values.emplace_back();
        for (std::size_t m = 0; m < found.efforts.size(); ++m) {
            row.push_back(found.samples[k].motionEfforts[m]);
            row.push_back(found.powers[k][m]);
        }
    }
    out.csv = samplesCsv(efforts, found.samples, names, values);
    return out;
}

}  // namespace momentree::app
