// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel_dock.hpp"

#include <QAction>
#include <QMainWindow>
#include <QScrollArea>

#include "app/base/scrolling.hpp"

namespace momentree::app {

PanelDock::PanelDock(QMainWindow& window, QWidget* content, const DockSettings& settings)
    : QDockWidget(settings.title, &window),
      place_(settings.place),
      tab_(settings.tab),
      shown_(settings.shown) {
    setObjectName(QString::fromLatin1(settings.name));
    if (settings.leastHeight > 0) {
        QScrollArea* area = scrolling(content);
        area->setMinimumHeight(settings.leastHeight);
        area->setAccessibleName(settings.title);
        setWidget(area);
    } else {
        setWidget(content);
    }
    content->setAccessibleName(settings.title);
    if (!settings.help.isEmpty())
        setWhatsThis(QStringLiteral("<b>%1</b><p>%2</p>").arg(settings.title, settings.help));
    connect(toggleViewAction(), &QAction::triggered, this, [this](bool shown) {
        if (shown) present();
    });
}

void PanelDock::present() {
    show();
    raise();
    Q_EMIT presented(this);
}

void PanelDock::setFrame(bool movable, bool titled) {
    setFeatures(movable ? DockWidgetClosable | DockWidgetMovable | DockWidgetFloatable
                        : DockWidgetFeatures(DockWidgetClosable));
    if (titled == !titleBarWidget()) return;
    delete titleBarWidget();
    QWidget* none = titled ? nullptr : new QWidget(this);
    if (none) none->setFixedHeight(0);
    setTitleBarWidget(none);
    Q_EMIT titledChanged(titled);
}

}  // namespace momentree::app
