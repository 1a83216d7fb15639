// SPDX-License-Identifier: GPL-3.0-or-later
// The window controlled by mouse and keyboard, as by a user. Pictures of its states are saved in
// the folder named by MOMENTREE_PICTURES.
#pragma once

#include <QApplication>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

#include "app/base/theme/theme.hpp"
#include "app/scene/scene_picture.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/main_window.hpp"
#include "support/test_main.hpp"
#include "tests/app/pictures.hpp"

namespace momentree::app {

class DrawingWindow {
protected:
    static void prepare(const char* application) {
        QApplication::setOrganizationName("Momentree");
        QApplication::setApplicationName(application);
        QStandardPaths::setTestModeEnabled(true);
        applyTheme(*qApp, ThemeChoice::Light);
    }
    void openWindow(std::shared_ptr<const Catalogue> catalogue = std::make_shared<Catalogue>()) {
        QSettings().clear();
        QSettings().setValue("inspector/open",
                             QStringList{"Inertia", "Points and start", "Appearance", "Place"});
        window_ = std::make_unique<MainWindow>(std::move(catalogue));
        window_->resize(1440, 900);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), test::patience));
        QApplication::setActiveWindow(window_.get());
        view().setFocus();
    }
    void closeWindow() {
        window_->document().history().setClean();
        window_.reset();
    }

    /// Computes the open model from the start over that time [s].
    void computeFor(double duration) {
        RunController& run = window_->run();
        QSignalSpy changed(&run, &RunController::runChanged);
        RunSpec spec = run.session().spec();
        spec.duration = duration;
        run.applySpec(spec);
        QTRY_VERIFY(!changed.isEmpty());
        run.playback().setSpeed(0.0);
        run.play();
        QTRY_VERIFY(run.playback().ended());
    }

    Viewport& view() { return window_->viewport(); }
    const ModelDescription& model() { return window_->document().description(); }
    QPoint pixel(double x, double y) { return view().toView({x, y, 0.0}).toPoint(); }
    void key(Qt::Key k, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(&view(), k, modifiers);
    }
    void click(double x, double y, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::mouseMove(&view(), pixel(x, y));
        QTest::mouseClick(&view(), Qt::LeftButton, modifiers, pixel(x, y));
    }
    void dragPixels(QPoint from, QPoint to) {
        QTest::mouseMove(&view(), from);
        QTest::mousePress(&view(), Qt::LeftButton, {}, from);
        for (int k = 1; k <= 5; ++k) QTest::mouseMove(&view(), from + k * (to - from) / 5);
        QTest::mouseRelease(&view(), Qt::LeftButton, {}, to);
    }
    void drag(double x1, double y1, double x2, double y2) {
        dragPixels(pixel(x1, y1), pixel(x2, y2));
    }
    void keep(const char* name) {
        QCoreApplication::processEvents();
        keepPicture(*window_, name);
    }
    /// In the light and in the dark theme.
    void keepBoth(const QString& name) {
        if (qEnvironmentVariableIsEmpty("MOMENTREE_PICTURES")) return;
        keep(qPrintable(name + "-light"));
        window_->actions().themeDark->trigger();
        QTest::qWait(300);
        keep(qPrintable(name + "-dark"));
        window_->actions().themeLight->trigger();
        QTest::qWait(100);
    }
    void drawFourBar() {
        key(Qt::Key_L);
        drag(0, 0, 0.1, 0.2);
        drag(0.1, 0.2, 0.3, 0.2);
        drag(0.3, 0.2, 0.3, 0);
        key(Qt::Key_G);
        click(0, 0);
        click(0.3, 0);
        key(Qt::Key_Escape);
    }

    std::unique_ptr<MainWindow> window_;
};

}  // namespace momentree::app
