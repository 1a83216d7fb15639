// SPDX-License-Identifier: GPL-3.0-or-later
// Measurements in plots: cursors, statistics, spectra, sections and phase portraits.
#include <qcustomplot.h>

#include <QApplication>
#include <QFile>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <limits>
#include <numbers>

#include "app/base/display_unit.hpp"
#include "app/plots/column_choices.hpp"
#include "app/plots/curve_choice.hpp"
#include "app/plots/curve_statistics.hpp"
#include "app/plots/drift_plot.hpp"
#include "app/plots/energy_plot.hpp"
#include "app/plots/measure_panel.hpp"
#include "app/plots/phase_portrait.hpp"
#include "app/plots/plot_canvas.hpp"
#include "app/plots/probe_plot.hpp"
#include "app/plots/section.hpp"
#include "app/plots/spectrum.hpp"
#include "app/plots/spectrum_window.hpp"
#include "app/plots/xy_plot.hpp"
#include "support/test_main.hpp"
#include "tests/app/recorded_run.hpp"

namespace momentree::test_plot_tools {

using namespace momentree::app;

namespace {

constexpr double pi = std::numbers::pi;

bool close(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }

struct Samples {
    std::vector<double> times;
    MinMaxPyramid values;
    void add(double time, double value) {
        times.push_back(time);
        values.append(value);
    }
};

Samples sampled(int count, double interval, const std::function<double(double)>& f) {
    Samples out;
    for (int i = 0; i < count; ++i) out.add(interval * i, f(interval * i));
    return out;
}

/// q = cos t, u = -sin t, energy 2 + sin(2 pi 1.5 t).
RecordedRun oscillator(int rows, double interval) {
    RecordedRun run;
    run.append(rows, interval, [&](double t, std::span<double> row) {
        row[static_cast<std::size_t>(run.column("pin.q"))] = std::cos(t);
        row[static_cast<std::size_t>(run.column("pin.u"))] = -std::sin(t);
        row[static_cast<std::size_t>(run.layout.total())] = 2.0 + std::sin(3.0 * pi * t);
    });
    return run;
}

}  // namespace

class TestPlotTools : public QObject {
    Q_OBJECT

private slots:
    void statisticsAreExactForTheDrawnLine() {
        const Samples line = sampled(11, 1.0, [](double t) { return 2.0 * t; });
        const CurveStatistics s = curveStatistics(line.times, line.values, {2.5, 6.5});
        QCOMPARE(s.low, 5.0);
        QCOMPARE(s.high, 13.0);
        QVERIFY(close(s.mean, 9.0, 1e-12));
        QVERIFY(close(s.integral, 36.0, 1e-12));
        // For a straight line: variance = slope^2 * width^2 / 12.
        QVERIFY(close(s.deviation, std::sqrt(4.0 * 16.0 / 12.0), 1e-12));
        QVERIFY(close(s.rms, std::sqrt(81.0 + 64.0 / 12.0), 1e-12));
    }

    void statisticsWeighTime() {
        Samples curve;
        curve.add(0.0, 0.0);
        curve.add(9.0, 0.0);
        for (int k = 1; k <= 100; ++k) curve.add(9.0 + 0.01 * k, 10.0);
        const CurveStatistics s = curveStatistics(curve.times, curve.values, {0.0, 10.0});
        QVERIFY(close(s.mean, (0.005 * 10.0 + 0.99 * 10.0) / 10.0, 1e-9));
    }

    void statisticsOfANearlyConstantCurveDoNotCancel() {
        const Samples curve =
            sampled(1001, 0.01, [](double t) { return 1e6 + 1e-6 * std::sin(2.0 * pi * t); });
        const CurveStatistics s = curveStatistics(curve.times, curve.values, {0.0, 10.0});
        QVERIFY(close(s.deviation, 1e-6 / std::numbers::sqrt2, 1e-9));
    }

    void statisticsSkipGapsAndSayNothingOfNothing() {
        Samples curve;
        for (const double v : {1.0, 1.0, std::nan(""), 5.0, 5.0})
            curve.add(static_cast<double>(curve.times.size()), v);
        const CurveStatistics s = curveStatistics(curve.times, curve.values, {0.0, 4.0});
        QCOMPARE(s.mean, 3.0);
        QCOMPARE(s.integral, 6.0);
        QVERIFY(std::isnan(curveStatistics(curve.times, curve.values, {9.0, 10.0}).mean));
    }

