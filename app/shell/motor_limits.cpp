// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/motor_limits.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/display_unit.hpp"
#include "app/base/number_text.hpp"
#include "app/document/edits/dead_point.hpp"
#include "app/scene/viewport.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

constexpr std::size_t mostBodies = 40, mostMotors = 6;
constexpr int pause_ms = 120;  ///< drags change the model with every event
constexpr int instants = 400;  ///< at which a law is compared with the range

/// Whether a motor leaves its range during a run.
bool leaves(const MotionElement& motion, const Travel& travel, double duration) {
    for (int k = 0; k <= instants; ++k) {
        const double value = motion.law.at(duration * k / instants).f;
        if ((travel.least && value < travel.least->value) ||
            (travel.most && value > travel.most->value))
            return true;
    }
    return false;
}

QString valueText(const MotionElement& motion, double value) {
    return motion.rotation ? angleText(value) : lengthText(value);
}

/// "The crank turns only from ..." by the link that the motor drives.
QString rangeText(const Model& model, const MotorRange& range) {
    const MotionElement& motion = model.motions[static_cast<std::size_t>(range.motion)];
    const int body = motion.B.body == ground ? motion.A.body : motion.B.body;
    const QString link = QString::fromStdString(model.bodies[static_cast<std::size_t>(body)].name);
    const Travel& travel = range.travel;
    if (travel.least && travel.most)
        return (motion.rotation ? MotorLimits::tr("%1 turns only from %2 to %3")
                                : MotorLimits::tr("%1 moves only from %2 to %3"))
            .arg(link, valueText(motion, travel.least->value),
                 valueText(motion, travel.most->value));
    const double end = (travel.least ? travel.least : travel.most)->value;
    return (motion.rotation ? MotorLimits::tr("%1 cannot turn beyond %2")
                            : MotorLimits::tr("%1 cannot move beyond %2"))
        .arg(link, valueText(motion, end));
}

}  // namespace

MotorLimits::MotorLimits(Workspace& workspace, Host& host)
    : QObject(&host), workspace_(workspace), host_(host) {
    host.viewport.addLayer(&layer_);
    pause_.setSingleShot(true);
    pause_.setInterval(pause_ms);
    connect(&pause_, &QTimer::timeout, this, &MotorLimits::start);
    connect(&workspace, &Workspace::modelChanged, this, &MotorLimits::follow);
    connect(&workspace.run, &RunController::runChanged, this, &MotorLimits::followRun);
    connect(&workspace.run.playback(), &Playback::stateChanged, this, &MotorLimits::followRun);
}

MotorLimits::Found MotorLimits::search(const CheckedModel& seen, double duration,
                                       const std::function<bool()>& stopped) {
    Found found;
    for (std::size_t k = 0; k < seen.model->motions.size(); ++k) {
        const auto travel = travelOf(*seen.model, 0.0, seen.start, static_cast<int>(k), stopped);
        if (!travel) return {};
        if (!travel->limited()) continue;
        if (found.beyond < 0 && leaves(seen.model->motions[k], *travel, duration))
            found.beyond = static_cast<int>(found.ranges.size());
        found.ranges.push_back({static_cast<int>(k), *travel, seen.start});
    }
    return found;
}

/// Takes longer than the ranges, so that its offer comes after them.
void MotorLimits::searchFullTurn() {
    const int motion = found_.ranges[static_cast<std::size_t>(found_.beyond)].motion;
    inBackground(
        this,
        [description = workspace_.document.shared(), seen = seen_, motion, stop = stop_] {
            return lengthForFullTurn(*description, seen, motion, [stop] { return stop->load(); });
        },
        [this, stop = stop_](const std::optional<LengthChange>& change) {
            if (*stop || !change) return;
            found_.fullTurn = change;
            const bool shown = host_.notice.isVisible() && host_.notice.title() == announced_;
            if (shown) announce(host_.notice.details());
        });
}

void MotorLimits::follow(bool fresh) {
    if (stop_) *stop_ = true;
    if (fresh) told_.clear();
    silent_ = fresh;
    found_ = {};
    failureTold_ = false;
    layer_.set(nullptr, {});
    if (host_.notice.title() == announced_) host_.notice.hide();
    pause_.start();
}

void MotorLimits::start() {
    const CheckedModel& checked = workspace_.live.checked();
    offerWayOffDeadPoint(checked);
    const std::size_t motors = checked.model->motions.size();
    if (!checked.assembled || motors == 0 || motors > mostMotors ||
        checked.model->bodies.size() > mostBodies)
        return;
    stop_ = std::make_shared<std::atomic<bool>>(false);
    inBackground(
        this,
        [seen = checked, stop = stop_] {
            const double own = seen.model->description.run.duration;
            return search(seen, own > 0.0 ? own : RunSpec().duration,
                          [stop] { return stop->load(); });
        },
        [this, seen = checked, stop = stop_](const Found& found) {
            if (!*stop) take(found, seen);
        });
}

