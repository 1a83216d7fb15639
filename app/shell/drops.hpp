// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QDropEvent;

namespace momentree::app {

class BackdropCommand;
class Host;
class PlotDocks;
class ReferenceCommands;

/// What is dropped on the window: models are opened, pictures lie behind the drawing, tables are
/// compared with, and quantities get a plot.
class Drops final : public QObject {
    Q_OBJECT
public:
    Drops(Host& host, PlotDocks& plots, BackdropCommand& backdrop, ReferenceCommands& references);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void take(QDropEvent& event);

    Host& host_;
    PlotDocks& plots_;
    BackdropCommand& backdrop_;
    ReferenceCommands& references_;
};

}  // namespace momentree::app
