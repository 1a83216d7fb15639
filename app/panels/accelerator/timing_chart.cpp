// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/accelerator/timing_chart.hpp"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "app/base/value_text.hpp"
#include "app/plots/phase_chart.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

constexpr int margin = 12, nameWidth = 118, barHeight = 13, barGap = 3, partGap = 9;
constexpr int keyLine = 18, stackHeight = 24, stackGap = 40, valueWidth = 142;
constexpr double headRoom = 1.05, leastBar = 2.0;

bool isModelled(const fpga::TimingRow& row) { return !fpga::isMeasured(row.source); }

QString sourceText(const fpga::TimingRow& row) {
    switch (row.source) {
        case fpga::TimeSource::MeasuredBoard:
            return TimingChart::tr("measured on the board, clocks at the frequency that it states");
        case fpga::TimeSource::MeasuredHost:
            return TimingChart::tr("measured");
        case fpga::TimeSource::Simulated:
            return TimingChart::tr("simulated");
        default:
            return TimingChart::tr("modelled");
    }
}

QString tipText(const QString& lane, const fpga::TimingRow& row) {
    QStringList lines{QStringLiteral("%1: %2").arg(lane, QString::fromStdString(row.part)),
                      QStringLiteral("%1, %2").arg(nanosecondsText(row.ns), sourceText(row))};
    if (row.hasSpread())
        lines << TimingChart::tr("median; %1 to %2 from the first to the ninth decile")
                     .arg(nanosecondsText(row.low_ns), nanosecondsText(row.high_ns));
    lines << QString::fromStdString(row.device);
    return lines.join('\n');
}

double largest(const fpga::ReportTable& table, bool stacked) {
    double most = 0.0;
    for (const fpga::ReportGroup& group : table.groups) {
        double sum = 0.0;
        for (const fpga::TimingRow& row : group.rows) {
            sum += row.ns;
            if (!stacked) most = std::max({most, row.ns, row.high_ns});
        }
        if (stacked) most = std::max(most, sum);
    }
    return most;
}

double least(const fpga::ReportTable& table) {
    double low = INFINITY;
    for (const fpga::ReportGroup& group : table.groups)
        for (const fpga::TimingRow& row : group.rows)
            if (row.ns > 0.0) low = std::min(low, row.hasSpread() ? row.low_ns : row.ns);
    return low;
}

QFont boldFont() {
    QFont font = plotFont();
    font.setBold(true);
    return font;
}

}  // namespace

QBrush timingBrush(const QColor& colour, bool modelled, const ThemeColors& colors) {
    if (!modelled) return colour;
    constexpr int side = 6;
    QPixmap tile(side, side);
    QColor ground = colour;
    ground.setAlpha(46);
    tile.fill(colors.panel);
    QPainter painter(&tile);
    painter.fillRect(tile.rect(), ground);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.5));
    for (const int shift : {-side, 0, side})
        painter.drawLine(QPointF(shift - 1, side + 1), QPointF(shift + side + 1, -1));
    return QBrush(tile);
}

QString timingText(const fpga::TimingRow& row) {
    const QString time = nanosecondsText(row.ns);
    return isModelled(row) ? TimingChart::tr("%1 modelled").arg(time) : time;
}

TimingChart::TimingChart(QWidget* parent) : QWidget(parent) {
    setFont(plotFont());
    setAccessibleName(tr("Times by phase"));
}

void TimingChart::setTable(const fpga::ReportTable& table) {
    table_ = table;
    updateGeometry();
    update();
}

void TimingChart::setArrangement(Arrangement arrangement) {
    arrangement_ = arrangement;
    updateGeometry();
    update();
}

void TimingChart::setLogarithmic(bool on) {
    log_ = on;
    update();
}

QStringList TimingChart::parts() const {
    QStringList names;
    for (const fpga::ReportGroup& group : table_.groups)
        for (const fpga::TimingRow& row : group.rows) {
            const QString name = QString::fromStdString(row.part);
            if (!names.contains(name)) names << name;
        }
    return names;
}

QColor TimingChart::laneColour(std::size_t lane, const ThemeColors& colors) const {
    constexpr std::array<std::size_t, 4> series{0, 2, 1, 3};
    return colors.series[series[lane % series.size()]];
}

QColor TimingChart::partColour(const QString& part, const ThemeColors& colors) const {
    for (std::size_t p = 0; p < phaseCount; ++p) {
        const std::string_view name = phaseName(static_cast<Phase>(p));
        if (part == QLatin1String(name.data(), static_cast<int>(name.size())))
            return phaseColour(static_cast<Phase>(p), colors);
    }
    if (part == "update") return phaseColour(Phase::Initialise, colors);
    if (part == "inverse") return phaseColour(Phase::Base, colors);
    if (part == "register transfer") return phaseColour(Phase::Transfer, colors);
    return colors.mutedText;
}

