// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>
#include <memory>

#include "core/study/summary.hpp"

namespace momentree::app {

class RunController;
class RunFields;

/// Says in words how the run is computed, "rk4, 1 ms, energy within 1e-6 J", and opens its
/// settings.
class SolverButton final : public QToolButton {
    Q_OBJECT
public:
    SolverButton(RunController& run, RunFields& fields, QWidget* parent);

    /// How accurate the run is so far: its energy where that must not change, or how far the loops
    /// are closed; empty without either.
    QString accuracyText() const;

private:
    QWidget* makeSheet(RunFields& fields);
    void openSheet();
    void follow();

    RunController& run_;
    QWidget* sheet_;
    std::weak_ptr<const Session> session_;
    RunExtremes extremes_;  ///< of that session
};

}  // namespace momentree::app
