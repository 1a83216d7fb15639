// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <limits>

#include "app/base/number_text.hpp"
#include "app/base/value_text.hpp"
#include "app/plots/axis_range.hpp"
#include "app/plots/curve_points.hpp"
#include "app/plots/curve_rows.hpp"
#include "app/plots/min_max_pyramid.hpp"
#include "core/session/run_origin.hpp"
#include "support/test_main.hpp"
#include "tests/app/recorded_run.hpp"

namespace momentree::test_plot_data {

using namespace momentree::app;

namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();

bool close(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }

}  // namespace

class TestPlotData : public QObject {
    Q_OBJECT

private slots:
    /// A quantity that is zero but for rounding errors is shown as zero.
    void roundingErrorsAreZero() {
        RecordedRun run;
        run.recording = std::make_shared<Recording>(
            run.layout.width(), 1000,
            std::make_shared<const RunOrigin>(RunOrigin{run.model, {}, {}, nullptr}));
        const auto x = static_cast<std::size_t>(run.column("arm.x")),
                   z = static_cast<std::size_t>(run.column("arm.z"));
        run.append(100, 0.01, [&](double time, std::span<double> row) {
            row[x] = 0.5;
            row[z] = 1e-32 * std::cos(100.0 * time);
            if (time > 0.745) row[z] = 1e-12;
        });
        const auto read = [&](std::size_t column) {
            CurveRows rows;
            rows.set({run.source("one", 0)}, {{static_cast<int>(column), "z", "m", 0}});
            rows.pull();
            return rows;
        };
        const CurveRows rows = read(z);
        const double floor = rows.floor(0, 0);
        QVERIFY(floor > 1e-18 && floor < 1e-16);
        const Extremes first = rows.extremes(0, 0, {0.0, 0.7}),
                       all = rows.extremes(0, 0, {0.0, 1.0});
        QVERIFY(first.low == 0.0 && first.high == 0.0 && first.zero);
        QVERIFY(!(first.lowPositive < 1.0));
        QVERIFY(all.high == 1e-12 && all.lowPositive >= floor);
        const CurvePoints points =
            curvePoints(rows.times(0), rows.values(0, 0), {0.0, 1.0}, 100, true, floor);
        QVERIFY(points.flushed && !points.negative);
        QCOMPARE(points.zeros.size(), std::size_t{75});
        for (const auto& point : points.line)
            QVERIFY(std::isnan(point.value) || point.value == 1e-12);
        QCOMPARE(read(x).extremes(0, 0, {0.0, 1.0}).low, 0.5);
    }

    void pyramidAgreesWithASearch() {
        MinMaxPyramid pyramid;
        for (int i = 0; i < 5000; ++i)
            pyramid.append(i % 97 == 0 ? noValue : std::sin(0.37 * i) * (i % 1000));
        for (const auto& [first, last] : std::vector<std::pair<std::size_t, std::size_t>>{
                 {0, 5000}, {1, 4999}, {15, 17}, {16, 32}, {255, 4096}, {4000, 9000}, {7, 7}}) {
            Extremes slow;
            for (std::size_t i = first; i < std::min<std::size_t>(last, 5000); ++i)
                slow.add(pyramid[i]);
            const Extremes fast = pyramid.extremes(first, last);
            QCOMPARE(fast.empty(), slow.empty());
            if (slow.empty()) continue;
            QCOMPARE(fast.low, slow.low);
            QCOMPARE(fast.high, slow.high);
            QCOMPARE(fast.lowPositive, slow.lowPositive);
            QCOMPARE(fast.zero, slow.zero);
        }
    }

    void reductionKeepsPeaks() {
        std::vector<double> times;
        MinMaxPyramid values;
        for (int i = 0; i < 100000; ++i) {
            times.push_back(i);
            values.append(i == 54321 ? 100.0 : i == 77777 ? -50.0 : std::sin(0.01 * i));
        }
        const CurvePoints points = curvePoints(times, values, {0.0, 99999.0}, 300, false);
        QVERIFY(points.line.size() <= 4 * 301);
        double low = 0.0, high = 0.0, before = -1.0;
        for (const auto& point : points.line) {
            low = std::min(low, point.value);
            high = std::max(high, point.value);
            QVERIFY(point.time >= before);
            before = point.time;
        }
        QCOMPARE(high, 100.0);
        QCOMPARE(low, -50.0);
        QCOMPARE(points.line.front().time, 0.0);
        QCOMPARE(points.line.back().time, 99999.0);
    }

