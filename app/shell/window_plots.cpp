// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MainWindow that brings quantities of the model into plots.
#include <QDir>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>
#include <QStandardPaths>

#include "app/base/display_unit.hpp"
#include "app/base/themed_icon.hpp"
#include "app/base/value_text.hpp"
#include "app/export/movie_dialog.hpp"
#include "app/export/series_dialog.hpp"
#include "app/panels/model_tree/model_tree.hpp"
#include "app/panels/transport/transport_bar.hpp"
#include "app/runs/record_budget.hpp"
#include "app/scene/picture_layers.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/crosshair.hpp"
#include "app/shell/main_window.hpp"
#include "app/shell/plot_docks.hpp"
#include "app/sketch/sketcher.hpp"

namespace momentree::app {

void MainWindow::connectPlots() {
    new Crosshair(*plots_, findChild<TransportBar*>()->slider(), *viewport_, run_, *live_);
    connect(actions_.newPlot, &QAction::triggered, this, [this] { plots_->newPlot(); });
    connect(actions_.portrait, &QAction::triggered, this,
            [this] { togglePanels({plots_->portrait()}); });
    connect(actions_.recordMemory, &QAction::triggered, this, &MainWindow::chooseRecordMemory);
    connect(actions_.exportMovie, &QAction::triggered, this, &MainWindow::exportMovie);
    connect(actions_.exportSeries, &QAction::triggered, this, [this] {
        if (!run_.hasRun()) return;
        auto* dialog = new SeriesDialog(run_, this);
        connect(dialog, &SeriesDialog::written, this, [this](const QString& file) {
            say(tr("%1 is ready").arg(QFileInfo(file).fileName()));
        });
        dialog->show();
    });
    connect(tree_, &ModelTree::menuWanted, this, [this](const Element& element, const QPoint& at) {
        QMenu menu(this);
        menu.setObjectName("treeMenu");
        addPlotMenu(&menu, element);
        if (!menu.isEmpty()) menu.exec(at);
    });
    connect(layers_, &PictureLayers::menuOpened, this, [this](QMenu* menu, const QPointF& place) {
        menu->addSeparator();
        addPlotMenu(menu, elementOf(viewport_->pickAt(place)));
    });
}

void MainWindow::chooseRecordMemory() {
    bool ok = false;
    const int chosen = QInputDialog::getInt(
        this, tr("Memory of the record"),
        tr("Memory for the samples of a run, in MiB.\n"
           "When it is used up, every second of the older samples is dropped and the run goes "
           "on.\nHolds from the next start."),
        recordMebibytes(), leastRecordMebibytes, mostRecordMebibytes, 64, &ok);
    if (ok) setRecordMebibytes(chosen);
}

void MainWindow::exportMovie() {
    if (!run_.hasRun()) return;
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::MoviesLocation));
    const QString name = QFileInfo(run_.file()).fileName().section('.', 0, 0);
    auto* dialog = new MovieDialog(run_, *viewport_,
                                   folder.filePath(name.isEmpty() ? tr("movie") : name), this);
    connect(dialog, &MovieDialog::made, this, [this](const QString& file) {
        say(tr("%1 is ready").arg(QFileInfo(file).fileName()));
    });
    dialog->show();
}

/// Adds what the record has of an element: into the panel of quantities, or into one of its own.
void MainWindow::addPlotMenu(QMenu* menu, const Element& element) {
    if (!run_.hasRun() || !live_->runIsCurrent()) return;
    const RowLayout& layout = run_.session().layout();
    const std::vector<Property> list = readOutOf(run_.model(), layout, element);
    if (list.empty()) return;
    const QString name = elementName(document_.description(), element);
    QMenu* here = menu->addMenu(themedIcon("plot"), tr("Plot %1").arg(name));
    QMenu* apart = menu->addMenu(tr("Plot %1 in a new panel").arg(name));
    for (const Property& property : list) {
        if (property.length) continue;
        QStringList columns;
        for (const int column : property.columns)
            columns << QString::fromStdString(layout.names()[static_cast<std::size_t>(column)]);
        const QString text = withUnit(property.name, displayUnit(property.unit).label);
        connect(here->addAction(text), &QAction::triggered, this,
                [this, columns] { plots_->plot(columns); });
        connect(apart->addAction(text), &QAction::triggered, this,
                [this, columns] { plots_->newPlot(columns); });
    }
}

}  // namespace momentree::app
