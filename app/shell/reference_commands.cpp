// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/reference_commands.hpp"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/panels/plots/plot_docks.hpp"
#include "app/shell/mapping_dialog.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"
#include "core/io/stored_run.hpp"
#include "core/io/text_file.hpp"

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
    QAction* matching = host.addCommand(
        "matchReference", tr("&Match columns of a table…"), "difference",
        tr("Says which quantity of this model each column of another program's table is"), {},
        [this] { chooseAndMatch(); });
    remove->setEnabled(false);
    connect(references, &ReferenceSet::changed, remove,
            [references, remove] { remove->setEnabled(!references->empty()); });
    commands_ = {add, matching, remove};
    // A file of results shows the rows that it holds next to the run that its model starts.
    connect(
        &workspace.run, &RunController::opened, this,
        [this] {
            const QString file = workspace_.run.file();
            if (holdsRows(file.toStdString())) this->add(file);
        },
        Qt::QueuedConnection);
}

namespace {

/// Whether matching its columns makes a table readable.
bool needsMapping(const Diagnostics& problems) {
    const std::string_view id = problems.front().message.id;
    return id == "table-not-of-run" || id == "table-time-only" || id == "table-fits-nothing" ||
           id == "column-unit";
}

constexpr QLatin1String tables("*.csv *.tsv *.txt *.dat");

}  // namespace

void ReferenceCommands::choose() {
    const QString file = QFileDialog::getOpenFileName(
        &host_.window, tr("Table to compare with"), {},
        tr("Tables and results (%1 *.h5 *.hdf5 *.momentree.zip)").arg(tables));
    if (!file.isEmpty()) add(file);
}

void ReferenceCommands::chooseAndMatch() {
    const QString file = QFileDialog::getOpenFileName(&host_.window, tr("Table to compare with"),
                                                      {}, tr("Tables (%1)").arg(tables));
    if (!file.isEmpty()) match(file, {});
}

void ReferenceCommands::add(const QString& file) {
    const auto read = [file] {
        return std::make_shared<Result<ReferenceTable>>(readReferenceFile(file.toStdString()));
    };
    inBackground(this, read, [this, file](const std::shared_ptr<Result<ReferenceTable>>& table) {
        take(file, *table);
    });
}

void ReferenceCommands::failed(const QString& file, const Diagnostics& problems) {
    Q_EMIT host_.files.failed(tr("%1 cannot be compared").arg(QFileInfo(file).fileName()), file,
                              problems);
}

void ReferenceCommands::match(const QString& file, const QString& reason) {
    const std::string path = file.toStdString();
    QFile table(file);
    const RunController& run = workspace_.run;
    if (!run.hasRun() || !table.open(QIODevice::ReadOnly)) return add(file);
    constexpr qint64 beginning = 1 << 18;  // bytes
    const auto beside = mappingBeside(path);
    const auto known = beside ? readMapping(*beside) : Result<ReferenceMapping>();
    auto* dialog =
        new MappingDialog(file, table.read(beginning), beside && known ? &*known : nullptr,
                          columnFacts(run.model(), run.session().layout()), reason, &host_.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, file, path] {
        const auto saved = writeTextAtomically(mappingText(dialog->mapping()), mappingPath(path));
        saved ? add(file) : failed(file, saved.error());
    });
    dialog->open();
}

void ReferenceCommands::take(const QString& file, const Result<ReferenceTable>& table) {
    const auto refused = [&](const Diagnostics& problems) {
        const bool mapped = mappingBeside(file.toStdString()).has_value();
        if (mapped || !needsMapping(problems) || !workspace_.run.hasRun())
            return failed(file, problems);
        match(file, diagnosticText(problems.front()));
    };
    if (!table) return refused(table.error());
    const RunController& run = workspace_.run;
    if (!run.hasRun())
        return failed(file, {error({}, MOMENTREE_TEXT("no-run-to-compare",
                                                      "there is no run to compare it with; open or "
                                                      "draw a model first"))});
    const RowLayout& layout = run.session().layout();
    const auto reference = workspace_.references.add(file, *table, run.model(), layout);
    if (!reference) return refused(reference.error());
    const std::vector<int>& columns = reference->columns;
    const auto probe = std::ranges::find_if(columns, [&](int column) {
        return column >= layout.probe(0) && column < layout.csvWidth();
    });
    const auto first = static_cast<std::size_t>(probe == columns.end() ? columns.front() : *probe);
    plots_.plot({QString::fromStdString(layout.names()[first])});
    const QString name = QFileInfo(file).fileName();
    host_.say(tr("The curves of %1 are shown next to those of the run in every plot").arg(name));
    if (!reference->leftOut.empty())
        Q_EMIT host_.files.noted(tr("Not all of %1 is compared").arg(name), file,
                                 reference->leftOut);
}

}  // namespace momentree::app
