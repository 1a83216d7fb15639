// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <algorithm>
#include <optional>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "support/test_main.hpp"

namespace momentree::test_redundancy {
namespace {

std::optional<AssemblyReport> reportOf(const std::string& name) {
    const auto description =
        readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/" + name + ".momentree.json");
    if (!description) return {};
    const auto model = buildModel(*description);
    if (!model) return {};
    AssemblyReport report;
    if (!assemble(**model, &report)) return {};
    return report;
}

}  // namespace

class TestRedundancy : public QObject {
    Q_OBJECT
private slots:
    void countsWhatTheRankLeavesOver_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"four_bar", "four_bar_driven", "parallelogram", "peaucellier",
                                 "slider_crank", "rssr", "chain_128", "planetary_gear"})
            QTest::newRow(name) << name;
    }
    void countsWhatTheRankLeavesOver() {
        QFETCH(QString, name);
        const auto report = reportOf(name.toStdString());
        QVERIFY(report.has_value());
        std::size_t directions = 0;
        for (const Redundancy& r : report->redundancies) directions += r.directions.size();
        QCOMPARE(directions, static_cast<std::size_t>(report->redundant));
    }

    void namesWhatAPlanarLoopForbidsTwice() {
        const auto report = reportOf("four_bar");
        QVERIFY(report.has_value());
        QCOMPARE(report->redundancies.size(), std::size_t{1});
        QCOMPARE(report->redundancies[0].joint, 3);
        auto directions = report->redundancies[0].directions;
        std::ranges::sort(directions);
        const std::vector<std::string> expected{"shift along z", "turn about x", "turn about y"};
        QVERIFY(directions == expected);
    }
};

MOMENTREE_TEST(TestRedundancy, Appless)

}  // namespace momentree::test_redundancy
#include "test_redundancy.moc"
