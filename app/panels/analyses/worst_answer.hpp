// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/analyses/answer.hpp"

class QComboBox;
class QPushButton;
class QTableWidget;

namespace momentree::app {

/// The largest reactions of all joints in a table; the picture shows the instant of the chosen one.
/// Saves the loads on a body.
class WorstAnswer final : public Answer {
    Q_OBJECT
public:
    WorstAnswer(Workspace& workspace, PoseStage& stage);

    /// Writes the loads on a body, for CalculiX (.inp) or as JSON. Returns false with an error
    /// message in `why`.
    bool saveLoadCase(std::size_t body, const QString& path, QString* why) const;
    QSize sizeHint() const override { return {760, 300}; }

protected:
    void present() override;
    void showPoses() override;

private:
    void askForLoadCase();

    QWidget* tableBox_;
    QTableWidget* table_ = nullptr;
    QComboBox* bodies_;
    QPushButton* save_;
};

}  // namespace momentree::app
