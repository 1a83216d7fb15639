// SPDX-License-Identifier: Apache-2.0
// The accelerator from the command line, and its agent.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "program.hpp"

namespace momentree::test_cli_board {
namespace {

using test::Outcome;
using test::run;

const QString examples = QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/");

/// Starts an agent that ends with `agent`.
/// @return "board:127.0.0.1:PORT"
QString runAgent(QProcess& agent, const QStringList& options) {
    agent.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    agent.start(QFileInfo(MOMENTREE_PROGRAM).dir().filePath("momentree-board"),
                options + QStringList{"--listen", "127.0.0.1:0", "--quiet", "--exit-with-stdin"});
    while (!agent.canReadLine())
        if (!agent.waitForReadyRead(test::patience)) return {};
    return "board:127.0.0.1:" + agent.readLine().trimmed().split(' ').last();
}

}  // namespace

class TestCliBoard : public QObject {
    Q_OBJECT

private slots:
    void boardTestsItself() {
        const Outcome outcome = run({"board", "test", "virtual-board"});
        QCOMPARE(outcome.err, QString());
        QCOMPARE(outcome.code, 0);
        const QStringList lines = outcome.out.split('\n', Qt::SkipEmptyParts);
        QVERIFY(lines[0].startsWith("momentree-board "));
        QVERIFY(lines.contains("ok      batch of 5000 steps"));
        QCOMPARE(lines.filter(QRegularExpression("^ok      ")).size(), lines.size() - 3);
        QVERIFY2(lines.last().startsWith("all "), qPrintable(outcome.out));
    }
    void boardTestNeedsItsSecret() {
        QTemporaryDir folder;
        QFile secret(folder.filePath("secret"));
        QVERIFY(secret.open(QIODevice::WriteOnly) && secret.write("a secret of some length\n") > 0);
        secret.close();
        QProcess agent;
        const QString place = runAgent(agent, {"--token", secret.fileName()}).mid(6);
        QCOMPARE(run({"board", "test", place, "--secret", secret.fileName()}).code, 0);
        const Outcome without = run({"board", "test", place});
        QCOMPARE(without.code, 1);
        QVERIFY(without.out.isEmpty() && without.err.contains("shared secret"));
        QCOMPARE(run({"board", "test", "not an address"}).code, 2);
        QCOMPARE(run({"board", "weigh", place}).code, 2);
        agent.closeWriteChannel();
        QVERIFY(agent.waitForFinished(test::patience));
    }
    void agentTestsItself() {
        QProcess agent;
        const auto exitCode = [&](const QStringList& options) {
            agent.start(QFileInfo(MOMENTREE_PROGRAM).dir().filePath("momentree-board"),
                        QStringList{"--self-test"} + options);
            return agent.waitForFinished(test::patience) ? agent.exitCode() : -1;
        };
        QCOMPARE(exitCode({}), 0);
        QVERIFY(agent.readAllStandardOutput().endsWith("\nall 8 checks passed\n"));
        QCOMPARE(exitCode({"--fabric", "uio", "--uio", "/dev/no-such-uio"}), 1);
        const QByteArray out = agent.readAllStandardOutput();
        QVERIFY(out.startsWith("failed  access: ") && out.contains("bitstream"));
    }
    /// By option or variable; a wrong or unneeded one is refused.
    void securedBoardTakesItsSecret() {
        const QTemporaryDir folder;
        const auto secret = [&](const char* name, const QByteArray& text) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(text) > 0 ? file.fileName()
                                                                           : QString();
        };
        const QString right = secret("right", "a secret of some length\n");
        QProcess agent, open;
        const QString own = runAgent(agent, {"--token", right}), anyone = runAgent(open, {});
        const QStringList asked{"run",     examples + "double_pendulum.momentree.json",
                                "--quiet", "--formulation",
                                "hdca",    "--duration",
                                "0.1"};
        const auto at = [&](const QString& board, const QStringList& more) {
            return run(asked + QStringList{"--backend", board} + more);
        };
        QCOMPARE(at(own, {"--board-secret", right}).err, QString());
        QVERIFY(at(own, {}).err.contains("--board-secret"));
        QVERIFY(at(own, {"--board-secret", secret("wrong", "a secret of other length\n")})
                    .err.contains("does not accept"));
        QVERIFY(at(own, {"--board-secret", "/nowhere"}).err.contains("'/nowhere'"));
        QVERIFY(at(anyone, {"--board-secret", right}).err.contains("does not ask"));
        QCOMPARE(at(anyone, {}).err, QString());
        qputenv("MOMENTREE_BOARD_SECRET", right.toLocal8Bit());
        const Outcome variable = at(own, {}), virtualBoard = at("virtual-board", {});
        qunsetenv("MOMENTREE_BOARD_SECRET");
        QCOMPARE(variable.err, QString());
        QCOMPARE(virtualBoard.err, QString());
        for (QProcess* one : {&agent, &open}) {
            one->closeWriteChannel();
            QVERIFY(one->waitForFinished(test::patience));
        }
    }
};

MOMENTREE_TEST(TestCliBoard, Guiless)

}  // namespace momentree::test_cli_board
#include "test_cli_board.moc"
