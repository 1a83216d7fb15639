// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace momentree::app {

/// Makes Up and Down change the number under the cursor of fields, with Shift ten times as much.
/// The field is applied when it loses focus, as one step of the history.
class NumberKeys final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace momentree::app
