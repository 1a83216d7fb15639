// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QDropEvent;

namespace momentree::app {

class BackdropCommand;
class Host;
class PlotDocks;
class ReferenceCommands;

/// Handles items dropped on the window: models are opened, pictures are put behind the drawing,
/// tables are added for comparison, and quantities are plotted.
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
