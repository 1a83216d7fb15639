// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/live_model.hpp"

#include "app/document/edits/compare.hpp"
#include "app/document/edits/draw.hpp"
#include "app/document/loop_closing.hpp"
#include "app/runs/run_controller.hpp"

namespace momentree::app {
namespace {

constexpr int pause_ms = 150;

}  // namespace

LiveModel::LiveModel(ModelDocument& document, RunController& run)
    : QObject(&document), document_(document), run_(run), closing_(new LoopClosing(this)) {
    pause_.setSingleShot(true);
    pause_.setInterval(pause_ms);
    connect(&pause_, &QTimer::timeout, this, &LiveModel::flush);
    connect(&document_, &ModelDocument::replaced, this, [this] { replacing_ = true; });
    connect(&document_, &ModelDocument::changed, this, [this] {
        follow(replacing_);
        replacing_ = false;
    });
    connect(closing_, &LoopClosing::closed, this, [this] {
        if (isBeingAssembled(checked_)) follow(false);
    });
    connect(closing_, &LoopClosing::givenUp, this, [this] {
        checked_.problems = {
            error(Place::model("assembly"),
                  MOMENTREE_TEXT("loops-given-up", "closing the loops was stopped"))};
        Q_EMIT changed(false);
        flush();
    });
    connect(closing_, &LoopClosing::askedAgain, this, [this] { follow(false); });
    checked_ = checkModel(document_.description());
}

bool LiveModel::runIsCurrent() const {
    return run_.hasRun() && run_.sharedModel() == checked_.model;
}

bool LiveModel::goesOn() const {
    return run_.underway() && checked_.built && sameMechanism(run_.model(), *checked_.model) &&
           !differOnlyInStart(run_.model().description, document_.description());
}

void LiveModel::hold(bool held) {
    held_ = held;
    if (held) return;
    if (posed_) return follow(false);
    if (!runIsCurrent()) pause_.start();
}

Result<void> LiveModel::move(const QString& name, const std::vector<BodyState>& pose, int gesture) {
    pose_ = &pose;
    const auto done = document_.edit(
        name, [&](ModelDescription& d) { writeStart(d, *checked_.model, pose); }, gesture);
    pose_ = nullptr;
    return done;
}

/// A file just opened has already been built on another thread.
void LiveModel::takeFromRun() {
    checked_ = {};
    checked_.model = run_.sharedModel();
    checked_.report = run_.assembly();
    checked_.built = checked_.assembled = true;
    checked_.layout = std::make_shared<const RowLayout>(run_.session().layout());
    const RowLayout& layout = *checked_.layout;
    const auto row = run_.session().recording()->row(0);
    for (std::size_t i = 0; i < checked_.model->bodies.size(); ++i) {
        const double* at = row.data() + layout.body(static_cast<int>(i));
        BodyState state;
        state.r = Eigen::Map<const Vector3d>(at);
        state.e = Eigen::Map<const Quat<double>>(at + 3);
        checked_.start.push_back(state);
    }
}

void LiveModel::follow(bool fresh) {
    posed_ = pose_ != nullptr;
    const bool ofRun = run_.hasRun() && &run_.model().description == document_.shared().get();
    if (ofRun && run_.session().recording()->at(0, 0) == 0.0) {
        takeFromRun();
    } else if (posed_) {
        checked_ = inPose(std::move(checked_), document_.description(), *pose_);
    } else if (auto closed = closing_->take(document_.shared())) {
        checked_ = std::move(*closed);
    } else if (CheckedModel built = checkBuilding(document_.description());
               built.built && closesSlowly(*built.model)) {
        // Until the loops are closed, the bodies stay in their previous poses.
        if (checked_.built && sameMechanism(*checked_.model, *built.model))
            built.start = checked_.start;
        checked_ = std::move(built);
        closing_->begin(document_.shared(), checked_);
        ++assemblies_;
        pause_.stop();
        return Q_EMIT changed(fresh);
    } else {
        if (built.built) {
            checkAssembly(built);
            ++assemblies_;
        }
        checked_ = std::move(built);
    }
    closing_->drop();
    // For a branch, the model is the run's, but its start is not that of the document.
    if (ofRun && checked_.assembled) checked_.model = run_.sharedModel();
    Q_EMIT changed(fresh);
    if (runIsCurrent()) {
        run_.keepModel();
        return pause_.stop();
    }
    if (fresh) return handOver(false);
    // Dragging a slider changes the motion immediately, not when it stops.
    if (!held_ && !(pause_.isActive() && goesOn())) pause_.start();
}

void LiveModel::flush() { handOver(goesOn()); }

void LiveModel::handOver(bool onwards) {
    pause_.stop();
    if (runIsCurrent() || isBeingAssembled(checked_)) return;
    if (checked_.assembled) {
        run_.applyModel(checked_.model, document_.file(), onwards);
    } else if (onwards) {
        run_.playback().pause();  // until the change is undone or the model can be assembled again
    } else {
        run_.clear();
    }
}

}  // namespace momentree::app