    void spectrumFindsAmplitudeAndFrequency() {
        const Samples curve =
            sampled(1000, 0.01, [](double t) { return 7.0 + 3.0 * std::sin(2.0 * pi * 12.0 * t); });
        const Spectrum s = spectrum(curve.times, curve.values, {0.0, 10.0});
        QCOMPARE(s.samples, std::size_t(1000));
        QVERIFY(!s.interpolated);
        const auto peak = std::max_element(s.amplitudes.begin(), s.amplitudes.end());
        const double at = s.frequencies[static_cast<std::size_t>(peak - s.amplitudes.begin())];
        QVERIFY(close(at, 12.0, 0.1));
        // Between two lines of the padded transform, the window loses less than one per cent.
        QVERIFY(close(*peak, 3.0, 0.03));
        QVERIFY(s.amplitudes[0] < 0.01);
        QVERIFY(close(s.frequencies.back(), 50.0, 0.1));
    }

    void spectrumOfUnequalStepsSaysSo() {
        Samples curve;
        for (int i = 0; i < 4000; ++i) {
            const double t = 0.0025 * (i + 0.3 * std::sin(i));
            curve.add(t, std::sin(2.0 * pi * 5.0 * t));
        }
        const Spectrum s = spectrum(curve.times, curve.values, {0.0, 10.0});
        QVERIFY(s.interpolated);
        const auto peak = std::max_element(s.amplitudes.begin(), s.amplitudes.end());
        QVERIFY(
            close(s.frequencies[static_cast<std::size_t>(peak - s.amplitudes.begin())], 5.0, 0.1));
        QVERIFY(close(*peak, 1.0, 0.02));
    }

    void spectrumNeedsSamplesWithoutGaps() {
        const Samples few = sampled(5, 0.1, [](double t) { return t; });
        QVERIFY(spectrum(few.times, few.values, {0.0, 1.0}).frequencies.empty());
        const Samples gap = sampled(100, 0.1, [](double t) { return t > 5.0 ? std::nan("") : t; });
        QVERIFY(spectrum(gap.times, gap.values, {0.0, 10.0}).frequencies.empty());
    }

    void crossingsByDirection() {
        const Samples wave = sampled(2001, 0.01, [](double t) { return std::sin(t + 0.5); });
        const auto count = [&](Crossing direction) {
            return crossings(wave.values, 0.0, direction).size();
        };
        // Zeros at k pi - 0.5 within 20: 6, the first of them falling.
        QCOMPARE(count(Crossing::Falling), std::size_t(3));
        QCOMPARE(count(Crossing::Rising), std::size_t(3));
        QCOMPARE(count(Crossing::Either), std::size_t(6));
        const RowPlace first = crossings(wave.values, 0.0, Crossing::Either).front();
        QVERIFY(close(0.01 * (static_cast<double>(first.row) + first.part), pi - 0.5, 1e-5));
    }

    void rowsOnTheLevelCountOnce() {
        MinMaxPyramid values;
        for (const double v : {-1.0, 0.0, 0.0, 1.0, 0.0, 1.0, std::nan(""), -1.0}) values.append(v);
        const auto places = crossings(values, 0.0, Crossing::Either);
        QCOMPARE(places.size(), std::size_t(1));
        QCOMPARE(places[0].row, std::size_t(1));
    }

    void cursorsMeasure() {
        RecordedRun run = oscillator(1001, 0.01);
        EnergyPlot plot;
        plot.resize(700, 400);
        plot.setRun(run.recording, run.layout, 10.0);
        plot.show();
        plot.choice().setShown(0, false);
        plot.choice().setShown(1, false);
        for (QToolButton* button : plot.findChildren<QToolButton*>())
            if (button->accessibleName().startsWith("Measure"))
                QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(plot.measures().isOn());
        QTRY_VERIFY(plot.measures().isVisible());
        plot.measures().setCursors({1.0, 3.0});
        const QStringList cells = plot.measures().tableText().section('\n', 1, 1).split('\t');
        QCOMPARE(cells.size(), 11);
        QVERIFY(close(cells[3].toDouble(), 0.0, 1e-9));
        QVERIFY(close(cells[5].toDouble(), 1.0, 1e-3));
        QVERIFY(close(cells[6].toDouble(), 3.0, 1e-3));
        QVERIFY(close(cells[7].toDouble(), 2.0, 1e-3));
        QVERIFY(close(cells[10].toDouble(), 4.0, 1e-3));
    }

