// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/work_plan.hpp"

#include <algorithm>
#include <cmath>

#include "app/runs/run_set.hpp"
#include "core/session/run_limits.hpp"
#include "core/session/settings_of.hpp"

namespace momentree::app {
namespace {

constexpr double coarsest = 4.0;  ///< first step relative to that of the method
constexpr double looseTolerance = 1e-3;
constexpr int samples = 20;  ///< number of instants at which runs are compared
constexpr double tightTolerance = 1e-12;
constexpr double refinement = 16.0;  ///< of a fixed-step reference

bool sameMethod(const RunSpec& a, const RunSpec& b) {
    return a.formulation == b.formulation && a.backend == b.backend &&
           a.integrator == b.integrator && a.baumgarte == b.baumgarte &&
           a.correction == b.correction && a.projections == b.projections;
}

RunSettings settingsAt(const WorkMethod& method, double setting, double sample, double duration) {
    RunSpec spec = method.spec;
    spec.duration = duration;
    spec.sample = sample;
    if (method.adaptive) {
        spec.absoluteTolerance *= setting / spec.relativeTolerance;
        spec.relativeTolerance = setting;
    } else {
        spec.step = setting;
    }
    return settingsOf(spec, {});
}

}  // namespace

std::vector<WorkMethod> methodsOf(const RunSet& runs) {
    std::vector<WorkMethod> methods;
    for (const RunItem& run : runs.items()) {
        if (!run.visible || run.stage() == RunStage::Refused) continue;
        const auto same = [&](const WorkMethod& m) { return sameMethod(m.spec, run.spec); };
        if (std::ranges::any_of(methods, same)) continue;
        QString name = QString::fromStdString(run.spec.formulation + " · ");
        if (run.spec.backend != "sequential")
            name += QString::fromStdString(run.spec.backend + " · ");
        methods.push_back({name + QString::fromStdString(run.spec.integrator), run.style, run.spec,
                           isAdaptive(run.spec.integrator)});
    }
    return methods;
}

WorkPlan workPlan(const std::vector<WorkMethod>& methods, const RunSpec& reference, int count,
                  double duration) {
    const double sample = duration / samples;
    WorkPlan plan;
    PlannedRun first;
    first.name = "reference";
    RunSpec spec = reference;
    spec.duration = duration;
    spec.sample = sample;
    first.run = settingsOf(spec, {});
    plan.runs.push_back(first);
    plan.methods.push_back(0);
    for (std::size_t m = 0; m < methods.size(); ++m)
        for (int k = 0; k < count; ++k) {
            const double parts =
                std::max(1.0, std::round(sample / (coarsest * methods[m].spec.step)));
            const double setting = methods[m].adaptive ? looseTolerance * std::pow(10.0, -k)
                                                       : sample / (parts * std::pow(2.0, k));
            PlannedRun run;
            run.name = methods[m].name.toStdString() + "@" + std::to_string(k);
            run.run = settingsAt(methods[m], setting, sample, duration);
            run.reference = 0;
            plan.runs.push_back(std::move(run));
            plan.methods.push_back(m);
        }
    return plan;
}

RunSpec accurateSpec(const Catalogue& catalogue, const Model& model, const RunSpec& like,
                     int count) {
    RunSpec spec = like;
    spec.backend = "sequential";
    spec.integrator = "dopri5";
    spec.relativeTolerance = spec.absoluteTolerance = tightTolerance;
    // The model's own formulation is first: for trees, joints are satisfied exactly.
    for (const std::string& formulation :
         {catalogue.defaults(model).formulation, like.formulation}) {
        spec.formulation = formulation;
        if (catalogue.check(model, spec)) return spec;
    }
    spec = like;
    spec.step = coarsest * like.step / std::pow(2.0, count - 1) / refinement;
    return spec;
}

}  // namespace momentree::app
