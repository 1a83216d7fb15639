// SPDX-License-Identifier: Apache-2.0
// The whole accelerator after its resets: nothing of what was before is left.
#include <QTest>

#include "Vhdca_top.h"
#include "reset_session.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_rtl_reset {

using namespace momentree::test;
using Master = AxiMaster<Vhdca_top>;

class TestRtlReset : public QObject {
    Q_OBJECT

private slots:
    /// Whatever registers and memories hold when the power comes.
    void registersBeginWithTheirValues() {
        for (int state = 0; state < 40; ++state) {
            Master master(1, state);
            const std::uint64_t since = master.clocks;
            const auto check = [&](const ResetValue& reg) {
                const std::uint32_t value = master.read(reg.offset);
                if (value != reg.value || master.lastRead != axiOkay)
                    qFatal("0x%04X: %08X instead of %08X", reg.offset, value, reg.value);
            };
            std::ranges::for_each(resetValues, check);
            std::ranges::for_each(settingsAfterReset, check);
            check({registers::programCrc, 0});
            check({registers::inverseInfo, 0xE4});  // rows in their order
            const auto clocks = static_cast<std::uint32_t>(master.clocks - since);
            const std::uint32_t counted = master.read(registers::cyclesFree);
            QVERIFY(counted >= clocks && counted <= clocks + 4);
        }
    }

    void powerOnMayLeaveAnything() {
        const Trace wanted = afterReset<Vhdca_top>(0);
        for (int state = 1; state <= 40; ++state) {
            QCOMPARE(differenceOf(afterReset<Vhdca_top>(state), wanted), QString());
        }
    }

    void resetForgetsWhatWasDone() {
        const Trace wanted = afterReset<Vhdca_top>(0);
        for (int uses = 1; uses <= 100; ++uses) {
            QCOMPARE(differenceOf(afterReset<Vhdca_top>(uses, uses), wanted), QString());
        }
    }

    /// Except for memories and the settings of the engine.
    void softResetForgetsWhatWasDone() {
        const Trace wanted = afterSoftReset<Vhdca_top>();
        for (int uses = 1; uses <= 100; ++uses) {
            QCOMPARE(differenceOf(afterSoftReset<Vhdca_top>(uses), wanted), QString());
        }
    }
};

MOMENTREE_TEST(TestRtlReset, Appless)

}  // namespace momentree::fpga::test_rtl_reset
#include "test_rtl_reset.moc"
