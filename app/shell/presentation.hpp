// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include "app/shell/spaces.hpp"

class QLabel;

namespace momentree::app {

/// The window for a projector: the scene and one plot in large type, without tools, on the whole
/// screen. Esc leaves it.
class Presentation final : public QObject {
    Q_OBJECT
public:
    Presentation(Workspace& workspace, Host& host, Spaces& spaces);

    QAction* command() const { return command_; }

private:
    void enter();
    void follow(Space space);

    Workspace& workspace_;
    Host& host_;
    Spaces& spaces_;
    QAction* command_;
    QLabel *title_, *keys_;
    QTimer keysTimer_;
    Space before_ = Space::Run;
    QString plot_;  ///< name of the dock that stays
    bool fullScreen_ = false;
};

}  // namespace momentree::app
