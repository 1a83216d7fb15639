// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/runs/fair_timing.hpp"

class QLabel;
class QProgressBar;
class QPushButton;
class QTreeWidget;

namespace momentree::app {

class RunSet;
class RunTable;

/// Cost and accuracy of the visible runs: a row for each, numbers of a column in one unit, and the
/// cost relative to the cheapest run as a bar in the colour of the run.
class CostTable final : public QWidget {
    Q_OBJECT
public:
    /// @param figures supplies drift, energy change and evaluations
    CostTable(RunSet& runs, RunController& onScreen, RunTable& figures, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {772, 300}; }
    FairTiming& timing() { return timing_; }
    /// The table with a header, tab-separated, with all digits.
    QString text() const;

Q_SIGNALS:
    void said(const QString& text);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeHead();
    void fill();
    void fitColumns();
    void startOrCancel();
    void showState();

    RunSet& runs_;
    RunTable& figures_;
    FairTiming timing_;
    QLabel* note_;
    QProgressBar* progress_;
    QPushButton *time_, *copy_;
    QTreeWidget* table_ = nullptr;
};

}  // namespace momentree::app
