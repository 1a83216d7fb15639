// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/host.hpp"

#include <QStatusBar>

#include "app/base/diagnostic_text.hpp"
#include "core/io/diagnostic_text.hpp"

namespace momentree::app {
namespace {

constexpr int messageTime_ms = 6000;
constexpr const char* coveredTab = "coveredTab";

/// Name of the tab in front of a tabbed panel.
QString inFront(const QMainWindow& window, QDockWidget* dock) {
    for (const QDockWidget* tab : window.tabifiedDockWidgets(dock))
        if (!tab->visibleRegion().isEmpty()) return tab->objectName();
    return {};
}

}  // namespace

Host::Host(QMainWindow& ownWindow, Actions& ownActions, Viewport& ownViewport, Notice& ownNotice,
           FileCommands& ownFiles)
    : QObject(&ownWindow),
      window(ownWindow),
      actions(ownActions),
      viewport(ownViewport),
      notice(ownNotice),
      files(ownFiles) {}

QAction* Host::addCommand(const char* id, const QString& text, const QString& icon,
                          const QString& tip, const QList<QKeySequence>& keys,
                          const std::function<void()>& act) {
    QAction* action = actions.make(id, text, icon, tip, keys);
    connect(action, &QAction::triggered, this, act);
    return action;
}

PanelDock* Host::addDock(QWidget* content, const DockSettings& settings) {
    return new PanelDock(window, content, settings);
}

void Host::addEntries(MenuGroup group, const QList<QAction*>& entries) {
    entries_[static_cast<std::size_t>(group)] += entries;
}

const QList<QAction*>& Host::entries(MenuGroup group) const {
    return entries_[static_cast<std::size_t>(group)];
}

void Host::linkToDock(QAction* command, PanelDock* dock) {
    connect(dock->toggleViewAction(), &QAction::toggled, command, &QAction::setChecked);
    connect(command, &QAction::triggered, dock, [this, command, dock] {
        toggle({dock});
        command->setChecked(dock->toggleViewAction()->isChecked());
    });
}

void Host::toggle(const QList<PanelDock*>& docks) {
    bool allSeen = true;
    for (const auto* dock : docks) allSeen = allSeen && !dock->visibleRegion().isEmpty();
    for (auto* dock : docks) {
        if (!allSeen) dock->setProperty(coveredTab, inFront(window, dock));
        allSeen ? dock->hide() : dock->present();
        const QString covered = dock->property(coveredTab).toString();
        if (!allSeen || covered.isEmpty()) continue;
        if (auto* before = window.findChild<QDockWidget*>(covered)) before->raise();
    }
}

void Host::raise(const QString& dock) {
    if (auto* found = window.findChild<PanelDock*>(dock)) found->present();
}

void Host::say(const QString& text) { window.statusBar()->showMessage(text, messageTime_ms); }

void Host::announceNotes(const QString& what, const Diagnostics& notes) {
    constexpr std::size_t most = 4;
    QStringList lines;
    const Diagnostics kinds = onePerKind(notes);
    for (const Diagnostic& note : kinds)
        if (lines.size() < static_cast<int>(most)) lines << diagnosticText(note);
    if (kinds.size() > most) lines << tr("and %1 more").arg(kinds.size() - most);
    notice.announce(Notice::Kind::Warning, what, lines.join('\n'),
                    {{tr("Show all"), [this] { raise("messagesDock"); }},
                     {tr("Close"), [this] { notice.hide(); }}});
}

}  // namespace momentree::app