int TimingChart::contentHeight() const {
    const int key = margin + keyLine * (static_cast<int>(table_.groups.size()) + 1) + margin;
    if (arrangement_ == Arrangement::Stacked) {
        const int legend = keyLine * ((static_cast<int>(parts().size()) + 2) / 3) + margin;
        return key + static_cast<int>(table_.groups.size()) * (stackHeight + stackGap) + legend;
    }
    int bars = 0;
    for (const fpga::ReportGroup& group : table_.groups)
        bars += static_cast<int>(group.rows.size());
    return key + bars * (barHeight + barGap) + static_cast<int>(parts().size()) * partGap + margin;
}

QSize TimingChart::sizeHint() const { return {420, contentHeight()}; }
QSize TimingChart::minimumSizeHint() const { return {340, contentHeight()}; }

/// End of a time along the bars, in pixels from their start.
double TimingChart::along(double ns) const {
    const double room = std::max(40, width() - nameWidth - valueWidth - margin);
    const bool stacked = arrangement_ == Arrangement::Stacked;
    const double most = largest(table_, stacked) * headRoom;
    if (!(most > 0.0) || !(ns > 0.0)) return 0.0;
    if (!isLogarithmic()) return std::max(leastBar, ns / most * room);
    const double low = std::pow(10.0, std::floor(std::log10(least(table_)) - 0.3));
    return std::max(leastBar, std::log10(ns / low) / std::log10(most / low) * room);
}

void TimingChart::paintEvent(QPaintEvent*) {
    bars_.clear();
    const ThemeColors& colors = themeColors(isDark(palette()));
    QPainter painter(this);
    painter.fillRect(rect(), colors.panel);
    painter.setFont(plotFont());
    painter.setRenderHint(QPainter::Antialiasing);
    if (table_.groups.empty()) return;
    drawKey(painter, colors);
    if (arrangement_ == Arrangement::Stacked)
        drawStacked(painter, colors);
    else
        drawSideBySide(painter, colors);
}

/// Key of the lanes, and of measured and modelled times.
void TimingChart::drawKey(QPainter& painter, const ThemeColors& colors) {
    const auto swatch = [&](double x, double y, const QColor& colour, bool modelled) {
        const QRectF area(x, y + 3.5, 22.0, 11.0);
        painter.setPen(QPen(colour, 1.0));
        painter.setBrush(timingBrush(colour, modelled, colors));
        painter.drawRoundedRect(area, 2, 2);
    };
    double y = margin;
    swatch(margin, y, colors.mutedText, false);
    painter.setPen(colors.text);
    painter.drawText(QRectF(margin + 30, y, 70, keyLine), Qt::AlignVCenter, tr("measured"));
    swatch(margin + 105, y, colors.mutedText, true);
    painter.setPen(colors.text);
    painter.drawText(QRectF(margin + 135, y, 200, keyLine), Qt::AlignVCenter,
                     tr("modelled or simulated"));
    const bool stacked = arrangement_ == Arrangement::Stacked;
    for (std::size_t i = 0; i < table_.groups.size() && !stacked; ++i) {
        y += keyLine;
        const fpga::ReportGroup& group = table_.groups[i];
        swatch(margin, y, laneColour(i, colors), false);
        painter.setPen(colors.text);
        QString text = QString::fromStdString(group.name);
        if (!group.rows.empty())
            text += QStringLiteral("  –  ") + QString::fromStdString(group.rows.front().device);
        const QRectF area(margin + 30, y, width() - margin - 36, keyLine);
        painter.drawText(
            area, Qt::AlignVCenter,
            painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(area.width())));
    }
}

void TimingChart::drawBar(QPainter& painter, const ThemeColors& colors, const QColor& colour,
                          Bar bar, bool labelled) {
    painter.setPen(bar.modelled ? QPen(colour, 1.0) : QPen(Qt::NoPen));
    painter.setBrush(timingBrush(colour, bar.modelled, colors));
    painter.drawRoundedRect(bar.area, 1.5, 1.5);
    if (labelled) {
        painter.setPen(bar.modelled ? colors.mutedText : colors.text);
        painter.drawText(
            QRectF(bar.area.right() + 8, bar.area.top() - 3, valueWidth, bar.area.height() + 6),
            Qt::AlignVCenter | Qt::AlignLeft, bar.label);
    }
    bars_.push_back(std::move(bar));
}

