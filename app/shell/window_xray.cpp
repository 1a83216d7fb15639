// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MainWindow that places the constraint x-ray.
#include <QDockWidget>

#include "app/base/dock.hpp"
#include "app/panels/xray/xray.hpp"
#include "app/panels/xray/xray_panel.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/main_window.hpp"

namespace momentree::app {

void MainWindow::makeXray() {
    xray_ = new Xray(*viewport_, *live_, run_, selection_);
    connect(&xray_->watch(), &SingularityWatch::changed, this, &MainWindow::tellTorn);
    xrayDock_ = addDock(this, "xrayDock", tr("Constraint x-ray"), xray_->panel());
    connect(xrayDock_->toggleViewAction(), &QAction::toggled, this, [this](bool shown) {
        xray_->setShown(shown);
        actions_.xray->setChecked(shown);
    });
    connect(actions_.xray, &QAction::triggered, this, [this] {
        togglePanels({xrayDock_});
        actions_.xray->setChecked(xrayDock_->toggleViewAction()->isChecked());
    });
    connect(xray_, &Xray::poseLeft, this, [this] {
        if (live_->runIsCurrent()) return showNow();
        const CheckedModel& checked = live_->checked();
        viewport_->showRow(*checked.layout, rowOf(*checked.layout, checked.start));
    });
}

}  // namespace momentree::app
