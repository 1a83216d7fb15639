// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include "app/base/text.hpp"
#include "app/panels/inspector/inspector.hpp"
#include "app/panels/inspector/read_out.hpp"

namespace momentree::app::inspector {
namespace {

void showSelection(Workspace& workspace, Inspector& panel) {
    const CheckedModel& checked = workspace.live.checked();
    const std::vector<Element>& elements = workspace.selection.elements();
    panel.setElements(elements);
    // After an edit, the model on screen is that before it for a moment.
    const bool one = elements.size() == 1 && exists(checked.model->description, elements.front());
    panel.readOut().setElement(*checked.model, *checked.layout, one ? elements.front() : Element{});
    if (workspace.live.runIsCurrent())
        panel.readOut().showRow(workspace.run.playback().shownRow());
    else
        panel.readOut().showRow(rowOf(*checked.layout, checked.start));
}

void showModel(Workspace& workspace, Inspector& panel) {
    showSelection(workspace, panel);
    const CheckedModel& checked = workspace.live.checked();
    if (!checked.assembled) panel.readOut().setElement(*checked.model, *checked.layout, {});
}

}  // namespace

void addPanel(Workspace& workspace, Host& host) {
    auto* panel = new Inspector(workspace.document, &host.window);
    host.addDock(panel,
                 {.name = "propertiesDock",
                  .title = tr("Element"),
                  .help = tr("What can be changed of the selected element: numbers, numbers with "
                             "units (12 cm, 30 deg) or expressions of parameters (2*L1). Now "
                             "shows its values at the shown time."),
                  .place = DockPlace::LeftBelow});
    showModel(workspace, *panel);
    QObject::connect(panel, &Inspector::menuWanted, &host, &Host::elementMenuWanted);
    QObject::connect(&workspace, &Workspace::modelChanged, panel,
                     [&workspace, panel] { showModel(workspace, *panel); });
    QObject::connect(&workspace.selection, &Selection::changed, panel,
                     [&workspace, panel] { showSelection(workspace, *panel); });
    const auto showRow = [&workspace, panel] {
        if (workspace.live.runIsCurrent())
            panel->readOut().showRow(workspace.run.playback().shownRow());
    };
    QObject::connect(&workspace.run.playback(), &Playback::shownChanged, panel, showRow);
    QObject::connect(&workspace.run, &RunController::runChanged, panel, showRow);
    // Fields and values are rebuilt in the new units.
    QObject::connect(&host, &Host::preferencesChanged, panel, [&workspace, panel] {
        panel->setElement({});
        Q_EMIT workspace.selection.changed();
    });
}

}  // namespace momentree::app::inspector
