// SPDX-License-Identifier: GPL-3.0-or-later
// What the notice above the picture tells, with what can be done about it.
#pragma once

#include <QObject>

namespace momentree::app {

class Host;
class MessagesPanel;
struct Refusal;
class SingularityWatch;
class Workspace;

/// What became of files: failures, what was left out, and changes by other programs.
void announceFiles(Workspace& workspace, Host& host);

/// Models and settings that are refused, runs that fail, and loops that come apart.
class RunNotices final : public QObject {
    Q_OBJECT
public:
    RunNotices(Workspace& workspace, Host& host, MessagesPanel& messages,
               const SingularityWatch& watch);

private:
    void startRun(bool newModel);
    void tellWarnings(bool newModel);
    void tellFailure();
    QString tornAdvice() const;
    void tellTorn();
    void tellRefusal(const Refusal& refusal);

    Workspace& workspace_;
    Host& host_;
    MessagesPanel& messages_;
    const SingularityWatch& watch_;
    bool failureTold_ = false, tornTold_ = false;  ///< of this run
};

}  // namespace momentree::app
