// SPDX-License-Identifier: GPL-3.0-or-later
#include <Eigen/Dense>
#include <QApplication>
#include <QCheckBox>
#include <QSignalSpy>
#include <QTest>
#include <QtMath>
#include <cmath>

#include "app/base/theme/style_paint.hpp"
#include "app/base/theme/theme.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "support/test_main.hpp"

namespace momentree::test_theme {

using namespace momentree::app;

namespace {

/// Number of pixels that differ clearly from a corner pixel.
int inkedPixels(const QImage& image) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (qAlpha(image.pixel(x, y)) > 60) ++count;
    return count;
}

QImage iconImage(const QString& name, int side, QIcon::Mode mode = QIcon::Normal) {
    return themedIcon(name)
        .pixmap(QSize(side, side), 1.0, mode)
        .toImage()
        .convertToFormat(QImage::Format_ARGB32);
}

QColor strongestColour(const QImage& image) {
    QRgb best = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (qAlpha(image.pixel(x, y)) > qAlpha(best)) best = image.pixel(x, y);
    return QColor(best);
}

bool near(const QColor& a, const QColor& b) {
    return std::abs(a.red() - b.red()) < 12 && std::abs(a.green() - b.green()) < 12 &&
           std::abs(a.blue() - b.blue()) < 12;
}

/// A translucent colour as seen on `ground`.
QColor over(const QColor& colour, const QColor& ground) {
    const auto blend = [&](float a, float b) { return colour.alphaF() * (a - b) + b; };
    return QColor::fromRgbF(blend(colour.redF(), ground.redF()),
                            blend(colour.greenF(), ground.greenF()),
                            blend(colour.blueF(), ground.blueF()));
}

void readable(const std::pair<QColor, QColor>& pair, double least = 4.5) {
    const double ratio = contrastRatio(pair.first, pair.second);
    QVERIFY2(
        ratio >= least,
        qPrintable(
            QStringLiteral("%1 on %2: %3").arg(pair.first.name(), pair.second.name()).arg(ratio)));
}

/// CIE L*a*b* for D65.
using Lab = Eigen::Vector3d;

const Eigen::Matrix3d normalVision = Eigen::Matrix3d::Identity();
// Machado, Oliveira and Fernandes 2009, severity 1, for linear RGB.
const Eigen::Matrix3d deuteranopia{{0.367322, 0.860646, -0.227968},
                                   {0.280085, 0.672501, 0.047413},
                                   {-0.011820, 0.042940, 0.968881}};
const Eigen::Matrix3d protanopia{{0.152286, 1.052583, -0.204868},
                                 {0.114503, 0.786281, 0.099216},
                                 {-0.003882, -0.048116, 1.051998}};

Lab seen(const QColor& colour, const Eigen::Matrix3d& vision) {
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    const Eigen::Matrix3d toXyz{{0.4124564, 0.3575761, 0.1804375},
                                {0.2126729, 0.7151522, 0.0721750},
                                {0.0193339, 0.1191920, 0.9503041}};
    const Eigen::Vector3d rgb(linear(colour.redF()), linear(colour.greenF()),
                              linear(colour.blueF()));
    const Eigen::Vector3d xyz = toXyz * (vision * rgb).cwiseMax(0.0).cwiseMin(1.0);
    const Eigen::Vector3d f =
        xyz.cwiseQuotient(Eigen::Vector3d(0.95047, 1.0, 1.08883)).unaryExpr([](double x) {
            return x > 216.0 / 24389.0 ? std::cbrt(x) : (24389.0 / 27.0 * x + 16.0) / 116.0;
        });
    return {116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])};
}

