// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/run_settings/picker_bar.hpp"

#include <QMenu>
#include <QToolButton>
#include <QWidgetAction>

#include "app/base/choice_combo.hpp"
#include "app/base/quantity_field.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/panels/run_settings/more_settings.hpp"
#include "app/panels/run_settings/run_fields.hpp"

namespace momentree::app {

PickerBar::PickerBar(RunFields& fields, QWidget* parent) : QToolBar(tr("Simulation"), parent) {
    setObjectName("pickers");
    setMovable(false);
    addField(tr("Formulation"), fields.formulation);
    addWidget(fields.help);
    addField(tr("Backend"), fields.backend);
    addField(tr("Integrator"), fields.integrator);
    addField(tr("Step"), fields.step);
    addField(tr("Duration"), fields.durationRow());
    addWidget(makeMore(fields.more));
}

void PickerBar::addField(const QString& caption, QWidget* field) {
    QWidget* box = RunFields::captioned(caption, field, this);
    box->setContentsMargins(6, 3, 6, 5);
    addWidget(box);
}

QToolButton* PickerBar::makeMore(QWidget* settings) {
    auto* menu = new QMenu(this);
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(settings);
    menu->addAction(action);
    auto* button = new QToolButton(this);
    button->setObjectName("more");
    button->setIcon(themedIcon("settings"));
    button->setToolTip(
        tr("More settings: recording interval, error estimate, tolerances, stabilisation, Newton's "
           "method"));
    button->setAccessibleName(tr("More settings"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    return button;
}

}  // namespace momentree::app
