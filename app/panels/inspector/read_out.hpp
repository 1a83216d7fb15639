// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <span>
#include <vector>

#include "app/document/element.hpp"
#include "core/diagnostics/row_layout.hpp"

class QTableWidget;

namespace momentree::app {

class Fold;

/// The values of the selected element at the current time, below a title that shows and hides them.
class ReadOut final : public QWidget {
    Q_OBJECT
public:
    explicit ReadOut(QWidget* parent = nullptr);

    void setElement(const Model& model, const RowLayout& layout, const Element& element);
    void showRow(std::span<const double> row);

private:
    bool isVector(std::size_t property) const;
    void setBelow(bool below);
    void showValues();

    Fold* title_;
    QTableWidget* table_;
    std::vector<Property> properties_;
    std::vector<double> row_;  ///< at the current time
    bool below_ = false;       ///< vectors have a line of their own
};

}  // namespace momentree::app
