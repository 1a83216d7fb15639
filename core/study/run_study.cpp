// SPDX-License-Identifier: Apache-2.0
#include "core/study/run_study.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "core/io/model_writer.hpp"
#include "core/study/lanes.hpp"
#include "core/study/planned_run.hpp"
#include "core/study/run_store.hpp"

namespace momentree {
namespace {

using StudyClock = std::chrono::steady_clock;

/// Backends with this prefix serve one program at a time.
constexpr const char* oneBoard = "board";

/// References in use for comparison: the latest few, or all if there is no folder to read them
/// from.
class References {
public:
    References(std::string folder, std::size_t most) : folder_(std::move(folder)), most_(most) {}

    void put(int index, std::shared_ptr<const Recording> recording) {
        const std::lock_guard lock(mutex_);
        insert(index, std::move(recording));
    }
    /// Null if there is none.
    std::shared_ptr<const Recording> get(int index, const std::string& key,
                                         const RowLayout& layout) {
        {
            const std::lock_guard lock(mutex_);
            if (const auto found = recordings_.find(index); found != recordings_.end())
                return found->second;
        }
        if (folder_.empty()) return nullptr;
        auto read = readTable(tablePath(folder_, key), layout);
        if (!read) return nullptr;
        put(index, *read);
        return *read;
    }

private:
    void insert(int index, std::shared_ptr<const Recording> recording) {
        if (!folder_.empty() && recordings_.size() >= most_ && !recordings_.contains(index))
            recordings_.erase(recordings_.begin());
        recordings_[index] = std::move(recording);
    }
    std::string folder_;
    std::size_t most_;
    std::mutex mutex_;
    std::map<int, std::shared_ptr<const Recording>> recordings_;
};

/// A call of `runStudy`.
class StudyRunner {
public:
    StudyRunner(const Catalogue& catalogue, const ModelDescription& model,
                const std::vector<PlannedRun>& plan, const StudyOptions& options,
                std::stop_token stop)
        : catalogue_(catalogue),
          model_(model),
          plan_(plan),
          options_(options),
          stop_(std::move(stop)),
          jobs_(jobCount(model, plan, options.jobs)),
          references_(options.folder, jobs_) {}

    StudyOutcome run() {
        outcome_.runs.resize(plan_.size());
        if (!options_.folder.empty()) keys_ = runKeys(model_, plan_);
        std::vector<std::size_t> references, others;
        choose(references, others);
        report();
        compute(references);
        compute(others);
        outcome_.interrupted = stop_.stop_requested();
        return std::move(outcome_);
    }

private:
    bool isReference(std::size_t index) const { return plan_[index].reference < 0; }

    /// Selects the runs to compute: the unfinished part of this task's share, and its references.
    void choose(std::vector<std::size_t>& references, std::vector<std::size_t>& others) {
        std::set<std::size_t> wanted;
        for (std::size_t k = 0; k < plan_.size(); ++k) {
            if (!isShared(k)) continue;
            if (!isReference(k)) wanted.insert(static_cast<std::size_t>(plan_[k].reference));
            wanted.insert(k);
        }
        progress_.total = wanted.size();
        for (const std::size_t k : wanted) {
            if (takeStored(k)) continue;
            (isReference(k) ? references : others).push_back(k);
        }
    }

    bool isShared(std::size_t index) const {
        return static_cast<int>(index % static_cast<std::size_t>(options_.tasks)) ==
               options_.task - 1;
    }

    bool keepsTable(std::size_t index) const { return options_.tables || isReference(index); }

    bool takeStored(std::size_t index) {
        if (options_.folder.empty()) return false;
        auto stored = readStored(options_.folder, keys_[index]);
        std::error_code none;
        if (!stored || (keepsTable(index) && stored->steps > 0 &&
                        !std::filesystem::exists(tablePath(options_.folder, keys_[index]), none)))
            return false;
        stored->name = plan_[index].name;
        finish(index, std::move(*stored));
        return true;
    }

    /// Stores a summary and reports it. Call with the mutex held, or before the threads start.
    void finish(std::size_t index, RunSummary summary) {
        ++progress_.done;
        if (summary.status != "done") ++progress_.failed;
        if (options_.onRun) options_.onRun(index, summary);
        outcome_.runs[index] = std::move(summary);
    }

    void report() {
        progress_.elapsed = std::chrono::duration<double>(StudyClock::now() - start_).count();
        if (options_.onProgress) options_.onProgress(progress_);
    }

    void compute(const std::vector<std::size_t>& indices) {
        const auto groups = groupsOf(indices);
        std::atomic<std::size_t> next = 0;
        const auto work = [&] {
            ModelShelf shelf(model_);
            for (std::size_t k = next++; k < groups.size() && !ended(); k = next++)
                computeGroup(groups[k], shelf);
        };
        std::vector<std::jthread> threads;
        for (std::size_t k = 0; k < std::min(jobs_, groups.size()); ++k) threads.emplace_back(work);
    }

