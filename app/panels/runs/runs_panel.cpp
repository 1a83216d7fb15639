// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runs/runs_panel.hpp"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QSaveFile>
#include <QSortFilterProxyModel>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <cmath>

#include "app/base/theme/themed_icon.hpp"
#include "app/panels/runs/add_run_dialog.hpp"
#include "app/panels/runs/run_table.hpp"
#include "app/panels/runs/sweep_dialog.hpp"
#include "app/runs/followed_spec.hpp"
#include "app/runs/run_controller.hpp"
#include "app/runs/run_set.hpp"
#include "core/session/run_limits.hpp"

namespace momentree::app {
namespace {

constexpr int progressWidth = 104, nameWidth = 210, referenceLetters = 14;
constexpr int cellMargin = 12, sortArrow = 14;

/// Sorts unknown values last in either direction.
class ByFigure final : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex& a, const QModelIndex& b) const override {
        const QVariant left = a.data(sortRole()), right = b.data(sortRole());
        if (left.typeId() != QMetaType::Double) return QSortFilterProxyModel::lessThan(a, b);
        const double x = left.toDouble(), y = right.toDouble();
        if (std::isnan(x) || std::isnan(y))
            return std::isnan(y) && !std::isnan(x)   ? sortOrder() == Qt::AscendingOrder
                   : std::isnan(x) && !std::isnan(y) ? sortOrder() == Qt::DescendingOrder
                                                     : false;
        return x < y;
    }
};

/// Wide enough for a figure and for the longest word of its heading, which is wrapped.
int figureWidth(const QFontMetrics& metrics, const QString& heading) {
    int width = metrics.horizontalAdvance(QStringLiteral("1.23e-05"));
    for (const QString& word : heading.split(' '))
        width = std::max(width, metrics.horizontalAdvance(word) + sortArrow);
    return width + cellMargin;
}

}  // namespace

RunsPanel::RunsPanel(RunSet& runs, RunController& onScreen, QWidget* parent)
    : QWidget(parent), runs_(runs), onScreen_(onScreen) {
    setObjectName("runsPanel");
    table_ = new RunTable(runs_, this);
    makeView();
    hint_ = new QLabel(tr("Add a run with another formulation, backend, integrator or step, or "
                          "sweep a parameter. All runs share one picture and the same plots."),
                       this);
    hint_->setWordWrap(true);
    hint_->setForegroundRole(QPalette::PlaceholderText);
    hint_->setMargin(8);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(view_, 1);
    layout->addWidget(hint_);
    connect(table_, &QAbstractItemModel::modelReset, this, &RunsPanel::follow);
    connect(&runs_, &RunSet::referenceChanged, this, &RunsPanel::fillReference);
    connect(&onScreen_.playback(), &Playback::stateChanged, this, &RunsPanel::follow);
    follow();
}

QAction* RunsPanel::act(const char* name, const QString& text, const QString& icon,
                        const QString& tip) {
    auto* action = new QAction(icon.isEmpty() ? QIcon() : themedIcon(icon), text, this);
    action->setObjectName(QString::fromLatin1(name));
    action->setToolTip(tip);
    action->setStatusTip(tip);
    return action;
}

void RunsPanel::makeView() {
    sorted_ = new ByFigure(this);
    sorted_->setSourceModel(table_);
    sorted_->setSortRole(RunTable::SortRole);
    view_ = new QTreeView(this);
    view_->setObjectName("runsTable");
    view_->setAccessibleName(tr("Table of runs"));
    view_->setModel(sorted_);
    view_->setSortingEnabled(true);
    view_->sortByColumn(RunTable::NameColumn, Qt::AscendingOrder);
    view_->setFrameShape(QFrame::NoFrame);
    view_->setAlternatingRowColors(true);
    view_->setUniformRowHeights(true);
    view_->setIconSize({22, 14});
    view_->setIndentation(18);
    view_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
    view_->setExpandsOnDoubleClick(false);
    view_->setContextMenuPolicy(Qt::CustomContextMenu);
    view_->header()->setStretchLastSection(false);
    view_->header()->resizeSection(RunTable::NameColumn, nameWidth);
    view_->header()->resizeSection(RunTable::ProgressColumn, progressWidth);
    for (int k = RunTable::FirstFigure; k < table_->columnCount(); ++k)
        view_->header()->resizeSection(
            k, figureWidth(view_->header()->fontMetrics(),
                           table_->headerData(k, Qt::Horizontal, Qt::DisplayRole).toString()));
    view_->header()->setMinimumHeight(2 * view_->header()->fontMetrics().lineSpacing() + 8);
    connect(table_, &QAbstractItemModel::dataChanged, this, &RunsPanel::showKnownFigures);
    showKnownFigures();
    view_->installEventFilter(this);
    connect(view_, &QTreeView::customContextMenuRequested, this, &RunsPanel::showContextMenu);
    connect(view_, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        if (const RunId id = index.data(RunTable::IdRole).toInt()) runs_.makeCurrent(id);
    });
    connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &RunsPanel::follow);
}

