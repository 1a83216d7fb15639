// SPDX-License-Identifier: Apache-2.0
// Boards with a shared secret: runs by those who know it, and clients that do not.
#include <QTemporaryFile>
#include <QTest>

#include "board_process.hpp"
#include "core/io/model_file.hpp"
#include "core/session/run.hpp"
#include "fpga_link/offload/board_link.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_board_secret {

using momentree::test::patient;
using momentree::test::startBoard;

namespace {

const std::string secret = "a secret of some length";

/// Why a run on this board does not start if its secret is this one.
QString problemWith(const OwnAgent& agent, const Expected<std::string>& known) {
    const auto description =
        readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/double_pendulum.momentree.json");
    Catalogue catalogue;
    catalogue.add(remoteBoardBackend(patient(), [&](const Address&) { return known; }));
    RunSpec spec;
    spec.formulation = "hdca";
    spec.backend = "board:127.0.0.1:" + std::to_string(agent.address().port);
    spec.integrator = "rk4";
    const auto run = Run::create(catalogue, *buildModel(*description), spec);
    return run ? QString() : QString::fromStdString(toString(run.error().front()));
}

}  // namespace

class TestBoardSecret : public QObject {
    Q_OBJECT

private slots:
    void runsOnASecuredBoard() {
        QTemporaryFile file;
        QVERIFY(file.open() && file.write(QByteArray::fromStdString(secret)) > 0 && file.flush());
        const OwnAgent agent = startBoard({"--token", file.fileName().toStdString()});
        QCOMPARE(problemWith(agent, secret), QString());
        QVERIFY(problemWith(agent, "").contains("--board-secret"));
        QVERIFY(problemWith(agent, secret + ".").contains("does not accept"));
        QVERIFY(problemWith(agent, trouble(Trouble::SecretUnreadable, {"no file"}))
                    .contains("no file"));
    }
};

MOMENTREE_TEST(TestBoardSecret, Guiless)

}  // namespace momentree::fpga::test_board_secret
#include "test_board_secret.moc"
