// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

#include "app/runs/run_verdict.hpp"

namespace momentree::app {

class RunFields;

/// Says in words how the run is computed, "rk4, 1 ms, energy within 1e-6 J", and opens its
/// settings.
class SolverButton final : public QToolButton {
    Q_OBJECT
public:
    SolverButton(RunController& run, RunFields& fields, QWidget* parent);

    /// How accurate the run is so far: its energy where that must not change, or how far the loops
    /// are closed; empty without either.
    QString accuracyText();
    QSize sizeHint() const override;

private:
    QWidget* makeSheet(RunFields& fields);
    void openSheet();
    void follow();

    RunController& run_;
    QWidget* sheet_;
    LiveExtremes extremes_;
};

}  // namespace momentree::app