/// Hides columns without any values.
void RunsPanel::showKnownFigures() {
    const std::vector<RunSummary> all = table_->summaries();
    for (int k = RunTable::FirstFigure; k < table_->columnCount(); ++k) {
        const SummaryColumn& column =
            summaryColumns()[static_cast<std::size_t>(k - RunTable::FirstFigure + 1)];
        const bool known = all.empty() || std::ranges::any_of(all, [&](const RunSummary& run) {
                               return !std::isnan(column.value(run));
                           });
        if (view_->isColumnHidden(k) == known) view_->setColumnHidden(k, !known);
    }
}

void RunsPanel::makeAddMenu() {
    addRun_ =
        act("addRun", tr("Another &setting…"), "settings",
            tr("Adds a run of this model with another formulation, backend, integrator or step"));
    sweep_ = act("sweepRuns", tr("S&weep a parameter…"), "parameter",
                 tr("Adds runs for several values of a parameter or of the step"));
    everyFormulation_ = act("everyFormulation", tr("Every &formulation"), "tree",
                            tr("Adds a run for each formulation that supports this model"));
    everyIntegrator_ = act("everyIntegrator", tr("Every &integrator"), "step-forward",
                           tr("Adds a run for each integrator that the formulation supports"));
    smallerSteps_ = act("smallerSteps", tr("&Half and quarter of the step"), "speed",
                        tr("Adds two runs with smaller steps, to see the error of the step"));
    copy_ = act("copyRun", tr("A &copy of the selected run"), "duplicate",
                tr("Adds a copy that stays while the settings of the run on screen change"));
    connect(addRun_, &QAction::triggered, this,
            [this] { (new AddRunDialog(runs_, onScreen_, {}, this))->show(); });
    connect(sweep_, &QAction::triggered, this,
            [this] { (new SweepDialog(runs_, onScreen_, this))->show(); });
    connect(everyFormulation_, &QAction::triggered, this, [this] { addEvery(true); });
    connect(everyIntegrator_, &QAction::triggered, this, [this] { addEvery(false); });
    connect(smallerSteps_, &QAction::triggered, this, &RunsPanel::addSmallerSteps);
    connect(copy_, &QAction::triggered, this, &RunsPanel::addCopy);
}

