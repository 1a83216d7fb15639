// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>
#include <memory>

#include "app/plots/xy_chart.hpp"

class QCustomPlot;
class QHBoxLayout;

namespace momentree::app {

/// Curves of y against x. Wheel: zoom both axes; left drag: move; right drag: zoom to the box;
/// double click: show everything; click: select the nearest point.
class XyPlot final : public QWidget {
    Q_OBJECT
public:
    explicit XyPlot(QWidget* parent = nullptr);
    ~XyPlot() override;
    void setAxes(const XyAxis& x, const XyAxis& y, const QString& emptyText);
    void setLines(std::vector<XyLine> lines);
    const std::vector<XyLine>& lines() const;
    void setLog(bool x, bool y);
    bool logX() const;
    bool logY() const;
    void resetZoom();
    bool isZoomed() const;
    ValueRange xRange() const;
    ValueRange yRange() const;
    /// Base name of exported files.
    void setTitle(const QString& title) { title_ = title; }
    /// What tells the record of the runs shown, for exported pictures.
    void setRecord(std::function<QString()> record) { record_ = std::move(record); }
    /// The header above the drawing area, next to the buttons.
    QHBoxLayout* head() const { return head_; }
    /// Writes png, svg, pdf, or csv (a pair of unscaled columns for each line), depending on the
    /// extension. Returns false with an error message in `problem`.
    bool exportTo(const QString& path, QString* problem = nullptr);
    QCustomPlot* canvas() const { return canvas_; }

signals:
    void picked(int line, int point);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void redraw();
    void takeRanges();
    void showMenu(const QPoint& globalPosition);
    void showLegend();
    QByteArray csv() const;

    QCustomPlot* canvas_;
    std::unique_ptr<XyChart> chart_;
    QHBoxLayout* head_;
    QString title_ = QStringLiteral("plot");
    std::function<QString()> record_;
    QPointF pressed_;
};

}  // namespace momentree::app
