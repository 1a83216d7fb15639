// SPDX-License-Identifier: Apache-2.0
// Client and agent over TCP, as the application uses a board.
#include <signal.h>

#include <QSignalSpy>
#include <QTemporaryFile>
#include <QTest>
#include <cmath>
#include <thread>

#include "board_process.hpp"
#include "fpga_link/agent/accelerator.hpp"
#include "fpga_link/agent/soft_fabric.hpp"
#include "fpga_link/compiler/soft_engine.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "function_data.hpp"
#include "support/test_main.hpp"
#include "wire_models.hpp"

namespace momentree::fpga::test_board {

using namespace std::chrono_literals;
using momentree::test::connectTo;
using momentree::test::converted;
using momentree::test::patient;
using momentree::test::startBoard;
using momentree::test::wireModel;
using wire::Word;

namespace {

/// Rows of a batch from the engine in this process.
std::vector<Word> engineRows(const LoadedModel& model, std::uint32_t steps,
                             std::uint32_t decimation) {
    SoftEngine engine(model.program);
    engine.run(steps, decimation);
    const std::size_t width = model.sampleOrder.size();
    std::vector<Word> rows;
    for (std::size_t i = 0; i * width < engine.samples.size(); ++i) {
        rows.push_back(static_cast<Word>((i + 1) * decimation));
        rows.resize(rows.size() + width);
        for (std::size_t k = 0; k < width; ++k)
            rows[i * (width + 1) + model.sampleOrder[k]] = engine.samples[i * width + k];
    }
    return rows;
}

/// More steps than any test waits for.
constexpr std::uint32_t endless = wire::maxSteps;

}  // namespace

class TestBoard : public QObject {
    Q_OBJECT

private slots:
    void saysWhatItIs() {
        const OwnAgent agent = startBoard({"--clock-hz", "50000000", "--t-wr-ns", "90"});
        const BoardClient client = connectTo(agent.address());
        const wire::HelloAck& board = client.board();
        QCOMPARE(int{board.fabric}, static_cast<int>(FabricKind::Soft));
        QCOMPARE(board.timing, wire::TimingSource::Modelled);
        QCOMPARE(board.clock_Hz, 50'000'000u);
        QCOMPARE(board.write_ns, 90u);
        QCOMPARE(board.capabilities & 3, 3u);
        QVERIFY(QString::fromStdString(board.agent).startsWith("momentree-board "));
        QVERIFY(!board.machine.empty() && !board.device.empty());
    }

    void testsItself() {
        const OwnAgent agent = startBoard();
        BoardClient client = connectTo(agent.address());
        const auto result = client.selfTest(100);
        QVERIFY(result.has_value());
        for (const wire::Check& check : result->checks)
            QVERIFY2(check.passed, check.detail.c_str());
        const auto status = client.status();
        QCOMPARE(status->state, wire::SessionState::Ready);
        QCOMPARE(status->framesReceived, 3u);
        QCOMPARE(status->framesSent, 2u);
    }

    /// Byte by byte equal to the soft engine here; the same test runs with an agent for armhf.
    void batchEqualsTheEngine_data() {
        QTest::addColumn<int>("bodies");
        QTest::addColumn<bool>("closed");
        QTest::addColumn<bool>("fine");
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("decimation");
        QTest::newRow("double pendulum") << 2 << false << false << 10'000 << 1;
        QTest::newRow("four-bar") << 3 << true << false << 3000 << 1;
        QTest::newRow("four-bar, Runge-Kutta") << 3 << true << true << 1000 << 7;
        QTest::newRow("chain of 8") << 8 << false << false << 1000 << 3;
        QTest::newRow("loop of 16") << 16 << true << false << 500 << 500;
    }
    void batchEqualsTheEngine() {
        QFETCH(int, bodies);
        QFETCH(bool, closed);
        QFETCH(bool, fine);
        QFETCH(int, steps);
        QFETCH(int, decimation);
        wire::LoadModel message = wireModel(bodies, closed);
        if (fine) message.method = wire::Method::RungeKutta4;
        const OwnAgent agent = startBoard();
        BoardClient client = connectTo(agent.address());
        const auto ack = client.load(message);
        QVERIFY(ack.has_value());
        const auto model = buildModel(message);
        QCOMPARE(ack->programCrc, crcOf(model->program));
        std::vector<Word> rows;
        std::size_t widest = 0;
        const auto done = client.run({static_cast<Word>(steps), static_cast<Word>(decimation)},
                                     [&](std::span<const Word> words, std::size_t stride) {
                                         rows.insert(rows.end(), words.begin(), words.end());
                                         widest = std::max(widest, stride);
                                     });
        QVERIFY(done.has_value());
        QCOMPARE(done->reason, wire::EndReason::Finished);
        QCOMPARE(widest, static_cast<std::size_t>(2 * bodies + 1));
        QVERIFY(rows ==
                engineRows(*model, static_cast<Word>(steps), static_cast<Word>(decimation)));
        QCOMPARE(done->cycles, static_cast<std::uint64_t>(steps) *
                                   static_cast<std::uint64_t>(model->program.cyclesPerStep()));
        QCOMPARE(client.status()->state, wire::SessionState::Loaded);
        QCOMPARE(client.status()->samples, static_cast<std::uint64_t>(steps / decimation));
    }

