// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <string>

namespace momentree::app {

/// What core says, in the language of the window; as it is where this window does not know it.
QString translated(const std::string& text);
QString translated(const QString& text);

/// The sentences of core that are known here, with %1, %2 ... for what changes.
QStringList knownSentences();

}  // namespace momentree::app
