// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/run_settings/method_box.hpp"

#include <QBoxLayout>
#include <QToolButton>

#include "app/base/choice_combo.hpp"
#include "app/panels/run_settings/run_fields.hpp"

namespace momentree::app {
namespace {

constexpr int sideMargin = 16, roomForBoth = 320;  // [px]

}  // namespace

MethodBox::MethodBox(RunFields& fields, QWidget* parent) : QWidget(parent) {
    setObjectName("methodBox");
    auto* withHelp = new QWidget(this);
    auto* row = new QHBoxLayout(withHelp);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    row->addWidget(fields.formulation, 1);
    row->addWidget(fields.help);
    withHelp->setFocusProxy(fields.formulation);
    fields_ = new QBoxLayout(QBoxLayout::LeftToRight, this);
    fields_->setContentsMargins(sideMargin, 8, sideMargin, 8);
    fields_->setSpacing(12);
    fields_->addWidget(RunFields::captioned(tr("Formulation"), withHelp, this), 1);
    fields_->addWidget(RunFields::captioned(tr("Backend"), fields.backend, this), 1);
    for (ChoiceCombo* combo : {fields.formulation, fields.backend}) {
        combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        combo->setMinimumContentsLength(8);
    }
    setFixedHeight(sizeHint().height());
}

void MethodBox::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fields_->setDirection(width() < roomForBoth ? QBoxLayout::TopToBottom
                                                : QBoxLayout::LeftToRight);
    setFixedHeight(sizeHint().height());
}

}  // namespace momentree::app
