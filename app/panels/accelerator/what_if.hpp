// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "fpga_link/offload/measure_board.hpp"

class QFormLayout;
class QLabel;
class QSlider;

namespace momentree::app {

class WaterfallChart;

/// The waterfall of the measured batch next to that of a hypothetical board set by sliders:
/// latency, bandwidth, clock, access cost, batch size. Waterfall and break-even are updated
/// immediately.
class WhatIf final : public QWidget {
    Q_OBJECT
public:
    explicit WhatIf(QWidget* parent = nullptr);
    void setMeasurement(const fpga::BoardMeasurement& measurement);
    void reset();  ///< to the measured board

    const fpga::TimingParameters& parameters() const { return parameters_; }
    const fpga::OffloadWork& work() const { return work_; }
    QString verdict() const;
    QString limit() const;  ///< what limits the speed instead of the clock; empty if the clock does

private:
    struct Dial {
        QSlider* slider;
        QLabel* value;
        double low, high;  ///< ends of a logarithmic scale
        std::function<QString(double)> text;
        std::function<double()> present;
        std::function<void(double)> set;
    };
    void addDial(QFormLayout* layout, const char* name, const QString& caption, const QString& tip,
                 Dial dial);
    void showDials();
    void follow();

    fpga::BoardMeasurement measurement_;
    fpga::TimingParameters parameters_;
    fpga::OffloadWork work_;
    std::vector<Dial> dials_;
    WaterfallChart* chart_;
    QLabel *verdict_, *limit_;
};

}  // namespace momentree::app
