// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/window_drops.hpp"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QStatusBar>

#include "app/base/background.hpp"
#include "app/base/text.hpp"
#include "app/plots/column_drag.hpp"
#include "app/runs/reference_set.hpp"
#include "app/scene/backdrop_panel.hpp"
#include "app/scene/picture_file.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/file_commands.hpp"
#include "app/shell/main_window.hpp"
#include "app/shell/plot_docks.hpp"
#include "app/shell/window_help.hpp"
#include "app/sketch/sketcher.hpp"

namespace momentree::app {
namespace {

constexpr int dropMessageTime_ms = 6000;

QString nameOf(const QString& file) { return QFileInfo(file).fileName(); }

bool isTable(const QString& file) {
    return QFileInfo(file).suffix().compare(QStringLiteral("csv"), Qt::CaseInsensitive) == 0;
}

void choosePicture(MainWindow& window) {
    QStringList patterns;
    for (const QString& suffix : pictureSuffixes()) patterns << "*." + suffix;
    const QString file =
        QFileDialog::getOpenFileName(&window, tr("Picture behind the drawing"), {},
                                     tr("Pictures (%1)").arg(patterns.join(QLatin1Char(' '))));
    if (!file.isEmpty()) showBackdrop(window, file);
}

void chooseTable(MainWindow& window) {
    const QString file = QFileDialog::getOpenFileName(&window, tr("Compare with a motion"), {},
                                                      tr("Tables of a run (*.csv)"));
    if (!file.isEmpty()) compareWith(window, file);
}

/// Draws what fits of a table, and shows a curve of it.
void takeTable(MainWindow& window, const QString& file, const ReferenceTable& table) {
    RunController& run = window.run();
    const QString what = tr("%1 cannot be compared with").arg(nameOf(file));
    if (!run.hasRun())
        return Q_EMIT window.files().failed(
            what, file,
            {error({}, MOMENTREE_TEXT(
                           "no-run-to-compare",
                           "there is no run to compare it with; open or draw a model first"))});
    const RowLayout& layout = run.session().layout();
    const auto reference = window.findChild<ReferenceSet*>()->add(file, table, run.model(), layout);
    if (!reference) return Q_EMIT window.files().failed(what, file, reference.error());
    const std::vector<int>& columns = reference->columns;
    const auto probe = std::ranges::find_if(columns, [&](int column) {
        return column >= layout.probe(0) && column < layout.csvWidth();
    });
    const auto first = static_cast<std::size_t>(probe == columns.end() ? columns.front() : *probe);
    window.findChild<PlotDocks*>()->plot({QString::fromStdString(layout.names()[first])});
    window.statusBar()->showMessage(
        tr("The curves of %1 are beside those of the run in every plot").arg(nameOf(file)),
        dropMessageTime_ms);
    if (!reference->leftOut.empty())
        Q_EMIT window.files().noted(tr("Not all of %1 is compared").arg(nameOf(file)), file,
                                    reference->leftOut);
}

}  // namespace

void addBackdrop(MainWindow& window, QMenu& view) {
    auto* backdrop = new Backdrop(window.viewport(), window.document());
    auto* panel = new BackdropPanel(*backdrop, window.document());
    view.addAction(addCommand(window, "backdrop", tr("&Background picture…"), "image",
                              tr("A photo or drawing behind the mechanism, to draw over; a PNG, "
                                 "JPEG or SVG dropped on the picture does the same"),
                              {}, [&window, backdrop, panel] {
                                  backdrop->any() ? panel->show() : choosePicture(window);
                              }));
    QObject::connect(backdrop, &Backdrop::shown, panel, [&window, panel](const QString& file) {
        panel->show();
        window.statusBar()->showMessage(
            tr("%1 lies behind the drawing; this program remembers it, the model file does not "
               "hold it")
                .arg(nameOf(file)),
            dropMessageTime_ms);
    });
    QObject::connect(backdrop, &Backdrop::failed, &window,
                     [&window](const QString& file, const Diagnostics& problems) {
                         Q_EMIT window.files().failed(
                             tr("%1 cannot be the background picture").arg(nameOf(file)), file,
                             problems);
                     });
    QObject::connect(panel, &BackdropPanel::replaceWanted, &window,
                     [&window] { choosePicture(window); });
}

void addReferences(MainWindow& window, QMenu& view) {
    auto* references = new ReferenceSet(&window);
    view.addAction(addCommand(window, "addReference", tr("Compare with a t&able…"), "difference",
                              tr("Curves of a motion from a CSV file beside those of the run; one "
                                 "dropped on the window does the same"),
                              {}, [&window] { chooseTable(window); }));
    QAction* remove = addCommand(window, "removeReferences", tr("Remove compare&d tables"),
                                 "delete", tr("Takes the curves of files out of the plots"), {},
                                 [references] { references->clear(); });
    view.addAction(remove);
    remove->setEnabled(false);
    QObject::connect(references, &ReferenceSet::changed, remove,
                     [references, remove] { remove->setEnabled(!references->empty()); });
    QObject::connect(&window.document(), &ModelDocument::replaced, references,
                     [&window, references, file = QString()]() mutable {
                         if (file.isEmpty() || file != window.document().file())
                             references->clear();
                         file = window.document().file();
                     });
}

void showBackdrop(MainWindow& window, const QString& file) {
    window.findChild<Backdrop*>()->show(file, window.findChild<Sketcher*>()->plane().frame());
}

void compareWith(MainWindow& window, const QString& file) {
    const auto read = [file] {
        return std::make_shared<Result<ReferenceTable>>(readReferenceFile(file.toStdString()));
    };
    inBackground(&window, read,
                 [&window, file](const std::shared_ptr<Result<ReferenceTable>>& table) {
                     if (*table) return takeTable(window, file, **table);
                     Q_EMIT window.files().failed(
                         tr("%1 cannot be compared with").arg(nameOf(file)), file, table->error());
                 });
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (holdsColumns(*event->mimeData())) return event->acceptProposedAction();
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) return event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    if (holdsColumns(*event->mimeData())) {
        event->acceptProposedAction();
        plots_->newPlot(columnsIn(*event->mimeData()));
        return;
    }
    for (const QUrl& url : event->mimeData()->urls()) {
        if (!url.isLocalFile()) continue;
        event->acceptProposedAction();
        const QString file = url.toLocalFile();
        if (isTable(file)) {
            compareWith(*this, file);
        } else if (isPictureFile(file)) {
            showBackdrop(*this, file);
        } else {
            return open(file);
        }
    }
}

}  // namespace momentree::app