    void cursorsAreDraggedByMouse() {
        RecordedRun run = oscillator(1001, 0.01);
        EnergyPlot plot;
        plot.resize(700, 400);
        plot.setRun(run.recording, run.layout, 10.0);
        plot.show();
        plot.measures().turnOn(true);
        plot.measures().setCursors({2.0, 8.0});
        QCustomPlot* canvas = plot.canvas();
        canvas->replot();
        QSignalSpy picked(&plot, &PlotWidget::timePicked);
        const auto at = [&](double time) {
            return QPoint(static_cast<int>(canvas->xAxis->coordToPixel(time)),
                          canvas->axisRect()->center().y());
        };
        QTest::mousePress(canvas, Qt::LeftButton, {}, at(8.0));
        QMouseEvent move(QEvent::MouseMove, at(5.0), canvas->mapToGlobal(at(5.0)), Qt::NoButton,
                         Qt::LeftButton, {});
        QApplication::sendEvent(canvas, &move);
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, at(5.0));
        QVERIFY(close(plot.measures().cursors()[1], 5.0, 0.05));
        QCOMPARE(plot.measures().cursors()[0], 2.0);
        QCOMPARE(picked.count(), 0);
    }

    void spectrumWindowSaysHowItWasMade() {
        RecordedRun run = oscillator(1001, 0.01);
        EnergyPlot plot;
        plot.resize(700, 400);
        plot.setRun(run.recording, run.layout, 10.0);
        plot.show();
        for (int i : {0, 1}) plot.choice().setShown(i, false);
        SpectrumWindow* window = plot.showSpectrum();
        QVERIFY(window->conditions().contains("Hann"));
        QVERIFY(window->conditions().contains("1001 samples"));
        const XyLine& line = window->plot()->lines().front();
        const auto peak = std::max_element(line.y.begin(), line.y.end());
        QVERIFY(close(line.x[static_cast<std::size_t>(peak - line.y.begin())], 1.5, 0.1));
        const QTemporaryDir folder;
        for (const char* name : {"s.png", "s.svg", "s.pdf", "s.csv"}) {
            QString problem;
            QVERIFY2(window->plot()->exportTo(folder.filePath(name), &problem),
                     qPrintable(problem));
            QVERIFY(QFileInfo(folder.filePath(name)).size() > 1000);
        }
    }

    void portraitIsACircleAndPicksTimes() {
        const DisplayUnits before = displayUnits();
        setDisplayUnits({{}, "rad"});
        const auto restored = qScopeGuard([&] { setDisplayUnits(before); });
        RecordedRun run = oscillator(629, 0.01);
        PhasePortrait portrait;
        portrait.resize(500, 500);
        portrait.setRun(run.recording, run.layout, columnChoices(run.layout, *run.model), 6.28);
        portrait.show();
        QCOMPARE(portrait.chosenX(), QString("pin.q"));
        QCOMPARE(portrait.chosenY(), QString("pin.u"));
        const XyLine& line = portrait.plot()->lines().front();
        QCOMPARE(line.x.size(), std::size_t(629));
        QVERIFY(portrait.plot()->xRange().contains({-1.0, 1.0}));
        QCustomPlot* canvas = portrait.plot()->canvas();
        canvas->replot();
        QSignalSpy picked(&portrait, &PhasePortrait::timePicked);
        const QPoint place(static_cast<int>(canvas->xAxis->coordToPixel(std::cos(2.0))),
                           static_cast<int>(canvas->yAxis->coordToPixel(-std::sin(2.0))));
        QTest::mouseClick(canvas, Qt::LeftButton, {}, place);
        QCOMPARE(picked.count(), 1);
        QVERIFY(close(picked[0][0].toDouble(), 2.0, 0.05));
        portrait.setShownTime(1.0);
        QVERIFY(portrait.plot()->lines().front().mark);
        QVERIFY(close(portrait.plot()->lines().front().mark->x(), std::cos(1.0), 1e-6));
    }

