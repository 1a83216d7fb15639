// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/model_status.hpp"

#include "app/base/diagnostic_text.hpp"
#include "app/base/display_unit.hpp"
#include "app/base/number_text.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/document/loop_closing.hpp"
#include "app/scene/gaps.hpp"

namespace momentree::app {
namespace {

constexpr double nearlySingular = 0.02;  ///< singular value of the closures, without units

/// "J3: shift along z, turn about x"
QString redundancyText(const Model& model, const Redundancy& redundancy) {
    QStringList directions;
    for (const std::string& direction : redundancy.directions)
        directions << QString::fromStdString(direction);
    const QString joint =
        redundancy.joint < 0
            ? QStringLiteral("a motion")
            : QString::fromStdString(model.joints[static_cast<std::size_t>(redundancy.joint)].name);
    return joint + ": " + directions.join(QStringLiteral(", "));
}

}  // namespace

ModelStatus::ModelStatus(LiveModel& live, QWidget* parent) : QToolButton(parent), live_(live) {
    setObjectName("modelStatus");
    setAutoRaise(true);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(&live_, &LiveModel::changed, this, &ModelStatus::follow);
    follow();
}

void ModelStatus::follow() {
    const CheckedModel& checked = live_.checked();
    if (checked.assembled) {
        showFigures();
    } else if (isBeingAssembled(checked)) {
        setIcon({});
        setText(tr("closing loops …"));
        details_ =
            tr("There are many loops; the degrees of freedom are shown once they are closed");
    } else if (live_.closing().cancelled()) {
        setIcon(themedIcon("warning"));
        setText(tr("loops not closed"));
        details_ =
            tr("Closing the loops was cancelled, so nothing can move yet; click to close them");
    } else if (checked.problems.empty()) {
        setIcon({});
        setText(tr("empty drawing"));
        details_ = tr("The drawing is empty");
    } else {
        setIcon(themedIcon("error"));
        setText(checked.built ? assemblyProblem(checked) : tr("cannot be built"));
        QStringList reasons;
        for (const Diagnostic& problem : checked.problems) reasons << diagnosticText(problem);
        details_ = reasons.join('\n');
    }
    setToolTip(details_);
    setAccessibleName(text());
    setAccessibleDescription(details_);
}

/// Short form; the tool tip and the messages have the details.
QString ModelStatus::assemblyProblem(const CheckedModel& checked) {
    // The gap that the picture shows: the smallest possible one, which the messages have, is that
    // of another pose.
    const auto open =
        openJoints(*checked.model, *checked.layout, rowOf(*checked.layout, checked.start));
    if (!open.empty())
        return tr("cannot be assembled: %1 is open by %2")
            .arg(QString::fromStdString(open.front().name), lengthText(open.front().gap()));
    const int joint = checked.report.openJoint;
    if (joint < 0) return tr("cannot be assembled");
    return tr("cannot be assembled: %1 does not fit")
        .arg(QString::fromStdString(checked.model->joints[static_cast<std::size_t>(joint)].name));
}

void ModelStatus::showFigures() {
    const AssemblyReport& report = live_.checked().report;
    const Model& model = *live_.checked().model;
    QStringList parts{tr("%1 DOF").arg(report.degreesOfFreedom)};
    const int loops = loopCount(model);
    if (loops > 0) parts << (loops == 1 ? tr("1 loop") : tr("%1 loops").arg(loops));
    if (report.redundant > 0) parts << tr("%1 redundant").arg(report.redundant);
    const bool singular = loops > 0 && report.smallestKept < nearlySingular;
    if (singular) parts << tr("nearly singular");
    setIcon(singular ? themedIcon("warning") : QIcon());
    setText(parts.join(QStringLiteral(" · ")));
    QStringList lines{tr("Degrees of freedom: %1 (speeds of the tree minus independent closure "
                         "equations)")
                          .arg(report.degreesOfFreedom)};
    if (loops > 0)
        lines << tr("Smallest singular value of the loop closures: %1 m; where it is 0, the motion "
                    "is not determined")
                     .arg(shortText(report.smallestSingularValue, 3));
    if (report.redundant > 0) lines << tr("Redundant constraints, whose reactions are not unique:");
    for (const Redundancy& redundancy : report.redundancies)
        lines << QStringLiteral("    ") + redundancyText(model, redundancy);
    for (const Diagnostic& warning : report.warnings) lines << diagnosticText(warning);
    details_ = lines.join('\n');
}

}  // namespace momentree::app
