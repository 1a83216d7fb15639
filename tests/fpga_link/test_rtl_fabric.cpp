// SPDX-License-Identifier: Apache-2.0
// The simulated hardware behind the fabric interface.
#include <QTest>

#include "fpga_link/agent/accelerator.hpp"
#include "fpga_link/compiler/soft_engine.hpp"
#include "fpga_link/fabric/open_fabric.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "fpga_link/protocol/self_test_text.hpp"
#include "planar_cases.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_rtl_fabric {

using namespace std::chrono_literals;

namespace {

void load(Fabric& fabric, const Program& program) {
    const auto write = [&](std::uint32_t offset, std::size_t value) {
        fabric.write32(offset, static_cast<std::uint32_t>(value));
    };
    write(registers::programAddress, 0);
    for (const ProgramWord& word : program.words)
        for (const std::uint32_t part : encode(word)) write(registers::programData, part);
    for (const InitialWord& initial : program.image) {
        write(registers::dataAddress,
              static_cast<std::size_t>(initial.place.bank * 512 + initial.place.address));
        write(registers::data, initial.bits);
    }
    write(registers::programLength, program.words.size());
    write(registers::passes, static_cast<std::size_t>(program.passes));
    write(registers::sampleWords, program.sampleOrder.size());
    write(registers::pivotLimit, static_cast<std::size_t>(program.pivotLimit));
}

/// Runs a batch with interrupts, as the agent does.
std::vector<std::uint32_t> run(Fabric& fabric, std::uint32_t steps, std::uint32_t decimation) {
    fabric.write32(registers::steps, steps);
    fabric.write32(registers::decimation, decimation);
    fabric.write32(registers::interruptEnable, interrupt::batchDone | interrupt::samplesHalfFull);
    fabric.write32(registers::control, control::startBatch);
    std::vector<std::uint32_t> samples;
    for (bool done = false; !done;) {
        if (fabric.waitInterrupt(1s)) {
            done = (fabric.read32(registers::interruptStatus) & interrupt::batchDone) != 0;
            fabric.write32(registers::interruptStatus, interrupt::samplesHalfFull);
        }
        for (std::uint32_t left = fabric.read32(registers::sampleLevel); left > 0; --left)
            samples.push_back(fabric.read32(registers::samplePop));
    }
    return samples;
}

}  // namespace

class TestRtlFabric : public QObject {
    Q_OBJECT

private slots:
    void runsBatches() {
        auto opened = openRtlFabric();
        QVERIFY(opened);
        Fabric& fabric = **opened;
        QCOMPARE(fabric.info().kind, FabricKind::Rtl);
        QVERIFY(!fabric.info().measurable);
        QCOMPARE(fabric.read32(registers::id), idValue);
        QVERIFY(!fabric.waitInterrupt(0ms));
        const Compiled c = compile({momentree::test::doublePendulum()}, {});
        load(fabric, *c.program);
        SoftEngine soft(*c.program);
        soft.run(3000, 3);
        QVERIFY(run(fabric, 3000, 3) == soft.samples);
        QCOMPARE(fabric.read32(registers::stepsDone), 3000u);
        QCOMPARE(fabric.read32(registers::flags), 0u);
        QVERIFY(fabric.failure().empty());
    }

    /// As on a board, the clock does not stand still until somebody takes an interrupt.
    void goesOnWhileAnInterruptWaits() {
        auto opened = openRtlFabric();
        QVERIFY(opened);
        Fabric& fabric = **opened;
        load(fabric, *compile({momentree::test::doublePendulum()}, {}).program);
        run(fabric, 10, 10);
        QVERIFY(fabric.waitInterrupt(0ms));
        const std::uint32_t before = fabric.read32(registers::cyclesFree);
        QVERIFY(fabric.waitInterrupt(0ms));
        const std::uint32_t waited = fabric.read32(registers::cyclesFree) - before;
        fabric.goOn();
        QVERIFY(fabric.read32(registers::cyclesFree) - before > 100 * waited);
    }

    void testsItself() {
        auto fabric = openRtlFabric();
        QVERIFY(fabric);
        const wire::SelfTestResult result = Accelerator(**fabric, {}).selfTest(10);
        QVERIFY2(wire::passed(result), wire::textOf(result).c_str());
        QCOMPARE(result.checks.back().name, std::string("interrupt"));
    }

    /// Accesses that would end the program on a board are reported here.
    void tellsOfAccessToNothing_data() {
        QTest::addColumn<bool>("write");
        QTest::newRow("read") << false;
        QTest::newRow("write") << true;
    }
    void tellsOfAccessToNothing() {
        QFETCH(bool, write);
        auto fabric = openRtlFabric();
        QVERIFY(fabric);
        if (write)
            (*fabric)->write32(0x0F00, 1);
        else
            (*fabric)->read32(0x0F00);
        QVERIFY(QString::fromStdString((*fabric)->failure()).contains("0x0F00"));
        QCOMPARE((*fabric)->read32(registers::id), 0u);
    }
};

MOMENTREE_TEST(TestRtlFabric, Appless)

}  // namespace momentree::fpga::test_rtl_fabric
#include "test_rtl_fabric.moc"
