// SPDX-License-Identifier: Apache-2.0
// A line that loses packets, in a separate network, with the program's deadlines.
#include <QTest>

#include "board_trouble.hpp"
#include "fpga_link/client/board_client.hpp"
#include "local_server.hpp"
#include "lossy_line.hpp"
#include "support/test_main.hpp"
#include "wire_models.hpp"

namespace momentree::fpga::test_board_line {

using namespace momentree::test;

namespace {

LossyLine line;
std::string whyNoLine;

constexpr std::uint32_t endless = wire::maxSteps;

BoardClient connectAcross(const LocalServer& server, const ClientOptions& options) {
    auto client = BoardClient::connect({LossyLine::farHost, server.address().port}, options);
    if (!client) qFatal("%s", momentree::test::textOf(client.error()).c_str());
    return std::move(*client);
}

}  // namespace

class TestBoardLine : public QObject {
    Q_OBJECT

public:
    /// Called before the application exists: only a single-threaded process can enter a network of
    /// its own.
    static void initMain() { whyNoLine = line.enter(); }

private slots:
    void init() {
        if (!whyNoLine.empty()) QSKIP(("no network of its own here: " + whyNoLine).c_str());
        line.delay_ms = line.lossPercent = 0;
        line.pulled = false;
    }

    void lateAndLossyLineWorks() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric, {}, {}, LossyLine::nearHost);
        line.delay_ms = 250;
        line.lossPercent = 5;
        BoardClient client = connectAcross(server, {});
        QVERIFY(client.load(wireModel(2, false)));
        constexpr std::uint32_t steps = 5'000;
        std::vector<wire::Word> numbers;
        const auto done =
            client.run({steps, 1}, [&](std::span<const wire::Word> words, std::size_t stride) {
                for (std::size_t i = 0; i < words.size(); i += stride) numbers.push_back(words[i]);
            });
        QVERIFY2(done, done ? "" : momentree::test::textOf(done.error()).c_str());
        QCOMPARE(numbers.size(), std::size_t{steps});
        for (std::uint32_t i = 0; i < steps; ++i) QCOMPARE(numbers[i], i + 1);
        for (int i = 0; i < 10; ++i) {
            const auto inverse = client.inverse({});
            QVERIFY2(inverse, inverse ? "" : momentree::test::textOf(inverse.error()).c_str());
        }
        QVERIFY(line.lost > 0);
    }

    /// The connection is not closed: both ends have to detect the fault.
    void cablePulledMidBatch() {
        const auto fabric = makeSoftFabric();
        SessionTimes times;
        times.status = std::chrono::milliseconds(20);
        times.idle = std::chrono::milliseconds(500);
        const LocalServer server(*fabric, times, {}, LossyLine::nearHost);
        ClientOptions options;
        options.silence = std::chrono::milliseconds(500);
        BoardClient client = connectAcross(server, options);
        QVERIFY(client.load(wireModel(2, false)));
        std::size_t rows = 0;
        const auto lost =
            client.run({endless, 1}, [&](std::span<const wire::Word> words, std::size_t stride) {
                rows += words.size() / stride;
                line.pulled = true;
            });
        QVERIFY(!lost && lost.error().trouble == Trouble::Silent);
        QVERIFY(rows > 0 && !client.connected());
        line.pulled = false;
        QTRY_VERIFY(client.reconnect());
        QVERIFY(client.load(wireModel(2, false)));
        QVERIFY(client.run({100, 1}, [](auto, auto) {}));
    }
};

MOMENTREE_TEST(TestBoardLine, Guiless)

}  // namespace momentree::fpga::test_board_line
#include "test_board_line.moc"
