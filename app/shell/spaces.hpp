// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>

#include "render/scene.hpp"

class QAction;
class QWidget;

namespace momentree::app {

class Host;
class PanelDock;
class Workspace;

/// The arrangements of the window, each with the panels and bars of one activity. `Everything` has
/// all of them, and the menu bar. `Start` has a page instead of the scene.
enum class Space { Draw, Run, Compare, Analyse, Lesson, Everything, Start, Presentation };

/// Shows one arrangement of the window at a time, and remembers sizes and open panels of each.
/// Neither runs nor selection, camera and time depend on it.
class Spaces final : public QObject {
    Q_OBJECT
public:
    Spaces(Workspace& workspace, Host& host, QWidget& transport);

    Space current() const { return current_; }
    void show(Space space);
    void reset();  ///< gives the panels of the current arrangement their first places
    /// Restores the stored layout of the arrangement shown first.
    void restore();
    void store() const;
    bool lessonIsOpen() const { return lessonIsOpen_; }
    /// Commands that show Draw to Analyse, then Everything.
    const QList<QAction*>& commands() const { return commands_; }

    static QString title(Space space);
    /// The arrangement in which the program was closed last.
    static Space last();

Q_SIGNALS:
    void changed(momentree::app::Space space);
    void lessonOpened(bool open);

private:
    void addCommands();
    void openLesson(bool open);
    void showForDrawing();
    void arrange();
    void bringHome(PanelDock* dock);
    void showFrame();
    bool showInspector();
    void followSelection();
    bool isAside(const render::Viewpoint& now) const;
    bool selectionIsHidden() const;
    bool fitAgain();

    Workspace& workspace_;
    Host& host_;
    QWidget& transport_;
    Space current_ = Space::Everything, beforeLesson_ = Space::Everything;
    bool lessonIsOpen_ = false;
    std::optional<render::Viewpoint> aside_;  ///< a fitted view that was moved for the inspector
    QList<QAction*> commands_;
};

}  // namespace momentree::app
