// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/reference_commands.hpp"

#include <QFileDialog>
#include <QFileInfo>

#include "app/base/background.hpp"
#include "app/panels/plots/plot_docks.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"
#include "core/io/stored_run.hpp"

namespace momentree::app {

ReferenceCommands::ReferenceCommands(Workspace& workspace, Host& host, PlotDocks& plots)
    : QObject(&host), workspace_(workspace), host_(host), plots_(plots) {
    ReferenceSet* references = &workspace.references;
    QAction* add = host.addCommand("addReference", tr("Compare with a t&able…"), "difference",
                                   tr("Shows the curves of a CSV file next to those of the run; "
                                      "you can also drop the file on the window"),
                                   {}, [this] { choose(); });
    QAction* remove = host.addCommand("removeReferences", tr("Remove compare&d tables"), "delete",
                                      tr("Removes the curves of files from the plots"), {},
                                      [references] { references->clear(); });
    remove->setEnabled(false);
    connect(references, &ReferenceSet::changed, remove,
            [references, remove] { remove->setEnabled(!references->empty()); });
    commands_ = {add, remove};
    // A file of results shows the rows that it holds next to the run that its model starts.
    connect(
        &workspace.run, &RunController::opened, this,
        [this] {
            const QString file = workspace_.run.file();
            if (holdsRows(file.toStdString())) this->add(file);
        },
        Qt::QueuedConnection);
}

void ReferenceCommands::choose() {
    const QString file =
        QFileDialog::getOpenFileName(&host_.window, tr("Table to compare with"), {},
                                     tr("Tables and results (*.csv *.h5 *.hdf5 *.momentree.zip)"));
    if (!file.isEmpty()) add(file);
}

void ReferenceCommands::add(const QString& file) {
    const auto read = [file] {
        return std::make_shared<Result<ReferenceTable>>(readReferenceFile(file.toStdString()));
    };
    inBackground(this, read, [this, file](const std::shared_ptr<Result<ReferenceTable>>& table) {
        take(file, *table);
    });
}

void ReferenceCommands::take(const QString& file, const Result<ReferenceTable>& table) {
    const QString name = QFileInfo(file).fileName();
    const QString failure = tr("%1 cannot be compared").arg(name);
    if (!table) return Q_EMIT host_.files.failed(failure, file, table.error());
    const RunController& run = workspace_.run;
    if (!run.hasRun())
        return Q_EMIT host_.files.failed(
            failure, file,
            {error({}, MOMENTREE_TEXT(
                           "no-run-to-compare",
                           "there is no run to compare it with; open or draw a model first"))});
    const RowLayout& layout = run.session().layout();
    const auto reference = workspace_.references.add(file, *table, run.model(), layout);
    if (!reference) return Q_EMIT host_.files.failed(failure, file, reference.error());
    const std::vector<int>& columns = reference->columns;
    const auto probe = std::ranges::find_if(columns, [&](int column) {
        return column >= layout.probe(0) && column < layout.csvWidth();
    });
    const auto first = static_cast<std::size_t>(probe == columns.end() ? columns.front() : *probe);
    plots_.plot({QString::fromStdString(layout.names()[first])});
    host_.say(tr("The curves of %1 are shown next to those of the run in every plot").arg(name));
    if (!reference->leftOut.empty())
        Q_EMIT host_.files.noted(tr("Not all of %1 is compared").arg(name), file,
                                 reference->leftOut);
}

}  // namespace momentree::app
