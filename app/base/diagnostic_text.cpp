// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/diagnostic_text.hpp"

#include <QCoreApplication>

namespace momentree::app {

namespace {

/// Options of the command line under the names that they have in the window.
QString optionText(std::string_view id) {
    const auto tr = [](const char* text) {
        return QCoreApplication::translate("momentree::app::DiagnosticText", text);
    };
    if (id == "option-limits") return tr("“Joints stop at their limits” in File > Import a robot");
    if (id == "option-free-base") return tr("“Free” as the root in File > Import a robot");
    if (id == "option-root") return tr("another root there");
    if (id == "option-package")
        return tr(
            "they are looked for in the folders above the file and in those of "
            "ROS_PACKAGE_PATH");
    return {};
}

}  // namespace

QString messageText(const Message& message) {
    if (QString option = optionText(message.id); !option.isEmpty()) return option;
    std::vector<std::string> values;
    for (const Argument& argument : message.arguments)
        values.push_back(argument.message.empty()
                             ? argument.text
                             : messageText(argument.message.front()).toStdString());
    // The id is the context, as lupdate extracts MOMENTREE_TEXT.
    const QString text = QCoreApplication::translate(message.id.data(), message.text.data());
    return QString::fromStdString(filled(text.toStdString(), values));
}

QString diagnosticText(const Diagnostic& diagnostic) {
    QString text;
    if (diagnostic.line > 0)
        text += QCoreApplication::translate("momentree::app::DiagnosticText", "line %1")
                    .arg(diagnostic.line) +
                QStringLiteral(" · ");
    if (const std::string where = diagnostic.place.str(); !where.empty())
        text += QString::fromStdString(where) + ": ";
    return text + messageText(diagnostic.message);
}

QString editText(Diagnostic diagnostic) {
    diagnostic.line = 0;
    return diagnosticText(diagnostic);
}

}  // namespace momentree::app