    /// More samples than the first credit allows.
    void creditIsRenewed() {
        const OwnAgent agent = startBoard();
        BoardClient client = connectTo(agent.address());
        QVERIFY(client.load(wireModel(64, false)));
        std::size_t rows = 0;
        const auto done =
            client.run({3000, 1}, [&](std::span<const Word> words, std::size_t stride) {
                rows += words.size() / stride;
            });
        QVERIFY(done.has_value());
        QCOMPARE(rows, std::size_t{3000});
        QVERIFY(rows * 129 * sizeof(Word) > wire::initialCredit);
    }

    void functionsEqualTheSoftOnes() {
        momentree::test::FunctionData data(93);
        const auto fabric = makeSoftFabric();
        Accelerator model(*fabric, {});
        const OwnAgent agent = startBoard();
        BoardClient client = connectTo(agent.address());
        for (int i = 0; i < 20; ++i) {
            wire::Update bodies;
            const auto A = momentree::test::wordsOf(converted<Fp32Soft>(data.body()));
            const auto B = momentree::test::wordsOf(converted<Fp32Soft>(data.body()));
            std::ranges::copy(A, bodies.A.begin());
            std::ranges::copy(B, bodies.B.begin());
            const auto nodes = client.update(bodies);
            QVERIFY(nodes && nodes->A == model.update(bodies)->A);
            const wire::Assemble pair{nodes->A, nodes->B};
            const auto compound = client.assemble(pair);
            QVERIFY(compound && compound->C == model.assemble(pair)->C);
            const wire::UpdateAssemble both{bodies.A, bodies.B};
            QVERIFY(client.updateAssemble(both)->C == compound->C);
            wire::Inverse matrix;
            const auto entries = data.matrix();
            for (std::size_t k = 0; k < 16; ++k) matrix.matrix[k] = std::bit_cast<Word>(entries[k]);
            const auto inverse = client.inverse(matrix);
            QVERIFY(inverse && inverse->inverse == model.inverse(matrix)->inverse);
            QCOMPARE(inverse->info, model.inverse(matrix)->info);
            // By the model of the bus: two accesses per word, one command, one status read.
            QCOMPARE(inverse->timings[0].time_ns, 17u * 150);
            QCOMPARE(inverse->timings[1].time_ns, 1720u);
            QCOMPARE(inverse->timings[2].time_ns, 18u * 250);
        }
        const Exchange& exchange = client.lastExchange();
        QCOMPARE(exchange.bytesSent, wire::headerSize + 64);
        QVERIFY(exchange.wait > 0ns && exchange.pack >= 0ns && exchange.receive >= 0ns);
    }

