// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace momentree {
struct Study;
}

namespace momentree::app {

class Host;
class Workspace;

/// Saves and opens the runs of the window as study files.
class Studies final : public QObject {
    Q_OBJECT
public:
    Studies(Workspace& workspace, Host& host);

    void save();           ///< asks for the file
    void chooseAndOpen();  ///< asks for the file
    /// Opens the model of a study file and adds its runs.
    void open(const QString& file);

Q_SIGNALS:
    void opened();  ///< its runs have been added

private:
    void addRuns(const Study& study);

    Workspace& workspace_;
    Host& host_;
};

}  // namespace momentree::app
