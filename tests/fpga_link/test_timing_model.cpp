// SPDX-License-Identifier: Apache-2.0
// The arithmetic of modelled times, compared with values computed by hand.
#include <QTest>

#include "fpga_link/timing/timing_model.hpp"
#include "planar_cases.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_timing_model {

class TestTimingModel : public QObject {
    Q_OBJECT

private slots:
    void turnsCountsIntoTimes() {
        TimingParameters parameters;
        parameters.clockHz = 50e6;
        parameters.write_ns = 100.0;
        parameters.read_ns = 300.0;
        const TimingRow clocks = clocksRow("assembly", 194, parameters);
        QCOMPARE(clocks.ns, 3880.0);
        QCOMPARE(clocks.count, std::int64_t{194});
        QCOMPARE(clocks.source, TimeSource::Modelled);
        QCOMPARE(writesRow(66, parameters).ns, 6600.0);
        QCOMPARE(readsRow(47, parameters).ns, 14100.0);
    }

    void repeatedTimesHaveASpread() {
        std::vector<double> times;
        for (int i = 0; i <= 20; ++i) times.push_back(100.0 - i);
        const TimingRow row =
            repeatedRow("update", "here", TimeSource::MeasuredHost, 3, std::move(times));
        QCOMPARE(row.ns, 90.0);
        QCOMPARE(row.low_ns, 82.0);
        QCOMPARE(row.high_ns, 98.0);
        QVERIFY(row.hasSpread());
        QVERIFY(!repeatedRow("once", "here", TimeSource::MeasuredHost, 1, {5.0}).hasSpread());
    }

    void sumsKeepTheirSource() {
        const TimingRow host{"software", "this machine", TimeSource::MeasuredHost, 1, 5.0};
        const TimingRow board{"transfer", "board", TimeSource::MeasuredBoard, 1, 7.0};
        const TimingRow guess{"network", "board", TimeSource::Modelled, 1, 11.0};
        QCOMPARE(totalOf({host, host}).source, TimeSource::MeasuredHost);
        QCOMPARE(totalOf({host, host}).device, std::string("this machine"));
        QCOMPARE(totalOf({board, guess}).source, TimeSource::Modelled);
        QCOMPARE(totalOf({board, guess}).device, std::string("board"));
        QCOMPARE(totalOf({host, board}).source, TimeSource::Modelled);
        QCOMPARE(totalOf({host, board, guess}).ns, 23.0);
        QCOMPARE(totalOf({host, board, guess}).device, std::string("this machine and board"));
        QCOMPARE(totalOf({}).ns, 0.0);
        QCOMPARE(QString(sourceName(TimeSource::MeasuredBoard)), QString("measured_board"));
        QCOMPARE(QString(sourceName(TimeSource::MeasuredHost)), QString("measured_host"));
        QCOMPARE(QString(sourceName(TimeSource::Modelled)), QString("modelled"));
    }

    void phasesMakeUpThePass() {
        const Trajectory fourBar = momentree::test::fourBar();
        const auto options = [](bool phased) {
            return CompileOptions{.method = PlanarMethod::RungeKutta4, .phased = phased};
        };
        const Compiled phased = compile({fourBar}, options(true));
        const auto rows = programRows(*phased.program, 1000, {});
        QCOMPARE(rows.size(), std::size_t{7});
        QCOMPARE(rows[2].part, std::string("assembly"));
        std::int64_t clocks = 0;
        for (const TimingRow& row : rows) clocks += row.count;
        QCOMPARE(clocks, std::int64_t{1000} * phased.program->cyclesPerStep());
        QCOMPARE(totalOf(rows).ns, 10.0 * static_cast<double>(clocks));
        const Compiled fused = compile({fourBar}, options(false));
        const auto whole = programRows(*fused.program, 1000, {});
        QCOMPARE(whole.size(), std::size_t{1});
        QCOMPARE(whole[0].count, std::int64_t{1000} * fused.program->cyclesPerStep());
    }

