// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/formula.hpp"

#include <QColor>
#include <QCryptographicHash>
#include <QFile>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgRenderer>

namespace momentree::app {
namespace {

constexpr double unitsPerEm = 1000.0;

}  // namespace

QList<Formula> formulasOf(const QString& markdown) {
    static const QRegularExpression pattern(QStringLiteral(R"(\$\$([^$]+)\$\$|\$([^$]+)\$)"));
    QList<Formula> found;
    for (auto matches = pattern.globalMatch(markdown); matches.hasNext();) {
        const auto match = matches.next();
        const bool display = match.hasCaptured(1) && match.capturedLength(1) > 0;
        found.append({match.captured(display ? 1 : 2).trimmed(), display, match.capturedStart(),
                      match.capturedLength()});
    }
    return found;
}

QString pictureName(const Formula& formula) {
    const QString key = (formula.display ? "display:" : "inline:") + formula.tex;
    const QByteArray hash = QCryptographicHash::hash(key.toUtf8(), QCryptographicHash::Sha1);
    return QString::fromLatin1(hash.toHex().left(12)) + QStringLiteral(".svg");
}

std::shared_ptr<const FormulaPicture> FormulaPicture::find(const Formula& formula,
                                                           const QStringList& folders) {
    for (const QString& folder : folders) {
        QFile file(folder + '/' + pictureName(formula));
        if (!file.open(QFile::ReadOnly)) continue;
        auto picture = std::make_shared<FormulaPicture>();
        picture->svg_ = file.readAll();
        const QRectF box = QSvgRenderer(picture->svg_).viewBoxF();
        if (box.isEmpty()) continue;
        picture->width_ = box.width() / unitsPerEm;
        picture->ascent_ = -box.top() / unitsPerEm;
        picture->descent_ = box.bottom() / unitsPerEm;
        return picture;
    }
    return nullptr;
}

void FormulaPicture::draw(QPainter& painter, const QPointF& origin, double em,
                          const QColor& colour) const {
    if (!renderer_ || colour_ != colour.name()) {
        colour_ = colour.name();
        QByteArray svg = svg_;
        svg.replace("currentColor", colour_.toLatin1());
        renderer_ = {new QSvgRenderer(svg), [](QSvgRenderer* renderer) { delete renderer; }};
    }
    const QRectF place(origin.x(), origin.y() - ascent(em), width(em), ascent(em) + descent(em));
    renderer_->render(&painter, place);
}

}  // namespace momentree::app
