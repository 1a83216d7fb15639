// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace momentree::app {

/// Files opened lately, newest first, kept in the user's settings. Files that are gone are left
/// out.
QStringList recentFiles();
void rememberFile(const QString& file);
void forgetFiles();

}  // namespace momentree::app
