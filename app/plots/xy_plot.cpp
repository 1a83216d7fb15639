// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/xy_plot.hpp"

#include <qcustomplot.h>

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QMouseEvent>
#include <QToolButton>

#include "app/plots/axis_range.hpp"
#include "app/plots/plot_canvas.hpp"
#include "app/plots/plot_controls.hpp"
#include "app/plots/plot_export.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

constexpr double reach = 12.0;  ///< pixels between a click and the selected point

}  // namespace

XyPlot::XyPlot(QWidget* parent)
    : QWidget(parent),
      canvas_(new PlotCanvas(this)),
      chart_(std::make_unique<XyChart>(canvas_)),
      head_(new QHBoxLayout) {
    canvas_->setMinimumSize(160, 90);
    canvas_->setAccessibleName(tr("Plot"));
    canvas_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    canvas_->axisRect()->setRangeDrag(Qt::Horizontal | Qt::Vertical);
    canvas_->axisRect()->setRangeZoom(Qt::Horizontal | Qt::Vertical);
    canvas_->installEventFilter(this);
    auto* reset =
        plotButton(QStringLiteral("zoom-reset"),
                   tr("Show everything\n\nDouble-click: show everything\nWheel: zoom; drag: move; "
                      "right drag: zoom to a box\nClick a curve: show that time"));
    auto* menu = plotButton(QStringLiteral("more"), tr("Copy, save, export"));
    head_->setContentsMargins(6, 2, 4, 0);
    head_->setSpacing(4);
    head_->addWidget(reset, 0, Qt::AlignTop);
    head_->addWidget(menu, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head_);
    column->addWidget(canvas_, 1);
    connect(reset, &QToolButton::clicked, this, &XyPlot::resetZoom);
    connect(menu, &QToolButton::clicked, this,
            [this, menu] { showMenu(menu->mapToGlobal(QPoint(0, menu->height()))); });
}

XyPlot::~XyPlot() = default;

void XyPlot::setAxes(const XyAxis& x, const XyAxis& y, const QString& emptyText) {
    XySettings settings = chart_->settings();
    settings.xAxis = x;
    settings.yAxis = y;
    settings.emptyText = emptyText;
    chart_->setSettings(std::move(settings));
    redraw();
}

void XyPlot::setLines(std::vector<XyLine> lines) {
    chart_->setLines(std::move(lines));
    showLegend();
    redraw();
}

const std::vector<XyLine>& XyPlot::lines() const { return chart_->lines(); }

void XyPlot::showLegend() {
    const bool wanted = lines().size() > 1;
    if (wanted && canvas_->plotLayout()->rowCount() == 1)
        showLegendAbove(*canvas_, themeColors(isDark(palette())));
    canvas_->legend->setVisible(wanted);
}

void XyPlot::setLog(bool x, bool y) {
    XySettings settings = chart_->settings();
    settings.logX = x;
    settings.logY = y;
    settings.x.reset();
    settings.y.reset();
    chart_->setSettings(std::move(settings));
    redraw();
}

bool XyPlot::logX() const { return chart_->settings().logX; }
bool XyPlot::logY() const { return chart_->settings().logY; }
bool XyPlot::isZoomed() const { return chart_->settings().x.has_value(); }
ValueRange XyPlot::xRange() const { return rangeOf(*canvas_->xAxis); }
ValueRange XyPlot::yRange() const { return rangeOf(*canvas_->yAxis); }

void XyPlot::resetZoom() { setLog(logX(), logY()); }

void XyPlot::redraw() {
    chart_->update();
    canvas_->replot(QCustomPlot::rpQueuedReplot);
}

/// Keeps the ranges set by the mouse, or restores the previous ones if an axis cannot show them.
void XyPlot::takeRanges() {
    if (!isShowable(xRange(), logX()) || !isShowable(yRange(), logY())) return redraw();
    XySettings settings = chart_->settings();
    settings.x = xRange();
    settings.y = yRange();
    chart_->setSettings(std::move(settings));
}

