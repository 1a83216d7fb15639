// SPDX-License-Identifier: GPL-3.0-or-later
// Faults between the window and a board: the agent dies, stops responding or is in use, or the
// window is closed. The window stays responsive and keeps the computed rows.
#include <QComboBox>
#include <QElapsedTimer>
#include <QFile>
#include <QInputDialog>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryFile>
#include <QTimer>
#include <csignal>

#include "app/panels/accelerator/accelerator_panel.hpp"
#include "app/panels/accelerator/accelerators.hpp"
#include "app/panels/accelerator/offload_panel.hpp"
#include "app/workspace/notice.hpp"
#include "fpga_link/client/own_agent.hpp"
#include "fpga_link/offload/board_message.hpp"
#include "support/test_main.hpp"
#include "tests/app/drawing_window.hpp"

namespace momentree::test_gui_accelerator_faults {
namespace {

fpga::OwnAgent agentAt(std::uint16_t port = 0, const std::vector<std::string>& options = {}) {
    std::vector<std::string> command = app::virtualAcceleratorCommand();
    command.insert(command.end(), options.begin(), options.end());
    auto agent = fpga::OwnAgent::start(std::move(command), port, std::chrono::seconds(60));
    if (!agent) qFatal("%s", fpga::boardMessage(agent.error()).str().c_str());
    return std::move(*agent);
}

}  // namespace

class TestGuiAcceleratorFaults : public QObject, app::DrawingWindow {
    Q_OBJECT

    app::AcceleratorPanel& panel() { return window_->part<app::AcceleratorPanel>(); }
    app::RunController& run() { return window_->run(); }
    void press(QWidget& parent, const char* name) {
        auto* button = parent.findChild<QAbstractButton*>(name);
        QVERIFY(button && button->isEnabled() && button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
    }
    void typeAddress(const fpga::OwnAgent& agent) {
        auto* line = panel().findChild<QComboBox*>("boardAddress")->lineEdit();
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, QString("127.0.0.1:%1").arg(agent.address().port));
    }
    void raise(const char* name) {
        auto* dock = window_->findChild<QWidget*>(name);
        dock->show();
        dock->raise();
    }
    /// Opens the double pendulum with a duration that no board completes during the test.
    void openLong() {
        window_->open(QStringLiteral(MOMENTREE_SOURCE_DIR
                                     "/resources/examples/double_pendulum.momentree.json"));
        QTRY_VERIFY(run().hasRun());
        run().playback().pause();
        RunSpec spec = run().session().spec();
        spec.formulation = "hdca";
        spec.integrator = "rk4";
        spec.step = 1e-4;
        spec.sample = 0.1;
        spec.duration = 2000.0;
        run().applySpec(spec);
        QTRY_COMPARE(run().session().spec().duration, 2000.0);
        run().playback().setSpeed(0.0);
        raise("boardDock");
    }
    void useFor(const fpga::OwnAgent& agent, int mode) {
        typeAddress(agent);
        auto* modes = panel().findChild<QComboBox*>("boardMode");
        modes->setFocus();
        QTest::keyClick(modes, mode == 1 ? Qt::Key_End : Qt::Key_Home);
        press(panel(), "boardUse");
        QTRY_VERIFY(run().session().spec().backend.starts_with("board:"));
        run().play();
        QTRY_VERIFY(run().playback().figures().time > 0.0);
    }

private slots:
    void initTestCase() { prepare("board faults test"); }
    void init() {
        auto catalogue = std::make_shared<Catalogue>();
        app::addAccelerators(*catalogue);
        openWindow(std::move(catalogue));
    }
    void cleanup() {
        if (window_) closeWindow();
    }

    /// The secret is kept with its address where only this user can read it, and forgotten again.
    void securedBoardTakesItsSecret() {
        QTemporaryFile token;
        QVERIFY(token.open() && token.write("a secret of some length\n") > 0 && token.flush());
        const fpga::OwnAgent agent = agentAt(0, {"--token", token.fileName().toStdString()});
        openLong();
        typeAddress(agent);
        const auto ask = [this](const QString& answer) {
            press(panel(), "boardAsk");
            QTRY_VERIFY2(panel().state().contains(answer), qPrintable(panel().state()));
        };
        const auto type = [this](const QString& secret, const QString& answer) {
            QTimer::singleShot(0, this, [secret] {
                auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
                QVERIFY(dialog != nullptr);
                dialog->setTextValue(secret);
                dialog->accept();
            });
            press(panel(), "boardSecret");
            QVERIFY2(panel().state().contains(answer), qPrintable(panel().state()));
        };
        ask("asks for a shared secret");
        type("short", "at least 16");
        type("a secret of some length", "kept");
        QFile file(QStandardPaths::locate(QStandardPaths::GenericConfigLocation,
                                          "Momentree/board-secrets"));
        QVERIFY(file.exists());
        QCOMPARE(file.permissions() & (QFile::ReadOwner | QFile::ReadGroup | QFile::ReadOther),
                 QFile::Permissions(QFile::ReadOwner));
        ask("ready");
        QVERIFY(file.setPermissions(file.permissions() | QFile::ReadOther));
        ask("others can read");
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
        useFor(agent, 0);
        type("", "forgotten");
        QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().isEmpty());
    }

