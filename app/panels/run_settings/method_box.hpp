// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QBoxLayout;

namespace momentree::app {

class RunFields;

/// The pickers of formulation and backend, beside each other where there is room.
class MethodBox final : public QWidget {
    Q_OBJECT
public:
    MethodBox(RunFields& fields, QWidget* parent);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QBoxLayout* fields_;
};

}  // namespace momentree::app
