// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <stop_token>

#include "app/panels/scaling/scaling_chart.hpp"

class QCheckBox;
class QComboBox;
class QLabel;
class QMenu;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace momentree::app {

class SegmentBar;
class Workspace;

/// Chooses formulations and sizes, measures their costs in the background and draws them.
class ScalingPanel final : public QWidget {
    Q_OBJECT
public:
    explicit ScalingPanel(Workspace& workspace, QWidget* parent = nullptr);
    ~ScalingPanel() override;

    bool busy() const { return busy_; }
    void measure();
    void cancel();
    CostPlan plan() const;  ///< what the controls say
    ScalingChart& chart() { return *chart_; }
    QString status() const;

    QSize sizeHint() const override { return {640, 340}; }
    QSize minimumSizeHint() const override { return {QWidget::minimumSizeHint().width(), 220}; }

Q_SIGNALS:
    void failed(const QString& what, const QString& why);
    void measured();  ///< also after a cancellation

private:
    QWidget* makeHead();
    void fillFormulations();
    void follow();
    void take(Result<CostFigure> figure, bool cancelled);
    void copyTable();

    Workspace& workspace_;
    SegmentBar *family_, *over_;
    QToolButton *formulations_, *copy_;
    QMenu* menu_;
    QComboBox* most_;
    QCheckBox* threads_;
    QPushButton* measure_;
    QProgressBar* progress_;
    QLabel* status_;
    ScalingChart* chart_;
    std::stop_source stop_;
    bool busy_ = false;
};

}  // namespace momentree::app
