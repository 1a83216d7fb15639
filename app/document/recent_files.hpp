// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace momentree::app {

/// Files opened lately, kept in the user's settings: pinned ones first, then the newest. Files that
/// are gone are left out.
QStringList recentFiles();
void rememberFile(const QString& file);
/// Forgets all but the pinned ones.
void forgetFiles();

/// Pinned files stay on top, however many others are opened.
bool isPinned(const QString& file);
void setPinned(const QString& file, bool pinned);

}  // namespace momentree::app
