// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace momentree::app {

struct Actions;

/// Shows all shortcuts and mouse gestures of the window.
void showShortcuts(const Actions& actions, QWidget* parent);

/// Shows versions and licences, which can be copied for a report.
void showAbout(QWidget* parent);

}  // namespace momentree::app
