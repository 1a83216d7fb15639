// SPDX-License-Identifier: Apache-2.0
// The tables of software and fabric: every figure computed by hand from counts, every figure with
// its source.
#include <QTest>
#include <cmath>

#include "core/kinematics/assemble.hpp"
#include "fpga_link/offload/bar_chain.hpp"
#include "fpga_link/offload/offload_report.hpp"
#include "fpga_link/offload/planar_chain.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_offload_report {
namespace {

const SoftwareTimes software{
    "a test", 100.0, 300.0, 700.0, {{1, 400.0}, {2, 900.0}, {4, 1700.0}, {8, 3100.0}}};

}  // namespace

class TestOffloadReport : public QObject {
    Q_OBJECT

private slots:
    void tablesAddUp() {
        TimingParameters parameters;
        parameters.clockHz = 200e6;
        parameters.write_ns = 100.0;
        parameters.read_ns = 200.0;
        const OffloadReport report = makeReport(software, 10'000, parameters);
        const auto& groups = report.assembly.groups;
        QCOMPARE(groups.size(), std::size_t{3});
        QCOMPARE(totalOf(groups[0].rows).ns, 4e6);
        QCOMPARE(totalOf(groups[0].rows).source, TimeSource::MeasuredHost);
        // 66 words and a command, 194 clocks, 47 words and a status read; 33 words per body need an
        // update.
        QCOMPARE(totalOf(groups[1].rows).ns, 1e4 * (100.0 + 67 * 100.0 + 194 * 5.0 + 48 * 200.0));
        QCOMPARE(totalOf(groups[2].rows).ns, 1e4 * (17 * 100.0 + 282 * 5.0 + 48 * 200.0));
        QCOMPARE(totalOf(groups[1].rows).source, TimeSource::Modelled);
        const auto& inverse = report.inverse.groups;
        QCOMPARE(totalOf(inverse[0].rows).ns, 7e6);
        QCOMPARE(totalOf(inverse[1].rows).ns, 1e4 * (17 * 100.0 + 172 * 5.0 + 18 * 200.0));
    }

    void onlySoftwareIsMeasured() {
        const OffloadReport report = makeReport(software);
        for (const ReportTable* table : {&report.assembly, &report.inverse})
            for (const ReportGroup& group : table->groups)
                for (const TimingRow& row : group.rows) {
                    const bool here = row.device == software.machine;
                    QCOMPARE(row.source, here ? TimeSource::MeasuredHost : TimeSource::Modelled);
                    QVERIFY(here || row.device == report.parameters.device);
                }
    }

    /// Clocks of the fabric are those of the programs; 79 of the double pendulum.
    void breaksEvenWhereTheLinesCross() {
        const OffloadReport report = makeReport(software);
        QCOMPARE(report.sizes.size(), software.steps.size());
        for (std::size_t i = 0; i < report.sizes.size(); ++i) {
            QCOMPARE(report.sizes[i].bodies, software.steps[i].bodies);
            QCOMPARE(report.sizes[i].software_ns, software.steps[i].ns);
        }
        QCOMPARE(report.sizes[1].fabric_ns, 790.0);
        QVERIFY(report.sizes[0].fabric_ns > 400.0);
        QVERIFY(report.breakEven && *report.breakEven > 1.0 && *report.breakEven < 2.0);
        const SizePoint &a = report.sizes[0], &b = report.sizes[1];
        const double at = *report.breakEven - 1.0;
        QVERIFY(std::abs(a.software_ns + at * (b.software_ns - a.software_ns) - a.fabric_ns -
                         at * (b.fabric_ns - a.fabric_ns)) < 1e-6);
    }

    void textNamesEverySource() {
        const QString text = QString::fromStdString(reportText(makeReport(software)));
        QVERIFY(
            text.contains("| software | update and assembly | a test | 10000 | 4 ms |  | "
                          "measured_host |"));
        QVERIFY(
            text.contains("| fabric | inverse | programmable logic | 1720000 | 17.2 ms |  | "
                          "modelled |"));
        QVERIFY(text.contains("| fabric | total | programmable logic |  |"));
        QVERIFY(text.contains("No board was measured."));
        QVERIFY(text.contains("| 2 | 900 ns | 790 ns |"));
        QVERIFY(text.contains("The fabric is faster from"));
        QVERIFY(!text.contains("measured_board"));
        SoftwareTimes other = software;
        for (SoftwareTimes::Step& step : other.steps) step.ns = 10.0;
        QVERIFY(QString::fromStdString(reportText(makeReport(other)))
                    .contains("not faster up to 8 bodies"));
        for (SoftwareTimes::Step& step : other.steps) step.ns = 1e6;
        QVERIFY(QString::fromStdString(reportText(makeReport(other)))
                    .contains("faster for all of these"));
    }

    void pagesAndTablesSayTheSame() {
        OffloadReport report = makeReport(software);
        report.machine = "a <test>";
        report.date = "2026-01-02 03:04";
        report.build = "1.2.3, release";
        report.board = "soft fabric";
        report.more = {
            {"One step",
             1,
             {{"a, \"b\"",
               {repeatedRow("network", "here", TimeSource::MeasuredHost, 1, {1.0, 2.0, 3.0})}}}}};
        const QString page = QString::fromStdString(reportHtml(report));
        for (const char* words :
             {"Measured on 2026-01-02 03:04.", "Build: 1.2.3, release.", "a &lt;test&gt;",
              "Board that was asked: soft fabric.", "<tr class=\"modelled\"><td>fabric</td>",
              "<h2>Inverse of a 4 x 4 matrix, 10000 calls</h2>", "<td>1 ns to 3 ns</td>"})
            QVERIFY2(page.contains(words), words);
        QVERIFY(!page.contains("No board was measured"));
        const QStringList lines = QString::fromStdString(reportCsv(report)).split("\r\n");
        QCOMPARE(lines.first(),
                 QString("table,calls,by,part,device,count,ns,low_ns,high_ns,source"));
        QVERIFY(lines.contains(
            "Inverse of a 4 x 4 matrix,10000,software,inverse,a test,10000,7000000,,,"
            "measured_host"));
        QVERIFY(lines.contains("One step,1,\"a, \"\"b\"\"\",network,here,1,2,1,3,measured_host"));
        QVERIFY(
            lines.contains("Explicit Euler step of a chain,1,fabric,2 bodies,programmable "
                           "logic,1,790,,,modelled"));
        for (const QString& line : lines.mid(1))
            QVERIFY(line.isEmpty() || line.endsWith(",measured_host") ||
                    line.endsWith(",modelled"));
    }

    /// Software and fabric do the same work.
    void chainsAreTheSame() {
        const auto model = buildModel(barModel(5));
        QVERIFY(model);
        const auto chain = planarChain(**model);
        QVERIFY(chain);
        const Trajectory bars = barTrajectory(5);
        const PlanarState start = planarState(*chain, *assemble(**model));
        QCOMPARE(chain->mechanism.gravityY, bars.mechanism.gravityY);
        for (std::size_t i = 0; i < 5; ++i) {
            QVERIFY(std::abs(start.angle[i] - bars.start.angle[i]) < 1e-12);
            QCOMPARE(start.momentum[i], 0.0);
            QCOMPARE(chain->mechanism.bodies[i].mass, bars.mechanism.bodies[i].mass);
            QVERIFY(std::abs(chain->mechanism.bodies[i].cx - 0.2) < 1e-15);
        }
    }

    void measuresThisMachine() {
        const SoftwareTimes times = measureSoftware({1, 2});
        QVERIFY(!times.machine.empty());
        QCOMPARE(times.steps.size(), std::size_t{2});
        for (const double ns :
             {times.update, times.assembly, times.inverse, times.steps[0].ns, times.steps[1].ns})
            QVERIFY(std::isfinite(ns) && ns > 0.0);
    }
};

MOMENTREE_TEST(TestOffloadReport, Appless)

}  // namespace momentree::fpga::test_offload_report
#include "test_offload_report.moc"
