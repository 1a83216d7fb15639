// SPDX-License-Identifier: Apache-2.0
// The simulated hardware with two and four lanes behind its registers, against the software model.
#include <Vhdca_top_2.h>
#include <Vhdca_top_4.h>

#include <QTest>

#include "fpga_link/fabric/rtl_fabric.hpp"
#include "fpga_link/lane_cases.hpp"
#include "fpga_link/reset_session.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_rtl_lanes {

using namespace momentree::test;
using wire::Method;

namespace {

std::unique_ptr<Fabric> rtlWith(int lanes) {
    if (lanes == 2) return std::make_unique<RtlFabric<Vhdca_top_2>>();
    return std::make_unique<RtlFabric<Vhdca_top_4>>();
}

/// As in `test_rtl_reset`, after less.
template <class Top>
void resetForgets() {
    const Trace wanted = afterReset<Top>(0), wantedSoft = afterSoftReset<Top>();
    for (int i = 1; i <= 12; ++i) {
        QCOMPARE(differenceOf(afterReset<Top>(i), wanted), QString());
        QCOMPARE(differenceOf(afterReset<Top>(i, i), wanted), QString());
        QCOMPARE(differenceOf(afterSoftReset<Top>(i), wantedSoft), QString());
    }
}

}  // namespace

class TestRtlLanes : public QObject {
    Q_OBJECT

private slots:
    void batchesEqualTheSoftwareModel_data() {
        QTest::addColumn<int>("lanes");
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("bodies");
        QTest::addColumn<bool>("closed");
        QTest::addColumn<bool>("fails");
        for (const int lanes : {2, 4}) {
            const auto add = [&](const char* name, int count, int bodies, bool closed, bool fails) {
                QTest::addRow("%d lanes, %s", lanes, name)
                    << lanes << count << bodies << closed << fails;
            };
            add("16 double pendulums", 16, 2, false, false);
            add("5 four-bars", 5, 3, true, false);
            add("one", 1, 4, false, false);
            add("one of 4 fails", 4, 2, false, true);
        }
    }
    void batchesEqualTheSoftwareModel() {
        QFETCH(int, lanes);
        QFETCH(int, count);
        QFETCH(int, bodies);
        QFETCH(bool, closed);
        QFETCH(bool, fails);
        wire::LoadModels models = laneModels(count, bodies, closed, Method::RungeKutta4);
        if (fails) models.models[3].bodies[1].momentum = 1e6;
        const auto soft = makeSoftFabric(designClock_Hz, lanes);
        const auto rtl = rtlWith(lanes);
        QCOMPARE(rtl->read32(registers::capabilities), soft->read32(registers::capabilities));
        const LaneBatch wanted = runOn(*soft, models), got = runOn(*rtl, models);
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
    void passesTheSelfTest_data() {
        QTest::addColumn<int>("lanes");
        QTest::newRow("2 lanes") << 2;
        QTest::newRow("4 lanes") << 4;
    }
    void passesTheSelfTest() {
        QFETCH(int, lanes);
        const auto rtl = rtlWith(lanes);
        Accelerator accelerator(*rtl, {});
        QVERIFY(accelerator.identify());
        QVERIFY(wire::passed(accelerator.selfTest(10)));
    }

    void resetsForgetWhatWasDone() {
        resetForgets<Vhdca_top_2>();
        resetForgets<Vhdca_top_4>();
    }
};

MOMENTREE_TEST(TestRtlLanes, Appless)

}  // namespace momentree::fpga::test_rtl_lanes

#include "test_rtl_lanes.moc"
