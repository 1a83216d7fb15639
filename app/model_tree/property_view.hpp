// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <span>

#include "app/model_tree/element.hpp"

class QLabel;
class QTableWidget;

namespace momentree::app {

/// What is known of the selected element, with its values at the shown time.
class PropertyView final : public QWidget {
    Q_OBJECT
public:
    explicit PropertyView(QWidget* parent = nullptr);

    void setElement(const Model& model, const RowLayout& layout, const Element& element);
    void showRow(std::span<const double> row);
    const std::vector<Property>& properties() const { return properties_; }

private:
    QLabel* title_;
    QTableWidget* table_;
    std::vector<Property> properties_;
};

}  // namespace momentree::app
