// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/step_marks.hpp"

#include <QMouseEvent>
#include <QPainter>

#include "app/base/theme/theme.hpp"

namespace momentree::app {

StepMarks::StepMarks(QWidget* parent) : QWidget(parent) {
    setObjectName("stepMarks");
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StepMarks::setSteps(const QStringList& names, int current) {
    names_ = names;
    current_ = current;
    setAccessibleName(tr("Step %1 of %2").arg(current + 1).arg(names.size()));
    setAccessibleDescription(names.value(current));
    updateGeometry();
    update();
}

QSize StepMarks::sizeHint() const { return {200, fontMetrics().height() + 14}; }

/// Each name has the width that it needs, and all have the same room around them.
QRectF StepMarks::place(int step) const {
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    const QFontMetrics metrics(strong);
    double before = 0.0, all = 0.0;
    for (int k = 0; k < names_.size(); ++k) {
        const double needed = metrics.horizontalAdvance(names_[k]);
        all += needed;
        if (k < step) before += needed;
    }
    const double spare = (width() - all) / double(names_.size());
    return {before + step * spare, 0.0, metrics.horizontalAdvance(names_[step]) + spare,
            double(height())};
}

void StepMarks::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeColors& colors = themeColors(isDark(palette()));
    for (int k = 0; k < names_.size(); ++k) {
        const QRectF cell = place(k);
        const bool reached = k <= current_;
        painter.setPen(Qt::NoPen);
        painter.setBrush(reached ? colors.accent : palette().color(QPalette::Mid));
        painter.drawRoundedRect(QRectF(cell.left() + 2, cell.bottom() - 5, cell.width() - 4, 3),
                                1.5, 1.5);
        QFont font = this->font();
        font.setWeight(k == current_ ? QFont::DemiBold : QFont::Normal);
        painter.setFont(font);
        painter.setPen(k == current_ ? colors.accent : palette().color(QPalette::PlaceholderText));
        painter.drawText(cell.adjusted(2, 0, -2, -7), Qt::AlignCenter,
                         QFontMetrics(font).elidedText(names_[k], Qt::ElideRight,
                                                       static_cast<int>(cell.width()) - 4));
    }
}

void StepMarks::mousePressEvent(QMouseEvent* event) {
    for (int k = 0; k < names_.size(); ++k)
        if (place(k).contains(event->position())) Q_EMIT chosen(k);
}

}  // namespace momentree::app