    /// Without a model only the functions; the loaded model is not affected.
    void boardTimesItsOwnSoftware() {
        const OwnAgent agent = startBoard();
        BoardClient client = connectTo(agent.address());
        const auto isTime = [](double ns) { return std::isfinite(ns) && ns > 0.0; };
        const auto functions = client.timeSoftware(10);
        QVERIFY(functions && std::ranges::all_of(functions->functions, isTime));
        QVERIFY(functions->phases.empty());
        QCOMPARE(functions->source, wire::TimingSource::MeasuredHost);
        QVERIFY(client.load(wireModel(3, true)));
        const auto before = client.state();
        const auto step = client.timeSoftware(10);
        QVERIFY(step && std::ranges::all_of(step->functions, isTime));
        QCOMPARE(step->phases.size(), wire::phasesOfStep);
        QVERIFY(std::ranges::all_of(step->phases, isTime));
        QVERIFY(*client.state() == *before);
        for (const std::uint32_t calls : {0u, wire::maxTimedCalls + 1}) {
            const auto refused = client.timeSoftware(calls);
            QVERIFY(!refused && refused.error().code == wire::ErrorCode::Limit);
        }
        QVERIFY(client.connected());
    }

    void refusesWhatCannotRun() {
        const OwnAgent agent = startBoard();
        BoardClient client = connectTo(agent.address());
        const TakeSamples nothing = [](auto, auto) {};
        const auto early = client.run({10, 1}, nothing);
        QVERIFY(!early && early.error().code == wire::ErrorCode::BadState);
        QCOMPARE(early.error().trouble, Trouble::Refused);
        QVERIFY(client.load(wireModel(2, false)));
        wire::LoadModel bad = wireModel(2, false);
        bad.bodies[1].inertia = 0;
        const auto refused = client.load(bad);
        QVERIFY(!refused && refused.error().code == wire::ErrorCode::BadPayload);
        QVERIFY(refused.error().details.at(0).find("body 2") != std::string::npos);
        QCOMPARE(client.run({0, 1}, nothing).error().code, wire::ErrorCode::Limit);
        QCOMPARE(client.run({10, 0}, nothing).error().code, wire::ErrorCode::Limit);
        QCOMPARE(client.setState({{0}, {0}}).error().code, wire::ErrorCode::BadPayload);
        QCOMPARE(client.selfTest(0).error().code, wire::ErrorCode::Limit);
        wire::Inverse matrix;
        matrix.matrix[3] = 0x7FC0'0000;
        QCOMPARE(client.inverse(matrix).error().code, wire::ErrorCode::BadPayload);
        // After all of that the first model still runs.
        QVERIFY(client.connected());
        QVERIFY(client.run({10, 1}, nothing));
    }

    void abortKeepsWhatWasComputed() {
        const OwnAgent agent = startBoard({"--status-ms", "20"});
        BoardClient client = connectTo(agent.address());
        const wire::LoadModel message = wireModel(2, false);
        QVERIFY(client.load(message));
        std::vector<Word> rows;
        std::stop_source stop;
        std::uint32_t reported = 0;
        const auto done = client.run(
            {endless, 100},
            [&](std::span<const Word> words, std::size_t) {
                rows.insert(rows.end(), words.begin(), words.end());
                if (rows.size() > 1000 && reported > 0) stop.request_stop();
            },
            [&](const wire::Status& status) { reported = status.stepsDone; }, stop.get_token());
        QVERIFY(done.has_value());
        QCOMPARE(done->reason, wire::EndReason::Aborted);
        QVERIFY(done->stepsDone < endless && reported > 0);
        QVERIFY(rows == engineRows(*buildModel(message), done->stepsDone, 100));
        // The state is that of the end, and a second batch continues from it.
        const auto state = client.state();
        QVERIFY(state->angle == done->angle && state->momentum == done->momentum);
        const auto more = client.run({100, 100}, [&](auto, auto) {});
        QVERIFY(more && more->stepsDone == 100 && more->angle != done->angle);
    }

    void batchEndsAtANaN() {
        const OwnAgent agent = startBoard();
        BoardClient client = connectTo(agent.address());
        wire::LoadModel message = wireModel(2, false);
        message.bodies[0].momentum = 1e30;
        QVERIFY(client.load(message));
        const auto done = client.run({endless, 1}, [](auto, auto) {});
        QVERIFY(done.has_value());
        QCOMPARE(done->reason, wire::EndReason::Numeric);
        QVERIFY((done->flags & (flag::nan | flag::infinite)) != 0);
    }

