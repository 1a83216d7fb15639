// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_set.hpp"

#include <QThread>
#include <QtConcurrentRun>
#include <algorithm>
#include <utility>

#include "app/base/background.hpp"
#include "app/runs/record_budget.hpp"
#include "app/runs/run_controller.hpp"
#include "app/runs/run_names.hpp"
#include "core/model/evaluate.hpp"
#include "core/session/run_limits.hpp"

namespace momentree::app {
namespace {

constexpr int watchInterval_ms = 150;

/// The model with other values of some parameters.
Result<std::shared_ptr<const Model>> modelWith(const Model& model,
                                               const std::vector<ParameterValue>& values) {
    ModelDescription description = model.description;
    for (const ParameterValue& value : values) {
        Scalar given;
        given.text = value.value;
        if (auto set = giveParameter(description, value.name, given); !set)
            return tl::unexpected(std::move(set.error()));
    }
    return buildModel(std::move(description));
}

Result<PreparedRun> prepareRequest(const Catalogue& catalogue, const RunRequest& request,
                                   std::size_t budget) {
    std::shared_ptr<const Model> model = request.model;
    if (!request.parameters.empty()) {
        auto changed = modelWith(*model, request.parameters);
        if (!changed) return tl::unexpected(changed.error());
        model = *changed;
    }
    return prepareRun(catalogue, {}, model, request.spec, request.from, {budget});
}

}  // namespace

RunSet::RunSet(std::shared_ptr<const Catalogue> catalogue, RunController& onScreen)
    : catalogue_(std::move(catalogue)), onScreen_(onScreen) {
    watch_.setInterval(watchInterval_ms);
    connect(&watch_, &QTimer::timeout, this, &RunSet::watch);
    connect(&onScreen_, &RunController::runChanged, this, &RunSet::followCurrent);
    connect(&onScreen_.playback(), &Playback::stateChanged, this, [this] {
        if (!onScreen_.hasRun()) followCurrent();
        Q_EMIT progressed();
    });
    connect(&onScreen_.playback(), &Playback::figuresChanged, this, &RunSet::progressed);
}

RunSet::~RunSet() {
    for (RunItem& item : removed_) letGo(item.prepared.session);
    for (RunItem& item : items_) letGo(item.prepared.session);
}

const RunItem* RunSet::find(RunId id) const {
    const auto found = std::ranges::find(items_, id, &RunItem::id);
    return found == items_.end() ? nullptr : &*found;
}

RunItem* RunSet::item(RunId id) { return const_cast<RunItem*>(std::as_const(*this).find(id)); }

/// A run keeps its style when others are removed, and gets it back when it is computed again.
int RunSet::styleFor(const RunItem& run) {
    const auto taken = [this](int style) {
        return std::ranges::find(items_, style, &RunItem::style) != items_.end();
    };
    std::vector<int>& own = styles_[proposedName(run)];
    for (const int style : own)
        if (!taken(style)) return style;
    while (taken(nextStyle_)) ++nextStyle_;
    own.push_back(nextStyle_++);
    return own.back();
}

void RunSet::announce() {
    const std::vector<QString> names = namesByDifference(items_);
    for (std::size_t k = 0; k < items_.size(); ++k)
        if (!items_[k].named) items_[k].name = names[k];
    unannounced_ = gestures_ > 0;
    if (!unannounced_) Q_EMIT listChanged();
}

RunItem& RunSet::newItem() {
    RunItem fresh;
    fresh.style = -1;
    fresh.id = ++last_;
    items_.push_back(std::move(fresh));
    return items_.back();
}

/// The session may have to finish a step: another thread waits for it.
void RunSet::letGo(std::shared_ptr<Session>& session) {
    if (!session) return;
    if (session != onScreen_.sharedSession()) session->stop();
    static_cast<void>(QtConcurrent::run([old = std::move(session)]() mutable { old.reset(); }));
}

void RunSet::followCurrent() {
    if (taking_) return;
    if (onScreen_.hasRun() && onScreen_.file() != file_ && items_.size() <= 1) {
        file_ = onScreen_.file();
        styles_.clear();
        nextStyle_ = 0;
        if (RunItem* only = item(current_)) only->style = -1;
    }
    RunItem* now = item(current_);
    if (!now) {
        if (!onScreen_.hasRun()) return;
        now = &newItem();
        current_ = now->id;
    }
    letGo(now->prepared.session);
    now->computes = false;
    if (onScreen_.hasRun()) {
        if (now->model != onScreen_.sharedModel()) now->parameters.clear();
        now->model = onScreen_.sharedModel();
        now->spec = onScreen_.session().spec();
        now->prepared = {{},
                         now->model,
                         onScreen_.sharedSession(),
                         onScreen_.assembly(),
                         onScreen_.warnings(),
                         onScreen_.from()};
        // An edited model starts from its own start.
        if (!onScreen_.from()) now->parent = 0;
        if (now->style < 0) now->style = styleFor(*now);
    }
    if (reference_ == current_) Q_EMIT referenceChanged();
    announce();
}

RunId RunSet::add(RunRequest request) {
    if (!request.model) {
        if (!onScreen_.hasRun()) return 0;
        request.model = onScreen_.sharedModel();
    }
    if (isEndless(request.spec))
        request.spec.duration = std::max(onScreen_.playback().computedTime(),
                                         catalogue_->defaults(*request.model).duration);
    RunItem& fresh = newItem();
    const RunId id = fresh.id;
    fresh.spec = request.spec;
    fresh.model = request.model;
    fresh.parameters = request.parameters;
    if (request.from) {
        fresh.parent = find(request.parent) ? request.parent : 0;
        fresh.forkTime = request.from->recording->at(request.from->row, 0);
    }
    fresh.named = !request.name.isEmpty();
    fresh.name = request.name;
    fresh.style = styleFor(fresh);
    prepare(id, request);
    watch_.start();
    announce();
    return id;
}

RunPoint RunSet::shownPoint() const {
    const auto recording = onScreen_.session().recording();
    const double shown = onScreen_.playback().shownTime();
    std::size_t row = recording->rowAt(shown);
    if (row + 1 < recording->size() &&
        recording->at(row + 1, 0) - shown < shown - recording->at(row, 0))
        ++row;
    return {onScreen_.sharedModel(), recording, row};
}

void RunSet::prepare(RunId id, const RunRequest& request) {
    const auto job = [catalogue = catalogue_, request, budget = recordBudget()] {
        try {
            return std::make_shared<Result<PreparedRun>>(
                prepareRequest(*catalogue, request, budget));
        } catch (const std::exception& e) {
            return std::make_shared<Result<PreparedRun>>(
                fail(error({}, MOMENTREE_TEXT("run-preparation-failed",
                                              "the run could not be prepared: %1")(e.what()))));
        }
    };
    const auto done = [this, id](const std::shared_ptr<Result<PreparedRun>>& result) {
        RunItem* made = item(id) ? item(id) : removedItem(id);
        if (!made) return;  // removed meanwhile
        if (*result) {
            made->prepared = std::move(**result);
            made->model = made->prepared.model;
            made->prepared.session->setSpeed(0.0);
        } else {
            made->problems = result->error();
        }
        announce();
        schedule();
    };
    inBackground(this, job, done);
}

RunId RunSet::duplicate(RunId id) {
    const RunItem* from = find(id);
    if (!from || !from->model) return 0;
    const RunId copy = add({.spec = from->spec,
                            .model = from->model,
                            .parent = from->parent,
                            .from = from->prepared.from});
    item(copy)->parameters = find(id)->parameters;
    announce();
    return copy;
}

void RunSet::rename(RunId id, const QString& name) {
    RunItem* named = item(id);
    if (!named) return;
    named->named = !name.trimmed().isEmpty();
    named->name = name.trimmed();
    announce();
}

void RunSet::setVisible(RunId id, bool visible) {
    RunItem* shown = item(id);
    if (!shown || shown->visible == visible) return;
    shown->visible = visible;
    announce();
}

void RunSet::setStyle(RunId id, int style) {
    RunItem* styled = item(id);
    if (!styled || styled->style == style) return;
    styled->style = style;
    announce();
}

void RunSet::setReference(RunId id) {
    if (reference_ == id) return;
    reference_ = id;
    Q_EMIT referenceChanged();
}

void RunSet::makeCurrent(RunId id) {
    RunItem* wanted = item(id);
    if (!wanted || id == current_ || !wanted->session()) return;
    RunItem* before = item(current_);
    if (before && before->session()) {
        before->session()->setSpeed(0.0);
        // An endless run would occupy a core forever.
        before->computes = !isEndless(before->spec);
        if (isEndless(before->spec)) before->session()->pause();
    }
    const bool otherModel = !before || before->model != wanted->model;
    taking_ = true;
    current_ = id;
    wanted->computes = false;
    PreparedRun run = wanted->prepared;
    run.file = onScreen_.file().toStdString();
    onScreen_.take(std::move(run));
    taking_ = false;
    const auto model = wanted->model;
    announce();
    if (otherModel) Q_EMIT modelTaken(model);
    watch_.start();
    schedule();
}

void RunSet::remove(RunId id) {
    if (id != current_) setAside([id](const RunItem& one) { return one.id == id; });
}

void RunSet::removeOthers() {
    setAside([this](const RunItem& one) { return one.id != current_; });
}

void RunSet::setAside(const std::function<bool(const RunItem&)>& gone) {
    if (std::ranges::none_of(items_, gone)) return;
    forgetRemoved();
    referenceBefore_ = reference_;
    for (const RunItem& one : items_) parentsBefore_[one.id] = one.parent;
    // A branch moves to the nearest run before it that stays.
    for (RunItem& one : items_)
        for (const RunItem* parent = find(one.parent); parent && gone(*parent);
             parent = find(one.parent))
            one.parent = parent->parent;
    for (RunItem& one : items_) {
        if (!gone(one)) continue;
        if (one.session()) one.session()->pause();
        removed_.push_back(std::move(one));
    }
    std::erase_if(items_, [this](const RunItem& one) { return removedItem(one.id) != nullptr; });
    if (!find(reference_)) setReference(0);
    Q_EMIT removedChanged();
    announce();
    schedule();
}

RunItem* RunSet::removedItem(RunId id) {
    const auto found = std::ranges::find(removed_, id, &RunItem::id);
    return found == removed_.end() ? nullptr : &*found;
}

void RunSet::restore() {
    if (removed_.empty()) return;
    for (RunItem& one : std::exchange(removed_, {})) {
        if (std::ranges::find(items_, one.style, &RunItem::style) != items_.end())
            one.style = styleFor(one);
        items_.push_back(std::move(one));
    }
    std::ranges::sort(items_, {}, &RunItem::id);
    for (RunItem& one : items_)
        if (const auto before = parentsBefore_.find(one.id);
            before != parentsBefore_.end() && find(before->second))
            one.parent = before->second;
    if (find(referenceBefore_)) setReference(referenceBefore_);
    forgetRemoved();
    announce();
    watch_.start();
    schedule();
}

void RunSet::forgetRemoved() {
    for (RunItem& one : removed_) letGo(one.prepared.session);
    removed_.clear();
    parentsBefore_.clear();
    Q_EMIT removedChanged();
}

bool RunSet::isBehind(const RunItem& item) const {
    return item.session() && item.id != current_ &&
           item.computedTime() + 0.5 * item.spec.sample < onScreen_.playback().shownTime();
}

bool RunSet::computing() const {
    return std::ranges::any_of(items_, [this](const RunItem& one) {
        const RunStage stage = one.stage();
        return one.id != current_ && (stage == RunStage::Preparing || stage == RunStage::Waiting ||
                                      stage == RunStage::Running);
    });
}

/// Starts waiting runs in order. One core is left for the window and the run on screen.
void RunSet::schedule() {
    const int cores = std::max(1, QThread::idealThreadCount() - 1);
    int used = 0;
    for (const RunItem& one : items_)
        if (one.id != current_ && one.stage() == RunStage::Running) used += threadsOf(one.spec);
    for (const RunItem& one : items_) {
        if (one.id == current_ || one.stage() != RunStage::Waiting) continue;
        const int threads = threadsOf(one.spec);
        if (used > 0 && used + threads > cores) break;
        one.session()->play();
        used += threads;
    }
}

void RunSet::watch() {
    schedule();
    if (!computing()) watch_.stop();
    Q_EMIT progressed();
}

}  // namespace momentree::app
