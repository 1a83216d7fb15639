// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <vector>

class QAction;

namespace momentree::app {

class Host;
class RunController;

/// Keeps a mechanism that moves in the picture: where it leaves a fitted view, the view becomes
/// wide enough for the start and all poses that left it. A view that the user has moved stays.
class FollowView final : public QObject {
    Q_OBJECT
public:
    FollowView(RunController& run, Host& host);

    QAction* command() const { return command_; }

private:
    void follow();

    RunController& run_;
    Host& host_;
    QAction* command_;
    std::vector<std::vector<double>> rows_;  ///< the first of the run, and those that left the view
};

}  // namespace momentree::app
