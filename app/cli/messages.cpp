// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/messages.hpp"

#include <iostream>

#include "core/io/diagnostic_text.hpp"
#include "core/io/model_file.hpp"
#include "core/visible_text.hpp"

namespace momentree::cli {

void print(const std::string& text) { std::cerr << "momentree: " << visibleText(text) << '\n'; }

void print(const Diagnostics& diagnostics, const std::string& file, Warnings warnings) {
    for (Diagnostic diagnostic :
         warnings == Warnings::All ? diagnostics : onePerKind(diagnostics)) {
        if (diagnostic.severity == Diagnostic::Severity::Warning) {
            if (warnings == Warnings::None) continue;
            diagnostic.message = MOMENTREE_TEXT("warning", "warning: %1")(diagnostic.message);
        }
        if (diagnostic.line == 0 && !file.empty())
            diagnostic.line = lineOfSetting(file, diagnostic);
        print(toString(diagnostic, file));
    }
}

}  // namespace momentree::cli
