// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include "app/base/text.hpp"
#include "app/document/element_at.hpp"
#include "app/panels/messages/messages_panel.hpp"

namespace momentree::app::messages {

void addPanel(Workspace& workspace, Host& host) {
    auto* panel = new MessagesPanel(&host.window);
    host.addDock(panel, {.name = "messagesDock",
                         .title = tr("Messages"),
                         .help = tr("Everything that went wrong or looks odd, with its place in "
                                    "the file."),
                         .place = DockPlace::Bottom,
                         .tab = 1,
                         .shown = false});
    QObject::connect(&workspace.document, &ModelDocument::replaced, panel, &MessagesPanel::clear);
    QObject::connect(&workspace.run, &RunController::runChanged, panel, &MessagesPanel::settle);
    for (const auto told : {&FileCommands::failed, &FileCommands::notSaved, &FileCommands::noted})
        QObject::connect(&host.files, told, panel, &MessagesPanel::add);
    QObject::connect(panel, &MessagesPanel::placeChosen, &workspace,
                     [&workspace](const Place& place) {
                         const Element element = elementAt(workspace.document.description(), place);
                         if (element.kind != Element::Kind::None) workspace.selection.set(element);
                     });
}

}  // namespace momentree::app::messages
