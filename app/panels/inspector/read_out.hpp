// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <span>

#include "app/document/element.hpp"
#include "core/diagnostics/row_layout.hpp"

class QTableWidget;

namespace momentree::app {

/// The values of the selected element at the current time.
class ReadOut final : public QWidget {
    Q_OBJECT
public:
    explicit ReadOut(QWidget* parent = nullptr);

    void setElement(const Model& model, const RowLayout& layout, const Element& element);
    void showRow(std::span<const double> row);

private:
    bool isVector(std::size_t property) const;
    void setBelow(bool below);

    QTableWidget* table_;
    std::vector<Property> properties_;
    bool below_ = false;  ///< vectors have a line of their own
};

}  // namespace momentree::app
