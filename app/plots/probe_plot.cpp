// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/probe_plot.hpp"

#include <QBoxLayout>
#include <QDragEnterEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QScrollArea>
#include <QSplitter>
#include <QTreeWidget>
#include <algorithm>
#include <utility>

#include "app/base/theme/themed_icon.hpp"
#include "app/plots/column_drag.hpp"
#include "app/plots/plot_widget.hpp"

namespace momentree::app {
namespace {

enum Role {
    FirstRole = Qt::UserRole,
    CountRole,  ///< the columns of a group
    NameRole    ///< name of a column as in the CSV
};
constexpr int narrowest = 120;  ///< [pixels] at which names of columns are readable
constexpr int mostPlots = 4;    ///< maximum number of units, since more plots would be too low

/// The list of columns, which can be dragged to other plots.
class ColumnList final : public QTreeWidget {
public:
    ColumnList() {
        setDragDropMode(QAbstractItemView::DragOnly);
        setSelectionMode(QAbstractItemView::ExtendedSelection);
    }

protected:
    QStringList mimeTypes() const override { return {columnMimeType()}; }
    QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override {
        QStringList names;
        for (const QTreeWidgetItem* item : items) names << item->data(0, NameRole).toString();
        return columnMime(names);
    }
};

}  // namespace

struct ProbePlot::Impl {
    QLineEdit* search = nullptr;
    QTreeWidget* list = nullptr;
    QSplitter* plots = nullptr;
    QLabel* hint = nullptr;
    std::vector<PlotWidget*> shown;
    std::shared_ptr<const Recording> recording;
    std::optional<RowLayout> layout;
    ColumnChoices choices = std::make_shared<const std::vector<ColumnChoice>>();
    RunLabel mainRun;
    std::vector<PlotSource> others;
    QStringList chosen;  ///< names, in the order in which they were chosen
    EarlierRows earlier;
    QStringList wanted;  ///< some may be missing in this run
    double duration = 0.0, shownTime = 0.0;
    bool filling = false;
};

ProbePlot::ProbePlot(QWidget* parent) : QWidget(parent), impl_(std::make_unique<Impl>()) {
    impl_->search = new QLineEdit;
    impl_->search->setPlaceholderText(tr("Search columns"));
    impl_->search->setAccessibleName(tr("Search columns"));
    impl_->search->setClearButtonEnabled(true);
    impl_->search->addAction(themedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    impl_->list = new ColumnList;
    impl_->list->setHeaderHidden(true);
    impl_->list->setColumnCount(2);
    impl_->list->setUniformRowHeights(true);
    impl_->list->setFrameShape(QFrame::NoFrame);
    impl_->list->setIndentation(14);
    impl_->list->header()->setStretchLastSection(false);
    impl_->list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    impl_->list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    impl_->list->setAccessibleName(tr("Columns to plot"));
    impl_->plots = new QSplitter(Qt::Vertical);
    impl_->plots->setChildrenCollapsible(false);
    impl_->hint = new QLabel(tr("Tick columns in the list, or drop a quantity here, to plot them"));
    impl_->hint->setAlignment(Qt::AlignCenter);
    impl_->hint->setWordWrap(true);
    impl_->hint->setForegroundRole(QPalette::PlaceholderText);
    auto* chooser = new QWidget;
    auto* column = new QVBoxLayout(chooser);
    column->setContentsMargins(4, 4, 0, 0);
    column->setSpacing(4);
    column->addWidget(impl_->search);
    column->addWidget(impl_->list, 1);
    chooser->setMinimumWidth(narrowest);
    auto* area = new QWidget;
    auto* stack = new QVBoxLayout(area);
    stack->setContentsMargins(0, 0, 0, 0);
    stack->addWidget(impl_->hint);
    auto* scroll = new QScrollArea;  // a low window has no room for several plots
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidgetResizable(true);
    scroll->setWidget(impl_->plots);
    stack->addWidget(scroll, 1);
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(chooser);
    splitter->addWidget(area);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({190, 600});
    splitter->setCollapsible(1, false);
    auto* row = new QVBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(splitter);
    setAcceptDrops(true);
    connect(impl_->search, &QLineEdit::textChanged, this, &ProbePlot::filter);
    connect(impl_->list, &QTreeWidget::itemChanged, this, &ProbePlot::takeTicks);
    connect(impl_->list, &QTreeWidget::itemExpanded, this, &ProbePlot::fillGroup);
}

ProbePlot::~ProbePlot() = default;

void ProbePlot::dragEnterEvent(QDragEnterEvent* event) {
    if (holdsColumns(*event->mimeData())) event->acceptProposedAction();
}

void ProbePlot::dropEvent(QDropEvent* event) {
    if (add(columnsIn(*event->mimeData()))) event->acceptProposedAction();
}

bool ProbePlot::add(const QStringList& quantities) {
    const QStringList columns = droppedColumns(quantities, *impl_->choices);
    if (!columns.isEmpty()) choose(impl_->chosen + columns);
    return !columns.isEmpty();
}

void ProbePlot::setRun(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                       ColumnChoices choices, double duration) {
    impl_->recording = std::move(recording);
    impl_->layout = layout;
    impl_->duration = duration;
    if (*choices != *impl_->choices) {
        impl_->choices = std::move(choices);
        fillList();
    }
    showColumns(impl_->wanted);
    if (impl_->chosen.isEmpty() && layout.probeCount() > 0)
        showColumns({impl_->choices->front().name});
}

void ProbePlot::setEarlier(EarlierRows rows) { impl_->earlier = std::move(rows); }

QStringList ProbePlot::wanted() const { return impl_->wanted; }

void ProbePlot::want(const QStringList& columns) { impl_->wanted = columns; }

void ProbePlot::setComparison(RunLabel main, std::vector<PlotSource> others) {
    for (PlotWidget* plot : impl_->shown) plot->setComparison(main, others);
    impl_->mainRun = std::move(main);
    impl_->others = std::move(others);
}

void ProbePlot::clear() {
    impl_->recording = nullptr;
    impl_->layout.reset();
    impl_->choices = std::make_shared<const std::vector<ColumnChoice>>();
    impl_->filling = true;
    impl_->list->clear();
    impl_->filling = false;
    rebuild();
}

void ProbePlot::fillList() {
    impl_->filling = true;
    impl_->list->clear();
    // All at once, because the view examines all rows after each insertion.
    QList<QTreeWidgetItem*> groups;
    QFont bold = impl_->list->font();
    bold.setBold(true);
    const std::vector<ColumnChoice>& choices = *impl_->choices;
    for (std::size_t first = 0, next = 0; first < choices.size(); first = next) {
        while (next < choices.size() && choices[next].group == choices[first].group) ++next;
        groups << new QTreeWidgetItem({choices[first].group});
        groups.back()->setFlags(Qt::ItemIsEnabled);
        groups.back()->setFont(0, bold);
        groups.back()->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
        groups.back()->setData(0, FirstRole, QVariant::fromValue(first));
        groups.back()->setData(0, CountRole, QVariant::fromValue(next - first));
    }
    impl_->list->addTopLevelItems(groups);
    for (QTreeWidgetItem* group : groups) group->setFirstColumnSpanned(true);
    if (!groups.isEmpty()) groups.front()->setExpanded(true);
    impl_->filling = false;
    filter(impl_->search->text());
}

std::span<const ColumnChoice> ProbePlot::choicesOf(const QTreeWidgetItem& group) const {
    return std::span<const ColumnChoice>(*impl_->choices)
        .subspan(group.data(0, FirstRole).value<std::size_t>(),
                 group.data(0, CountRole).value<std::size_t>());
}

/// Models have thousands of columns: a group is filled when first opened.
void ProbePlot::fillGroup(QTreeWidgetItem* group) {
    if (group->parent() || group->childCount() > 0) return;
    const bool before = std::exchange(impl_->filling, true);
    const QBrush muted = palette().color(QPalette::PlaceholderText);
    QList<QTreeWidgetItem*> items;
    for (const ColumnChoice& choice : choicesOf(*group)) {
        auto* item = new QTreeWidgetItem({choice.title, choice.unit});
        item->setData(0, NameRole, choice.name);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable |
                       Qt::ItemIsDragEnabled);
        const bool on = impl_->chosen.contains(choice.name);
        item->setCheckState(0, on ? Qt::Checked : Qt::Unchecked);
        item->setToolTip(0, choice.name);
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setForeground(1, muted);
        items << item;
    }
    group->addChildren(items);
    impl_->filling = before;
}

void ProbePlot::filter(const QString& text) {
    const auto matches = [part = text.trimmed()](const ColumnChoice& choice) {
        return choice.title.contains(part, Qt::CaseInsensitive) ||
               choice.name.contains(part, Qt::CaseInsensitive);
    };
    for (int g = 0; g < impl_->list->topLevelItemCount(); ++g) {
        QTreeWidgetItem* group = impl_->list->topLevelItem(g);
        const auto choices = choicesOf(*group);
        const bool found = std::ranges::any_of(choices, matches);
        group->setHidden(!found);
        if (!text.isEmpty() && found) group->setExpanded(true);
        for (int i = 0; i < group->childCount(); ++i)
            group->child(i)->setHidden(!matches(choices[static_cast<std::size_t>(i)]));
    }
}

void ProbePlot::takeTicks(QTreeWidgetItem* item) {
    if (impl_->filling) return;
    const QString name = item->data(0, NameRole).toString();
    impl_->chosen.removeAll(name);
    if (item->checkState(0) == Qt::Checked) impl_->chosen.append(name);
    impl_->wanted = impl_->chosen;
    rebuild();
}

QStringList ProbePlot::chosen() const { return impl_->chosen; }

void ProbePlot::choose(const QStringList& columns) {
    showColumns(columns);
    impl_->wanted = impl_->chosen;
}

void ProbePlot::showColumns(const QStringList& columns) {
    impl_->chosen.clear();
    for (const QString& name : columns)
        if (std::ranges::find(*impl_->choices, name, &ColumnChoice::name) !=
                impl_->choices->end() &&
            !impl_->chosen.contains(name))
            impl_->chosen.append(name);
    tickChosen();
    rebuild();
}

void ProbePlot::tickChosen() {
    impl_->filling = true;
    const auto isChosen = [this](const ColumnChoice& c) { return impl_->chosen.contains(c.name); };
    for (int g = 0; g < impl_->list->topLevelItemCount(); ++g) {
        QTreeWidgetItem* group = impl_->list->topLevelItem(g);
        if (std::ranges::any_of(choicesOf(*group), isChosen)) group->setExpanded(true);
        for (int i = 0; i < group->childCount(); ++i) {
            QTreeWidgetItem* column = group->child(i);
            const bool on = impl_->chosen.contains(column->data(0, NameRole).toString());
            column->setCheckState(0, on ? Qt::Checked : Qt::Unchecked);
        }
    }
    impl_->filling = false;
}

void ProbePlot::rebuild() {
    std::vector<ChartSettings> wanted;
    QStringList units;
    for (const QString& name : impl_->chosen) {
        const auto choice = std::ranges::find(*impl_->choices, name, &ColumnChoice::name);
        if (choice == impl_->choices->end()) continue;
        qsizetype at = units.indexOf(choice->unit);
        if (at < 0 && units.size() == mostPlots) continue;
        if (at < 0) {
            at = units.size();
            units.append(choice->unit);
            wanted.emplace_back();
            wanted.back().duration = impl_->duration;
            wanted.back().valueLabel =
                choice->unit.isEmpty() ? tr("value") : QStringLiteral("[%1]").arg(choice->unit);
        }
        ChartSettings& plot = wanted[static_cast<std::size_t>(at)];
        plot.series.push_back({.column = choice->column,
                               .name = choice->title,
                               .unit = choice->unit,
                               .style = static_cast<int>(plot.series.size()),
                               .scale = choice->perRecorded,
                               .recordedUnit = choice->recordedUnit});
    }
    for (PlotWidget* plot : impl_->shown) plot->deleteLater();
    impl_->shown.clear();
    impl_->hint->setVisible(wanted.empty());
    impl_->plots->setVisible(!wanted.empty());
    for (ChartSettings& settings : wanted) addPlot(std::move(settings));
}

void ProbePlot::addPlot(ChartSettings settings) {
    if (settings.series.size() == 1)
        settings.valueLabel = settings.series[0].name + QLatin1Char(' ') + settings.valueLabel;
    auto* plot = new PlotWidget;
    plot->setTitle(QStringLiteral("probes"));
    plot->setComparison(impl_->mainRun, impl_->others);
    plot->setEarlier(impl_->earlier);
    plot->setSource(impl_->recording, *impl_->layout, std::move(settings));
    plot->setShownTime(impl_->shownTime);
    connect(plot, &PlotWidget::timePicked, this, &ProbePlot::timePicked);
    connect(plot, &PlotWidget::timeHovered, this, &ProbePlot::timeHovered);
    connect(plot, &PlotWidget::timeZoomed, this,
            [this, plot](const std::optional<ValueRange>& time) {
                for (PlotWidget* other : impl_->shown)
                    if (other != plot) other->setZoom(time, other->chart().settings().value);
            });
    impl_->plots->addWidget(plot);
    impl_->shown.push_back(plot);
}

void ProbePlot::refresh() {
    for (PlotWidget* plot : impl_->shown) plot->refresh();
}

void ProbePlot::setCrosshair(std::optional<double> seconds) {
    for (PlotWidget* plot : impl_->shown) plot->setCrosshair(seconds);
}

void ProbePlot::setShownTime(double seconds) {
    impl_->shownTime = seconds;
    for (PlotWidget* plot : impl_->shown) plot->setShownTime(seconds);
}

}  // namespace momentree::app
