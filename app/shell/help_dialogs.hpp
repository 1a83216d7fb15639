// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace momentree::app {

struct Actions;

/// Every key and every mouse gesture of the window.
void showShortcuts(const Actions& actions, QWidget* parent);

/// Versions, licences; can be copied for a report.
void showAbout(QWidget* parent);

}  // namespace momentree::app
