// SPDX-License-Identifier: Apache-2.0
// Figures of papers from the command line: numbers with their source, curves, the page.
#include <QTemporaryDir>
#include <QTest>

#include "program.hpp"

namespace momentree::test_cli_paper {

using test::contents;
using test::Outcome;

class TestCliPaper final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbersNameTheirSource() {
        const Outcome counted = test::run({"paper", "naudet", "table-1"});
        QCOMPARE(counted.code, 0);
        QVERIFY2(counted.out.contains("363  738, counted"), qPrintable(counted.out));
        const Outcome modelled = test::run({"paper", "hdca-fpga", "table-6"});
        QCOMPARE(modelled.code, 0);
        QVERIFY2(modelled.out.contains("0.1005 s, modelled"), qPrintable(modelled.out));
    }
    void curvesAreWritten() {
        QTemporaryDir folder;
        const QString file = folder.filePath("curves.csv");
        QCOMPARE(test::run({"paper", "hdca-fpga", "fig-6", "--csv", file}).code, 0);
        QVERIFY(contents(file).startsWith("time,pendulum.J1.q,pendulum.J1.u,"));
        const Outcome none = test::run({"paper", "naudet", "table-1", "--csv", file});
        QCOMPARE(none.code, 1);
        QVERIFY2(none.err.contains("'table-1' has no curves"), qPrintable(none.err));
    }
    void drawingsAreDescribed() {
        const Outcome drawing = test::run({"paper", "hdca-fpga", "fig-9"});
        QCOMPARE(drawing.code, 0);
        QVERIFY2(drawing.out.startsWith("hdca-fpga, fig-9: Planar four-bar mechanism"),
                 qPrintable(drawing.out));
        QVERIFY(drawing.out.contains("There is nothing to compute"));
        QVERIFY(drawing.out.contains("momentree paper hdca-fpga fig-10 "));
        const Outcome curves = test::run({"paper", "hdca-fpga", "fig-9", "--csv", "-"});
        QCOMPARE(curves.code, 1);
        QVERIFY2(curves.err.contains("'fig-9' has no curves"), qPrintable(curves.err));
        const Outcome unknown = test::run({"paper", "hdca-fpga", "fig-99"});
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.err.contains("has no figure 'fig-99'"), qPrintable(unknown.err));
    }
    void pageNeedsNoRuns() {
        const Outcome page = test::run({"paper", "--page", "-"});
        QCOMPARE(page.code, 0);
        QCOMPARE(page.out.toUtf8(), contents(MOMENTREE_SOURCE_DIR "/resources/help/papers.md"));
        QCOMPARE(test::run({"paper", "naudet", "--page", "-"}).code, 2);
    }
};

MOMENTREE_TEST(TestCliPaper, Appless)

}  // namespace momentree::test_cli_paper
#include "test_cli_paper.moc"
