// SPDX-License-Identifier: GPL-3.0-or-later
#include <qcustomplot.h>

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/display_unit.hpp"
#include "app/base/value_text.hpp"
#include "app/plots/axis_range.hpp"
#include "app/plots/column_choices.hpp"
#include "app/plots/curve_choice.hpp"
#include "app/plots/curve_points.hpp"
#include "app/plots/curve_rows.hpp"
#include "app/plots/drift_plot.hpp"
#include "app/plots/energy_plot.hpp"
#include "app/plots/legend_bar.hpp"
#include "app/plots/phase_plot.hpp"
#include "app/plots/phase_table.hpp"
#include "app/plots/plot_picture.hpp"
#include "app/plots/probe_plot.hpp"
#include "support/test_main.hpp"
#include "tests/app/mouse_events.hpp"

namespace momentree::test_plots {

using namespace momentree::app;

namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();
constexpr double interval = 0.01;

/// One body on a hinge with two probes, which covers every kind of column.
std::shared_ptr<const Model> pendulum() {
    auto model = std::make_shared<Model>();
    model->name = "pendulum";
    model->bodies.push_back({});
    model->bodies.back().name = "arm";
    model->joints.push_back({});
    model->joints.back().name = "pin";
    model->joints.back().kind = Revolute{};
    for (const char* column : {"tip.x", "tip.speed"}) {
        Probe probe;
        probe.what.column = column;
        probe.what.quantity = column == std::string("tip.x") ? "position" : "velocity";
        model->probes.push_back(probe);
    }
    return model;
}

struct Run {
    std::shared_ptr<const Model> model = pendulum();
    RowLayout layout{*model};
    std::shared_ptr<Recording> recording = std::make_shared<Recording>(layout.width(), 100000);

    void append(int rows) {
        for (int i = 0; i < rows; ++i) {
            const std::size_t index = recording->size();
            const double t = interval * static_cast<double>(index);
            const std::span<double> row = recording->nextRow();
            std::fill(row.begin(), row.end(), 0.0);
            const auto set = [&row](int column, double value) {
                row[static_cast<std::size_t>(column)] = value;
            };
            set(0, t);
            set(layout.kinetic(), std::pow(std::sin(t), 2));
            set(layout.potential(), 3.0 - std::pow(std::sin(t), 2));
            set(layout.total(), 3.0 + 1e-9 * t);
            set(layout.driftPosition(), index % 10 == 0 ? 0.0 : 1e-12 * (1.0 + t));
            set(layout.driftVelocity(), 1e-9);
            set(layout.driftAcceleration(), noValue);
            set(layout.probe(0), std::cos(t));
            set(layout.probe(1), -std::sin(t));
            if (index > 0) {
                set(layout.phase(Phase::Kinematics), 1000.0);
                set(layout.phase(Phase::Assembly), 3000.0);
            }
            recording->commit();
        }
    }
    explicit Run(int rows = 1001) { append(rows); }
};

bool close(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }

/// An energy plot on (virtual) screen, laid out.
struct ShownEnergy {
    Run run;
    EnergyPlot plot;
    ShownEnergy() {
        plot.resize(700, 320);
        plot.setRun(run.recording, run.layout, 10.0);
        plot.show();
        plot.canvas()->replot();
    }
    double pixel(double time) const { return plot.canvas()->xAxis->coordToPixel(time); }
    QPointF at(double time, double part = 0.5) const {
        const QRect area = plot.canvas()->axisRect()->rect();
        return {pixel(time), area.top() + part * area.height()};
    }
    double pixelTime() const {
        return plot.chart().timeRange().span() / plot.canvas()->axisRect()->width();
    }
};

template <typename Plot>
void checkPicking(Plot& plot) {
    plot.resize(700, 350);
    plot.show();
    QSignalSpy picked(&plot, &Plot::timePicked);
    plot.setShownTime(5.0);
    plot.refresh();
    QCustomPlot* canvas = plot.template findChild<QCustomPlot*>();
    QVERIFY(canvas != nullptr);
    canvas->replot();
    QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->axisRect()->center());
    QCOMPARE(picked.count(), 1);
}

}  // namespace

class TestPlots : public QObject {
    Q_OBJECT

private slots:
    void energyShowsAllThreeCurves() {
        ShownEnergy e;
        QCOMPARE(e.plot.chart().settings().series.size(), std::size_t(3));
        QCOMPARE(e.plot.chart().timeRange().upper, 10.0);
        QVERIFY(e.plot.chart().valueRange().contains({0.0, 3.0}));
        QVERIFY(e.plot.canvas()->yAxis->label().contains(QStringLiteral("[J]")));
    }

