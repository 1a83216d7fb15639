// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/analyses/answer.hpp"

class QTableWidget;

namespace momentree::app {

class Viewport;

/// What points reach, in a table; the picture shows what the chosen one does.
class ReachAnswer final : public Answer, public PictureLayer {
    Q_OBJECT
public:
    ReachAnswer(Workspace& workspace, PoseStage& stage, Viewport& viewport);

    void paint(QPainter& painter, const Sight& sight) override;

protected:
    void present() override;
    void showPoses() override;
    void hideEvent(QHideEvent* event) override;

private:
    const PointReach* chosen() const;

    Viewport& viewport_;
    QTableWidget* table_ = nullptr;  ///< points and what they reach
    QLabel* box_;                    ///< around what the chosen one reaches
};

}  // namespace momentree::app
