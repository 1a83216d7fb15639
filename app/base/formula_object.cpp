// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/formula_object.hpp"

#include <QPainter>

#include "app/base/formula.hpp"

namespace momentree::app {
namespace {

/// MathJax's letters are smaller relative to the em than those of screen fonts.
constexpr double inlineScale = 1.12, displayScale = 1.3;

using Picture = std::shared_ptr<const FormulaPicture>;

Picture pictureOf(const QTextFormat& format) {
    return format.property(FormulaObject::pictureProperty).value<Picture>();
}

}  // namespace

/// Pixels per em; a long formula is scaled to fit the page.
/// @param width of the formula [em]
double FormulaObject::em(const QTextFormat& format, double width) const {
    const bool display = format.boolProperty(displayProperty);
    const double wanted =
        QFontInfo(view_->font()).pixelSize() * (display ? displayScale : inlineScale);
    const double room = view_->viewport()->width() - 2.0 * view_->document()->documentMargin();
    return display && room > 0.0 ? std::min(wanted, room / width) : wanted;
}

QSizeF FormulaObject::intrinsicSize(QTextDocument*, int, const QTextFormat& format) {
    const Picture picture = pictureOf(format);
    const double size = em(format, picture->width(1.0));
    const bool display = format.boolProperty(displayProperty);
    return {picture->width(size), picture->ascent(size) + (display ? picture->descent(size) : 0.0)};
}

void FormulaObject::drawObject(QPainter* painter, const QRectF& rect, QTextDocument*, int,
                               const QTextFormat& format) {
    const Picture picture = pictureOf(format);
    const double size = em(format, picture->width(1.0));
    picture->draw(*painter, rect.topLeft() + QPointF(0.0, picture->ascent(size)), size,
                  view_->palette().color(QPalette::Text));
}

}  // namespace momentree::app
