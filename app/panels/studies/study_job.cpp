// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/studies/study_job.hpp"

#include <QCoreApplication>
#include <QPointer>
#include <QThread>
#include <algorithm>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"

namespace momentree::app {
namespace {

constexpr int often = 100;  ///< [ms]

}  // namespace

StudyJob::StudyJob(std::shared_ptr<const Catalogue> catalogue, QObject* parent)
    : QObject(parent), catalogue_(std::move(catalogue)) {
    soon_.setSingleShot(true);
    soon_.setInterval(often);
    connect(&soon_, &QTimer::timeout, this, &StudyJob::advanced);
}

/// The computation ends after the current steps without anyone waiting for it.
StudyJob::~StudyJob() { stop_.request_stop(); }

void StudyJob::setPlan(std::shared_ptr<const StudyPlan> plan) {
    stop_.request_stop();
    const int generation = ++generation_;
    plan_ = std::move(plan);
    busy_ = false;
    computed_ = 0;
    runs_.assign(plan_ ? plan_->runs.size() : 0, std::nullopt);
    reading_ = plan_ != nullptr;
    Q_EMIT advanced();
    if (!plan_) return;
    inBackground(
        this, [plan = plan_] { return storedRuns(*plan->model, plan->runs, plan->folder); },
        [this, generation](std::vector<std::optional<RunSummary>> stored) {
            if (generation != generation_) return;
            reading_ = false;
            for (std::size_t k = 0; k < stored.size(); ++k)
                if (stored[k] && !runs_[k]) runs_[k] = std::move(stored[k]);
            Q_EMIT advanced();
        });
}

void StudyJob::compute() {
    if (!plan_ || busy_) return;
    busy_ = true;
    computed_ = 0;
    stop_ = std::stop_source();
    StudyOptions options;
    options.folder = plan_->folder;
    options.jobs = std::max(1, QThread::idealThreadCount() - 1);
    // A pool thread may outlive this object, so results are passed through the event loop.
    options.onRun = [self = QPointer<StudyJob>(this), generation = generation_](
                        std::size_t index, const RunSummary& summary) {
        QMetaObject::invokeMethod(
            qApp,
            [self, generation, index, summary] {
                if (self) self->take(generation, index, summary);
            },
            Qt::QueuedConnection);
    };
    inBackground(
        this,
        [catalogue = catalogue_, plan = plan_, options, token = stop_.get_token()] {
            return runStudy(*catalogue, *plan->model, plan->runs, options, token);
        },
        [this, generation = generation_](const StudyOutcome& outcome) {
            if (generation == generation_) finish(outcome);
        });
    Q_EMIT advanced();
}

void StudyJob::cancel() { stop_.request_stop(); }

std::size_t StudyJob::done() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(runs_, [](const auto& run) { return run.has_value(); }));
}

std::size_t StudyJob::failed() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(runs_, [](const auto& run) { return run && run->status != "done"; }));
}

void StudyJob::take(int generation, std::size_t index, const RunSummary& summary) {
    if (generation != generation_) return;
    if (!runs_[index]) ++computed_;
    runs_[index] = summary;
    if (!soon_.isActive()) soon_.start();
}

void StudyJob::finish(const StudyOutcome& outcome) {
    busy_ = false;
    for (std::size_t k = 0; k < runs_.size(); ++k)
        if (outcome.runs[k]) runs_[k] = outcome.runs[k];
    Q_EMIT advanced();
    Q_EMIT ended(outcome.problems.empty() ? QString() : editText(outcome.problems.front()));
}

}  // namespace momentree::app
