// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QCheckBox>
#include <QSignalSpy>
#include <QTest>

#include "app/base/theme.hpp"
#include "app/base/themed_icon.hpp"
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

    void plotColoursStandOut_data() { textIsReadable_data(); }
    void plotColoursStandOut() {
        QFETCH(bool, dark);
        const ThemeColors& c = themeColors(dark);
        for (const QColor& text : {c.text, c.mutedText, c.info, c.warning, c.error, c.success})
            QVERIFY(contrastRatio(text, c.background) >= 4.5);
        // WCAG 1.4.11: graphical objects need a contrast of 3 to 1.
        for (const QColor& line : c.series)
            QVERIFY2(contrastRatio(line, c.background) >= 3.0, qPrintable(line.name()));
        for (const QColor& line : {c.axis, c.cursor, c.crosshair, c.selection})
            QVERIFY2(contrastRatio(line, c.background) >= 3.0, qPrintable(line.name()));
        // The grid must be less prominent than the curves.
        QVERIFY(contrastRatio(c.grid, c.background) < 2.0);
        QVERIFY(contrastRatio(c.grid, c.background) > contrastRatio(c.subGrid, c.background));
    }

    void stylesDoNotRepeat() {
        QList<std::pair<QRgb, QList<qreal>>> seen;
        for (int i = 0; i < 24; ++i) {
            const SeriesStyle style = themeColors(false).style(i);
            QCOMPARE(style.pen().widthF(), 1.0);
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
                                 "joint-spherical",
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
            QVERIFY(near(colour(QIcon::Selected), p.color(QPalette::HighlightedText)));
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
