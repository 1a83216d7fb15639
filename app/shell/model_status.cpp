// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/model_status.hpp"

#include <QPainter>
#include <algorithm>
#include <utility>

#include "app/base/diagnostic_text.hpp"
#include "app/base/display_unit.hpp"
#include "app/base/number_text.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/document/edits/dead_point.hpp"
#include "app/document/loop_closing.hpp"
#include "app/scene/gaps.hpp"

namespace momentree::app {
namespace {

constexpr double nearlySingular = 0.02;  ///< singular value of the closures, without units
constexpr int chipHeight = 20, chipPadding = 8, chipDot = 6, chipGap = 6;  ///< [px]

/// Mechanisms without a joint to ground, which also move out of the plane of a drawing: along its
/// normal and about its two axes.
int loosePieces(const Model& model) {
    return static_cast<int>(std::ranges::count_if(
        model.tree.bodies, [](const TreeBody& body) { return body.element < 0; }));
}

/// "1 DOF", "1 DOF, driven" or "3 DOF, 1 driven". A motion that the other constraints already
/// prescribe drives nothing. A planar drawing counts in its plane.
QString freedomText(const Model& model, const AssemblyReport& report, bool planar) {
    const auto idle = std::ranges::count_if(report.redundancies, [](const Redundancy& one) {
        return one.joint < 0 && one.coupling < 0;
    });
    const int driven = static_cast<int>(model.motions.size()) - static_cast<int>(idle);
    const int free = report.degreesOfFreedom - (planar ? 3 * loosePieces(model) : 0);
    const QString total = ModelStatus::tr("%1 DOF").arg(free + driven);
    if (driven <= 0) return ModelStatus::tr("%1 DOF").arg(free);
    return free == 0 ? ModelStatus::tr("%1, driven").arg(total)
                     : ModelStatus::tr("%1, %2 driven").arg(total).arg(driven);
}

}  // namespace

ModelStatus::ModelStatus(LiveModel& live, std::function<bool()> planar, QWidget* parent)
    : QToolButton(parent), live_(live), planar_(std::move(planar)) {
    setObjectName("modelStatus");
    connect(&live_, &LiveModel::changed, this, &ModelStatus::follow);
    follow();
}

void ModelStatus::say(Mood mood, const QString& text, const QString& details) {
    mood_ = mood;
    details_ = details;
    setText(text);
    setToolTip(details);
    setAccessibleName(text);
    setAccessibleDescription(details);
    updateGeometry();
    update();
}

void ModelStatus::follow() {
    const CheckedModel& checked = live_.checked();
    if (checked.assembled) {
        showFigures();
    } else if (isBeingAssembled(checked)) {
        say(Mood::Quiet, tr("Closing loops …"),
            tr("There are many loops; the degrees of freedom are shown once they are closed"));
    } else if (live_.closing().cancelled()) {
        say(Mood::Caution, tr("Loops not closed"),
            tr("Closing the loops was cancelled, so nothing can move yet; click to close them"));
    } else if (checked.problems.empty()) {
        say(Mood::Quiet, tr("Empty drawing"), tr("The drawing is empty"));
    } else {
        QStringList reasons;
        for (const Diagnostic& problem : checked.problems) reasons << diagnosticText(problem);
        say(Mood::Bad, checked.built ? assemblyProblem(checked) : tr("Cannot be built"),
            reasons.join('\n'));
    }
}

/// Short form; the tool tip and the messages have the details.
QString ModelStatus::assemblyProblem(const CheckedModel& checked) {
    // The gap that the picture shows: the smallest possible one, which the messages have, is that
    // of another pose.
    const auto open =
        openJoints(*checked.model, *checked.layout, rowOf(*checked.layout, checked.start));
    if (!open.empty())
        return tr("%1 is open by %2")
            .arg(QString::fromStdString(open.front().name), lengthText(open.front().gap()));
    if (const int motion = motionAtDeadPoint(checked); motion >= 0)
        return tr("%1 stands at a dead point")
            .arg(QString::fromStdString(
                checked.model->motions[static_cast<std::size_t>(motion)].name));
    const int joint = checked.report.openJoint;
    if (joint < 0) return tr("Cannot be assembled");
    return tr("%1 does not fit")
        .arg(QString::fromStdString(checked.model->joints[static_cast<std::size_t>(joint)].name));
}

void ModelStatus::showFigures() {
    const AssemblyReport& report = live_.checked().report;
    const Model& model = *live_.checked().model;
    const int loops = loopCount(model);
    const bool singular = loops > 0 && report.smallestKept < nearlySingular;
    const QString freedom = freedomText(model, report, planar_());
    QStringList lines{tr("Degrees of freedom: %1 (speeds of the tree minus independent closure "
                         "equations)")
                          .arg(report.degreesOfFreedom)};
    if (report.speedsOfFreedom != report.degreesOfFreedom)
        lines << tr("Degrees of freedom of velocity: %1; what rolls or slides on an edge restricts "
                    "velocities, but not poses")
                     .arg(report.speedsOfFreedom);
    if (loops > 0)
        lines << tr("Smallest singular value of the loop closures: %1 m; where it is 0, the motion "
                    "is not determined")
                     .arg(shortText(report.smallestSingularValue, 3));
    if (report.redundant > 0) lines << tr("Redundant constraints, whose reactions are not unique:");
    for (const Redundancy& redundancy : report.redundancies)
        lines << QStringLiteral("    ") + QString::fromStdString(textOf(model, redundancy));
    for (const Diagnostic& warning : report.warnings) lines << diagnosticText(warning);
    say(singular ? Mood::Caution : Mood::Good,
        singular ? tr("%1, near a dead point").arg(freedom) : freedom, lines.join('\n'));
}

QSize ModelStatus::sizeHint() const {
    const int text =
        QFontMetrics(textFont(TextSize::Caption, font())).horizontalAdvance(this->text());
    return {chipPadding + chipDot + chipGap + text + chipPadding, chipHeight + 2};
}

void ModelStatus::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = themeColors(isDark(palette()));
    const auto [ink, ground] = [&]() -> std::pair<QColor, QColor> {
        switch (mood_) {
            case Mood::Good:
                return {colors.success, colors.successSoft};
            case Mood::Caution:
                return {colors.warning, colors.warningSoft};
            case Mood::Bad:
                return {colors.error, colors.errorSoft};
            case Mood::Quiet:
                break;
        }
        return {colors.mutedText, colors.sunk};
    }();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QRectF box(0.5, (height() - chipHeight) / 2.0, width() - 1.0, chipHeight);
    painter.setPen(hasFocus() ? QPen(colors.accent, metric::focusRing) : QPen(Qt::NoPen));
    painter.setBrush(ground);
    painter.drawRoundedRect(box, chipHeight / 2.0, chipHeight / 2.0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawEllipse(QRectF(chipPadding, (height() - chipDot) / 2.0, chipDot, chipDot));
    painter.setPen(ink);
    painter.setFont(textFont(TextSize::Caption, font()));
    painter.drawText(box.adjusted(chipPadding + chipDot + chipGap, 0, -chipPadding, 0),
                     Qt::AlignVCenter | Qt::AlignLeft, text());
}

}  // namespace momentree::app
