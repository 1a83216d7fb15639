// SPDX-License-Identifier: GPL-3.0-or-later
// The names and values at the ends of the curves of a chart.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/value_text.hpp"
#include "app/plots/curve_chart.hpp"
#include "app/plots/end_labels.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

constexpr double mostForLabels = 0.4;  ///< of the width of the plot
constexpr int samplesCompared = 64;    ///< of two curves that may coincide
constexpr int valuesCompared = 8;      ///< of a range, to find how long their texts are

}  // namespace

void CurveChart::makeRoomForLabels(const Extremes& shown) {
    const std::vector<Shown> curves = this->shown();
    const QSize size = plot_->viewport().size();
    // With several runs and quantities names are too long; a legend tells both apart.
    const bool oneName = runs_.size() == 1 || settings_.series.size() == 1;
    labelled_ = oneName && !shown.empty() &&
                settings_.namesAtEnds.value_or(size.width() >= metric::narrowPlot) &&
                static_cast<double>(curves.size() + 2) * ends_->gap() <= size.height();
    if (!labelled_) return setLabelRoom(*plot_, 0);
    QStringList names;
    for (const Shown& curve : curves)
        if (curves.size() > 1) names << name(curve);
    const double most = mostForLabels * size.width();
    const ValueRange range = valueRange();
    QString longest;
    for (int k = 0; k <= valuesCompared; ++k) {
        const double value =
            range.lower + (range.upper - range.lower) * (k + 0.37) / (valuesCompared + 1);
        if (const QString text = valueOf(curves.front(), value); text.size() > longest.size())
            longest = text;
    }
    // Names are more useful than values.
    valued_ = settings_.valuesAtEnds && ends_->room(names, longest) <= most;
    if (!valued_) longest.clear();
    labelRoom_ = std::min(ends_->room(names, longest), most);
    longestValue_ = longest;
    setLabelRoom(*plot_, static_cast<int>(labelRoom_));
}

/// Within a pixel of each other almost everywhere.
bool CurveChart::coincide(Shown one, Shown other) const {
    const ValueRange time = timeRange();
    int compared = 0, apart = 0;
    for (int k = 0; k <= samplesCompared; ++k) {
        const double at = time.lower + time.span() * k / samplesCompared;
        const double a = valueAt(one.run, one.series, at), b = valueAt(other.run, other.series, at);
        if (std::isnan(a) && std::isnan(b)) continue;
        ++compared;
        const double distance = plot_->yAxis->coordToPixel(a) - plot_->yAxis->coordToPixel(b);
        if (!(std::abs(distance) < 1.0)) ++apart;
    }
    constexpr int fewest = 8;  // equal starts do not make equal curves
    return compared >= fewest && apart <= compared / 20;
}

void CurveChart::labelEnds() {
    std::vector<EndLabels::Label> labels;
    const std::vector<Shown> curves = labelled_ ? shown() : std::vector<Shown>{};
    std::vector<Shown> first;  // the first curve of each label
    labelOf_.clear();
    for (const Shown& curve : curves) {
        const QString own = curves.size() > 1 ? name(curve) : QString();
        const auto same =
            std::ranges::find_if(first, [&](const Shown& other) { return coincide(other, curve); });
        if (same != first.end()) {
            const auto label = static_cast<std::size_t>(same - first.begin());
            // Two labels are better than one whose names are cut off.
            const QString both = labels[label].name + QStringLiteral(" = ") + own;
            if (ends_->room({both}, longestValue_) <= labelRoom_) {
                labels[label].name = both;
                labelOf_.push_back(label);
                continue;
            }
        }
        labelOf_.push_back(labels.size());
        first.push_back(curve);
        double end = std::numeric_limits<double>::quiet_NaN();
        for (const QCPGraphData& point : *line(curve).line->data())
            if (std::isfinite(point.value) && point.key <= timeRange().upper) end = point.value;
        // A curve without a point, for example zero on a log axis, is named at the lower end.
        const double height =
            std::isnan(end) ? plot_->axisRect()->bottom() : plot_->yAxis->coordToPixel(end);
        labels.push_back({own, style(curve, *colors_).label, height});
    }
    for (std::size_t k = 0; k < std::min(labels.size(), ends_->labels().size()); ++k)
        labels[k].value = ends_->labels()[k].value;
    ends_->setLabels(std::move(labels));
}

QString CurveChart::valueOf(Shown curve, double value) const {
    const QString text = valueText(value, settings_.log ? 0.0 : valueRange().span());
    const QString& unit = settings_.series[curve.series].unit;
    // Several values share the unit of the axis.
    return shown().size() > 1 || unit.isEmpty() ? text : text + QLatin1Char(' ') + unit;
}

void CurveChart::showValues(const std::vector<double>& values) {
    QStringList texts;
    const std::vector<Shown> curves = valued_ ? shown() : std::vector<Shown>{};
    for (std::size_t k = 0; k < std::min({values.size(), curves.size(), labelOf_.size()}); ++k) {
        const auto label = static_cast<qsizetype>(labelOf_[k]);
        while (texts.size() <= label) texts << QString();
        if (texts[label].isEmpty()) texts[label] = valueOf(curves[k], values[k]);
    }
    ends_->setValues(texts);
}

}  // namespace momentree::app
