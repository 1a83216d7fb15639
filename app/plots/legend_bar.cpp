// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/legend_bar.hpp"

#include <QAbstractButton>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "app/plots/plot_style.hpp"
#include "app/theme/theme.hpp"

namespace momentree::app {
namespace {

constexpr int chipHeight = 22, side = 6, swatch = 20, gap = 6, longest = 240;

class LegendChip final : public QAbstractButton {
    Q_OBJECT
public:
    LegendChip(const LegendEntry& entry, QWidget* parent) : QAbstractButton(parent), entry_(entry) {
        setText(entry.name);
        setCheckable(true);
        setChecked(entry.shown);
        setFont(plotFont());
        setAttribute(Qt::WA_Hover);
        setCursor(Qt::PointingHandCursor);
        const QString unit =
            entry.unit.isEmpty() ? QString() : QStringLiteral(" [%1]").arg(entry.unit);
        setToolTip(tr("%1%2\nClick: hide or show. Double click: show only this curve.")
                       .arg(entry.name, unit));
        setAccessibleName(tr("Curve %1").arg(entry.name));
    }
    QSize sizeHint() const override {
        const int text = std::min(fontMetrics().horizontalAdvance(this->text()), longest);
        return {2 * side + swatch + gap + text, chipHeight};
    }

signals:
    void soloRequested();

protected:
    void mouseDoubleClickEvent(QMouseEvent* event) override {
        if (event->button() == Qt::LeftButton) emit soloRequested();
    }
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const ThemeColors& colors = themeColors(isDark(palette()));
        const QRectF frame = QRectF(rect()).adjusted(0.5, 1.5, -0.5, -1.5);
        if (underMouse() || hasFocus()) {
            painter.setPen(hasFocus() ? QPen(colors.selection, 1.0) : QPen(Qt::NoPen));
            painter.setBrush(underMouse() ? colors.grid : Qt::transparent);
            painter.drawRoundedRect(frame, 4, 4);
        }
        SeriesStyle line = entry_.style(colors);
        if (!isChecked()) line.colour = colors.grid;
        QPen pen = line.pen();
        pen.setWidthF(2.0);
        if (!line.dashes.isEmpty()) {
            QList<qreal> dashes = line.dashes;
            for (qreal& dash : dashes) dash /= 2.0;
            pen.setDashPattern(dashes);
        }
        pen.setCapStyle(Qt::FlatCap);
        painter.setPen(pen);
        const double y = rect().center().y() + 0.5;
        painter.drawLine(QPointF(side, y), QPointF(side + swatch, y));
        painter.setPen(isChecked() ? colors.text : colors.mutedText);
        QFont font = this->font();
        font.setStrikeOut(!isChecked());
        painter.setFont(font);
        const QRect area = rect().adjusted(side + swatch + gap, 0, -side + 1, 0);
        painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text(), Qt::ElideMiddle, area.width()));
    }

private:
    LegendEntry entry_;
};

}  // namespace

LegendBar::LegendBar(QWidget* parent) : QWidget(parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void LegendBar::setEntries(const std::vector<LegendEntry>& entries) {
    for (QAbstractButton* chip : chips_) {
        chip->hide();
        chip->deleteLater();
    }
    chips_.clear();
    for (const LegendEntry& one : entries) {
        const int index = static_cast<int>(chips_.size());
        auto* chip = new LegendChip(one, this);
        connect(chip, &LegendChip::toggled, this,
                [this, index](bool on) { emit toggled(index, on); });
        connect(chip, &LegendChip::soloRequested, this,
                [this, index] { emit soloRequested(index); });
        chip->show();
        chips_.push_back(chip);
    }
    arrange(width(), true);
    updateGeometry();
}

void LegendBar::setShown(int index, bool shown) { chip(index)->setChecked(shown); }

int LegendBar::arrange(int width, bool place) const {
    int x = 0, y = 0;
    for (QAbstractButton* chip : chips_) {
        const QSize size(std::min(chip->sizeHint().width(), std::max(width, 1)), chipHeight);
        if (x > 0 && x + size.width() > width) {
            x = 0;
            y += chipHeight;
        }
        if (place) chip->setGeometry(QRect(QPoint(x, y), size));
        x += size.width() + 2;
    }
    return y + chipHeight;
}

int LegendBar::heightForWidth(int width) const { return arrange(width, false); }

QSize LegendBar::sizeHint() const {
    int width = 0;
    for (const QAbstractButton* chip : chips_) width += chip->sizeHint().width() + 2;
    return {width, chipHeight};
}

QSize LegendBar::minimumSizeHint() const { return {60, chipHeight}; }

void LegendBar::resizeEvent(QResizeEvent*) { arrange(width(), true); }

}  // namespace momentree::app

#include "legend_bar.moc"
