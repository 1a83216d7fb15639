// SPDX-License-Identifier: GPL-3.0-or-later
// Export of the drawing to files and to a printer, on a real X server.
#include <QFile>
#include <QPainter>
#include <QPdfWriter>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include "app/export/export_drawing.hpp"
#include "app/sketch/tool.hpp"
#include "app/workspace/file_commands.hpp"
#include "core/io/model_file.hpp"
#include "render/theme.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_export {
namespace {

QString example(const QString& name) {
    return QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/%1.momentree.json").arg(name);
}

int darkPixels(const QImage& image) {
    int dark = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (qGray(image.pixel(x, y)) < 200) ++dark;
    return dark;
}

/// As an SVG file writes it.
QByteArray motionColor() {
    const auto [r, g, b] = render::paletteOf(render::Theme::Light).motion;
    return QColor(r, g, b).name().toLatin1();
}

/// Number of pixels of the ground symbol.
int groundPixels(const QImage& image, const QRect& area) {
    int count = 0;
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            if (image.pixelColor(x, y) == app::themeColors(false).sunk) ++count;
    return count;
}

}  // namespace

class TestGuiExport : public QObject, app::DrawingWindow {
    Q_OBJECT

    void open(const QString& name) {
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        window_->open(example(name));
        QTRY_VERIFY(!changed.isEmpty());
        window_->run().playback().pause();
        QTRY_VERIFY(window_->run().playback().resting());
    }
    QImage drawn(const QString& svg, const char* name) {
        QSvgRenderer renderer(svg);
        QImage image(view().size(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        renderer.render(&painter);
        painter.end();
        app::keepPicture(image, name);
        return image;
    }

    QByteArray exported() {
        QTemporaryDir folder;
        QFile svg(folder.filePath("drawing.svg"));
        if (!app::writeSvg(view(), "t", svg.fileName()) || !svg.open(QIODevice::ReadOnly))
            return {};
        return svg.readAll();
    }
    QImage exportedImage(const char* name) {
        QTemporaryDir folder;
        const QString file = folder.filePath("drawing.svg");
        return app::writeSvg(view(), "t", file) ? drawn(file, name) : QImage();
    }
    /// A horizontal link on a hinge at its left end.
    void drawPendulum() {
        key(Qt::Key_L);
        drag(0, 0, 0.2, 0);
        key(Qt::Key_G);
        click(0, 0);
        key(Qt::Key_Escape);
    }
    /// Whether the ground at the origin is drawn only below it, or only above. Single pixels of the
    /// softened edges of links can have its colour.
    bool standsBelow(bool below, const char* name) {
        const QImage image = exportedImage(name);
        const QPoint at = pixel(0, 0);
        const int under = groundPixels(image, {at + QPoint(-30, 3), QSize(60, 40)});
        const int over = groundPixels(image, {at + QPoint(-30, -43), QSize(60, 40)});
        return below ? under > 20 && 10 * over < under : over > 20 && 10 * under < over;
    }

private slots:
    void initTestCase() { prepare("export test"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void svgIsADrawingWithLinesAndText_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"four_bar", "slider_crank", "rssr", "robot_arm", "cart_pendulum",
                                 "heavy_top", "peaucellier"})
            QTest::newRow(name) << name;
    }
    void svgIsADrawingWithLinesAndText() {
        QFETCH(QString, name);
        open(name);
        window_->actions().showDimensions->setChecked(true);
        QTemporaryDir folder;
        const QString file = folder.filePath("drawing.svg");
        QVERIFY(app::writeSvg(view(), "A title", file, window_->files().record()).has_value());
        QFile svg(file);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray text = svg.readAll();
        QVERIFY(text.contains("<title>A title</title>"));
        QVERIFY(text.contains("<metadata>{") && text.contains("&quot;settings&quot;"));
        QVERIFY(text.count("<path") + text.count("<poly") + text.count("<circle") > 5);
        // No bitmaps.
        QVERIFY(!text.contains("<image"));
        const QImage image = drawn(file, qPrintable("svg-" + name));
        QCOMPARE(QSvgRenderer(file).viewBox(), view().rect());
        const int dark = darkPixels(image);
        QVERIFY2(dark > 300 && dark < image.width() * image.height() / 4,
                 qPrintable(QString::number(dark)));
    }

    void marksLieWhereThePictureHasThem() {
        open("four_bar");
        QTemporaryDir folder;
        const QString file = folder.filePath("drawing.svg");
        QVERIFY(app::writeSvg(view(), "t", file).has_value());
        const QImage image = drawn(file, "svg-place");
        const auto sight = view().sight();
        for (const JointElement& joint : sight->model.joints) {
            const QPoint at = view().toView(sight->place(joint.B)).toPoint();
            // A white pin with a black rim.
            QCOMPARE(image.pixelColor(at), QColor(Qt::white));
        }
    }

    void motorsAreArrowsInTheirColour() {
        drawPendulum();
        QVERIFY(!exported().contains(motionColor()));
        key(Qt::Key_M);
        click(0, 0);
        key(Qt::Key_Escape);
        QCOMPARE(model().motions.size(), std::size_t(1));
        QVERIFY(view().sight()->model.motions[0].rotation);
        QVERIFY(exported().contains(motionColor()));
        exportedImage("svg-motor");
    }

    void drivenSlidersAreArrowsBothWays() {
        key(Qt::Key_P);
        drag(0, 0, 0.1, 0);
        key(Qt::Key_M);
        click(0, 0);
        key(Qt::Key_Escape);
        QCOMPARE(model().motions.size(), std::size_t(1));
        QVERIFY(!view().sight()->model.motions[0].rotation);
        // A filled head on each side.
        QCOMPARE(exported().count("fill=\"" + motionColor()), 2);
        exportedImage("svg-driven-slider");
    }

    void springsEndOnHatchedGround() {
        drawPendulum();
        window_->actions().tools[static_cast<int>(app::ToolKind::Spring)]->trigger();
        drag(0.2, 0, 0.2, 0.2);
        key(Qt::Key_Escape);
        QCOMPARE(model().forces.size(), std::size_t(1));
        const QImage image = exportedImage("svg-spring");
        const QPoint end = pixel(0.2, 0.2);
        const auto across = [&](int x) {
            int darkest = 255;  // the line may lie between two rows
            for (const int y : {-1, 0, 1})
                darkest = std::min(darkest, qGray(image.pixel(end + QPoint(x, y))));
            return darkest;
        };
        QVERIFY(across(-4) < 200 && across(4) < 200);
    }

    void torsionSpringsAreSpirals() {
        drawPendulum();
        const int without = darkPixels(exportedImage("svg-no-torsion"));
        QVERIFY(window_->document().edit("torsion spring", [](ModelDescription& model) {
            ForceDescription spring;
            spring.name = "torsion";
            const JointDescription& pin = model.joints.front();
            spring.law = AxialTorqueDescription{pin.a, pin.b, Scalar(2.0), {}, Scalar(0.1), {}};
            model.forces.push_back(spring);
        }));
        QVERIFY(window_->live().checked().built);
        QCOMPARE(window_->live().checked().model->axialLoads.size(), std::size_t(1));
        const int with = darkPixels(exportedImage("svg-torsion"));
        QVERIFY2(with > without + 150, qPrintable(QString("%1 %2").arg(without).arg(with)));
    }

    void groundStandsWhereTheWindowHasIt() {
        drawPendulum();
        QVERIFY(standsBelow(true, "svg-level"));
        key(Qt::Key_Space);  // it falls, its support stays
        QTRY_VERIFY(window_->run().playback().shownTime() > 0.2);
        window_->run().playback().pause();
        QTRY_VERIFY(window_->run().playback().resting());
        window_->run().playback().seek(0.1);  // later the bar hangs in front of its support
        QVERIFY(standsBelow(true, "svg-fallen"));
        // When opening a file, the window treats a horizontal pendulum as a hanging one.
        QTemporaryDir folder;
        QFile file(folder.filePath("level.momentree.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(writeModelText(model())));
        file.close();
        window_->document().history().setClean();
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        window_->open(file.fileName());
        QTRY_VERIFY(!changed.isEmpty());
        window_->run().playback().pause();
        QTRY_VERIFY(window_->run().playback().resting());
        QVERIFY(standsBelow(false, "svg-opened"));
    }

    void pdfIsOnePage() {
        open("four_bar");
        QTemporaryDir folder;
        const QString file = folder.filePath("drawing.pdf");
        const QString record = window_->files().record();
        QVERIFY(app::writePdf(view(), "Four-bar", file, record).has_value());
        QFile pdf(file);
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        const QByteArray bytes = pdf.readAll();
        QVERIFY(bytes.startsWith("%PDF-"));
        QCOMPARE(bytes.count("/Type /Page\n"), 1);
        QVERIFY(!bytes.contains("/Subtype /Image"));
        QVERIFY(bytes.contains("momentree.json") && bytes.contains("&quot;model_as_run&quot;"));
        if (const QString kept = app::pictureFile("drawing.pdf"); !kept.isEmpty()) {
            QFile::remove(kept);
            QFile::copy(file, kept);
        }
    }

    void refusesAFolderThatIsNotThere() {
        open("four_bar");
        QVERIFY(!app::writeSvg(view(), "t", "/nonexistent/folder/a.svg").has_value());
        QVERIFY(!app::writePdf(view(), "t", "/nonexistent/folder/a.pdf").has_value());
    }
};

MOMENTREE_TEST(TestGuiExport, Gui)

}  // namespace momentree::test_gui_export
#include "test_gui_export.moc"
