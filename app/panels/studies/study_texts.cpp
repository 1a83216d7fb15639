// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/studies/study_texts.hpp"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "app/base/number_text.hpp"
#include "app/base/value_text.hpp"
#include "app/panels/studies/settings.hpp"

namespace momentree::app {
namespace {

struct StudyTexts {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::StudyTexts)
};

using Runs = std::vector<std::optional<RunSummary>>;

QString failedText(const Runs& runs) {
    const auto failed = [](const auto& run) { return run && run->status != "done"; };
    const auto first = std::ranges::find_if(runs, failed);
    if (first == runs.end()) return {};
    return StudyTexts::tr("; %1 without a result, the first: %2")
        .arg(std::ranges::count_if(runs, failed))
        .arg(QString::fromStdString((*first)->status));
}

QString warnedText(const Runs& runs) {
    const auto warned = [](const auto& run) { return run && !run->warning.empty(); };
    const auto first = std::ranges::find_if(runs, warned);
    if (first == runs.end()) return {};
    return StudyTexts::tr("; %1 with warnings, the first: %2")
        .arg(std::ranges::count_if(runs, warned))
        .arg(QString::fromStdString((*first)->warning));
}

}  // namespace

QString runCount(std::size_t count) {
    return count == 1 ? StudyTexts::tr("1 run") : StudyTexts::tr("%1 runs").arg(count);
}

QString settingsText(const StudyPlan& plan, std::size_t run) {
    const auto place = plan.grid.placeOf(run);
    QStringList words;
    for (std::size_t k = 0; k < place.size(); ++k)
        words << valueInWords(plan.grid.axes[k], place[k]);
    return words.join(QStringLiteral(", "));
}

QString runText(const StudyJob& job, std::size_t run, const StudyMetric& metric) {
    const QString settings = settingsText(*job.plan(), run);
    const auto& summary = job.runs()[run];
    if (!summary) return settings;
    const QString value =
        summary->status == "done"
            ? QStringLiteral("%1 %2 %3")
                  .arg(metric.title, valueText(metric.value(*summary), 0.0), metric.unit)
                  .trimmed()
            : QString::fromStdString(summary->status);
    const QString text = QStringLiteral("%1: %2").arg(settings, value);
    return summary->warning.empty()
               ? text
               : text +
                     StudyTexts::tr("; warning: %1").arg(QString::fromStdString(summary->warning));
}

QString jobText(const StudyJob& job) {
    const StudyPlan& plan = *job.plan();
    const QString total = runCount(plan.runs.size());
    const QString state = job.reading() ? StudyTexts::tr("Looking for finished runs …")
                          : job.done() == 0
                              ? StudyTexts::tr("%1 of %2 s each, in the background")
                                    .arg(total, shortText(plan.runs.front().run.duration))
                              : StudyTexts::tr("%1 of %2 finished").arg(job.done()).arg(total);
    return state + failedText(job.runs()) + warnedText(job.runs());
}

}  // namespace momentree::app
