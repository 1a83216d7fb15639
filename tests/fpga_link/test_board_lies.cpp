// SPDX-License-Identifier: Apache-2.0
// Boards that are heard but do not do what they should, and lines that lose, double, delay or swap
// whole frames: every call ends in time, and no row is wrong.
#include <dlfcn.h>
#include <netdb.h>
#include <netinet/in.h>

#include <QTest>
#include <csignal>
#include <cstring>
#include <semaphore>

#include "board_process.hpp"
#include "local_server.hpp"
#include "scripted_board.hpp"
#include "support/test_main.hpp"
#include "wire_models.hpp"

namespace {

/// A name whose look-up takes until a test ends it.
constexpr const char* slowName = "slow.example";
std::counting_semaphore<> slowNameIsKnown(0);

}  // namespace

/// Replaces the function of the system in this program.
extern "C" int getaddrinfo(const char* name, const char* port, const addrinfo* hints,
                           addrinfo** found) {
    static const auto real =
        reinterpret_cast<decltype(&::getaddrinfo)>(::dlsym(RTLD_NEXT, "getaddrinfo"));
    const bool slow = name != nullptr && std::strcmp(name, slowName) == 0 &&
                      (hints == nullptr || (hints->ai_flags & AI_NUMERICHOST) == 0);
    if (!slow) return real(name, port, hints, found);
    [[maybe_unused]] const bool known = slowNameIsKnown.try_acquire_for(std::chrono::minutes(1));
    return EAI_AGAIN;
}

namespace momentree::fpga::test_board_lies {

using namespace std::chrono_literals;
using momentree::test::connectTo;
using momentree::test::FrameFault;
using momentree::test::FrameProxy;
using momentree::test::hasLost;
using momentree::test::LocalServer;
using momentree::test::patient;
using momentree::test::ScriptedBoard;
using momentree::test::startBoard;
using momentree::test::textOf;
using momentree::test::wireModel;
using wire::Bytes;
using wire::Type;
using wire::Word;

namespace {

constexpr std::uint32_t endless = wire::maxSteps;
/// More than the limits of the tests, less than those of `patient`.
constexpr std::chrono::seconds soon{20};
const TakeSamples nothing = [](auto, auto) {};

ClientOptions impatient() {
    ClientOptions options = patient();
    options.answer = options.longer = options.stall = options.abort = 300ms;
    return options;
}

/// Answers HELLO and LOAD_MODEL, otherwise as `answer` says.
ScriptedBoard::Answer greeting(ScriptedBoard::Answer answer) {
    return [answer = std::move(answer)](const wire::Frame& frame) {
        wire::HelloAck ack;
        ack.major = wire::majorVersion;
        ack.clock_Hz = 100'000'000;
        if (frame.type == static_cast<std::uint16_t>(Type::Hello))
            return wire::encode(ack, frame.sequence);
        if (frame.type == static_cast<std::uint16_t>(Type::LoadModel))
            return wire::encode(wire::ModelAck{}, frame.sequence);
        return answer(frame);
    };
}

class Limit {
public:
    explicit Limit(std::chrono::seconds most = soon) : end_(Clock::now() + most) {}
    bool kept() const { return Clock::now() < end_; }

private:
    Clock::time_point end_;
};

}  // namespace

class TestBoardLies : public QObject {
    Q_OBJECT

private slots:
    /// However much else is said, an answer that does not come is missed.
    void otherFramesAreNoAnswer() {
        Bytes chatter;
        for (int i = 0; i < 1000; ++i) {
            const Bytes pong = wire::encode(wire::Pong{1}, 77);
            chatter.insert(chatter.end(), pong.begin(), pong.end());
        }
        std::atomic<bool> talks = false;
        const ScriptedBoard board(greeting([&](const wire::Frame&) {
                                      talks = true;
                                      return Bytes{};
                                  }),
                                  [&] { return talks ? chatter : Bytes{}; });
        const Limit limit;
        BoardClient client = connectTo(board.address(), impatient());
        const auto status = client.status();
        QVERIFY(!status && status.error().trouble == Trouble::Silent);
        QVERIFY(client.reconnect() && client.load(wireModel(2, false)));
        const auto done = client.run({endless, 1}, nothing);
        QVERIFY2(!done && done.error().trouble == Trouble::Stalled,
                 done ? "" : textOf(done.error()).c_str());
        QVERIFY(!client.connected() && limit.kept());
    }

