// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_item.hpp"

#include <QCoreApplication>
#include <QStringList>
#include <QThread>

#include "app/base/number_text.hpp"
#include "app/runs/shown_row.hpp"
#include "core/session/run_limits.hpp"

namespace momentree::app {

RunStage RunItem::stage() const {
    if (!problems.empty()) return RunStage::Refused;
    if (!session()) return RunStage::Preparing;
    switch (session()->figures().state) {
        case RunState::Running:
            return RunStage::Running;
        case RunState::Finished:
            return RunStage::Finished;
        case RunState::Failed:
            return RunStage::Failed;
        case RunState::Paused:
            break;
    }
    return computes ? RunStage::Waiting : RunStage::Paused;
}

double RunItem::computedTime() const {
    if (!session()) return 0.0;
    const auto rows = session()->recording();
    const Recording& recording = *rows;
    return recording.at(recording.size() - 1, 0);
}

std::vector<double> RunItem::rowAt(double time) const {
    if (!session()) return {};
    const auto rows = session()->recording();
    const Recording& recording = *rows;
    std::vector<double> row(static_cast<std::size_t>(recording.width()));
    rowForDisplay(recording, session()->layout(), static_cast<int>(model->bodies.size()), time,
                  row);
    return row;
}

int threadsOf(const RunSpec& spec) {
    const QString backend = QString::fromStdString(spec.backend);
    if (!backend.startsWith("parallel")) return 1;
    const int asked = backend.section(':', 1, 1).toInt();
    return asked > 0 ? asked : QThread::idealThreadCount();
}

QString proposedName(const RunItem& item) {
    const RunSpec& spec = item.spec;
    QStringList parts{QString::fromStdString(spec.formulation)};
    if (spec.backend != "sequential") parts << QString::fromStdString(spec.backend);
    parts << QString::fromStdString(spec.integrator);
    parts << (isAdaptive(spec.integrator)
                  ? QCoreApplication::translate("momentree::app", "tolerance %1")
                        .arg(spec.relativeTolerance, 0, 'g', 3)
                  : QStringLiteral("%1 s").arg(spec.step, 0, 'g', 3));
    for (const ParameterValue& parameter : item.parameters)
        parts << QString::fromStdString(parameter.name + " = " + parameter.value);
    if (item.parent != 0)
        parts << QCoreApplication::translate("momentree::app", "from %1")
                     .arg(timeText(item.forkTime));
    return parts.join(QStringLiteral(" · "));
}

}  // namespace momentree::app
