// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace momentree::app {

/// Translates a text in a free function; classes with Q_OBJECT have their own tr().
inline QString tr(const char* text) { return QCoreApplication::translate("momentree::app", text); }

}  // namespace momentree::app
