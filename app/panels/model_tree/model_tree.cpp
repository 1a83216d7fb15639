// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/model_tree/model_tree.hpp"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <utility>

#include "app/base/diagnostic_text.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/document/element_at.hpp"
#include "app/plots/column_drag.hpp"

namespace momentree::app {
namespace {

enum Role { KindRole = Qt::UserRole + 1, IndexRole };

Element elementOf(const QTreeWidgetItem* item) {
    if (!item || !item->parent()) return {};
    return {static_cast<Element::Kind>(item->data(0, KindRole).toInt()),
            item->data(0, IndexRole).toInt()};
}

/// Elements can be dragged onto plots.
class ElementTree final : public QTreeWidget {
public:
    using QTreeWidget::QTreeWidget;

protected:
    QStringList mimeTypes() const override { return {columnMimeType()}; }
    QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override {
        QStringList names;
        for (const QTreeWidgetItem* item : items) names << item->text(0) + QStringLiteral(".*");
        return columnMime(names);
    }
};

}  // namespace

ModelTree::ModelTree(QWidget* parent) : QWidget(parent) {
    filter_ = new QLineEdit(this);
    filter_->setPlaceholderText(tr("Filter"));
    filter_->setAccessibleName(tr("Filter of the model tree"));
    filter_->setClearButtonEnabled(true);
    tree_ = new ElementTree(this);
    tree_->setObjectName("modelTree");
    tree_->setAccessibleName(tr("Model"));
    tree_->setHeaderHidden(true);
    tree_->setColumnCount(2);
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    tree_->setAllColumnsShowFocus(true);
    tree_->setUniformRowHeights(true);
    tree_->setIndentation(14);
    tree_->setIconSize({18, 18});
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree_->setDragDropMode(QAbstractItemView::DragOnly);
    tree_->setContextMenuPolicy(Qt::CustomContextMenu);
    tree_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 0);
    layout->setSpacing(4);
    layout->addWidget(filter_);
    empty_ = new QLabel(tr("The model is empty. Press L and drag a link on the picture."));
    empty_->setWordWrap(true);
    empty_->setForegroundRole(QPalette::PlaceholderText);
    empty_->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(empty_);
    layout->addWidget(tree_, 1);

    connect(tree_, &QTreeWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        const QTreeWidgetItem* item = tree_->itemAt(at);
        if (item && item->parent())
            Q_EMIT menuWanted(elementOf(item), tree_->viewport()->mapToGlobal(at));
    });
    connect(filter_, &QLineEdit::textChanged, this, &ModelTree::filter);
    connect(tree_, &QTreeWidget::itemSelectionChanged, this, &ModelTree::selectionChanged);
    connect(tree_, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item) {
        altered_ = true;
        if (item->parent()) Q_EMIT renamed(elementOf(item), item->text(0));
    });
    groups_ = {{Element::Kind::Body, tr("Bodies"), nullptr, {}},
               {Element::Kind::Joint, tr("Joints"), nullptr, {}},
               {Element::Kind::Motion, tr("Motions"), nullptr, {}},
               {Element::Kind::Coupling, tr("Couplings"), nullptr, {}},
               {Element::Kind::Force, tr("Forces"), nullptr, {}},
               {Element::Kind::Parameter, tr("Parameters"), nullptr, {}}};
}

void ModelTree::setModel(std::shared_ptr<const ModelDescription> model,
                         const Diagnostics& problems) {
    const std::vector<Element> kept = selected();
    model_ = std::move(model);
    const QSignalBlocker quiet(tree_);
    if (altered_) {
        tree_->clear();
        for (Group& group : groups_) group = {group.kind, group.title, nullptr, {}};
    }
    const std::array counts{model_->bodies.size(),  model_->joints.size(),
                            model_->motions.size(), model_->couplings.size(),
                            model_->forces.size(),  model_->parameters.size()};
    int place = 0;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        fill(groups_[g], counts[g], place);
        if (groups_[g].item) ++place;
    }
    altered_ = mark(problems);
    empty_->setVisible(tree_->topLevelItemCount() == 0);
    if (!filter_->text().isEmpty()) filter(filter_->text());
    select(kept);
}

/// Marks the element of a message with an icon in the second column and the text as a tooltip.
bool ModelTree::mark(const Diagnostics& problems) {
    bool any = false;
    for (const Diagnostic& problem : problems) {
        const Element element = elementAt(*model_, problem.place);
        const auto group = std::ranges::find(groups_, element.kind, &Group::kind);
        if (group == groups_.end() || !group->item) continue;
        QTreeWidgetItem* item = group->item->child(element.index);
        const bool bad = problem.severity == Diagnostic::Severity::Error;
        item->setIcon(1, themedIcon(bad ? "error" : "warning"));
        item->setToolTip(1, diagnosticText(problem));
        item->setToolTip(0, item->toolTip(0) + "\n" + diagnosticText(problem));
        item->setData(0, Qt::AccessibleDescriptionRole, diagnosticText(problem));
        any = true;
    }
    return any;
}

