// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "app/model_tree/element.hpp"

class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace momentree::app {

/// Parameters, bodies, joints, motions and forces of the model, with a filter.
class ModelTree final : public QWidget {
    Q_OBJECT
public:
    explicit ModelTree(QWidget* parent = nullptr);

    /// @param problems those that speak of an element are marked there
    void setModel(std::shared_ptr<const ModelDescription> model, const Diagnostics& problems = {});
    void select(const std::vector<Element>& elements);  ///< from outside: tells nobody
    std::vector<Element> selected() const;

Q_SIGNALS:
    void selectionChanged();
    /// The user wants to give the element this name.
    void renamed(const momentree::app::Element& element, const QString& name);
    /// A right click on an element.
    void menuWanted(const momentree::app::Element& element, const QPoint& globalPosition);

private:
    void addGroup(const QString& title, const std::vector<Element>& elements);
    void mark(const Diagnostics& problems);
    void filter(const QString& text);

    std::shared_ptr<const ModelDescription> model_;
    QLineEdit* filter_;
    QTreeWidget* tree_;
};

}  // namespace momentree::app
