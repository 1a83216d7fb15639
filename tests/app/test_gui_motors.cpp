// SPDX-License-Identifier: GPL-3.0-or-later
// Motors that ask for more than their mechanism can do, in the window.
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

#include "app/shell/motor_limits.hpp"
#include "app/workspace/notice.hpp"
#include "support/linkages.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_motors {

class TestGuiMotors : public QObject, app::DrawingWindow {
    Q_OBJECT

    app::Notice& notice() { return *window_->findChild<app::Notice*>(); }
    app::MotorLimits& limits() { return *window_->findChild<app::MotorLimits*>(); }
    QPushButton* answer(const QString& begin) {
        for (auto* button : notice().findChildren<QPushButton*>())
            if (button->text().startsWith(begin) && button->isVisible()) return button;
        return nullptr;
    }
    void openText(const QByteArray& text) {
        QFile file(folder_.filePath("driven.momentree.json"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(text);
        file.close();
        window_->open(file.fileName());
    }
    /// A four-bar whose crank cannot turn fully, with a motor that turns it for 10 s.
    void openLimited() {
        QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
        openText(test::drivenFourBar({0.10, 0.18, 0.13, 0.22}));
        QTRY_VERIFY(!changed.isEmpty());
        computeAll();
        QTRY_VERIFY(answer("Swing"));
    }

    void computeAll() {
        window_->run().playback().setSpeed(0.0);
        window_->run().play();
        QTRY_VERIFY(window_->run().playback().ended());
    }

    QTemporaryDir folder_;

private Q_SLOTS:
    void initTestCase() { prepare("test-gui-motors"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void aRunThatEndsAtTheLimitOffersRemedies() {
        openLimited();
        QVERIFY2(notice().title().contains("148.9") || notice().title().contains("149"),
                 qPrintable(notice().title()));
        QVERIFY(answer("Swing") && answer("Drive by torque"));
        QTRY_VERIFY(answer("Full turns"));
        QCOMPARE(limits().ranges().size(), std::size_t(1));
        keep("motor-limit");
    }

    void everyRemedyLetsTheRunEnd() {
        for (const char* remedy : {"Swing", "Full turns", "Drive by torque"}) {
            openLimited();
            QTRY_VERIFY(answer(remedy));
            QSignalSpy changed(&window_->run(), &app::RunController::runChanged);
            QTest::mouseClick(answer(remedy), Qt::LeftButton);
            QTRY_VERIFY(!changed.isEmpty());
            QVERIFY(!notice().isVisible());
            // Not from the pose at the limit, where two assemblies meet.
            QCOMPARE(window_->run().session().recording()->at(0, 0), 0.0);
            computeAll();
            QVERIFY2(window_->run().playback().figures().state == RunState::Finished, remedy);
            window_->document().history().setClean();
        }
    }

    void aMotorAtADeadPointCanMoveOffIt() {
        openText(test::drivenPiston(1.0, 3.0, 4.0));
        QTRY_VERIFY(answer("Move off"));
        auto* status = window_->findChild<QToolButton*>("modelStatus");
        QCOMPARE(status->text(), QString("drive stands at a dead point"));
        QTest::mouseClick(answer("Move off"), Qt::LeftButton);
        QTRY_COMPARE(status->text(), QString("1 DOF, driven"));
        window_->document().history().setClean();
    }
};

MOMENTREE_TEST(TestGuiMotors, Gui)

}  // namespace momentree::test_gui_motors
#include "test_gui_motors.moc"