    /// Groups runs with the same settings that may be computed together; others form groups of one.
    /// There are at least as many groups as threads, if possible and if the threads need not wait
    /// for one board.
    std::vector<std::vector<std::size_t>> groupsOf(const std::vector<std::size_t>& indices) const {
        const std::size_t share = std::max<std::size_t>(1, (indices.size() + jobs_ - 1) / jobs_);
        std::vector<std::vector<std::size_t>> groups;
        std::map<std::string, std::size_t> open;  // by settings
        for (const std::size_t k : indices) {
            const bool waits = backendOf(k).starts_with(oneBoard);
            const std::size_t most = waits ? mostTogether(k) : std::min(share, mostTogether(k));
            const std::string settings = most > 1 ? runItem(plan_[k].run).print() : "";
            const auto found = open.find(settings);
            if (found != open.end() && groups[found->second].size() < most) {
                groups[found->second].push_back(k);
                continue;
            }
            if (!settings.empty()) open[settings] = groups.size();
            groups.push_back({k});
        }
        return groups;
    }

    const std::string& backendOf(std::size_t index) const {
        const std::string& own = plan_[index].run.backend;
        return own.empty() ? model_.run.backend : own;
    }

    /// 1 for a run that is computed alone.
    std::size_t mostTogether(std::size_t index) const {
        const RunSettings& run = plan_[index].run;
        const auto& formulation =
            run.formulation.empty() ? model_.run.formulation : run.formulation;
        const std::string& backend = backendOf(index);
        const bool lanes = formulation == "naudet" && (backend.empty() || backend == "sequential");
        return lanes ? mostInLanes : catalogue_.together(backend);
    }

    bool ended() {
        if (stop_.stop_requested()) return true;
        const std::lock_guard lock(mutex_);
        return !outcome_.problems.empty();
    }

    void computeGroup(const std::vector<std::size_t>& group, ModelShelf& shelf) {
        std::vector<const PlannedRun*> planned;
        for (const std::size_t k : group) planned.push_back(&plan_[k]);
        std::unique_lock board(board_, std::defer_lock);
        if (backendOf(group[0]).starts_with(oneBoard)) board.lock();
        const auto reference = [&](const PlannedRun& run, const RowLayout& layout) {
            const auto at = static_cast<std::size_t>(std::max(run.reference, 0));
            return run.reference < 0
                       ? nullptr
                       : references_.get(run.reference, keys_.empty() ? "" : keys_[at], layout);
        };
        std::vector<FinishedRun> runs = runPlanned(catalogue_, shelf, planned, reference, stop_);
        for (std::size_t k = 0; k < runs.size(); ++k) finish(group[k], runs[k]);
    }

    void finish(std::size_t index, FinishedRun& run) {
        if (run.interrupted) return;
        const bool kept = keep(index, run);
        const std::lock_guard lock(mutex_);
        if (!kept) return;
        ++progress_.computed;
        finish(index, std::move(run.summary));
        report();
    }

    bool keep(std::size_t index, const FinishedRun& run) {
        if (isReference(index) && run.recording)
            references_.put(static_cast<int>(index), run.recording);
        if (options_.folder.empty() || run.chance) return true;
        const bool table = keepsTable(index) && run.recording;
        const auto stored =
            store(options_.folder, keys_[index], run.summary, table ? run.recording.get() : nullptr,
                  run.layout ? &*run.layout : nullptr);
        if (stored) return true;
        const std::lock_guard lock(mutex_);
        outcome_.problems.insert(outcome_.problems.end(), stored.error().begin(),
                                 stored.error().end());
        return false;
    }

    const Catalogue& catalogue_;
    const ModelDescription& model_;
    const std::vector<PlannedRun>& plan_;
    const StudyOptions& options_;
    std::stop_token stop_;
    std::size_t jobs_;
    StudyClock::time_point start_ = StudyClock::now();
    std::vector<std::string> keys_;  ///< [plan], empty without a folder
    References references_;
    std::mutex board_;  ///< a board runs one program at a time
    std::mutex mutex_;  ///< protects the following members
    StudyProgress progress_;
    StudyOutcome outcome_;
};

}  // namespace

StudyOutcome runStudy(const Catalogue& catalogue, const ModelDescription& model,
                      const std::vector<PlannedRun>& plan, const StudyOptions& options,
                      std::stop_token stop) {
    return StudyRunner(catalogue, model, plan, options, std::move(stop)).run();
}

std::vector<std::optional<RunSummary>> storedRuns(const ModelDescription& model,
                                                  const std::vector<PlannedRun>& plan,
                                                  const std::string& folder) {
    std::vector<std::optional<RunSummary>> runs;
    for (const std::string& key : runKeys(model, plan)) runs.push_back(readStored(folder, key));
    for (std::size_t k = 0; k < runs.size(); ++k)
        if (runs[k]) runs[k]->name = plan[k].name;
    return runs;
}

}  // namespace momentree