/// Keeps the rows if new ones are only appended. Otherwise replaces all at once, because the view
/// examines all rows after each change.
void ModelTree::fill(Group& group, std::size_t count, int place) {
    std::vector<Row> rows;
    for (std::size_t k = 0; k < count; ++k) {
        const Element element{group.kind, static_cast<int>(k)};
        rows.push_back({elementName(*model_, element), elementType(*model_, element),
                        elementIcon(*model_, element)});
    }
    if (group.item) group.item->setForeground(1, palette().placeholderText());
    if (rows == group.rows) return;
    auto same = static_cast<int>(std::ranges::mismatch(rows, group.rows).in1 - rows.begin());
    if (same < static_cast<int>(group.rows.size())) same = 0;
    if (same == 0) delete std::exchange(group.item, nullptr);
    group.rows = std::move(rows);
    if (count == 0) return;
    QList<QTreeWidgetItem*> added;
    for (int k = same; k < static_cast<int>(count); ++k)
        added << makeRow(group.rows[static_cast<std::size_t>(k)], {group.kind, k});
    if (!group.item) {
        group.item = new QTreeWidgetItem({group.title});
        group.item->setFlags(Qt::ItemIsEnabled);
        QFont strong = tree_->font();
        strong.setBold(true);
        group.item->setFont(0, strong);
        group.item->setForeground(1, palette().placeholderText());
        group.item->setSizeHint(0, added.front()->sizeHint(0));
        group.item->addChildren(added);
        tree_->insertTopLevelItem(place, group.item);
        group.item->setExpanded(true);
    } else {
        group.item->addChildren(added);
    }
    group.item->setText(1, QString::number(count));
}

QTreeWidgetItem* ModelTree::makeRow(const Row& row, const Element& element) {
    if (!icons_.contains(row.icon)) icons_[row.icon] = themedIcon(row.icon);
    auto* item = new QTreeWidgetItem({row.name});
    item->setSizeHint(0, QSize(0, tree_->fontMetrics().height() + 7));
    item->setIcon(0, icons_[row.icon]);
    item->setToolTip(0, row.name + "\n" + row.type);
    if (element.kind != Element::Kind::Parameter)
        item->setFlags(item->flags() | Qt::ItemIsEditable);
    item->setData(0, KindRole, static_cast<int>(element.kind));
    item->setData(0, IndexRole, element.index);
    return item;
}

/// Selects contiguous rows together, because each change of the selection examines all of it.
void ModelTree::select(const std::vector<Element>& elements) {
    const QSignalBlocker quiet(tree_);
    const auto place = [](const Element& element) {
        return std::pair(element.kind, element.index);
    };
    std::vector<Element> wanted = elements;
    std::ranges::sort(wanted, {}, place);
    QItemSelection selection;
    const QTreeWidgetItem* last = nullptr;
    for (int g = 0; g < tree_->topLevelItemCount(); ++g) {
        const QTreeWidgetItem* group = tree_->topLevelItem(g);
        for (int k = 0, first = -1; k <= group->childCount(); ++k) {
            const bool in =
                k < group->childCount() &&
                std::ranges::binary_search(wanted, place(elementOf(group->child(k))), {}, place);
            if (in && first < 0) first = k;
            if (in || first < 0) continue;
            last = group->child(k - 1);
            selection.select(tree_->indexFromItem(group->child(first), 0),
                             tree_->indexFromItem(last, 1));
            first = -1;
        }
    }
    tree_->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (!last) return;
    tree_->selectionModel()->setCurrentIndex(tree_->indexFromItem(last),
                                             QItemSelectionModel::NoUpdate);
    tree_->scrollTo(tree_->indexFromItem(last));
}

std::vector<Element> ModelTree::selected() const {
    std::vector<Element> elements;
    for (const QTreeWidgetItem* item : tree_->selectedItems())
        if (item->parent()) elements.push_back(elementOf(item));
    return elements;
}

void ModelTree::filter(const QString& text) {
    for (int g = 0; g < tree_->topLevelItemCount(); ++g) {
        QTreeWidgetItem* group = tree_->topLevelItem(g);
        bool any = false;
        for (int k = 0; k < group->childCount(); ++k) {
            const bool match = group->child(k)->text(0).contains(text, Qt::CaseInsensitive);
            group->child(k)->setHidden(!match);
            any = any || match;
        }
        group->setHidden(!any);
    }
}

}  // namespace momentree::app
