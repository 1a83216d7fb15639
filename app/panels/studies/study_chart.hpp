// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "app/panels/studies/study_job.hpp"

class QCPColorMap;
class QCPColorScale;
class QCustomPlot;

namespace momentree::app {

struct StudyMetric;

/// A figure of all runs of a study: curves over one axis, one for each combination of the others,
/// or a map over two axes. A click chooses a run.
class StudyChart final : public QWidget {
    Q_OBJECT
public:
    enum class Kind { Curves, Map };

    explicit StudyChart(QWidget* parent = nullptr);

    /// @param over the axis along the chart; a map has the other one upwards
    void show(const StudyPlan& plan, const std::vector<std::optional<RunSummary>>& runs,
              const StudyMetric& metric, std::size_t over, Kind kind);
    void clear();
    /// Position in the plan; none before a click.
    std::optional<std::size_t> chosen() const { return chosen_; }
    void choose(std::optional<std::size_t> run);
    /// The run nearest to a place, if one is near.
    std::optional<std::size_t> runAt(QPointF pixel) const;
    QCustomPlot& plot() const { return *plot_; }

Q_SIGNALS:
    void chosenChanged();
    void pointed(std::optional<std::size_t> run);  ///< below the mouse

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// A run with its place in the coordinates of the axes.
    struct Point {
        std::size_t run;
        double x, y;
    };
    void draw();
    void drawCurves();
    void drawMap();
    void addCurve(std::size_t index, const QString& name, const std::vector<Point>& points,
                  bool joined);
    void markChosen();
    void removeMap();
    double valueOf(std::size_t run) const;

    QCustomPlot* plot_;
    QCPColorMap* map_ = nullptr;
    QCPColorScale* scale_ = nullptr;
    const StudyPlan* plan_ = nullptr;
    const std::vector<std::optional<RunSummary>>* runs_ = nullptr;
    const StudyMetric* metric_ = nullptr;
    std::size_t over_ = 0;
    Kind kind_ = Kind::Curves;
    std::vector<Point> points_;  ///< that are drawn
    std::optional<std::size_t> chosen_;
};

}  // namespace momentree::app