/// CIEDE2000, after Sharma, Wu and Dalal 2005.
double difference(const Lab& one, const Lab& other) {
    const auto saturation = [](double c) {
        return std::sqrt(std::pow(c, 7) / (std::pow(c, 7) + std::pow(25.0, 7)));
    };
    const auto degrees = [](double b, double a) {
        const double h = qRadiansToDegrees(std::atan2(b, a));
        return h < 0.0 ? h + 360.0 : h;
    };
    const auto cosine = [](double h) { return std::cos(qDegreesToRadians(h)); };
    const double chroma = 0.5 * (std::hypot(one[1], one[2]) + std::hypot(other[1], other[2]));
    const double stretch = 1.5 - 0.5 * saturation(chroma);
    const double a1 = stretch * one[1], a2 = stretch * other[1];
    const double C1 = std::hypot(a1, one[2]), C2 = std::hypot(a2, other[2]);
    const double h1 = degrees(one[2], a1), h2 = degrees(other[2], a2);
    double dh = h2 - h1;
    if (std::abs(dh) > 180.0) dh -= std::copysign(360.0, dh);
    double h = 0.5 * (h1 + h2);
    if (std::abs(h1 - h2) > 180.0) h += h1 + h2 < 360.0 ? 180.0 : -180.0;
    if (C1 * C2 == 0.0) {
        dh = 0.0;
        h = h1 + h2;
    }
    const double L = 0.5 * (one[0] + other[0]) - 50.0, C = 0.5 * (C1 + C2);
    const double T = 1.0 - 0.17 * cosine(h - 30.0) + 0.24 * cosine(2.0 * h) +
                     0.32 * cosine(3.0 * h + 6.0) - 0.20 * cosine(4.0 * h - 63.0);
    const double turn = 60.0 * std::exp(-std::pow((h - 275.0) / 25.0, 2));
    const double dL = (other[0] - one[0]) / (1.0 + 0.015 * L * L / std::sqrt(20.0 + L * L));
    const double dC = (C2 - C1) / (1.0 + 0.045 * C);
    const double dH =
        2.0 * std::sqrt(C1 * C2) * std::sin(qDegreesToRadians(0.5 * dh)) / (1.0 + 0.015 * C * T);
    const double R = -2.0 * saturation(C) * std::sin(qDegreesToRadians(turn));
    return std::sqrt(dL * dL + dC * dC + dH * dH + R * dC * dH);
}

}  // namespace

class TestTheme : public QObject {
    Q_OBJECT

private slots:
    void contrastOfKnownPairs() {
        QCOMPARE(contrastRatio(Qt::white, Qt::black), 21.0);
        QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
        QVERIFY(std::abs(contrastRatio(QColor(0x777777), Qt::white) - 4.48) < 0.01);
    }

    void textIsReadable_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void textIsReadable() {
        QFETCH(bool, dark);
        const QPalette p = dark ? darkPalette() : lightPalette();
        using Pair = std::pair<QPalette::ColorRole, QPalette::ColorRole>;
        for (const auto& [text, ground] :
             {Pair{QPalette::WindowText, QPalette::Window}, Pair{QPalette::Text, QPalette::Base},
              Pair{QPalette::Text, QPalette::AlternateBase},
              Pair{QPalette::ButtonText, QPalette::Button},
              Pair{QPalette::ButtonText, QPalette::Window},
              Pair{QPalette::HighlightedText, QPalette::Highlight},
              Pair{QPalette::Link, QPalette::Base}, Pair{QPalette::LinkVisited, QPalette::Base},
              Pair{QPalette::ToolTipText, QPalette::ToolTipBase},
              Pair{QPalette::Link, QPalette::Window},
              Pair{QPalette::PlaceholderText, QPalette::Base},
              Pair{QPalette::PlaceholderText, QPalette::AlternateBase},
              Pair{QPalette::PlaceholderText, QPalette::Window},
              Pair{QPalette::PlaceholderText, QPalette::Button}}) {
            const double ratio = contrastRatio(p.color(text), p.color(ground));
            QVERIFY2(ratio >= 4.5,
                     qPrintable(QStringLiteral("%1 on %2: %3").arg(text).arg(ground).arg(ratio)));
        }
    }

    /// The icon of a round button, such as Play.
    void iconsOnDiscsStandOut_data() { textIsReadable_data(); }
    void iconsOnDiscsStandOut() {
        QFETCH(bool, dark);
        const ThemeColors& c = themeColors(dark);
        QImage image(36, 36, QImage::Format_ARGB32);
        image.fill(c.panel);
        QPainter painter(&image);
        paint::disc(&painter, image.rect(), themedIcon("play"), true, c);
        painter.end();
        readable({image.pixelColor(image.rect().center()), c.accent}, 3.0);
        QCOMPARE(image.pixelColor(6, 18), c.accent);
    }

