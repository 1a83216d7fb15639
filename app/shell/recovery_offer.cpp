// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/recovery_offer.hpp"

#include <QFileInfo>
#include <QLocale>

#include "app/document/recovery.hpp"
#include "app/panels/messages/messages_panel.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"
#include "core/io/model_file.hpp"

namespace momentree::app {

RecoveryOffer::RecoveryOffer(Workspace& workspace, Host& host, MessagesPanel& messages)
    : QObject(&host),
      workspace_(workspace),
      host_(host),
      messages_(messages),
      recovery_(new Recovery(workspace.document)) {}

bool RecoveryOffer::offer() {
    const auto lost = recovery_->findLost();
    if (!lost) return false;
    const QString place =
        lost->file.isEmpty() ? tr("an unsaved model") : QFileInfo(lost->file).fileName();
    const QString time = QLocale().toString(lost->time, QStringLiteral("d MMM yyyy, HH:mm:ss"));
    host_.notice.announce(Notice::Kind::Warning, tr("Momentree closed unexpectedly"),
                          tr("Recover your changes to %1 from %2?").arg(place, time),
                          {{tr("Recover"), [this, lost = *lost] { recover(lost); }},
                           {tr("Recover and save as…"),
                            [this, lost = *lost] {
                                recover(lost);
                                host_.files.saveAs();
                            }},
                           {tr("Discard"), [this, lost = *lost] {
                                host_.notice.hide();
                                recovery_->discard(lost);
                                offer();
                            }}});
    host_.notice.stay();
    return true;
}

void RecoveryOffer::recover(const LostWork& lost) {
    const auto description = readModelFile(lost.copy.toStdString());
    if (!description) {
        messages_.add(tr("The changes cannot be read"), lost.copy, description.error());
        return host_.raise("messagesDock");
    }
    if (!host_.files.mayLose()) return;
    host_.notice.hide();
    workspace_.run.clear();
    workspace_.document.replace(std::make_shared<const ModelDescription>(*description), lost.file);
    workspace_.document.setUnsaved();
    recovery_->saveNow();
    recovery_->discard(lost);
    Q_EMIT recovered();
}

}  // namespace momentree::app
