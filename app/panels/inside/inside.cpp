// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inside/inside.hpp"

#include <cmath>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/number_text.hpp"
#include "app/panels/inside/inside_panel.hpp"
#include "app/runs/run_controller.hpp"
#include "core/execution/this_machine.hpp"

namespace momentree::app {
namespace {

constexpr int rest_ms = 200;
constexpr std::size_t stepsShown = 3;

Result<InstantTrace> traceAt(const Catalogue& catalogue, const RunPoint& point,
                             const RunSpec& spec) {
    const auto start = carryOver(point, *point.model);
    if (!start) return tl::unexpected(start.error());
    return traceInstant(catalogue, point.model, spec, &*start, static_cast<int>(stepsShown));
}

/// Times measured here for the newest steps by a board: waiting for a row (board and network), and
/// reading it.
std::vector<Timeline::Lane> boardLanes(const Session& session, double time) {
    const auto recording = session.recording();
    const std::size_t last = recording->rowAt(time);
    std::vector<Timeline::Lane> lanes{{Inside::tr("Board"), {}}, {Inside::tr("Computer"), {}}};
    std::int64_t at = 0;
    for (std::size_t row = last >= stepsShown ? last - stepsShown + 1 : 1; row <= last; ++row)
        for (const Phase phase : {Phase::Network, Phase::Transfer}) {
            const std::int64_t end =
                at + std::llround(recording->at(row, session.layout().phase(phase)));
            lanes[phase == Phase::Network ? 0 : 1].bars.push_back({at, end, phase, nullptr, -1});
            at = end;
        }
    return lanes;
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
        if (shown_ && run_.hasRun() && !run_.playback().playing() &&
            run_.playback().shownTime() != tracedTime_)
            look();
    });
    connect(&run_, &RunController::runChanged, this, &Inside::forget);
    connect(&run_.playback(), &Playback::shownChanged, this, &Inside::followRun);
    connect(&run_.playback(), &Playback::stateChanged, this, &Inside::followRun);
    connect(panel_, &InsidePanel::traceWanted, this, &Inside::look);
    connect(&panel_->player(), &StepPlayer::moved, this, &Inside::tellBodies);
    forget();
}

void Inside::setShown(bool shown) {
    if (shown_ == shown) return;
    shown_ = shown;
    if (!shown) panel_->player().play(false);
    if (shown && run_.hasRun() && (tracedTime_ < 0.0 || run_.playback().shownTime() != tracedTime_))
        look();
    tellBodies();
}

void Inside::forget() {
    ++generation_;
    looking_ = false;
    tracedTime_ = -1.0;
    if (!run_.hasRun())
        panel_->showMessage(
            tr("There is no run yet. Open an example with Ctrl+E or draw a link with L; this panel "
               "then shows how the formulation computes one instant."),
            false);
    else if (shown_)
        look();
    else
        panel_->showMessage(tr("Shows how the formulation computes the instant on screen."), true);
}

/// The display does not change while the motion plays; after it stops, the current instant is
/// evaluated.
void Inside::followRun() {
    if (!run_.hasRun()) return forget();
    if (shown_) rest_.start();
}

void Inside::look() {
    if (!run_.hasRun()) return;
    const auto recording = run_.session().recording();
    const RunPoint point{run_.sharedModel(), recording,
                         recording->rowAt(run_.playback().shownTime())};
    const RunSpec spec = run_.session().spec();
    const double time = run_.playback().shownTime();
    const int generation = ++generation_;
    looking_ = true;
    tracedTime_ = time;
    if (!panel_->showsTrace()) panel_->showMessage(tr("Evaluating…"), false);
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
    panel_->timeline().setThreads(threadsOf(spec.backend));
    panel_->timeline().setFurther(onThisMachine(spec.backend) ? std::vector<Timeline::Lane>()
                                                              : boardLanes(run_.session(), time));
    panel_->showTrace(
        std::move(model), trace,
        tr("%1 at %2 s").arg(QString::fromStdString(spec.formulation)).arg(time, 0, 'f', 3));
}

QString Inside::noteOf(const RunSpec& spec, const InstantTrace& trace) const {
    if (!onThisMachine(spec.backend))
        return tr(
            "Nodes and threads: the same formulation on this computer. Board: time of a step "
            "there, as measured by this computer, including transfer of rows.");
    if (spec.formulation == "naudet" && isParallel(spec.backend))
        return tr(
            "The nodes are those of one thread. With several threads, naudet works on larger "
            "pieces of the tree; the timeline shows them.");
    if (isParallel(spec.backend) && threadsOf(spec.backend) > trace.steps.threads)
        return tr("%2 of %1 threads had work: with few bodies, or on a busy computer, one thread "
                  "is as fast.")
            .arg(threadsOf(spec.backend))
            .arg(trace.steps.threads);
    if (!isParallel(spec.backend)) return tr("One thread; the backend parallel uses several.");
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
