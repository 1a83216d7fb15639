// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

namespace momentree::app {

/// The languages the program speaks, as codes: "en", "de".
QStringList languages();
/// The language chosen before, or that of the desktop where the program speaks it, otherwise "en".
QString chosenLanguage();
/// Keeps a choice for the next start; empty: that of the desktop.
void chooseLanguage(const QString& code);
/// Lets every window made from now on speak `code`.
void speak(QApplication& application, const QString& code);

}  // namespace momentree::app
