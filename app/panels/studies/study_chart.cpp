// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/studies/study_chart.hpp"

#include <qcustomplot.h>

#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "app/base/theme/theme.hpp"
#include "app/panels/studies/metrics.hpp"
#include "app/panels/studies/settings.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

constexpr double manyDecades = 1.0;  ///< a range wider than this has a logarithmic axis
constexpr double dotSize = 7.0, ringSize = 13.0, reach = 16.0;
constexpr std::size_t mostDots = 60;  ///< on a curve; more would hide it
constexpr int barWidth = 12, widestLegend = 3;
constexpr int labelGap = 12, besideAxis = 120;  ///< [px]
constexpr int besideScale = 90, underMap = 90;  ///< colours with their values; inclined names [px]
constexpr int narrowMap = 460;                  ///< has no room for the name of its x axis [px]

/// Whether values are read best by their powers of ten.
bool wantsLog(const std::vector<double>& values) {
    double least = HUGE_VAL, most = 0.0;
    for (const double value : values) {
        if (!(value > 0.0)) return false;
        least = std::min(least, value);
        most = std::max(most, value);
    }
    return most > 0.0 && std::log10(most / least) > manyDecades;
}

/// An axis that has its values at 0, 1, 2 ...
bool isByIndex(const GridAxis& axis, bool map) { return map || !axis.isNumeric(); }

int widestLabel(const QFont& font, const GridAxis& grid) {
    int widest = 0;
    for (const std::string& label : grid.labels)
        widest =
            std::max(widest, QFontMetrics(font).horizontalAdvance(QString::fromStdString(label)));
    return widest;
}

/// As many labels as there is room for; below a narrow chart they are inclined.
/// @param pixels length of the axis
void labelByIndex(QCPAxis& axis, const GridAxis& grid, int pixels) {
    const int height = QFontMetrics(axis.tickLabelFont()).height();
    const int wide = widestLabel(axis.tickLabelFont(), grid) + labelGap;
    const bool level = axis.orientation() == Qt::Horizontal;
    const bool inclined = level && static_cast<int>(grid.size()) * wide > pixels;
    axis.setTickLabelRotation(inclined ? -40.0 : 0.0);
    const int each = inclined ? 3 * height / 2 : level ? wide : height + 2;
    const auto room = static_cast<std::size_t>(std::max(2, pixels / each));
    const std::size_t step = std::max<std::size_t>(1, (grid.size() + room - 1) / room);
    const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (std::size_t k = 0; k < grid.size(); k += step)
        ticker->addTick(static_cast<double>(k), QString::fromStdString(grid.labels[k]));
    setAxisScale(axis, false);
    axis.setTicker(ticker);
    axis.setRange(-0.5, static_cast<double>(grid.size()) - 0.5);
}

void setWideRange(QCPAxis& axis, double least, double most, bool log) {
    setAxisScale(axis, log);
    if (!(least <= most)) return axis.setRange(log ? 0.1 : 0.0, 1.0);
    if (log) {
        const double margin = std::max(std::pow(most / least, 0.06), 1.2);
        return axis.setRange(least / margin, most * margin);
    }
    const double margin = most > least ? 0.06 * (most - least) : std::max(std::abs(most), 1.0) / 2;
    axis.setRange(least - margin, most + margin);
}

/// From the panel to the text in one hue: more is darker in light colours, lighter in dark ones.
QCPColorGradient gradientOf(const ThemeColors& colors) {
    QCPColorGradient gradient;
    gradient.clearColorStops();
    gradient.setColorStopAt(0.0, mixed(colors.panel, colors.accent, 0.12F));
    gradient.setColorStopAt(0.6, colors.accent);
    gradient.setColorStopAt(1.0, mixed(colors.accent, colors.text, 0.7F));
    gradient.setNanHandling(QCPColorGradient::nhTransparent);
    return gradient;
}

}  // namespace

