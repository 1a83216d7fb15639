// SPDX-License-Identifier: Apache-2.0
// A valid session with corruption at every byte, in both directions.
#include <poll.h>
#include <sys/socket.h>

#include <QTest>
#include <random>

#include "fpga_link/client/board_client.hpp"
#include "local_server.hpp"
#include "raw_client.hpp"
#include "support/test_main.hpp"
#include "wire_models.hpp"

namespace momentree::fpga::test_board_damage {

using namespace std::chrono_literals;
using momentree::test::LocalServer;
using momentree::test::RawClient;
using wire::Bytes;
using wire::ErrorCode;

namespace {

template <class... Messages>
Bytes framesOf(const Messages&... messages) {
    Bytes session;
    std::uint32_t sequence = 0;
    const auto add = [&](const Bytes& frame) {
        session.insert(session.end(), frame.begin(), frame.end());
    };
    (add(wire::encode(messages, ++sequence)), ...);
    return session;
}

/// The bytes sent by a client.
Bytes requests() {
    return framesOf(wire::Hello{}, wire::GetStatus{}, wire::Ping{3}, wire::Inverse{}, wire::Bye{});
}

/// The bytes with which a board answers `wholeSession`.
Bytes answers() {
    wire::ModelAck loaded;
    loaded.timings.resize(2);
    return framesOf(wire::HelloAck{}, wire::Status{}, wire::InverseResult{}, loaded,
                    wire::Samples{5, {1, 2, 3, 4, 5, 2, 3, 4, 5, 6}});
}
constexpr std::uint32_t batchRequest = 5;
Bytes lastAnswer() {
    wire::RunDone done;
    done.stepsDone = 2;
    return wire::encode(done, batchRequest);
}

/// Sends the same bytes to every client, whatever it sends.
class Parrot {
public:
    Parrot() {
        auto listener = listenOn({"127.0.0.1", 0});
        if (!listener) qFatal("%s", listener.error().c_str());
        listener_ = std::move(*listener);
    }
    Address address() const { return {"127.0.0.1", portOf(listener_.number())}; }

    /// Runs `client` while answering it with `bytes`.
    template <class Client>
    auto during(const Bytes& bytes, const Client& client) {
        std::thread thread([&] {
            pollfd ready{listener_.number(), POLLIN, 0};
            ::poll(&ready, 1, -1);
            const Descriptor socket(::accept(listener_.number(), nullptr, nullptr));
            std::array<char, 4096> heard;
            // It is an answer only after the first bytes of the client.
            ::recv(socket.number(), heard.data(), heard.size(), 0);
            ::send(socket.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            ::shutdown(socket.number(), SHUT_WR);
            while (::recv(socket.number(), heard.data(), heard.size(), 0) > 0) {
            }
        });
        auto result = client();
        thread.join();
        return result;
    }

private:
    Descriptor listener_;
};

/// @return the error, if any
std::optional<BoardError> wholeSession(const Address& address, std::size_t& rows) {
    ClientOptions options;
    options.connect = options.answer = options.silence = 60s;
    auto client = BoardClient::connect(address, options);
    if (!client) return client.error();
    if (const auto status = client->status(); !status) return status.error();
    if (const auto inverse = client->inverse({}); !inverse) return inverse.error();
    if (const auto loaded = client->load(momentree::test::wireModel(2, false)); !loaded)
        return loaded.error();
    const auto done =
        client->run({2, 1}, [&](std::span<const wire::Word> words, std::size_t stride) {
            rows += words.size() / stride;
        });
    if (!done) return done.error();
    return std::nullopt;
}

}  // namespace

class TestBoardDamage : public QObject {
    Q_OBJECT

private slots:
    /// A session in pieces of one byte works; cut off anywhere, it leaves the board free.
    void requestsMayEndAnywhere() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        const Bytes session = requests();
        for (std::size_t size = 0; size <= session.size(); ++size) {
            RawClient client(server.address());
            client.say(wire::BytesView(session).first(size));
        }
        RawClient slow(server.address());
        for (const std::uint8_t byte : session) slow.say({&byte, 1});
        QVERIFY(slow.hears(wire::Type::HelloAck) && slow.hears(wire::Type::Status));
        QVERIFY(slow.hears(wire::Type::Pong) && slow.hears(wire::Type::InverseResult));
        QVERIFY(slow.isClosed());
    }

