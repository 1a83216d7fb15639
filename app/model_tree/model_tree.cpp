// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model_tree/model_tree.hpp"

#include <QHeaderView>
#include <QLineEdit>
#include <QMimeData>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>
#include <algorithm>

#include "app/messages/messages_panel.hpp"
#include "app/model_tree/element_at.hpp"
#include "app/plots/column_drag.hpp"
#include "app/theme/themed_icon.hpp"

namespace momentree::app {
namespace {

enum Role { KindRole = Qt::UserRole + 1, IndexRole };

Element elementOf(const QTreeWidgetItem* item) {
    if (!item || !item->parent()) return {};
    return {static_cast<Element::Kind>(item->data(0, KindRole).toInt()),
            item->data(0, IndexRole).toInt()};
}

template <typename List>
void append(std::vector<Element>& elements, Element::Kind kind, const List& list) {
    for (std::size_t k = 0; k < list.size(); ++k) elements.push_back({kind, static_cast<int>(k)});
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
    tree_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 0);
    layout->setSpacing(4);
    layout->addWidget(filter_);
    layout->addWidget(tree_, 1);

    connect(tree_, &QTreeWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        const QTreeWidgetItem* item = tree_->itemAt(at);
        if (item && item->parent())
            Q_EMIT menuWanted(elementOf(item), tree_->viewport()->mapToGlobal(at));
    });
    connect(filter_, &QLineEdit::textChanged, this, &ModelTree::filter);
    connect(tree_, &QTreeWidget::itemSelectionChanged, this, &ModelTree::selectionChanged);
    connect(tree_, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item) {
        if (item->parent()) Q_EMIT renamed(elementOf(item), item->text(0));
    });
}

void ModelTree::setModel(std::shared_ptr<const ModelDescription> model,
                         const Diagnostics& problems) {
    const std::vector<Element> kept = selected();
    model_ = std::move(model);
    const QSignalBlocker quiet(tree_);
    tree_->clear();
    std::vector<Element> parameters, bodies, joints, motions, forces;
    append(parameters, Element::Kind::Parameter, model_->parameters);
    append(bodies, Element::Kind::Body, model_->bodies);
    append(joints, Element::Kind::Joint, model_->joints);
    append(motions, Element::Kind::Motion, model_->motions);
    append(forces, Element::Kind::Force, model_->forces);
    addGroup(tr("Bodies"), bodies);
    addGroup(tr("Joints"), joints);
    addGroup(tr("Motions"), motions);
    addGroup(tr("Forces"), forces);
    addGroup(tr("Parameters"), parameters);
    mark(problems);
    filter(filter_->text());
    select(kept);
}

/// A sign in the second column of what a message speaks of, with the sentence as its tooltip.
void ModelTree::mark(const Diagnostics& problems) {
    for (const Diagnostic& problem : problems) {
        const Element element = elementAt(*model_, problem.where);
        for (QTreeWidgetItemIterator it(tree_); *it; ++it) {
            if (element.kind == Element::Kind::None || elementOf(*it) != element) continue;
            const bool bad = problem.severity == Diagnostic::Severity::Error;
            (*it)->setIcon(1, themedIcon(bad ? "error" : "warning"));
            (*it)->setToolTip(1, diagnosticText(problem));
            (*it)->setToolTip(0, (*it)->toolTip(0) + "\n" + diagnosticText(problem));
            (*it)->setData(0, Qt::AccessibleDescriptionRole, diagnosticText(problem));
        }
    }
}

void ModelTree::addGroup(const QString& title, const std::vector<Element>& elements) {
    if (elements.empty()) return;
    auto* group = new QTreeWidgetItem(tree_, {title, QString::number(elements.size())});
    group->setFlags(Qt::ItemIsEnabled);
    QFont strong = tree_->font();
    strong.setBold(true);
    group->setFont(0, strong);
    const QBrush muted = palette().placeholderText();
    group->setForeground(1, muted);
    const QSize rowSize(0, tree_->fontMetrics().height() + 7);
    group->setSizeHint(0, rowSize);
    for (const Element& element : elements) {
        const QString type = elementType(*model_, element);
        auto* item = new QTreeWidgetItem(group, {elementName(*model_, element)});
        item->setSizeHint(0, rowSize);
        item->setIcon(0, themedIcon(elementIcon(*model_, element)));
        item->setToolTip(0, item->text(0) + "\n" + type);
        if (element.kind != Element::Kind::Parameter)
            item->setFlags(item->flags() | Qt::ItemIsEditable);
        item->setData(0, KindRole, static_cast<int>(element.kind));
        item->setData(0, IndexRole, element.index);
    }
    group->setExpanded(true);
}

/// Each change of a selection looks through all of it: everything is selected at once, in rows that
/// follow each other.
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
