// SPDX-License-Identifier: Apache-2.0
// Robustness of agent and client: bad clients, bad boards, bad lines.
#include <QTest>

#include "board_process.hpp"
#include "faulty_proxy.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "local_server.hpp"
#include "raw_client.hpp"
#include "support/test_main.hpp"
#include "wire_examples.hpp"
#include "wire_models.hpp"

namespace momentree::test {

std::uint32_t FaultyFabric::read32(std::uint32_t offset) {
    const std::uint32_t word = soft_->read32(offset);
    if (gone) return 0;
    if (hangs && offset == fpga::registers::status) return word & ~fpga::status::read;
    if (flags != 0 && soft_->read32(fpga::registers::stepsDone) > flagsAfter) {
        if (offset == fpga::registers::flags) return word | flags;
        if (offset == fpga::registers::flagStep) return flagStep;
    }
    if (nanSamples && offset == fpga::registers::samplePop &&
        soft_->read32(fpga::registers::stepsDone) > 40)
        return 0x7FC0'0000;
    return word;
}

bool FaultyFabric::waitInterrupt(std::chrono::milliseconds timeout) {
    if (goneAfterWaits >= 0 && goneAfterWaits-- == 0) gone = true;
    return !hangs && soft_->waitInterrupt(timeout);
}

}  // namespace momentree::test

namespace momentree::fpga::test_board_faults {

using namespace std::chrono_literals;
using momentree::test::connectTo;
using momentree::test::FaultyFabric;
using momentree::test::FaultyProxy;
using momentree::test::LineFaults;
using momentree::test::LocalServer;
using momentree::test::patient;
using momentree::test::RawClient;
using momentree::test::wireModel;
using wire::Bytes;
using wire::ErrorCode;
using wire::Word;

namespace {

constexpr std::uint32_t endless = wire::maxSteps;
const TakeSamples nothing = [](auto, auto) {};

SessionTimes shortTimes() {
    SessionTimes times;
    times.hello = times.frame = times.ping = 100ms;
    times.idle = 300ms;
    times.status = 20ms;
    return times;
}

}  // namespace

class TestBoardFaults : public QObject {
    Q_OBJECT

private slots:
    // Bad clients ------------------------------------------------------------------------------

    void fatalErrorsEndTheSession_data() {
        QTest::addColumn<int>("at");
        QTest::addColumn<int>("value");
        QTest::addColumn<int>("code");
        QTest::newRow("magic") << 0 << int{'X'} << static_cast<int>(ErrorCode::BadMagic);
        QTest::newRow("version") << 4 << 9 << static_cast<int>(ErrorCode::BadVersion);
        QTest::newRow("oversize") << 15 << 0x7F << static_cast<int>(ErrorCode::TooLarge);
        QTest::newRow("checksum") << 24 << 0x55 << static_cast<int>(ErrorCode::BadCrc);
        QTest::newRow("flags") << 20 << 1 << static_cast<int>(ErrorCode::BadVersion);
    }
    void fatalErrorsEndTheSession() {
        QFETCH(int, at);
        QFETCH(int, value);
        QFETCH(int, code);
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        for (const bool greeted : {false, true}) {
            RawClient client(server.address());
            if (greeted) client.greet();
            Bytes bytes = wire::encode(wire::Ping{1}, 1);
            bytes[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(value);
            client.say(bytes);
            const wire::Error error = client.hearsError();
            QCOMPARE(static_cast<int>(error.code), code);
            QCOMPARE(int{error.fatal}, 1);
            QVERIFY(client.isClosed());
        }
        QVERIFY(connectTo(server.address()).status());
    }

    void helloMustComeFirst() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        RawClient client(server.address());
        client.tell(wire::GetStatus{});
        const wire::Error error = client.hearsError();
        QCOMPARE(error.code, ErrorCode::BadState);
        QVERIFY(error.text.find("HELLO") != std::string::npos);
        QVERIFY(client.isClosed());
    }

    void versionsMustOverlap() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        RawClient client(server.address());
        client.tell(wire::Hello{2, 3, {}, "from the future"});
        QCOMPARE(client.hearsError().code, ErrorCode::BadVersion);
        QVERIFY(client.isClosed());
        RawClient wide(server.address());
        wide.tell(wire::Hello{1, 3, {}, "knows both"});
        QVERIFY(wide.hears(wire::Type::HelloAck));
    }