    void energyErrorStartsAtZero() {
        ShownEnergy e;
        e.plot.showError(true);
        e.plot.canvas()->replot();
        const auto start = e.plot.reader().at(e.pixel(0.0));
        const auto end = e.plot.reader().at(e.pixel(10.0));
        QVERIFY(start && end);
        QCOMPARE(start->values, std::vector<double>{0.0});
        QVERIFY(close(end->values[0], 1e-8, 1e-12));
        QVERIFY(e.plot.chart().valueRange().upper < 1e-7);
    }

    void readOutSnapsToSamples() {
        ShownEnergy e;
        const auto read = e.plot.reader().at(e.pixel(4.0));
        QVERIFY(read);
        QVERIFY(close(read->time, 4.0, e.pixelTime() + interval));
        QCOMPARE(read->time, e.run.recording->at(read->row, 0));
        QCOMPARE(read->values[0], e.run.recording->at(read->row, e.run.layout.kinetic()));
        QCOMPARE(read->values[2], e.run.recording->at(read->row, e.run.layout.total()));
        QVERIFY(!e.plot.reader().at(2.0));
    }

    void growingRecordingIsFollowed() {
        Run run(1);
        EnergyPlot plot;
        plot.resize(600, 300);
        plot.setRun(run.recording, run.layout, 10.0);
        plot.show();
        QCOMPARE(plot.chart().timeRange().upper, 1.0);
        run.append(400);
        plot.refresh();
        QVERIFY(plot.chart().timeRange().upper >= 4.0 && plot.chart().timeRange().upper < 10.0);
        run.append(600);
        plot.refresh();
        QCOMPARE(plot.chart().timeRange().upper, 10.0);
    }

    void clickAndDragPickTimes() {
        ShownEnergy e;
        QSignalSpy picked(&e.plot, &PlotWidget::timePicked);
        QTest::mouseClick(e.plot.canvas(), Qt::LeftButton, {}, e.at(3.0).toPoint());
        QCOMPARE(picked.count(), 1);
        QVERIFY(close(picked[0][0].toDouble(), 3.0, 2.0 * e.pixelTime()));
        drag(e.plot.canvas(), e.at(3.0), e.at(6.0), Qt::LeftButton);
        QVERIFY(picked.count() >= 3);
        QVERIFY(close(picked.last()[0].toDouble(), 6.0, 2.0 * e.pixelTime()));
    }

    void wheelZoomsAroundTheMouse() {
        ShownEnergy e;
        const ValueRange values = e.plot.chart().valueRange();
        turnWheel(e.plot.canvas(), e.at(2.0), 3, Qt::NoModifier);
        QVERIFY(e.plot.chart().isZoomed());
        QVERIFY(e.plot.chart().timeRange().span() < 6.0);
        QVERIFY(e.plot.chart().timeRange().contains({2.0, 2.0}));
        turnWheel(e.plot.canvas(), e.at(2.0), 2, Qt::ControlModifier);
        QVERIFY(e.plot.chart().valueRange().span() < 0.7 * values.span());
        sendMouse(e.plot.canvas(), QEvent::MouseButtonDblClick, e.at(2.0), Qt::LeftButton,
                  Qt::LeftButton);
        QVERIFY(!e.plot.chart().isZoomed());
        QCOMPARE(e.plot.chart().timeRange().upper, 10.0);
    }

    void draggingAZoomedPlotMovesIt() {
        ShownEnergy e;
        e.plot.setZoom(ValueRange{2.0, 4.0}, std::nullopt);
        e.plot.canvas()->replot();
        QSignalSpy picked(&e.plot, &PlotWidget::timePicked);
        drag(e.plot.canvas(), e.at(3.5), e.at(2.5), Qt::LeftButton);
        QCOMPARE(picked.count(), 0);
        QVERIFY(close(e.plot.chart().timeRange().lower, 3.0, 0.02));
        QVERIFY(close(e.plot.chart().timeRange().span(), 2.0, 1e-9));
    }

