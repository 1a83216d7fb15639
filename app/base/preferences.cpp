// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/preferences.hpp"

#include <QSettings>
#include <algorithm>

namespace momentree::app {
namespace {

constexpr auto scaleKey = "preferences/scale";
constexpr auto reducedMotionKey = "preferences/reducedMotion";
constexpr auto openLastKey = "preferences/openLast";

}  // namespace

Preferences preferences() {
    const QSettings settings;
    const Preferences usual;
    return {std::clamp(settings.value(scaleKey, usual.scale).toInt(), smallestScale, largestScale),
            settings.value(reducedMotionKey, usual.reducedMotion).toBool(),
            settings.value(openLastKey, usual.openLast).toBool()};
}

void keepPreferences(const Preferences& preferences) {
    QSettings settings;
    settings.setValue(scaleKey, preferences.scale);
    settings.setValue(reducedMotionKey, preferences.reducedMotion);
    settings.setValue(openLastKey, preferences.openLast);
}

void applyScale() {
    const int scale = preferences().scale;
    // Settings of the desktop or the shell take precedence.
    if (scale == smallestScale || qEnvironmentVariableIsSet("QT_SCALE_FACTOR")) return;
    qputenv("QT_SCALE_FACTOR", QByteArray::number(scale / 100.0));
}

}  // namespace momentree::app
