// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/runs/run_verdict.hpp"

class QLabel;

namespace momentree::app {

/// Says below the plots whether the run can be trusted so far.
class VerdictLine final : public QWidget {
    Q_OBJECT
public:
    explicit VerdictLine(RunController& run, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void follow();

    RunController& run_;
    LiveExtremes extremes_;
    QLabel *sign_, *text_;
};

}  // namespace momentree::app
