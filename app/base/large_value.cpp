// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/large_value.hpp"

#include <QGridLayout>
#include <QLabel>

#include "app/base/clear_layout.hpp"
#include "app/base/theme/tokens.hpp"

namespace momentree::app {
namespace {

constexpr int valueGap = 24;

QWidget* makeLargeValue(const LargeValue& shown) {
    auto* box = new QWidget;
    box->setToolTip(shown.toolTip);
    auto* caption = new QLabel(shown.caption);
    caption->setFont(textFont(TextSize::Caption));
    caption->setForegroundRole(QPalette::PlaceholderText);
    auto* value = new QLabel(shown.value);
    value->setFont(textFont(TextSize::Heading));
    value->setAccessibleName(shown.caption);
    auto* column = new QGridLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setVerticalSpacing(0);
    column->addWidget(caption, 0, 0, 1, 2);
    column->addWidget(value, 1, 0);
    column->addWidget(new QLabel(shown.unit), 1, 1, Qt::AlignLeft | Qt::AlignBottom);
    column->setColumnStretch(1, 1);
    return box;
}

}  // namespace

void showLargeValues(QHBoxLayout& row, const std::vector<LargeValue>& values) {
    clearLayout(row);
    row.setSpacing(valueGap);
    for (const LargeValue& value : values) row.addWidget(makeLargeValue(value));
}

}  // namespace momentree::app
