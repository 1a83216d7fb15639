// SPDX-License-Identifier: GPL-3.0-or-later
// The window used on a real X server.
#include <malloc.h>

#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QJsonDocument>
#include <QJsonObject>
#include <QListWidget>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>
#include <QToolTip>
#include <QTreeWidget>
#include <fstream>

#include "app/base/choice_combo.hpp"
#include "app/base/theme/theme.hpp"
#include "app/panels/gallery/gallery.hpp"
#include "app/panels/transport/time_slider.hpp"
#include "app/scene/scene_picture.hpp"
#include "app/scene/viewport.hpp"
#include "app/scene/viewport_mouse.hpp"
#include "app/shell/last_file.hpp"
#include "app/shell/main_window.hpp"
#include "app/workspace/file_commands.hpp"
#include "app/workspace/notice.hpp"
#include "support/test_main.hpp"
#include "tests/app/pictures.hpp"

namespace momentree::test_gui_window {

using app::MainWindow;

namespace {

QString example(const char* name) {
    return QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/%1.momentree.json").arg(name);
}

std::size_t rows(MainWindow& window) { return window.run().session().recording()->size(); }

double meanLightness(const QImage& image) {
    double sum = 0.0;
    int count = 0;
    for (int y = 0; y < image.height(); y += 7)
        for (int x = 0; x < image.width(); x += 7, ++count)
            sum += image.pixelColor(x, y).lightnessF();
    return sum / count;
}

/// After runs ending on other threads have finished and the allocator has returned free memory.
long residentKilobytes() {
    QThreadPool::globalInstance()->waitForDone();
    malloc_trim(0);
    std::ifstream file("/proc/self/statm");
    long total = 0, resident = 0;
    file >> total >> resident;
    return resident * 4;
}

}  // namespace

class TestGuiWindow : public QObject {
    Q_OBJECT
    std::shared_ptr<const Catalogue> catalogue_ = std::make_shared<const Catalogue>();
    std::unique_ptr<MainWindow> window_;

    void show() {
        window_ = std::make_unique<MainWindow>(catalogue_);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), test::patience));
        QApplication::setActiveWindow(window_.get());
    }
    void open(const QString& file) {
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        window_->open(file);
        QTRY_VERIFY(!changed.isEmpty());
    }
    void showWith(const char* name) {
        show();
        open(example(name));
    }
    void pause() {
        window_->run().playback().pause();
        QTRY_VERIFY(window_->run().playback().resting());
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(&window_->viewport(), key, modifiers);
    }