    void goesOnAfterTheAgentWasKilled_data() {
        QTest::addColumn<int>("mode");
        QTest::newRow("batch") << 0;
        QTest::newRow("per phase") << 1;
    }
    void goesOnAfterTheAgentWasKilled() {
        QFETCH(int, mode);
        openLong();
        auto agent = std::make_optional(agentAt());
        useFor(*agent, mode);
        QCOMPARE(run().session().spec().backend.ends_with(":per-phase"), mode == 1);
        ::kill(agent->process(), SIGKILL);
        QTRY_COMPARE(run().playback().figures().state, RunState::Failed);
        QVERIFY(run().playback().figures().linkLost);
        const double reached = run().playback().computedTime();
        QVERIFY(reached > 0.0);
        QTRY_VERIFY(panel().state().contains("the link to the board was lost"));
        QTRY_VERIFY(window_->notice().isVisible());
        QVERIFY(window_->notice().title().contains("the samples received so far are kept"));
        keep(mode == 0 ? "board-lost" : "board-lost-per-phase");
        // There is no agent yet: the error is repeated, and nothing is lost.
        press(panel(), "boardReconnect");
        QTRY_COMPARE(run().playback().figures().state, RunState::Failed);
        QTRY_VERIFY(panel().findChild<QPushButton*>("boardReconnect")->isVisible());
        QCOMPARE(run().playback().computedTime(), reached);
        agent.emplace(agentAt(agent->address().port));
        press(panel(), "boardReconnect");
        QTRY_VERIFY(run().playback().figures().time > reached);
        QCOMPARE(run().playback().figures().state, RunState::Running);
        QTRY_VERIFY(!window_->notice().isVisible());
        QTRY_VERIFY(panel().state().startsWith("computing"));
        keep(mode == 0 ? "board-goes-on" : "board-goes-on-per-phase");
    }

    /// Buttons, menus and the history respond while the agent is stopped.
    void answersWhileTheAgentStands() {
        openLong();
        const fpga::OwnAgent agent = agentAt();
        useFor(agent, 0);
        ::kill(agent.process(), SIGSTOP);
        press(panel(), "boardLook");
        auto* log = panel().findChild<QPlainTextEdit*>("boardLog");
        QTRY_VERIFY(log->toPlainText().contains("agents on this machine: 127"));
        run().playback().seek(0.0);
        QCOMPARE(run().playback().shownTime(), 0.0);
        key(Qt::Key_Escape);
        ::kill(agent.process(), SIGCONT);
        run().playback().goLive();
        const double before = run().playback().figures().time;
        QTRY_VERIFY(run().playback().figures().time > before ||
                    run().playback().figures().linkLost);
        if (run().playback().figures().linkLost) press(panel(), "boardReconnect");
        QTRY_VERIFY(run().playback().figures().time > before);
    }

    /// Neither another run nor closing the window waits until the board counts as silent.
    void leavesAMuteBoardAtOnce_data() {
        QTest::addColumn<int>("mode");
        QTest::addColumn<bool>("closes");
        QTest::newRow("another run") << 0 << false;
        QTest::newRow("another run, per phase") << 1 << false;
        QTest::newRow("closed") << 0 << true;
        QTest::newRow("closed, per phase") << 1 << true;
    }
    void leavesAMuteBoardAtOnce() {
        QFETCH(int, mode);
        QFETCH(bool, closes);
        openLong();
        const fpga::OwnAgent agent = agentAt();
        useFor(agent, mode);
        ::kill(agent.process(), SIGSTOP);
        QElapsedTimer clock;
        clock.start();
        if (closes) {
            window_->close();
            closeWindow();
        } else {
            RunSpec spec = run().session().spec();
            spec.backend = "sequential";
            run().applySpec(spec);
            QTRY_COMPARE(run().session().spec().backend, std::string("sequential"));
        }
        const auto took = clock.elapsed();
        ::kill(agent.process(), SIGCONT);
        QVERIFY2(std::chrono::milliseconds(took) < fpga::ClientOptions().silence * 0.9,
                 qPrintable(QString::number(took)));
    }

    void isFreeAfterTheWindowWasClosed() {
        openLong();
        const fpga::OwnAgent agent = agentAt();
        useFor(agent, 0);
        window_->close();
        closeWindow();
        fpga::ClientOptions options;
        options.connect = options.answer = std::chrono::seconds(60);
        bool isFree = false;
        QTRY_VERIFY((isFree = isFree || fpga::BoardClient::connect(agent.address(), options)));
    }

    void closesWhileABoardIsMeasured() {
        openLong();
        const fpga::OwnAgent agent = agentAt();
        typeAddress(agent);
        press(panel(), "boardCompare");
        press(window_->part<app::OffloadPanel>(), "offloadMeasure");
        QVERIFY(window_->part<app::OffloadPanel>().measuring());
        window_->close();
        closeWindow();
        QVERIFY(!window_);
    }

    void saysWhoHasTheBoard() {
        openLong();
        const fpga::OwnAgent agent = agentAt();
        const auto other = fpga::BoardClient::connect(agent.address(), {});
        QVERIFY(other);
        typeAddress(agent);
        press(panel(), "boardAsk");
        QTRY_VERIFY(panel().state().contains("the board is in use: "));
        press(window_->part<app::AcceleratorPanel>(), "boardCompare");
        press(window_->part<app::OffloadPanel>(), "offloadMeasure");
        QTRY_VERIFY(window_->part<app::OffloadPanel>().state().contains("the board is in use: "));
        QVERIFY(!window_->part<app::OffloadPanel>().measuring());
    }
};

MOMENTREE_TEST(TestGuiAcceleratorFaults, Gui)

}  // namespace momentree::test_gui_accelerator_faults
#include "test_gui_accelerator_faults.moc"
