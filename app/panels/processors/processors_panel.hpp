// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "core/lessons/step_parts.hpp"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QToolButton;

namespace momentree::app {

class GainMap;
class JoinBoard;
class ScheduleChart;
class SegmentBar;

/// The board on which a chain is joined, its schedule on some processors beside times measured on
/// this machine, and the sizes from which on several processors pay.
class ProcessorsPanel final : public QWidget {
    Q_OBJECT
public:
    explicit ProcessorsPanel(std::shared_ptr<const Catalogue> catalogue, QWidget* parent = nullptr);

    bool busy() const { return busy_; }
    void measure();
    QString status() const;

    QSize sizeHint() const override { return {900, 330}; }
    QSize minimumSizeHint() const override { return {420, QWidget::minimumSizeHint().height()}; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeBoard();
    QWidget* makeResults();
    void setBodies();
    void take(Result<StepParts> parts);
    void follow();
    QString findings() const;
    JoinCosts costs() const;

    std::shared_ptr<const Catalogue> catalogue_;
    JoinBoard* board_;
    ScheduleChart* chart_;
    GainMap* map_;
    QSpinBox *bodies_, *hands_;
    QDoubleSpinBox* handOver_;
    QToolButton *undo_, *clear_, *balanced_, *oneByOne_;
    QPushButton* measure_;
    SegmentBar* view_;
    QStackedWidget* views_;
    QLabel *status_, *findings_;
    std::optional<StepParts> parts_;
    bool busy_ = false;
};

}  // namespace momentree::app
