// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/runs_study.hpp"

#include <QDir>
#include <QFileInfo>
#include <set>

#include "app/runs/run_set.hpp"
#include "core/number_text.hpp"
#include "core/session/settings_of.hpp"
#include "core/study/planned_run.hpp"

namespace momentree::app {
namespace {

/// Makes the names of a study's runs unique.
std::string unlike(std::set<std::string>& taken, const std::string& name) {
    std::string unique = name;
    for (int k = 2; !taken.insert(unique).second; ++k)
        unique = name + " (" + std::to_string(k) + ")";
    return unique;
}

}  // namespace

Study studyOf(const RunSet& runs, const QString& modelFile, const QString& studyFile,
              int* leftOut) {
    Study study;
    study.name = QFileInfo(studyFile).fileName().section('.', 0, 0).toStdString();
    study.model = QFileInfo(studyFile)
                      .absoluteDir()
                      .relativeFilePath(QFileInfo(modelFile).absoluteFilePath())
                      .toStdString();
    std::set<std::string> names;
    for (const RunItem& run : runs.items()) {
        if (run.parent != 0) {
            if (leftOut) ++*leftOut;
            continue;
        }
        StudyRun entry;
        entry.name = unlike(names, run.name.toStdString());
        entry.run = settingsOf(run.spec, {});
        for (const ParameterValue& parameter : run.parameters) {
            Scalar value;
            value.text = parameter.value;
            entry.parameters.push_back({parameter.name, value});
        }
        if (run.id == runs.reference()) study.reference = entry.name;
        study.runs.push_back(std::move(entry));
    }
    return study;
}

RunRequest requestOf(const PlannedRun& planned, const Catalogue& catalogue,
                     const std::shared_ptr<const Model>& model) {
    RunRequest request;
    request.model = model;
    request.spec = specOf(catalogue, *model, planned.run);
    request.name = QString::fromStdString(planned.name);
    for (const StudyParameter& parameter : planned.parameters)
        request.parameters.push_back({parameter.name, parameter.value.text.empty()
                                                          ? numberText(parameter.value.value)
                                                          : parameter.value.text});
    return request;
}

Result<std::vector<RunRequest>> requestsOf(const Study& study, const Catalogue& catalogue,
                                           const std::shared_ptr<const Model>& model) {
    const auto plan = expand(study);
    if (!plan) return tl::unexpected(plan.error());
    if (plan->size() > mostCompared)
        return fail(error(
            {}, MOMENTREE_TEXT("study-too-large-for-window",
                               "the study has %1 runs; the window compares at most %2. Compute it "
                               "with 'momentree compare'")(plan->size(), mostCompared)));
    std::vector<RunRequest> requests;
    for (const PlannedRun& planned : *plan)
        requests.push_back(requestOf(planned, catalogue, model));
    return requests;
}

}  // namespace momentree::app
