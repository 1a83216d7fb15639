// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/fair_timing.hpp"

#include <QCoreApplication>
#include <QPointer>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <span>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/runs/record_budget.hpp"
#include "app/runs/run_controller.hpp"
#include "app/runs/run_set.hpp"
#include "core/session/carry_over.hpp"
#include "core/session/run.hpp"

namespace momentree::app {
namespace {

constexpr double enough = 0.25;  ///< computing time of a piece in the first round [s]

struct Candidate {
    RunId id = 0;
    QString name;
    RunSpec spec;
    std::shared_ptr<const Model> model;
    std::optional<RunPoint> from;
    std::weak_ptr<const Session> session;
};

/// Seconds of each round, or why there are none.
struct Outcome {
    std::vector<std::array<double, timingRounds>> seconds;  ///< per step
    QString problem;
    bool cancelled = false;
};

struct Piece {
    std::int64_t samples = 0;
    double wall = 0.0, perStep = 0.0;  ///< [s]
    QString problem;
};

/// Computes `samples` samples of a fresh run; fewer if the run ends or `budget` [s] is used up.
Piece compute(const Catalogue& catalogue, const Candidate& candidate, std::int64_t samples,
              double budget, const std::stop_token& stop) {
    Piece piece;
    SetupOptions options{.budget = recordBudget()};
    Result<LaterStart> later = LaterStart();
    if (candidate.from) {
        later = carryOver(*candidate.from, *candidate.model);
        if (!later) return {.problem = diagnosticText(later.error().front())};
        options.start = &*later;
    }
    auto run = Run::create(catalogue, candidate.model, candidate.spec, options);
    if (!run) return {.problem = diagnosticText(run.error().front())};
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    while (!(*run)->finished() && piece.samples < samples && piece.wall < budget &&
           !stop.stop_requested()) {
        const Progress progress = (*run)->advance(stop);
        if (progress.status == StepStatus::Stopped) return piece;
        if (progress.status != StepStatus::Reached)
            return {.problem = messageText((*run)->failure(progress))};
        ++piece.samples;
        piece.wall = std::chrono::duration<double>(Clock::now() - begin).count();
    }
    piece.perStep = piece.wall / static_cast<double>(std::max<std::int64_t>(1, (*run)->steps()));
    return piece;
}

Outcome measure(const Catalogue& catalogue, const std::vector<Candidate>& all,
                const std::function<void()>& tick, const std::stop_token& stop) {
    constexpr auto unlimited = std::numeric_limits<std::int64_t>::max();
    Outcome outcome;
    outcome.seconds.resize(all.size());
    // Runs may have other sample intervals: all compute the same simulated time.
    double span = std::numeric_limits<double>::infinity();
    for (int round = -1; round < timingRounds; ++round)
        for (std::size_t k = 0; k < all.size(); ++k) {
            const bool first = round < 0;
            const double sample = all[k].spec.sample;
            const auto samples =
                first ? unlimited : std::max<std::int64_t>(1, std::llround(span / sample));
            const Piece piece =
                compute(catalogue, all[k], samples,
                        first ? enough : std::numeric_limits<double>::infinity(), stop);
            if (stop.stop_requested()) {
                outcome.cancelled = true;
                return outcome;
            }
            if (!piece.problem.isEmpty()) {
                outcome.problem = QStringLiteral("%1: %2").arg(all[k].name, piece.problem);
                return outcome;
            }
            if (first)
                span = std::min(span, static_cast<double>(piece.samples) * sample);
            else
                outcome.seconds[k][static_cast<std::size_t>(round)] = piece.perStep;
            tick();
        }
    return outcome;
}

}  // namespace

StepCost costOf(std::array<double, timingRounds> seconds) {
    std::ranges::sort(seconds);
    return {seconds[3], 0.5 * (seconds[5] - seconds[1])};
}

FairTiming::FairTiming(RunSet& runs, RunController& onScreen, QObject* parent)
    : QObject(parent), runs_(runs), onScreen_(onScreen) {}

FairTiming::~FairTiming() { cancel(); }

QString FairTiming::refusal() const {
    if (busy_) return tr("A measurement is under way");
    if (!onScreen_.hasRun()) return tr("There is no run. Open or draw a mechanism.");
    if (runs_.computing()) return tr("Wait until all runs are computed, or remove some.");
    return {};
}

void FairTiming::start() {
    if (!refusal().isEmpty()) return;
    onScreen_.playback().pause();
    std::vector<Candidate> all;
    for (const RunItem& run : runs_.items())
        if (run.session())
            all.push_back(
                {run.id, run.name, run.spec, run.model, run.prepared.from, run.prepared.session});
    busy_ = true;
    stop_ = std::stop_source();
    costs_.clear();
    const int total = static_cast<int>(all.size()) * (timingRounds + 1);
    Q_EMIT progressed(0, total);
    const QPointer<FairTiming> self(this);
    const auto count = std::make_shared<int>(0);
    // The thread may outlive this object, so its progress passes through the event loop.
    const auto tick = [self, count, total] {
        QMetaObject::invokeMethod(
            qApp,
            [self, done = ++*count, total] {
                if (self) Q_EMIT self->progressed(done, total);
            },
            Qt::QueuedConnection);
    };
    inBackground(
        this,
        [catalogue = runs_.sharedCatalogue(), all, tick, token = stop_.get_token()] {
            return measure(*catalogue, all, tick, token);
        },
        [this, all](const Outcome& outcome) {
            busy_ = false;
            if (outcome.problem.isEmpty() && !outcome.cancelled)
                for (std::size_t k = 0; k < all.size(); ++k)
                    costs_[all[k].id] = {all[k].session, costOf(outcome.seconds[k])};
            Q_EMIT finished(outcome.cancelled ? tr("Cancelled. Nothing was measured.")
                                              : outcome.problem);
        });
}

void FairTiming::cancel() { stop_.request_stop(); }

std::optional<StepCost> FairTiming::cost(const RunItem& run) const {
    const auto found = costs_.find(run.id);
    if (found == costs_.end() || found->second.of.lock() != run.prepared.session) return {};
    return found->second.cost;
}

}  // namespace momentree::app
