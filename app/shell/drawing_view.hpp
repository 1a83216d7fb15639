// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <optional>

#include "core/math/spatial.hpp"

class QAction;

namespace momentree::app {

class Copying;
class DrawingBoard;
class DrawingPlane;
class Edits;
class HintBar;
class Host;
class Workspace;

/// The drawing in the picture: connects the document with the viewport and the drawing board, and
/// the board with its commands.
class DrawingView final : public QObject {
    Q_OBJECT
public:
    DrawingView(Workspace& workspace, Host& host);
    ~DrawingView() override;

    const DrawingPlane& plane() const { return *plane_; }
    DrawingBoard& board() { return *board_; }
    Edits& edits() { return *edits_; }
    /// Plays or pauses; says why if the model cannot run.
    void togglePlay();
    /// Shows the bodies in the start pose of the document.
    /// @param mayGoOn show the pose of the run instead, if its motion continues with the document
    void showPose(bool mayGoOn);

private:
    void on(QAction* action, const std::function<void()>& act);
    void addLayers();
    void connectHistory();
    void connectTools();
    void connectCopies();
    void showModel(bool fresh);
    void toStart();

    Workspace& workspace_;
    Host& host_;
    DrawingPlane* plane_;
    Edits* edits_;
    std::unique_ptr<Copying> copying_;
    DrawingBoard* board_;
    HintBar* hints_;
    std::optional<Vector3d> normal_;  ///< of the plane that the document is drawn in
};

}  // namespace momentree::app
