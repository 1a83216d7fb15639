// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/diagnostic_text.hpp"

#include <QCoreApplication>

namespace momentree::app {

QString diagnosticText(const Diagnostic& diagnostic) {
    QString text;
    if (diagnostic.line > 0)
        text += QCoreApplication::translate("momentree::app::DiagnosticText", "line %1")
                    .arg(diagnostic.line) +
                QStringLiteral(" · ");
    if (!diagnostic.where.empty()) text += QString::fromStdString(diagnostic.where) + ": ";
    return text + QString::fromStdString(diagnostic.text);
}

QString editText(Diagnostic diagnostic) {
    diagnostic.line = 0;
    return diagnosticText(diagnostic);
}

}  // namespace momentree::app
