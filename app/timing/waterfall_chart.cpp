// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timing/waterfall_chart.hpp"

#include <QPainter>
#include <algorithm>

#include "app/plots/plot_style.hpp"
#include "app/plots/value_text.hpp"
#include "app/timing/timing_chart.hpp"

namespace momentree::app {
namespace {

constexpr int margin = 12, nameWidth = 74, valueWidth = 170, rowHeight = 19, barHeight = 12;
constexpr int titleHeight = 22, blockGap = 10;

QColor colourOf(const QString& part, const ThemeColors& colors) {
    if (part == "compute") return colors.series[0];
    if (part == "send" || part == "receive") return colors.series[2];
    if (part == "wait") return colors.mutedText;
    return colors.series[1];
}

}  // namespace

WaterfallChart::WaterfallChart(QWidget* parent) : QWidget(parent) {
    setFont(plotFont());
    setAccessibleName(tr("Where the time of a batch goes"));
}

void WaterfallChart::setMeasured(const std::vector<fpga::TimingRow>& rows) {
    measured_ = rows;
    collect();
}

void WaterfallChart::setModelled(const std::vector<fpga::TimingRow>& rows) {
    modelled_ = rows;
    collect();
}

void WaterfallChart::setSoftware(double ns, bool scaled) {
    software_ = ns;
    scaled_ = scaled;
    update();
}

/// In the model one thing follows the other. Measured, the board computes while this machine waits
/// and receives.
void WaterfallChart::collect() {
    bars_.clear();
    double at = 0.0, ordered = 0.0;
    for (const fpga::TimingRow& row : measured_) {
        const QString part = QString::fromStdString(row.part);
        const bool beside = part == "compute";
        if (part == "wait") ordered = at;
        const bool modelled = row.source == fpga::TimeSource::Modelled;
        bars_.push_back({part, modelled, false, beside ? ordered : at, row.ns});
        if (!beside) at += row.ns;
    }
    at = 0.0;
    for (const fpga::TimingRow& row : modelled_) {
        bars_.push_back({QString::fromStdString(row.part), row.source == fpga::TimeSource::Modelled,
                         true, at, row.ns});
        at += row.ns;
    }
    updateGeometry();
    update();
}

QSize WaterfallChart::sizeHint() const {
    const auto rows = static_cast<int>(bars_.size());
    return {420, 2 * margin + rows * rowHeight + 3 * titleHeight + 2 * blockGap + rowHeight};
}

double WaterfallChart::end(bool whatIf) const {
    double last = 0.0;
    for (const Bar& bar : bars_)
        if (bar.whatIf == whatIf) last = std::max(last, bar.start_ns + bar.ns);
    return last;
}

double WaterfallChart::along(double ns) const {
    const double most = std::max({end(false), end(true), software_, 1.0});
    return ns / most * std::max(60, width() - nameWidth - valueWidth - margin);
}

void WaterfallChart::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = themeColors(isDark(palette()));
    QPainter painter(this);
    painter.fillRect(rect(), colors.background);
    painter.setRenderHint(QPainter::Antialiasing);
    if (bars_.empty()) return;
    double y = margin;
    drawBlock(painter, colors, false, y);
    drawBlock(painter, colors, true, y);
    drawSoftware(painter, colors, y);
}

void WaterfallChart::drawBlock(QPainter& painter, const ThemeColors& colors, bool whatIf,
                               double& y) const {
    const double whole = end(whatIf);
    if (!(whole > 0.0)) return;
    QFont bold = plotFont();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(colors.text);
    const QString total = nanosecondsText(whole);
    painter.drawText(QRectF(margin, y, width() - 2 * margin, titleHeight), Qt::AlignVCenter,
                     whatIf ? tr("What if: %1, modelled").arg(total)
                            : tr("This board, this link: %1, measured").arg(total));
    painter.setFont(plotFont());
    y += titleHeight;
    for (const Bar& bar : bars_) {
        if (bar.whatIf != whatIf) continue;
        const QColor colour = colourOf(bar.part, colors);
        painter.setPen(colors.mutedText);
        painter.drawText(QRectF(margin, y, nameWidth - margin - 8, rowHeight),
                         Qt::AlignVCenter | Qt::AlignRight, bar.part);
        const QRectF area(nameWidth + along(bar.start_ns), y + 0.5 * (rowHeight - barHeight),
                          std::max(2.0, along(bar.ns)), barHeight);
        painter.setPen(bar.modelled ? QPen(colour, 1.0) : QPen(Qt::NoPen));
        painter.setBrush(timingBrush(colour, bar.modelled, colors));
        painter.drawRoundedRect(area, 1.5, 1.5);
        painter.setPen(bar.modelled ? colors.mutedText : colors.text);
        const QString time = nanosecondsText(bar.ns);
        painter.drawText(QRectF(area.right() + 8, y, valueWidth, rowHeight), Qt::AlignVCenter,
                         bar.modelled ? tr("%1 modelled").arg(time) : time);
        y += rowHeight;
    }
    y += blockGap;
}

void WaterfallChart::drawSoftware(QPainter& painter, const ThemeColors& colors, double y) const {
    if (!(software_ > 0.0)) return;
    QFont bold = plotFont();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(colors.text);
    painter.drawText(QRectF(margin, y, width() - 2 * margin, titleHeight), Qt::AlignVCenter,
                     tr("The same steps on this PC"));
    painter.setFont(plotFont());
    y += titleHeight;
    const QRectF area(nameWidth, y + 0.5 * (rowHeight - barHeight), std::max(2.0, along(software_)),
                      barHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.series[3]);
    painter.drawRoundedRect(area, 1.5, 1.5);
    painter.setPen(colors.text);
    const QString time = nanosecondsText(software_);
    painter.drawText(QRectF(area.right() + 8, y, valueWidth, rowHeight), Qt::AlignVCenter,
                     scaled_ ? tr("%1 from measured steps").arg(time) : time);
}

}  // namespace momentree::app
