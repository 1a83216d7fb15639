// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;

namespace momentree::app {

class Backdrop;
class Host;
class Sketcher;
class Workspace;

/// The picture behind the drawing, with its command.
class BackdropCommand final : public QObject {
    Q_OBJECT
public:
    BackdropCommand(Workspace& workspace, Host& host, const Sketcher& sketcher);

    QAction* command() const { return command_; }
    void show(const QString& file);  ///< puts a picture on the work plane

private:
    void choose();

    Host& host_;
    const Sketcher& sketcher_;
    Backdrop* backdrop_;
    QAction* command_;
};

}  // namespace momentree::app
