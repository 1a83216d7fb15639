// SPDX-License-Identifier: GPL-3.0-or-later
// Content of the notice above the picture, with remedies.
#pragma once

#include <QObject>

namespace momentree::app {

class Host;
class MessagesPanel;
struct Refusal;
class SingularityWatch;
class Workspace;

/// Announces results of file operations: failures, omitted features, and changes by other programs.
void announceFiles(Workspace& workspace, Host& host);

/// Announces rejected models and settings, failed runs, and loops that have opened.
class RunNotices final : public QObject {
    Q_OBJECT
public:
    RunNotices(Workspace& workspace, Host& host, MessagesPanel& messages,
               const SingularityWatch& watch);

private:
    void startRun(bool newModel);
    void tellWarnings(bool newModel);
    void tellNotes();
    void tellFailure();
    QString tornAdvice() const;
    void tellTorn();
    void tellRefusal(const Refusal& refusal);

    Workspace& workspace_;
    Host& host_;
    MessagesPanel& messages_;
    const SingularityWatch& watch_;
    bool failureTold_ = false, tornTold_ = false, notesTold_ = false;  ///< for this run
    bool inLesson_ = false;
};

}  // namespace momentree::app
