// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QScrollArea;
class QWidget;

namespace momentree::app {

/// An area without a frame that scrolls contents that are too high for it; they have its width.
/// Without one, widgets of a low window overlap.
QScrollArea* scrolling(QWidget* contents, QWidget* parent = nullptr);

}  // namespace momentree::app
