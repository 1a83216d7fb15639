// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <stop_token>
#include <vector>

#include "core/session/catalogue.hpp"

class QComboBox;
class QCustomPlot;
class QLabel;
class QPushButton;

namespace momentree::app {

class AcceleratorPanel;
class RunController;

/// One quantity, computed by the board, by this PC in double precision and by the soft engine of
/// this program.
struct OverlayCurve {
    QString name, unit;
    std::vector<double> board, doubles, soft;
};

/// The same model with the same steps, computed three times.
struct Overlay {
    std::vector<double> time;  ///< [s], as far as all three have computed
    std::vector<OverlayCurve> curves;
    QString problem;  ///< why it ends early, empty if it does not
};

/// Computes all three. Blocks; call on a worker thread.
/// @param backend "virtual-board" or "board:HOST:PORT"
Overlay overlayOf(const std::string& backend, std::shared_ptr<const Model> model, RunSpec spec,
                  const std::stop_token& stop);

/// Plots trajectories of the board and of this PC, and their difference.
class AcceleratorOverlay final : public QWidget {
    Q_OBJECT
public:
    AcceleratorOverlay(RunController& run, AcceleratorPanel& accelerator,
                       QWidget* parent = nullptr);
    ~AcceleratorOverlay() override;

    void compute();
    bool computing() const { return computing_; }
    const Overlay& overlay() const { return overlay_; }
    QString state() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void take(Overlay overlay);
    void draw();
    void colour();

    RunController& run_;
    AcceleratorPanel& accelerator_;
    QPushButton* compute_;
    QComboBox* quantity_;
    QLabel* state_;
    QCustomPlot *curves_, *difference_;
    Overlay overlay_;
    std::stop_source stop_;
    bool computing_ = false;
};

}  // namespace momentree::app
