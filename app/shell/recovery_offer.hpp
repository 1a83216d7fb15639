// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace momentree::app {

class Host;
struct LostWork;
class MessagesPanel;
class Recovery;
class Workspace;

/// Keeps copies of unsaved edits, and offers those of crashed runs of the program.
class RecoveryOffer final : public QObject {
    Q_OBJECT
public:
    RecoveryOffer(Workspace& workspace, Host& host, MessagesPanel& messages);

    /// Returns false if there is nothing to offer.
    bool offer();

Q_SIGNALS:
    void recovered();  ///< unsaved changes are there again

private:
    void recover(const LostWork& lost);

    Workspace& workspace_;
    Host& host_;
    MessagesPanel& messages_;
    Recovery* recovery_;
};

}  // namespace momentree::app
