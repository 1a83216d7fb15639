// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/result.hpp"

namespace momentree::app {

/// The message in the language of the window.
QString messageText(const Message& message);
/// "line 12 · joint 'crank': the error"
QString diagnosticText(const Diagnostic& diagnostic);
/// The same without line numbers, for edits in the window.
QString editText(Diagnostic diagnostic);

}  // namespace momentree::app
