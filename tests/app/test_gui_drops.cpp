// SPDX-License-Identifier: GPL-3.0-or-later
// Files other than models dropped on the window: pictures to draw over, tables to compare with.
#include <qcustomplot.h>

#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QDropEvent>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QSlider>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUrl>
#include <cmath>

#include "app/panels/messages/messages_panel.hpp"
#include "app/plots/plot_widget.hpp"
#include "app/plots/probe_plot.hpp"
#include "app/scene/backdrop_panel.hpp"
#include "app/workspace/file_commands.hpp"
#include "app/workspace/notice.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_drops {

using namespace momentree::app;

namespace {

QString example(const char* name) {
    return QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/%1.momentree.json").arg(name);
}

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

}  // namespace

class TestGuiDrops : public QObject, DrawingWindow {
    Q_OBJECT
    QTemporaryDir folder_;

    Backdrop& backdrop() { return *window_->findChild<Backdrop*>(); }
    BackdropPanel& panel() { return *window_->findChild<BackdropPanel*>(); }
    template <typename T>
    T* part(const char* name) {
        return window_->findChild<T*>(name);
    }
    void drop(const QString& file) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter(QPoint(500, 400), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(window_.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(500, 400), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(window_.get(), &event);
    }
    /// Twice as wide as high, red.
    QString redPicture() {
        QImage image(400, 200, QImage::Format_RGB32);
        image.fill(Qt::red);
        const QString path = folder_.filePath("photo.png");
        image.save(path);
        return path;
    }
    void dropPicture() {
        drop(redPicture());
        QTRY_VERIFY(backdrop().any());
        QTRY_VERIFY(panel().isVisible());
    }
    QColor colour(const Eigen::Vector2d& place) {
        const QImage picture = pictureOf(view());
        return picture.pixelColor(view().toView(backdrop().state().at(place)).toPoint());
    }
    void type(const char* field, const char* text) {
        auto* edit = part<QLineEdit>(field);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
    }
    void openExample(const char* name) {
        window_->open(example(name));
        QTRY_VERIFY(window_->run().hasRun());
        QTRY_VERIFY(window_->run().playback().computedTime() > 0.3);
        window_->run().playback().pause();
        QTRY_VERIFY(window_->run().playback().resting());
    }
    PlotWidget* quantities() {
        const auto plots = part<QDockWidget>("probesDock")->findChildren<PlotWidget*>();
        return plots.empty() ? nullptr : plots.back();
    }

private slots:
    void initTestCase() { prepare("drops test"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void pictureLiesBehindTheDrawing() {
        window_->actions().showGrid->setChecked(false);  // its lines cover the picture
        drawFourBar();
        const QImage before = pictureOf(view());
        dropPicture();
        QVERIFY(std::abs(backdrop().aspect() - 0.5) < 1e-12);
        const BackdropState& state = backdrop().state();
        const Eigen::Vector2d aside = state.middle + 0.4 * state.width * Eigen::Vector2d(1.0, 0.0);
        const QColor half = colour(aside);
        QVERIFY(half.red() > half.green() + 60);
        part<QSlider>("backdropOpacity")->setValue(100);
        const QColor full = colour(aside);
        QVERIFY(full.red() > 240 && full.green() < 12);
        // The drawing's joint still has its colour.
        const QPoint joint = pixel(0.1, 0.2);
        const QColor now = pictureOf(view()).pixelColor(joint), then = before.pixelColor(joint);
        QVERIFY(std::abs(now.green() - then.green()) < 12 &&
                std::abs(now.blue() - then.blue()) < 12);
        part<QSlider>("backdropOpacity")->setValue(40);
        keep("backdrop");
        part<QToolButton>("backdropRemove")->click();
        QVERIFY(!backdrop().any() && !panel().isVisible());
        QVERIFY(colour(aside).green() > 150);
    }

    void numbersPlaceThePicture() {
        dropPicture();
        type("backdropWidth", "50 cm");
        type("backdropX", "-20 mm");
        type("backdropY", "0.1");
        QCOMPARE(backdrop().state().width, 0.5);
        QCOMPARE(backdrop().state().middle.x(), -0.02);
        QCOMPARE(backdrop().state().middle.y(), 0.1);
        type("backdropWidth", "-3");
        QCOMPARE(backdrop().state().width, 0.5);
        QVERIFY(part<QLabel>("backdropHint")->isVisible());
    }

    void knownLengthScalesThePicture() {
        dropPicture();
        part<QToolButton>("backdropMeasure")->click();
        const QPoint from = view().rect().center() - QPoint(60, 20), to = from + QPoint(120, 0);
        QTest::mouseClick(&view(), Qt::LeftButton, {}, from);
        QTest::mouseClick(&view(), Qt::LeftButton, {}, to);
        QCOMPARE(panel().grip().marks().size(), std::size_t(2));
        const Eigen::Vector2d held = panel().grip().marks()[0];
        const double marked = (panel().grip().marks()[1] - held).norm();
        const BackdropState before = backdrop().state();
        keep("backdrop-scale");
        type("backdropKnown", "240 mm");
        const BackdropState& after = backdrop().state();
        QVERIFY(std::abs(after.width - before.width * 0.24 / marked) < 1e-9);
        const double part = (before.middle - held).norm() / before.width;
        QVERIFY(std::abs((after.middle - held).norm() / after.width - part) < 1e-9);
        QVERIFY(panel().grip().mode() == BackdropGrip::Mode::Off);
        QVERIFY(model().bodies.empty());  // the clicks drew nothing
    }

    void dragMovesThePicture() {
        dropPicture();
        part<QToolButton>("backdropMove")->click();
        const BackdropState before = backdrop().state();
        const QPoint middle = view().rect().center();
        dragPixels(middle, middle + QPoint(100, -40));
        const Eigen::Vector2d by = backdrop().state().middle - before.middle;
        QVERIFY(std::abs(by.x() / view().metresPerPixel() - 100.0) < 2.0);
        QVERIFY(std::abs(by.y() / view().metresPerPixel() - 40.0) < 2.0);
        key(Qt::Key_Escape);
        QVERIFY(panel().grip().mode() == BackdropGrip::Mode::Off);
    }

    void pictureIsKeptByTheFile() {
        drawFourBar();
        dropPicture();
        type("backdropWidth", "50 cm");
        const QString file = folder_.filePath("mine.momentree.json");
        QVERIFY(window_->files().saveTo(file));
        const BackdropState before = backdrop().state();
        window_->files().newModel();
        QVERIFY(!backdrop().any());
        window_->open(file);
        QTRY_VERIFY(backdrop().any());
        QCOMPARE(backdrop().state().width, 0.5);
        QCOMPARE(backdrop().state().file, before.file);
        QVERIFY((backdrop().state().middle - before.middle).norm() < 1e-12);
        window_->files().newModel();
        QVERIFY(QFile::remove(before.file));
        window_->open(file);
        QTRY_VERIFY(window_->notice().title().contains("photo.png"));
        QVERIFY(!backdrop().any());
    }

    void whatIsNoPictureIsToldSo() {
        const QString path = folder_.filePath("broken.png");
        write(path, "no picture");
        drop(path);
        QTRY_VERIFY(window_->notice().title().contains("broken.png"));
        QVERIFY(window_->notice().details().contains("PNG"));
        QVERIFY(!backdrop().any());
        const QString drawing = folder_.filePath("empty.svg");
        write(drawing, "<svg");
        drop(drawing);
        QTRY_VERIFY(window_->notice().title().contains("empty.svg"));
    }

    void tableIsComparedWith() {
        openExample("four_bar");
        const QString path = folder_.filePath("earlier.csv");
        QVERIFY(window_->files().exportResultsTo(path));
        drop(path);
        QTRY_VERIFY(quantities() && quantities()->chart().runs().size() == 2);
        QCOMPARE(quantities()->chart().runs()[1].name, QString("earlier"));
        const auto read = quantities()->reader().at(quantities()->canvas()->width() / 2.0);
        QVERIFY(read);
        QCOMPARE(read->values.back(), read->values.front());
        keep("reference");
        part<QAction>("removeReferences")->trigger();
        QTRY_COMPARE(quantities()->chart().runs().size(), std::size_t(1));
    }

    /// A capsule brings the model, and its rows as a recording to compare with.
    void capsulesOpen() {
        openExample("double_pendulum");
        const QString path = folder_.filePath("kept.momentree.zip");
        window_->run().playback().seek(0.3);
        QSignalSpy done(&window_->files(), &FileCommands::done);
        window_->files().exportCapsuleTo(path);
        QTRY_COMPARE(done.count(), 2);
        openExample("four_bar");
        window_->open(path);
        QTRY_VERIFY(window_->run().hasRun() && window_->run().model().name == "double_pendulum");
        QTRY_VERIFY(quantities() && quantities()->chart().runs().size() == 2);
        QCOMPARE(quantities()->chart().runs()[1].name, QString("kept"));
        const QString table = folder_.filePath("kept.parquet");
        QVERIFY(window_->files().exportResultsTo(table));
        QVERIFY(QFileInfo(table).size() > 1000);
    }

    void columnsOfOtherProgramsAreMatched() {
        openExample("four_bar");
        const QString path = folder_.filePath("other.csv");
        write(path, "t [ms];foo [deg];bar\n0;90;2\n500;91;3\n");
        drop(path);
        QTRY_VERIFY(part<QDialog>("mapping"));
        auto* dialog = part<QDialog>("mapping");
        const auto note = [&] { return dialog->findChild<QLabel*>("mappingNote")->text(); };
        QVERIFY2(note().contains("the first column must be time"), qPrintable(note()));
        auto* rows = dialog->findChild<QTableWidget*>("mappingRows");
        QCOMPARE(rows->rowCount(), 3);
        const auto choose = [&](int row, const QString& name) {
            qobject_cast<QComboBox*>(rows->cellWidget(row, 2))->setCurrentText(name);
        };
        choose(1, "nowhere");
        QVERIFY2(note().contains("no column nowhere"), qPrintable(note()));
        choose(1, "J1.q");
        QVERIFY2(note().startsWith("1 of 2 columns"), qPrintable(note()));
        QCOMPARE(qobject_cast<QComboBox*>(rows->cellWidget(1, 3))->currentText(), QString("deg"));
        choose(2, "J1.q");
        QVERIFY2(note().contains("Two columns"), qPrintable(note()));
        choose(2, "");
        keepPicture(*dialog, "mapping");
        dialog->accept();
        QTRY_VERIFY(quantities() && quantities()->chart().runs().size() == 2);
        QVERIFY(QFile::exists(folder_.filePath("other.mapping.json")));
        QCOMPARE(quantities()->chart().runs()[1].name, QString("other"));
        const auto read = quantities()->reader().at(quantities()->canvas()->width() / 2.0);
        QVERIFY(read);
        QVERIFY(QFile::remove(folder_.filePath("other.mapping.json")));
        part<QAction>("removeReferences")->trigger();
    }

    void brokenTablesSayWhere() {
        openExample("four_bar");
        const QString path = folder_.filePath("other.csv");
        write(path, "time,total\n0,1\n1,x\n");
        drop(path);
        QTRY_VERIFY(window_->notice().details().contains("'x'"));
        QVERIFY(window_->notice().details().contains("3"));  // the line
    }
};

MOMENTREE_TEST(TestGuiDrops, Gui)

}  // namespace momentree::test_gui_drops
#include "test_gui_drops.moc"