    void timeLineCanAlwaysBeDragged() {
        ShownEnergy e;
        e.plot.setZoom(ValueRange{2.0, 4.0}, std::nullopt);
        e.plot.setShownTime(3.0);
        e.plot.canvas()->replot();
        QSignalSpy picked(&e.plot, &PlotWidget::timePicked);
        drag(e.plot.canvas(), e.at(3.0), e.at(3.5), Qt::LeftButton);
        QVERIFY(picked.count() >= 2);
        QVERIFY(close(picked.last()[0].toDouble(), 3.5, 0.02));
        QCOMPARE(e.plot.chart().timeRange().lower, 2.0);
    }

    void rightDragZoomsToTheBox() {
        ShownEnergy e;
        drag(e.plot.canvas(), e.at(2.0, 0.25), e.at(5.0, 0.75), Qt::RightButton);
        QVERIFY(close(e.plot.chart().timeRange().lower, 2.0, 3.0 * e.pixelTime() + 0.05));
        QVERIFY(close(e.plot.chart().timeRange().upper, 5.0, 3.0 * e.pixelTime() + 0.05));
        QVERIFY(e.plot.chart().isZoomed());
    }

    void legendHidesCurves() {
        ShownEnergy e;
        const CurveChart& chart = e.plot.chart();
        QTest::mouseClick(e.plot.findChild<LegendBar*>()->chip(2), Qt::LeftButton);
        QVERIFY(!chart.settings().series[2].visible);
        e.plot.canvas()->replot();
        QCOMPARE(e.plot.reader().at(e.pixel(1.0))->values.size(), std::size_t(2));
        e.plot.setRun(e.run.recording, e.run.layout, 10.0);
        QVERIFY(!chart.settings().series[2].visible);  // also in a new run
        QTest::mouseDClick(e.plot.findChild<LegendBar*>()->chip(0), Qt::LeftButton);
        QVERIFY(chart.settings().series[0].visible && !chart.settings().series[1].visible);
    }

    void driftIsLogarithmicAndHonest() {
        Run run;
        DriftPlot plot;
        plot.resize(600, 300);
        plot.setRun(run.recording, run.layout, 10.0);
        plot.show();
        plot.canvas()->replot();
        QVERIFY(plot.chart().settings().log);
        QVERIFY(close(std::log10(plot.chart().valueRange().lower), -12.0, 1e-9));
        const QRect area = plot.canvas()->axisRect()->rect();
        for (int x = area.left(); x < area.right(); ++x) {
            const auto read = plot.reader().at(x);
            QCOMPARE(read->values[0], run.recording->at(read->row, run.layout.driftPosition()));
            QVERIFY(std::isnan(read->values[2]));
        }
        plot.setLogarithmic(false);
        QVERIFY(plot.chart().valueRange().lower <= 0.0);
    }

    void nothingToShowIsSaid() {
        Run run(0);
        EnergyPlot plot;
        plot.resize(600, 300);
        plot.setRun(run.recording, run.layout, 0.0);
        plot.show();
        QVERIFY(!plot.reader().at(300.0));
        plot.clear();
        plot.refresh();
        QVERIFY(plot.chart().settings().series.empty());
    }

    void exportsAreWholeFiles_data() {
        QTest::addColumn<QString>("extension");
        QTest::addColumn<QByteArray>("start");
        QTest::newRow("png") << "png" << QByteArray("\x89PNG");
        QTest::newRow("svg") << "svg" << QByteArray("<?xml");
        QTest::newRow("pdf") << "pdf" << QByteArray("%PDF");
        QTest::newRow("csv") << "csv"
                             << QByteArray("time [s],kinetic [J],potential [J],total [J]\r\n");
    }
    void exportsAreWholeFiles() {
        QFETCH(QString, extension);
        QFETCH(QByteArray, start);
        ShownEnergy e;
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plot.") + extension);
        QString problem;
        QVERIFY2(e.plot.exportTo(path, &problem), qPrintable(problem));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(bytes.startsWith(start));
        QVERIFY(bytes.size() > 5000);
    }

