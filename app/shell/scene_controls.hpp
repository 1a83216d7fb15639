// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;

namespace momentree::app {

class DrawingPlane;
class Host;
class Invitation;
class Pill;
class Spaces;
class Workspace;

/// The controls over the scene, as the workspace needs them: play, fit, what is shown, the work
/// plane in space, and the invitation on an empty drawing.
class SceneControls final : public QObject {
    Q_OBJECT
public:
    /// @param photo puts a picture behind the drawing
    /// @param following keeps the mechanism in the picture
    SceneControls(Workspace& workspace, Host& host, Spaces& spaces, const DrawingPlane& plane,
                  QAction& photo, QAction& following);

    QAction* drawInSpace() const { return inSpace_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makePills(QAction& following);
    void follow();
    void leaveFree(int top, int bottom);
    void place();
    void tellShown();

    Workspace& workspace_;
    Host& host_;
    Spaces& spaces_;
    const DrawingPlane& plane_;
    QAction* inSpace_;  ///< shows the work plane
    Pill *play_, *fit_, *show_;
    Invitation* invitation_;
};

}  // namespace momentree::app
