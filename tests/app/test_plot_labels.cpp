// SPDX-License-Identifier: GPL-3.0-or-later
// The names and values at the ends of curves.
#include <qcustomplot.h>

#include <QAbstractButton>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <numbers>

#include "app/plots/curve_choice.hpp"
#include "app/plots/end_labels.hpp"
#include "app/plots/legend_bar.hpp"
#include "app/plots/plot_widget.hpp"
#include "support/test_main.hpp"
#include "tests/app/pictures.hpp"
#include "tests/app/recorded_run.hpp"

namespace momentree::test_plot_labels {

using namespace momentree::app;

namespace {

/// Three curves: 0 to 3, the same, and 0 on the left half, else 1e-3.
struct Shown {
    RecordedRun run;
    PlotWidget plot;
    explicit Shown(int width = 700, bool log = false, const QString& q = QStringLiteral("q")) {
        run.append(101, 0.01, [&](double time, std::span<double> row) {
            const auto set = [&](const char* name, double value) {
                row[static_cast<std::size_t>(run.column(name))] = value;
            };
            set("pin.q", 3.0 * time);
            set("pin.u", 3.0 * time);
            set("tip.x", time < 0.495 ? 0.0 : 1e-3);
        });
        ChartSettings settings;
        settings.valueLabel = QStringLiteral("angle [rad]");
        settings.series = {{run.column("pin.q"), q, {}, 0},
                           {run.column("pin.u"), QStringLiteral("u"), {}, 1},
                           {run.column("tip.x"), QStringLiteral("height"), {}, 2}};
        settings.log = log;
        plot.resize(width, 320);
        plot.setSource(run.recording, run.layout, std::move(settings));
        plot.show();
        plot.canvas()->replot();
    }
    const std::vector<EndLabels::Label>& labels() const {
        for (int k = 0; k < plot.canvas()->itemCount(); ++k)
            if (auto* found = qobject_cast<EndLabels*>(plot.canvas()->item(k)))
                return found->labels();
        qFatal("a plot has labels");
    }
    QStringList texts() const {
        QStringList all;
        for (int k = 0; k < plot.canvas()->itemCount(); ++k)
            if (auto* text = qobject_cast<QCPItemText*>(plot.canvas()->item(k)))
                if (text->visible()) all << text->text().simplified();
        return all;
    }
    bool hasLegend() const { return plot.findChild<LegendBar*>()->isVisible(); }
};

}  // namespace

class TestPlotLabels : public QObject {
    Q_OBJECT

private slots:
    void labelsDoNotOverlap() {
        std::vector<double> wanted;
        for (int k = 0; k < 12; ++k) wanted.push_back(100.0 + 2.0 * k);
        const std::vector<double> placed = pushedApart(wanted, 16.0, 10.0, 290.0);
        QCOMPARE(placed.size(), wanted.size());
        QVERIFY(placed.front() >= 10.0 && placed.back() <= 290.0);
        for (std::size_t k = 1; k < placed.size(); ++k)
            QVERIFY(placed[k] - placed[k - 1] > 16.0 - 1e-9);
    }

    /// A key that comes late must not reach into entries that are there no longer.
    void chipsOfOldEntriesSayNothing() {
        LegendBar bar;
        bar.resize(400, 60);
        bar.setEntries(std::vector<LegendEntry>(2));
        bar.show();
        const auto chips = bar.findChildren<QAbstractButton*>();
        const auto first = std::ranges::find_if(chips, &QAbstractButton::isCheckable);
        QVERIFY(first != chips.end());
        QSignalSpy toggled(&bar, &LegendBar::toggled);
        QTest::keyClick(*first, Qt::Key_Space);
        QCOMPARE(toggled.size(), 1);
        bar.setEntries({});
        QTest::keyClick(*first, Qt::Key_Space);
        QCOMPARE(toggled.size(), 1);
    }