    void plotColoursStandOut_data() { textIsReadable_data(); }
    void plotColoursStandOut() {
        QFETCH(bool, dark);
        const ThemeColors& c = themeColors(dark);
        using Pair = std::pair<QColor, QColor>;
        for (const QColor& text :
             {c.text, c.mutedText, c.accent, c.warning, c.error, c.success, c.link, c.visited})
            readable({text, c.panel});
        for (const auto& pair : {Pair{c.text, c.window},
                                 {c.mutedText, c.window},
                                 {c.mutedText, c.sunk},
                                 {c.mutedText, c.field},
                                 {c.text, c.hover},
                                 {c.mutedText, c.accentSoft},
                                 {c.mutedText, c.sceneTop},
                                 {c.mutedText, c.sceneBottom},
                                 {c.accent, c.accentSoft},
                                 {c.accent, c.sceneTop},
                                 {c.accent, c.sceneBottom},
                                 {c.accent, c.field},
                                 {c.onAccent, c.accent},
                                 {c.onAccent, c.accentHover},
                                 {c.success, c.successSoft},
                                 {c.warning, c.warningSoft},
                                 {c.error, c.errorSoft}})
            readable(pair);
        for (const QColor& text : c.seriesLabel) readable({text, c.panel});
        // WCAG 1.4.11: graphical objects need a contrast of 3 to 1.
        for (const QColor& line : c.series)
            for (const QColor& ground : {c.panel, c.sceneTop, c.sceneBottom})
                readable({line, ground}, 3.0);
        for (const QColor& ground : {c.panel, c.sunk, c.sceneTop, c.sceneBottom})
            readable({c.hatch, ground}, 3.0);
        readable({c.axis, c.panel}, 3.0);
        readable({c.fieldLine, c.panel}, 3.0);
        readable({c.fieldLine, c.field}, 3.0);
        readable({over(c.cursor, c.panel), c.panel}, 3.0);
        // The grid must be less prominent than the curves.
        QVERIFY(contrastRatio(c.grid, c.panel) < 2.0);
    }

