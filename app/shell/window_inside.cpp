// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MainWindow that places the inside of the algorithm.
#include <QDockWidget>

#include "app/base/dock.hpp"
#include "app/panels/inside/inside.hpp"
#include "app/panels/inside/inside_panel.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/main_window.hpp"

namespace momentree::app {

void MainWindow::makeInside() {
    inside_ = new Inside(run_, catalogue_, this);
    insideDock_ = addDock(this, "insideDock", tr("Inside the algorithm"), inside_->panel());
    connect(insideDock_, &QDockWidget::visibilityChanged, inside_, &Inside::setShown);
    connect(insideDock_->toggleViewAction(), &QAction::toggled, actions_.inside,
            &QAction::setChecked);
    connect(actions_.inside, &QAction::triggered, this, [this] {
        togglePanels({insideDock_});
        if (insideDock_->isVisible() && !insideDock_->isFloating())
            resizeDocks({insideDock_}, {std::max(insideDock_->height(), height() * 2 / 5)},
                        Qt::Vertical);
        actions_.inside->setChecked(insideDock_->toggleViewAction()->isChecked());
    });
    // Until the selection goes: the panel is hidden once more when the window is half gone.
    connect(inside_, &Inside::bodiesShown, &selection_, [this](const std::vector<int>& bodies) {
        if (bodies.empty()) return showSelection();
        std::vector<render::Picked> picked;
        for (const int body : bodies) picked.push_back({render::Picked::Kind::Body, body});
        viewport_->select(picked);
    });
}

}  // namespace momentree::app
