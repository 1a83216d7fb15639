// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/legend_bar.hpp"

#include <qcustomplot.h>

#include <QAbstractButton>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <functional>

#include "app/base/theme/theme.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

constexpr int chipHeight = 22, longest = 240;
constexpr int mostRows = 2;        ///< the rest is in a menu
constexpr int leastForChip = 110;  ///< narrower bars have one chip per row

/// Lengths in a chip [px].
struct ChipSize {
    int side, swatch, gap;
};
constexpr ChipSize wideChip{6, 20, 6}, narrowChip{3, 12, 4};

class LegendChip final : public QAbstractButton {
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
        setToolTip(LegendBar::tr("%1%2\nClick: hide or show. Double-click: show only this curve.")
                       .arg(entry.name, unit));
        setAccessibleName(LegendBar::tr("Curve %1").arg(entry.name));
    }
    QSize sizeHint() const override { return {widthOf(size_), chipHeight}; }
    int widthOf(const ChipSize& size) const {
        const int text = std::min(fontMetrics().horizontalAdvance(this->text()), longest);
        return 2 * size.side + size.swatch + size.gap + text;
    }
    void setSize(const ChipSize& size) {
        size_ = size;
        update();
    }

    std::function<void()> showOnly;

protected:
    void mouseDoubleClickEvent(QMouseEvent* event) override {
        if (event->button() == Qt::LeftButton) showOnly();
    }
    void paintEvent(QPaintEvent*) override {
        QCPPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const ThemeColors& colors = themeColors(isDark(palette()));
        const QRectF frame = QRectF(rect()).adjusted(0.5, 1.5, -0.5, -1.5);
        if (underMouse() || hasFocus()) {
            painter.setPen(hasFocus() ? QPen(colors.accent, 1.0) : QPen(Qt::NoPen));
            painter.setBrush(underMouse() ? colors.grid : Qt::transparent);
            painter.drawRoundedRect(frame, 4, 4);
        }
        SeriesStyle line = entry_.style(colors);
        if (!isChecked()) line.colour = colors.grid;
        const QPen pen = line.pen();
        painter.setPen(pen);
        const double y = rect().center().y() + 0.5;
        painter.drawLine(QPointF(size_.side, y), QPointF(size_.side + size_.swatch, y));
        if (const QCPScatterStyle mark = markOf(line, colors); !mark.isNone()) {
            mark.applyTo(&painter, painter.pen());
            mark.drawShape(&painter, size_.side + size_.swatch / 2.0, y);
        }
        painter.setPen(isChecked() ? colors.text : colors.mutedText);
        QFont font = this->font();
        font.setStrikeOut(!isChecked());
        painter.setFont(font);
        const QRect area =
            rect().adjusted(size_.side + size_.swatch + size_.gap, 0, -size_.side + 1, 0);
        painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text(), Qt::ElideMiddle, area.width()));
    }

private:
    LegendEntry entry_;
    ChipSize size_ = wideChip;
};

}  // namespace

LegendBar::LegendBar(QWidget* parent) : QWidget(parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    more_ = new QToolButton(this);
    more_->setObjectName("moreCurves");
    more_->setFont(plotFont());
    more_->setAutoRaise(true);
    more_->setPopupMode(QToolButton::InstantPopup);
    more_->setMenu(new QMenu(more_));
    more_->setToolTip(tr("More curves"));
    more_->hide();
    connect(more_->menu(), &QMenu::aboutToShow, this, &LegendBar::fillMenu);
}

void LegendBar::setEntries(const std::vector<LegendEntry>& entries) {
    for (QAbstractButton* chip : chips_) {
        chip->setEnabled(false);  // keys may still come, for entries that are gone
        chip->hide();
        chip->deleteLater();
    }
    chips_.clear();
    for (const LegendEntry& one : entries) {
        const int index = static_cast<int>(chips_.size());
        auto* chip = new LegendChip(one, this);
        connect(chip, &LegendChip::toggled, this,
                [this, index](bool on) { emit toggled(index, on); });
        chip->showOnly = [this, index] { emit soloRequested(index); };
        chips_.push_back(chip);
    }
    entries_ = entries;
    arrange();
    updateGeometry();
}

