// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/result.hpp"

namespace momentree::app {

/// In the language of the window, with its arguments.
QString messageText(const Message& message);
/// "line 12 · joint 'crank': the error"
QString diagnosticText(const Diagnostic& diagnostic);
/// The same of an edit, for somebody who does not look at lines of the file.
QString editText(Diagnostic diagnostic);

}  // namespace momentree::app