StudyChart::StudyChart(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)) {
    setObjectName("studyChart");
    preparePlot(*plot_);
    showLegendAbove(*plot_, themeColors(isDark(palette())));
    plot_->legend->setWrap(widestLegend);
    plot_->setMinimumSize(200, 120);
    plot_->setMouseTracking(true);
    plot_->installEventFilter(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(plot_);
    connect(plot_, &QCustomPlot::mousePress, this, [this](const QMouseEvent* event) {
        if (event->button() == Qt::LeftButton) choose(runAt(event->position()));
    });
    connect(plot_, &QCustomPlot::mouseMove, this,
            [this](const QMouseEvent* event) { Q_EMIT pointed(runAt(event->position())); });
    clear();
}

void StudyChart::show(const StudyPlan& plan, const std::vector<std::optional<RunSummary>>& runs,
                      const StudyMetric& metric, std::size_t over, Kind kind) {
    plan_ = &plan;
    runs_ = &runs;
    metric_ = &metric;
    over_ = over;
    kind_ = kind;
    if (chosen_ && *chosen_ >= runs.size()) chosen_.reset();
    draw();
}

void StudyChart::clear() {
    plan_ = nullptr;
    chosen_.reset();
    draw();
}

void StudyChart::choose(std::optional<std::size_t> run) {
    if (run == chosen_) return;
    chosen_ = run;
    draw();
    Q_EMIT chosenChanged();
}

double StudyChart::valueOf(std::size_t run) const {
    const auto& summary = (*runs_)[run];
    return summary && summary->status == "done" ? metric_->value(*summary) : notKnown;
}

void StudyChart::draw() {
    plot_->clearPlottables();
    map_ = nullptr;
    points_.clear();
    removeMap();
    const ThemeColors& colors = themeColors(isDark(palette()));
    if (plan_ && over_ < plan_->grid.axes.size())
        kind_ == Kind::Map && plan_->grid.axes.size() == 2 ? drawMap() : drawCurves();
    colourPlot(*plot_, colors);
    showAxes(*plot_, !points_.empty());
    markChosen();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

/// The curves are in the order of the plan.
void StudyChart::drawCurves() {
    const StudyGrid& grid = plan_->grid;
    const GridAxis& axis = grid.axes[over_];
    const bool byIndex = isByIndex(axis, false);
    std::vector<std::vector<Point>> curves;
    std::vector<QString> names;
    std::vector<double> values;
    double least = HUGE_VAL, most = -HUGE_VAL;
    std::vector<std::size_t> place(grid.axes.size(), 0);
    const std::size_t others = grid.points() / axis.size();
    for (std::size_t other = 0; other < others; ++other) {
        QStringList words;
        std::size_t rest = other;
        for (std::size_t k = grid.axes.size(); k-- > 0;) {
            if (k == over_) continue;
            place[k] = rest % grid.axes[k].size();
            rest /= grid.axes[k].size();
            words.prepend(valueInWords(grid.axes[k], place[k]));
        }
        std::vector<Point> points;
        for (std::size_t at = 0; at < axis.size(); ++at) {
            place[over_] = at;
            const std::size_t run = grid.runAt(place);
            const double value = valueOf(run);
            if (std::isnan(value)) continue;
            points.push_back({run, byIndex ? static_cast<double>(at) : axis.values[at], value});
            values.push_back(value);
            least = std::min(least, value);
            most = std::max(most, value);
        }
        curves.push_back(std::move(points));
        names.push_back(words.join(QStringLiteral(", ")));
    }
    plot_->xAxis->setLabel(settingTitle(axis.name));
    plot_->yAxis->setLabel(titleWithUnit(*metric_));
    for (std::size_t k = 0; k < curves.size(); ++k) addCurve(k, names[k], curves[k], !byIndex);
    plot_->legend->setVisible(others > 1 && others <= 2 * seriesCount);
    if (byIndex) {
        labelByIndex(*plot_->xAxis, axis, plot_->width() - besideAxis);
    } else {
        const auto [low, high] = std::ranges::minmax(axis.values);
        plot_->xAxis->setTickLabelRotation(0.0);
        setWideRange(*plot_->xAxis, low, high, axis.logarithmic || wantsLog(axis.values));
    }
    setWideRange(*plot_->yAxis, least, most, wantsLog(values));
}

void StudyChart::addCurve(std::size_t index, const QString& name, const std::vector<Point>& points,
                          bool joined) {
    const ThemeColors& colors = themeColors(isDark(palette()));
    const SeriesStyle style = colors.style(static_cast<int>(index));
    auto* graph = plot_->addGraph();
    graph->setName(name);
    graph->setPen(style.pen());
    graph->setLineStyle(joined ? QCPGraph::lsLine : QCPGraph::lsNone);
    if (!joined || points.size() <= mostDots)
        graph->setScatterStyle(
            {QCPScatterStyle::ssCircle, QPen(style.colour), QBrush(style.colour), dotSize});
    QVector<double> x, y;
    for (const Point& point : points) {
        x << point.x;
        y << point.y;
    }
    graph->setData(x, y);
    points_.insert(points_.end(), points.begin(), points.end());
}

void StudyChart::drawMap() {
    const StudyGrid& grid = plan_->grid;
    const std::size_t up = 1 - over_;
    const GridAxis &across = grid.axes[over_], &upwards = grid.axes[up];
    map_ = new QCPColorMap(plot_->xAxis, plot_->yAxis);
    map_->setInterpolate(false);
    const auto columns = static_cast<int>(across.size()), rows = static_cast<int>(upwards.size());
    map_->data()->setSize(columns, rows);
    map_->data()->setRange({0.0, columns - 1.0}, {0.0, rows - 1.0});
    std::vector<double> values;
    for (std::size_t i = 0; i < across.size(); ++i)
        for (std::size_t j = 0; j < upwards.size(); ++j) {
            std::array<std::size_t, 2> place{};
            place[over_] = i;
            place[up] = j;
            const std::size_t run = grid.runAt(place);
            const double value = valueOf(run);
            map_->data()->setCell(static_cast<int>(i), static_cast<int>(j), value);
            if (std::isnan(value)) continue;
            values.push_back(value);
            points_.push_back({run, static_cast<double>(i), static_cast<double>(j)});
        }
    const bool narrow = plot_->width() < narrowMap;
    plot_->xAxis->setLabel(narrow ? QString() : settingTitle(across.name));
    plot_->yAxis->setLabel(settingTitle(upwards.name));
    const int names = widestLabel(plot_->yAxis->tickLabelFont(), upwards) + labelGap;
    labelByIndex(*plot_->xAxis, across, plot_->width() - names - besideScale);
    labelByIndex(*plot_->yAxis, upwards, plot_->height() - underMap);
    plot_->legend->setVisible(false);
    if (values.empty()) return;
    const ThemeColors& colors = themeColors(isDark(palette()));
    scale_ = new QCPColorScale(plot_);
    plot_->plotLayout()->addElement(plot_->plotLayout()->rowCount() - 1, 1, scale_);
    scale_->setType(QCPAxis::atRight);
    scale_->setBarWidth(barWidth);
    scale_->setRangeDrag(false);
    scale_->setRangeZoom(false);
    const bool log = wantsLog(values);
    scale_->setDataScaleType(log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    setAxisScale(*scale_->axis(), log);
    scale_->axis()->setTickLabelFont(plotFont());
    scale_->axis()->setTickLabelColor(colors.mutedText);
    scale_->axis()->setBasePen(Qt::NoPen);
    scale_->axis()->setTickPen(QPen(colors.axis, 1.0));
    scale_->axis()->setSubTicks(false);
    scale_->axis()->setLabel(metric_->unit.isEmpty()
                                 ? metric_->title
                                 : QStringLiteral("%1, %2").arg(metric_->title, metric_->unit));
    scale_->axis()->setLabelFont(plotFont());
    scale_->axis()->setLabelColor(colors.mutedText);
    map_->setColorScale(scale_);
    scale_->setGradient(gradientOf(colors));
    const auto [low, high] = std::ranges::minmax(values);
    scale_->setDataRange(low < high ? QCPRange(low, high) : QCPRange(low, low + 1.0));
}

void StudyChart::removeMap() {
    if (!scale_) return;
    plot_->plotLayout()->remove(scale_);
    plot_->plotLayout()->simplify();
    scale_ = nullptr;
}

/// A ring around the chosen run.
void StudyChart::markChosen() {
    const auto found = std::ranges::find_if(
        points_, [this](const Point& point) { return chosen_ && point.run == *chosen_; });
    if (found == points_.end()) return;
    auto* mark = plot_->addGraph();
    mark->removeFromLegend();
    mark->setLineStyle(QCPGraph::lsNone);
    const ThemeColors& colors = themeColors(isDark(palette()));
    mark->setScatterStyle(
        {QCPScatterStyle::ssCircle, QPen(colors.text, metric::curveWidth), Qt::NoBrush, ringSize});
    mark->setData({found->x}, {found->y});
}

std::optional<std::size_t> StudyChart::runAt(QPointF pixel) const {
    std::optional<std::size_t> nearest;
    double least = map_ ? HUGE_VAL : reach * reach;
    if (map_ && !plot_->axisRect()->rect().contains(pixel.toPoint())) return nearest;
    for (const Point& point : points_) {
        const QPointF away(plot_->xAxis->coordToPixel(point.x) - pixel.x(),
                           plot_->yAxis->coordToPixel(point.y) - pixel.y());
        const double distance = QPointF::dotProduct(away, away);
        if (distance >= least) continue;
        least = distance;
        nearest = point.run;
    }
    return nearest;
}

void StudyChart::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) draw();
    QWidget::changeEvent(event);
}

/// The number of labels depends on the room for them.
void StudyChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    draw();
}

bool StudyChart::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Leave) Q_EMIT pointed({});
    return QWidget::eventFilter(watched, event);
}

}  // namespace momentree::app