private slots:
    void initTestCase() {
        QApplication::setOrganizationName("Momentree");
        QApplication::setApplicationName("window test");
        app::applyTheme(*qApp, app::ThemeChoice::Light);
    }
    void init() { QSettings().clear(); }
    void cleanup() { window_.reset(); }

    void showsAMovingMechanism() {
        showWith("four_bar");
        QVERIFY(window_->viewport().scene().problem().empty());
        QTRY_VERIFY(window_->run().playback().shownTime() > 0.02);
        const QImage before = window_->viewport().grab().toImage();
        const double then = window_->run().playback().shownTime();
        QTRY_VERIFY(window_->run().playback().shownTime() > then + 0.2);
        QVERIFY(window_->viewport().grab().toImage() != before);
        QVERIFY(window_->windowTitle().contains("Momentree"));
    }

    void spaceHomeAndArrows() {
        showWith("four_bar");
        press(Qt::Key_Space);
        QVERIFY(!window_->run().playback().playing());
        QTRY_VERIFY(window_->run().playback().resting());
        const std::size_t before = rows(*window_);
        press(Qt::Key_Right);
        QTRY_COMPARE(rows(*window_), before + 1);
        QTRY_COMPARE(window_->run().playback().shownTime(),
                     window_->run().playback().computedTime());
        press(Qt::Key_Left);
        QVERIFY(window_->run().playback().shownTime() < window_->run().playback().computedTime());
        press(Qt::Key_End);
        QVERIFY(window_->run().playback().live());
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        press(Qt::Key_Home);
        QTRY_COMPARE(changed.size(), 1);
        QCOMPARE(rows(*window_), std::size_t(1));
        QCOMPARE(window_->run().playback().shownTime(), 0.0);
        press(Qt::Key_Space);
        QTRY_VERIFY(rows(*window_) > 3);
    }

    void keysOfSpeedAndPanels() {
        showWith("four_bar");
        press(Qt::Key_Minus);
        QCOMPARE(window_->run().playback().speed(), 0.5);
        press(Qt::Key_Plus);
        press(Qt::Key_Plus);
        QCOMPARE(window_->run().playback().speed(), 2.0);
        auto* phases = window_->findChild<QDockWidget*>("phasesDock");
        press(Qt::Key_F3);
        QTRY_VERIFY(!phases->visibleRegion().isEmpty());
        press(Qt::Key_F3);
        QTRY_VERIFY(!phases->isVisible());
        auto* energy = window_->findChild<QDockWidget*>("energyDock");
        auto* drift = window_->findChild<QDockWidget*>("driftDock");
        QTRY_VERIFY(!drift->visibleRegion().isEmpty() && !energy->visibleRegion().isEmpty());
        press(Qt::Key_F4);
        QTRY_VERIFY(!energy->isVisible());
        press(Qt::Key_F4);
        QTRY_VERIFY(energy->isVisible());
    }

    void changingTheFormulationStartsAgain() {
        showWith("double_pendulum");
        QTRY_VERIFY(rows(*window_) > 3);
        auto* picker = window_->findChild<QComboBox*>("formulation");
        const int other = picker->findData("lagrange-index1");
        QVERIFY(other >= 0);
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        picker->setCurrentIndex(other);
        Q_EMIT picker->activated(other);
        QTRY_COMPARE(changed.size(), 1);
        QVERIFY(window_->run().playback().playing());
        QVERIFY(window_->statusBar()->currentMessage().contains("lagrange-index1"));
        QTRY_VERIFY(rows(*window_) > 3);
    }

    /// Words of any length are as high as their rows, beside a scroll bar too.
    void choicesAreReadable() {
        app::ChoiceCombo picker;
        std::vector<Choice> choices;
        std::string summary;
        for (int k = 0; k < 40; ++k)
            choices.push_back({std::to_string(k), "Title", summary += " word", std::nullopt});
        picker.setChoices(choices);
        picker.show();
        picker.showPopup();
        const QAbstractItemView& list = *picker.view();
        QTRY_VERIFY(list.isVisible());
        const QFontMetrics metrics(list.font());
        for (int k = 0; k < picker.count(); ++k) {
            const QRect row = list.visualRect(picker.model()->index(k, 0));
            const QRect words =
                metrics.boundingRect(0, 0, list.viewport()->width() - 28, 1000, Qt::TextWordWrap,
                                     QString::fromStdString(choices[std::size_t(k)].summary));
            QVERIFY2(row.height() >= metrics.lineSpacing() + words.height() + 14,
                     qPrintable(QString::number(k)));
        }
        picker.hidePopup();
    }

    void pickersSayWhyNot() {
        app::ChoiceCombo picker;
        picker.setChoices({{"naudet", "Naudet", "Recursion"},
                           {"hdca", "Divide and conquer", "Tree",
                            MOMENTREE_TEXT("test-shared-body", "two loops share a body")}});
        QVERIFY(picker.model()->index(0, 0).flags().testFlag(Qt::ItemIsEnabled));
        const QModelIndex refused = picker.model()->index(1, 0);
        QVERIFY(!refused.flags().testFlag(Qt::ItemIsEnabled));
        QVERIFY(refused.data(Qt::ToolTipRole).toString().contains("two loops share a body"));
    }

    void numberFieldsAndShortcutsLiveTogether() {
        showWith("four_bar");
        pause();
        auto* duration = window_->findChild<QWidget*>("duration");
        duration->setFocus();
        QTest::keyClick(duration, Qt::Key_A, Qt::ControlModifier);
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        QTest::keyClicks(duration, "2,5");
        QTest::keyClick(duration, Qt::Key_Return);
        QTRY_COMPARE(changed.size(), 1);
        QCOMPARE(window_->run().session().spec().duration, 2.5);
        QTRY_VERIFY(window_->viewport().hasFocus());
    }

    void dropOpensAFile() {
        showWith("four_bar");
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(example("double_pendulum"))});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(window_.get(), &enter);
        QVERIFY(enter.isAccepted());
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(window_.get(), &drop);
        QTRY_COMPARE(changed.size(), 1);
        QCOMPARE(window_->run().file(), example("double_pendulum"));
    }

    void brokenFileIsExplainedAndCanBeTriedAgain() {
        QTemporaryDir folder;
        const QString path = folder.filePath("mine.momentree.json");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\n \"version\": 1,\n \"bodies\": [ oops ]\n}\n");
        file.close();
        showWith("four_bar");
        const auto recording = window_->run().session().recording();
        window_->open(path);
        QTRY_VERIFY(window_->notice().isVisible());
        QVERIFY(window_->notice().title().contains("mine.momentree.json"));
        QVERIFY(window_->notice().details().contains("line 3"));
        QCOMPARE(window_->run().session().recording(), recording);

        QVERIFY(QFile::remove(path));
        QVERIFY(QFile::copy(example("double_pendulum"), path));
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        QTest::mouseClick(window_->notice().findChild<QPushButton*>(), Qt::LeftButton);
        QTRY_COMPARE(changed.size(), 1);
        QVERIFY(!window_->notice().isVisible());
    }

    void sliderScrubs() {
        showWith("four_bar");
        QTRY_VERIFY(window_->run().playback().computedTime() > 0.5);
        pause();
        auto* slider = window_->findChild<app::TimeSlider*>();
        QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(10, slider->height() / 2));
        QVERIFY(window_->run().playback().shownTime() < 0.2);
        QVERIFY(!window_->run().playback().live());
    }

    void aCamIsSelectedByItsPlate() {
        showWith("cam_roller");
        pause();
        app::Viewport& view = window_->viewport();
        // Pixels in the colour of the selection, where nothing but the cam is.
        const auto marked = [&] {
            const QImage picture = pictureOf(view);
            const QRgb accent = app::themeColors().accent.rgb();
            const auto differs = [](int a, int b) { return std::abs(a - b) > 30; };
            int pixels = 0;
            for (int y = view.toView({0.0, -0.01, 0.0}).toPoint().y(); y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x) {
                    const QRgb c = picture.pixel(x, y);
                    pixels += !differs(qRed(c), qRed(accent)) &&
                              !differs(qGreen(c), qGreen(accent)) &&
                              !differs(qBlue(c), qBlue(accent));
                }
            return pixels;
        };
        const int before = marked();
        const QPoint inside = view.toView({0.0, -0.02, 0.0}).toPoint();
        QTest::mouseClick(&view, Qt::LeftButton, {}, inside);
        QCOMPARE(window_->selection().current(), (app::Element{app::Element::Kind::Body, 0}));
        QVERIFY(marked() > before + 100);
    }

    void selectionIsTheSameEverywhere() {
        showWith("four_bar");
        pause();
        auto* tree = window_->findChild<QTreeWidget*>("modelTree");
        tree->setCurrentItem(tree->topLevelItem(0)->child(0));
        QCOMPARE(window_->viewport().scene().selected().front().kind, render::Picked::Kind::Body);
        QCOMPARE(window_->viewport().scene().selected().front().index, 0);
        Q_EMIT window_->viewport().mouse().picked({render::Picked::Kind::Joint, 1});
        QCOMPARE(tree->selectedItems().size(), 1);
        QCOMPARE(tree->selectedItems().first()->text(0),
                 QString::fromStdString(window_->run().model().joints[1].name));
    }

    void galleryShowsPicturesAndOpens() {
        showWith("four_bar");
        window_->actions().examples->trigger();
        auto* gallery = window_->findChild<app::Gallery*>();
        QVERIFY(gallery);
        auto* list = gallery->findChild<QListWidget*>();
        QVERIFY(list->count() >= 2);
        QTRY_VERIFY(gallery->pendingPictures() == 0);
        QListWidgetItem* item = list->item(0);
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualItemRect(item).center());
        QTRY_COMPARE(changed.size(), 1);
        QVERIFY(!gallery->isVisible());
    }
    void galleryOpensStudies() {
        showWith("four_bar");
        window_->actions().examples->trigger();
        auto* list = window_->findChild<app::Gallery*>()->findChild<QListWidget*>();
        QListWidgetItem* study = nullptr;
        QTRY_VERIFY(!list->findItems("Paper: double", Qt::MatchStartsWith).isEmpty());
        study = list->findItems("Paper: double", Qt::MatchStartsWith).first();
        list->scrollToItem(study);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualItemRect(study).center());
        QTRY_COMPARE(window_->document().description().name, "double_pendulum");
        QTRY_VERIFY(window_->runs().items().size() > 1);
    }

    void savesAndExports() {
        QTemporaryDir folder;
        showWith("four_bar");
        QTRY_VERIFY(rows(*window_) > 5);
        pause();
        QVERIFY(window_->files().saveTo(folder.filePath("copy.momentree.json")));
        QVERIFY(window_->files().exportResultsTo(folder.filePath("r.csv")));
        const auto* lab = window_->findChild<QAction*>("exportLabReport");
        QVERIFY(lab && lab->isEnabled());
        QVERIFY(window_->files().exportReportTo(folder.filePath("r.json")));
        QVERIFY(window_->files().exportPictureTo(pictureOf(window_->viewport(), 2.0),
                                                 folder.filePath("r.png")));
        QImage picture(folder.filePath("r.png"));
        QCOMPARE(picture.width(), 2 * window_->viewport().width());
        // Both carry the record of the run; a drawing that has not run carries its model.
        QFile report(folder.filePath("r.json"));
        QVERIFY(report.open(QIODevice::ReadOnly));
        const QJsonDocument saved = QJsonDocument::fromJson(report.readAll());
        const QJsonDocument shown = QJsonDocument::fromJson(picture.text("momentree").toUtf8());
        QCOMPARE(saved["hash"].toString().size(), qsizetype{64});
        QVERIFY(saved["results"]["rows"].toInt() > 5);
        QCOMPARE(shown["hash"], saved["hash"]);
        QCOMPARE(shown["model_as_run"], saved["model_as_run"]);
        QVERIFY(!window_->files().exportResultsTo("/nonexistent/folder/r.csv"));
        QVERIFY(window_->notice().isVisible());
        open(folder.filePath("copy.momentree.json"));
    }

    void themesDiffer() {
        showWith("four_bar");
        pause();
        const double light = meanLightness(window_->grab().toImage());
        window_->actions().themeDark->trigger();
        QTRY_VERIFY(meanLightness(window_->grab().toImage()) < 0.4);
        QVERIFY(light > 0.7);
        window_->actions().themeLight->trigger();
        QTRY_VERIFY(meanLightness(window_->grab().toImage()) > 0.7);
    }

    void layoutIsKeptAndReset() {
        show();
        auto* dock = window_->findChild<QDockWidget*>("treeDock");
        QVERIFY(dock->isVisible());
        dock->hide();
        window_->close();
        show();
        dock = window_->findChild<QDockWidget*>("treeDock");
        QVERIFY(!dock->isVisible());
        window_->actions().resetLayout->trigger();
        QVERIFY(dock->isVisible());
    }

    void panelsGetTheirWidthsBack() {
        show();
        window_->resize(1360, 800);
        QCoreApplication::processEvents();
        auto* tree = window_->findChild<QDockWidget*>("treeDock");
        auto* energy = window_->findChild<QDockWidget*>("energyDock");
        window_->resizeDocks({tree, energy}, {300, 400}, Qt::Horizontal);
        QTRY_COMPARE(tree->width(), 300);
        const int right = energy->width();
        window_->resize(1100, 700);
        QTRY_VERIFY(tree->width() < 300 && energy->width() < right);
        window_->resize(1360, 800);
        QTRY_COMPARE(tree->width(), 300);
        QCOMPARE(energy->width(), right);
        // The choice made in the narrow window is kept.
        window_->resize(1100, 700);
        QTRY_VERIFY(tree->width() < 300);
        const int before = tree->width(), centre = window_->centralWidget()->width();
        window_->resizeDocks({tree}, {before + 10}, Qt::Horizontal);
        QTRY_VERIFY(tree->width() > before);
        const int chosen = tree->width();
        window_->resize(1360, 800);
        QTRY_VERIFY(window_->centralWidget()->width() > centre);
        QCOMPARE(tree->width(), chosen);
    }

    void lastFileIsSeenFromWhereItWas() {
        for (const char* name : {"four_bar", "rssr"}) {
            showWith(name);
            pause();
            auto& view = window_->viewport();
            const QPointF place(view.width() * 0.3, view.height() * 0.6);
            QWheelEvent turn(place, view.mapToGlobal(place), {}, QPoint(0, 360), Qt::NoButton,
                             Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(&view, &turn);
            const QPoint middle = view.rect().center();
            QTest::mousePress(&view, Qt::RightButton, {}, middle);
            QTest::mouseMove(&view, middle + QPoint(20, 10));
            QTest::mouseMove(&view, middle + QPoint(60, 25));
            QTest::mouseRelease(&view, Qt::RightButton, {}, middle + QPoint(60, 25));
            const render::Viewpoint before = view.scene().viewpoint();
            QVERIFY(!before.fitted);
            window_->close();

            show();
            QCOMPARE(app::lastFile(), example(name));
            QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
            app::openAgain(*window_, app::lastFile());
            QTRY_VERIFY(!changed.isEmpty());
            const render::Viewpoint after = window_->viewport().scene().viewpoint();
            QVERIFY(!after.fitted);
            QVERIFY((after.target - before.target).norm() < 1e-9);
            QVERIFY((after.axes - before.axes).norm() < 1e-9);
            QVERIFY(std::abs(after.height - before.height) < 1e-9);

            // Another file is fitted to the view.
            open(example("double_pendulum"));
            QVERIFY(window_->viewport().scene().viewpoint().fitted);
        }
    }

    void everyActionIsComplete() {
        show();
        QSet<QString> keys;
        for (const QAction* action : window_->actions().all) {
            QVERIFY2(!action->text().isEmpty(), qPrintable(action->objectName()));
            QVERIFY2(!action->statusTip().isEmpty(), qPrintable(action->objectName()));
            for (const QKeySequence& key : action->shortcuts()) {
                QVERIFY2(!keys.contains(key.toString()), qPrintable(key.toString()));
                keys.insert(key.toString());
            }
        }
    }

    void closesInTheMiddleOfARun() {
        showWith("four_bar");
        window_->run().playback().setSpeed(0.0);
        QTRY_VERIFY(rows(*window_) > 10);
        window_->close();
        QVERIFY(!window_->isVisible());
        window_.reset();
    }

    void twoHundredOpeningsLeakNothing() {
        showWith("four_bar");
        const auto cycle = [&](int count) {
            for (int k = 0; k < count; ++k) open(example(k % 2 ? "four_bar" : "double_pendulum"));
            pause();
        };
        cycle(20);
        const auto objects = window_->findChildren<QObject*>().size();
        const long before = residentKilobytes();
        cycle(200);
        // Two models alternate, so that the number of objects returns to exactly the same value.
        QCOMPARE(window_->findChildren<QObject*>().size(), objects);
        const long grown = residentKilobytes() - before;
        QVERIFY2(grown < 10'000, qPrintable(QString::number(grown) + " kB"));
    }
};

MOMENTREE_TEST(TestGuiWindow, Gui)

}  // namespace momentree::test_gui_window
#include "test_gui_window.moc"
