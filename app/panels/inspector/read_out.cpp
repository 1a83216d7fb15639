// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inspector/read_out.hpp"

#include <QHeaderView>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/base/display_unit.hpp"

namespace momentree::app {
namespace {

constexpr int beside = 8;       ///< of the cells: their texts stand below those of the fields [px]
constexpr double noise = 1e-9;  ///< in SI: rounding error of a value that is 0

/// Formats numbers with the same number of decimals as the largest of the group, so that changing
/// numbers do not jump.
QString groupText(double value, double size) {
    if (std::isnan(value)) return QStringLiteral("–");
    const bool plain = size == 0.0 || (size >= 1e-3 && size < 1e4);
    const int digits = size < 10.0 ? 3 : size < 100.0 ? 2 : 1;
    if (plain && std::abs(value) < 0.5 * std::pow(10.0, -digits)) value = 0.0;  // avoids -0.000
    QString text = QString::number(value, plain ? 'f' : 'e', plain ? digits : 1);
    return text.replace(QLatin1Char('-'), QChar(0x2212));
}

/// @param stacked one number a line
QString liveText(const Property& property, std::span<const double> row, bool stacked) {
    const double perSi = displayUnit(property.unit).perSi;
    const auto value = [&](int column) {
        const double si = row[static_cast<std::size_t>(column)];
        return std::abs(si) < noise ? 0.0 : perSi * si;
    };
    if (property.length) {
        double sum = 0.0;
        for (const int c : property.columns) sum += value(c) * value(c);
        return groupText(std::sqrt(sum), std::sqrt(sum));
    }
    double size = 0.0;
    for (const int c : property.columns) size = std::max(size, std::abs(value(c)));
    QString text;
    for (std::size_t k = 0; k < property.columns.size(); ++k) {
        const bool nextLine =
            property.columns.size() > 3 ? k == property.columns.size() / 2 : stacked;
        if (k > 0) text += nextLine ? QLatin1Char('\n') : QLatin1Char(' ');
        text += groupText(value(property.columns[k]), size);
    }
    return text;
}

}  // namespace

ReadOut::ReadOut(QWidget* parent) : QWidget(parent) {
    table_ = new QTableWidget(0, 3, this);
    table_->setObjectName("readOut");
    table_->setAccessibleName(tr("Values at the displayed time"));
    table_->horizontalHeader()->hide();
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->verticalHeader()->setMinimumSectionSize(table_->fontMetrics().height() + 7);
    table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    table_->horizontalHeader()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    table_->setShowGrid(false);
    table_->setAlternatingRowColors(true);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTabKeyNavigation(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(beside, 0, beside, 0);
    layout->setSpacing(0);
    layout->addWidget(table_, 1);
}

void ReadOut::setElement(const Model& model, const RowLayout& layout, const Element& element) {
    properties_ = readOutOf(model, layout, element);
    setVisible(!properties_.empty());
    table_->setRowCount(static_cast<int>(properties_.size()));
    for (int k = 0; k < table_->rowCount(); ++k) {
        const Property& property = properties_[static_cast<std::size_t>(k)];
        auto* name = new QTableWidgetItem(property.name);
        name->setForeground(palette().placeholderText());
        auto* value = new QTableWidgetItem;
        value->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        table_->setItem(k, 0, name);
        table_->setItem(k, 1, value);
        auto* unit = new QTableWidgetItem(displayUnit(property.unit).label);
        unit->setForeground(palette().placeholderText());
        table_->setItem(k, 2, unit);
    }
}

void ReadOut::showRow(std::span<const double> row) {
    if (!isVisible() || row.empty()) return;
    const int needed = fontMetrics().horizontalAdvance(QStringLiteral("0.000 −0.000 −0.000 "));
    const bool stacked = table_->columnWidth(1) < needed;
    for (int k = 0; k < table_->rowCount(); ++k) {
        const Property& property = properties_[static_cast<std::size_t>(k)];
        const QString text = liveText(property, row, stacked);
        QTableWidgetItem* item = table_->item(k, 1);
        if (item->text() == text) continue;
        item->setText(text);
        item->setToolTip(text + " " + displayUnit(property.unit).label);
    }
}

}  // namespace momentree::app
