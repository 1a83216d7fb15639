// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/xray/singularity.hpp"

#include <QPainter>
#include <cmath>

#include "app/base/background.hpp"
#include "app/base/display_unit.hpp"
#include "app/base/number_text.hpp"
#include "app/base/theme/theme.hpp"
#include "app/runs/live_model.hpp"
#include "app/scene/viewport.hpp"
#include "core/kinematics/free_motions.hpp"

namespace momentree::app {
namespace {

constexpr int interval_ms = 200;
constexpr double nearAt = 0.02, singularAt = 0.005;  ///< ratios
constexpr double emptyAt = 1e-3;                     ///< ratio at which the bar is empty
constexpr int barWidth = 64, barHeight = 8, gap = 7;

QColor colorOf(SingularityWatch::Level level, const ThemeColors& colors) {
    switch (level) {
        case SingularityWatch::Level::Singular:
        case SingularityWatch::Level::Torn:
            return colors.error;
        case SingularityWatch::Level::Near:
            return colors.warning;
        case SingularityWatch::Level::Good:
            return colors.success;
        case SingularityWatch::Level::Unknown:
            break;
    }
    return colors.mutedText;
}

}  // namespace

std::vector<BodyState> statesIn(const Sight& sight) {
    std::vector<BodyState> states;
    for (int i = 0; i < static_cast<int>(sight.model.bodies.size()); ++i) {
        const double* at = sight.row.data() + sight.layout.body(i);
        BodyState state;
        state.r = Eigen::Map<const Vector3d>(at);
        state.e = Eigen::Map<const Quat<double>>(at + 3);
        states.push_back(state);
    }
    return states;
}

SingularityWatch::SingularityWatch(Viewport& viewport, LiveModel& live, QObject* parent)
    : QObject(parent), viewport_(viewport), live_(live) {
    pause_.setSingleShot(true);
    pause_.setInterval(interval_ms);
    connect(&pause_, &QTimer::timeout, this, &SingularityWatch::compute);
}

void SingularityWatch::follow() {
    if (!pause_.isActive()) pause_.start();
}

void SingularityWatch::compute() {
    if (computing_) {
        again_ = true;
        return;
    }
    const CheckedModel& checked = live_.checked();
    if (seen_ != checked.model.get()) {
        seen_ = checked.model.get();
        rank_ = checked.assembled ? checked.report.rank : 0;
    }
    const auto sight = viewport_.sight();
    if (!sight || !checked.assembled || &sight->model != seen_ || rank_ == 0) {
        ratio_.reset();
        torn_.reset();
        return Q_EMIT changed();
    }
    const std::vector<OpenJoint> open = openJoints(*sight);
    torn_ = open.empty() ? std::nullopt : std::optional(open.front());
    computing_ = true;
    const auto job = [model = checked.model, t = sight->row[0], states = statesIn(*sight)] {
        return closureSingularValues(*model, t, states);
    };
    inBackground(this, job, [this, model = seen_](const Eigen::VectorXd& values) {
        computing_ = false;
        if (again_) follow();
        again_ = false;
        if (model != seen_ || values.size() < rank_ || !(values[0] > 0.0)) return;
        ratio_ = values[rank_ - 1] / values[0];
        Q_EMIT changed();
    });
}

bool SingularityWatch::assembled() const { return live_.checked().assembled; }

bool SingularityWatch::hasLoops() const {
    return live_.checked().assembled && live_.checked().report.rank > 0;
}

SingularityWatch::Level SingularityWatch::level() const {
    if (torn_) return Level::Torn;
    if (!ratio_) return Level::Unknown;
    return *ratio_ < singularAt ? Level::Singular : *ratio_ < nearAt ? Level::Near : Level::Good;
}

SingularityGauge::SingularityGauge(SingularityWatch& watch, Without without, QWidget* parent)
    : QWidget(parent), watch_(watch), without_(without) {
    connect(&watch_, &SingularityWatch::changed, this, &SingularityGauge::follow);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    follow();
}

QString SingularityGauge::text() const {
    switch (watch_.level()) {
        case SingularityWatch::Level::Unknown:
            return watch_.hasLoops()    ? QStringLiteral("σ …")
                   : watch_.assembled() ? tr("no loops")
                                        : QStringLiteral("σ –");
        case SingularityWatch::Level::Good:
            return QStringLiteral("σ %1").arg(shortText(*watch_.ratio(), 2));
        case SingularityWatch::Level::Near:
            return tr("σ %1 · near singular").arg(shortText(*watch_.ratio(), 2));
        case SingularityWatch::Level::Torn:
            return tr("%1 is open by %2")
                .arg(QString::fromStdString(watch_.torn()->name), lengthText(watch_.torn()->gap()));
        case SingularityWatch::Level::Singular:
            break;
    }
    return tr("σ %1 · singular").arg(shortText(*watch_.ratio(), 2));
}

QSize SingularityGauge::sizeHint() const {
    const QFontMetrics metrics(font());
    const int width = metrics.horizontalAdvance(tr("σ %1 · near singular").arg("0.0001"));
    return {barWidth + gap + width + 4, metrics.height() + 4};
}

void SingularityGauge::follow() {
    if (without_ == Without::Hides) setVisible(watch_.ratio().has_value());
    const QString help =
        tr("Ratio of the smallest to the largest singular value of the loops at the displayed "
           "pose. At zero, the mechanism gains a degree of freedom, and motion and reactions are "
           "no longer determined");
    setToolTip(help);
    setAccessibleName(tr("Distance from a singular pose: %1").arg(text()));
    setAccessibleDescription(help);
    update();
}

void SingularityGauge::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = themeColors(isDark(palette()));
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF bar(0.5, (height() - barHeight) / 2.0, barWidth, barHeight);
    painter.setPen(palette().color(QPalette::Mid));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(bar, 3, 3);
    if (const auto ratio = watch_.ratio()) {
        const double part =
            1.0 - std::log10(std::clamp(*ratio, emptyAt, 1.0)) / std::log10(emptyAt);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colorOf(watch_.level(), colors));
        painter.drawRoundedRect(
            QRectF(bar.left() + 1, bar.top() + 1, part * (bar.width() - 2), bar.height() - 2), 2,
            2);
    }
    painter.setPen(watch_.level() == SingularityWatch::Level::Good ||
                           watch_.level() == SingularityWatch::Level::Unknown
                       ? palette().color(QPalette::WindowText)
                       : colorOf(watch_.level(), colors));
    painter.drawText(QRectF(barWidth + gap, 0, width() - barWidth - gap, height()),
                     Qt::AlignVCenter | Qt::AlignLeft, text());
}

}  // namespace momentree::app
