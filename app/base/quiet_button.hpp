// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QToolButton;

namespace momentree::app {

/// A button without a frame, with an icon before its text.
QToolButton* quietButton(const QString& text, const QString& icon, const char* objectName);

}  // namespace momentree::app
