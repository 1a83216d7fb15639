// SPDX-License-Identifier: GPL-3.0-or-later
// The same curves for several runs in one plot, and their differences.
#include <qcustomplot.h>

#include <QAbstractButton>
#include <QApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "app/plots/column_choices.hpp"
#include "app/plots/curve_choice.hpp"
#include "app/plots/drift_plot.hpp"
#include "app/plots/energy_plot.hpp"
#include "app/plots/legend_bar.hpp"
#include "app/plots/legend_entry.hpp"
#include "app/plots/probe_plot.hpp"
#include "app/runs/reference_table.hpp"
#include "support/test_main.hpp"
#include "tests/app/pictures.hpp"
#include "tests/app/recorded_run.hpp"

namespace momentree::test_plot_runs {

using namespace momentree::app;

namespace {

bool close(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }

/// Total energy 1 + slope * t.
RecordedRun energyRun(int rows, double interval, double slope) {
    RecordedRun run;
    run.append(rows, interval, [&](double t, std::span<double> row) {
        row[static_cast<std::size_t>(run.layout.kinetic())] = std::pow(std::sin(t), 2);
        row[static_cast<std::size_t>(run.layout.total())] = 1.0 + slope * t;
        row[static_cast<std::size_t>(run.layout.driftPosition())] = 1e-9 * (1.0 + slope * t);
    });
    return run;
}

/// The energy plot of two runs with different sample intervals, laid out.
struct TwoRuns {
    RecordedRun first = energyRun(101, 0.1, 0.0), second = energyRun(334, 0.03, 0.5);
    EnergyPlot plot;
    TwoRuns() {
        plot.resize(760, 340);
        plot.setRun(first.recording, first.layout, 10.0);
        plot.setComparison({QStringLiteral("hdca"), 0}, {second.source(QStringLiteral("aba"), 1)});
        plot.show();
        plot.canvas()->replot();
    }
    double pixel(double time) const { return plot.canvas()->xAxis->coordToPixel(time); }
};

PlotSeries series(int column) { return {column, QStringLiteral("curve"), {}}; }

QByteArray readAll(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestPlotRuns : public QObject {
    Q_OBJECT

private slots:
    /// Its curves are named at their ends before and after.
    void theLegendStaysAwayWhenARunChanges() {
        TwoRuns two;
        EnergyPlot plot;
        plot.resize(900, 500);
        plot.setRun(two.first.recording, two.first.layout, 10.0);
        plot.show();
        plot.canvas()->replot();
        auto* legend = plot.findChild<LegendBar*>();
        QVERIFY(plot.chart().isLabelled());
        QVERIFY(legend->isHidden());
        struct Shows : QObject {
            int count = 0;
            bool eventFilter(QObject*, QEvent* event) override {
                count += event->type() == QEvent::Show;
                return false;
            }
        } shows;
        legend->installEventFilter(&shows);
        plot.setRun(two.second.recording, two.second.layout, 10.0);
        plot.setComparison({QStringLiteral("aba"), 1}, {});
        QVERIFY(legend->isHidden());
        QCOMPARE(shows.count, 0);
    }

    void curvesOfBothRunsAreDrawn() {
        TwoRuns two;
        QCOMPARE(two.plot.chart().runs().size(), std::size_t(2));
        const auto read = two.plot.reader().at(two.pixel(5.0));
        QVERIFY(read);
        QCOMPARE(read->values.size(), std::size_t(6));
        QCOMPARE(read->values[2], 1.0);
        QVERIFY(close(read->values[5], 1.0 + 0.5 * read->time, 1e-12));
        QVERIFY(two.plot.chart().valueRange().upper > 5.9);
    }

    /// Earlier motions are drawn before the run, once and up to its start.
    void earlierRowsComeFirst() {
        const RecordedRun before = energyRun(101, 0.1, 0.0), oldest = energyRun(101, 0.1, 1.0);
        RecordedRun later;
        later.append(41, 0.1, [&](double t, std::span<double> row) {
            row[0] = 3.0 + t;
            row[static_cast<std::size_t>(later.layout.total())] = 7.0;
        });
        // The run continues a run that itself continues another one at 1 s.
        auto middle = std::make_shared<Recording>(before.layout.width(), 101);
        for (std::size_t k = 10; k < before.recording->size(); ++k) {
            std::ranges::copy(before.recording->row(k), middle->nextRow().begin());
            middle->commit();
        }
        PlotWidget plot;
        plot.resize(760, 340);
        plot.setEarlier({oldest.recording, middle});
        ChartSettings settings;
        settings.series = {{later.layout.total(), QStringLiteral("total"), {}, 0}};
        plot.setSource(later.recording, later.layout, settings);
        plot.show();
        plot.canvas()->replot();
        QCOMPARE(plot.chart().timeRange().lower, 0.0);
        const auto at = [&](double time) {
            const auto read = plot.reader().at(plot.canvas()->xAxis->coordToPixel(time));
            return read ? std::pair(read->time, read->values[0]) : std::pair(-1.0, -1.0);
        };
        QVERIFY(close(at(0.5).first, 0.5, 1e-9) && close(at(0.5).second, 1.5, 1e-9));
        QVERIFY(close(at(2.0).first, 2.0, 1e-9) && close(at(2.0).second, 1.0, 1e-9));
        QVERIFY(close(at(5.0).first, 5.0, 1e-9) && close(at(5.0).second, 7.0, 1e-9));
        // Later rows are appended as usual.
        later.append(10, 0.1, [&](double t, std::span<double> row) {
            row[0] = 3.0 + t;
            row[static_cast<std::size_t>(later.layout.total())] = 8.0;
        });
        plot.refresh();
        plot.canvas()->replot();
        QVERIFY(close(at(8.0).second, 8.0, 1e-9));
    }

    void narrowLegendsKeepTwoRows() {
        TwoRuns two;
        std::vector<PlotSource> others;
        for (int k = 1; k < 6; ++k)
            others.push_back(two.second.source(
                QStringLiteral("a formulation with a long name, step %1").arg(k), k));
        two.plot.setComparison({QStringLiteral("hdca"), 0}, others);
        two.plot.resize(300, 260);
        QTest::qWait(1);
        auto* more = two.plot.findChild<QToolButton*>(QStringLiteral("moreCurves"));
        QVERIFY(more && more->isVisible());
        QVERIFY2(two.plot.canvas()->height() > 180,
                 qPrintable(QString::number(two.plot.canvas()->height())));
        int hidden = 0;
        for (int k = 0; k < 9; ++k)
            hidden += two.plot.findChild<LegendBar*>()->chip(k)->isVisible() ? 0 : 1;
        QCOMPARE(more->text(), QStringLiteral("+%1").arg(hidden));
        // Entries without room can be hidden and shown in the menu.
        emit more->menu()->aboutToShow();
        QCOMPARE(more->menu()->actions().size(), hidden);
        QVERIFY(two.plot.chart().runs().back().visible);
        more->menu()->actions().last()->trigger();
        QVERIFY(!two.plot.chart().runs().back().visible);
        two.plot.resize(2400, 260);
        QTest::qWait(1);
        QVERIFY(!more->isVisible());
    }

    void crosshairsAreTold() {
        TwoRuns two;
        QSignalSpy hovered(&two.plot, &PlotWidget::timeHovered);
        const QRect area = two.plot.canvas()->axisRect()->rect();
        QMouseEvent move(QEvent::MouseMove, area.center(),
                         two.plot.canvas()->mapToGlobal(area.center()), Qt::NoButton, {}, {});
        QApplication::sendEvent(two.plot.canvas(), &move);
        QVERIFY(!hovered.isEmpty());
        const auto time = hovered.last()[0].value<std::optional<double>>();
        QVERIFY(time && close(*time, 5.0, 0.2));
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(two.plot.canvas(), &leave);
        QVERIFY(!hovered.last()[0].value<std::optional<double>>());
        // Set by another plot, the crosshair is drawn without emitting a signal.
        const int before = static_cast<int>(hovered.size());
        const QImage plain = two.plot.grab().toImage();
        two.plot.setCrosshair(5.0);
        QVERIFY(two.plot.grab().toImage() != plain);
        two.plot.setCrosshair(std::nullopt);
        QCOMPARE(two.plot.grab().toImage(), plain);
        QCOMPARE(hovered.size(), before);
    }

    void coloursTellRunsApartAndDashesCurves() {
        TwoRuns two;
        const ThemeColors& colors = themeColors(false);
        const auto style = [&](std::size_t run, std::size_t series) {
            return curveStyle(two.plot.chart().settings(), two.plot.chart().runs(), run, series,
                              colors);
        };
        QCOMPARE(style(0, 0).colour, style(0, 1).colour);
        QVERIFY(style(0, 0).colour != style(1, 0).colour);
        QVERIFY(style(0, 0).dashes != style(0, 1).dashes);
        QCOMPARE(style(0, 1).dashes, style(1, 1).dashes);
        two.plot.choice().setColourBy(ColourBy::Curve);
        QCOMPARE(style(0, 0).colour, style(1, 0).colour);
        QVERIFY(style(0, 0).dashes != style(1, 0).dashes);
    }

    void legendNamesCurvesAndRuns() {
        TwoRuns two;
        QCOMPARE(two.plot.findChild<LegendBar*>()->chip(3)->text(), QStringLiteral("hdca"));
        QCOMPARE(two.plot.findChild<LegendBar*>()->chip(4)->text(), QStringLiteral("aba"));
        QTest::mouseClick(two.plot.findChild<LegendBar*>()->chip(4), Qt::LeftButton);
        QVERIFY(!two.plot.chart().runs()[1].visible);
        two.plot.canvas()->replot();
        QCOMPARE(two.plot.reader().at(two.pixel(5.0))->values.size(), std::size_t(3));
        QTest::mouseDClick(two.plot.findChild<LegendBar*>()->chip(4), Qt::LeftButton);
        QVERIFY(two.plot.chart().runs()[1].visible && !two.plot.chart().runs()[0].visible);
        two.plot.canvas()->replot();
        // Without the main run, the samples are those of the other run.
        const auto read = two.plot.reader().at(two.pixel(5.0));
        QCOMPARE(read->time, two.second.recording->at(read->row, 0));
    }

    void differenceIsInterpolated() {
        TwoRuns two;
        two.plot.choice().setShown(0, false);
        two.plot.choice().setMinus(0);
        two.plot.canvas()->replot();
        QVERIFY(two.plot.canvas()->yAxis->label().contains(QStringLiteral("hdca")));
        const auto read = two.plot.reader().at(two.pixel(7.0));
        QCOMPARE(read->values.size(), std::size_t(2));
        QVERIFY(close(read->values[1], 0.5 * read->time, 1e-12));
        two.plot.choice().setMinus(std::nullopt);
        two.plot.canvas()->replot();
        QCOMPARE(two.plot.reader().at(two.pixel(7.0))->values.size(), std::size_t(4));
    }

    void differenceBetweenSamplesFollowsTheLine() {
        RecordedRun coarse, fine;
        const auto square = [](int column) {
            return [column](double t, std::span<double> row) {
                row[static_cast<std::size_t>(column)] = t * t;
            };
        };
        coarse.append(11, 1.0, square(coarse.column("tip.x")));
        fine.append(41, 0.25, square(fine.column("tip.x")));
        CurveRows rows;
        rows.set({fine.source({}, 0), coarse.source({}, 1)}, {series(fine.column("tip.x"))}, 1);
        QVERIFY(rows.pull());
        QCOMPARE(rows.at(0, 0, 4), 0.0);
        // Halfway between t = 1 and 2 the chord is 0.25 above the parabola.
        QVERIFY(close(rows.at(0, 0, 6), -0.25, 1e-12));
        QVERIFY(std::isnan(rows.at(1, 0, 3)));
    }

    void differenceWaitsForRowsOfTheOther() {
        RecordedRun ahead = energyRun(100, 0.1, 1.0), behind = energyRun(11, 0.1, 0.0);
        CurveRows rows;
        rows.set({ahead.source({}, 0), behind.source({}, 1)}, {series(ahead.layout.total())}, 1);
        rows.pull();
        QCOMPARE(rows.times(0).size(), std::size_t(11));
        behind.append(10, 0.1, [](double, std::span<double>) {});
        QVERIFY(rows.pull());
        QCOMPARE(rows.times(0).size(), std::size_t(21));
        QVERIFY(!rows.pull());
    }

    void sizeOfDifferenceOnALogAxis() {
        RecordedRun first = energyRun(101, 0.1, 1.0), second = energyRun(101, 0.1, 0.0);
        DriftPlot plot;
        plot.resize(600, 300);
        plot.setRun(first.recording, first.layout, 10.0);
        plot.setComparison({QStringLiteral("a"), 0}, {second.source(QStringLiteral("b"), 1)});
        plot.largest().setCurrentIndex(1);
        plot.show();
        plot.choice().setMinus(0);
        plot.canvas()->replot();
        const double x = plot.canvas()->xAxis->coordToPixel(5.0);
        const auto read = plot.reader().at(x);
        QVERIFY(close(read->values[0], 1e-9 * read->time, 1e-15));
        plot.setLogarithmic(false);
        plot.canvas()->replot();
        QVERIFY(plot.reader().at(plot.canvas()->xAxis->coordToPixel(5.0))->values[0] < 0.0);
    }

    void aRunWithoutTheColumnHasNoCurve() {
        RecordedRun run = energyRun(11, 0.1, 0.0);
        Model bare;
        const RowLayout narrow(bare);
        auto rows = std::make_shared<Recording>(narrow.width(), 4);
        const std::span<double> row = rows->nextRow();
        std::fill(row.begin(), row.end(), 1.0);
        rows->commit();
        CurveRows curves;
        curves.set({run.source({}, 0), {rows, narrow, QStringLiteral("bare"), 1}},
                   {series(run.column("pin.q")), series(run.layout.total())});
        curves.pull();
        QVERIFY(std::isnan(curves.at(1, 0, 0)));
        QCOMPARE(curves.at(1, 1, 0), 1.0);
    }

    void otherRunsStayWhenTheMainOneIsReplaced() {
        TwoRuns two;
        QTest::mouseClick(two.plot.findChild<LegendBar*>()->chip(4), Qt::LeftButton);
        two.plot.setRun(two.first.recording, two.first.layout, 10.0);
        QCOMPARE(two.plot.chart().runs().size(), std::size_t(2));
        QVERIFY(!two.plot.chart().runs()[1].visible);
        two.plot.setComparison({QStringLiteral("hdca"), 0}, {});
        QCOMPARE(two.plot.chart().runs().size(), std::size_t(1));
        QVERIFY(two.plot.chart().runs()[0].visible);
    }

    void growingRunsAreFollowed() {
        TwoRuns two;
        two.second.append(300, 0.03, [](double, std::span<double>) {});
        two.plot.refresh();
        two.plot.canvas()->replot();
        QVERIFY(two.plot.chart().timeRange().upper >= 18.9);
    }

    void csvHoldsEveryRun() {
        TwoRuns two;
        two.plot.choice().setShown(0, false);
        two.plot.choice().setShown(1, false);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("runs.csv"));
        QVERIFY(two.plot.exportTo(path));
        const QList<QByteArray> lines = readAll(path).trimmed().split('\n');
        QCOMPARE(lines[0].trimmed(), QByteArray("time [s],hdca.total [J],aba.total [J]"));
        QCOMPARE(lines[1].trimmed(), QByteArray("0,1,1"));
        QVERIFY(lines[2].startsWith("0.03,nan,1.015"));
        QVERIFY(lines.size() > 401);
    }

    void tablesBecomeRuns() {
        const RecordedRun run;
        const auto table = readReferenceTable(
            "time [s],tip.x [m],\"not, here\",pin.q\r\n0,1,2,0.5\r\n0.1,nan,3,0.75\r\n\r\n");
        QVERIFY(table);
        QCOMPARE(table->times, (std::vector<double>{0.0, 0.1}));
        QCOMPARE(table->columns[1], std::string("not, here"));
        const auto reference = referenceOf(*table, *run.model, run.layout);
        QVERIFY(reference);
        QCOMPARE(reference->leftOut.size(), std::size_t(1));
        const Recording& rows = *reference->recording;
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(rows.at(1, run.column("pin.q")), 0.75);
        QCOMPARE(rows.at(0, run.column("tip.x")), 1.0);
        QVERIFY(std::isnan(rows.at(1, run.column("tip.x"))));
        QVERIFY(std::isnan(rows.at(0, run.layout.total())));
    }

    void tablesSayWhatIsWrong_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("word");
        QTest::newRow("empty") << QByteArray() << 1 << "time";
        QTest::newRow("no time") << QByteArray("x,y\n1,2\n") << 1 << "'x'";
        QTest::newRow("milliseconds") << QByteArray("time [ms],y\n1,2\n") << 1 << "seconds";
        QTest::newRow("no rows") << QByteArray("time,pin.q\n") << 1 << "rows";
        QTest::newRow("short") << QByteArray("time,pin.q\n0,1\n1\n") << 3 << "2 columns";
        QTest::newRow("word") << QByteArray("time,pin.q\n0,1\n1,two\n") << 3 << "'two'";
        QTest::newRow("back") << QByteArray("time,pin.q\n0,1\n0,2\n") << 3 << "increase";
        QTest::newRow("unit") << QByteArray("time,pin.q [deg]\n0,1\n") << 1 << "rad";
        QTest::newRow("other") << QByteArray("time,a\n0,1\n") << 1 << "tip.x";
    }
    void tablesSayWhatIsWrong() {
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        QFETCH(QString, word);
        const RecordedRun run;
        const auto table = readReferenceTable(text);
        const Diagnostics problems =
            table ? referenceOf(*table, *run.model, run.layout).error() : table.error();
        QVERIFY(!problems.empty());
        QCOMPARE(problems.front().line, line);
        const QString said = QString::fromStdString(toString(problems.front()));
        QVERIFY2(said.contains(word), qPrintable(said));
    }

