// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/study/cost_curve.hpp"

class QCustomPlot;

namespace momentree::app {

class EndLabels;

/// Costs over the number of bodies, both logarithmic, or speedups over the number of threads with
/// the curves of Amdahl's law. Labels stand at the ends of the curves.
class ScalingChart final : public QWidget {
    Q_OBJECT
public:
    enum class Over { Bodies, Threads };

    explicit ScalingChart(QWidget* parent = nullptr);

    void show(CostFigure figure);
    void showOver(Over over);
    const CostFigure& figure() const { return figure_; }
    QCustomPlot& plot() const { return *plot_; }

protected:
    void changeEvent(QEvent* event) override;

private:
    struct EndLabel {
        QString name;
        int style;
        double end;  ///< the last value of the curve
    };
    void draw();
    void drawCosts();
    void drawSpeedups();
    void label(const QString& text, int style, double end);
    void placeLabels();

    QCustomPlot* plot_;
    CostFigure figure_;
    Over over_ = Over::Bodies;
    EndLabels* labels_;
    std::vector<EndLabel> ends_;
};

/// The gain of threads for one formulation, at the largest size that was measured with all of them.
struct ThreadGain {
    std::string formulation;
    int bodies = 0;
    std::vector<int> threads;      ///< ascending, beginning with 1
    std::vector<double> speedups;  ///< over one thread, beginning with 1
    double serial = 0.0;           ///< mean share by Amdahl's law
};
std::vector<ThreadGain> threadGains(const CostFigure& figure);

}  // namespace momentree::app