bool XyPlot::eventFilter(QObject* watched, QEvent* event) {
    if (watched != canvas_) return false;
    const auto* mouse = dynamic_cast<QMouseEvent*>(event);
    switch (event->type()) {
        case QEvent::MouseButtonDblClick:
            resetZoom();
            return true;
        case QEvent::MouseButtonPress:
            pressed_ = mouse->position();
            canvas_->setSelectionRectMode(mouse->button() == Qt::RightButton ? QCP::srmZoom
                                                                             : QCP::srmNone);
            return false;
        case QEvent::MouseMove:
            if (mouse->buttons() == Qt::LeftButton &&
                canvas_->axisRect()->rect().contains(pressed_.toPoint()))
                QMetaObject::invokeMethod(this, &XyPlot::takeRanges, Qt::QueuedConnection);
            return false;
        case QEvent::MouseButtonRelease: {
            const bool moved = (mouse->position() - pressed_).manhattanLength() >=
                               QApplication::startDragDistance();
            if (!moved && mouse->button() == Qt::RightButton) {
                showMenu(mouse->globalPosition().toPoint());
            } else if (moved) {
                QMetaObject::invokeMethod(this, &XyPlot::takeRanges, Qt::QueuedConnection);
            } else if (const auto place = chart_->nearest(mouse->position(), reach)) {
                emit picked(static_cast<int>(place->line), static_cast<int>(place->point));
            }
            return false;
        }
        case QEvent::Wheel:
            QMetaObject::invokeMethod(this, &XyPlot::takeRanges, Qt::QueuedConnection);
            return false;
        default:
            return false;
    }
}

bool XyPlot::exportTo(const QString& path, QString* problem) {
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return saveText(csv(), path, problem);
    const PlotPainter painter = [this](bool dark, const std::function<void(QCustomPlot&)>& paint) {
        QCustomPlot plot;
        XyChart chart(&plot);
        XySettings same = chart_->settings();
        same.x = xRange();
        same.y = yRange();
        chart.setSettings(std::move(same));
        chart.setLines(lines());
        chart.setColors(themeColors(dark));
        if (lines().size() > 1) showLegendAbove(plot, themeColors(dark));
        plot.setViewport(QRect(QPoint(), canvas_->size()));
        chart.update();
        paint(plot);
    };
    return savePicture(painter, canvas_->size(), isDark(palette()), record_ ? record_() : QString(),
                       path, problem);
}

QByteArray XyPlot::csv() const {
    QByteArray text;
    std::size_t rows = 0;
    const auto head = [](const XyAxis& axis) {
        return axis.column.isEmpty() ? axis.label : axis.column;
    };
    const QString x = head(chart_->settings().xAxis), y = head(chart_->settings().yAxis);
    for (const XyLine& line : lines()) {
        const QString prefix = lines().size() > 1 ? line.name + QLatin1Char('.') : QString();
        if (!text.isEmpty()) text += ',';
        text += csvField(prefix + x) + ',' + csvField(prefix + y);
        rows = std::max(rows, line.x.size());
    }
    text += "\r\n";
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t k = 0; k < lines().size(); ++k) {
            const XyLine& line = lines()[k];
            if (k > 0) text += ',';
            const bool has = row < line.x.size();
            text += has ? exactNumber(line.x[row]) + ',' + exactNumber(line.y[row])
                        : QByteArray("nan,nan");
        }
        text += "\r\n";
    }
    return text;
}

void XyPlot::showMenu(const QPoint& globalPosition) {
    PlotMenu menu;
    menu.copy = [this] { QApplication::clipboard()->setPixmap(canvas_->toPixmap(0, 0, 2.0)); };
    menu.showEverything = [this] { resetZoom(); };
    menu.save = [this](const QString& path, QString* problem) { return exportTo(path, problem); };
    menu.fileName = title_;
    menu.zoomed = isZoomed();
    menu.log = logY();
    menu.setLog = [this](bool on) { setLog(logX(), on); };
    menu.logX = logX();
    menu.setLogX = [this](bool on) { setLog(on, logY()); };
    showPlotMenu(this, menu, globalPosition);
}

void XyPlot::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && chart_) {
        chart_->setColors(themeColors(isDark(palette())));
        redraw();
    }
    QWidget::changeEvent(event);
}

void XyPlot::showEvent(QShowEvent* event) {
    canvas_->setBufferDevicePixelRatio(devicePixelRatioF());
    redraw();
    QWidget::showEvent(event);
}

}  // namespace momentree::app
