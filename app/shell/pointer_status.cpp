// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/pointer_status.hpp"

#include <QMouseEvent>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/base/display_unit.hpp"
#include "app/document/selection.hpp"
#include "app/sketch/drawing_plane.hpp"

namespace momentree::app {
namespace {

/// Rounded to a pixel, so that numbers are short.
double rounded(double value, double pixel) {
    const double step = std::pow(10.0, std::floor(std::log10(std::max(pixel, 1e-9))));
    return std::round(value / step) * step;
}

}  // namespace

PointerStatus::PointerStatus(Viewport& viewport, const DrawingPlane& plane,
                             const Selection& selection, QWidget* parent)
    : QLabel(parent), viewport_(viewport), plane_(plane), selection_(selection) {
    setObjectName("pointerStatus");
    const QString help = tr("Position of the pointer on the work plane, and the selection");
    setToolTip(help);
    setAutoFillBackground(true);  // hides a hint below it when it grows
    setAccessibleDescription(help);
    viewport.installEventFilter(this);
    connect(&selection, &Selection::changed, this, [this] { show(place_); });
}

bool PointerStatus::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Leave) show({});
    if (event->type() == QEvent::MouseMove) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const WorkPlane& plane = plane_.get();
        const Vector3d at = plane.at(plane_.under(mouse->position()));
        const double pixel = viewport_.metresPerPixel();
        QStringList parts;
        constexpr std::array axes{"x", "y", "z"};
        for (int k = 0; k < (plane.isFlat() ? 2 : 3); ++k)
            parts << QStringLiteral("%1 %2").arg(QLatin1String(axes[static_cast<std::size_t>(k)]),
                                                 lengthText(rounded(at[k], pixel)));
        show(at.allFinite() ? parts.join(QStringLiteral("  ")) : QString());
    }
    return QLabel::eventFilter(watched, event);
}

void PointerStatus::show(const QString& place) {
    place_ = place;
    const std::size_t count = selection_.elements().size();
    QStringList parts;
    if (!place.isEmpty()) parts << place;
    if (count > 0) parts << tr("%1 selected").arg(count);
    setText(parts.join(QStringLiteral(" · ")));
}

}  // namespace momentree::app
