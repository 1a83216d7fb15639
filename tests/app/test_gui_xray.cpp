// SPDX-License-Identifier: GPL-3.0-or-later
// The constraint x-ray by keys and mouse on a real X server.
#include <QDockWidget>
#include <QLabel>
#include <QListWidget>
#include <QSignalSpy>
#include <QToolButton>

#include "app/panels/xray/xray.hpp"
#include "app/panels/xray/xray_panel.hpp"
#include "app/workspace/notice.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_xray {

using app::SingularityWatch;

namespace {

QString example(const char* name) {
    return QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/%1.momentree.json").arg(name);
}

}  // namespace

class TestGuiXray : public QObject, app::DrawingWindow {
    Q_OBJECT

    app::Xray& xray() { return window_->part<app::Xray>(); }
    QListWidget* list() { return window_->findChild<QListWidget*>("xrayList"); }
    void open(const char* name) {
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        window_->open(example(name));
        QTRY_VERIFY(!changed.isEmpty());
    }
    void pause() {
        window_->run().playback().pause();
        QTRY_VERIFY(window_->run().playback().resting());
    }
    int itemWith(const QString& text) {
        for (int k = 0; k < list()->count(); ++k)
            if (list()->item(k)->text().contains(text)) return k;
        return -1;
    }
    double orangeShare() {
        const QImage image = view().grab().toImage();
        int orange = 0, all = 0;
        for (int y = 0; y < image.height(); y += 3)
            for (int x = 0; x < image.width(); x += 3, ++all) {
                const QColor c = image.pixelColor(x, y);
                if (c.red() > 220 && c.blue() < 120 && c.green() < 190) ++orange;
            }
        return static_cast<double>(orange) / all;
    }
    void keepBoth(const QString& name) {
        keep(qPrintable(name + "-light"));
        window_->actions().themeDark->trigger();
        QTest::qWait(qEnvironmentVariableIsEmpty("MOMENTREE_PICTURES") ? 0 : 300);
        keep(qPrintable(name + "-dark"));
        window_->actions().themeLight->trigger();
    }

private slots:
    void initTestCase() { prepare("xray test"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void keyShowsWhatIsRedundantAndItsCures() {
        open("four_bar");
        pause();
        auto* dock = window_->findChild<QDockWidget*>("xrayDock");
        QVERIFY(!dock->isVisible());
        const double before = orangeShare();
        key(Qt::Key_X);
        QTRY_VERIFY(dock->isVisible());
        QTRY_VERIFY(itemWith("removes all redundant constraints") >= 0);
        QVERIFY(window_->findChild<QLabel*>("xraySummary")->text().contains("3 redundant"));
        QVERIFY(itemWith("J4 prevents shifts along z and turns about x and y") >= 0);
        QVERIFY(orangeShare() > before + 0.001);
        keepBoth("xray");
        key(Qt::Key_X);
        QTRY_VERIFY(!dock->isVisible());
        QVERIFY(orangeShare() < before + 0.001);
    }

    void aClickSelectsTheJointsOfACure() {
        open("four_bar");
        pause();
        key(Qt::Key_X);
        QTRY_VERIFY(itemWith("Make J2 spherical") >= 0);
        QListWidgetItem* item = list()->item(itemWith("Make J2 spherical"));
        list()->scrollToItem(item);
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, {},
                          list()->visualItemRect(item).center());
        QVERIFY(window_->selection().contains({app::Element::Kind::Joint, 1}));
    }

    void cureTakesTheGlowAway() {
        open("four_bar");
        pause();
        key(Qt::Key_X);
        QTRY_COMPARE(xray().report().overheld.size(), std::size_t(4));
        QVERIFY(window_->document().edit("Loosen", [](ModelDescription& d) {
            d.joints[1].type = "spherical";
            d.joints[3].type = "cylindrical";
            d.jointStarts.clear();
            d.probes.clear();
        }));
        QTRY_VERIFY(itemWith("Every reaction") >= 0);
        QVERIFY(xray().report().overheld.empty());
        QCOMPARE(window_->live().checked().report.redundant, 0);
    }

    void theShownPoseIsLookedAt() {
        open("four_bar");
        key(Qt::Key_X);
        QTRY_VERIFY(window_->run().playback().shownTime() > 0.2);
        pause();
        const double shown = window_->run().playback().shownTime();
        QTRY_COMPARE(xray().report().time, shown);
        auto* summary = window_->findChild<QLabel*>("xraySummary");
        QTRY_VERIFY(summary->text().startsWith("At "));
        QVERIFY(summary->text().contains("3 redundant"));
        QCOMPARE(xray().report().degreesOfFreedom, 1);
        QVERIFY(itemWith("removes all redundant constraints") >= 0);
        keep("xray-at-a-time");
        window_->run().playback().seek(0.0);
        QTRY_VERIFY(!summary->text().startsWith("At "));
    }

    void freeMotionsAreShownOneByOne() {
        open("double_pendulum");
        pause();
        key(Qt::Key_X);
        auto* play = window_->findChild<QToolButton*>("playMotion");
        auto* text = window_->findChild<QLabel*>("motionText");
        QTRY_VERIFY(play->isEnabled());
        const std::vector<double> still(window_->run().playback().shownRow().begin(),
                                        window_->run().playback().shownRow().end());
        QTest::mouseClick(play, Qt::LeftButton);
        QTRY_VERIFY(text->text().startsWith("Motion 1 of 2"));
        const auto body = [&] { return view().sight()->pose(1).r; };
        const Vector3d before = app::poseIn(view().sight()->layout, still, 1).r;
        QTRY_VERIFY((body() - before).norm() > 0.02);
        QTest::mouseClick(window_->findChild<QToolButton*>("nextMotion"), Qt::LeftButton);
        QTRY_VERIFY(text->text().startsWith("Motion 2 of 2"));
        keep("xray-motion");
        QTest::mouseClick(play, Qt::LeftButton);
        QTRY_VERIFY(!xray().player().playing());
        QVERIFY((body() - before).norm() < 1e-12);
    }

    // In the axes of the picture, independent of the axes of a joint.
    void directionsAreThoseOfThePicture() {
        open("slider_crank");
        pause();
        key(Qt::Key_X);
        for (const char* joint : {"J1", "J2", "J3", "J4"})
            QTRY_VERIFY(itemWith(QString("%1 prevents shifts along z and turns about x and y")
                                     .arg(QLatin1String(joint))) >= 0);
    }

    void playingTheRunEndsTheFreeMotion() {
        open("four_bar");
        pause();
        key(Qt::Key_X);
        auto* play = window_->findChild<QToolButton*>("playMotion");
        QTRY_VERIFY(play->isEnabled());
        QTest::mouseClick(play, Qt::LeftButton);
        QTRY_VERIFY(xray().player().count() == 1 && xray().player().playing());
        key(Qt::Key_Space);
        QTRY_VERIFY(!xray().player().playing());
    }

    void gaugeWarnsBeforeTheSingularPose() {
        open("parallelogram");
        window_->run().playback().setSpeed(0.0);
        QTRY_VERIFY(window_->run().playback().computedTime() > 2.0);
        pause();
        // The recorded crank angle shows where all links are collinear.
        const auto recording = window_->run().session().recording();
        const int q = window_->run().session().layout().jointQ(0);
        std::size_t flat = 0;
        for (std::size_t k = 0; k < recording->size(); ++k)
            if (std::abs(std::cos(recording->at(k, q))) <
                std::abs(std::cos(recording->at(flat, q))))
                flat = k;
        window_->run().playback().seek(0.0);
        QTRY_VERIFY(xray().watch().level() == SingularityWatch::Level::Good);
        window_->run().playback().seek(recording->at(flat, 0));
        QTRY_VERIFY(xray().watch().level() == SingularityWatch::Level::Singular);
        keep("gauge-singular");
        open("double_pendulum");
        QTRY_VERIFY(xray().watch().level() == SingularityWatch::Level::Unknown);
    }

    // A motor turns the crank to where the other links cannot follow.
    void tornLoopsAreTold() {
        window_->actions().newModel->trigger();
        key(Qt::Key_L);
        drag(0, 0, 0.05, 0.1);
        drag(0.05, 0.1, 0.25, 0.13);
        drag(0.25, 0.13, 0.3, 0);
        key(Qt::Key_Escape);
        key(Qt::Key_G);
        click(0, 0);
        click(0.3, 0);
        key(Qt::Key_M);
        click(0, 0);
        key(Qt::Key_Escape);
        QCOMPARE(model().motions.size(), std::size_t(1));
        key(Qt::Key_Space);
        // The remedies for the range replace the run's own notice.
        QTRY_VERIFY(window_->notice().isVisible() &&
                    window_->notice().title().contains("link1 turns only from"));
        QTRY_VERIFY(window_->notice().details().contains("The run stops at"));
        QVERIFY(!window_->run().playback().playing());
        // The last sample is the last closed pose.
        QVERIFY(xray().watch().level() != SingularityWatch::Level::Torn);
        keep("end of travel");
        window_->run().playback().seek(0.0);
        QTRY_VERIFY(xray().watch().level() == SingularityWatch::Level::Good);
    }
};

MOMENTREE_TEST(TestGuiXray, Gui)

}  // namespace momentree::test_gui_xray
#include "test_gui_xray.moc"
