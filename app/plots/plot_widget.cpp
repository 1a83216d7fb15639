// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_widget.hpp"

#include <qcustomplot.h>

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QMenu>
#include <algorithm>

#include "app/plots/curves_csv.hpp"
#include "app/plots/figure_dialog.hpp"
#include "app/plots/legend_bar.hpp"
#include "app/plots/measure_panel.hpp"
#include "app/plots/plot_controls.hpp"
#include "app/plots/plot_export.hpp"
#include "app/plots/plot_head.hpp"
#include "app/plots/plot_mouse.hpp"
#include "app/plots/plot_overlay.hpp"
#include "app/plots/plot_style.hpp"
#include "app/plots/spectrum_window.hpp"

namespace momentree::app {

PlotWidget::PlotWidget(QWidget* parent)
    : QWidget(parent),
      canvas_(new QCustomPlot(this)),
      overlay_(new PlotOverlay(canvas_)),
      mouse_(new PlotMouse(canvas_, overlay_)),
      head_(new PlotHead(this)),
      measures_(new MeasurePanel) {
    canvas_->setMinimumSize(160, 90);
    canvas_->setAccessibleName(tr("Plot"));
    chart_ = new CurveChart(canvas_);
    chart_->setParent(this);
    reader_ = new CurveReader(*canvas_, *chart_, *overlay_, this);
    measures_->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(head_);
    column->addWidget(canvas_, 1);
    column->addWidget(measures_);
    connect(head_, &PlotHead::logarithmicChosen, this, &PlotWidget::setLogarithmic);
    connect(head_, &PlotHead::measuringChosen, this, &PlotWidget::setMeasuring);
    connect(head_, &PlotHead::resetChosen, this, &PlotWidget::resetZoom);
    connect(head_, &PlotHead::closeChosen, this, &PlotWidget::closeChosen);
    connect(head_, &PlotHead::menuWanted, this, &PlotWidget::showMenu);
    connect(head_, &PlotHead::runMenuWanted, this, &PlotWidget::fillRunMenu);
    connect(&head_->legend(), &LegendBar::toggled, this, &PlotWidget::toggleEntry);
    connect(&head_->legend(), &LegendBar::soloRequested, this, &PlotWidget::showOnly);
    connect(measures_, &MeasurePanel::closed, this, [this] { setMeasuring(false); });
    connect(measures_, &MeasurePanel::spectrumWanted, this, &PlotWidget::showSpectrum);
    connect(reader_, &CurveReader::timeHovered, this, &PlotWidget::timeHovered);
    connect(mouse_, &PlotMouse::timePicked, this, &PlotWidget::timePicked);
    connect(mouse_, &PlotMouse::cursorMoved, this, [this](int cursor, double seconds) {
        cursors_[static_cast<std::size_t>(cursor)] = seconds;
        setCursors(cursors_);
    });
    connect(mouse_, &PlotMouse::hovered, reader_, &CurveReader::hover);
    connect(mouse_, &PlotMouse::left, reader_, &CurveReader::leave);
    connect(mouse_, &PlotMouse::zoomChosen, this,
            [this](const std::optional<ValueRange>& time, const std::optional<ValueRange>& value) {
                const ChartSettings& now = settings();
                setZoom(time ? time : now.time, value ? value : now.value);
                if (time) emit timeZoomed(time);
            });
    connect(mouse_, &PlotMouse::resetRequested, this, &PlotWidget::resetZoom);
    connect(mouse_, &PlotMouse::menuRequested, this, &PlotWidget::showMenu);
}

PlotWidget::~PlotWidget() {
    // Both listen to the canvas, which lives until the children of this widget are destroyed, when
    // the objects they report to no longer exist.
    delete mouse_;
    delete chart_;
}

void PlotWidget::setEarlier(EarlierRows rows) { earlier_ = std::move(rows); }

void PlotWidget::setSource(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                           ChartSettings settings) {
    for (PlotSeries& series : settings.series)
        series.visible = series.visible && !hidden_.contains(series.name);
    settings.colourBy = this->settings().colourBy;
    settings.minus = this->settings().minus;
    settings.amongOthers = mainRun_.amongOthers;
    head_->setLogarithmic(settings.log);
    std::vector<PlotSource> runs{
        {std::move(recording), layout, mainRun_.name, mainRun_.style, true, earlier_}};
    runs.insert(runs.end(), others_.begin(), others_.end());
    for (PlotSource& run : runs)
        run.visible = run.visible && !(runs.size() > 1 && hiddenRuns_.contains(run.name));
    if (runs.size() == 1) settings.minus.reset();
    chart_->show(std::move(runs), std::move(settings));
    showLegend();
    setZoom(std::nullopt, std::nullopt);
    overlay_->setReadOut(std::nullopt);
    refresh();
}

void PlotWidget::setComparison(RunLabel main, std::vector<PlotSource> others) {
    mainRun_ = std::move(main);
    others_ = std::move(others);
    if (runs().empty()) return;
    // Keeps the zoom when runs are added or removed.
    const ChartSettings now = settings();
    const PlotSource source = runs().front();
    setSource(source.recording, source.layout, now);
    setZoom(now.time, now.value);
}

void PlotWidget::clear() {
    ChartSettings empty;
    empty.emptyText = tr("Press Space. Curves appear as it moves.");
    chart_->show({}, std::move(empty));
    showLegend();
    overlay_->setShownTime(std::nullopt);
    setZoom(std::nullopt, std::nullopt);
}

const std::vector<PlotSource>& PlotWidget::runs() const { return chart_->runs(); }

void PlotWidget::setRunVisible(std::size_t run, bool visible) {
    if (runs()[run].visible == visible) return;
    if (visible)
        hiddenRuns_.remove(runs()[run].name);
    else
        hiddenRuns_.insert(runs()[run].name);
    chart_->setRunVisible(run, visible);
    head_->legend().setShown(static_cast<int>(settings().series.size() + run), visible);
    redraw();
}

void PlotWidget::setColourBy(ColourBy what) {
    chart_->setColourBy(what);
    showLegend();
    redraw();
}

void PlotWidget::setMinus(std::optional<std::size_t> run) {
    chart_->setMinus(run);
    chart_->pull();
    redraw();
}

const ChartSettings& PlotWidget::settings() const { return chart_->settings(); }

void PlotWidget::setSeriesVisible(int index, bool visible) {
    const PlotSeries& series = settings().series[static_cast<std::size_t>(index)];
    if (series.visible == visible) return;
    if (visible)
        hidden_.remove(series.name);
    else
        hidden_.insert(series.name);
    chart_->setVisible(index, visible);
    head_->legend().setShown(index, visible);
    redraw();
}

void PlotWidget::setLogarithmic(bool on) {
    head_->setLogarithmic(on);
    chart_->setLog(on);
    chart_->pull();
    redraw();
}

void PlotWidget::setDuration(double seconds) {
    chart_->setDuration(seconds);
    chart_->fitAfresh();
    redraw();
}

void PlotWidget::setTitle(const QString& title) {
    title_ = title;
    canvas_->setAccessibleName(tr("Plot: %1").arg(title));
}

void PlotWidget::refresh() {
    if (isVisible() && chart_->pull()) redraw();
}

void PlotWidget::redraw() {
    chart_->update();
    const ChartSettings& now = settings();
    mouse_->setZoomed(now.time.has_value(), now.value.has_value());
    head_->setZoomed(isZoomed());
    showLegendIfNeeded();
    canvas_->replot(QCustomPlot::rpQueuedReplot);
    overlay_->update();
    showMeasures();
    reader_->readAgain();
}

void PlotWidget::setShownTime(double seconds) {
    overlay_->setShownTime(seconds);
    reader_->setShownTime(seconds);
}

ValueRange PlotWidget::timeRange() const { return chart_->timeRange(); }

ValueRange PlotWidget::valueRange() const { return chart_->valueRange(); }

void PlotWidget::setZoom(std::optional<ValueRange> time, std::optional<ValueRange> value) {
    chart_->setZoom(time, value);
    redraw();
}

bool PlotWidget::isZoomed() const { return settings().time || settings().value; }

void PlotWidget::resetZoom() {
    chart_->fitAfresh();
    setZoom(std::nullopt, std::nullopt);
    emit timeZoomed(std::nullopt);
}

std::optional<CurveValues> PlotWidget::readOutAt(double x) const { return reader_->at(x); }

void PlotWidget::setCrosshair(std::optional<double> seconds) { reader_->setCrosshair(seconds); }

void PlotWidget::setHeadTitle(const QString& title) { head_->setTitle(title); }

void PlotWidget::addHeadWidget(QWidget* widget) { head_->addControl(widget); }

void PlotWidget::leaveOutLegend() { head_->leaveOutLegend(); }

void PlotWidget::showLegend() {
    overlay_->setPaleAfter(runs().size() == 1);
    head_->setEntries(legendEntries(settings(), runs()), runs().size() > 1);
}

/// Names at the ends of curves make the legend superfluous, unless it is needed to show what is
/// hidden.
void PlotWidget::showLegendIfNeeded() {
    const bool allShown = std::ranges::all_of(settings().series, &PlotSeries::visible) &&
                          std::ranges::all_of(runs(), &PlotSource::visible);
    head_->setLegendVisible(!chart_->isLabelled() || !allShown);
}

void PlotWidget::toggleEntry(int index, bool shown) {
    const int curves = static_cast<int>(settings().series.size());
    if (index < curves)
        setSeriesVisible(index, shown);
    else
        setRunVisible(static_cast<std::size_t>(index - curves), shown);
}

void PlotWidget::showOnly(int index) {
    const int curves = static_cast<int>(settings().series.size());
    const bool run = index >= curves;
    for (int i = run ? curves : 0; i < (run ? head_->legend().count() : curves); ++i)
        toggleEntry(i, i == index);
}

void PlotWidget::fillRunMenu(QMenu& menu) {
    menu.clear();
    menu.addSection(tr("Curves show"));
    const auto choice = [&](const QString& text, bool on, auto act) {
        QAction* action = menu.addAction(text, this, act);
        action->setCheckable(true);
        action->setChecked(on);
    };
    choice(tr("Values"), !settings().minus, [this] { setMinus(std::nullopt); });
    for (std::size_t run = 0; run < runs().size(); ++run)
        choice(tr("Difference from %1").arg(runs()[run].name), settings().minus == run,
               [this, run] { setMinus(run); });
    menu.addSection(tr("Colour by"));
    choice(tr("Runs"), settings().colourBy == ColourBy::Run,
           [this] { setColourBy(ColourBy::Run); });
    choice(tr("Curves"), settings().colourBy == ColourBy::Curve,
           [this] { setColourBy(ColourBy::Curve); });
}

void PlotWidget::setMeasuring(bool on) {
    head_->setMeasuring(on);
    measures_->setVisible(on);
    // Repositions cursors that would not be visible.
    const ValueRange time = timeRange();
    const auto seen = [&](double at) { return at >= time.lower && at <= time.upper; };
    if (on && !(seen(cursors_[0]) && seen(cursors_[1]) && cursors_[0] != cursors_[1]))
        cursors_ = {time.lower + 0.25 * time.span(), time.lower + 0.75 * time.span()};
    showMeasures();
}

bool PlotWidget::isMeasuring() const { return head_->isMeasuring(); }

void PlotWidget::setCursors(std::array<double, 2> times) {
    cursors_ = times;
    showMeasures();
}

std::array<double, 2> PlotWidget::cursors() const { return cursors_; }

MeasurePanel* PlotWidget::measurePanel() const { return measures_; }

void PlotWidget::showMeasures() {
    overlay_->setCursors(isMeasuring() ? std::optional(cursors_) : std::nullopt);
    if (isMeasuring()) measures_->measure(*chart_, cursors_);
}

SpectrumWindow* PlotWidget::showSpectrum() {
    const auto [a, b] = cursors_;
    const ValueRange span =
        isMeasuring() ? ValueRange{std::min(a, b), std::max(a, b)} : timeRange();
    auto* window = new SpectrumWindow(*chart_, span, this);
    window->show();
    return window;
}

bool PlotWidget::exportTo(const QString& path, QString* problem) {
    chart_->pull();
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return saveText(curvesCsv(*chart_), path, problem);
    const PlotPainter painter = [this](bool dark, const std::function<void(QCustomPlot&)>& paint) {
        QCustomPlot plot;
        CurveChart chart(&plot);
        ChartSettings same = settings();
        same.time = timeRange();
        same.value = valueRange();
        chart.show(runs(), std::move(same));
        chart.setColors(themeColors(dark));
        chart.pull();
        plot.setViewport(QRect(QPoint(), canvas_->size()));
        chart.update();
        if (!chart.isLabelled()) showLegendAbove(plot, themeColors(dark));
        paint(plot);
    };
    return savePicture(painter, canvas_->size(), isDark(palette()), recordOf(runs()), path,
                       problem);
}

void PlotWidget::copyPicture() {
    QApplication::clipboard()->setPixmap(canvas_->toPixmap(0, 0, 2.0));
}

void PlotWidget::showMenu(const QPoint& globalPosition) {
    PlotMenu menu;
    menu.copy = [this] { copyPicture(); };
    menu.showEverything = [this] { resetZoom(); };
    menu.save = [this](const QString& path, QString* problem) { return exportTo(path, problem); };
    menu.fileName = title_;
    menu.zoomed = isZoomed();
    menu.log = isLogarithmic();
    menu.setLog = [this](bool on) { setLogarithmic(on); };
    menu.spectrum = [this] { showSpectrum(); };
    menu.measuring = isMeasuring();
    menu.setMeasuring = [this](bool on) { setMeasuring(on); };
    if (!runs().empty())
        menu.figure = [this] {
            FigureSource source{runs(), settings()};
            source.settings.time = timeRange();
            source.settings.value = valueRange();
            (new FigureDialog(std::move(source), title_, this))->show();
        };
    for (const LegendEntry& entry : legendEntries(settings(), runs()))
        menu.curves.push_back({entry.name, entry.shown});
    menu.showCurve = [this](int index, bool shown) { toggleEntry(index, shown); };
    showPlotMenu(this, menu, globalPosition);
}

QAbstractButton* PlotWidget::legendButton(int index) const { return head_->legend().chip(index); }

QCustomPlot* PlotWidget::canvas() const { return canvas_; }

void PlotWidget::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && chart_ != nullptr) {
        chart_->setColors(themeColors(isDark(palette())));
        redraw();
        showMeasures();
    }
    QWidget::changeEvent(event);
}

void PlotWidget::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // Names at the ends need width.
    if (isVisible()) redraw();
}

void PlotWidget::showEvent(QShowEvent* event) {
    canvas_->setBufferDevicePixelRatio(devicePixelRatioF());
    chart_->pull();
    redraw();
    QWidget::showEvent(event);
}

}  // namespace momentree::app
