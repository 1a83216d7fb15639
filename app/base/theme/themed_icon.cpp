// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/theme/themed_icon.hpp"

#include <QDir>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include "app/base/theme/tokens.hpp"

// The resources are in a static library: without this call the linker drops them. Must be outside
// all namespaces.
static void registerIcons() { Q_INIT_RESOURCE(icons); }

namespace momentree::app {
namespace {

const QString folder = QStringLiteral(":/momentree/icons/");
const QString ownIcon = QStringLiteral("momentree");

QColor iconColor(QIcon::Mode mode, QIcon::State state) {
    const ThemeColors& colors = themeColors();
    if (mode == QIcon::Disabled) return colors.disabledText;
    return state == QIcon::On ? colors.accent : colors.text;
}

/// Draws an SVG with the colour of texts, or the accent if it is on, in place of
/// `currentColor`.
class SvgIconEngine final : public QIconEngine {
public:
    SvgIconEngine(QString name, QByteArray svg) : name_(std::move(name)), svg_(std::move(svg)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode,
               QIcon::State state) override {
        QByteArray svg = svg_;
        svg.replace("currentColor", iconColor(mode, state).name().toLatin1());
        QSvgRenderer renderer(svg);
        renderer.setAspectRatioMode(Qt::KeepAspectRatio);
        renderer.render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        const QString key = QStringLiteral("momentree-icon/%1/%2/%3x%4")
                                .arg(name_, iconColor(mode, state).name())
                                .arg(size.width())
                                .arg(size.height());
        return keptPixmap(key, [&] {
            QPixmap pixmap(size);
            pixmap.fill(Qt::transparent);
            QPainter painter(&pixmap);
            paint(&painter, QRect(QPoint(), size), mode, state);
            return pixmap;
        });
    }

    QIconEngine* clone() const override { return new SvgIconEngine(*this); }

private:
    QString name_;
    QByteArray svg_;
};

QIcon iconOf(const QString& name) {
    registerIcons();
    QFile file(folder + name + QStringLiteral(".svg"));
    if (!file.open(QIODevice::ReadOnly)) return {};
    return QIcon(new SvgIconEngine(name, file.readAll()));
}

}  // namespace

QIcon themedIcon(const QString& name) { return iconOf(name); }

QPixmap keptPixmap(const QString& key, const std::function<QPixmap()>& draw) {
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) return pixmap;
    pixmap = draw();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

QPixmap tintedPixmap(const QIcon& icon, const QSize& size, double pixelRatio, const QColor& color) {
    const QString key = QStringLiteral("momentree-tinted/%1/%2x%3/%4/%5")
                            .arg(icon.cacheKey())
                            .arg(size.width())
                            .arg(size.height())
                            .arg(pixelRatio)
                            .arg(color.name());
    return keptPixmap(key, [&] {
        QPixmap picture = icon.pixmap(size, pixelRatio);
        if (picture.isNull()) return picture;
        QPainter painter(&picture);
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(QRect(QPoint(), size), color);
        return picture;
    });
}

QIcon applicationIcon() { return iconOf(ownIcon); }

QStringList themedIconNames() {
    registerIcons();
    QStringList names = QDir(folder).entryList({QStringLiteral("*.svg")}, QDir::Files, QDir::Name);
    for (QString& name : names) name.chop(4);
    names.removeAll(ownIcon);
    return names;
}

}  // namespace momentree::app
