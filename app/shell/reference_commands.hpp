// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "core/result.hpp"

class QAction;

namespace momentree::app {

class Host;
class PlotDocks;
struct ReferenceTable;
class Workspace;

/// Motions from tables, drawn in plots with the run, and their commands.
class ReferenceCommands final : public QObject {
    Q_OBJECT
public:
    ReferenceCommands(Workspace& workspace, Host& host, PlotDocks& plots);

    const QList<QAction*>& commands() const { return commands_; }
    /// Reads the table on another thread, adds the columns that match, and shows a curve of them.
    void add(const QString& file);

private:
    void choose();
    void take(const QString& file, const Result<ReferenceTable>& table);

    Workspace& workspace_;
    Host& host_;
    PlotDocks& plots_;
    QList<QAction*> commands_;
};

}  // namespace momentree::app
