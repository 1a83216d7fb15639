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
    /// A table of another program opens a dialog that matches its columns.
    void add(const QString& file);

private:
    void choose();
    void chooseAndMatch();
    void take(const QString& file, const Result<ReferenceTable>& table);
    /// Lets the user match the columns of a table, then saves that beside the table and adds it.
    /// @param reason why the table needs it, or empty
    void match(const QString& file, const QString& reason);
    void failed(const QString& file, const Diagnostics& problems);

    Workspace& workspace_;
    Host& host_;
    PlotDocks& plots_;
    QList<QAction*> commands_;
};

}  // namespace momentree::app
