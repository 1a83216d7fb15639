// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include "app/base/text.hpp"
#include "app/panels/poll/poll_panel.hpp"

namespace momentree::app::poll {

void addPanel(Workspace& workspace, Host& host) {
    auto* panel = new PollPanel(workspace, &host.window);
    PanelDock* dock =
        host.addDock(panel, {.name = "pollDock",
                             .title = tr("Poll"),
                             .help = tr("Asks a class a question, which phones or browsers answer "
                                        "without names. Nothing is offered on the network until "
                                        "the poll is opened."),
                             .place = DockPlace::Right,
                             .tab = 9,
                             .shown = false,
                             .leastHeight = 140});
    // Room for the address and the chart of the answers, taken from the panels above.
    const auto raise = [&host, dock] {
        constexpr int room = 460;
        host.raise("pollDock");
        host.window.resizeDocks({dock}, {room}, Qt::Vertical);
    };
    QAction* show =
        host.addCommand("poll", tr("&Poll"), "lesson",
                        tr("Asks a class for predictions and reveals the answers"), {}, raise);
    host.addEntries(MenuGroup::HelpGuides, {show});
    QObject::connect(&host, &Host::pollOffered, panel,
                     [raise, panel](const PollQuestion& question, int right) {
                         raise();
                         panel->offer(question, right);
                     });
}

}  // namespace momentree::app::poll