    void otherErrorsLeaveTheSession() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        RawClient client(server.address());
        client.greet();
        client.say(wire::frame(0x0666, 2, {}));
        QCOMPARE(client.hearsError().code, ErrorCode::UnknownType);
        client.say(wire::frame(static_cast<std::uint16_t>(wire::Type::HelloAck), 3, {}));
        QCOMPARE(client.hearsError().code, ErrorCode::UnknownType);
        client.say(wire::frame(static_cast<std::uint16_t>(wire::Type::Ping), 4, Bytes(9)));
        const wire::Error error = client.hearsError();
        QCOMPARE(error.code, ErrorCode::BadPayload);
        QCOMPARE(error.offendingType, static_cast<std::uint16_t>(wire::Type::Ping));
        QCOMPARE(int{error.fatal}, 0);
        client.tell(wire::Hello{});
        QCOMPARE(client.hearsError().code, ErrorCode::BadState);
        client.tell(wire::Ping{5});
        QVERIFY(client.hears(wire::Type::Pong));
    }

    void onlySomeFramesMayInterruptABatch() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        RawClient client(server.address());
        client.greet();
        client.tell(wireModel(2, false));
        QVERIFY(client.hears(wire::Type::ModelAck));
        client.tell(wire::RunBatch{endless, endless});
        client.tell(wire::GetState{});
        const wire::Error error = client.hearsError();
        QCOMPARE(error.code, ErrorCode::BadState);
        QVERIFY(error.text.find("ABORT") != std::string::npos);
        client.tell(wire::Credit{wire::maxCredit});
        QCOMPARE(client.hearsError().code, ErrorCode::Limit);
        client.tell(wire::GetStatus{});
        QVERIFY(client.hears(wire::Type::Status));
        client.tell(wire::Abort{});
        QVERIFY(client.hears(wire::Type::RunDone));
    }

    /// Without credit, samples wait on the board and are not lost.
    void creditHoldsSamplesBack() {
        const auto fabric = makeSoftFabric();
        SessionTimes times;
        times.status = 20ms;
        const LocalServer server(*fabric, times);
        RawClient client(server.address());
        client.greet();
        client.tell(wireModel(16, false));
        QVERIFY(client.hears(wire::Type::ModelAck));
        client.tell(wire::RunBatch{8600, 1});
        // About 7940 rows of 132 bytes fit the first credit; status reports continue.
        for (int reports = 0; reports < 3;)
            reports = client.hears(wire::Type::Samples) ? 0 : reports + 1;
        client.tell(wire::Credit{1u << 20});
        QVERIFY(client.hears(wire::Type::Samples) || client.hears(wire::Type::Samples));
    }

    void silentClientsMakeRoom() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric, shortTimes());
        {
            RawClient mute(server.address());
            QCOMPARE(mute.hearsError().code, ErrorCode::Limit);
            QVERIFY(mute.isClosed());
        }
        {
            // Greets but never answers PING: a half-open connection.
            RawClient gone(server.address());
            gone.greet();
            QVERIFY(gone.hears(wire::Type::Ping));
            QVERIFY(gone.isClosed());
        }
        QVERIFY(connectTo(server.address()).status());
    }

    void aliveClientsStay() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric, shortTimes());
        ClientOptions options = patient();
        options.ping = 50ms;
        BoardClient client = connectTo(server.address(), options);
        const auto end = Clock::now() + 1s;  // three times the limit for a silent client
        while (Clock::now() < end) {
            QVERIFY(client.keepAlive());
            QTest::qWait(10);
        }
        QVERIFY(client.status());
    }

    void slowLorisIsCutOff() {
        const auto fabric = makeSoftFabric();
        SessionTimes times = shortTimes();
        times.idle = 60s;
        const LocalServer server(*fabric, times);
        RawClient client(server.address());
        client.greet();
        // A byte from time to time, so that the line is never silent.
        const Bytes bytes = wire::encode(wireModel(64, false), 2);
        wire::Error error;
        std::thread drip([&] {
            for (std::size_t i = 0; i < 60; ++i) {
                client.say(wire::BytesView(bytes).subspan(i, 1));
                QTest::qSleep(5);
            }
        });
        error = client.hearsError();
        drip.join();
        QCOMPARE(error.code, ErrorCode::Limit);
        QVERIFY(error.text.find("frame") != std::string::npos);
    }

    // Bad boards -------------------------------------------------------------------------------

    void boardReturnsNaN() {
        FaultyFabric fabric;
        fabric.nanSamples = true;
        const LocalServer server(fabric);
        BoardClient client = connectTo(server.address());
        QVERIFY(client.load(wireModel(64, false)));
        std::size_t rows = 0;
        const auto done =
            client.run({endless, 1}, [&](std::span<const Word> words, std::size_t stride) {
                rows += words.size() / stride;
                for (const Word word : words) QVERIFY((word & 0x7F80'0000) != 0x7F80'0000);
            });
        QVERIFY(!done && done.error().trouble == Trouble::NotFinite);
        QCOMPARE(done.error().code, ErrorCode::Numeric);
        QCOMPARE(done.error().details.at(0), std::to_string(rows + 1));
        QVERIFY(rows > 0 && client.connected());
        fabric.nanSamples = false;
        QVERIFY(client.load(wireModel(2, false)));
        QVERIFY(client.run({100, 1}, nothing));
    }

    void boardVanishes() {
        FaultyFabric fabric;
        const LocalServer server(fabric);
        BoardClient client = connectTo(server.address());
        QVERIFY(client.load(wireModel(2, false)));
        fabric.goneAfterWaits = 3;
        std::size_t rows = 0;
        const auto done = client.run(
            {endless, 1}, [&](std::span<const Word> words, std::size_t) { rows += words.size(); });
        QVERIFY(!done && done.error().trouble == Trouble::BoardFailed);
        QCOMPARE(done.error().code, ErrorCode::FabricIo);
        QVERIFY(done.error().details.at(0).find("the device has gone") != std::string::npos);
        QVERIFY(rows > 0 && client.connected());
        QCOMPARE(client.inverse({}).error().code, ErrorCode::FabricIo);
        QCOMPARE(client.load(wireModel(2, false)).error().code, ErrorCode::FabricIo);
        QCOMPARE(client.status()->state, wire::SessionState::Ready);
        fabric.gone = false;
        QVERIFY(client.load(wireModel(2, false)));
    }

    void boardHangs() {
        FaultyFabric fabric;
        AcceleratorSettings settings;
        settings.function = settings.stuck = 50ms;
        const LocalServer server(fabric, {}, settings);
        BoardClient client = connectTo(server.address());
        QVERIFY(client.load(wireModel(2, false)));
        fabric.hangs = true;
        QCOMPARE(client.inverse({}).error().code, ErrorCode::FabricTimeout);
        const auto done = client.run({endless, 1}, nothing);
        QVERIFY(!done && done.error().code == ErrorCode::FabricTimeout);
        const auto test = client.selfTest(10);
        QVERIFY(test && test->checks[0].passed && !test->checks[2].passed);
        fabric.hangs = false;
        QVERIFY(client.load(wireModel(2, false)));
        QVERIFY(client.run({100, 1}, nothing));
    }

    // Bad lines --------------------------------------------------------------------------------

    /// With half a second of latency, or every twentieth piece late: slower, but otherwise the
    /// same.
    void lateLinesWork_data() {
        QTest::addColumn<int>("delay_ms");
        QTest::addColumn<int>("stallEvery");
        QTest::newRow("500 ms there and back") << 250 << 0;
        QTest::newRow("one in twenty late") << 1 << 20;
    }
    void lateLinesWork() {
        QFETCH(int, delay_ms);
        QFETCH(int, stallEvery);
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        LineFaults faults;
        faults.delay = std::chrono::milliseconds(delay_ms);
        faults.stallEvery = stallEvery;
        const FaultyProxy proxy(server.address(), faults);
        BoardClient client = connectTo(proxy.address());
        QVERIFY(client.load(wireModel(2, false)));
        std::size_t rows = 0;
        const auto done =
            client.run({20'000, 1}, [&](std::span<const Word> words, std::size_t stride) {
                rows += words.size() / stride;
            });
        QVERIFY(done.has_value());
        QCOMPARE(rows, std::size_t{20'000});
    }

    /// The line breaks, becomes silent or corrupts a byte at many points of a session; computed
    /// rows are kept, the message gives the remedy, and a reconnect continues.
    void brokenLinesAreSaid_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("at");
        for (const int at : {0, 10, 100, 200, 700, 800, 6'000, 100'000}) {
            QTest::addRow("cut after %d", at) << 0 << at;
            QTest::addRow("deaf after %d", at) << 1 << at;
            QTest::addRow("flipped at %d", at) << 2 << at;
        }
    }
    void brokenLinesAreSaid() {
        QFETCH(int, kind);
        QFETCH(int, at);
        const auto fabric = makeSoftFabric();
        SessionTimes times;
        times.status = 20ms;
        times.idle = 200ms;
        const LocalServer server(*fabric, times);
        LineFaults faults;
        (kind == 0 ? faults.cutAfter : kind == 1 ? faults.deafAfter : faults.flipAt) = at;
        FaultyProxy proxy(server.address(), faults);
        ClientOptions options = patient();
        options.connect = options.answer = options.longer = options.silence = 150ms;
        std::size_t rows = 0;
        const BoardError error = wholeSession(proxy.address(), options, rows);
        QVERIFY2(momentree::test::hasLost(error) || error.trouble == Trouble::Silent ||
                     error.trouble == Trouble::Garbled || error.trouble == Trouble::WrongVersion,
                 momentree::test::textOf(error).c_str());
        QCOMPARE(rows > 0, at >= 6'000);  // after the first samples
        proxy.repair();
        QTRY_VERIFY(BoardClient::connect(proxy.address(), patient()));
    }

private:
    /// Connects, loads, runs.
    /// @return the error
    static BoardError wholeSession(const Address& address, const ClientOptions& options,
                                   std::size_t& rows) {
        auto client = BoardClient::connect(address, options);
        if (!client) return client.error();
        const auto loaded = client->load(wireModel(2, false));
        if (!loaded) return loaded.error();
        const auto done =
            client->run({1'000'000, 1}, [&](std::span<const Word> words, std::size_t stride) {
                rows += words.size() / stride;
            });
        if (!done) return done.error();
        return {Trouble::Stopped};
    }
};

MOMENTREE_TEST(TestBoardFaults, Guiless)

}  // namespace momentree::fpga::test_board_faults
#include "test_board_faults.moc"
