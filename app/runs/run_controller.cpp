// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_controller.hpp"

#include <QtConcurrentRun>
#include <utility>

#include "app/base/preferences.hpp"
#include "app/runs/prepare_again.hpp"
#include "app/runs/record_budget.hpp"

namespace momentree::app {

RunController::RunController(std::shared_ptr<const Catalogue> catalogue, QObject* parent)
    : QObject(parent), catalogue_(std::move(catalogue)), preparation_(new Preparation(this)) {
    connect(preparation_, &Preparation::slowChanged, this, &RunController::preparingChanged);
    connect(preparation_, &Preparation::ready, this,
            [this](PreparedRun& run, bool play, bool fromFile) {
                adopt(std::move(run), play, fromFile);
            });
    connect(preparation_, &Preparation::failed, this, &RunController::refused);
    connect(preparation_, &Preparation::cancelled, &playback_, &Playback::stateChanged);
    connect(&playback_, &Playback::startOverWanted, this, [this] {
        if (!preparing()) startOver(true);
    });
}

RunController::~RunController() {
    retire();
    // The sessions call back into this object, so it must outlive their threads.
    for (auto& future : retiring_) future.waitForFinished();
}

void RunController::open(const QString& file) { prepareFrom(file, !preferences().reducedMotion); }

void RunController::reload() {
    if (file_.empty()) return;
    Takeover takeover;
    if (hasRun() && settingsChosen_) takeover.chosen = session().spec();
    if (underway()) takeover.from = shownPoint();
    auto read = std::make_shared<std::shared_ptr<const ModelDescription>>();
    const auto job = [catalogue = catalogue_, path = file_, takeover, read,
                      extras = extras()](const StartWatch& watch) {
        return prepareAgain(*catalogue, path, takeover, read.get(), extras.watched(watch));
    };
    preparation_->begin(
        {job, {Refusal::What::Open, file(), {}, {}}, playback_.playing(), read, !takeover.from});
}

RunExtras RunController::extras() const {
    return {recordBudget(), estimatesError_ ? ErrorCheck::Alongside : ErrorCheck::AtEnd, {}};
}

void RunController::setEstimatesError(bool on) {
    if (std::exchange(estimatesError_, on) != on && hasRun())
        prepareSame(session().spec(), from_, playback_.playing());
}

void RunController::prepareFrom(const QString& file, bool playAfterwards) {
    auto read = std::make_shared<std::shared_ptr<const ModelDescription>>();
    const auto job = [catalogue = catalogue_, path = file.toStdString(), read,
                      extras = extras()](const StartWatch& watch) {
        return prepareFile(*catalogue, path, read.get(), extras.watched(watch));
    };
    preparation_->begin({job, {Refusal::What::Open, file, {}, {}}, playAfterwards, read});
}

void RunController::applyModel(std::shared_ptr<const Model> model, const QString& file,
                               bool onwards) {
    std::optional<RunSpec> chosen;
    if (hasRun() && settingsChosen_) chosen = session().spec();
    std::optional<RunPoint> from;
    if (onwards && hasRun()) from = shownPoint();
    const RunSpec spec = chosen ? *chosen : catalogue_->defaults(*model);
    wanted_ = {std::move(model), spec, file};
    prepareWanted(from, willPlay());
}

void RunController::prepareWanted(const std::optional<RunPoint>& from, bool playAfterwards) {
    const auto job = [catalogue = catalogue_, wanted = *wanted_, from,
                      extras = extras()](const StartWatch& watch) {
        auto run = prepareRun(*catalogue, wanted.file.toStdString(), wanted.model, wanted.spec,
                              from, extras.watched(watch));
        if (run) run->from.reset();  // not a branch: its start is that of the document
        return run;
    };
    const auto what = from ? Refusal::What::GoOn : Refusal::What::Settings;
    preparation_->begin({job, {what, wanted_->file, {}, {}}, playAfterwards, nullptr, !from, true});
}

std::optional<RunSpec> RunController::settings() const {
    if (hasRun()) return session().spec();
    return wanted_ ? std::optional(wanted_->spec) : std::nullopt;
}

std::shared_ptr<const Model> RunController::wantedModel() const {
    if (hasRun()) return sharedModel();
    return wanted_ ? wanted_->model : nullptr;
}

void RunController::applyUsualSpec() {
    if (!wantedModel()) return;
    Model usual = *wantedModel();
    usual.description.run = {};
    applySpec(catalogue_->defaults(usual, settings()->formulation));
}

void RunController::keepModel() {
    if (preparation_->underwayAfterEdit()) preparation_->drop();
}

bool RunController::underway() const {
    if (!hasRun() || preparation_->underwayFromStart()) return false;
    const RunSpec& spec = session().spec();
    const double shown = playback_.shownTime();
    // From where a run failed, no motion goes on: edits, such as remedies, begin anew.
    const RunFigures figures = playback_.figures();
    if (figures.state == RunState::Failed && shown + spec.sample >= figures.time) return false;
    return shown > 0.0 && shown + spec.sample < spec.duration;
}

RunPoint RunController::shownPoint() const {
    const auto recording = session().recording();
    return {sharedModel(), recording, recording->rowAt(playback_.shownTime())};
}

std::optional<LaterStart> RunController::carriedTo(const Model& model) const {
    if (!hasRun()) return std::nullopt;
    auto start = carryOver(shownPoint(), model);
    return start ? std::optional(std::move(*start)) : std::nullopt;
}

void RunController::toStart() {
    if (!hasRun()) return;
    playback_.pause();
    const bool known = session().recording()->at(0, 0) == 0.0;
    if (known && playback_.shownTime() > 0.0) playback_.seek(0.0);
    if (known || preparation_->underwayFromStart()) return;
    prepareSame(session().spec(), {}, false);
}

void RunController::clear() {
    retire();
    wanted_.reset();
    file_.clear();
    preparation_->stop();
    Q_EMIT playback_.stateChanged();
    Q_EMIT playback_.figuresChanged();
}

void RunController::restart() { startOver(false); }

void RunController::startOver(bool playAfterwards) {
    if (hasRun()) prepareSame(session().spec(), from_, playAfterwards);
}

void RunController::applySpec(const RunSpec& spec) {
    if (!hasRun() && !wanted_) return;
    settingsChosen_ = true;
    if (!hasRun()) {
        wanted_->spec = spec;
        return prepareWanted({}, false);
    }
    prepareSame(spec, from_, playback_.playing());
}

void RunController::prepareSame(const RunSpec& spec, const std::optional<RunPoint>& from,
                                bool playAfterwards) {
    const auto job = [catalogue = catalogue_, path = file_, model = sharedModel(), spec, from,
                      extras = extras()](const StartWatch& watch) {
        return prepareRun(*catalogue, path, model, spec, from, extras.watched(watch));
    };
    preparation_->begin({job, {Refusal::What::Settings, file(), {}, {}}, playAfterwards});
}

void RunController::adopt(PreparedRun run, bool play, bool fromFile) {
    const bool newModel = !hasRun() || sharedModel() != run.model;
    const bool sameFile = file_ == run.file;
    retire();
    wanted_.reset();
    file_ = std::move(run.file);
    const bool wentOn = keepFacts(run);
    playback_.attach(std::move(run.session), wentOn);
    if (fromFile) {
        settingsChosen_ = settingsChosen_ && sameFile;
        Q_EMIT opened();
    }
    Q_EMIT runChanged(newModel);
    playback_.start(play);
}

/// Returns whether the run continues another one after an edit; its recording begins there.
bool RunController::keepFacts(PreparedRun& run) {
    assembly_ = run.assembly;
    warnings_ = std::move(run.warnings);
    from_ = std::move(run.from);
    return !from_ && run.session->recording()->at(0, 0) > 0.0;
}

void RunController::take(PreparedRun run) {
    const bool newModel = !hasRun() || sharedModel() != run.model;
    const bool wentOn = keepFacts(run);
    const bool playing = playback_.replace(std::move(run.session), wentOn);
    Q_EMIT runChanged(newModel);
    playback_.start(playing);
    if (!playing) Q_EMIT playback_.stateChanged();
}

/// Passes the session to a thread that may wait for its last step.
void RunController::retire() {
    if (!hasRun()) return;
    std::shared_ptr<Session> old = playback_.detach();
    old->stop();
    std::erase_if(retiring_, [](const QFuture<void>& f) { return f.isFinished(); });
    retiring_.push_back(QtConcurrent::run([old = std::move(old)]() mutable { old.reset(); }));
}

void RunController::play() {
    if (preparation_->underwayAfterEdit()) preparation_->setPlaysAfterwards(true);
    playback_.play();
}

void RunController::togglePlay() {
    if (!willPlay()) return play();
    if (preparation_->underwayAfterEdit()) preparation_->setPlaysAfterwards(false);
    playback_.pause();
}

bool RunController::willPlay() const {
    return preparation_->underwayAfterEdit() ? preparation_->playsAfterwards()
                                             : playback_.playing();
}

}  // namespace momentree::app
