// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/accelerator/waterfall_chart.hpp"

#include <QPainter>
#include <algorithm>

#include "app/base/value_text.hpp"
#include "app/panels/accelerator/timing_chart.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

constexpr int waterfallMargin = 10, waterfallNameWidth = 70, waterfallValueWidth = 168,
              headHeight = 22;
constexpr int lineHeight = 12, waterfallBarHeight = 8, waterfallPartGap = 3;
constexpr int partHeight = 2 * lineHeight + waterfallPartGap;

QColor colourOf(const QString& part, const ThemeColors& colors) {
    if (part == "compute") return colors.series[0];
    if (part == "send" || part == "receive") return colors.series[2];
    if (part == "wait") return colors.mutedText;
    return colors.series[1];
}

}  // namespace

WaterfallChart::WaterfallChart(QWidget* parent) : QWidget(parent) {
    setFont(plotFont());
    setAccessibleName(tr("Time of a batch"));
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

/// In the model the parts are consecutive. When measured, the board computes while this machine
/// waits and receives.
void WaterfallChart::collect() {
    bars_.clear();
    double at = 0.0, ordered = 0.0;
    for (const fpga::TimingRow& row : measured_) {
        const QString part = QString::fromStdString(row.part);
        const bool beside = part == "compute";
        if (part == "wait") ordered = at;
        const bool modelled = !fpga::isMeasured(row.source);
        bars_.push_back({part, modelled, false, beside ? ordered : at, row.ns});
        if (!beside) at += row.ns;
    }
    at = 0.0;
    for (const fpga::TimingRow& row : modelled_) {
        bars_.push_back(
            {QString::fromStdString(row.part), !fpga::isMeasured(row.source), true, at, row.ns});
        at += row.ns;
    }
    updateGeometry();
    update();
}

bool WaterfallChart::isSimulated() const {
    return std::ranges::any_of(measured_, [](const fpga::TimingRow& row) {
        return row.source == fpga::TimeSource::Simulated;
    });
}

QStringList WaterfallChart::parts() const {
    QStringList names;
    for (const Bar& bar : bars_)
        if (!names.contains(bar.part)) names << bar.part;
    return names;
}

QSize WaterfallChart::sizeHint() const {
    const int height = headHeight + static_cast<int>(parts().size()) * partHeight + lineHeight;
    return {420, height + waterfallMargin};
}

double WaterfallChart::end(bool whatIf) const {
    double last = 0.0;
    for (const Bar& bar : bars_)
        if (bar.whatIf == whatIf) last = std::max(last, bar.start_ns + bar.ns);
    return last;
}

double WaterfallChart::along(double ns) const {
    const double most = std::max({end(false), end(true), software_, 1.0});
    return ns / most *
           std::max(60, width() - waterfallNameWidth - waterfallValueWidth - waterfallMargin);
}

void WaterfallChart::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = themeColors(isDark(palette()));
    QPainter painter(this);
    painter.fillRect(rect(), colors.panel);
    painter.setRenderHint(QPainter::Antialiasing);
    if (bars_.empty()) return;
    drawHead(painter, colors, 0.0);
    double y = headHeight;
    for (const QString& part : parts()) {
        drawPart(painter, colors, part, y);
        y += partHeight;
    }
    if (!(software_ > 0.0)) return;
    const QString time = nanosecondsText(software_);
    const QString label = scaled_ ? tr("%1 from measured steps").arg(time) : time;
    const Bar bar{tr("this PC"), false, false, 0.0, software_};
    painter.setPen(colors.text);
    painter.drawText(QRectF(0, y, waterfallNameWidth - 8, lineHeight),
                     Qt::AlignVCenter | Qt::AlignRight, bar.part);
    drawBar(painter, colors, colors.series[3], bar, label, y);
}

/// Totals of both waterfalls, with the pattern of their bars.
void WaterfallChart::drawHead(QPainter& painter, const ThemeColors& colors, double y) const {
    QFont bold = plotFont();
    bold.setBold(true);
    painter.setFont(bold);
    double x = waterfallMargin;
    for (const bool whatIf : {false, true}) {
        const double whole = end(whatIf);
        if (!(whole > 0.0)) continue;
        const QRectF swatch(x, y + 0.5 * (headHeight - waterfallBarHeight), 16.0,
                            waterfallBarHeight);
        painter.setPen(whatIf ? QPen(colors.mutedText, 1.0) : QPen(Qt::NoPen));
        painter.setBrush(timingBrush(colors.mutedText, whatIf, colors));
        painter.drawRoundedRect(swatch, 1.5, 1.5);
        const QString total = nanosecondsText(whole);
        const QString text = whatIf          ? tr("What if: %1, modelled").arg(total)
                             : isSimulated() ? tr("Simulated board: %1 here").arg(total)
                                             : tr("This board: %1, measured").arg(total);
        painter.setPen(colors.text);
        x = swatch.right() + 6;
        painter.drawText(QRectF(x, y, width() - x, headHeight), Qt::AlignVCenter, text);
        x += painter.fontMetrics().horizontalAdvance(text) + 16;
    }
    painter.setFont(plotFont());
}

void WaterfallChart::drawPart(QPainter& painter, const ThemeColors& colors, const QString& part,
                              double y) const {
    painter.setPen(colors.mutedText);
    painter.drawText(QRectF(0, y, waterfallNameWidth - 8, 2 * lineHeight),
                     Qt::AlignVCenter | Qt::AlignRight, part);
    for (const Bar& bar : bars_) {
        if (bar.part != part) continue;
        const QString time = nanosecondsText(bar.ns);
        drawBar(painter, colors, colourOf(part, colors), bar,
                bar.modelled ? tr("%1 modelled").arg(time) : time, bar.whatIf ? y + lineHeight : y);
    }
}

void WaterfallChart::drawBar(QPainter& painter, const ThemeColors& colors, const QColor& colour,
                             const Bar& bar, const QString& label, double y) const {
    const QRectF area(waterfallNameWidth + along(bar.start_ns),
                      y + 0.5 * (lineHeight - waterfallBarHeight), std::max(2.0, along(bar.ns)),
                      waterfallBarHeight);
    painter.setPen(bar.modelled ? QPen(colour, 1.0) : QPen(Qt::NoPen));
    painter.setBrush(timingBrush(colour, bar.modelled, colors));
    painter.drawRoundedRect(area, 1.5, 1.5);
    painter.setPen(bar.modelled ? colors.mutedText : colors.text);
    painter.drawText(QRectF(area.right() + 6, y - 2, waterfallValueWidth, lineHeight + 4),
                     Qt::AlignVCenter, label);
}

}  // namespace momentree::app
