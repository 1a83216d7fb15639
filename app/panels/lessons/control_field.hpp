// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/lessons/lesson.hpp"

namespace momentree::app {

/// A slider with its value, or a list, for a setting that the learner may change.
class ControlField final : public QWidget {
    Q_OBJECT
public:
    ControlField(const Control& control, const QString& value, QWidget* parent = nullptr);

Q_SIGNALS:
    void changed(const QString& value);

private:
    void makeSlider(const QString& value);
    void makeList(const QString& value);
    Control control_;
};

}  // namespace momentree::app