QToolBar* RunsPanel::makeBar() {
    makeAddMenu();
    fork_ = act("forkHere", tr("Fork here"), "fork",
                tr("Starts a new run from the displayed state, with other settings"));
    precision_ =
        act("workPrecision", tr("Work-precision"), "work-precision",
            tr("Shows error versus cost for several steps, with the order of each method"));
    onScreenNow_ = act("makeCurrent", tr("Put on &screen"), "play",
                       tr("Shows this run on screen, controlled by the time controls"));
    rename_ = act("renameRun", tr("&Rename"), "label", tr("Renames this run"));
    remove_ = act("removeRun", tr("Re&move"), "delete", tr("Removes the selected run"));
    clear_ = act("removeOthers", tr("Remove the &other runs"), "",
                 tr("Removes every run except the one on screen (Ctrl+Z brings them back)"));
    restore_ = act("restoreRuns", tr("&Bring back removed runs"), "undo",
                   tr("Brings back the runs that were removed last"));
    copyTable_ = act("copyRuns", tr("Copy the &table"), "copy",
                     tr("Copies the table to the clipboard, for a spreadsheet"));
    exportTable_ =
        act("exportRuns", tr("Export the table as &CSV…"), "export", tr("Saves the table"));
    saveStudy_ = act("saveStudy", tr("Save as st&udy…"), "save",
                     tr("Saves these runs as a study file, also for momentree compare"));
    openStudy_ = act("openStudy", tr("&Open a study…"), "open",
                     tr("Opens the model of a study and adds its runs"));
    connect(fork_, &QAction::triggered, this, &RunsPanel::forkWanted);
    connect(precision_, &QAction::triggered, this, &RunsPanel::workPrecisionWanted);
    connect(onScreenNow_, &QAction::triggered, this, [this] { runs_.makeCurrent(selected()); });
    connect(rename_, &QAction::triggered, this,
            [this] { view_->edit(sorted_->mapFromSource(table_->indexOf(selected()))); });
    connect(remove_, &QAction::triggered, this, &RunsPanel::removeSelected);
    connect(clear_, &QAction::triggered, this, [this] {
        const auto count = runs_.items().size() - 1;
        runs_.removeOthers();
        Q_EMIT removed(static_cast<int>(count));
    });
    connect(restore_, &QAction::triggered, &runs_, &RunSet::restore);
    connect(copyTable_, &QAction::triggered, this, &RunsPanel::copyTable);
    connect(exportTable_, &QAction::triggered, this, &RunsPanel::exportTable);
    connect(saveStudy_, &QAction::triggered, this, &RunsPanel::saveStudyWanted);
    connect(openStudy_, &QAction::triggered, this, &RunsPanel::openStudyWanted);

    auto* bar = new QToolBar(this);
    bar->setIconSize({18, 18});
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    const auto menuButton = [&](const char* name, const QString& text, const char* icon,
                                const QList<QAction*>& actions) {
        auto* button = new QToolButton(bar);
        button->setObjectName(QString::fromLatin1(name));
        button->setText(text);
        button->setAccessibleName(text);
        button->setIcon(themedIcon(icon));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setPopupMode(QToolButton::InstantPopup);
        auto* menu = new QMenu(button);
        for (QAction* action : actions) {
            if (action)
                menu->addAction(action);
            else
                menu->addSeparator();
        }
        button->setMenu(menu);
        bar->addWidget(button);
        return menu;
    };
    addMenu_ = menuButton("addRuns", tr("Add runs"), "add",
                          {addRun_, sweep_, nullptr, everyFormulation_, everyIntegrator_,
                           smallerSteps_, nullptr, copy_});
    bar->addActions({fork_, precision_});
    bar->addSeparator();
    auto* against = new QLabel(tr("Against"), bar);
    against->setMargin(4);
    bar->addWidget(against);
    reference_ = new QComboBox(bar);
    reference_->setObjectName("referenceRun");
    reference_->setAccessibleName(tr("Reference"));
    reference_->setToolTip(tr("Makes this run the reference for differences in table and plots"));
    // A tool bar does not resize for entries added later.
    reference_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    reference_->setMinimumContentsLength(referenceLetters);
    against->setBuddy(reference_);
    bar->addWidget(reference_);
    connect(reference_, &QComboBox::activated, this,
            [this](int row) { runs_.setReference(reference_->itemData(row).toInt()); });
    auto* room = new QWidget(bar);
    room->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(room);
    bar->addActions({remove_});
    menuButton(
        "runsMore", tr("Table"), "more",
        {copyTable_, exportTable_, nullptr, saveStudy_, openStudy_, nullptr, clear_, restore_});
    return bar;
}

RunId RunsPanel::selected() const {
    const QModelIndexList rows = view_->selectionModel()->selectedRows();
    return rows.isEmpty() ? 0 : rows.front().data(RunTable::IdRole).toInt();
}

void RunsPanel::select(RunId id) {
    view_->setCurrentIndex(sorted_->mapFromSource(table_->indexOf(id)));
}

void RunsPanel::follow() {
    view_->expandAll();
    if (selected() == 0 && runs_.currentId() != 0 && sorted_->rowCount() > 0)
        select(runs_.currentId());
    const bool has = onScreen_.hasRun();
    for (QAction* action : {addRun_, sweep_, everyFormulation_, everyIntegrator_, smallerSteps_,
                            fork_, precision_, copyTable_, exportTable_, saveStudy_})
        action->setEnabled(has);
    const RunItem* run = runs_.find(selected());
    const bool other = run && run->id != runs_.currentId();
    onScreenNow_->setEnabled(other && run->session());
    remove_->setEnabled(other);
    copy_->setEnabled(run != nullptr);
    rename_->setEnabled(run != nullptr);
    clear_->setEnabled(runs_.items().size() > 1);
    restore_->setEnabled(runs_.canRestore());
    hint_->setVisible(runs_.items().size() <= 1);
    fillReference();
}

void RunsPanel::fillReference() {
    const QSignalBlocker quiet(reference_);
    reference_->clear();
    reference_->addItem(tr("nothing"), 0);
    for (const RunItem& run : runs_.items())
        reference_->addItem(runIcon(run.style), run.name, run.id);
    reference_->setCurrentIndex(std::max(0, reference_->findData(runs_.reference())));
    reference_->setEnabled(runs_.items().size() > 1);
}

