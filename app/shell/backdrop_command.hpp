// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;

namespace momentree::app {

class Backdrop;
class DrawingPlane;
class Host;
class Workspace;

/// The picture behind the drawing, with its command.
class BackdropCommand final : public QObject {
    Q_OBJECT
public:
    BackdropCommand(Workspace& workspace, Host& host, const DrawingPlane& plane);

    QAction* command() const { return command_; }
    void show(const QString& file);  ///< puts a picture on the work plane

private:
    void choose();

    Host& host_;
    const DrawingPlane& plane_;
    Backdrop* backdrop_;
    QAction* command_;
};

}  // namespace momentree::app
