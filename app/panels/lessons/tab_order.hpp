// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>

class QWidget;

namespace momentree::app {

/// Tab goes from `before` over the controls of `body`, as they were made, to those `after` it. Qt
/// goes through widgets in the order of their creation, so a body that replaces another would come
/// last.
void orderTabs(QWidget& before, const QWidget& body, std::initializer_list<QWidget*> after);

}  // namespace momentree::app
