// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/follow_view.hpp"

#include <QAction>
#include <QSettings>
#include <algorithm>
#include <array>

#include "app/runs/live_model.hpp"
#include "app/runs/run_controller.hpp"
#include "app/scene/viewport.hpp"
#include "app/workspace/host.hpp"

namespace momentree::app {
namespace {

const QString followKey = QStringLiteral("scene/followMotion");
/// The view widens in steps; older poses are forgotten.
constexpr std::size_t mostPoses = 64;
/// A view that would have to become this much higher moves instead.
constexpr double mostWidening = 3.0;
/// Bodies are apart if they are this much farther from their mean than at the start.
constexpr double mostSpreading = 1.5;

/// Mean of the bodies' centres.
Vector3d placeOf(const Sight& sight) {
    Vector3d sum = Vector3d::Zero();
    int count = 0;
    for (int k = 0; k < static_cast<int>(sight.model.bodies.size()); ++k)
        if (const Vector3d r = sight.pose(k).r; r.allFinite()) {
            sum += r;
            ++count;
        }
    return sum / std::max(count, 1);
}

/// The largest distance of a body's centre from their mean.
double spreadOf(const Sight& sight) {
    const Vector3d mean = placeOf(sight);
    double spread = 0.0;
    for (int k = 0; k < static_cast<int>(sight.model.bodies.size()); ++k)
        if (const Vector3d r = sight.pose(k).r; r.allFinite())
            spread = std::max(spread, (r - mean).norm());
    return spread;
}

}  // namespace

FollowView::FollowView(RunController& run, const LiveModel& live, Host& host)
    : QObject(&host), run_(run), live_(live), host_(host) {
    command_ = host.actions.make(
        "followMotion", tr("Follow the &motion"), "",
        tr("Widens a fitted view where the mechanism leaves it, or moves it along"), {}, true);
    command_->setChecked(QSettings().value(followKey, true).toBool());
    connect(command_, &QAction::toggled, this,
            [](bool on) { QSettings().setValue(followKey, on); });
    host.addEntries(MenuGroup::ViewLayers, {command_});
    connect(&run, &RunController::runChanged, this, [this] { rows_.clear(); });
    // After the picture has taken the pose, since this is connected later.
    connect(&run.playback(), &Playback::shownChanged, this, &FollowView::follow);
}

void FollowView::follow() {
    // The picture shows a drawing whose rows differ from those of the run.
    if (!live_.runIsCurrent()) return;
    const auto sight = host_.viewport.sight();
    const render::Viewpoint now = host_.viewport.scene().viewpoint();
    // Another view was chosen.
    if (now.height != height_) {
        rows_.clear();
        travels_ = false;
    }
    if (!command_->isChecked() || !sight || !now.fitted) return;
    if (travels_)
        travel(*sight);
    else if (run_.playback().shownTime() > 0.0 && !host_.viewport.scene().showsAll())
        widen(*sight);
    height_ = host_.viewport.scene().viewpoint().height;
}

void FollowView::widen(const Sight& sight) {
    const auto heightOf = [this] { return host_.viewport.scene().viewpoint().height; };
    // The start stays in view, since analyses and a replay come back to it.
    if (rows_.empty() && run_.session().recording()->size() > 0) {
        const auto first = run_.session().recording()->row(0);
        rows_.emplace_back(first.begin(), first.end());
        startHeight_ = heightOf();
    }
    if (rows_.size() == mostPoses) rows_.erase(rows_.begin() + 1);
    rows_.emplace_back(sight.row.begin(), sight.row.end());
    const std::vector<std::span<const double>> rows(rows_.begin(), rows_.end());
    host_.viewport.edit().fit(sight.layout, rows);
    if (heightOf() < mostWidening * startHeight_) return;
    Sight start = sight;
    start.row = rows.front();
    startSpread_ = spreadOf(start);
    if (isApart(sight)) return;
    host_.viewport.edit().fit(sight.layout, std::span(rows).first(1));
    place_ = placeOf(start);
    travels_ = true;
    travel(sight);
}

/// Bodies that fly apart need the room; a vehicle does not.
bool FollowView::isApart(const Sight& sight) const {
    return spreadOf(sight) > mostSpreading * startSpread_;
}

void FollowView::travel(const Sight& sight) {
    if (isApart(sight)) {
        travels_ = false;
        return widen(sight);
    }
    const Vector3d place = placeOf(sight);
    host_.viewport.edit().move(place - place_);
    place_ = place;
    // A vehicle that turns is wider in the picture than at the start.
    if (host_.viewport.scene().showsAll()) return;
    const std::array<std::span<const double>, 1> now{sight.row};
    host_.viewport.edit().fit(sight.layout, now);
}

}  // namespace momentree::app
