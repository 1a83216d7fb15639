// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/panels/inside/step_player.hpp"
#include "core/session/trace_instant.hpp"

class QLabel;
class QPushButton;
class QScrollArea;
class QSlider;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace momentree::app {

class MatrixCards;
class StepList;
class Timeline;
class TreeView;

/// The algorithm at one instant: its tree and timeline, the equations one by one, and the matrices
/// of the current node.
class InsidePanel final : public QWidget {
    Q_OBJECT
public:
    explicit InsidePanel(QWidget* parent = nullptr);

    /// Shown instead of a trace, optionally with a button that requests one.
    void showMessage(const QString& text, bool offer);
    /// @param what "hdca at 1.23 s, …"
    void showTrace(std::shared_ptr<const Model> model, std::shared_ptr<const InstantTrace> trace,
                   const QString& what);
    bool showsTrace() const;

    StepPlayer& player() { return player_; }
    TreeView& tree() { return *tree_; }
    Timeline& timeline() { return *timeline_; }
    MatrixCards& cards() { return *cards_; }

Q_SIGNALS:
    void traceWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeBar();
    QWidget* makeLeft();
    QWidget* makeRight();
    void followPlayer();
    void followPlaying(bool playing);

    StepPlayer player_;
    std::shared_ptr<const Model> model_;
    std::shared_ptr<const EvaluationTrace> trace_;
    QStackedWidget* pages_;
    QLabel *message_, *what_, *pass_, *equation_, *says_, *count_;
    QPushButton* offer_;
    QToolButton* play_;
    QSlider* slider_;
    QTabWidget* views_;
    TreeView* tree_;
    Timeline* timeline_;
    StepList* list_;
    MatrixCards* cards_;
    QScrollArea* scroll_;
};

}  // namespace momentree::app