void RunsPanel::showContextMenu(const QPoint& place) {
    const RunItem* run = runs_.find(selected());
    if (!run) return;
    QMenu menu(this);
    menu.setObjectName("runMenu");
    menu.addAction(onScreenNow_);
    QAction* against = menu.addAction(tr("Measure others &against this"));
    connect(against, &QAction::triggered, this, [this, id = run->id] { runs_.setReference(id); });
    menu.addSeparator();
    menu.addActions({copy_, rename_, remove_});
    menu.exec(view_->viewport()->mapToGlobal(place));
}

void RunsPanel::addEvery(bool formulations) {
    const RunSpec present = onScreen_.session().spec();
    const Catalogue& catalogue = runs_.catalogue();
    const auto choices = formulations
                             ? catalogue.formulations(&onScreen_.model())
                             : catalogue.integrators(present.formulation, &onScreen_.model());
    const RunSet::Gesture together(runs_);
    int added = 0;
    for (const Choice& choice : choices) {
        RunSpec spec = present;
        if (formulations) {
            if (choice.id == present.formulation) continue;
            spec = withFormulation(catalogue, onScreen_.model(), present, choice.id).spec;
        } else {
            if (choice.id == present.integrator) continue;
            spec.integrator = choice.id;
        }
        if (choice.refusal || !catalogue.check(onScreen_.model(), spec)) continue;
        added += runs_.add({.spec = spec}) != 0;
    }
    Q_EMIT said(added == 0   ? tr("No other one supports this model")
                : added == 1 ? tr("1 run added")
                             : tr("%1 runs added").arg(added));
}

void RunsPanel::addSmallerSteps() {
    const RunSet::Gesture together(runs_);
    for (const double part : {0.5, 0.25}) {
        RunSpec spec = onScreen_.session().spec();
        if (isAdaptive(spec.integrator)) {
            spec.relativeTolerance *= part * part;
            spec.absoluteTolerance *= part * part;
        }
        spec.step *= part;
        runs_.add({.spec = spec});
    }
}

void RunsPanel::addCopy() {
    if (const RunId id = runs_.duplicate(selected())) select(id);
}

void RunsPanel::removeSelected() {
    const RunId id = selected();
    if (id == 0 || id == runs_.currentId()) return;
    runs_.remove(id);
    Q_EMIT removed(1);
}

QString RunsPanel::tableText(QChar separator) const {
    QStringList lines;
    const auto cell = [separator](QString text) {
        if (!text.contains(separator) && !text.contains('"') && !text.contains('\n')) return text;
        return '"' + text.replace("\"", "\"\"") + '"';
    };
    QStringList head;
    for (int column = 0; column < table_->columnCount(); ++column)
        head << cell(table_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    lines << head.join(separator);
    const std::function<void(const QModelIndex&)> add = [&](const QModelIndex& parent) {
        for (int row = 0; row < sorted_->rowCount(parent); ++row) {
            QStringList cells;
            for (int column = 0; column < table_->columnCount(); ++column) {
                const QModelIndex index = sorted_->index(row, column, parent);
                const QVariant value = index.data(RunTable::SortRole);
                const bool number = column >= RunTable::FirstFigure && value.isValid();
                // With all digits: cells in the window are rounded.
                cells << cell(number ? QString::number(value.toDouble(), 'g', 17)
                                     : index.data(Qt::DisplayRole).toString());
            }
            lines << cells.join(separator);
            add(sorted_->index(row, 0, parent));
        }
    };
    add({});
    return lines.join("\r\n") + "\r\n";
}

void RunsPanel::copyTable() {
    QApplication::clipboard()->setText(tableText('\t'));
    Q_EMIT said(tr("Copied the table to the clipboard"));
}

void RunsPanel::exportTable() {
    const QString file =
        QFileDialog::getSaveFileName(this, tr("Export the table of runs"), "runs.csv",
                                     tr("Tables (*.csv)"), nullptr, QFileDialog::Options());
    if (file.isEmpty()) return;
    QSaveFile out(file);
    const QByteArray text = tableText(',').toUtf8();
    if (out.open(QIODevice::WriteOnly) && out.write(text) == text.size() && out.commit())
        return Q_EMIT said(tr("Wrote %1").arg(file));
    Q_EMIT failed(tr("The table was not saved"), out.errorString());
}

/// Delete removes a run here, not the selection of the drawing.
bool RunsPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == view_ &&
        (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress)) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Delete) {
            event->type() == QEvent::ShortcutOverride ? event->accept() : removeSelected();
            return event->type() == QEvent::KeyPress;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace momentree::app
