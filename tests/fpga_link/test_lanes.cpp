// SPDX-License-Identifier: Apache-2.0
// Engines with several lanes in the software model: the same rows in fewer clocks.
#include <QTest>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "fpga_link/offload/board_link.hpp"
#include "fpga_link/offload/on_board.hpp"
#include "lane_cases.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_lanes {

using namespace momentree::test;
using wire::Method;

class TestLanes : public QObject {
    Q_OBJECT

private slots:
    void trajectoriesAreSpreadOverLanes_data() {
        QTest::addColumn<int>("lanes");
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("bodies");
        QTest::addColumn<bool>("closed");
        QTest::addColumn<bool>("fine");
        for (const int lanes : {2, 4}) {
            QTest::addRow("16 double pendulums, %d", lanes) << lanes << 16 << 2 << false << false;
            QTest::addRow("5 four-bars, %d", lanes) << lanes << 5 << 3 << true << true;
            QTest::addRow("one, %d", lanes) << lanes << 1 << 2 << false << true;
        }
    }
    void trajectoriesAreSpreadOverLanes() {
        QFETCH(int, lanes);
        QFETCH(int, count);
        QFETCH(int, bodies);
        QFETCH(bool, closed);
        QFETCH(bool, fine);
        const wire::LoadModels models =
            laneModels(count, bodies, closed, fine ? Method::RungeKutta4 : Method::Euler);
        const auto one = makeSoftFabric();
        const auto several = makeSoftFabric(designClock_Hz, static_cast<std::uint32_t>(lanes));
        const LaneBatch wanted = runOn(*one, models), got = runOn(*several, models);
        QVERIFY(got.rows == wanted.rows);
        QVERIFY(got.done.angle == wanted.done.angle && got.done.momentum == wanted.done.momentum);
        QCOMPARE(got.done.flags, 0u);
        // A share takes its part of the clocks, and little more where operations wait.
        const double share = static_cast<double>((count + lanes - 1) / lanes) / count;
        QVERIFY(static_cast<double>(got.done.cycles) <=
                1.2 * share * static_cast<double>(wanted.done.cycles));
    }

    /// A parameter that is zero in one of them, or has another sign, makes its program another one:
    /// the first lane computes all.
    void otherProgramsStayInOneLane() {
        wire::LoadModels models = laneModels(4, 2, false, Method::Euler);
        models.models[2].bodies[0].cy *= -1.0;
        const auto one = makeSoftFabric(), two = makeSoftFabric(designClock_Hz, 2);
        const LaneBatch wanted = runOn(*one, models), got = runOn(*two, models);
        QVERIFY(got.rows == wanted.rows);
        QCOMPARE(got.done.cycles, wanted.done.cycles);
    }

    void programsOfClientsRunInOneLane() {
        const auto description =
            readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/slider_crank.momentree.json");
        const auto model = buildModel(*description);
        const auto start = assemble(**model);
        const auto carried = onBoard(**model, *start);
        BatchOrder order;
        QVERIFY(carried && (*carried)->fill(order, 0.0));
        const wire::LoadProgram program = programMessageOf(*order.system);
        const auto one = makeSoftFabric(), four = makeSoftFabric(designClock_Hz, 4);
        const LaneBatch wanted = runOn(*one, program), got = runOn(*four, program);
        QVERIFY(got.rows == wanted.rows && got.done.cycles == wanted.done.cycles);
        QCOMPARE(got.loaded.programCrc, wanted.loaded.programCrc);
    }

    void statesAreThoseOfAllTrajectories() {
        const wire::LoadModels models = laneModels(3, 2, false, Method::Euler);
        const auto fabric = makeSoftFabric(designClock_Hz, 2);
        const LocalServer server(*fabric);
        BoardClient client = connectTo(server.address());
        QVERIFY(client.load(models));
        const auto start = client.state();
        QCOMPARE(start->angle.size(), std::size_t{6});
        QCOMPARE(start->angle[4],
                 std::bit_cast<wire::Word>(static_cast<float>(models.models[2].bodies[0].angle)));
        const auto once = client.run({300, 3}, [](auto, auto) {});
        QVERIFY(client.setState({start->angle, start->momentum}));
        const auto again = client.run({300, 3}, [](auto, auto) {});
        QVERIFY(again->angle == once->angle && again->momentum == once->momentum);
        // The self test needs the engine meanwhile.
        const auto before = client.state();
        const auto tested = client.selfTest({100});
        QVERIFY(tested && wire::passed(*tested));
        const auto after = client.state();
        QVERIFY(after->angle == before->angle && after->momentum == before->momentum);
    }

    void flagsAreThoseOfAllLanes() {
        wire::LoadModels models = laneModels(4, 2, false, Method::Euler);
        models.models[3].bodies[1].momentum = 1e6;
        const auto one = makeSoftFabric(), two = makeSoftFabric(designClock_Hz, 2);
        const LaneBatch wanted = runOn(*one, models), got = runOn(*two, models);
        QVERIFY(got.done.flags != 0);
        QCOMPARE(got.done.flags, wanted.done.flags);
        QCOMPARE(got.done.flagStep, wanted.done.flagStep);
        QVERIFY(got.rows == wanted.rows);
    }

    /// The lanes have register files of their own, one after the other.
    void dataOfLanesFollowEachOther() {
        const auto fabric = makeSoftFabric(designClock_Hz, 2);
        QCOMPARE(lanesOf(fabric->read32(registers::capabilities)), 2u);
        for (const std::uint32_t place : {5u, 4096u + 5u}) {
            fabric->write32(registers::dataAddress, place);
            fabric->write32(registers::data, 100 + place);
        }
        for (const std::uint32_t place : {5u, 4096u + 5u}) {
            fabric->write32(registers::dataAddress, place);
            QCOMPARE(fabric->read32(registers::data), 100 + place);
        }
        fabric->write32(registers::dataAddress, 8192 + 5);  // the first lane again
        QCOMPARE(fabric->read32(registers::dataAddress), 5u);
    }
};

MOMENTREE_TEST(TestLanes, Appless)

}  // namespace momentree::fpga::test_lanes

#include "test_lanes.moc"