    void sectionKeepsOnlyCrossings() {
        RecordedRun run = oscillator(4001, 0.01);
        PhasePortrait portrait;
        portrait.resize(500, 500);
        portrait.setRun(run.recording, run.layout, columnChoices(run.layout, *run.model), 40.0);
        portrait.show();
        portrait.setSection(PhasePortrait::Section{"pin.u", 0.0, Crossing::Falling});
        const XyLine& line = portrait.plot()->lines().front();
        // u = -sin t falls through 0 where q = cos t is 1.
        QVERIFY(line.dots);
        QCOMPARE(line.x.size(), std::size_t(6));
        for (const double x : line.x) QVERIFY(close(x, 1.0, 1e-4));
        run.append(700, 0.01, [](double, std::span<double>) {});
        portrait.refresh();
        portrait.setSection(std::nullopt);
        QCOMPARE(portrait.plot()->lines().front().x.size(), std::size_t(4701));
    }

    void portraitsAreInTheUnitsOfTheSettings() {
        const DisplayUnits before = displayUnits();
        const auto restored = qScopeGuard([&] { setDisplayUnits(before); });
        setDisplayUnits({{}, "rad"});
        RecordedRun run = oscillator(629, 0.01);
        PhasePortrait portrait;
        portrait.resize(500, 500);
        portrait.setRun(run.recording, run.layout, columnChoices(run.layout, *run.model), 6.28);
        portrait.setSection(PhasePortrait::Section{"pin.q", 0.5, Crossing::Falling});
        setDisplayUnits({"mm", "deg"});
        portrait.setRun(run.recording, run.layout, columnChoices(run.layout, *run.model), 6.28);
        portrait.show();
        const auto section = portrait.section();
        QVERIFY(section && close(section->level, 0.5, 1e-12));
        const XyLine& line = portrait.plot()->lines().front();
        QCOMPARE(line.x.size(), std::size_t(1));
        QVERIFY(close(line.x[0], 0.5, 1e-9));
        const double level = 0.5 * 180.0 / std::numbers::pi;
        QVERIFY(portrait.plot()->xRange().contains({level, level}));
        QCOMPARE(portrait.plot()->canvas()->xAxis->label(), QString("pin.q [deg]"));
        const QTemporaryDir folder;
        QVERIFY(portrait.plot()->exportTo(folder.filePath("portrait.csv")));
        QFile file(folder.filePath("portrait.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readLine().trimmed(), QByteArray("pin.q [rad],pin.u [rad/s]"));
        QVERIFY(close(file.readLine().split(',')[0].toDouble(), 0.5, 1e-9));
    }

    void portraitsCompareRuns() {
        RecordedRun first = oscillator(100, 0.01), second = oscillator(200, 0.01);
        PhasePortrait portrait;
        portrait.resize(500, 500);
        portrait.setRun(first.recording, first.layout, columnChoices(first.layout, *first.model),
                        1.0);
        portrait.setComparison({"a", 0}, {second.source("b", 1)});
        QCOMPARE(portrait.plot()->lines().size(), std::size_t(2));
        QCOMPARE(portrait.plot()->lines()[1].x.size(), std::size_t(200));
    }

    void logAxesOnBoth() {
        XyPlot plot;
        plot.resize(400, 300);
        XyLine line;
        for (int k = -3; k <= 3; ++k) {
            line.x.push_back(std::pow(10.0, k));
            line.y.push_back(std::pow(10.0, 2 * k));
        }
        plot.setLines({line});
        plot.show();
        plot.setLog(true, true);
        QVERIFY(close(std::log10(plot.xRange().lower), -3.0, 1e-9));
        QVERIFY(close(std::log10(plot.yRange().upper), 6.0, 1e-9));
        QVERIFY(!plot.isZoomed());
    }

    void plotsFollowAThinnedRecord() {
        RecordedRun run;
        run.recording = std::make_shared<Recording>(run.layout.width(), fewestThinnedRows);
        const auto fill = [&](double t, std::span<double> row) {
            row[static_cast<std::size_t>(run.layout.total())] = t;
        };
        run.append(static_cast<int>(fewestThinnedRows), 0.01, fill);
        EnergyPlot plot;
        plot.resize(500, 300);
        plot.setRun(run.recording, run.layout, 100.0);
        plot.show();
        run.recording = run.recording->thinned();
        std::size_t index = fewestThinnedRows;
        for (; !run.recording->full(); ++index) {
            const std::span<double> row = run.recording->nextRow();
            std::fill(row.begin(), row.end(), 0.0);
            row[0] = 0.01 * static_cast<double>(index);
            fill(row[0], row);
            run.recording->commit();
        }
        plot.refresh();
        plot.canvas()->replot();
        const double last = 0.01 * static_cast<double>(index - 1);
        const auto read = plot.reader().at(plot.canvas()->xAxis->coordToPixel(last));
        QVERIFY(read);
        QVERIFY(close(read->time, last, 1e-9));
        QVERIFY(close(read->values[2], last, 1e-9));
    }

    /// In a small plot the line of the machine epsilon has no text.
    void textsOfADriftPlotDoNotCoverEachOther() {
        RecordedRun run;
        const auto drift = [&](double of) {
            return [&run, of](double t, std::span<double> row) {
                row[static_cast<std::size_t>(run.layout.driftPosition())] =
                    t < 1.0 ? 0.0 : of * (1.0 + std::sin(t));
            };
        };
        const auto check = [](DriftPlot& plot, const QSize& size, int texts) {
            plot.resize(size);
            plot.show();
            plot.canvas()->replot();
            QList<QRectF> boxes;
            for (int k = 0; k < plot.canvas()->itemCount(); ++k) {
                const auto* text = qobject_cast<QCPItemText*>(plot.canvas()->item(k));
                if (!text || !text->visible() || !text->clipToAxisRect()) continue;
                boxes << QRectF(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition());
                QVERIFY2(QRectF(plot.canvas()->axisRect()->rect()).contains(boxes.last()),
                         qPrintable(text->text()));
            }
            QCOMPARE(boxes.size(), texts);
            if (texts == 2) QVERIFY(!boxes[0].intersects(boxes[1]));
        };
        DriftPlot empty;
        run.append(1, 0.0, [&](double, std::span<double> row) {
            std::fill(row.begin(), row.end(), std::numeric_limits<double>::quiet_NaN());
            row[0] = 0.0;
        });
        empty.setRun(run.recording, run.layout, 10.0);
        const QSize small(300, 200), large(700, 400);
        check(empty, small, 1);
        for (const double size : {1e-12, 1e-16}) {  // far above and below the labelled grid line
            run = {};
            run.append(200, 0.05, drift(size));
            DriftPlot plot;
            plot.setRun(run.recording, run.layout, 10.0);
            check(plot, large, 2);
            check(plot, small, 1);
        }
    }

    // A workspace sets the sizes of its panels several times before they are painted.
    void aChartIsDrawnOnceForSeveralSizes() {
        PlotCanvas canvas;
        canvas.resize(400, 300);
        canvas.show();
        QVERIFY(QTest::qWaitForWindowExposed(&canvas));
        QCoreApplication::processEvents();
        QSignalSpy drawn(&canvas, &QCustomPlot::afterReplot);
        for (const int width : {500, 350, 420, 600}) canvas.resize(width, 300);
        QCOMPARE(drawn.size(), 0);
        QVERIFY(canvas.axisRect()->right() > 550);  // what is read before it is drawn
        QTRY_COMPARE(drawn.size(), 1);
        QCOMPARE(canvas.viewport().width(), 600);
    }

    void energiesAreCalledAsInTheirPlot() {
        const RecordedRun run = oscillator(10, 0.1);
        ProbePlot probes;
        probes.setRun(run.recording, run.layout, columnChoices(run.layout, *run.model), 1.0);
        probes.choose({"kinetic"});
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCOMPARE(probes.findChildren<PlotWidget*>().back()->chart().settings().series[0].name,
                 energySettings(run.layout, false).series[0].name);
        auto* list = probes.findChild<QTreeWidget*>();
        const auto found = list->findItems("potential", Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        found.front()->setCheckState(0, Qt::Checked);
        QCOMPARE(probes.chosen(), QStringList({"kinetic", "potential"}));  // as in files
        PhasePortrait portrait;
        portrait.setRun(run.recording, run.layout, columnChoices(run.layout, *run.model), 1.0);
        QVERIFY(portrait.choose("kinetic", "total"));
        QCOMPARE(portrait.chosenY(), QString("total"));
    }
};

MOMENTREE_TEST(TestPlotTools, Gui)

}  // namespace momentree::test_plot_tools
#include "test_plot_tools.moc"