    void secretIsProven() {
        QTemporaryFile file;
        QVERIFY(file.open());
        file.write("a secret of some length\n");
        file.close();
        const OwnAgent agent = startBoard({"--token", file.fileName().toStdString()});
        ClientOptions options = patient();
        const auto without = BoardClient::connect(agent.address(), options);
        QVERIFY(!without && without.error().trouble == Trouble::SecretMissing);
        options.secret = "another secret of some length";
        const auto wrong = BoardClient::connect(agent.address(), options);
        QVERIFY(!wrong && wrong.error().trouble == Trouble::SecretRejected);
        QCOMPARE(wrong.error().code, wire::ErrorCode::Authentication);
        options.secret = "a secret of some length";
        BoardClient client = connectTo(agent.address(), options);
        QVERIFY(client.status());
        // A board that does not ask could be anyone's.
        const OwnAgent other = startBoard();
        const auto unasked = BoardClient::connect(other.address(), options);
        QVERIFY(!unasked && unasked.error().trouble == Trouble::SecretUnasked);
    }

    void registersNeedPermission() {
        {
            const OwnAgent agent = startBoard();
            BoardClient client = connectTo(agent.address());
            const auto refused = client.readRegisters({registers::id, 1});
            QVERIFY(!refused && refused.error().code == wire::ErrorCode::NotPermitted);
        }
        const OwnAgent agent = startBoard({"--allow-raw"});
        BoardClient client = connectTo(agent.address());
        QCOMPARE(client.readRegisters({registers::id, 1})->values, std::vector{idValue});
        QVERIFY(client.writeRegisters({registers::updateA, {1, 2, 3}}));
        QCOMPARE(client.readRegisters({registers::updateA, 3})->values,
                 (std::vector<Word>{1, 2, 3}));
        for (const int offset : {0x7000, 0x0001, 0x0028, 0x0860, 0xFFFC})
            QCOMPARE(client.readRegisters({static_cast<std::uint16_t>(offset), 1}).error().code,
                     wire::ErrorCode::BadPayload);
        QCOMPARE(client.readRegisters({registers::updateB, 9}).error().code,
                 wire::ErrorCode::BadPayload);
        QCOMPARE(client.writeRegisters({registers::id, {1}}).error().code,
                 wire::ErrorCode::BadPayload);
    }

    void secondClientHasToWait() {
        const OwnAgent agent = startBoard();
        std::optional<BoardClient> first = connectTo(agent.address());
        const auto second = BoardClient::connect(agent.address(), patient());
        QVERIFY(!second && second.error().trouble == Trouble::Busy);
        QVERIFY(second.error().details.at(0).find("since 0 s") != std::string::npos);
        QVERIFY(first->status());
        first.reset();
        QTRY_VERIFY(BoardClient::connect(agent.address(), patient()));
    }

    /// A client closed in the middle of a batch without notice leaves a board that the next one can
    /// use at once.
    void clientGoesMidBatch() {
        const OwnAgent agent = startBoard();
        for (int i = 0; i < 3; ++i) {
            auto connection = Connection::open(agent.address(), 60s, {});
            const auto say = [&](const wire::Bytes& bytes) {
                return connection->send(bytes, Clock::now() + 60s, {}).has_value();
            };
            QVERIFY(say(wire::encode(wire::Hello{}, 1)) &&
                    say(wire::encode(wireModel(2, false), 2)));
            const auto has = [&](wire::Type type) {
                const auto frame = connection->receive(Clock::now() + 60s, {});
                return frame && *frame && (*frame)->type == static_cast<std::uint16_t>(type);
            };
            QVERIFY(has(wire::Type::HelloAck) && has(wire::Type::ModelAck));
            QVERIFY(say(wire::encode(wire::RunBatch{endless, 1}, 3)));
            QVERIFY(has(wire::Type::Samples));
        }
        BoardClient client = connectTo(agent.address());
        QCOMPARE(client.status()->state, wire::SessionState::Ready);
        QVERIFY(client.load(wireModel(2, false)));
        QVERIFY(client.run({100, 1}, [](auto, auto) {}));
    }

