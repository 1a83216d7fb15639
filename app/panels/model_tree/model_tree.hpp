// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QIcon>
#include <QWidget>
#include <memory>

#include "app/document/element.hpp"

class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace momentree::app {

/// Parameters, bodies, joints, motions and forces of the model, with a filter.
class ModelTree final : public QWidget {
    Q_OBJECT
public:
    explicit ModelTree(QWidget* parent = nullptr);

    /// @param problems marked at their elements
    void setModel(std::shared_ptr<const ModelDescription> model, const Diagnostics& problems = {});
    void select(const std::vector<Element>& elements);  ///< without emitting a signal
    std::vector<Element> selected() const;

Q_SIGNALS:
    void selectionChanged();
    /// The user has entered a new name for the element.
    void renamed(const momentree::app::Element& element, const QString& name);
    /// The user has right-clicked an element.
    void menuWanted(const momentree::app::Element& element, const QPoint& globalPosition);

private:
    /// An element as shown in its row.
    struct Row {
        QString name, type, icon;
        bool operator==(const Row&) const = default;
    };
    struct Group {
        Element::Kind kind;
        QString title;
        QTreeWidgetItem* item = nullptr;  ///< null if there are no rows
        std::vector<Row> rows;
    };
    void fill(Group& group, std::size_t count, int place);
    QTreeWidgetItem* makeRow(const Row& row, const Element& element);
    /// @return whether anything was marked
    bool mark(const Diagnostics& problems);
    void filter(const QString& text);

    std::shared_ptr<const ModelDescription> model_;
    std::vector<Group> groups_;
    QHash<QString, QIcon> icons_;  ///< cached, since each is drawn from a file
    bool altered_ = false;         ///< rows also show a problem or a name being entered
    QLineEdit* filter_;
    QLabel* empty_;  ///< hint shown if there are no rows
    QTreeWidget* tree_;
};

}  // namespace momentree::app