    void picturesHaveALegendOfRuns() {
        TwoRuns two;
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("runs.svg"));
        QVERIFY(two.plot.exportTo(path));
        const QByteArray text = readAll(path);
        QVERIFY(text.contains(">hdca<"));
        QVERIFY(text.contains(">aba<"));
        QVERIFY(text.contains(">kinetic<"));
    }

    void quantitiesAreComparedToo() {
        RecordedRun first = energyRun(11, 0.1, 0.0), second = energyRun(11, 0.1, 1.0);
        ProbePlot probes;
        probes.resize(800, 400);
        probes.setComparison({QStringLiteral("a"), 0}, {second.source(QStringLiteral("b"), 1)});
        probes.setRun(first.recording, first.layout, columnChoices(first.layout, *first.model),
                      1.0);
        probes.show();
        probes.choose({QStringLiteral("tip.x"), QStringLiteral("total")});
        for (const PlotWidget* plot : probes.findChildren<PlotWidget*>())
            if (plot->isVisible()) QCOMPARE(plot->chart().runs().size(), std::size_t(2));
    }

    void looksLikeThis_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void looksLikeThis() {
        QFETCH(bool, dark);
        applyTheme(*qApp, dark ? ThemeChoice::Dark : ThemeChoice::Light);
        TwoRuns two;
        two.plot.canvas()->replot();
        keepPicture(two.plot, QStringLiteral("plot_runs_%1").arg(QTest::currentDataTag()));
        applyTheme(*qApp, ThemeChoice::Light);
    }
};

MOMENTREE_TEST(TestPlotRuns, Gui)

}  // namespace momentree::test_plot_runs
#include "test_plot_runs.moc"
