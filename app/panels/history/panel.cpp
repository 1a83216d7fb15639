// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include <QUndoView>

#include "app/base/text.hpp"

namespace momentree::app::history {

void addPanel(Workspace& workspace, Host& host) {
    auto* view = new QUndoView(&workspace.document.history(), &host.window);
    view->setEmptyLabel(tr("As opened"));
    view->setUniformItemSizes(true);  // avoids a layout of the whole history after each step
    view->setFrameShape(QFrame::NoFrame);
    host.addDock(view, {.name = "historyDock",
                        .title = tr("History"),
                        .help = tr("Every step since the file was opened; a click goes back to it. "
                                   "Saving keeps the history."),
                        .place = DockPlace::LeftBelow,
                        .tab = 2});
}

}  // namespace momentree::app::history