    void waterfallIsOneAfterTheOther() {
        OffloadWork work{.bodies = 2,
                         .cyclesPerStep = 100,
                         .steps = 10'000,
                         .decimation = 100,
                         .pack_ns = 500.0,
                         .unpack_ns = 20.0};
        TimingParameters parameters;
        parameters.latency_ns = 50'000.0;
        parameters.bandwidth = 8e9;  // one byte per nanosecond
        const auto rows = offloadWaterfall(work, parameters);
        QCOMPARE(rows.size(), std::size_t{6});
        QCOMPARE(rows[0].ns, 500.0);
        QCOMPARE(rows[0].source, TimeSource::MeasuredHost);
        QCOMPARE(rows[1].ns, 32.0);
        QCOMPARE(rows[1].source, TimeSource::Modelled);
        QCOMPARE(rows[2].ns, 50'000.0);
        QCOMPARE(rows[3].ns, 10.0 * 1'000'000.0);
        // 100 rows of five words, two frames: all of them after the computation, none hidden by it.
        QCOMPARE(rows[4].count, std::int64_t{2048});
        QCOMPARE(rows[4].ns, 50'000.0 + 2048.0);
        QCOMPARE(rows[5].ns, 2000.0);
        // Every step is sampled by a processor that needs four accesses of 250 ns for each.
        work.decimation = 1;
        QCOMPARE(offloadWaterfall(work, parameters)[3].ns, 10.0 * 1'000'000.0);
        QVERIFY(!boardLoad(work, parameters).waitsForAccesses());
        parameters.clockHz = 200e6;
        QVERIFY(boardLoad(work, parameters).waitsForAccesses());
        QCOMPARE(boardLoad(work, parameters).clocks_ns, 5.0 * 1'000'000.0);
        QCOMPARE(offloadWaterfall(work, parameters)[3].ns, 4.0 * 250.0 * 10'000.0);
        // A slow network: what does not fit in parallel with the computation follows it.
        parameters.bandwidth = 8e6;  // one byte per microsecond
        const auto thin = offloadWaterfall(work, parameters);
        const double wire = 1e3 * (10'000.0 * 20.0 + 5.0 * 24.0);
        QCOMPARE(thin[4].ns, 50'000.0 + (wire - 1e7) + 1e3 * 3276.0 * 20.0);
    }

    void offloadsStepsOfAllSizes() {
        const std::vector<SizeCount> counts{{1, 74, 600.0}, {2, 78, 900.0}, {4, 145, 1700.0}};
        TimingParameters parameters;
        parameters.latency_ns = 100'000.0;
        const OffloadWork work{.steps = 1000, .decimation = 10, .pack_ns = 1.0, .unpack_ns = 2.0};
        const auto alone = fabricSizes(counts, parameters);
        const auto over = offloadSizes(counts, work, parameters);
        for (std::size_t i = 0; i < counts.size(); ++i) {
            OffloadWork one = work;
            one.bodies = counts[i].bodies;
            one.cyclesPerStep = counts[i].cyclesPerStep;
            QCOMPARE(alone[i].fabric_ns, 10.0 * counts[i].cyclesPerStep);
            QCOMPARE(over[i].fabric_ns, totalOf(offloadWaterfall(one, parameters)).ns / 1000.0);
            QVERIFY(over[i].fabric_ns > alone[i].fabric_ns + 200.0);
            QCOMPARE(over[i].software_ns, counts[i].software_ns);
        }
        // The network increases the break-even.
        QVERIFY(*breakEvenBodies(over) > *breakEvenBodies(alone));
    }

    void breaksEven_data() {
        QTest::addColumn<QVector<double>>("software");
        QTest::addColumn<QVector<double>>("fabric");
        QTest::addColumn<double>("bodies");  // 0: never
        const QVector<double> software{100, 200, 400, 800};
        QTest::newRow("at a point") << software << QVector<double>{300, 300, 400, 500} << 4.0;
        QTest::newRow("between") << software << QVector<double>{300, 300, 500, 600} << 5.3333333333;
        QTest::newRow("never") << software << QVector<double>{900, 900, 900, 900} << 0.0;
        QTest::newRow("even at the end") << software << QVector<double>{900, 900, 900, 800} << 0.0;
        QTest::newRow("always") << software << QVector<double>{50, 60, 70, 80} << 1.0;
        QTest::newRow("not for good")
            << software << QVector<double>{50, 300, 350, 400} << 3.3333333333;
    }
    void breaksEven() {
        QFETCH(QVector<double>, software);
        QFETCH(QVector<double>, fabric);
        QFETCH(double, bodies);
        std::vector<SizePoint> points;
        for (int i = 0; i < software.size(); ++i)
            points.push_back({1 << i, software[i], fabric[i]});
        const auto found = breakEvenBodies(points);
        QCOMPARE(found.has_value(), bodies > 0.0);
        if (found) QVERIFY(std::abs(*found - bodies) < 1e-9);
        QVERIFY(!breakEvenBodies({}));
    }
};

MOMENTREE_TEST(TestTimingModel, Appless)

}  // namespace momentree::fpga::test_timing_model
#include "test_timing_model.moc"
