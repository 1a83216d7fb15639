// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace momentree::app {

class Host;
struct LostWork;
class MessagesPanel;
class Recovery;
class Workspace;

/// Keeps copies of unsaved edits, and offers those that a run of the program that ended badly has
/// left behind.
class RecoveryOffer final : public QObject {
    Q_OBJECT
public:
    RecoveryOffer(Workspace& workspace, Host& host, MessagesPanel& messages);

    /// False if there is nothing to offer.
    bool offer();

private:
    void recover(const LostWork& lost);

    Workspace& workspace_;
    Host& host_;
    MessagesPanel& messages_;
    Recovery* recovery_;
};

}  // namespace momentree::app
