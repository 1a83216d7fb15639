// SPDX-License-Identifier: Apache-2.0
// The simulated hardware with two lanes behind its registers, against the software model.
#include <Vhdca_top_2.h>

#include <QTest>

#include "fpga_link/fabric/rtl_fabric.hpp"
#include "fpga_link/lane_cases.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_rtl_lanes {

using namespace momentree::test;
using wire::Method;

class TestRtlLanes : public QObject {
    Q_OBJECT

private slots:
    void batchesEqualTheSoftwareModel_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("bodies");
        QTest::addColumn<bool>("closed");
        QTest::addColumn<bool>("fails");
        QTest::newRow("16 double pendulums") << 16 << 2 << false << false;
        QTest::newRow("5 four-bars") << 5 << 3 << true << false;
        QTest::newRow("one") << 1 << 4 << false << false;
        QTest::newRow("one of 4 fails") << 4 << 2 << false << true;
    }
    void batchesEqualTheSoftwareModel() {
        QFETCH(int, count);
        QFETCH(int, bodies);
        QFETCH(bool, closed);
        QFETCH(bool, fails);
        wire::LoadModels models = laneModels(count, bodies, closed, Method::RungeKutta4);
        if (fails) models.models[3].bodies[1].momentum = 1e6;
        const auto soft = makeSoftFabric(designClock_Hz, 2);
        RtlFabric<Vhdca_top_2> rtl;
        QCOMPARE(rtl.read32(registers::capabilities), soft->read32(registers::capabilities));
        const LaneBatch wanted = runOn(*soft, models), got = runOn(rtl, models);
        QVERIFY(got.rows == wanted.rows);
        QCOMPARE(got.done.flags, wanted.done.flags);
        QCOMPARE(got.done.flags != 0, fails);
        QCOMPARE(got.done.flagStep, wanted.done.flagStep);
        QCOMPARE(got.loaded.programCrc, wanted.loaded.programCrc);
        // After a flag, the batch ends where the agent sees it.
        if (fails) return;
        QCOMPARE(got.done.cycles, wanted.done.cycles);
        QVERIFY(got.done.angle == wanted.done.angle && got.done.momentum == wanted.done.momentum);
    }
    void passesTheSelfTest() {
        RtlFabric<Vhdca_top_2> rtl;
        Accelerator accelerator(rtl, {});
        QVERIFY(accelerator.identify());
        QVERIFY(wire::passed(accelerator.selfTest(10)));
    }
};

MOMENTREE_TEST(TestRtlLanes, Appless)

}  // namespace momentree::fpga::test_rtl_lanes

#include "test_rtl_lanes.moc"
