// SPDX-License-Identifier: GPL-3.0-or-later
// The questions of Analyse about points and parameters: reach, sensitivity, fit.
#include <QComboBox>
#include <QFile>
#include <QTemporaryDir>
#include <cmath>

#include "app/panels/analyses/fit_answer.hpp"
#include "app/panels/analyses/sensitivity_answer.hpp"
#include "app/plots/xy_plot.hpp"
#include "core/model/evaluate.hpp"
#include "core/session/run_setup.hpp"
#include "core/study/column_rows.hpp"
#include "tests/app/analyses_window.hpp"

namespace momentree::test_gui_parameter_analyses {

using app::AnalysisKind;

class TestGuiParameterAnalyses : public QObject, app::AnalysesWindow {
    Q_OBJECT

private slots:
    void initTestCase() { prepare("test_gui_parameter_analyses"); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void pointsReachAnArea() {
        open("double_pendulum");
        ask("Reach");
        app::Answer& reach = answer(AnalysisKind::Reach);
        QTRY_VERIFY(reach.outcome());
        const auto& points = std::get<ReachAnalysis>(reach.outcome()->found).points;
        QCOMPARE(points.size(), std::size_t(1));
        QCOMPARE(points[0].kind, PointReach::Kind::Area);
        keepBoth("analyse-reach");
    }

    /// A long chain has many columns: listing them in every hidden panel would delay each edit.
    void columnsAreListedWhenTheyAreSeen() {
        open("four_bar");
        const auto* columns = window_->findChild<QComboBox*>("sensitivityColumn");
        QCOMPARE(columns->count(), 0);
        ask("Sensitivity");
        QTRY_VERIFY(columns->findText("J1.q") >= 0);
    }

    void parametersAreCompared() {
        open("four_bar");
        ask("Sensitivity");
        auto& sensitivity = static_cast<app::SensitivityAnswer&>(answer(AnalysisKind::Sensitivity));
        QTRY_VERIFY(sensitivity.outcome());
        const auto& found = std::get<Sensitivities>(sensitivity.outcome()->found);
        QCOMPARE(sensitivity.plot().lines().size(), found.parameters.size());
        // The plot is in the units shown, for one percent.
        auto* column = sensitivity.findChild<QComboBox*>("sensitivityColumn");
        column->setCurrentText("J1.q");
        Q_EMIT column->activated(column->currentIndex());
        QTRY_VERIFY(sensitivity.outcome() &&
                    std::get<Sensitivities>(sensitivity.outcome()->found).columns.front() ==
                        "J1.q");
        const auto& angle = std::get<Sensitivities>(sensitivity.outcome()->found);
        const double last = angle.slopes[0](angle.slopes[0].rows() - 1, 0);
        const Model& model = *sensitivity.outcome()->model;
        const app::ColumnChoices choices = app::columnChoices(RowLayout(model), model);
        const auto shown =
            std::ranges::find(*choices, QStringLiteral("J1.q"), &app::ColumnChoice::name);
        const double expected = 0.01 * angle.parameterValues[0] * last * shown->perRecorded;
        QVERIFY(std::abs(sensitivity.plot().lines()[0].y.back() - expected) <
                1e-9 * std::abs(expected));
        keepBoth("analyse-sensitivity");
    }

    /// Made by a run with another length.
    void aMeasurementIsFitted() {
        open("single_pendulum");
        const ModelDescription drawn = window_->document().description();
        ModelDescription longer = drawn;
        QVERIFY(setParameter(longer, "L", "1.05"));
        const auto model = buildModel(longer);
        QVERIFY(model);
        const std::string column = (*model)->bodies[0].name + ".x";
        RunSpec spec = specOf(Catalogue(), **model, longer.run);
        spec.duration = 1.0;
        spec.sample = 0.02;
        const auto rows = columnRows(Catalogue(), *model, spec, {column});
        QVERIFY(rows);
        QTemporaryDir folder;
        QFile file(folder.filePath("measured.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(("time," + column + "\n").c_str());
        for (std::size_t k = 0; k < rows->times.size(); ++k)
            file.write(QByteArray::number(rows->times[k], 'g', 17) + "," +
                       QByteArray::number(rows->values(static_cast<Eigen::Index>(k), 0), 'g', 17) +
                       "\n");
        file.close();
        ask("Fit");
        auto& fit = static_cast<app::FitAnswer&>(answer(AnalysisKind::Fit));
        QTRY_VERIFY(fit.problem().contains("Choose a measurement"));
        QString why;
        QVERIFY(!fit.readData(folder.filePath("missing.csv"), &why) && !why.isEmpty());
        QVERIFY2(fit.readData(file.fileName(), &why), qPrintable(why));
        QTRY_VERIFY(fit.outcome());
        const auto& found = std::get<app::DataFit>(fit.outcome()->found).fit.parameters;
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].name, std::string("L"));
        QVERIFY(std::abs(found[0].value - 1.05) < 1e-8);
        QCOMPARE(fit.plot().lines().size(), std::size_t(2));
        keepBoth("analyse-fit");
        press(fit, "fitUse");
        const auto length = [&] {
            return window_->document().description().parameters[0].value.value;
        };
        QVERIFY(std::abs(length() - 1.05) < 1e-8);
        window_->document().history().undo();
        QCOMPARE(window_->document().description(), drawn);
    }
};

MOMENTREE_TEST(TestGuiParameterAnalyses, Gui)

}  // namespace momentree::test_gui_parameter_analyses
#include "test_gui_parameter_analyses.moc"
