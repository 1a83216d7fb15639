// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QToolButton;

namespace momentree::app {

class RunFields;

/// All settings of a run in one bar: formulation, backend, integrator, step, duration, and further
/// ones in a menu.
class PickerBar final : public QToolBar {
    Q_OBJECT
public:
    PickerBar(RunFields& fields, QWidget* parent);

private:
    void addField(const QString& caption, QWidget* field);
    QToolButton* makeMore(QWidget* settings);
};

}  // namespace momentree::app