    void agentKilledMidBatchAndRestarted() {
        OwnAgent agent = startBoard();
        const Address address = agent.address();
        BoardClient client = connectTo(address);
        QVERIFY(client.load(wireModel(2, false)));
        std::size_t rows = 0;
        const auto lost =
            client.run({endless, 1}, [&](std::span<const Word> words, std::size_t stride) {
                rows += words.size() / stride;
                ::kill(agent.process(), SIGKILL);
            });
        QVERIFY(!lost && momentree::test::hasLost(lost.error()));
        QVERIFY(rows > 0);
        QVERIFY(!client.connected());
        QCOMPARE(agent.stop(), -1);
        const auto dead = client.reconnect();
        QVERIFY(!dead && dead.error().trouble == Trouble::NotListening);
        agent = startBoard({}, address.port);
        QVERIFY(client.reconnect());
        QVERIFY(client.load(wireModel(2, false)));
        QVERIFY(client.run({100, 1}, [](auto, auto) {}));
    }

    void agentStoppedAndContinued() {
        const OwnAgent agent = startBoard();
        ClientOptions options = patient();
        options.answer = options.silence = 100ms;
        BoardClient client = connectTo(agent.address(), options);
        ::kill(agent.process(), SIGSTOP);
        const auto silent = client.status();
        QVERIFY(!silent && silent.error().trouble == Trouble::Silent);
        QVERIFY(!client.connected());
        ::kill(agent.process(), SIGCONT);
        QTRY_VERIFY(client.reconnect());
        QVERIFY(client.status());
    }

    void agentStoppedMidBatch() {
        const OwnAgent agent = startBoard({"--status-ms", "20"});
        ClientOptions options = patient();
        options.silence = 500ms;
        BoardClient client = connectTo(agent.address(), options);
        QVERIFY(client.load(wireModel(2, false)));
        std::size_t rows = 0;
        const auto lost =
            client.run({endless, 1}, [&](std::span<const Word> words, std::size_t stride) {
                rows += words.size() / stride;
                ::kill(agent.process(), SIGSTOP);
            });
        ::kill(agent.process(), SIGCONT);
        QVERIFY(!lost && lost.error().trouble == Trouble::Silent);
        QVERIFY(rows > 0);
        QTRY_VERIFY(client.reconnect());
    }

    void agentSaysGoodbye() {
        OwnAgent agent = startBoard();
        BoardClient client = connectTo(agent.address());
        QVERIFY(client.load(wireModel(2, false)));
        std::optional<Expected<wire::RunDone>> done;
        std::atomic<bool> started = false;
        std::thread batch([&] {
            done = client.run({endless, 1000}, [&](auto, auto) { started = true; });
        });
        while (!started) std::this_thread::yield();
        QCOMPARE(agent.stop(60s), 0);
        batch.join();
        // The batch ends normally, and then the agent exits.
        QVERIFY(done->has_value());
        QCOMPARE((*done)->reason, wire::EndReason::Aborted);
        const auto gone = client.status();
        QVERIFY(!gone && momentree::test::hasLost(gone.error()));
    }

    void agentEndsWithItsOwner() {
        OwnAgent agent = startBoard();
        const Address address = agent.address();
        QCOMPARE(agent.stop(60s), 0);
        const auto gone = BoardClient::connect(address, patient());
        QVERIFY(!gone && gone.error().trouble == Trouble::NotListening);
        const auto missing = OwnAgent::start({"/no/such/program"});
        QVERIFY(!missing && missing.error().trouble == Trouble::NoAgent);
        const auto wrong = OwnAgent::start(momentree::test::boardCommand({"--no-such-option"}));
        QVERIFY(!wrong && wrong.error().trouble == Trouble::AgentEnded);
    }

    void addressesAreRead() {
        QCOMPARE(parseAddress("10.0.0.1:7420")->port, std::uint16_t{7420});
        QCOMPARE(parseAddress("[::1]:80")->host, std::string("::1"));
        for (const char* wrong :
             {"", ":1", "host", "host:", "host:70000", "host:1x", "::1:80", "[]:1"})
            QVERIFY2(!parseAddress(wrong), wrong);
        const auto unknown = BoardClient::connect({"no.such.host.invalid", 1}, patient());
        QVERIFY(!unknown && unknown.error().trouble == Trouble::UnknownHost);
    }
};

MOMENTREE_TEST(TestBoard, Guiless)

}  // namespace momentree::fpga::test_board
#include "test_board.moc"