    /// Reports are no progress, and neither is a frame that never becomes whole.
    void batchesThatDoNotGetOnEnd_data() {
        QTest::addColumn<bool>("drips");
        QTest::newRow("reports without a step") << false;
        QTest::newRow("a frame byte by byte") << true;
    }
    void batchesThatDoNotGetOnEnd() {
        QFETCH(bool, drips);
        std::atomic<std::uint32_t> batch = 0;
        std::size_t said = 0;
        const Bytes large =
            wire::frame(static_cast<std::uint16_t>(Type::Samples), 1, Bytes(60'000));
        const ScriptedBoard board(greeting([&](const wire::Frame& frame) {
                                      if (frame.type == static_cast<std::uint16_t>(Type::RunBatch))
                                          batch = frame.sequence;
                                      return Bytes{};
                                  }),
                                  [&] {
                                      wire::Status report;
                                      report.state = wire::SessionState::Running;
                                      report.stepsDone = 7;
                                      if (batch == 0) return Bytes{};
                                      if (!drips) return wire::encode(report, batch);
                                      return said < large.size() ? Bytes{large[said++]} : Bytes{};
                                  });
        const Limit limit;
        BoardClient client = connectTo(board.address(), impatient());
        QVERIFY(client.load(wireModel(2, false)));
        const auto done = client.run({endless, 1}, nothing);
        QVERIFY2(!done && done.error().trouble == Trouble::Stalled,
                 done ? "" : textOf(done.error()).c_str());
        QVERIFY(!client.connected() && limit.kept());
    }

    /// A board may take its time as long as it says that it works on the request.
    void slowBoardsAreWaitedFor_data() {
        QTest::addColumn<bool>("answers");
        QTest::addColumn<bool>("busy");
        QTest::newRow("at work") << true << true;
        QTest::newRow("mute") << false << true;
        QTest::newRow("the answer was lost") << true << false;
    }
    void slowBoardsAreWaitedFor() {
        QFETCH(bool, answers);
        QFETCH(bool, busy);
        std::atomic<std::uint32_t> asked = 0;
        std::atomic<int> reports = 0;
        const ScriptedBoard board(
            greeting([&](const wire::Frame& frame) {
                if (frame.type == static_cast<std::uint16_t>(Type::SelfTest))
                    asked = frame.sequence;
                if (frame.type != static_cast<std::uint16_t>(Type::GetStatus) || !answers)
                    return Bytes{};
                reports += busy;
                wire::Status status;
                status.busy = busy ? wire::yes : std::uint8_t{0};
                return wire::encode(status, frame.sequence);
            }),
            [&] {
                if (reports < 20) return Bytes{};
                return wire::encode(wire::SelfTestResult{}, asked.exchange(0));
            });
        ClientOptions options = patient();
        options.ping = 50ms;
        options.silence = answers ? options.silence : 300ms;
        const Limit limit;
        BoardClient client = connectTo(board.address(), options);
        const auto result = client.selfTest();
        QCOMPARE(result.has_value(), answers && busy);
        if (!result) QCOMPARE(result.error().trouble, Trouble::Silent);
        QVERIFY(limit.kept());
    }

    /// A caller who stops does not wait for a board that says nothing.
    void stopEndsEveryWait() {
        const ScriptedBoard board(greeting([](const wire::Frame&) { return Bytes{}; }));
        ClientOptions options = patient();
        options.abort = 300ms;
        BoardClient client = connectTo(board.address(), options);
        const auto stopped = [&](const auto& call) {
            std::stop_source source;
            client.heed(source.get_token());
            std::thread later([&] {
                std::this_thread::sleep_for(100ms);
                source.request_stop();
            });
            const Limit limit;
            const auto result = call(source.get_token());
            later.join();
            const bool good = !result && result.error().trouble == Trouble::Stopped &&
                              !client.connected() && limit.kept();
            client.heed({});
            return good && client.reconnect();
        };
        QVERIFY(stopped([&](const auto&) { return client.status(); }));
        QVERIFY(stopped([&](const auto&) { return client.selfTest(); }));
        QVERIFY(stopped([&](const auto&) { return client.inverse({}); }));
        QVERIFY(client.load(wireModel(2, false)));
        // Reports, but no answer to ABORT.
        QVERIFY(stopped([&](const auto& stop) {
            return client.run({endless, 1}, nothing, {}, stop);
        }));
    }

    /// Nor for a name server that says nothing.
    void slowNamesAreNotWaitedFor() {
        const Limit limit;
        std::stop_source source;
        std::thread later([&] {
            std::this_thread::sleep_for(100ms);
            source.request_stop();
        });
        const auto cancelled = Connection::open({slowName, 1}, 60s, source.get_token());
        later.join();
        const auto late = Connection::open({slowName, 1}, 100ms, {});
        slowNameIsKnown.release(2);
        QVERIFY(!cancelled && cancelled.error().trouble == Trouble::Stopped);
        QVERIFY(!late && late.error().trouble == Trouble::UnknownHost);
        QVERIFY(limit.kept());
    }

    /// Of all frames of a session, each is treated badly in each way: the rows are those of the
    /// board or the call fails, and the next connection works.
    void linesThatMistreatFrames_data() {
        QTest::addColumn<int>("fault");
        QTest::addColumn<bool>("ofAgent");
        QTest::addColumn<int>("number");
        const char* const names[] = {"lost", "doubled", "swapped", "late"};
        for (int fault = 0; fault < 4; ++fault)
            for (const bool ofAgent : {false, true})
                // HELLO, AUTH, LOAD_MODEL, RUN_BATCH, CREDIT; their answers, SAMPLES and STATUS
                for (int number = 0; number < (ofAgent ? 9 : 5); ++number)
                    QTest::addRow("%s: %d of the %s", names[fault], number,
                                  ofAgent ? "agent" : "client")
                        << fault << ofAgent << number;
    }
    void linesThatMistreatFrames() {
        QFETCH(int, fault);
        QFETCH(bool, ofAgent);
        QFETCH(int, number);
        const auto fabric = makeSoftFabric();
        SessionTimes times;
        times.status = 20ms;
        times.idle = 500ms;
        const std::string secret = "a secret of some length";
        const LocalServer server(*fabric, times, {}, "127.0.0.1", wire::minorVersion, secret);
        FrameProxy proxy(server.address(), FrameFault{fault}, ofAgent, number);
        ClientOptions options = impatient();
        options.connect = options.silence = 300ms;
        options.secret = secret;
        const Limit limit;
        const auto rows = rowsThrough(proxy.address(), options);
        QVERIFY(limit.kept());
        QVERIFY(proxy.done);
        if (rows) QVERIFY(*rows == rowsOfTheBoard());
        if (fault == static_cast<int>(FrameFault::Late) && !ofAgent) QVERIFY(rows);
        proxy.repair();
        options = patient();
        options.secret = secret;
        Expected<std::vector<Word>> again = trouble(Trouble::NotConnected);
        QTRY_VERIFY((again = rowsThrough(proxy.address(), options)));
        QVERIFY(*again == rowsOfTheBoard());
    }

    /// A burst of connections is taken at once, also while the agent does something else.
    void burstsOfConnectionsWait() {
        const OwnAgent agent = startBoard();
        ::kill(agent.process(), SIGSTOP);
        std::deque<Expected<Connection>> lines;
        const Limit limit;
        for (int i = 0; i < 200; ++i) lines.push_back(Connection::open(agent.address(), 500ms, {}));
        ::kill(agent.process(), SIGCONT);
        QCOMPARE(std::ranges::count_if(lines, [](const auto& line) { return line.has_value(); }),
                 std::ptrdiff_t{200});
        lines.clear();
        QVERIFY(connectTo(agent.address()).status());
    }

private:
    static constexpr std::uint32_t steps = 20'000;

    /// The rows of a whole batch, or why there are none. Rows before a failure must be right, too.
    static Expected<std::vector<Word>> rowsThrough(const Address& address,
                                                   const ClientOptions& options) {
        auto client = BoardClient::connect(address, options);
        if (!client) return tl::unexpected(client.error());
        if (const auto loaded = client->load(wireModel(2, false)); !loaded)
            return tl::unexpected(loaded.error());
        std::vector<Word> rows;
        const auto done = client->run({steps, 1}, [&](std::span<const Word> words, std::size_t) {
            rows.insert(rows.end(), words.begin(), words.end());
        });
        if (done) return rows;
        const auto& all = rowsOfTheBoard();
        if (rows.size() > all.size() || !std::equal(rows.begin(), rows.end(), all.begin()))
            qFatal("wrong rows before a failure");
        return tl::unexpected(done.error());
    }
    static const std::vector<Word>& rowsOfTheBoard() {
        static std::vector<Word> rows;
        if (!rows.empty()) return rows;
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        BoardClient client = connectTo(server.address());
        [[maybe_unused]] const auto loaded = client.load(wireModel(2, false));
        const auto done = client.run({steps, 1}, [&](std::span<const Word> words, std::size_t) {
            rows.insert(rows.end(), words.begin(), words.end());
        });
        if (!done) qFatal("%s", textOf(done.error()).c_str());
        return rows;
    }
};

MOMENTREE_TEST(TestBoardLies, Guiless)

}  // namespace momentree::fpga::test_board_lies
#include "test_board_lies.moc"
