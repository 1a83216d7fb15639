// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/number_text.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace momentree::app {

QString fixedText(double value, int decimals) {
    const QString text = QString::number(value, 'f', decimals);
    const auto isZero = [](QChar c) { return c == QLatin1Char('0') || c == QLatin1Char('.'); };
    const bool signedZero =
        text.startsWith(QLatin1Char('-')) && std::all_of(text.begin() + 1, text.end(), isZero);
    return signedZero ? text.mid(1) : text;
}

QString timeText(double seconds) { return fixedText(seconds, 3) + " s"; }

QString shortText(double value, int digits) {
    if (std::isnan(value)) return QStringLiteral("–");
    if (value == 0.0) return QStringLiteral("0");
    QString text = QString::number(value, 'g', digits);
    return text.replace(QLatin1Char('-'), QChar(0x2212));  // a minus sign as wide as a plus
}

QString countText(double value) {
    if (value < 10'000.0) return QString::number(value, 'f', 0);
    if (value < 1e6) return QString::number(value / 1e3, 'f', 1) + " k";
    return QString::number(value / 1e6, 'f', 2) + " M";
}

QString speedText(double factor) {
    if (factor <= 0.0) return QCoreApplication::translate("Speed", "as fast as it goes");
    if (factor < 1.0) return QStringLiteral("1/%1×").arg(std::lround(1.0 / factor));
    return QStringLiteral("%1×").arg(factor);
}

}  // namespace momentree::app
