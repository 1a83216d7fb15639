// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <future>

#include "core/io/model_file.hpp"
#include "core/python/convert.hpp"
#include "core/study/run_study.hpp"

namespace momentree::python {
namespace {

py::dict summaryOut(const RunSummary& run) {
    py::dict out, parameters;
    for (const auto& [name, value] : run.parameters) parameters[py::str(name)] = value;
    const RunExtremes& e = run.extremes;
    out["name"] = run.name;
    out["status"] = run.status;
    out["settings"] = toPython(run.spec);
    out["parameters"] = parameters;
    out["steps"] = run.steps;
    out["time"] = run.time;
    out["wall"] = run.wall;
    out["evaluations"] = run.evaluations;
    out["newton_iterations"] = run.newtonIterations;
    out["warning"] = run.warning;
    out["position_error"] = run.positionError;
    out["energy_error"] = e.energyError;
    out["drift_position"] = e.driftPosition;
    out["drift_velocity"] = e.driftVelocity;
    out["position_difference"] = e.positionDifference;
    out["final_difference"] = e.finalDifference;
    out["energy_difference"] = e.energyDifference;
    out["force_difference"] = e.forceDifference;
    out["moment_difference"] = e.momentDifference;
    return out;
}

/// Computes in another thread, so that this one notices Ctrl+C.
StudyOutcome compute(const ModelDescription& model, const std::vector<PlannedRun>& plan,
                     const StudyOptions& options) {
    std::stop_source stop;
    const py::gil_scoped_release released;
    auto outcome = std::async(std::launch::async, [&] {
        return runStudy(catalogue(), model, plan, options, stop.get_token());
    });
    bool interrupted = false;
    while (outcome.wait_for(betweenSignals) != std::future_status::ready) {
        const py::gil_scoped_acquire acquired;
        if (interrupted || PyErr_CheckSignals() == 0) continue;
        interrupted = true;
        stop.request_stop();
    }
    StudyOutcome result = outcome.get();
    if (interrupted) {
        const py::gil_scoped_acquire acquired;
        throw py::error_already_set();
    }
    return result;
}

py::list studyOut(const std::string& path, int jobs, const std::string& folder) {
    const Study study = valueOf(readStudyFile(path), path);
    valueOf(checkModelFile(study), path);
    const std::string modelPath = modelPathOf(study);
    Diagnostics notes;
    const ModelDescription model = valueOf(readModelFile(modelPath, &notes), modelPath);
    warn(notes, modelPath);
    valueOf(checkParameters(study, model), path);
    const std::vector<PlannedRun> plan = valueOf(expand(study), path);
    const StudyOutcome outcome = compute(model, plan, {.jobs = jobs, .folder = folder});
    if (!outcome.problems.empty()) raise(outcome.problems, path);
    py::list runs;
    for (std::size_t k = 0; k < plan.size(); ++k) {
        if (!outcome.runs[k]) continue;
        runs.append(summaryOut(*outcome.runs[k]));
        runs[runs.size() - 1]["name"] = plan[k].name;
    }
    return runs;
}

}  // namespace

void bindStudy(py::module_& module) { module.def("study", studyOut); }

}  // namespace momentree::python
