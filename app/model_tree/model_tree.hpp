// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "app/model_tree/element.hpp"

class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace momentree::app {

/// Bodies, joints, motions and forces of the model, with a filter.
class ModelTree final : public QWidget {
    Q_OBJECT
public:
    explicit ModelTree(QWidget* parent = nullptr);

    void setModel(std::shared_ptr<const Model> model);
    void select(const Element& element);  ///< from outside: tells nobody
    Element selected() const;

Q_SIGNALS:
    void elementSelected(const momentree::app::Element& element);

private:
    void addGroup(const QString& title, const std::vector<Element>& elements);
    void filter(const QString& text);

    std::shared_ptr<const Model> model_;
    QLineEdit* filter_;
    QTreeWidget* tree_;
};

}  // namespace momentree::app
