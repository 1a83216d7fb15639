// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inspector/read_out.hpp"

#include <QHeaderView>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/base/display_unit.hpp"
#include "app/base/number_text.hpp"
#include "app/panels/inspector/fold.hpp"

namespace momentree::app {
namespace {

constexpr int beside = 8;        ///< of the cells: their texts stand below those of the fields [px]
constexpr int titleBeside = 12;  ///< as the titles of fields [px]
constexpr double noise = 1e-9;   ///< in SI: rounding error of a value that is 0

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

/// @param below in a line of its own, with more room
QString liveText(const Property& property, std::span<const double> row, bool below) {
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
            property.columns.size() > (below ? 4U : 3U) && k == property.columns.size() / 2;
        if (k > 0) text += QLatin1String(nextLine ? "\n" : below ? "  " : " ");
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
    table_->setAlternatingRowColors(false);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTabKeyNavigation(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setWordWrap(true);
    title_ = new Fold(tr("Now"), this);
    title_->setToolTip(table_->accessibleName());
    table_->setVisible(title_->isOpen());
    connect(title_, &Fold::toggled, this, [this](bool open) {
        table_->setVisible(open);
        showValues();
    });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    const auto add = [layout](QWidget* widget, int left, int right, int stretch) {
        auto* row = new QHBoxLayout;
        row->setContentsMargins(left, 0, right, 0);
        row->addWidget(widget);
        layout->addLayout(row, stretch);
    };
    add(title_, titleBeside, beside / 2, 0);
    add(table_, beside, beside, 1);
    layout->addStretch();
}

bool ReadOut::isVector(std::size_t property) const {
    return properties_[property].columns.size() > 1 && !properties_[property].length;
}

/// Each property has two rows, of which the second has the value where that of a vector does not
/// fit beside the name.
void ReadOut::setElement(const Model& model, const RowLayout& layout, const Element& element) {
    properties_ = readOutOf(model, layout, element);
    setVisible(!properties_.empty());
    table_->clearSpans();
    table_->setRowCount(2 * static_cast<int>(properties_.size()));
    const auto muted = [this](const QString& text) {
        auto* item = new QTableWidgetItem(text);
        item->setForeground(palette().placeholderText());
        return item;
    };
    for (int row = 0; row < table_->rowCount(); ++row) {
        const Property& property = properties_[static_cast<std::size_t>(row / 2)];
        const int column = row % 2 == 0 ? 1 : 0;
        auto* value = new QTableWidgetItem;
        value->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        table_->setItem(row, column, value);
        if (row % 2 == 0)
            table_->setItem(row, 0, muted(property.name));
        else
            table_->setSpan(row, 0, 1, 2);
        table_->setItem(row, 2, muted(displayUnit(property.unit).label));
        table_->setRowHidden(row, row % 2 == 1);
    }
    below_ = false;
}

/// Whether vectors are below their names, and their units with them.
void ReadOut::setBelow(bool below) {
    if (below == below_) return;
    below_ = below;
    for (std::size_t k = 0; k < properties_.size(); ++k) {
        if (!isVector(k)) continue;
        const int row = 2 * static_cast<int>(k);
        table_->setRowHidden(row + 1, !below);
        table_->item(row, 1)->setText({});
        table_->item(row, 2)->setText(below ? QString() : displayUnit(properties_[k].unit).label);
    }
}

void ReadOut::showRow(std::span<const double> row) {
    if (row.empty()) return;
    row_.assign(row.begin(), row.end());
    title_->setSummary(QStringLiteral("t = ") + timeText(row.front()));
    showValues();
}

void ReadOut::showValues() {
    if (!table_->isVisible() || row_.empty()) return;
    const int needed = fontMetrics().horizontalAdvance(QStringLiteral("0.000 −0.000 −0.000 "));
    setBelow(table_->columnWidth(1) < needed);
    for (std::size_t k = 0; k < properties_.size(); ++k) {
        const bool below = below_ && isVector(k);
        const QString text = liveText(properties_[k], row_, below);
        QTableWidgetItem* item = table_->item(2 * static_cast<int>(k) + below, below ? 0 : 1);
        if (item->text() == text) continue;
        item->setText(text);
        item->setToolTip(text + " " + displayUnit(properties_[k].unit).label);
    }
}

}  // namespace momentree::app