void LegendBar::setShown(int index, bool shown) { chip(index)->setChecked(shown); }

int LegendBar::chipWidth(std::size_t index, bool narrow) const {
    return static_cast<const LegendChip*>(chips_[index])->widthOf(narrow ? narrowChip : wideChip);
}

int LegendBar::rowWidth() const {
    int width = -2;
    for (std::size_t k = 0; k < chips_.size(); ++k) width += chipWidth(k, false) + 2;
    return width;
}

/// As many chips as fit; the last row is shorter than the others.
std::vector<QRect> LegendBar::places(int room, int lastRoom, bool narrow) const {
    const int widest = room >= 2 * leastForChip ? (room - 2) / 2 : room;
    const int lastRow = (mostRows - 1) * chipHeight;
    std::vector<QRect> all;
    int x = 0, y = 0;
    for (std::size_t k = 0; k < chips_.size(); ++k) {
        const int width = std::min(chipWidth(k, narrow), widest);
        if (x > 0 && x + width > (y == lastRow ? lastRoom : room)) {
            x = 0;
            y += chipHeight;
        }
        if (y > lastRow || width > (y == lastRow ? lastRoom : room)) break;
        all.emplace_back(x, y, width, chipHeight);
        x += width + 2;
    }
    return all;
}

LegendBar::Arrangement LegendBar::arrangement(int width) const {
    const int room = std::max(width, 1);
    const bool narrow = rowWidth() > room;
    Arrangement out{places(room, room, narrow), {}, narrow};
    if (out.chips.size() == chips_.size()) return out;
    const int more = more_->sizeHint().width();
    out.chips = places(room, room - more - 2, narrow);
    const bool lastRowTaken = !out.chips.empty() && out.chips.back().top() > 0;
    out.more = QRect(lastRowTaken ? out.chips.back().right() + 3 : 0, (mostRows - 1) * chipHeight,
                     more, chipHeight);
    return out;
}

void LegendBar::arrange() {
    const Arrangement now = arrangement(width());
    shown_ = now.chips.size();
    for (std::size_t k = 0; k < chips_.size(); ++k) {
        static_cast<LegendChip*>(chips_[k])->setSize(now.narrow ? narrowChip : wideChip);
        if (k < shown_) chips_[k]->setGeometry(now.chips[k]);
        chips_[k]->setVisible(k < shown_);
    }
    more_->setVisible(shown_ < chips_.size());
    more_->setText(QStringLiteral("+%1").arg(chips_.size() - shown_));
    more_->setGeometry(now.more);
}

void LegendBar::fillMenu() {
    QMenu& menu = *more_->menu();
    menu.clear();
    for (std::size_t k = shown_; k < chips_.size(); ++k) {
        QPixmap line(wideChip.swatch, chipHeight);
        line.fill(Qt::transparent);
        QPainter painter(&line);
        painter.setPen(entries_[k].style(themeColors(isDark(palette()))).pen());
        painter.drawLine(0, chipHeight / 2, wideChip.swatch, chipHeight / 2);
        QAction* action = menu.addAction(QIcon(line), entries_[k].name);
        action->setCheckable(true);
        action->setChecked(chips_[k]->isChecked());
        connect(action, &QAction::toggled, chips_[k], &QAbstractButton::setChecked);
    }
}

int LegendBar::heightForWidth(int width) const {
    const Arrangement there = arrangement(width);
    int height = std::max(chipHeight, there.more.bottom() + 1);
    for (const QRect& chip : there.chips) height = std::max(height, chip.bottom() + 1);
    return height;
}

QSize LegendBar::sizeHint() const { return {rowWidth() + 2, chipHeight}; }

QSize LegendBar::minimumSizeHint() const { return {60, chipHeight}; }

void LegendBar::resizeEvent(QResizeEvent*) { arrange(); }

}  // namespace momentree::app