    void differencesOfKnownPairs() {
        // Sharma, Wu and Dalal 2005, table 1: pairs 1, 7, 13 and 25.
        struct Pair {
            Lab a, b;
            double expected;
        };
        for (const Pair& pair :
             {Pair{{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
              {{50, 0, 0}, {50, -1, 2}, 2.3669},
              {{50, 2.49, -0.001}, {50, -2.49, 0.0011}, 7.2195},
              {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644}})
            QVERIFY2(std::abs(difference(pair.a, pair.b) - pair.expected) < 1e-3,
                     qPrintable(QString::number(difference(pair.a, pair.b))));
    }

    void runColoursDifferInEveryVision_data() { textIsReadable_data(); }
    void runColoursDifferInEveryVision() {
        QFETCH(bool, dark);
        const auto& series = themeColors(dark).series;
        for (const Eigen::Matrix3d& vision : {normalVision, deuteranopia, protanopia})
            for (std::size_t i = 0; i < series.size(); ++i)
                for (std::size_t k = i + 1; k < series.size(); ++k) {
                    const double apart =
                        difference(seen(series[i], vision), seen(series[k], vision));
                    QVERIFY2(apart > 10.0, qPrintable(QStringLiteral("%1 and %2: %3")
                                                          .arg(series[i].name(), series[k].name())
                                                          .arg(apart)));
                }
    }

    void stylesDoNotRepeat() {
        QList<std::pair<QRgb, QList<qreal>>> seen;
        for (int i = 0; i < 24; ++i) {
            const SeriesStyle style = themeColors(false).style(i);
            QCOMPARE(style.pen().widthF(), metric::curveWidth);
            const std::pair<QRgb, QList<qreal>> key{style.colour.rgb(), style.dashes};
            QVERIFY(!seen.contains(key));
            seen.append(key);
        }
        QVERIFY(themeColors(false).style(-1).colour.isValid());
    }

    void choiceSetsPaletteAndTellsWatchers() {
        auto& app = *qobject_cast<QApplication*>(QCoreApplication::instance());
        applyTheme(app, ThemeChoice::Light);
        QVERIFY(!isDark());
        ThemeWatcher watcher;
        QSignalSpy changed(&watcher, &ThemeWatcher::changed);
        applyTheme(app, ThemeChoice::Dark);
        QTRY_VERIFY(changed.count() > 0);
        QVERIFY(isDark());
        QCOMPARE(app.palette().color(QPalette::Base), darkPalette().color(QPalette::Base));
        applyTheme(app, ThemeChoice::System);
        const QColor window = app.palette().color(QPalette::Window);
        QVERIFY(window == lightPalette().color(QPalette::Window) ||
                window == darkPalette().color(QPalette::Window));
    }

    void checkBoxOutlineIsVisibleInTheDark() {
        auto& app = *qobject_cast<QApplication*>(QCoreApplication::instance());
        applyTheme(app, ThemeChoice::Dark);
        QCheckBox box;
        box.resize(20, 20);
        const QImage image = box.grab().toImage();
        double best = 1.0;
        for (int x = 0; x < image.width(); ++x)
            best = std::max(best, contrastRatio(image.pixelColor(x, image.height() / 2),
                                                darkPalette().color(QPalette::Window)));
        QVERIFY2(best >= 3.0, qPrintable(QString::number(best)));
    }

    void everyNamedIconDraws_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"open",
                                 "save",
                                 "save-as",
                                 "export",
                                 "recent",
                                 "gallery",
                                 "play",
                                 "pause",
                                 "step-forward",
                                 "step-back",
                                 "to-start",
                                 "to-live",
                                 "stop",
                                 "reset",
                                 "loop",
                                 "fit",
                                 "view-front",
                                 "view-top",
                                 "view-iso",
                                 "speed",
                                 "plot",
                                 "phases",
                                 "tree",
                                 "body",
                                 "joint-revolute",
                                 "joint-prismatic",
                                 "joint-universal",
                                 "joint-cylindrical",
                                 "joint-screw",
                                 "joint-planar",
                                 "joint-spherical",
                                 "joint-constant-velocity",
                                 "joint-point-on-line",
                                 "joint-point-on-plane",
                                 "joint-point-on-curve",
                                 "joint-cam-roller",
                                 "joint-cam-face",
                                 "joint-rolling-disc",
                                 "joint-rolling-ellipsoid",
                                 "joint-knife-edge",
                                 "joint-fixed",
                                 "joint-free",
                                 "joint-distance",
                                 "motor",
                                 "spring",
                                 "damper",
                                 "force",
                                 "torque",
                                 "gravity",
                                 "ground",
                                 "marker",
                                 "warning",
                                 "error",
                                 "info",
                                 "settings",
                                 "light",
                                 "dark",
                                 "help",
                                 "close",
                                 "search",
                                 "cursor",
                                 "zoom-reset",
                                 "legend",
                                 "log-axis",
                                 "image"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void everyNamedIconDraws() {
        QFETCH(QString, name);
        QVERIFY(themedIconNames().contains(name));
        for (const int side : {16, 22, 44}) {
            const QImage image = iconImage(name, side);
            QCOMPARE(image.size(), QSize(side, side));
            const int ink = inkedPixels(image);
            QVERIFY2(ink > side && ink < side * side * 3 / 4, qPrintable(QString::number(ink)));
        }
    }

    void iconsTakeTheColoursOfTheTheme() {
        auto& app = *qobject_cast<QApplication*>(QCoreApplication::instance());
        const QIcon icon = themedIcon(QStringLiteral("stop"));
        for (const auto choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            applyTheme(app, choice);
            const QPalette p = app.palette();
            const auto colour = [&icon](QIcon::Mode mode) {
                return strongestColour(icon.pixmap(QSize(44, 44), 1.0, mode).toImage());
            };
            QVERIFY(near(colour(QIcon::Normal), p.color(QPalette::ButtonText)));
            QVERIFY(
                near(colour(QIcon::Disabled), p.color(QPalette::Disabled, QPalette::ButtonText)));
            QVERIFY(near(colour(QIcon::Selected), p.color(QPalette::Text)));
            const QPixmap on = icon.pixmap(QSize(44, 44), 1.0, QIcon::Normal, QIcon::On);
            QVERIFY(near(strongestColour(on.toImage()), themeColors().accent));
        }
    }

    void iconsAreCrispOnDenseScreens() {
        const QPixmap pixmap = themedIcon(QStringLiteral("plot")).pixmap(QSize(22, 22), 2.0);
        QCOMPARE(pixmap.size(), QSize(44, 44));
        QCOMPARE(pixmap.devicePixelRatio(), 2.0);
    }

    void unknownIconIsNull() { QVERIFY(themedIcon(QStringLiteral("no-such-icon")).isNull()); }

    void applicationIconIsInColour() {
        const QImage image = applicationIcon().pixmap(QSize(64, 64), 1.0).toImage();
        QVERIFY(inkedPixels(image.convertToFormat(QImage::Format_ARGB32)) > 64 * 64 / 2);
        QVERIFY(strongestColour(image).isValid());
        QSet<QRgb> colours;
        for (int x = 0; x < 64; ++x) colours.insert(image.pixel(x, 40));
        QVERIFY(colours.size() > 5);
    }
};

MOMENTREE_TEST(TestTheme, Gui)

}  // namespace momentree::test_theme
#include "test_theme.moc"