    void garbageFromAnyByteOnIsRefused() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        const Bytes session = requests();
        const unsigned seed = 101;
        std::mt19937 random(seed);
        for (std::size_t at = 0; at < session.size(); ++at) {
            Bytes bytes = session;
            bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ 0x80);
            const std::size_t more = random() % 5000;
            bytes.insert(bytes.end(), more, 0);
            for (std::size_t i = at + 1; i < bytes.size(); ++i)
                bytes[i] = static_cast<std::uint8_t>(random() | 0x80);
            RawClient client(server.address());
            client.say(bytes);
            const wire::Error error = client.hearsError();
            QVERIFY2(error.fatal == 1, qPrintable(QString("byte %1").arg(at)));
            QVERIFY(client.isClosed());
        }
        RawClient next(server.address());
        next.greet();
    }

    void answersMayEndAnywhere() {
        Parrot board;
        Bytes session = answers();
        const std::size_t sampled = session.size();
        const Bytes last = lastAnswer();
        session.insert(session.end(), last.begin(), last.end());
        for (std::size_t size = 0; size <= session.size(); ++size) {
            const Bytes bytes(session.begin(), session.begin() + static_cast<std::ptrdiff_t>(size));
            std::size_t rows = 0;
            const auto error =
                board.during(bytes, [&] { return wholeSession(board.address(), rows); });
            QCOMPARE(error.has_value(), size < session.size());
            QCOMPARE(rows, std::size_t{size < sampled ? 0u : 2u});
            if (!error) continue;
            QVERIFY2(momentree::test::hasLost(*error), momentree::test::textOf(*error).c_str());
        }
    }

    /// Doubled, missing and exchanged frames, rows of another width, and rows or steps that never
    /// came.
    void wrongRowsAreRefused_data() {
        QTest::addColumn<QList<int>>("steps");
        QTest::addColumn<int>("stride");
        QTest::addColumn<int>("stepsDone");
        QTest::addColumn<int>("rows");
        QTest::newRow("right") << QList<int>{1, 2} << 5 << 2 << 2;
        QTest::newRow("doubled") << QList<int>{1, 1, 2} << 5 << 2 << 1;
        QTest::newRow("doubled at the end") << QList<int>{1, 2, 2} << 5 << 2 << 2;
        QTest::newRow("missing") << QList<int>{2} << 5 << 2 << 0;
        QTest::newRow("missing at the end") << QList<int>{1} << 5 << 2 << 1;
        QTest::newRow("exchanged") << QList<int>{2, 1} << 5 << 2 << 0;
        QTest::newRow("too many") << QList<int>{1, 2, 3} << 5 << 2 << 2;
        QTest::newRow("too narrow") << QList<int>{1, 2} << 3 << 2 << 0;
        QTest::newRow("ended early") << QList<int>{1, 2} << 5 << 1 << 2;
    }
    void wrongRowsAreRefused() {
        QFETCH(QList<int>, steps);
        QFETCH(int, stride);
        QFETCH(int, stepsDone);
        QFETCH(int, rows);
        Bytes session =
            framesOf(wire::HelloAck{}, wire::Status{}, wire::InverseResult{}, wire::ModelAck{});
        const auto add = [&](const auto& message) {
            const Bytes frame = wire::encode(message, batchRequest);
            session.insert(session.end(), frame.begin(), frame.end());
        };
        for (const int step : steps) {
            wire::Samples samples{static_cast<std::uint32_t>(stride), {}};
            samples.words.assign(samples.stride, 1);
            samples.words[0] = static_cast<wire::Word>(step);
            add(samples);
        }
        wire::RunDone done;
        done.stepsDone = static_cast<std::uint32_t>(stepsDone);
        add(done);
        Parrot board;
        std::size_t got = 0;
        const auto error =
            board.during(session, [&] { return wholeSession(board.address(), got); });
        const bool right = QString(QTest::currentDataTag()) == "right";
        QCOMPARE(error.has_value(), !right);
        if (error) QCOMPARE(error->trouble, Trouble::Garbled);
        QCOMPARE(got, static_cast<std::size_t>(rows));
    }

    void flippedBitsInAnswersAreNoticed() {
        Parrot board;
        Bytes session = answers();
        const Bytes last = lastAnswer();
        session.insert(session.end(), last.begin(), last.end());
        for (std::size_t at = 0; at < session.size(); ++at) {
            Bytes bytes = session;
            bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ 1u << at % 8);
            std::size_t rows = 0;
            const auto error =
                board.during(bytes, [&] { return wholeSession(board.address(), rows); });
            QVERIFY2(error, qPrintable(QString("byte %1").arg(at)));
            // A size that was increased makes the client wait until the connection ends.
            QVERIFY2(error->trouble == Trouble::Garbled ||
                         error->trouble == Trouble::WrongVersion ||
                         momentree::test::hasLost(*error),
                     momentree::test::textOf(*error).c_str());
        }
    }
};

MOMENTREE_TEST(TestBoardDamage, Guiless)

}  // namespace momentree::fpga::test_board_damage
#include "test_board_damage.moc"
