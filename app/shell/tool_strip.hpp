// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QMenu;
class QToolButton;

namespace momentree::app {

struct Actions;

/// The drawing tools with their words, at the left of the scene. One stop of the Tab key; arrow
/// keys go from tool to tool.
class ToolStrip final : public QToolBar {
    Q_OBJECT
public:
    /// @param more further entries of the last button
    ToolStrip(Actions& actions, const QList<QAction*>& more, QWidget* window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* addTool(QAction* action);
    QToolButton* makeMore(Actions& actions, const QList<QAction*>& more);
    void adopt(QToolButton* button);
    void moveFocus(const QToolButton* from, int by);

    QList<QToolButton*> buttons_;  ///< from top to bottom
};

}  // namespace momentree::app
