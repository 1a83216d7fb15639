// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>
#include <stop_token>

class QCustomPlot;
class QLabel;
class QPushButton;

namespace momentree::app {

class AcceleratorPanel;
class SwingUpPicture;
struct SwingUpNews;

/// A double pendulum that the board swings up: 64 rollouts for each period of the controller. Shows
/// the pendulum, the paths of its tip in these rollouts, and the cost over time.
class SwingUpView final : public QWidget {
    Q_OBJECT
public:
    explicit SwingUpView(AcceleratorPanel& accelerator, QWidget* parent = nullptr);
    ~SwingUpView() override;

    /// Starts, or stops what runs.
    void toggle();
    bool running() const { return news_ != nullptr; }
    QString state() const;
    double height() const;  ///< of the tip over the pivot, 1 standing, -1 hanging

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void look();
    void finish(const QString& problem);
    void colour();

    AcceleratorPanel& accelerator_;
    QPushButton* start_;
    QLabel* state_;
    SwingUpPicture* picture_;
    QCustomPlot* cost_;
    QTimer look_;
    std::shared_ptr<SwingUpNews> news_;  ///< shared with the worker
    std::stop_source stop_;
    std::uint64_t seed_ = 0;
};

}  // namespace momentree::app