    void fewSamplesPassWithNeighbours() {
        const std::vector<double> times{0, 1, 2, 3, 4, 5};
        MinMaxPyramid values;
        for (const double v : {1.0, 2.0, noValue, 4.0, 5.0, 6.0}) values.append(v);
        const CurvePoints points = curvePoints(times, values, {1.5, 3.5}, 100, false);
        QCOMPARE(points.line.size(), std::size_t(4));
        QCOMPARE(points.line.front().value, 2.0);
        QVERIFY(std::isnan(points.line[1].value));
        QCOMPARE(points.line.back().value, 5.0);
    }

    void logAxisLeavesOutWhatItCannotShow() {
        const std::vector<double> times{0, 1, 2, 3};
        MinMaxPyramid values;
        for (const double v : {1e-9, 0.0, -1.0, 1e-3}) values.append(v);
        const CurvePoints points = curvePoints(times, values, {0.0, 3.0}, 100, true);
        QCOMPARE(points.zeros, std::vector<double>{1.0});
        QVERIFY(points.negative);
        QVERIFY(std::isnan(points.line[1].value) && std::isnan(points.line[2].value));
        QCOMPARE(points.line[3].value, 1e-3);
    }

    void linearRangesGrowAtOnceAndShrinkLate() {
        Extremes values;
        values.add(0.0);
        values.add(1.0);
        const ValueRange first = linearRange(values, {});
        QVERIFY(first.lower < 0.0 && first.upper > 1.0 && first.span() < 1.2);
        values.add(0.7);
        QCOMPARE(linearRange(values, first).upper, first.upper);
        values.add(2.0);
        QVERIFY(linearRange(values, first).upper > 2.0);
        Extremes small;
        small.add(0.4);
        small.add(0.5);
        QVERIFY(linearRange(small, first).span() < 0.2);
        Extremes constant;
        constant.add(-3.0);
        QVERIFY(linearRange(constant, {}).contains({-3.1, -2.9}));
        QVERIFY(!linearRange(Extremes{}, {}).empty());
    }

    void logRangesAreWholeDecades() {
        Extremes values;
        values.add(3e-12);
        values.add(0.0);
        values.add(2e-6);
        const ValueRange range = logRange(values, {});
        QVERIFY(close(std::log10(range.lower), -12.0, 1e-9));
        QVERIFY(close(std::log10(range.upper), -5.0, 1e-9));
        values.add(1e-200);
        QVERIFY(close(std::log10(logRange(values, {}).lower), -25.0, 1e-9));
    }

    void timeAxisGrowsInStepsUpToTheEnd() {
        QCOMPARE(timeEnd(0.0, 0.0, 10.0), 1.0);
        QCOMPARE(timeEnd(0.5, 1.0, 10.0), 1.0);
        QCOMPARE(timeEnd(1.01, 1.0, 10.0), 1.5);
        QCOMPARE(timeEnd(9.5, 8.0, 10.0), 10.0);
        QCOMPARE(timeEnd(0.0, 0.0, 0.25), 0.25);
        QVERIFY(timeEnd(12.0, 10.0, 10.0) >= 12.0);
    }

    void numbersReadWell() {
        QCOMPARE(valueText(noValue, 1.0), QStringLiteral("–"));
        QCOMPARE(valueText(-1.23456, 5.0), QStringLiteral("−1.235"));
        QCOMPARE(valueText(0.0, 0.0), QStringLiteral("0"));
        QCOMPARE(valueText(-4e-9, 5.0), QStringLiteral("0.000"));  // no sign
        QCOMPARE(valueText(-4e-4, 5.0), QStringLiteral("0.000"));
        QCOMPARE(valueText(-6e-4, 5.0), QStringLiteral("−0.001"));
        QCOMPARE(shortNumbers("0.33554304"), QStringLiteral("0.3355"));
        QCOMPARE(shortNumbers("0.145344, 0, -1.23456e-07"),
                 QStringLiteral("0.1453, 0, -1.235e-07"));
        for (const char* kept : {"2700", "60 rpm", "L/2", "0, 0", "0.123", ""})
            QCOMPARE(shortNumbers(kept), QString(kept));
        QCOMPARE(shortNumbers("123456.7"), QStringLiteral("123457"));
        QCOMPARE(fixedText(-0.4, 0), QStringLiteral("0"));
        QCOMPARE(timeText(-1e-9), QStringLiteral("0.000 s"));
        QCOMPARE(valueText(1.234e-12, 0.0), QStringLiteral("1.23e−12"));
        QCOMPARE(nanosecondsText(1250.0), QStringLiteral("1.25 µs"));
        QCOMPARE(nanosecondsText(0.5), QStringLiteral("0.50 ns"));
    }
};

MOMENTREE_TEST(TestPlotData, Appless)

}  // namespace momentree::test_plot_data
#include "test_plot_data.moc"