    void labelsMoveAsLittleAsPossible() {
        QCOMPARE(pushedApart({50.0, 100.0}, 16.0, 0.0, 200.0), (std::vector<double>{50.0, 100.0}));
        QCOMPARE(pushedApart({50.0, 50.0}, 16.0, 0.0, 200.0), (std::vector<double>{42.0, 58.0}));
        QCOMPARE(pushedApart({0.0, 0.0}, 16.0, 0.0, 200.0), (std::vector<double>{0.0, 16.0}));
        // A group that moves reaches the next one.
        QCOMPARE(pushedApart({50.0, 50.0, 60.0}, 10.0, 0.0, 200.0),
                 (std::vector<double>{130.0 / 3.0, 160.0 / 3.0, 190.0 / 3.0}));
        // Without enough room all come closer.
        QCOMPARE(pushedApart({5.0, 5.0, 5.0}, 16.0, 0.0, 20.0),
                 (std::vector<double>{0.0, 10.0, 20.0}));
    }

    void widePlotsNameCurvesAtTheirEnds() {
        const Shown wide;
        QVERIFY(!wide.hasLegend());
        QCOMPARE(wide.labels().size(), std::size_t(2));
        QCOMPARE(wide.labels()[0].name, QStringLiteral("q = u"));
        QCOMPARE(wide.labels()[1].name, QStringLiteral("height"));
        const QCPAxis& y = *wide.plot.canvas()->yAxis;
        QVERIFY(std::abs(wide.labels()[0].end - y.coordToPixel(3.0)) < 1.0);
        QVERIFY(wide.plot.canvas()->axisRect()->right() < wide.plot.canvas()->width() - 30);
    }

    // Names of curves that coincide are joined only where they are not cut off.
    void longNamesKeepTheirOwnLabels() {
        const Shown shown(700, false, QStringLiteral("angle of the pin"));
        QCOMPARE(shown.labels().size(), std::size_t(3));
        QCOMPARE(shown.labels()[0].name, QStringLiteral("angle of the pin"));
        QCOMPARE(shown.labels()[1].name, QStringLiteral("u"));
    }

    void narrowPlotsHaveALegend() {
        const Shown narrow(400);
        QVERIFY(narrow.hasLegend());
        QVERIFY(narrow.labels().empty());
    }

    void hiddenCurvesBringTheLegendBack() {
        Shown shown;
        shown.plot.choice().setShown(1, false);
        shown.plot.canvas()->replot();
        QVERIFY(shown.hasLegend());
        QCOMPARE(shown.labels()[0].name, QStringLiteral("q"));
    }

    void valuesFollowTheShownTime() {
        Shown shown;
        shown.plot.setShownTime(0.5);
        QCOMPARE(shown.labels()[0].value.toDouble(), 1.5);
        shown.plot.setShownTime(0.8);
        QCOMPARE(shown.labels()[0].value.toDouble(), 2.4);
        keepPicture(shown.plot, "plot-labels");
    }

    void axesAreNamedAtTheirEnds() {
        const QStringList texts = Shown().texts();
        QVERIFY(texts.contains(QStringLiteral("time, s")));
        QVERIFY(texts.contains(QStringLiteral("angle, rad")));
    }

    void zerosAreWrittenInWords() {
        const Shown log(700, true);
        const QString all = log.texts().join('|');
        QVERIFY2(all.contains(QStringLiteral("Exactly zero from 0 to 0.49 s")), qPrintable(all));
    }

    void emptyPlotsSayWhatToDo() {
        PlotWidget plot;
        plot.resize(700, 320);
        plot.clear();
        plot.show();
        plot.canvas()->replot();
        QVERIFY(!plot.canvas()->xAxis->visible() && !plot.canvas()->yAxis->visible());
        QVERIFY(!plot.canvas()->yAxis->grid()->visible());
        keepPicture(plot, "plot-empty");
    }

    /// Layouts ask for the height at other widths than the present one.
    void askingForAHeightLeavesTheLegend() {
        LegendBar bar;
        std::vector<LegendEntry> entries(3);
        for (LegendEntry& entry : entries) entry.name = "potential";
        bar.setEntries(entries);
        int row = 0;
        for (int k = 0; k < bar.count(); ++k) row += bar.chip(k)->sizeHint().width() + 2;
        bar.resize(row - 10, 22);
        bar.show();
        for (const int width : {1, 1000, row - 10}) {
            bar.heightForWidth(width);
            for (int k = 0; k < bar.count(); ++k)
                QVERIFY2(bar.chip(k)->sizeHint().width() <= bar.chip(k)->width(),
                         qPrintable(QString::number(width)));
        }
    }
};

MOMENTREE_TEST(TestPlotLabels, Gui)

}  // namespace momentree::test_plot_labels
#include "test_plot_labels.moc"
