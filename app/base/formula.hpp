// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <memory>

class QSvgRenderer;

namespace momentree::app {

/// A formula between dollar signs in a page.
struct Formula {
    QString tex;
    bool display = false;             ///< on a separate line
    qsizetype start = 0, length = 0;  ///< in the page, including the dollar signs
};
QList<Formula> formulasOf(const QString& markdown);

/// Name of the picture that resources/formulas/make.mjs draws for it.
QString pictureName(const Formula& formula);

/// A formula drawn in one colour. One em is 1000 units; the baseline is y = 0 of its view box.
class FormulaPicture {
public:
    /// Loads the picture from the first of `folders` that has it; null if none has it or it cannot
    /// be drawn.
    static std::shared_ptr<const FormulaPicture> find(const Formula& formula,
                                                      const QStringList& folders);
    double width(double em) const { return width_ * em; }
    double ascent(double em) const { return ascent_ * em; }
    double descent(double em) const { return descent_ * em; }
    /// Draws with the left end of the baseline at `origin`.
    void draw(class QPainter& painter, const class QPointF& origin, double em,
              const class QColor& colour) const;

private:
    QByteArray svg_;
    double width_ = 0.0, ascent_ = 0.0, descent_ = 0.0;  ///< [em]
    mutable std::unique_ptr<QSvgRenderer, void (*)(QSvgRenderer*)> renderer_{nullptr, nullptr};
    mutable QString colour_;
};

}  // namespace momentree::app
