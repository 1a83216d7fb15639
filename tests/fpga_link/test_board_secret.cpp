// SPDX-License-Identifier: Apache-2.0
// Boards with a shared secret: runs by those who know it, and clients that do
// not.
#include <QTemporaryFile>
#include <QTest>
#include <deque>

#include "board_process.hpp"
#include "core/io/model_file.hpp"
#include "core/session/run.hpp"
#include "fpga_link/offload/board_link.hpp"
#include "local_server.hpp"
#include "raw_client.hpp"
#include "support/test_main.hpp"
#include "wire_models.hpp"

namespace momentree::fpga::test_board_secret {

using namespace std::chrono_literals;
using momentree::test::connectTo;
using momentree::test::LocalServer;
using momentree::test::patient;
using momentree::test::RawClient;
using momentree::test::startBoard;
using momentree::test::wireModel;
using wire::Bytes;
using wire::ErrorCode;

namespace {

const std::string secret = "a secret of some length";

ClientOptions knowing() {
    ClientOptions options = patient();
    options.secret = secret;
    return options;
}

/// A board with a secret, whose strangers wait for `hello`.
struct SecuredBoard {
    explicit SecuredBoard(std::chrono::milliseconds hello = 60s)
        : server(*fabric, timesWith(hello), {}, "127.0.0.1", wire::minorVersion, secret) {}
    static SessionTimes timesWith(std::chrono::milliseconds hello) {
        SessionTimes times;
        times.hello = hello;
        return times;
    }
    std::unique_ptr<Fabric> fabric = makeSoftFabric();
    LocalServer server;
};

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

    void strangersDoNotKeepTheOwnerOut() {
        const SecuredBoard board;
        std::deque<RawClient> strangers;
        for (int i = 0; i < 6; ++i) strangers.emplace_back(board.server.address());
        for (int i = 0; i < 3; ++i) strangers[static_cast<std::size_t>(i)].greet();
        BoardClient owner = connectTo(board.server.address(), knowing());
        QVERIFY(owner.load(wireModel(2, false)));
        // A stranger who comes later neither resets the board nor sees anything of
        // it.
        strangers.emplace_back(board.server.address()).greet();
        QVERIFY(owner.run({100, 1}, [](auto, auto) {}));
        strangers.back().tell(wire::GetStatus{});
        QCOMPARE(strangers.back().hearsError().code, ErrorCode::BadState);
        QVERIFY(strangers.back().isClosed());
    }

    void secondOwnerHasToWait() {
        const SecuredBoard board;
        std::optional<BoardClient> first = connectTo(board.server.address(), knowing());
        const auto second = BoardClient::connect(board.server.address(), knowing());
        QVERIFY(!second && second.error().trouble == Trouble::Busy);
        QVERIFY(second.error().details.at(0).find("since 0 s") != std::string::npos);
        first.reset();
        QTRY_VERIFY(BoardClient::connect(board.server.address(), knowing()));
    }

    void strangersAreLimitedInNumber() {
        const SecuredBoard board;
        std::deque<RawClient> strangers;
        for (int i = 0; i < 40; ++i) strangers.emplace_back(board.server.address()).greet();
        QCOMPARE(strangers.front().hearsError().code, ErrorCode::Busy);
        QVERIFY(strangers.front().isClosed());
        BoardClient owner = connectTo(board.server.address(), knowing());
        for (int i = 0; i < 40; ++i) strangers.emplace_back(board.server.address()).greet();
        QVERIFY(owner.status());
    }

    void strangersAreLimitedInTime() {
        const SecuredBoard board(100ms);
        RawClient mute(board.server.address()), polite(board.server.address());
        polite.greet();
        // Nothing is said about a secret that was never sent.
        for (RawClient* client : {&mute, &polite}) {
            const wire::Error error = client->hearsError();
            QCOMPARE(error.code, ErrorCode::Limit);
            QCOMPARE(error.text, (client == &mute ? "HELLO" : "AUTH") +
                                     std::string(" did not come within 0.1 s"));
            QVERIFY(client->isClosed());
        }
    }

    /// Neither long frames nor many refusals may fill the memory of the agent.
    void strangersAreLimitedInBytes() {
        const SecuredBoard board;
        const Bytes large =
            wire::frame(static_cast<std::uint16_t>(wire::Type::LoadModel), 2, Bytes(100'000));
        RawClient stranger(board.server.address());
        stranger.greet();
        stranger.say(wire::BytesView(large).first(50'000));
        QCOMPARE(stranger.hearsError().code, ErrorCode::Limit);
        QVERIFY(stranger.isClosed());
        RawClient stubborn(board.server.address());
        stubborn.greet();
        stubborn.tell(wire::Hello{});
        QCOMPARE(int{stubborn.hearsError().fatal}, 1);
        QVERIFY(stubborn.isClosed());
    }

    /// Clients that are refused and go on sending share the agent's time with its
    /// owner.
    void floodLeavesTimeForTheOwner() {
        const SecuredBoard board;
        BoardClient owner = connectTo(board.server.address(), knowing());
        std::atomic<bool> stop = false;
        const auto flood = [&] {
            const Bytes bytes(1u << 20);
            while (!stop) {
                auto line = Connection::open(board.server.address(), 60s, {});
                while (line && !stop && line->send(bytes, Clock::now() + 1s, {})) {
                }
            }
        };
        std::thread first(flood), second(flood);
        bool answered = true;
        for (int i = 0; i < 20 && answered; ++i) answered = owner.status().has_value();
        stop = true;
        first.join();
        second.join();
        QVERIFY(answered);
    }
};

MOMENTREE_TEST(TestBoardSecret, Guiless)

}  // namespace momentree::fpga::test_board_secret
#include "test_board_secret.moc"
