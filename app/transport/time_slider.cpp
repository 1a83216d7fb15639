// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/transport/time_slider.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QStyleOption>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "app/status/number_text.hpp"

namespace momentree::app {
namespace {

constexpr double margin = 9.0;
constexpr double grooveHeight = 5.0;
constexpr double handleRadius = 7.0;
constexpr int units = 10'000;  // of the accessible value, over the whole duration

}  // namespace

TimeSlider::TimeSlider(QWidget* parent) : QAbstractSlider(parent) {
    setOrientation(Qt::Horizontal);
    setRange(0, units);
    setFocusPolicy(Qt::TabFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Shown time"));
    setStatusTip(tr("Drag to look at any instant computed so far"));
    setCursor(Qt::PointingHandCursor);
}

void TimeSlider::setTimes(double shown, double computed, double duration) {
    if (shown == shown_ && computed == computed_ && duration == duration_) return;
    shown_ = shown;
    computed_ = computed;
    duration_ = std::max(duration, computed);
    updating_ = true;
    setValue(duration_ > 0.0 ? static_cast<int>(std::lround(units * shown_ / duration_)) : 0);
    updating_ = false;
    update();
}

void TimeSlider::sliderChange(SliderChange change) {
    // Changed by keyboard or by an assistive tool.
    if (change == SliderValueChange && !updating_ && duration_ > 0.0)
        Q_EMIT scrubbed(std::min(duration_ * value() / units, computed_));
    QAbstractSlider::sliderChange(change);
}

QRectF TimeSlider::groove() const {
    return {margin, (height() - grooveHeight) / 2.0, width() - 2.0 * margin, grooveHeight};
}

double TimeSlider::xOf(double time) const {
    const QRectF g = groove();
    return g.left() + (duration_ > 0.0 ? g.width() * std::clamp(time / duration_, 0.0, 1.0) : 0.0);
}

double TimeSlider::timeAt(double x) const {
    const QRectF g = groove();
    return std::clamp((x - g.left()) / std::max(1.0, g.width()) * duration_, 0.0, computed_);
}

void TimeSlider::scrubTo(double x) {
    if (duration_ > 0.0) Q_EMIT scrubbed(timeAt(x));
}

void TimeSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    setSliderDown(true);
    scrubTo(event->position().x());
}

void TimeSlider::mouseMoveEvent(QMouseEvent* event) {
    hover_ = event->position().x();
    if (event->buttons().testFlag(Qt::LeftButton)) scrubTo(hover_);
    if (duration_ > 0.0)
        QToolTip::showText(event->globalPosition().toPoint() + QPoint(0, -40),
                           timeText(timeAt(hover_)), this);
    update();
}

void TimeSlider::mouseReleaseEvent(QMouseEvent*) { setSliderDown(false); }

void TimeSlider::leaveEvent(QEvent*) {
    hover_ = -1.0;
    update();
}

void TimeSlider::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const QRectF g = groove();
    const double radius = grooveHeight / 2.0;

    QColor planned = palette().color(QPalette::WindowText);
    planned.setAlpha(38);
    painter.setBrush(planned);
    painter.drawRoundedRect(g, radius, radius);

    const bool enabled = isEnabled() && duration_ > 0.0;
    QColor accent =
        palette().color(enabled ? QPalette::Active : QPalette::Disabled, QPalette::Highlight);
    QColor known = accent;
    known.setAlpha(90);
    painter.setBrush(known);
    painter.drawRoundedRect(QRectF(g.topLeft(), QPointF(xOf(computed_), g.bottom())), radius,
                            radius);
    painter.setBrush(accent);
    painter.drawRoundedRect(QRectF(g.topLeft(), QPointF(xOf(shown_), g.bottom())), radius, radius);

    if (!enabled) return;
    const QPointF centre(xOf(shown_), g.center().y());
    painter.setBrush(palette().color(QPalette::Base));
    painter.setPen(QPen(accent, hasFocus() || isSliderDown() ? 3.0 : 2.0));
    painter.drawEllipse(centre, handleRadius - 1.0, handleRadius - 1.0);
}

}  // namespace momentree::app