    void csvHoldsTheVisibleRows() {
        ShownEnergy e;
        e.plot.choice().setShown(0, false);
        e.plot.setZoom(ValueRange{1.995, 3.005}, std::nullopt);
        const QTemporaryDir folder;
        QVERIFY(e.plot.exportTo(folder.filePath(QStringLiteral("a.csv"))));
        QFile file(folder.filePath(QStringLiteral("a.csv")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 102);
        QCOMPARE(lines[0].trimmed(), QByteArray("time [s],potential [J],total [J]"));
        QCOMPARE(lines[1].split(',')[1].toDouble(),
                 e.run.recording->at(200, e.run.layout.potential()));
    }

    void exportProblemsAreNamed() {
        ShownEnergy e;
        QString problem;
        QVERIFY(!e.plot.exportTo(QStringLiteral("/no/such/folder/plot.png"), &problem));
        QVERIFY(problem.contains(QStringLiteral("/no/such/folder/plot.png")));
        QVERIFY(!e.plot.exportTo(QStringLiteral("plot.xyz"), &problem));
        QVERIFY(problem.contains(QStringLiteral(".svg")));
    }

    void phasesAddUp() {
        Run run;
        PhasePlot plot;
        plot.resize(900, 300);
        plot.setRun(run.recording, run.layout, 10.0);
        plot.show();
        QTRY_COMPARE(plot.table()->topLevelItemCount(), 3);
        QCOMPARE(plot.table()->topLevelItem(0)->text(0), QStringLiteral("kinematics"));
        QCOMPARE(plot.table()->topLevelItem(0)->text(2), QStringLiteral("25.0 %"));
        QCOMPARE(plot.table()->topLevelItem(2)->text(3), QStringLiteral("4.00 µs"));
        QVERIFY(close(plot.canvas()->yAxis->range().upper, 4.0 * 1.08, 1e-6));
        PhaseTotals totals;
        totals.steps = 1000;
        totals.phases[static_cast<std::size_t>(Phase::Kinematics)] = {2000000, 4000};
        plot.setTotals(totals);
        QTRY_COMPARE(plot.table()->topLevelItemCount(), 2);
        QCOMPARE(plot.table()->topLevelItem(0)->text(1), QStringLiteral("4000"));
        QCOMPARE(plot.table()->topLevelItem(0)->text(3), QStringLiteral("2.00 µs"));
        totals.devices[static_cast<std::size_t>(Phase::Kinematics)] = QStringLiteral("board:a:1");
        plot.setTotals(totals);
        QVERIFY(plot.table()->topLevelItem(0)->toolTip(0).contains(QLatin1String("board:a:1")));
        const auto labels = plot.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().endsWith(QLatin1String("also on board:a:1"));
        }));
        QSignalSpy picked(&plot, &PhasePlot::timePicked);
        plot.canvas()->replot();
        const QPoint middle = plot.canvas()->axisRect()->center();
        QTest::mouseClick(plot.canvas(), Qt::LeftButton, {}, middle);
        QCOMPARE(picked.count(), 1);
        QVERIFY(close(picked[0][0].toDouble(), 5.0, 0.1));
    }

    void columnsHaveUnitsAndProbesComeFirst() {
        const Run run(1);
        const auto choices = columnChoices(run.layout, *run.model);
        QCOMPARE(choices->front().name, QStringLiteral("tip.x"));
        QCOMPARE(choices->front().unit, QStringLiteral("m"));
        const auto unitOf = [&](const QString& name) {
            for (const ColumnChoice& choice : *choices)
                if (choice.name == name) return choice.unit;
            return QStringLiteral("missing");
        };
        QCOMPARE(unitOf(QStringLiteral("pin.q")), QStringLiteral("deg"));
        QCOMPARE(unitOf(QStringLiteral("pin.u")), QStringLiteral("deg/s"));
        QCOMPARE(unitOf(QStringLiteral("pin.mz")), QStringLiteral("N m"));
        QCOMPARE(unitOf(QStringLiteral("arm.vx")), QStringLiteral("m/s"));
        QCOMPARE(unitOf(QStringLiteral("phase.base")), QStringLiteral("ns"));
        QCOMPARE(unitOf(QStringLiteral("angular_momentum.z")), QStringLiteral("kg m²/s"));
        QCOMPARE(unitOf(QStringLiteral("newton")), QString());
        QCOMPARE(static_cast<int>(choices->size()), run.layout.width() - 1);
    }

    void unitsAreThoseOfTheSettings() {
        const DisplayUnits before = displayUnits();
        setDisplayUnits({"mm", "deg"});
        const auto restored = qScopeGuard([&] { setDisplayUnits(before); });
        const Run run(3);
        const auto choices = columnChoices(run.layout, *run.model);
        const auto& tip = choices->front();
        QCOMPARE(tip.unit, QStringLiteral("mm"));
        CurveRows rows;
        const auto read = [&](double scale, bool fromStart = false) {
            PlotSeries series{tip.column, tip.name, tip.unit};
            series.scale = scale;
            series.fromStart = fromStart;
            rows.set({{run.recording, run.layout, {}}}, {series});
            rows.pull();
            return rows.at(0, 0, 2);
        };
        const double metres = read(1.0);
        QVERIFY(metres != 0.0);
        QCOMPARE(read(tip.perRecorded), 1000.0 * metres);
        QCOMPARE(read(tip.perRecorded, true), 1000.0 * read(1.0, true));
        ProbePlot probes;
        probes.setRun(run.recording, run.layout, columnChoices(run.layout, *run.model), 10.0);
        probes.choose({tip.name});
        const auto plots = probes.findChildren<PlotWidget*>();
        QCOMPARE(plots.back()->chart().settings().valueLabel, tip.name + QStringLiteral(" [mm]"));
        for (const ColumnChoice& choice : *choices)
            if (choice.name == QStringLiteral("pin.u")) QCOMPARE(choice.unit, QString("deg/s"));
    }

    void filesStayInSi() {
        const DisplayUnits before = displayUnits();
        setDisplayUnits({"mm", "deg"});
        const auto restored = qScopeGuard([&] { setDisplayUnits(before); });
        const Run run(3);
        ProbePlot probes;
        probes.setRun(run.recording, run.layout, columnChoices(run.layout, *run.model), 10.0);
        const QString tip = columnChoices(run.layout, *run.model)->front().name;
        probes.choose({tip});
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("tip.csv"));
        QVERIFY(probes.findChildren<PlotWidget*>().back()->exportTo(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QCOMPARE(lines[0].trimmed(), "time [s]," + tip.toUtf8() + " [m]");
        QCOMPARE(lines[3].split(',')[1].toDouble(), run.recording->at(2, run.layout.probe(0)));
    }

    void probesOfOneUnitShareAPlot() {
        Run run;
        ProbePlot probes;
        probes.resize(900, 400);
        probes.setRun(run.recording, run.layout, columnChoices(run.layout, *run.model), 10.0);
        probes.show();
        QCOMPARE(probes.chosen(), QStringList{QStringLiteral("tip.x")});
        const auto plots = [&probes] {
            int count = 0;
            for (const PlotWidget* plot : probes.findChildren<PlotWidget*>())
                count += plot->isVisible() ? 1 : 0;
            return count;
        };
        probes.choose({QStringLiteral("tip.x"), QStringLiteral("arm.x"),
                       QStringLiteral("tip.speed"), QStringLiteral("nothing")});
        QCOMPARE(probes.chosen().size(), 3);
        QTRY_COMPARE(plots(), 2);
        // Another run keeps the selection.
        probes.setRun(run.recording, run.layout, columnChoices(run.layout, *run.model), 10.0);
        QCOMPARE(probes.chosen().size(), 3);
        probes.choose({});
        QTRY_COMPARE(plots(), 0);
    }

    void everyPlotTakesATimeByClick() {
        Run run;
        EnergyPlot energy;
        energy.setRun(run.recording, run.layout, 10.0);
        checkPicking(energy);
        DriftPlot drift;
        drift.setRun(run.recording, run.layout, 10.0);
        checkPicking(drift);
        PhasePlot phases;
        phases.setRun(run.recording, run.layout, 10.0);
        checkPicking(phases);
        ProbePlot probes;
        probes.setRun(run.recording, run.layout, columnChoices(run.layout, *run.model), 10.0);
        checkPicking(probes);
    }

    void themeReachesThePlots() {
        ShownEnergy e;
        auto& app = *qobject_cast<QApplication*>(QCoreApplication::instance());
        for (const auto choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
            applyTheme(app, choice);
            e.plot.canvas()->replot();
            QTRY_COMPARE(e.plot.canvas()->toPixmap().toImage().pixelColor(2, 2),
                         themeColors(choice == ThemeChoice::Dark).panel);
        }
    }

    void pictureWorksWithoutAWindow() {
        const Run run;
        const QImage image = plotPicture(*run.recording, run.layout, QSize(600, 400), 2.0);
        QCOMPARE(image.size(), QSize(1200, 800));
        const ThemeColors& colors = themeColors(false);
        int upper = 0, lower = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y) == colors.series[0])
                    ++(y < image.height() / 2 ? upper : lower);
        QVERIFY2(upper > 100, qPrintable(QString::number(upper)));
        QVERIFY2(lower > 100, qPrintable(QString::number(lower)));
    }
};

MOMENTREE_TEST(TestPlots, Gui)

}  // namespace momentree::test_plots
#include "test_plots.moc"
