// SPDX-License-Identifier: Apache-2.0
// The self test of an accelerator: each defect fails its own check, which says what to do.
#include <QTest>
#include <thread>

#include "board_process.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "fpga_link/protocol/self_test_text.hpp"
#include "local_server.hpp"
#include "support/test_main.hpp"
#include "wire_models.hpp"

namespace momentree::fpga::test_self_test {

using momentree::test::connectTo;
using momentree::test::LocalServer;
using momentree::test::wireModel;
using wire::Word;

namespace {

/// The software model as a board with one register that reads wrong, and a line for interrupts.
class TamperedFabric final : public Fabric {
public:
    FabricInfo info() const override { return {FabricKind::Uio, "/dev/uio7", true}; }
    std::uint32_t read32(std::uint32_t offset) override {
        if (offset == registers::cyclesFree) return clocks_ += standsStill ? 0 : 1000;
        if (offset == registers::scratch) std::this_thread::sleep_for(access);
        return soft_->read32(offset) ^ (offset == wrong ? 2u : 0u);
    }
    void write32(std::uint32_t offset, std::uint32_t value) override {
        if (offset == registers::scratch) std::this_thread::sleep_for(access);
        soft_->write32(offset, value);
    }
    bool waitInterrupt(std::chrono::milliseconds timeout) override {
        const bool arrived = soft_->waitInterrupt(timeout);
        interrupts_ += arrived && connected && (!slow || timeout > std::chrono::seconds(1));
        return arrived;
    }
    std::optional<std::uint64_t> interrupts() const override { return interrupts_; }

    std::uint32_t wrong = 1;  // no register
    bool connected = true, standsStill = false;
    std::chrono::milliseconds access{0};  ///< time of an access to the scratch register
    bool slow = false;                    ///< looks find the end of a batch before short waits do

private:
    std::unique_ptr<Fabric> soft_ = makeSoftFabric();
    std::uint64_t interrupts_ = 0;
    std::uint32_t clocks_ = 0;
};

QStringList namesOf(const wire::SelfTestResult& result, bool failed) {
    QStringList names;
    for (const wire::Check& check : result.checks)
        if ((check.passed == 0) == failed) names << QString::fromStdString(check.name);
    return names;
}

wire::SelfTestResult resultOf(Fabric& fabric) { return Accelerator(fabric, {}).selfTest(10); }

}  // namespace

class TestSelfTest : public QObject {
    Q_OBJECT

private slots:
    void everyCheckPasses() {
        TamperedFabric fabric;
        const wire::SelfTestResult result = resultOf(fabric);
        QCOMPARE(namesOf(result, true), QStringList());
        QCOMPARE(namesOf(result, false),
                 QStringList({"identity", "scratch register", "clock", "update of two bodies",
                              "assembly", "inverse of a 4x4 matrix", "update of a body in space",
                              "assembly in space", "batch of 5000 steps", "interrupt"}));
        QVERIFY(wire::passed(result));
    }

    void defectsFailTheirCheck_data() {
        QTest::addColumn<quint32>("wrong");
        QTest::addColumn<QString>("check");
        QTest::addColumn<QString>("remedy");
        const auto row = [](std::uint32_t wrong, const char* check, const char* remedy) {
            QTest::newRow(check) << quint32{wrong} << QString(check) << QString(remedy);
        };
        row(registers::version, "identity", "of the same version");
        row(registers::scratch, "scratch register", "build.tcl");
        row(registers::bodyA + 8, "update of two bodies", "FCLK0");
        row(registers::compound + 8, "assembly", "FCLK0");
        row(registers::inverseOut + 8, "inverse of a 4x4 matrix", "FCLK0");
        row(registers::spatialA + 8, "update of a body in space", "FCLK0");
        row(registers::spatialCompound + 8, "assembly in space", "FCLK0");
        row(registers::samplePop, "batch of 5000 steps", "FCLK0");
    }
    void defectsFailTheirCheck() {
        QFETCH(quint32, wrong);
        QFETCH(QString, check);
        QFETCH(QString, remedy);
        TamperedFabric fabric;
        fabric.wrong = wrong;
        const wire::SelfTestResult result = resultOf(fabric);
        QCOMPARE(namesOf(result, true), QStringList{check});
        const QString text = QString::fromStdString(wire::textOf(result));
        const QStringList lines = text.split('\n').filter("failed  " + check + ": ");
        QCOMPARE(lines.size(), 1);
        QVERIFY2(lines[0].contains(remedy), qPrintable(text));
        QVERIFY(text.endsWith("\n1 of 10 checks failed\n"));
    }

    void missingInterruptIsNoticed() {
        TamperedFabric fabric;
        fabric.connected = false;
        const wire::SelfTestResult result = resultOf(fabric);
        QCOMPARE(namesOf(result, true), QStringList{"interrupt"});
        QVERIFY(wire::textOf(result).find("IRQ_F2P") != std::string::npos);
    }

    void endBetweenLooksIsNoFault() {
        TamperedFabric fabric;
        fabric.slow = true;
        QCOMPARE(namesOf(resultOf(fabric), true), QStringList());
    }

    void stoppedClockIsNoticed() {
        TamperedFabric fabric;
        fabric.standsStill = true;
        const wire::SelfTestResult result = resultOf(fabric);
        QCOMPARE(namesOf(result, true), QStringList{"clock"});
        QVERIFY(wire::textOf(result).find("fclk-enable") != std::string::npos);
    }

    /// A client waits for an answer, however slow the accelerator is.
    void slowAccessesAreTimedForSecondsOnly() {
        TamperedFabric fabric;
        fabric.access = std::chrono::milliseconds(3);
        const auto start = std::chrono::steady_clock::now();
        const wire::SelfTestResult result = Accelerator(fabric, {}).selfTest(100'000);
        QVERIFY(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
        QCOMPARE(namesOf(result, true), QStringList());
        QVERIFY(result.write_ns >= 3e6 && result.read_ns >= 3e6);
    }

    void resultWithoutChecksHasNotPassed() { QVERIFY(!wire::passed({})); }

    /// A client keeps its model and every word of its state.
    void loadedModelStays() {
        wire::LoadModel model = wireModel(3, true);
        model.method = wire::Method::RungeKutta4;
        std::array<wire::State, 2> ends;
        for (const bool tested : {false, true}) {
            const auto fabric = makeSoftFabric();
            const LocalServer server(*fabric);
            BoardClient client = connectTo(server.address());
            QVERIFY(client.load(model));
            QVERIFY(client.run({100, 100}, [](auto, auto) {}));
            if (tested) QVERIFY(wire::passed(*client.selfTest(10)));
            QVERIFY(client.run({100, 100}, [](auto, auto) {}));
            ends[tested ? 1 : 0] = *client.state();
        }
        QVERIFY(ends[0] == ends[1]);
    }
};

MOMENTREE_TEST(TestSelfTest, Appless)

}  // namespace momentree::fpga::test_self_test
#include "test_self_test.moc"