/// From the 10th to the 90th percentile of the measurements.
void TimingChart::drawSpread(QPainter& painter, const ThemeColors& colors,
                             const fpga::TimingRow& row, double y) {
    if (!row.hasSpread()) return;
    const double low = nameWidth + along(row.low_ns), high = nameWidth + along(row.high_ns);
    painter.setPen(QPen(colors.text, 1.2));
    painter.drawLine(QPointF(low, y), QPointF(high, y));
    for (const double x : {low, high}) painter.drawLine(QPointF(x, y - 3.5), QPointF(x, y + 3.5));
}

void TimingChart::drawSideBySide(QPainter& painter, const ThemeColors& colors) {
    double y = margin + keyLine * static_cast<double>(table_.groups.size() + 1) + margin;
    for (const QString& part : parts()) {
        const double top = y;
        for (std::size_t i = 0; i < table_.groups.size(); ++i)
            for (const fpga::TimingRow& row : table_.groups[i].rows) {
                if (QString::fromStdString(row.part) != part) continue;
                const QString lane = QString::fromStdString(table_.groups[i].name);
                Bar bar{lane,
                        part,
                        timingText(row),
                        tipText(lane, row),
                        isModelled(row),
                        QRectF(nameWidth, y, along(row.ns), barHeight)};
                const double room = row.hasSpread() ? along(row.high_ns) - along(row.ns) : 0.0;
                drawBar(painter, colors, laneColour(i, colors), bar, false);
                drawSpread(painter, colors, row, y + 0.5 * barHeight);
                painter.setPen(bar.modelled ? colors.mutedText : colors.text);
                painter.drawText(QRectF(bar.area.right() + std::max(0.0, room) + 8, y - 3,
                                        valueWidth, barHeight + 6),
                                 Qt::AlignVCenter, bar.label);
                y += barHeight + barGap;
            }
        painter.setPen(colors.text);
        painter.drawText(QRectF(margin, top, nameWidth - margin - 8, y - top - barGap),
                         Qt::AlignVCenter | Qt::AlignRight, part);
        y += partGap;
        painter.setPen(QPen(colors.sunk, 1.0));
        painter.drawLine(QPointF(margin, y - partGap + 3),
                         QPointF(width() - margin, y - partGap + 3));
    }
}

void TimingChart::drawStacked(QPainter& painter, const ThemeColors& colors) {
    double y = margin + keyLine + margin;
    for (const fpga::ReportGroup& group : table_.groups) {
        const QString lane = QString::fromStdString(group.name);
        const fpga::TimingRow total = fpga::totalOf(group.rows);
        painter.setFont(boldFont());
        painter.setPen(colors.text);
        painter.drawText(QRectF(margin, y, width() - 2 * margin, keyLine), Qt::AlignVCenter, lane);
        painter.setFont(plotFont());
        y += keyLine;
        double x = margin;
        const double scale =
            (width() - margin - valueWidth) / std::max(1.0, largest(table_, true) * headRoom);
        for (const fpga::TimingRow& row : group.rows) {
            const QString part = QString::fromStdString(row.part);
            const double length = std::max(1.0, row.ns * scale);
            Bar bar{lane,
                    part,
                    timingText(row),
                    tipText(lane, row),
                    isModelled(row),
                    QRectF(x, y, length, stackHeight)};
            drawBar(painter, colors, partColour(part, colors), bar, false);
            x += length;
        }
        painter.setPen(colors.text);
        const bool mixed = std::ranges::any_of(group.rows, isModelled);
        const QString sum = nanosecondsText(total.ns);
        painter.drawText(QRectF(x + 8, y, valueWidth, stackHeight), Qt::AlignVCenter,
                         mixed ? tr("%1 partly modelled").arg(sum) : sum);
        y += stackHeight + stackGap - keyLine;
    }
    int k = 0;
    const double column = (width() - 2.0 * margin) / 3.0;
    for (const QString& part : parts()) {
        const double x = margin + (k % 3) * column, top = y + (k / 3) * keyLine;
        painter.setPen(Qt::NoPen);
        painter.setBrush(partColour(part, colors));
        painter.drawRoundedRect(QRectF(x, top + 4, 10, 10), 2, 2);
        painter.setPen(colors.text);
        painter.drawText(QRectF(x + 16, top, column - 18, keyLine), Qt::AlignVCenter, part);
        ++k;
    }
}

bool TimingChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (const Bar& bar : bars_)
        if (bar.area.adjusted(-2, -3, 6, 3).contains(help->pos())) {
            QToolTip::showText(help->globalPos(), bar.tip, this);
            return true;
        }
    QToolTip::hideText();
    return true;
}

}  // namespace momentree::app
