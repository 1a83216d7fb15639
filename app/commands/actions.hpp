// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QList>
#include <QWidget>

namespace momentree::app {

/// The commands of the window that do not belong to a panel, for menus, bars, shortcuts and the
/// list of shortcuts. Panels and features add their own with `make`.
struct Actions {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::Actions)
public:
    explicit Actions(QWidget* window);

    // File
    QAction *newModel, *open, *examples, *save, *saveAs, *reload, *quit;
    QAction *exportSvg, *exportPdf, *exportDxf, *print;
    QAction *exportPicture, *exportResults, *exportReport, *exportRobot, *exportMovie, *exportHdf5,
        *exportSeries;
    // Edit
    QAction *undo, *redo, *cut, *copy, *paste, *duplicate, *remove, *selectAll, *escape;
    QAction *mirrorRight, *mirrorBelow, *array, *alignRow, *alignColumn, *merge, *split;
    // Draw
    QAction *modeMove, *modeReshape;
    QList<QAction*> tools;       ///< in the order of ToolKind
    QList<QAction*> planes;      ///< in the order of WorkPlane::Kind
    QList<QAction*> jointTypes;  ///< data(): id of the type
    // Run
    QAction *play, *stepForward, *stepBack, *restart, *live, *loop, *faster, *slower, *realTime;
    QAction *addBookmark, *nextBookmark, *previousBookmark, *recordMemory;
    // View
    QAction *fit, *viewFront, *viewTop, *viewSide, *viewIsometric, *viewPlane;
    QAction *showJoints, *showCentres, *showGravity, *showForces, *showLabels, *showGrid, *showAxes;
    QAction *trace, *clearTraces, *showVelocities, *showAccelerations, *showReactions,
        *showDimensions;
    QAction *themeSystem, *themeLight, *themeDark, *fullScreen, *resetLayout;
    // Help
    QAction *palette, *shortcuts, *about;

    QActionGroup *themes, *drawing;
    QList<QAction*> all;  ///< including those added by `make`

    /// Creates a command of the window.
    /// @param id its name in saved shortcuts
    QAction* make(const char* id, const QString& text, const QString& icon, const QString& tip,
                  const QList<QKeySequence>& keys = {}, bool checkable = false);
    /// Offers a command of a panel in the palette and among the shortcuts, too.
    void add(QAction* action);

private:
    void makeFile();
    void makeEdit();
    void makeCopies();
    void makeTools();
    void makePlanes();
    void makeRun();
    void makeView();
    void makeLayers();
    QWidget* window_;
};

/// The text of an action without mnemonic and ellipsis.
QString plainText(const QAction* action);
/// "Play (Space)", the tool tip of a button.
QString toolTipOf(const QString& text, const QKeySequence& key);

}  // namespace momentree::app
