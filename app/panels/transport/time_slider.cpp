// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/transport/time_slider.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QStyleOption>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "app/base/number_text.hpp"
#include "app/base/theme/theme.hpp"

namespace momentree::app {
namespace {

constexpr double margin = 9.0;
constexpr double grooveHeight = 5.0;
constexpr double handleRadius = 7.0;
constexpr double markReach = 4.0;
constexpr int units = 10'000;  // range of the accessible value

}  // namespace

TimeSlider::TimeSlider(QWidget* parent) : QAbstractSlider(parent) {
    setOrientation(Qt::Horizontal);
    setRange(0, units);
    setFocusPolicy(Qt::TabFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Shown time"));
    setStatusTip(tr("Drag to show any instant computed so far"));
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
    // Changed by keyboard or by assistive technology.
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

void TimeSlider::setBookmarks(std::vector<Bookmark> bookmarks) {
    bookmarks_ = std::move(bookmarks);
    update();
}

int TimeSlider::bookmarkAt(double x) const {
    for (std::size_t k = 0; k < bookmarks_.size(); ++k)
        if (std::abs(x - xOf(bookmarks_[k].time)) <= markReach) return static_cast<int>(k);
    return -1;
}

void TimeSlider::setMarks(std::vector<TimeMark> marks) {
    if (marks == marks_) return;
    marks_ = std::move(marks);
    QStringList texts;
    for (const TimeMark& mark : marks_) texts << mark.text;
    setAccessibleDescription(texts.join('\n'));
    update();
}

const TimeMark* TimeSlider::markAt(double x) const {
    const auto distance = [&](const TimeMark& mark) { return std::abs(x - xOf(mark.time)); };
    const auto nearest = std::ranges::min_element(marks_, {}, distance);
    return nearest != marks_.end() && distance(*nearest) <= markReach ? &*nearest : nullptr;
}

QString TimeSlider::toolTipAt(double x) const {
    if (const int at = bookmarkAt(x); at >= 0) {
        const Bookmark& bookmark = bookmarks_[static_cast<std::size_t>(at)];
        return QStringLiteral("%1\n%2").arg(bookmark.name, timeText(bookmark.time));
    }
    if (!markAt(x)) return timeText(timeAt(x));
    QString text;  // as rich text, so that long lines are broken
    for (const TimeMark& mark : marks_)
        if (std::abs(x - xOf(mark.time)) <= markReach)
            text += QStringLiteral("<p><b>%1</b><br>%2</p>")
                        .arg(timeText(mark.time), mark.text.toHtmlEscaped());
    return text;
}

void TimeSlider::mousePressEvent(QMouseEvent* event) {
    const int mark = bookmarkAt(event->position().x());
    if (event->button() == Qt::RightButton && mark >= 0)
        Q_EMIT bookmarkMenuWanted(mark, event->globalPosition().toPoint());
    if (event->button() != Qt::LeftButton) return;
    setSliderDown(true);
    // A click on a mark selects its exact time.
    if (mark >= 0 && bookmarks_[static_cast<std::size_t>(mark)].time <= computed_)
        Q_EMIT scrubbed(bookmarks_[static_cast<std::size_t>(mark)].time);
    else if (const TimeMark* found = markAt(event->position().x()))
        Q_EMIT scrubbed(std::min(found->time, computed_));
    else
        scrubTo(event->position().x());
}

void TimeSlider::mouseMoveEvent(QMouseEvent* event) {
    hover_ = event->position().x();
    if (event->buttons().testFlag(Qt::LeftButton)) scrubTo(hover_);
    if (duration_ > 0.0) Q_EMIT hovered(timeAt(hover_));
    // Times stand above the axis; the long texts of marks are below the mouse, not under it.
    const QPoint above(0, markAt(hover_) ? 0 : -40);
    if (duration_ > 0.0)
        QToolTip::showText(event->globalPosition().toPoint() + above, toolTipAt(hover_), this);
    update();
}

void TimeSlider::mouseReleaseEvent(QMouseEvent*) { setSliderDown(false); }

void TimeSlider::leaveEvent(QEvent*) {
    hover_ = -1.0;
    Q_EMIT hovered(std::nullopt);
    update();
}

void TimeSlider::setCrosshair(std::optional<double> seconds) {
    if (crosshair_ == seconds) return;
    crosshair_ = seconds;
    update();
}

/// Triangles for notes, squares for what ended the run: shapes that differ without colours.
void TimeSlider::paintMarks(QPainter& painter) const {
    const ThemeColors& colors = themeColors(isDark(palette()));
    const double top = groove().bottom() + 2.5, size = 4.5;
    for (const TimeMark& mark : marks_) {
        const double x = xOf(mark.time), bottom = top + 1.6 * size;
        painter.setPen(QPen(palette().color(QPalette::Window), 1.0));
        painter.setBrush(mark.ends ? colors.error : colors.warning);
        if (mark.ends)
            painter.drawRect(QRectF(x - size, top, 2.0 * size, bottom - top));
        else
            painter.drawPolygon(QPolygonF({{x, top}, {x + size, bottom}, {x - size, bottom}}));
    }
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
    for (const Bookmark& one : bookmarks_) {
        const double x = xOf(one.time), top = g.top() - 7.0;
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette().color(QPalette::WindowText));
        painter.drawPolygon(QPolygonF({{x - 4.0, top},
                                       {x + 4.0, top},
                                       {x + 4.0, top + 5.0},
                                       {x, top + 9.0},
                                       {x - 4.0, top + 5.0}}));
    }
    if (crosshair_) {
        const double x = std::round(xOf(*crosshair_)) + 0.5;
        painter.setPen(QPen(themeColors(isDark(palette())).axis, 1.0));
        painter.drawLine(QPointF(x, g.top() - 7.0), QPointF(x, g.bottom() + 7.0));
    }
    const QPointF centre(xOf(shown_), g.center().y());
    painter.setBrush(palette().color(QPalette::Base));
    painter.setPen(QPen(accent, hasFocus() || isSliderDown() ? 3.0 : 2.0));
    painter.drawEllipse(centre, handleRadius - 1.0, handleRadius - 1.0);
    paintMarks(painter);
}

}  // namespace momentree::app
