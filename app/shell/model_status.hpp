// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

#include "app/runs/live_model.hpp"

namespace momentree::app {

/// Degrees of freedom, loops and redundant constraints of the document, or why it cannot move. A
/// click shows details.
class ModelStatus final : public QToolButton {
    Q_OBJECT
public:
    explicit ModelStatus(LiveModel& live, QWidget* parent = nullptr);
    QString details() const { return details_; }

private:
    void follow();
    void showFigures();
    static QString assemblyProblem(const CheckedModel& checked);

    LiveModel& live_;
    QString details_;
};

}  // namespace momentree::app
