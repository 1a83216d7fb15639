// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inside/inside.hpp"

#include "app/inside/inside_panel.hpp"
#include "app/messages/messages_panel.hpp"
#include "app/run/background.hpp"
#include "app/run/run_controller.hpp"
#include "app/status/number_text.hpp"
#include "core/execution/backend.hpp"

namespace momentree::app {
namespace {

constexpr int rest_ms = 200, stepsShown = 3;

Result<InstantTrace> traceAt(const Catalogue& catalogue, const RunPoint& point,
                             const RunSpec& spec) {
    const auto start = carryOver(point, *point.model);
    if (!start) return tl::unexpected(start.error());
    return traceInstant(catalogue, point.model, spec, &*start, stepsShown);
}

}  // namespace

Inside::Inside(RunController& run, std::shared_ptr<const Catalogue> catalogue, QWidget* parent)
    : QObject(parent),
      run_(run),
      catalogue_(std::move(catalogue)),
      panel_(new InsidePanel(parent)) {
    rest_.setSingleShot(true);
    rest_.setInterval(rest_ms);
    connect(&rest_, &QTimer::timeout, this, [this] {
        if (shown_ && run_.hasRun() && !run_.playing() && run_.shownTime() != tracedTime_) look();
    });
    connect(&run_, &RunController::runChanged, this, &Inside::forget);
    connect(&run_, &RunController::shownChanged, this, &Inside::followRun);
    connect(&run_, &RunController::stateChanged, this, &Inside::followRun);
    connect(panel_, &InsidePanel::traceWanted, this, &Inside::look);
    connect(&panel_->player(), &StepPlayer::moved, this, &Inside::tellBodies);
    forget();
}

void Inside::setShown(bool shown) {
    if (shown_ == shown) return;
    shown_ = shown;
    if (!shown) panel_->player().play(false);
    if (shown && run_.hasRun() && (tracedTime_ < 0.0 || run_.shownTime() != tracedTime_)) look();
    tellBodies();
}

void Inside::forget() {
    ++generation_;
    looking_ = false;
    tracedTime_ = -1.0;
    if (!run_.hasRun())
        panel_->showMessage(
            tr("Nothing moves yet. Open an example with Ctrl+E or draw a link with L: this panel "
               "then shows how its formulation computes one instant."),
            false);
    else if (shown_)
        look();
    else
        panel_->showMessage(tr("Shows how the formulation computes the instant on screen."), true);
}

/// While the motion plays, what is shown stays; once it rests, its instant is looked at.
void Inside::followRun() {
    if (!run_.hasRun()) return forget();
    if (shown_) rest_.start();
}

void Inside::look() {
    if (!run_.hasRun()) return;
    const auto recording = run_.session().recording();
    const RunPoint point{run_.sharedModel(), recording, recording->rowAt(run_.shownTime())};
    const RunSpec spec = run_.session().spec();
    const double time = run_.shownTime();
    const int generation = ++generation_;
    looking_ = true;
    tracedTime_ = time;
    if (!panel_->showsTrace()) panel_->showMessage(tr("Looking inside …"), false);
    inBackground(
        this, [catalogue = catalogue_, point, spec] { return traceAt(*catalogue, point, spec); },
        [this, generation, model = point.model, spec, time](Result<InstantTrace> found) {
            if (generation != generation_) return;
            looking_ = false;
            show(model, std::move(found), spec, time);
        });
}

void Inside::show(std::shared_ptr<const Model> model, Result<InstantTrace> found,
                  const RunSpec& spec, double time) {
    if (!found) {
        panel_->showMessage(diagnosticText(found.error().front()), false);
        return tellBodies();
    }
    const auto trace = std::make_shared<const InstantTrace>(std::move(*found));
    panel_->timeline().setNote(noteOf(spec, *trace));
    panel_->showTrace(
        std::move(model), trace,
        tr("%1 at %2 s").arg(QString::fromStdString(spec.formulation)).arg(time, 0, 'f', 3));
}

QString Inside::noteOf(const RunSpec& spec, const InstantTrace& trace) const {
    const bool here =
        isParallel(spec.backend) || spec.backend == "sequential" || spec.backend == "float32";
    if (!here)
        return tr(
            "Computed on this computer by the same formulation; the board tells the times of "
            "its phases in the panel of the board, not those of single nodes.");
    if (isParallel(spec.backend) && threadsOf(spec.backend) > trace.steps.threads)
        return tr("The backend has %1 threads, but with so few bodies one is as fast alone.")
            .arg(threadsOf(spec.backend));
    if (!isParallel(spec.backend))
        return tr("One thread; the backend parallel shares the nodes between several.");
    return {};
}

void Inside::tellBodies() {
    const int step = panel_->player().current();
    if (!shown_ || !panel_->showsTrace() || step < 0) return Q_EMIT bodiesShown({});
    const EvaluationSteps& steps = panel_->player().steps();
    const int node = steps.work(step).node;
    if (node < 0) return Q_EMIT bodiesShown({});
    Q_EMIT bodiesShown(steps.trace().nodes[static_cast<std::size_t>(node)].bodies);
}

}  // namespace momentree::app
