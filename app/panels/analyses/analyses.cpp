// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/analyses/analyses.hpp"

#include "app/base/diagnostic_text.hpp"
#include "app/panels/analyses/error_answer.hpp"
#include "app/panels/analyses/fit_answer.hpp"
#include "app/panels/analyses/over_answer.hpp"
#include "app/panels/analyses/pose_answer.hpp"
#include "app/panels/analyses/reach_answer.hpp"
#include "app/panels/analyses/sensitivity_answer.hpp"
#include "app/panels/analyses/time_answer.hpp"
#include "app/panels/analyses/worst_answer.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {

Analyses::Analyses(Workspace& workspace, Host& host)
    : QObject(&host), workspace_(workspace), host_(host), stage_(host.viewport, workspace.run) {
    for (const AnalysisKind kind : {AnalysisKind::Kinematics, AnalysisKind::InverseDynamics})
        answers_[static_cast<std::size_t>(kind)] = new TimeAnswer(kind, workspace, stage_);
    for (const AnalysisKind kind : {AnalysisKind::Modes, AnalysisKind::Equilibrium}) {
        auto* pose = new PoseAnswer(kind, workspace, stage_, host.viewport);
        connect(pose, &PoseAnswer::startWanted, this, &Analyses::startFrom);
        answers_[static_cast<std::size_t>(kind)] = pose;
    }
    answers_[static_cast<std::size_t>(AnalysisKind::WorstLoads)] =
        new WorstAnswer(workspace, stage_);
    answers_[static_cast<std::size_t>(AnalysisKind::Reach)] =
        new ReachAnswer(workspace, stage_, host.viewport);
    answers_[static_cast<std::size_t>(AnalysisKind::Sensitivity)] =
        new SensitivityAnswer(workspace, stage_);
    auto* fit = new FitAnswer(workspace, stage_);
    connect(fit, &FitAnswer::refused, &host, &Host::complained);
    answers_[static_cast<std::size_t>(AnalysisKind::Fit)] = fit;
    answers_[static_cast<std::size_t>(AnalysisKind::Error)] = new ErrorAnswer(workspace, stage_);
    for (const AnalysisKind kind : {AnalysisKind::RootLocus, AnalysisKind::EquilibriumPath})
        answers_[static_cast<std::size_t>(kind)] = new OverAnswer(kind, workspace, stage_);
    connect(&stage_, &PoseStage::left, this, &Analyses::poseLeft);
}

QString Analyses::missing(AnalysisKind kind) const {
    const CheckedModel& checked = workspace_.live.checked();
    if (!checked.assembled)
        return checked.problems.empty() ? tr("empty drawing") : tr("cannot be built");
    const int free = checked.report.degreesOfFreedom;
    const bool driven = !checked.model->motions.empty();
    if (kind == AnalysisKind::Modes || kind == AnalysisKind::Equilibrium ||
        kind == AnalysisKind::Reach)
        return free == 0 && !driven ? tr("nothing can move") : QString();
    if (kind == AnalysisKind::RootLocus || kind == AnalysisKind::EquilibriumPath ||
        kind == AnalysisKind::Sensitivity || kind == AnalysisKind::Fit)
        return workspace_.document.description().parameters.empty() ? tr("no parameters")
                                                                    : QString();
    if (kind == AnalysisKind::Error) return {};
    if (kind == AnalysisKind::WorstLoads)
        return checked.model->joints.empty() ? tr("no joints") : QString();
    if (!driven) return tr("needs a motor");
    return free > 0 ? tr("%1 DOF without a motor").arg(free) : QString();
}

void Analyses::startFrom(const std::vector<BodyState>& pose) {
    LiveModel& live = workspace_.live;
    const auto moved =
        live.move(tr("Start from the equilibrium"), pose, workspace_.document.newGesture());
    if (!moved) Q_EMIT host_.complained(editText(moved.error().front()));
}

}  // namespace momentree::app
