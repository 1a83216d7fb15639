// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/nudge.hpp"

#include <QRegularExpression>
#include <cmath>

#include "core/number_text.hpp"

namespace momentree::app {
namespace {

constexpr int digits = 12;

/// 0.27 changes in steps of 0.01, 350 in steps of 10, 0 in steps of 0.1.
double stepOf(double value) {
    if (value == 0.0) return 0.1;
    return std::pow(10.0, std::floor(std::log10(std::abs(value))) - 1.0);
}

}  // namespace

QString nudged(const QString& text, int& cursor, int steps) {
    // A number outside names; a minus is its sign unless a value precedes it.
    static const QRegularExpression number(QStringLiteral(
        R"((?:(?<![\w.)\s])[-\x{2212}]|(?<=[,(]\s)[-\x{2212}])?(?<![\w.])(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"));
    for (auto it = number.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        if (cursor > match.capturedEnd() && it.hasNext()) continue;
        QString found = match.captured();
        const double value = found.replace(QChar(0x2212), QLatin1Char('-')).toDouble();
        const double step = stepOf(value);
        const double next = std::round(value / step + steps) * step;
        const QString shown = QString::fromStdString(numberText(next, digits));
        cursor = static_cast<int>(match.capturedStart() + shown.size());
        return text.left(match.capturedStart()) + shown + text.mid(match.capturedEnd());
    }
    return text;
}

}  // namespace momentree::app
