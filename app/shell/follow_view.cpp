// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/follow_view.hpp"

#include <QAction>
#include <QSettings>
#include <algorithm>

#include "app/runs/run_controller.hpp"
#include "app/scene/viewport.hpp"
#include "app/workspace/host.hpp"

namespace momentree::app {
namespace {

const QString followKey = QStringLiteral("scene/followMotion");
/// The view widens in steps; older poses are forgotten.
constexpr std::size_t mostPoses = 64;

}  // namespace

FollowView::FollowView(RunController& run, Host& host) : QObject(&host), run_(run), host_(host) {
    command_ =
        host.actions.make("followMotion", tr("Follow the &motion"), "",
                          tr("Widens a fitted view where the mechanism leaves it"), {}, true);
    command_->setChecked(QSettings().value(followKey, true).toBool());
    connect(command_, &QAction::toggled, this,
            [](bool on) { QSettings().setValue(followKey, on); });
    host.addEntries(MenuGroup::ViewLayers, {command_});
    connect(&run, &RunController::runChanged, this, [this] { rows_.clear(); });
    // After the picture has taken the pose, since this is connected later.
    connect(&run, &RunController::shownChanged, this, &FollowView::follow);
}

void FollowView::follow() {
    if (!command_->isChecked() || run_.shownTime() <= 0.0) return;
    const auto sight = host_.viewport.sight();
    const render::Scene& scene = host_.viewport.scene();
    if (!sight || !scene.viewpoint().fitted || scene.showsAll()) return;
    // The start stays in view, since analyses and a replay come back to it.
    if (rows_.empty() && run_.session().recording()->size() > 0) {
        const auto first = run_.session().recording()->row(0);
        rows_.emplace_back(first.begin(), first.end());
    }
    if (rows_.size() == mostPoses) rows_.erase(rows_.begin() + 1);
    rows_.emplace_back(sight->row.begin(), sight->row.end());
    const std::vector<std::span<const double>> rows(rows_.begin(), rows_.end());
    host_.viewport.fitMotion(sight->layout, rows);
}

}  // namespace momentree::app