/// A motor in a dead point has no speed that the loops allow, but poses beside it have.
void MotorLimits::offerWayOffDeadPoint(const CheckedModel& checked) {
    const int motion = motionAtDeadPoint(checked);
    if (motion < 0) return;
    const MotionElement& element = checked.model->motions[static_cast<std::size_t>(motion)];
    announced_ = tr("%1 stands at a dead point").arg(QString::fromStdString(element.name));
    std::vector<Notice::Answer> answers;
    answers.push_back({tr("Move off the dead point"), [this, motion] {
                           const auto beside =
                               besideDeadPoint(workspace_.document.description(), motion);
                           if (!beside)
                               return Q_EMIT host_.complained(
                                   tr("No pose nearby lets it start. Drag a link, or drive another "
                                      "joint."));
                           host_.notice.hide();
                           workspace_.document.edit(tr("Move off the dead point"),
                                                    [&](ModelDescription& d) { d = *beside; });
                       }});
    if (const auto torque = torqueInstead(checked, motion)) answers.push_back(*torque);
    host_.notice.announce(Notice::Kind::Warning, announced_,
                          tr("In this pose the other links hold the driven one, so the motor "
                             "cannot start."),
                          std::move(answers));
    host_.notice.stay();
}

/// Replaces a motor of a hinge.
std::optional<Notice::Answer> MotorLimits::torqueInstead(const CheckedModel& seen, int motion) {
    const MotionElement& element = seen.model->motions[static_cast<std::size_t>(motion)];
    if (!element.rotation || element.joint < 0 ||
        seen.model->joints[static_cast<std::size_t>(element.joint)].type != "revolute")
        return {};
    return Notice::Answer{
        tr("Drive by torque"), [this, motion, seen, description = workspace_.document.shared()] {
            host_.notice.hide();
            // Another edit may have come first; then the offer no longer fits.
            if (*workspace_.document.shared() == *description)
                workspace_.document.edit(tr("Drive by torque"), [&](ModelDescription& d) {
                    driveByTorque(d, seen, motion);
                });
        }};
}

void MotorLimits::take(const Found& found, const CheckedModel& seen) {
    found_ = found;
    seen_ = seen;
    layer_.set(seen.model, found.ranges);
    host_.viewport.update();
    if (found.beyond < 0) return told_.clear();
    const int motion = found.ranges[static_cast<std::size_t>(found.beyond)].motion;
    const QString name =
        QString::fromStdString(seen.model->motions[static_cast<std::size_t>(motion)].name);
    // Another notice, such as that a motion cannot continue, is the more urgent one.
    if (!std::exchange(silent_, false) && !told_.contains(name) && !host_.notice.isVisible())
        announce(tr("The motor asks for more, so the run stops there."));
    told_.insert(name);
    tellFailure();
    searchFullTurn();
}

void MotorLimits::followRun() {
    const RunController& run = workspace_.run;
    runFailed_ = run.hasRun() && run.playback().figures().state == RunState::Failed;
    if (!runFailed_) failureTold_ = false;
    tellFailure();
}

/// The remedies for a limit say more than the run's own notice, that it has stopped. They replace
/// it, so they wait for the signal that shows it: the session itself may have failed before.
void MotorLimits::tellFailure() {
    if (!runFailed_ || failureTold_ || found_.beyond < 0 || !workspace_.live.runIsCurrent()) return;
    failureTold_ = true;
    const RunFigures figures = workspace_.run.playback().figures();
    // Where it ends is in the title, and how to go on in the buttons.
    announce(figures.status == StepStatus::EndOfTravel
                 ? tr("The run stops at %1 s.").arg(shortText(figures.time, 3))
                 : tr("The run stopped: %1").arg(messageText(*figures.message)));
}

void MotorLimits::announce(const QString& details) {
    const MotorRange& range = found_.ranges[static_cast<std::size_t>(found_.beyond)];
    const CheckedModel& seen = seen_;
    const std::optional<LengthChange>& fullTurn = found_.fullTurn;
    const auto edit = [this, description = workspace_.document.shared()](
                          const QString& name, const ModelDocument::Change& change) {
        host_.notice.hide();
        // Another edit may have come first; then the offer no longer fits.
        if (*workspace_.document.shared() == *description) workspace_.document.edit(name, change);
    };
    std::vector<Notice::Answer> answers;
    const Travel& travel = range.travel;
    if (travel.least && travel.most)
        answers.push_back({tr("Swing between"), [edit, range, seen] {
                               edit(tr("Swing motor"), [&](ModelDescription& d) {
                                   swingBetween(d, seen, range.motion, range.travel.least->value,
                                                range.travel.most->value);
                               });
                           }});
    if (const auto torque = torqueInstead(seen, range.motion)) answers.push_back(*torque);
    // The last one, because it comes later, and must not move the others.
    if (fullTurn)
        answers.push_back(
            {tr("Full turns: make %1 %2 long")
                 .arg(QString::fromStdString(fullTurn->moved.body), lengthText(fullTurn->now)),
             [edit, change = *fullTurn, seen] {
                 edit(tr("Change length"),
                      [&](ModelDescription& d) { setLength(d, seen, change); });
             }});
    announced_ = rangeText(*seen.model, range);
    host_.notice.announce(Notice::Kind::Warning, announced_, details, std::move(answers));
    host_.notice.stay();
}

}  // namespace momentree::app
