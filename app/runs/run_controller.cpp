// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_controller.hpp"

#include <QCoreApplication>
#include <QPointer>
#include <QtConcurrentRun>
#include <algorithm>
#include <cmath>

#include "app/base/preferences.hpp"
#include "app/runs/prepare_again.hpp"
#include "app/runs/record_budget.hpp"

namespace momentree::app {
namespace {

constexpr int tickInterval_ms = 16;
constexpr int figuresInterval_ms = 200;

}  // namespace

RunController::RunController(std::shared_ptr<const Catalogue> catalogue, QObject* parent)
    : QObject(parent), catalogue_(std::move(catalogue)), preparation_(new Preparation(this)) {
    timer_.setTimerType(Qt::PreciseTimer);
    timer_.setInterval(tickInterval_ms);
    connect(&timer_, &QTimer::timeout, this, &RunController::tick);
    connect(preparation_, &Preparation::slowChanged, this, &RunController::preparingChanged);
    connect(preparation_, &Preparation::ready, this,
            [this](PreparedRun& run, bool play, bool fromFile) {
                adopt(std::move(run), play, fromFile);
            });
    connect(preparation_, &Preparation::failed, this, &RunController::refused);
    connect(preparation_, &Preparation::cancelled, this, &RunController::stateChanged);
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
    if (hasRun() && settingsChosen_) takeover.chosen = session_->spec();
    if (underway()) takeover.from = shownPoint();
    auto read = std::make_shared<std::shared_ptr<const ModelDescription>>();
    const auto job = [catalogue = catalogue_, path = file_, takeover, read, extras = extras()] {
        return prepareAgain(*catalogue, path, takeover, read.get(), extras);
    };
    preparation_->begin(
        {job, {Refusal::What::Open, file(), {}, {}}, playing(), read, !takeover.from});
}

RunExtras RunController::extras() const {
    return {recordBudget(), estimatesError_ ? ErrorCheck::Alongside : ErrorCheck::AtEnd};
}

void RunController::setEstimatesError(bool on) {
    if (std::exchange(estimatesError_, on) != on && hasRun())
        prepareSame(session_->spec(), from_, playing());
}

void RunController::prepareFrom(const QString& file, bool playAfterwards) {
    auto read = std::make_shared<std::shared_ptr<const ModelDescription>>();
    const auto job = [catalogue = catalogue_, path = file.toStdString(), read, extras = extras()] {
        return prepareFile(*catalogue, path, read.get(), extras);
    };
    preparation_->begin({job, {Refusal::What::Open, file, {}, {}}, playAfterwards, read});
}

void RunController::applyModel(std::shared_ptr<const Model> model, const QString& file,
                               bool onwards) {
    std::optional<RunSpec> chosen;
    if (hasRun() && settingsChosen_) chosen = session_->spec();
    std::optional<RunPoint> from;
    if (onwards && hasRun()) from = shownPoint();
    const RunSpec spec = chosen ? *chosen : catalogue_->defaults(*model);
    wanted_ = {std::move(model), spec, file};
    prepareWanted(from, willPlay());
}

void RunController::prepareWanted(const std::optional<RunPoint>& from, bool playAfterwards) {
    const auto job = [catalogue = catalogue_, wanted = *wanted_, from, extras = extras()] {
        auto run = prepareRun(*catalogue, wanted.file.toStdString(), wanted.model, wanted.spec,
                              from, extras);
        if (run) run->from.reset();  // not a branch: its start is that of the document
        return run;
    };
    const auto what = from ? Refusal::What::GoOn : Refusal::What::Settings;
    preparation_->begin({job, {what, wanted_->file, {}, {}}, playAfterwards, nullptr, !from, true});
}

std::optional<RunSpec> RunController::settings() const {
    if (hasRun()) return session_->spec();
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
    const RunSpec& spec = session_->spec();
    return shown_ > 0.0 && shown_ + spec.sample < spec.duration;
}

RunPoint RunController::shownPoint() const {
    const auto recording = session_->recording();
    return {sharedModel(), recording, recording->rowAt(shown_)};
}

std::optional<LaterStart> RunController::carriedTo(const Model& model) const {
    if (!hasRun()) return std::nullopt;
    auto start = carryOver(shownPoint(), model);
    return start ? std::optional(std::move(*start)) : std::nullopt;
}

void RunController::toStart() {
    if (!hasRun()) return;
    pause();
    const bool known = session_->recording()->at(0, 0) == 0.0;
    if (known && shown_ > 0.0) seek(0.0);
    if (known || preparation_->underwayFromStart()) return;
    prepareSame(session_->spec(), {}, false);
}

void RunController::clear() {
    timer_.stop();
    retire();
    wanted_.reset();
    file_.clear();
    row_.clear();
    shown_ = 0.0;
    live_ = true;
    replaying_ = false;
    preparation_->stop();
    Q_EMIT stateChanged();
    Q_EMIT figuresChanged();
}

void RunController::restart() { startOver(false); }

void RunController::startOver(bool playAfterwards) {
    if (hasRun()) prepareSame(session_->spec(), from_, playAfterwards);
}

bool RunController::wentOn() const { return !from_ && session_->recording()->at(0, 0) > 0.0; }

void RunController::applySpec(const RunSpec& spec) {
    if (!hasRun() && !wanted_) return;
    settingsChosen_ = true;
    if (!hasRun()) {
        wanted_->spec = spec;
        return prepareWanted({}, false);
    }
    prepareSame(spec, from_, playing());
}

void RunController::prepareSame(const RunSpec& spec, const std::optional<RunPoint>& from,
                                bool playAfterwards) {
    const auto job = [catalogue = catalogue_, path = file_, model = sharedModel(), spec, from,
                      extras = extras()] {
        return prepareRun(*catalogue, path, model, spec, from, extras);
    };
    preparation_->begin({job, {Refusal::What::Settings, file(), {}, {}}, playAfterwards});
}

void RunController::adopt(PreparedRun run, bool play, bool fromFile) {
    const bool newModel = !hasRun() || sharedModel() != run.model;
    const bool sameFile = file_ == run.file;
    retire();
    wanted_.reset();
    file_ = std::move(run.file);
    attach(std::move(run));
    showRow(0);
    if (fromFile) {
        settingsChosen_ = settingsChosen_ && sameFile;
        Q_EMIT opened();
    }
    Q_EMIT runChanged(newModel);
    Q_EMIT shownChanged();
    if (play) this->play();
    wake();
}

void RunController::attach(PreparedRun run) {
    assembly_ = run.assembly;
    warnings_ = std::move(run.warnings);
    from_ = std::move(run.from);
    session_ = std::move(run.session);
    session_->setSpeed(speed_);
    // The session's thread may still be in this call after it has been replaced, and after this
    // object has been destroyed: only the GUI thread can tell whether it exists.
    session_->onStateChange([self = QPointer(this)] {
        QMetaObject::invokeMethod(
            qApp,
            [self] {
                if (self) self->wake();
            },
            Qt::QueuedConnection);
    });
    row_.assign(static_cast<std::size_t>(session_->recording()->width()), 0.0);
    live_ = true;
    replaying_ = false;
    lastState_ = session_->figures().state;
    awaitedRows_ = 0;
}

void RunController::take(PreparedRun run) {
    const bool newModel = !hasRun() || sharedModel() != run.model;
    const bool moving = playing();
    const double shown = shown_;
    if (session_) session_->onStateChange({});
    attach(std::move(run));
    if (!moving) session_->pause();
    const auto rows = session_->recording();
    const Recording& recording = *rows;
    const std::size_t index = recording.rowAt(shown);
    live_ = index + 1 == recording.size();
    live_ ? showRow(index) : show(std::max(shown, recording.at(0, 0)));
    Q_EMIT runChanged(newModel);
    Q_EMIT shownChanged();
    Q_EMIT stateChanged();
    if (moving) play();
    wake();
}

/// Passes the session to a thread that may wait for its last step.
void RunController::retire() {
    if (!session_) return;
    session_->onStateChange({});
    session_->stop();
    std::erase_if(retiring_, [](const QFuture<void>& f) { return f.isFinished(); });
    std::shared_ptr<Session> old = std::move(session_);
    retiring_.push_back(QtConcurrent::run([old]() mutable { old.reset(); }));
}

RunFigures RunController::figures() const { return session_ ? session_->figures() : RunFigures{}; }

bool RunController::computing() const {
    return session_ && session_->figures().state == RunState::Running;
}

bool RunController::ended() const {
    const RunState state = figures().state;
    return state == RunState::Finished || state == RunState::Failed;
}

bool RunController::playing() const { return live_ ? computing() : replaying_; }

bool RunController::willPlay() const {
    return preparation_->underwayAfterEdit() ? preparation_->playsAfterwards() : playing();
}

double RunController::computedTime() const {
    if (!session_) return 0.0;
    const auto rows = session_->recording();
    const Recording& recording = *rows;
    return recording.at(recording.size() - 1, 0);
}

void RunController::wake() {
    if (!session_ || timer_.isActive()) return;
    wall_.start();
    sinceFigures_.invalidate();
    timer_.start();
}

void RunController::tick() {
    // Leaves half of the time to input and other widgets, however slow frames are.
    if (static_cast<double>(wall_.elapsed()) < 2.0 * frameCost_ && timer_.isActive() &&
        frameCost_ > tickInterval_ms / 2.0)
        return;
    const double wallSeconds = static_cast<double>(wall_.nsecsElapsed()) * 1e-9;
    wall_.restart();
    const RunState state = figures().state;
    const double before = shown_;

    if (live_) {
        if (state == RunState::Running) {
            show(liveTime(wallSeconds));
        } else {
            showRow(session_->recording()->size() - 1);
            if (loop_ && lastState_ == RunState::Running && state == RunState::Finished) play();
        }
    } else if (replaying_) {
        advanceReplay(wallSeconds);
    }
    if (shown_ != before) Q_EMIT shownChanged();
    if (state != lastState_) {
        lastState_ = state;
        Q_EMIT stateChanged();
    }
    // A thinned recording has other rows than those counted.
    if (session_->recording()->thinnings() != thinnings_) awaitedRows_ = 0;
    thinnings_ = session_->recording()->thinnings();
    const bool stepping = session_->recording()->size() < awaitedRows_ && state == RunState::Paused;
    const bool rest = state != RunState::Running && !replaying_ && !stepping;
    if (rest) timer_.stop();
    if (rest || !sinceFigures_.isValid() || sinceFigures_.elapsed() >= figuresInterval_ms) {
        sinceFigures_.start();
        Q_EMIT figuresChanged();
    }
}

}  // namespace momentree::app
