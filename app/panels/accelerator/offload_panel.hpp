// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>

#include "fpga_link/offload/measure_board.hpp"

class QLabel;
class QPushButton;
class QTabWidget;
class QTextBrowser;
class QToolButton;

namespace momentree::app {

class AcceleratorOverlay;
class AcceleratorPanel;
class RunController;
class SwingUpView;
class TimingChart;
class WhatIf;

/// Software next to the board of the accelerator panel: times by phase, the waterfall of a batch
/// with what would be if, trajectories, the report, and a swing-up. All that takes time is done on
/// a worker thread.
class OffloadPanel final : public QWidget {
    Q_OBJECT
public:
    OffloadPanel(RunController& run, AcceleratorPanel& accelerator, QWidget* parent = nullptr);
    ~OffloadPanel() override;

    /// Measures everything shown here on the board of the board panel.
    void measure();
    bool measuring() const { return measuring_; }
    QString state() const;
    const std::optional<fpga::BoardMeasurement>& measurement() const { return measurement_; }
    /// Writes the report as html, md or csv, depending on the extension. Returns false with an
    /// error message.
    bool saveReport(const QString& path, QString* problem = nullptr) const;
    TimingChart& chart() { return *chart_; }
    WhatIf& whatIf() { return *whatIf_; }
    AcceleratorOverlay& overlay() { return *overlay_; }
    SwingUpView& swingUp() { return *swingUp_; }
    QTabWidget& tabs() { return *tabs_; }

private:
    struct Outcome {
        std::optional<fpga::BoardMeasurement> measurement;
        QString problem;
    };
    static Outcome measureAt(const QString& address, const fpga::BoardQuestion& question,
                             const std::function<void(const char*)>& news,
                             const std::stop_token& stop);
    QWidget* makeHead();
    QWidget* makePhases();
    QWidget* makeReport();
    void take(const Outcome& outcome);
    void showPhases();
    void chooseFile();
    void say(const QString& text, bool problem = false);
    std::optional<fpga::BoardQuestion> question(QString& note) const;

    RunController& run_;
    AcceleratorPanel& accelerator_;
    QPushButton *measure_, *save_;
    QLabel *state_, *breakEven_;
    QTabWidget* tabs_;
    TimingChart* chart_;
    QToolButton *step_, *functions_, *sideBySide_, *stacked_, *logarithmic_;
    WhatIf* whatIf_;
    AcceleratorOverlay* overlay_;
    SwingUpView* swingUp_;
    QTextBrowser* report_;
    std::optional<fpga::BoardMeasurement> measurement_;
    std::stop_source stop_;
    bool measuring_ = false;
    std::shared_ptr<std::atomic<const char*>> news_;  ///< shared with the worker
    QTimer look_;                                     ///< polls the news
    QString note_;  ///< what was measured instead of the model on screen, and why
};

}  // namespace momentree::app
