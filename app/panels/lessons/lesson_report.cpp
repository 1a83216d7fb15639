// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/lesson_report.hpp"

#include <qcustomplot.h>

#include <QCoreApplication>
#include <set>

#include "app/base/number_text.hpp"
#include "app/export/lab_report.hpp"
#include "app/panels/lessons/lesson_chart.hpp"
#include "app/panels/lessons/lesson_graph.hpp"
#include "app/plots/figure.hpp"

namespace momentree::app {
namespace {

struct ReportTexts {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::LessonReport)
};

constexpr int conclusionLines = 4;
constexpr std::size_t mostAttempts = 4;

QString asHtml(const QString& text) { return text.toHtmlEscaped().replace('\n', "<br>"); }

QString asHtml(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

QString withUnitInBrackets(const std::string& label, const std::string& unit) {
    return unit.empty() ? asHtml(label) : asHtml(label) + QStringLiteral(" [%1]").arg(asHtml(unit));
}

/// A setting as the student chose it: "1 × 10⁻⁶", "rk4".
QString numberOrWord(const std::string& value) {
    bool isNumber = false;
    const double number = QString::fromStdString(value).toDouble(&isNumber);
    return asHtml(isNumber ? readableNumber(number) : value);
}

/// Writes the sections of one report.
class ReportWriter {
public:
    ReportWriter(const LessonWork& work, const QImage& scene) : work_(work), scene_(scene) {}

    LabPage write() {
        page_.title = QString::fromStdString(work_.lesson.title);
        page_.body = labParagraph(asHtml(work_.lesson.teaches));
        for (int k = 0; k < static_cast<int>(work_.lesson.steps.size()); ++k) writeStep(k);
        page_.body += labHeading(ReportTexts::tr("What I conclude")) + labLines(conclusionLines);
        return page_;
    }

private:
    void writeStep(int index) {
        const LessonStep& step = work_.lesson.steps[static_cast<std::size_t>(index)];
        switch (step.kind) {
            case LessonStep::Kind::Predict:
                return writePrediction(index, step);
            case LessonStep::Kind::Run:
                experiment_ = index;
                return writeRuns(step);
            case LessonStep::Kind::Look:
                return writeResults(step);
            case LessonStep::Kind::Task:
                return writeTask(index, step);
            case LessonStep::Kind::Explain:
                return;
        }
    }

    void writePrediction(int index, const LessonStep& step) {
        const auto text = [&](int answer) {
            return asHtml(
                plainText(step.answers[static_cast<std::size_t>(answer)].text, work_.lesson));
        };
        const auto chosen = work_.chosen.find(index);
        const bool made = chosen != work_.chosen.end() && chosen->second >= 0;
        prediction_ = labHeading(ReportTexts::tr("Prediction")) +
                      labParagraph(asHtml(questionOf(step, work_.lesson)));
        const QString found = labParagraph(
            ReportTexts::tr("<b>Found:</b> %1").arg(text(step.right)) + ' ' +
            asHtml(plainText(step.answers[static_cast<std::size_t>(step.right)].feedback,
                             work_.lesson)));
        prediction_ += labParagraph(
            made ? ReportTexts::tr("<b>Predicted:</b> %1&nbsp;%2")
                       .arg(text(chosen->second), chosen->second == step.right ? "✓" : "✗")
                 : ReportTexts::tr("No prediction was made."));
        prediction_ += found;
    }

    /// The runs of the last experiment, null if they were not computed.
    const LessonResults* results() const {
        const auto found = work_.results.find(experiment_);
        return found == work_.results.end() ? nullptr : &found->second;
    }

    void writeRuns(const LessonStep& step) {
        const LessonResults* all = results();
        std::vector<Cells> rows{{ReportTexts::tr("run"), ReportTexts::tr("formulation"),
                                 ReportTexts::tr("integrator"), ReportTexts::tr("step [s]"),
                                 ReportTexts::tr("duration [s]")}};
        const LessonResult* first = nullptr;
        for (const std::string& name : step.runs) {
            if (!all || !all->contains(name)) continue;
            const LessonResult& result = all->at(name);
            if (!first) first = &result;
            const RunSpec& spec = result.experiment.spec;
            QString backend =
                spec.backend == "sequential" ? QString() : asHtml(", " + spec.backend);
            rows.push_back({asHtml(work_.lesson.run(name)->label),
                            asHtml(spec.formulation) + backend, asHtml(spec.integrator),
                            shortText(spec.step, 6), shortText(spec.duration, 6)});
            page_.runs.push_back({QString::fromStdString(work_.lesson.run(name)->label),
                                  result.recording->origin()});
        }
        if (!first) {
            page_.body +=
                prediction_ + labParagraph(ReportTexts::tr("The runs were not computed."));
            return;
        }
        page_.body += modelPart(page_, *first->experiment.model, scene_, prediction_) +
                      labHeading(ReportTexts::tr("Runs")) + labTable(rows, 3);
    }

    void writeResults(const LessonStep& step) {
        const LessonResults* all = results();
        if (!all) return;
        const std::vector<std::string>& runs =
            step.runs.empty() ? work_.lesson.steps[static_cast<std::size_t>(experiment_)].runs
                              : step.runs;
        page_.body += labHeading(ReportTexts::tr("Results"));
        QString pictures;
        for (const LessonPlot& plot : step.plots)
            if (auto source = lessonFigure(plot, work_.lesson, runs, *all)) {
                const QString name = QString::fromStdString(plot.label);
                source->settings.valueLabel =
                    plot.unit.empty()
                        ? name
                        : name + QStringLiteral(" [%1]").arg(QString::fromStdString(plot.unit));
                pictures += labImage(page_, labFigure(*source, name, LabWidth::Whole));
            }
        for (const LessonGraph& graph : step.graphs) {
            QCustomPlot plot;
            drawLessonGraph(plot, graph, *all, themeColors(false));
            plot.yAxis->setLabel(withUnitInBrackets(graph.label, graph.unit));
            pictures += labImage(
                page_, labFigure(plot, QString::fromStdString(graph.label), LabWidth::Half));
        }
        page_.body += labParagraph(pictures);
        if (step.table.empty()) return;
        std::vector<Cells> rows{{ReportTexts::tr("run")}};
        for (const LessonColumn& column : step.table)
            rows.front().push_back(withUnitInBrackets(column.label, column.unit));
        for (const std::string& run : runs) {
            rows.push_back({asHtml(work_.lesson.run(run)->label)});
            for (const LessonColumn& column : step.table)
                rows.back().push_back(measuredText(column.quantity, *all, run));
        }
        page_.body += labTable(rows);
    }

    void writeTask(int index, const LessonStep& step) {
        page_.body += labHeading(ReportTexts::tr("My turn")) +
                      labParagraph(asHtml(plainText(step.page, work_.lesson)));
        const auto tried = work_.attempts.find(index);
        if (tried == work_.attempts.end()) {
            page_.body += labParagraph(ReportTexts::tr("Nothing was tried."));
            return;
        }
        std::vector<Cells> rows{{QString()}};
        for (const Control& control : step.controls)
            rows.front().push_back(withUnitInBrackets(control.label, control.unit));
        for (const LessonVerdict& verdict : tried->second.front().verdicts)
            rows.front().push_back(
                QStringLiteral("%1 (%2)").arg(verdict.label, verdict.goal).toHtmlEscaped());
        const std::size_t count = tried->second.size();
        const std::size_t first = count > mostAttempts ? count - mostAttempts : 0;
        if (first > 0)
            page_.body += labParagraph(
                ReportTexts::tr("%1 attempts, the last %2 of them:").arg(count).arg(mostAttempts));
        for (std::size_t k = first; k < count; ++k) {
            const LessonAttempt& attempt = tried->second[k];
            rows.push_back({QStringLiteral("%1 %2").arg(k + 1).arg(
                attempt.solved ? QStringLiteral("✓") : QStringLiteral("✗"))});
            for (const auto& [name, value] : attempt.values)
                rows.back().push_back(numberOrWord(value));
            for (const LessonVerdict& verdict : attempt.verdicts)
                rows.back().push_back(QStringLiteral("%1 %2")
                                          .arg(verdict.value, verdict.met ? "✓" : "✗")
                                          .toHtmlEscaped());
        }
        page_.body += labTable(rows);
    }

    const LessonWork& work_;
    const QImage& scene_;
    LabPage page_;
    QString prediction_;
    int experiment_ = -1;
};

}  // namespace

LabPage lessonReport(const LessonWork& work, const QImage& scene) {
    return ReportWriter(work, scene).write();
}

}  // namespace momentree::app
