// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/lesson_work.hpp"

#include <QTextDocument>

namespace momentree::app {

QString plainText(const std::string& markdown, const Lesson& lesson) {
    QTextDocument document;
    document.setMarkdown(QString::fromStdString(withClaims(markdown, lesson)));
    return document.toPlainText().trimmed();
}

QString questionOf(const LessonStep& step, const Lesson& lesson) {
    return plainText(step.page, lesson).section('\n', -1).simplified();
}

QString measuredText(const Quantity& quantity, const LessonResults& results,
                     const std::string& run) {
    constexpr int shownDigits = 3;
    const auto value = measure(quantity, results, run);
    if (!value) return QStringLiteral("–");
    // In a narrow column the power of ten goes below.
    return QString::fromStdString(readableNumber(*value, shownDigits))
        .replace(QStringLiteral("×\u00a0"), QStringLiteral("× "));
}

}  // namespace momentree::app
