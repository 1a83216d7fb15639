// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing as files and on paper, on a real X server.
#include <QFile>
#include <QPainter>
#include <QPdfWriter>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include "app/drawing/export_drawing.hpp"
#include "tests/app/drawing_window.hpp"

using namespace momentree;

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

}  // namespace

class TestGuiExport : public QObject, app::DrawingWindow {
    Q_OBJECT

    void open(const QString& name) {
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        window_->open(example(name));
        QTRY_VERIFY(!changed.isEmpty());
        window_->run().pause();
        QTRY_VERIFY(window_->run().resting());
    }
    QImage drawn(const QString& svg, const char* name) {
        QSvgRenderer renderer(svg);
        QImage image(view().size(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        renderer.render(&painter);
        painter.end();
        const QString folder = qEnvironmentVariable("MOMENTREE_PICTURES");
        if (!folder.isEmpty()) image.save(folder + "/" + name + ".png");
        return image;
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
        QVERIFY(app::writeSvg(view(), "A title", file).has_value());
        QFile svg(file);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray text = svg.readAll();
        QVERIFY(text.contains("<title>A title</title>"));
        QVERIFY(text.count("<path") + text.count("<poly") + text.count("<circle") > 5);
        // Vectors only.
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

    void pdfIsOnePage() {
        open("four_bar");
        QTemporaryDir folder;
        const QString file = folder.filePath("drawing.pdf");
        QVERIFY(app::writePdf(view(), "Four-bar", file).has_value());
        QFile pdf(file);
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        const QByteArray bytes = pdf.readAll();
        QVERIFY(bytes.startsWith("%PDF-"));
        QCOMPARE(bytes.count("/Type /Page\n"), 1);
        QVERIFY(!bytes.contains("/Subtype /Image"));
        const QString pictures = qEnvironmentVariable("MOMENTREE_PICTURES");
        if (!pictures.isEmpty()) {
            QFile::remove(pictures + "/drawing.pdf");
            QFile::copy(file, pictures + "/drawing.pdf");
        }
    }

    void refusesAFolderThatIsNotThere() {
        open("four_bar");
        QVERIFY(!app::writeSvg(view(), "t", "/nonexistent/folder/a.svg").has_value());
        QVERIFY(!app::writePdf(view(), "t", "/nonexistent/folder/a.pdf").has_value());
    }
};

QTEST_MAIN(TestGuiExport)
#include "test_gui_export.moc"
