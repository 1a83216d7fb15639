// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include "app/base/diagnostic_text.hpp"
#include "app/base/text.hpp"
#include "app/document/check_steps.hpp"
#include "app/document/edits/references.hpp"
#include "app/panels/model_tree/model_tree.hpp"

namespace momentree::app::model_tree {

void addPanel(Workspace& workspace, Host& host) {
    auto* tree = new ModelTree(&host.window);
    host.addDock(tree, {.name = "treeDock",
                        .title = tr("Outline"),
                        .help = tr("Everything the model is made of. What is selected here is "
                                   "selected in the picture too; F2 renames, a drag onto a plot "
                                   "draws its quantities."),
                        .place = DockPlace::Left});
    const auto show = [&workspace, tree] {
        tree->setModel(workspace.document.shared(), workspace.live.checked().problems);
        tree->select(workspace.selection.elements());
    };
    show();
    QObject::connect(&workspace, &Workspace::modelChanged, tree, show);
    QObject::connect(&workspace.selection, &Selection::changed, tree,
                     [&workspace, tree] { tree->select(workspace.selection.elements()); });
    QObject::connect(tree, &ModelTree::selectionChanged, &workspace,
                     [&workspace, tree] { workspace.selection.set(tree->selected()); });
    // Queued: the edit refills the tree, which must not happen while the tree emits this signal.
    QObject::connect(
        tree, &ModelTree::renamed, &workspace,
        [&workspace, &host, tree](const Element& element, const QString& name) {
            QString why;
            const auto done = workspace.document.edit(
                tr("Rename to %1").arg(name),
                [&](ModelDescription& model) { why = rename(model, element, name); });
            if (why.isEmpty() && !done) why = editText(done.error().front());
            if (!why.isEmpty()) Q_EMIT host.complained(why);
            tree->setModel(workspace.document.shared(), workspace.live.checked().problems);
        },
        Qt::QueuedConnection);
    QObject::connect(tree, &ModelTree::menuWanted, &host, &Host::elementMenuWanted);
}

}  // namespace momentree::app::model_tree
