// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QStringList>

namespace momentree::app {

/// Recently opened files from the user's settings: pinned ones first, then the newest. Omits files
/// that no longer exist.
QStringList recentFiles();
void rememberFile(const QString& file);
/// When it was opened last; of files remembered without that, when they were changed.
QDateTime lastOpened(const QString& file);
/// Removes all but the pinned ones.
void forgetFiles();

/// Pinned files stay on top when others are opened.
bool isPinned(const QString& file);
void setPinned(const QString& file, bool pinned);

}  // namespace momentree::app
