// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/run_status.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include "app/base/number_text.hpp"
#include "app/base/theme/theme.hpp"
#include "app/runs/run_controller.hpp"
#include "app/runs/run_names.hpp"

namespace momentree::app {
namespace {

constexpr int roomForMethod_px = 1280;  ///< the pickers above show it too

QString stateText(const RunController& run) {
    if (run.preparing()) return RunStatus::tr("preparing");
    if (!run.hasRun()) return RunStatus::tr("nothing to run");
    switch (run.playback().figures().state) {
        case RunState::Running:
            return RunStatus::tr("running");
        case RunState::Finished:
            return RunStatus::tr("finished");
        case RunState::Failed:
            return run.playback().figures().linkLost ? RunStatus::tr("link to the board lost")
                                                     : RunStatus::tr("failed");
        case RunState::Paused:
            break;
    }
    return RunStatus::tr("paused");
}

/// "hdca · sequential · 1 ms"
QString methodText(const RunSpec& spec) {
    return QStringList{QString::fromStdString(spec.formulation),
                       QString::fromStdString(spec.backend), finenessText(spec)}
        .join(QStringLiteral(" · "));
}

/// The errors so far, each the largest of all bodies and rows.
QString errorHelp(const ErrorFigures& errors) {
    const auto about = [](double value, const char* unit) {
        return QStringLiteral("%1 %2").arg(value, 0, 'g', 2).arg(QLatin1String(unit));
    };
    const ErrorEstimate& error = errors.largest;
    QString help = RunStatus::tr(
                       "Estimated by %1: positions within about %2 and %3, velocities "
                       "within about %4 and %5, energy within about %6")
                       .arg(QLatin1String(errors.method), about(error.positions, "m"),
                            about(error.angles, "rad"), about(error.velocities, "m/s"),
                            about(error.rates, "rad/s"), about(error.energy, "J"));
    if (errors.comparedUntil)
        help += '\n' + RunStatus::tr("The run is long: only its part up to %1 was computed again")
                           .arg(timeText(*errors.comparedUntil));
    if (errors.validUntil)
        help += '\n' + RunStatus::tr("No measure of the error from t = %1 on; see Messages")
                           .arg(timeText(*errors.validUntil));
    return help;
}

}  // namespace

RunStatus::RunStatus(RunController& run, QWidget* parent) : QWidget(parent), run_(run) {
    setObjectName("runStatus");
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 0, 8, 0);
    layout->setSpacing(18);
    method_ = addLabel("method", tr("Formulation, backend and step"), {});
    state_ = addLabel("state", tr("State of the computation"), "preparing");
    time_ = addLabel("simulatedTime", tr("Simulated time reached, in seconds"), "t = 000.000 s");
    factor_ = addLabel("realTimeFactor",
                       tr("Real-time factor: simulated seconds per second of wall time"),
                       "000.00 × real time");
    rate_ = addLabel("stepsPerSecond", tr("Steps computed per second"), "000.0 k steps/s");
    error_ = addLabel("error", {}, {});
    thinned_ = addLabel(
        "thinned",
        tr("The recording memory is full: every other older sample is dropped from time to time.\n"
           "Set the limit with Run, Recording memory."),
        {});
    connect(&run_.playback(), &Playback::figuresChanged, this, &RunStatus::follow);
    connect(&run_.playback(), &Playback::stateChanged, this, &RunStatus::follow);
    connect(&run_, &RunController::runChanged, this, &RunStatus::follow);
    connect(&run_, &RunController::preparingChanged, this, &RunStatus::follow);
    follow();
}

QLabel* RunStatus::addLabel(const char* name, const QString& help, const QString& widest) {
    auto* label = new QLabel(this);
    label->setObjectName(QString::fromLatin1(name));
    label->setToolTip(help);
    label->setAccessibleDescription(help);
    label->setMinimumWidth(label->fontMetrics().horizontalAdvance(widest));
    layout()->addWidget(label);
    return label;
}

void RunStatus::follow() {
    const QString state = stateText(run_);
    if (state_->text() != state) {
        state_->setText(state);
        update();
    }
    for (auto* label : {method_, time_, factor_, rate_}) label->setVisible(run_.hasRun());
    const auto rows = run_.hasRun() ? run_.session().recording() : nullptr;
    thinned_->setVisible(rows && rows->thinnings() > 0);
    std::optional<ErrorFigures> errors;
    if (run_.hasRun()) errors = run_.session().errors();
    error_->setVisible(errors.has_value());
    if (errors) {
        error_->setText(errors->validUntil
                            ? tr("error not known")
                            : tr("± %1 m").arg(errors->largest.positions, 0, 'g', 2));
        error_->setToolTip(errorHelp(*errors));
    }
    if (!run_.hasRun()) return;
    thinned_->setText(tr("older samples thinned"));
    method_->setText(methodText(run_.session().spec()));
    method_->setVisible(window()->width() >= roomForMethod_px);
    const RunFigures figures = run_.playback().figures();
    const bool running = figures.state == RunState::Running;
    time_->setText("t = " + timeText(figures.time));
    const double factor = running              ? figures.realTimeFactor
                          : figures.wall > 0.0 ? figures.time / figures.wall
                                               : 0.0;
    factor_->setVisible(factor > 0.0);
    factor_->setText(tr("%1 × real time").arg(shortText(factor, 3)));
    rate_->setText(running ? tr("%1 steps/s").arg(countText(figures.stepsPerSecond))
                           : tr("%1 steps").arg(countText(static_cast<double>(figures.steps))));
}

/// Paints a dot in the colour of the state before its name.
void RunStatus::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = themeColors(isDark(palette()));
    QColor dot = colors.mutedText;
    if (run_.hasRun()) {
        const RunState state = run_.playback().figures().state;
        if (state == RunState::Running) dot = colors.success;
        if (state == RunState::Failed) dot = colors.error;
        if (state == RunState::Finished) dot = colors.accent;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(dot);
    painter.drawEllipse(QPointF(state_->x() - 9.0, height() / 2.0), 4.0, 4.0);
}

}  // namespace momentree::app
